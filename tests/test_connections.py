"""How many phones may be connected."""

from __future__ import annotations

import socket
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests import serving

PHONES = 1_100  # Granian alone lets in 1,024
ALLOWED = 1_300  # open files of this process
HALF = b"GET /healthz HTTP/1.1\r\nHost: a\r\n"


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="Windows counts open files otherwise")
def test_more_than_a_thousand_phones_are_connected_at_once(tmp_path: Path) -> None:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < ALLOWED:
        pytest.skip(f"this system allows a process {hard} open files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, ALLOWED), hard))
    port = serving.free_port()
    env = serving.environment(INSTANCE=str(tmp_path), PORT=str(port), HOST="127.0.0.1")
    # What a shell often allows; the server asks for more.
    command = ["sh", "-c", f"ulimit -S -n 1024; exec {sys.executable} -m scorekeeper serve 2>/dev/null"]
    with serving.served(command, port, env, serving.ROOT), ExitStack() as opened:
        phones = [socket.create_connection(("127.0.0.1", port), serving.PATIENCE) for _ in range(PHONES)]
        for phone in phones:
            opened.callback(phone.close)
            phone.sendall(HALF)
        for phone in (phones[-1], phones[0]):  # the last is not let in by the first's having been given up
            phone.sendall(b"\r\n")
            assert phone.recv(1024).startswith(b"HTTP/1.1 200")
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
