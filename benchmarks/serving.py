"""Servers for the benchmarks, in processes of their own, and devices that are let in."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp

from flask import Flask
from flask.testing import FlaskClient

from benchmarks.bench import SECRET_KEY, Bench, Database
from scorekeeper.records.clubs import club_by_key
from scorekeeper.web.access import Role, token_for
from tests import serving

OURS = ("-m", "scorekeeper", "serve")
PLAIN = ("-m", "benchmarks.plain")
_MEMORY = re.compile(r"^Pss: +(\d+) kB", re.MULTILINE)  # what is shared, in equal parts


@dataclass(frozen=True, slots=True)
class Server:
    """A server that answers on a port of this computer."""

    port: int
    pid: int


@contextmanager
def served(bench: Bench, database: Database, *command: str, **settings: str) -> Iterator[Server]:
    """Serve a database by a Python command, `OURS` or `PLAIN`, once it answers; end it at last.

    Settings are named without their prefix: `WORKERS="2"`.
    """
    port, folder = serving.free_port(), Path(mkdtemp(dir=bench.folder))
    env = environment(database, port, folder, **settings)
    with serving.logged([sys.executable, *command], port, env, folder / "said") as process:
        yield Server(port, process.pid)


def environment(database: Database, port: int, folder: Path, **settings: str) -> Mapping[str, str]:
    """The environment of a server on that database."""
    return serving.environment(
        INSTANCE=str(folder),
        DATABASE_URL=database.url,
        SECRET_KEY=SECRET_KEY,
        HOST="127.0.0.1",
        PORT=str(port),
        **settings,
    )


def visitor(app: Flask, club_key: str, role: Role) -> FlaskClient:
    """A device that has come by a club's link. Its cookie is good at a server on the same database."""
    with app.app_context():
        token = token_for(club_by_key(club_key), role)
    client = app.test_client()
    client.get(f"/join/{token}")
    return client


def cookie_of(client: FlaskClient) -> Mapping[str, str]:
    """The header that tells a server who is there."""
    name = str(client.application.config["SESSION_COOKIE_NAME"])
    cookie = client.get_cookie(name)
    return {"Cookie": f"{name}={cookie.value}"} if cookie is not None else {}


def memory(process: Path) -> int:
    """Bytes a process has to itself, and its part of what it shares; `process` lies in /proc."""
    kilobytes = _MEMORY.findall((process / "smaps_rollup").read_text())
    return 1024 * sum(map(int, kilobytes))
