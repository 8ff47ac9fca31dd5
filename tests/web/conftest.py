"""What tests of web/ share: the whole application on either database, and devices that visit it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from scorekeeper import create_app
from scorekeeper.records import schema
from scorekeeper.records.clubs import club_by_key
from scorekeeper.records.db import db
from scorekeeper.web.access import Role, token_for
from tests.conftest import SECRET_KEY

Visit = Callable[..., FlaskClient]


@contextmanager
def application_on(database_url: str, **settings: object) -> Iterator[Flask]:
    """The application on an empty database, without CSRF tokens, which have tests of their own."""
    app = create_app(
        {
            "SECRET_KEY": SECRET_KEY,
            "SQLALCHEMY_DATABASE_URI": database_url,
            "WTF_CSRF_ENABLED": False,
            **settings,
        }
    )
    with app.app_context():
        schema.upgrade()
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture(scope="session")
def application(database_url: str) -> Iterator[Flask]:
    """The application as it is served, but for limits too: tests ask more than people do."""
    with application_on(database_url, TESTING=True, RATELIMIT_STORAGE="") as app:
        yield app


@pytest.fixture
def visit(app: Flask) -> Visit:
    """A device's browser: `visit()` is nobody's, `visit(club_key, Role.HOST)` has come by the club's link."""

    def visitor(club_key: str | None = None, role: Role | None = None) -> FlaskClient:
        client = app.test_client()
        if club_key is not None and role is not None:
            with app.app_context():
                token = token_for(club_by_key(club_key), role)
            assert client.get(f"/join/{token}").status_code == 303
        return client

    return visitor


@pytest.fixture
def queries(app: Flask) -> Callable[[FlaskClient, str], int]:
    """Counts the queries of a page."""

    def count(client: FlaskClient, address: str) -> int:
        statements: list[str] = []
        with app.app_context():
            engine = db.engine

        def note(*arguments: object) -> None:
            statements.append(str(arguments[2]))

        event.listen(engine, "before_cursor_execute", note)
        try:
            assert client.get(address).status_code == 200
        finally:
            event.remove(engine, "before_cursor_execute", note)
        return sum(statement.startswith("SELECT") for statement in statements)

    return count
