"""Taking things out: CSV that spreadsheet programs read and never run, JSON that can come in again."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from io import StringIO
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from hypothesis import example, given
from hypothesis import strategies as st
from sqlalchemy import event

from scorekeeper.hearts import document
from scorekeeper.hearts.rules import Rules
from scorekeeper.records import clubs, exports, games, hands, stored
from scorekeeper.records.cells import safe, unsafe
from scorekeeper.records.db import db
from scorekeeper.records.errors import NotFound
from scorekeeper.records.models import Club
from tests.records.paper_sheets import wide
from tests.records.table import A, B, Table, moon, plain, points
from tests.records.test_transfer import bring

HOSTILE = ("=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1:A9)")


def cells(pieces: Iterator[str]) -> list[dict[str, str]]:
    """A CSV file as a spreadsheet program reads it."""
    text = "".join(pieces)
    assert text.startswith("\ufeff")
    return list(csv.DictReader(StringIO(text[1:], newline="")))


def hands_of(club: Club) -> list[dict[str, str]]:
    return cells(exports.hands_csv(db.session(), club))


def games_of(club: Club) -> list[dict[str, str]]:
    return cells(exports.games_csv(db.session(), club))


@pytest.fixture
def played(app: Flask) -> Table:
    """A game to 60 with a deleted hand, one kept as written, two moons, and one hand after the end."""
    table = Table.of(rules={"limit": 60}, first_dealer=2)
    table.record(A, B)
    table.do(hands.delete_hand, 1)
    table.record(points(5, 5, 5, 5, as_written=True), moon(1), A, A)
    table.do(hands.correct_hand, 4, moon(3))
    return table


def test_hands_stand_one_line_for_each_player(played: Table) -> None:
    lines = hands_of(played.sheet.club)
    told = [(line["hand"], line["player"], line["points"], line["total"]) for line in lines]
    assert told[:4] == [
        ("1", "Ann", "14", "14"),
        ("1", "Bob", "2", "2"),
        ("1", "Cy", "3", "3"),
        ("1", "Dora", "7", "7"),
    ]
    assert told[8:12] == [
        ("3", "Ann", "26", "45"),
        ("3", "Bob", "0", "7"),
        ("3", "Cy", "26", "34"),
        ("3", "Dora", "26", "38"),
    ]
    first, written, shooter, other, after = lines[0], lines[4], lines[9], lines[8], lines[16]
    assert (first["hearts"], first["queen"], first["pass"], first["dealer"]) == ("1", "1", "left", "Cy")
    assert (shooter["shot"], other["shot"]) == ("moon", "")
    assert (written["as written"], written["hearts"], written["points"]) == ("yes", "", "5")
    assert (after["after the end"], after["points"], after["total"]) == ("yes", "", "")


def test_games_stand_one_a_line_with_everybodys_total(played: Table) -> None:
    club = played.sheet.club
    games.set_note(played.key, "Rain", None, 3)
    three = games.start_game(
        club.key, played.sheet.player_ids[:3], Rules(players=3), first_dealer=0, device=None
    )
    first, second = games_of(club)
    assert (first["state"], first["hands"], first["note"], first["table"]) == ("over", "4", "Rain", "3")
    assert first["winners"] == "Bob"
    assert [first[f"total {seat}"] for seat in (1, 2, 3, 4)] == list(map(str, played.totals))
    assert (second["key"], second["player 3"], second["player 4"], second["winners"]) == (
        three.key,
        "Cy",
        "",
        "",
    )
    started_at = played.sheet.game.started_at.astimezone(ZoneInfo("Europe/Berlin"))
    assert first["date"] == f"{started_at:%Y-%m-%d %H:%M}"


def test_text_is_never_a_formula_and_numbers_stay_numbers(app: Flask) -> None:
    club = clubs.create_club("=Club", "UTC")
    (line,) = bring(wide(((-26, 0, 0, 0), (4, 19, 3, 0)), HOSTILE), club, unfinished=True)
    games.set_note(line.key, "=1+1", "@home", None)
    for row in (*hands_of(club), *games_of(club)):
        for column, cell in row.items():
            is_figure = column in ("points", "total") or column.startswith("total ")
            assert is_figure or not cell.startswith(("=", "+", "-", "@")), (column, cell)
    first = hands_of(club)[0]
    assert (first["player"], first["points"]) == ("'" + HOSTILE[0], "-26")
    assert [game["note"] for game in games_of(club)] == ["'=1+1"]


@given(st.text("aA'=+-@;, \t\r\n＝", max_size=8) | st.text(max_size=8))
@example("Ann;=1+1")  # a program that takes semicolons for the end of a cell begins a new one there
@example("''; '=1")
def test_what_was_made_safe_is_no_formula_and_read_back_as_it_was(text: str) -> None:
    assert unsafe(safe(text)) == text
    for cell in re.split(r"[;\t\r\n]", safe(text)):
        assert not cell.strip(" ").startswith(("=", "+", "-", "@", "＝"))


@pytest.mark.parametrize("names", [("Аня", "李雷", "דנה", "मीरा"), ("<b>Ann</b>", 'B "ob"', "C,y", "D;o")])
def test_names_in_any_script_and_with_any_sign_come_through(app: Flask, names: tuple[str, ...]) -> None:
    club = clubs.create_club("Club", "UTC")
    for name in names:
        clubs.add_player(club, name)
    ids = [next(p.id for p in clubs.roster(club) if p.name == name) for name in names]
    key = games.start_game(club.key, ids, Rules(), first_dealer=0, device=None).key
    Table(key).record(A)
    assert [line["player"] for line in hands_of(club)] == list(names)


def test_what_is_put_away_stays_out_of_the_tables(played: Table) -> None:
    club = played.sheet.club
    games.archive_game(played.key)
    assert hands_of(club) == []
    assert games_of(club) == []


def test_an_empty_club_has_its_columns(app: Flask) -> None:
    club = clubs.create_club("Empty", "UTC")
    assert "".join(exports.hands_csv(db.session(), club)).startswith("\ufeffgame,date,hand,pass")
    assert "".join(exports.games_csv(db.session(), club)).startswith("\ufeffgame,date,finished")
    assert json.loads("".join(exports.club_json(db.session(), club)))["games"] == []


def test_a_games_document_is_one_and_is_scored(played: Table) -> None:
    value = exports.game_json(db.session(), played.sheet.club, played.key)
    again = document.read(json.loads(json.dumps(value)))
    assert document.differences(again) == []
    assert again.hands == tuple(hand.facts for hand in played.sheet.hands)
    assert [hand["result"]["valid"] for hand in value["hands"]] == [True, True, True, True, False]
    assert value["format"] == "scorekeeper.game/1"


@pytest.mark.parametrize("key", ["nosuchgame", "", "\0", "a" * 5000])
def test_no_game_of_this_club_is_not_found(played: Table, key: str) -> None:
    with pytest.raises(NotFound):
        exports.game_json(db.session(), played.sheet.club, key)
    other = clubs.create_club("Next door", "UTC")
    with pytest.raises(NotFound):
        exports.game_json(db.session(), other, played.key)


@pytest.mark.parametrize("export", [exports.hands_csv, exports.games_csv, exports.club_json])
def test_a_long_club_comes_in_pieces_in_few_queries(
    app: Flask, monkeypatch: pytest.MonkeyPatch, export: Any
) -> None:
    monkeypatch.setattr(stored, "BATCH", 3)
    club = clubs.create_club("Long", "UTC")
    text = "game," + wide(names=("Ann", "Bob", "Cy", "Dora")).split("\n", 1)[0] + "\n"
    text += "".join(f"{n},4,19,3,0\n{n},{n},{26 - n},0,0\n" for n in range(1, 11))
    assert len(bring(text, club, unfinished=False)) == 10
    statements: list[str] = []

    def note(*arguments: object) -> None:
        statements.append(str(arguments[2]))

    event.listen(db.engine, "before_cursor_execute", note)
    try:
        pieces = list(export(db.session(), club))
    finally:
        event.remove(db.engine, "before_cursor_execute", note)
    selects = [statement for statement in statements if statement.startswith("SELECT")]
    assert len(pieces) >= 11
    assert len(selects) <= 3 * 4 + 2  # games, seats and hands of four batches, the end, and one before
    held = [each for each in db.session() if type(each).__name__ == "Game"]
    assert held == []


def test_games_of_one_moment_are_all_there(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "BATCH", 2)
    club = clubs.create_club("At once", "UTC")
    text = "game,Ann,Bob,Cy\n" + "".join(f"{n},{n},{26 - n - 1},1\n" for n in range(7))
    bring(text, club, unfinished=False)
    assert [line["total 1"] for line in games_of(club)] == [str(n) for n in range(7)]


def test_facts_come_out_as_they_went_in(app: Flask) -> None:
    told = [
        plain(4, 6, 3, 0, queen=1, dealer=2, passing="hold"),
        points(6, 6, 6, 6, as_written=True),
        moon(2, "subtract"),
    ]
    table = Table.of(rules={"moon": "choice"})
    table.record(*told)
    value = exports.game_json(db.session(), table.sheet.club, table.key)
    assert document.read(value).hands == tuple(told)
