"""A disk that is full, a file that may not be written, a database that somebody else holds: patience."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from sqlalchemy import event
from werkzeug.test import TestResponse

from scorekeeper import create_app
from scorekeeper.hearts.rules import Rules
from scorekeeper.records import db as records_db
from scorekeeper.records import schema
from scorekeeper.records.db import db
from scorekeeper.records.sheets import load_sheet
from scorekeeper.web.access import Role, token_for
from tests.conftest import SECRET_KEY
from tests.playing import start
from tests.web.bare import Bare, Form
from tests.web.desk import hearts, record_form
from tests.web.test_hardening import check_headers

FIELDS = {**hearts(5, 4, 4, 0), "queen": 3}


class Books:
    """An application on a file of its own, a scorekeeper's browser, and the file made unusable."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.app = create_app(
            {
                "SECRET_KEY": SECRET_KEY,
                "SQLALCHEMY_DATABASE_URI": f"sqlite:///{file.as_posix()}",
                "WTF_CSRF_ENABLED": False,
                "RATELIMIT_STORAGE": "",
            }
        )
        with self.app.app_context():
            schema.upgrade()
            sheet = start(hands=2, rules=Rules(limit=100_000))
            self.game = sheet.game.key
            token = token_for(sheet.club, Role.SCOREKEEPER)
        self.client: FlaskClient = self.app.test_client()
        self.client.get(f"/join/{token}")

    def form(self) -> Form:
        """The form of the next hand, filled in."""
        page = Bare(self.client).get(f"/games/{self.game}/hands/new")
        return record_form(page).fill(**FIELDS)

    def hands(self) -> int:
        """How many hands there are."""
        with self.app.app_context():
            return len(load_sheet(self.game).hands)

    def told(self, statement: str) -> None:
        """Let every connection be told something first."""
        with self.app.app_context():
            db.session.remove()
            db.engine.dispose()
            event.listen(db.engine, "connect", lambda connection, _: connection.execute(statement))


@pytest.fixture
def books(tmp_path: Path) -> Iterator[Books]:
    made = Books(tmp_path / "books.sqlite3")
    yield made
    with made.app.app_context():
        db.session.remove()
        db.engine.dispose()


def full(books: Books) -> None:
    """No page more than there are."""
    with closing(sqlite3.connect(books.file)) as database:
        pages = database.execute("PRAGMA page_count").fetchone()[0]
    books.told(f"PRAGMA max_page_count = {pages}")


def read_only(books: Books) -> None:
    """As on a disk that was mounted read-only: root may write to any file, so its mode would say nothing."""
    books.told("PRAGMA query_only = ON")


@pytest.fixture
def held(books: Books, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Somebody else writes, and goes on and on."""
    monkeypatch.setattr(records_db, "BUSY_TIMEOUT", 100)
    with books.app.app_context():
        db.session.remove()
        db.engine.dispose()
    with closing(sqlite3.connect(books.file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def expect_patience(books: Books, form: Form, answer: TestResponse, hands: int) -> None:
    """A page says it in a sentence, keeps what was typed, and reading goes on."""
    assert answer.status_code == 503
    check_headers(answer)
    assert "The books are closed" in answer.text
    assert "Traceback" not in answer.text
    page = Bare.read(answer)
    (again,) = [each for each in page.forms if each.action == form.action]
    assert again.data().items() >= form.data().items()
    assert books.client.get(f"/games/{books.game}").status_code == 200
    assert books.hands() == hands


def test_on_a_full_disk_a_hand_that_cannot_be_written_is_kept_on_the_page(books: Books) -> None:
    full(books)
    hands = 2
    while hands < 150:  # what is free in the pages that are there goes first
        form = books.form()
        answer = books.client.post(form.action, data=form.data())
        if answer.status_code != 303:
            break
        hands += 1
    expect_patience(books, form, answer, hands)


def test_where_nothing_can_be_written_a_hand_is_kept_on_the_page(
    books: Books, caplog: pytest.LogCaptureFixture
) -> None:
    form = books.form()
    read_only(books)
    expect_patience(books, form, books.client.post(form.action, data=form.data()), 2)
    assert "the database refused" in caplog.text


@pytest.mark.usefixtures("held")
def test_while_somebody_else_holds_the_database_reading_goes_on_and_nothing_is_lost(books: Books) -> None:
    form = books.form()
    expect_patience(books, form, books.client.post(form.action, data=form.data()), 2)


def test_what_was_kept_goes_out_by_a_tap_when_there_is_room_again(
    books: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records_db, "BUSY_TIMEOUT", 100)
    form = books.form()
    with books.app.app_context():
        db.session.remove()
        db.engine.dispose()
    with closing(sqlite3.connect(books.file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        page = Bare.read(books.client.post(form.action, data=form.data()))
        other.execute("ROLLBACK")
    again = page.form(form.action)
    assert books.client.post(again.action, data=again.data()).status_code == 303
    assert books.hands() == 3


def test_in_place_the_form_stays_where_it_is(books: Books) -> None:
    form = books.form()
    read_only(books)
    answer = books.client.post(form.action, data=form.data(), headers={"HX-Request": "true"})
    assert answer.status_code == 503
    assert "HX-Reswap" not in answer.headers  # the form swaps nothing of its own accord


@pytest.mark.parametrize("in_its_place", [False, True])
def test_nothing_is_written_to_a_file_that_was_taken_away_and_it_goes_on_when_it_is_back(
    books: Books, tmp_path: Path, caplog: pytest.LogCaptureFixture, *, in_its_place: bool
) -> None:
    form = books.form()
    aside = tmp_path / "aside"
    books.file.rename(aside)
    if in_its_place:
        shutil.copy(aside, books.file)
    answer = books.client.post(form.action, data=form.data())
    assert answer.status_code == 503
    assert "The books are closed" in answer.text
    assert "put it back" in caplog.text
    assert books.client.get("/healthz").status_code == 503
    aside.rename(books.file)
    again = Bare.read(answer).form(form.action)
    assert books.client.post(again.action, data=again.data()).status_code == 303
    assert books.hands() == 3


def test_a_database_that_is_gone_is_no_stack_trace(books: Books, tmp_path: Path) -> None:
    with books.app.app_context():
        db.session.remove()
        db.engine.dispose()
    for file in tmp_path.glob("books*"):
        file.unlink()
    (tmp_path / "books.sqlite3").mkdir()
    answer = books.client.get(f"/games/{books.game}")
    assert answer.status_code == 503
    assert "The books are closed" in answer.text
