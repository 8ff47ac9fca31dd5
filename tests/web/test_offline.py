"""What a phone without a network leans on: the service worker, a fresh token, and what an answer tells it."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper.records.sheets import load_sheet
from scorekeeper.web import assets
from scorekeeper.web.access import Role
from tests.conftest import SECRET_KEY
from tests.web.conftest import Visit
from tests.web.test_assets import address
from tests.web.test_routes_by_role import hand
from tests.web.world import settle


def test_the_worker_is_asked_for_again_and_names_the_static_files_it_keeps(app: Flask, visit: Visit) -> None:
    answer = visit().get("/sw.js")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.content_type == "text/javascript; charset=utf-8"
    assert answer.text.startswith(f'const STATIC = "{address(app, "")}";\n')


def test_another_version_of_the_static_files_is_another_worker(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scorekeeper import create_app

    monkeypatch.setattr(assets, "_tag", lambda _: "another00000")
    newer = create_app({"SECRET_KEY": SECRET_KEY, "SQLALCHEMY_DATABASE_URI": "sqlite://", "TESTING": True})
    old, new = (client.get("/sw.js").text for client in (visit(), newer.test_client()))
    assert new.startswith('const STATIC = "/static/another00000/";')
    assert old != new


def test_a_fresh_token_opens_what_the_pages_own_one_does(
    app: Flask, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context():
        place = settle("Thursday Hearts")
    client = visit(place.club, Role.SCOREKEEPER)
    monkeypatch.setitem(app.config, "WTF_CSRF_ENABLED", True)
    answer = client.get("/token")
    assert answer.headers["Cache-Control"] == "no-store"
    form = {**hand(place), **(answer.json or {})}
    assert client.post(f"/games/{place.game}/hands/new", data=form).status_code == 303


def test_a_saved_hand_says_which_version_the_game_has_by_it(app: Flask, visit: Visit) -> None:
    with app.app_context():
        place = settle("Thursday Hearts")
    client = visit(place.club, Role.SCOREKEEPER)
    path, form, htmx = f"/games/{place.game}/hands/new", hand(place), {"HX-Request": "true"}
    first = client.post(path, data=form, headers=htmx)
    with app.app_context():
        version = load_sheet(place.game).game.version
    client.post(f"/games/{place.game}/undo", data={"version": version, "submission": "undo"})
    again = client.post(path, data=form, headers=htmx)
    assert (first.status_code, first.headers["Game-Version"]) == (204, str(version))
    assert (again.status_code, again.headers["Game-Version"]) == (204, str(version))


def test_an_entry_that_had_waited_is_named_in_the_address_of_the_table(app: Flask, visit: Visit) -> None:
    with app.app_context():
        place = settle("Thursday Hearts")
    client = visit(place.club, Role.SCOREKEEPER)
    path = f"/games/{place.game}/hands/new"
    answer = client.post(path, data=hand(place, queued="1-2-3"))
    assert answer.location == f"/games/{place.game}#sent=1-2-3.{place.version + 1}"
    stale = client.post(path, data=hand(place, queued="1-2-3"))
    assert stale.status_code == 409
    assert 'name="queued" value="1-2-3"' in stale.text
    assert f'href="/games/{place.game}#dropped=1-2-3"' in stale.text


def test_a_hostile_name_of_an_entry_stays_within_the_address(app: Flask, visit: Visit) -> None:
    with app.app_context():
        place = settle("Thursday Hearts")
    client = visit(place.club, Role.SCOREKEEPER)
    form = hand(place, queued="\r\nX-Evil: 1\0é" + "x" * 60_000)
    answer = client.post(f"/games/{place.game}/hands/new", data=form)
    assert answer.status_code == 303
    assert answer.location.startswith(f"/games/{place.game}#sent=%0D%0AX-Evil:%201%00")
    assert len(answer.location) < 300
    assert "X-Evil" not in answer.headers


def test_the_record_page_brings_the_passes_and_deals_to_come(app: Flask, visit: Visit) -> None:
    with app.app_context():
        place = settle("Thursday Hearts")
    client = visit(place.club, Role.SCOREKEEPER)
    page = client.get(f"/games/{place.game}/hands/new").text
    coming = re.findall(r'<li data-number="(\d+)" data-then="([^"]+)">([^\n]*?)</li>', page)
    assert coming[:2] == [
        ("5", "Pass left · Ann deals", "Pass left · <bdi>Ann</bdi> dealt"),
        ("6", "Pass right · Bob deals", "Pass right · <bdi>Bob</bdi> dealt"),
    ]
    assert len(coming) == 12
    assert 'id="coming"' not in client.get(f"/games/{place.game}/hands/1").text


def test_a_hand_is_known_again_under_its_new_number(app: Flask, visit: Visit) -> None:
    """One that a phone put in before it is what it built on; its own number was still the old one."""
    with app.app_context():
        place = settle("Thursday Hearts")
        second = load_sheet(place.game).hands[1]
    client = visit(place.club, Role.SCOREKEEPER)
    new, path = f"/games/{place.game}/hands/new", f"/games/{place.game}/hands/2"
    first = client.post(new, data=hand(place, before="1"))
    version = int(first.headers["Game-Version"])
    form = {**hand(place, hand=second.id, number="2", about="2"), "submission": "later", "version": version}
    corrected = client.post(path, data=form)
    inserted = hand(place, before="2", about="2", hand=second.id) | {"submission": "put-in"}
    put_in = client.post(new, data=inserted | {"version": version + 1})
    again = client.post(path, data=form)
    assert [each.status_code for each in (first, corrected, put_in, again)] == [303] * 4
    assert again.headers["Game-Version"] == corrected.headers["Game-Version"]
    with app.app_context():
        sheet = load_sheet(place.game)
        scores = [each.result.scores for each in sheet.hands if each.result]
    changed = [number for number, each in enumerate(sheet.hands, 1) if each.id == second.id]
    assert changed == [4]
    assert scores[3] == scores[2] == scores[0]
    gone = hand(place, hand="999", number="2", about="2") | {"submission": "gone", "version": version + 2}
    assert client.post(path, data=gone).status_code == 409
