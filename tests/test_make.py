"""`make`: one command from a fresh clone to a served table, and plain words where that cannot be."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests import serving

NEEDED = ("Makefile", "pyproject.toml", "requirements.lock", "requirements-dev.lock")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What make needs of a fresh clone to begin with."""
    for name in NEEDED:
        shutil.copy(serving.ROOT / name, tmp_path)
    return tmp_path


def script(path: Path, body: str) -> Path:
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", *arguments],
        env=serving.environment(),
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("target", ["run", "test", "check"])
def test_an_old_python_is_named_and_nothing_made(clone: Path, target: str) -> None:
    old = script(clone / "old", 'case "$1" in -c) exit 1;; --version) echo Python 3.9.2;; esac')
    done = make(clone, target, f"PYTHON={old}")
    assert done.returncode == 2
    assert "Python 3.9.2 is too old: Scorekeeper needs Python 3.11 or newer." in done.stderr
    assert "Traceback" not in done.stderr
    assert not (clone / ".venv").exists()


def test_a_missing_python_is_said(clone: Path) -> None:
    done = make(clone, "run", "PYTHON=python3.99")
    assert done.returncode == 2
    assert "There is no python3.99 here. Scorekeeper needs Python 3.11 or newer." in done.stderr


def test_without_the_venv_module_it_says_what_to_install_and_leaves_nothing_half_made(clone: Path) -> None:
    bare = script(clone / "bare", 'case "$1" in -c) exit 0;; -m) mkdir -p .venv/bin; exit 1;; esac')
    done = make(clone, "run", f"PYTHON={bare}")
    assert done.returncode == 2
    assert "sudo apt install python3-venv" in done.stderr
    assert not (clone / ".venv").exists()


def test_an_unchanged_lock_file_is_not_installed_again(clone: Path) -> None:
    (clone / ".venv" / "bin").mkdir(parents=True)
    script(clone / ".venv" / "bin" / "python", 'echo "python $*" >> log')
    log = clone / "log"
    assert make(clone, "run").returncode == 0
    installed = log.read_text().splitlines()[0]
    assert installed.startswith("python -m pip install")
    assert installed.endswith("--require-hashes --requirement requirements.lock")
    log.unlink()
    assert make(clone, "run").returncode == 0
    assert log.read_text() == "python -m scorekeeper serve\n"


def test_help_explains_every_target() -> None:
    text = (serving.ROOT / "Makefile").read_text()
    targets = re.findall(r"^\.PHONY: (.*)$", text, re.MULTILINE)[0].split()
    said = make(serving.ROOT, "help").stdout
    assert re.findall(r"^make ([a-z-]+) +\S", said, re.MULTILINE) == targets


@pytest.mark.long
def test_a_fresh_clone_is_served_by_one_command_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    shutil.copytree(
        serving.ROOT, clone, ignore=shutil.ignore_patterns(".git", ".venv", "node_modules", "instance")
    )
    port = serving.free_port()
    env = serving.environment(PORT=str(port))
    with serving.served(
        ["make", "run", f"PYTHON={sys.executable}"], port, env, clone, patience=600
    ) as process:
        assert serving.fetch(port, "/")[0] == 200
        os.killpg(process.pid, signal.SIGINT)  # as Ctrl-C does: to every process at once
        said, complained = process.communicate(timeout=serving.PATIENCE)
    assert "On the phones at the table open" in said
    assert "Traceback" not in complained
    assert (clone / "instance" / "scorekeeper.sqlite3").is_file()
