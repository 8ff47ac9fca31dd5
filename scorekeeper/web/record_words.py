"""What the records of a club are called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scorekeeper.records.folding import (
    CLEAN_RUN,
    CLOSEST,
    COMEBACK,
    LONGEST,
    LOWEST_WIN,
    MOONS,
    OVERTIME,
)

if TYPE_CHECKING:
    from scorekeeper.records.club_records import ClubRecord

# The title, what it means, and what one and several of it are called.
WORDS: Final[Mapping[str, tuple[str, str, str, str]]] = {
    LOWEST_WIN: ("Lowest winning total", "The fewest points anybody won with", "point", "points"),
    COMEBACK: ("Biggest comeback", "The most points a winner was ever behind", "behind", "behind"),
    CLOSEST: ("Closest finish", "The fewest points between first and second", "point", "points"),
    LONGEST: ("Longest game", "The most hands", "hand", "hands"),
    OVERTIME: ("Longest overtime", "The most hands after a tie at the end", "hand", "hands"),
    MOONS: ("Most moons in a game", "Suns count too", "moon", "moons"),
    CLEAN_RUN: (
        "Longest clean run",
        "Hands in a row with no penalty card and no point, within a game",
        "hand",
        "hands",
    ),
}


@dataclass(frozen=True, slots=True)
class Section:
    """The records of one kind."""

    title: str
    meaning: str
    one: str
    several: str
    kept: tuple[ClubRecord, ...]

    def unit(self, value: int) -> str:
        """What the figure counts: "hand", "hands"."""
        return self.one if value == 1 else self.several
