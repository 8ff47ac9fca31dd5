"""What replaying a game goes from and comes to, as plain records: start, positions, results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from scorekeeper.hearts.facts import Fault, Taken


@dataclass(frozen=True, slots=True)
class Start:
    """Where a game stood before its first hand; more than the default where it is carried on from paper."""

    totals: tuple[int, ...]
    dealer: int = 0
    hand_number: int = 1
    overtime: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """Where the game stands before a hand. Once it is over, `dealer` and `passing` are what would come next.

    `winners` are seats, or team numbers with teams; () until the game is over. `place` is where in the rules'
    cycle of passes the hand stands.
    """

    totals: tuple[int, ...]
    dealer: int
    passing: str
    hand_number: int
    overtime: bool
    over: bool
    winners: tuple[int, ...]
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """What one choice of the shooter leads to, whether the rules allow it (not `barred`) or not."""

    scores: tuple[int, ...]
    totals: tuple[int, ...]
    game_over: bool
    winners: tuple[int, ...]
    overtime: bool
    barred: bool


_NO_OUTLOOKS: Final[Mapping[str, Outlook]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a hand comes to. An invalid one has `faults`, no scores, no totals and nothing that follows.

    `captures` are the cards where they are known, also where they were worked out from points. `shooter`
    stands for a sun too. `outlooks` holds both choices wherever a moon was shot. `dealer` and `passing` are
    those of this hand, `overtime` says whether the next one is overtime; `next_*` are None once the game is
    over.
    """

    number: int
    valid: bool
    faults: tuple[Fault, ...] = ()
    after_end: bool = False
    scores: tuple[int, ...] | None = None
    totals: tuple[int, ...] | None = None
    captures: tuple[Taken, ...] | None = None
    dealer: int
    passing: str
    shooter: int | None = None
    sun: bool = False
    moon_applied: str | None = None
    allowed_moon_choices: tuple[str, ...] = ()
    outlooks: Mapping[str, Outlook] = field(default_factory=lambda: _NO_OUTLOOKS)
    game_over: bool = False
    winners: tuple[int, ...] = ()
    overtime: bool = False
    next_dealer: int | None = None
    next_passing: str | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A game replayed: a result per hand (None after an invalid one), and where the last valid one left
    it."""

    results: tuple[Result | None, ...]
    position: Position
