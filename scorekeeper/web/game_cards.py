"""What each player took over a whole game: hearts, named cards, clean hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.hearts.messages import card_sign
from scorekeeper.records.sums import counting, seat_sums

if TYPE_CHECKING:
    from scorekeeper.records.sheets import Sheet


@dataclass(frozen=True, slots=True)
class CardRow:
    """A player's row: hearts, then the named cards in play, then clean hands."""

    name: str
    hearts: int
    named: tuple[int, ...]
    clean: int


@dataclass(frozen=True, slots=True)
class CardTable:
    """The cards each took in the hands whose cards are known; `named` are the heads of the named cards."""

    named: tuple[str, ...]
    rows: tuple[CardRow, ...]
    known: int
    hands: int


def cards_of(sheet: Sheet) -> CardTable | None:
    """The table; None where the cards of no hand are known."""
    results = counting([hand.result for hand in sheet.hands])
    known = [result.captures for result in results if result.captures]
    if not known:
        return None
    sums = seat_sums(sheet.rules, results)
    return CardTable(
        named=tuple(card_sign(card, sheet.rules) for card in sheet.rules.named),
        rows=tuple(
            CardRow(
                name=name,
                hearts=sums[seat].hearts,
                named=tuple(
                    sum(getattr(captures[seat], card) for captures in known) for card in sheet.rules.named
                ),
                clean=sums[seat].clean,
            )
            for seat, name in enumerate(sheet.names)
        ),
        known=len(known),
        hands=len(results),
    )
