"""What pages cost where a club has played for ten years, and where ten thousand clubs share a database."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from flask import Flask

from benchmarks.bench import Bench, Database
from benchmarks.copies import settle
from benchmarks.grown import addresses_of, grow, lone_club
from benchmarks.http import Line, get
from benchmarks.plans import whole_reads
from benchmarks.row import Row
from benchmarks.serving import OURS, cookie_of, served, visitor
from scorekeeper.records.db import db
from scorekeeper.web.access import Role

GROWTH_BUDGET: Final = 1.5
CROWD_BUDGET: Final = 1.2
SLOWEST_BUDGET: Final = 1_000  # ms
BUILDING_BUDGET: Final = 90  # seconds: two databases in three minutes
TURNS: Final = 40
FEW_TURNS: Final = 5
NAMED: Final = ("table", "standings", "games list")  # what the budgets are about


def rows(bench: Bench) -> Iterator[Row]:
    """Growth, on either database."""
    yield from bench.on_each("growth", partial(_rows, bench))


def _rows(bench: Bench, database: Database) -> Iterator[Row]:
    grown = grow(bench, database)
    what = f"building {grown.hands:,} hands, {database.name}"
    yield Row.at_most(what, BUILDING_BUDGET, grown.seconds, "s")
    app = database.app()
    large = _pages(app, grown.clubs[10_000])
    yield _whole_reads(app, database, grown.clubs[10_000])
    with served(bench, database, *OURS) as server, Line(server.port) as line:
        small = _pages(app, grown.clubs[10])
        for name in NAMED:
            bench.say(f"growth, {database.name}: {name}")
            what = f"{name}, 10,000 games, {database.name}"
            yield _ratio(what, GROWTH_BUDGET, "× 10 games", (line, line), (small[name], large[name]))
        bench.say(f"growth, {database.name}: every page of 10,000 games")
        yield _slowest(database, line, large)
        yield from _crowd(bench, database, line, _pages(app, grown.lone))


def _whole_reads(app: Flask, database: Database, club_key: str) -> Row:
    with app.app_context():
        addresses = addresses_of(club_key).values()
    read = whole_reads(app, club_key, addresses)
    what = f"tables read from end to end for a page, {database.name}"
    return Row.at_most(what, 0, len(read), "tables", note=", ".join(read))


def _pages(app: Flask, club_key: str) -> dict[str, bytes]:
    """The requests for a club's pages, by a host."""
    headers = cookie_of(visitor(app, club_key, Role.HOST))
    with app.app_context():
        pages = {name: get(address, headers) for name, address in addresses_of(club_key).items()}
        db.session.remove()
        db.engine.dispose()
    return pages


def _crowd(bench: Bench, database: Database, line: Line, among: Mapping[str, bytes]) -> Iterator[Row]:
    """The club of a hundred hands among a million, against the same one in a database of its own."""
    with bench.another(database) as alone:
        app = alone.app()
        with app.app_context():
            club = lone_club()
            with db.engine.connect() as connection:
                settle(connection)
        pages = _pages(app, club)
        with served(bench, alone, *OURS) as server, Line(server.port) as other:
            for name in NAMED:
                bench.say(f"growth, {database.name}: {name} among a million hands")
                what = f"{name}, among a million hands, {database.name}"
                yield _ratio(what, CROWD_BUDGET, "× alone", (other, line), (pages[name], among[name]))


def _ratio(what: str, budget: float, unit: str, lines: tuple[Line, Line], pair: tuple[bytes, bytes]) -> Row:
    """How much longer the second of a pair of pages takes; they are asked for in turn."""
    took = [(_took(lines[0], pair[0]), _took(lines[1], pair[1])) for _ in range(TURNS + 1)]
    first, second = (statistics.median(times) for times in zip(*took[1:], strict=True))
    return Row.at_most(what, budget, second / first, unit, note=f"{second:.1f} of {first:.1f} ms")


def _slowest(database: Database, line: Line, pages: Mapping[str, bytes]) -> Row:
    took = {
        name: statistics.median([_took(line, request) for _ in range(FEW_TURNS)])
        for name, request in pages.items()
    }
    what, name = f"slowest page, 10,000 games, {database.name}", max(took, key=lambda each: took[each])
    return Row.at_most(what, SLOWEST_BUDGET, took[name], "ms", note=name)


def _took(line: Line, request: bytes) -> float:
    """Milliseconds until all of a page is there."""
    began = time.perf_counter()
    answer = line.ask(request)
    took = (time.perf_counter() - began) * 1000
    if answer.status != 200:
        raise AssertionError(f"{answer.status}: {request!r}")
    return took
