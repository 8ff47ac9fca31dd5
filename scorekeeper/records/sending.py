"""Sending the statements that end a write in one go with its COMMIT, where the database can.

SQLAlchemy makes each statement once. What it does around one each time it is executed, mostly for rows that
come back, costs PostgreSQL's driver several times its own work: here none come back, and the driver is given
the statement and its values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final, Protocol

import psycopg
from sqlalchemy import Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.dml import UpdateBase

Values = Mapping[str, Any]
BEGIN: Final = "BEGIN ISOLATION LEVEL READ COMMITTED"


class Executes(Protocol):
    """What a write needs of a connection: to insert, update or delete by the values of a row, or of some."""

    def execute(self, statement: UpdateBase, values: Any, /) -> Any:
        """Execute it; nothing is known of the outcome yet."""


class _Sending:
    """PostgreSQL's driver, which sends each statement without waiting for what came of the one before."""

    def __init__(self, cursor: psycopg.Cursor[Any], dialect: Dialect) -> None:
        self._cursor = cursor
        self._dialect = dialect

    def execute(self, statement: UpdateBase, values: Values | Sequence[Values], /) -> None:
        """Send it, in the transaction that is under way."""
        rows = [values] if isinstance(values, Mapping) else values
        text, always, makers = _for_driver(statement, tuple(rows[0]), self._dialect)
        made = [_made(row, always, makers) for row in rows]
        if len(made) == 1:
            self._cursor.execute(text, made[0])
        else:
            self._cursor.executemany(text, made)


def _made(row: Values, always: Values, makers: Mapping[str, Callable[[Any], Any]]) -> dict[str, Any]:
    made = {**always, **row}
    for name, maker in makers.items():
        made[name] = maker(made[name])
    return made


@lru_cache(maxsize=500)
def _for_driver(
    statement: UpdateBase, columns: tuple[str, ...], dialect: Dialect
) -> tuple[Any, Values, Mapping[str, Callable[[Any], Any]]]:
    """A statement for rows with these columns: its text, the values it always has, and what makes the others.

    Makers turn a row's value into one that the driver takes; by the names of the values.
    """
    compiled = statement.compile(dialect=dialect, column_keys=list(columns))
    if compiled.insert_prefetch or compiled.update_prefetch:
        raise TypeError(f"SQLAlchemy would give a value of its own: {compiled}")
    makers = {
        name: maker
        for name, bound in compiled.binds.items()
        if (maker := bound.type.dialect_impl(dialect).bind_processor(dialect)) is not None
    }
    always = {name: value for name, value in compiled.params.items() if name not in columns}
    return str(compiled), always, makers


@contextmanager
def sent_with_commit(connection: Connection) -> Iterator[Executes]:
    """Send the last statements of a write in one go with its COMMIT, where the database can.

    With its BEGIN too after `ask_alone`. None of the statements may give rows back, and nothing
    is written after the block. PostgreSQL is asked over the network, and each question by itself costs a way
    there and back; after one that fails it does no other.
    """
    driver: Any = connection.connection.driver_connection
    if connection.dialect.name != "postgresql":
        yield connection
        return
    try:
        with driver.pipeline(), driver.cursor() as cursor:
            if driver.autocommit:
                cursor.execute(BEGIN)
            yield _Sending(cursor, connection.dialect)
            cursor.execute("COMMIT")
    except psycopg.Error as error:
        # What the driver tells has not gone through SQLAlchemy.
        raise DBAPIError.instance(None, None, error, psycopg.Error, dialect=connection.dialect) from error
