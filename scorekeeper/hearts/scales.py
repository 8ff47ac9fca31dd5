"""Which games can be compared by their scores: those whose cards cost the same. A Spot score of 40 is no
standard score of 40, so no figure is ever taken over both.

A scale is a short key: a preset's own where its cards cost the same, else what makes it different, piece by
piece. How the moon is scored, how is passed or how a tie is broken makes no scale of its own.
"""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import Final

from scorekeeper.hearts.presets import PRESETS, rules_for
from scorekeeper.hearts.rules import Rules

STANDARD: Final = "standard"
SHORT: Final = "short"
# Games of these scales usually go to 500, the others to 100.
USUAL_LIMIT: Final = MappingProxyType({"one": 100, "rank": 500})

_WORDS: Final = MappingProxyType(
    {
        "rank": "hearts by rank",
        "hearts": "{} hearts",
        "queen": "Q♠ {}",
        "king": "K♠ {}",
        "ace": "A♠ {}",
        "jack": "bonus card {}",
        "bonus": "no trick −{}",
        "decks": "{} decks",
        "teams": "teams",
        SHORT: "short",
    }
)


def scale_of(rules: Rules) -> str:
    """The scale of games by these rules, the number of players aside: "standard", "spot", "queen5+teams".

    Games that end at half the usual limit or sooner, or after a number of hands, are short: their hands
    compare, but their totals do not.
    """
    pieces = _pieces(rules)
    named = _presets().get(pieces, "+".join(pieces))
    if not _is_short(rules):
        return named
    return SHORT if named == STANDARD else f"{named}+{SHORT}"


def scale_name(scale: str) -> str:
    """A scale in words: "Standard", "Spot Hearts", "House rules: Q♠ 5, teams"."""
    first, _, rest = scale.partition("+")
    more = [_in_words(piece) for piece in rest.split("+") if piece]
    if first in PRESETS:
        return ", ".join([PRESETS[first].name, *more])
    return f"House rules: {', '.join([_in_words(first), *more])}"


def _pieces(rules: Rules) -> tuple[str, ...]:
    said = {
        "rank": rules.hearts == "rank",
        f"hearts{len(rules.ranks)}": bool(rules.hearts_removed),
        f"queen{rules.queen_points}": rules.queen_points != 13,
        f"king{rules.king_spades_points}": rules.king_spades_points != 0,
        f"ace{rules.ace_spades_points}": rules.ace_spades_points != 0,
        f"jack{rules.jack_value}": rules.jack != "off",
        f"bonus{rules.no_trick_bonus}": rules.no_trick_bonus != 0,
        f"decks{rules.decks}": rules.decks != 1,
        "teams": rules.teams is not None,
    }
    return tuple(piece for piece, applies in said.items() if applies)


def _is_short(rules: Rules) -> bool:
    return 2 * rules.limit <= USUAL_LIMIT[rules.hearts] or rules.max_hands is not None


@cache
def _presets() -> MappingProxyType[tuple[str, ...], str]:
    """The presets' keys by what makes their scale; three, five and six share the standard game's."""
    found: dict[tuple[str, ...], str] = {}
    for preset in PRESETS.values():
        found.setdefault(_pieces(rules_for(preset, preset.players[0])), preset.key)
    return MappingProxyType(found)


def _in_words(piece: str) -> str:
    name = piece.rstrip("-0123456789")
    number = piece[len(name) :].replace("-", "−")
    return _WORDS.get(name, "{}").format(number) if name in _WORDS else piece
