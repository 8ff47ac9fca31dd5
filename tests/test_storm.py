"""Ten times SIGKILL for everything that serves, while a thousand hands are recorded over HTTP."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from scorekeeper.records.keys import new_key
from tests import serving
from tests.conftest import SECRET_KEY
from tests.phones import Log, check, phones_of, prepared, served

KILLS = 10
# Four play alone, four share two games.
WORK = ((0, 150), (1, 150), (2, 150), (3, 150), (4, 100), (4, 100), (5, 100), (5, 100))
HANDS = sum(hands for _, hands in WORK)


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
