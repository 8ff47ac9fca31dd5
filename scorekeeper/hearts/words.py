"""The rules of a game in words: one line for a header and the passes.

The longer texts stand in files of their own: rules_card.py, fields.py and how_to_play.py.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from scorekeeper.hearts.fields import FIELDS
from scorekeeper.hearts.how_to_play import HOW_TO_PLAY
from scorekeeper.hearts.presets import kind_of, preset_of
from scorekeeper.hearts.rotation import HOLD, SCATTER
from scorekeeper.hearts.rules import Rules
from scorekeeper.hearts.rules_card import rules_card
from scorekeeper.hearts.speech import counted, plural

__all__ = [
    "FIELDS",
    "HOW_TO_PLAY",
    "PASS_WORDS",
    "kind_in_words",
    "pass_detail",
    "pass_line",
    "rules_card",
    "summary",
]

# A way of passing as a heading.
PASS_WORDS: Final = MappingProxyType(
    {
        "left": "Pass left",
        "right": "Pass right",
        "across": "Pass across",
        "left2": "Pass two seats left",
        "right2": "Pass two seats right",
        "hold": "Hold",
        "scatter": "Scatter",
    }
)


def kind_in_words(rules: Rules) -> str:
    """What sort of game it is, its length aside: "standard rules", the name of a preset, or "house rules"."""
    preset = preset_of(rules)
    if preset is None:
        return "house rules"
    return preset.name if kind_of(preset.rules) else "standard rules"


def summary(rules: Rules) -> str:
    """One line for a header: "Game to 100 · standard rules"."""
    hands = f" or {rules.max_hands} {plural('hand', rules.max_hands)}" if rules.max_hands else ""
    return f"Game to {rules.limit}{hands} · {kind_in_words(rules)}"


def pass_detail(passing: str, rules: Rules) -> str:
    """What stands under the heading `PASS_WORDS[passing]`: "three cards", or what a hold means."""
    if passing == HOLD:
        return "keep your cards"
    if passing == SCATTER:
        return "one card to each other player"
    return counted(rules.pass_count, "card")


def pass_line(passing: str, rules: Rules) -> str:
    """Heading and detail in one: "Pass left · three cards", "Hold · keep your cards"."""
    return f"{PASS_WORDS[passing]} · {pass_detail(passing, rules)}"
