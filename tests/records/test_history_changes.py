"""Every change to a hand: what it was before and after, when, and by which device."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.hearts.rules import Rules
from scorekeeper.records import games, hands
from scorekeeper.records.changes import Entry
from scorekeeper.records.revisions import Change, changes_of
from tests.records.queries import counted
from tests.records.table import DEVICE, A, B, Table, moon, submission

pytestmark = pytest.mark.usefixtures("app")


def told(table: Table) -> list[tuple[str, int | None, object, object]]:
    """Action, number, scores before and after of each change, the latest first."""
    return [
        (one.action, one.number, one.before and one.before.scores, one.after and one.after.scores)
        for one in changes_of(table.sheet)
    ]


A_SCORES, B_SCORES = (4, 19, 3, 0), (14, 2, 3, 7)


def test_every_change_tells_before_and_after() -> None:
    table = Table.of()
    table.record(A)
    table.do(hands.correct_hand, 1, B)
    table.do(hands.correct_hand, 1, A)
    table.do(hands.delete_hand, 1)
    table.do(hands.undo)
    assert told(table) == [
        ("restored", 1, None, A_SCORES),
        ("deleted", 1, A_SCORES, None),
        ("corrected", 1, B_SCORES, A_SCORES),
        ("corrected", 1, A_SCORES, B_SCORES),
        ("recorded", 1, None, A_SCORES),
    ]


def test_a_hand_that_is_gone_has_no_number() -> None:
    table = Table.of()
    table.record(A, B)
    table.do(hands.undo)
    assert told(table)[:2] == [("deleted", None, B_SCORES, None), ("recorded", None, None, B_SCORES)]


def test_numbers_are_those_the_hands_have_now() -> None:
    table = Table.of()
    table.record(A)
    table.do(hands.insert_hand, 1, B)
    assert [(one.action, one.number) for one in changes_of(table.sheet)] == [("inserted", 1), ("recorded", 2)]


def test_another_dealer_pass_or_choice_is_a_change_of_what_was_told() -> None:
    table = Table.of(rules={"moon": "choice"})
    table.record(moon(0, "add"))
    table.do(hands.set_rotation, 1, 2, "right")
    change: Change = changes_of(table.sheet)[0]
    assert change.before
    assert change.after
    assert (change.before.dealer, change.before.passing) == (None, None)
    assert (change.after.dealer, change.after.passing) == (2, "right")
    assert change.before.scores == change.after.scores
    table.do(games.change_rules, Rules(moon="subtract"), later_choices={1: "subtract"})
    change = changes_of(table.sheet)[0]
    assert (change.action, change.after and change.after.told["moon_choice"]) == ("rules", "subtract")


def test_what_lies_after_the_end_has_no_scores() -> None:
    table = Table.of()
    table.record(A, B)
    table.do(games.change_rules, Rules(limit=19))
    latest = changes_of(table.sheet)[0]
    assert (latest.number, latest.after and latest.after.scores) == (2, (None,) * 4)


def test_each_tells_when_and_on_which_device() -> None:
    table = Table.of()
    hands.record_hand(table.key, A, Entry(table.version, submission(), None))
    table.record(B)
    second, first = changes_of(table.sheet)
    assert (first.device_id, second.device_id) == (None, DEVICE)
    assert first.made_at <= second.made_at


def test_a_game_without_hands_has_none(app: Flask) -> None:
    assert changes_of(Table.of().sheet) == ()


def test_telling_them_is_one_query() -> None:
    table = Table.of()
    table.record(A, B, A)
    sheet = table.sheet
    assert len(sheet.hands) == 3  # as every page of a game has read them
    with counted() as sent:
        changes_of(sheet)
    assert len(sent) == 1
