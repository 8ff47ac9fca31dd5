"""Phones that record hands over HTTP while servers are killed, and what must be true of the books then."""

from __future__ import annotations

import http.client
import random
import re
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from flask import Flask
from sqlalchemy import make_url

from scorekeeper import create_app
from scorekeeper.hearts.rules import Rules
from scorekeeper.records import schema
from scorekeeper.records.db import db
from scorekeeper.records.games import quick_start
from scorekeeper.records.rebuild import rebuild
from scorekeeper.records.sheets import load_sheet
from scorekeeper.web.access import Role, token_for
from tests import serving
from tests.conftest import SECRET_KEY

# Each phone's game and how many hands it records.
Work = Sequence[tuple[int, int]]
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
GONE = (OSError, http.client.HTTPException)


@dataclass
class Log:
    """What was confirmed, written down outside the server: {submission: (game, hearts, queen)}."""

    confirmed: dict[str, tuple[str, tuple[int, ...], int]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


@dataclass
class Phone:
    """A client that records hands until it has its number, however often a server dies.

    Of several servers it asks any, a page of one and its form of another, as behind a balancer.
    """

    ports: Sequence[int]
    token: str
    game: str
    hands: int
    chance: random.Random
    log: Log
    cookie: str = ""

    def run(self) -> None:
        """Record them all; what cannot be is a fault."""
        try:
            self.ask("GET", f"/join/{self.token}")
            for _ in range(self.hands):
                self._record()
        except Exception as error:  # a thread's error would be lost
            self.log.faults.append(repr(error))

    def _record(self) -> None:
        first, second, third = sorted(self.chance.sample(range(14), 3))
        hearts, queen = (first, second - first, third - second, 13 - third), self.chance.randrange(4)
        status = 409
        while status == 409:  # somebody else recorded meanwhile: this was not saved
            _, page = self.ask("GET", f"/games/{self.game}/hands/new")
            sent = {
                "mode": "count",
                "queen": queen,
                **{f"hearts_{seat}": count for seat, count in enumerate(hearts)},
                **{name: hidden(page, name) for name in ("csrf_token", "version", "submission")},
            }
            status, page = self.ask("POST", f"/games/{self.game}/hands/new", sent)
        if status != 303:
            raise AssertionError(f"{status}: {page}")
        self.log.confirmed[str(sent["submission"])] = (self.game, hearts, queen)

    def ask(self, method: str, path: str, form: Mapping[str, object] | None = None) -> tuple[int, str]:
        """Ask until somebody answers. Sent twice, a form counts once."""
        until = time.monotonic() + 2 * serving.PATIENCE
        while time.monotonic() < until:
            connection = http.client.HTTPConnection(
                "127.0.0.1", self.chance.choice(self.ports), timeout=serving.PATIENCE
            )
            with closing(connection):
                try:
                    body = urlencode(form) if form else None
                    connection.request(method, path, body, {"Cookie": self.cookie, **(FORM if form else {})})
                    answer = connection.getresponse()
                    page = answer.read().decode()
                except GONE:
                    time.sleep(0.05)
                    continue
            if set_cookie := answer.getheader("Set-Cookie"):
                self.cookie = set_cookie.partition(";")[0]
            if answer.status != 503:
                return answer.status, page
            time.sleep(0.2)
        raise AssertionError(f"nobody answered {method} {path}")


def hidden(page: str, name: str) -> str:
    """The value of a page's hidden field."""
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found is not None, page
    return found[1]


def served(env: Mapping[str, str], port: int, log: Path) -> AbstractContextManager[subprocess.Popen[str]]:
    """The server in a process group of its own."""
    return serving.logged([sys.executable, "-m", "scorekeeper", "serve"], port, env, log)


def check(app: Flask, log: Log, games: Sequence[str], *, unheard: int = 0) -> None:
    """Every confirmed hand is there exactly once, none is half there, and the database is sound.

    At most `unheard` hands are there of which nobody has heard yet.
    """
    confirmed = dict(log.confirmed)
    with app.app_context():
        table = db.metadata.tables["submission"]
        rows = db.session.execute(table.select())
        made = {row.id: row for row in rows if row.answer.get("game_key") in games}
        assert set(confirmed) <= set(made)
        assert len(made) - len(confirmed) <= unheard
        for game in games:
            hands = load_sheet(game).hands
            ours = [row for row in made.values() if row.answer["game_key"] == game]
            assert sorted(row.answer["number"] for row in ours) == [hand.number for hand in hands]
            for row in ours:
                if row.id in confirmed:
                    taken = hands[row.answer["number"] - 1].facts.taken or ()
                    seats = tuple(each.hearts for each in taken if each)
                    queen = next(seat for seat, each in enumerate(taken) if each and each.queen)
                    assert confirmed[row.id] == (game, seats, queen)
        db.session.remove()
        assert rebuild() == []
        db.session.remove()
        url = make_url(app.config["SQLALCHEMY_DATABASE_URI"])
        db.engine.dispose()
    if url.get_backend_name() == "sqlite":
        with closing(sqlite3.connect(str(url.database))) as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def prepared(url: str, work: Work) -> tuple[Flask, list[str], list[str]]:
    """The application on that database, and the games and the tokens of the phones."""
    app = create_app({"SECRET_KEY": SECRET_KEY, "SQLALCHEMY_DATABASE_URI": url})
    with app.app_context():
        schema.upgrade()
        rules = Rules(limit=100_000)
        keys = [
            quick_start(["Ann", "Bob", "Cy", "Dora"], zone="UTC", rules=rules, device=None).key
            for _ in {game for game, _ in work}
        ]
        tokens = [token_for(load_sheet(key).club, Role.SCOREKEEPER) for key in keys]
        db.session.remove()
        db.engine.dispose()
    return app, keys, tokens


def phones_of(
    work: Work, ports: Sequence[int], games: Sequence[str], tokens: Sequence[str], log: Log
) -> list[threading.Thread]:
    """The phones, each in a thread that was started."""
    threads = []
    for number, (game, hands) in enumerate(work):
        phone = Phone(ports, tokens[game], games[game], hands, random.Random(number), log)
        threads.append(threading.Thread(target=phone.run, daemon=True))
        threads[-1].start()
    return threads
