"""What tests of records/ and web/ share: the application on either database, empty before each test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from flask import Flask
from sqlalchemy import exists, make_url, select
from sqlalchemy.exc import OperationalError

from scorekeeper import create_app
from scorekeeper.records import schema
from scorekeeper.records.db import db
from tests.databases import POSTGRES, own_schema

SECRET_KEY = "only for tests, and long enough"


def missing(what: str) -> None:
    """Skip what needs something this machine has not; fail where nothing may be skipped."""
    if os.environ.get("CI_REQUIRE_ALL") == "1":
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="session")
def postgres_schema() -> Iterator[str]:
    """The URL of an empty PostgreSQL schema of this worker's own, dropped at the end."""
    with ExitStack() as open_schema:
        try:
            url = open_schema.enter_context(own_schema())
        except OperationalError as error:
            missing(f"PostgreSQL does not answer at {make_url(POSTGRES).render_as_string()}: {error}")
        options = make_url(url).query["options"]
        # No test here pulls the plug on PostgreSQL: a commit need not wait for the disk.
        unhurried = {"options": f"{options} -csynchronous_commit=off"}
        yield make_url(url).update_query_dict(unhurried).render_as_string(hide_password=False)


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of an empty database, once for SQLite in a file and once for PostgreSQL."""
    if request.param == "postgresql":
        return str(request.getfixturevalue("postgres_schema"))
    return f"sqlite:///{(tmp_path_factory.mktemp('database') / 'books.sqlite3').as_posix()}"


@pytest.fixture(scope="session")
def application(database_url: str) -> Iterator[Flask]:
    """The application, its tables made once; `app` is the one to use."""
    app = create_app({"TESTING": True, "SECRET_KEY": SECRET_KEY, "SQLALCHEMY_DATABASE_URI": database_url})
    with app.app_context():
        schema.upgrade()
    yield app
    with app.app_context():
        db.engine.dispose()


def clear(app: Flask) -> None:
    """Empty every table. Most are empty: asking once is cheaper than emptying each, before every test."""
    tables = list(reversed(db.metadata.sorted_tables))
    asked = select(*(exists(select(1).select_from(table)) for table in tables))
    with app.app_context():
        db.session.remove()
        with db.engine.begin() as connection:
            for table, filled in zip(tables, connection.execute(asked).one(), strict=True):
                if filled:
                    connection.execute(table.delete())


@pytest.fixture
def app(application: Flask) -> Flask:
    """The application on an empty database; the test runs on both."""
    clear(application)
    return application
