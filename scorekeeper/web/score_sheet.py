"""The score sheet as plain data: every hand with its pass, its dealer, scores and totals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.hearts.fields import PASS_IN_LIST
from scorekeeper.hearts.game import standing

if TYPE_CHECKING:
    from scorekeeper.hearts.game import Result
    from scorekeeper.records.sheets import Sheet, SheetHand


@dataclass(frozen=True, slots=True)
class Cell:
    """What a hand gave one seat. `shot` is "moon" or "sun" for the shooter, else ""."""

    score: int
    total: int
    shot: str


@dataclass(frozen=True, slots=True)
class HandRow:
    """A hand. Without scores (`cells` empty) it is one after the end, or one that cannot be scored."""

    number: int
    passing: str
    dealer: str
    cells: tuple[Cell, ...]
    teams: tuple[int, ...]  # team totals after the hand; () without teams
    after_end: bool
    as_written: bool
    revised: bool


def rows(sheet: Sheet) -> tuple[HandRow, ...]:
    """The hands in their order."""
    return tuple(_row(sheet, hand) for hand in sheet.hands)


def _row(sheet: Sheet, hand: SheetHand) -> HandRow:
    result = hand.result if hand.result is not None and hand.result.valid else None
    return HandRow(
        number=hand.number,
        passing=PASS_IN_LIST[result.passing] if result else "",
        dealer=sheet.names[result.dealer] if result else "",
        cells=_cells(result) if result else (),
        teams=standing(sheet.rules, result.totals) if result and result.totals and sheet.rules.teams else (),
        after_end=hand.result is not None and hand.result.after_end,
        as_written=hand.facts.as_written,
        revised=hand.revised,
    )


def _cells(result: Result) -> tuple[Cell, ...]:
    if result.scores is None or result.totals is None:
        return ()
    shot = "sun" if result.sun else "moon"
    return tuple(
        Cell(score, total, shot if seat == result.shooter else "")
        for seat, (score, total) in enumerate(zip(result.scores, result.totals, strict=True))
    )
