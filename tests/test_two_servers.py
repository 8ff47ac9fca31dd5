"""Two servers that share a database and a secret key, and nothing else."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from scorekeeper.records.clubs import club_by_key
from scorekeeper.records.db import db
from scorekeeper.records.sheets import load_sheet
from scorekeeper.web.access import Role, token_for
from tests import serving
from tests.conftest import SECRET_KEY
from tests.phones import Log, Phone, check, hidden, phones_of, prepared, served

# Two play alone, two share a game, and each asks both servers.
WORK = ((0, 100), (1, 100), (2, 80), (2, 80))
HANDS = sum(hands for _, hands in WORK)


def environment(folder: Path, port: int, url: str) -> dict[str, str]:
    return serving.environment(
        INSTANCE=str(folder), DATABASE_URL=url, SECRET_KEY=SECRET_KEY, HOST="127.0.0.1", PORT=str(port)
    )


def wait_for(log: Log, hands: int) -> None:
    while len(log.confirmed) < hands and not log.faults:
        time.sleep(0.005)
    assert log.faults == []


@pytest.mark.long
def test_nothing_confirmed_is_lost_where_one_of_two_servers_is_killed(
    postgres_schema: str, tmp_path: Path
) -> None:
    app, games, tokens = prepared(postgres_schema, WORK)
    ports = serving.free_port(), serving.free_port()
    first, second = (environment(tmp_path / str(port), port, postgres_schema) for port in ports)
    log, said = Log(), tmp_path / "said"
    with served(first, ports[0], said):
        with served(second, ports[1], said):
            threads = phones_of(WORK, ports, games, tokens, log)
            wait_for(log, HANDS // 3)
        wait_for(log, HANDS // 2)  # by the first alone
        with served(second, ports[1], said):
            for thread in threads:
                thread.join(5 * serving.PATIENCE)
    assert log.faults == []
    assert len(log.confirmed) == HANDS
    check(app, log, games)


@pytest.mark.long
def test_a_role_given_or_taken_at_one_server_is_so_at_the_other_from_the_next_request_on(
    postgres_schema: str, tmp_path: Path
) -> None:
    app, (game,), _ = prepared(postgres_schema, WORK[:1])
    with app.app_context():
        club = load_sheet(game).club
        as_host, to_keep_score = (token_for(club, role) for role in (Role.HOST, Role.SCOREKEEPER))
    ports = one, other = serving.free_port(), serving.free_port()
    first, second = (environment(tmp_path / str(port), port, postgres_schema) for port in ports)

    host, keeper = (Phone([one], "", game, 0, random.Random(1), Log()) for _ in range(2))
    page = f"/games/{game}/hands/new"
    with served(first, one, tmp_path / "said"), served(second, other, tmp_path / "said"):
        assert asked(host, one, f"/join/{as_host}") == asked(keeper, one, f"/join/{to_keep_score}") == 303
        assert asked(keeper, other, page) == 200
        renew(host, club.key, other)
        assert asked(keeper, one, page) == 404
        with app.app_context():
            anew = token_for(club_by_key(club.key), Role.SCOREKEEPER)
            db.session.remove()
            db.engine.dispose()
        assert asked(keeper, other, f"/join/{anew}") == 303
        assert asked(keeper, one, page) == 200
        assert asked(host, one, page) == asked(host, other, page) == 200


def asked(phone: Phone, port: int, path: str) -> int:
    """The status of what a phone asks one of the servers for."""
    phone.ports = [port]
    return phone.ask("GET", path)[0]


def renew(host: Phone, club_key: str, port: int) -> None:
    """Make the scorekeepers' link anew at this server."""
    host.ports = [port]
    _, links = host.ask("GET", f"/clubs/{club_key}/links")
    form = {"csrf_token": hidden(links, "csrf_token"), "role": "scorekeeper"}
    assert host.ask("POST", f"/clubs/{club_key}/links/renew", form)[0] == 303
