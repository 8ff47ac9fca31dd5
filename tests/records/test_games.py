"""Games as a whole: notes, putting away, and games that are not there."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from scorekeeper.hearts.rules import Rules
from scorekeeper.records import games, hands
from scorekeeper.records.errors import NotFound, RecordsError, StaleVersion
from scorekeeper.records.history import games_of
from tests.records.table import A, B, Table


def test_a_note_is_kept_and_makes_no_entry_stale(app: Flask) -> None:
    table = Table.of()
    entry = table.entry()
    games.set_note(table.key, "  Bob's \n birthday ", "Kitchen", 3)
    game = table.sheet.game
    assert (game.note, game.place, game.table_number) == ("Bob's birthday", "Kitchen", 3)
    hands.record_hand(table.key, A, entry)
    games.set_note(table.key, " ", None, None)
    assert table.sheet.game.note is None


@pytest.mark.parametrize(
    "told", [("x" * 201, None, None), (None, "x" * 81, None), (None, None, 0), (None, None, 10**30)]
)
def test_a_note_that_cannot_be_kept_is_refused(app: Flask, told: tuple[Any, ...]) -> None:
    table = Table.of()
    with pytest.raises(RecordsError) as refused:
        games.set_note(table.key, *told)
    assert refused.value.code == "text"


def test_an_archived_game_is_read_not_written_and_can_be_brought_back(app: Flask) -> None:
    table = Table.of()
    table.record(A)
    waiting = table.entry()
    games.archive_game(table.key)
    assert table.version > waiting.version
    with pytest.raises(RecordsError) as told:
        hands.record_hand(table.key, B, waiting)
    assert told.value.code == "archived"
    assert games_of(table.sheet.club).games == ()
    for change, what in ((hands.record_hand, (B,)), (hands.undo, ()), (games.end_game, ())):
        with pytest.raises(RecordsError) as refused:
            table.do(change, *what)  # type: ignore[arg-type]
        assert refused.value.code == "archived"
    games.archive_game(table.key)
    assert games.bring_back_game(table.key).archived_at is None
    table.record(B)


@pytest.mark.parametrize("key", ["nosuchkey2", "", "\0", "x" * 10_000])
def test_a_game_that_is_not_there_is_not_found(app: Flask, key: str) -> None:
    table = Table(key)
    entry = Table.of().entry()
    for change in (
        lambda: hands.record_hand(key, A, entry),
        lambda: hands.undo(key, entry),
        lambda: games.end_game(key, entry),
        lambda: games.play_again(key, None),
        lambda: games.archive_game(key),
        lambda: games.set_note(key, None, None, None),
        lambda: games.preview_rules(key, Rules()),
        lambda: table.sheet,
    ):
        with pytest.raises(NotFound):
            change()


def test_a_change_made_on_an_old_page_is_refused_with_the_version_now(app: Flask) -> None:
    table = Table.of()
    entry = table.entry()
    table.record(A)
    with pytest.raises(StaleVersion) as refused:
        games.end_game(table.key, entry)
    assert (refused.value.value, refused.value.current) == (0, 1)
