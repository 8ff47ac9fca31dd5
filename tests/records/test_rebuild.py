"""Working everything out again: nothing to find, unless somebody meddled with the rows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.hearts.rules import Rules
from scorekeeper.records import games, hands
from scorekeeper.records.db import db, writing
from scorekeeper.records.models import Game, Hand, Seat, TakenRow
from scorekeeper.records.rebuild import Difference, rebuild
from tests.records.queries import contents, everything, forget
from tests.records.table import A, B, C, Table, moon


@pytest.fixture
def table(app: Flask) -> Table:
    """A game with something of everything: a moon, a deleted hand, one after the end, an early end."""
    table = Table.of()
    table.record(A, moon(2), C, B)
    table.do(hands.delete_hand, 3)
    table.do(games.change_rules, Rules(limit=40))
    table.do(games.end_game) if table.sheet.book.figures.state != "over" else None
    return table


def meddle(model: Any, where: dict[str, Any], values: dict[str, Any]) -> None:
    with writing() as session:
        session.execute(update(model).filter_by(**where).values(**values))


def test_what_was_never_meddled_with_stands_as_the_facts_say(table: Table) -> None:
    Table.of(players=3).record(moon(0, players=3))
    assert rebuild() == []


@pytest.mark.parametrize(
    ("model", "where", "values", "told"),
    [
        (Game, {}, {"state": "playing"}, ("game", "state", "playing", "over")),
        (Game, {}, {"hands_played": 7}, ("game", "hands_played", 7, 2)),
        (Seat, {"position": 1}, {"total": 99}, ("seat 1", "total", 99, 45)),
        (Seat, {"position": 0}, {"place": None}, ("seat 0", "place", None, 3)),
        (Seat, {"position": 2}, {"won": False}, ("seat 2", "won", False, True)),
        (Seat, {"position": 2}, {"team": 1}, ("seat 2", "team", 1, None)),
        (Hand, {"number": 1}, {"dealer": 3}, ("hand 1", "dealer", 3, 0)),
        (Hand, {"number": 2}, {"number": 9}, ("hand 2", "number", 9, 2)),
        (Hand, {"number": 2}, {"shooter": None}, ("hand 2", "shooter", None, 2)),
        (Hand, {"number": 3}, {"after_end": False}, ("hand 3", "after_end", False, True)),
        (Hand, {"number": None}, {"number": 4}, ("a deleted hand", "number", 4, None)),
    ],
)
def test_what_was_meddled_with_is_told_and_put_right(
    table: Table, model: Any, where: dict[str, Any], values: dict[str, Any], told: tuple[Any, ...]
) -> None:
    before = everything()
    meddle(model, where, values)
    assert rebuild() == [Difference(table.key, *told)]
    assert everything() == before
    assert rebuild() == []


def test_every_score_is_put_right(table: Table) -> None:
    before = everything()
    meddle(TakenRow, {}, {"score": -5})
    found = rebuild()
    assert {difference.field for difference in found} == {"score"}
    assert len(found) == 16
    assert str(found[0]) == f"{table.key} hand 1 seat 0: score was -5, is 4"
    assert everything() == before


def test_what_was_put_right_between_a_look_and_a_save_stays_right(app: Flask) -> None:
    table = Table.of()
    table.record(A)
    forget(table.key)
    meddle(Seat, {"position": 1}, {"total": 19 + 5})  # what it will be after the next hand
    entry = replace(table.entry(), seen=table.sheet.book, device_noted=True)
    db.session.remove()
    assert len(rebuild()) == 1
    hands.record_hand(table.key, C, entry)
    assert contents(table.key) == contents(table.key, fresh=True)
    assert rebuild() == []


def test_a_lost_moment_of_the_end_becomes_that_of_the_last_hand(table: Table) -> None:
    meddle(Game, {}, {"finished_at": None})
    (found,) = rebuild()
    assert (found.field, found.derived) == ("finished_at", table.sheet.hands[-1].recorded_at)


def test_a_game_whose_facts_cannot_be_is_told_and_left_alone(table: Table) -> None:
    other = Table.of()
    other.record(A)
    meddle(Game, {"key": table.key}, {"rules": {"jack": "JD"}})
    before = everything()
    found = rebuild()
    assert Difference(table.key, "hand 1", "valid", True, False) in found
    assert everything() == before
    meddle(Seat, {"total": 19}, {"total": 18})
    assert [difference.game_key for difference in rebuild()].count(other.key) == 1
    assert other.totals == (4, 19, 3, 0)
