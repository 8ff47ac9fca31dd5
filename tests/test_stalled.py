"""Phones that go out of reach in the middle of a form or a download: the others are not to wait for them."""

from __future__ import annotations

import http.client
import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import stalled
from scorekeeper.stalled import Stalled
from tests import serving

THREADS = 2
HALF = (
    b"POST /join HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\n\r\ncode="
)


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterator[bytes]:
    yield environ["wsgi.input"].read(1)
    yield b"the end"


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> Stalled:
    monkeypatch.setattr(stalled, "LONGEST", 0)
    return Stalled(application, THREADS)


def test_a_worker_is_held_while_most_of_its_threads_wait_for_what_is_sent(waits: Stalled) -> None:
    ends = [os.pipe() for _ in range(THREADS)]
    bodies = [open(end, "rb", buffering=0) for end, _ in ends]  # noqa: SIM115  # closed below
    answers = [iter(waits({"wsgi.input": body}, lambda *_: None)) for body in bodies]
    threads = [threading.Thread(target=next, args=(answer,)) for answer in answers]
    assert not waits.is_held
    for thread in threads:
        thread.start()
    while not waits.is_held:
        time.sleep(0.001)
    for (_, end), thread, answer, body in zip(ends, threads, answers, bodies, strict=True):
        os.write(end, b"x")
        os.close(end)
        thread.join()
        answer.close()  # type: ignore[attr-defined]
        body.close()
    assert not waits.is_held


def test_a_worker_is_held_while_nobody_takes_what_it_sends(waits: Stalled) -> None:
    with open(os.devnull, "rb") as body:
        answers = [iter(waits({"wsgi.input": body}, lambda *_: None)) for _ in range(THREADS)]
        for answer in answers:
            next(answer)
        assert waits.is_held
        assert list(answers.pop()) == [b"the end"]  # one has taken it all
        assert not waits.is_held
        next(answers[0])
        del answer, answers[0]  # the other is gone
        assert not waits._since


@pytest.mark.long
def test_the_others_play_on_when_phones_were_lost_in_the_middle_of_a_form(tmp_path: Path) -> None:
    port, said = serving.free_port(), tmp_path / "said"
    env = serving.environment(INSTANCE=str(tmp_path), PORT=str(port), HOST="127.0.0.1", THREADS=str(THREADS))
    command = ["sh", "-c", f"exec {sys.executable} -m scorekeeper serve 2>{said}"]
    with serving.served(command, port, env, serving.ROOT):
        phones = [lost(port) for _ in range(THREADS)]
        until = time.monotonic() + serving.PATIENCE
        while "this worker ends" not in said.read_text() and time.monotonic() < until:
            time.sleep(0.1)
        while not answers(port) and time.monotonic() < until:
            time.sleep(0.1)
        assert answers(port)
        assert "this worker ends" in said.read_text()
        for phone in phones:
            phone.close()


def lost(port: int) -> socket.socket:
    """A phone that sends half a form, and no more."""
    phone = socket.create_connection(("127.0.0.1", port))
    phone.sendall(HALF)
    return phone


def answers(port: int) -> bool:
    try:
        return serving.fetch(port, "/healthz")[0] == 200
    except (OSError, http.client.HTTPException):
        return False
