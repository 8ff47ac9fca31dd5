"""Whether what is kept of a club's history is what its games say."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from scorekeeper.records import ratings, stale
from scorekeeper.records.db import db, writing
from scorekeeper.records.kept import all_folds, finish
from scorekeeper.records.kept_models import Rating, Stale, Standing
from scorekeeper.records.models import Club, Game


@dataclass(frozen=True, slots=True)
class Wrong:
    """A kept figure of a club that was not what its games say."""

    where: str  # standings of 2026, standard, 4 players; rating of player 7 after a game
    field: str
    stored: object
    derived: object


def recheck(club: Club) -> list[Wrong]:
    """Work the club's standings and ratings out anew, put right what differs, and say what that was.

    A change that comes in meanwhile is no difference: then nothing is compared, and its mark stays.
    """
    finish(club)
    db.session.close()
    if db.session.scalar(select(Stale.id).where(Stale.club_id == club.id).limit(1)) is not None:
        return []
    wrong = [*_standings(club), *_ratings(club)]
    if wrong:
        with writing() as session:
            stale.mark_all(session, club.id)
        finish(club)
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
