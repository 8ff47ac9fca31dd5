"""docs/rules.md, "Presets"."""

from __future__ import annotations

import pytest

from scorekeeper.hearts.presets import PRESETS, Preset, preset_of, rules_for
from scorekeeper.hearts.rules import Rules, RulesError

FITTING = [(preset, players) for preset in PRESETS.values() for players in preset.players]


def named(preset: Preset | int) -> str:
    return preset.key if isinstance(preset, Preset) else str(preset)


def test_the_presets_stand_in_their_order_under_their_keys() -> None:
    assert list(PRESETS) == [
        "standard",
        "short",
        "omnibus",
        "three",
        "five",
        "six",
        "partnership",
        "spot",
        "black_maria",
        "cancellation",
    ]
    assert all(key == preset.key for key, preset in PRESETS.items())


@pytest.mark.parametrize(("preset", "players"), FITTING, ids=named)
def test_a_preset_makes_rules_for_every_number_it_names(preset: Preset, players: int) -> None:
    rules = rules_for(preset, players)
    assert rules.players == players
    assert rules.differences() == preset.rules
    assert Rules.from_mapping(rules.differences(), players=players) == rules


@pytest.mark.parametrize("preset", PRESETS.values(), ids=named)
def test_a_preset_says_in_one_sentence_what_it_is(preset: Preset) -> None:
    assert preset.sentence.endswith(".")
    assert ". " not in preset.sentence
    assert len(preset.sentence) < 100


@pytest.mark.parametrize("players", range(3, 11))
def test_every_table_has_a_choice_of_presets(players: int) -> None:
    assert {"standard", "short", "omnibus", "spot"} <= {
        preset.key for preset in PRESETS.values() if players in preset.players
    }


@pytest.mark.parametrize(
    ("key", "players", "fitting"),
    [
        ("black_maria", 4, "3"),
        ("cancellation", 5, "6, 7, 8, 9, 10"),
        ("three", 4, "3"),
        ("standard", 11, "3, 4"),
    ],
)
def test_a_preset_for_another_number_is_refused(key: str, players: int, fitting: str) -> None:
    with pytest.raises(RulesError, match=f"{PRESETS[key].name} is for {fitting}") as caught:
        rules_for(PRESETS[key], players)
    assert (caught.value.field, caught.value.value) == ("players", players)


@pytest.mark.parametrize(
    ("key", "players", "deck", "limit"),
    [
        ("standard", 4, 26, 100),
        ("short", 4, 26, 50),
        ("omnibus", 4, 26, 100),
        ("three", 3, 26, 100),
        ("five", 5, 26, 100),
        ("six", 6, 26, 100),
        ("partnership", 4, 26, 100),
        ("spot", 4, 129, 500),
        ("black_maria", 3, 43, 100),
        ("cancellation", 6, 52, 100),
    ],
)
def test_a_preset_plays_for_its_points(key: str, players: int, deck: int, limit: int) -> None:
    rules = rules_for(PRESETS[key], players)
    assert (rules.deck_points, rules.limit) == (deck, limit)


def test_black_maria_always_passes_right_and_cancellation_never_passes() -> None:
    assert rules_for(PRESETS["black_maria"], 3).cycle == ("right",)
    assert rules_for(PRESETS["cancellation"], 6).cycle == ("hold",)


@pytest.mark.parametrize(("preset", "players"), FITTING, ids=named)
def test_a_preset_is_recognised_by_its_rules(preset: Preset, players: int) -> None:
    found = preset_of(rules_for(preset, players))
    assert found is not None
    assert found.rules == preset.rules


@pytest.mark.parametrize(
    ("rules", "key"),
    [
        (Rules(limit=50), "short"),
        (Rules(limit=70), "standard"),
        (Rules(limit=50, max_hands=8), "standard"),
        (Rules(players=3, max_hands=9), "standard"),
        (Rules(jack="JD", limit=50), "omnibus"),
        (Rules(hearts="rank", queen_points=25, limit=300), "spot"),
        (Rules(hearts="rank", queen_points=25), "spot"),
    ],
)
def test_the_length_of_a_game_makes_it_no_other_game(rules: Rules, key: str) -> None:
    assert preset_of(rules) is PRESETS[key]


@pytest.mark.parametrize(
    "rules",
    [
        Rules(sun=True),
        Rules(jack="JD", jack_value=-5),
        Rules(players=5, decks=2, pass_cycle=("hold",)),  # Cancellation is for six and more
        Rules(players=4, king_spades_points=10, ace_spades_points=7, pass_cycle=("right",)),
    ],
)
def test_a_table_with_rules_of_its_own_plays_no_preset(rules: Rules) -> None:
    assert preset_of(rules) is None


def test_a_preset_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        PRESETS["spot"].rules["limit"] = 1  # type: ignore[index]
