"""A player's page, and putting two players together who are one."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper.hearts.rules import Rules
from scorekeeper.records import clubs, games
from scorekeeper.records.kept import finish
from scorekeeper.records.merge import merge_players
from scorekeeper.records.models import Player
from scorekeeper.records.sheets import Sheet
from scorekeeper.web.access import Role
from scorekeeper.web.players import decimal_or_dash, or_dash, percent_or_dash, points_apart
from tests.playing import THURSDAY, play, start
from tests.web.conftest import Visit


@pytest.fixture
def sheet(app: Flask) -> Sheet:
    """The real game of tests/playing.py: Cy has won with 50."""
    with app.app_context():
        made = start(hands=11)
        finish(made.club)
        return made


def address(sheet: Sheet, name: str, rest: str = "") -> str:
    number = sheet.player_ids[sheet.names.index(name)]
    return f"/clubs/{sheet.club.key}/players/{number}{rest}"


def other(app: Flask, sheet: Sheet, name: str, hands: int = 0) -> Player:
    """Another player of the club, in a game of her own with the others where hands are said."""
    with app.app_context():
        player = clubs.add_player(sheet.club, name)
        if hands:
            ids = (player.id, *sheet.player_ids[1:])
            game = games.start_game(sheet.club.key, ids, Rules(), first_dealer=0, device=None)
            play(game.key, THURSDAY[:hands])
        return player


def text_of(html: str) -> str:
    """The words of a page, spaces squeezed."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_a_page_tells_everything_about_a_player(visit: Visit, sheet: Sheet) -> None:
    html = visit(sheet.club.key, Role.VIEWER).get(address(sheet, "Cy")).text
    words = text_of(html)
    for said in (
        "100% won, 1 of 1",
        "Average score a hand 4.5",
        "Average place 1.0",
        "Takes the queen 27% 3 of 11",
        "Moons shot 1",
        "Best hand 0 Worst hand 21",
        "Best game 50 Worst game 50",
        "Games won in a row 1 now Longest streak 1",
        "Scores hand by hand",
        "By who passes to Cy",
        "Head to head",
        "Cy won with 50",
    ):
        assert said in words, said
    assert "Rating over time" not in words  # of one game there is no course
    assert words.count("How many of 11 hands brought which score") == 1


def test_pictures_have_their_figures_beside_them_and_no_style_of_their_own(
    app: Flask, visit: Visit, sheet: Sheet
) -> None:
    other(app, sheet, "Eve", 11)
    html = visit(sheet.club.key, Role.VIEWER).get(address(sheet, "Cy")).text
    assert html.count("<svg") == html.count("<summary>The figures</summary>") == 2
    assert html.count('role="img"') == 2
    assert "style=" not in html
    assert "<script>" not in html


def test_a_period_and_rules_can_be_chosen(app: Flask, visit: Visit, sheet: Sheet) -> None:
    client = visit(sheet.club.key, Role.VIEWER)
    nothing = client.get(address(sheet, "Cy", "?period=1999")).text
    assert "has finished no such game in this period" in text_of(nothing)
    with app.app_context():
        rules = Rules(limit=50)
        game = games.start_game(sheet.club.key, sheet.player_ids, rules, first_dealer=0, device=None)
        play(game.key, THURSDAY[:5])
        finish(sheet.club)
    short = text_of(client.get(address(sheet, "Cy", "?rules=short")).text)
    assert "Best game 8 Worst game 8" in short


def test_who_never_played_reads_what_will_be_there(app: Flask, visit: Visit, sheet: Sheet) -> None:
    eve = other(app, sheet, "Eve")
    page = visit(sheet.club.key, Role.VIEWER).get(f"/clubs/{sheet.club.key}/players/{eve.id}").text
    assert "After the first one you will see here wins, averages, moons" in text_of(page)


def test_a_new_clubs_player_reads_it_too(app: Flask, visit: Visit) -> None:
    with app.app_context():
        fresh = start(hands=0)
    words = text_of(visit(fresh.club.key, Role.VIEWER).get(address(fresh, "Ann")).text)
    assert "Ann ’s first finished game you will see here" in words


def test_a_guest_and_who_is_off_the_roster_are_said_to_be(app: Flask, visit: Visit, sheet: Sheet) -> None:
    with app.app_context():
        clubs.set_guest(sheet.club, sheet.player_ids[0], guest=True)
        clubs.archive_player(sheet.club, sheet.player_ids[1])
    client = visit(sheet.club.key, Role.VIEWER)
    assert "guest, in no standings" in client.get(address(sheet, "Ann")).text
    assert "off the roster" in client.get(address(sheet, "Bob")).text
    assert "guest" not in client.get(address(sheet, "Cy")).text


@pytest.mark.parametrize("role", Role)
def test_only_a_host_sees_what_a_host_may_do(visit: Visit, sheet: Sheet, role: Role) -> None:
    html = visit(sheet.club.key, role).get(address(sheet, "Ann")).text
    assert ("Is the same person as somebody else" in html) == (role is Role.HOST)


@pytest.mark.parametrize("number", ["0", "99999", "99999999999999999999"])
@pytest.mark.parametrize("rest", ["", "/merge", "/merge?into=1"])
def test_a_player_there_is_not_is_not_found(visit: Visit, sheet: Sheet, number: str, rest: str) -> None:
    client = visit(sheet.club.key, Role.HOST)
    assert client.get(f"/clubs/{sheet.club.key}/players/{number}{rest}").status_code == 404


def test_a_player_of_another_club_is_not_found(app: Flask, visit: Visit, sheet: Sheet) -> None:
    with app.app_context():
        elsewhere = start(club="Elsewhere")
    client = visit(sheet.club.key, Role.HOST)
    stranger = elsewhere.player_ids[0]
    assert client.get(f"/clubs/{sheet.club.key}/players/{stranger}").status_code == 404
    answer = client.post(address(sheet, "Ann", "/merge"), data={"into": stranger})
    assert answer.status_code == 404


def test_a_merge_is_shown_before_it_is_made(app: Flask, visit: Visit, sheet: Sheet) -> None:
    annie = other(app, sheet, "Annie", 11)
    client = visit(sheet.club.key, Role.HOST)
    assert "Annie" in client.get(address(sheet, "Ann", "/merge")).text
    page = f"/clubs/{sheet.club.key}/players/{annie.id}/merge?into={sheet.player_ids[0]}"
    words = text_of(client.get(page).text)
    assert "Annie 1 1 0 Ann 1 1 0 Ann then 2 2 0" in words
    assert "Yes, Annie is Ann" in words
    with app.app_context():
        assert len(clubs.roster(sheet.club)) == 5


def test_two_players_are_put_together_followed_and_taken_apart(
    app: Flask, visit: Visit, sheet: Sheet
) -> None:
    annie = other(app, sheet, "Annie", 11)
    client = visit(sheet.club.key, Role.HOST)
    page = f"/clubs/{sheet.club.key}/players/{annie.id}"
    answer = client.post(f"{page}/merge", data={"into": sheet.player_ids[0]})
    assert (answer.status_code, answer.location) == (303, address(sheet, "Ann"))
    followed = client.get(page)
    assert (followed.status_code, followed.location) == (303, address(sheet, "Ann"))
    words = text_of(client.get(address(sheet, "Ann")).text)
    assert "won, 0 of 2" in words
    assert "Annie is Ann" in words
    answer = client.post(f"{page}/separate")
    assert (answer.status_code, answer.location) == (303, page)
    assert "won, 0 of 1" in text_of(client.get(page).text)


def test_who_sat_together_are_two_people(visit: Visit, sheet: Sheet) -> None:
    client = visit(sheet.club.key, Role.HOST)
    bob = sheet.player_ids[1]
    html = client.get(address(sheet, "Ann", f"/merge?into={bob}")).text
    assert "sat in one game together, so they are two people" in text_of(html)
    assert "Yes, Ann is Bob" not in html
    answer = client.post(address(sheet, "Ann", "/merge"), data={"into": bob})
    assert answer.status_code == 422
    assert "so they are two people" in answer.text


@pytest.mark.parametrize("into", ["", "abc", "0", "-1", "9" * 30])
def test_nonsense_is_nobody(visit: Visit, sheet: Sheet, into: str) -> None:
    client = visit(sheet.club.key, Role.HOST)
    assert client.post(address(sheet, "Ann", "/merge"), data={"into": into}).status_code == 404


def test_nobody_is_merged_with_himself(visit: Visit, sheet: Sheet) -> None:
    client = visit(sheet.club.key, Role.HOST)
    ann = sheet.player_ids[0]
    assert client.get(address(sheet, "Ann", f"/merge?into={ann}")).status_code == 422
    assert client.post(address(sheet, "Ann", "/merge"), data={"into": ann}).status_code == 422


def test_who_is_merged_is_merged_no_more(app: Flask, visit: Visit, sheet: Sheet) -> None:
    annie = other(app, sheet, "Annie")
    with app.app_context():
        merge_players(sheet.club, annie.id, sheet.player_ids[0])
    client = visit(sheet.club.key, Role.HOST)
    assert client.get(f"/clubs/{sheet.club.key}/players/{annie.id}/merge").status_code == 404
    assert client.post(address(sheet, "Bob", "/separate")).status_code == 404


def test_guests_are_made_on_the_roster(visit: Visit, sheet: Sheet) -> None:
    client = visit(sheet.club.key, Role.HOST)
    client.post(address(sheet, "Cy"), data={"do": "guest"})
    assert "<bdi>Cy</bdi></a>" not in client.get(f"/clubs/{sheet.club.key}/standings").text
    roster = client.get(f"/clubs/{sheet.club.key}/players").text
    assert re.search(r'<bdi class="strong">Cy</bdi> <span class="tag">guest</span>', roster)
    client.post(address(sheet, "Cy"), data={"do": "regular"})
    assert "<bdi>Cy</bdi></a>" in client.get(f"/clubs/{sheet.club.key}/standings").text


def test_the_number_of_queries_does_not_grow_with_the_games(
    app: Flask, visit: Visit, sheet: Sheet, queries
) -> None:
    client = visit(sheet.club.key, Role.HOST)
    before = queries(client, address(sheet, "Cy"))
    other(app, sheet, "Eve", 11)
    with app.app_context():
        finish(sheet.club)
    assert queries(client, address(sheet, "Cy")) == before


@pytest.mark.parametrize(
    ("margin", "said"), [(12.46, "+12.5"), (-3.0, "−3.0"), (0.0, "0.0"), (0.04, "0.0"), (-0.04, "0.0")]
)
def test_points_apart_have_a_sign(margin: float, said: str) -> None:
    assert points_apart(margin) == said


@pytest.mark.parametrize(("rate", "said"), [(0.125, "13%"), (0.375, "38%"), (0.285, "29%"), (1, "100%")])
def test_a_half_is_rounded_up(rate: float, said: str) -> None:
    assert percent_or_dash(rate) == said
    assert (decimal_or_dash(4.25), decimal_or_dash(-0.25)) == ("4.3", "−0.3")


def test_what_there_is_not_is_a_dash() -> None:
    assert (or_dash(None), percent_or_dash(None), decimal_or_dash(None)) == ("–", "–", "–")
    assert (or_dash(-26), percent_or_dash(0.415), decimal_or_dash(-0.26)) == ("−26", "42%", "−0.3")
