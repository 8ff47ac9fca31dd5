"""The lists of a club's games."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import insert

from scorekeeper.records import clubs, games, history
from scorekeeper.records.db import writing
from scorekeeper.records.models import Club, Game, Seat
from tests.records.queries import counted
from tests.records.table import DEVICE, NAMES, A, Table

EVENING = datetime(2026, 11, 26, 19, 30, tzinfo=UTC)


@pytest.fixture
def club(app: Flask) -> Club:
    club = clubs.create_club("Thursday", "UTC")
    for name in NAMES[:4]:
        clubs.add_player(club, name)
    return club


def played(club: Club, count: int, *, over: bool = True, archived: bool = False) -> None:
    """Rows of so many games, one an hour."""
    players = [player.id for player in clubs.roster(club)]
    with writing() as session:
        for number in range(count):
            began = EVENING + timedelta(hours=number)
            ended = {"state": "over", "finished_at": began + timedelta(minutes=50)} if over else {}
            row = {
                "club_id": club.id,
                "key": f"g{club.id:04}{'on'[over]}{number:04}",
                "rules": {},
                "first_dealer": 0,
                "started_at": began,
                "archived_at": EVENING if archived else None,
                "table_number": number + 1,
                **ended,
            }
            game_id = session.execute(insert(Game).returning(Game.id), row).scalar_one()
            for at, player in enumerate(players):
                seat = {"game_id": game_id, "position": at, "player_id": player, "total": 10 * at}
                session.execute(insert(Seat), {**seat, "won": over and at == 0})


def test_games_come_newest_first_by_the_twenty(club: Club) -> None:
    played(club, 45)
    pages = [history.games_of(club, number) for number in (1, 2, 3, 4)]
    assert [(len(page.games), page.more, page.number) for page in pages] == [
        (20, True, 1),
        (20, True, 2),
        (5, False, 3),
        (0, False, 4),
    ]
    shown = [line.table_number for page in pages for line in page.games]
    assert shown == list(range(45, 0, -1))


@pytest.mark.parametrize("number", [0, -1, -(10**30)])
def test_a_page_before_the_first_is_the_first(club: Club, number: int) -> None:
    played(club, 1)
    assert history.games_of(club, number) == history.games_of(club)


def test_a_page_far_beyond_the_last_is_empty(club: Club) -> None:
    played(club, 1)
    assert history.games_of(club, 10**30).games == ()


def test_exactly_twenty_games_are_one_page(club: Club) -> None:
    played(club, 20)
    assert not history.games_of(club).more


def test_a_line_tells_names_totals_and_winners(club: Club) -> None:
    played(club, 1)
    (line,) = history.games_of(club).games
    assert (line.names, line.totals, line.winners) == (NAMES[:4], (0, 10, 20, 30), ("Ann",))
    assert (line.over, line.ended_early, line.started_at) == (True, False, EVENING)


def test_lists_keep_apart_what_is_over_unfinished_archived_or_anothers(club: Club) -> None:
    other = clubs.create_club("Another", "UTC")
    for name in NAMES[:3]:
        clubs.add_player(other, name)
    played(club, 3)
    played(club, 2, over=False)
    played(other, 4)
    assert len(history.games_of(club).games) == 5
    assert [line.over for line in history.latest_games(club)] == [True] * 3
    assert [line.over for line in history.games_now(club)] == [False] * 2
    assert len(history.games_of(other).games) == 4
    assert len(history.games_of(other).games[0].names) == 3
    games.archive_game(history.games_now(club)[0].key)
    assert len(history.games_now(club)) == 1
    assert len(history.games_of(club).games) == 4


def test_a_game_at_the_table_is_listed_now_until_it_is_over(app: Flask) -> None:
    table = Table.of(rules={"limit": 19})
    club = table.sheet.club
    assert [line.key for line in history.games_now(club)] == [table.key]
    assert history.latest_games(club) == ()
    table.record(A)
    assert history.games_now(club) == ()
    (line,) = history.latest_games(club)
    assert (line.key, line.hands_played) == (table.key, 1)
    assert (line.winners, line.totals) == (("Dora",), (4, 19, 3, 0))
    games.play_again(table.key, DEVICE)
    assert len(history.games_now(club)) == 1


def test_every_list_is_two_queries_however_many_games(club: Club) -> None:
    counts = set()
    for count in (0, 1, 30):
        if count:
            played(club, count, over=count == 30)
        for ask in (history.games_of, history.latest_games, history.games_now):
            with counted() as sent:
                ask(club)  # type: ignore[operator]
            counts.add(len(sent))
    assert counts == {2}
