"""What every answer carries, what no answer shows, and what no log line tells."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.records import clubs
from scorekeeper.records.clubs import club_by_key
from scorekeeper.web import request_log
from scorekeeper.web.access import Role, token_for
from scorekeeper.web.security import POLICY
from tests.web.conftest import Visit
from tests.web.test_routes_by_role import TABLE, ask
from tests.web.world import Place, settle

NASTY = ("<b>Ann</b>", '"><img src=x>', "'+alert(1)+'", "=1+1", "</script>")

UNESCAPED = ("<b>Ann", "<img src=x", "<i>Club", "</script></", "<u>phone")


@pytest.fixture
def here(app: Flask) -> Place:
    with app.app_context():
        return settle("Thursday Hearts")


def some_answers(app: Flask, visit: Visit, here: Place) -> Iterator[TestResponse]:
    """Every GET of a host, every kind of refusal, and what is no page."""
    host = visit(here.club, Role.HOST)
    for key in TABLE:
        if key[0] == "GET":
            yield ask(app, host, key, here)
    yield host.get(f"/games/{here.game}/board?since={here.version}")
    yield host.get("/no/such/page")
    yield host.put("/")
    yield host.post("/", data=b"x" * 70_000, content_type="application/x-www-form-urlencoded")
    yield host.post("/", data={})
    yield host.post("/", data={f"names-{i}": name for i, name in enumerate("ABC")})
    yield visit().get(f"/clubs/{here.club}")
    yield host.get("/static/x/no-such-file")
    yield host.options("/")


def check_headers(answer: TestResponse) -> None:
    where = (answer.request.path, answer.status)
    assert (where, answer.headers["Content-Security-Policy"]) == (where, POLICY)
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert "Strict-Transport-Security" not in answer.headers  # plain http could not keep the promise
    assert "Cache-Control" in answer.headers
    assert answer.headers["Scorekeeper"] == "1"  # by it a phone knows our answers from a login page


def test_every_answer_carries_the_headers(app: Flask, visit: Visit, here: Place) -> None:
    statuses = set()
    for answer in some_answers(app, visit, here):
        check_headers(answer)
        statuses.add(answer.status_code)
    assert {200, 204, 303, 404, 405, 413, 422} <= statuses


def test_a_fault_of_ours_is_a_sentence_with_the_headers_and_no_trace(
    app: Flask, visit: Visit, here: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    typed = " ".join(("secret", "thing"))  # a traceback quotes the source, where it does not stand so

    def broken(*_: object) -> None:
        try:
            raise KeyError(typed)
        except KeyError as error:
            raise ZeroDivisionError(typed) from error

    monkeypatch.setitem(app.config, "PROPAGATE_EXCEPTIONS", False)
    client = visit(here.club, Role.HOST)
    monkeypatch.setattr("scorekeeper.web.table.view", broken)
    answer = client.get(f"/games/{here.game}")
    assert answer.status_code == 500
    check_headers(answer)
    assert "The fault is ours" in answer.text
    assert "secret thing" not in answer.text
    assert "Exception on /games/<game_key> [GET]" in caplog.text
    assert "KeyError" in caplog.text
    assert caplog.text.rstrip().endswith("ZeroDivisionError")
    assert "in broken" in caplog.text
    assert "secret thing" not in caplog.text
    assert here.game not in caplog.messages[0]


def test_by_https_the_browser_is_told_to_stay(visit: Visit) -> None:
    answer = visit().get("/join", base_url="https://hearts.example")
    assert answer.headers["Strict-Transport-Security"].startswith("max-age=31536000")


@pytest.mark.parametrize(
    "host",
    [
        "a" * 64 + ".example",
        "a..example",
        ".",
        "",
        'evil.example"><script>',
        "evil.example:99999",
        "a@b",
        "[::1",
        "é",
        "\xff",
    ],
)
def test_a_host_that_cannot_be_gets_an_answer_like_any_other(visit: Visit, host: str) -> None:
    for path in ("/", "/no/such/page", "/static/x/css/base.css"):
        answer = visit().get(path, headers={"Host": host})
        assert answer.status_code in (200, 400, 404)
        check_headers(answer)
        assert "<script>" not in answer.text
        assert "Traceback" not in answer.text


def test_no_address_leads_away(visit: Visit, here: Place) -> None:
    for client in (visit(), visit(here.club, Role.HOST)):
        for path in ("//evil.example", "//evil.example/join", "/join//", "/\\evil.example"):
            for method in ("GET", "POST"):
                answer = client.open("/", method=method, environ_overrides={"PATH_INFO": path})
                assert "evil" not in answer.headers.get("Location", "")


@pytest.mark.parametrize(
    "headers",
    [
        {"X-HTTP-Method-Override": "POST"},
        {"X-Original-URL": "/"},
        {"X-Forwarded-Prefix": "/evil"},
        {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https", "Forwarded": "host=evil.example"},
    ],
)
def test_what_no_proxy_of_ours_said_is_not_believed(
    visit: Visit, here: Place, headers: dict[str, str]
) -> None:
    host = visit(here.club, Role.HOST)
    plain, claimed = (host.get(f"/clubs/{here.club}/links", headers=each) for each in ({}, headers))
    assert claimed.status_code == plain.status_code
    shown = [re.sub(r'name="csrf_token" value="[^"]*"', "", page.text) for page in (plain, claimed)]
    assert shown[0] == shown[1]
    assert "Strict-Transport-Security" not in claimed.headers


def hostile(app: Flask, here: Place) -> None:
    """Give everybody, and the club, a name that means no good."""
    with app.app_context():
        club = club_by_key(here.club)
        for player, name in zip(here.players, NASTY, strict=False):
            clubs.rename_player(club, player, name)
        clubs.change_club(club, name="<i>Club</i>")


def test_names_are_text_on_every_page(app: Flask, visit: Visit, here: Place) -> None:
    hostile(app, here)
    host: FlaskClient = visit(here.club, Role.HOST)
    host.post(f"/clubs/{here.club}/device", data={"name": "<u>phone</u>"})
    seen = 0
    for key in TABLE:
        if key[0] == "GET":
            answer = ask(app, host, key, here)
            if answer.mimetype == "text/html":
                assert not any(
                    bad in answer.text
                    for bad in ("<b>Ann", "<img src=x", "<i>Club", "</script></", "<u>phone")
                ), key
                seen += "&lt;b&gt;Ann" in answer.text
    assert seen > 10


def test_names_are_text_in_json_and_neutral_in_csv(app: Flask, visit: Visit, here: Place) -> None:
    hostile(app, here)
    host = visit(here.club, Role.HOST)
    club = json.loads(host.get(f"/clubs/{here.club}.json").text)
    assert "<b>Ann</b>" in json.dumps(club)
    with app.app_context():
        clubs.rename_player(club_by_key(here.club), here.players[0], "=cmd|'/c calc'!A0")
    for name in ("hands.csv", "games.csv"):
        text = host.get(f"/clubs/{here.club}/{name}").text
        assert ",=cmd" not in text
        assert "\n=cmd" not in text
        assert ',"=cmd' not in text


def test_a_line_a_request_tells_no_key_no_token_and_no_name(
    app: Flask, visit: Visit, here: Place, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, request_log.LOG.name)
    client = visit(here.club, Role.HOST)
    caplog.clear()
    with app.app_context():
        token = token_for(club_by_key(here.club), Role.HOST)
    client.get(f"/join/{token}")
    client.get(f"/games/{here.game}?who=Ann")
    client.post(f"/clubs/{here.club}/players", data={"name": "Evelyn"})
    client.get("/wp-admin/Ann")
    lines = [record.getMessage() for record in caplog.records if record.name == request_log.LOG.name]
    assert [line.rsplit(" ", 2)[0] for line in lines] == [
        "GET /join/<token> 303",
        "GET /games/<game_key> 200",
        "POST /clubs/<club_key>/players 303",
        "GET (no such page) 404",
    ]
