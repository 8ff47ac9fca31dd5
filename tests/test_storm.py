"""A thousand hands over HTTP, while all that serves is killed, or PostgreSQL ends its connections."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text

from scorekeeper.records.keys import new_key
from tests import serving
from tests.conftest import SECRET_KEY
from tests.phones import Log, check, phones_of, prepared, served

KILLS = 10
# Four play alone, four share two games.
WORK = ((0, 150), (1, 150), (2, 150), (3, 150), (4, 100), (4, 100), (5, 100), (5, 100))
HANDS = sum(hands for _, hands in WORK)
FEWER = tuple((game, hands // 3) for game, hands in WORK)  # some hundred connections end meanwhile


@pytest.mark.long
def test_what_was_confirmed_is_there_once_however_often_everything_is_killed(
    database_url: str, tmp_path: Path
) -> None:
    app, games, tokens = prepared(database_url, WORK)
    port, log, chance = serving.free_port(), Log(), random.Random(new_key())
    env = serving.environment(
        INSTANCE=str(tmp_path / "instance"),
        DATABASE_URL=database_url,
        SECRET_KEY=SECRET_KEY,
        HOST="127.0.0.1",
        PORT=str(port),
        WORKERS="3",
    )
    threads = phones_of(WORK, [port], games, tokens, log)
    for moment in sorted(chance.sample(range(20, HANDS - 20), KILLS)):
        with served(env, port, tmp_path / "said"):
            while len(log.confirmed) < moment and not log.faults:
                time.sleep(0.005)
            time.sleep(chance.random() * 0.05)
        assert log.faults == []
        check(app, log, games, unheard=len(WORK))
    with served(env, port, tmp_path / "said"):
        for thread in threads:
            thread.join(5 * serving.PATIENCE)
    assert log.faults == []
    assert len(log.confirmed) == HANDS
    check(app, log, games)
    assert "Traceback" not in (tmp_path / "said").read_text()


@pytest.mark.long
def test_what_was_confirmed_is_there_once_however_often_postgresql_ends_a_connection(
    postgres_schema: str, tmp_path: Path
) -> None:
    name = f"storm-{new_key()}"
    url = make_url(postgres_schema).update_query_dict({"application_name": name})
    app, games, tokens = prepared(url.render_as_string(hide_password=False), FEWER)
    port, log, chance = serving.free_port(), Log(), random.Random(new_key())
    env = serving.environment(
        INSTANCE=str(tmp_path / "instance"),
        DATABASE_URL=url.render_as_string(hide_password=False),
        SECRET_KEY=SECRET_KEY,
        HOST="127.0.0.1",
        PORT=str(port),
        WORKERS="2",
    )
    with served(env, port, tmp_path / "said"):
        threads = phones_of(FEWER, [port], games, tokens, log)
        ended = end_connections(postgres_schema, name, threads, chance)
    assert log.faults == []
    assert ended > KILLS
    assert len(log.confirmed) == sum(hands for _, hands in FEWER)
    check(app, log, games)


def end_connections(url: str, name: str, threads: list[threading.Thread], chance: random.Random) -> int:
    """End connections of that name in the middle of their work until the phones are done; how many."""
    ended = 0
    busy = text(
        "SELECT count(pg_terminate_backend(pid)) FROM (SELECT pid FROM pg_stat_activity"
        " WHERE application_name = :name AND state <> 'idle' ORDER BY random() LIMIT 1) AS one"
    )
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        while any(thread.is_alive() for thread in threads):
            ended += connection.scalar(busy, {"name": name}) or 0
            time.sleep(chance.random() * 0.15)
    engine.dispose()
    return ended
