"""docs/rules.md, "House rules" and "What rules may not be"."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.hearts.cards import RANKS
from scorekeeper.hearts.rotation import PASSINGS, is_possible
from scorekeeper.hearts.rules import FIELD_NAMES, Rules, RulesError
from scorekeeper.hearts.rules_checks import CHOICES, FLAGS, NUMBERS, team_layouts

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"

# Field, value, other fields, players, and something of what would be right.
ALONE: list[tuple[str, object, int, str]] = [
    ("limit", 0, 4, "a whole number from 1 to 1000000000"),
    ("limit", -100, 4, "a whole number from 1"),
    ("limit", 10**30, 4, "to 1000000000"),
    ("limit", True, 4, "a whole number"),
    ("limit", 100.0, 4, "a whole number"),
    ("limit", "100", 4, "a whole number"),
    ("limit", None, 4, "a whole number"),
    ("max_hands", 0, 4, "from 1 to 1000000000, or null for none"),
    ("max_hands", False, 4, "null for none"),
    ("moon", "adds", 4, "one of add, subtract, choice, no_handing_win, avoid_ending, off"),
    ("moon", None, 4, "one of add"),
    ("moon", ["add"], 4, "one of add"),
    ("moon", {}, 4, "one of add"),
    ("moon_value", 0, 4, "from 1 to 100000, or null"),
    ("moon_value", 100_001, 4, "to 100000"),
    ("sun", 1, 4, "true or false"),
    ("sun", "yes", 4, "true or false"),
    ("sun", None, 4, "true or false"),
    ("jack", "QD", 4, "one of off, JD, TD"),
    ("jack", False, 4, "one of off, JD, TD"),
    ("jack_value", 10, 4, "from -100000 to -1"),
    ("jack_value", 0, 4, "to -1"),
    ("jack_needed_for_moon", 0, 4, "true or false"),
    ("jack_in_moon", "on_top", 4, "one of separate, absorbed"),
    ("hearts", 1, 4, "one of one, rank"),
    ("queen_points", -1, 4, "from 0 to 100000"),
    ("king_spades_points", -1, 4, "from 0"),
    ("ace_spades_points", 100_001, 4, "to 100000"),
    ("decks", 0, 4, "from 1 to 2"),
    ("decks", 3, 10, "from 1 to 2"),
    ("hearts_removed", ["1"], 4, "a list of ranks, each once: 2, 3"),
    ("hearts_removed", ["2", "2"], 4, "each once"),
    ("hearts_removed", [2], 4, "a list of ranks"),
    ("hearts_removed", [["2"]], 4, "a list of ranks"),
    ("hearts_removed", "2", 4, "a list of ranks"),
    ("hearts_removed", None, 4, "a list of ranks"),
    ("hearts_removed", list(RANKS), 4, "at least one heart must stay"),
    ("kitty", "first_trick", 4, "one of none, out_of_play"),
    ("teams", [[0, 2], [1, 3]], 5, "an even number of players, and there are 5"),
    ("teams", [[0, 1], [2, 3]], 4, "[[0, 2], [1, 3]]"),
    ("teams", [[0, 2], [1, 2]], 4, "every seat once"),
    ("teams", [[0, 2]], 4, "every seat once"),
    ("teams", [[0, 2], [1, 4]], 4, "[[0, 2], [1, 3]]"),
    ("teams", [[0], [1], [2], [3]], 4, "[[0, 2], [1, 3]]"),
    ("teams", [[0, 1, 2, 3]], 4, "[[0, 2], [1, 3]]"),
    ("teams", [[0, 2], [True, 3]], 4, "[[0, 2], [1, 3]]"),
    ("teams", [[0, 2], [1.0, 3]], 4, "[[0, 2], [1, 3]]"),
    ("teams", [[0, 1], [2, 3], [4, 5]], 6, "[[0, 3], [1, 4], [2, 5]] or [[0, 2, 4], [1, 3, 5]]"),
    ("teams", [], 4, "every seat once"),
    ("teams", [0, 1], 4, "every seat once"),
    ("teams", "pairs", 4, "every seat once"),
    ("teams", True, 4, "every seat once"),
    ("team_moon", "true", 4, "true or false"),
    ("tie", "share_it", 4, "one of play_on, share"),
    ("overtime_latched", None, 4, "true or false"),
    ("exact_limit_reset", -1, 4, "from 0"),
    ("exact_limit_reset", "50", 4, "or null"),
    ("no_trick_bonus", -5, 4, "from 0 to 100000"),
    ("no_trick_bonus", None, 4, "from 0"),
    ("floor_zero", 1, 4, "true or false"),
    ("pass_cycle", [], 4, "a list of 1 to 60 of left, right, across"),
    ("pass_cycle", ["left"] * 61, 4, "a list of 1 to 60"),
    ("pass_cycle", ["sideways"], 4, "a list of 1 to 60"),
    ("pass_cycle", "left", 4, "a list of 1 to 60"),
    ("pass_cycle", [1], 4, "a list of 1 to 60"),
    ("pass_cycle", [["left"]], 4, "a list of 1 to 60"),
    ("pass_cycle", ["left", "across"], 3, "nobody sits across at a table of 3"),
    ("pass_cycle", ["across"], 5, "left, right, left2, right2, hold, scatter"),
    ("pass_cycle", ["left2"], 3, "left2 is no way of its own at a table of 3"),
    ("pass_cycle", ["right2"], 3, "which can pass left, right, hold, scatter"),
    ("pass_cycle", ["scatter"], 8, "one card for each of 7 others, and a hand has only 6 cards"),
    ("pass_count", 0, 4, "from 1"),
    ("pass_count", 14, 4, "at most 13: a hand has only 13 cards with 4 players"),
    ("pass_count", 6, 10, "at most 5: a hand has only 5 cards with 10 players"),
    ("queen_breaks_hearts", 0, 4, "true or false"),
    ("points_on_first_trick", [], 4, "true or false"),
    ("hearts_lead_any_time", "", 4, "true or false"),
    ("lmit", 50, 4, "there is no such field; there are limit, max_hands, moon"),
    ("players", 4, 4, "there is no such field"),
    ("named", {}, 4, "there is no such field"),
]

TEAMS = {"teams": [[0, 2], [1, 3]]}
TOGETHER: list[tuple[str, dict[str, object], str]] = [
    ("sun", {"sun": True, "moon": "off"}, "only where there is a moon"),
    ("jack_needed_for_moon", {"jack_needed_for_moon": True}, "only where jack is JD or TD"),
    ("team_moon", {"team_moon": True}, "only where there are teams"),
    ("floor_zero", {"floor_zero": True, **TEAMS}, "false in a game with teams"),
    ("exact_limit_reset", {"exact_limit_reset": 50, **TEAMS}, "null in a game with teams"),
    ("exact_limit_reset", {"exact_limit_reset": 0, **TEAMS}, "null in a game with teams"),
    ("exact_limit_reset", {"exact_limit_reset": 100}, "below the limit of 100"),
    ("exact_limit_reset", {"exact_limit_reset": 50, "limit": 50}, "below the limit of 50"),
    ("pass_count", {"pass_count": 13, "hearts_removed": ["2"]}, "at most 12"),
]

# What a hasty check would refuse, and docs/rules.md does not.
ALLOWED: list[tuple[int, dict[str, object]]] = [
    (3, {"kitty": "out_of_play"}),
    (4, {"kitty": "out_of_play"}),
    (5, {"hearts": "rank", "kitty": "out_of_play"}),
    (6, {"decks": 2}),
    (4, {"decks": 2, "jack": "JD", "jack_needed_for_moon": True}),
    (6, {"teams": [[0, 3], [1, 4], [2, 5]], "team_moon": True}),
    (6, {"teams": [[0, 2, 4], [1, 3, 5]]}),
    (4, {"teams": [[3, 1], [0, 2]]}),
    (4, {"moon_value": 150, "queen_points": 50, "hearts": "rank"}),
    (4, {"queen_points": 0}),
    (4, {"jack_value": -5, "jack_in_moon": "absorbed"}),
    (4, {"moon": "off", "moon_value": 30}),
    (4, {"tie": "share", "overtime_latched": False}),
    (4, {"exact_limit_reset": 0, "floor_zero": True}),
    (4, {"exact_limit_reset": 99}),
    (3, {"pass_cycle": ["right"]}),
    (4, {"pass_cycle": ["left2", "left", "left", "scatter"]}),
    (7, {"pass_cycle": ["scatter"]}),
    (5, {"pass_cycle": ["hold"]}),
    (4, {"pass_count": 13}),
    (4, {"hearts_removed": list(RANKS[:-1])}),
    (10, {"hearts_removed": list(RANKS[1:])}),
    (4, {"limit": 1_000_000_000, "max_hands": 1_000_000_000}),
    (4, {"limit": 1}),
]


def refused(players: int, fields: dict[str, object]) -> RulesError:
    with pytest.raises(RulesError) as caught:
        Rules.from_mapping(fields, players=players)
    return caught.value


@pytest.mark.parametrize(("field", "value", "players", "right"), ALONE)
def test_a_field_that_cannot_be_is_refused_by_name_with_what_would_be_right(
    field: str, value: object, players: int, right: str
) -> None:
    error = refused(players, {field: value})
    assert error.field == field
    assert error.value == value
    assert type(error.value) is type(value)
    assert right in error.right
    assert str(error).startswith(f"{field} cannot be ")
    assert str(error).endswith(f": {error.right}.")
    assert len(str(error)) < 700


@pytest.mark.parametrize(("field", "fields", "right"), TOGETHER)
def test_fields_that_contradict_each_other_are_refused_by_the_one_that_asks_too_much(
    field: str, fields: dict[str, object], right: str
) -> None:
    error = refused(4, fields)
    assert error.field == field
    assert error.value == fields[field]
    assert right in str(error)


def test_every_field_has_a_value_that_is_refused() -> None:
    assert {field for field, *_ in ALONE} >= set(FIELD_NAMES)


@pytest.mark.parametrize(("players", "fields"), ALLOWED)
def test_what_makes_sense_is_allowed(players: int, fields: dict[str, object]) -> None:
    assert set(Rules.from_mapping(fields, players=players).differences()) == set(fields)


@pytest.mark.parametrize("players", [2, 11, 0, -4, True, 4.0, "4", None])
def test_a_game_has_three_to_ten_players(players: Any) -> None:
    with pytest.raises(RulesError, match=r"players cannot be .*: it must be a whole number from 3 to 10"):
        Rules(players=players)


@pytest.mark.parametrize("mapping", [None, [], "limit", 100, [["limit", 50]]])
def test_rules_that_are_no_object_are_refused(mapping: Any) -> None:
    with pytest.raises(RulesError, match="an object of fields and their values"):
        Rules.from_mapping(mapping, players=4)


def test_the_value_that_came_in_is_quoted_and_cut_short() -> None:
    assert str(refused(4, {"moon": "x" * 10_000})).startswith("moon cannot be 'xxxx")
    assert len(str(refused(4, {"moon": "x" * 10_000}))) < 200
    assert str(refused(4, {"limit": 10**5000})).startswith("limit cannot be a number that long: ")


def test_an_unknown_field_is_quoted_so_that_it_can_be_printed_anywhere() -> None:
    error = refused(4, {"\ud800\x1b[2J": 1})
    assert str(error).startswith(r"'\ud800\x1b[2J' cannot be 1: there is no such field")
    str(error).encode("ascii")


def test_a_refusal_travels_between_processes() -> None:
    error = refused(4, {"limit": 0})
    again = pickle.loads(pickle.dumps(error))  # noqa: S301  # our own bytes
    assert (again.field, again.value, again.right) == ("limit", 0, error.right)
    assert str(again) == str(error)


def test_the_standard_game_differs_in_nothing() -> None:
    assert Rules().differences() == {}
    assert Rules.from_mapping({}, players=4) == Rules()


def test_the_defaults_written_out_are_the_standard_game() -> None:
    written = {name: getattr(Rules(), name) for name in FIELD_NAMES}
    assert Rules.from_mapping(written, players=4).differences() == {}


def test_differences_come_in_the_order_of_the_fields_and_as_json() -> None:
    said = {"pass_cycle": ["right"], "teams": [[0, 2], [1, 3]], "hearts_removed": ["2"], "limit": 50}
    differences = Rules.from_mapping(said, players=4).differences()
    assert list(differences) == ["limit", "hearts_removed", "teams", "pass_cycle"]
    assert json.loads(json.dumps(differences)) == said


def test_the_same_rules_are_equal_however_their_lists_are_ordered() -> None:
    one = Rules.from_mapping({"hearts_removed": ["3", "2"], "teams": [[2, 0], [3, 1]]}, players=4)
    other = Rules.from_mapping({"hearts_removed": ["2", "3"], "teams": [[0, 2], [1, 3]]}, players=4)
    assert one == other
    assert hash(one) == hash(other)


def test_the_order_of_the_teams_stays_because_it_numbers_them() -> None:
    rules = Rules(teams=((1, 3), (0, 2)))
    assert rules.sides == ((1, 3), (0, 2))
    assert [rules.team_of(seat) for seat in range(4)] == [1, 0, 1, 0]


def test_without_teams_each_seat_is_its_own_side() -> None:
    rules = Rules(players=5)
    assert rules.sides == ((0,), (1,), (2,), (3,), (4,))
    assert [rules.team_of(seat) for seat in range(5)] == [0, 1, 2, 3, 4]


def test_rules_cannot_be_changed() -> None:
    rules = Rules()
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.limit = 50  # type: ignore[misc]
    with pytest.raises(TypeError):
        rules.named["queen"] = 0  # type: ignore[index]


def test_changed_rules_are_worked_out_anew() -> None:
    assert dataclasses.replace(Rules(), decks=2).deck_points == 52
    with pytest.raises(RulesError):
        dataclasses.replace(Rules(sun=True), moon="off")


@pytest.mark.parametrize(
    ("players", "fields", "deck", "moon", "tricks"),
    [
        (4, {}, 26, 26, 13),
        (3, {}, 26, 26, 17),
        (5, {}, 26, 26, 10),
        (6, {}, 26, 26, 8),
        (6, {"decks": 2}, 52, 52, 17),
        (4, {"hearts": "rank", "queen_points": 25}, 129, 129, 13),
        (3, {"king_spades_points": 10, "ace_spades_points": 7}, 43, 43, 17),
        (6, {"hearts_removed": ["2"]}, 25, 25, 8),
        (4, {"hearts": "rank", "hearts_removed": ["2", "A"]}, 101, 101, 12),
        (4, {"moon_value": 30}, 26, 30, 13),
        (3, {"kitty": "out_of_play"}, 26, 26, 17),
        (4, {"queen_points": 0}, 13, 13, 13),
        (4, {"jack": "JD"}, 26, 26, 13),
    ],
)
def test_the_figures_of_a_deck(
    players: int, fields: dict[str, object], deck: int, moon: int, tricks: int
) -> None:
    rules = Rules.from_mapping(fields, players=players)
    assert (rules.deck_points, rules.moon_points, rules.sun_points) == (deck, moon, 2 * moon)
    assert rules.tricks == tricks


def test_the_named_cards_in_play_stand_in_their_order_with_their_points() -> None:
    rules = Rules(jack="TD", king_spades_points=10, ace_spades_points=7)
    assert list(rules.named.items()) == [("queen", 13), ("jack", -10), ("king_spades", 10), ("ace_spades", 7)]
    assert rules.penalty_named == ("queen", "king_spades", "ace_spades")


def test_a_card_without_points_is_not_in_play() -> None:
    assert dict(Rules(queen_points=0).named) == {}
    assert dict(Rules().named) == {"queen": 13}


def test_hearts_in_two_decks_are_counted_twice_and_removed_from_both() -> None:
    rules = Rules(players=6, decks=2, hearts_removed=("2", "K"))
    assert rules.hearts_in_deck == 22
    assert rules.ranks == ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "A")
    assert set(rules.heart_points.values()) == {1}


@pytest.mark.parametrize(
    ("players", "fields", "kitty"),
    [
        (3, {}, 1),
        (4, {}, 0),
        (5, {}, 2),
        (6, {}, 4),
        (6, {"decks": 2}, 2),
        (3, {"hearts_removed": ["2"]}, 0),
        (9, {"decks": 2, "hearts_removed": ["2"]}, 3),
    ],
)
def test_a_kitty_holds_what_cannot_be_dealt_evenly(
    players: int, fields: dict[str, object], kitty: int
) -> None:
    fields = {"kitty": "out_of_play", **fields}
    assert Rules.from_mapping(fields, players=players).kitty_size == kitty
    assert Rules.from_mapping({**fields, "kitty": "none"}, players=players).kitty_size == 0


def test_the_passing_cycle_goes_by_the_players_unless_it_is_said() -> None:
    assert Rules(players=3).cycle == ("left", "right", "hold")
    assert Rules(players=3, pass_cycle=("right",)).cycle == ("right",)


@pytest.mark.parametrize("players", range(3, 11))
def test_teams_are_equal_sides_that_sit_evenly_round_the_table(players: int) -> None:
    layouts = team_layouts(players)
    assert bool(layouts) is (players % 2 == 0)
    for layout in layouts:
        assert sorted(seat for team in layout for seat in team) == list(range(players))
        for team in layout:
            gaps = {
                (after - before) % players for before, after in zip(team, team[1:] + team[:1], strict=True)
            }
            assert gaps == {len(layout)}
        assert Rules(players=players, teams=layout).teams == layout


def test_the_page_tells_every_field_and_every_value() -> None:
    page = PAGE.read_text(encoding="utf-8")
    said = {*FIELD_NAMES, *(value for values in CHOICES.values() for value in values), *PASSINGS}
    assert {word for word in said if f"`{word}`" not in page} == set()


def number(name: str) -> st.SearchStrategy[int | None]:
    low, high, nullable = NUMBERS[name]
    whole = (
        st.integers(low, high) | st.integers(max(low, 1), min(high, 60))
        if high > 1
        else st.integers(low, high)
    )
    return whole | st.none() if nullable else whole


@st.composite
def some_fields(draw: st.DrawFn) -> tuple[int, dict[str, object]]:
    """Players and fields that are each possible, and now and then contradict each other."""
    players = draw(st.integers(3, 10))
    ways = [passing for passing in PASSINGS if is_possible(passing, players)]
    every: dict[str, st.SearchStrategy[object]] = {
        **{name: st.sampled_from(values) for name, values in CHOICES.items()},
        **{name: st.booleans() for name in FLAGS},
        **{name: number(name) for name in NUMBERS},
        "hearts_removed": st.lists(st.sampled_from(RANKS), unique=True, max_size=12),
        "pass_cycle": st.none() | st.lists(st.sampled_from(ways), min_size=1, max_size=6),
        "teams": st.sampled_from([None, *([list(map(list, layout)) for layout in team_layouts(players)])]),
    }
    names = draw(st.lists(st.sampled_from(sorted(every)), unique=True, max_size=6))
    return players, {name: draw(every[name]) for name in names}


@given(some_fields())
def test_possible_rules_come_back_from_their_differences_a_copy_and_a_pickle(
    drawn: tuple[int, dict[str, object]],
) -> None:
    players, fields = drawn
    try:
        rules = Rules.from_mapping(fields, players=players)
    except RulesError as error:
        assert error.field in fields  # noqa: PT017  # which field is what is tested
        return
    assert Rules.from_mapping(json.loads(json.dumps(rules.differences())), players=players) == rules
    again = pickle.loads(pickle.dumps(rules))  # noqa: S301  # our own bytes
    assert again == rules == copy.deepcopy(rules)
    assert hash(again) == hash(rules)
    assert dict(again.named) == dict(rules.named)
    assert rules.tricks * players + rules.left_over == (52 - len(rules.hearts_removed)) * rules.decks


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from([*PASSINGS, *RANKS]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.dictionaries(st.sampled_from(FIELD_NAMES) | st.text(), ANYTHING, max_size=4) | ANYTHING,
    st.integers(3, 10) | ANYTHING,
)
def test_nothing_but_a_refusal_comes_of_any_json(mapping: Any, players: Any) -> None:
    try:
        rules = Rules.from_mapping(mapping, players=players)
    except RulesError as error:
        assert str(error).isprintable()  # noqa: PT017  # the sentence is what is tested
    else:
        assert Rules.from_mapping(rules.differences(), players=players) == rules
