"""What the table's menu leads to: deal and pass set right, a hand put in, the end, other rules."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.hearts.facts import Facts
from scorekeeper.hearts.rules import Rules
from scorekeeper.records import hands
from scorekeeper.records.db import db
from scorekeeper.records.sheets import Sheet, load_sheet
from scorekeeper.web.access import Role
from tests.playing import THURSDAY, entry, play, record, start, taken
from tests.web.bare import Bare, Form, Page
from tests.web.conftest import Visit


@pytest.fixture(autouse=True)
def _context(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield
        db.session.remove()


class Menu:
    """A scorekeeper's browser without JavaScript at one game."""

    def __init__(self, visit: Visit, sheet: Sheet) -> None:
        self.key = sheet.game.key
        self.bare = Bare(visit(sheet.club.key, Role.SCOREKEEPER))

    def open(self, path: str) -> Page:
        db.session.remove()
        return self.bare.get(f"/games/{self.key}{path}")

    def send(self, page: Page, action: str, button: str | None = None, **fields: object) -> Page:
        db.session.remove()
        return self.bare.send(page, page.form(action).fill(**fields), button)

    @staticmethod
    def saving(page: Page) -> Form:
        """The form of "We dealt or passed differently" that saves; the other one shows another hand."""
        (found,) = [form for form in page.forms if form.method == "post"]
        return found

    def show(self, number: int) -> Page:
        page = self.open("/rotation")
        (choose,) = [form for form in page.forms if form.method == "get"]
        return self.bare.send(page, choose.fill(hand=number), "Show")

    def say(self, page: Page, number: int, **fields: object) -> Page:
        db.session.remove()
        return self.bare.send(page, self.saving(page).fill(**fields), f"Save for hand {number}")

    @property
    def sheet(self) -> Sheet:
        db.session.remove()
        return load_sheet(self.key)


# ---- We dealt or passed differently ----


def test_what_was_really_dealt_and_passed_holds_for_the_hand_to_come_and_goes_on_from_there(
    visit: Visit,
) -> None:
    menu = Menu(visit, start(hands=4))
    page = menu.open("/rotation")
    assert "By the rotation, hand 5 is: Cy deals, pass left. After it: Dora deals, pass right." in page.text
    page = menu.say(page, 5, dealer=0, passing="across")
    assert "Hand 5, pass across" in page.html
    assert "; Ann deals" in page.html
    record(menu.key, taken(*THURSDAY[4]))
    at = menu.sheet.position
    assert (at.dealer, at.passing) == (1, "hold")


def test_an_earlier_hand_can_be_set_right_and_the_later_ones_follow(visit: Visit) -> None:
    menu = Menu(visit, start(hands=4))
    page = menu.show(2)
    assert page.address.endswith("/rotation?hand=2")
    assert "hand 2 is: Dora deals, pass right" in page.text
    menu.say(page, 2, dealer=1, passing="left")
    dealt = [(hand.result.dealer, hand.result.passing) for hand in menu.sheet.hands if hand.result]
    assert dealt == [(2, "left"), (1, "left"), (2, "right"), (3, "across")]


def test_what_was_said_can_be_taken_back(visit: Visit) -> None:
    menu = Menu(visit, start(hands=4))
    menu.say(menu.open("/rotation"), 5, dealer=0, passing="hold")
    page = menu.open("/rotation")
    assert "The table has said of hand 5: Ann deals, hold." in page.text
    menu.bare.send(page, menu.saving(page), "Back to the rotation")
    assert (menu.sheet.position.dealer, menu.sheet.position.passing) == (2, "left")


def test_only_what_is_otherwise_than_the_rotation_has_it_is_kept_as_said(visit: Visit) -> None:
    menu = Menu(visit, start(hands=4))
    menu.say(menu.open("/rotation"), 5, dealer=0)
    page = menu.open("/rotation")
    assert "The table has said of hand 5: Ann deals. By the rotation: pass left." in page.text
    assert "Hand 5: Ann deals, as the table said" in menu.open("").text
    hands.insert_hand(menu.key, 2, taken(*THURSDAY[4]), entry(menu.key))
    at = menu.sheet.position
    assert (at.hand_number, at.dealer, at.passing) == (6, 0, "right")
    menu.say(menu.show(3), 3, passing="hold")
    assert "The table has said of hand 3: hold. By the rotation: Ann deals." in menu.show(3).text
    assert (menu.sheet.position.dealer, menu.sheet.position.passing) == (0, "across")


def test_choosing_a_hand_to_look_at_does_not_decide_which_one_is_saved(visit: Visit) -> None:
    menu = Menu(visit, start(hands=4))
    page = menu.open("/rotation")
    choose, save = page.forms
    choose.fill(hand=2)
    assert save.controls["hand"].value == "5"
    assert not set(choose.controls) & {"dealer", "passing", "version"}
    menu.bare.send(page, save.fill(dealer=0), "Save for hand 5")
    assert menu.sheet.position.dealer == 0
    assert menu.sheet.hands[1].facts.dealer is None


@pytest.mark.parametrize(
    ("field", "value"), [("dealer", "9"), ("dealer", "-1"), ("passing", "up"), ("passing", "x" * 50)]
)
def test_a_deal_that_cannot_be_is_refused_with_a_sentence(visit: Visit, field: str, value: str) -> None:
    menu = Menu(visit, start(hands=4))
    sent = menu.saving(menu.open("/rotation")).data("Save for hand 5") | {field: value}
    answer = menu.bare.client.post(f"/games/{menu.key}/rotation", data=sent)
    assert answer.status_code == 409
    assert "Choose who dealt and which way was passed" in answer.get_data(as_text=True)
    assert menu.sheet.game.version == 4


@pytest.mark.parametrize("hand", ["99", "0", "-3"])
def test_a_hand_that_is_not_there_cannot_be_set_right(visit: Visit, hand: str) -> None:
    menu = Menu(visit, start(hands=4))
    sent = menu.saving(menu.open("/rotation")).data("Save for hand 5") | {"hand": hand}
    assert menu.bare.client.post(f"/games/{menu.key}/rotation", data=sent).status_code == 404


def test_a_page_that_was_overtaken_changes_nothing_and_says_so(visit: Visit) -> None:
    menu = Menu(visit, start(hands=4))
    page = menu.open("/rotation")
    record(menu.key, taken(*THURSDAY[4]))
    page = menu.say(page, 5, dealer=0)
    assert page.status == 409
    assert "Somebody changed the game" in page.text
    assert menu.sheet.hands[4].facts.dealer is None


def test_a_game_that_is_over_can_still_have_its_deals_set_right(visit: Visit) -> None:
    page = Menu(visit, start(hands=11)).open("/rotation")
    assert "hand 11 is: Ann deals, pass across" in page.text
    assert "still to come" not in page.text


# ---- Insert a hand ----


def test_a_forgotten_hand_can_go_before_any_other(visit: Visit) -> None:
    page = Menu(visit, start(hands=3)).open("/hands")
    for number in (1, 2, 3):
        assert page.link(f"Before hand {number}").endswith(f"/hands/new?before={number}")
    assert page.link("After the last one").endswith("/hands/new")
    assert "Hand 1 Ann +4 · Bob +17 · Cy +1 · Dora +4" in page.text.replace("Before hand", "Hand")


def test_after_the_end_no_hand_is_offered_after_the_last_one(visit: Visit) -> None:
    assert "After the last one" not in Menu(visit, start(hands=11)).open("/hands").text


def test_correcting_begins_with_the_list_of_hands(visit: Visit) -> None:
    menu = Menu(visit, start(hands=3))
    page = menu.bare.get(menu.open("").link("Correct a hand"))
    for number in (1, 2, 3):
        assert page.link(f"Hand {number}").endswith(f"/hands/{number}")
    assert "After the last one" not in page.text


# ---- End the game now ----


def test_ending_shows_first_what_would_be_and_then_ends(visit: Visit) -> None:
    menu = Menu(visit, start(hands=4))
    page = menu.open("/end")
    assert "Ended now, after hand 4, the lowest total has won:" in page.text
    assert "Cy wins with 8, 15 ahead of Ann ." in page.text
    page = menu.send(page, "/end$", "End the game")
    assert "Ended early" in page.text
    assert menu.sheet.book.ended_early


def test_ending_with_a_tie_shares_the_win(visit: Visit) -> None:
    menu = Menu(visit, start())
    play(menu.key, [((4, 4, 4, 1), 3), ((3, 3, 3, 4), 0)])
    assert "Bob and Cy share the win with 7" in menu.open("/end").text


def test_a_game_of_which_nothing_was_played_is_discarded_not_ended(visit: Visit) -> None:
    sheet = start()
    menu = Menu(visit, sheet)
    page = menu.bare.get(menu.open("").link("Discard this game"))
    assert "nobody has won" in page.text
    sent = {"version": "0", "submission": "end"}
    refused = menu.bare.client.post(f"/games/{menu.key}/end", data=sent)
    assert refused.status_code == 409
    assert "No hand was played, so nobody has won." in refused.get_data(as_text=True)
    page = menu.send(page, "/end$", "Discard this game")
    assert page.address == f"/clubs/{sheet.club.key}"
    assert menu.key not in page.html
    assert menu.sheet.game.archived_at is not None


def test_a_game_in_which_a_hand_was_recorded_meanwhile_is_not_discarded(visit: Visit) -> None:
    menu = Menu(visit, start())
    page = menu.open("/end")
    record(menu.key, taken(*THURSDAY[0]))
    page = menu.send(page, "/end$", "Discard this game")
    assert page.status == 409
    assert "A hand has been recorded meanwhile." in page.text
    assert menu.sheet.game.archived_at is None


def test_ending_is_not_done_on_a_page_that_was_overtaken(visit: Visit) -> None:
    menu = Menu(visit, start(hands=4))
    page = menu.open("/end")
    record(menu.key, taken((0, 0, 13, 0), 1))
    page = menu.send(page, "/end$", "End the game")
    assert page.status == 409
    assert "after hand 5" in page.text
    assert not menu.sheet.book.ended_early


def test_a_game_ended_early_whose_only_hand_is_taken_back_was_won_by_nobody(visit: Visit) -> None:
    menu = Menu(visit, start(hands=1))
    menu.send(menu.open("/end"), "/end$", "End the game")
    assert "Cy wins with 1" in menu.open("").text
    page = menu.send(menu.open("/hands/1"), "/hands/1/delete", "Delete hand 1")
    for text in (page.text, menu.open("/sheet").text, menu.open("/end").text):
        assert "wins" not in text
        assert "share the win" not in text
    assert "Ended early Nobody has won No hand has been played" in page.text
    assert "no hand has been played, so nobody has won" in page.html
    assert "no hand has been played, so nobody has won" in menu.open("/end").text
    assert "/share" not in page.html
    assert menu.bare.client.get(f"/games/{menu.key}/share").status_code == 303
    page = menu.send(menu.open(""), "/undo")
    assert "Cy wins with 1" in menu.open("").text


def test_a_game_that_is_over_is_not_ended_again(visit: Visit) -> None:
    menu = Menu(visit, start(hands=11))
    page = menu.open("/end")
    assert "The game is over" in page.text
    assert page.forms == []
    sent = {"version": "11", "submission": "again"}
    answer = menu.bare.client.post(f"/games/{menu.key}/end", data=sent)
    assert answer.status_code == 409
    assert menu.bare.client.post(f"/games/{menu.key}/reopen", data=sent).status_code == 409


# ---- Other rules ----


def test_before_any_hand_the_rules_change_at_once(visit: Visit) -> None:
    menu = Menu(visit, start())
    page = menu.send(menu.open("/rules/edit"), "/rules/edit$", "Change the rules", limit="50")
    assert "Game to 50" in page.text
    assert menu.sheet.rules == Rules(limit=50)


def test_later_the_page_shows_first_what_would_change(visit: Visit) -> None:
    menu = Menu(visit, start(hands=4))
    page = menu.send(
        menu.open("/rules/edit"), "/rules/edit$", "See what would change", queen_points="5", limit="20"
    )
    assert "Ann 23 11" in page.text
    assert "Bob 41 19" in page.text
    assert "Hands 1, 2, 3 would be scored differently." in page.text
    assert "Hand 4 would lie after the end and count for nothing." in page.text
    assert menu.sheet.rules == Rules()
    page = menu.send(page, "/rules/edit$", "Change the rules")
    assert menu.sheet.rules == Rules(limit=20, queen_points=5)
    assert "Game over" in page.text


def test_rules_that_do_not_fit_together_are_not_taken_and_say_why(visit: Visit) -> None:
    menu = Menu(visit, start(hands=1))
    page = menu.send(menu.open("/rules/edit"), "/rules/edit$", "See what would change", moon="off", sun="yes")
    assert page.status == 422
    assert 'class="fault"' in page.html
    assert menu.sheet.rules == Rules()


def test_rules_by_which_a_hand_could_not_have_been_are_refused_by_name(visit: Visit) -> None:
    menu = Menu(visit, start(hands=2))
    page = menu.send(menu.open("/rules/edit"), "/rules/edit$", "See what would change", jack="JD")
    assert "these hands could not have been played" in page.text
    assert "Hand 1:" in page.text
    assert "Hand 2:" in page.text
    assert "J♦" in page.text
    assert "Change the rules" not in page.text
    assert menu.sheet.rules == Rules()


def test_a_moon_that_leaves_one_choice_by_the_new_rules_is_shown_with_that_one(visit: Visit) -> None:
    menu = Menu(visit, start())
    moon = Facts(taken=taken((13, 0, 0, 0), 0).taken)
    for facts in (moon, Facts(taken=taken((0, 0, 0, 13), 2).taken)):
        record(menu.key, facts)
    page = menu.send(menu.open("/rules/edit"), "/rules/edit$", "See what would change", moon="subtract")
    assert "Ann 0 −26" in page.text
    assert "Bob 26 0" in page.text
    assert "Cy 39 13" in page.text
    assert "Dora 39 13" in page.text
    assert "Hand 1: Ann shot the moon: 26 off Ann." in page.text
    assert "Hand 1 would be scored differently." in page.text
    assert menu.sheet.rules == Rules()
    menu.send(page, "/rules/edit$", "Change the rules")
    assert menu.sheet.rules.moon == "subtract"
    assert menu.sheet.position.totals == (-26, 0, 13, 13)


def test_a_moon_that_leaves_a_choice_is_asked_about_before_any_figure(visit: Visit) -> None:
    menu = Menu(visit, start(rules=Rules(moon="off")))
    play(menu.key, [THURSDAY[0]])
    record(menu.key, Facts(taken=taken((0, 0, 13, 0), 2).taken))
    page = menu.send(menu.open("/rules/edit"), "/rules/edit$", "See what would change", moon="choice")
    assert "In hand 2 Cy shot the moon. What was chosen?" in page.text
    assert "Then" not in page.text
    assert "Change the rules" not in page.text
    sent = page.form("/rules/edit$").data("See what would change") | {"do": "save"}
    del sent["later_choice_2"]
    assert menu.bare.client.post(f"/games/{menu.key}/rules/edit", data=sent).status_code == 409
    page = menu.send(page, "/rules/edit$", "See what would change", later_choice_2="subtract")
    assert page.status == 200
    assert "Cy 27 −25" in page.text
    assert menu.sheet.rules.moon == "off"
    menu.send(page, "/rules/edit$", "Change the rules")
    assert menu.sheet.rules.moon == "choice"
    assert menu.sheet.position.totals == (4, 17, -25, 4)


def test_a_preset_that_is_tapped_is_shown_before_anything_else(visit: Visit) -> None:
    menu = Menu(visit, start(hands=1))
    page = menu.send(
        menu.open("/rules/edit"), "/rules/edit$", "Show the rules of this kind of game", preset="omnibus"
    )
    assert "Omnibus" in page.text
    assert page.form("/rules/edit$").controls["jack"].value == "JD"
    assert menu.sheet.rules == Rules()
