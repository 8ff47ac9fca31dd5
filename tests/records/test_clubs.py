"""Clubs and rosters: what a name may be, and whose it is."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import insert

from scorekeeper.records import clubs
from scorekeeper.records.db import writing
from scorekeeper.records.errors import NameRefused, NotFound, RecordsError, TooMany
from scorekeeper.records.keys import ALPHABET, is_key, new_key
from scorekeeper.records.models import Club, Player

FAMILY = "👨‍👩‍👧‍👦"


@pytest.fixture
def club(app: Flask) -> Club:
    return clubs.create_club("Thursday Hearts", "Europe/Berlin")


def names(club: Club, *, archived: bool = False) -> list[str]:
    return [player.name for player in clubs.roster(club, archived=archived)]


def test_a_key_is_ten_letters_and_digits_that_nobody_mistakes() -> None:
    keys = {new_key() for _ in range(500)}
    assert len(keys) == 500
    assert all(len(key) == 10 and set(key) <= set(ALPHABET) and is_key(key) for key in keys)
    assert not set("0Oo1IilUuVv") & set(ALPHABET)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ann", "Ann"),
        ("  Ann \t Marie\n", "Ann Marie"),
        ("E\u0301va", "Éva"),
        ("A\u202enn\u2066\u200f", "Ann"),
        ("An\u0007n\x00", "Ann"),
        ("A\u034fn\u2800n\u3164", "Ann"),
        ("Ann\ud800", "Ann"),
        ("<b>O'Hara</b>", "<b>O'Hara</b>"),
        ("مریم‌السادات", "مریم‌السادات"),
        (FAMILY, FAMILY),
        ("x" * 24, "x" * 24),
        ("e\u0301" * 24, "é" * 24),
        ("7", "7"),
    ],
)
def test_a_name_is_kept_as_it_is_meant(typed: str, kept: str) -> None:
    assert clubs.clean_name(typed) == kept


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "blank"),
        (" \t\n", "blank"),
        ("\u200b\u202e\u2060", "blank"),
        ("\u200d\u200d", "blank"),
        ("\u3164\u115f\u2800", "blank"),
        ("\u0301", "blank"),
        ("\x00\x07", "blank"),
        ("x" * 25, "too_long"),
        ("ﬁ" * 25, "too_long"),
    ],
)
def test_what_is_no_name_is_refused(typed: str, code: str) -> None:
    with pytest.raises(NameRefused) as refused:
        clubs.clean_name(typed)
    assert refused.value.code == code


@pytest.mark.parametrize(
    "zone", ["", "Europe/Nowhere", "Europe", "../etc/passwd", "/etc/passwd", "x" * 500, "U\0TC"]
)
def test_a_zone_nobody_knows_is_refused_and_no_club_is_made(app: Flask, zone: str) -> None:
    with pytest.raises(RecordsError) as refused:
        clubs.create_club("Thursday", zone)
    assert (refused.value.code, refused.value.value) == ("zone", zone)


def test_a_club_is_found_by_its_key_and_by_no_other(club: Club) -> None:
    assert clubs.club_by_key(club.key).id == club.id
    for key in ("", "nosuchkey2", club.key.swapcase(), "x" * 10_000, "a\0b", "\ud800" * 10, f"{club.key} "):
        with pytest.raises(NotFound):
            clubs.club_by_key(key)


def test_clubs_come_in_the_order_of_the_keys_without_archived_ones(app: Flask) -> None:
    first, second, third = (clubs.create_club(name, "UTC") for name in ("One", "Two", "Three"))
    clubs.archive_club(second)
    found = clubs.clubs_by_keys([third.key, "nosuchkey2", second.key, first.key])
    assert [each.name for each in found] == ["Three", "One"]
    clubs.bring_back_club(second)
    assert len(clubs.clubs_by_keys([second.key])) == 1
    assert clubs.clubs_by_keys([]) == []


def test_a_club_can_be_renamed_and_moved(club: Club) -> None:
    clubs.change_club(club, name=" Friday  Hearts ")
    clubs.change_club(club, zone="America/New_York")
    after = clubs.club_by_key(club.key)
    assert (after.name, after.zone) == ("Friday Hearts", "America/New_York")


def test_the_roster_is_by_name_with_guests_last(club: Club) -> None:
    clubs.add_player(club, "Zoé")
    clubs.add_player(club, "Bob", guest=True)
    clubs.add_player(club, "ann")
    assert names(club) == ["ann", "Zoé", "Bob"]


@pytest.mark.parametrize("typed", ["Éva", "éva", "E\u0301VA", " ÉVA "])
def test_a_name_is_taken_once_in_a_club_however_it_is_written(club: Club, typed: str) -> None:
    clubs.add_player(club, "Éva")
    with pytest.raises(NameRefused) as refused:
        clubs.add_player(club, typed)
    assert (refused.value.code, refused.value.archived) == ("taken", False)
    clubs.add_player(clubs.create_club("Another", "UTC"), typed)


def test_a_name_that_grows_when_folded_still_fits(club: Club) -> None:
    assert clubs.add_player(club, "ΐ" * 24).name == "ΐ" * 24
    with pytest.raises(NameRefused):
        clubs.add_player(club, "ΐ" * 24)


def test_a_name_taken_by_an_archived_player_says_so(club: Club) -> None:
    ann = clubs.add_player(club, "Ann")
    clubs.archive_player(club, ann.id)
    assert names(club) == []
    assert names(club, archived=True) == ["Ann"]
    with pytest.raises(NameRefused) as refused:
        clubs.add_player(club, "ann")
    assert refused.value.archived
    clubs.bring_back_player(club, ann.id)
    assert names(club) == ["Ann"]


def test_a_player_may_be_renamed_even_to_the_same_name_written_otherwise(club: Club) -> None:
    ann = clubs.add_player(club, "Ann")
    clubs.add_player(club, "Bob")
    clubs.rename_player(club, ann.id, "ANN")
    clubs.set_guest(club, ann.id, True)
    assert names(club) == ["Bob", "ANN"]
    with pytest.raises(NameRefused):
        clubs.rename_player(club, ann.id, "bob")


@pytest.mark.parametrize("change", [clubs.archive_player, clubs.bring_back_player])
def test_another_clubs_player_is_not_found(club: Club, change: object) -> None:
    stranger = clubs.add_player(clubs.create_club("Another", "UTC"), "Ann")
    for number in (stranger.id, 0, -1, 10**30):
        with pytest.raises(NotFound):
            change(club, number)  # type: ignore[operator]
    with pytest.raises(NotFound):
        clubs.rename_player(club, stranger.id, "Anna")


def test_a_club_has_500_players_and_no_more(club: Club) -> None:
    many = [{"club_id": club.id, "name": f"P{i}", "folded": f"p{i}"} for i in range(499)]
    with writing() as session:
        session.execute(insert(Player), many)
    clubs.add_player(club, "The last")
    with pytest.raises(TooMany) as refused:
        clubs.add_player(club, "One more")
    assert (refused.value.code, refused.value.value) == ("players", 500)
