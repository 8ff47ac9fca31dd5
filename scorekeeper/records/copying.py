"""Moving the books into another database: every row, in one transaction, compared before it is committed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

import psycopg
from sqlalchemy import Connection, Engine, Table, func, inspect, select, text
from sqlalchemy.exc import DBAPIError

from scorekeeper.records import backup, schema
from scorekeeper.records.db import db, write_options
from scorekeeper.records.planning import Progress
from scorekeeper.records.rebuild import Difference, rebuild

BATCH: Final = 2_000  # rows held at a time
SHOWN: Final = 12  # digits of a checksum
_MASK: Final = (1 << 128) - 1

Values = tuple[Any, ...]


class CopyError(RuntimeError):
    """A copy that cannot be; str() is a sentence for the owner of the server. No row of it was left."""


@dataclass(slots=True)
class Tally:
    """What was seen of a table: how many rows, and a sum over them that does not depend on their order."""

    table: str
    rows: int = 0
    sum: int = 0

    def through(self, rows: Iterable[Values]) -> Iterator[Values]:
        """Pass rows on, and count them in."""
        for row in rows:
            self.rows += 1
            digest = hashlib.sha256(repr(row).encode(errors="surrogatepass")).digest()
            self.sum = (self.sum + int.from_bytes(digest[:16])) & _MASK
            yield row

    @property
    def checksum(self) -> str:
        """The sum in few digits, to be shown."""
        return f"{self.sum:032x}"[:SHOWN]


def source() -> Engine:
    """The application's database, to copy from. Raises CopyError where there is none of the newest schema."""
    where, file = _name(db.engine), _file(db.engine)
    if file is not None and not file.exists():
        raise CopyError(f"There is no database {where}.")
    with _sentences(f"{where} cannot be used"):
        if not schema.is_current():
            raise CopyError(f"{where} has not the newest tables; run scorekeeper upgrade on it first.")
    return db.engine


def target() -> Engine:
    """The application's database, to copy into, with the newest schema. Raises CopyError, SchemaError.

    Nothing is ever mixed: it is refused where one of our tables holds a row.
    """
    with _sentences(f"{_name(db.engine)} cannot be used"):
        with db.engine.connect() as connection:
            _check_empty(connection)
        schema.upgrade()
    return db.engine


@contextmanager
def not_served(engine: Engine) -> Iterator[None]:
    """Keep servers away where the database is an SQLite file. Raises BackupError where one serves it."""
    if (file := _file(engine)) is None:
        yield
        return
    with backup.not_served(file):
        yield


def copy_rows(old_engine: Engine, new_engine: Engine, progress: Progress) -> list[Tally]:
    """Copy all rows of all tables, those referred to first; both databases have the newest schema.

    The source is read in one moment, so what is written to it meanwhile stays behind whole. The target is
    locked against writes, and committed only where every table reads the same on both sides. Raises
    CopyError, and then the target is as empty as before.
    """
    with _sentences("Nothing was copied"), old_engine.connect() as old, new_engine.connect() as new:
        new.execution_options(**write_options(new_engine))
        with new.begin():
            _close_to_writers(new)
            _check_empty(new)
            tallies = _copy(old, new, progress)
            _compare(new, tallies, progress)
            _make_usable(new)
    return tallies


def check(progress: Progress) -> Sequence[Difference]:
    """Work every figure of the application's database out again. Raises CopyError where that breaks off."""
    with _sentences("All rows are copied, but working the figures out again broke off"):
        return rebuild(progress)


def _name(engine: Engine) -> str:
    return engine.url.render_as_string()  # with *** for the password


def _file(engine: Engine) -> Path | None:
    return Path(str(engine.url.database)) if engine.dialect.name == "sqlite" else None


@contextmanager
def _sentences(what: str) -> Iterator[None]:
    """Say in one sentence what a database would not do, or which value could not be read or written."""
    try:
        yield
    except DBAPIError as error:
        raise CopyError(f"{what} ({_in_a_line(error.orig)}).") from error
    except (psycopg.Error, ValueError) as error:
        raise CopyError(f"{what} ({_in_a_line(error)}).") from error


def _in_a_line(error: object) -> str:
    return " ".join(str(error).split())


def _check_empty(connection: Connection) -> None:
    there = set(inspect(connection).get_table_names())
    for table in db.metadata.sorted_tables:
        if table.name in there and connection.execute(select(1).select_from(table).limit(1)).first():
            where = _name(connection.engine)
            raise CopyError(f"{where} is not empty: it holds rows of the table {table.name}.")


def _close_to_writers(new: Connection) -> None:
    if new.dialect.name == "sqlite":  # a write transaction has the whole file
        new.execute(text("PRAGMA defer_foreign_keys = ON"))  # a player is merged into one further down
        return
    new.execute(text(f"LOCK TABLE {_names()} IN EXCLUSIVE MODE"))


def _names() -> str:
    return ", ".join(table.name for table in db.metadata.sorted_tables)


def _copy(old: Connection, new: Connection, progress: Progress) -> list[Tally]:
    tables = db.metadata.sorted_tables
    count = select(*(select(func.count()).select_from(table).scalar_subquery() for table in tables))
    total, done = sum(old.execute(count).one()), 0
    tallies = []
    for table in tables:
        tally = Tally(table.name)
        with _sentences(f"The table {table.name} could not be copied"):
            _write(new, table, tally.through(_told(_rows(old, table), "copy", done, total, progress)))
        done += tally.rows
        tallies.append(tally)
    return tallies


def _compare(new: Connection, copied: Sequence[Tally], progress: Progress) -> None:
    total, done = sum(tally.rows for tally in copied), 0
    for tally, table in zip(copied, db.metadata.sorted_tables, strict=True):
        there = Tally(table.name)
        with _sentences(f"The table {table.name} could not be compared"):
            for _ in there.through(_told(_rows(new, table), "compare", done, total, progress)):
                pass
        done += tally.rows
        if there != tally:
            raise CopyError(f"The table {table.name} did not arrive as it was; nothing was copied.")


def _rows(connection: Connection, table: Table) -> Iterator[Values]:
    query = select(table).execution_options(yield_per=BATCH)
    return map(tuple, connection.execute(query))


def _told(rows: Iterable[Values], stage: str, done: int, total: int, progress: Progress) -> Iterator[Values]:
    for number, row in enumerate(rows, 1):
        if number % BATCH == 0 or done + number == total:
            progress(stage, done + number, total)
        yield row


def _write(new: Connection, table: Table, rows: Iterator[Values]) -> None:
    if new.dialect.name == "postgresql":
        _stream(new, table, rows)
        return
    names = [column.name for column in table.columns]
    while batch := [dict(zip(names, row, strict=True)) for row in islice(rows, BATCH)]:
        new.execute(table.insert(), batch)


def _stream(new: Connection, table: Table, rows: Iterable[Values]) -> None:
    """By COPY: one statement, after which references are checked, within the table too."""
    kinds = [column.type.dialect_impl(new.dialect) for column in table.columns]
    into = [kind.bind_processor(new.dialect) or _as_it_is for kind in kinds]
    names = ", ".join(column.name for column in table.columns)
    driver: Any = new.connection.driver_connection
    with driver.cursor() as cursor, cursor.copy(f"COPY {table.name} ({names}) FROM STDIN") as stream:
        for row in rows:
            stream.write_row([each(value) for each, value in zip(into, row, strict=True)])


def _as_it_is(value: Any) -> Any:
    return value


def _make_usable(new: Connection) -> None:
    """Count ids on from the highest, and plan for the rows there are. SQLite needs neither."""
    if new.dialect.name != "postgresql":
        return
    for table in db.metadata.sorted_tables:
        if (column := table.autoincrement_column) is not None:
            following = select(func.coalesce(func.max(column), 0) + 1).scalar_subquery()
            sequence = func.pg_get_serial_sequence(table.name, column.name)
            new.execute(select(func.setval(sequence, following, False)))
    new.execute(text(f"ANALYZE {_names()}"))
