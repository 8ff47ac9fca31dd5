"""What belongs to another club, named inside an address or a form of one's own, is like what is not there."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.records.clubs import club_by_key
from scorekeeper.records.db import db
from scorekeeper.records.uploads import keep_upload
from scorekeeper.web.access import Role
from tests.playing import THURSDAY, play, start
from tests.web.conftest import Visit
from tests.web.world import Place, books, settle

NOBODY = 999_999  # no player's and no hand's id
COUNTED = {"mode": "count", "queen": 3, **{f"hearts_{seat}": n for seat, n in enumerate((5, 4, 4, 0))}}


@dataclass(frozen=True)
class Worlds:
    """Two clubs, and a host of the first."""

    mine: Place
    theirs: Place
    client: FlaskClient


@pytest.fixture
def worlds(app: Flask, visit: Visit) -> Worlds:
    with app.app_context():
        mine, theirs = settle("Mine"), settle("Theirs")
    client = visit(mine.club, Role.HOST)
    client.get(f"/clubs/{mine.club}")  # it is here now, and that is written down
    return Worlds(mine, theirs, client)


def shown(answer: TestResponse, *named: int) -> tuple[int, str]:
    """A page, but for the ids that were named and the tokens that are new each time."""
    text = re.sub(r'value="[^"]{10,}"', "", answer.text)
    return answer.status_code, re.sub(rf"\b({'|'.join(map(str, named))})\b", "ID", text)


READ = (
    "games?player={player}",
    "games?player={player}&words=a",
    "players/{player}",
    "players/{player}?period=2026",
    "players/{player}/merge",
    "players/{mine.spare}/merge?into={player}",
    "standings?player={player}",
    "records?player={player}",
)


def test_a_player_of_another_club_is_read_nowhere(worlds: Worlds) -> None:
    asked = (worlds.theirs.players[0], NOBODY)
    for address in READ:
        paths = [address.format(mine=worlds.mine, player=player) for player in asked]
        theirs, nobody = (worlds.client.get(f"/clubs/{worlds.mine.club}/{path}") for path in paths)
        assert shown(theirs, *asked) == shown(nobody, *asked), address


def test_a_player_of_another_club_is_changed_by_nothing(app: Flask, worlds: Worlds) -> None:
    before = books(app)
    for player in (worlds.theirs.players[0], worlds.theirs.spare, worlds.theirs.merged):
        for act in ("archive", "bring_back", "guest", "regular", ""):
            for path in ("", "/merge", "/separate"):
                form = {"do": act, "name": "Stolen", "into": worlds.mine.spare}
                answer = worlds.client.post(f"/clubs/{worlds.mine.club}/players/{player}{path}", data=form)
                assert answer.status_code == 404
    assert books(app) == before


def test_a_hand_of_another_club_is_read_and_changed_by_no_form(app: Flask, worlds: Worlds) -> None:
    before = books(app)
    asked = (worlds.theirs.hands[0], NOBODY)
    for path in ("hands/1", "hands/new", "hands/new?before=1", "hands/preview", "hands/restore"):
        form = {**COUNTED, "version": 0, "submission": "stolen", "about": 1, "number": 1}
        address = f"/games/{worlds.mine.game}/{path}"
        theirs, nobody = (worlds.client.post(address, data={**form, "hand": hand}) for hand in asked)
        assert shown(theirs, *asked) == shown(nobody, *asked), path
        assert theirs.status_code in (404, 409)
    assert books(app) == before


def test_a_hand_that_only_a_longer_game_next_door_has_is_not_there(app: Flask, worlds: Worlds) -> None:
    with app.app_context():
        play(start().game.key, THURSDAY[:9])
    for path in ("hands/9", "hands/new?before=9"):
        assert worlds.client.get(f"/games/{worlds.mine.game}/{path}").status_code == 404
    gone = {"version": worlds.mine.version, "submission": "gone"}
    assert worlds.client.post(f"/games/{worlds.mine.game}/hands/9/delete", data=gone).status_code == 404


def test_a_file_that_another_device_sent_is_not_looked_at(app: Flask, worlds: Worlds) -> None:
    for place in (worlds.theirs, worlds.mine):  # to another club, or by another host to this one
        with app.app_context():
            upload = keep_upload(club_by_key(place.club), place.guest, "theirs.csv", b"Zoe,Yan,Xu\n4,22,0\n")
            db.session.remove()
        before = books(app)
        address = f"/clubs/{worlds.mine.club}/import"
        for answer in (
            worlds.client.get(f"{address}?upload={upload}"),
            worlds.client.post(address, data={"upload": upload}),
            worlds.client.post(f"{address}/confirm", data={"upload": upload, "stamp": "x"}),
        ):
            assert answer.status_code == 422
            assert "not here any more" in answer.text
            assert "Zoe" not in answer.text
        assert books(app) == before


def test_a_player_of_another_club_sits_down_to_no_game(app: Flask, worlds: Worlds) -> None:
    before = books(app)
    for player in (worlds.theirs.spare, worlds.theirs.players[0], worlds.theirs.merged, NOBODY):
        form = {"seat_0": f"p{player}", "seat_1": "n:Xu", "seat_2": "n:Yan", "do": "deal"}
        answer = worlds.client.post(f"/clubs/{worlds.mine.club}/games/new", data=form)
        assert answer.status_code == 422
    assert books(app) == before
