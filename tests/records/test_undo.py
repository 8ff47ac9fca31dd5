"""Undo: one step back, and with the next one forward again."""

from __future__ import annotations

import pytest

from scorekeeper.hearts.rules import Rules
from scorekeeper.records import games, hands
from scorekeeper.records.changes import Saved
from scorekeeper.records.errors import HandRefused, RecordsError, StaleVersion
from tests.records.table import A, B, C, D, Table, moon, points


def test_undoing_a_recorded_hand_takes_it_away_and_undoing_that_brings_it_back(table: Table) -> None:
    table.record(A, B)
    assert table.do(hands.undo) == Saved(table.key, 3, "deleted", 2)
    assert (table.order, table.sheet.last_change) == ("A", ("deleted", 2))
    assert table.do(hands.undo) == Saved(table.key, 4, "restored", 2)
    assert (table.order, table.sheet.last_change) == ("AB", ("restored", 2))
    assert [hand.revised for hand in table.sheet.hands] == [False, False]
    table.do(hands.undo)
    table.record(C)
    assert table.order == "AC"


def test_undoing_a_correction_brings_back_what_stood_there(table: Table) -> None:
    table.record(A, B)
    table.do(hands.correct_hand, 1, D)
    assert table.do(hands.undo).action == "corrected"
    assert (table.order, table.sheet.hands[0].revised) == ("AB", False)
    table.do(hands.undo)
    assert (table.order, table.sheet.hands[0].revised) == ("DB", True)


def test_a_correction_to_what_was_there_already_is_nothing_to_undo(table: Table) -> None:
    table.record(A, moon(3))
    table.do(hands.correct_hand, 2, points(26, 26, 26, 0))  # only a moon comes to that
    assert table.sheet.last_change == ("recorded", 2)
    assert table.do(hands.undo).action == "deleted"


def test_undoing_a_deletion_brings_the_hand_back_to_its_place(table: Table) -> None:
    table.record(A, B, C, D, A)
    table.do(hands.delete_hand, 3)
    assert table.order == "ABDA"
    assert table.do(hands.undo) == Saved(table.key, 7, "restored", 3)
    assert table.order == "ABCDA"
    table.do(hands.undo)
    assert table.order == "ABDA"


def test_undoing_an_inserted_hand_takes_it_out(table: Table) -> None:
    table.record(A, B)
    table.do(hands.insert_hand, 2, C)
    assert table.do(hands.undo) == Saved(table.key, 4, "deleted", 2)
    assert table.order == "AB"
    table.do(hands.undo)
    assert table.order == "ACB"


def test_a_game_with_no_hand_has_nothing_to_undo(table: Table) -> None:
    table.do(hands.set_rotation, 1, 2, None)
    assert table.sheet.last_change is None
    with pytest.raises(RecordsError) as refused:
        table.do(hands.undo)
    assert refused.value.code == "nothing_to_undo"


def test_undo_leaves_rules_and_an_early_end_as_they_are(table: Table) -> None:
    table.record(A, B)
    table.do(games.change_rules, Rules(queen_points=5))
    table.do(games.end_game)
    assert table.do(hands.undo).action == "deleted"
    assert table.totals == (4, 11, 3, 0)
    assert table.sheet.book.ended_early


def test_a_hand_recorded_under_other_rules_cannot_be_brought_back_where_it_cannot_be(table: Table) -> None:
    table.record(A)
    table.do(hands.undo)
    table.do(games.change_rules, Rules(jack="JD"))
    with pytest.raises(HandRefused) as refused:
        table.do(hands.undo)
    assert (refused.value.code, refused.value.number) == ("jack_missing", 1)


def test_undo_gets_a_stale_version_when_somebody_was_faster(table: Table) -> None:
    table.record(A)
    entry = table.entry()
    table.record(B)
    with pytest.raises(StaleVersion) as refused:
        hands.undo(table.key, entry)
    assert refused.value.current == 2
