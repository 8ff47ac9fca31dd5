"""The record page under a thumb, a keyboard and a bad network."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from scorekeeper import paths
from scorekeeper.hearts.facts import Facts, Taken
from scorekeeper.records import games
from scorekeeper.records.games import quick_start
from tests import family
from tests.browser import axe
from tests.browser.boxes import boxes, meeting
from tests.browser.conftest import PHONE, Opener, Site
from tests.browser.tapping import Thumb
from tests.records.table import A, B, Table

LONG = (
    "Maximiliane von Hohenfel",
    "<b>Bob</b>",
    "عبد الرحمن بن خالد",
    "O'Brien-McNamara-Smythe!",
    "🂱 Ann",
    "Éva",
    "N",
    "Wilhelmina Aleksandrowna",
    "Zoë-Charlotte",
    "Konstantynopolitańczyk",
)


@pytest.fixture
def thumb(phone: BrowserContext, site: Site) -> Thumb:
    return Thumb.of(phone, site)


# ---- Count ----


@pytest.mark.long
@pytest.mark.parametrize("number", [2, 6])
def test_every_hand_of_a_real_game_takes_five_taps_and_a_moon_two(thumb: Thumb, number: int) -> None:
    for hand in family.game(number):
        thumb.open()
        thumb.taps = 0
        thumb.tell(hand)
        result = thumb.saved().hands[-1].result
        assert thumb.taps == (5 if hand.shooter is None else 2), hand
        assert result is not None
        assert result.scores == hand.points


def test_the_mark_moves_on_and_the_last_player_gets_the_rest(thumb: Thumb) -> None:
    expect(thumb.tile("Ann")).to_have_attribute("aria-pressed", "true")
    thumb.keys(4)
    expect(thumb.tile("Bob")).to_have_attribute("aria-pressed", "true")
    expect(thumb.page.locator("#hint")).to_have_text("Hearts Bob took · 9 left")
    thumb.keys(6, 2)
    thumb.shows(Ann="4", Bob="6", Cy="2", Dora="1")
    expect(thumb.tile("Dora")).to_have_accessible_name("Dora, 1 heart, the rest")
    thumb.tap(thumb.tile("Bob"))
    thumb.keys(5)
    thumb.shows(Ann="4", Bob="5", Cy="2", Dora="2")
    thumb.tap(thumb.tile("Dora"))
    thumb.keys(1)  # told now, and one heart is nobody's
    thumb.shows(Dora="1")
    expect(thumb.save).to_have_attribute("aria-disabled", "true")


def test_when_nothing_is_left_everybody_else_has_none(thumb: Thumb) -> None:
    thumb.keys(4, 9)
    thumb.shows(Ann="4", Bob="9", Cy="0", Dora="0")


def test_keys_over_what_is_left_are_dead(thumb: Thumb) -> None:
    thumb.keys(4, 6)
    for number in range(14):
        expect(thumb.key(number)).to_have_attribute("aria-disabled", "true" if number > 3 else "false")
    thumb.key(4).dispatch_event("click")
    thumb.shows(Cy="–")
    thumb.tap(thumb.tile("Ann"))  # 6 are Bob's: Ann may have 7
    expect(thumb.key(7)).to_have_attribute("aria-disabled", "false")
    expect(thumb.key(8)).to_have_attribute("aria-disabled", "true")


def test_clear_takes_the_last_number_back_and_then_the_one_before(thumb: Thumb) -> None:
    clear = thumb.page.get_by_role("button", name="Clear")
    thumb.keys(4, 6)
    thumb.tap(clear)
    thumb.shows(Ann="4", Bob="–")
    thumb.tap(clear)
    thumb.shows(Ann="–")
    thumb.keys(4, 6, 1)
    thumb.tap(thumb.tile("Ann"))
    thumb.tap(clear)
    thumb.shows(Ann="–", Bob="6", Cy="1", Dora="–")


def test_two_counts_are_swapped_and_a_dead_key_says_what_is_in_the_way(thumb: Thumb) -> None:
    thumb.keys(2, 2, 6)
    thumb.shows(Dora="3")
    thumb.tap(thumb.tile("Bob"))
    thumb.tap(thumb.key(6), though_disabled=True)
    way = "Only 5 left: change Cy's 6 first"
    expect(thumb.page.locator("#hint")).to_have_text(way)
    expect(thumb.status).to_have_text(way)
    thumb.tap(thumb.page.get_by_role("button", name="Clear"))
    thumb.shows(Bob="–", Cy="6")
    thumb.tap(thumb.tile("Cy"))
    thumb.keys(2)
    thumb.tap(thumb.tile("Bob"))
    thumb.keys(6)
    thumb.shows(Ann="2", Bob="6", Cy="2", Dora="3")


def test_clear_empties_the_marked_tile_until_another_number_gives_it_the_rest(
    phone: BrowserContext, site: Site
) -> None:
    table = Table.of()
    table.record(A)
    thumb = Thumb.at(phone, site, table, "hands/1")
    thumb.tap(thumb.tile("Bob"))
    thumb.tap(thumb.page.get_by_role("button", name="Clear"))
    thumb.shows(Ann="4", Bob="–", Cy="3", Dora="0")
    thumb.tap(thumb.key(7), though_disabled=True)
    expect(thumb.page.locator("#hint")).to_have_text("Only 6 left: change Ann's 4 first")
    thumb.tap(thumb.tile("Cy"))
    thumb.keys(2)
    thumb.shows(Bob="7", Cy="2")


def test_a_moon_told_by_count_lights_its_button(thumb: Thumb) -> None:
    thumb.keys(0, 13)
    expect(thumb.in_row("moon", 1)).not_to_be_checked()
    thumb.tap(thumb.in_row("queen", 1))
    expect(thumb.in_row("moon", 1)).to_be_checked()
    thumb.tap(thumb.in_row("queen", 2))
    expect(thumb.in_row("moon", 1)).not_to_be_checked()


def test_hearts_that_nobody_has_are_missing(thumb: Thumb) -> None:
    thumb.keys(4, 6, 1)
    thumb.tap(thumb.tile("Dora"))
    thumb.keys(0)
    thumb.tap(thumb.save, though_disabled=True)
    expect(thumb.page.locator("#note")).to_have_text(
        "2 hearts are missing. If nobody knows, tell it as Points."
    )


def test_the_queen_is_never_given_by_itself_and_can_be_told_first(thumb: Thumb) -> None:
    thumb.tap(thumb.in_row("queen", 2))
    thumb.keys(13)
    thumb.shows(Ann="13", Bob="0")
    expect(thumb.in_row("queen", 2)).to_be_checked()
    thumb.tap(thumb.in_row("queen", 2))  # a second tap takes it back
    for seat in range(4):
        expect(thumb.in_row("queen", seat)).not_to_be_checked()
    thumb.tap(thumb.save, though_disabled=True)
    expect(thumb.page.locator("#note")).to_have_text("Nobody has the queen of spades yet.")
    expect(thumb.in_row("queen", 0)).to_be_focused()
    assert thumb.sheet.hands == ()


def test_the_moons_name_tapped_again_gives_back_what_was_there(thumb: Thumb) -> None:
    thumb.keys(4, 6)
    thumb.tap(thumb.in_row("queen", 1))
    thumb.tap(thumb.in_row("moon", 3))
    thumb.shows(Ann="0", Bob="0", Cy="0", Dora="13")
    expect(thumb.in_row("queen", 3)).to_be_checked()
    thumb.tap(thumb.in_row("moon", 2))
    thumb.shows(Cy="13", Dora="0")
    thumb.tap(thumb.in_row("moon", 2))
    thumb.shows(Ann="4", Bob="6", Cy="–", Dora="–")
    expect(thumb.in_row("queen", 1)).to_be_checked()
    expect(thumb.tile("Cy")).to_have_attribute("aria-pressed", "true")


def test_a_moon_that_the_hand_no_longer_bears_out_is_let_go(thumb: Thumb) -> None:
    thumb.tap(thumb.in_row("moon", 3))
    thumb.tap(thumb.in_row("queen", 0))
    expect(thumb.in_row("moon", 3)).not_to_be_checked()
    result = thumb.saved().hands[0].result
    assert result is not None
    assert result.scores == (13, 0, 0, 13)


def test_scores_come_from_the_server_when_the_hand_is_complete(thumb: Thumb) -> None:
    thumb.keys(4, 6, 3)
    expect(thumb.tile("Bob").locator("[data-score]")).to_have_text("")
    expect(thumb.page.locator("#hint")).to_have_text("Who took Q♠\ufe0e?")
    thumb.tap(thumb.in_row("queen", 1))
    expect(thumb.tile("Bob").locator("[data-score]")).to_have_text("+19")
    expect(thumb.tile("Bob")).to_have_accessible_name("Bob, 6 hearts, Queen of spades, score +19")
    thumb.tap(thumb.tile("Ann"))
    thumb.keys(3)
    expect(thumb.tile("Dora").locator("[data-score]")).to_have_text("+1")


def test_two_decks_have_their_keys_in_two_steps(phone: BrowserContext, site: Site) -> None:
    thumb = Thumb.of(phone, site, 6, decks=2)
    expect(thumb.key(16)).to_be_hidden()
    thumb.tap(thumb.page.locator("#step"))
    expect(thumb.key(3)).to_be_hidden()
    thumb.keys(20)
    expect(thumb.key(3)).to_be_visible()
    thumb.keys(6)
    thumb.tap(thumb.in_row("queen", 0))
    thumb.tap(thumb.in_row("queen_2", 0))
    result = thumb.saved().hands[0].result
    assert result is not None
    assert result.scores == (46, 6, 0, 0, 0, 0)


def test_a_high_number_pressed_by_keyboard_leaves_the_focus_among_the_keys(
    phone: BrowserContext, site: Site
) -> None:
    thumb = Thumb.of(phone, site, 6, decks=2)
    for digit in "20":
        thumb.page.keyboard.press(digit)
    thumb.page.keyboard.press("Enter")
    thumb.shows(Ann="20")
    expect(thumb.page.locator("#step")).to_be_focused()


def test_the_kitty_has_a_tile_that_takes_what_it_can_hold(phone: BrowserContext, site: Site) -> None:
    thumb = Thumb.of(phone, site, 5, kitty="out_of_play")
    thumb.keys(4, 5, 0, 0, 2)
    thumb.shows(Kitty="2")
    thumb.tap(thumb.tile("Kitty"))
    expect(thumb.key(3)).to_have_attribute("aria-disabled", "true")
    thumb.keys(1)
    thumb.tap(thumb.tile("Eve"))
    thumb.keys(3)
    thumb.tap(thumb.in_row("queen", "kitty"))
    result = thumb.saved().hands[0].result
    assert result is not None
    assert result.scores == (4, 5, 0, 0, 3)


# ---- Cards and Points ----


def test_cards_are_tapped_to_who_took_them_and_the_rest_is_one_tap(thumb: Thumb) -> None:
    thumb.mode("Cards")
    thumb.tap(thumb.card("holder_A"))
    thumb.tap(thumb.card("holder_6"))
    expect(thumb.card("holder_A")).to_have_accessible_name("Ace of hearts, Ann")
    thumb.tap(thumb.card("holder_6"))  # and back
    expect(thumb.card("holder_6")).to_have_accessible_name("6 of hearts")
    thumb.tap(thumb.tile("Bob"))
    thumb.tap(thumb.card("queen"))
    thumb.tap(thumb.tile("Dora"))
    expect(thumb.page.locator("#hint")).to_have_text("Tap the cards Dora took · 12 hearts left")
    thumb.tap(thumb.page.get_by_role("button", name="Rest to Dora"))
    thumb.shows(Ann="1", Bob="0", Cy="0", Dora="12")
    sheet = thumb.saved()
    taken = sheet.hands[0].facts.taken
    assert taken is not None
    assert taken[0] is not None
    assert (taken[0].ranks, sheet.position.totals) == (("A",), (1, 13, 0, 12))


def test_spot_hearts_opens_with_the_cards(phone: BrowserContext, site: Site) -> None:
    thumb = Thumb.of(phone, site, hearts="rank", queen_points=25, limit=500)
    expect(thumb.page.get_by_role("radio", name="Count")).to_have_count(0)
    thumb.tap(thumb.card("holder_A"))
    thumb.tap(thumb.tile("Bob"))
    thumb.tap(thumb.page.locator("#rest"))
    assert thumb.saved().position.totals == (14, 115, 0, 0)


def test_points_ask_who_had_the_queen_and_not_known_needs_no_tap(thumb: Thumb) -> None:
    thumb.mode("Points")
    for seat, points in enumerate((13, 13, 0, 0)):
        thumb.page.locator(f"#points_{seat}").fill(str(points))
    asked = thumb.page.get_by_role("group", name="Who had the queen of spades?")
    expect(asked.get_by_role("radio", name="Not known")).to_be_checked()
    asked.get_by_role("radio", name="Bob").tap()
    taken = thumb.saved().hands[0].facts.taken
    assert taken is not None
    assert [entry and entry.queen for entry in taken] == [0, 1, 0, 0]


def test_a_minus_can_be_typed_where_the_keyboard_has_none(phone: BrowserContext, site: Site) -> None:
    thumb = Thumb.of(phone, site, moon="subtract")
    thumb.mode("Points")
    for seat, points in enumerate((0, 26, 0, 0)):
        thumb.page.locator(f"#points_{seat}").fill(str(points))
    thumb.tap(thumb.page.get_by_role("button", name="Plus or minus, Bob"))
    expect(thumb.page.locator("#points_1")).to_have_value("−26")
    assert thumb.saved().position.totals == (0, -26, 0, 0)


# ---- The shooter's choice ----


def test_the_shooter_chooses_between_two_outcomes(phone: BrowserContext, site: Site) -> None:
    table = Table.of(rules={"moon": "choice"})
    table.do(games.change_start, table.sheet.start.__class__(totals=(78, 61, 50, 26)), 0)
    thumb = Thumb.at(phone, site, table)
    thumb.tap(thumb.in_row("moon", 3))
    choices = thumb.page.get_by_role("group", name="Dora shot the moon and chooses:")
    expect(choices).to_contain_text("Dora 26 → wins")
    expect(choices).to_contain_text("Dora 0 → goes on")
    thumb.tap(thumb.save, though_disabled=True)
    expect(thumb.page.locator("#note")).to_have_text("Add or take off? The shooter says.")
    assert thumb.sheet.hands == ()
    thumb.tap(choices.get_by_role("radio", name="Take 26 off Dora"))
    expect(thumb.tile("Dora").locator("[data-score]")).to_have_text("−26")
    assert thumb.saved().position.totals == (78, 61, 50, 0)


def test_a_choice_is_asked_anew_of_another_shooter(phone: BrowserContext, site: Site) -> None:
    thumb = Thumb.of(phone, site, moon="choice")
    thumb.tap(thumb.in_row("moon", 3))
    thumb.tap(thumb.page.get_by_role("radio", name="Add 26 to the others"))
    expect(thumb.save).to_have_attribute("aria-disabled", "false")
    thumb.tap(thumb.in_row("moon", 0))
    expect(thumb.page.get_by_role("group", name="Ann shot the moon and chooses:")).to_be_visible()
    expect(thumb.save).to_have_attribute("aria-disabled", "true")


# ---- Refusals, conflicts, networks ----


def tap_hand_a(thumb: Thumb) -> None:
    thumb.keys(4, 6, 3)
    thumb.tap(thumb.in_row("queen", 1))


@pytest.fixture
def loud(open_context: Opener, site: Site) -> Thumb:
    """A page whose browser may log what the server refuses and the network does not carry."""
    return Thumb.of(open_context(quiet=False, service_workers="block", **PHONE), site)


def type_points(thumb: Thumb, *points: int) -> None:
    thumb.mode("Points")
    for seat, number in enumerate(points):
        thumb.page.locator(f"#points_{seat}").fill(str(number))


def test_a_refusal_comes_in_place_and_the_focus_goes_there(loud: Thumb) -> None:
    type_points(loud, 9, 9, 8, 0)
    expect(loud.status).to_contain_text("add up")  # before anybody saves
    loud.listen()
    loud.tap(loud.save)
    box = loud.page.get_by_role("group", name="Not saved")
    expect(box).to_be_focused()
    expect(box.get_by_role("alert")).to_have_text("The points add up, but no cards come to 9, 9, 8 and 0.")
    for seat, number in enumerate((9, 9, 8, 0)):
        expect(loud.page.locator(f"#points_{seat}")).to_have_value(str(number))
    expect(loud.save).to_have_text("Save hand 1")
    assert not any("add up" in said for said in loud.said)  # the alert says it, and it alone
    loud.page.locator("#points_3").fill("1")
    expect(box).to_have_count(0)


def test_a_hand_can_be_kept_as_it_was_called(loud: Thumb) -> None:
    type_points(loud, 9, 9, 8, 0)
    loud.tap(loud.save)
    loud.page.get_by_text("The table cannot sort it out?").tap()
    loud.page.locator("#called_3").fill("2")
    loud.page.get_by_role("button", name="Save as called").tap()
    loud.page.wait_for_url(f"**/games/{loud.table.key}")
    facts = loud.sheet.hands[0].facts
    assert (facts.points, facts.as_written) == ((9, 9, 8, 2), True)


def test_a_second_phone_chooses_which_hand_shall_stand(loud: Thumb) -> None:
    loud.keys(4, 6, 3)
    loud.tap(loud.in_row("queen", 1))
    loud.table.record(B)
    loud.tap(loud.save)
    expect(loud.page.get_by_text("Hand 1 is in the books already.")).to_be_visible()
    expect(loud.page).to_have_title("Hand 1 · which one? · Scorekeeper")
    expect(loud.page.get_by_role("heading", level=1)).to_have_text("Hand 1 · which one?")
    expect(loud.page.get_by_role("group", name="Hand 1 is in the books already.")).to_be_focused()
    expect(loud.page.get_by_role("row", name="Bob")).to_contain_text("6♥\ufe0e Q♠\ufe0e")
    loud.page.get_by_role("button", name="Save mine as hand 2").tap()
    loud.page.wait_for_url(f"**/games/{loud.table.key}")
    assert [hand.result and hand.result.scores for hand in loud.sheet.hands] == [(14, 2, 3, 7), (4, 19, 3, 0)]


def test_two_quick_taps_save_one_hand(thumb: Thumb) -> None:
    thumb.keys(4, 6, 3)
    thumb.tap(thumb.in_row("queen", 1))
    thumb.save.dblclick(no_wait_after=True)
    thumb.page.wait_for_url(f"**/games/{thumb.table.key}")
    assert len(thumb.sheet.hands) == 1


def test_a_slow_save_shows_that_it_is_under_way_and_cannot_be_pressed_again(thumb: Thumb) -> None:
    held: list[Route] = []
    thumb.page.route("**/hands/new", lambda route: held.append(route))  # noqa: PLW0108  # playwright wants a function
    thumb.keys(4, 6, 3)
    thumb.tap(thumb.in_row("queen", 1))
    thumb.tap(thumb.save)
    expect(thumb.save).to_have_text("Saving…")
    expect(thumb.save).to_have_attribute("aria-disabled", "true")
    thumb.tap(thumb.save, though_disabled=True)
    thumb.tap(thumb.save, though_disabled=True)
    expect(thumb.status).to_have_text("Saving.")
    assert len(held) == 1
    held[0].continue_()
    thumb.page.wait_for_url(f"**/games/{thumb.table.key}")
    assert len(thumb.sheet.hands) == 1


def lose(route: Route) -> None:
    """The hand is saved, and the answer never comes."""
    route.fetch(max_redirects=0)
    route.abort()


@pytest.mark.parametrize(
    "fail",
    [
        lambda route: route.abort(),
        lambda route: route.fulfill(status=503, body="busy"),
        lambda route: route.fulfill(status=200, body="<h1>Hotel</h1>"),
        lose,
    ],
)
def test_a_save_without_an_answer_waits_with_every_tap_and_is_saved_once(loud: Thumb, fail: object) -> None:
    tap_hand_a(loud)
    loud.page.route("**/hands/new", fail)  # type: ignore[arg-type]
    loud.tap(loud.save)
    expect(loud.page.locator(".waiting")).to_contain_text("Hand 1 · not sent yet")
    expect(loud.status).to_have_text("Hand 1 is not sent yet.")
    loud.shows(Ann="4", Bob="6", Cy="3", Dora="0")
    loud.page.unroute_all(behavior="wait")
    loud.page.evaluate("dispatchEvent(new Event('online'))")
    loud.page.wait_for_url(f"**/games/{loud.table.key}")
    assert len(loud.sheet.hands) == 1


def test_a_browser_that_keeps_nothing_keeps_every_tap_on_the_page(loud: Thumb) -> None:
    loud.page.evaluate(
        "void (Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); })"
    )
    tap_hand_a(loud)
    loud.page.route("**/hands/new", lambda route: route.abort())
    loud.tap(loud.save)
    told = "Not saved: no answer came. Your taps are kept. Try again."
    expect(loud.page.locator("#note")).to_have_text(told)
    expect(loud.status).to_have_text(told)
    loud.page.unroute("**/hands/new")
    loud.saved()
    assert len(loud.sheet.hands) == 1


def test_without_a_preview_the_hand_can_still_be_told_and_saved(loud: Thumb) -> None:
    loud.page.route("**/hands/preview", lambda route: route.abort())
    tap_hand_a(loud)
    expect(loud.status).to_have_text("Queen of spades: Bob. No connection: the score waits.")
    loud.saved()
    assert len(loud.sheet.hands) == 1


def test_back_after_saving_never_sends_the_hand_again(thumb: Thumb) -> None:
    thumb.open("")
    thumb.page.get_by_role("link", name="Record hand 1").tap()
    thumb.keys(4, 6, 3)
    thumb.tap(thumb.in_row("queen", 1))
    thumb.saved()
    thumb.page.go_back()
    expect(thumb.page.get_by_role("link", name="Record hand 2")).to_be_visible()
    assert len(thumb.sheet.hands) == 1


def test_turning_the_phone_keeps_every_tap(thumb: Thumb) -> None:
    thumb.keys(4, 6)
    thumb.tap(thumb.in_row("queen", 1))
    thumb.page.set_viewport_size({"width": 844, "height": 390})
    thumb.shows(Ann="4", Bob="6", Cy="–", Dora="–")
    expect(thumb.in_row("queen", 1)).to_be_checked()
    thumb.keys(3)
    thumb.shows(Dora="0")


def test_a_correction_opens_filled_in_and_is_saved_with_one_change(phone: BrowserContext, site: Site) -> None:
    table = Table.of()
    table.record(A, B)
    thumb = Thumb.at(phone, site, table, "hands/1")
    thumb.shows(Ann="4", Bob="6", Cy="3", Dora="0")
    expect(thumb.tile("Bob").locator("[data-score]")).to_have_text("+19")
    thumb.tap(thumb.in_row("queen", 3))
    expect(thumb.tile("Dora").locator("[data-score]")).to_have_text("+13")
    assert thumb.saved().position.totals == (18, 8, 6, 20)


# ---- Everybody ----


def test_a_hand_is_told_by_keyboard_alone_and_heard_once(open_context: Opener, site: Site) -> None:
    thumb = Thumb.of(open_context(viewport={"width": 1280, "height": 800}), site)
    thumb.listen()
    press = thumb.page.keyboard.press
    for keys in ("1 0", "2", "1"):
        for key in keys.split():
            press(key)
        press("Enter")
    press("Tab")  # from the keypad to the row of the queen
    press("Space")
    expect(thumb.tile("Ann").locator("[data-score]")).to_have_text("+23")
    press("ArrowRight")
    expect(thumb.in_row("queen", 1)).to_be_checked()
    expect(thumb.tile("Bob").locator("[data-score]")).to_have_text("+15")
    press("Tab")
    press("Tab")
    expect(thumb.save).to_be_focused()
    press("Enter")
    thumb.page.wait_for_url(f"**/games/{thumb.table.key}")
    assert thumb.said == [
        "Ann 10 hearts. Now Bob.",
        "Bob 2 hearts. Now Cy.",
        "Cy 1 heart. Dora gets the rest, 0.",
        "Queen of spades: Ann. Scores: Ann 23, Bob 2, Cy 1, Dora 0.",
        "Queen of spades: Bob. Scores: Ann 10, Bob 15, Cy 1, Dora 0.",
        "Saving.",
    ]
    assert thumb.sheet.position.totals == (10, 15, 1, 0)


def test_every_control_has_a_name_and_the_tiles_say_all_they_show(thumb: Thumb) -> None:
    names = ["Ann, hearts not entered", "Bob, hearts not entered", "Cy, hearts not entered"]
    for name in names:
        expect(thumb.page.get_by_role("button", name=name, exact=True)).to_be_visible()
    expect(thumb.page.get_by_role("group", name="Queen of spades").get_by_role("radio")).to_have_count(4)
    expect(thumb.page.get_by_role("group", name="Shot the moon").get_by_role("radio")).to_have_count(4)
    expect(thumb.page.get_by_role("group", name="How many hearts")).to_be_visible()
    expect(thumb.page.get_by_role("link", name="Back to the table")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_any_state(open_context: Opener, site: Site, scheme: str) -> None:
    table = Table.of(rules={"jack": "JD", "moon": "choice", "sun": True, "no_trick_bonus": 5})
    thumb = Thumb.at(open_context(quiet=False, color_scheme=scheme, **PHONE), site, table)
    assert axe.faults(thumb.page) == []
    thumb.keys(4, 6)
    thumb.tap(thumb.in_row("queen", 1))
    assert axe.faults(thumb.page) == []
    thumb.tap(thumb.in_row("moon", 3))
    thumb.tap(thumb.in_row("jack", 3))
    expect(thumb.page.locator(".choices")).to_be_visible()
    assert axe.faults(thumb.page) == []
    thumb.mode("Cards")
    thumb.tap(thumb.card("holder_A"))
    assert axe.faults(thumb.page) == []
    type_points(thumb, 9, 9, 8, 1)
    thumb.tap(thumb.save)
    thumb.page.get_by_text("The table cannot sort it out?").tap()
    assert axe.faults(thumb.page) == []
    table.record(Facts(taken=(Taken(4), Taken(6, queen=1), Taken(3, jack=1), Taken(0))))
    thumb.tap(thumb.save)
    expect(thumb.page.get_by_text("in the books already")).to_be_visible()
    assert axe.faults(thumb.page) == []
    thumb.open("hands/1")
    thumb.page.get_by_text("Delete this hand").tap()
    assert axe.faults(thumb.page) == []


BOXES = """() => [...document.querySelectorAll(
  'a, button, summary, .tabs label, .pick, input[type=text], select')]
  .filter((e) => e.checkVisibility() && !e.closest('.skip, .unseen') && !e.matches('.skip'))
  .map((e) => { const b = e.getBoundingClientRect();
    return [e.tagName + ':' + e.textContent.trim(), b.left, b.top, b.right, b.bottom]; })"""


def assert_roomy(thumb: Thumb) -> None:
    """Targets of 44 px, 8 px apart; tabs of one control stand side by side. Nothing runs over the edge."""
    boxes = thumb.page.evaluate(BOXES)
    assert len(boxes) >= 8
    for name, left, top, right, bottom in boxes:
        assert right - left >= 43.5, name
        assert bottom - top >= 43.5, name
    tabs = {"LABEL:Count", "LABEL:Cards", "LABEL:Points"}
    for i, (name, left, top, right, bottom) in enumerate(boxes):
        for other, left2, top2, right2, bottom2 in boxes[i + 1 :]:
            if {name, other} <= tabs or "Save hand" in name + other:  # Save lies over what is scrolled
                continue
            apart = max(left2 - right, left - right2, top2 - bottom, top - bottom2)
            assert apart >= 7.5, (name, other)
    wide = thumb.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 10])
def test_any_table_fits_any_width_with_names_of_any_kind(
    open_context: Opener, site: Site, players: int
) -> None:
    table = Table(quick_start(LONG[:players], zone="UTC", device=None).key)
    thumb = Thumb.at(open_context(has_touch=True), site, table)
    for mode in ("Count", "Cards", "Points"):
        thumb.mode(mode)
        for width in (320, 360, 390, 768, 1280):
            thumb.page.set_viewport_size({"width": width, "height": 800})
            assert_roomy(thumb)
    assert "<b>Bob</b>" in thumb.page.locator("#points_1").locator("xpath=..").inner_text()


def test_four_players_and_a_bonus_card_fit_a_small_phone(small: BrowserContext, site: Site) -> None:
    thumb = Thumb.of(small, site, jack="JD")
    assert_roomy(thumb)
    thumb.keys(4, 6, 3)
    thumb.tap(thumb.in_row("queen", 1))
    thumb.tap(thumb.in_row("jack", 2))
    expect(thumb.tile("Cy").locator("[data-score]")).to_have_text("−7")
    high = thumb.page.evaluate("document.documentElement.scrollHeight - innerHeight")
    assert high <= 0
    bottom = thumb.page.locator('[data-row="moon"]').bounding_box()
    top = thumb.save.bounding_box()
    assert bottom is not None
    assert top is not None
    assert bottom["y"] + bottom["height"] <= top["y"]


def test_a_phone_on_its_side_shows_all_of_a_hand_beside_the_keys(open_context: Opener, site: Site) -> None:
    thumb = Thumb.of(open_context(viewport={"width": 640, "height": 360}, has_touch=True), site)
    for width, tall in ((640, 360), (844, 390)):
        thumb.page.set_viewport_size({"width": width, "height": tall})
        assert thumb.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
        assert_roomy(thumb)
        (save,) = boxes(thumb.page, "#save")
        (moon,) = boxes(thumb.page, '[data-row="moon"]')
        (clear,) = boxes(thumb.page, "#clear")
        assert moon["right"] < save["x"]
        assert clear["bottom"] <= save["y"]
        assert max(moon["bottom"], save["bottom"]) <= tall


def test_what_the_shooter_says_hides_no_row(small: BrowserContext, site: Site) -> None:
    thumb = Thumb.of(small, site, jack="JD", moon="choice")
    thumb.tap(thumb.in_row("moon", 3))
    thumb.tap(thumb.in_row("jack", 3))
    expect(thumb.page.locator(".choices")).to_be_visible()
    (bar,) = boxes(thumb.page, ".thumb")
    assert all(row["bottom"] <= bar["y"] for row in boxes(thumb.page, ".rows > .names"))
    thumb.tap(thumb.tile("Dora"))
    expect(thumb.key(4)).to_be_visible()


def test_five_players_see_every_button_on_a_small_phone_and_nothing_shifts(
    small: BrowserContext, site: Site
) -> None:
    thumb = Thumb.of(small, site, 5)
    thumb.keys(1, 2, 3, 4)
    before = thumb.key(0).bounding_box()
    thumb.tap(thumb.in_row("queen", 4))
    expect(thumb.tile("Eve").locator("[data-score]")).to_have_text("+16")
    assert thumb.key(0).bounding_box() == before
    assert thumb.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    moon, save = thumb.page.locator('[data-row="moon"]').bounding_box(), thumb.save.bounding_box()
    assert moon is not None
    assert save is not None
    assert moon["y"] + moon["height"] <= save["y"]


BROKEN = """() => [...document.querySelectorAll('.fit')].filter((e) => e.checkVisibility())
  .filter((e) => e.offsetHeight > 1.5 * parseFloat(getComputedStyle(e).lineHeight))
  .map((e) => e.textContent)"""


@pytest.mark.long
@pytest.mark.parametrize("width", [320, 360, 390])
def test_no_name_of_one_word_is_broken(open_context: Opener, site: Site, width: int) -> None:
    names = ("Hannelore", "Ibrahim", "Maximilian", "Wolfgang", "Jo")
    for several in (names[:4], names, ("Hamid", "Hanna", "Mona", "Wim", "Emma")):
        table = Table(quick_start(several, zone="UTC", device=None).key)
        thumb = Thumb.at(open_context(viewport={"width": width, "height": 640}, has_touch=True), site, table)
        assert thumb.page.evaluate(BROKEN) == []
        expect(thumb.page.get_by_role("radio", name=several[1]).first).to_be_attached()


def test_starting_clean_leaves_the_focus_at_the_top_of_the_form(thumb: Thumb) -> None:
    thumb.keys(4)
    thumb.page.reload()
    clean = thumb.page.get_by_role("button", name="Start clean")
    clean.press("Enter")
    expect(clean).to_be_hidden()
    thumb.shows(Ann="–")
    expect(thumb.page.get_by_role("radio", name="Count", exact=True)).to_be_focused()


def test_delete_opens_clear_of_save(small: BrowserContext, site: Site) -> None:
    table = Table.of()
    table.record(A)
    thumb = Thumb.at(small, site, table, "hands/1")
    thumb.page.get_by_text("Delete this hand").tap()
    expect(thumb.page.get_by_role("button", name="Delete hand 1")).to_be_visible()
    thumb.page.wait_for_function(
        "document.querySelector('.delete .button').getBoundingClientRect().bottom"
        " <= document.querySelector('.thumb').getBoundingClientRect().top"
    )


def test_points_show_their_running_sum(thumb: Thumb) -> None:
    thumb.mode("Points")
    expect(thumb.page.locator("#sum")).to_have_text("")
    for seat, points in enumerate((20, 4)):
        thumb.page.locator(f"#points_{seat}").fill(str(points))
    expect(thumb.page.locator("#sum")).to_have_text("24 of 26")


@pytest.mark.parametrize(
    ("typed", "told"),
    [("−3", "−3 of 26"), ("4a", ""), ("٤", ""), ("9" * 20, "")],  # ٤ is a 4 to the server
)
def test_the_running_sum_is_a_number_or_nothing(thumb: Thumb, typed: str, told: str) -> None:
    thumb.mode("Points")
    thumb.page.locator("#points_0").fill(typed)
    expect(thumb.page.locator("#sum")).to_have_text(told)


def test_with_a_bonus_card_the_sum_stands_alone(phone: BrowserContext, site: Site) -> None:
    thumb = Thumb.of(phone, site, jack="JD")
    thumb.mode("Points")
    for seat, points in enumerate(("23", "−7")):
        thumb.page.locator(f"#points_{seat}").fill(points)
    expect(thumb.page.locator("#sum")).to_have_text("16")


def test_text_of_twice_the_size_stays_usable(open_context: Opener, site: Site) -> None:
    thumb = Thumb.of(open_context(bypass_csp=True, **PHONE), site)
    thumb.page.add_style_tag(content="html { font-size: 200% }")
    for mode in ("Count", "Cards", "Points"):
        thumb.mode(mode)
        assert thumb.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    thumb.mode("Count")
    thumb.tell(family.game(2)[0])
    assert len(thumb.saved().hands) == 1


def test_in_text_of_twice_the_size_no_word_is_broken_and_no_badge_lies_over_a_score(
    open_context: Opener, site: Site
) -> None:
    thumb = Thumb.of(open_context(bypass_csp=True, **PHONE), site)
    thumb.page.set_viewport_size({"width": 360, "height": 640})
    thumb.page.add_style_tag(content="html { font-size: 200% }")
    tap_hand_a(thumb)
    expect(thumb.tile("Bob").locator("[data-score]")).to_have_text("+19")
    (badge,), scores = boxes(thumb.page, ".badges i"), boxes(thumb.page, "[data-score]")
    assert all(meeting([badge, score], slack=4) == [] for score in scores)
    assert all(meeting([badge, name]) == [] for name in boxes(thumb.page, ".tile-name"))
    type_points(thumb, 13, 13, 0, 0)
    expect(thumb.page.get_by_text("Not known")).to_be_visible()
    words = ".asked .picks > :last-child bdi"
    (box,), letters = boxes(thumb.page, words), "e => parseFloat(getComputedStyle(e).lineHeight)"
    assert box["bottom"] - box["y"] < 2.5 * thumb.page.locator(words).evaluate(letters)  # two lines


PAINT = "e => { const s = getComputedStyle(e); return s.backgroundColor + s.borderColor; }"


def test_where_the_system_sets_the_colours_what_is_chosen_still_differs(
    open_context: Opener, site: Site
) -> None:
    thumb = Thumb.of(open_context(forced_colors="active", **PHONE), site)
    thumb.keys(4)
    thumb.tap(thumb.in_row("queen", 1))
    for chosen, other in (
        (".tabs label:nth-of-type(1) span", ".tabs label:nth-of-type(2) span"),
        ('.tile[data-name="Bob"]', '.tile[data-name="Cy"]'),
        ('[data-row="queen"] .pick:nth-child(2) span', '[data-row="queen"] .pick:nth-child(3) span'),
    ):
        paints = [thumb.page.locator(part).evaluate(PAINT) for part in (chosen, other)]
        assert paints[0] != paints[1], chosen


def test_the_pages_own_script_is_small() -> None:
    scripts = paths.find("static") / "js"
    first = ("record.js", "record-hand.js", "record-kept.js")
    then = ("record-later.js", "outbox.js", "entries.js", "waiting.js", "clock.js")  # once the page is there
    assert {script.name for script in scripts.glob("record*.js")} < {*first, *then}
    assert sum(packed(scripts / name) for name in first) <= 8 * 1024
    assert sum(packed(scripts / name) for name in then) <= 11 * 1024


def packed(script: Path) -> int:
    """The bytes of a script as they are sent over plain http."""
    return len(gzip.compress(script.read_bytes(), 9, mtime=0))
