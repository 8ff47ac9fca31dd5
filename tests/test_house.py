"""How the house is laid out: imports run down only, and the rules lean on nothing but Python."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "scorekeeper"

# What each floor may import of this package.
FLOORS = {
    "hearts": {"scorekeeper.hearts"},
    "records": {"scorekeeper.hearts", "scorekeeper.records", "scorekeeper.paths"},
    "web": {
        "scorekeeper.hearts",
        "scorekeeper.records",
        "scorekeeper.web",
        "scorekeeper.paths",
        "scorekeeper.config",
        "scorekeeper.network",
    },
}


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import"
            if node.module == "scorekeeper":
                yield from (f"scorekeeper.{alias.name}" for alias in node.names)
            else:
                yield str(node.module)


def floor_of(module: str) -> str:
    return ".".join(module.split(".")[:2])


@pytest.mark.parametrize("floor", FLOORS)
def test_a_floor_imports_none_above_it(floor: str) -> None:
    files = sorted((PACKAGE / floor).glob("*.py"))
    assert files
    wrong = [
        f"{path.name} imports {module}"
        for path in files
        for module in imported(path)
        if module.startswith("scorekeeper") and floor_of(module) not in FLOORS[floor]
    ]
    assert wrong == []


def test_the_rules_need_nothing_but_python() -> None:
    foreign = {
        f"{path.name} imports {module}"
        for path in (PACKAGE / "hearts").glob("*.py")
        for module in imported(path)
        if not module.startswith("scorekeeper.hearts") and module.split(".")[0] not in sys.stdlib_module_names
    }
    assert foreign == set()


def test_the_rules_know_no_clock_and_no_input_or_output() -> None:
    doors = {"datetime", "io", "logging", "os", "pathlib", "random", "secrets", "socket", "sys", "time"}
    used = {
        f"{path.name} imports {module}"
        for path in (PACKAGE / "hearts").glob("*.py")
        for module in imported(path)
        if module.split(".")[0] in doors
    }
    assert used == set()


def test_only_one_module_of_the_books_knows_flask() -> None:
    knowing = {
        path.name
        for path in (PACKAGE / "records").glob("*.py")
        if any(module.startswith("flask") for module in imported(path))
    }
    assert knowing == {"db.py"}


def test_no_module_grows_much_beyond_300_lines() -> None:
    long = {
        str(path.relative_to(PACKAGE)): lines
        for path in PACKAGE.rglob("*.py")
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > 330
    }
    assert long == {}
