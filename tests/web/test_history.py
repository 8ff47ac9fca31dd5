"""The list of games: by evening in the club's zone, in pages, each with what became of it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.hearts.rules import Rules
from scorekeeper.records.clubs import create_club
from scorekeeper.records.db import writing
from scorekeeper.records.games import set_note, start_game
from scorekeeper.records.history import GameLine, games_of
from scorekeeper.records.models import Game
from scorekeeper.records.sheets import Sheet, load_sheet
from scorekeeper.web.access import Role
from scorekeeper.web.history import evenings, outcome, state_of
from tests.playing import end_early, plain_hand, play, start
from tests.web.conftest import Visit


def line(started_at: datetime = datetime(2026, 11, 26, 19, 30, tzinfo=UTC), **other) -> GameLine:
    plain = {
        "key": "abcdefghjk",
        "started_at": started_at,
        "finished_at": None,
        "state": "playing",
        "ended_early": False,
        "hands_played": 4,
        "rules": {},
        "note": None,
        "place": None,
        "table_number": None,
        "names": ("Ann", "Bob", "Cy", "Dora"),
        "totals": (50, 60, 50, 101),
        "places": (None,) * 4,
        "won": (False,) * 4,
    }
    return GameLine(**{**plain, **other})


def at(sheet: Sheet, moment: datetime) -> None:
    with writing() as session:
        session.execute(update(Game).where(Game.id == sheet.game.id).values(started_at=moment))


@pytest.mark.parametrize(
    ("moment", "zone", "title"),
    [
        (datetime(2026, 11, 27, 0, 30, tzinfo=UTC), "America/New_York", "Thursday 26 November"),
        (datetime(2026, 11, 26, 18, 30, tzinfo=UTC), "Europe/Berlin", "Thursday 26 November"),
        (datetime(2026, 11, 26, 23, 30, tzinfo=UTC), "Europe/Berlin", "Night of Thursday 26 November"),
        (datetime(2026, 11, 27, 3, 59, tzinfo=UTC), "Europe/Berlin", "Night of Thursday 26 November"),
        (datetime(2026, 11, 27, 4, 0, tzinfo=UTC), "Europe/Berlin", "Friday 27 November"),
        (datetime(2025, 12, 31, 23, 30, tzinfo=UTC), "UTC", "Wednesday 31 December 2025"),
        (datetime(2026, 3, 29, 2, 59, tzinfo=UTC), "Europe/Berlin", "Night of Saturday 28 March"),
    ],
)
def test_an_evening_lasts_until_the_small_hours_by_the_clubs_clock(
    moment: datetime, zone: str, title: str
) -> None:
    assert [found.title for found in evenings([line(moment)], zone, date(2026, 12, 1))] == [title]


def test_games_of_one_evening_stand_together_newest_first() -> None:
    night = datetime(2026, 11, 26, 19, 30, tzinfo=UTC)
    lines = [line(night + timedelta(hours=step), key=str(step)) for step in (26, 25, 3, 0)]
    grouped = evenings(lines, "UTC", date(2026, 12, 1))
    assert [(found.title, [game.key for game in found.games]) for found in grouped] == [
        ("Friday 27 November", ["26", "25"]),
        ("Thursday 26 November", ["3", "0"]),
    ]


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({}, "<bdi>Ann</bdi>, <bdi>Bob</bdi>, <bdi>Cy</bdi> and <bdi>Dora</bdi>"),
        ({"won": (False, True, False, False)}, "<bdi>Bob</bdi> won with 60"),
        ({"won": (True, False, True, False)}, "<bdi>Ann</bdi> and <bdi>Cy</bdi> won with 50 each"),
        (
            {"won": (True, False, True, False), "rules": {"teams": [[0, 2], [1, 3]]}},
            "<bdi>Ann</bdi> and <bdi>Cy</bdi> won with 100",
        ),
        ({"won": (True, False, False, False), "totals": (-8, 1, 1, 1)}, "<bdi>Ann</bdi> won with −8"),
        ({"won": (True,), "names": ("<i>",), "totals": (5,)}, "<bdi>&lt;i&gt;</bdi> won with 5"),
    ],
)
def test_an_outcome_says_who_won_with_what(other: dict, words: str) -> None:
    assert outcome(line(**other)) == words


@pytest.mark.parametrize(
    ("other", "hours", "state"),
    [
        ({}, 2, "at the table"),
        ({"state": "overtime"}, 2, "at the table"),
        ({}, 19, "left unfinished"),
        ({"state": "over", "ended_early": True}, 2, "ended early"),
        ({"state": "over"}, 500, ""),
    ],
)
def test_a_game_left_unfinished_ended_early_and_at_the_table_are_told_apart(
    other: dict, hours: int, state: str
) -> None:
    game = line(**other)
    assert state_of(game, game.started_at + timedelta(hours=hours)) == state


def test_the_list_shows_every_kind_of_game(app: Flask, visit: Visit) -> None:
    with app.app_context():
        done = start(hands=11)
        early = load_sheet(_another(done))
        play(early.game.key, [plain_hand(4)])
        end_early(early.game.key)
        now = load_sheet(_another(done))
        left = load_sheet(_another(done))
        at(left, datetime.now(UTC) - timedelta(days=3))
        set_note(now.game.key, "Bob's <b>birthday</b>", "Kitchen", 2)
    page = visit(done.club.key, Role.VIEWER).get(f"/clubs/{done.club.key}/games").text
    assert all(f">{state}<" in page for state in ("ended early", "at the table", "left unfinished"))
    assert all(length in page for length in ("11 hands", "1 hand", "0 hands · table 2 · Kitchen"))
    assert "Bob&#39;s &lt;b&gt;birthday&lt;/b&gt;" in page


def _another(sheet: Sheet) -> str:
    return start_game(sheet.club.key, sheet.player_ids, Rules(), first_dealer=0, device=None).key


def test_twenty_games_stand_on_a_page(app: Flask, visit: Visit) -> None:
    with app.app_context():
        sheet = start()
        for _ in range(20):
            _another(sheet)
        assert games_of(sheet.club).more
    client = visit(sheet.club.key, Role.VIEWER)
    first = client.get(f"/clubs/{sheet.club.key}/games")
    assert first.text.count('class="row"') == 20
    assert "Older" in first.text
    assert "Newer" not in first.text
    second = client.get(f"/clubs/{sheet.club.key}/games?page=2")
    assert second.text.count('class="row"') == 1
    assert "Older" not in second.text
    assert client.get(f"/clubs/{sheet.club.key}/games?page=3").status_code == 404


@pytest.mark.parametrize("page", ["0", "-1", "x", "", "1e9"])
def test_a_page_that_is_no_number_is_the_first(app: Flask, visit: Visit, page: str) -> None:
    with app.app_context():
        sheet = start()
    answer = visit(sheet.club.key, Role.VIEWER).get(f"/clubs/{sheet.club.key}/games?page={page}")
    assert answer.status_code == 200
    assert answer.text.count('class="row"') == 1


def test_a_club_without_games_says_so(app: Flask, visit: Visit) -> None:
    with app.app_context():
        club = create_club("Empty", "UTC")
    assert "No game yet." in visit(club.key, Role.VIEWER).get(f"/clubs/{club.key}/games").text


def test_nobody_has_won_a_game_of_which_nothing_is_left() -> None:
    shared = {"state": "over", "ended_early": True, "hands_played": 0, "won": (True,) * 4}
    assert outcome(line(**shared, totals=(0, 0, 0, 0))) == "Nobody has won"
    assert "won with 1" in outcome(line(**shared | {"won": (True, False, False, False)}, totals=(1, 2, 3, 4)))
