"""docs/rules.md, "House rules": what rules are made of and what follows from them."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
from pathlib import Path

import pytest
from hypothesis import given

from scorekeeper.hearts.cards import RANKS
from scorekeeper.hearts.rotation import PASSINGS
from scorekeeper.hearts.rules import FIELD_NAMES, Rules, RulesError
from scorekeeper.hearts.rules_checks import CHOICES, team_layouts
from tests.hearts.some_rules import some_rules

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"

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
    (7, {"pass_cycle": ["scatter"], "hearts_removed": ["2", "3", "4", "5"]}),  # six cards for six others
    (5, {"pass_cycle": ["hold"]}),
    (4, {"pass_count": 13}),
    (4, {"hearts_removed": list(RANKS[:-1])}),
    (10, {"hearts_removed": list(RANKS[1:])}),
    (4, {"limit": 1_000_000_000, "max_hands": 1_000_000_000}),
    (4, {"limit": 1}),
]


@pytest.mark.parametrize(("players", "fields"), ALLOWED)
def test_what_makes_sense_is_allowed(players: int, fields: dict[str, object]) -> None:
    assert set(Rules.from_mapping(fields, players=players).differences()) == set(fields)


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


@given(some_rules())
def test_rules_come_back_from_their_differences_a_copy_and_a_pickle(rules: Rules) -> None:
    said = json.loads(json.dumps(rules.differences()))
    again = pickle.loads(pickle.dumps(rules))  # noqa: S301  # our own bytes
    assert Rules.from_mapping(said, players=rules.players) == rules == again == copy.deepcopy(rules)
    assert hash(again) == hash(rules)
    assert dict(again.named) == dict(rules.named)


@given(some_rules())
def test_every_card_that_is_not_removed_is_dealt_or_left_over(rules: Rules) -> None:
    cards = (52 - len(rules.hearts_removed)) * rules.decks
    assert rules.tricks * rules.players + rules.left_over == cards
    assert 0 <= rules.left_over < rules.players
