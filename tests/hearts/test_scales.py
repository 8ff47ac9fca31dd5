"""Which games can be compared by their scores, and what that is called."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.hearts.presets import PRESETS, rules_for
from scorekeeper.hearts.rules import Rules
from scorekeeper.hearts.scales import scale_name, scale_of
from scorekeeper.records.models import SCALE_LENGTH


def scale(players: int = 4, **rules: Any) -> str:
    return scale_of(Rules.from_mapping(rules, players=players))


@pytest.mark.parametrize(
    "key", ["standard", "short", "omnibus", "partnership", "spot", "black_maria", "cancellation"]
)
def test_a_preset_whose_cards_cost_something_else_is_a_scale_of_its_own(key: str) -> None:
    preset = PRESETS[key]
    for players in preset.players:
        assert scale_of(rules_for(preset, players)) == key
    assert scale_name(key) == preset.name


@pytest.mark.parametrize("key", ["three", "five", "six"])
def test_the_standard_game_at_a_table_of_another_size_is_the_standard_game(key: str) -> None:
    preset = PRESETS[key]
    assert scale_of(rules_for(preset, preset.players[0])) == "standard"


@pytest.mark.parametrize(
    "rules",
    [
        {"moon": "subtract"},
        {"sun": True},
        {"tie": "share"},
        {"pass_cycle": ["hold"]},
        {"limit": 75},
        {"exact_limit_reset": 50},
        {"floor_zero": True},
        {"queen_breaks_hearts": True},
        {"jack_value": -20},
    ],
)
def test_how_the_moon_a_tie_or_a_pass_goes_makes_no_scale(rules: dict[str, Any]) -> None:
    assert scale(**rules) == "standard"


@pytest.mark.parametrize(
    ("rules", "key", "name"),
    [
        ({"limit": 50}, "short", "Short game"),
        ({"limit": 51}, "standard", "Standard"),
        ({"max_hands": 8}, "short", "Short game"),
        ({"hearts": "rank", "queen_points": 25, "limit": 250}, "spot+short", "Spot Hearts, short"),
        ({"hearts": "rank", "queen_points": 25, "limit": 251}, "spot", "Spot Hearts"),
        ({"hearts": "rank", "limit": 500}, "rank", "House rules: hearts by rank"),
        ({"queen_points": 5}, "queen5", "House rules: Q♠ 5"),
        ({"jack": "TD", "jack_value": -20}, "jack-20", "House rules: bonus card −20"),
        ({"no_trick_bonus": 5}, "bonus5", "House rules: no trick −5"),
        ({"hearts_removed": ["2", "3"]}, "hearts11", "House rules: 11 hearts"),
        (
            {"jack": "JD", "teams": [[0, 2], [1, 3]], "limit": 50},
            "jack-10+teams+short",
            "House rules: bonus card −10, teams, short",
        ),
    ],
)
def test_whatever_changes_what_cards_cost_does(rules: dict[str, Any], key: str, name: str) -> None:
    assert scale(**rules) == key
    assert scale_name(key) == name


def test_the_longest_scale_there_can_be_fits_its_column() -> None:
    most = {
        "hearts": "rank",
        "hearts_removed": ["2", "3", "4"],
        "queen_points": 100_000,
        "king_spades_points": 100_000,
        "ace_spades_points": 100_000,
        "jack": "JD",
        "jack_value": -100_000,
        "no_trick_bonus": 100_000,
        "decks": 2,
        "teams": [[0, 2, 4, 6, 8], [1, 3, 5, 7, 9]],
        "limit": 1,
    }
    assert len(scale(10, **most)) <= SCALE_LENGTH
