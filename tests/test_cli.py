"""The `scorekeeper` command: scoring a file, and the exit codes a script can rely on."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cli import main
from tests import serving

COMMAND = (sys.executable, "-m", "scorekeeper")
PLAIN = {"taken": [{"hearts": 4}, {"hearts": 6, "queen": 1}, {"hearts": 3}, {"hearts": 0}]}
SHORT = {"taken": [{"hearts": 4}, {"hearts": 5, "queen": 1}, {"hearts": 3}, {"hearts": 0}]}


def game(*hands: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "format": "scorekeeper.game/1",
        "players": ["Ann", "Bob", "Cy", "Dora"],
        "hands": list(hands),
    } | more


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


def score(file: Path, value: object, *options: str) -> int:
    file.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return main(["score", str(file), *options])


def test_a_sound_game_is_printed_as_a_sheet(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert score(file, game(PLAIN)) == 0
    said = capsys.readouterr()
    assert all(name in said.out for name in ("Ann", "Bob", "Cy", "Dora"))
    assert said.err == ""


def test_with_json_each_hand_carries_its_result(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert score(file, game(PLAIN), "--json") == 0
    scored = json.loads(capsys.readouterr().out)
    assert scored["format"] == "scorekeeper.game/1"
    assert scored["hands"][0]["taken"][1] == {"hearts": 6, "queen": 1}
    assert scored["hands"][0]["result"]["totals"] == [4, 19, 3, 0]


def test_an_array_gives_an_array(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert score(file, [game(PLAIN), game(PLAIN, PLAIN)], "--json") == 0
    assert [len(each["hands"]) for each in json.loads(capsys.readouterr().out)] == [1, 2]


def test_an_array_of_one_gives_an_array_of_one(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert score(file, [game(PLAIN)], "--json") == 0
    assert isinstance(json.loads(capsys.readouterr().out), list)


def test_an_empty_array_gives_an_empty_array(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert score(file, [], "--json") == 0
    assert json.loads(capsys.readouterr().out) == []


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_an_invalid_hand_exits_1_and_says_which_and_why(
    file: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...]
) -> None:
    assert score(file, game(PLAIN, SHORT, PLAIN), *options) == 1
    said = capsys.readouterr()
    assert said.out != ""
    complaint = said.err.splitlines()
    assert len(complaint) == 1
    assert complaint[0].startswith(f"scorekeeper: {file}: hand 2: ")
    assert "12" in complaint[0]


def test_an_invalid_hand_is_named_by_the_number_the_game_gives_it(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start = {"totals": [10, 20, 30, 18], "dealer": 1, "hand_number": 4, "overtime": False}
    assert score(file, game(SHORT, start=start)) == 1
    assert ": hand 4: " in capsys.readouterr().err


def test_among_several_games_the_complaint_names_the_game(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert score(file, [game(PLAIN), game(SHORT)], "--json") == 1
    assert ": game 2, hand 1: " in capsys.readouterr().err


@pytest.mark.parametrize(
    "value",
    [
        "",
        "not JSON",
        "{",
        "7",
        "null",
        '"Ann"',
        "{}",
        "NaN",
        "9" * 5000,
        "[" * 100_000,
        '{"format": "scorekeeper.game/2", "players": ["Ann", "Bob", "Cy"], "hands": []}',
        json.dumps(game(PLAIN | {"points": [4, 19, 3, 0]})),
        json.dumps(game(PLAIN, rules={"limit": "high"})),
    ],
    ids=lambda value: value[:20],
)
def test_what_is_no_game_document_exits_2_with_one_sentence(
    file: Path, capsys: pytest.CaptureFixture[str], value: str
) -> None:
    assert score(file, value, "--json") == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"scorekeeper: {file}: ")
    assert said.err.count("\n") == 1


def test_an_array_with_one_stranger_prints_nothing_and_says_which(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert score(file, [game(PLAIN), {"players": 4}], "--json") == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert ": game 2: " in said.err


def test_a_file_that_is_not_there_exits_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", str(tmp_path / "missing.json")]) == 2
    assert "No such file" in capsys.readouterr().err


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_is_read_as_other_programs_write_it(
    file: Path, capsys: pytest.CaptureFixture[str], encoding: str
) -> None:
    file.write_text(json.dumps(game(PLAIN, club="Zoë's"), ensure_ascii=False), encoding=encoding)
    assert main(["score", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["club"] == "Zoë's"


def run(*arguments: str, given: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        env=serving.environment() | variables,
        cwd=serving.ROOT,
        input=given,
        capture_output=True,
        text=True,
        check=False,
        timeout=serving.PATIENCE,
    )


def test_a_dash_reads_standard_input() -> None:
    done = run("score", "-", "--json", given=json.dumps(game(PLAIN)))
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["hands"][0]["result"]["hand_scores"] == [4, 19, 3, 0]


def test_a_terminal_that_cannot_show_a_name_still_shows_the_sheet() -> None:
    value = game(PLAIN) | {"players": ["Ann", "Bob", "李", "\ud800"]}
    done = run("score", "-", given=json.dumps(value), PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Ann" in done.stdout


def test_scoring_starts_neither_flask_nor_a_database() -> None:
    code = (
        "import sys; from scorekeeper.cli import main; main(['score', '-', '--json'])\n"
        "heavy = {'flask', 'sqlalchemy', 'sqlite3', 'granian', 'scorekeeper.config', 'scorekeeper.records'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=serving.ROOT,
        input=json.dumps(game(PLAIN)),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == "[]\n"


def test_a_reader_that_leaves_early_is_no_error_to_complain_of() -> None:
    many = json.dumps([game(*[PLAIN] * 4)] * 200)
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m scorekeeper score - --json | head -c 10"],
        cwd=serving.ROOT,
        input=many,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    assert len(done.stdout) == 10


@pytest.mark.parametrize("arguments", [(), ("score",), ("deal",), ("serve", "--port", "80")])
def test_a_command_not_understood_exits_2_and_shows_how(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("usage: scorekeeper")
    assert "Traceback" not in done.stderr


def test_upgrade_makes_the_database_and_says_nothing_the_second_time(tmp_path: Path) -> None:
    for _ in range(2):
        done = run("upgrade", SCOREKEEPER_INSTANCE=str(tmp_path))
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "scorekeeper.sqlite3").is_file()


def test_an_older_database_is_copied_before_it_is_upgraded_and_the_copys_place_is_said(
    tmp_path: Path,
) -> None:
    first = [sys.executable, "-m", "flask", "--app", "scorekeeper", "db", "upgrade", "0001"]
    env = serving.environment(INSTANCE=str(tmp_path))
    subprocess.run(first, env=env, cwd=serving.ROOT, check=True, capture_output=True)
    done = run("upgrade", SCOREKEEPER_INSTANCE=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    (copy,) = tmp_path.glob("scorekeeper-before-upgrade-from-0001-*.sqlite3")
    assert done.stdout == f"The database was brought up to date. As it was before it lies in {copy}\n"


@pytest.mark.parametrize("command", ["upgrade", "rebuild"])
def test_a_command_refuses_a_bad_setting_in_one_sentence(command: str) -> None:
    done = run(command, SCOREKEEPER_PORT="none")
    assert done.returncode == 1
    assert (
        done.stderr == "scorekeeper: SCOREKEEPER_PORT is 'none'; it must be a whole number from 1 to 65535.\n"
    )


def test_rebuild_finds_nothing_different_in_an_empty_database(tmp_path: Path) -> None:
    done = run("rebuild", SCOREKEEPER_INSTANCE=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "Everything stood as the facts say.\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full to be a full disk")
def test_a_full_disk_is_said_in_a_sentence() -> None:
    with open("/dev/full", "w") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "scorekeeper", "score", "-"],
            input=b'{"players": ["Ann", "Bob", "Cy"], "hands": []}',
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (ended.returncode, ended.stderr) == (1, b"The disk is full: not all could be written.\n")
