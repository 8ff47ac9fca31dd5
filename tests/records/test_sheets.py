"""Reading one game: the sheet, the poll, and trying a hand out."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import text, update

from scorekeeper.hearts.game import play
from scorekeeper.records import games, hands, sheets
from scorekeeper.records.db import db, writing
from scorekeeper.records.errors import NotFound
from scorekeeper.records.models import Game
from scorekeeper.records.rebuild import rebuild
from tests.records.queries import contents, counted, forget
from tests.records.table import A, B, C, D, Table, moon, plain, points


@pytest.fixture
def table(app: Flask) -> Table:
    return Table.of(rules={"limit": 10_000})


def test_a_sheet_takes_two_queries_or_four_where_it_is_not_in_memory_however_long_the_game(
    table: Table,
) -> None:
    asked = []
    for rounds in (1, 12):
        for _ in range(rounds):
            table.record(A, B)
            table.do(hands.correct_hand, 1, C)
        asked.append(look(table))
        forget(table.key)
        asked.append(look(table))
    assert asked == [2, 4, 2, 4]


def look(table: Table) -> int:
    """Look at everything of a sheet; the number of queries it took."""
    with counted() as sent:
        sheet = table.sheet
        assert sheet.club.name
        assert sheet.game.note is None
        assert all(hand.recorded_at and hand.result for hand in sheet.hands)
        assert sheet.last_change is not None
    return len(sent)


def test_what_a_server_that_knows_no_stamps_has_changed_is_read_anew(table: Table) -> None:
    table.record(A, B)
    stamp = table.sheet.game.stamp
    table.record(C)
    with writing() as session:
        session.execute(update(Game).where(Game.key == table.key).values(stamp=stamp))
    assert table.scores == [(4, 19, 3, 0), (14, 2, 3, 7), (0, 5, 8, 13)]
    table.record(D)
    assert contents(table.key) == contents(table.key, fresh=True)
    assert rebuild() == []


def test_a_hand_is_saved_with_the_same_statements_however_long_the_game(table: Table) -> None:
    table.record(A)
    counts = []
    for _ in range(2):
        entry = table.entry()
        with counted() as sent:
            hands.record_hand(table.key, B, entry)
        counts.append([statement.split()[0] for statement in sent])
        table.record(*[C] * 10)
    assert counts[0] == counts[1]
    assert len(counts[0]) <= 11


def test_a_hand_whose_captures_are_gone_is_said_loudly(table: Table) -> None:
    table.record(A, B)
    lost = table.sheet.hands[0].id
    db.session.execute(text("DELETE FROM taken WHERE hand_id = :lost"), {"lost": lost})
    db.session.commit()
    forget(table.key)
    with pytest.raises(LookupError, match=f"hand {lost} has no captures"):
        sheets.load_sheet(table.key)


def test_a_poll_is_one_query_of_one_row(table: Table) -> None:
    with counted() as sent:
        assert sheets.poll_row(table.key) is not None
    assert len(sent) == 1
    assert sheets.poll_row("nosuchkey2") is None
    assert sheets.poll_row("\0" * 10) is None


def test_a_poll_knows_the_version_and_the_links_of_the_club(table: Table) -> None:
    table.record(A)
    row = sheets.poll_row(table.key)
    assert row is not None
    assert (row.version, row.key) == (1, table.sheet.club.key)
    assert (row.viewer_generation, row.scorekeeper_generation, row.host_generation) == (1, 1, 1)


def test_a_sheet_is_the_replay_of_its_facts(table: Table) -> None:
    table.record(A, B, moon(1), points(13, 13, 0, 0))
    table.do(hands.delete_hand, 2)
    sheet = table.sheet
    assert sheet.played == play(sheet.rules, sheet.start, [hand.facts for hand in sheet.hands])
    assert tuple(hand.result for hand in sheet.hands) == sheet.played.results
    assert [hand.number for hand in sheet.hands] == [1, 2, 3]
    assert sheet.position.totals == (4 + 26 + 13, 19 + 0 + 13, 3 + 26, 0 + 26)


def test_the_last_change_is_what_undo_would_revert(table: Table) -> None:
    assert table.sheet.last_change is None
    table.record(A, B)
    assert table.sheet.last_change == ("recorded", 2)
    table.do(hands.correct_hand, 1, C)
    assert table.sheet.last_change == ("corrected", 1)
    table.do(hands.insert_hand, 1, D)
    assert table.sheet.last_change == ("inserted", 1)
    table.do(hands.delete_hand, 3)
    assert table.sheet.last_change == ("deleted", 3)
    table.do(games.end_game)
    assert table.sheet.last_change == ("deleted", 3)


def test_a_sheet_can_be_read_after_its_session_is_gone(table: Table) -> None:
    table.record(A)
    sheet = table.sheet
    db.session.remove()
    assert sheet.club.zone == "Europe/Berlin"
    assert sheet.game.started_at.tzinfo is not None


def test_trying_a_hand_out_tells_what_saving_it_would_give(table: Table) -> None:
    table.record(A, B, C)
    table.do(hands.set_rotation, 2, 3, "hold")
    table.do(hands.set_rotation, 4, 1, "across")
    seen = sheets.preview_hand(table.sheet, D)
    assert (seen.number, seen.totals, seen.dealer, seen.passing) == (4, (20, 28, 29, 27), 1, "across")
    table.record(D)
    assert table.sheet.hands[3].result == seen

    seen = sheets.preview_hand(table.sheet, D, number=2)
    assert (seen.number, seen.totals, seen.dealer) == (2, (6, 21, 18, 7), 3)
    table.do(hands.correct_hand, 2, D)
    assert table.sheet.hands[1].result == seen

    seen = sheets.preview_hand(table.sheet, A, before=2)
    table.do(hands.insert_hand, 2, A)
    assert table.sheet.hands[1].result == seen


def test_trying_a_hand_out_says_what_is_wrong_and_what_a_moon_could_do(app: Flask) -> None:
    table = Table.of(rules={"moon": "choice", "limit": 19})
    wrong = sheets.preview_hand(table.sheet, plain(4, 6, 2, 0, queen=1))
    assert (wrong.valid, [fault.code for fault in wrong.faults]) == (False, ["hearts_total"])
    open_ = sheets.preview_hand(table.sheet, moon(0))
    assert set(open_.outlooks) == {"add", "subtract"}
    table.record(A)
    after = sheets.preview_hand(table.sheet, B)
    assert (after.after_end, after.valid, after.scores) == (True, True, (14, 2, 3, 7))
    assert table.version == 1


@pytest.mark.parametrize("where", [{"number": 2}, {"before": 2}, {"number": 0}, {"before": 10**30}])
def test_a_hand_that_is_not_there_cannot_be_tried_out(table: Table, where: dict[str, int]) -> None:
    table.record(A)
    with pytest.raises(NotFound):
        sheets.preview_hand(table.sheet, B, **where)


def plan(statement: str) -> str:
    with db.engine.connect() as connection:
        if db.engine.dialect.name == "sqlite":
            rows = connection.execute(text(f"EXPLAIN QUERY PLAN {statement}")).all()
            return "\n".join(str(row[-1]) for row in rows)
        # Tables this small are read whole, or by whichever index comes first.
        connection.execute(text("SET LOCAL enable_seqscan = off"))
        if "finished_at IS NULL" in statement:
            connection.execute(text("DROP INDEX ix_game_club_id_started_at"))
        return "\n".join(row[0] for row in connection.execute(text(f"EXPLAIN {statement}")))


@pytest.mark.parametrize(
    ("statement", "index"),
    [
        ("SELECT version FROM game WHERE key = 'abc'", "key"),
        ("SELECT id FROM hand WHERE game_id = 1 ORDER BY ordinal", "ix_hand_game_id_ordinal"),
        ("SELECT id FROM revision WHERE game_id = 1 ORDER BY version", "ix_revision_game_id_version"),
        ("SELECT id FROM player WHERE club_id = 1 AND folded = 'ann'", "folded"),
        (
            "SELECT id FROM game WHERE club_id = 1 AND archived_at IS NULL ORDER BY started_at DESC LIMIT 21",
            "ix_game_club_id_started_at",
        ),
        (
            "SELECT id FROM game WHERE club_id = 1 AND finished_at IS NULL AND archived_at IS NULL "
            "ORDER BY started_at DESC",
            "ix_game_unfinished",
        ),
    ],
)
def test_every_common_look_up_has_its_index(app: Flask, statement: str, index: str) -> None:
    shown = plan(statement)
    if db.engine.dialect.name == "sqlite" and index in ("key", "folded"):
        index = "sqlite_autoindex"
    assert index in shown
