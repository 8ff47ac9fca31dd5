"""Behind nginx with TLS, as the README says it: every route by every role, and what only HTTPS adds."""

from __future__ import annotations

import http.client
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder

from scorekeeper import create_app
from scorekeeper.records import schema
from scorekeeper.records.clubs import club_by_key
from scorekeeper.records.db import db
from scorekeeper.web.access import Role, token_for
from tests import serving
from tests.conftest import SECRET_KEY, missing
from tests.test_readme import blocks
from tests.web.test_routes_by_role import KINDS, TABLE, ask, may
from tests.web.world import Place, books, settle

HOST = "hearts.example"
AROUND = """
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 64; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {config}
}}
"""


@dataclass
class Answer:
    """What came back, as the test client of Flask would have it."""

    status_code: int
    headers: Headers
    data: bytes

    @property
    def text(self) -> str:
        return self.data.decode()


def https(port: int) -> http.client.HTTPSConnection:
    """A connection to nginx, whose certificate nobody signed."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return http.client.HTTPSConnection("127.0.0.1", port, context=context, timeout=serving.PATIENCE)


@dataclass
class Browser:
    """A browser that comes by HTTPS: it keeps its cookie and says where it comes from."""

    port: int
    cookie: str = ""
    token: str = field(default="", init=False)

    def open(self, path: str, method: str = "GET", data: Any = None, buffered: bool = True) -> Answer:
        """Ask for a page; a form carries the session's CSRF token."""
        headers = {"Host": HOST, "Cookie": self.cookie, "Referer": f"https://{HOST}/"}
        body = b""
        if method == "POST":
            if not self.token:
                found = re.search(r'name="csrf_token" value="([^"]+)"', self.open("/join").text)
                assert found is not None
                self.token = found[1]
                headers["Cookie"] = self.cookie
            built = EnvironBuilder(method="POST", data={**(data or {}), "csrf_token": self.token})
            environ = built.get_environ()
            body, headers["Content-Type"] = environ["wsgi.input"].read(), environ["CONTENT_TYPE"]
            built.close()
        connection = https(self.port)
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            answer = Answer(response.status, Headers(response.getheaders()), response.read())
        finally:
            connection.close()
        if set_cookie := answer.headers.get("Set-Cookie"):
            self.cookie = set_cookie.partition(";")[0]
        return answer


@dataclass(frozen=True)
class Site:
    """The application behind nginx: the two ports of nginx, and itself on the same database."""

    plain: int
    tls: int
    app: Flask

    def visitor(self, kind: str | Role, here: Place, there: Place) -> Browser:
        """A device of that kind."""
        browser = Browser(self.tls)
        if kind != "nobody":
            club, role = (here.club, kind) if isinstance(kind, Role) else (there.club, Role.HOST)
            with self.app.app_context():
                token = token_for(club_by_key(club), role)
            assert browser.open(f"/join/{token}").status_code == 303
            assert browser.open(f"/clubs/{club}").status_code == 200
        return browser


def nginx(folder: Path, ports: tuple[int, int, int]) -> subprocess.Popen[bytes]:
    """nginx with the README's configuration, but for ports and the certificate."""
    name = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
    if name is None or shutil.which("openssl") is None:
        missing("there is no nginx, or no openssl for its certificate")
    certificate = ["-keyout", "key.pem", "-out", "cert.pem", "-days", "2", "-subj", f"/CN={HOST}"]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *certificate],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    (config,) = blocks("nginx")
    for told, here in (
        ("listen 80;", f"listen 127.0.0.1:{ports[0]};"),
        ("listen 443 ssl;", f"listen 127.0.0.1:{ports[1]} ssl;"),
        ("127.0.0.1:8000", f"127.0.0.1:{ports[2]}"),
        (f"/etc/letsencrypt/live/{HOST}/fullchain.pem", f"{folder}/cert.pem"),
        (f"/etc/letsencrypt/live/{HOST}/privkey.pem", f"{folder}/key.pem"),
    ):
        assert told in config
        config = config.replace(told, here)
    file = folder / "nginx.conf"
    file.write_text(AROUND.format(folder=folder, config=config))
    return subprocess.Popen([str(name), "-p", folder, "-c", file, "-g", "daemon off;"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("nginx")
    plain, tls, inner = (serving.free_port() for _ in range(3))
    url = f"sqlite:///{(folder / 'books.sqlite3').as_posix()}"
    app = create_app({"SECRET_KEY": SECRET_KEY, "SQLALCHEMY_DATABASE_URI": url})
    with app.app_context():
        schema.upgrade()
    env = serving.environment(
        INSTANCE=str(folder / "instance"),
        DATABASE_URL=url,
        SECRET_KEY=SECRET_KEY,
        HOST="127.0.0.1",
        PORT=str(inner),
        TRUSTED_PROXIES="1",
        ADDRESS=f"https://{HOST}/",
    )
    front = nginx(folder, (plain, tls, inner))
    try:
        # What it says is not read here, and a full pipe would stop it.
        command = ["sh", "-c", f"exec {sys.executable} -m scorekeeper serve 2>/dev/null"]
        with serving.served(command, inner, env, serving.ROOT):
            wait_for(tls)
            yield Site(plain, tls, app)
    finally:
        front.terminate()
        front.wait()
        with app.app_context():
            db.engine.dispose()


def wait_for(port: int) -> None:
    until = time.monotonic() + serving.PATIENCE
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError(f"nobody answers at port {port}")


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_every_route_by_every_role(site: Site, kind: str | Role) -> None:
    app = site.app
    with app.app_context():
        here, there = settle("Thursday Hearts"), settle("Next door")
    browser = site.visitor(kind, here, there)
    before = books(app)
    for key, route in TABLE.items():
        if may(kind, route.lowest):
            continue
        answer = ask(app, browser, key, here)  # type: ignore[arg-type]
        assert (key, answer.status_code) == (key, 404)
        assert books(app) == before, key
    for key, route in TABLE.items():
        if not may(kind, route.lowest) or not isinstance(kind, Role):
            continue
        if key[0] == "POST":
            with app.app_context():
                here = settle("Thursday Hearts")
            browser = site.visitor(kind, here, there)
        answer = ask(app, browser, key, here)  # type: ignore[arg-type]
        assert (key, answer.status_code) == (key, route.status or (200 if key[0] == "GET" else 303))


@pytest.mark.long
def test_what_comes_by_https_is_told_to_stay_there(site: Site) -> None:
    with site.app.app_context():
        here = settle("Thursday Hearts")
        token = token_for(club_by_key(here.club), Role.SCOREKEEPER)
    browser = Browser(site.tls)
    answer = browser.open(f"/join/{token}")
    assert answer.headers["Location"] == f"/games/{here.game}"
    assert "Secure" in answer.headers["Set-Cookie"]
    assert answer.headers["Strict-Transport-Security"].startswith("max-age=")
    assert f"https://{HOST}/join/{token}" in browser.open(f"/clubs/{here.club}/links").text


@pytest.mark.long
def test_plain_http_is_sent_to_https(site: Site) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", site.plain, timeout=serving.PATIENCE)
    connection.request("GET", "/join", headers={"Host": HOST})
    response = connection.getresponse()
    assert (response.status, response.getheader("Location")) == (301, f"https://{HOST}/join")
    connection.close()


@pytest.mark.long
@pytest.mark.parametrize("claims", [{"X-Forwarded-For": "203.0.113.9"}, {"X-Forwarded-Host": "evil.example"}])
def test_what_a_client_claims_of_itself_is_not_believed(site: Site, claims: dict[str, str]) -> None:
    connection = https(site.tls)
    connection.request("GET", "/join/", headers={"Host": HOST, **claims})
    response = connection.getresponse()
    assert "evil" not in str(response.getheaders()) + response.read().decode()
    connection.close()
