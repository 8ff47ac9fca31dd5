"""Whether what is kept of a club's history is what its games say."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import select

from scorekeeper.records import kept_details, ratings, stale
from scorekeeper.records.db import db, writing
from scorekeeper.records.kept import all_folds, finish
from scorekeeper.records.kept_models import Rating, Stale, Standing
from scorekeeper.records.models import Club, Game, Player

PLAYERS: Final = 50  # written down at a time


@dataclass(frozen=True, slots=True)
class Wrong:
    """A kept figure of a club that was not what its games say."""

    where: str  # standings of 2026, standard, 4 players; rating of player 7 after a game; details of player 7
    field: str
    stored: object
    derived: object


def recheck(club: Club) -> list[Wrong]:
    """Work the club's standings, ratings and players' details out anew, put right what differs, and say what
    that was. Details that were never kept are kept from then on.

    A change that comes in meanwhile is no difference: then nothing is compared, and its mark stays.
    """
    finish(club)
    db.session.close()
    if _is_changed(club):
        return []
    wrong = [*_standings(club), *_ratings(club)]
    of_players = [each for players in _batches(club) for each in _details(club, players)]
    if wrong:
        with writing() as session:
            stale.mark_all(session, club.id)
        finish(club)
        for players in _batches(club):
            _details(club, players)
    return [*wrong, *of_players]


def _is_changed(club: Club) -> bool:
    mine = select(Stale.id).where(Stale.club_id == club.id)
    return db.session.scalar(mine.limit(1)) is not None


def _batches(club: Club) -> Iterator[Sequence[int]]:
    ids = db.session.scalars(select(Player.id).where(Player.club_id == club.id).order_by(Player.id)).all()
    return (ids[first : first + PLAYERS] for first in range(0, len(ids), PLAYERS))


def _details(club: Club, players: Iterable[int]) -> list[Wrong]:
    """Work out all months of these players, keep them, and say which of those that were kept were wrong."""
    wrong, changes = [], []
    if _is_changed(club):  # asked for in the moment of the database in which everything here is read
        return []
    for player_id in players:
        found = kept_details.find(club, player_id)
        fresh = kept_details.work_out(club, found, found.stamps)
        wrong += [
            Wrong(f"details of player {player_id} in {month}", "content", found.kept[month], fresh[month])
            for month in sorted(found.good)
            if found.kept[month] != fresh[month]
        ]
        if found.kept != fresh:
            changes.append((found, fresh))
    if changes:
        kept_details.keep(club, changes)
    return wrong


def _standings(club: Club) -> Iterator[Wrong]:
    rows = db.session.scalars(select(Standing).where(Standing.club_id == club.id))
    stored = {(row.span, row.period, row.scale, row.players): (row.games, row.content) for row in rows}
    fresh = {
        (span, period, scale, players): (fold.games, fold.content())
        for (span, period), folds in all_folds(club).items()
        for (scale, players), fold in folds.items()
    }
    for key in sorted({*stored, *fresh}):
        was, now = stored.get(key), fresh.get(key)
        if was != now:
            span, period, scale, players = key
            table = f"{players} players" if players else "any table"
            yield Wrong(f"standings of {period or span}, {scale}, {table}", "content", was, now)


def _ratings(club: Club) -> Iterator[Wrong]:
    mine = select(Rating).join(Game, Game.id == Rating.game_id).where(Game.club_id == club.id)
    stored: dict[Any, Any] = {
        (row.game_id, row.player_id): (row.started_at, row.mu, row.sigma) for row in db.session.scalars(mine)
    }
    fresh = {
        (row["game_id"], row["player_id"]): (row["started_at"], row["mu"], row["sigma"])
        for row in ratings.work_out(club.id, None, sys.maxsize - 1).rows
    }
    for key in sorted({*stored, *fresh}):
        was, now = stored.get(key), fresh.get(key)
        if was != now:
            yield Wrong(f"rating of player {key[1]} after game {key[0]}", "rating", was, now)
