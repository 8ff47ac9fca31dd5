"""Where two phones meant different things: what is there now, what was typed, and what is asked again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scorekeeper.hearts.messages import why_barred
from scorekeeper.hearts.taken import Facts
from scorekeeper.records.errors import Asked
from scorekeeper.records.sheets import Sheet, SheetHand, preview_hand
from scorekeeper.web.hand_entry import SENTENCES
from scorekeeper.web.hand_form import HandForm
from scorekeeper.web.hand_view import (
    Page,
    Place,
    hand_numbered,
    moon_choices,
    next_number,
    page,
)
from scorekeeper.web.hand_words import entry_words, shot_words
from scorekeeper.web.words import score


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be done with what was typed: a button, and the page its form stands for."""

    label: str
    page: Page


def conflict(sheet: Sheet, place: Place, form: HandForm, facts: Facts, submission: str) -> dict[str, Any]:
    """What the page of a conflict shows. `sheet` is the game as it is now, `place` as it was on the page."""
    there = _there(sheet, place)
    options = [Option(label, page(sheet, now, submission)) for label, now in _ways(sheet, place, there)]
    seen = options[0].page.place if options else None
    mine = None
    if seen is not None:
        number = seen.number if seen.correcting else None
        mine = preview_hand(sheet, facts, number=number, before=seen.before)
    rows = [
        (
            name,
            entry_words(sheet.rules, there.facts, there.result, seat) if there else "",
            _scored(there.result, seat) if there else "",
            entry_words(sheet.rules, facts, mine, seat),
            _scored(mine, seat),
        )
        for seat, name in enumerate(sheet.names)
    ]
    same = there and place.kind != "insert" and all(row[1:3] == row[3:5] for row in rows)
    return {
        "title": f"Hand {place.number} · which one?",
        "told": " ".join((*_told(sheet, place, there), *(["Yours says the same."] if same else []))),
        "there": there,
        "same": same,
        "rows": rows,
        "options": options,
        "form": form,
        "table": page(sheet, place, submission).table,
    }


def _told(sheet: Sheet, place: Place, there: SheetHand | None) -> Iterator[str]:
    if there and place.kind == "record":
        yield f"Hand {there.number} is in the books already."
    else:
        yield "The game was changed meanwhile, on another phone perhaps."
    if place.kind == "record" and sheet.book.ended_early:
        yield SENTENCES["ended_early"]
    elif place.kind == "record" and sheet.position.over:
        yield SENTENCES["game_already_over"]


def _there(sheet: Sheet, place: Place) -> SheetHand | None:
    """The hand in the way of a new one; for a recorded one that hand itself, whatever its number is now."""
    if place.kind == "record":
        return hand_numbered(sheet, place.number)
    return next((hand for hand in sheet.hands if hand.id == place.hand), None)


def _ways(sheet: Sheet, place: Place, there: SheetHand | None) -> list[tuple[str, Place]]:
    ways = []
    if there is not None and place.kind == "insert":
        ways.append((f"Save mine before hand {there.number}", Place("insert", there.number, there.id)))
    elif there is not None:
        ways.append((f"Put mine in place of hand {there.number}", Place("correct", there.number, there.id)))
    if place.kind == "record" or there is None:
        following = next_number(sheet)
        if not sheet.position.over and not sheet.book.ended_early:
            ways.append((f"Save mine as hand {following}", Place("record", following)))
    return ways


def _scored(result: Any, seat: int) -> str:
    return score(result.scores[seat]) if result is not None and result.valid and result.scores else ""


def later_question(sheet: Sheet, asked: Asked) -> dict[str, Any]:
    """What the page shows that asks the shooter of a later moon again."""
    names, rules, shooter = sheet.names, sheet.rules, asked.shooter or 0
    why = [
        why_barred(choice, after, shooter, names, rules)
        for choice, after in asked.outlooks.items()
        if after.barred
    ]
    return {
        "field": f"later_choice_{asked.number}",
        "number": asked.number,
        "told": " ".join([f"{shot_words(names, shooter, asked.sun)} in hand {asked.number}.", *why]),
        "question": f"What does {names[shooter]} say now?",
        "choices": moon_choices(sheet, asked),
    }
