"""Games as a whole: who sits down, where they start, how they end."""

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
from scorekeeper.records.errors import (
    ChoiceNeeded,
    GameOver,
    HandRefused,
    NameRefused,
    NotFound,
    PlayersRefused,
    RecordsError,
    StaleVersion,
)
from scorekeeper.records.history import games_of
from scorekeeper.records.models import Club, Game
from tests.records.table import DEVICE, NAMES, A, B, C, Table, moon, plain, points, submission

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
    assert (sheet.game.version, sheet.game.state, sheet.position.dealer) == (0, "playing", 2)
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
    assert table.sheet.game.state == "overtime"
    table.record(A)
    assert (table.sheet.game.state, table.sheet.played.position.winners) == ("over", (2,))


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
    assert (table.totals, table.sheet.game.state) == ((108, 21, 6, 7), "over")
    table.do(games.change_start, None, 0)
    assert (table.totals, table.sheet.game.state) == ((18, 21, 6, 7), "playing")


def test_the_same_start_sent_twice_is_one_game(club: Club) -> None:
    players, sent = four(club), submission()
    first = start(club, players, submission=sent)
    assert start(club, players, submission=sent).key == first.key
    other = start(club, players, submission=sent, first_dealer=1)
    assert other.key != first.key
    quick = [games.quick_start(NAMES[:4], submission="quick-1", **QUICK).key for _ in range(2)]
    assert quick[0] == quick[1]


def over(**how: Any) -> Table:
    """A game to 20 that B has lost after the first hand and D won."""
    table = Table.of(rules={"limit": 19, **how})
    table.record(A)
    assert table.sheet.game.state == "over"
    return table


def line(table: Table) -> Any:
    (found,) = games_of(table.sheet.club).games
    return found


def test_a_game_that_ends_has_places_winners_and_a_moment(app: Flask) -> None:
    found = line(over())
    assert (found.places, found.winners, found.ended_early) == ((3, 4, 2, 1), ("Dora",), False)
    assert found.finished_at is not None


def test_the_moment_of_the_end_stays_when_a_correction_leaves_the_game_over(app: Flask) -> None:
    table = over()
    ended = table.sheet.game.finished_at
    table.do(hands.correct_hand, 1, plain(4, 6, 0, 3, queen=1))
    assert table.sheet.game.finished_at == ended
    assert line(table).winners == ("Cy",)
    table.do(hands.correct_hand, 1, B)
    assert (table.sheet.game.finished_at, line(table).places, line(table).winners) == (None, (None,) * 4, ())


def test_ended_early_the_lowest_total_has_won(app: Flask) -> None:
    table = Table.of()
    table.record(A)
    saved = table.do(games.end_game)
    assert (saved.action, saved.number) == ("ended", None)
    found = line(table)
    assert (found.state, found.ended_early, found.winners, found.places) == (
        "over",
        True,
        ("Dora",),
        (3, 4, 2, 1),
    )


def test_ended_early_a_tie_is_shared(app: Flask) -> None:
    table = Table.of()
    table.record(A, plain(0, 8, 1, 4, queen=0))
    table.do(games.end_game)
    found = line(table)
    assert (found.totals, found.places, found.winners) == ((17, 27, 4, 4), (3, 4, 1, 1), ("Cy", "Dora"))


def test_ended_early_teams_go_by_their_totals(app: Flask) -> None:
    table = Table.of(rules={"teams": [[0, 2], [1, 3]]})
    table.record(A)  # 4 19 3 0: 7 against 19, though seat 3 alone is lowest
    table.do(games.end_game)
    assert (line(table).places, line(table).winners) == ((1, 2, 1, 2), ("Ann", "Cy"))


def test_teams_win_together(app: Flask) -> None:
    table = Table.of(rules={"teams": [[0, 2], [1, 3]], "limit": 19})
    table.record(A)
    assert (line(table).places, line(table).won) == ((1, 2, 1, 2), (True, False, True, False))


def test_nothing_is_recorded_in_a_game_ended_early_until_it_is_reopened(app: Flask) -> None:
    table = Table.of()
    table.record(A)
    table.do(games.end_game)
    with pytest.raises(GameOver) as refused:
        table.record(B)
    assert refused.value.code == "ended_early"
    table.do(hands.correct_hand, 1, C)
    assert line(table).winners == ("Ann",)
    assert table.do(games.reopen_game).action == "reopened"
    assert (line(table).state, line(table).winners, line(table).finished_at) == ("playing", (), None)
    table.record(B)


def test_a_game_ends_early_once_and_is_reopened_once(app: Flask) -> None:
    table = Table.of()
    with pytest.raises(RecordsError) as refused:
        table.do(games.reopen_game)
    assert refused.value.code == "not_ended_early"
    table.do(games.end_game)
    for code, ended in (("ended_early", table), ("game_already_over", over())):
        with pytest.raises(GameOver) as again:
            ended.do(games.end_game)
        assert again.value.code == code
    with pytest.raises(RecordsError):
        over().do(games.reopen_game)


def test_play_again_keeps_players_and_rules_and_the_next_dealer_deals(app: Flask) -> None:
    table = Table.of(rules={"limit": 19}, first_dealer=2)
    table.record(A)
    again = Table(games.play_again(table.key, DEVICE).key)
    assert again.key != table.key
    assert (again.sheet.player_ids, again.sheet.rules) == (table.sheet.player_ids, table.sheet.rules)
    assert (again.sheet.position.dealer, again.totals) == (3, (0, 0, 0, 0))


def test_after_an_early_end_who_would_have_dealt_deals(app: Flask) -> None:
    table = Table.of()
    table.record(A)
    table.do(hands.set_rotation, 2, 3, None)
    with pytest.raises(RecordsError) as refused:
        games.play_again(table.key, DEVICE)
    assert refused.value.code == "not_over"
    table.do(games.end_game)
    sent = submission()
    first = games.play_again(table.key, DEVICE, submission=sent)
    assert Table(first.key).sheet.position.dealer == 3
    assert games.play_again(table.key, DEVICE, submission=sent).key == first.key


def test_nobody_archived_plays_again(app: Flask) -> None:
    table = over()
    clubs.archive_player(table.sheet.club, table.sheet.player_ids[0])
    with pytest.raises(PlayersRefused) as refused:
        games.play_again(table.key, DEVICE)
    assert (refused.value.code, refused.value.value) == ("player_archived", "Ann")


def test_other_rules_score_every_hand_again(app: Flask) -> None:
    table = Table.of()
    table.record(A, moon(0))
    other = Rules(queen_points=5, limit=150)
    seen = games.preview_rules(table.key, other)
    assert table.totals == (4, 45, 29, 26)
    saved = table.do(games.change_rules, other)
    assert (saved.action, table.totals) == ("rules", (4, 29, 21, 18))
    assert seen == table.sheet.played


def test_other_rules_can_end_a_game_and_open_it_again(app: Flask) -> None:
    table = Table.of()
    table.record(A, B)
    table.do(games.change_rules, Rules(limit=19))
    assert [hand.result and hand.result.after_end for hand in table.sheet.hands] == [False, True]
    assert table.sheet.game.hands_played == 1
    table.do(games.change_rules, Rules())
    assert (table.totals, table.sheet.game.state) == ((18, 21, 6, 7), "playing")


def test_rules_that_a_hand_cannot_be_played_by_are_refused(app: Flask) -> None:
    table = Table.of()
    table.record(A, B)
    without = Rules(hearts_removed=("2",))
    seen = games.preview_rules(table.key, without).results
    assert [result and result.valid for result in seen] == [False, None]
    with pytest.raises(HandRefused) as refused:
        table.do(games.change_rules, without)
    assert (refused.value.number, refused.value.code) == (1, "hearts_total")
    assert (table.sheet.rules, table.version) == (Rules(), 2)


def test_a_hand_after_the_end_must_fit_other_rules_too(app: Flask) -> None:
    table = Table.of()
    table.record(points(4, 19, 3, 0, as_written=True), B)
    table.do(games.change_rules, Rules(limit=19))
    with pytest.raises(HandRefused) as refused:
        table.do(games.change_rules, Rules(limit=19, jack="JD"))
    assert refused.value.number == 2
    assert "jack_missing" in [fault.code for fault in refused.value.faults]
    assert table.sheet.rules == Rules(limit=19)


def test_other_rules_ask_what_a_moon_does_now(app: Flask) -> None:
    table = Table.of()
    table.record(A, moon(3))
    with pytest.raises(ChoiceNeeded) as asked:
        table.do(games.change_rules, Rules(moon="subtract"))
    (hand,) = asked.value.hands
    assert (hand.number, hand.shooter, hand.kept, hand.allowed) == (2, 3, "add", ("subtract",))
    assert games.preview_rules(table.key, Rules(moon="subtract"), {2: "subtract"}).position.totals == (
        4,
        19,
        3,
        -26,
    )
    table.do(games.change_rules, Rules(moon="subtract"), later_choices={2: "subtract"})
    assert table.totals == (4, 19, 3, -26)


def test_rules_stay_for_as_many_players(app: Flask) -> None:
    table = Table.of()
    for change in (games.preview_rules, lambda key, rules: table.do(games.change_rules, rules)):
        with pytest.raises(PlayersRefused):
            change(table.key, Rules(players=5))


def test_teams_can_be_made_and_dissolved(app: Flask) -> None:
    table = Table.of()
    table.record(A)
    table.do(games.change_rules, Rules(teams=((0, 2), (1, 3)), limit=19))
    assert line(table).places == (1, 2, 1, 2)
    table.do(games.change_rules, Rules(limit=19))
    assert line(table).places == (3, 4, 2, 1)


def test_a_note_is_kept_and_makes_no_entry_stale(app: Flask) -> None:
    table = Table.of()
    entry = table.entry()
    games.set_note(table.key, "  Bob's \n birthday ", "Kitchen", 3)
    game = table.sheet.game
    assert (game.note, game.place, game.table_number) == ("Bob's birthday", "Kitchen", 3)
    hands.record_hand(table.key, A, entry)
    games.set_note(table.key, " ", None, None)
    assert table.sheet.game.note is None


@pytest.mark.parametrize(
    "told", [("x" * 201, None, None), (None, "x" * 81, None), (None, None, 0), (None, None, 10**30)]
)
def test_a_note_that_cannot_be_kept_is_refused(app: Flask, told: tuple[Any, ...]) -> None:
    table = Table.of()
    with pytest.raises(RecordsError) as refused:
        games.set_note(table.key, *told)
    assert refused.value.code == "text"


def test_an_archived_game_is_read_not_written_and_can_be_brought_back(app: Flask) -> None:
    table = Table.of()
    table.record(A)
    waiting = table.entry()
    games.archive_game(table.key)
    assert table.version > waiting.version
    with pytest.raises(RecordsError) as told:
        hands.record_hand(table.key, B, waiting)
    assert told.value.code == "archived"
    assert games_of(table.sheet.club).games == ()
    for change, what in ((hands.record_hand, (B,)), (hands.undo, ()), (games.end_game, ())):
        with pytest.raises(RecordsError) as refused:
            table.do(change, *what)  # type: ignore[arg-type]
        assert refused.value.code == "archived"
    games.archive_game(table.key)
    assert games.bring_back_game(table.key).archived_at is None
    table.record(B)


@pytest.mark.parametrize("key", ["nosuchkey2", "", "\0", "x" * 10_000])
def test_a_game_that_is_not_there_is_not_found(app: Flask, key: str) -> None:
    table = Table(key)
    entry = Table.of().entry()
    for change in (
        lambda: hands.record_hand(key, A, entry),
        lambda: hands.undo(key, entry),
        lambda: games.end_game(key, entry),
        lambda: games.play_again(key, None),
        lambda: games.archive_game(key),
        lambda: games.set_note(key, None, None, None),
        lambda: games.preview_rules(key, Rules()),
        lambda: table.sheet,
    ):
        with pytest.raises(NotFound):
            change()


def test_a_change_made_on_an_old_page_is_refused_with_the_version_now(app: Flask) -> None:
    table = Table.of()
    entry = table.entry()
    table.record(A)
    with pytest.raises(StaleVersion) as refused:
        games.end_game(table.key, entry)
    assert (refused.value.value, refused.value.current) == (0, 1)
