"""Marking what changed, for the standings and ratings to take in later (`kept.catch_up`)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from sqlalchemy import insert
from sqlalchemy.orm import Session

from scorekeeper.records.books import GameRow
from scorekeeper.records.kept_models import Stale
from scorekeeper.records.models import Game

_INSERT: Final = insert(Stale).inline()


def mark(session: Session, games: Iterable[Game | GameRow]) -> None:
    """Say in a change's own transaction that these games, over now or before, are not what they were.

    To be called whenever a game ends, or one that is over is changed, archived, brought back or imported.
    """
    _insert(session, [(game.club_id, game.started_at) for game in games])


def mark_all(session: Session, club_id: int) -> None:
    """Say that nothing kept of a club's history holds: its months are other ones in another time zone."""
    _insert(session, [(club_id, None)])


def _insert(session: Session, marks: list[tuple[int, datetime | None]]) -> None:
    rows = [{"club_id": club, "started_at": moment, "in_standings": False} for club, moment in marks]
    if rows:
        session.connection().execute(_INSERT, rows)
