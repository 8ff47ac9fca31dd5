"""The pages of the history for everybody: axe, thumbs, any width, paper, and without JavaScript."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scorekeeper.hearts.rules import Rules
from scorekeeper.records import clubs, games
from scorekeeper.records.sheets import Sheet
from scorekeeper.web.access import Role
from tests.browser.axe import faults
from tests.browser.boxes import boxes, overflow, too_small
from tests.browser.conftest import Opener, Site
from tests.playing import THURSDAY, end_early, play, start

TARGETS = "a:not(.skip, .help a, .empty a), button, select, summary, input[type=text], input[type=search]"
WIDTHS = (320, 360, 390, 1280)


def club(site: Site) -> Sheet:
    """A club with games of two kinds, a guest, somebody off the roster, somebody merged, and long names."""
    sheet = start(hands=11)
    ids = sheet.player_ids
    flo = clubs.add_player(sheet.club, "Florentine-Guinevere Xyz")
    for seats, rules, hands in (
        ((*ids[:3], flo.id), Rules(), 11),
        ((*ids[1:], flo.id), Rules(), 11),
        (ids, Rules(limit=50), 5),
    ):
        game = games.start_game(sheet.club.key, seats, rules, first_dealer=0, device=None)
        play(game.key, THURSDAY[:hands])
    left = games.start_game(sheet.club.key, ids, Rules(), first_dealer=0, device=None)
    play(left.key, THURSDAY[:2])
    end_early(left.key)
    games.set_note(left.key, "Bob's birthday", "Kitchen", 3)
    games.start_game(sheet.club.key, ids, Rules(), first_dealer=0, device=None)
    clubs.set_guest(sheet.club, ids[1], guest=True)
    clubs.archive_player(sheet.club, ids[3])
    return sheet


def addresses(sheet: Sheet) -> list[str]:
    key, (ann, *_) = sheet.club.key, sheet.player_ids
    return [
        f"/clubs/{key}",
        f"/clubs/{key}/standings",
        f"/clubs/{key}/standings?least=5&sort=-score",
        f"/clubs/{key}/standings?period=evening&rules=short",
        f"/clubs/{key}/standings?period=1999",
        f"/clubs/{key}/records",
        f"/clubs/{key}/games",
        f"/clubs/{key}/games?words=nothing+like+it",
        f"/clubs/{key}/players",
        f"/clubs/{key}/players/{ann}",
        f"/clubs/{key}/players/{ann}?rules=short",
        f"/clubs/{key}/players/{ann}/merge?into={sheet.player_ids[1]}",
        f"/games/{sheet.game.key}",
        f"/games/{sheet.game.key}/changes",
    ]


def opened(page: Page, site: Site, sheet: Sheet) -> None:
    page.goto(site.join_address(sheet.club.key, Role.HOST))
    page.goto(f"/clubs/{sheet.club.key}")


def unfold(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details:not(.menu)').forEach(d => { d.open = true; })")


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_stands_in_anybodys_way(open_context: Opener, site: Site, scheme: str) -> None:
    page = open_context(color_scheme=scheme, viewport={"width": 390, "height": 9000}).new_page()
    sheet, found = club(site), {}
    opened(page, site, sheet)
    for address in addresses(sheet):
        page.goto(address)
        unfold(page)
        found[address] = faults(page)
    assert {where: what for where, what in found.items() if what} == {}


@pytest.mark.long
def test_a_new_clubs_pages_stand_in_nobodys_way_either(open_context: Opener, site: Site) -> None:
    page = open_context(viewport={"width": 390, "height": 3000}).new_page()
    sheet = start(hands=0)
    opened(page, site, sheet)
    for address in addresses(sheet)[:-2]:
        page.goto(address)
        unfold(page)
        assert faults(page) == []
        assert overflow(page) == 0


@pytest.mark.long
@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_is_wider_than_its_window(open_context: Opener, site: Site, width: int) -> None:
    page = open_context(viewport={"width": width, "height": 800}).new_page()
    sheet, found = club(site), {}
    opened(page, site, sheet)
    for address in addresses(sheet):
        page.goto(address)
        unfold(page)
        found[address] = overflow(page)
    assert {where: what for where, what in found.items() if what > 0} == {}


@pytest.mark.long
def test_every_target_is_large_enough_for_a_thumb(open_context: Opener, site: Site) -> None:
    page = open_context(viewport={"width": 390, "height": 9000}, has_touch=True).new_page()
    sheet, found = club(site), {}
    opened(page, site, sheet)
    for address in addresses(sheet)[:-2]:
        page.goto(address)
        unfold(page)
        found[address] = too_small(page, TARGETS)
    assert {where: what for where, what in found.items() if what} == {}


def test_names_stay_while_the_figures_move_under_them(phone: BrowserContext, site: Site) -> None:
    page = phone.new_page()
    sheet = club(site)
    opened(page, site, sheet)
    page.goto(f"/clubs/{sheet.club.key}/standings")
    (before, *_), (figure, *_) = boxes(page, "tbody th"), boxes(page, "tbody td")
    page.evaluate("document.querySelector('.wide').scrollLeft = 200")
    (after, *_), (moved, *_) = boxes(page, "tbody th"), boxes(page, "tbody td")
    assert after["x"] == before["x"]
    assert moved["x"] == figure["x"] - 200


def test_a_player_is_found_sorted_and_looked_up_without_javascript(bare: BrowserContext, site: Site) -> None:
    page = bare.new_page()
    sheet = club(site)
    opened(page, site, sheet)
    page.get_by_role("link", name="All standings").click()
    page.get_by_role("link", name="Worst game").click()
    expect(page.locator("th[aria-sort=ascending]")).to_have_text("Worst game")
    page.get_by_text("Standard", exact=True).click()
    page.get_by_label("Rules").select_option("short")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("summary").get_by_text("Short game")).to_be_visible()
    page.get_by_role("link", name="Cy", exact=True).click()
    expect(page.get_by_role("heading", name="Cy", exact=True)).to_be_visible()
    page.locator("summary").get_by_text("The figures").first.click()
    expect(page.get_by_role("table").first).to_be_visible()


def test_two_who_are_one_are_put_together_and_taken_apart(phone: BrowserContext, site: Site) -> None:
    page = phone.new_page()
    sheet = club(site)
    clubs.add_player(sheet.club, "Annie")
    opened(page, site, sheet)
    page.goto(f"/clubs/{sheet.club.key}/players/{sheet.player_ids[0]}")
    page.get_by_role("link", name="Is the same person as somebody else").click()
    page.get_by_label("Ann is the same person as").select_option("Bob (guest)")
    page.get_by_role("button", name="See what it would do").click()
    expect(page.get_by_role("alert")).to_contain_text("so they are two people")
    page.get_by_label("Ann is the same person as").select_option("Annie")
    page.get_by_role("button", name="See what it would do").click()
    page.get_by_role("button", name="Yes, Ann is Annie").click()
    expect(page.get_by_role("heading", name="Annie", exact=True)).to_be_visible()
    page.get_by_role("button", name="Take apart").click()
    expect(page.get_by_role("heading", name="Ann", exact=True)).to_be_visible()


def test_a_table_that_goes_on_beyond_the_edge_shows_that_it_does(small: BrowserContext, site: Site) -> None:
    sheet = club(site)
    page = small.new_page()
    opened(page, site, sheet)
    page.goto(f"/clubs/{sheet.club.key}/standings")
    table = page.locator(".scroll")
    (box,) = boxes(page, ".scroll")

    def at_the_edge(right: float) -> bytes:
        """A few points between the border and the first word, as a picture."""
        clip = {"x": right - 7, "y": box["y"] + 20, "width": 4, "height": 3}
        return page.screenshot(clip=clip)  # type: ignore[arg-type]

    bare = at_the_edge(box["x"] + 30)
    assert at_the_edge(box["right"]) != bare
    table.evaluate("table => { table.scrollLeft = table.scrollWidth; }")
    assert at_the_edge(box["right"]) == bare


def test_on_paper_there_is_ink_and_no_menu(open_context: Opener, site: Site) -> None:
    page = open_context(color_scheme="dark", viewport={"width": 800, "height": 1100}).new_page()
    sheet = club(site)
    opened(page, site, sheet)
    page.goto(f"/clubs/{sheet.club.key}/players/{sheet.player_ids[2]}")
    page.emulate_media(media="print")
    assert boxes(page, ".menu, .chips, .top-back, form") == []
    colours = page.evaluate(
        "['.hero b', '.facts dd'].map(s => getComputedStyle(document.querySelector(s)).color)"
    )
    assert set(colours) == {"rgb(0, 0, 0)"}
    assert len(boxes(page, ".picture svg")) == 2
    page.set_viewport_size({"width": 718, "height": 1000})  # what A4 leaves between its margins
    page.goto(f"/clubs/{sheet.club.key}/standings?least=0")
    assert max(box["right"] for box in boxes(page, "td")) <= 718
    page.goto(f"/games/{sheet.game.key}")
    (won,) = page.locator(".chart .won.line").all()
    assert won.evaluate("line => getComputedStyle(line).stroke") == "rgb(42, 95, 73)"
