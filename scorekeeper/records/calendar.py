"""Days, evenings, months and years in a club's time zone: a game at 19:30 in New York is not tomorrow's."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

# A game that begins after midnight still belongs to the evening before.
NIGHT: Final = timedelta(hours=5)

ALL, YEAR, MONTH, EVENING, LATEST = "all", "year", "month", "evening", "latest"
LATEST_GAMES: Final = 20


@dataclass(frozen=True, slots=True)
class Period:
    """A stretch of a club's history: a `span`, and for a year or month which one ("2026", "2026-11")."""

    span: str
    key: str = ""

    def __str__(self) -> str:
        """As addresses write it: "all", "2026", "2026-11", "evening", "latest"."""
        return self.key or self.span

    @property
    def live(self) -> bool:
        """Whether it moves with the clock or with every game, so that nothing is kept for it."""
        return self.span in (EVENING, LATEST)


def read_period(text: str | None) -> Period | None:
    """The period an address names, `Period.__str__` read backwards; None where it names none."""
    said = text or ""
    if said in (ALL, EVENING, LATEST):
        return Period(said)
    if re.fullmatch("[12][0-9]{3}", said):
        return Period(YEAR, said)
    if re.fullmatch("[12][0-9]{3}-(0[1-9]|1[0-2])", said):
        return Period(MONTH, said)
    return None


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


def month_of(moment: datetime, zone_name: str) -> str:
    """The month a moment lies in: "2026-11"."""
    return f"{local(moment, zone_name):%Y-%m}"


def evening_of(moment: datetime, zone_name: str) -> date:
    """The day whose evening a moment belongs to."""
    return (local(moment, zone_name).replace(tzinfo=None) - NIGHT).date()


def bounds(period: Period, zone_name: str, now: datetime) -> tuple[datetime | None, datetime | None]:
    """The moments a period begins and is over, in UTC; None without end. The latest games have neither."""
    match period.span:
        case "year":
            year = int(period.key)
            return _midnight(year, 1, zone_name), _midnight(year + 1, 1, zone_name)
        case "month":
            year, month = int(period.key[:4]), int(period.key[5:])
            following = (year + month // 12, month % 12 + 1)
            return _midnight(year, month, zone_name), _midnight(*following, zone_name)
        case "evening":
            day = datetime.combine(evening_of(now, zone_name), datetime.min.time()) + NIGHT
            return day.replace(tzinfo=zone(zone_name)).astimezone(UTC), None
        case _:
            return None, None


def _midnight(year: int, month: int, zone_name: str) -> datetime:
    return datetime(year, month, 1, tzinfo=zone(zone_name)).astimezone(UTC)
