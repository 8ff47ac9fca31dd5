"""Hands that lie after the end: kept, counted for nothing, and held to what a hand may be."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.hearts.facts import Facts
from scorekeeper.hearts.rules import Rules
from scorekeeper.records import games, hands
from scorekeeper.records.errors import GameOver, HandRefused
from scorekeeper.records.history import games_of
from tests.records.table import A, B, C, D, Table, moon, plain, points


def lost(table: Table) -> None:
    """Two hands recorded, of which the first one ends the game now."""
    table.record(A, B)
    table.do(games.change_rules, Rules(limit=19))


def test_nothing_is_recorded_once_the_game_is_over(app: Flask) -> None:
    table = Table.of(rules={"limit": 19})
    table.record(A)
    with pytest.raises(GameOver) as refused:
        table.record(B)
    assert refused.value.code == "game_already_over"


def test_a_hand_after_the_end_is_kept_and_counts_for_nothing(table: Table) -> None:
    lost(table)
    first, second = table.sheet.hands
    assert second.result is not None
    assert (second.number, second.result.after_end, second.facts.taken) == (2, True, B.taken)
    assert table.totals == (4, 19, 3, 0)
    (line,) = games_of(table.sheet.club).games
    assert (line.hands_played, line.winners) == (1, ("Dora",))
    assert not first.revised


def test_hands_can_be_corrected_inserted_and_deleted_after_the_end(table: Table) -> None:
    lost(table)
    table.do(hands.correct_hand, 2, D)
    table.do(hands.insert_hand, 2, C)
    assert [hand.result and hand.result.after_end for hand in table.sheet.hands] == [False, True, True]
    table.do(hands.correct_hand, 1, B)
    assert table.order == "BC"
    assert [hand.result and hand.result.after_end for hand in table.sheet.hands] == [False, False, True]
    table.do(hands.correct_hand, 1, A)
    table.do(hands.delete_hand, 1)
    assert (table.order, table.sheet.book.figures.state) == ("CD", "over")


@pytest.mark.parametrize(
    ("facts", "code"),
    [(plain(4, 6, 2, 0, queen=1), "hearts_total"), (points(9, 9, 8, 0), "points_impossible")],
)
def test_a_hand_that_cannot_be_is_refused_after_the_end_too(table: Table, facts: Facts, code: str) -> None:
    lost(table)
    for change in (hands.correct_hand, hands.insert_hand):
        with pytest.raises(HandRefused) as refused:
            table.do(change, 2, facts)
        assert (refused.value.code, refused.value.number) == (code, 2)


def test_a_moon_after_the_end_needs_a_choice_too_and_keeps_it(app: Flask) -> None:
    table = Table.of(rules={"moon": "choice", "limit": 19})
    table.record(A)
    table.do(hands.correct_hand, 1, B)
    table.record(C)
    table.do(hands.correct_hand, 1, A)
    with pytest.raises(HandRefused) as refused:
        table.do(hands.correct_hand, 2, moon(1))
    assert refused.value.code == "moon_choice_missing"
    table.do(hands.correct_hand, 2, moon(1, "subtract"))
    table.do(hands.correct_hand, 1, B)
    assert table.totals == (14, 2 - 26, 3, 7)


def test_what_nobody_shot_keeps_no_choice_even_after_the_end(table: Table) -> None:
    lost(table)
    table.do(hands.correct_hand, 2, plain(1, 2, 3, 7, queen=0, moon_choice="whatever the form held"))
    assert table.sheet.hands[1].facts.moon_choice is None
