"""What the README promises is there: settings, commands, targets, files."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from scorekeeper import config
from tests import serving

README = (serving.ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_the_table_of_settings_is_the_programs() -> None:
    rows = re.findall(r"^\| `(SCOREKEEPER_\w+)` \| (.+?) \| (.+) \|$", README, re.MULTILINE)
    assert rows == config.table()


def test_no_setting_is_mentioned_that_does_not_exist() -> None:
    of_tests = {"SCOREKEEPER_TEST_POSTGRES", "SCOREKEEPER_TEST_REDIS"}
    assert (
        set(re.findall(r"SCOREKEEPER_\w+", README))
        == {variable for variable, _, _ in config.table()} | of_tests
    )


def test_every_target_it_names_can_be_made() -> None:
    named = set(re.findall(r"(?:^|`)make ([a-z-]+)", README, re.MULTILINE))
    assert named
    makefile = (serving.ROOT / "Makefile").read_text(encoding="utf-8")
    assert named <= set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))


def test_the_command_has_the_subcommands_of_the_table_and_no_others() -> None:
    listed = re.findall(r"^\| `scorekeeper ([\w-]+)", README, re.MULTILINE)
    shown = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "--help"],
        cwd=serving.ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert re.findall(r"^    ([\w-]+)", shown.stdout, re.MULTILINE) == listed


def test_windows_gets_the_same_commands() -> None:
    unix = next(block for block in blocks("sh") if "python3 -m venv" in block)
    (windows,) = blocks("bat")
    translated = unix.replace("python3 -m venv", "py -m venv").replace(".venv/bin/", ".venv\\Scripts\\")
    assert windows == translated


@pytest.mark.parametrize("target", ["test", "test-long", "check"])
def test_the_plain_commands_are_those_of_make(target: str) -> None:
    done = subprocess.run(
        ["make", "--dry-run", target],
        env=serving.environment(),
        cwd=serving.ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    commands = [
        line.removesuffix(" --quiet")
        for line in done.stdout.splitlines()
        if re.match(r"\.venv/bin/(ruff |python -m (pytest|mypy|djlint))", line)
    ]
    assert commands
    assert [command for command in commands if command not in README] == []


def test_its_game_document_can_be_scored() -> None:
    (document,) = blocks("json")
    done = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "score", "--json", "-"],
        cwd=serving.ROOT,
        input=document,
        capture_output=True,
        text=True,
        check=True,
    )
    assert all(hand["result"]["valid"] for hand in json.loads(done.stdout)["hands"])


def test_every_file_it_links_to_is_there() -> None:
    links = [link for link in re.findall(r"\]\(([^)]+)\)", README) if "://" not in link]
    assert links
    assert [link for link in links if not (serving.ROOT / link).is_file()] == []
