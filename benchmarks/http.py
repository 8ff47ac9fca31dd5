"""A client over bare sockets that stay open: it must cost far less than the server that is measured."""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self
from urllib.parse import urlencode

PATIENCE: Final = 60  # seconds
HEAD_END: Final = b"\r\n\r\n"


def get(path: str, headers: Mapping[str, str]) -> bytes:
    """A GET request, as it goes over the line."""
    lines = [
        f"GET {path} HTTP/1.1",
        "Host: 127.0.0.1",
        *(f"{name}: {said}" for name, said in headers.items()),
    ]
    return "\r\n".join((*lines, "", "")).encode()


def post(path: str, headers: Mapping[str, str], form: Mapping[str, object]) -> bytes:
    """A form, as it goes over the line."""
    body = urlencode(form)
    about = {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body))}
    return get(path, {**headers, **about}).replace(b"GET", b"POST", 1) + body.encode()


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; `size` is all of it in bytes, head and body, as they went over the line."""

    status: int
    headers: Mapping[str, str]  # names in small letters
    body: bytes
    size: int


class Line:
    """One connection, for one request after the other."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._socket.close()

    def ask(self, request: bytes) -> Answer:
        """Send a request and wait for all of its answer. Raises OSError where the server goes away."""
        self._socket.sendall(request)
        came = self._until(b"", lambda so_far: HEAD_END in so_far)
        head, _, _ = came.partition(HEAD_END)
        first, *lines = head.decode("latin-1").split("\r\n")
        status = int(first.split()[1])
        headers = {name.lower(): said.strip() for name, _, said in (line.partition(":") for line in lines)}
        begins = len(head) + len(HEAD_END)
        if headers.get("transfer-encoding") == "chunked":
            came = self._until(came, lambda so_far: so_far.endswith(b"0\r\n\r\n"))
            body = _unchunked(came[begins:])
        else:
            ends = begins + int(headers.get("content-length", 0))
            came = self._until(came, lambda so_far: len(so_far) >= ends)
            body = came[begins:]
        return Answer(status, headers, body, len(came))

    def _until(self, came: bytes, enough: Callable[[bytes], bool]) -> bytes:
        while not enough(came):
            more = self._socket.recv(65536)
            if not more:
                raise ConnectionError("the server hung up")
            came += more
        return came


def _unchunked(chunks: bytes) -> bytes:
    body = b""
    while chunks:
        size, _, rest = chunks.partition(b"\r\n")
        body += rest[: int(size, 16)]
        chunks = rest[int(size, 16) + 2 :]
    return body


def requests_per_second(port: int, request: bytes, lines: int, seconds: float) -> float:
    """How often a request whose answer has no body is answered on so many lines at once."""
    answered = 0
    with selectors.DefaultSelector() as selector:
        sockets = [socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) for _ in range(lines)]
        for each in sockets:
            each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            selector.register(each, selectors.EVENT_READ)
            each.sendall(request)
        began = now = time.perf_counter()
        while now < began + seconds:
            for key, _ in selector.select():
                line = key.fileobj
                assert isinstance(line, socket.socket)  # noqa: S101  # what was registered
                came = line.recv(65536)
                if not came.startswith(b"HTTP/1.1 204") or not came.endswith(HEAD_END):
                    raise AssertionError(came)
                answered += 1
                line.sendall(request)
            now = time.perf_counter()
        for each in sockets:
            each.close()
    return answered / (now - began)
