"""The start page, the club, its roster and settings, by plain requests."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from sqlalchemy import insert

from scorekeeper.records.clubs import (
    MOST_PLAYERS,
    add_player,
    archive_club,
    club_by_key,
    create_club,
    roster,
)
from scorekeeper.records.db import db, writing
from scorekeeper.records.games import start_game
from scorekeeper.records.models import Club, Player
from scorekeeper.records.sheets import Sheet, load_sheet
from scorekeeper.web.access import Role
from tests.playing import FOUR, THURSDAY, end_early, play, start
from tests.web.conftest import Visit

NO_LIMIT = "The game goes to a whole number of points, such as 100."
NO_ZONE = "Choose a time zone from the list, such as Europe/Berlin."
ODD_NAMES = ["Ann", "<b>Bob</b>", 'Cy "the" Kid', "محمد", "👨‍👩‍👧‍👦", "O'Neil"]


def typed(*names: str, **more: str) -> dict[str, str]:
    return {f"names-{number}": name for number, name in enumerate(names)} | more


def table_of(answer) -> str:
    """The key of the game whose table an answer leads to."""
    assert answer.status_code == 303
    return re.fullmatch(r"/games/(\w{10})", answer.location)[1]


def sheet_of(app: Flask, answer) -> Sheet:
    with app.app_context():
        return load_sheet(table_of(answer))


@pytest.fixture
def sheet(app: Flask) -> Sheet:
    with app.app_context():
        return start()


def test_four_names_are_enough(app: Flask, visit: Visit) -> None:
    client = visit()
    made = sheet_of(app, client.post("/", data=typed(*FOUR, zone="America/New_York")))
    assert made.names == FOUR
    assert made.club.zone == "America/New_York"
    assert made.club.name.endswith("day Hearts")
    assert client.get(f"/clubs/{made.club.key}/settings").status_code == 200


@pytest.mark.parametrize(
    ("names", "dealer", "seat"),
    [
        (("Ann", "Bob", "Cy", "Dora"), "2", 2),
        (("Ann", "", "Cy", "Dora"), "2", 1),
        (("", "Bob", "Cy", "Dora"), "0", 0),
        (("Ann", "Bob", "Cy", ""), "3", 0),
        (("Ann", "Bob", "Cy"), "nonsense", 0),
    ],
)
def test_empty_fields_are_left_out_and_the_deal_goes_to_who_sits_there(
    app: Flask, visit: Visit, names: tuple[str, ...], dealer: str, seat: int
) -> None:
    made = sheet_of(app, visit().post("/", data=typed(*names, dealer=dealer)))
    assert made.names == tuple(name for name in names if name)
    assert made.position.dealer == seat


def test_a_drawn_dealer_is_one_of_the_players(app: Flask, visit: Visit) -> None:
    made = [sheet_of(app, visit().post("/", data=typed("A", "B", "C", dealer="draw"))) for _ in range(12)]
    dealers = {one.position.dealer for one in made}
    assert dealers <= {0, 1, 2}
    assert len(dealers) > 1


def test_name_limit_and_ten_players_can_be_chosen(app: Flask, visit: Visit) -> None:
    names = [f"P{number}" for number in range(10)]
    made = sheet_of(app, visit().post("/", data=typed(*names, club_name=" Ten  at table ", limit="50")))
    assert made.club.name == "Ten at table"
    assert (made.rules.players, made.rules.limit) == (10, 50)


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        (typed(), "Type the names of the players, three or more."),
        (typed("Ann"), "Hearts takes three or more. Type two more names."),
        (typed("Ann", "", "", "Dora"), "Hearts takes three or more. Type one more name."),
        (typed("Ann", "Bob", "ANN", "Dora"), "ANN is there twice; add an initial to tell them apart."),
        (typed("Ann", "Bob", "C" * 25), "A name has at most 24 characters."),
        (typed("Ann", "Bob", "\u200b\u202e"), "Type a name."),
        (typed("Ann", "Bob", "Cy", limit="0"), NO_LIMIT),
        (typed("Ann", "Bob", "Cy", limit="1e3"), NO_LIMIT),
        (
            typed("Ann", "Bob", "Cy", limit="１００"),
            NO_LIMIT,
        ),
        (typed("Ann", "Bob", "Cy", club_name="x" * 25), "A name has at most 24 characters."),
    ],
)
def test_a_start_that_cannot_be_is_refused_with_everything_typed_still_there(
    app: Flask, visit: Visit, form: dict[str, str], sentence: str
) -> None:
    answer = visit().post("/", data=form)
    assert answer.status_code == 422
    assert sentence in answer.text
    for value in form.values():
        assert f'value="{value}"' in answer.text
    with app.app_context():
        assert db.session.query(Club).count() == 0


def test_a_faulty_start_is_answered_to_htmx_with_the_form_alone(visit: Visit) -> None:
    answer = visit().post("/", data=typed("Ann"), headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert answer.text.lstrip().startswith("<form")


def test_htmx_is_sent_on_by_a_header_where_a_browser_is_redirected(visit: Visit) -> None:
    answer = visit().post("/", data=typed(*FOUR), headers={"HX-Request": "true"})
    assert (answer.status_code, answer.text) == (204, "")
    assert answer.headers["HX-Redirect"].startswith("/games/")


def test_sent_twice_a_start_is_one_club(app: Flask, visit: Visit) -> None:
    client = visit()
    form = typed(*FOUR, dealer="draw", submission="abc123")
    assert table_of(client.post("/", data=form)) == table_of(client.post("/", data=form))
    with app.app_context():
        assert db.session.query(Club).count() == 1


@pytest.mark.parametrize("submission", ["", "a b", "é", "x" * 65, "\0"])
def test_an_id_that_is_none_counts_as_a_form_of_its_own(app: Flask, visit: Visit, submission: str) -> None:
    client = visit()
    form = typed(*FOUR, submission=submission)
    assert table_of(client.post("/", data=form)) != table_of(client.post("/", data=form))


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../../etc/passwd", "x" * 300, "Europe"])
def test_an_unknown_clock_is_taken_for_utc(app: Flask, visit: Visit, zone: str) -> None:
    assert sheet_of(app, visit().post("/", data=typed(*FOUR, zone=zone))).club.zone == "UTC"


def test_names_are_escaped_wherever_they_stand(app: Flask, visit: Visit) -> None:
    client = visit()
    made = sheet_of(app, client.post("/", data=typed(*ODD_NAMES, club_name="<i>Club</i>")))
    key = made.club.key
    with app.app_context():
        end_early(start(hands=1).game.key)
    for address in (
        "/",
        f"/clubs/{key}",
        f"/clubs/{key}/players",
        f"/clubs/{key}/games/new",
        f"/clubs/{key}/games",
    ):
        page = client.get(address).text
        assert "<b>Bob" not in page
        assert "<i>Club" not in page
    assert "&lt;b&gt;Bob&lt;/b&gt;" in page


def test_a_device_without_clubs_is_asked_who_plays(visit: Visit) -> None:
    page = visit().get("/").text
    assert "Who is at the table?" in page
    assert "Your clubs" not in page


def test_a_devices_clubs_stand_first_those_at_the_table_before_all(
    app: Flask, visit: Visit, sheet: Sheet
) -> None:
    client = visit(sheet.club.key, Role.VIEWER)
    with app.app_context():
        quiet = create_club("Quiet", "UTC")
        away = create_club("Away", "UTC")
    for club in (quiet, away):
        with client.session_transaction() as kept:
            kept["roles"] = {**kept["roles"], club.key: [3, 1]}
    with app.app_context():
        archive_club(away)
    page = client.get("/").text
    assert page.index("Thursday Hearts") < page.index("Quiet")
    assert "Away" not in page
    assert "Hand 1 · pass left" in page


def test_a_new_host_is_told_once_to_keep_the_link(visit: Visit) -> None:
    client = visit()
    game = client.post("/", data=typed(*FOUR))
    key = re.search(r'/clubs/(\w{10})"', client.get("/").text)[1]
    assert game.status_code == 303
    assert "Keep the host link" in client.get(f"/clubs/{key}").text
    assert "Keep the host link" in client.get(f"/clubs/{key}").text
    client.get(f"/clubs/{key}/links")
    assert "Keep the host link" not in client.get(f"/clubs/{key}").text


def test_a_host_by_link_is_told_nothing(visit: Visit, sheet: Sheet) -> None:
    assert "Keep the host link" not in visit(sheet.club.key, Role.HOST).get(f"/clubs/{sheet.club.key}").text


def test_the_club_shows_what_is_at_the_table_and_who_won(app: Flask, visit: Visit) -> None:
    with app.app_context():
        done = start(hands=11)
    page = visit(done.club.key, Role.VIEWER).get(f"/clubs/{done.club.key}").text
    assert "4 players · 1 game since" in page
    assert "Nobody is playing." in page
    assert re.search(r"<bdi>Cy</bdi> won with \d+", page)
    assert re.search(r"<bdi>Cy</bdi></a>\s*</th>\s*<td\s*>1</td>\s*<td\s*>100%</td>", page)
    assert re.search(r"<bdi>Bob</bdi></a>\s*</th>\s*<td\s*>1</td>\s*<td\s*>0%</td>", page)


def test_a_club_without_a_finished_game_says_what_will_stand_there(visit: Visit, sheet: Sheet) -> None:
    page = visit(sheet.club.key, Role.VIEWER).get(f"/clubs/{sheet.club.key}").text
    assert "4 players" in page
    assert "stand here once a game is finished" in page


@pytest.mark.parametrize(("role", "offered"), [(Role.VIEWER, False), (Role.SCOREKEEPER, True)])
def test_a_new_game_is_offered_to_who_may_start_one(
    visit: Visit, sheet: Sheet, role: Role, offered: bool
) -> None:
    page = visit(sheet.club.key, role).get(f"/clubs/{sheet.club.key}").text
    assert ("New game" in page) == offered


def test_a_host_adds_renames_and_takes_off_the_roster(app: Flask, visit: Visit, sheet: Sheet) -> None:
    client = visit(sheet.club.key, Role.HOST)
    address = f"/clubs/{sheet.club.key}/players"
    ann = sheet.player_ids[0]
    client.post(address, data={"name": " Eve  B. "})
    client.post(f"{address}/{ann}", data={"name": "Anna"})
    client.post(f"{address}/{sheet.player_ids[1]}", data={"do": "archive"})
    with app.app_context():
        assert [player.name for player in roster(sheet.club)] == ["Anna", "Cy", "Dora", "Eve B."]
    assert "Bring back" in client.get(address).text
    client.post(f"{address}/{sheet.player_ids[1]}", data={"do": "bring_back"})
    with app.app_context():
        assert "Bob" in [player.name for player in roster(sheet.club)]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Type a name."),
        ("x" * 25, "A name has at most 24 characters."),
        ("bOB", "bOB is here already; add an initial to tell them apart."),
    ],
)
def test_a_name_that_cannot_be_is_refused_where_it_was_typed(
    visit: Visit, sheet: Sheet, name: str, sentence: str
) -> None:
    client = visit(sheet.club.key, Role.HOST)
    address = f"/clubs/{sheet.club.key}/players"
    for asked in (address, f"{address}/{sheet.player_ids[0]}"):
        answer = client.post(asked, data={"name": name})
        assert answer.status_code == 422
        assert sentence in answer.text
        assert f'value="{name}"' in answer.text


def test_an_archived_name_that_is_taken_says_where_it_is(app: Flask, visit: Visit, sheet: Sheet) -> None:
    client = visit(sheet.club.key, Role.HOST)
    address = f"/clubs/{sheet.club.key}/players"
    client.post(f"{address}/{sheet.player_ids[1]}", data={"do": "archive"})
    answer = client.post(address, data={"name": "Bob"})
    assert "Bob is off the roster; bring that player back instead." in answer.text


def test_a_full_club_says_how_many_fit(app: Flask, visit: Visit, sheet: Sheet) -> None:
    rows = [
        {"club_id": sheet.club.id, "name": f"P{number}", "folded": f"p{number}"}
        for number in range(MOST_PLAYERS - len(sheet.names))
    ]
    with app.app_context(), writing() as session:
        session.execute(insert(Player), rows)
    answer = visit(sheet.club.key, Role.HOST).post(f"/clubs/{sheet.club.key}/players", data={"name": "Eve"})
    assert answer.status_code == 422
    assert "A club has at most 500 players." in answer.text


def test_settings_change_name_and_clock(app: Flask, visit: Visit, sheet: Sheet) -> None:
    client = visit(sheet.club.key, Role.HOST)
    answer = client.post(f"/clubs/{sheet.club.key}/settings", data={"name": "Friday", "zone": "Asia/Tokyo"})
    assert answer.location == f"/clubs/{sheet.club.key}"
    with app.app_context():
        club = club_by_key(sheet.club.key)
        assert (club.name, club.zone) == ("Friday", "Asia/Tokyo")


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"name": "", "zone": "UTC"}, "Type a name."),
        ({"name": "Friday", "zone": "Berlin"}, NO_ZONE),
        (
            {"name": "Friday", "zone": "/etc/passwd"},
            NO_ZONE,
        ),
    ],
)
def test_settings_that_cannot_be_change_nothing(
    app: Flask, visit: Visit, sheet: Sheet, form: dict[str, str], sentence: str
) -> None:
    answer = visit(sheet.club.key, Role.HOST).post(f"/clubs/{sheet.club.key}/settings", data=form)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert f'value="{form["zone"]}"' in answer.text
    with app.app_context():
        assert club_by_key(sheet.club.key).name == "Thursday Hearts"


def test_a_club_is_put_away_and_brought_back(app: Flask, visit: Visit, sheet: Sheet) -> None:
    client = visit(sheet.club.key, Role.HOST)
    address = f"/clubs/{sheet.club.key}"
    client.post(f"{address}/settings", data={"do": "archive"})
    page = client.get(address).text
    assert "This club is put away" in page
    assert "New game" not in page
    assert "Thursday Hearts" not in client.get("/").text
    seats = {f"seat_{i}": f"p{player}" for i, player in enumerate(sheet.player_ids)}
    refused = client.post(f"{address}/games/new", data=seats)
    assert refused.status_code == 422
    assert "This club is put away" in refused.text
    client.post(f"{address}/settings", data={"do": "bring_back"})
    assert "New game" in client.get(address).text


def test_the_number_of_queries_does_not_grow_with_the_club(
    app: Flask, visit: Visit, sheet: Sheet, queries
) -> None:
    client = visit(sheet.club.key, Role.HOST)
    addresses = [
        "/",
        *(f"/clubs/{sheet.club.key}{rest}" for rest in ("", "/games", "/players", "/games/new")),
    ]
    before = [queries(client, address) for address in addresses]
    with app.app_context():
        for number in range(12):
            add_player(sheet.club, f"Player {number}")
            _another(sheet, number)
    client.get(addresses[1])  # the first look takes the new games into the standings
    assert [queries(client, address) for address in addresses] == before


def _another(sheet: Sheet, number: int) -> None:
    game = start_game(sheet.club.key, sheet.player_ids, sheet.rules, first_dealer=number % 4, device=None)
    if number % 2:
        play(game.key, THURSDAY[:1])
        end_early(game.key)
