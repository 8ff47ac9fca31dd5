"""What of a hand is kept, and comes back as it went in."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.hearts.facts import Facts, Taken
from scorekeeper.records import hands
from scorekeeper.records.books import GAP
from scorekeeper.records.db import db, writing
from scorekeeper.records.errors import HandRefused, TooMany
from scorekeeper.records.models import Revision
from tests.records.queries import forget
from tests.records.table import DEVICE, A, B, C, Table, moon, points


def test_points_that_leave_one_capture_are_kept_as_cards(table: Table) -> None:
    table.record(points(4, 19, 3, 0))
    assert table.sheet.hands[0].facts == A
    assert table.order == "A"


def test_points_that_leave_several_captures_stay_points(table: Table) -> None:
    table.record(points(13, 13, 0, 0))
    assert table.sheet.hands[0].facts == points(13, 13, 0, 0)
    assert table.totals == (13, 13, 0, 0)


@pytest.mark.parametrize("written", [(0, 26, 26, 26), (26, 0, 0, 0)])
def test_a_moon_in_points_is_kept_as_cards_with_the_choice_applied(
    table: Table, written: tuple[int, ...]
) -> None:
    table.record(points(*written))
    kept = table.sheet.hands[0].facts
    assert kept == moon(0, "add")
    assert table.totals == (0, 26, 26, 26)


def test_a_moon_subtracted_in_points_says_the_choice(app: Flask) -> None:
    table = Table.of(rules={"moon": "choice"})
    table.record(points(-26, 0, 0, 0))
    assert table.sheet.hands[0].facts == moon(0, "subtract")


def test_a_hand_saved_as_called_keeps_its_points_and_its_mark(table: Table) -> None:
    called = points(9, 9, 8, 1, as_written=True)
    table.record(called)
    assert table.sheet.hands[0].facts == called
    assert table.totals == (9, 9, 8, 1)
    table.do(hands.correct_hand, 1, A)
    assert not table.sheet.hands[0].facts.as_written
    table.do(hands.undo)
    assert table.sheet.hands[0].facts == called


@pytest.mark.parametrize("written", [(10**30, 0, 0, 0), (0, 0, 0, -(10**9))])
def test_points_that_no_book_could_hold_are_refused_even_as_called(
    table: Table, written: tuple[int, ...]
) -> None:
    with pytest.raises(HandRefused):
        table.record(points(*written, as_written=True))


def test_hearts_told_by_rank_tricks_and_named_cards_come_back_as_they_went_in(app: Flask) -> None:
    table = Table.of(rules={"jack": "JD", "king_spades_points": 10, "ace_spades_points": 7})
    facts = Facts(
        taken=(
            Taken(2, ranks=("10", "A"), queen=1, tricks=3),
            Taken(11, ranks=("2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K"), tricks=8),
            Taken(0, ranks=(), jack=1, ace_spades=1, tricks=1),
            Taken(0, ranks=(), king_spades=1, tricks=1),
        )
    )
    table.record(facts)
    assert table.sheet.hands[0].facts == facts
    table.do(hands.correct_hand, 1, facts)
    table.do(hands.delete_hand, 1)
    table.do(hands.undo)
    assert table.sheet.hands[0].facts == facts


def test_cards_these_rules_do_not_look_at_are_not_kept(table: Table) -> None:
    looked = tuple(Taken(t.hearts, queen=t.queen, king_spades=10**12, jack=-5) for t in A.taken or () if t)
    table.record(Facts(taken=looked))
    assert table.sheet.hands[0].facts == A


def test_two_queens_to_one_player_are_kept(app: Flask) -> None:
    table = Table.of(players=6, rules={"decks": 2, "pass_cycle": ["hold"]})
    taken = (Taken(20, queen=2), Taken(6), Taken(0), Taken(0), Taken(0), Taken(0))
    table.record(Facts(taken=taken))
    assert (table.sheet.hands[0].facts.taken, table.totals) == (taken, (46, 6, 0, 0, 0, 0))


def test_every_change_of_a_hand_leaves_a_revision(table: Table) -> None:
    table.record(A)
    table.do(hands.correct_hand, 1, B)
    table.do(hands.delete_hand, 1)
    table.do(hands.undo)
    found = db.session.scalars(select(Revision).order_by(Revision.id)).all()
    assert [(r.version, r.action) for r in found] == [
        (1, "recorded"),
        (2, "corrected"),
        (3, "deleted"),
        (4, "restored"),
    ]
    assert found[0].before is None
    shown = [
        (r.before["number"], [each["score"] for each in r.before["taken"]]) for r in found[1:] if r.before
    ]
    assert shown == [(1, [4, 19, 3, 0]), (1, [14, 2, 3, 7]), (None, [None] * 4)]
    assert {r.device_id for r in found} == {DEVICE}


def test_a_game_has_two_hundred_hands_and_no_more(app: Flask) -> None:
    table = Table.of(rules={"limit": 1_000_000})
    table.record(A)
    fill(table.sheet.hands[0].id, 198)
    forget(table.key)
    table.record(B)
    assert len(table.sheet.hands) == 200
    for change, what in ((hands.record_hand, (A,)), (hands.insert_hand, (1, A))):
        with pytest.raises(TooMany) as refused:
            table.do(change, *what)  # type: ignore[arg-type]
        assert (refused.value.code, refused.value.value) == ("hands", 200)
    table.do(hands.delete_hand, 200)
    table.record(C)
    with pytest.raises(TooMany):
        table.do(hands.restore_hand, max(h.id for h in table.sheet.hands) - 1)


def fill(hand_id: int, count: int) -> None:
    """Copy a hand's rows, as if it had been recorded so many times more."""
    hand_table, taken_table = db.metadata.tables["hand"], db.metadata.tables["taken"]
    with writing() as session:
        hand = dict(session.execute(hand_table.select().where(hand_table.c.id == hand_id)).mappings().one())
        of_hand = taken_table.select().where(taken_table.c.hand_id == hand_id)
        taken = session.execute(of_hand).mappings().all()
        del hand["id"]
        for number in range(2, count + 2):
            row = {**hand, "ordinal": 11 * GAP + number, "number": number}
            new = session.execute(hand_table.insert().returning(hand_table.c.id), row).scalar_one()
            session.execute(taken_table.insert(), [{**each, "hand_id": new} for each in taken])
