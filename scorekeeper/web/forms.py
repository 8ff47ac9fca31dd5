"""The small forms of the club pages, and the sentences for what people type wrong in them."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final
from zoneinfo import available_timezones

from flask_wtf import FlaskForm
from wtforms import FieldList, HiddenField, StringField, ValidationError

from scorekeeper.hearts.rules_checks import MOST_LIMIT
from scorekeeper.records.changes import check_submission
from scorekeeper.records.clubs import clean_name
from scorekeeper.records.errors import NameRefused, RecordsError

FEWEST, MOST = 3, 10
SHOWN = 4  # name fields on the start page before "More players" is opened
DRAW = "draw"

NAME_SENTENCES = {
    "blank": "Type a name.",
    "too_long": "A name has at most 24 characters.",
    "taken": "{value} is here already; add an initial to tell them apart.",
    "repeated": "{value} is there twice; add an initial to tell them apart.",
}


def name_sentence(error: NameRefused) -> str:
    """What is wrong with a name, as a sentence for the person who typed it."""
    if error.archived:
        return f"{error.value} is off the roster; bring that player back instead."
    return NAME_SENTENCES.get(error.code, "This name cannot be used.").format(value=error.value)


LATER_CHOICE: Final = "later_choice_"


def later_choices(typed: Mapping[str, str]) -> dict[int, str]:
    """What the shooters of later hands say now, by the number of the hand: fields named `later_choice_7`."""
    numbered = ((whole(name.removeprefix(LATER_CHOICE)), name, said) for name, said in typed.items())
    return {
        number: said
        for number, name, said in numbered
        if number is not None and name.startswith(LATER_CHOICE) and said in ("add", "subtract")
    }


def whole(text: str | None) -> int | None:
    """The whole number a person typed, or None: `int()` would also take 1_0, and digits by the million."""
    said = (text or "").strip().replace("−", "-")
    digits = said.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 18):
        return None
    return int(said)


def submission_of(form: Mapping[str, str]) -> str | None:
    """The id a form was given, so that it counts once however often it is sent; None where it has none."""
    try:
        return check_submission(form.get("submission", ""))
    except RecordsError:
        return None


def drawn(count: int, submission: str | None) -> int:
    """A seat drawn at random, of so many. One form, sent twice, draws the same: it is one game."""
    if not submission:
        return secrets.randbelow(count)
    return int.from_bytes(hashlib.sha256(submission.encode(errors="replace")).digest()) % count


@cache
def _known_zones() -> frozenset[str]:
    return frozenset(available_timezones())


@cache
def zones() -> tuple[str, ...]:
    """The IANA names of the world's time zones, without those kept for old data only."""
    kept = (name for name in _known_zones() if "/" in name and not name.startswith(("Etc/", "SystemV/")))
    return ("UTC", *sorted(kept))


def known_zone(name: str | None) -> str:
    """The zone if there is one of that name, else UTC."""
    return name if name and name in _known_zones() else "UTC"


class Plain(FlaskForm):  # type: ignore[misc]  # Flask-WTF carries no types
    """A form whose faults stand at their fields; `refuse` adds one that was found further down."""

    def refuse(self, field: str, sentence: str) -> None:
        """Put a fault at a field."""
        self[field].errors = [*self[field].errors, sentence]


class NameForm(Plain):
    """One name: a club's, a player's."""

    name = StringField("Name")

    def validate_name(self, field: Any) -> None:
        """Refuse what no name can be, before anything is asked of the club."""
        try:
            clean_name(field.data or "")
        except NameRefused as error:
            raise ValidationError(name_sentence(error)) from error


class SettingsForm(NameForm):
    """A club's name and time zone."""

    zone = StringField("Time zone")

    def validate_zone(self, field: Any) -> None:
        """Refuse a zone nobody knows: days and evenings could not be told."""
        if field.data not in _known_zones():
            raise ValidationError("Choose a time zone from the list, such as Europe/Berlin.")


class QuickStartForm(Plain):
    """Names clockwise and who deals first; the club's name and the limit are there for who wants them."""

    names = FieldList(StringField("Name"), min_entries=MOST, max_entries=MOST)
    dealer = StringField("Who deals first", default="0")
    zone = HiddenField(default="UTC")
    club_name = StringField("Name of the club")
    limit = StringField("Game to", default="100")

    def seated(self) -> list[tuple[int, str]]:
        """The fields somebody's name stands in: (number of the field, what was typed)."""
        return [(i, entry.data) for i, entry in enumerate(self.names) if (entry.data or "").strip()]

    def dealer_seat(self) -> int | None:
        """The seat that deals first, counted without the empty fields; None: draw for it.

        An empty field that is marked as the dealer gives the deal to the next name after it.
        """
        said = whole(self.dealer.data)
        if self.dealer.data == DRAW or said is None:
            return None if self.dealer.data == DRAW else 0
        seats = [number for number, _ in self.seated()]
        return next((seat for seat, number in enumerate(seats) if number >= said), 0)

    def validate_limit(self, field: Any) -> None:
        """Refuse a limit that no game could reach, or one that is reached at once."""
        number = whole(field.data)
        if number is None or not 1 <= number <= MOST_LIMIT:
            raise ValidationError("The game goes to a whole number of points, such as 100.")

    def validate_club_name(self, field: Any) -> None:
        """A name left empty is made up; one that is typed must be one."""
        if (field.data or "").strip():
            NameForm.validate_name(self, field)

    def validate_names(self, _field: Any) -> None:
        """Three to ten names, none twice; each fault at its own field."""
        entries = list(self.names)
        typed = self.seated()
        faults = dict(_name_faults(typed))
        if len(typed) < FEWEST:
            taken = {number for number, _ in typed}
            empty = next(i for i in range(MOST) if i not in taken)
            faults.setdefault(empty, _more_names(len(typed)))
        for number, sentence in faults.items():
            entries[number].errors = [sentence]
        if faults:
            raise ValidationError("")


def _more_names(count: int) -> str:
    words = {
        0: "Type the names of the players, three or more.",
        1: "Type two more names.",
        2: "Type one more name.",
    }
    return words[count] if count == 0 else f"Hearts takes three or more. {words[count]}"


def _name_faults(typed: Sequence[tuple[int, str]]) -> Iterable[tuple[int, str]]:
    seen: set[str] = set()
    for number, text in typed:
        try:
            name = clean_name(text)
        except NameRefused as error:
            yield number, name_sentence(error)
            continue
        if name.casefold() in seen:
            yield number, NAME_SENTENCES["repeated"].format(value=name)
        seen.add(name.casefold())
