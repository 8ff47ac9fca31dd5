"""The phones of a club night: they follow their tables and save hands, all of them in one process."""

from __future__ import annotations

import asyncio
import gzip
import itertools
import random
import time
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from benchmarks.http import HEAD_END, get, post
from tests.phones import hidden

POLL_EVERY: Final = 1.5  # seconds
OPENING: Final = 5.0  # seconds in which the phones of the club come in
PATIENCE: Final = 10.0  # seconds; what is answered later is a fault
Headers = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Table:
    """A game, with the cookies of the phone that keeps score and of those that look on."""

    game: str
    keeper: Headers
    viewers: Sequence[Headers]


@dataclass(slots=True)
class Seen:
    """What the phones saw: seconds of every answer, seconds until others saw a hand, and what went wrong."""

    polls: list[float] = field(default_factory=list)
    saves: list[float] = field(default_factory=list)
    followed: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    saved_at: dict[tuple[str, str], float] = field(default_factory=dict)


class _Line:
    """One connection that stays open, as a browser's does."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def ask(self, request: bytes, expected: Sequence[int]) -> tuple[Headers, bytes, float]:
        """Headers and body of an answer, and the seconds it took. Raises AssertionError, OSError."""
        began = time.perf_counter()
        async with asyncio.timeout(PATIENCE):
            self._writer.write(request)
            head = await self._reader.readuntil(HEAD_END)
            first, *lines = head.decode("latin-1").split("\r\n")
            headers = {
                name.lower(): said.strip() for name, _, said in (line.partition(":") for line in lines)
            }
            body = await self._reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        if int(first.split()[1]) not in expected:
            asked, _, _ = request.partition(b"\r\n")
            raise AssertionError(f"{asked.decode()}: {first}")
        return headers, body, time.perf_counter() - began

    def close(self) -> None:
        self._writer.close()


async def _line(port: int) -> _Line:
    return _Line(*await asyncio.open_connection("127.0.0.1", port))


def club_night(port: int, tables: Sequence[Table], save_every: float, seconds: float) -> Seen:
    """A club night of so many seconds: every phone polls, and every `save_every` s a table saves a hand."""
    seen = Seen()
    asyncio.run(_night(port, tables, save_every, seconds, seen))
    return seen


async def _night(port: int, tables: Sequence[Table], save_every: float, seconds: float, seen: Seen) -> None:
    until = time.perf_counter() + OPENING + seconds + 2 * POLL_EVERY  # the last hand is seen by all
    followers = [(table.game, phone) for table in tables for phone in (table.keeper, *table.viewers)]
    async with asyncio.TaskGroup() as phones:
        for game, phone in followers:
            phones.create_task(_noted(seen, _follow(await _line(port), game, phone, until, seen)))
            await asyncio.sleep(OPENING / len(followers))
        chance = random.Random(13)  # the same hands in every run
        turns = itertools.cycle(chance.sample(tables, len(tables)))
        for table in itertools.islice(turns, round(seconds / save_every)):
            phones.create_task(_noted(seen, _save(port, table, chance, seen)))
            await asyncio.sleep(save_every)


async def _noted(seen: Seen, doing: Coroutine[Any, Any, None]) -> None:
    try:
        await doing
    except (AssertionError, OSError, asyncio.IncompleteReadError) as error:
        seen.faults.append(repr(error))


async def _follow(line: _Line, game: str, phone: Headers, until: float, seen: Seen) -> None:
    """Open the table and poll its board, as the page does: a poll that is due while one is out is dropped."""
    headers, _, _ = await line.ask(get(f"/games/{game}", phone), [200])
    version, due = headers["game-version"], time.perf_counter()
    while (due := max(due + POLL_EVERY, time.perf_counter())) < until:
        await asyncio.sleep(due - time.perf_counter())
        poll = get(f"/games/{game}/board?since={version}", {**phone, "HX-Request": "true"})
        headers, _, took = await line.ask(poll, [200, 204])
        seen.polls.append(took)
        if headers["game-version"] != version:
            version = headers["game-version"]
            if (saved := seen.saved_at.get((game, version))) is not None:
                seen.followed.append(time.perf_counter() - saved)
    line.close()


async def _save(port: int, table: Table, chance: random.Random, seen: Seen) -> None:
    """Open the page to record a hand, save one, and go back to the table."""
    address = f"/games/{table.game}/hands/new"
    line = await _line(port)
    headers, page, _ = await line.ask(get(address, table.keeper), [200])
    keeper = {**table.keeper, "Cookie": headers["set-cookie"].partition(";")[0]}  # with the form's token
    first, second, third = sorted(chance.sample(range(14), 3))
    hearts = (first, second - first, third - second, 13 - third)
    form: dict[str, Any] = {f"hearts_{seat}": count for seat, count in enumerate(hearts)}
    form |= {"mode": "count", "queen": chance.randrange(4)}
    form |= {name: hidden(page.decode(), name) for name in ("csrf_token", "version", "submission", "about")}
    _, _, took = await line.ask(post(address, keeper, form), [303])
    seen.saves.append(took)
    seen.saved_at[table.game, str(int(form["version"]) + 1)] = time.perf_counter()
    await line.ask(get(f"/games/{table.game}", keeper), [200])
    line.close()
