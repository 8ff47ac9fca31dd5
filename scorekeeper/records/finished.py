"""Reading the games that count in a club's history: over, not archived, and with at least one hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, select

from scorekeeper.records.db import db
from scorekeeper.records.models import Club, Game, Player, Seat
from scorekeeper.records.over import GameOver, SeatOver

_GAME: Final = (
    Game.id,
    Game.started_at,
    Game.ended_early,
    Game.scale,
    Game.players,
    Game.hands_played,
    Game.known_hands,
    Game.overtime_hands,
    Game.margin,
)
_SEAT: Final = tuple(getattr(Seat, name) for name in SeatOver.__dataclass_fields__)


def counts(club_id: int) -> tuple[ColumnElement[bool], ...]:
    """What makes a game of the club count. A game ended before its first hand is nobody's win."""
    return (
        Game.club_id == club_id,
        Game.finished_at.is_not(None),
        Game.archived_at.is_(None),
        Game.hands_played > 0,
    )


def games_over(club_id: int, *which: ColumnElement[bool]) -> list[GameOver]:
    """The games that count and fit, in the order they were begun in. One query."""
    return _read(select(Game.id).where(*counts(club_id), *which))


def latest_over(club_id: int, count: int, *which: ColumnElement[bool]) -> list[GameOver]:
    """The newest of them, in the order they were begun in. One query."""
    newest = select(Game.id).where(*counts(club_id), *which)
    return _read(newest.order_by(Game.started_at.desc(), Game.id.desc()).limit(count))


def names_of(club: Club) -> dict[int, str]:
    """The names of all the club's players, merged and archived ones too. One query."""
    rows = db.session.execute(select(Player.id, Player.name).where(Player.club_id == club.id))
    return {row.id: row.name for row in rows}


def _read(ids: Select[Any]) -> list[GameOver]:
    # A limit must stand in a derived table: not every database takes one inside IN.
    wanted = ids.subquery()
    rows = db.session.connection().execute(
        select(*_GAME, *_SEAT)
        .join(wanted, wanted.c.id == Game.id)
        .join(Seat, Seat.game_id == Game.id)
        .order_by(Game.started_at, Game.id, Seat.position)
    )
    return [_game(list(group)) for _, group in groupby(rows, lambda row: row[0])]


def _game(rows: Sequence[Any]) -> GameOver:
    size = len(_GAME)
    columns = [*rows[0][:size], tuple(SeatOver(*row[size:]) for row in rows)]
    return GameOver(*columns)
