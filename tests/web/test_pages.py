"""Every page's HTML, faulty forms included: well formed, headings in order, and one focus at most."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from scorekeeper.hearts.rules import Rules
from scorekeeper.records.clubs import club_by_key
from scorekeeper.records.keys import new_key
from scorekeeper.web.access import Role, token_for
from scorekeeper.web.rules_form import RulesForm
from tests.browser.evening import prepare
from tests.web.conftest import Visit
from tests.web.page_faults import faults_of, focused
from tests.web.test_routes_by_role import TABLE as ROUTES
from tests.web.test_routes_by_role import values
from tests.web.world import Place, address, settle

NO_CARDS: Final = {f"points_{seat}": points for seat, points in enumerate((9, 9, 8, 0))}
TWO_QUEENS: Final = {f"points_{seat}": points for seat, points in enumerate((13, 13, 0, 0))}


@pytest.fixture
def place(app: Flask) -> Place:
    with app.app_context():
        return settle("Thursday")


def test_every_page_is_well_formed(app: Flask, visit: Visit, place: Place) -> None:
    client = visit(place.club, Role.HOST)
    seen = 0
    for (method, path), route in ROUTES.items():
        if method != "GET" or path.startswith("/static"):
            continue
        rule = next(rule for rule in app.url_map.iter_rules() if rule.rule == path and "GET" in rule.methods)
        for game in (
            {place.game, place.over, place.archived} if "game_key" in rule.arguments else {place.game}
        ):
            known = values(place, path, route) | {"game_key": game}
            page = client.get(address(app.url_map, rule, known), follow_redirects=True, buffered=True)
            if page.mimetype == "text/html":
                seen += 1
                assert (path, faults_of(page.text)) == (path, [])
    assert seen > 40


@dataclass(frozen=True)
class Faulty:
    """A form that is refused, where it goes, and what then has the focus."""

    path: str
    sent: Callable[[Place], dict[str, object]]
    focus: str
    status: int = 422


def seats(place: Place, **more: object) -> dict[str, object]:
    """A new game's form with everybody in a seat."""
    return {f"seat_{seat}": f"p{player}" for seat, player in enumerate(place.players)} | more


def rules(**changed: object) -> dict[str, object]:
    """The standard rules as a form sends them, with these changed."""
    return {**RulesForm.of(Rules()).texts, "rules_shown": "yes", **changed}


def at_game(place: Place, **more: object) -> dict[str, object]:
    """A form of the game at the table."""
    return {"version": place.version, "submission": new_key(), **more}


FAULTY: Final = {
    "start": Faulty(
        "/", lambda _: {"names-0": "Ann", "names-1": "Ann", "names-2": "x" * 30, "limit": "0"}, "names-1"
    ),
    "start, names alone right": Faulty(
        "/",
        lambda _: {"names-0": "A", "names-1": "B", "names-2": "C", "limit": "no", "club_name": "x" * 99},
        "limit",
    ),
    "join": Faulty("/join", lambda _: {"code": "12"}, "code"),
    "new game": Faulty(
        "/clubs/{club}/games/new",
        lambda p: seats(p, seat_1=f"p{p.players[0]}", total_0="x", hand_number="0", add_name="Finn"),
        "seat_1",
    ),
    "new game, rules": Faulty(
        "/clubs/{club}/games/new",
        lambda p: seats(p, **rules(moon="off", sun="yes", limit="0"), table_number="x"),
        "limit",
    ),
    "new game, an option": Faulty(
        "/clubs/{club}/games/new",
        lambda p: seats(p, **rules(tie="x", jack="x", decks="9")),
        "jack-1",
    ),
    "new game, paper": Faulty(
        "/clubs/{club}/games/new", lambda p: seats(p, total_0="x", hand_number="y", dealer="1"), "total_0"
    ),
    "new game, whose deal": Faulty(
        "/clubs/{club}/games/new", lambda p: seats(p, total_0="x", dealer="draw"), "<input >"
    ),
    "new game, a name": Faulty(
        "/clubs/{club}/games/new", lambda p: seats(p, do="add", add_name="Ann"), "add_name"
    ),
    "roster": Faulty("/clubs/{club}/players", lambda _: {"name": " "}, "name"),
    "roster, a name": Faulty("/clubs/{club}/players/{player}", lambda _: {"name": "Bob"}, "name-{player}"),
    "settings": Faulty("/clubs/{club}/settings", lambda _: {"name": "", "zone": "Mars"}, "name"),
    "phone": Faulty("/clubs/{club}/device", lambda _: {"name": "x" * 99}, "name"),
    "note": Faulty(
        "/games/{game}/note", lambda _: {"note": "x" * 999, "place": "x" * 999, "table_number": "x"}, "note"
    ),
    "rules": Faulty(
        "/games/{game}/rules/edit",
        lambda p: at_game(p, **rules(moon="off", sun="yes", limit="x", pass_count="0")),
        "limit",
    ),
    "rules, an own order": Faulty(
        "/games/{game}/rules/edit",
        lambda p: at_game(p, **rules(pass_cycle="own", pass_cycle_own="up")),
        "summary",
    ),
    "hand": Faulty("/games/{game}/hands/new", lambda p: at_game(p, mode="points", **NO_CARDS), "refused"),
    "hand, whose queen": Faulty(
        "/games/{game}/hands/new", lambda p: at_game(p, mode="points", **TWO_QUEENS), "refused"
    ),
    "hand, meanwhile": Faulty(
        "/games/{game}/hands/new",
        lambda p: at_game(p, mode="points", **TWO_QUEENS, had_queen=0, version=0),
        "refused news",
        409,
    ),
    "rotation": Faulty("/games/{game}/rotation", lambda p: at_game(p, hand=4, dealer=9), "fault", 409),
    "end": Faulty("/games/{game}/end", lambda p: at_game(p, version=0), "fault", 409),
    "import": Faulty("/clubs/{club}/import", lambda _: {}, "file"),
    "link that is none": Faulty("/games/nobodysgame/end", lambda _: {}, "", 404),
}


def test_a_refused_form_is_well_formed_and_its_first_fault_alone_has_the_focus(
    visit: Visit, place: Place
) -> None:
    client = visit(place.club, Role.HOST)
    known = {"club": place.club, "game": place.game, "player": place.players[0]}
    for name, faulty in FAULTY.items():
        for partly in (False, True):  # htmx has asked
            page = client.post(
                faulty.path.format(**known),
                data=MultiDict(faulty.sent(place)),
                headers={"HX-Request": "true"} if partly else {},
            )
            assert (name, page.status_code, faults_of(page.text)) == (name, faulty.status, [])
            focus = focused(page.text)
            assert partly or faulty.focus.format(**known) in focus, name
            assert partly or bool(faulty.focus) == bool(focus), name


GAME_PAGES: Final = (
    *(
        "",
        "/sheet",
        "/rules",
        "/changes",
        "/share",
        "/rotation",
        "/hands",
        "/hands?correct=1",
        "/end",
        "/note",
    ),
    *("/end", "/note", "/rules/edit", "/hands/new", "/hands/new?before=1", "/hands/1", "/hands/deleted"),
    *("/undo", "/archive"),
)


@pytest.mark.long
def test_every_page_of_every_game_of_an_evening_is_well_formed(app: Flask, visit: Visit) -> None:
    client = visit()
    with app.app_context():
        evening = prepare()
        tokens = [token_for(club_by_key(club), Role.HOST) for club in evening.clubs]
    for token in tokens:
        client.get(f"/join/{token}")
    games = [f"/games/{key}" for name, key in evening.keys.items() if name not in ("club", "player")]
    addresses = [game + path for game in games for path in GAME_PAGES]
    addresses += [
        f"/clubs/{evening.keys['club']}" + path for path in ("", "/standings", "/records", "/games")
    ]
    addresses += [f"/clubs/{evening.keys['club']}/players/{evening.keys['player']}", "/"]
    for asked in addresses:
        page = client.get(asked, follow_redirects=True)
        assert (asked, faults_of(page.text)) == (asked, [])
