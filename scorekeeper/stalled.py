"""Threads that wait for a phone: for the rest of what it sends, or until it has taken what it is sent.

Granian reads and sends in the thread that answers, and sets no time for either. A phone that goes out of
reach in the middle of it holds that thread until its connection ends, which may be never. Where most threads
of a worker are held so, the worker gives up and Granian makes another. Nothing is lost by it: what was
confirmed is saved, and what was not is sent again.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, Final

LONGEST: Final = 30  # seconds for a piece, of which one is 100 KB at most
LOOK_EVERY: Final = 5  # seconds

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Stalled:
    """A WSGI application, and since when it waits for which phones."""

    def __init__(self, application: Application, threads: int) -> None:
        self._application = application
        self._threads = threads
        self._since: dict[int, float] = {}

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer."""
        environ["wsgi.input"] = _Body(environ["wsgi.input"], self)
        return _Pieces(self._application(environ, start_response), self)

    def begin(self, what: object) -> None:
        """From now on a thread waits."""
        self._since[id(what)] = time.monotonic()

    def end(self, what: object) -> None:
        """It waits no more."""
        self._since.pop(id(what), None)

    @property
    def is_held(self) -> bool:
        """Whether most threads have waited too long."""
        latest = time.monotonic() - LONGEST
        return sum(since <= latest for since in list(self._since.values())) * 2 > self._threads

    def watch(self) -> None:
        """End this process when that is so; in a thread of its own."""
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        while not self.is_held:
            time.sleep(LOOK_EVERY)
        print("Most threads wait for phones that have gone; this worker ends.", file=sys.stderr, flush=True)
        os._exit(1)


class _Body:
    """What a phone sends."""

    def __init__(self, body: Any, waits: Stalled) -> None:
        self._body = body
        self._waits = waits

    def read(self, size: int = -1) -> bytes:
        """That much of it, or all."""
        self._waits.begin(self)
        try:
            return bytes(self._body.read(size))
        finally:
            self._waits.end(self)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._body, name)


class _Pieces:
    """What a phone is sent. Between two pieces it takes the one before."""

    def __init__(self, answer: Iterable[bytes], waits: Stalled) -> None:
        self._answer = answer
        self._next = iter(answer).__next__
        self._waits = waits

    def __iter__(self) -> _Pieces:
        return self

    def __next__(self) -> bytes:
        self._waits.end(self)
        piece = self._next()
        self._waits.begin(self)
        return piece

    def close(self) -> None:
        """It is all sent, or nobody takes it any more."""
        self._waits.end(self)
        if hasattr(self._answer, "close"):
            self._answer.close()

    def __del__(self) -> None:
        self._waits.end(self)
