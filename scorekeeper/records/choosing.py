"""Which games of a club are looked at: those of one scale, one table size or any, in one period.

Games of different scales (hearts/scales.py) are never looked at together. What is asked for all time, a year
or a month is kept (`kept`) and read as one row, however many games there are. This evening and the latest
games are few, and folded at each look.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import and_, or_, select

from scorekeeper.hearts.scales import STANDARD
from scorekeeper.records.calendar import (
    ALL,
    EVENING,
    LATEST,
    LATEST_GAMES,
    MONTH,
    YEAR,
    Period,
    bounds,
    local,
)
from scorekeeper.records.clubs import now as this_moment
from scorekeeper.records.db import db
from scorekeeper.records.finished import games_over, latest_over
from scorekeeper.records.folding import Fold, fold
from scorekeeper.records.kept import catch_up
from scorekeeper.records.kept_models import Standing
from scorekeeper.records.models import Club, Game
from scorekeeper.records.over import GameOver

MONTHS_OFFERED: Final = 12


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for. None: what fits best; `players` 0: tables of any size."""

    period: Period | None = None
    scale: str | None = None
    players: int = 0


@dataclass(frozen=True, slots=True)
class Offer:
    """What a club's games can be asked for, each with how many there are of them over all time.

    `scales` are those of the club's games, the most played first; `sizes` the numbers of players at a table
    of the scale chosen; `years` and the last twelve `months` with a game, newest first.
    """

    scales: tuple[tuple[str, int], ...]
    sizes: tuple[tuple[int, int], ...]
    years: tuple[str, ...]
    months: tuple[str, ...]


ANYTHING: Final = Wanted()


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """What was chosen for what was asked, its games folded.

    `complete` is false while a change to older games has not been worked out to the end.
    """

    period: Period
    scale: str | None  # None: the club has finished no game
    players: int
    fold: Fold
    offer: Offer
    until: datetime | None  # when the period is over; None: it is not
    complete: bool


def choose(club: Club, wanted: Wanted, now: datetime | None = None) -> Chosen:
    """Find the period, scale and table size that are meant, and the fold of those games. Five queries.

    Without a period: this year, or all time where nothing was finished this year. Without a scale: the one
    most played in that period. A scale or size the club has never played is taken as not asked for.
    """
    complete = catch_up(club)
    moment = now or this_moment()
    kept = _kept(club, wanted.period)
    period = wanted.period or _this_year(kept, club, moment)
    begin, until = bounds(period, club.zone, moment)
    tonight = games_over(club.id, Game.started_at >= begin) if period.span == EVENING and begin else []
    ever = _by_scale(kept, ALL, "")
    there = _counted(tonight) if tonight else _by_scale(kept, period.span, period.key)
    scale = wanted.scale if wanted.scale in ever else next(iter({**there, **ever}), None)
    sizes = _sizes(kept, scale)
    players = wanted.players if wanted.players in dict(sizes) else 0
    return Chosen(
        period=period,
        scale=scale,
        players=players,
        fold=_fold(club, period, scale or "", players, tonight),
        offer=Offer(
            scales=tuple(ever.items()),
            sizes=sizes,
            years=tuple(sorted({row.period for row in kept if row.span == YEAR}, reverse=True)),
            months=_months(club),
        ),
        until=until if until is not None and until <= moment else None,
        complete=complete,
    )


@dataclass(frozen=True, slots=True)
class _Row:
    """A kept standing without its content."""

    span: str
    period: str
    scale: str
    players: int
    games: int


def _kept(club: Club, period: Period | None) -> list[_Row]:
    """All years and the whole, and the month that is asked for."""
    columns = (Standing.span, Standing.period, Standing.scale, Standing.players, Standing.games)
    key = period.key if period is not None else ""
    wanted = or_(Standing.span.in_((ALL, YEAR)), and_(Standing.span == MONTH, Standing.period == key))
    query = select(*columns).where(Standing.club_id == club.id, wanted)
    return [_Row(*row) for row in db.session.execute(query)]


def _months(club: Club) -> tuple[str, ...]:
    query = select(Standing.period).where(Standing.club_id == club.id, Standing.span == MONTH)
    newest = query.distinct().order_by(Standing.period.desc()).limit(MONTHS_OFFERED)
    return tuple(db.session.scalars(newest))


def _this_year(kept: Iterable[_Row], club: Club, moment: datetime) -> Period:
    year = f"{local(moment, club.zone).year:04}"
    played = any(row.span == YEAR and row.period == year for row in kept)
    return Period(YEAR, year) if played else Period(ALL)


def _by_scale(kept: Iterable[_Row], span: str, period: str) -> dict[str, int]:
    """How many games of each scale there are in a kept period, the most first, of equals the standard one."""
    rows = [row for row in kept if (row.span, row.period, row.players) == (span, period, 0)]
    return _most_first({row.scale: row.games for row in rows})


def _counted(games: Iterable[GameOver]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for game in games:
        counts[game.scale] = counts.get(game.scale, 0) + 1
    return _most_first(counts)


def _most_first(counts: dict[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0] != STANDARD, item[0])))


def _sizes(kept: Iterable[_Row], scale: str | None) -> tuple[tuple[int, int], ...]:
    found = {row.players: row.games for row in kept if row.span == ALL and row.scale == scale and row.players}
    return tuple(sorted(found.items()))


def _fold(club: Club, period: Period, scale: str, players: int, tonight: Iterable[GameOver]) -> Fold:
    if period.span == EVENING:
        return fold(game for game in tonight if game.scale == scale and players in (0, game.players))
    if period.span == LATEST:
        of_size = [Game.players == players] if players else []
        return fold(latest_over(club.id, LATEST_GAMES, Game.scale == scale, *of_size))
    query = select(Standing.games, Standing.content).where(
        Standing.club_id == club.id,
        Standing.span == period.span,
        Standing.period == period.key,
        Standing.scale == scale,
        Standing.players == players,
    )
    row = db.session.execute(query).one_or_none()
    return Fold() if row is None else Fold.from_content(row.games, row.content)
