"""The real command in a process of its own: for the tests of serving, of installing and of make."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent
PATIENCE = 60  # seconds; a busy machine is slow, a hung server must not hang the tests


def environment(**variables: str) -> dict[str, str]:
    """This environment without any setting of ours but the given ones (`PORT="80"`: SCOREKEEPER_PORT).

    Nor does it pass on what a `make` that runs the tests says to those it starts.
    """
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("SCOREKEEPER_", "MAKE"))
    }
    return kept | {f"SCOREKEEPER_{name}": value for name, value in variables.items()}


def free_port() -> int:
    """A port nobody serves on now."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def fetch(port: int, path: str) -> tuple[int, str]:
    """Status and body of a page at 127.0.0.1. Raises OSError while nobody answers there."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()


@contextmanager
def served(
    command: Sequence[str | Path], port: int, env: Mapping[str, str], cwd: Path, *, patience: float = PATIENCE
) -> Iterator[subprocess.Popen[str]]:
    """Run a command that serves on `port`, in a process group of its own, once it answers; end it at last."""
    process = subprocess.Popen(
        command,
        env=env,
        cwd=cwd,
        text=True,
        encoding="utf-8",
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        wait_for_answer(process, port, patience)
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()


@contextmanager
def logged(
    command: Sequence[str], port: int, env: Mapping[str, str], log: Path
) -> Iterator[subprocess.Popen[str]]:
    """As `served`, for long: what it says goes to a file, as in production; a full pipe would stop it."""
    with log.open("a") as said:
        process = subprocess.Popen(
            command, env=env, cwd=ROOT, text=True, stdout=said, stderr=said, start_new_session=True
        )
    try:
        wait_for_answer(process, port, PATIENCE)
        yield process
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def wait_for_answer(process: subprocess.Popen[str], port: int, patience: float) -> None:
    until = time.monotonic() + patience
    while time.monotonic() < until:
        try:
            fetch(port, "/healthz")
            return
        except OSError:
            if process.poll() is not None:
                raise AssertionError(f"it ended before it answered: {process.communicate()}") from None
            time.sleep(0.05)
    raise AssertionError(f"nobody answers at port {port}")
