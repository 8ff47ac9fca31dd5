"""How reads and writes get on with one another."""

from __future__ import annotations

import threading
from datetime import UTC, datetime

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, StatementError

from scorekeeper.records import clubs
from scorekeeper.records.db import db, writing
from scorekeeper.records.models import Club, Player


def in_thread(app: Flask, work: object) -> threading.Thread:
    """Run something in a context of its own."""

    def run() -> None:
        with app.app_context():
            work()  # type: ignore[operator]

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def name_of(club: Club) -> str:
    return clubs.club_by_key(club.key).name


def test_sqlite_is_told_to_lose_nothing(app: Flask) -> None:
    if db.engine.dialect.name != "sqlite":
        return
    with db.engine.connect() as connection:
        told = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "foreign_keys", "synchronous", "busy_timeout")
        }
    assert told == {"journal_mode": "wal", "foreign_keys": 1, "synchronous": 2, "busy_timeout": 10_000}


def test_a_row_cannot_refer_to_nothing(app: Flask) -> None:
    with pytest.raises(IntegrityError), writing() as session:
        session.add(Player(club_id=12345, name="Ann", folded="ann"))  # flushed by the commit


def test_an_error_leaves_nothing_written(app: Flask) -> None:
    club = clubs.create_club("Thursday", "UTC")

    def fail() -> None:
        with writing() as session:
            session.get_one(Club, club.id).name = "Friday"
            session.flush()
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert name_of(club) == "Thursday"


def test_a_write_within_a_write_is_refused(app: Flask) -> None:
    with pytest.raises(RuntimeError), writing():
        clubs.create_club("Thursday", "UTC")
    clubs.create_club("Friday", "UTC")


def test_what_a_write_returns_can_be_read_afterwards(app: Flask) -> None:
    club = clubs.create_club("Thursday", "Europe/Berlin")
    assert (club.name, club.zone, club.host_generation, club.archived_at) == (
        "Thursday",
        "Europe/Berlin",
        1,
        None,
    )


def test_a_read_is_not_kept_waiting_by_a_write_and_sees_nothing_of_it(app: Flask) -> None:
    club = clubs.create_club("Thursday", "UTC")
    seen: list[str] = []
    with writing() as session:
        session.get_one(Club, club.id).name = "Friday"
        session.flush()
        in_thread(app, lambda: seen.append(name_of(club))).join(5)
    assert seen == ["Thursday"]
    assert name_of(club) == "Friday"


def test_a_write_is_not_kept_waiting_by_a_read_which_keeps_seeing_one_moment(app: Flask) -> None:
    club = clubs.create_club("Thursday", "UTC")
    assert name_of(club) == "Thursday"
    thread = in_thread(app, lambda: clubs.change_club(club, name="Friday"))
    thread.join(5)
    assert not thread.is_alive()
    db.session.expire_all()
    assert name_of(club) == "Thursday"
    db.session.rollback()
    assert name_of(club) == "Friday"


def test_a_write_sees_what_was_committed_after_this_session_last_read(app: Flask) -> None:
    club = clubs.create_club("Thursday", "UTC")
    assert name_of(club) == "Thursday"
    in_thread(app, lambda: clubs.change_club(club, name="Friday")).join(5)
    with writing() as session:
        assert session.get_one(Club, club.id).name == "Friday"


def test_two_writes_at_once_come_one_after_the_other(app: Flask) -> None:
    club = clubs.create_club("Thursday", "UTC")
    other = None
    with writing() as session:
        session.get_one(Club, club.id, with_for_update=True).name = "Friday"
        session.flush()
        other = in_thread(app, lambda: clubs.change_club(club, zone="Europe/Berlin"))
    other.join(10)
    after = clubs.club_by_key(club.key)
    assert (after.name, after.zone) == ("Friday", "Europe/Berlin")


def test_moments_come_back_aware_and_a_naive_one_is_refused(app: Flask) -> None:
    club = clubs.create_club("Thursday", "UTC")
    assert clubs.club_by_key(club.key).created_at.tzinfo is UTC
    with pytest.raises(StatementError, match="without a time zone"), writing() as session:
        session.get_one(Club, club.id).archived_at = datetime(2026, 11, 26)  # flushed by the commit
