"""Which address to serve on, whether it is free, and under which addresses the phones find it."""

from __future__ import annotations

import errno
import ipaddress
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from scorekeeper.config import ConfigError

# A UDP socket "connected" to an address sends nothing, but tells which of our addresses would be used.
# The first two are kept for documentation; the private ones find a home network beside a VPN.
PROBES = ("192.0.2.1", "192.168.0.1", "192.168.1.1", "10.0.0.1", "172.16.0.1", "2001:db8::1")


def resolve(host: str) -> str:
    """The numeric address of SCOREKEEPER_HOST, IPv4 where a name has both. Raises ConfigError for none."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        raise ConfigError(
            f"SCOREKEEPER_HOST is {host!r}; that is no address and no name known here."
        ) from error
    found.sort(key=lambda entry: entry[0] != socket.AF_INET)
    return str(found[0][4][0])


@contextmanager
def port_held(address: str, port: int) -> Iterator[None]:
    """Be the only one of us that serves there, from before it listens. Raises ConfigError where one does.

    A server takes a while until it listens, and as long `check_free` finds the port free. So a name is taken
    first: one of Linux's that are no files, belong to a network as ports do, and are gone with their process.
    """
    with socket.socket(socket.AF_UNIX) if sys.platform == "linux" else nullcontext() as name:
        try:
            if name is not None:
                name.bind(f"\0scorekeeper:{address}:{port}")
        except OSError as error:
            raise ConfigError(_why_not(address, port, error)) from error
        check_free(address, port)
        yield


def check_free(address: str, port: int) -> None:
    """Raise ConfigError unless the port can be opened. Two Granians would share it and not say so."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        # Elsewhere than on Windows this lets a server start again while old connections time out;
        # there it would let the probe take a port that is in use.
        if os.name != "nt":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError as error:
            raise ConfigError(_why_not(address, port, error)) from error


def _why_not(address: str, port: int, error: OSError) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"Port {port} is in use; stop what serves there, or choose another with SCOREKEEPER_PORT."
        case errno.EACCES:
            return (
                f"Port {port} may not be opened by this user; choose one from 1024 up with SCOREKEEPER_PORT."
            )
        case errno.EADDRNOTAVAIL:
            return f"SCOREKEEPER_HOST is {address}; this computer has no such address."
        case _:
            return f"Port {port} at {address} cannot be opened ({error.strerror})."


def addresses(served: str) -> list[str]:
    """The numeric addresses at which other devices may find a server on `served`; the likeliest first.

    Serving on every address (0.0.0.0 or ::), those this computer has in its networks; [] if it is in none.
    """
    if not ipaddress.ip_address(served).is_unspecified:
        return [served]
    kinds = (4, 6) if ":" in served else (4,)
    found = [ipaddress.ip_address(text.partition("%")[0]) for text in (*_routed(), *_named())]
    usable = [ip for ip in found if ip.version in kinds and not (ip.is_loopback or ip.is_link_local)]
    usable.sort(key=lambda ip: ip.version)
    return list(dict.fromkeys(str(ip) for ip in usable))


def _routed() -> Iterator[str]:
    for target in PROBES:
        family = socket.AF_INET6 if ":" in target else socket.AF_INET
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((target, 9))
                yield str(probe.getsockname()[0])
        except OSError:
            continue  # no network of that kind


def _named() -> Iterator[str]:
    try:
        for entry in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM):
            yield str(entry[4][0])
    except OSError:
        return  # a computer whose name stands in no list of names


def url(address: str, port: int) -> str:
    """The web address of a numeric address and port."""
    host = f"[{address}]" if ":" in address else address
    return f"http://{host}/" if port == 80 else f"http://{host}:{port}/"
