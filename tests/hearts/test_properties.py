"""What holds whatever a table plays by and whatever was taken."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from scorekeeper.hearts import document
from scorekeeper.hearts.captures import AMBIGUOUS
from scorekeeper.hearts.document import Document
from scorekeeper.hearts.game import Result, Start, begin, play, step
from scorekeeper.hearts.rules import Rules
from scorekeeper.hearts.taken import Facts, Taken, check, read_facts
from tests.hearts.some_hands import some_captures, some_hand, some_start
from tests.hearts.some_rules import some_rules

slow_data = settings(
    max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], deadline=None
)


def only(rules: Rules, start: Start, facts: Facts) -> Result:
    (result,) = play(rules, start, [facts]).results
    assert result is not None
    return result


def worth(rules: Rules, entry: Taken) -> int:
    """What the cards of one seat cost or bring, bonus card included: counted by hand."""
    hearts = (
        sum(rules.heart_points[rank] for rank in entry.ranks or ())
        if rules.hearts == "rank"
        else entry.hearts
    )
    return hearts + sum(getattr(entry, card) * points for card, points in rules.named.items())


def jacks(rules: Rules, entry: Taken) -> int:
    return entry.jack * rules.named.get("jack", 0)


@slow_data
@given(st.data())
def test_captures_that_add_up_have_no_fault(data: st.DataObject) -> None:
    rules = data.draw(some_rules())
    assert check(rules, data.draw(some_captures(rules))) == ()


@slow_data
@given(st.data())
def test_the_scores_of_a_hand_sum_to_what_the_rules_say(data: st.DataObject) -> None:
    """Ordinary: the captured cards, less the no-trick bonuses.

    Added: the value for each opponent; subtracted: minus the value, once; either way with every bonus card
    that is not absorbed.
    """
    rules = data.draw(some_rules())
    facts = data.draw(some_hand(rules))
    result = only(rules, data.draw(some_start(rules)), facts)
    assume(result.valid)
    assert result.scores is not None
    taken = [entry for entry in facts.taken or () if entry is not None]
    if result.shooter is None:
        without = sum(entry.tricks == 0 for entry in taken)
        assert (
            sum(result.scores) == sum(worth(rules, entry) for entry in taken) - without * rules.no_trick_bonus
        )
        return
    side = rules.sides[rules.team_of(result.shooter)]
    value = (2 if result.sun else 1) * (rules.moon_value or rules.deck_points)
    expected = value * (rules.players - len(side)) if result.moon_applied == "add" else -value
    shooters = side if rules.team_moon else (result.shooter,)
    for seat, entry in enumerate(taken):
        if rules.jack_in_moon == "separate" or seat not in shooters:
            expected += jacks(rules, entry)
    assert sum(result.scores) == expected


@slow_data
@given(st.data())
def test_a_moon_is_shot_when_one_seat_or_with_team_moon_one_team_has_every_penalty_card(
    data: st.DataObject,
) -> None:
    rules = data.draw(some_rules())
    facts = data.draw(some_hand(rules))
    result = only(rules, data.draw(some_start(rules)), facts)
    costs = [worth(rules, entry) - jacks(rules, entry) for entry in facts.taken or () if entry]
    holders = [seat for seat, cost in enumerate(costs) if cost]
    if result.shooter is not None and not result.sun:
        assert rules.moon != "off"
        team = {rules.team_of(seat) for seat in holders}
        assert holders == [result.shooter] or (
            rules.team_moon and len(team) == 1 and result.shooter == min(rules.sides[team.pop()])
        )
    elif result.valid and len(holders) == 1 and rules.moon != "off":
        assert result.shooter is not None or rules.jack_needed_for_moon


@slow_data
@given(st.data())
def test_totals_are_the_sum_of_the_scores_unless_floored_or_reset(data: st.DataObject) -> None:
    rules = data.draw(some_rules())
    start = data.draw(some_start(rules))
    totals = list(start.totals)
    for result in play(rules, start, data.draw(st.lists(some_hand(rules), max_size=4))).results:
        if result is None or not result.valid:
            break
        assert result.scores is not None
        assert result.totals is not None
        totals = [total + score for total, score in zip(totals, result.scores, strict=True)]
        if rules.floor_zero:
            totals = [max(0, total) for total in totals]
        if rules.exact_limit_reset is not None:
            totals = [rules.exact_limit_reset if total == rules.limit else total for total in totals]
        assert result.totals == tuple(totals)


@slow_data
@given(st.data())
def test_a_game_ends_only_with_a_winner_who_is_lowest(data: st.DataObject) -> None:
    rules = data.draw(some_rules())
    start = data.draw(some_start(rules))
    for result in play(rules, start, data.draw(st.lists(some_hand(rules), max_size=4))).results:
        if result is None or result.totals is None:
            continue
        sides = [sum(result.totals[seat] for seat in side) for side in rules.sides]
        low = [side for side, total in enumerate(sides) if total == min(sides)]
        assert result.game_over == bool(result.winners)
        assert (result.next_dealer is None) == result.game_over
        if result.game_over:
            assert list(result.winners) == low
            assert rules.tie == "share" or len(low) == 1
        if result.overtime:
            assert rules.tie == "play_on"
            assert len(low) > 1
            assert not result.game_over


@slow_data
@given(st.data(), st.sampled_from(["no_handing_win", "avoid_ending"]))
def test_what_the_shooter_may_choose_is_what_playing_both_ways_shows(data: st.DataObject, moon: str) -> None:
    """Each choice is played out under rules that leave no other, and the two ends are compared."""
    rules = data.draw(some_rules())
    assume(rules.moon != "off")
    start = data.draw(some_start(rules))
    facts = dataclasses.replace(data.draw(some_hand(rules, moon=True)), moon_choice=None)
    result = only(dataclasses.replace(rules, moon=moon), start, facts)
    assume(result.shooter is not None)
    ends = {way: only(dataclasses.replace(rules, moon=way), start, facts) for way in ("add", "subtract")}
    if moon == "avoid_ending":
        expected = ["subtract" if ends["add"].game_over else "add"]
    else:
        side = rules.team_of(result.shooter or 0)
        free = [way for way, end in ends.items() if not end.game_over or side in end.winners]
        expected = free or ["add", "subtract"]
    assert list(result.allowed_moon_choices) == expected
    assert result.moon_applied == (expected[0] if len(expected) == 1 else None)
    for way, end in ends.items():
        assert result.outlooks[way].totals == end.totals
        assert result.outlooks[way].winners == end.winners


def turned(rules: Rules, by: int) -> Rules:
    if rules.teams is None:
        return rules
    teams = tuple(tuple(sorted((seat + by) % rules.players for seat in team)) for team in rules.teams)
    return dataclasses.replace(rules, teams=teams)


def turn(values: tuple[Any, ...] | None, by: int) -> tuple[Any, ...] | None:
    """What stood at a seat stands `by` seats further on."""
    if values is None:
        return None
    return tuple(values[(seat - by) % len(values)] for seat in range(len(values)))


def seat_after(seat: int | None, by: int, players: int) -> int | None:
    return None if seat is None else (seat + by) % players


@slow_data
@given(st.data())
def test_turning_the_table_turns_the_scores(data: st.DataObject) -> None:
    """Nothing depends on who is called seat 0, but for partners' common moon, which is the lower seat's."""
    rules = data.draw(some_rules())
    assume(not rules.team_moon)
    start = data.draw(some_start(rules))
    hands = data.draw(st.lists(some_hand(rules), max_size=4))
    n, by = rules.players, data.draw(st.integers(1, rules.players - 1))
    other = play(
        turned(rules, by),
        Start(
            turn(start.totals, by) or (),
            seat_after(start.dealer, by, n) or 0,
            start.hand_number,
            start.overtime,
        ),
        [
            dataclasses.replace(facts, taken=turn(facts.taken, by), dealer=seat_after(facts.dealer, by, n))
            for facts in hands
        ],
    )
    for one, two in zip(play(rules, start, hands).results, other.results, strict=True):
        if one is None or two is None:
            assert one is two
            continue
        assert two.scores == turn(one.scores, by)
        assert two.totals == turn(one.totals, by)
        assert two.shooter == seat_after(one.shooter, by, n)
        assert two.dealer == (one.dealer + by) % n
        assert two.next_dealer == seat_after(one.next_dealer, by, n)
        winners = one.winners if rules.teams else sorted((seat + by) % n for seat in one.winners)
        assert list(two.winners) == list(winners)
        same = ("valid", "passing", "next_passing", "sun", "moon_applied", "allowed_moon_choices", "overtime")
        assert [getattr(two, name) for name in same] == [getattr(one, name) for name in same]


@slow_data
@given(st.data())
def test_any_sequence_of_changes_replays_as_the_facts_it_leaves(data: st.DataObject) -> None:
    """Recording step by step comes to the same as replaying what inserting, correcting and deleting left."""
    rules = data.draw(some_rules())
    start = data.draw(some_start(rules))
    hands: list[Facts] = []
    for _ in range(data.draw(st.integers(1, 8))):
        act = data.draw(st.sampled_from(["record", "insert", "correct", "delete"]))
        place = data.draw(st.integers(0, max(0, len(hands) - 1)))
        if act in ("record", "insert") or not hands:
            hands.insert(len(hands) if act == "record" else place, data.draw(some_hand(rules)))
        elif act == "correct":
            hands[place] = data.draw(some_hand(rules))
        else:
            del hands[place]
    played = play(rules, start, hands)
    position = begin(rules, start)
    for facts, expected in zip(hands, played.results, strict=True):
        result, position = step(rules, position, facts)
        if not result.after_end:
            assert result == expected
        if not result.valid:
            break
    assert position == played.position


@slow_data
@given(st.data())
def test_correcting_a_hand_and_correcting_it_back_changes_nothing(data: st.DataObject) -> None:
    rules = data.draw(some_rules())
    start = data.draw(some_start(rules))
    hands = data.draw(st.lists(some_hand(rules), min_size=1, max_size=5))
    place = data.draw(st.integers(0, len(hands) - 1))
    before = play(rules, start, hands)
    corrected = [*hands[:place], data.draw(some_hand(rules)), *hands[place + 1 :]]
    assert play(rules, start, corrected).results[:place] == before.results[:place]
    corrected[place] = hands[place]
    assert play(rules, start, corrected) == before


@slow_data
@given(st.data())
def test_written_points_and_the_captures_they_come_from_score_alike(data: st.DataObject) -> None:
    """Raw or with the moon applied: what a sheet shows of captures is read back to the same scores."""
    rules = data.draw(some_rules())
    start = data.draw(some_start(rules))
    facts = data.draw(some_hand(rules))
    result = only(rules, start, facts)
    assume(result.valid)
    assert result.scores is not None
    from_sheet = only(rules, start, Facts(points=result.scores))
    if from_sheet.faults:  # the same numbers can come from moons that score differently; never from no cards
        assert [(fault.code, fault.card) for fault in from_sheet.faults] == [("points_impossible", AMBIGUOUS)]
    elif from_sheet.shooter is None or result.shooter is not None:
        assert from_sheet.scores == result.scores


@slow_data
@given(st.data())
def test_captures_worked_out_from_points_come_to_those_points(data: st.DataObject) -> None:
    rules = data.draw(some_rules())
    start = data.draw(some_start(rules))
    facts = data.draw(some_hand(rules))
    raw = tuple(worth(rules, entry) for entry in facts.taken or () if entry)
    said = data.draw(st.sampled_from([None, "add", "subtract"]))
    from_points = only(rules, start, Facts(points=raw, moon_choice=said))
    assume(from_points.valid)
    if from_points.captures is None:
        return
    assert check(rules, from_points.captures) == ()
    again = only(rules, start, Facts(taken=from_points.captures, moon_choice=from_points.moon_applied))
    assert dataclasses.replace(again, captures=None) == dataclasses.replace(from_points, captures=None)
    if from_points.shooter is None:
        assert from_points.scores == raw


@slow_data
@given(st.data())
def test_a_document_goes_round_unchanged(data: st.DataObject) -> None:
    rules = data.draw(some_rules())
    game = Document(
        players=tuple(f"Player {seat}" for seat in range(rules.players)),
        rules=rules,
        start=data.draw(some_start(rules)),
        hands=tuple(data.draw(st.lists(some_hand(rules), max_size=3))),
    )
    scored = document.scored(game)
    again = document.read(json.loads(json.dumps(scored, allow_nan=False)))
    assert (again.players, again.rules, again.start, again.hands) == (
        game.players, game.rules, game.start, game.hands,
    )  # fmt: skip
    assert document.scored(again) == scored
    assert document.differences(again) == []


# Numbers that Python, or at least their sum, refuses to write out.
ENDLESS = st.sampled_from([4299, 4300, 4400]).map(lambda digits: 10**digits - 1)
JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-3, 30)
    | st.floats()
    | ENDLESS
    | ENDLESS.map(lambda number: -number)
    | st.text(max_size=5)
    | st.sampled_from(["A", "2", "add", "hold", 10**4000, -(10**400), 4.0, "\ud800"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
ENTRY = JUNK | st.fixed_dictionaries(
    {},
    optional={
        name: JUNK | st.integers(0, 13)
        for name in ("hearts", "heart_ranks", "queen", "jack", "king_spades", "ace_spades", "tricks")
    },
)
ENTRIES = (
    JUNK
    | st.lists(ENTRY, min_size=3, max_size=5)
    | st.lists(JUNK | st.integers(-26, 52), min_size=3, max_size=5)
)
HAND = JUNK | st.fixed_dictionaries(
    {},
    optional={
        "taken": ENTRIES,
        "points": ENTRIES,
        "moon_choice": JUNK,
        "as_written": st.booleans() | JUNK,
        "dealer": JUNK | st.integers(0, 3),
        "pass": JUNK | st.sampled_from(["left", "across", "up"]),
        "result": JUNK,
    },
)
GAME = JUNK | st.fixed_dictionaries(
    {
        "players": st.sampled_from([["Ann", "Bob", "Cat", "Dan"], ["A\n", "\u202eB", "<b>"]]) | JUNK,
        "hands": st.lists(HAND),
    },
    optional={
        "format": st.sampled_from(["scorekeeper.game/1"]) | JUNK,
        "club": JUNK,
        "started_at": JUNK,
        "rules": st.dictionaries(st.sampled_from(["moon", "sun", "jack", "hearts", "kitty", "limit"]), JUNK),
        "start": st.dictionaries(st.sampled_from(["totals", "dealer", "hand_number", "overtime"]), JUNK),
    },
)


def read_or_refuse(value: object) -> Document | str:
    try:
        return document.read(value)
    except document.DocumentError as error:
        return str(error)


@pytest.mark.long
@settings(max_examples=600, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(GAME)
def test_no_input_raises_anything_but_a_document_error(value: object) -> None:
    game = read_or_refuse(value)
    if isinstance(game, str):
        assert 0 < len(game) < 400
        return
    scored = document.scored(game)
    assert json.loads(json.dumps(scored, allow_nan=False)) == scored
    assert document.sheet_text(game)
    document.differences(game)


@pytest.mark.long
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(some_rules(), st.lists(ENTRY, max_size=11), st.sampled_from(["taken", "points"]))
def test_whatever_an_entry_holds_becomes_a_fault_or_a_hand(
    rules: Rules, entries: list[object], field: str
) -> None:
    facts = read_facts(rules, {field: entries})
    result, _ = step(rules, begin(rules, Start((0,) * rules.players)), facts)
    assert result.valid == (not result.faults)
