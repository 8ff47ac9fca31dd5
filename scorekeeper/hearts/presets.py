"""The games a table can start from (docs/rules.md, "Presets"): data, of which every field can be changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from scorekeeper.hearts.rules import Rules, RulesError
from scorekeeper.hearts.rules_checks import FEWEST_PLAYERS, MOST_PLAYERS
from scorekeeper.hearts.speech import as_text

# How long a game lasts says nothing about the kind of game it is.
LENGTH_FIELDS: Final = ("limit", "max_hands")

ANY_NUMBER: Final = tuple(range(FEWEST_PLAYERS, MOST_PLAYERS + 1))


@dataclass(frozen=True, slots=True)
class Preset:
    """A game by its name: what differs from the standard game, and how many players it fits."""

    key: str
    name: str
    sentence: str
    players: tuple[int, ...]
    rules: Mapping[str, object]  # as in a document's `rules`


def _preset(
    key: str, name: str, sentence: str, players: tuple[int, ...] = ANY_NUMBER, **rules: object
) -> Preset:
    return Preset(key, name, as_text(sentence), players, MappingProxyType(rules))


_ALL: Final = (
    _preset("standard", "Standard", "Each heart counts 1 and the Q♠ 13; at 100 the lowest total wins."),
    _preset("short", "Short game", "The standard game, over as soon as somebody reaches 50.", limit=50),
    _preset(
        "omnibus", "Omnibus", "The standard game, and whoever wins the J♦ takes 10 points off.", jack="JD"
    ),
    _preset("three", "Three players", "The standard game without the 2♦: 17 cards each.", (3,)),
    _preset("five", "Five players", "The standard game without the 2♦ and the 2♣: 10 cards each.", (5,)),
    _preset("six", "Six players", "The standard game without four low cards: 8 cards each.", (6,)),
    _preset(
        "partnership",
        "Partnership",
        "Two against two: partners sit opposite each other and add up their points.",
        (4,),
        teams=[[0, 2], [1, 3]],
    ),
    _preset(
        "spot",
        "Spot Hearts",
        "Every heart counts its rank, up to 14 for the ace, the Q♠ counts 25, and the game goes to 500.",
        limit=500,
        hearts="rank",
        queen_points=25,
    ),
    _preset(
        "black_maria",
        "Black Maria",
        "Three players, always passing right; the K♠ counts 10 and the A♠ 7 on top of the Q♠.",
        (3,),
        king_spades_points=10,
        ace_spades_points=7,
        pass_cycle=["right"],
    ),
    _preset(
        "cancellation",
        "Cancellation",
        "Six or more players with two decks: equal cards in a trick cancel each other, and nobody passes.",
        tuple(number for number in ANY_NUMBER if number >= 6),
        decks=2,
        pass_cycle=["hold"],
    ),
)
PRESETS: Final[Mapping[str, Preset]] = MappingProxyType({preset.key: preset for preset in _ALL})


def rules_for(preset: Preset, players: int) -> Rules:
    """The preset's rules at a table of so many. Raises RulesError where it is not for that many."""
    if players not in preset.players:
        fitting = ", ".join(str(number) for number in preset.players)
        raise RulesError("players", players, f"{preset.name} is for {fitting} players")
    return Rules.from_mapping(preset.rules, players=players)


def preset_of(rules: Rules) -> Preset | None:
    """The first preset that fits the table and has these very rules, or else all but the game's length.

    None: they are the table's own house rules.
    """
    said = rules.differences()
    fitting = [preset for preset in _ALL if rules.players in preset.players]
    for preset in fitting:
        if said == preset.rules:
            return preset
    kind = kind_of(said)
    return next((preset for preset in fitting if kind == kind_of(preset.rules)), None)


def kind_of(differences: Mapping[str, object]) -> dict[str, object]:
    """What is left of some differences when the length of the game is left out of account."""
    return {name: value for name, value in differences.items() if name not in LENGTH_FIELDS}
