"""The score sheet of a game as lines of text, for a terminal or a message."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from scorekeeper.hearts.ending import standing
from scorekeeper.hearts.facts import Facts
from scorekeeper.hearts.messages import sentence, side_name
from scorekeeper.hearts.results import Played, Position, Result
from scorekeeper.hearts.speech import printable, spoken
from scorekeeper.hearts.words import summary

if TYPE_CHECKING:
    from scorekeeper.hearts.document import Document

_WIDEST_NAME: Final = 16
_GAP: Final = "  "


def sheet_text(document: Document) -> str:
    """The score sheet: a line a hand with score and total of each player, then where the game stands."""
    played = document.played()
    names = [_shortened(name) for name in document.players]
    rows = [["hand", "dealer", "pass", *names]]
    notes = [""]
    for number, (facts, result) in enumerate(
        zip(document.hands, played.results, strict=True), document.start.hand_number
    ):
        cells, note = _hand(document, names, facts, result)
        rows.append([str(number), *cells])
        notes.append(note)
    widths = [max(_width(row[column]) for row in rows) for column in range(len(names) + 3)]
    lines = [
        _GAP.join([*map(_padded, row, widths), note]).rstrip() for row, note in zip(rows, notes, strict=True)
    ]
    head = " · ".join(printable(part) for part in (document.club, document.started_at) if part)
    title = [head] if head else []
    return "\n".join([*title, summary(document.rules), "", *lines, "", *_standing(document, played)])


def _hand(
    document: Document, names: Sequence[str], facts: Facts, result: Result | None
) -> tuple[list[str], str]:
    """The cells of one hand after its number, and what is to be said of it beside them."""
    empty = ["", "", *("" for _ in names)]
    if result is None:
        return empty, "not scored: a hand before it is refused"
    if not result.valid:
        said = " ".join(sentence(fault, document.players, document.rules) for fault in result.faults)
        return empty, printable(said)
    scores = zip(result.scores or (), result.totals or (), strict=True)
    cells = [f"{_signed(score)} → {_signed(total)}" for score, total in scores]
    return [names[result.dealer], result.passing, *cells], "; ".join(_notes(names, facts, result))


def _notes(names: Sequence[str], facts: Facts, result: Result) -> Iterator[str]:
    if result.shooter is not None:
        what = "sun" if result.sun else "moon"
        yield f"{names[result.shooter]} shot the {what}, {result.moon_applied}ed"
    if facts.as_written:
        yield "as written"
    if result.overtime:
        yield "tie for low: overtime"


def _standing(document: Document, played: Played) -> list[str]:
    position, names = played.position, [printable(name) for name in document.players]
    totals = standing(document.rules, position.totals)
    sides = [side_name(side, names, document.rules) for side in range(len(totals))]
    lines = []
    if document.rules.teams is not None:
        lines.append(
            " · ".join(f"{side}: {_signed(total)}" for side, total in zip(sides, totals, strict=True))
        )
    lines.append(_ending(sides, totals, position) if position.over else _next(names, position))
    return lines


def _ending(sides: Sequence[str], totals: Sequence[int], position: Position) -> str:
    winners = [sides[side] for side in position.winners]
    won = "have won" if len(winners) > 1 or " and " in winners[0] else "has won"
    return f"{spoken(winners)} {won} with {_signed(totals[position.winners[0]])}."


def _next(names: Sequence[str], position: Position) -> str:
    hand = f"hand {position.hand_number}{' (overtime)' if position.overtime else ''}"
    return f"Next: {hand}, {names[position.dealer]} deals, pass {position.passing}."


def _signed(number: int) -> str:
    return str(number).replace("-", "−")


def _shortened(name: str) -> str:
    name = printable(name)
    while _width(name) > _WIDEST_NAME:
        name = f"{name[:-2]}…"
    return name


def _width(text: str) -> int:
    """How many columns of a terminal the text takes."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in text
    )


def _padded(text: str, width: int) -> str:
    return " " * (width - _width(text)) + text
