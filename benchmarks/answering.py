"""The poll and the save against two plain Flask routes on the same server, database and settings.

Ours and the plain one take turns, so that whatever else the machine does disturbs both alike.
"""

from __future__ import annotations

import random
import re
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from flask import Flask

from benchmarks.bench import Bench, Database
from benchmarks.http import Line, get, post, requests_per_second
from benchmarks.plain import WRITTEN
from benchmarks.row import Row
from benchmarks.serving import OURS, PLAIN, Server, cookie_of, served, visitor
from scorekeeper.hearts.rules import Rules
from scorekeeper.records.db import db
from scorekeeper.records.games import quick_start
from scorekeeper.records.keys import new_key
from scorekeeper.records.sheets import load_sheet
from scorekeeper.web.access import Role

POLL_BUDGET: Final = 0.7
SAVE_BUDGET: Final = 2.5
LINES: Final = 8  # phones that ask at once: as many as the server has threads
TURNS: Final = 15
SECONDS: Final = 0.5  # a turn
GAMES: Final = 40
HANDS: Final = 10  # in each: an ordinary game's
WARMING: Final = 20  # hands saved before it counts


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand ready to be saved: ours, and a row of about that size for the plain route."""

    ours: bytes
    plain: bytes


def rows(bench: Bench) -> Iterator[Row]:
    """The poll and the save, on either database."""
    yield from bench.on_each("poll and save", lambda database: _rows(bench, database))


def _rows(bench: Bench, database: Database) -> Iterator[Row]:
    app = database.app()
    with app.app_context():
        WRITTEN.metadata.create_all(db.engine)
        keys = [_game() for _ in range(GAMES)]
        db.session.remove()
    hands = [hand for game, club in keys for hand in _hands(app, game, club)]
    with served(bench, database, *OURS) as ours, served(bench, database, *PLAIN) as plain:
        bench.say(f"answering: polls, {database.name}")
        yield _polls(database, ours, plain, *_poll(app, *keys[0]))
        bench.say(f"answering: saves, {database.name}")
        yield _saves(database, ours, plain, hands)
    with app.app_context():
        db.engine.dispose()


def _game() -> tuple[str, str]:
    """A game that goes on for long, and its club, by their keys."""
    game = quick_start(["Ann", "Bob", "Cy", "Dora"], zone="UTC", rules=Rules(limit=1_000), device=None)
    return game.key, load_sheet(game.key).club.key


def _poll(app: Flask, game: str, club: str) -> tuple[bytes, bytes]:
    headers = cookie_of(visitor(app, club, Role.VIEWER))
    return get(f"/games/{game}/board?since=0", headers), get(f"/read/{game}", headers)


def _polls(database: Database, ours: Server, plain: Server, poll: bytes, read: bytes) -> Row:
    pairs = []
    for turn in range(TURNS + 1):
        pair = (
            requests_per_second(ours.port, poll, LINES, SECONDS),
            requests_per_second(plain.port, read, LINES, SECONDS),
        )
        if turn:  # the first one fills caches
            pairs.append(pair)
    ratio = statistics.median(mine / other for mine, other in pairs)
    mine, other = (statistics.median(rates) for rates in zip(*pairs, strict=True))
    note = f"{mine:,.0f} of {other:,.0f} requests/s"
    return Row.at_least(f"unchanged poll, {database.name}", POLL_BUDGET, ratio, "× plain", note=note)


def _hands(app: Flask, game: str, club: str) -> Iterator[Hand]:
    """The hands of a game, by a device of its own: one alone may not save so many in a minute."""
    client, chance = visitor(app, club, Role.SCOREKEEPER), random.Random(game)
    page = client.get(f"/games/{game}/hands/new").get_data(as_text=True)
    token = re.findall(r'name="csrf_token" value="([^"]*)"', page)[0]
    headers = cookie_of(client)
    for version in range(HANDS):
        first, second, third = sorted(chance.sample(range(14), 3))
        form = {
            "csrf_token": token,
            "version": version,
            "submission": new_key(),
            "about": version + 1,
            "mode": "count",
            "queen": chance.randrange(4),
        }
        hearts = (first, second - first, third - second, 13 - third)
        form |= {f"hearts_{seat}": count for seat, count in enumerate(hearts)}
        yield Hand(
            post(f"/games/{game}/hands/new", headers, form), post("/write", headers, {"said": "x" * 100})
        )


def _saves(database: Database, ours: Server, plain: Server, hands: Sequence[Hand]) -> Row:
    with Line(ours.port) as mine, Line(plain.port) as other:
        took = [(_took(mine, hand.ours), _took(other, hand.plain)) for hand in hands]
    save, write = (statistics.median(times) for times in zip(*took[WARMING:], strict=True))
    note = f"{save * 1000:.1f} of {write * 1000:.1f} ms"
    return Row.at_most(f"saving a hand, {database.name}", SAVE_BUDGET, save / write, "× plain", note=note)


def _took(line: Line, request: bytes) -> float:
    began = time.perf_counter()
    answer = line.ask(request)
    took = time.perf_counter() - began
    if answer.status != 303:
        raise AssertionError(f"{answer.status}: {answer.body!r}")
    return took
