"""A new game: who sits where, who deals, the club's last rules, a game from paper, play again."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper.hearts.rules import Rules
from scorekeeper.records.clubs import add_player, archive_club, archive_player, create_club, roster
from scorekeeper.records.db import db
from scorekeeper.records.games import start_game
from scorekeeper.records.models import Game
from scorekeeper.records.sheets import Sheet, load_sheet
from scorekeeper.web.access import Role
from tests.playing import FOUR, end_early, start
from tests.web.conftest import Visit

TOTALS = {"total_0": "5", "total_1": "0", "total_2": "0"}


@pytest.fixture
def sheet(app: Flask) -> Sheet:
    """A club of four with a game of one hand, Cy's deal first."""
    with app.app_context():
        return start(hands=1)


def address(sheet: Sheet) -> str:
    return f"/clubs/{sheet.club.key}/games/new"


def seats(sheet: Sheet, order: str = "ABCD", **more: str) -> dict[str, str]:
    """The form for players by their initials: "A C" leaves a seat between Ann and Cy empty."""
    ids = {name[0]: f"p{player}" for name, player in zip(sheet.names, sheet.player_ids, strict=True)}
    return {f"seat_{i}": ids[letter] for i, letter in enumerate(order) if letter != " "} | more


def dealt(app: Flask, answer) -> Sheet:
    """The game an answer leads to the table of."""
    assert answer.status_code == 303, answer.text
    with app.app_context():
        return load_sheet(answer.location.rsplit("/", 1)[1])


def chosen(page: str, seat: int) -> str:
    """The value marked in a seat's select."""
    select = re.search(rf'<select id="seat_{seat}".*?</select>', page, re.S)[0]
    found = re.search(r'<option value="([^"]+)" selected>', select)
    return found[1] if found else ""


def marked(page: str, name: str) -> str:
    """The value of the radio button that is marked."""
    pattern = rf'<input type="radio"[^>]*name="{name}"[^>]*value="([^"]*)"[^>]*checked'
    return re.search(pattern, page, re.S)[1]


def test_the_last_games_players_sit_where_they_sat(visit: Visit, sheet: Sheet) -> None:
    page = visit(sheet.club.key, Role.SCOREKEEPER).get(address(sheet)).text
    assert [chosen(page, seat) for seat in range(4)] == [f"p{player}" for player in sheet.player_ids]


def test_while_a_game_is_on_the_next_ones_dealer_is_drawn(visit: Visit, sheet: Sheet) -> None:
    assert marked(visit(sheet.club.key, Role.HOST).get(address(sheet)).text, "dealer") == "draw"


def test_after_a_game_the_next_dealer_deals(app: Flask, visit: Visit, sheet: Sheet) -> None:
    with app.app_context():
        end_early(sheet.game.key)
    assert marked(visit(sheet.club.key, Role.HOST).get(address(sheet)).text, "dealer") == "3"


def test_who_left_the_roster_leaves_no_seat_and_the_deal_is_drawn(
    app: Flask, visit: Visit, sheet: Sheet
) -> None:
    with app.app_context():
        end_early(sheet.game.key)
        archive_player(sheet.club, sheet.player_ids[1])
    page = visit(sheet.club.key, Role.HOST).get(address(sheet)).text
    ann, _, cy, dora = sheet.player_ids
    assert [chosen(page, seat) for seat in range(4)] == [f"p{ann}", f"p{cy}", f"p{dora}", ""]
    assert marked(page, "dealer") == "draw"


def test_a_club_remembers_its_last_rules(app: Flask, visit: Visit, sheet: Sheet) -> None:
    rules = Rules(limit=75, jack="JD", moon="choice", hearts_removed=("2", "3"))
    with app.app_context():
        start_game(sheet.club.key, sheet.player_ids, rules, first_dealer=0, device=None)
    client = visit(sheet.club.key, Role.SCOREKEEPER)
    page = client.get(address(sheet)).text
    assert "Game to 75 · house rules" in page
    assert marked(page, "moon") == "choice"
    assert dealt(app, client.post(address(sheet), data=seats(sheet))).rules == rules


def test_rules_that_do_not_fit_other_players_give_way_to_the_standard_game(
    app: Flask, visit: Visit, sheet: Sheet
) -> None:
    with app.app_context():
        rules = Rules(teams=((0, 2), (1, 3)))
        start_game(sheet.club.key, sheet.player_ids, rules, first_dealer=0, device=None)
    made = dealt(app, visit(sheet.club.key, Role.HOST).post(address(sheet), data=seats(sheet, "ABC")))
    assert made.rules == Rules(players=3)


@pytest.mark.parametrize(
    ("order", "dealer", "names", "seat"),
    [
        ("ABCD", "0", "ABCD", 0),
        ("DCBA", "3", "DCBA", 3),
        ("A C D", "2", "ACD", 1),
        (" A B C", "0", "ABC", 0),
        ("AB C", "9", "ABC", 0),
    ],
)
def test_seats_are_taken_in_order_without_the_empty_ones(
    app: Flask, visit: Visit, sheet: Sheet, *, order: str, dealer: str, names: str, seat: int
) -> None:
    client = visit(sheet.club.key, Role.SCOREKEEPER)
    made = dealt(app, client.post(address(sheet), data=seats(sheet, order, dealer=dealer)))
    assert "".join(name[0] for name in made.names) == names
    assert made.position.dealer == seat


def test_a_drawn_dealer_is_not_always_the_same(app: Flask, visit: Visit, sheet: Sheet) -> None:
    client = visit(sheet.club.key, Role.SCOREKEEPER)
    made = [dealt(app, client.post(address(sheet), data=seats(sheet, dealer="draw"))) for _ in range(12)]
    assert len({one.position.dealer for one in made}) > 1


def test_note_place_table_and_totals_from_paper_are_kept(app: Flask, visit: Visit, sheet: Sheet) -> None:
    totals = {"total_0": "23", "total_1": "-4", "total_2": "0", "total_3": "61"}
    paper = {**totals, "hand_number": "6", "overtime": "yes"}
    about = {"note": " Bob's birthday", "place": "Kitchen", "table_number": "3"}
    form = seats(sheet, dealer="2", **paper, **about)
    made = dealt(app, visit(sheet.club.key, Role.SCOREKEEPER).post(address(sheet), data=form))
    assert made.position.totals == (23, -4, 0, 61)
    assert (made.position.hand_number, made.position.dealer, made.position.overtime) == (6, 2, True)
    assert made.position.passing == "right"
    assert (made.game.note, made.game.place, made.game.table_number) == ("Bob's birthday", "Kitchen", 3)


@pytest.mark.parametrize(
    ("order", "more", "sentence"),
    [
        ("AB", {}, "Hearts takes three to ten players: seat one more."),
        ("", {}, "Hearts takes three to ten players: seat one more."),
        ("ABCA", {}, "Ann sits twice."),
        ("ABC", {"seat_3": "n:ann"}, "ann sits twice."),
        ("ABC", {"seat_3": "p999999999"}, "This player is not in the roster any more. Choose somebody."),
        ("ABC", {"seat_3": "x"}, "This player is not in the roster any more. Choose somebody."),
        ("ABC", {"seat_3": "n:"}, "Type a name."),
        ("ABC", {"seat_3": "n:" + "x" * 25}, "A name has at most 24 characters."),
        ("ABCD", {"add_name": "Eve"}, "Press Add to seat Eve, or clear this field."),
        ("ABCD", {"total_0": "5", "hand_number": "2"}, "Type a total, 0 for none."),
        (
            "ABC",
            {**TOTALS, "total_1": "x", "hand_number": "2"},
            "whole number, from −1,000,000 to 1,000,000.",
        ),
        ("ABC", {**TOTALS, "total_1": "1000001", "hand_number": "2"}, "from −1,000,000 to 1,000,000."),
        ("ABC", {"overtime": "yes"}, "Type a total, 0 for none."),
        ("ABC", {"hand_number": "3"}, "Type a total, 0 for none."),
        ("ABC", TOTALS, "Type the number of the hand that is dealt next."),
        ("ABCD", {"hand_number": "0"}, "Hands are numbered from 1 to 10,000."),
        ("ABCD", {"hand_number": "10001"}, "Hands are numbered from 1 to 10,000."),
        ("ABCD", {"table_number": "ten"}, "A table has a whole number from 1 to 9,999, such as 3."),
        ("ABCD", {"table_number": "9999999999"}, "A table has a whole number from 1 to 9,999, such as 3."),
        ("ABC", {**TOTALS, "total_3": "7", "hand_number": "2"}, "Nobody sits here: seat whoever has this"),
        ("ABC", {**TOTALS, "total_8": "0", "hand_number": "2"}, "Nobody sits here: seat whoever has this"),
        ("ABCD", {"note": "x" * 201}, "At most 200 characters, please."),
        ("ABCD", {"place": "x" * 81}, "At most 80 characters, please."),
    ],
)
def test_a_game_that_cannot_be_is_refused_with_everything_typed_still_there(
    app: Flask, visit: Visit, sheet: Sheet, *, order: str, more: dict[str, str], sentence: str
) -> None:
    form = seats(sheet, order, dealer="1", **more)
    answer = visit(sheet.club.key, Role.SCOREKEEPER).post(address(sheet), data=form)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert marked(answer.text, "dealer") == "1"
    for name, value in form.items():
        if name.startswith(("total", "hand", "note", "place", "table", "add")):
            assert f'value="{value}"' in answer.text
    with app.app_context():
        assert db.session.query(Game).count() == 1
        assert len(roster(sheet.club)) == 4


@pytest.mark.parametrize("dealer", ["zz", "-1", "10", "1_0", "9" * 30])
def test_a_dealer_that_is_no_seat_is_refused_and_nobody_drawn(
    app: Flask, visit: Visit, sheet: Sheet, dealer: str
) -> None:
    answer = visit(sheet.club.key, Role.SCOREKEEPER).post(address(sheet), data=seats(sheet, dealer=dealer))
    assert answer.status_code == 422
    assert "Tap the D beside whoever deals first, or draw for it." in answer.text
    with app.app_context():
        assert db.session.query(Game).count() == 1


def test_a_game_from_paper_asks_who_deals_and_draws_nobody(app: Flask, visit: Visit, sheet: Sheet) -> None:
    client = visit(sheet.club.key, Role.SCOREKEEPER)
    form = seats(sheet, "ABC", **TOTALS, hand_number="1000", dealer="draw")
    answer = client.post(address(sheet), data=form)
    assert answer.status_code == 422
    assert "tap the D beside whoever deals the next hand." in answer.text
    made = dealt(app, client.post(address(sheet), data=form | {"dealer": "2"}))
    assert (made.position.dealer, made.position.hand_number) == (2, 1000)


def test_a_name_not_in_the_roster_is_put_there_once(app: Flask, visit: Visit, sheet: Sheet) -> None:
    client = visit(sheet.club.key, Role.SCOREKEEPER)
    form = seats(sheet, "ABC", seat_3="n: Eve ")
    assert dealt(app, client.post(address(sheet), data=form)).names == ("Ann", "Bob", "Cy", "Eve")
    assert dealt(app, client.post(address(sheet), data=form)).names == ("Ann", "Bob", "Cy", "Eve")
    with app.app_context():
        assert [player.name for player in roster(sheet.club)] == [*FOUR, "Eve"]


def test_a_name_off_the_roster_cannot_be_put_there_again(app: Flask, visit: Visit, sheet: Sheet) -> None:
    with app.app_context():
        archive_player(sheet.club, sheet.player_ids[3])
    form = seats(sheet, "ABC", seat_3="n:Dora")
    answer = visit(sheet.club.key, Role.SCOREKEEPER).post(address(sheet), data=form)
    assert answer.status_code == 422
    assert "Dora is off the roster; bring that player back instead." in answer.text


def test_add_seats_a_new_name_and_one_of_the_roster(app: Flask, visit: Visit, sheet: Sheet) -> None:
    client = visit(sheet.club.key, Role.SCOREKEEPER)
    page = client.post(address(sheet), data=seats(sheet, "AB", do="add", add_name="Eve"))
    assert page.status_code == 200
    assert chosen(page.text, 2) == "n:Eve"
    page = client.post(address(sheet), data=seats(sheet, "AB", do="add", add_name="CY"))
    assert chosen(page.text, 2) == f"p{sheet.player_ids[2]}"


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"add_name": ""}, "Type a name."),
        ({"add_name": "Ann"}, "Ann sits at the table already."),
        ({"add_name": "Eve", **{f"seat_{i}": f"n:P{i}" for i in range(1, 10)}}, "The table is full"),
    ],
)
def test_a_name_that_cannot_be_added_says_why(
    visit: Visit, sheet: Sheet, form: dict[str, str], sentence: str
) -> None:
    client = visit(sheet.club.key, Role.SCOREKEEPER)
    answer = client.post(address(sheet), data=seats(sheet, "A", do="add", **form))
    assert answer.status_code == 422
    assert sentence in answer.text


def test_drawing_seats_keeps_players_totals_and_the_mark_together(visit: Visit, sheet: Sheet) -> None:
    client = visit(sheet.club.key, Role.SCOREKEEPER)
    totals = {f"total_{i}": str(10 + i) for i in range(4)}
    orders = set()
    for _ in range(12):
        page = client.post(address(sheet), data=seats(sheet, do="draw", dealer="2", **totals)).text
        order = [chosen(page, seat) for seat in range(4)]
        orders.add(tuple(order))
        cy = order.index(f"p{sheet.player_ids[2]}")
        assert marked(page, "dealer") == str(cy)
        assert re.search(rf'id="total_{cy}"\s+name="total_{cy}"\s+value="12"', page)
        assert sorted(order) == sorted(f"p{player}" for player in sheet.player_ids)
    assert len(orders) > 1


def test_a_club_without_a_game_seats_a_small_roster_and_no_large_one(app: Flask, visit: Visit) -> None:
    with app.app_context():
        club = create_club("Empty", "UTC")
        for name in FOUR:
            add_player(club, name)
    client = visit(club.key, Role.HOST)
    page = client.get(f"/clubs/{club.key}/games/new").text
    assert all(chosen(page, seat) for seat in range(4))
    with app.app_context():
        for name in ("Eve", "Finn"):
            add_player(club, name)
    page = client.get(f"/clubs/{club.key}/games/new").text
    assert not any(chosen(page, seat) for seat in range(10))


@pytest.mark.parametrize("dealer", ["0", "draw"])
def test_sent_twice_a_game_is_dealt_once(app: Flask, visit: Visit, sheet: Sheet, dealer: str) -> None:
    client = visit(sheet.club.key, Role.SCOREKEEPER)
    form = seats(sheet, "ABC", seat_3="n:Eve", dealer=dealer, submission="once")
    first = dealt(app, client.post(address(sheet), data=form))
    assert dealt(app, client.post(address(sheet), data=form)).game.key == first.game.key


def test_htmx_gets_the_form_alone_and_is_sent_on_by_a_header(visit: Visit, sheet: Sheet) -> None:
    client = visit(sheet.club.key, Role.SCOREKEEPER)
    asked = {"HX-Request": "true"}
    faulty = client.post(address(sheet), data=seats(sheet, "AB"), headers=asked)
    assert faulty.status_code == 422
    assert faulty.text.lstrip().startswith("<form")
    rules = client.post(address(sheet), data=seats(sheet, do="rules"), headers=asked)
    assert rules.text.lstrip().startswith('<div class="rules"')
    done = client.post(address(sheet), data=seats(sheet), headers=asked)
    assert done.headers["HX-Redirect"].startswith("/games/")


def test_play_again_seats_the_same_players_and_the_next_dealer_deals(
    app: Flask, visit: Visit, sheet: Sheet
) -> None:
    with app.app_context():
        end_early(sheet.game.key)
    client = visit(sheet.club.key, Role.SCOREKEEPER)
    made = dealt(app, client.post(f"/games/{sheet.game.key}/again"))
    assert made.player_ids == sheet.player_ids
    assert made.position.dealer == 3
    twice = dealt(app, client.post(f"/games/{sheet.game.key}/again"))
    assert twice.game.key == made.game.key


def test_play_again_of_a_game_that_is_not_over_leads_to_its_table(visit: Visit, sheet: Sheet) -> None:
    answer = visit(sheet.club.key, Role.SCOREKEEPER).post(f"/games/{sheet.game.key}/again")
    assert answer.location == f"/games/{sheet.game.key}"


def test_play_again_without_one_of_them_leads_to_the_form(app: Flask, visit: Visit, sheet: Sheet) -> None:
    with app.app_context():
        end_early(sheet.game.key)
        archive_player(sheet.club, sheet.player_ids[0])
    answer = visit(sheet.club.key, Role.SCOREKEEPER).post(f"/games/{sheet.game.key}/again")
    assert answer.location == address(sheet)


def test_play_again_of_no_game_is_not_found(visit: Visit, sheet: Sheet) -> None:
    assert visit(sheet.club.key, Role.HOST).post("/games/abcdefghjk/again").status_code == 404


def test_a_game_that_is_refused_leaves_nobody_new_on_the_roster(
    app: Flask, visit: Visit, sheet: Sheet
) -> None:
    with app.app_context():
        archive_club(sheet.club)
    names = {f"seat_{seat}": f"n:{name}" for seat, name in enumerate(("Eve", "Finn", "Gil"))}
    answer = visit(sheet.club.key, Role.SCOREKEEPER).post(address(sheet), data=names)
    assert answer.status_code == 422
    assert "bring it back" in answer.text
    with app.app_context():
        assert {player.name for player in roster(sheet.club)} == set(sheet.names)
