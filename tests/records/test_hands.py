"""Recording, correcting, inserting, deleting, undoing: what becomes of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.hearts.facts import Facts, Taken
from scorekeeper.hearts.rules import Rules
from scorekeeper.records import games, hands
from scorekeeper.records.books import GAP
from scorekeeper.records.changes import Saved
from scorekeeper.records.db import db, writing
from scorekeeper.records.errors import (
    GameOver,
    HandRefused,
    NotFound,
    RecordsError,
    StaleVersion,
    TooMany,
)
from scorekeeper.records.history import games_of
from scorekeeper.records.models import Device, Hand, Revision
from tests.records.table import DEVICE, A, B, C, D, Table, moon, plain, points

SCORES = {"A": (4, 19, 3, 0), "B": (14, 2, 3, 7), "C": (0, 5, 8, 13), "D": (2, 2, 15, 7)}


@pytest.fixture
def table(app: Flask) -> Table:
    return Table.of()


def order(table: Table) -> str:
    """The hands of a game by their letters, in their order."""
    letters = {scores: letter for letter, scores in SCORES.items()}
    return "".join(letters[scores] for scores in table.scores if scores is not None)


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


def everything() -> dict[str, list[Any]]:
    """Every row of every table, but for the marks of what the standings have yet to take in."""
    with db.engine.connect() as connection:
        return {
            t.name: sorted(map(repr, connection.execute(t.select()).all()))
            for t in db.metadata.sorted_tables
            if t.name != "stale"
        }


def test_a_correction_works_everything_out_again(table: Table) -> None:
    table.record(A, B, C)
    assert table.do(hands.correct_hand, 1, D) == Saved(table.key, 4, "corrected", 1)
    assert order(table) == "DBC"
    assert table.totals == (16, 9, 26, 27)
    assert [hand.revised for hand in table.sheet.hands] == [True, False, False]


def test_a_hand_is_inserted_where_it_belongs(table: Table) -> None:
    table.record(A, C)
    assert table.do(hands.insert_hand, 2, B) == Saved(table.key, 3, "inserted", 2)
    assert table.do(hands.insert_hand, 1, D) == Saved(table.key, 4, "inserted", 1)
    assert order(table) == "DABC"
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
    assert order(table) == "D" * rounds + "A" + "B" * (rounds - 1) + "C"
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
    assert (order(table), table.totals) == ("AC", (4, 24, 11, 13))
    table.record(D)
    assert table.do(hands.restore_hand, gone) == Saved(table.key, 6, "restored", 2)
    assert order(table) == "ABCD"
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


def test_undoing_a_recorded_hand_takes_it_away_and_undoing_that_brings_it_back(table: Table) -> None:
    table.record(A, B)
    assert table.do(hands.undo) == Saved(table.key, 3, "deleted", 2)
    assert (order(table), table.sheet.last_change) == ("A", ("deleted", 2))
    assert table.do(hands.undo) == Saved(table.key, 4, "restored", 2)
    assert (order(table), table.sheet.last_change) == ("AB", ("restored", 2))
    table.do(hands.undo)
    table.record(C)
    assert order(table) == "AC"


def test_undoing_a_correction_brings_back_what_stood_there(table: Table) -> None:
    table.record(A, B)
    table.do(hands.correct_hand, 1, D)
    assert table.do(hands.undo).action == "corrected"
    assert order(table) == "AB"
    table.do(hands.undo)
    assert order(table) == "DB"


def test_undoing_a_deletion_brings_the_hand_back_to_its_place(table: Table) -> None:
    table.record(A, B, C, D, A)
    table.do(hands.delete_hand, 3)
    assert order(table) == "ABDA"
    assert table.do(hands.undo) == Saved(table.key, 7, "restored", 3)
    assert order(table) == "ABCDA"
    table.do(hands.undo)
    assert order(table) == "ABDA"


def test_undoing_an_inserted_hand_takes_it_out(table: Table) -> None:
    table.record(A, B)
    table.do(hands.insert_hand, 2, C)
    assert table.do(hands.undo) == Saved(table.key, 4, "deleted", 2)
    assert order(table) == "AB"
    table.do(hands.undo)
    assert order(table) == "ACB"


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
    assert table.sheet.game.ended_early


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


# Hands after the end


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
    assert order(table) == "BC"
    assert [hand.result and hand.result.after_end for hand in table.sheet.hands] == [False, False, True]
    table.do(hands.correct_hand, 1, A)
    table.do(hands.delete_hand, 1)
    assert (order(table), table.sheet.game.state) == ("CD", "over")


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


# What the table said of dealer and pass


def turns(table: Table) -> list[tuple[int, str]]:
    return [(h.result.dealer, h.result.passing) for h in table.sheet.hands if h.result is not None]


def test_dealt_otherwise_from_here_on(table: Table) -> None:
    table.record(A)
    saved = table.do(hands.set_rotation, 2, 3, "across")
    assert (saved.action, saved.number) == ("rotation", None)
    assert (table.sheet.position.dealer, table.sheet.position.passing) == (3, "across")
    table.record(B, C)
    assert turns(table) == [(0, "left"), (3, "across"), (0, "hold")]
    assert (table.sheet.game.next_dealer, table.sheet.game.next_passing) == (None, None)


def test_dealt_otherwise_can_be_said_of_an_earlier_hand_and_taken_back(table: Table) -> None:
    table.record(A, B, C)
    saved = table.do(hands.set_rotation, 1, 2, None)
    assert (saved.action, saved.number) == ("corrected", 1)
    assert turns(table) == [(2, "left"), (3, "right"), (0, "across")]
    table.do(hands.set_rotation, 1, None, "hold")
    assert turns(table) == [(0, "hold"), (1, "left"), (2, "right")]
    table.do(hands.undo)
    assert turns(table) == [(2, "left"), (3, "right"), (0, "across")]


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
    assert (order(table), table.sheet.position.dealer) == ("A", 3)


def test_deleting_the_last_hand_leaves_what_was_said_of_the_next(table: Table) -> None:
    table.record(A, B)
    table.do(hands.set_rotation, 3, 0, None)
    table.do(hands.delete_hand, 2)
    assert table.sheet.position.dealer == 0
    table.do(hands.undo)
    assert (order(table), table.sheet.position.dealer) == ("AB", 0)


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
    lost(table)
    with pytest.raises(GameOver):
        table.do(hands.set_rotation, 3, 1, None)
    table.do(hands.set_rotation, 1, 1, None)


# What is kept


def test_points_that_leave_one_capture_are_kept_as_cards(table: Table) -> None:
    table.record(points(4, 19, 3, 0))
    assert table.sheet.hands[0].facts == A
    assert order(table) == "A"


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
