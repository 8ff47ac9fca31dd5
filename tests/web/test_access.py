"""Who may do what: tokens, and roles in the cookie. Every route by every role: test_routes_by_role.py."""

from __future__ import annotations

import re

import pytest
from flask import Flask, session
from flask.testing import FlaskClient

from scorekeeper.records.clubs import archive_player, club_by_key, create_club, roster
from scorekeeper.records.db import writing
from scorekeeper.records.games import archive_game, start_game
from scorekeeper.records.models import Club
from scorekeeper.web.access import MOST_CLUBS, Role, club_keys, grant, role_in, token_for
from tests.playing import end_early, start
from tests.web.conftest import Visit


@pytest.fixture
def club(app: Flask) -> Club:
    with app.app_context():
        return create_club("Thursday Hearts", "UTC")


@pytest.mark.parametrize("role", Role)
def test_a_link_gives_its_role_and_goes_to_a_clean_address(
    app: Flask, visit: Visit, club: Club, role: Role
) -> None:
    with app.app_context():
        token = token_for(club, role)
    client = visit()
    answer = client.get(f"/join/{token}")
    assert (answer.status_code, answer.location) == (303, f"/clubs/{club.key}")
    assert answer.headers["Cache-Control"] == "no-store"
    with client.session_transaction() as kept:
        assert kept["roles"] == {club.key: [int(role), 1]}


@pytest.mark.parametrize("by", ["link", "code"])
@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCOREKEEPER])
def test_a_phone_let_in_comes_to_the_table_where_just_one_is_played_at(
    app: Flask, visit: Visit, by: str, role: Role
) -> None:
    def arrive() -> str:
        with app.app_context():
            token = token_for(club_by_key(club), role)
        if by == "link":
            return str(visit().get(f"/join/{token}").location)
        keeper = visit(club, Role.SCOREKEEPER)
        keeper.post(f"/clubs/{club}/links/code", data={"role": role.word})
        with keeper.session_transaction() as kept:
            return str(visit().post("/join", data={"code": kept["code"][1]}).location)

    with app.app_context():
        sheet = start(hands=1)
    club, table = sheet.club.key, f"/games/{sheet.game.key}"
    assert arrive() == table
    assert f'href="/clubs/{club}" aria-label="Back to the club"' in visit(club, role).get(table).text
    with app.app_context():
        other = start_game(club, sheet.player_ids, sheet.rules, first_dealer=0, device=None)
    assert arrive() == f"/clubs/{club}"
    with app.app_context():
        archive_game(other.key)
    assert arrive() == table
    with app.app_context():
        end_early(sheet.game.key)
    assert arrive() == f"/clubs/{club}"


def test_the_higher_role_stays(app: Flask, visit: Visit, club: Club) -> None:
    client = visit(club.key, Role.HOST)
    with app.app_context():
        viewer = token_for(club, Role.VIEWER)
    client.get(f"/join/{viewer}")
    assert client.get(f"/clubs/{club.key}/settings").status_code == 200


@pytest.mark.parametrize(
    "change",
    [
        lambda token: token[:-1] + ("A" if token[-1] != "A" else "B"),
        lambda token: token.replace("-s-", "-h-"),
        lambda token: token + "A",
        lambda token: token.split("-")[0],
        lambda token: "x" + token[1:],
        lambda token: "%00" + token,
        lambda token: "-s-" + token[-22:],
        lambda token: token.replace("-s-", "-é-"),
    ],
    ids=["other mac", "higher role", "longer", "key alone", "other club", "NUL", "no club", "no role"],
)
def test_a_token_that_was_tampered_with_opens_nothing(app: Flask, visit: Visit, club: Club, change) -> None:
    with app.app_context():
        token = token_for(club, Role.SCOREKEEPER)
    client = visit()
    assert client.get(f"/join/{change(token)}").status_code == 404
    assert client.get(f"/clubs/{club.key}").status_code == 404


@pytest.mark.parametrize("role", Role)
def test_a_renewed_link_takes_the_role_at_the_next_request(
    app: Flask, visit: Visit, club: Club, role: Role
) -> None:
    client = visit(club.key, role)
    with app.app_context():
        old = token_for(club, role)
        with writing() as books_open:
            kept = books_open.get_one(Club, club.id)
            setattr(kept, f"{role.word}_generation", 2)
    assert client.get(f"/clubs/{club.key}").status_code == 404
    assert client.get(f"/join/{old}").status_code == 404


@pytest.mark.parametrize("look", [{"method": "HEAD"}, {"headers": {"Sec-Purpose": "prefetch;prerender"}}])
def test_looking_ahead_at_a_link_gives_nothing(app: Flask, visit: Visit, club: Club, look: dict) -> None:
    with app.app_context():
        token = token_for(club, Role.HOST)
    client = visit()
    answer = client.open(f"/join/{token}", **look)
    assert answer.status_code == 204
    assert "Set-Cookie" not in answer.headers
    assert client.get(f"/clubs/{club.key}").status_code == 404


def cookie_of(client: FlaskClient, token: str, **kwargs: object) -> str:
    return client.get(f"/join/{token}", **kwargs).headers["Set-Cookie"]


def test_the_cookie_is_kept_a_year_away_from_scripts_and_other_sites(
    app: Flask, visit: Visit, club: Club
) -> None:
    with app.app_context():
        token = token_for(club, Role.VIEWER)
    cookie = cookie_of(visit(), token)
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Expires=" in cookie
    assert app.permanent_session_lifetime.days == 365
    assert "Secure" not in cookie
    assert "Secure" in cookie_of(visit(), token, base_url="https://hearts.example")


def test_a_request_that_changes_nothing_sends_no_cookie(visit: Visit, club: Club) -> None:
    client = visit(club.key, Role.VIEWER)
    assert "Set-Cookie" not in client.get(f"/clubs/{club.key}/games").headers


def test_the_latest_club_stands_first_and_the_oldest_leaves_a_full_cookie(app: Flask) -> None:
    with app.test_request_context():
        clubs = [create_club(f"Club {number}", "UTC") for number in range(MOST_CLUBS + 2)]
        for club in clubs:
            grant(club, Role.VIEWER)
        grant(clubs[5], Role.VIEWER)
        assert club_keys()[:2] == [clubs[5].key, clubs[-1].key]
        assert len(club_keys()) == MOST_CLUBS
        assert role_in(clubs[0]) is None
        serializer = app.session_interface.get_signing_serializer(app)
        assert len(serializer.dumps(dict(session))) < 4000


@pytest.mark.parametrize("held", [1, [], [9, 1], [0, 1], ["3", "1"], [3, 1, 1], None])
def test_a_cookie_of_another_shape_is_no_role(app: Flask, club: Club, held: object) -> None:
    with app.test_request_context():
        session["roles"] = {club.key: held}
        assert role_in(club) is None
        session["roles"] = held
        assert role_in(club) is None


def test_a_form_from_a_page_carries_its_token(
    app: Flask, visit: Visit, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.config, "WTF_CSRF_ENABLED", True)
    client = visit(club.key, Role.HOST)
    page = client.get(f"/clubs/{club.key}/players").text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert token is not None
    answer = client.post(f"/clubs/{club.key}/players", data={"name": "Eve", "csrf_token": token[1]})
    assert answer.status_code == 303


def test_an_archived_player_stays_off_pages_for_viewers(app: Flask, visit: Visit) -> None:
    with app.app_context():
        sheet = start()
        club = club_by_key(sheet.club.key)
        archive_player(club, sheet.player_ids[0])
        assert [player.name for player in roster(club)] == ["Bob", "Cy", "Dora"]
    page = visit(sheet.club.key, Role.VIEWER).get(f"/clubs/{sheet.club.key}/players").text
    assert "Ann" not in page
    assert "Bob" in page
