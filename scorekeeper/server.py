"""Serving: what is checked before, what is said to the table, and Granian."""

from __future__ import annotations

import os
import shutil
import sys
from io import StringIO
from typing import TextIO

import segno
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

from scorekeeper import create_app, network
from scorekeeper.config import Settings

QUIET_ZONE = 2  # modules of margin; readers find it with less than the standard's four
STOP_WITHIN = 5  # seconds for answers under way when the server is stopped


def serve(settings: Settings) -> None:
    """Serve until stopped. Raises ConfigError, before anything is served, for what makes that impossible."""
    address = network.resolve(settings.host)
    network.check_free(address, settings.port)
    bring_up_to_date()
    announce(settings, address, sys.stdout)
    server = Granian(
        "scorekeeper:create_app",
        address=address,
        port=settings.port,
        interface=Interfaces.WSGI,
        workers=settings.workers,
        blocking_threads=settings.threads,  # as many as database connections, so that none waits for one
        log_level=LogLevels.error,
        workers_kill_timeout=STOP_WITHIN,
    )
    server.serve(target_loader=create_app, wrap_loader=False)


def announce(settings: Settings, address: str, out: TextIO) -> None:
    """Say where the phones find the table: the address, and as a QR code where `out` can show one."""
    here = network.url(address, settings.port)
    found = [network.url(each, settings.port) for each in network.addresses(address)]
    first, *others = [settings.address] if settings.address else found or [here]
    print(f"\nScorekeeper is served. On the phones at the table open\n\n    {first}\n", file=out)
    if code := qr_code(first, out):
        print(code, file=out)
    if others:
        print(f"If that does not open, try {' or '.join(others)}", file=out)
    print(f"On this computer: {network.url('localhost', settings.port)}", file=out)
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
