"""From nothing to the first deal, and to the next game, in a browser with and without JavaScript."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect
from sqlalchemy import func, select

from scorekeeper.records import games
from scorekeeper.records.clubs import add_player
from scorekeeper.records.db import db
from scorekeeper.records.history import games_of
from scorekeeper.records.models import Club
from scorekeeper.records.sheets import Sheet, load_sheet
from scorekeeper.web.access import Role
from tests.browser.conftest import PHONE, Opener, Site

TABLE = re.compile(r"/games/[0-9A-Za-z]{10}$")


def deal(page: Page) -> None:
    page.get_by_role("button", name="Deal", exact=True).last.click()


def sheet_on(page: Page) -> Sheet:
    """The game whose table the page has come to."""
    page.wait_for_url(TABLE)
    db.session.remove()  # what was read before is another moment of the database
    return load_sheet(page.url.rsplit("/", 1)[1])


def quick_game(names: tuple[str, ...] = ("Ann", "Bob", "Cy", "Dora")) -> Sheet:
    game = games.quick_start(names, zone="Europe/Berlin", club_name="Thursday Hearts", device=None)
    return load_sheet(game.key)


def new_game_page(context: BrowserContext, site: Site, sheet: Sheet, role: Role = Role.SCOREKEEPER) -> Page:
    page = context.new_page()
    page.goto(site.join_address(sheet.club.key, role))
    page.goto(f"/clubs/{sheet.club.key}")
    page.get_by_role("link", name="New game").click()
    return page


def test_four_names_and_three_taps_deal_the_first_hand(phone: BrowserContext, site: Site) -> None:
    page = phone.new_page()
    page.goto("/")
    page.get_by_label("Player 1", exact=True).tap()
    for name in ("Ann", "Bob", "Cy", "Dora"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Deal")).to_be_focused()
    deal(page)
    sheet = sheet_on(page)
    assert sheet.names == ("Ann", "Bob", "Cy", "Dora")
    assert sheet.position.dealer == 0
    assert sheet.rules.limit == 100


def test_the_start_fits_a_small_phone(open_context: Opener, site: Site) -> None:
    page = open_context(viewport={"width": 360, "height": 640}, has_touch=True).new_page()
    page.goto(site.url)
    expect(page.get_by_role("button", name="Deal")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


def test_the_clubs_clock_is_the_browsers(open_context: Opener, site: Site) -> None:
    page = open_context(timezone_id="America/New_York").new_page()
    page.goto("/")
    for number, name in enumerate(("Ann", "Bob", "Cy"), start=1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    deal(page)
    assert sheet_on(page).club.zone == "America/New_York"


def test_a_faulty_start_is_answered_in_place_with_everything_typed(open_context: Opener, site: Site) -> None:
    page = open_context(quiet=False, **PHONE).new_page()  # Chromium logs every 422
    logged: list[str] = []
    page.on("console", lambda message: logged.append(message.text))
    page.goto("/")
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Player 3", exact=True).fill("ann")
    page.get_by_role("radio", name="Player 3 deals first").check(force=True)
    with page.expect_response(lambda response: response.status == 422):
        deal(page)
    third = page.get_by_label("Player 3", exact=True)
    expect(third).to_have_value("ann")
    expect(third).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text("is there twice")).to_be_visible()
    expect(page.get_by_label("Player 2", exact=True)).to_be_focused()
    expect(page.get_by_role("radio", name="Player 3 deals first")).to_be_checked()
    page.get_by_label("Player 1", exact=True).fill("Anna")
    expect(page.get_by_text("is there twice")).to_have_count(0)
    expect(third).not_to_have_attribute("aria-invalid", "true")
    assert [words for words in logged if "Content Security Policy" in words] == []


def test_more_players_appear_one_after_the_other(phone: BrowserContext, site: Site) -> None:
    page = phone.new_page()
    page.goto("/")
    for number in range(1, 5):
        page.get_by_label(f"Player {number}", exact=True).fill(f"P{number}")
    page.get_by_text("More players").tap()
    expect(page.get_by_label("Player 5", exact=True)).to_be_visible()
    expect(page.get_by_label("Player 6", exact=True)).to_be_hidden()
    page.get_by_label("Player 5", exact=True).fill("P5")
    expect(page.get_by_label("Player 6", exact=True)).to_be_visible()
    deal(page)
    assert len(sheet_on(page).names) == 5


def test_without_javascript_a_game_starts_and_faults_keep_what_was_typed(
    open_context: Opener, site: Site
) -> None:
    page = open_context(quiet=False, java_script_enabled=False, **PHONE).new_page()
    page.goto("/")
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Player 2", exact=True).fill("Bob")
    deal(page)
    expect(page.get_by_text("Type one more name")).to_be_visible()
    expect(page.get_by_label("Player 2", exact=True)).to_have_value("Bob")
    page.get_by_label("Player 3", exact=True).fill("Cy")
    deal(page)
    sheet = sheet_on(page)
    assert (sheet.names, sheet.club.zone) == (("Ann", "Bob", "Cy"), "UTC")


def test_a_regular_four_deal_again_with_one_tap(phone: BrowserContext, site: Site) -> None:
    first = quick_game()
    page = new_game_page(phone, site, first)
    deal(page)
    sheet = sheet_on(page)
    assert sheet.names == first.names
    assert sheet.game.key != first.game.key


def test_chips_fill_and_empty_seats_in_order(phone: BrowserContext, site: Site) -> None:
    first = quick_game()
    add_player(first.club, "Émile")
    page = new_game_page(phone, site, first)
    page.get_by_role("button", name="Bob", exact=True).tap()
    page.get_by_role("button", name="Émile", exact=True).tap()
    expect(page.get_by_role("button", name="Bob", exact=True)).to_have_attribute("aria-pressed", "false")
    page.get_by_role("radio", name="Seat 3 deals first").check(force=True)
    deal(page)
    sheet = sheet_on(page)
    assert sheet.names == ("Ann", "Cy", "Dora", "Émile")
    assert sheet.position.dealer == 2


def test_a_moved_player_takes_the_deal_along(phone: BrowserContext, site: Site) -> None:
    page = new_game_page(phone, site, quick_game())
    page.get_by_role("radio", name="Seat 1 deals first").check(force=True)
    page.get_by_role("button", name="Move", exact=True).tap()
    page.get_by_role("button", name="Move down: Ann").tap()
    expect(page.locator("#status")).to_have_text("Ann, seat 2")
    page.get_by_role("button", name="Done moving").tap()
    deal(page)
    sheet = sheet_on(page)
    assert sheet.names == ("Bob", "Ann", "Cy", "Dora")
    assert sheet.position.dealer == 1


def test_drawing_seats_keeps_everybody(phone: BrowserContext, site: Site) -> None:
    page = new_game_page(phone, site, quick_game())
    page.get_by_role("button", name="Draw seats").tap()
    expect(page.locator("#status")).to_contain_text("Drawn:")
    deal(page)
    assert sorted(sheet_on(page).names) == ["Ann", "Bob", "Cy", "Dora"]


@pytest.mark.parametrize("late", [r"/newgame", r"/(newgame|htmx)"], ids=["the page's own", "and htmx"])
def test_what_is_tapped_before_the_scripts_have_come_is_said_all_the_same(
    open_context: Opener, site: Site, late: str
) -> None:
    context = open_context(quiet=False, service_workers="block", **PHONE)
    context.route(re.compile(rf"{late}[^/]*\.js"), lambda route: route.abort())
    page = new_game_page(context, site, quick_game(("Ann", "Bob", "Cy")))
    page.get_by_label("A new name").fill("Eve")
    page.get_by_role("button", name="Add", exact=True).tap()
    expect(page.locator("#status")).to_have_text("Eve, seat 4")
    page.get_by_role("button", name="Draw seats").tap()
    expect(page.locator("#status")).to_contain_text("Drawn:")
    deal(page)
    assert sorted(sheet_on(page).names) == ["Ann", "Bob", "Cy", "Eve"]


def test_a_new_name_is_added_on_the_spot(phone: BrowserContext, site: Site) -> None:
    page = new_game_page(phone, site, quick_game(("Ann", "Bob", "Cy")))
    page.get_by_role("button", name="+ New name").tap()
    page.get_by_label("A new name").fill("<b>Eve</b>")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="<b>Eve</b>")).to_have_attribute("aria-pressed", "true")
    deal(page)
    assert sheet_on(page).names == ("Ann", "Bob", "Cy", "<b>Eve</b>")


def test_a_preset_brings_its_rules_and_another_number_of_players_other_presets(
    phone: BrowserContext, site: Site
) -> None:
    page = new_game_page(phone, site, quick_game())
    expect(page.get_by_role("button", name="Dora", exact=True)).to_be_visible()
    page.get_by_role("link", name="Change").tap()
    page.get_by_role("radio", name="Omnibus").check(force=True)
    expect(page.locator(".rules-summary")).to_have_text("Game to 100 · Omnibus")
    expect(page.get_by_role("radio", name="The J♦")).to_be_checked()
    page.get_by_role("button", name="Dora", exact=True).tap()
    expect(page.get_by_role("radio", name="Black Maria")).to_be_attached()
    expect(page.get_by_role("radio", name="Partnership")).not_to_be_attached()
    deal(page)
    assert sheet_on(page).rules.differences() == {"jack": "JD"}


def test_rules_that_do_not_fit_together_say_so_at_once_and_cannot_be_dealt(
    open_context: Opener, site: Site
) -> None:
    page = new_game_page(open_context(quiet=False, **PHONE), site, quick_game())  # Chromium logs every 422
    page.locator("#rules-fold > summary").tap()
    page.locator("#moon-fold > summary").tap()
    page.get_by_role("radio", name="No moon").check()
    page.get_by_role("switch", name="Shooting the sun").check()
    expect(page.get_by_text("There is no sun without a moon")).to_be_visible()
    expect(page.locator(".rules-summary")).to_have_text("These rules do not fit together yet")
    with page.expect_response(lambda response: response.status == 422):
        deal(page)
    expect(page.get_by_role("switch", name="Shooting the sun")).to_be_checked()
    page.get_by_role("switch", name="Shooting the sun").uncheck()
    expect(page.get_by_text("There is no sun without a moon")).to_be_hidden()
    deal(page)
    assert sheet_on(page).rules.moon == "off"


def test_a_game_is_carried_on_from_paper(phone: BrowserContext, site: Site) -> None:
    page = new_game_page(phone, site, quick_game(("Ann", "Bob", "Cy")))
    page.get_by_text("Carry on from paper").tap()
    for name, total in (("Ann", "40"), ("Bob", "−10"), ("Cy", "55")):
        page.get_by_label(name, exact=True).fill(total)
    page.get_by_label("Number of the next hand").fill("6")
    page.get_by_role("radio", name="Seat 2 deals first").check(force=True)
    deal(page)
    position = sheet_on(page).position
    assert (position.totals, position.hand_number, position.dealer) == ((40, -10, 55), 6, 1)


def test_a_total_over_the_limit_is_warned_of_and_not_refused(phone: BrowserContext, site: Site) -> None:
    page = new_game_page(phone, site, quick_game(("Ann", "Bob", "Cy")))
    page.get_by_text("Carry on from paper").tap()
    for name, total in (("Ann", "40"), ("Bob", "120"), ("Cy", "55")):
        page.get_by_label(name, exact=True).fill(total)
    warning = page.locator("#paper-over")
    expect(warning).to_have_text("Bob already has 120: a game to 100 ends after the next hand.")
    page.get_by_label("Bob", exact=True).fill("99")
    expect(warning).to_be_hidden()
    page.get_by_label("Bob", exact=True).fill("120")
    page.get_by_label("Number of the next hand").fill("6")
    page.get_by_role("radio", name="Seat 3 deals first").check(force=True)
    deal(page)
    assert sheet_on(page).position.totals == (40, 120, 55)


def test_the_rules_and_the_cards_to_take_out_follow_the_table(phone: BrowserContext, site: Site) -> None:
    page = new_game_page(phone, site, quick_game())
    line = page.locator(".rules-line")
    expect(line).to_have_text("Game to 100 · standard rules · as last time Change")
    expect(line).to_be_in_viewport()
    expect(page.locator(".take-out")).to_have_count(0)
    page.get_by_role("button", name="Dora", exact=True).tap()
    expect(page.locator(".take-out")).to_have_text("Take out the 2♦\ufe0e first: 17 cards each.")
    line.get_by_role("link", name="Change").tap()
    page.get_by_role("radio", name="Black Maria").check(force=True)
    expect(line).to_contain_text("Black Maria")
    expect(line).not_to_contain_text("as last time")


def test_the_whole_form_works_without_javascript(bare: BrowserContext, site: Site) -> None:
    page = new_game_page(bare, site, quick_game())
    page.get_by_label("Seat 4", exact=True).select_option(label="Nobody")
    page.get_by_label("A new name").fill("Eve")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_label("Seat 4", exact=True)).to_have_value("n:Eve")
    page.get_by_role("button", name="Draw seats").click()
    page.locator("#rules-fold > summary").click()
    page.get_by_role("radio", name="Short game").check(force=True)
    deal(page)
    sheet = sheet_on(page)
    assert sorted(sheet.names) == ["Ann", "Bob", "Cy", "Eve"]
    assert sheet.rules.limit == 50


@pytest.mark.parametrize(
    ("status", "words"),
    [(404, "Reload the page"), (500, "Try again in a moment"), (None, "Everything is still here")],
)
def test_a_start_that_is_not_taken_says_so_and_can_be_sent_again(
    open_context: Opener, site: Site, status: int | None, words: str
) -> None:
    # Chromium logs every failure.
    page = open_context(quiet=False, service_workers="block", **PHONE).new_page()
    page.goto("/")
    for number, name in enumerate(("Ann", "Bob", "Cy"), start=1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)

    def fail(route: Route) -> None:
        if status is None:
            route.abort()
        else:
            route.fulfill(status=status, body="<h1>Welcome to the hotel</h1>", content_type="text/html")

    page.route("**/", fail)
    deal(page)
    expect(page.get_by_role("alert")).to_contain_text(words)
    expect(page.get_by_label("Player 3", exact=True)).to_have_value("Cy")
    page.unroute("**/")
    deal(page)
    assert sheet_on(page).names == ("Ann", "Bob", "Cy")


def test_two_quick_taps_deal_one_game(phone: BrowserContext, site: Site) -> None:
    page = phone.new_page()
    page.goto("/")
    for number, name in enumerate(("Ann", "Bob", "Cy"), start=1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.get_by_role("button", name="Deal").dblclick()
    club = sheet_on(page).club
    assert len(games_of(club).games) == 1
    assert db.session.scalar(select(func.count()).select_from(Club)) == 1


@pytest.mark.long
@pytest.mark.parametrize("width", [320, 360, 390, 1280])
def test_no_page_is_wider_than_the_screen_with_long_names_and_large_text(
    open_context: Opener, site: Site, width: int
) -> None:
    names = ("Wilhelmina-Featherstone1", "W" * 24, "محمد عبد الرحمن الطويل", "👨‍👩‍👧‍👦 and the family")
    sheet = quick_game(names)
    club = sheet.club.key
    page = open_context(viewport={"width": width, "height": 640}).new_page()
    page.goto(site.join_address(club, Role.HOST))
    addresses = ["", "/games", "/games/new", "/players", "/settings", "/links"]
    for address in ["/", *(f"/clubs/{club}{rest}" for rest in addresses)]:
        page.goto(address)
        for details in page.locator("details:visible").all():
            details.evaluate("d => { d.open = true; }")
        for size in ("100%", "200%"):
            page.evaluate(f"document.documentElement.style.setProperty('font-size', '{size}')")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (address, size)
