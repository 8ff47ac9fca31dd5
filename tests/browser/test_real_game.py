"""A real game on a phone, from the first tap to the club's history: game 2 of the family's sheets."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests import family
from tests.browser.conftest import Opener, Site
from tests.browser.tapping import Thumb
from tests.records.table import Table

PASS_WORDS = {"left": "Pass left", "right": "Pass right", "across": "Pass across", "hold": "Hold"}


@pytest.fixture
def page(phone: BrowserContext, site: Site) -> Page:
    return phone.new_page()


def start(page: Page) -> Thumb:
    """Four names and three taps."""
    page.goto("/")
    page.get_by_label("Player 1", exact=True).tap()
    for name in family.PLAYERS:
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    page.get_by_role("button", name="Deal").tap()
    page.wait_for_url("**/games/*")
    return Thumb(page, Table(page.url.rsplit("/", 1)[1]))


def look_at_the_table(page: Page, hand: family.WrittenHand) -> None:
    """The table says which hand is to come, who deals, which way it is passed and who passes to whom."""
    dealer = family.PLAYERS[(hand.number - 1) % 4]
    expect(page.locator(".felt-hand")).to_have_text(f"Hand {hand.number}")
    expect(page.locator(".felt-pass")).to_have_text(PASS_WORDS[hand.passing])
    expect(page.locator(".seat.deals")).to_contain_text(dealer)
    told = page.locator(".felt").get_by_role("img").get_attribute("aria-label") or ""
    for seat, giver in enumerate(hand.received_from):
        passes = f"{family.PLAYERS[giver or 0]} to {family.PLAYERS[seat]}"
        assert (passes in told) == (giver is not None), told


def test_game_2_from_the_first_tap_to_the_clubs_history(page: Page) -> None:
    thumb = start(page)
    hands = family.game(2)
    for hand in hands:
        look_at_the_table(page, hand)
        page.get_by_role("link", name=f"Record hand {hand.number}", exact=True).tap()
        expect(page.get_by_role("heading", level=1)).to_have_text(f"Hand {hand.number} · who took what?")
        dealer = family.PLAYERS[(hand.number - 1) % 4]
        expect(page.locator(".top p")).to_have_text(f"{PASS_WORDS[hand.passing]} · {dealer} dealt")
        thumb.tell(hand)
        sheet = thumb.saved()
        assert sheet.position.totals == hand.totals
        result = sheet.hands[-1].result
        assert result is not None
        assert (result.dealer, result.passing) == ((hand.number - 1) % 4, hand.passing)
    assert sheet.position.totals == (62, 58, 66, 100)
    assert sheet.position.over
    expect(page.get_by_role("heading", name="player_2 wins with 58")).to_be_visible()
    expect(page.get_by_role("link", name="Record hand")).to_have_count(0)
    page.goto(f"/clubs/{sheet.club.key}/games")
    game = page.get_by_role("listitem").filter(has_text="player_2 won with 58")
    expect(game).to_contain_text("11 hands")
    for name, total in zip(family.PLAYERS, hands[-1].totals, strict=True):
        expect(game).to_contain_text(f"{name}\N{NO-BREAK SPACE}{total}")
    game.get_by_role("link").tap()
    page.wait_for_url(f"**/games/{thumb.table.key}")


def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until the target has the focus."""
    for _ in range(60):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {target}")


@pytest.mark.long
def test_a_whole_game_is_played_by_keyboard_alone(open_context: Opener, site: Site) -> None:
    page = open_context(viewport={"width": 1280, "height": 800}).new_page()
    page.goto("/")
    tab_to(page, page.get_by_label("Player 1", exact=True))
    for name in family.PLAYERS:
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # on Deal
    page.wait_for_url("**/games/*")
    thumb = Thumb(page, Table(page.url.rsplit("/", 1)[1]))
    for number in range(1, 6):
        tab_to(page, page.get_by_role("link", name=f"Record hand {number}", exact=True))
        page.keyboard.press("Enter")
        page.wait_for_url("**/hands/new")
        if number == 1:
            for count in (4, 6, 3):
                page.keyboard.press(str(count))
                page.keyboard.press("Enter")
            tab_to(page, thumb.in_row("queen", 0))
        else:
            tab_to(page, thumb.in_row("moon", 0))
        page.keyboard.press("Space")
        expect(thumb.tile("player_2").locator("[data-score]")).to_have_text("+6" if number == 1 else "+26")
        tab_to(page, thumb.save)
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/games/{thumb.table.key}")
    assert thumb.sheet.position.totals == (17, 110, 107, 104)
    expect(page.get_by_role("heading", name="player_1 wins with 17")).to_be_visible()
