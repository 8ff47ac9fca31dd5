"""The table between the cards: it fits, it follows, it says what is new, it stays awake."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from scorekeeper.hearts.rules import Rules
from scorekeeper.records import hands
from scorekeeper.records.db import db
from scorekeeper.records.sheets import Sheet, load_sheet
from scorekeeper.web.access import Role
from tests import playing
from tests.browser.axe import faults
from tests.browser.boxes import boxes, meeting, overflow, too_small
from tests.browser.conftest import PHONE, Opener, Site
from tests.playing import TEN, THURSDAY, start, taken
from tests.records.table import points

WIDE_NAMES = [
    "W" * 24,
    "m" * 24,
    "Maximiliana Bartholomäus",
    "محمد عبد الرحمن الطويل",
    "O'Brien <b>bold</b> Mac",
]
LABELS = ".seat, .felt-words > span:not(.unseen), .side .name, .side .badge, .side .last, .side .total"
CONTROLS = "a, button, select, summary"
HIDE = "hidden => { Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});\
 document.dispatchEvent(new Event('visibilitychange')); }"


def visit(context: BrowserContext, site: Site, sheet: Sheet, role: Role = Role.SCOREKEEPER) -> Page:
    """The table on a phone that has come by the club's link."""
    page = context.new_page()
    page.goto(site.join_address(sheet.club.key, role))
    page.goto(f"/games/{sheet.game.key}")
    return page


def save(sheet: Sheet, number: int) -> None:
    """Another phone records hand `number` of the real game."""
    db.session.remove()
    playing.record(sheet.game.key, taken(*THURSDAY[number - 1]))


def listen(page: Page) -> None:
    """Note everything the status line says from now on."""
    page.evaluate(
        "() => { window.said = []; const line = document.getElementById('status');"
        "const note = () => said.push(line.textContent);"
        "new MutationObserver(note).observe(line, {childList: true, subtree: true}); }"
    )


def said(page: Page) -> list[str]:
    return list(page.evaluate("window.said"))


def hold_by(page: Page, seat: int) -> None:
    """Turn the felt: whoever has that seat holds this phone."""
    page.locator(".menu > summary").click()
    page.get_by_label("Who holds this phone").select_option(str(seat))
    page.get_by_role("button", name="Put that seat at the bottom").click()
    page.locator(".ring.turned").wait_for()


# ---- It fits ----

# A card, and the words of its note and of the first head of a row in it.
EDGES = """card => [card, ...[".help", "tbody th"].map(part => {
  const words = document.createRange();
  words.selectNodeContents(card.querySelector(part));
  return words;
})].map(part => part.getBoundingClientRect().toJSON())"""

BROKEN = """() => [...document.querySelectorAll('.seat bdi')]
  .filter((e) => e.getClientRects().length > e.textContent.split(' ').length).map((e) => e.textContent)"""


def assert_on_the_felt(page: Page) -> None:
    """Every name lies on the felt, and the dealer's chip over no letter."""
    (felt,) = boxes(page, ".ring")
    for seat in boxes(page, ".seat"):
        assert felt["x"] <= seat["x"] <= seat["right"] <= felt["right"], seat
        assert felt["y"] <= seat["y"] <= seat["bottom"] <= felt["bottom"], seat
    assert meeting(boxes(page, ".seat > .chip, .seat.deals > bdi"), slack=4) == []


@pytest.mark.parametrize("players", [4, 5, 9])
def test_no_name_of_one_word_is_broken_on_the_felt(open_context: Opener, site: Site, players: int) -> None:
    names = ("Maximilian", "Hamid", "Hannelore", "Wolfgang", "Hanna", "Ibrahim", "Dorothea", "Jo", "Mohammed")
    page = visit(open_context(viewport={"width": 320, "height": 640}), site, start(names[:players], dealer=1))
    for width in (320, 360, 390, 1280):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate(BROKEN) == [], width


@pytest.mark.parametrize("players", range(3, 11))
def test_no_two_labels_meet_with_names_of_24_letters(open_context: Opener, site: Site, players: int) -> None:
    names = [f"{name[:23]}{n}" for n, name in enumerate(2 * WIDE_NAMES)][:players]
    sheet = start(names, dealer=0)
    playing.play(sheet.game.key, [playing.plain_hand(players)])
    page = visit(open_context(viewport={"width": 320, "height": 640}), site, sheet)
    for width in (320, 360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert meeting(boxes(page, LABELS)) == [], width
        assert overflow(page) <= 0, width
        assert_on_the_felt(page)


@pytest.mark.long
@pytest.mark.parametrize(
    ("players", "way"),
    [(3, "left"), (3, "scatter"), (4, "scatter"), (5, "left2"), (5, "scatter"), (6, "right2"), (7, "left2")],
)
def test_the_words_of_no_pass_meet_a_name_whichever_way_the_felt_is_turned(
    open_context: Opener, site: Site, players: int, way: str
) -> None:
    names = (*WIDE_NAMES, "क्षत्रियविक्रमादित्यसिंह", "漢字" * 12, "👨\u200d👩\u200d👧\u200d👦" * 3)
    page = open_context(viewport={"width": 320, "height": 640}).new_page()
    for several in (names[:players], names[-players:]):
        sheet = start(several, dealer=1, rules=Rules(players=players, pass_cycle=(way,)))
        page.goto(site.join_address(sheet.club.key))
        for turned in (False, True):
            page.goto(f"/games/{sheet.game.key}")
            if turned:
                hold_by(page, players // 2)
            for width in (320, 360, 1280):
                page.set_viewport_size({"width": width, "height": 800})
                assert meeting(boxes(page, LABELS)) == [], (width, turned)
                assert_on_the_felt(page)


def test_the_first_screenful_of_a_small_phone_needs_no_scrolling(small: BrowserContext, site: Site) -> None:
    page = visit(small, site, start(hands=4))
    (button,) = boxes(page, ".thumb")
    for selector in (".ring", "#notice", ".standing .rows"):
        (box,) = boxes(page, selector)
        assert box["bottom"] <= button["y"], selector
    assert button["bottom"] <= 640


@pytest.mark.parametrize("hands", [4, 11])
@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_nothing_overflows(open_context: Opener, site: Site, hands: int, width: int) -> None:
    names = ("W" * 24, "محمد عبد الرحمن الطويل", "O'Brien <b>bold</b> Mac", "🎉")
    page = visit(open_context(viewport={"width": width, "height": 700}), site, start(names, hands=hands))
    assert overflow(page) <= 0


def test_at_a_laptop_the_felt_and_the_board_lie_beside_each_other(open_context: Opener, site: Site) -> None:
    page = visit(open_context(viewport={"width": 1280, "height": 800}), site, start(hands=4))
    (felt,), (board,), (button,) = (boxes(page, one) for one in (".ring", ".standing .rows", ".thumb"))
    assert felt["right"] < board["x"]
    assert board["bottom"] < button["y"] < button["bottom"] < 800


def test_on_its_side_a_phone_shows_felt_board_and_button(open_context: Opener, site: Site) -> None:
    page = visit(open_context(viewport={"width": 640, "height": 360}), site, start(hands=4))
    for width, tall in ((640, 360), (844, 390)):
        page.set_viewport_size({"width": width, "height": tall})
        (felt,), (board,), (button,) = (boxes(page, one) for one in (".ring", ".standing .rows", ".thumb"))
        assert felt["right"] < board["x"]
        assert board["bottom"] <= button["y"]
        assert max(felt["bottom"], button["bottom"]) <= tall


@pytest.mark.parametrize("hands", [0, 4, 11])
def test_everything_to_be_tapped_is_large_enough_for_a_thumb(
    phone: BrowserContext, site: Site, hands: int
) -> None:
    page = visit(phone, site, start(hands=hands))
    page.locator(".menu > summary").click()
    assert too_small(page, f":is({CONTROLS}):not(.skip, .sheet a)") == []
    assert all(row["bottom"] - row["y"] >= 44 for row in boxes(page, ".sheet tbody tr"))


@pytest.mark.parametrize("players", [3, 4, 5, 10])
def test_larger_text_makes_the_felt_taller_and_nothing_wider(
    small: BrowserContext, site: Site, players: int
) -> None:
    page = visit(small, site, start(TEN[:players]))
    for size in (20, 24, 32):
        page.evaluate("size => { document.documentElement.style.fontSize = `${size}px`; }", size)
        assert overflow(page) <= 0, size
        assert page.evaluate("innerWidth") == 360  # else the phone has made room by zooming out
        assert meeting(boxes(page, LABELS)) == [], size
        assert_on_the_felt(page)
        (button,) = boxes(page, ".thumb .primary")
        assert button["bottom"] <= 640, size


def test_the_end_can_be_read_in_text_of_twice_the_size(small: BrowserContext, site: Site) -> None:
    page = visit(small, site, start(hands=11))
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert overflow(page) <= 0
    expect(page.get_by_role("button", name="again")).to_be_visible()


def test_a_name_written_from_right_to_left_turns_nothing_else_round(
    phone: BrowserContext, site: Site
) -> None:
    page = visit(phone, site, start(("محمد", "Bob", "Cy", "Dora"), hands=4))
    row = page.locator(".side").first
    left = [row.locator(part).bounding_box()["x"] for part in (".name", ".last", ".total")]  # type: ignore[index]
    assert left == sorted(left)
    expect(row.locator(".last")).to_contain_text("+4")


def test_labels_of_the_chart_do_not_touch_and_stay_in_it(open_context: Opener, site: Site) -> None:
    names = [f"{name} {'W' * 12}" for name in TEN]
    sheet = start(names, rules=Rules(players=10, limit=20, tie="share"), dealer=0)
    playing.play(sheet.game.key, [playing.plain_hand(10)] * 2)
    for width in (320, 390, 1280):
        page = visit(open_context(viewport={"width": width, "height": 800}), site, sheet)
        labels = boxes(page, ".chart .label")
        assert len(labels) == 10
        assert meeting(labels) == []
        (chart,) = boxes(page, ".chart")
        assert all(chart["x"] <= label["x"] < label["right"] <= chart["right"] for label in labels)


# ---- Everybody ----


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(open_context: Opener, site: Site, scheme: str) -> None:
    playing_now, over = start(hands=5), start(hands=11, rules=Rules(teams=((0, 2), (1, 3)), limit=190))
    context = open_context(color_scheme=scheme, **PHONE)
    visit(context, site, over).close()
    page = visit(context, site, playing_now)
    pages = ["", "/sheet", "/rules", "/rotation", "/hands", "/end", "/rules/edit"]
    found = {}
    for key, path in [(playing_now.game.key, path) for path in pages] + [
        (over.game.key, ""),
        (over.game.key, "/share"),
    ]:
        page.goto(f"/games/{key}{path}")
        if not path:
            page.locator(".menu > summary").click()
        if here := faults(page):
            found[path or "table"] = here
    assert found == {}


def test_the_felt_has_its_text_and_the_dealer_is_named(phone: BrowserContext, site: Site) -> None:
    page = visit(phone, site, start(hands=4))
    words = "Hand 5, pass left: Ann to Bob, Bob to Cy, Cy to Dora, Dora to Ann; Cy deals"
    expect(page.get_by_role("img", name=words)).to_be_visible()
    expect(page.locator(".seat.deals")).to_have_text("CyD, dealer")


# ---- It follows ----


def test_another_phone_s_hand_appears_by_itself_and_is_said_once(phone: BrowserContext, site: Site) -> None:
    sheet = start(hands=3)
    page = visit(phone, site, sheet, Role.VIEWER)
    listen(page)
    save(sheet, 4)
    expect(page.locator(".felt-words")).to_contain_text("Hand 5")
    save(sheet, 5)
    expect(page.locator(".felt-words")).to_contain_text("Hand 6")
    assert said(page) == [
        "Hand 4 saved. Ann +4, Bob +14, Cy +6, Dora +2. Hand 5, pass left; Cy deals.",
        "Hand 5 saved. Ann +26, Bob +26, Cy 0, Dora +26. Hand 6, pass right; Dora deals.",
    ]


def test_the_end_appears_by_itself(phone: BrowserContext, site: Site) -> None:
    sheet = start(hands=10)
    page = visit(phone, site, sheet, Role.VIEWER)
    listen(page)
    save(sheet, 11)
    expect(page.locator("#winner")).to_have_text("Cy wins with 50")
    expect(page.locator("#under")).to_contain_text("11 hands")
    assert said(page) == ["Hand 11 saved. Ann +5, Bob +8, Cy +13, Dora 0. Game over: Cy wins with 50."]


def test_the_focus_is_never_lost_where_an_answer_takes_away_what_had_it(
    phone: BrowserContext, site: Site
) -> None:
    sheet = start(hands=10)
    page = visit(phone, site, sheet)
    page.get_by_role("link", name="Record hand 11").focus()
    save(sheet, 11)
    expect(page.locator("#winner")).to_be_focused()
    another = start(hands=4)
    page = visit(phone, site, another)
    page.get_by_role("button", name="Undo").focus()
    key = another.game.key
    db.session.remove()
    hands.set_rotation(key, 5, 0, "left", playing.entry(key))
    expect(page.locator("#notice")).to_contain_text("as the table said")
    expect(page.locator("#felt-words")).to_be_focused()


@pytest.mark.parametrize("failure", [404, 409, 500, 503, "abort", "a hotel's login page"])
def test_no_error_ever_replaces_the_board(open_context: Opener, site: Site, failure: int | str) -> None:
    sheet = start(hands=3)
    # No service worker: what it is asked while it takes over is not always seen by the route.
    page = visit(open_context(quiet=False, service_workers="block", **PHONE), site, sheet)

    def fail(route: Route) -> None:
        if failure == "abort":
            route.abort()
        elif isinstance(failure, int):
            route.fulfill(status=failure, content_type="text/html", body="<h1>No</h1>")
        else:
            route.fulfill(status=200, content_type="text/html", body="<html><h1>Log in</h1></html>")

    page.route("**/board?*", fail)
    expect(page.locator("#stale")).to_be_visible()
    expect(page.locator(".felt-words")).to_contain_text("Hand 4")
    page.unroute("**/board?*")
    save(sheet, 4)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".felt-words")).to_contain_text("Hand 5")
    expect(page.locator("#stale")).to_be_hidden()


def test_nobody_is_asked_while_the_page_is_hidden(phone: BrowserContext, site: Site) -> None:
    sheet = start(hands=3)
    phone.clock.install()
    page = visit(phone, site, sheet)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/board" in request.url else None)
    with page.expect_response("**/board?*"):
        page.clock.run_for(2000)
    page.evaluate(HIDE, True)
    asked.clear()
    save(sheet, 4)
    page.clock.run_for(60_000)
    assert asked == []
    page.evaluate(HIDE, False)
    expect(page.locator(".felt-words")).to_contain_text("Hand 5")


def test_a_page_from_the_browser_s_cache_asks_at_once(phone: BrowserContext, site: Site) -> None:
    sheet = start(hands=3)
    page = visit(phone, site, sheet)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))")
    with page.expect_request("**/board?since=3"):
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")


def test_back_from_another_page_shows_no_old_board(phone: BrowserContext, site: Site) -> None:
    sheet = start(hands=3)
    page = visit(phone, site, sheet)
    page.locator(".menu > summary").click()
    page.get_by_role("link", name="Rules card").click()
    save(sheet, 4)
    page.go_back()
    expect(page.locator(".felt-words")).to_contain_text("Hand 5")
    expect(page.get_by_role("link", name="Record hand 5")).to_be_visible()


# ---- It says what is new ----


def test_undo_is_one_tap_and_so_is_bringing_back(phone: BrowserContext, site: Site) -> None:
    page = visit(phone, site, start(hands=4))
    listen(page)
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator("#notice")).to_contain_text("Hand 4 taken back")
    expect(page.locator(".felt-words")).to_contain_text("Hold")
    expect(page.get_by_role("button", name="Bring back")).to_be_focused()
    page.get_by_role("button", name="Bring back").tap()
    expect(page.locator("#notice")).to_contain_text("Hand 4 is back")
    assert said(page) == [
        "Hand 4 taken back. Hand 4, hold; Bob deals.",
        "Hand 4 is back. Hand 5, pass left; Cy deals.",
    ]


def test_two_quick_taps_on_undo_undo_once(phone: BrowserContext, site: Site) -> None:
    page = visit(phone, site, start(hands=4))
    page.get_by_role("button", name="Undo").dblclick()
    expect(page.locator("#notice")).to_contain_text("Hand 4 taken back")
    expect(page.locator("#notice")).not_to_contain_text("is back")


def test_undo_with_no_network_says_that_it_was_not_done(open_context: Opener, site: Site) -> None:
    page = visit(open_context(quiet=False, **PHONE), site, start(hands=4))
    page.context.set_offline(True)
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator("#stale")).to_have_text("No connection: Undo was not done. Try again.")


def test_undo_works_without_javascript(bare: BrowserContext, site: Site) -> None:
    page = visit(bare, site, start(hands=4))
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator("#notice")).to_contain_text("Hand 4 taken back")
    expect(page.get_by_role("link", name="Record hand 4")).to_be_visible()


def test_coming_back_from_a_saved_hand_focus_is_on_what_was_saved(phone: BrowserContext, site: Site) -> None:
    sheet = start(hands=3)
    page = visit(phone, site, sheet)
    page.get_by_role("link", name="Record hand 4").tap()
    page.wait_for_url("**/hands/new")
    save(sheet, 4)
    page.goto(f"/games/{sheet.game.key}")
    expect(page.locator("#notice")).to_be_focused()
    expect(page.locator("#status")).to_have_text(
        "Ann +4, Bob +14, Cy +6, Dora +2. Hand 5, pass left; Cy deals."
    )
    page.reload()
    expect(page.locator("#notice")).not_to_be_focused()
    expect(page.locator("#status")).to_be_empty()


def test_what_was_done_to_the_game_has_the_focus_where_no_hand_is_new(
    phone: BrowserContext, site: Site
) -> None:
    page = visit(phone, site, start(hands=4))
    table = page.url
    page.goto(f"{table}/end")
    page.get_by_role("button", name="End the game").tap()
    expect(page.locator("#winner")).to_be_focused()
    page.get_by_role("button", name="Go on playing after all").tap()
    expect(page.locator("#felt-words")).to_be_focused()
    page.goto(f"{table}/rules/edit")
    page.get_by_label("Play to").fill("120")
    page.locator(".thumb .primary").tap()
    page.get_by_role("button", name="Change the rules").tap()
    expect(page.locator("#felt-words")).to_be_focused()
    expect(page.locator("#status")).to_be_empty()  # the heading was read


def test_a_refusal_of_the_menu_s_pages_has_the_focus(open_context: Opener, site: Site) -> None:
    sheet = start(hands=4)
    page = visit(open_context(quiet=False, **PHONE), site, sheet)
    for path in ("end", "rotation"):
        page.goto(f"/games/{sheet.game.key}/{path}")
        save(sheet, len(load_sheet(sheet.game.key).hands) + 1)
        page.locator(".primary").last.tap()
        expect(page.get_by_role("alert")).to_be_focused()


# ---- Its menu ----


def test_an_open_menu_follows_the_game_and_stays_open(phone: BrowserContext, site: Site) -> None:
    sheet = start(hands=4)
    page = visit(phone, site, sheet)
    page.locator(".menu > summary").tap()
    expect(page.get_by_role("link", name="End the game now")).to_be_visible()
    playing.end_early(sheet.game.key)
    expect(page.get_by_role("link", name="End the game now")).to_have_count(0)
    expect(page.get_by_role("link", name="Insert a hand")).to_be_visible()
    expect(page.locator("#menu-list")).to_have_count(1)


def test_a_hand_that_is_chosen_to_be_set_right_is_shown_at_once(phone: BrowserContext, site: Site) -> None:
    page = visit(phone, site, start(hands=4))
    page.goto(page.url + "/rotation")
    page.get_by_label("Which hand").select_option("Hand 2")
    expect(page.get_by_role("button", name="Save for hand 2")).to_be_visible()
    expect(page.get_by_text("By the rotation, hand 2 is: Dora deals, pass right.")).to_be_visible()
    expect(page.get_by_label("Which hand")).to_have_value("2")


# ---- Whose phone it is ----


@pytest.mark.parametrize("kind", ["phone", "bare"])
def test_the_holder_of_the_phone_sits_at_the_bottom(
    request: pytest.FixtureRequest, site: Site, kind: str
) -> None:
    page = visit(request.getfixturevalue(kind), site, start(hands=4))
    page.locator(".menu > summary").tap()
    page.get_by_label("Who holds this phone").select_option("Bob")
    page.get_by_role("button", name="Put that seat at the bottom").tap()
    expect(page.locator(".ring.turned")).to_be_visible()
    places = {seat["text"].removesuffix("D, dealer"): seat for seat in boxes(page, ".seat")}
    assert places["Bob"]["y"] > places["Cy"]["y"] > places["Dora"]["y"]
    assert places["Cy"]["x"] < places["Bob"]["x"] < places["Ann"]["x"]


# ---- It stays awake ----

WAKE_LOCK = """
window.locks = {taken: 0, held: 0};
Object.defineProperty(navigator, 'wakeLock', {value: {request: async () => {
  locks.taken += 1; locks.held += 1;
  const lock = new EventTarget();
  lock.release = async () => { locks.held -= 1; lock.dispatchEvent(new Event('release')); };
  window.lastLock = lock;
  return lock;
}}});
"""


def held(page: Page) -> Callable[[int, int], None]:
    def check(taken: int, now: int) -> None:
        page.wait_for_function(f"locks.taken === {taken} && locks.held === {now}")

    return check


def test_the_screen_stays_on_in_play_and_is_let_go_at_the_end(phone: BrowserContext, site: Site) -> None:
    phone.add_init_script(WAKE_LOCK)
    sheet = start(hands=10)
    page = visit(phone, site, sheet)
    locks = held(page)
    locks(1, 1)
    page.evaluate(HIDE, True)
    page.evaluate("lastLock.release()")  # a browser does this when the page is hidden
    page.evaluate(HIDE, False)
    locks(2, 1)
    save(sheet, 11)
    expect(page.locator("#winner")).to_be_visible()
    locks(2, 0)


@pytest.mark.parametrize(
    "script",
    [
        "if (navigator.wakeLock) navigator.wakeLock.request = () => Promise.reject(new Error('low battery'))",
        "Object.defineProperty(navigator, 'wakeLock', {value: undefined})",
    ],
)
def test_where_there_is_no_wake_lock_nothing_is_said(phone: BrowserContext, site: Site, script: str) -> None:
    phone.add_init_script(script)
    sheet = start(hands=3)
    page = visit(phone, site, sheet)
    save(sheet, 4)
    expect(page.locator(".felt-words")).to_contain_text("Hand 5")


# ---- The result goes out ----


def test_share_hands_the_text_to_the_phone(phone: BrowserContext, site: Site) -> None:
    phone.add_init_script("navigator.share = async (what) => { window.shared = what; }")
    page = visit(phone, site, start(hands=11))
    page.get_by_role("link", name="Share").tap()
    page.wait_for_function("window.shared")
    assert page.evaluate("shared.text").startswith("Thursday Hearts: Cy wins with 50 (11 hands)\n1. Cy 50")


def test_where_a_phone_cannot_share_the_text_is_there_to_copy(phone: BrowserContext, site: Site) -> None:
    phone.add_init_script("Object.defineProperty(navigator, 'share', {value: undefined})")
    page = visit(phone, site, start(hands=11))
    page.get_by_role("link", name="Share").tap()
    expect(page.get_by_label("Copy this text")).to_contain_text("Cy wins with 50")


def test_the_text_is_copied_by_one_tap(phone: BrowserContext, site: Site) -> None:
    phone.grant_permissions(["clipboard-read", "clipboard-write"])
    sheet = start(hands=11)
    page = visit(phone, site, sheet)
    page.goto(f"/games/{sheet.game.key}/share")
    page.get_by_role("button", name="Copy").tap()
    expect(page.get_by_role("status").filter(has_text="Copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").startswith("Thursday Hearts: Cy wins with 50")


@pytest.mark.parametrize("refuse", ["undefined", "{writeText: () => Promise.reject(new Error('no'))}"])
def test_where_nothing_can_be_copied_the_text_is_marked(
    phone: BrowserContext, site: Site, refuse: str
) -> None:
    phone.add_init_script(f"Object.defineProperty(navigator, 'clipboard', {{value: {refuse}}})")
    sheet = start(hands=11)
    page = visit(phone, site, sheet)
    page.goto(f"/games/{sheet.game.key}/share")
    button = page.get_by_role("button", name="Copy")
    if refuse == "undefined":
        expect(button).to_be_hidden()
        page.get_by_label("Copy this text").tap()
    else:
        button.tap()
    page.wait_for_function("getSelection().toString().startsWith('Thursday Hearts: Cy wins with 50')")


def test_the_places_come_before_the_chart_and_no_name_is_broken(small: BrowserContext, site: Site) -> None:
    page = visit(small, site, start(hands=11))
    (places, *_), (chart,) = boxes(page, ".ranks"), boxes(page, ".chart")
    assert places["bottom"] <= chart["y"]
    for width, side in ((360, 14), (320, 20)):
        page.set_viewport_size({"width": width, "height": 640})
        for last in boxes(page, ".ranks tr > :last-child"):
            assert last["right"] <= width - side
    page.set_viewport_size({"width": 360, "height": 640})
    page.get_by_text("The figures").tap()
    heads = boxes(page, ".chart .figures thead th")
    assert {head["bottom"] - head["y"] for head in heads} == {heads[0]["bottom"] - heads[0]["y"]}
    assert overflow(page) <= 0


def test_what_is_said_below_a_table_of_figures_stands_in_its_card_like_the_rows(
    small: BrowserContext, site: Site
) -> None:
    sheet = start(hands=1)
    playing.record(sheet.game.key, points(13, 13, 0, 0))
    playing.end_early(sheet.game.key)
    page = visit(small, site, sheet)
    expect(page.locator(".scroll > .help")).to_have_count(2)
    for table in page.locator(".scroll:has(> .help)").all():
        card, said, name = table.evaluate(EDGES)
        assert said["x"] == name["x"]
        assert card["bottom"] - said["bottom"] >= 8


def test_the_menu_closes_on_escape_and_gives_the_focus_back(phone: BrowserContext, site: Site) -> None:
    page = visit(phone, site, start(hands=1))
    menu = page.locator(".menu")
    menu.locator("summary").press("Enter")
    expect(page.get_by_role("link", name="Rules card")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Rules card")).to_be_hidden()
    expect(menu.locator("summary")).to_be_focused()
