"""What is asked of the database, and what lies in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from scorekeeper.records.db import db


@contextmanager
def counted() -> Iterator[list[str]]:
    """The statements sent within the block, BEGIN aside."""
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
    """Every row of every table, but for what is kept of the history and its marks: that follows at a look."""
    with db.engine.connect() as connection:
        return {
            t.name: sorted(map(repr, connection.execute(t.select()).all()))
            for t in db.metadata.sorted_tables
            if t.name not in ("standing", "player_year", "rating", "stale")
        }
