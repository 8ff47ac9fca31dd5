"""Somebody who records hands: a game in play and a browser that may write in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.records.db import db
from scorekeeper.web.access import Role
from tests.records.table import Table
from tests.web.bare import Bare, Form, Page
from tests.web.conftest import Visit


@dataclass
class Desk:
    """A game and a scorekeeper's browser."""

    table: Table
    client: FlaskClient

    @classmethod
    def of(cls, visit: Visit, players: int = 4, rules: dict[str, Any] | None = None, **how: Any) -> Desk:
        """A new game; needs an application context."""
        table = Table.of(players, rules, **how)
        return cls(table, visit(table.sheet.club.key, Role.SCOREKEEPER))

    @property
    def game(self) -> str:
        """The address of the game's table."""
        return f"/games/{self.table.key}"

    def open(self, path: str = "hands/new") -> Page:
        """A page of the game."""
        db.session.remove()
        return Bare(self.client).get(f"{self.game}/{path}")

    def form(self, path: str = "hands/new") -> Form:
        """The form of a hand, as it is sent from that page."""
        page = self.open(path)
        assert page.status == 200
        return record_form(page)

    def post(self, form: Form, button: str | None = None, **headers: str) -> TestResponse:
        """Send a form, following nothing."""
        db.session.remove()
        return self.client.post(form.action, data=form.data(button), headers=headers)

    def save(self, path: str = "hands/new", **fields: object) -> TestResponse:
        """Open the page of a hand, fill in the fields and save."""
        return self.post(self.form(path).fill(**fields))

    def preview(self, path: str = "hands/new", **fields: object) -> TestResponse:
        """What the page is told while the fields are filled in."""
        form = self.form(path).fill(**fields)
        return self.client.post(f"{self.game}/hands/preview", data=form.data())


def record_form(page: Page) -> Form:
    """The form with the hand in it."""
    (form,) = [each for each in page.forms if "mode" in each.controls and each.controls["mode"].options]
    return form


def hearts(*counts: object) -> dict[str, object]:
    """The fields of Count."""
    return {f"hearts_{seat}": count for seat, count in enumerate(counts)}


def points(*written: object) -> dict[str, object]:
    """The fields of Points, and the tab."""
    return {"mode": "points", **{f"points_{seat}": count for seat, count in enumerate(written)}}
