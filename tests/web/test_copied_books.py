"""What a phone sees once the books have moved into a database of the other kind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.records import copying
from scorekeeper.records.keys import new_key
from scorekeeper.web.access import Role, token_for
from tests.copies import app_of_the_other_kind, grown
from tests.web.conftest import Visit

COOKIE = "scorekeeper"
ONCE = re.compile(r'name="(submission|csrf_token)" value="[^"]+"')  # each page has its own


def pages(client: FlaskClient, addresses: Sequence[str]) -> list[str]:
    answers = [(answer := client.get(address)).status + ONCE.sub("", answer.text) for address in addresses]
    assert all(answer.startswith("200") for answer in answers)
    return answers


def test_the_same_cookie_opens_the_same_pages_and_the_next_hand_is_saved(
    app: Flask, visit: Visit, tmp_path: Path
) -> None:
    with app.app_context():
        club, table = grown()
        sheet = table.sheet
        token = token_for(sheet.club, Role.HOST)
    ours = visit(club.key, Role.HOST)
    ours.get(f"/join/{token}")
    of_both = [
        f"/clubs/{key}{page}"
        for key in (club.key, sheet.club.key)
        for page in ("", "/standings", "/games", "/records", "/players", "/devices", ".json", "/hands.csv")
    ]
    addresses = ["/", *of_both, f"/games/{table.key}", f"/games/{table.key}/changes"]
    before = pages(ours, addresses)
    with app.app_context():
        source = copying.source()
        with app_of_the_other_kind(source, tmp_path) as other:
            with other.app_context():
                copying.copy_rows(source, copying.target(), lambda *_: None)
            theirs = other.test_client()
            cookie = ours.get_cookie(COOKIE)
            assert cookie is not None
            theirs.set_cookie(COOKIE, cookie.value)
            assert pages(theirs, addresses) == before
            form = {"mode": "count", "queen": 3, **dict.fromkeys(("hearts_0", "hearts_1"), 4), "hearts_2": 5}
            form |= {"hearts_3": 0, "version": sheet.game.version, "submission": new_key()}
            assert theirs.post(f"/games/{table.key}/hands/new", data=form).status_code == 303
            assert "Undo" in theirs.get(f"/games/{table.key}").text
