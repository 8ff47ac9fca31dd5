"""How often a device may ask: counted in this process, or in Redis for several.

Members are counted by device, everybody else by address: a club night comes from one address, and a stranger
can have as many devices as he likes. The unchanged poll is not counted: it costs less than the counting.
"""

from __future__ import annotations

import time
from ipaddress import IPv4Address, ip_address, ip_network
from threading import Lock
from typing import Any, Final

from flask import Flask, current_app, request
from limits import RateLimitItem, parse
from limits.errors import StorageError
from limits.storage import MemoryStorage, storage_from_string
from limits.strategies import FixedWindowRateLimiter
from werkzeug.exceptions import TooManyRequests

from scorekeeper.web.access import club_keys, known_device

BY_A_MEMBER: Final = parse("900 per minute")  # several tabs, and everything tapped
BY_A_STRANGER: Final = parse("300 per minute")  # an address: the phones of a club night all come in at once
CLUBS_BY_A_DEVICE: Final = parse("10 per hour")
CLUBS_FROM_AN_ADDRESS: Final = parse("40 per hour")
CODES_FROM_AN_ADDRESS: Final = parse("20 per 10 minutes")

UNCOUNTED: Final = frozenset({"static_file", "offline.worker", "ops.healthz"})
POLL: Final = "table.board"
EXTENSION: Final = "scorekeeper.limits"
IN_PROCESS: Final = "memory://"
SWEEP_EVERY: Final = 60  # seconds
ANSWER_WITHIN: Final = 0.5  # seconds that Redis has: whoever asks waits as long
PAUSE: Final = 10  # seconds in which a Redis that failed is not asked again
HOUSE: Final = 64  # bits of an IPv6 address that one house has to itself; it may change the rest at will

TOO_MANY_CLUBS: Final = (
    "This device has opened ten clubs within the hour, or its network forty. A new game with the same "
    "players needs no new club: start it in the one they have. Or wait an hour."
)
TOO_MANY_CODES: Final = (
    "Twenty codes were tried from this network within ten minutes. Wait as long, or use the link."
)


class InProcess(MemoryStorage):
    """Counts in this process, and starts no thread for it.

    The library's own starts one at a request to take out what has run its time, which costs several times
    what the counting does.
    """

    def __init__(self) -> None:
        self._counting = Lock()
        self._swept = 0.0
        super().__init__()

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count, in a window of `expiry` seconds from the first time on; the count so far."""
        moment = time.time()
        with self._counting:
            if moment > self._swept + SWEEP_EVERY:
                self._swept = moment
                for old in [old for old, end in self.expirations.items() if end <= moment]:
                    self.clear(old)
            count = self.get(key) + amount
            self.storage[key] = count
            if count == amount:
                self.expirations[key] = moment + expiry
            return count


class Counter:
    """Counts where the setting says. While Redis does not answer nothing is counted, and nobody waits for it.

    A club night must not end because Redis did.
    """

    def __init__(self, url: str) -> None:
        self.storage = InProcess() if url == IN_PROCESS else _redis(url)
        self._windows = FixedWindowRateLimiter(self.storage)
        self._asked_again = 0.0

    def count(self, limit: RateLimitItem, what: str, whom: str) -> int | None:
        """Count once; the seconds to wait where that was too often."""
        if time.monotonic() < self._asked_again:
            return None
        try:
            if self._windows.hit(limit, what, whom):
                return None
            ends = self._windows.get_window_stats(limit, what, whom).reset_time
        except StorageError as error:
            self._asked_again = time.monotonic() + PAUSE
            current_app.logger.error("requests are not counted for %d s: %s", PAUSE, error)
            return None
        return max(1, round(ends - time.time()))


def _redis(url: str) -> Any:
    return storage_from_string(
        url, wrap_exceptions=True, socket_timeout=ANSWER_WITHIN, socket_connect_timeout=ANSWER_WITHIN
    )


class TooOften(TooManyRequests):
    """A limit was reached, for so many seconds. `sentence` says which, where it is not the usual one."""

    def __init__(self, sentence: str | None, wait: int) -> None:
        super().__init__()
        self.sentence = sentence
        self.wait = wait


def _address() -> str:
    """The address a request came from, of IPv6 the house's; behind trusted proxies the one they say."""
    said = request.remote_addr or ""
    try:
        address = ip_address(said)
    except ValueError:
        return said
    if isinstance(address, IPv4Address) or address.ipv4_mapped:
        return said
    return str(ip_network((int(address), HOUSE), strict=False))


def count_request() -> None:
    """Count a request. Raises TooOften."""
    device = known_device() if club_keys() else None
    if device is not None:
        _count(BY_A_MEMBER, "device", device)
    else:
        _count(BY_A_STRANGER, "address", _address())


def count_club(device_id: str) -> None:
    """Count a club that is about to be made. Raises TooOften."""
    _count(CLUBS_BY_A_DEVICE, "clubs", device_id, TOO_MANY_CLUBS)
    _count(CLUBS_FROM_AN_ADDRESS, "clubs", _address(), TOO_MANY_CLUBS)


def count_code() -> None:
    """Count a code that is tried. Raises TooOften."""
    _count(CODES_FROM_AN_ADDRESS, "codes", _address(), TOO_MANY_CODES)


def _count(limit: RateLimitItem, what: str, whom: str, sentence: str | None = None) -> None:
    counter: Counter | None = current_app.extensions[EXTENSION]
    wait = counter.count(limit, what, whom) if counter is not None else None
    if wait is not None:
        raise TooOften(sentence, wait)


def _before_request() -> None:
    if request.endpoint not in UNCOUNTED and not (
        request.endpoint == POLL and known_device() and club_keys()
    ):
        count_request()


def init_app(app: Flask) -> None:
    """Count where the setting says; with an empty RATELIMIT_STORAGE nowhere."""
    url = app.config["RATELIMIT_STORAGE"]
    app.extensions[EXTENSION] = Counter(url) if url else None
    app.before_request(_before_request)
