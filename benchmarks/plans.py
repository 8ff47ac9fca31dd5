"""How the databases go about the queries of pages. `python -m benchmarks.plans` prints it for both."""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from flask import Flask
from sqlalchemy import Connection, event

from benchmarks.bench import Bench
from benchmarks.grown import addresses_of, grow
from benchmarks.serving import visitor
from scorekeeper.records.db import db
from scorekeeper.web.access import Role

LARGE: Final = ("game", "seat", "hand", "taken", "revision", "rating", "player", "club")
READS_ALL: Final = ("Seq Scan on ", "SCAN ")
BY_INDEX: Final = re.compile(r" USING (COVERING )?INDEX ")


@contextmanager
def selects(app: Flask) -> Iterator[dict[str, Any]]:
    """The SELECTs sent within the block, each once, with what it was sent with."""
    seen: dict[str, Any] = {}

    def see(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        if statement.startswith("SELECT"):
            seen.setdefault(statement, parameters)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", see)
    try:
        yield seen
    finally:
        event.remove(engine, "before_cursor_execute", see)


def plan(connection: Connection, statement: str, parameters: Any) -> list[str]:
    """How a statement is carried out, a step a line."""
    if connection.dialect.name == "sqlite":
        rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        return [str(row[3]) for row in rows]
    rows = connection.exec_driver_sql(f"EXPLAIN (COSTS OFF) {statement}", parameters)
    return [str(row[0]) for row in rows]


def plans(app: Flask, club_key: str, pages: Iterable[str]) -> dict[str, list[str]]:
    """The plan of every query of these pages of a club, by its text."""
    client = visitor(app, club_key, Role.HOST)
    with selects(app) as seen:
        for page in pages:
            client.get(page)
    with app.app_context():
        with db.engine.connect() as connection:
            found = {statement: plan(connection, statement, with_) for statement, with_ in seen.items()}
        db.session.remove()
        db.engine.dispose()
    return found


def whole_reads(app: Flask, club_key: str, pages: Iterable[str]) -> Collection[str]:
    """The tables that one of these queries reads from one end to the other, though they are large."""
    found = plans(app, club_key, pages).values()
    steps = {step.strip().removeprefix("->").strip() for each in found for step in each}
    reads = (step.removeprefix(start) for step in steps for start in READS_ALL if step.startswith(start))
    return sorted({read.split()[0] for read in reads if not BY_INDEX.search(read)} & set(LARGE))


def main() -> None:
    """Grow a database of either kind, and print each query of the hot pages with its plan."""
    with TemporaryDirectory(prefix="scorekeeper-plans-") as folder:
        bench = Bench(folder=Path(folder), began=time.monotonic())
        for kind in (bench.sqlite, bench.postgres):
            with kind() as database:
                grown = grow(bench, database)
                app = database.app()
                with app.app_context():
                    pages = addresses_of(grown.clubs[10_000])
                print(f"\n# {database.name}")
                for statement, steps in plans(app, grown.clubs[10_000], pages.values()).items():
                    print(f"\n{' '.join(statement.split())}", *steps, sep="\n    ")


if __name__ == "__main__":
    main()
