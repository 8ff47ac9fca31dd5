"""How figures, names and moments are written on every page: Jinja's filters.

A moment is kept in UTC and shown in the club's zone: a game at 19:30 in New York is not tomorrow's.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from flask import Flask
from markupsafe import Markup

from scorekeeper.hearts.words import PASS_WORDS
from scorekeeper.web.lettering import longest_word

MINUS: Final = "−"
MONTHS: Final = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
WEEKDAY_NAMES: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
LATELY: Final = timedelta(days=6)  # within it a weekday says which day is meant


def signed(number: int) -> str:
    """A total: "23", and with a true minus "−26"."""
    return f"{MINUS}{-number}" if number < 0 else str(number)


def score(number: int) -> str:
    """What a hand added: "+4", "−26"; "0" for nothing."""
    return f"+{number}" if number > 0 else signed(number)


def names(people: Sequence[str]) -> Markup:
    """Names as they are said, "Ann, Bob and Cy", each kept to itself whichever way it is written."""
    parts = [Markup("<bdi>{}</bdi>").format(name) for name in people]
    if len(parts) < 2:
        return Markup("").join(parts)
    return Markup(" and ").join([Markup(", ").join(parts[:-1]), parts[-1]])


def partners(people: Sequence[str]) -> Markup:
    """Who plays together, or alone: "Ann & Cy"."""
    return Markup(" &amp; ").join(Markup("<bdi>{}</bdi>").format(name) for name in people)


def pass_words(passing: str) -> str:
    """A way of passing as a heading: "Pass left", "Hold"."""
    return PASS_WORDS[passing]


@lru_cache(maxsize=256)
def zone(name: str) -> ZoneInfo:
    """The time zone of that IANA name; UTC where this machine's data knows it no longer."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def local(moment: datetime, zone_name: str) -> datetime:
    """The moment on the clock of that zone."""
    return moment.astimezone(zone(zone_name))


def _today(zone_name: str) -> date:
    return local(datetime.now(UTC), zone_name).date()


def day(moment: datetime, zone_name: str, today: date | None = None) -> str:
    """The day: "29 November"; of another year "29 November 2025"."""
    then = local(moment, zone_name)
    year = "" if then.year == (today or _today(zone_name)).year else f" {then.year}"
    return f"{then.day} {MONTHS[then.month - 1]}{year}"


def short_day(moment: datetime, zone_name: str, today: date | None = None) -> str:
    """The day in a list: "Today", "Thu" within the last week, "22 Nov", "22 Nov 2025"."""
    then, now = local(moment, zone_name).date(), today or _today(zone_name)
    if then == now:
        return "Today"
    if timedelta() < now - then <= LATELY:
        return WEEKDAY_NAMES[then.weekday()][:3]
    year = "" if then.year == now.year else f" {then.year}"
    return f"{then.day} {MONTHS[then.month - 1][:3]}{year}"


def clock(moment: datetime, zone_name: str) -> str:
    """The time of day: "19:30"."""
    return f"{local(moment, zone_name):%H:%M}"


FILTERS: Final = (signed, score, names, partners, pass_words, day, short_day, clock, longest_word)


def init_app(app: Flask) -> None:
    """Give every template the filters, by their names here."""
    app.jinja_env.filters.update({function.__name__: function for function in FILTERS})
