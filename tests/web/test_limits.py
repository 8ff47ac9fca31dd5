"""Every limit at the limit and one over, and the sentence that is said then."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from limits import parse
from limits.storage import storage_from_string

from scorekeeper import create_app
from scorekeeper.config import FORM_BYTES
from scorekeeper.hearts.rules_checks import MOST_LIMIT
from scorekeeper.records import clubs, schema
from scorekeeper.records.db import db
from scorekeeper.records.keys import new_key
from scorekeeper.records.uploads import MOST_BYTES, MOST_LINES
from scorekeeper.web import limits
from scorekeeper.web.access import Role, token_for
from tests.conftest import SECRET_KEY, clear, missing
from tests.playing import record, start, taken
from tests.web.conftest import Visit, application_on
from tests.web.desk import Desk, hearts
from tests.web.test_hardening import check_headers

REDIS = os.environ.get("SCOREKEEPER_TEST_REDIS", "redis://127.0.0.1:6379/15")
NAMES = {f"names-{seat}": name for seat, name in enumerate(("Ann", "Bob", "Cy"))}


@pytest.fixture(scope="module")
def counting_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The application, which counts."""
    url = f"sqlite:///{(tmp_path_factory.mktemp('limits') / 'books.sqlite3').as_posix()}"
    with application_on(url, TESTING=True) as app:
        yield app


@pytest.fixture
def counting(counting_app: Flask) -> Flask:
    """The same, on empty books and with nothing counted yet."""
    clear(counting_app)
    counting_app.extensions[limits.EXTENSION].storage.reset()
    return counting_app


def member(app: Flask) -> tuple[FlaskClient, str]:
    """A scorekeeper's browser, and the address of the table."""
    with app.app_context():
        sheet = start()
        token = token_for(sheet.club, Role.SCOREKEEPER)
    client = app.test_client()
    client.get(f"/join/{token}")
    return client, f"/games/{sheet.game.key}"


def test_a_stranger_is_limited_by_address_and_a_member_is_not_touched_by_it(
    counting: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, table = member(counting)
    monkeypatch.setattr(limits, "BY_A_STRANGER", parse("3 per minute"))
    counting.extensions[limits.EXTENSION].storage.reset()
    asked = [counting.test_client().get("/join") for _ in range(4)]
    assert [answer.status_code for answer in asked] == [200, 200, 200, 429]
    check_headers(asked[-1])
    assert "Wait a moment" in asked[-1].text
    assert 1 <= int(asked[-1].headers["Retry-After"]) <= 60
    assert client.get(table).status_code == 200
    elsewhere = counting.test_client().get("/join", environ_base={"REMOTE_ADDR": "192.0.2.9"})
    assert elsewhere.status_code == 200


def test_a_member_is_limited_by_device(counting: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    client, table = member(counting)
    other, other_table = member(counting)
    monkeypatch.setattr(limits, "BY_A_MEMBER", parse("3 per minute"))
    assert [client.get(table).status_code for _ in range(4)] == [200, 200, 200, 429]
    assert other.get(other_table).status_code == 200


def test_what_is_refused_for_want_of_a_token_or_for_its_size_counts_as_well(
    counting: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(counting.config, "WTF_CSRF_ENABLED", True)
    monkeypatch.setattr(limits, "BY_A_STRANGER", parse("2 per minute"))
    stranger = counting.test_client()
    large = {"data": b"x" * (FORM_BYTES + 1), "content_type": "application/x-www-form-urlencoded"}
    assert [stranger.post("/join", data={"code": "123456"}).status_code for _ in range(2)] == [400, 400]
    over = [stranger.post("/join", **sent) for sent in ({"data": {"code": "123456"}}, large)]
    assert [answer.status_code for answer in over] == [429, 429]
    assert 'name="code" value="123456"' in over[0].text
    check_headers(over[1])


def test_a_page_that_offers_to_send_again_sends_to_no_other_server(
    counting: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "BY_A_STRANGER", parse("1 per minute"))
    stranger = counting.test_client()
    stranger.get("/join")
    for path in ("//evil.example/join", "/\\evil.example"):
        answer = stranger.post("/", data=NAMES, environ_overrides={"PATH_INFO": path})
        assert answer.status_code == 429
        assert "action=" not in answer.text


def test_what_costs_nothing_is_not_counted(counting: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    client, table = member(counting)
    monkeypatch.setattr(limits, "BY_A_MEMBER", parse("1 per minute"))
    monkeypatch.setattr(limits, "BY_A_STRANGER", parse("1 per minute"))
    assert [client.get(f"{table}/board?since=0").status_code for _ in range(5)] == [204] * 5
    assert [client.get("/static/x/css/base.css").status_code for _ in range(5)] == [200] * 5
    assert [client.get("/healthz").status_code for _ in range(5)] == [200] * 5
    assert [client.get(f"{table}/board").status_code for _ in range(2)] == [200, 429]


def test_a_device_makes_ten_clubs_an_hour(counting: Flask) -> None:
    client = counting.test_client()
    made = [client.post("/", data=NAMES).status_code for _ in range(limits.CLUBS_BY_A_DEVICE.amount)]
    assert set(made) == {303}
    over = client.post("/", data=NAMES)
    assert over.status_code == 429
    assert "ten clubs" in over.text
    assert 'name="names-2" value="Cy"' in over.text  # sent again by a tap, when the hour is over
    assert counting.test_client().post("/", data=NAMES).status_code == 303


def test_what_was_mistyped_counts_for_no_club(counting: Flask) -> None:
    client = counting.test_client()
    for _ in range(limits.CLUBS_BY_A_DEVICE.amount + 1):
        assert client.post("/", data={"names-0": "Ann"}).status_code == 422
    assert client.post("/", data=NAMES).status_code == 303


def test_an_address_makes_forty_clubs_an_hour(counting: Flask) -> None:
    for _ in range(limits.CLUBS_FROM_AN_ADDRESS.amount):
        assert counting.test_client().post("/", data=NAMES).status_code == 303
    assert counting.test_client().post("/", data=NAMES).status_code == 429


def test_an_address_tries_twenty_codes_in_ten_minutes(counting: Flask) -> None:
    for _ in range(limits.CODES_FROM_AN_ADDRESS.amount):
        assert counting.test_client().post("/join", data={"code": "000000"}).status_code == 422
    over = counting.test_client().post("/join", data={"code": "000000"})
    assert over.status_code == 429
    assert "Twenty codes" in over.text


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("192.0.2.1", "192.0.2.2", False),
        ("no address", "another", False),
    ],
)
def test_a_house_counts_as_one_whatever_it_makes_of_its_addresses(
    counting: Flask, monkeypatch: pytest.MonkeyPatch, one: str, other: str, *, together: bool
) -> None:
    monkeypatch.setattr(limits, "BY_A_STRANGER", parse("1 per minute"))
    asked = [
        counting.test_client().get("/join", environ_base={"REMOTE_ADDR": address}).status_code
        for address in (one, other)
    ]
    assert asked == [200, 429 if together else 200]


def server(folder: Path, counter: str) -> Flask:
    """A server of its own, which counts there."""
    app = create_app(
        {
            "SECRET_KEY": SECRET_KEY,
            "SQLALCHEMY_DATABASE_URI": f"sqlite:///{folder / 'books.sqlite3'}",
            "RATELIMIT_STORAGE": counter,
        }
    )
    with app.app_context():
        schema.upgrade()
        db.engine.dispose()
    return app


def test_two_servers_that_count_in_redis_count_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers = [server(tmp_path, redis()) for _ in range(2)]
    monkeypatch.setattr(limits, "BY_A_STRANGER", parse("3 per minute"))
    somebody = {"REMOTE_ADDR": f"somebody {new_key()}"}  # whom no earlier run has counted
    asked = [servers[i % 2].test_client().get("/join", environ_base=somebody) for i in range(4)]
    assert [answer.status_code for answer in asked] == [200, 200, 200, 429]
    assert 1 <= int(asked[-1].headers["Retry-After"]) <= 60
    assert servers[0].test_client().get("/join").status_code == 200


def redis() -> str:
    """The Redis of the tests."""
    if not storage_from_string(REDIS, socket_timeout=5).check():
        missing(f"Redis does not answer at {REDIS}")
    return REDIS


@pytest.fixture(params=["refuses", "is silent"])
def dead_redis(request: pytest.FixtureRequest) -> Iterator[str]:
    """A Redis that is not there any more, or that takes the call and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        if request.param == "refuses":
            listening.close()
        yield f"redis://:hunter2@127.0.0.1:{port}/0"


def test_where_redis_is_gone_the_table_plays_on_and_the_log_says_so_once(
    tmp_path: Path, dead_redis: str, caplog: pytest.LogCaptureFixture
) -> None:
    client = server(tmp_path, dead_redis).test_client()
    assert [client.get("/join").status_code for _ in range(50)] == [200] * 50
    told = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert len(told) == 1
    assert told[0].startswith("requests are not counted for 10 s: ")
    assert "hunter2" not in caplog.text


@pytest.mark.parametrize(("size", "status"), [(FORM_BYTES, 422), (FORM_BYTES + 1, 413)])
def test_a_form_has_64_kb_at_most(app: Flask, visit: Visit, size: int, status: int) -> None:
    with app.app_context():
        club = clubs.create_club("Thursday Hearts", "UTC")
    client = visit(club.key, Role.HOST)
    body = b"name=" + b"x" * (size - 5)
    form = "application/x-www-form-urlencoded"
    answer = client.post(f"/clubs/{club.key}/players", data=body, content_type=form)
    assert answer.status_code == status
    assert ("larger than a page here" in answer.text) == (status == 413)


@pytest.mark.parametrize(("length", "status"), [(24, 303), (25, 422)])
@pytest.mark.parametrize(
    "address", ["/clubs/{club}/players", "/clubs/{club}/players/{player}", "/", "/clubs/{club}/settings"]
)
def test_a_name_has_24_characters_at_most(
    app: Flask, visit: Visit, address: str, length: int, status: int
) -> None:
    with app.app_context():
        sheet = start()
    client = visit(sheet.club.key, Role.HOST)
    name = "É" * length
    form = {**NAMES, "names-0": name, "name": name, "zone": "UTC"}
    answer = client.post(address.format(club=sheet.club.key, player=sheet.player_ids[0]), data=form)
    assert answer.status_code == status
    assert status == 303 or "at most 24 characters" in answer.text


@pytest.mark.parametrize("letter", ["👍", "e\u0301", "ﬃ", "İ"])
def test_a_character_is_what_is_kept_as_one_whatever_it_is_written_with(
    app: Flask, visit: Visit, letter: str
) -> None:
    with app.app_context():
        club = clubs.create_club("Thursday Hearts", "UTC")
    client = visit(club.key, Role.HOST)
    for length, status in ((24, 303), (25, 422)):
        answer = client.post(f"/clubs/{club.key}/players", data={"name": letter * length})
        assert answer.status_code == status


@pytest.mark.long
def test_a_game_has_200_hands_at_most(app: Flask, visit: Visit) -> None:
    with app.app_context():
        desk = Desk.of(visit, rules={"limit": 100_000})
        key = desk.table.key
        for _ in range(199):
            record(key, taken((13, 0, 0, 0), 1))
        fields = {**hearts(13, 0, 0, 0), "queen": 1}
        assert desk.save(**fields).status_code == 303
        over = desk.save(**fields)
    assert over.status_code == 422
    assert "200 hands" in over.text


def test_a_club_has_500_players_at_most(app: Flask, visit: Visit) -> None:
    with app.app_context():
        club = clubs.create_club("Thursday Hearts", "UTC")
        table = db.metadata.tables["player"]
        rows = [
            {"club_id": club.id, "name": f"P{i}", "folded": f"p{i}", "guest": False}
            for i in range(clubs.MOST_PLAYERS - 1)
        ]
        with db.engine.begin() as connection:
            connection.execute(table.insert(), rows)
    client = visit(club.key, Role.HOST)
    assert client.post(f"/clubs/{club.key}/players", data={"name": "Ann"}).status_code == 303
    over = client.post(f"/clubs/{club.key}/players", data={"name": "Bob"})
    assert over.status_code == 422
    assert "at most 500 players" in over.text
    seats = {"seat_0": "n:Cy", "seat_1": "n:Di", "seat_2": "n:Eve"}
    assert "at most 500 players" in client.post(f"/clubs/{club.key}/games/new", data=seats).text


@pytest.mark.parametrize(("size", "status"), [(MOST_BYTES, 303), (MOST_BYTES + 1, 413)])
def test_an_import_has_20_mb_at_most(app: Flask, visit: Visit, size: int, status: int) -> None:
    with app.app_context():
        club = clubs.create_club("Thursday Hearts", "UTC")
    file = BytesIO(b"x" * size), "games.csv"
    answer = visit(club.key, Role.HOST).post(f"/clubs/{club.key}/import", data={"file": file})
    assert answer.status_code == status
    assert status == 303 or "larger than 20 MB" in answer.text


@pytest.mark.parametrize(("lines", "status"), [(MOST_LINES, 303), (MOST_LINES + 1, 413)])
def test_an_import_has_200_000_lines_at_most(app: Flask, visit: Visit, lines: int, status: int) -> None:
    with app.app_context():
        club = clubs.create_club("Thursday Hearts", "UTC")
    file = BytesIO(b"4\n" * lines), "games.csv"
    answer = visit(club.key, Role.HOST).post(f"/clubs/{club.key}/import", data={"file": file})
    assert answer.status_code == status
    assert status == 303 or "200,000 lines" in answer.text


@pytest.mark.parametrize(("limit", "status"), [(MOST_LIMIT, 303), (MOST_LIMIT + 1, 422)])
def test_a_game_goes_to_a_number_that_can_be_written_down(visit: Visit, limit: int, status: int) -> None:
    answer = visit().post("/", data={**NAMES, "limit": str(limit)})
    assert answer.status_code == status
    assert status == 303 or "whole number of points" in answer.text
