"""Days and times as people and programs write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

# A sheet says the day and no more: an evening, so that it is the same day in every season.
EVENING: Final = time(20)
_SPREADSHEET_ZERO: Final = date(1899, 12, 30)  # what a day's number in a spreadsheet counts from
_SPREADSHEET_DAYS: Final = range(20_000, 80_000)  # 1954 to 2119
_YEARS: Final = range(1900, 2200)
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_FIGURES: Final = re.compile(
    r"(\d{1,4})[./\- ]+(\d{1,2})[./\- ]+(\d{1,4})\.?(?:[ T,]+(\d{1,2}):(\d{2})(?::\d{2})?)?"
)
_WORDS: Final = re.compile(
    r"(?:[a-z]+[.,]? +)?(\d{1,2})(?:st|nd|rd|th)?[. \-]+([a-z]{3,9})\.?,?[ \-]+(\d{2,4})", re.I
)
_MONTH_FIRST: Final = re.compile(
    r"(?:[a-z]+[.,]? +)??([a-z]{3,9})\.? +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{2,4})", re.I
)


def read_moment(text: str, zone: ZoneInfo, *, day_first: bool) -> datetime | None:
    """The moment a cell says, on the clock of the zone where it names none; None where it cannot be read.

    `day_first` reads 3/4/2024 as the third of April. A day alone is that evening.
    """
    if (moment := _iso(text, zone)) is not None:
        return moment
    day = _spreadsheet(text) or _in_words(text)
    if day is not None:
        return at_evening(day, zone)
    match = _FIGURES.fullmatch(text)
    if match is None:
        return None
    day = _from_figures(match[1], match[2], match[3], day_first=day_first)
    if day is None:
        return None
    if match[4] is None:
        return at_evening(day, zone)
    hour, minute = int(match[4]), int(match[5])
    if hour > 23 or minute > 59:
        return None
    return _aware(datetime.combine(day, time(hour, minute)), zone)


def day_comes_first(texts: Iterable[str]) -> bool | None:
    """Whether days written in figures are 31/12 or 12/31, by those that can be only one; None: either.

    Days with points between are day first everywhere.
    """
    seen_slashes = False
    for text in texts:
        match = _FIGURES.fullmatch(text)
        if match is None or len(match[1]) > 2:
            continue
        if "." in text.partition(" ")[0] or int(match[1]) > 12:
            return True
        if int(match[2]) > 12:
            return False
        seen_slashes = True
    return None if seen_slashes else True


def at_evening(day: date, zone: ZoneInfo) -> datetime:
    """The evening of a day in a zone, in UTC."""
    return _aware(datetime.combine(day, EVENING), zone)


def one_after_the_other(moments: Sequence[datetime | None]) -> list[datetime | None]:
    """The same moments, those that are equal a minute apart: games keep their order within an evening."""
    seen: set[datetime] = set()
    apart: list[datetime | None] = []
    for moment in moments:
        while moment is not None and moment in seen:
            moment += timedelta(minutes=1)  # noqa: PLW2901
        if moment is not None:
            seen.add(moment)
        apart.append(moment)
    return apart


def _iso(text: str, zone: ZoneInfo) -> datetime | None:
    if not re.match(r"\d{4}-\d\d-\d\d", text):
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    if moment.year not in _YEARS:
        return None
    return at_evening(moment.date(), zone) if len(text) == 10 else _aware(moment, zone)


def _aware(moment: datetime, zone: ZoneInfo) -> datetime:
    return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)


def _spreadsheet(text: str) -> date | None:
    number = text.partition(".")[0]
    if number.isascii() and number.isdigit() and len(number) == 5 and int(number) in _SPREADSHEET_DAYS:
        return _SPREADSHEET_ZERO + timedelta(days=int(number))
    return None


def _in_words(text: str) -> date | None:
    if match := _WORDS.fullmatch(text):
        return _day(match[3], _month(match[2]), match[1])
    if match := _MONTH_FIRST.fullmatch(text):
        return _day(match[3], _month(match[1]), match[2])
    return None


def _month(word: str) -> int:
    return next((n for n, name in enumerate(_MONTHS, 1) if word.casefold().startswith(name)), 0)


def _from_figures(first: str, second: str, third: str, *, day_first: bool) -> date | None:
    if len(first) > 2:
        return _day(first, int(second), third)
    return _day(third, int(second), first) if day_first else _day(third, int(first), second)


def _day(year: str, month: int, day: str) -> date | None:
    """The day; a year of two figures is one of the last fifty or the next."""
    number = int(year) + (2000 if int(year) < 70 else 1900) * (len(year) <= 2)
    try:
        return date(number, month, int(day)) if number in _YEARS else None
    except ValueError:
        return None
