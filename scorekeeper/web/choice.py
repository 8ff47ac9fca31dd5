"""Choosing what a page of the history is about: period, rules, size of the table; by links and a form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from flask import request, url_for

from scorekeeper.hearts.scales import scale_name
from scorekeeper.records.calendar import (
    ALL,
    EVENING,
    LATEST,
    LATEST_GAMES,
    Period,
    local,
    month_of,
    read_period,
)
from scorekeeper.records.choosing import Wanted
from scorekeeper.records.models import SCALE_LENGTH
from scorekeeper.web.forms import whole
from scorekeeper.web.standings_table import usual_least
from scorekeeper.web.words import MONTHS

if TYPE_CHECKING:
    from scorekeeper.records.choosing import Chosen

MOST_LEAST: Final = 999
SCALE: Final = re.compile(f"[a-z0-9_+-]{{1,{SCALE_LENGTH}}}")
NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be chosen; `value` is what an address says for it."""

    value: str
    words: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen, in words, and what can be.

    `quick` are the periods one tap away, `periods` all of them. `rules` and `sizes` are empty where the club
    has only one.
    """

    period: str
    period_words: str
    summary: str
    quick: tuple[Option, ...]
    periods: tuple[Option, ...]
    rules: tuple[Option, ...]
    sizes: tuple[Option, ...]
    kept: Mapping[str, str]

    def address(self, **changes: str) -> str:
        """This page with another choice; what is not said stays."""
        said = {name: value for name, value in {**self.kept, **changes}.items() if value}
        return url_for(request.endpoint or "", **{**(request.view_args or {}), **said})


def wanted_of(args: Mapping[str, str]) -> Wanted:
    """What an address asks for; what it does not say properly is not asked for."""
    players = whole(args.get("players"))
    return Wanted(
        period=read_period(args.get("period")),
        scale=scale_from(args.get("rules")),
        players=players if players is not None and 0 < players <= 10 else 0,
    )


def scale_from(text: str | None) -> str | None:
    """The scale an address names, where it has the form of one."""
    return text if text and SCALE.fullmatch(text) else None


def least_of(args: Mapping[str, str], most: int) -> int:
    """Under how many games a player is greyed: as the address says, else as usual."""
    said = whole(args.get("least"))
    return said if said is not None and 0 <= said <= MOST_LEAST else usual_least(most)


def choice_of(
    chosen: Chosen, zone: str, kept: Mapping[str, str] = NOTHING, now: datetime | None = None
) -> Choice:
    """The choice as a page shows it; `kept` is what else the address is to go on saying."""
    moment = now or datetime.now(UTC)
    rules = scale_name(chosen.scale) if chosen.scale else "no rules"
    table = f" · {chosen.players} players" if chosen.players else ""
    return Choice(
        period=str(chosen.period),
        period_words=period_words(chosen.period, zone, moment),
        summary=f"{rules}{table}",
        quick=_quick(chosen, zone, moment),
        periods=_periods(chosen, zone, moment),
        rules=_rules(chosen),
        sizes=_sizes(chosen),
        kept={
            "period": request.args.get("period", ""),
            "rules": request.args.get("rules", ""),
            "players": str(chosen.players or ""),
            **kept,
        },
    )


def period_words(period: Period, zone: str, now: datetime) -> str:
    """A period as it is said: "this year", "2025", "November", "March 2025", "this evening", "all time"."""
    today = local(now, zone)
    match period.span:
        case "year":
            return "this year" if int(period.key) == today.year else period.key
        case "month":
            if period.key == month_of(now, zone):
                return "this month"
            year, month = period.key.split("-")
            return f"{MONTHS[int(month) - 1]} {year}"
        case "evening":
            return "this evening"
        case "latest":
            return f"last {LATEST_GAMES} games"
        case _:
            return "all time"


def _option(period: Period, chosen: Chosen, zone: str, now: datetime) -> Option:
    words = period_words(period, zone, now)
    return Option(str(period), words[0].upper() + words[1:], period == chosen.period)


def _rules(chosen: Chosen) -> tuple[Option, ...]:
    scales = chosen.offer.scales if len(chosen.offer.scales) > 1 else ()
    return tuple(
        Option(scale, f"{scale_name(scale)} ({games})", scale == chosen.scale) for scale, games in scales
    )


def _sizes(chosen: Chosen) -> tuple[Option, ...]:
    if len(chosen.offer.sizes) < 2:
        return ()
    sizes = (
        Option(str(size), f"{size} players ({games})", size == chosen.players)
        for size, games in chosen.offer.sizes
    )
    return (Option("", "Any number of players", not chosen.players), *sizes)


def _quick(chosen: Chosen, zone: str, now: datetime) -> tuple[Option, ...]:
    """The present ones; a chosen other one stands among them, so that one sees where one is."""
    year, month = f"{local(now, zone).year:04}", month_of(now, zone)
    periods = [Period(ALL)]
    periods += [Period("year", year)] if year in chosen.offer.years else []
    periods += [Period("month", month)] if month in chosen.offer.months else []
    periods += [Period(EVENING), Period(LATEST)]
    periods += [chosen.period] if chosen.period not in periods else []
    return tuple(_option(period, chosen, zone, now) for period in periods)


def _periods(chosen: Chosen, zone: str, now: datetime) -> tuple[Option, ...]:
    years = [Period("year", year) for year in chosen.offer.years]
    months = [Period("month", month) for month in chosen.offer.months]
    periods = [Period(ALL), Period(EVENING), Period(LATEST), *years, *months]
    periods += [chosen.period] if chosen.period not in periods else []
    return tuple(_option(period, chosen, zone, now) for period in periods)
