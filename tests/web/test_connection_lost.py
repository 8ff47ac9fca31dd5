"""The connection to PostgreSQL is lost under a request, at every place in it: patience, and nothing half."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.records.clubs import club_by_key
from scorekeeper.records.rebuild import rebuild
from scorekeeper.web.access import Role, token_for
from tests.conftest import clear
from tests.records.table import Table
from tests.web.bare import Bare
from tests.web.conftest import application_on
from tests.web.desk import hearts, record_form
from tests.web.test_routes_by_role import TABLE, ask
from tests.web.world import Place, books, settle

MOST = 60  # statements of a request
# Written while they are sent; what is cut off there is an answer without its end, and a browser says so.
IN_PIECES = {f"/clubs/<club_key>{end}" for end in (".json", "/games.csv", "/hands.csv")}
# The club is there when the device is let in, and the same form again leads to it.
IN_TWO_STEPS = {("POST", "/")}


@dataclass
class Scissors:
    """Cut the connection under the statement of that number, counted from now on; 0: under none."""

    at: int = 0
    asked: int = 0
    after: bool = False  # once the statement is answered

    def cut(self, at: int, *, after: bool = False) -> None:
        self.at, self.asked, self.after = at, 0, after

    def before(self, connection: psycopg.Connection[Any]) -> None:
        """Hear of a statement."""
        self.asked += 1
        if not self.after:
            self._cut(connection)

    def behind(self, connection: psycopg.Connection[Any]) -> None:
        """Hear that a statement was answered, or in a pipeline that it was sent."""
        if self.after:
            self._cut(connection)

    def _cut(self, connection: psycopg.Connection[Any]) -> None:
        if self.asked == self.at:
            with socket.socket(fileno=os.dup(connection.fileno())) as line:
                line.shutdown(socket.SHUT_RDWR)


SCISSORS = Scissors()


class Cursor(psycopg.Cursor[Any]):
    """Tells the scissors of all that is sent, but for the pool's question whether anybody is there."""

    def execute(self, query: Any, *given: Any, **how: Any) -> Cursor:
        """Send a statement."""
        if query == ";":  # as SQLAlchemy asks it
            return super().execute(query, *given, **how)
        SCISSORS.before(self.connection)
        super().execute(query, *given, **how)
        SCISSORS.behind(self.connection)
        return self

    def executemany(self, query: Any, *given: Any, **how: Any) -> None:
        """Send a statement for each of some rows."""
        SCISSORS.before(self.connection)
        super().executemany(query, *given, **how)
        SCISSORS.behind(self.connection)


@pytest.fixture(scope="module")
def served(postgres_schema: str) -> Iterator[Flask]:
    options = {"connect_args": {"cursor_factory": Cursor}}
    with application_on(postgres_schema, RATELIMIT_STORAGE="", SQLALCHEMY_ENGINE_OPTIONS=options) as app:
        yield app


@pytest.fixture
def scissors(served: Flask) -> Scissors:
    clear(served)
    SCISSORS.cut(0)
    return SCISSORS


def host_of(served: Flask) -> tuple[Place, FlaskClient]:
    """A club, and a device that is its host."""
    with served.app_context():
        here = settle("Thursday Hearts")
        token = token_for(club_by_key(here.club), Role.HOST)
    client = served.test_client()
    client.get(f"/join/{token}")
    return here, client


@pytest.mark.long
@pytest.mark.parametrize("key", [key for key in TABLE if key[1] not in IN_PIECES], ids=" ".join)
def test_a_connection_lost_at_any_moment_is_a_page_that_says_so(
    served: Flask, scissors: Scissors, key: tuple[str, str]
) -> None:
    here, client = host_of(served)
    client.get(f"/clubs/{here.club}")
    before = books(served)
    for at in range(1, MOST):
        scissors.cut(at)
        answer = ask(served, client, key, here)
        reached = scissors.asked >= at
        scissors.cut(0)
        if not reached or answer.status_code == 303:  # it is done, and what was cut is a look after it
            break
        assert answer.status_code in (200, 404, 503)
        if key not in IN_TWO_STEPS:
            assert books(served) == before
    assert client.get(f"/clubs/{here.club}").status_code == 200


def test_a_connection_lost_when_all_is_answered_takes_nothing_from_a_page(
    served: Flask, scissors: Scissors
) -> None:
    here, client = host_of(served)
    for page in (f"/games/{here.game}", f"/games/{here.game}/hands/new", f"/clubs/{here.club}/players"):
        client.get(page)
        scissors.cut(0)
        assert client.get(page).status_code == 200
        scissors.cut(scissors.asked, after=True)
        assert client.get(page).status_code == 200
        scissors.cut(0)
        assert client.get(page).status_code == 200


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_hand_is_saved_whole_and_once_wherever_the_connection_was_lost(
    served: Flask, scissors: Scissors, after: bool
) -> None:
    with served.app_context():
        table = Table.of(rules={"limit": 10_000})
        token = token_for(table.sheet.club, Role.SCOREKEEPER)
    client = served.test_client()
    client.get(f"/join/{token}")
    lost = 0
    for at in range(1, MOST):
        form = record_form(Bare(client).get(f"/games/{table.key}/hands/new"))
        data = form.fill(**hearts(4, 6, 3, 0), queen=1).data()
        scissors.cut(at, after=after)
        answer = client.post(form.action, data=data)
        reached = scissors.asked >= at
        scissors.cut(0)
        assert answer.status_code in (303, 503)
        lost += answer.status_code == 503
        assert client.post(form.action, data=data).status_code == 303
        with served.app_context():
            assert (len(table.sheet.hands), table.totals) == (at, (4 * at, 19 * at, 3 * at, 0))
        if not reached:
            break
    assert at - 1 == 9  # the question, BEGIN, six that write, COMMIT: what a save sends
    assert lost >= 8  # one that came after the last is answered
    with served.app_context():
        assert rebuild() == []
