"""Many phones: the same entry twice, two entries at once, many games at once. With real threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select

from scorekeeper.records import clubs, games, hands
from scorekeeper.records.books import Book
from scorekeeper.records.changes import Entry, Saved
from scorekeeper.records.db import db
from scorekeeper.records.errors import NameRefused, RecordsError, StaleVersion
from scorekeeper.records.models import Club, Device, Game, Hand, Submission
from scorekeeper.records.rebuild import rebuild
from scorekeeper.records.sheets import load_sheet
from tests.records.queries import contents, forget
from tests.records.table import DEVICE, NAMES, A, B, C, Table, plain, submission

Outcome = Saved | RecordsError | Any


def at_once(app: Flask, *works: Callable[[], Any]) -> list[Outcome]:
    """Do everything at the same moment, each in a thread and context of its own; what came of each."""
    gate = threading.Barrier(len(works))
    outcomes: list[Outcome] = [None] * len(works)

    def run(at: int, work: Callable[[], Any]) -> None:
        with app.app_context():
            gate.wait(10)
            try:
                outcomes[at] = work()
            except Exception as error:  # whatever it was, the test wants to see it
                outcomes[at] = error

    threads = [threading.Thread(target=run, args=each) for each in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    db.session.remove()
    return outcomes


def count(model: type[Any]) -> int:
    return db.session.scalar(select(func.count()).select_from(model)) or 0


# The same entry twice


def every_change(table: Table) -> list[tuple[Callable[..., Saved], tuple[Any, ...]]]:
    return [
        (hands.record_hand, (A,)),
        (hands.correct_hand, (1, B)),
        (hands.insert_hand, (1, C)),
        (hands.set_rotation, (1, 2, None)),
        (hands.set_rotation, (3, 2, "hold")),
        (hands.delete_hand, (1,)),
        (hands.undo, ()),
        (games.change_start, (None, 3)),
        (games.change_rules, (table.sheet.rules,)),
        (games.end_game, ()),
        (games.reopen_game, ()),
    ]


def test_an_entry_that_comes_again_counts_once_and_gets_the_same_answer(app: Flask) -> None:
    table = Table.of()
    for change, what in every_change(table):
        entry = table.entry()
        first = change(table.key, *what, entry=entry)
        again = change(table.key, *what, entry=entry)
        assert not first.repeated
        assert again == Saved(first.game_key, first.version, first.action, first.number, repeated=True)
        assert table.version == first.version == entry.version + 1


def test_an_entry_that_comes_again_much_later_gets_the_same_answer(app: Flask) -> None:
    table = Table.of()
    entry = table.entry()
    first = hands.record_hand(table.key, A, entry)
    table.record(B, C)
    table.do(hands.delete_hand, 1)
    table.do(games.end_game)
    again = hands.record_hand(table.key, A, Entry(table.version, entry.submission, None))
    assert (again.version, again.number, again.repeated) == (first.version, 1, True)
    assert len(table.sheet.hands) == 2


def test_an_id_that_comes_again_with_another_hand_is_no_repeat(app: Flask) -> None:
    table = Table.of()
    entry = table.entry()
    hands.record_hand(table.key, A, entry)
    for again in (
        lambda: hands.record_hand(table.key, B, entry),
        lambda: hands.correct_hand(table.key, 1, A, entry),
        lambda: hands.record_hand(table.key, B, Entry(1, entry.submission, DEVICE)),
    ):
        with pytest.raises(StaleVersion) as refused:
            again()
        assert refused.value.current == 1
    assert table.scores == [(4, 19, 3, 0)]


def test_an_id_of_another_game_tells_nothing_of_it(app: Flask) -> None:
    first, second = Table.of(), Table.of()
    entry = first.entry()
    hands.record_hand(first.key, A, entry)
    with pytest.raises(RecordsError) as refused:
        hands.record_hand(second.key, A, entry)
    assert refused.value.code == "submission"
    assert second.version == 0


@pytest.mark.parametrize("sent", ["", " ", "x" * 65, "a\0b", "é", "a b", "\ud800"])
def test_what_is_no_id_is_refused(app: Flask, sent: str) -> None:
    table = Table.of()
    with pytest.raises(RecordsError) as refused:
        hands.record_hand(table.key, A, Entry(0, sent, None))
    assert refused.value.code == "submission"


def test_a_refused_entry_may_be_mended_and_sent_under_the_same_id(app: Flask) -> None:
    table = Table.of()
    entry = table.entry()
    with pytest.raises(RecordsError):
        hands.record_hand(table.key, plain(4, 6, 2, 0, queen=1), entry)
    assert not hands.record_hand(table.key, A, entry).repeated


def test_the_same_entry_twice_at_once_is_one_hand_and_both_are_told_so(app: Flask) -> None:
    table = Table.of()
    for number in range(1, 6):
        entry = table.entry()
        works = [partial(hands.record_hand, table.key, B, entry)] * 2
        answers = at_once(app, *works)
        assert sorted(answer.repeated for answer in answers) == [False, True]
        assert {(answer.version, answer.number) for answer in answers} == {(number, number)}
        assert len(table.sheet.hands) == number
    assert count(Submission) == 5


def test_one_id_for_two_games_at_once_is_one_hand_and_one_refusal(app: Flask) -> None:
    for _ in range(3):
        tables = [Table.of(), Table.of()]
        entry = Entry(0, submission(), DEVICE)
        works = [partial(hands.record_hand, table.key, A, entry) for table in tables]
        outcomes = at_once(app, *works)
        assert sorted(type(outcome) is Saved for outcome in outcomes) == [False, True]
        (refused,) = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
        assert isinstance(refused, RecordsError)
        assert refused.code == "submission"
        assert sorted(len(table.sheet.hands) for table in tables) == [0, 1]


def test_one_start_twice_at_once_is_one_club_and_one_game(app: Flask) -> None:
    sent = submission()

    def begin() -> str:
        return games.quick_start(NAMES[:4], zone="UTC", device=DEVICE, submission=sent).key

    keys = at_once(app, begin, begin)
    assert keys[0] == keys[1]
    assert (count(Game), count(Club)) == (1, 1)


# Two entries at once


def test_two_phones_that_record_the_same_hand_one_wins_and_one_is_told(app: Flask) -> None:
    table = Table.of()
    for number, pair in enumerate([(A, B), (B, C), (C, A)], start=1):
        entries = [Entry(table.version, submission(), device) for device in ("phone-1", "phone-2")]
        both = zip(pair, entries, strict=True)
        outcomes = at_once(app, *(partial(hands.record_hand, table.key, *each) for each in both))
        (saved,) = [outcome for outcome in outcomes if isinstance(outcome, Saved)]
        (stale,) = [outcome for outcome in outcomes if isinstance(outcome, StaleVersion)]
        assert (saved.number, saved.version, stale.current) == (number, number, number)
        assert len(table.sheet.hands) == number


def test_phones_that_wait_for_one_another_keep_in_memory_what_lies_in_the_books(app: Flask) -> None:
    table = Table.of(rules={"limit": 10_000})

    def records_three() -> bool:
        saved, right = 0, True
        while saved < 3:
            try:
                hands.record_hand(table.key, A, Entry(table.version, submission(), DEVICE))
                saved += 1
            except StaleVersion:
                pass
            right = right and contents(table.key) == contents(table.key, fresh=True)
            db.session.remove()
        return right

    assert at_once(app, *[records_three] * 4) == [True] * 4
    assert len(table.sheet.hands) == 12


@pytest.fixture(params=[False, True], ids=["in a transaction", "by itself"])
def read(request: pytest.FixtureRequest) -> Callable[[Table], Book]:
    """A game as an entry has read it before; it is in memory, so that one question is enough."""

    def read(table: Table) -> Book:
        load_sheet(table.key)
        db.session.remove()
        return load_sheet(table.key, to_change=request.param).book

    return read


def test_what_was_read_for_an_entry_counts_only_while_the_game_is_still_so(
    app: Flask, read: Callable[[Table], Book]
) -> None:
    table = Table.of()
    seen = read(table)
    first = Entry(0, submission(), DEVICE, seen=seen, device_noted=True)
    (saved,) = at_once(app, partial(hands.record_hand, table.key, A, replace(first, seen=None)))
    assert (type(saved), len(table.sheet.hands)) == (Saved, 1)
    assert hands.record_hand(table.key, A, first).repeated
    with pytest.raises(StaleVersion):
        hands.record_hand(table.key, B, Entry(0, submission(), DEVICE, seen=seen, device_noted=True))
    with pytest.raises(StaleVersion):  # another hand under the same id is no repeat
        hands.record_hand(table.key, B, first)
    assert len(table.sheet.hands) == 1


def test_an_undo_of_what_was_read_knows_of_no_later_change(app: Flask, read: Callable[[Table], Book]) -> None:
    table = Table.of()
    table.record(A, B)
    table.do(hands.delete_hand, 2)
    seen = read(table)
    (saved,) = at_once(app, lambda: table.do(hands.undo))
    assert saved.action == "restored"
    with pytest.raises(StaleVersion):
        hands.undo(table.key, Entry(3, submission(), DEVICE, seen=seen, device_noted=True))
    assert table.order == "AB"


def test_five_entries_on_what_all_have_read_are_one_hand_and_four_refusals(
    app: Flask, read: Callable[[Table], Book]
) -> None:
    table = Table.of()

    def work() -> Saved:
        entry = Entry(0, submission(), DEVICE, seen=read(table), device_noted=True)
        gate.wait(10)
        return hands.record_hand(table.key, A, entry)

    gate = threading.Barrier(5)
    outcomes = at_once(app, *[work] * 5)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Saved", *["StaleVersion"] * 4]
    assert len(table.sheet.hands) == 1


def test_two_phones_that_change_the_same_hand_otherwise_one_wins(app: Flask) -> None:
    table = Table.of()
    table.record(A)
    outcomes = at_once(
        app,
        lambda: hands.correct_hand(table.key, 1, B, Entry(1, submission(), None)),
        lambda: hands.delete_hand(table.key, 1, Entry(1, submission(), None)),
        lambda: hands.undo(table.key, Entry(1, submission(), None)),
        lambda: games.end_game(table.key, Entry(1, submission(), None)),
    )
    assert [type(outcome) for outcome in outcomes].count(Saved) == 1
    assert [type(outcome) for outcome in outcomes].count(StaleVersion) == 3
    assert table.version == 2


def test_eight_tables_record_at_once_and_nothing_is_lost(app: Flask) -> None:
    tables = [Table.of() for _ in range(8)]

    def evening(table: Table) -> list[Saved]:
        saved = [
            hands.record_hand(table.key, facts, Entry(version, f"{table.key}-{version}", DEVICE))
            for version, facts in enumerate((A, B, C, A))
        ]
        saved.append(hands.correct_hand(table.key, 2, C, Entry(4, f"{table.key}-4", DEVICE)))
        return saved

    outcomes = at_once(app, *(partial(evening, table) for table in tables))
    assert [[saved.version for saved in outcome] for outcome in outcomes] == [[1, 2, 3, 4, 5]] * 8
    assert {table.totals for table in tables} == {(8, 48, 22, 26)}
    assert (count(Hand), count(Submission), count(Device)) == (32, 40, 1)
    assert rebuild() == []


def seen_while_written(
    app: Flask, look: Callable[[Table], Iterator[Book]], *, known: bool
) -> list[tuple[int, int]]:
    """What three readers see of a game while a hand after the other is recorded: its version, its hands.

    `known`: what was written stays in memory.
    """
    table, done = Table.of(rules={"limit": 10_000}), threading.Event()
    seen: list[tuple[int, int]] = []

    def write() -> None:
        for version in range(40):
            hands.record_hand(table.key, A, Entry(version, submission(), DEVICE))
            if not known:
                forget(table.key)
        done.set()

    def read() -> None:
        while not done.is_set():
            seen.extend((book.game.version, len(book.hands)) for book in look(table))
            db.session.remove()

    assert at_once(app, write, read, read, read) == [None] * 4
    assert seen
    return seen


def test_readers_see_each_game_as_one_moment_while_it_is_written(app: Flask) -> None:
    def look(table: Table) -> Iterator[Book]:
        yield table.sheet.book

    assert all(version == hands_seen for version, hands_seen in seen_while_written(app, look, known=True))


def test_what_is_read_to_be_changed_is_one_moment_where_it_is_not_in_memory(app: Flask) -> None:
    def look(table: Table) -> Iterator[Book]:
        yield load_sheet(table.key, to_change=True).book
        yield load_sheet(table.key).book  # a page that cannot change it shows what is there instead

    assert all(version == hands_seen for version, hands_seen in seen_while_written(app, look, known=False))


def test_one_name_for_two_new_players_at_once_is_one_player(app: Flask) -> None:
    club = clubs.create_club("Thursday", "UTC")
    outcomes = at_once(app, *[lambda: clubs.add_player(club, "Ann")] * 2)
    assert [type(outcome) for outcome in outcomes].count(NameRefused) == 1
    assert [player.name for player in clubs.roster(club)] == ["Ann"]


def test_a_device_that_is_not_in_the_books_yet_may_save_from_two_pages_at_once(app: Flask) -> None:
    table = Table.of(rules={"limit": 10_000})
    for number in range(1, 11):
        seen = load_sheet(table.key).book
        db.session.remove()
        device = f"new-{number}"
        entries = [Entry(number - 1, submission(), device, seen=book) for book in (seen, None)]
        outcomes = at_once(app, *(partial(hands.record_hand, table.key, A, entry) for entry in entries))
        assert {type(outcome) for outcome in outcomes} == {Saved, StaleVersion}
