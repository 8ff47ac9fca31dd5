"""The club's pages for everybody: nothing axe stumbles over, targets for a thumb, what fits a small phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scorekeeper.records.clubs import archive_player, rename_player
from scorekeeper.records.games import set_note
from scorekeeper.records.sheets import Sheet
from scorekeeper.web.access import Role
from tests.browser.axe import faults
from tests.browser.boxes import boxes, overflow, too_small
from tests.browser.conftest import PHONE, Opener, Site
from tests.playing import end_early, start

PLACES = ("", "/games", "/games/new", "/players", "/settings", "/links")
TARGETS = (
    "a:not(.skip), button:not(.unseen), select, summary, input[type=text],"
    " .deal, .deal-draw, .switch, .choice, .presets label, .segments label, .ranks label"
)
TALL = {"viewport": {"width": 390, "height": 12000}}  # nothing lies under the thumb's bar


def club(site: Site) -> Sheet:
    """A club with a game at the table, and something of everything else."""
    sheet = start(hands=4)
    set_note(sheet.game.key, "Bob's birthday", "Kitchen", 3)
    archive_player(sheet.club, sheet.player_ids[3])
    rename_player(sheet.club, sheet.player_ids[0], "محمد عبد الرحمن الطويل")
    return sheet


def pages(page: Page, site: Site, sheet: Sheet) -> list[str]:
    """Every address of the club, for its host."""
    page.goto(site.join_address(sheet.club.key, Role.HOST))
    return ["/", *(f"/clubs/{sheet.club.key}{place}" for place in PLACES)]


def unfold(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_stands_in_anybodys_way(open_context: Opener, site: Site, scheme: str) -> None:
    page = open_context(color_scheme=scheme, **TALL).new_page()
    found = {}
    page.goto("/")
    unfold(page)
    found["start"] = faults(page)
    for address in pages(page, site, club(site)):
        page.goto(address)
        found[address] = faults(page)
        unfold(page)
        found[f"{address} unfolded"] = faults(page)
    assert {where: what for where, what in found.items() if what} == {}


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_refused_form_stands_in_nobodys_way(open_context: Opener, site: Site, scheme: str) -> None:
    page = open_context(quiet=False, color_scheme=scheme, **TALL).new_page()  # Chromium logs every 422
    page.goto("/")
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_role("button", name="Deal").click()
    expect(page.get_by_label("Player 2", exact=True)).to_be_focused()
    assert faults(page) == []
    sheet = club(site)
    page.goto(site.join_address(sheet.club.key, Role.HOST))
    page.goto(f"/clubs/{sheet.club.key}/games/new")
    unfold(page)
    page.get_by_role("switch", name="Partners may shoot").evaluate("e => { e.checked = true; }")
    page.get_by_label("Play to").fill("none")
    page.get_by_role("button", name="Deal", exact=True).last.click()
    expect(page.get_by_text("only where there are teams")).to_be_visible()
    expect(page.get_by_label("Play to")).to_be_focused()
    assert faults(page) == []


def test_every_target_is_large_enough_for_a_thumb(open_context: Opener, site: Site) -> None:
    page = open_context(**TALL).new_page()
    found = {}
    for address in ["/", *pages(page, site, club(site))]:
        page.goto(address)
        found[address] = too_small(page, TARGETS)
        unfold(page)
        found[f"{address} unfolded"] = too_small(page, TARGETS)
    assert {where: what for where, what in found.items() if what} == {}


def test_four_names_and_the_deal_fit_a_small_phone(small: BrowserContext, site: Site) -> None:
    page = small.new_page()
    page.goto("/")
    (button,) = boxes(page, ".primary")
    rows = boxes(page, "[data-seat]")[:4]
    assert button["bottom"] <= 640
    assert max(row["bottom"] for row in rows) < button["y"]
    assert overflow(page) == 0


def test_a_regular_four_and_the_deal_fit_a_small_phone(small: BrowserContext, site: Site) -> None:
    sheet = start(hands=1)
    end_early(sheet.game.key)
    page = small.new_page()
    page.goto(site.join_address(sheet.club.key))
    page.goto(f"/clubs/{sheet.club.key}/games/new")
    button = boxes(page, ".primary")[-1]
    felt = boxes(page, "#seats")[0]
    assert felt["bottom"] < button["y"]
    assert button["bottom"] <= 640


def test_the_menu_closes_beside_it_and_on_escape(phone: BrowserContext, site: Site) -> None:
    sheet = start()
    page = phone.new_page()
    page.goto(site.join_address(sheet.club.key))
    page.goto(f"/clubs/{sheet.club.key}")
    summary = page.get_by_label("Menu of the club")
    summary.tap()
    expect(page.get_by_role("link", name="Players")).to_be_visible()
    page.get_by_role("heading", name="Thursday Hearts").tap()
    expect(page.get_by_role("link", name="Players")).to_be_hidden()
    summary.tap()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Players")).to_be_hidden()
    expect(summary).to_be_focused()


def test_a_link_is_copied_and_the_host_link_opens_when_asked_for(open_context: Opener, site: Site) -> None:
    sheet = start()
    context = open_context(permissions=["clipboard-read", "clipboard-write"], **PHONE)
    page = context.new_page()
    page.goto(site.join_address(sheet.club.key, Role.HOST))
    page.goto(f"/clubs/{sheet.club.key}/links#host")
    host = page.locator("#host")
    expect(host.get_by_role("img", name="QR code of the link: Host")).to_be_visible()
    host.get_by_role("button", name="Copy").tap()
    expect(host.get_by_role("button", name="Copied")).to_be_visible()
    address = host.get_by_role("textbox", name="Link: Host").input_value()
    assert page.evaluate("navigator.clipboard.readText()") == address
    assert f"/join/{sheet.club.key}-h-" in address
