"""Every page asks the database as often in a club of thirty games as in one of three."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.hearts.document import Document
from scorekeeper.hearts.game import Start
from scorekeeper.hearts.rules import Rules
from scorekeeper.records import kept
from scorekeeper.records.arrivals import Arrival, Arrivals, Options
from scorekeeper.records.clubs import club_by_key
from scorekeeper.records.transfer import bring_in, plan_for
from scorekeeper.web.access import Role
from tests.playing import FOUR, THURSDAY, play, taken
from tests.records.queries import forget
from tests.web.conftest import Visit
from tests.web.test_routes_by_role import EVERYBODY, TABLE
from tests.web.world import HANDS, Place, address, settle

FIRST = datetime(2024, 3, 7, 19, 30, tzinfo=UTC)


def addresses(app: Flask, place: Place) -> list[str]:
    """Every page of the place that not everybody sees."""
    found = []
    for rule in app.url_map.iter_rules():
        route = TABLE.get(("GET", rule.rule))
        if route is None or route.lowest is EVERYBODY or "GET" not in (rule.methods or ()):
            continue
        values = {
            "club_key": place.club,
            "game_key": getattr(place, route.game),
            "player_id": place.players[0],
            "number": 1,
        }
        found.append(address(app.url_map, rule, values))
    return found


def grow(place: Place) -> None:
    """Play on at the table, and bring in games that were played over some months."""
    play(place.game, THURSDAY[HANDS:9])
    hands = tuple(taken(*hand) for hand in THURSDAY)
    document = Document(players=FOUR, rules=Rules(), start=Start((0,) * 4), hands=hands)
    games = [
        Arrival(label=str(number), document=document, started_at=FIRST + timedelta(weeks=number))
        for number in range(27)
    ]
    club = club_by_key(place.club)
    bring_in(plan_for(Arrivals(kind="grown", games=tuple(games)), club, Options()), place.club)
    kept.finish(club)


def test_no_page_asks_more_often_in_a_larger_club(
    app: Flask, visit: Visit, queries: Callable[[FlaskClient, str], int]
) -> None:
    with app.app_context():
        place = settle("Thursday Hearts")
        kept.finish(club_by_key(place.club))
    client = visit(place.club, Role.HOST)
    pages = addresses(app, place)
    client.get(pages[0])  # notes that the device is there
    # At the first look at a player after a game a page keeps what it has worked out.
    first, again = looks(client, pages, queries), looks(client, pages, queries)
    with app.app_context():
        grow(place)
    assert looks(client, pages, queries) == first
    assert looks(client, pages, queries) == again
    assert max(first.values()) <= 21
    assert max(again.values()) <= 20


def test_no_page_asks_more_often_in_a_larger_club_where_no_game_is_in_memory(
    app: Flask, visit: Visit, queries: Callable[[FlaskClient, str], int]
) -> None:
    asked = []
    for name, is_large in (("Thursday Hearts", False), ("Next door", True)):
        with app.app_context():
            place = settle(name)
            if is_large:
                grow(place)
            kept.finish(club_by_key(place.club))
        client = visit(place.club, Role.HOST)
        pages = addresses(app, place)
        warm = looks(client, pages, queries)
        with app.app_context():
            for key in (place.game, place.over, place.archived):
                forget(key)
        cold = looks(client, pages, queries)
        assert cold[f"/games/{place.game}"] == warm[f"/games/{place.game}"] + 2
        asked.append([cold[page] for page in pages])
    assert asked[0] == asked[1]
    assert max(asked[0]) <= 22


def looks(
    client: FlaskClient, pages: Sequence[str], queries: Callable[[FlaskClient, str], int]
) -> dict[str, int]:
    return {page: queries(client, page) for page in pages}
