"""What a table says of one hand, and what can be wrong with it: the only things of a hand that are kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

# Every code of docs/rules.md, "What a hand may not be", in the order they are reported.
CODES: Final = (
    "player_count",
    "blank",
    "not_a_whole_number",
    "negative",
    "hearts_range",
    "hearts_total",
    "queen_missing",
    "queen_duplicate",
    "jack_missing",
    "jack_duplicate",
    "king_spades_count",
    "ace_spades_count",
    "missing_card",
    "duplicate_card",
    "tricks_total",
    "tricks_inconsistent",
    "points_total",
    "points_impossible",
    "moon_choice_missing",
    "moon_choice_barred",
    "game_already_over",
)
_ORDER: Final = {code: place for place, code in enumerate(CODES)}

# A hand kept as written may hold any whole number a sheet could hold. Two hundred of the largest still fit
# a database integer of 32 bits.
MOST_AS_WRITTEN: Final = 9_999_999
MOST_HAND_NUMBER: Final = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Taken:
    """What one seat captured: hearts (a count; `ranks` as well where they were told), named cards, tricks.

    `tricks` None: not told. Where `ranks` stands, `hearts` should be how many they are; a table that says
    otherwise is refused by `taken.check`.
    """

    hearts: int
    ranks: tuple[str, ...] | None = None
    queen: int = 0
    jack: int = 0
    king_spades: int = 0
    ace_spades: int = 0
    tricks: int | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing a hand may not be, with what a sentence about it needs (`messages.sentence` says it).

    `code` is one of CODES, `seat` whose entry it is about (None: the whole hand), `card` the field or the
    ranks it is about, `value` what came in and `expected` what would be right. The same code may come for
    several seats.
    """

    code: str
    seat: int | None = None
    card: str | None = None
    value: object = None
    expected: object = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """One hand as the table told it: `taken` or `points` by seat, never both; None in them is a blank.

    `moon_choice` is what the shooter said; `dealer` and `passing` stand where the table dealt or passed
    otherwise than the rotation says. `faults` is what could not even be read of the entries.
    """

    taken: tuple[Taken | None, ...] | None = None
    points: tuple[int | None, ...] | None = None
    moon_choice: str | None = None
    as_written: bool = False
    dealer: int | None = None
    passing: str | None = None
    faults: tuple[Fault, ...] = ()


def in_order(faults: list[Fault]) -> tuple[Fault, ...]:
    """The faults by code as CODES has them, then by seat."""
    return tuple(sorted(faults, key=lambda fault: (_ORDER[fault.code], fault.seat or 0)))


def codes(faults: tuple[Fault, ...]) -> list[str]:
    """The code of every fault, each once (docs/rules.md: every code that applies is reported, once)."""
    return list(dict.fromkeys(fault.code for fault in faults))
