"""Serving: what is checked before, what is said to the table, and Granian."""

from __future__ import annotations

import logging
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import StringIO
from ipaddress import ip_address
from pathlib import Path
from typing import Any, TextIO

import segno
from flask import Flask
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server.common import AbstractServer
from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError

from scorekeeper import create_app, network
from scorekeeper.config import ConfigError, Settings
from scorekeeper.records import schema
from scorekeeper.records.backup import BackupError, serving
from scorekeeper.records.db import db
from scorekeeper.stalled import Stalled
from scorekeeper.web import request_log

if sys.platform != "win32":
    import resource

QUIET_ZONE = 2  # modules of margin; readers find it with less than the standard's four
STOP_WITHIN = 5  # seconds for answers under way when the server is stopped
# Open at a process at once: a phone keeps a few. Granian alone would let in 1,024 at all processes together,
# and whoever came later would wait until one of them leaves.
CONNECTIONS = 4_096


def serve(settings: Settings) -> None:
    """Serve until stopped. Raises ConfigError, before anything is served, for what makes that impossible."""
    address = network.resolve(settings.host)
    with network.port_held(address, settings.port):
        bring_up_to_date()
        announce(settings, address, sys.stdout)
        with books_held(settings):
            server_for(settings, address, "scorekeeper:create_app").serve(
                target_loader=load_in_worker, wrap_loader=False
            )


def server_for(settings: Settings, address: str, target: str) -> AbstractServer[Any]:
    """Granian, set up for a WSGI application that it has not loaded yet."""
    allow_connections()
    return Granian(
        target,
        address=address,
        port=settings.port,
        interface=Interfaces.WSGI,
        workers=settings.workers,
        blocking_threads=settings.threads,  # as many as database connections, so that none waits for one
        backpressure=CONNECTIONS,
        log_level=LogLevels.error,
        respawn_failed_workers=True,
        workers_kill_timeout=STOP_WITHIN,
    )


def allow_connections() -> None:
    """Ask the system for as many open files, which connections are: many allow 1,024 by themselves."""
    if sys.platform == "win32":  # counts them otherwise
        return
    wanted = CONNECTIONS + 256  # the database's, and files
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        with suppress(OSError, ValueError):  # a Mac has a limit beside this one
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))


@contextmanager
def books_held(settings: Settings) -> Iterator[None]:
    """Say that this serves, so that nobody restores an SQLite file under it. Raises ConfigError."""
    url = make_url(settings.database)
    if url.get_backend_name() != "sqlite":
        yield
        return
    try:
        with serving(Path(str(url.database))):
            yield
    except BackupError as error:
        raise ConfigError(str(error)) from error


def load_in_worker() -> Flask:
    """The application, in a worker process.

    A terminal sends Ctrl-C to every process at once. Only the parent is to hear it: it stops the workers,
    and a worker that went by itself would be taken for one that broke.
    """
    if hasattr(signal, "pthread_sigmask"):  # Windows has none
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    request_log.write_lines()
    # What ends a pipeline is told by the error; that nothing after it was done needs no line of its own.
    logging.getLogger("psycopg").setLevel(logging.ERROR)
    app = create_app()
    stalled = Stalled(app.wsgi_app, app.config["SCOREKEEPER"].threads)
    stalled.watch()
    app.wsgi_app = stalled  # type: ignore[method-assign]
    return app


def bring_up_to_date() -> None:
    """Give the database the newest schema, and say so where there was an older one. Raises ConfigError."""
    with create_app().app_context():
        where = db.engine.url.render_as_string()  # with *** for the password
        try:
            copy = schema.upgrade()
        except schema.SchemaError as error:
            raise ConfigError(str(error)) from error
        except DBAPIError as error:
            reason = " ".join(str(error.orig).split())
            raise ConfigError(f"The database {where} cannot be used ({reason}).") from error
        finally:
            db.engine.dispose()  # worker processes must not share a connection
    if copy:
        print(f"The database was brought up to date. As it was before it lies in {copy}", flush=True)


def announce(settings: Settings, address: str, out: TextIO) -> None:
    """Say where the table is found: the address for the phones, and its QR code where `out` can show one."""
    here = network.url("localhost", settings.port)
    found = [network.url(each, settings.port) for each in network.addresses(address)]
    if settings.address:
        found = [settings.address]
    elif not found or ip_address(address).is_loopback:
        print(
            f"\nScorekeeper is served, to this computer only:\n\n    {here}\n\nCtrl-C ends it.",
            file=out,
            flush=True,
        )
        return
    first, *others = found
    print(f"\nScorekeeper is served. On the phones at the table open\n\n    {first}\n", file=out)
    if code := qr_code(first, out):
        print(code, file=out)
    if others:
        print(f"If that does not open: {' or '.join(others)}", file=out)
    if ip_address(address).is_unspecified:
        print(f"On this computer: {here}", file=out)
    print("Ctrl-C ends it.", file=out, flush=True)


def qr_code(text: str, out: TextIO) -> str:
    """`text` as a QR code of block characters; "" where `out` is no terminal that can show it."""
    if not out.isatty():
        return ""
    code = segno.make(text, micro=False)
    drawn = StringIO()
    code.terminal(drawn, border=QUIET_ZONE, compact=True)
    picture = drawn.getvalue()
    try:
        picture.encode(out.encoding)
    except UnicodeEncodeError:
        return ""
    if shutil.get_terminal_size().columns < code.symbol_size(border=QUIET_ZONE)[0]:
        return ""
    if os.name == "nt":
        return picture
    # Said in colours, the code is dark on light in a light terminal too.
    return "".join(f"\x1b[97;40m{line}\x1b[0m\n" for line in picture.splitlines())
