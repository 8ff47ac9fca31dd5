"""What ends a write goes past SQLAlchemy to PostgreSQL's driver: the same values must lie in the books."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import insert, select, text
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg

from scorekeeper.hearts.facts import Facts
from scorekeeper.records import games, hands
from scorekeeper.records.db import db, writing
from scorekeeper.records.models import Game, Hand, Revision, Seat, Submission, TakenRow
from scorekeeper.records.sending import _for_driver, sent_with_commit
from scorekeeper.records.writes import update_rows
from tests.records.table import A, B, C, Table

TABLES = [
    db.metadata.tables[model.__tablename__] for model in (Game, Seat, Hand, TakenRow, Revision, Submission)
]


def as_kept() -> list[list[str]]:
    """Every row as the database itself writes it: JSON null is not NULL there."""
    postgres = db.engine.dialect.name == "postgresql"
    kept = []
    with db.engine.connect() as connection:
        for table in TABLES:
            columns = ", ".join(f"quote({column.name})" for column in table.c)
            told = f"{table.name}::text" if postgres else columns
            rows = connection.execute(text(f"SELECT {told} FROM {table.name}"))  # noqa: S608
            kept.append(sorted(map(str, rows)))
    return kept


def test_what_is_sent_lies_in_the_books_as_sqlalchemy_would_have_written_it(app: Flask) -> None:
    table = Table.of(rules={"limit": 1_000, "moon": "choice"})
    table.record(A, B, Facts(points=(26, 0, 0, 0), moon_choice="add"), C)
    table.do(hands.correct_hand, 2, C)
    table.do(hands.delete_hand, 1)
    table.do(hands.undo)
    table.do(hands.set_rotation, 2, 3, "hold")
    table.do(games.end_game)
    with db.engine.connect() as connection:
        rows = {t: [dict(row._mapping) for row in connection.execute(select(t))] for t in TABLES}
    with writing() as session:
        update_rows(session.connection(), rows)
    theirs = as_kept()
    with writing() as session, sent_with_commit(session.connection()) as sending:
        update_rows(sending, rows)
    assert as_kept() == theirs


def test_a_value_that_sqlalchemy_would_have_filled_in_is_missed_loudly() -> None:
    with pytest.raises(TypeError, match="a value of its own"):
        _for_driver(insert(Hand).inline(), ("game_id", "ordinal"), PGDialect_psycopg())
