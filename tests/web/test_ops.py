"""What the one who runs the server asks: is it well, and which links open a club."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.records.clubs import create_club
from scorekeeper.records.errors import NotFound
from scorekeeper.web.access import Role, token_for
from scorekeeper.web.links import club_links, links_for, qr_svg
from tests.conftest import SECRET_KEY
from tests.web.conftest import Visit


def test_it_is_well_while_the_database_answers(visit: Visit) -> None:
    answer = visit().get("/healthz")
    assert (answer.status_code, answer.json) == (200, {"status": "ok"})


@pytest.mark.parametrize("url", ["sqlite:////nowhere/at/all.sqlite3", "sqlite://"])
def test_it_is_not_well_without_its_tables(url: str) -> None:
    app = create_app({"SECRET_KEY": SECRET_KEY, "SQLALCHEMY_DATABASE_URI": url, "TESTING": True})
    answer = app.test_client().get("/healthz")
    assert answer.status_code == 503
    assert "database" in answer.json["status"]


def test_the_owner_gets_a_link_for_each_role_that_opens_the_club(app: Flask, visit: Visit) -> None:
    with app.app_context():
        club = create_club("Thursday Hearts", "UTC")
        found = list(club_links(club.key))
        assert list(club_links(" Thursday  Hearts")) == found
    assert [(key, word) for key, word, _ in found] == [(club.key, role.word) for role in Role]
    for _, word, address in found:
        client = visit()
        assert client.get(urlsplit(address).path).location == f"/clubs/{club.key}"
        with client.session_transaction() as kept:
            assert kept["roles"][club.key] == [int(Role[word.upper()]), 1]


@pytest.mark.parametrize("text", ["abcdefghjk", "", "thursday", "\0", "%"])
def test_the_owner_is_told_where_there_is_no_such_club(app: Flask, text: str) -> None:
    with app.app_context():
        create_club("Thursday Hearts", "UTC")
        with pytest.raises(NotFound):
            list(club_links(text))


def test_clubs_of_one_name_give_the_links_of_each(app: Flask) -> None:
    with app.app_context():
        keys = [create_club("Thursday Hearts", "UTC").key for _ in range(2)]
        assert [key for key, _, _ in club_links("Thursday Hearts")] == [key for key in keys for _ in Role]


@pytest.mark.parametrize(
    ("held", "given"),
    [
        (Role.VIEWER, []),
        (Role.SCOREKEEPER, [Role.SCOREKEEPER, Role.VIEWER]),
        (Role.HOST, [Role.SCOREKEEPER, Role.VIEWER, Role.HOST]),
    ],
)
def test_nobody_hands_on_more_than_they_have(app: Flask, held: Role, given: list[Role]) -> None:
    with app.test_request_context(base_url="https://hearts.example"):
        club = create_club("Thursday Hearts", "UTC")
        links = links_for(club, held)
        assert [link.role for link in links] == given
        for link in links:
            assert link.address == f"https://hearts.example/join/{token_for(club, link.role)}"


def test_the_set_address_is_the_one_in_the_links(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.config, "SCOREKEEPER", Settings(address="https://cards.example/h/"))
    with app.test_request_context(base_url="http://localhost:8000"):
        club = create_club("Thursday Hearts", "UTC")
        assert links_for(club, Role.HOST)[0].address.startswith("https://cards.example/h/join/")


def test_on_the_servers_own_screen_the_links_lead_there_from_phones(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.config, "SCOREKEEPER", Settings(host="192.0.2.7"))
    with app.test_request_context(base_url="http://localhost:8123"):
        club = create_club("Thursday Hearts", "UTC")
        assert links_for(club, Role.HOST)[0].address.startswith("http://192.0.2.7:8123/join/")


def test_a_code_keeps_to_the_policy_and_is_named() -> None:
    svg = qr_svg("https://hearts.example/join/x", 'a "title" <b>')
    assert "style" not in svg
    assert "data:" not in svg
    assert 'role="img" aria-label="a &#34;title&#34; &lt;b&gt;"' in svg


def test_the_links_page_shows_a_code_and_a_text_for_each(app: Flask, visit: Visit) -> None:
    with app.app_context():
        club = create_club("Thursday Hearts", "UTC")
        host = token_for(club, Role.HOST)
    page = visit(club.key, Role.HOST).get(f"/clubs/{club.key}/links").text
    assert page.count("<svg") == 3
    assert host in page
    assert "style=" not in page
    assert host not in visit(club.key, Role.SCOREKEEPER).get(f"/clubs/{club.key}/links").text
