"""The schemas of PostgreSQL that tests run in."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from sqlalchemy import create_engine, inspect, make_url

from tests import serving
from tests.conftest import missing
from tests.databases import POSTGRES, own_schema

RUN = """
from tests.databases import own_schema
with own_schema() as url:
    print(url, flush=True)
    input()
"""


@pytest.fixture
def run() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A process that runs in a schema of its own, and the name of that."""
    command, pipe = [sys.executable, "-c", RUN], subprocess.PIPE
    with subprocess.Popen(command, cwd=serving.ROOT, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout is not None
        yield process, name_in(process.stdout.readline().strip())
        process.kill()


def name_in(url: str) -> str:
    if not url:
        missing(f"PostgreSQL does not answer at {POSTGRES}")
    found = re.search(r"search_path=(\w+)", str(make_url(url).query["options"]))
    assert found is not None
    return found[1]


def names() -> list[str]:
    engine = create_engine(POSTGRES)
    try:
        return inspect(engine).get_schema_names()
    finally:
        engine.dispose()


def is_dropped(name: str) -> bool:
    with own_schema():
        return name not in names()


def test_what_a_killed_run_left_is_dropped_by_the_next_and_what_is_in_use_is_not(
    run: tuple[subprocess.Popen[str], str], postgres_schema: str
) -> None:
    process, theirs = run
    with own_schema() as url:
        assert {theirs, name_in(url), name_in(postgres_schema)} <= set(names())
    assert name_in(url) not in names()
    process.kill()
    process.wait()
    assert any(is_dropped(theirs) for _ in range(50))  # the server learns within a moment that it is gone
    assert name_in(postgres_schema) in names()
