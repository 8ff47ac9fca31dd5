"""What every part of `make bench` is given: a folder of its own, and empty databases of either kind."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp

from flask import Flask
from sqlalchemy import make_url
from sqlalchemy.exc import OperationalError

from benchmarks.row import Row
from scorekeeper import create_app
from scorekeeper.records import schema
from scorekeeper.records.db import db
from tests.databases import POSTGRES, own_schema

SECRET_KEY = "only for benchmarks, and long enough"  # noqa: S105  # nothing real is signed with it


@dataclass(frozen=True, slots=True)
class Database:
    """An empty database with the newest schema. `name` stands in the table: SQLite, PostgreSQL."""

    name: str
    url: str

    def app(self) -> Flask:
        """The application on it, without limits on how often it may be asked."""
        return create_app(
            {"SECRET_KEY": SECRET_KEY, "SQLALCHEMY_DATABASE_URI": self.url, "RATELIMIT_STORAGE": ""}
        )


@dataclass(frozen=True, slots=True)
class Bench:
    """The run: its folder, and how long it goes on already."""

    folder: Path
    began: float

    def say(self, what: str) -> None:
        """Tell whoever waits how far it is."""
        print(f"{time.monotonic() - self.began:5.0f} s  {what}", flush=True)

    @contextmanager
    def sqlite(self) -> Iterator[Database]:
        """An empty SQLite database in a file of its own."""
        file = Path(mkdtemp(dir=self.folder)) / "books.sqlite3"
        yield _made(Database("SQLite", f"sqlite:///{file.as_posix()}"))

    @contextmanager
    def postgres(self) -> Iterator[Database]:
        """An empty PostgreSQL database. Raises OperationalError where no server answers."""
        with own_schema() as url:
            yield _made(Database("PostgreSQL", url))

    def another(self, database: Database) -> AbstractContextManager[Database]:
        """An empty database beside that one, of its kind."""
        return self.sqlite() if database.name == "SQLite" else self.postgres()

    def on_each(self, what: str, measure: Callable[[Database], Iterable[Row]]) -> Iterator[Row]:
        """The rows of a part on SQLite, then on PostgreSQL; `what` names the part where there is none."""
        with self.sqlite() as database:
            yield from measure(database)
        with ExitStack() as opened:
            try:
                database = opened.enter_context(self.postgres())
            except OperationalError:
                where = make_url(POSTGRES).render_as_string()
                yield Row.missing(f"{what}, PostgreSQL", f"nobody answers at {where}")
                return
            yield from measure(database)


def _made(database: Database) -> Database:
    app = database.app()
    with app.app_context():
        schema.upgrade()
        db.engine.dispose()
    return database
