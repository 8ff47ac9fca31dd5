"""An upgrade that ends between the new schema and the figures that belong to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import func, select

from scorekeeper.records import db as books
from scorekeeper.records import schema
from scorekeeper.records.db import db
from scorekeeper.records.models import Game, Seat
from tests.databases import own_schema
from tests.playing import start
from tests.records.test_schema import later


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    """The context of an application on an empty database of its own."""
    with ExitStack() as opened:
        lite = request.param == "sqlite"
        url = f"sqlite:///{tmp_path / 'books.sqlite3'}" if lite else opened.enter_context(own_schema())
        app = Flask("scorekeeper")
        app.config["SQLALCHEMY_DATABASE_URI"] = url
        books.init_app(app)
        with app.app_context():
            yield
            db.session.remove()
            db.engine.dispose()


@pytest.mark.usefixtures("empty")
def test_figures_that_it_left_are_worked_out_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    schema.upgrade()
    key = start(hands=2).game.key
    db.session.remove()  # nobody reads while the schema changes
    newer = later(tmp_path / "migrations", 'op.execute("UPDATE seat SET total = 0")')

    def interrupted() -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(schema, "rebuild", interrupted)
        with pytest.raises(KeyboardInterrupt):
            schema.upgrade(newer)
    assert schema.is_current(newer)
    assert total(key) == 0
    schema.upgrade(newer)
    assert total(key) > 0
    with monkeypatch.context() as patched:
        patched.setattr(schema, "rebuild", interrupted)
        schema.upgrade(newer)  # it is owed no more


def total(game_key: str) -> int:
    query = select(func.sum(Seat.total)).join(Game, Game.id == Seat.game_id).where(Game.key == game_key)
    found = db.session.scalar(query)
    db.session.remove()
    return int(found or 0)
