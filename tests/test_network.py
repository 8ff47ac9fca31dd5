"""Where the server can be reached, and whether its port is free."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator

import pytest

from scorekeeper import network
from scorekeeper.config import ConfigError


@pytest.fixture
def taken() -> Iterator[int]:
    """A port somebody serves on, at every address."""
    with socket.create_server(("", 0)) as server:
        yield server.getsockname()[1]


@pytest.mark.parametrize(
    ("host", "address"),
    [("0.0.0.0", "0.0.0.0"), ("::", "::"), ("127.0.0.1", "127.0.0.1"), ("localhost", "127.0.0.1")],  # noqa: S104
)
def test_a_host_becomes_a_numeric_address(host: str, address: str) -> None:
    assert network.resolve(host) == address


@pytest.mark.parametrize("host", ["no such host", "192.168.1.256", "a" * 70 + ".example"])
def test_a_host_nobody_knows_is_refused(host: str) -> None:
    with pytest.raises(ConfigError, match=f"SCOREKEEPER_HOST is '{host}'"):
        network.resolve(host)


@pytest.mark.parametrize("address", ["0.0.0.0", "127.0.0.1"])  # noqa: S104
def test_a_port_in_use_is_refused(taken: int, address: str) -> None:
    with pytest.raises(ConfigError, match=f"^Port {taken} is in use; .*SCOREKEEPER_PORT"):
        network.check_free(address, taken)


def test_a_port_is_free_again_at_once_after_a_server_that_had_visitors(taken: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        visitor = socket.create_connection(("127.0.0.1", port))
        server.accept()[0].close()  # the server's end closes first, and waits in TIME_WAIT
        visitor.close()
    network.check_free("127.0.0.1", port)


def test_an_address_of_another_computer_is_refused() -> None:
    with pytest.raises(
        ConfigError, match=r"SCOREKEEPER_HOST is 192\.0\.2\.7; this computer has no such address"
    ):
        network.check_free("192.0.2.7", 8000)


def test_a_server_at_one_address_is_found_there_and_nowhere_else() -> None:
    assert network.addresses("192.168.1.34") == ["192.168.1.34"]


@pytest.mark.parametrize(("served", "versions"), [("0.0.0.0", {4}), ("::", {4, 6})])  # noqa: S104
def test_a_server_at_every_address_is_found_at_those_others_can_use(served: str, versions: set[int]) -> None:
    found = [ipaddress.ip_address(text) for text in network.addresses(served)]
    assert len(set(found)) == len(found)
    assert {ip.version for ip in found} <= versions
    assert not any(ip.is_loopback or ip.is_unspecified for ip in found)


@pytest.mark.parametrize(
    ("address", "port", "url"),
    [
        ("192.168.1.34", 8000, "http://192.168.1.34:8000/"),
        ("192.168.1.34", 80, "http://192.168.1.34/"),
        ("2001:db8::7", 8000, "http://[2001:db8::7]:8000/"),
    ],
)
def test_a_web_address_is_written_as_browsers_take_it(address: str, port: int, url: str) -> None:
    assert network.url(address, port) == url
