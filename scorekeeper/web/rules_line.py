"""One rule as a page shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scorekeeper.hearts.fields import Choice, Field
from scorekeeper.hearts.rules_checks import NUMBERS

EMPTY: Final = {"max_hands": "no limit", "moon_value": "all", "exact_limit_reset": "no drop"}


@dataclass(frozen=True, slots=True)
class Line:
    """One rule as the page shows it: its field, its texts now, its options, and what is wrong with it."""

    field: Field
    texts: tuple[str, ...]
    options: tuple[Choice, ...]
    shown: str  # the present value in words
    fault: str
    changed: bool  # from the standard game
    own: str = ""  # an own order of passes, as typed

    @property
    def text(self) -> str:
        """The one text of a field that has no list."""
        return self.texts[0] if self.texts else ""

    @property
    def negative(self) -> bool:
        """Whether a number below zero may be typed: a phone's numeric keys have no minus."""
        return self.field.kind == "number" and NUMBERS[self.field.name][0] < 0

    @property
    def empty(self) -> str:
        """What a number that is left empty comes to."""
        return EMPTY.get(self.field.name, "")

    @property
    def short(self) -> bool:
        """Whether the options fit beside each other."""
        return len(self.options) <= 3 and all(len(option.words) <= 9 for option in self.options)
