"""docs/rules.md, "What rules may not be"."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.hearts.cards import RANKS
from scorekeeper.hearts.rotation import PASSINGS
from scorekeeper.hearts.rules import FIELD_NAMES, Rules, RulesError
from tests.hearts.some_rules import some_fields

# Field, value, players, and something of what would be right.
ALONE: list[tuple[str, object, int, str]] = [
    ("limit", 0, 4, "a whole number from 1 to 1000000000000000"),
    ("limit", -100, 4, "a whole number from 1"),
    ("limit", 10**30, 4, "to 1000000000000000"),
    ("limit", True, 4, "a whole number"),
    ("limit", 100.0, 4, "a whole number"),
    ("limit", "100", 4, "a whole number"),
    ("limit", None, 4, "a whole number"),
    ("max_hands", 0, 4, "from 1 to 1000000000000000, or null for none"),
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
    ("pass_cycle", ["across"], 3, "which can pass left, right, left2, right2, hold, scatter"),
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


@given(some_fields())
def test_the_field_that_is_refused_is_one_that_was_said(drawn: tuple[int, dict[str, object]]) -> None:
    players, fields = drawn
    try:
        Rules.from_mapping(fields, players=players)
    except RulesError as error:
        assert fields[error.field] == error.value  # noqa: PT017  # what was refused is what is tested


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
