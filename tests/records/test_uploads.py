"""A file between being looked at and brought in."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select, update

from scorekeeper.records import clubs
from scorekeeper.records.clubs import now
from scorekeeper.records.db import db, writing
from scorekeeper.records.errors import NotFound
from scorekeeper.records.models import Club, Upload
from scorekeeper.records.uploads import KEPT, drop_upload, keep_upload, kept_upload

PHONE, LAPTOP = "phone23456abcdefghjk", "laptop3456abcdefghjk"


@pytest.fixture
def club(app: Flask) -> Club:
    return clubs.create_club("Family", "UTC")


def test_a_file_is_found_again_as_it_was(club: Club) -> None:
    content = bytes(range(256)) * 1000
    found = kept_upload(club, PHONE, keep_upload(club, PHONE, "sheets.csv", content))
    assert found == ("sheets.csv", content)


def test_a_long_name_keeps_its_end(club: Club) -> None:
    name, _ = kept_upload(club, PHONE, keep_upload(club, PHONE, "é" * 300 + ".csv", b"x"))
    assert name.endswith("é.csv")
    assert len(name) == 120


def test_a_name_is_kept_without_what_no_database_takes(club: Club) -> None:
    name, _ = kept_upload(club, PHONE, keep_upload(club, PHONE, "a\0b\ud800c.csv", b"x"))
    assert name == "abc.csv"


def test_it_is_there_for_its_device_and_its_club_only(club: Club) -> None:
    upload = keep_upload(club, PHONE, "sheets.csv", b"x")
    with pytest.raises(NotFound):
        kept_upload(club, LAPTOP, upload)
    with pytest.raises(NotFound):
        kept_upload(clubs.create_club("Next door", "UTC"), PHONE, upload)


@pytest.mark.parametrize("wrong", ["", "x", "a" * 20, "\0" * 20, "é" * 20, "a" * 10_000])
def test_any_other_id_is_not_found(club: Club, wrong: str) -> None:
    keep_upload(club, PHONE, "sheets.csv", b"x")
    with pytest.raises(NotFound):
        kept_upload(club, PHONE, wrong)


def test_a_device_has_one_file_a_club(club: Club) -> None:
    first = keep_upload(club, PHONE, "one.csv", b"1")
    theirs = keep_upload(club, LAPTOP, "two.csv", b"2")
    second = keep_upload(club, PHONE, "three.csv", b"3")
    with pytest.raises(NotFound):
        kept_upload(club, PHONE, first)
    assert kept_upload(club, PHONE, second) == ("three.csv", b"3")
    assert kept_upload(club, LAPTOP, theirs) == ("two.csv", b"2")


def test_what_is_older_than_a_day_goes(club: Club) -> None:
    keep_upload(club, LAPTOP, "old.csv", b"1")
    with writing() as session:
        session.execute(update(Upload).values(made_at=now() - KEPT - timedelta(minutes=1)))
    keep_upload(club, PHONE, "new.csv", b"2")
    assert db.session.scalars(select(Upload.name)).all() == ["new.csv"]


def test_what_is_in_is_let_go(club: Club) -> None:
    upload = keep_upload(club, PHONE, "sheets.csv", b"x")
    drop_upload(club, PHONE)
    with pytest.raises(NotFound):
        kept_upload(club, PHONE, upload)
