"""What tests of records/ share: an application context around each test, and the shortest way to a game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.records.table import Table


@pytest.fixture(autouse=True)
def context(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that uses the application stands in its context."""
    if "app" not in request.fixturenames:
        yield
        return
    app: Flask = request.getfixturevalue("app")
    with app.app_context():
        yield


@pytest.fixture
def table(app: Flask) -> Table:
    """A game of four by the standard rules."""
    return Table.of()
