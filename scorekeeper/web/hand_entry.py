"""From a hand form that was sent to what the books are asked: which hand it is about, and its facts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from flask import request

from scorekeeper.hearts.captures import read_points
from scorekeeper.hearts.messages import sentence
from scorekeeper.hearts.scoring import penalty_points, score_ordinary
from scorekeeper.hearts.taken import Facts, Taken
from scorekeeper.records.sheets import Sheet, preview_hand
from scorekeeper.web.forms import whole
from scorekeeper.web.hand_view import Place, hand_numbered, next_number, questions

if TYPE_CHECKING:
    from scorekeeper.hearts.game import Result
    from scorekeeper.records.errors import HandRefused, RecordsError
    from scorekeeper.web.hand_form import HandForm

# The cards add up: there is nothing the table may have called otherwise.
NOT_THE_CARDS: Final = frozenset({"moon_choice_missing", "moon_choice_barred", "game_already_over"})
SENTENCES: Final = {
    "game_already_over": "The game is over. A forgotten hand can be put in before one that was played.",
    "ended_early": "The game was ended early. Reopen it at the table to record more hands.",
    "hands": "A game holds 200 hands, and this one has them.",
    "archived": "This game is archived. A host can bring it back.",
    "nothing_to_undo": "There is nothing to undo.",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """Why a hand was not saved, and by seat the points that could be kept as they were called.

    `calling`: they were sent to be kept, and cannot be.
    """

    sentences: tuple[str, ...]
    called: tuple[str, ...] = ()
    calling: bool = False


def asked_place(sheet: Sheet, kind: str, number: int | None) -> Place | None:
    """The hand a page is asked for; None where there is no hand of that number."""
    if kind == "record":
        return Place(kind, next_number(sheet))
    hand = None if number is None else hand_numbered(sheet, number)
    return None if hand is None else Place(kind, hand.number, hand.id)


def sent_place(sheet: Sheet, number: int | None = None) -> Place:
    """The hand a form that was sent is about: `about` and `hand` say what it was when the page was made.

    `number` is a recorded hand's. It may be gone meanwhile; with another number it is still that hand.
    """
    hand = whole(request.form.get("hand"))
    now = _number_now(sheet, hand)
    if number is not None:
        return Place("correct", number if now is None else now, hand)
    before = whole(request.values.get("before"))
    if before is not None:
        return Place("insert", before if now is None else now, hand)
    about = whole(request.form.get("about"))
    return Place("record", sheet.book.next_number if about is None else about)


def _number_now(sheet: Sheet, hand_id: int | None) -> int | None:
    """The number a hand has by now. From the book: a save asks for no more than it needs."""
    if hand_id is None:
        return None
    book = sheet.book
    return next((book.number_of(hand) for hand in book.live if hand.id == hand_id), None)


def tried(sheet: Sheet, place: Place, facts: Facts) -> Result:
    """What saving the facts there would give. Raises NotFound where the hand is gone."""
    number = place.number if place.correcting else None
    return preview_hand(sheet, facts, number=number, before=place.before)


def facts_of(sheet: Sheet, place: Place, form: HandForm) -> Facts:
    """What the form tells of the hand, with what the table answered to what it was asked."""
    facts = _with_tricks(sheet, place, _with_cards(sheet, place, form, form.facts()))
    if facts.moon_choice and form["choice_for"]:
        shooter = tried(sheet, place, facts).shooter
        if str(shooter) != form["choice_for"]:  # another one said it, before the cards were changed
            return replace(facts, moon_choice=None)
    return facts


def _with_cards(sheet: Sheet, place: Place, form: HandForm, facts: Facts) -> Facts:
    """The cards instead of the points, where the table said who had the ones in doubt."""
    if not form.holders or facts.points is None or facts.faults:
        return facts
    points = [number for number in facts.points if number is not None]
    if len(points) != sheet.rules.players:
        return facts
    reading = read_points(sheet.rules, points, form.holders)
    if reading.captures is None:
        return facts
    said = facts.moon_choice or reading.said
    known = replace(facts, points=None, taken=reading.captures, moon_choice=said)
    # Never at the price of another score than the one the table was shown.
    same = tried(sheet, place, known).scores == tried(sheet, place, facts).scores
    return known if same else facts


def _with_tricks(sheet: Sheet, place: Place, facts: Facts) -> Facts:
    """The tricks a corrected hand came with, where none of its cards has changed: no field tells them.

    A sun and, where they score, no tricks at all have their fields: untold there, they are taken back.
    """
    hand = hand_numbered(sheet, place.number) if place.correcting else None
    if hand is None or not facts.taken or not hand.facts.taken:
        return facts
    pairs = list(zip(facts.taken, hand.facts.taken, strict=True))
    if any(now and was and replace(now, tricks=was.tricks) != was for now, was in pairs):
        return facts
    if hand.result and hand.result.sun:
        told = all(now and now.tricks is not None for now in facts.taken)
        return replace(facts, taken=hand.facts.taken) if told else facts
    no_tricks = 0 if sheet.rules.no_trick_bonus else None
    kept = (
        replace(now, tricks=was.tricks)
        if now and was and now.tricks is None and was.tricks != no_tricks
        else now
        for now, was in pairs
    )
    return replace(facts, taken=tuple(kept))


def must_ask(sheet: Sheet, place: Place, form: HandForm, facts: Facts) -> Result | None:
    """The result of points that leave open who had a card, where the table has not been asked yet."""
    if form.answered or not questions(sheet.rules, form):
        return None
    result = tried(sheet, place, facts)
    return result if result.valid else None


def refusal(sheet: Sheet, place: Place, form: HandForm, facts: Facts, refused: HandRefused) -> Answer:
    """Why the books refused a hand, in sentences, and what could be kept as called."""
    told = tuple(sentence(fault, sheet.names, sheet.rules) for fault in refused.faults)
    if refused.number != place.number:
        return Answer(tuple(f"Hand {refused.number}: {words}" for words in told))
    if {fault.code for fault in refused.faults} & NOT_THE_CARDS:
        return Answer(told)
    return Answer(told, _called(sheet, form, facts), bool(form["as_called"]))


def in_words(error: RecordsError) -> str:
    """A change the books refused, as a sentence."""
    return SENTENCES.get(error.code, "That did not arrive whole. Reload the page and try again.")


def _called(sheet: Sheet, form: HandForm, facts: Facts) -> tuple[str, ...]:
    """The points as they were typed, else what the cards that could be read come to."""
    seats = range(sheet.rules.players)
    if form["as_called"]:
        return tuple(form[f"called_{seat}"] for seat in seats)
    if form.mode == "points":
        return tuple(form[f"points_{seat}"] for seat in seats)
    entries = facts.taken or (None,) * len(seats)
    taken = [entry or Taken(hearts=0) for entry in entries]
    points = score_ordinary(sheet.rules, taken, penalty_points(sheet.rules, taken))
    return tuple("" if entry is None else str(number) for entry, number in zip(entries, points, strict=True))
