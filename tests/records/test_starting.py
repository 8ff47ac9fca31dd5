"""Sitting down to a game: who may, and from where it starts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from flask import Flask

from scorekeeper.hearts.game import Start
from scorekeeper.hearts.rules import Rules
from scorekeeper.records import clubs, games, hands
from scorekeeper.records.db import db
from scorekeeper.records.errors import NameRefused, NotFound, PlayersRefused, RecordsError
from scorekeeper.records.history import games_of
from scorekeeper.records.models import Club, Game
from tests.records.queries import contents
from tests.records.table import DEVICE, NAMES, A, B, Table, submission

QUICK: dict[str, Any] = {"zone": "Europe/Berlin", "device": DEVICE}


@pytest.fixture
def club(app: Flask) -> Club:
    return clubs.create_club("Thursday Hearts", "Europe/Berlin")


def four(club: Club) -> list[int]:
    return [clubs.add_player(club, name).id for name in NAMES[:4]]


def start(club: Club, players: Sequence[int], **how: Any) -> Game:
    how = {"first_dealer": 0, "device": DEVICE, **how}
    rules = how.pop("rules", None) or Rules(players=max(3, min(10, len(players))))
    return games.start_game(club.key, players, rules, **how)


def test_four_names_make_a_club_its_players_and_their_game(app: Flask) -> None:
    game = games.quick_start(["Ann", " Bob ", "Cy", "Dora"], first_dealer=2, **QUICK)
    club = clubs.club_of(game)
    today = datetime.now(UTC).astimezone(ZoneInfo("Europe/Berlin")).strftime("%A")
    assert club.name == f"{today} Hearts"
    assert club.zone == "Europe/Berlin"
    assert [player.name for player in clubs.roster(club)] == ["Ann", "Bob", "Cy", "Dora"]
    sheet = Table(game.key).sheet
    assert sheet.names == ("Ann", "Bob", "Cy", "Dora")
    assert (sheet.game.version, sheet.book.figures.state, sheet.position.dealer) == (0, "playing", 2)
    assert sheet.rules == Rules()


def test_the_club_may_be_named_and_the_rules_said(app: Flask) -> None:
    rules = Rules(players=3, limit=50)
    game = games.quick_start(["Ann", "Bob", "Cy"], club_name="Kitchen", rules=rules, **QUICK)
    assert clubs.club_of(game).name == "Kitchen"
    assert Table(game.key).sheet.rules == rules


@pytest.mark.parametrize(
    ("names", "how", "error", "code"),
    [
        (["Ann", "Bob", "ANN", "Dora"], {}, NameRefused, "repeated"),
        (["Éva", "Bob", "E\u0301va", "Dora"], {}, NameRefused, "repeated"),
        (["Ann", "Bob", " ", "Dora"], {}, NameRefused, "blank"),
        (["Ann", "Bob", "x" * 25, "Dora"], {}, NameRefused, "too_long"),
        (["Ann", "Bob"], {}, PlayersRefused, "player_count"),
        ([f"P{i}" for i in range(11)], {}, PlayersRefused, "player_count"),
        (["Ann", "Bob", "Cy", "Dora"], {"rules": Rules(players=5)}, PlayersRefused, "player_count"),
        (["Ann", "Bob", "Cy", "Dora"], {"zone": "Moon/Base"}, RecordsError, "zone"),
        (["Ann", "Bob", "Cy", "Dora"], {"first_dealer": 4}, RecordsError, "start"),
        (["Ann", "Bob", "Cy", "Dora"], {"club_name": "x" * 25}, NameRefused, "too_long"),
    ],
)
def test_a_quick_start_that_cannot_be_is_refused_and_leaves_nothing(
    app: Flask, names: list[str], how: dict[str, Any], error: type[RecordsError], code: str
) -> None:
    with pytest.raises(error) as refused:
        games.quick_start(names, **{**QUICK, **how})
    assert refused.value.code == code
    assert rows_written() == []


def rows_written() -> list[str]:
    """The tables that hold a row."""
    with db.engine.connect() as connection:
        return [t.name for t in db.metadata.sorted_tables if connection.execute(t.select()).first()]


@pytest.mark.parametrize("count", range(3, 11))
def test_three_to_ten_sit_down(club: Club, count: int) -> None:
    players = [clubs.add_player(club, name).id for name in NAMES[:count]]
    sheet = Table(start(club, players).key).sheet
    assert sheet.player_ids == tuple(players)
    assert sheet.played.position.totals == (0,) * count


def test_a_player_may_sit_only_once(club: Club) -> None:
    ann, bob, cy, _ = four(club)
    with pytest.raises(PlayersRefused) as refused:
        start(club, [ann, bob, cy, ann])
    assert (refused.value.code, refused.value.value) == ("player_twice", "Ann")


def test_an_archived_player_may_not_sit_down(club: Club) -> None:
    players = four(club)
    clubs.archive_player(club, players[1])
    with pytest.raises(PlayersRefused) as refused:
        start(club, players)
    assert (refused.value.code, refused.value.value) == ("player_archived", "Bob")


@pytest.mark.parametrize("stranger", [0, -1, 10**30])
def test_a_player_nobody_knows_may_not_sit_down(club: Club, stranger: int) -> None:
    with pytest.raises(PlayersRefused) as refused:
        start(club, [*four(club)[:3], stranger])
    assert refused.value.code == "player_unknown"


def test_a_player_of_another_club_may_not_sit_down(club: Club) -> None:
    stranger = clubs.add_player(clubs.create_club("Another", "UTC"), "Ann").id
    with pytest.raises(PlayersRefused) as refused:
        start(club, [*four(club)[:3], stranger])
    assert refused.value.code == "player_unknown"


@pytest.mark.parametrize(("players", "rules"), [(4, Rules(players=5)), (2, Rules(players=3)), (0, Rules())])
def test_rules_are_for_as_many_as_sit_down(club: Club, players: int, rules: Rules) -> None:
    with pytest.raises(PlayersRefused) as refused:
        start(club, four(club)[:players], rules=rules)
    assert (refused.value.code, refused.value.value) == ("player_count", players)


def test_no_game_starts_in_a_club_that_is_archived_or_not_there(club: Club) -> None:
    players = four(club)
    clubs.archive_club(club)
    with pytest.raises(RecordsError) as refused:
        start(club, players)
    assert refused.value.code == "archived"
    with pytest.raises(NotFound):
        games.start_game("nosuchkey2", players, Rules(), first_dealer=0, device=None)


def test_a_sheet_of_paper_is_carried_on(club: Club) -> None:
    carried = Start(totals=(40, 30, 20, 10), hand_number=5, dealer=0)
    table = Table(start(club, four(club), first_dealer=3, start=carried).key)
    assert (table.totals, table.sheet.position.hand_number) == ((40, 30, 20, 10), 5)
    assert (table.sheet.position.dealer, table.sheet.position.passing) == (3, "left")
    assert table.record(A).number == 5
    assert table.totals == (44, 49, 23, 10)
    assert table.do(hands.correct_hand, 5, B).number == 5
    (line,) = games_of(club).games
    assert (line.totals, line.hands_played) == ((54, 32, 23, 17), 1)


def test_overtime_is_carried_on(club: Club) -> None:
    carried = Start(totals=(100, 60, 60, 80), hand_number=9, overtime=True)
    table = Table(start(club, four(club), start=carried).key)
    assert table.sheet.book.figures.state == "overtime"
    table.record(A)
    assert (table.sheet.book.figures.state, table.sheet.played.position.winners) == ("over", (2,))


@pytest.mark.parametrize(
    ("carried", "dealer"),
    [
        (Start(totals=(1, 2, 3)), 0),
        (Start(totals=(1, 2, 3, 10**30)), 0),
        (Start(totals=(0,) * 4, hand_number=0), 0),
        (Start(totals=(0,) * 4, hand_number=10**30), 0),
        (None, 4),
        (None, -1),
    ],
)
def test_no_game_starts_from_what_cannot_be(club: Club, carried: Start | None, dealer: int) -> None:
    players = four(club)
    with pytest.raises(RecordsError) as refused:
        start(club, players, first_dealer=dealer, start=carried)
    assert refused.value.code == "start"
    table = Table(start(club, players).key)
    with pytest.raises(RecordsError) as refused:
        table.do(games.change_start, carried, dealer)
    assert refused.value.code == "start"
    assert table.version == 0


def test_the_start_can_be_changed_and_all_is_worked_out_again(app: Flask) -> None:
    table = Table.of()
    table.record(A, B)
    saved = table.do(games.change_start, Start(totals=(90, 0, 0, 0), hand_number=3), 1)
    assert (saved.action, saved.number) == ("start", None)
    assert [hand.number for hand in table.sheet.hands] == [3, 4]
    assert (table.totals, table.sheet.book.figures.state) == ((108, 21, 6, 7), "over")
    table.do(games.change_start, None, 0)
    assert (table.totals, table.sheet.book.figures.state) == ((18, 21, 6, 7), "playing")


def test_a_start_that_was_changed_is_in_memory_as_it_is_in_the_books(app: Flask) -> None:
    table = Table.of()
    table.do(games.change_start, Start(totals=(1, 2, 3, 4), dealer=2, hand_number=3), 1)
    assert contents(table.key) == contents(table.key, fresh=True)
    assert table.sheet.start.dealer == 1


def test_the_same_start_sent_twice_is_one_game(club: Club) -> None:
    players, sent = four(club), submission()
    first = start(club, players, submission=sent)
    assert start(club, players, submission=sent).key == first.key
    other = start(club, players, submission=sent, first_dealer=1)
    assert other.key != first.key
    quick = [games.quick_start(NAMES[:4], submission="quick-1", **QUICK).key for _ in range(2)]
    assert quick[0] == quick[1]
