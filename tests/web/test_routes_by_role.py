"""Every route by every role: who may use it, and that nobody else can, nor learn that there is anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.records.keys import new_key
from scorekeeper.web.access import Role
from tests.web.conftest import Visit
from tests.web.world import Place, address, books, settle

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
EVERYBODY = None
KINDS = ("nobody", *Role, "host elsewhere")

Form = dict[str, Any]


@dataclass(frozen=True)
class Route:
    """What a route asks for and what it does for those who may use it."""

    lowest: Role | None
    form: Callable[[Place], Form] = lambda _: {}
    status: int | None = None  # else 200 to a GET, 303 to a POST
    changes: bool | None = None  # the books; else a POST does
    game: str = "game"  # which game of the place it is asked about


def sent(version: str = "version", **fields: Any) -> Callable[[Place], Form]:
    """A form of a game's page, with the version of that game and an id of its own."""
    return lambda place: {"version": getattr(place, version), "submission": new_key(), **fields}


def hand(place: Place, **more: Any) -> Form:
    """A hand, counted."""
    counts = {f"hearts_{seat}": count for seat, count in enumerate((5, 4, 4, 0))}
    return {"mode": "count", "queen": 3, **counts, **sent()(place), **more}


VIEWER, SCOREKEEPER, HOST = Role
TABLE = {
    ("GET", "/"): Route(EVERYBODY),
    ("POST", "/"): Route(EVERYBODY, lambda _: {f"names-{i}": name for i, name in enumerate("ABCD")}),
    ("GET", "/healthz"): Route(EVERYBODY),
    ("GET", "/sw.js"): Route(EVERYBODY),
    ("GET", "/token"): Route(EVERYBODY),
    ("GET", "/join"): Route(EVERYBODY),
    ("POST", "/join"): Route(EVERYBODY, lambda _: {"code": "123456"}, status=422, changes=False),
    ("GET", "/join/<token>"): Route(EVERYBODY, status=404),
    ("GET", "/static/<asked>/<path:filename>"): Route(EVERYBODY),
    ("GET", "/clubs/<club_key>"): Route(VIEWER),
    ("GET", "/clubs/<club_key>.json"): Route(VIEWER),
    ("GET", "/clubs/<club_key>/blank-sheet"): Route(VIEWER),
    ("GET", "/clubs/<club_key>/export"): Route(VIEWER),
    ("GET", "/clubs/<club_key>/games"): Route(VIEWER),
    ("GET", "/clubs/<club_key>/games.csv"): Route(VIEWER),
    ("GET", "/clubs/<club_key>/hands.csv"): Route(VIEWER),
    ("GET", "/clubs/<club_key>/players"): Route(VIEWER),
    ("GET", "/clubs/<club_key>/players/<int:player_id>"): Route(VIEWER),
    ("GET", "/clubs/<club_key>/records"): Route(VIEWER),
    ("GET", "/clubs/<club_key>/standings"): Route(VIEWER),
    ("GET", "/clubs/<club_key>/games/new"): Route(SCOREKEEPER),
    ("POST", "/clubs/<club_key>/games/new"): Route(
        SCOREKEEPER,
        lambda p: (
            {f"seat_{seat}": f"p{player}" for seat, player in enumerate(p.players)}
            | {"seat_4": "n:Finn", "seat_5": "n:Gil"}
        ),
    ),
    ("GET", "/clubs/<club_key>/device"): Route(VIEWER),
    ("POST", "/clubs/<club_key>/device"): Route(VIEWER, lambda _: {"name": "Ann's phone"}),
    ("GET", "/clubs/<club_key>/links"): Route(SCOREKEEPER),
    ("POST", "/clubs/<club_key>/links/code"): Route(SCOREKEEPER, lambda _: {"role": "viewer"}),
    ("POST", "/clubs/<club_key>/links/renew"): Route(HOST, lambda _: {"role": "viewer"}),
    ("GET", "/clubs/<club_key>/devices"): Route(HOST),
    ("POST", "/clubs/<club_key>/devices/take"): Route(HOST, lambda p: {"device": p.guest}),
    ("POST", "/clubs/<club_key>/players"): Route(HOST, lambda _: {"name": "Hal"}),
    ("POST", "/clubs/<club_key>/players/<int:player_id>"): Route(HOST, lambda _: {"name": "Evelyn"}),
    ("GET", "/clubs/<club_key>/players/<int:player_id>/merge"): Route(HOST),
    ("POST", "/clubs/<club_key>/players/<int:player_id>/merge"): Route(
        HOST, lambda p: {"into": p.players[1]}
    ),
    ("POST", "/clubs/<club_key>/players/<int:player_id>/separate"): Route(HOST),
    ("GET", "/clubs/<club_key>/settings"): Route(HOST),
    ("POST", "/clubs/<club_key>/settings"): Route(HOST, lambda _: {"name": "Friday", "zone": "Europe/Paris"}),
    ("GET", "/clubs/<club_key>/import"): Route(HOST),
    ("POST", "/clubs/<club_key>/import"): Route(HOST, lambda _: {"file": (BytesIO(b"Ann,Bob"), "a.csv")}),
    ("POST", "/clubs/<club_key>/import/confirm"): Route(HOST, status=422, changes=False),
    ("GET", "/games/<game_key>"): Route(VIEWER),
    ("GET", "/games/<game_key>.json"): Route(VIEWER),
    ("GET", "/games/<game_key>/board"): Route(VIEWER),
    ("GET", "/games/<game_key>/changes"): Route(VIEWER),
    ("GET", "/games/<game_key>/note"): Route(SCOREKEEPER),
    ("POST", "/games/<game_key>/note"): Route(SCOREKEEPER, lambda _: {"note": "Bob's birthday"}),
    ("GET", "/games/<game_key>/rules"): Route(VIEWER),
    ("GET", "/games/<game_key>/share"): Route(VIEWER, game="over"),
    ("GET", "/games/<game_key>/sheet"): Route(VIEWER),
    ("POST", "/games/<game_key>/holder"): Route(VIEWER, lambda _: {"seat": 1}, changes=False),
    ("POST", "/games/<game_key>/again"): Route(SCOREKEEPER, game="over"),
    ("GET", "/games/<game_key>/end"): Route(SCOREKEEPER),
    ("POST", "/games/<game_key>/end"): Route(SCOREKEEPER, sent()),
    ("POST", "/games/<game_key>/reopen"): Route(SCOREKEEPER, sent("over_version"), game="over"),
    ("GET", "/games/<game_key>/hands"): Route(SCOREKEEPER),
    ("GET", "/games/<game_key>/hands/deleted"): Route(SCOREKEEPER),
    ("POST", "/games/<game_key>/hands/restore"): Route(
        SCOREKEEPER, lambda p: {**sent()(p), "hand": p.deleted}
    ),
    ("GET", "/games/<game_key>/archive"): Route(HOST),
    ("POST", "/games/<game_key>/archive"): Route(HOST, lambda _: {"do": "archive"}),
    ("GET", "/clubs/<club_key>/archived"): Route(HOST),
    ("GET", "/games/<game_key>/hands/new"): Route(SCOREKEEPER),
    ("POST", "/games/<game_key>/hands/new"): Route(SCOREKEEPER, hand),
    ("POST", "/games/<game_key>/hands/preview"): Route(SCOREKEEPER, hand, status=200, changes=False),
    ("GET", "/games/<game_key>/hands/<int:number>"): Route(SCOREKEEPER),
    ("POST", "/games/<game_key>/hands/<int:number>"): Route(SCOREKEEPER, lambda p: hand(p, hand=p.hands[0])),
    ("POST", "/games/<game_key>/hands/<int:number>/delete"): Route(SCOREKEEPER, sent()),
    ("GET", "/games/<game_key>/rotation"): Route(SCOREKEEPER),
    ("POST", "/games/<game_key>/rotation"): Route(SCOREKEEPER, sent(hand=4, dealer=0, passing="left")),
    ("GET", "/games/<game_key>/rules/edit"): Route(SCOREKEEPER),
    ("POST", "/games/<game_key>/rules/edit"): Route(SCOREKEEPER, sent(do="save", limit=50)),
    ("GET", "/games/<game_key>/undo"): Route(SCOREKEEPER),
    ("POST", "/games/<game_key>/undo"): Route(SCOREKEEPER, sent()),
}


def routes(app: Flask) -> Iterator[tuple[str, str]]:
    """Every route there is, as (method, rule)."""
    for rule in app.url_map.iter_rules():
        yield from ((method, rule.rule) for method in (rule.methods or set()) - {"HEAD", "OPTIONS"})


def values(place: Place, path: str, route: Route) -> dict[str, object]:
    """What stands in an address in that place."""
    return {
        "club_key": place.club,
        "game_key": getattr(place, route.game),
        "player_id": place.merged if path.endswith("/separate") else place.spare,
        "number": 1,
        "token": f"{place.club}-h-{'A' * 22}",
        "asked": "x",
        "filename": "css/base.css",
    }


def ask(app: Flask, client: FlaskClient, key: tuple[str, str], place: Place, **head: Any) -> TestResponse:
    """Ask for a route in a place, with everything that it takes."""
    method, path = key
    route = TABLE[key]
    rule = next(r for r in app.url_map.iter_rules() if r.rule == path and method in (r.methods or ()))
    asked = address(app.url_map, rule, values(place, path, route))
    form = route.form(place) if method == "POST" else None
    return client.open(asked, method=head.get("method", method), data=form, buffered=True)


def visitor(visit: Visit, kind: str | Role, here: Place, there: Place) -> FlaskClient:
    """A device of that kind."""
    if isinstance(kind, Role):
        return visit(here.club, kind)
    return visit(there.club, Role.HOST) if kind == "host elsewhere" else visit()


def may(kind: str | Role, lowest: Role | None) -> bool:
    """Whether such a device may use the route."""
    return lowest is EVERYBODY or (isinstance(kind, Role) and kind >= lowest)


def test_every_route_stands_in_the_table(app: Flask) -> None:
    assert set(routes(app)) == set(TABLE)


@pytest.mark.parametrize("kind", KINDS)
def test_whoever_may_not_finds_nothing_and_changes_nothing(
    app: Flask, visit: Visit, kind: str | Role
) -> None:
    with app.app_context():
        here, there = settle("Thursday Hearts"), settle("Next door")
    client = visitor(visit, kind, here, there)
    before = books(app)
    for key, route in TABLE.items():
        if may(kind, route.lowest):
            continue
        answer = ask(app, client, key, here)
        assert (key, answer.status_code) == (key, 404)
        assert "Set-Cookie" not in answer.headers, key
        assert books(app) == before, key
        if key[0] == "GET":
            head = ask(app, client, key, here, method="HEAD")
            assert (key, head.status_code, head.data) == (key, 404, b"")


@pytest.mark.long
@pytest.mark.parametrize("kind", Role)
def test_whoever_may_does(app: Flask, visit: Visit, kind: Role) -> None:
    with app.app_context():
        here = settle("Thursday Hearts")
    for key, route in TABLE.items():
        if not may(kind, route.lowest):
            continue
        method = key[0]
        changes = method == "POST" if route.changes is None else route.changes
        if method == "POST":
            with app.app_context():
                here = settle("Thursday Hearts")
        client = visit(here.club, kind)
        client.get(f"/clubs/{here.club}")  # it is here now, and that is written down
        before = books(app)
        answer = ask(app, client, key, here)
        assert (key, answer.status_code) == (key, route.status or (200 if method == "GET" else 303))
        if method == "POST":
            assert (key, books(app) != before) == (key, changes)


@pytest.mark.parametrize("kind", KINDS)
def test_a_method_that_a_route_has_not_is_refused_to_everybody(
    app: Flask, visit: Visit, kind: str | Role
) -> None:
    with app.app_context():
        here, there = settle("Thursday Hearts"), settle("Next door")
    client = visitor(visit, kind, here, there)
    before = books(app)
    known = set(TABLE)
    for method, path in known:
        for other in METHODS:
            if (other, path) not in known:
                answer = ask(app, client, (method, path), here, method=other)
                assert (path, other, answer.status_code) == (path, other, 405)
    assert books(app) == before


def test_what_is_kept_from_a_device_looks_like_what_is_not_there(app: Flask, visit: Visit) -> None:
    with app.app_context():
        here = settle("Thursday Hearts")
    client = visit()
    for key, route in TABLE.items():
        if route.lowest is EVERYBODY:
            continue
        nowhere = Place(**{**vars(here), "club": new_key(), "game": new_key(), "over": new_key()})
        kept, missing = (ask(app, client, key, place) for place in (here, nowhere))
        assert (key, kept.status_code, kept.data) == (key, missing.status_code, missing.data)
        assert dict(kept.headers) == dict(missing.headers)


# What of another club could be named inside an address, or a form, of one's own.
STOLEN = [
    ("GET", "/clubs/{mine.club}/players/{theirs.spare}", {}),
    ("POST", "/clubs/{mine.club}/players/{theirs.spare}", {"name": "Stolen"}),
    ("POST", "/clubs/{mine.club}/players/{theirs.spare}", {"do": "archive"}),
    ("GET", "/clubs/{mine.club}/players/{theirs.spare}/merge", {}),
    ("POST", "/clubs/{mine.club}/players/{theirs.spare}/merge", {"into": "{mine.spare}"}),
    ("POST", "/clubs/{mine.club}/players/{mine.spare}/merge", {"into": "{theirs.spare}"}),
    ("GET", "/clubs/{mine.club}/players/{mine.spare}/merge?into={theirs.spare}", {}),
    ("POST", "/clubs/{mine.club}/players/{theirs.merged}/separate", {}),
    ("GET", "/games/{theirs.game}", {}),
    (
        "POST",
        "/games/{mine.game}/hands/restore",
        {"hand": "{theirs.deleted}", "version": "{mine.version}", "submission": "stolen"},
    ),
    ("POST", "/clubs/{mine.club}/devices/take", {"device": "{theirs.guest}"}),
    ("POST", "/clubs/{mine.club}/games/new", {"seat_0": "p{theirs.spare}", "seat_1": "n:X", "seat_2": "n:Y"}),
]


@pytest.mark.parametrize(("method", "path", "form"), STOLEN)
def test_another_clubs_ids_lead_nowhere_in_ones_own(
    app: Flask, visit: Visit, method: str, path: str, form: dict[str, str]
) -> None:
    with app.app_context():
        mine, theirs = settle("Mine"), settle("Theirs")
    client = visit(mine.club, Role.HOST)
    before = books(app)
    fields = {name: value.format(mine=mine, theirs=theirs) for name, value in form.items()}
    answer = client.open(path.format(mine=mine, theirs=theirs), method=method, data=fields)
    assert answer.status_code in (404, 422)
    assert books(app) == before


def test_every_change_asks_for_the_csrf_token(
    app: Flask, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context():
        here = settle("Thursday Hearts")
    client = visit(here.club, Role.HOST)
    monkeypatch.setitem(app.config, "WTF_CSRF_ENABLED", True)
    before = books(app)
    for key in TABLE:
        if key[0] == "POST":
            assert (key, ask(app, client, key, here).status_code) == (key, 400)
    assert books(app) == before
