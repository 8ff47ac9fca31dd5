"""Keeping the details of the players' months, so that nobody's page reads ten years of hands.

A month's details are good as long as the standings of that month have the stamp they were worked out under:
these get a new one whenever any of the month's games has changed (`kept`). What is due is worked out at a
look at the player, from that player's hands in the months that changed. The stamps are read before the games,
in the same moment of the database, so whatever comes in between is never taken for older than it is; and
whoever writes down what has become old meanwhile has it worked out anew at the next look.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, delete, insert, or_, select
from sqlalchemy.exc import InternalError, OperationalError

from scorekeeper.records.calendar import MONTH, Period, bounds
from scorekeeper.records.db import db, writing
from scorekeeper.records.details import read_details
from scorekeeper.records.finished import counts
from scorekeeper.records.kept_models import PlayerYear, Standing
from scorekeeper.records.models import Club, Game

MOST_MONTHS: Final = 24  # due at once; beyond that everything is read

# By month: the stamp, and the details by scale and number of players (`details.Detail.content`).
Months = dict[str, dict[str, Any]]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Found:
    """What is kept of a player's months, and what it is to be by the months' stamps."""

    player_id: int
    kept: Months
    stamps: Mapping[str, str]

    @property
    def good(self) -> set[str]:
        """The months whose details are those of their standings."""
        return {month for month, each in self.kept.items() if self.stamps.get(month) == each["stamp"]}

    @property
    def due(self) -> set[str]:
        """The months whose details are not kept, or no longer what the games say."""
        return set(self.stamps) - self.good

    def changed_to(self, months: Months) -> set[str]:
        """The years that are others with these months in place of what is kept."""
        return {month[:4] for month in {*self.kept, *months} if self.kept.get(month) != months.get(month)}


def details_of(club: Club, player_id: int) -> Months:
    """The details of all the player's months; where nothing has changed two queries, however many hands.

    Where nothing can be written just now they are worked out again at the next look.
    """
    found = find(club, player_id)
    if not found.due and len(found.good) == len(found.kept):
        return found.kept
    fresh = work_out(club, found, found.due)
    months = {month: fresh.get(month) or found.kept[month] for month in found.stamps}
    try:
        keep(club, [(found, months)], wait=False)
    except (OperationalError, InternalError):
        log.info("details of a player could not be kept", exc_info=True)
    return months


def find(club: Club, player_id: int) -> Found:
    """Read what is kept. Two queries."""
    of_club = (Standing.club_id == club.id, Standing.span == MONTH)
    stamps = db.session.execute(select(Standing.period, Standing.stamp).where(*of_club).distinct())
    years = db.session.scalars(select(PlayerYear.content).where(PlayerYear.player_id == player_id))
    kept = {month: each for content in years for month, each in content.items()}
    return Found(player_id, kept, dict(stamps.all()))


def work_out(club: Club, found: Found, months: Collection[str]) -> Months:
    """The details of these months from the player's hands. Two queries, none without a month."""
    if not months:
        return {}
    fresh: Months = {month: {"stamp": found.stamps[month], "details": []} for month in months}
    which = [*counts(club.id), *([] if len(months) > MOST_MONTHS else [_begun_in(club, months)])]
    read = read_details(found.player_id, club.zone, which)
    for (month, scale, players), detail in sorted(read.items(), key=lambda item: item[0]):
        if month in fresh:
            fresh[month]["details"].append({"scale": scale, "players": players, **detail.content()})
    return fresh


def keep(club: Club, changes: Iterable[tuple[Found, Months]], *, wait: bool = True) -> None:
    """Write down what has become of these players' months.

    Without `wait` it raises OperationalError at once where somebody writes: on SQLite to the file, and on
    PostgreSQL to the club.
    """
    changed = [(found.player_id, found.changed_to(months), months) for found, months in changes]
    rows = [
        {"player_id": player_id, "year": year, "content": content}
        for player_id, years, months in changed
        for year in sorted(years)
        if (content := {month: each for month, each in sorted(months.items()) if month.startswith(year)})
    ]
    with writing(wait=wait) as session:
        # One at a time, as in `kept`.
        alone = select(Club.id).where(Club.id == club.id)
        session.execute(alone.with_for_update(key_share=True, nowait=not wait))
        for player_id, years, _ in changed:
            old = (PlayerYear.player_id == player_id, PlayerYear.year.in_(years))
            session.execute(delete(PlayerYear).where(*old))
        if rows:
            session.execute(insert(PlayerYear), rows)


def _begun_in(club: Club, months: Collection[str]) -> ColumnElement[bool]:
    ranges = [bounds(Period(MONTH, month), club.zone, datetime.min) for month in sorted(months)]
    return or_(*(and_(Game.started_at >= begin, Game.started_at < end) for begin, end in ranges))
