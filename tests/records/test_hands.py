"""Recording, correcting, inserting, deleting: what becomes of the game."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.hearts.facts import Facts
from scorekeeper.records import hands
from scorekeeper.records.books import GAP
from scorekeeper.records.changes import Saved
from scorekeeper.records.db import db
from scorekeeper.records.errors import HandRefused, NotFound
from scorekeeper.records.models import Device, Hand
from tests.records.queries import everything
from tests.records.table import DEVICE, A, B, C, D, Table, moon, plain, points


def test_a_recorded_hand_turns_totals_dealer_and_pass(table: Table) -> None:
    saved = table.record(A)
    assert saved == Saved(table.key, 1, "recorded", 1)
    position = table.sheet.position
    assert (position.totals, position.dealer, position.passing) == ((4, 19, 3, 0), 1, "right")
    table.record(B, C)
    assert (table.totals, table.sheet.position.hand_number) == ((18, 26, 14, 20), 4)


def test_a_hand_is_kept_with_its_device_and_moment(table: Table) -> None:
    table.record(A)
    (hand,) = table.sheet.hands
    assert (hand.device_id, hand.revised) == (DEVICE, False)
    assert hand.recorded_at >= table.sheet.game.started_at
    assert db.session.get(Device, DEVICE) is not None


@pytest.mark.parametrize(
    ("facts", "codes"),
    [
        (plain(4, 6, 2, 0, queen=1), ["hearts_total"]),
        (plain(4, 6, 3, 0, queen=-1), ["queen_missing"]),
        (Facts(taken=(*A.taken[:3], None)), ["blank"]),  # type: ignore[index]
        (plain(4, 6, 3, queen=1), ["player_count"]),
        (plain(14, 0, 0, -1, queen=1), ["negative", "hearts_range"]),
        (points(9, 9, 8, 0), ["points_impossible"]),
        (points(4, 19, 3, 1), ["points_total"]),
        (Facts(), ["blank"]),
    ],
)
def test_a_hand_that_cannot_be_is_refused_and_changes_nothing(
    table: Table, facts: Facts, codes: list[str]
) -> None:
    table.record(A)
    before = everything()
    for change, what in ((hands.record_hand, ()), (hands.correct_hand, (1,)), (hands.insert_hand, (1,))):
        with pytest.raises(HandRefused) as refused:
            table.do(change, *what, facts)  # type: ignore[arg-type]
        found = list(dict.fromkeys(fault.code for fault in refused.value.faults))
        assert found == codes
        assert refused.value.code == codes[0]
        assert refused.value.result is not None
    assert everything() == before


def test_a_correction_works_everything_out_again(table: Table) -> None:
    table.record(A, B, C)
    assert table.do(hands.correct_hand, 1, D) == Saved(table.key, 4, "corrected", 1)
    assert table.order == "DBC"
    assert table.totals == (16, 9, 26, 27)
    assert [hand.revised for hand in table.sheet.hands] == [True, False, False]


def test_a_hand_is_inserted_where_it_belongs(table: Table) -> None:
    table.record(A, C)
    assert table.do(hands.insert_hand, 2, B) == Saved(table.key, 3, "inserted", 2)
    assert table.do(hands.insert_hand, 1, D) == Saved(table.key, 4, "inserted", 1)
    assert table.order == "DABC"
    assert [hand.ordinal / GAP for hand in table.sheet.hands] == [0.5, 1, 1.5, 2]
    results = [hand.result for hand in table.sheet.hands]
    assert [(r and r.number, r and r.dealer, r and r.passing) for r in results] == [
        (1, 0, "left"),
        (2, 1, "right"),
        (3, 2, "across"),
        (4, 3, "hold"),
    ]


def test_there_is_room_for_any_number_of_forgotten_hands(app: Flask) -> None:
    table = Table.of(rules={"limit": 10_000})
    table.record(A, C)
    for _ in range(GAP.bit_length() + 2):
        table.do(hands.insert_hand, 2, B)
    table.do(hands.delete_hand, 2)
    for _ in range(GAP.bit_length() + 2):
        table.do(hands.insert_hand, 1, D)
    rounds = GAP.bit_length() + 2
    assert table.order == "D" * rounds + "A" + "B" * (rounds - 1) + "C"
    ordinals = [hand.ordinal for hand in table.sheet.hands]
    assert ordinals == sorted(set(ordinals))


@pytest.mark.parametrize("number", [0, 2, -1, 10**30])
def test_a_hand_that_is_not_there_is_not_found(table: Table, number: int) -> None:
    table.record(A)
    for change, what in (
        (hands.correct_hand, (number, B)),
        (hands.insert_hand, (number, B)),
        (hands.delete_hand, (number,)),
        (hands.restore_hand, (number,)),
        (hands.set_rotation, (number if number != 2 else 3, 1, None)),
    ):
        with pytest.raises(NotFound):
            table.do(change, *what)  # type: ignore[arg-type]
    assert table.version == 1


def test_a_deleted_hand_counts_no_more_and_can_be_brought_back_to_its_place(table: Table) -> None:
    table.record(A, B, C)
    gone = table.sheet.hands[1].id
    assert table.do(hands.delete_hand, 2) == Saved(table.key, 4, "deleted", 2)
    assert (table.order, table.totals) == ("AC", (4, 24, 11, 13))
    table.record(D)
    assert table.do(hands.restore_hand, gone) == Saved(table.key, 6, "restored", 2)
    assert table.order == "ABCD"
    with pytest.raises(NotFound):
        table.do(hands.restore_hand, gone)


def test_a_deleted_hand_has_no_figures(table: Table) -> None:
    table.record(moon(0))
    table.do(hands.delete_hand, 1)
    row = db.session.scalars(select(Hand)).one()
    assert (row.number, row.dealer, row.passing, row.shooter, row.after_end) == (
        None,
        None,
        None,
        None,
        False,
    )


def test_another_games_hand_is_not_restored(table: Table) -> None:
    other = Table.of()
    other.record(A)
    number = other.sheet.hands[0].id
    other.do(hands.delete_hand, 1)
    with pytest.raises(NotFound):
        table.do(hands.restore_hand, number)
