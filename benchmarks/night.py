"""A club night on one server: two hundred phones at fifty tables, and a hand saved somewhere every 3 s.

That is a hand a table every two and a half minutes, as fast as people play.
`python -m benchmarks.night 100 200` tries other numbers of tables for half a minute each.
"""

from __future__ import annotations

import argparse
import math
import os
import resource
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from flask import Flask
from sqlalchemy import func, select

from benchmarks.bench import Bench, Database
from benchmarks.phones import Headers, Seen, Table, club_night
from benchmarks.row import Row, table
from benchmarks.serving import OURS, cookie_of, memory, served, visitor
from scorekeeper.hearts.rules import Rules
from scorekeeper.records.clubs import add_player, create_club
from scorekeeper.records.db import db
from scorekeeper.records.games import start_game
from scorekeeper.records.models import Hand
from scorekeeper.web.access import Role
from tests.playing import FOUR, THURSDAY, play

TABLES: Final = 50
SECONDS: Final = 120
TRIED: Final = 30  # seconds, for each other number of tables
HAND_EVERY: Final = 150  # seconds, at a table
SAVE_BUDGET: Final = 250  # ms, 99 of 100
VIEWERS: Final = 3  # phones at a table besides the one that keeps score
PLAYED: Final = THURSDAY[:6]


@dataclass(frozen=True, slots=True)
class Spent:
    """What a process group has used: seconds of processor time, bytes of memory that are its own."""

    seconds: float
    bytes: int


def rows(bench: Bench) -> Iterator[Row]:
    """A club night on either database."""
    yield from bench.on_each("club night", partial(_rows, bench, TABLES, SECONDS))


def _rows(bench: Bench, count: int, seconds: float, database: Database, **settings: str) -> Iterator[Row]:
    app = database.app()
    tables = _tables(app, count)
    bench.say(f"night: {count} tables, {database.name}")
    with served(bench, database, *OURS, **settings) as server:
        began, mine, before = time.perf_counter(), time.process_time(), _spent(server.pid)
        seen = club_night(server.port, tables, HAND_EVERY / count, seconds)
        took, mine, after = time.perf_counter() - began, time.process_time() - mine, _spent(server.pid)
    lost = len(tables) * len(PLAYED) + len(seen.saves) - _hands_kept(app)
    name = f"{count} tables, {database.name}"
    yield _saves(name, seen)
    faults = len(seen.faults) + abs(lost)
    yield Row.at_most(f"{name}: errors and lost hands", 0, faults, "", note=", ".join(seen.faults[:1]))
    yield Row.told(f"{name}: {(1 + VIEWERS) * count} phones polling", _quantiles(seen.polls))
    yield Row.told(f"{name}: a hand is seen by the others after", _quantiles(seen.followed))
    share, phones = (after.seconds - before.seconds) / took, mine / took
    used = f"{share:.0%} of a core, {after.bytes / 2**20:,.0f} MB; the phones {phones:.0%} of a core"
    yield Row.told(f"{name}: the server", used)


def _saves(name: str, seen: Seen) -> Row:
    note = f"{len(seen.saves)} hands, median {1000 * statistics.median(seen.saves or [0]):.1f} ms"
    # With fewer than a hundred hands it is the slowest of all.
    slowest = 1000 * _quantile(seen.saves, 0.99)
    return Row.at_most(f"{name}: p99 of a save", SAVE_BUDGET, slowest, "ms", note=note)


def _quantiles(times: Sequence[float]) -> str:
    median, most = (1000 * _quantile(times, share) for share in (0.5, 0.99))
    return f"median {median:,.1f} ms, p99 {most:,.0f} ms of {len(times):,}"


def _quantile(times: Sequence[float], share: float) -> float:
    """The time that this share of all stays within; endless where nothing came."""
    return sorted(times)[math.ceil(share * len(times)) - 1] if times else math.inf


def _tables(app: Flask, count: int) -> list[Table]:
    """So many tables, fifty to a club, at which some hands are played."""
    clubs = [_club(app, min(TABLES, count - first)) for first in range(0, count, TABLES)]
    return [
        Table(
            game,
            keeper=_cookie(app, club, Role.SCOREKEEPER),
            viewers=[_cookie(app, club, Role.VIEWER) for _ in range(VIEWERS)],
        )
        for club, games in clubs
        for game in games
    ]


def _club(app: Flask, count: int) -> tuple[str, Sequence[str]]:
    """A club with so many games at the table: the keys of all."""
    with app.app_context():
        club, games = create_club("Club night", "Europe/Berlin"), []
        for number in range(1, count + 1):
            players = [add_player(club, f"{name} {number}").id for name in FOUR]
            rules = Rules(limit=1_000)  # nobody's game ends
            games.append(start_game(club.key, players, rules, first_dealer=0, device=None).key)
            play(games[-1], PLAYED)
        db.session.remove()
    return club.key, games


def _cookie(app: Flask, club_key: str, role: Role) -> Headers:
    return {**cookie_of(visitor(app, club_key, role)), "Accept-Encoding": "gzip, deflate"}


def _hands_kept(app: Flask) -> int:
    with app.app_context():
        kept = db.session.scalar(select(func.count()).select_from(Hand))
        db.session.remove()
        db.engine.dispose()
    return kept or 0


def _spent(group: int) -> Spent:
    """What the processes of a group have used; nothing where the system does not say (it does on Linux)."""
    ticks = used = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            fields = (process / "stat").read_text().rpartition(")")[2].split()
            if int(fields[2]) == group:
                ticks += sum(map(int, fields[11:13]))
                used += memory(process)
        except OSError:  # it has ended
            continue
    return Spent(ticks / os.sysconf("SC_CLK_TCK"), used)


def main() -> None:
    """Try some numbers of tables on either database and print what was measured."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.night")
    parser.add_argument("tables", type=int, nargs="+")
    parser.add_argument("--workers", default="1", help="processes of the server (1)")
    asked = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # every phone is a connection, at either end
    found: list[Row] = []
    with TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        bench = Bench(folder=Path(folder), began=time.monotonic())
        for count in asked.tables:
            found += bench.on_each("club night", partial(_rows, bench, count, TRIED, WORKERS=asked.workers))
    print(*table(found), sep="\n")


if __name__ == "__main__":
    main()
