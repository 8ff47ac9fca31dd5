"""What is asked of the database, and what lies in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from typing import Any

from sqlalchemy import Column, Table, event, select, update

from scorekeeper.records.books import Contents
from scorekeeper.records.db import db, writing
from scorekeeper.records.models import Game
from scorekeeper.records.reading import load


@contextmanager
def counted() -> Iterator[list[str]]:
    """The statements sent within the block by SQLAlchemy, BEGIN aside.

    PostgreSQL is sent the end of a write past it (records/sending.py): how many these are is seen on SQLite.
    """
    sent: list[str] = []

    def see(_conn: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if not statement.startswith("BEGIN"):
            sent.append(statement)

    db.session.remove()
    event.listen(db.engine, "before_cursor_execute", see)
    try:
        yield sent
    finally:
        event.remove(db.engine, "before_cursor_execute", see)


def everything() -> dict[str, list[str]]:
    """Every row of every table, but for what is kept of the history and its marks: that follows at a look.

    A game's stamp is left out: it only ever says that what was read before is to be read again.
    """
    with db.engine.connect() as connection:
        return {
            t.name: sorted(map(repr, connection.execute(select(*_told(t))).all()))
            for t in db.metadata.sorted_tables
            if t.name not in ("standing", "player_year", "rating", "stale")
        }


def contents(game_key: str, *, fresh: bool = False) -> tuple[Any, ...]:
    """What a game holds, as it may be in memory; or what it must be, past that."""
    book = load(db.session(), game_key, fresh=fresh)
    return tuple(getattr(book, field.name) for field in fields(Contents))


def forget(game_key: str) -> None:
    """Let the next look at a game read all of it, as a server does that has just been started."""
    with writing() as session:
        session.execute(update(Game).where(Game.key == game_key).values(stamp=""))


def _told(table: Table) -> list[Column[Any]]:
    return [column for column in table.c if (table.name, column.name) != ("game", "stamp")]
