"""How soon `scorekeeper serve` answers, and the memory that one worker takes."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from benchmarks.bench import Bench, Database
from benchmarks.http import Line, get
from benchmarks.row import Row
from benchmarks.serving import OURS, memory, served

BUDGET: Final = 2  # seconds
STARTS: Final = 5
VISITS: Final = 200


def rows(bench: Bench) -> Iterator[Row]:
    """The start and the memory, on either database."""
    yield from bench.on_each("start", partial(_rows, bench))


def _rows(bench: Bench, database: Database) -> Iterator[Row]:
    took = []
    for _ in range(STARTS):
        began = time.monotonic()
        with served(bench, database, *OURS) as server:
            took.append(time.monotonic() - began)
            if len(took) == STARTS:
                with Line(server.port) as line:
                    for _ in range(VISITS):
                        line.ask(get("/", {}))
                used = _worker(server.pid)
    yield Row.at_most(f"start to first answer, {database.name}", BUDGET, statistics.median(took), "s")
    yield Row.told(f"memory of one worker, {database.name}", used)


def _worker(parent: int) -> str:
    """The memory of the largest process that this one has started, where the system says (Linux does)."""
    children = Path(f"/proc/{parent}/task/{parent}/children")
    if not children.exists():
        return "this system does not say"
    return f"{max(memory(Path('/proc', child)) for child in children.read_text().split()) / 2**20:,.0f} MB"
