"""What the table said of dealer and pass: it stays with the hand, and the rotation goes on from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.hearts.facts import Facts
from scorekeeper.hearts.rules import Rules
from scorekeeper.records import games, hands
from scorekeeper.records.changes import Saved
from scorekeeper.records.errors import GameOver, RecordsError
from tests.records.table import A, B, C, Table, plain


def turns(table: Table) -> list[tuple[int, str]]:
    return [(h.result.dealer, h.result.passing) for h in table.sheet.hands if h.result is not None]


def test_dealt_otherwise_from_here_on(table: Table) -> None:
    table.record(A)
    saved = table.do(hands.set_rotation, 2, 3, "across")
    assert (saved.action, saved.number) == ("rotation", None)
    assert (table.sheet.position.dealer, table.sheet.position.passing) == (3, "across")
    table.record(B, C)
    assert turns(table) == [(0, "left"), (3, "across"), (0, "hold")]
    assert (table.sheet.book.next_dealer, table.sheet.book.next_passing) == (None, None)


def test_dealt_otherwise_can_be_said_of_an_earlier_hand_and_taken_back(table: Table) -> None:
    table.record(A, B, C)
    saved = table.do(hands.set_rotation, 1, 2, None)
    assert (saved.action, saved.number) == ("corrected", 1)
    assert turns(table) == [(2, "left"), (3, "right"), (0, "across")]
    table.do(hands.set_rotation, 1, None, "hold")
    assert turns(table) == [(0, "hold"), (1, "left"), (2, "right")]
    table.do(hands.undo)
    assert turns(table) == [(2, "left"), (3, "right"), (0, "across")]


@pytest.mark.parametrize("number", [2, 4])
def test_what_is_as_the_rotation_has_it_is_not_kept_as_said(table: Table, number: int) -> None:
    table.record(A, B, C)
    due = (number - 1, ["left", "right", "across", "hold"][number - 1])
    table.do(hands.set_rotation, number, 0, due[1])
    table.do(hands.insert_hand, 1, B)
    moved = [*turns(table), (table.sheet.position.dealer, table.sheet.position.passing)][number]
    assert moved == (0, ["left", "right", "across", "hold"][number % 4])
    table.do(hands.set_rotation, number + 1, number % 4, "scatter")
    table.do(hands.set_rotation, 1, 3, None)
    moved = [*turns(table), (table.sheet.position.dealer, table.sheet.position.passing)][number]
    assert moved == ((number + 3) % 4, "scatter")


def test_a_correction_of_the_cards_keeps_what_was_said_of_dealer_and_pass(table: Table) -> None:
    table.do(hands.set_rotation, 1, 2, "hold")
    table.record(A)
    table.do(hands.correct_hand, 1, B)
    assert turns(table) == [(2, "hold")]
    table.do(hands.correct_hand, 1, plain(4, 6, 3, 0, queen=1, dealer=3))
    assert turns(table) == [(3, "hold")]


def test_what_was_said_goes_onto_the_hand_and_comes_back_when_it_is_undone(table: Table) -> None:
    table.do(hands.set_rotation, 1, 2, "across")
    table.record(A)
    table.do(hands.set_rotation, 2, 1, "hold")
    table.do(hands.undo)
    assert (table.sheet.position.dealer, table.sheet.position.passing) == (2, "across")
    table.do(hands.undo)
    assert turns(table) == [(2, "across")]
    assert (table.sheet.position.dealer, table.sheet.position.passing) == (1, "hold")
    table.do(hands.undo)
    table.record(B)
    assert turns(table) == [(2, "across")]


def test_what_was_said_of_the_next_hand_outlives_the_undo_of_a_correction(table: Table) -> None:
    table.record(A)
    table.do(hands.correct_hand, 1, B)
    table.do(hands.set_rotation, 2, 3, None)
    table.do(hands.undo)
    assert (table.order, table.sheet.position.dealer) == ("A", 3)


def test_deleting_the_last_hand_leaves_what_was_said_of_the_next(table: Table) -> None:
    table.record(A, B)
    table.do(hands.set_rotation, 3, 0, None)
    table.do(hands.delete_hand, 2)
    assert table.sheet.position.dealer == 0
    table.do(hands.undo)
    assert (table.order, table.sheet.position.dealer) == ("AB", 0)


@pytest.mark.parametrize(("dealer", "passing"), [(4, None), (-1, None), (None, "sideways"), (10**30, None)])
def test_a_seat_or_pass_the_table_has_not_is_refused(
    table: Table, dealer: int | None, passing: str | None
) -> None:
    table.record(A)
    said = Facts(taken=A.taken, dealer=dealer, passing=passing)
    tries: tuple[tuple[Callable[..., Saved], tuple[Any, ...]], ...] = (
        (hands.set_rotation, (1, dealer, passing)),
        (hands.set_rotation, (2, dealer, passing)),
        (hands.record_hand, (said,)),
        (hands.correct_hand, (1, said)),
        (hands.insert_hand, (1, said)),
    )
    for change, what in tries:
        with pytest.raises(RecordsError) as refused:
            table.do(change, *what)
        assert refused.value.code == "rotation"
    assert table.version == 1


def test_nothing_is_said_of_the_next_hand_of_a_game_that_is_over(table: Table) -> None:
    table.record(A, B)
    table.do(games.change_rules, Rules(limit=19))
    with pytest.raises(GameOver):
        table.do(hands.set_rotation, 3, 1, None)
    table.do(hands.set_rotation, 1, 1, None)
