"""The engine and session, SQLite's settings, and how a write begins.

A write begins as one: BEGIN IMMEDIATE on SQLite (turning a read into a write fails at once under load,
whatever the timeout), and on PostgreSQL READ COMMITTED, so that what was waited for behind a lock is seen. It
then reads again whatever it relies on. Reads take no lock and see one moment of the database from their first
query on: BEGIN on SQLite, REPEATABLE READ on PostgreSQL. Where one question is enough, PostgreSQL is asked it
by itself (`ask_alone`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from flask import Flask
from flask_migrate import Migrate
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, event, make_url
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry

from scorekeeper.paths import MIGRATIONS
from scorekeeper.records import door_models as _door_models  # noqa: F401  # its tables are known with the others
from scorekeeper.records import kept_models as _kept_models  # noqa: F401  # its tables too
from scorekeeper.records.models import Base

BUSY_TIMEOUT: Final = 10_000  # ms that a write waits for another one's commit
WRITE: Final = "scorekeeper_write"
SERIALIZATION_FAILURE: Final = "40001"  # SQLSTATE
FILE: Final = "scorekeeper_file"  # in a connection's info: which file it has open
GONE: Final = "the file that was opened is not there any more; stop the server and put it back"
ALONE: Final = "AUTOCOMMIT"
HURRIED: Final = "hurried"  # a write that is given up where another one is under way

# What is handed out stays readable after the session is closed, and never fetches behind anybody's back.
db = SQLAlchemy(model_class=Base, session_options={"expire_on_commit": False}, disable_autonaming=True)
migrate = Migrate(db=db, directory=str(MIGRATIONS), render_as_batch=True)


def init_app(app: Flask) -> None:
    """Give the app its engine, from SQLALCHEMY_DATABASE_URI. The database itself is not opened yet."""
    url = make_url(app.config["SQLALCHEMY_DATABASE_URI"])
    options: dict[str, Any] = dict(app.config.get("SQLALCHEMY_ENGINE_OPTIONS") or {})
    if url.get_backend_name() == "postgresql":
        # A server that was restarted has dropped what lies in the pool; ask before use.
        options = {"isolation_level": "REPEATABLE READ", "pool_pre_ping": True, **options}
    options = {
        "hide_parameters": True,
        **options,
    }  # a failed statement is logged, and names are nobody's business
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = options
    db.init_app(app)
    app.teardown_appcontext(_let_go_at_the_end)  # is called before the one of `db`
    migrate.init_app(app)
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            _settle_sqlite(db.engine)


def _let_go_at_the_end(_error: BaseException | None) -> None:
    """All is said by now that a request has to say: a connection lost since then takes nothing from it."""
    if db.session.registry.has():
        _let_go(db.session())


def _let_go(session: Session) -> None:
    """Close the session, with its connection where the rollback cannot be sent any more."""
    try:
        session.close()
    except DBAPIError:
        session.invalidate()


def _settle_sqlite(engine: Engine) -> None:
    file = Path(str(engine.url.database))

    @event.listens_for(engine, "connect")
    def connect(connection: sqlite3.Connection, record: ConnectionPoolEntry) -> None:
        # The driver would begin by itself, and only before INSERT, UPDATE and DELETE; `begin` below does it.
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        record.info[FILE] = _identity(file)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if _identity(file) != connection.info[FILE]:
            raise OperationalError("BEGIN", None, sqlite3.OperationalError(GONE))
        write = connection.get_execution_options().get(WRITE)
        if write == HURRIED:
            connection.exec_driver_sql("PRAGMA busy_timeout = 0")
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")
        finally:
            if write == HURRIED:
                connection.exec_driver_sql(f"PRAGMA busy_timeout = {BUSY_TIMEOUT}")


def _identity(file: Path) -> tuple[int, int] | None:
    """Which file lies under a name: one that was deleted while it is open takes writes that nobody finds."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def write_options(engine: Engine, *, wait: bool = True) -> dict[str, Any]:
    """Execution options of a connection that is going to write."""
    if engine.dialect.name == "postgresql":
        return {"isolation_level": "READ COMMITTED"}
    return {WRITE: True if wait else HURRIED}


def ask_alone(session: Session) -> None:
    """Let the session ask without a transaction, where to begin one is a way over the network by itself.

    Each of its questions then sees a moment of its own, until `ask_at_one_moment`.
    """
    if db.engine.dialect.name == "postgresql" and not session.in_transaction():
        session.connection(execution_options={"isolation_level": ALONE})


def ask_at_one_moment(session: Session) -> bool:
    """Let all that the session asks from now on be of one moment; whether what it asked before may not be."""
    if not session.in_transaction():
        return False
    alone = session.connection().get_execution_options().get("isolation_level") == ALONE
    if alone:
        session.close()
    return alone


@contextmanager
def writing(*, wait: bool = True, going_on: bool = False) -> Iterator[Session]:
    """One write transaction: committed at the end of the block, rolled back on any error.

    Without `wait` it raises OperationalError at once where SQLite is being written to.

    Whatever the session had read before is let go first, so that nothing stale is relied on. What comes out
    of the block is detached and keeps its values. Blocks do not nest: the outer one's work would be let go.

    `going_on` writes by the connection that read, where the database can. In a transaction that began with
    that, PostgreSQL raises OperationalError for a row that has changed since (`has_changed`); after
    `ask_alone`, all that is written goes by `sending.sent_with_commit`.
    """
    session = db.session()
    if session.info.get(WRITE):
        raise RuntimeError("a write within a write")
    going_on = going_on and session.in_transaction() and db.engine.dialect.name == "postgresql"
    if not going_on:
        _let_go(session)
    session.info[WRITE] = True
    try:
        if not going_on:
            session.connection(execution_options=write_options(db.engine, wait=wait))
        yield session
        session.commit()
    finally:
        session.info.pop(WRITE)
        _let_go(session)


def has_changed(error: OperationalError) -> bool:
    """Whether a write that went on after reading came upon what somebody else had changed meanwhile."""
    return getattr(error.orig, "sqlstate", None) == SERIALIZATION_FAILURE
