"""A new game as typed: who sits where, who deals, a game carried over from paper, notes.

Ten rows of seats, some of them empty; a row holds a player of the roster (`p12`) or a name not in it yet
(`n:Eve`). What came in stays as text, so that a faulty form is shown again as it was.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from werkzeug.datastructures import MultiDict
from wtforms import StringField, ValidationError

from scorekeeper.hearts.game import Start
from scorekeeper.hearts.rules import Rules, RulesError
from scorekeeper.records.clubs import clean_name, fold
from scorekeeper.records.errors import NameRefused
from scorekeeper.records.seating import MOST_HAND_NUMBER, MOST_TABLES, MOST_TOTAL
from scorekeeper.web.forms import DRAW, FEWEST, MOST, Plain, drawn, name_sentence, submission_of, whole
from scorekeeper.web.rules_form import RulesForm

SHOWN: Final = 4
PLAYER, NEW = "p", "n:"
WHO_DEALS: Final = (
    "A game from paper goes on with its own dealer: tap the D beside whoever deals the next hand."
)
NO_SUCH_DEALER: Final = "Tap the D beside whoever deals first, or draw for it."
NOBODYS_TOTAL: Final = "Nobody sits here: seat whoever has this total, or clear it."


class Named(Protocol):
    """What the form needs of a player."""

    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...


class NoteForm(Plain):
    """What a game may carry besides its rules, and the number of the next hand of one begun on paper."""

    note = StringField("Note")
    place = StringField("Place")
    table_number = StringField("Table number")
    hand_number = StringField("Number of the next hand")

    def validate_note(self, field: Any) -> None:
        """At most as long as it is kept."""
        _at_most(field, 200)

    def validate_place(self, field: Any) -> None:
        """At most as long as it is kept."""
        _at_most(field, 80)

    def validate_table_number(self, field: Any) -> None:
        """Empty, or a table's number."""
        _whole_from_one(
            field, MOST_TABLES, f"A table has a whole number from 1 to {MOST_TABLES:,}, such as 3."
        )

    def validate_hand_number(self, field: Any) -> None:
        """Empty, or a hand's number."""
        _whole_from_one(field, MOST_HAND_NUMBER, f"Hands are numbered from 1 to {MOST_HAND_NUMBER:,}.")


def _at_most(field: Any, length: int) -> None:
    if len(field.data or "") > length:
        raise ValidationError(f"At most {length} characters, please.")


def _whole_from_one(field: Any, most: int, sentence: str) -> None:
    if (field.data or "").strip():
        number = whole(field.data)
        if number is None or not 1 <= number <= most:
            raise ValidationError(sentence)


@dataclass(slots=True)
class Row:
    """One seat as the page shows it, with the total it brings from paper."""

    number: int
    value: str
    name: str
    total: str
    fault: str = ""
    total_fault: str = ""


class NewGameForm:
    """The form as it came in, or as the last game makes it."""

    def __init__(self, roster: Sequence[Named], sent: MultiDict[str, str], like: Rules) -> None:
        self._roster = {f"{PLAYER}{player.id}": player.name for player in roster}
        self.sent = sent
        values = [sent.get(f"seat_{i}", "").strip() for i in range(MOST)]
        self.rows = [Row(i, value, "", sent.get(f"total_{i}", "").strip()) for i, value in enumerate(values)]
        self.dealer = sent.get("dealer", DRAW)
        self.add_name = sent.get("add_name", "").strip()
        self.overtime = bool(sent.get("overtime"))
        self.add_fault = self.dealer_fault = self.fault = ""
        self.said = ""  # to a screen reader, as newgame.js would
        self.notes = NoteForm(formdata=sent)
        self._name_rows()
        self.rules = RulesForm.sent(sent, rules_like(like, self.count))

    @property
    def seated(self) -> list[Row]:
        """The rows somebody sits in."""
        return [row for row in self.rows if row.value]

    @property
    def count(self) -> int:
        """For how many players the rules are shown: those seated, or four while they are too few."""
        return len(self.seated) if len(self.seated) >= FEWEST else SHOWN

    @property
    def shown(self) -> int:
        """How many rows stand open: four, or as many as it takes."""
        return max(SHOWN, 1 + max((row.number for row in self.rows if row.value or row.total), default=0))

    @property
    def more_open(self) -> bool:
        """Whether a fault stands in a row that would be folded away."""
        return any(row.fault for row in self.rows[self.shown :])

    @property
    def options(self) -> list[tuple[str, str]]:
        """Whom a row may hold: the roster, and new names typed already."""
        new = [(row.value, row.name) for row in self.seated if row.value.startswith(NEW)]
        return [*self._roster.items(), *dict(new).items()]

    @property
    def paper_open(self) -> bool:
        """Whether the game is carried over from paper."""
        return bool(self.overtime or self._totals_typed or (self.hand_number.data or "").strip())

    @property
    def note_open(self) -> bool:
        """Whether anything of the notes is filled in."""
        return any((field.data or "").strip() for field in (self.note, self.place, self.table_number))

    @property
    def note(self) -> Any:
        """The field of that name; so the next three."""
        return self.notes.note

    @property
    def place(self) -> Any:
        return self.notes.place

    @property
    def table_number(self) -> Any:
        return self.notes.table_number

    @property
    def hand_number(self) -> Any:
        return self.notes.hand_number

    @property
    def dealer_seat(self) -> int:
        """The seat that deals first, counted without the empty rows; drawn where that was asked for."""
        said = whole(self.dealer)
        if said is None:
            return drawn(len(self.seated), submission_of(self.sent))
        return next((seat for seat, row in enumerate(self.seated) if row.number >= said), 0)

    def start(self, dealer: int) -> Start | None:
        """Where a game from paper stands; None for one that begins."""
        if not self.paper_open:
            return None
        totals = tuple(whole(row.total) or 0 for row in self.seated)
        number = whole(self.hand_number.data) or 1
        return Start(totals=totals, dealer=dealer, hand_number=number, overtime=self.overtime)

    def add(self) -> None:
        """Seat the name typed under "A new name"; whoever is in the roster under it is that player."""
        try:
            name = clean_name(self.add_name)
        except NameRefused as error:
            self.add_fault = name_sentence(error)
            return
        known = {fold(said): value for value, said in self.options}
        value = known.get(fold(name), NEW + name)
        free = next((row for row in self.rows if not row.value), None)
        if any(row.value == value for row in self.rows):
            self.add_fault = f"{name} sits at the table already."
        elif free is None:
            self.add_fault = "The table is full: ten players at most."
        else:
            free.value, self.add_name = value, ""
            self._name_rows()
            self.said = f"{free.name}, seat {free.number + 1}"

    def draw_seats(self) -> None:
        """Put those seated into an order drawn at random; the mark of the dealer stays with its player."""
        people = [(row.value, row.name, row.total, str(row.number) == self.dealer) for row in self.seated]
        secrets.SystemRandom().shuffle(people)
        for row in self.rows:
            row.value, row.name, row.total, deals = people.pop() if people else ("", "", "", False)
            if deals:
                self.dealer = str(row.number)
        self.said = f"Drawn: {', '.join(row.name for row in self.seated)}"

    def check(self) -> bool:
        """Find every fault and put it at its field. Whether there is none."""
        self.notes.validate()
        self._check_seats()
        if self.dealer != DRAW and whole(self.dealer) not in range(MOST):
            self.dealer_fault = NO_SUCH_DEALER
        self._check_paper()
        if self.add_name and not self.add_fault:
            self.add_fault = f"Press Add to seat {self.add_name}, or clear this field."
        faulty_rows = any(row.fault or row.total_fault for row in self.rows)
        faulty = faulty_rows or self.dealer_fault or self.add_fault
        return not (self.notes.errors or faulty or self.rules.faults)

    def _name_rows(self) -> None:
        for row in self.rows:
            row.name = self._roster.get(row.value, row.value.removeprefix(NEW))

    def _check_seats(self) -> None:
        seen: set[str] = set()
        for row in self.seated:
            row.fault = self._seat_fault(row, seen)
            seen.add(fold(row.name))
        if len(self.seated) < FEWEST:
            empty = next(row for row in self.rows if not row.value)
            empty.fault = "Hearts takes three to ten players: seat one more."

    def _seat_fault(self, row: Row, seen: set[str]) -> str:
        if row.value.startswith(NEW):
            try:
                row.name = clean_name(row.name)
            except NameRefused as error:
                return name_sentence(error)
        elif row.value not in self._roster:
            row.value, row.name = "", ""
            return "This player is not in the roster any more. Choose somebody."
        return f"{row.name} sits twice." if fold(row.name) in seen else ""

    @property
    def _totals_typed(self) -> bool:
        return any(row.total for row in self.rows)

    def _check_paper(self) -> None:
        """What is carried on is all there: totals, the number of the next hand, and who deals it."""
        if not self.paper_open:
            return
        for row in self.rows:
            total = whole(row.total)
            if not row.value:
                row.total_fault = NOBODYS_TOTAL if row.total else ""
            elif not row.total:
                row.total_fault = "Type a total, 0 for none."
            elif total is None or abs(total) > MOST_TOTAL:
                row.total_fault = f"A total is a whole number, from −{MOST_TOTAL:,} to {MOST_TOTAL:,}."
        if self.dealer == DRAW:
            self.dealer_fault = WHO_DEALS
        if not (self.hand_number.data or "").strip():
            self.notes.refuse("hand_number", "Type the number of the hand that is dealt next.")


def rules_like(rules: Rules, players: int) -> Rules:
    """The same rules for a table of so many; the standard game where they do not fit."""
    try:
        return Rules.from_mapping(rules.differences(), players=players)
    except RulesError:
        return Rules(players=players)


def sent_for(players: Sequence[int], dealer: int | None) -> MultiDict[str, str]:
    """The form that a browser would send for these players (ids by seat) and this dealer (None: draw)."""
    seats: Mapping[str, str] = {f"seat_{seat}": f"{PLAYER}{player}" for seat, player in enumerate(players)}
    return MultiDict({**seats, "dealer": DRAW if dealer is None else str(dealer)})
