"""`scorekeeper import` and `scorekeeper demo`: what they bring, what they say, and how they end."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import select

from scorekeeper import create_app
from scorekeeper.cli import main
from scorekeeper.records import clubs
from scorekeeper.records.db import db
from scorekeeper.records.history import GameLine, games_of
from scorekeeper.records.models import Club
from scorekeeper.records.overview import clubs_called
from scorekeeper.records.rebuild import rebuild
from tests.family import SHEETS
from tests.records.paper_sheets import HANDS, wide

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An instance of its own; what the environment says otherwise is left out."""
    for name in ("DATABASE_URL", "SECRET_KEY"):
        monkeypatch.delenv(f"SCOREKEEPER_{name}", raising=False)
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "instance"))
    return tmp_path


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """A small sheet in a file."""
    file = tmp_path / "sheet.csv"
    file.write_text(wide(), encoding="utf-8")
    return file


def games(name: str) -> list[GameLine]:
    """The games of the one club of that name, oldest first."""
    with create_app().app_context():
        (club,) = clubs_called(name)
        lines = list(reversed(games_of(club).games))
        db.engine.dispose()
        return lines


def test_the_familys_sheets_come_in_with_a_report_and_a_bar(capsys: Capture) -> None:
    assert main(["import", "Family", str(SHEETS), "--create"]) == 0
    said = capsys.readouterr()
    assert "7 games, 68 hands, 4 players." in said.out
    assert "  Game 1, hand 4: 16 + 0 + 8 + 0 = 24. The points add up to 24" in said.out
    assert said.out.count(" = ") == 5
    assert said.out.count("player_3 cannot be right") == 2
    assert "  Game 5: player_1 68, player_2 91, player_3 56, player_4 45; 8 hands (ended early)" in said.out
    assert "Brought in: 7 games, 68 hands and 4 new players, into Family (" in said.out
    assert "Reading games [##############################] 100 %" in said.err
    assert "Writing games [##############################] 100 %" in said.err
    assert [line.totals for line in games("Family")][-1] == (108, 55, 42, 82)
    with create_app().app_context():
        assert rebuild() == []


def test_the_same_again_brings_nothing_and_says_so(capsys: Capture) -> None:
    main(["import", "Family", str(SHEETS), "--create"])
    capsys.readouterr()
    assert main(["import", "Family", str(SHEETS)]) == 0
    assert "Brought in: 0 games, 0 hands and 0 new players" in (said := capsys.readouterr().out)
    assert "7 games were here already." in said
    assert len(games("Family")) == 7


def test_a_game_that_has_gone_on_since_is_said_to(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "sheet.csv"
    for count, said in (
        (1, "1 hand (left open)\n"),
        (3, "3 hands (left open), goes on with one that is here: 2 more\n"),
    ):
        file.write_text(wide(HANDS[:count]), encoding="utf-8")
        assert main(["import", "Family", str(file), "--create"]) == 0
        assert said in capsys.readouterr().out
    assert [line.hands_played for line in games("Family")] == [3]


def test_a_club_is_found_by_its_key_too(sheet: Path, capsys: Capture) -> None:
    main(["import", "Family", str(sheet), "--create"])
    with create_app().app_context():
        key = db.session.scalars(select(Club.key)).one()
    assert main(["import", key, str(SHEETS)]) == 0
    assert len(games("Family")) == 8


def test_a_club_that_is_not_there_is_made_only_when_asked(sheet: Path, capsys: Capture) -> None:
    assert main(["import", "Family", str(sheet)]) == 1
    said = capsys.readouterr()
    assert said.err == "scorekeeper: There is no club Family. With --create it is made.\n"
    assert said.out == ""


def test_of_two_clubs_of_one_name_the_key_says_which(sheet: Path, capsys: Capture) -> None:
    main(["import", "Family", str(sheet), "--create"])
    with create_app().app_context():
        other = clubs.create_club("Family", "UTC")
    capsys.readouterr()
    assert main(["import", "Family", str(SHEETS), "--create"]) == 1
    assert other.key in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "The file is empty."),
        ("{}", "The file is no game document"),
        ("1,2,3", "The first line must say what the columns are"),
    ],
)
def test_a_file_that_is_none_exits_2_with_a_sentence(
    tmp_path: Path, capsys: Capture, content: str, sentence: str
) -> None:
    file = tmp_path / "file.txt"
    file.write_text(content, encoding="utf-8")
    assert main(["import", "Family", str(file), "--create"]) == 2
    said = capsys.readouterr()
    assert said.err.startswith(f"scorekeeper: {file}: {sentence}")
    assert said.out == ""


def test_a_file_that_is_not_there_exits_2(tmp_path: Path, capsys: Capture) -> None:
    assert main(["import", "Family", str(tmp_path / "missing.csv"), "--create"]) == 2
    assert "No such file" in capsys.readouterr().err


def test_a_fault_exits_1_and_nothing_comes_in(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "sheet.csv"
    file.write_text(wide().replace("19", "x"), encoding="utf-8")
    assert main(["import", "Family", str(file), "--create"]) == 1
    said = capsys.readouterr()
    assert "Cannot come in: Game 1: Line 2: “x” for Bob is not a whole number." in said.out
    assert said.err.endswith("scorekeeper: Nothing was brought in. Mend the file and try again.\n")
    with create_app().app_context():
        assert clubs_called("Family") == []


@pytest.mark.parametrize(
    ("name", "sentence"), [("", "A club must have a name."), ("F" * 25, "24 characters")]
)
def test_a_club_cannot_be_called_anything(sheet: Path, capsys: Capture, name: str, sentence: str) -> None:
    assert main(["import", name, str(sheet), "--create"]) == 1
    assert sentence in capsys.readouterr().err


def test_a_club_that_is_put_away_takes_nothing_in(sheet: Path, capsys: Capture) -> None:
    main(["import", "Family", str(sheet), "--create"])
    with create_app().app_context():
        clubs.archive_club(clubs_called("Family")[0])
    assert main(["import", "Family", str(SHEETS)]) == 1
    assert "The club is put away." in capsys.readouterr().err


def test_standard_input_will_do(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    document = {"players": ["Ann", "Bob", "Cy"], "hands": [{"points": [4, 19, 3]}]}
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(json.dumps(document).encode())))
    assert main(["import", "Family", "-", "--create"]) == 0
    assert games("Family")[0].totals == (4, 19, 3)


def test_demo_fills_a_club_and_the_same_seed_adds_nothing(capsys: Capture) -> None:
    assert main(["demo", "--games", "5", "--seed", "7", "--club", "Show"]) == 0
    assert "Brought in: 5 games" in capsys.readouterr().out
    first = games("Show")
    assert len(first) == 5
    assert main(["demo", "--games", "5", "--seed", "7", "--club", "Show"]) == 0
    assert "5 games were here already." in capsys.readouterr().out
    assert main(["demo", "--games", "5", "--seed", "7", "--club", "Show two"]) == 0
    assert [line.totals for line in games("Show two")] == [line.totals for line in first]


@pytest.mark.parametrize("options", [["--games", "0"], ["--games", "-1"], ["--games", "x"], ["--seed", "x"]])
def test_demo_asks_for_sensible_numbers(capsys: Capture, options: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["demo", *options])
    assert ended.value.code == 2
