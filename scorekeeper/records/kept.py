"""Keeping a club's standings and ratings: brought up to date at a look, never in the way of a save.

A change leaves a mark (`stale`) in its own transaction. The next look reads the marks and the games they are
about in one moment of the database, works everything out with no lock held, and writes it down only if all
those marks are still there: if one is gone, somebody else did the same work or newer. A change that comes in
between leaves a mark of its own, which stays for the look after. So whatever comes when, on either database,
what is kept belongs to some moment, and a mark lies there for everything later.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import and_, delete, insert, or_, select
from sqlalchemy.exc import InternalError, OperationalError
from sqlalchemy.orm import Session

from scorekeeper.records import ratings
from scorekeeper.records.calendar import ALL, MONTH, YEAR, Period, bounds, month_of
from scorekeeper.records.db import db, writing
from scorekeeper.records.finished import games_over
from scorekeeper.records.folding import Fold, fold
from scorekeeper.records.kept_models import Stale, Standing
from scorekeeper.records.keys import new_stamp
from scorekeeper.records.models import Club, Game
from scorekeeper.records.over import GameOver

MOST_RATED: Final = 2_000  # games at one look: about a quarter of a second
MOST_MONTHS: Final = 24  # changed at once; beyond that everything is read

# The folds of one period, by scale and number of players (0: any).
Folds = dict[tuple[str, int], Fold]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Mark:
    id: int
    started_at: datetime | None  # None: everything
    in_standings: bool


@dataclass(frozen=True, slots=True)
class _Changed:
    """Folds worked out anew by span and period; in their place nothing of `spans` is left that was there."""

    folds: Mapping[tuple[str, str], Folds]
    months: Collection[str] | None  # None: everything
    years: Collection[str]


def catch_up(club: Club, most: int = MOST_RATED) -> bool:
    """Bring the club's standings and ratings up to date; whether they are now. `most` games are rated.

    They are not where there is too much to do at one look, or where nothing can be written just now (a full
    disk, a long write): then what is kept is a little old, and the marks stay. One query where nothing has
    changed. To be called before anything else is read: the session begins anew.
    """
    try:
        return _work_off(club, most)
    except (OperationalError, InternalError):
        log.warning("standings of a club could not be kept", exc_info=True)
        db.session.rollback()  # where the connection is lost, what is read next takes another
        return False


def finish(club: Club) -> None:
    """Catch up however long it takes: after an import, and before everything is checked."""
    while not _work_off(club, MOST_RATED):
        pass


def _work_off(club: Club, most: int) -> bool:
    marks = _marks(db.session(), club.id)
    if not marks:
        return True
    changed = _standings(club, [mark for mark in marks if not mark.in_standings])
    return _keep(club, marks, changed, ratings.work_out(club.id, _earliest(marks), most))


def _marks(session: Session, club_id: int) -> Sequence[_Mark]:
    columns = (Stale.id, Stale.started_at, Stale.in_standings)
    return [_Mark(*row) for row in session.execute(select(*columns).where(Stale.club_id == club_id))]


def _earliest(marks: Sequence[_Mark]) -> datetime | None:
    moments = [mark.started_at for mark in marks if mark.started_at is not None]
    return min(moments) if len(moments) == len(marks) else None


def _keep(club: Club, marks: Sequence[_Mark], changed: _Changed, rated: ratings.Rated) -> bool:
    seen = {mark.id for mark in marks}
    with writing() as session:
        # One at a time. Not the lock that would make a new game of the club wait.
        session.execute(select(Club.id).where(Club.id == club.id).with_for_update(key_share=True))
        there = {mark.id for mark in _marks(session, club.id)}
        if not seen <= there:
            return not there
        _write(session, club.id, changed)
        ratings.keep(session, club.id, rated)
        session.execute(delete(Stale).where(Stale.id.in_(seen)))
        if rated.until is not None:
            row = {"club_id": club.id, "started_at": rated.until, "in_standings": True}
            session.execute(insert(Stale), [row])
    return rated.until is None and seen == there


def _standings(club: Club, marks: Sequence[_Mark]) -> _Changed:
    """The folds of the months that changed, and of the years and the whole that they are part of."""
    moments = [mark.started_at for mark in marks]
    everything = None in moments
    months = {month_of(moment, club.zone) for moment in moments if moment is not None}
    if not everything and not months:
        return _Changed({}, (), ())
    if everything or len(months) > MOST_MONTHS:
        return _Changed(all_folds(club), None, ())
    ranges = [bounds(Period(MONTH, month), club.zone, datetime.min) for month in months]
    in_months = [and_(Game.started_at >= begin, Game.started_at < end) for begin, end in ranges]
    found = _by_month(club, games_over(club.id, or_(*in_months)))
    years = {month[:4] for month in months}
    return _Changed(_put_together(found, _unchanged(club.id, months, years)), months, years)


def _by_month(club: Club, games: Iterable[GameOver]) -> dict[str, Folds]:
    months: dict[str, dict[str, list[GameOver]]] = {}
    for game in games:
        month = months.setdefault(month_of(game.started_at, club.zone), {})
        month.setdefault(game.scale, []).append(game)
    return {
        month: {key: each for scale, found in scales.items() for key, each in _by_size(scale, found)}
        for month, scales in months.items()
    }


def _by_size(scale: str, games: Sequence[GameOver]) -> Iterator[tuple[tuple[str, int], Fold]]:
    whole = fold(games)
    yield (scale, 0), whole
    sizes = {game.players for game in games}
    for size in sizes:
        alone = len(sizes) == 1
        yield (scale, size), whole if alone else fold(game for game in games if game.players == size)


def _unchanged(club_id: int, months: Collection[str], years: Collection[str]) -> dict[tuple[str, str], Folds]:
    """The folds kept of the other months of those years, and of the other years."""
    in_years = or_(*(Standing.period.startswith(f"{year}-") for year in years))
    query = select(Standing).where(
        Standing.club_id == club_id,
        or_(
            and_(Standing.span == MONTH, in_years, Standing.period.not_in(months)),
            and_(Standing.span == YEAR, Standing.period.not_in(years)),
        ),
    )
    kept: dict[tuple[str, str], Folds] = {}
    for row in db.session.scalars(query):
        folds = kept.setdefault((row.span, row.period), {})
        folds[row.scale, row.players] = Fold.from_content(row.games, row.content)
    return kept


def _put_together(
    found: Mapping[str, Folds], kept: Mapping[tuple[str, str], Folds]
) -> dict[tuple[str, str], Folds]:
    """The changed months with their years and the whole, out of them and what is kept of the rest."""
    changed = {(MONTH, month): folds for month, folds in found.items()}
    months = {**{period: folds for (span, period), folds in kept.items() if span == MONTH}, **found}
    by_year: dict[str, list[str]] = {}
    for month in sorted(months):
        by_year.setdefault(month[:4], []).append(month)
    for year, of_year in by_year.items():
        changed[YEAR, year] = _chained(months[month] for month in of_year)
    years = {period: folds for (span, period), folds in {**kept, **changed}.items() if span == YEAR}
    changed[ALL, ""] = _chained(years[year] for year in sorted(years))
    return changed


def _chained(stretches: Iterable[Folds]) -> Folds:
    whole: Folds = {}
    for folds in stretches:
        for key, each in folds.items():
            whole[key] = whole[key].then(each) if key in whole else each
    return whole


def _write(session: Session, club_id: int, changed: _Changed) -> None:
    old = delete(Standing).where(Standing.club_id == club_id)
    if changed.months is not None:
        if not changed.months:
            return
        old = old.where(
            or_(
                and_(Standing.span == MONTH, Standing.period.in_(changed.months)),
                and_(Standing.span == YEAR, Standing.period.in_(changed.years)),
                Standing.span == ALL,
            )
        )
    session.execute(old, execution_options={"synchronize_session": False})
    stamp = new_stamp()
    rows = [
        {
            "club_id": club_id,
            "span": span,
            "period": period,
            "scale": scale,
            "players": players,
            "games": each.games,
            "stamp": stamp,
            "content": each.content(),
        }
        for (span, period), folds in changed.folds.items()
        for (scale, players), each in folds.items()
    ]
    if rows:
        session.execute(insert(Standing), rows)


def all_folds(club: Club) -> dict[tuple[str, str], Folds]:
    """Every fold of a club's games by span and period, worked out anew. One query; nothing is kept."""
    return _put_together(_by_month(club, games_over(club.id)), {})
