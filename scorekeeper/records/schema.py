"""Bringing a database to the present schema, whichever one it has."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from scorekeeper.paths import MIGRATIONS
from scorekeeper.records.db import db, write_options
from scorekeeper.records.rebuild import rebuild

# Two servers may start on one PostgreSQL at once; the number is this lock's name, and nobody else's.
UPGRADE_LOCK: Final = 7_201_648_311
OWED: Final = "every figure is to be worked out again"


class SchemaError(RuntimeError):
    """A database that cannot be brought up to date; str() is a sentence for the owner of the server."""


def is_current(migrations: Path = MIGRATIONS) -> bool:
    """Whether the database has the newest schema; false for an empty one."""
    with db.engine.connect() as connection:
        return _revision(connection) == _head(migrations)


def upgrade(migrations: Path = MIGRATIONS) -> Path | None:
    """Bring an empty or older database to the newest schema, in one transaction.

    Returns the copy made before, where there was something to copy: an older SQLite file is copied next to
    itself by the backup API first. Raises SchemaError for a database of a newer version or of another
    program; then nothing was changed.
    """
    copy = None
    with _upgrading() as connection:
        head, revision = _head(migrations), _revision(connection)
        if revision == head and not _is_owed(connection):
            return None
        if revision != head:
            copy = _run(connection, revision, migrations)
    if revision is not None:  # the newest schema may have derived figures that the older one had not
        rebuild()
        with _upgrading() as connection:
            _owe(connection, owed=False)
    return copy


def _run(connection: Connection, revision: str | None, migrations: Path) -> Path | None:
    _check_ours(connection, revision, migrations)
    copy = _copy_file(connection, revision) if revision is not None else None
    config = _config(migrations)
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if connection.dialect.name == "sqlite":
        _check_references(connection)
    if revision is not None:
        _owe(connection, owed=True)
    return copy


def _owe(connection: Connection, *, owed: bool) -> None:
    """Note in the database that the rebuild after an upgrade is still to be done: it may be cut short."""
    if connection.dialect.name == "sqlite":
        connection.execute(text(f"PRAGMA user_version = {int(owed)}"))
    else:
        said = f"'{OWED}'" if owed else "NULL"
        connection.execute(text(f"COMMENT ON TABLE alembic_version IS {said}"))


def _is_owed(connection: Connection) -> bool:
    if connection.dialect.name == "sqlite":
        return bool(connection.scalar(text("PRAGMA user_version")))
    comment = text("SELECT obj_description(to_regclass('alembic_version'), 'pg_class')")
    return bool(connection.scalar(comment) == OWED)


@contextmanager
def _upgrading() -> Iterator[Connection]:
    """A write transaction that only one process has at a time."""
    with db.engine.connect().execution_options(**write_options(db.engine)) as connection:
        if connection.dialect.name == "sqlite":
            with _references_off(connection), connection.begin():
                yield connection
        else:
            with connection.begin():
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": UPGRADE_LOCK})
                yield connection


@contextmanager
def _references_off(connection: Connection) -> Iterator[None]:
    """Batch mode makes a table anew and drops the old one, to which other tables may refer.

    The switch only works outside a transaction, so it goes past SQLAlchemy, which would begin one.
    """
    driver = connection.connection.cursor()
    driver.execute("PRAGMA foreign_keys = OFF")
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys = ON")
        driver.close()


def _config(migrations: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    return config


def _head(migrations: Path) -> str | None:
    return ScriptDirectory.from_config(_config(migrations)).get_current_head()


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _check_ours(connection: Connection, revision: str | None, migrations: Path) -> None:
    where = db.engine.url.render_as_string()
    if revision is None:
        if tables := set(inspect(connection).get_table_names()) - {"alembic_version"}:
            raise SchemaError(f"{where} is not Scorekeeper's: it holds the table {min(tables)}.")
        return
    known = {script.revision for script in ScriptDirectory.from_config(_config(migrations)).walk_revisions()}
    if revision not in known:
        raise SchemaError(f"{where} belongs to a newer Scorekeeper: its schema {revision} is not known here.")


def _copy_file(connection: Connection, revision: str) -> Path | None:
    """Copy an SQLite file next to itself, as it was before the transaction of `connection`."""
    if connection.dialect.name != "sqlite" or not (name := connection.engine.url.database):
        return None
    file = Path(name)
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    copy = file.with_name(f"{file.stem}-before-upgrade-from-{revision}-{moment}{file.suffix}")
    half = copy.with_name(copy.name + ".part")
    try:
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(half)) as target:
            source.backup(target)
        shutil.copymode(file, half)
        return half.rename(copy)
    finally:
        half.unlink(missing_ok=True)


def _check_references(connection: Connection) -> None:
    if broken := connection.execute(text("PRAGMA foreign_key_check")).first():
        raise SchemaError(f"The upgrade would have left a row of {broken[0]} without what it refers to.")
