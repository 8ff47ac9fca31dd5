"""Thousands of requests of every kind of visitor who means no good, or whose phone has gone mad.

Hypothesis makes them, so that what breaks is told as the smallest request that does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from urllib.parse import quote, urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from scorekeeper.records.db import db
from scorekeeper.web.access import Role
from tests.web.conftest import Visit
from tests.web.test_routes_by_role import KINDS, TABLE, may, values, visitor
from tests.web.world import Place, books, settle

REQUESTS = 1_000  # of each kind of visitor, on each database
A_WORLD = 250  # requests until everything is new again

NASTY: Sequence[str] = (
    "",
    " ",
    "0",
    "-1",
    "1",
    "3",
    "4",
    "9" * 9,
    "9" * 40,
    "1e9",
    "NaN",
    "1_0",
    "٣",
    "−5",
    "2147483648",
    "9" * 18,
    "null",
    "true",
    "[]",
    '{"a": 1}',
    "<script>alert(1)</script>",
    "{{ 7*7 }}",
    "'; DROP TABLE hand; --",
    "../../etc/passwd",
    "%00",
    "\0",
    "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
    "\u202eevil",
    "é" * 25,
    "👩‍👩‍👧",
    "x" * 300,
    "x" * 20_000,
    "=1+1",
    "kitty",
    "add",
    "subtract",
    "left",
    "scatter",
    "host",
    "viewer",
    "archive",
    "bring_back",
    "save",
    "draw",
    "rules",
    "p1",
    "n:",
    "n:Ann",
    "points",
    "cards",
    "count",
    "2024-02-30",
    "Europe/Berlin",
)
FIELDS: Sequence[str] = (
    *(f"{field}_{seat}" for field in ("hearts", "points", "seat", "no_trick") for seat in (0, 3, 11)),
    *("mode", "queen", "jack", "moon", "sun", "moon_choice", "holder_A", "as_called", "later_choice_2"),
    *(
        "version",
        "submission",
        "before",
        "number",
        "hand",
        "about",
        "dealer",
        "passing",
        "do",
        "name",
        "zone",
    ),
    *("limit", "hearts", "preset", "names-0", "names-9", "into", "upload", "stamp", "file", "role", "below"),
    *("device", "code", "seat", "note", "place", "table_number", "carried_0", "hand_number", "moon_value"),
    *("since", "page", "year", "period", "rules", "state", "words", "player", "players", "sort", "least"),
    *("correct", "total_0", "overtime", "add_name", "club_name", "preset_was", "rules_were", "written"),
    *("dates", "day", "unfinished", "again", "name:ann", "", "a" * 200),
)
TYPES = ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json", "")


class Madman:
    """Makes a request by chance."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def address(self, key: tuple[str, str], place: Place) -> str:
        """The address of a route, mostly one that is there."""
        filled = values(place, key[1], TABLE[key])
        for name in filled:
            if self.chance.random() < 0.1:
                number = name in ("number", "player_id")
                filled[name] = self.chance.choice(("0", "9" * 30) if number else NASTY)
        path = key[1]
        for name, value in filled.items():
            for part in (f"<{name}>", f"<int:{name}>", f"<path:{name}>"):
                path = path.replace(part, quote(str(value), safe=""))
        if self.chance.random() < 0.4:
            path += "?" + urlencode(self.fields(3))
        return path

    def fields(self, most: int) -> list[tuple[str, str]]:
        """Fields by chance, some of them twice."""
        pairs = [
            (self.chance.choice(FIELDS), self.chance.choice(NASTY))
            for _ in range(self.chance.randint(0, most))
        ]
        return pairs + pairs[: self.chance.randint(0, 1)]

    def body(self, key: tuple[str, str], place: Place) -> bytes:
        """What is sent: the right form with something broken in it, fields by chance, or noise."""
        kind = self.chance.random()
        if kind < 0.05:
            return self.chance.randbytes(10) * self.chance.choice((1, 50, 7_000))
        sent = [(n, str(v)) for n, v in TABLE[key].form(place).items()] if kind < 0.7 else []
        self.chance.shuffle(sent)
        sent = sent[self.chance.randint(0, 1) :]
        sent = [(n, self.chance.choice(NASTY) if self.chance.random() < 0.2 else v) for n, v in sent]
        return urlencode(sent + self.fields(6)).encode()

    def ask(self, client: FlaskClient, key: tuple[str, str], place: Place) -> TestResponse:
        """One request."""
        headers = {"HX-Request": "true"} if self.chance.random() < 0.3 else {}
        body = self.body(key, place) if key[0] == "POST" else b""
        kind = TYPES[0] if self.chance.random() < 0.9 else self.chance.choice(TYPES)
        return client.open(
            self.address(key, place),
            method=key[0],
            data=body,
            content_type=kind if body else None,
            headers=headers,
            buffered=True,
        )


def rows_of(app: Flask, place: Place) -> list[str]:
    """What is kept of a club."""
    with app.app_context():
        tables = db.metadata.tables
        club = db.session.execute(tables["club"].select().where(tables["club"].c.key == place.club)).one()
        mine = [repr(club)]
        for table in (tables[name] for name in ("player", "game", "membership", "upload", "join_code")):
            rows = db.session.execute(table.select().where(table.c.club_id == club.id))
            mine += sorted(map(repr, rows))
        return mine


@dataclass
class World:
    """Two clubs, and a device that visits the first; new again after so many requests."""

    app: Flask
    visit: Visit
    kind: str | Role
    asked: int = 0
    known: str | None = None  # the fingerprint of the books, where nothing has been allowed since
    here: Place = field(init=False)
    there: Place = field(init=False)
    client: FlaskClient = field(init=False)
    untouched: list[str] = field(init=False)

    def renew(self) -> None:
        """Everything as at first."""
        with self.app.app_context():
            self.here, self.there = settle("Thursday Hearts"), settle("Next door")
        self.client = visitor(self.visit, self.kind, self.here, self.there)
        if self.kind != "nobody":
            mine = self.there if self.kind == "host elsewhere" else self.here
            self.client.get(f"/clubs/{mine.club}")
        self.untouched = rows_of(self.app, self.there)
        self.known = None

    def ask(self, madman: Madman, key: tuple[str, str]) -> None:
        """One request: nothing breaks, and nothing changes that may not."""
        if self.asked % A_WORLD == 0:
            self.renew()
        self.asked += 1
        allowed = may(self.kind, TABLE[key].lowest)
        before = None if allowed else self.known or books(self.app)
        self.known = None
        answer = madman.ask(self.client, key, self.here)
        assert answer.status_code < 500, (key, answer.request.url, answer.text)
        assert "Traceback" not in answer.text
        if not allowed:
            assert answer.status_code in (400, 404, 405, 413, 308), (key, answer.request.url)
            self.known = books(self.app)
            assert self.known == before, key
        elif self.asked % 50 == 0 and self.kind != "host elsewhere":
            assert rows_of(self.app, self.there) == self.untouched


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_breaks_and_nothing_changes_that_may_not(app: Flask, visit: Visit, kind: str | Role) -> None:
    world = World(app, visit, kind)

    @settings(
        max_examples=REQUESTS,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.randoms(use_true_random=False), st.sampled_from(sorted(TABLE)))
    def ask(chance: Random, key: tuple[str, str]) -> None:
        world.ask(Madman(chance), key)

    ask()
    assert world.asked >= REQUESTS
    if kind != "host elsewhere":
        assert rows_of(app, world.there) == world.untouched
