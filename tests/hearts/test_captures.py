"""Captures from points, held against every capture there is in small decks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

import pytest

from scorekeeper.hearts.captures import AMBIGUOUS, open_cards, read_points, written_with
from scorekeeper.hearts.partitions import NO_WAY, SOME_WAYS, deal_out
from scorekeeper.hearts.rules import Rules
from scorekeeper.hearts.taken import Taken, codes


class Held(NamedTuple):
    """What a seat has in the enumeration: hearts by rank, queens and bonus cards."""

    hearts: tuple[str, ...]
    queen: int
    jack: int


class Story(NamedTuple):
    order: int  # 0 raw moon of one seat, 1 of partners, 2 applied, 3 ordinary
    shooter: int | None
    said: str | None
    sun: bool
    jacks: tuple[int, ...]


# Few hearts, a cheap queen and a small bonus card make many captures come to the same points.
SMALL = {"hearts_removed": ["2", "3", "4", "6", "7", "8", "9", "10", "J"], "queen_points": 3, "pass_count": 1}
CHEAP_JACK = {"jack": "JD", "jack_value": -2}
GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "plain": (3, {}),
    "off": (3, {"moon": "off"}),
    "bonus card": (3, CHEAP_JACK),
    "bonus card worth a moon": (3, {"jack": "JD", "jack_value": -7}),
    "bonus card needed": (3, {**CHEAP_JACK, "jack_needed_for_moon": True}),
    "bonus card absorbed": (3, {**CHEAP_JACK, "jack_in_moon": "absorbed"}),
    "kitty": (4, {"kitty": "out_of_play"}),
    "kitty and bonus card": (4, {"kitty": "out_of_play", **CHEAP_JACK}),
    "kitty, bonus card needed, sun": (
        4,
        {
            "kitty": "out_of_play",
            **CHEAP_JACK,
            "jack_needed_for_moon": True,
            "sun": True,
            "no_trick_bonus": 1,
        },
    ),
    "sun": (3, {"sun": True}),
    "sun and bonus card": (3, {"sun": True, **CHEAP_JACK}),
    "no-trick bonus": (3, {"no_trick_bonus": 2}),
    "no-trick bonus, off": (3, {"no_trick_bonus": 2, "moon": "off"}),
    "no-trick bonus like the bonus card": (3, {"no_trick_bonus": 2, **CHEAP_JACK}),
    "teams": (4, {"teams": [[0, 2], [1, 3]]}),
    "teams and bonus card": (4, {"teams": [[0, 2], [1, 3]], **CHEAP_JACK}),
    "team moon": (4, {"teams": [[0, 2], [1, 3]], "team_moon": True, **CHEAP_JACK}),
    "team moon absorbed": (
        4,
        {"teams": [[0, 2], [1, 3]], "team_moon": True, **CHEAP_JACK, "jack_in_moon": "absorbed"},
    ),
    "ranks": (3, {"hearts": "rank"}),
    "ranks and bonus card": (3, {"hearts": "rank", "jack": "JD", "jack_value": -12}),
    "moon value": (3, {"moon_value": 4}),
    "moon value and bonus card": (3, {"moon_value": 2, **CHEAP_JACK}),
    "two decks": (3, {"decks": 2, "hearts_removed": [*SMALL["hearts_removed"], "5", "Q"], **CHEAP_JACK}),
}


def rules_of(name: str) -> Rules:
    players, fields = GAMES[name]
    return Rules.from_mapping({**SMALL, **fields}, players=players)


def every_capture(rules: Rules) -> Iterator[tuple[Held, ...]]:
    """Every way the cards can lie, with up to `kitty_size` of them nobody's; hearts of a worth are alike."""
    places = range(rules.players + (rules.kitty_size > 0))
    kitty = rules.players
    hearts = (
        product(*(combinations_with_replacement(places, rules.decks) for _ in rules.ranks))
        if rules.hearts == "rank"
        else ((holders,) for holders in combinations_with_replacement(places, rules.hearts_in_deck))
    )
    ranks = rules.ranks if rules.hearts == "rank" else ("A",)
    jack = "jack" in rules.named
    named = list(combinations_with_replacement(places, rules.decks))
    for where, queens, jacks in product(hearts, named, named if jack else [()]):
        if sum(holders.count(kitty) for holders in (*where, queens, jacks)) <= rules.kitty_size:
            yield tuple(
                Held(
                    tuple(
                        rank
                        for rank, holders in zip(ranks, where, strict=True)
                        for _ in range(holders.count(seat))
                    ),
                    queens.count(seat),
                    jacks.count(seat),
                )
                for seat in range(rules.players)
            )


def cost(rules: Rules, held: Held) -> int:
    hearts = sum(rules.heart_points[rank] if rules.hearts == "rank" else 1 for rank in held.hearts)
    return hearts + held.queen * rules.queen_points


def every_story(rules: Rules, captures: tuple[Held, ...]) -> Iterator[tuple[tuple[int, ...], Story]]:
    """Every form in which a sheet may hold these captures, and what it says then."""
    seats = range(rules.players)
    costs = [cost(rules, held) for held in captures]
    worth = rules.named.get("jack", 0)
    jacks = tuple(held.jack for held in captures)
    raw = tuple(cost + worth * jack for cost, jack in zip(costs, jacks, strict=True))
    empty = [seat for seat in seats if not costs[seat] and not jacks[seat]]
    shooter, order = shooter_of(rules, costs, jacks)
    alone = len(empty) == rules.players - 1
    if shooter is not None or (rules.sun and alone):
        suns = [(False, shooter)] if shooter is not None else []
        if rules.sun and alone:
            (winner,) = set(seats) - set(empty)
            suns.append((True, winner))
        for sun, seat in suns:
            assert seat is not None
            mine = rules.sides[rules.team_of(seat)] if rules.team_moon and not sun else (seat,)
            counts = [0 if other in mine else jacks[other] for other in seats]
            if rules.jack_in_moon == "separate":
                counts[seat] = sum(jacks[other] for other in mine)
            counted = tuple(counts)
            value = rules.moon_points * (2 if sun else 1)
            added = [0 if rules.team_of(other) == rules.team_of(seat) else value for other in seats]
            for said, base in (
                ("add", added),
                ("subtract", [-value if other == seat else 0 for other in seats]),
            ):
                points = tuple(b + worth * count for b, count in zip(base, counted, strict=True))
                yield points, Story(2, seat, said, sun, counted)
            if not sun:
                yield raw, Story(order, seat, None, False, counted)
    if shooter is None:
        for written in product([False, True], repeat=len(empty) if rules.no_trick_bonus else 0):
            without = [seat for seat, yes in zip(empty, written, strict=False) if yes]
            if not (rules.sun and len(without) == rules.players - 1):
                points = tuple(
                    -rules.no_trick_bonus if seat in without else number for seat, number in enumerate(raw)
                )
                yield points, Story(3, None, None, False, ())


def shooter_of(rules: Rules, costs: list[int], jacks: tuple[int, ...]) -> tuple[int | None, int]:
    holders = [seat for seat, cost in enumerate(costs) if cost]
    if rules.moon == "off" or not holders:
        return None, 3
    teams = {rules.team_of(seat) for seat in holders}
    if len(holders) > 1 and not (rules.team_moon and len(teams) == 1):
        return None, 3
    side = rules.sides[teams.pop()] if rules.team_moon else (holders[0],)
    shooter = holders[0] if len(holders) == 1 else min(side)
    if rules.jack_needed_for_moon and sum(jacks[seat] for seat in side) < rules.decks:
        return None, 3
    return shooter, 0 if len(holders) == 1 else 1


def taken(rules: Rules, entry: Taken) -> Held:
    hearts = entry.ranks or () if rules.hearts == "rank" else ("A",) * entry.hearts
    return Held(tuple(hearts), entry.queen, entry.jack)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_points_are_read_as_the_captures_that_give_them(name: str) -> None:
    rules = rules_of(name)
    forms: dict[tuple[int, ...], Counter[tuple[Story, tuple[Held, ...]]]] = defaultdict(Counter)
    for captures in every_capture(rules):
        for points, story in every_story(rules, captures):
            forms[points][story, captures] += 1
    for points, told in forms.items():
        first = min(story.order for story, _ in told)
        stories = {story for story, _ in told if story.order == first}
        ways = {captures for story, captures in told if story.order == first}
        reading = read_points(rules, points)
        if first == 3:
            assert (reading.faults, reading.shot) == ((), None), points
        elif not agree(rules, stories):
            assert [fault.card for fault in reading.faults] == [AMBIGUOUS], points
            continue
        else:
            assert reading.shot is not None, points
            assert reading.shot.shooter == min(story.shooter or 0 for story in stories), points
            expected = {(story.said, story.sun, story.jacks) for story in stories}
            assert {(reading.said, reading.shot.sun, reading.jacks)} == expected, points
        if reading.captures is None:
            assert len(ways) > 1 or len(stories) > 1, points
        else:
            assert {tuple(taken(rules, entry) for entry in reading.captures)} == ways, points


def agree(rules: Rules, stories: set[Story]) -> bool:
    """Whether scores and shooter agree; that either partner may have shot an added moon changes none."""
    if len({(story.said, story.sun, story.jacks) for story in stories}) > 1:
        return False
    shooters = {story.shooter for story in stories}
    applied = all(story.order == 2 for story in stories)
    return len(shooters) == 1 or (applied and len({rules.team_of(seat or 0) for seat in shooters}) == 1)


@pytest.mark.parametrize("name", GAMES)
def test_points_that_no_capture_gives_are_refused_by_their_sum_and_values(name: str) -> None:
    rules = rules_of(name)
    forms = {points for captures in every_capture(rules) for points, _ in every_story(rules, captures)}
    sums = {sum(points) for points in forms}
    values = {value for points in forms for value in points}
    low, high = min(values) - 1, max(values) + 1
    step = max(1, (high - low) ** rules.players // 20_000)
    refused = 0
    for points in list(product(range(low, high + 1), repeat=rules.players))[::step]:
        if points in forms:
            continue
        refused += 1
        expected = ["negative"] if any(value < 0 and value not in values for value in points) else []
        expected.append("points_impossible" if sum(points) in sums else "points_total")
        assert codes(read_points(rules, points).faults) == expected, points
    assert refused > 50


@pytest.mark.parametrize(
    ("points", "card", "seats"),
    [
        ((13, 0, 13, 0), "queen", (0, 2)),
        ((13, 13, 0, 0), "queen", (0, 1)),
    ],
)
def test_a_table_is_asked_who_may_have_had_the_queen(
    points: tuple[int, ...], card: str, seats: tuple[int, ...]
) -> None:
    rules = Rules()
    assert read_points(rules, points).captures is None
    assert open_cards(rules, points) == {card: seats}
    for seat in seats:
        captures = read_points(rules, points, {card: (seat,)}).captures
        assert captures is not None
        assert [entry.queen for entry in captures] == [int(other == seat) for other in range(4)]


@pytest.mark.parametrize(
    ("players", "rules", "added", "subtracted"),
    [
        (4, {"moon": "choice"}, (26, 0, 26, 26), (0, -26, 0, 0)),
        (5, {"moon": "choice", "kitty": "out_of_play"}, (26, 26, 26, 0, 26), (0, 0, 0, -26, 0)),
        (4, {"moon": "choice", "jack": "JD"}, (26, 16, 0, 26), (0, -10, -26, 0)),
        (4, {"moon": "choice", "sun": True}, (52, 0, 52, 52), (0, -52, 0, 0)),
        (6, {"moon": "choice", "decks": 2}, (0, 52, 52, 52, 52, 52), (-52, 0, 0, 0, 0, 0)),
    ],
)
def test_points_with_one_choice_are_written_with_the_other(
    players: int, rules: dict[str, Any], added: tuple[int, ...], subtracted: tuple[int, ...]
) -> None:
    by = Rules.from_mapping(rules, players=players)
    for written in (added, subtracted):
        assert written_with(by, written, "add") == added
        assert written_with(by, written, "subtract") == subtracted
    raw = (0, 26, *[0] * (players - 2))
    assert written_with(by, raw, "subtract") == raw


def test_nothing_is_asked_where_the_points_tell_the_cards() -> None:
    assert open_cards(Rules(), (4, 19, 3, 0)) == {}


def test_the_answer_must_fit_the_points() -> None:
    assert codes(read_points(Rules(), (13, 0, 13, 0), {"queen": (1,)}).faults) == ["points_impossible"]


def test_two_queens_of_two_decks_may_be_asked_for() -> None:
    rules = Rules(players=6, decks=2)
    assert open_cards(rules, (26, 13, 13, 0, 0, 0)) == {"queen": (0, 1, 2)}
    captures = read_points(rules, (26, 13, 13, 0, 0, 0), {"queen": (0, 0)}).captures
    assert captures is not None
    assert [entry.queen for entry in captures] == [2, 0, 0, 0, 0, 0]


def test_who_of_two_partners_shot_an_added_moon_stays_open() -> None:
    rules = Rules(teams=((0, 2), (1, 3)))
    reading = read_points(rules, (0, 26, 0, 26))
    assert reading.shooter_open
    assert reading.captures is None
    known = read_points(rules, (0, 26, 0, 26), {"queen": (2,)})
    assert known.shot is not None
    assert (known.shot.shooter, known.shooter_open) == (2, False)


def test_a_search_without_end_is_given_up_and_taken_for_several_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.hearts.partitions._MOST_STEPS", 5)
    assert deal_out(range(14, 1, -1), [2] * 13, [20, 30, 40, 50, 68], 0) is SOME_WAYS


@pytest.mark.parametrize(
    ("needs", "spare"), [([2, 2, 0], 0), ([-1, 6, 0], 0), ([1, 0, 0], 1), ([6, 0, 0], 5), ([1, 1, 3], 0)]
)
def test_cards_that_do_not_come_to_the_needs_cannot_be_dealt_out(needs: list[int], spare: int) -> None:
    assert deal_out([3, 2], [1, 1], needs, spare) is NO_WAY
