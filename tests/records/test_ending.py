"""How a game ends, early or by its rules, and what comes after it."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from scorekeeper.records import clubs, games, hands, sheets
from scorekeeper.records.errors import GameOver, PlayersRefused, RecordsError
from tests.records.table import DEVICE, A, B, C, Table, plain


def over(**how: Any) -> Table:
    """A game to 19 that Bob has lost with the first hand, and Dora won."""
    table = Table.of(rules={"limit": 19, **how})
    table.record(A)
    assert table.sheet.book.figures.state == "over"
    return table


def test_a_game_that_ends_has_places_winners_and_a_moment(app: Flask) -> None:
    found = over().line
    assert (found.places, found.winners, found.ended_early) == ((3, 4, 2, 1), ("Dora",), False)
    assert found.finished_at is not None


def test_the_moment_of_the_end_stays_when_a_correction_leaves_the_game_over(app: Flask) -> None:
    table = over()
    ended = table.sheet.book.figures.finished_at
    table.do(hands.correct_hand, 1, plain(4, 6, 0, 3, queen=1))
    assert table.sheet.book.figures.finished_at == ended
    assert table.line.winners == ("Cy",)
    table.do(hands.correct_hand, 1, B)
    assert (table.sheet.book.figures.finished_at, table.line.places, table.line.winners) == (
        None,
        (None,) * 4,
        (),
    )


def test_ended_early_the_lowest_total_has_won(app: Flask) -> None:
    table = Table.of()
    table.record(A)
    saved = table.do(games.end_game)
    assert (saved.action, saved.number) == ("ended", None)
    found = table.line
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
    found = table.line
    assert (found.totals, found.places, found.winners) == ((17, 27, 4, 4), (3, 4, 1, 1), ("Cy", "Dora"))


def test_ended_early_teams_go_by_their_totals(app: Flask) -> None:
    table = Table.of(rules={"teams": [[0, 2], [1, 3]]})
    table.record(A)  # 4 19 3 0: 7 against 19, though seat 3 alone is lowest
    table.do(games.end_game)
    assert (table.line.places, table.line.winners) == ((1, 2, 1, 2), ("Ann", "Cy"))


def test_teams_win_together(app: Flask) -> None:
    table = Table.of(rules={"teams": [[0, 2], [1, 3]], "limit": 19})
    table.record(A)
    assert (table.line.places, table.line.won) == ((1, 2, 1, 2), (True, False, True, False))


def test_nothing_is_recorded_in_a_game_ended_early_until_it_is_reopened(app: Flask) -> None:
    table = Table.of()
    table.record(A)
    table.do(games.end_game)
    with pytest.raises(GameOver) as refused:
        table.record(B)
    assert refused.value.code == "ended_early"
    table.do(hands.correct_hand, 1, C)
    assert table.line.winners == ("Ann",)
    assert table.do(games.reopen_game).action == "reopened"
    assert (table.line.state, table.line.winners, table.line.finished_at) == ("playing", (), None)
    table.record(B)


def test_a_game_ends_early_once_and_is_reopened_once(app: Flask) -> None:
    table = Table.of()
    with pytest.raises(RecordsError) as refused:
        table.do(games.reopen_game)
    assert refused.value.code == "not_ended_early"
    table.record(A)
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
    assert Table(games.play_again(table.key, DEVICE).key).sheet.position.dealer == 3


def test_play_again_asked_for_twice_is_one_game_until_that_is_put_away(app: Flask) -> None:
    table = over()
    before = table.version
    first = games.play_again(table.key, DEVICE).key
    assert games.play_again(table.key, None).key == first == sheets.next_game(table.sheet.game)
    assert table.version == before + 1
    games.archive_game(first)
    assert sheets.next_game(table.sheet.game) is None
    second = games.play_again(table.key, DEVICE).key
    assert second != first
    assert games.play_again(table.key, DEVICE).key == second == sheets.next_game(table.sheet.game)


def test_a_game_of_which_nothing_was_played_is_put_away_not_ended(app: Flask) -> None:
    table = Table.of()
    with pytest.raises(RecordsError) as refused:
        table.do(games.end_game)
    assert refused.value.code == "no_hands"
    table.record(A)
    with pytest.raises(RecordsError) as refused:
        games.discard_game(table.key)
    assert refused.value.code == "has_hands"
    table.do(hands.undo)
    assert games.discard_game(table.key).archived_at is not None


def test_nobody_archived_plays_again(app: Flask) -> None:
    table = over()
    clubs.archive_player(table.sheet.club, table.sheet.player_ids[0])
    with pytest.raises(PlayersRefused) as refused:
        games.play_again(table.key, DEVICE)
    assert (refused.value.code, refused.value.value) == ("player_archived", "Ann")
