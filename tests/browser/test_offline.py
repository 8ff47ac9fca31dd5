"""Without a network nothing is lost: what was tapped in waits on the phone, and goes out once, in order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from scorekeeper.records import hands
from scorekeeper.records.db import db
from scorekeeper.records.members import renew_links
from scorekeeper.web.access import Role
from tests.browser import axe
from tests.browser.conftest import FLAGS, chromium_path
from tests.browser.line import Line, laid
from tests.browser.tapping import Thumb
from tests.records.table import A, B, Table

KITCHEN = "kitchen.test"


@pytest.fixture
def line(tmp_path: Path) -> Iterator[Line]:
    with laid(tmp_path) as line:
        yield line


@pytest.fixture(scope="module")
def kitchen_browser(chromium: Browser) -> Iterator[Browser]:
    """A Chromium that knows this machine by a name that is not localhost: no secure context by plain http."""
    browser = chromium.browser_type.launch(
        executable_path=chromium_path(), args=[*FLAGS, f"--host-resolver-rules=MAP {KITCHEN} 127.0.0.1"]
    )
    yield browser
    browser.close()


@pytest.fixture
def kitchen(tmp_path: Path) -> Iterator[Line]:
    with laid(tmp_path, KITCHEN) as line:
        yield line


def hand_a(thumb: Thumb) -> None:
    """Tap in hand A: Ann 4, Bob 6 and the queen, Cy 3."""
    thumb.keys(4, 6, 3)
    thumb.tap(thumb.in_row("queen", 1))


def hand_b(thumb: Thumb) -> None:
    """Tap in hand B: Ann 1 and the queen, Bob 2, Cy 3, Dora 7."""
    thumb.keys(1, 2, 3)
    thumb.tap(thumb.in_row("queen", 0))


def cut(line: Line, page: Page) -> None:
    """Nobody answers any more; the page had everything it needs by then."""
    page.wait_for_load_state("networkidle")
    line.cut()


def go_on(page: Page, number: int) -> None:
    """On to the next hand, on the page of the one that waits."""
    page.get_by_role("button", name=f"Record hand {number}").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"Hand {number} ·")


def entry(page: Page, label: str) -> Any:
    """What is shown of an entry that waits."""
    return page.locator(".waiting li").filter(has_text=f"{label} ·")


def online(page: Page) -> None:
    """What a browser does when it has found a network again; the patient timer need not be waited for."""
    page.evaluate("dispatchEvent(new Event('online'))")


def order(thumb: Thumb) -> str:
    db.session.remove()
    return thumb.table.order


# ---- Plain http in a kitchen: no service worker ----


def test_by_plain_http_hands_wait_on_the_page_and_go_out_in_order(
    kitchen: Line, kitchen_browser: Browser
) -> None:
    phone = kitchen.phone(kitchen_browser)
    thumb = Thumb.of(phone, kitchen.site)
    page = thumb.page
    assert (
        page.evaluate("[isSecureContext, 'serviceWorker' in navigator, 'locks' in navigator]") == [False] * 3
    )
    thumb.listen()
    page.wait_for_load_state("networkidle")
    phone.set_offline(True)
    hand_a(thumb)
    expect(page.locator("#outlook")).to_have_text("No connection: the score waits.")
    thumb.tap(thumb.save)
    expect(entry(page, "Hand 1")).to_contain_text(
        "Ann 4♥\ufe0e, Bob 6♥\ufe0e Q♠\ufe0e, Cy 3♥\ufe0e, Dora 0♥\ufe0e"
    )
    expect(page.get_by_text("By HTTPS these pages would open with no network too.")).to_be_visible()
    expect(page.get_by_text("Pass right · Bob deals")).to_be_visible()
    assert axe.faults(page) == []
    go_on(page, 2)
    expect(page.locator(".top p")).to_have_text("Pass right · Bob dealt")
    hand_b(thumb)
    thumb.tap(thumb.save)
    expect(page.get_by_role("button", name="Record hand 3")).to_be_focused()
    page.locator(".waiting li").first.get_by_role("link", name="Edit").tap()
    thumb.shows(Ann="4", Bob="6", Cy="3", Dora="0")
    expect(thumb.save).to_have_text("Save hand 1")
    thumb.tap(thumb.in_row("queen", 2))
    thumb.tap(thumb.save)
    expect(entry(page, "Hand 1")).to_contain_text("Bob 6♥\ufe0e, Cy 3♥\ufe0e Q♠\ufe0e")
    assert thumb.table.scores == []
    phone.set_offline(False)
    page.wait_for_url(f"**/games/{thumb.table.key}")
    assert thumb.sheet.position.totals == (18, 8, 19, 7)
    assert [said for said in thumb.said if "sent" in said][:4] == [  # the fifth goes with the page
        "Hand 1 is not sent yet.",
        "Hand 2 is not sent yet.",
        "Hand 1 is not sent yet.",
        "Hand 1 was sent.",
    ]


def test_by_plain_http_a_tap_that_would_lead_nowhere_stays_where_it_is(
    kitchen: Line, kitchen_browser: Browser
) -> None:
    phone = kitchen.phone(kitchen_browser)
    thumb = Thumb.of(phone, kitchen.site)
    page = thumb.page
    page.wait_for_load_state("networkidle")
    phone.set_offline(True)
    hand_a(thumb)
    thumb.tap(thumb.save)
    page.locator(".top-back").tap()
    expect(page.locator("#stay")).to_have_text("No connection: no other page opens now. This one stays.")
    expect(entry(page, "Hand 1")).to_be_visible()
    assert axe.faults(page) == []
    assert page.locator("#stay").evaluate("it => getComputedStyle(it).marginBottom") != "0px"
    phone.set_offline(False)
    page.wait_for_url(f"**/games/{thumb.table.key}")
    page.wait_for_load_state("networkidle")

    kitchen.cut()  # the phone has a network and does not know that nobody is there
    stale = page.locator("#stale")
    expect(stale).to_contain_text("No connection: the table as of ")
    page.get_by_role("link", name="Record hand 2").tap()
    expect(stale).to_have_text("No connection: no other page opens now. This one stays.")
    expect(page.locator("#board")).to_be_visible()
    kitchen.up()
    page.get_by_role("link", name="Record hand 2").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hand 2 ·")


@pytest.mark.long
def test_a_hotels_login_page_is_no_answer_and_a_slow_one_is_waited_for(
    kitchen: Line, kitchen_browser: Browser
) -> None:
    thumb = Thumb.of(kitchen.phone(kitchen_browser), kitchen.site)
    page = thumb.page
    page.wait_for_load_state("networkidle")
    kitchen.hotel()
    hand_a(thumb)
    thumb.tap(thumb.save)
    expect(entry(page, "Hand 1")).to_contain_text("Somebody else answered, such as a network's login page.")
    online(page)
    expect(entry(page, "Hand 1")).to_contain_text("not sent yet")
    cut(kitchen, thumb.page)
    online(page)
    kitchen.up()
    page.reload()  # by plain http, too, an entry is still there where the server answers again
    expect(thumb.status).to_have_text("Hand 1 was sent.")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hand 2 ·")
    held: list[Route] = []
    page.route("**/hands/new", lambda route: held.append(route))  # noqa: PLW0108  # playwright wants a function
    hand_b(thumb)
    thumb.tap(thumb.save)
    expect(thumb.save).to_have_text("Saving…")
    page.wait_for_timeout(3000)  # it is about what does not happen in so long a time
    expect(page.locator(".waiting")).to_have_count(0)
    held[0].continue_()
    page.wait_for_url(f"**/games/{thumb.table.key}")
    assert (len(held), order(thumb)) == (1, "AB")


@pytest.mark.long
def test_corrections_and_forgotten_hands_wait_too(kitchen: Line, kitchen_browser: Browser) -> None:
    table = Table.of()
    table.record(A, B)
    thumb = Thumb.at(kitchen.phone(kitchen_browser), kitchen.site, table, "hands/1")
    page = thumb.page
    cut(kitchen, thumb.page)
    thumb.tap(thumb.in_row("queen", 2))
    thumb.tap(thumb.save)
    expect(entry(page, "Correction of hand 1")).to_contain_text("not sent yet")
    expect(page.get_by_role("link", name="To the table", exact=True)).to_be_visible()
    entry(page, "Correction of hand 1").get_by_role("link", name="Edit").tap()
    thumb.shows(Ann="4", Bob="6")
    kitchen.up()
    thumb.tap(thumb.in_row("queen", 3))
    thumb.tap(thumb.save)
    page.wait_for_url(f"**/games/{table.key}")
    assert thumb.sheet.hands[0].result.scores == (4, 6, 3, 13)  # type: ignore[union-attr]
    thumb.open("hands/new?before=1")
    cut(kitchen, thumb.page)
    hand_b(thumb)
    thumb.tap(thumb.save)
    expect(entry(page, "Forgotten hand 1")).to_be_visible()
    kitchen.up()
    online(page)
    page.wait_for_url(f"**/games/{table.key}")
    db.session.remove()
    assert thumb.table.scores == [(14, 2, 3, 7), (4, 6, 3, 13), (14, 2, 3, 7)]


@pytest.mark.long
def test_two_tabs_that_send_at_once_send_once(kitchen: Line, kitchen_browser: Browser) -> None:
    phone = kitchen.phone(kitchen_browser)
    thumb = Thumb.of(phone, kitchen.site)
    tabs = [thumb.page, phone.new_page()]
    tabs[1].goto("/")
    thumb.page.bring_to_front()
    cut(kitchen, thumb.page)
    hand_a(thumb)
    thumb.tap(thumb.save)
    go_on(thumb.page, 2)
    hand_b(thumb)
    thumb.tap(thumb.save)
    expect(tabs[1].locator(".waiting")).to_contain_text("2 hands")
    kitchen.up()
    for tab in tabs:  # neither waits for the other
        tab.evaluate("setTimeout(() => dispatchEvent(new Event('online')))")
    for tab in tabs:
        expect(tab.locator(".waiting")).to_have_count(0)
    assert order(thumb) == "AB"


@pytest.mark.long
@pytest.mark.parametrize("arrived", [False, True])
def test_a_page_closed_while_it_saves_loses_nothing(line: Line, chromium: Browser, arrived: bool) -> None:
    thumb = Thumb.of(line.phone(chromium, service_workers="block"), line.site)
    page = thumb.page
    page.wait_for_load_state("networkidle")
    page.route("**/hands/new", lambda route: route.fetch(max_redirects=0) if arrived else None)
    hand_a(thumb)
    thumb.tap(thumb.save)
    expect(thumb.save).to_have_text("Saving…")
    page.wait_for_function("Object.keys(localStorage).length === 1")
    thumb.page = page.context.new_page()
    page.close()
    thumb.page.goto("/")
    expect(thumb.status).to_have_text("Hand 1 was sent.")
    assert order(thumb) == "A"


# ---- What the server does not take ----


@pytest.mark.long
def test_hands_of_a_game_that_went_on_elsewhere_are_decided_on_side_by_side(
    line: Line, chromium: Browser
) -> None:
    thumb = Thumb.of(line.phone(chromium, service_workers="block"), line.site)
    page = thumb.page
    cut(line, page)
    for number, tap_in in ((1, hand_a), (2, hand_a), (3, hand_b)):
        tap_in(thumb)
        thumb.tap(thumb.save)
        go_on(page, number + 1)
    thumb.table.record(B)  # by another phone, nearer to the server
    line.up()
    online(page)
    first, second = entry(page, "Hand 1"), entry(page, "Hand 2")
    expect(first).to_contain_text("Hand 1 is in the books already.")
    expect(thumb.status).to_have_text("Hand 1 was not taken. Hand 1 is in the books already.")
    thumb.open("")
    expect(first).to_contain_text("Hand 1 is in the books already.")
    expect(second).to_contain_text("not sent yet")  # it waits for the decision
    first.get_by_role("button", name="Send again").tap()
    expect(thumb.status).to_have_text("Hand 1 was not taken. Hand 1 is in the books already.")
    assert axe.faults(page) == []
    line.cut()
    first.get_by_role("button", name="Look at it").tap()
    expect(first).to_contain_text("No connection. Try again when there is one.")
    line.up()
    first.get_by_role("button", name="Look at it").tap()
    page.get_by_role("link", name="Drop mine").tap()
    expect(first).to_have_count(0)
    expect(second).to_contain_text("The game was changed meanwhile, on another phone perhaps.")
    assert order(thumb) == "B"
    second.get_by_role("button", name="Look at it").tap()
    page.get_by_role("button", name="Save mine as hand 2").tap()
    page.wait_for_url(f"**/games/{thumb.table.key}")
    expect(page.locator(".waiting")).to_have_count(0)  # and the third built on it
    assert order(thumb) == "BAB"


@pytest.mark.long
def test_a_choice_that_nobody_made_is_not_forgotten(line: Line, chromium: Browser) -> None:
    thumb = Thumb.of(line.phone(chromium, service_workers="block"), line.site)
    page = thumb.page
    page.wait_for_load_state("networkidle")
    hand_a(thumb)
    thumb.table.record(B)
    thumb.tap(thumb.save)
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 1 · which one?")
    page.get_by_role("link", name="Back to the table").tap()
    expect(entry(page, "Hand 1")).to_contain_text("Hand 1 is in the books already.")
    thumb.open()
    hand_a(thumb)
    page.locator(".waiting > summary").tap()
    entry(page, "Hand 1").get_by_text("Drop", exact=True).tap()
    page.get_by_role("button", name="Drop hand 1 for good").tap()
    thumb.table.record(B)
    thumb.tap(thumb.save)
    page.get_by_role("button", name="Put mine in place of hand 2").tap()
    page.wait_for_url(f"**/games/{thumb.table.key}")
    expect(page.locator(".waiting")).to_have_count(0)
    assert order(thumb) == "BA"


@pytest.mark.long
def test_a_hand_that_cannot_be_is_shown_with_the_reason_and_mended(line: Line, chromium: Browser) -> None:
    thumb = Thumb.of(line.phone(chromium, service_workers="block"), line.site)
    page = thumb.page
    cut(line, thumb.page)
    thumb.mode("Points")
    for seat, number in enumerate((9, 9, 8, 0)):
        page.locator(f"#points_{seat}").fill(str(number))
    thumb.tap(thumb.save)
    expect(entry(page, "Hand 1")).to_contain_text("Points: Ann 9, Bob 9, Cy 8, Dora 0")
    line.up()
    online(page)
    why = "The points add up, but no cards come to 9, 9, 8 and 0."
    expect(entry(page, "Hand 1")).to_contain_text(why)
    page.reload()
    expect(entry(page, "Hand 1")).to_contain_text(why)
    page.locator(".waiting > summary").tap()
    entry(page, "Hand 1").get_by_role("button", name="Look at it").tap()
    expect(page.get_by_role("group", name="Not saved")).to_contain_text(why)
    page.get_by_text("The table cannot sort it out?").tap()
    page.locator("#called_3").fill("1")
    cut(line, thumb.page)
    page.get_by_role("button", name="Save as called").tap()
    expect(entry(page, "Hand 1")).to_contain_text("As called: Ann 9, Bob 9, Cy 8, Dora 1")
    line.up()
    online(page)
    page.wait_for_url(f"**/games/{thumb.table.key}")
    facts = thumb.sheet.hands[0].facts
    assert (facts.points, facts.as_written) == ((9, 9, 8, 1), True)


@pytest.mark.long
def test_who_was_shown_out_keeps_the_entry_and_the_reason(line: Line, chromium: Browser) -> None:
    thumb = Thumb.of(line.phone(chromium, service_workers="block"), line.site)
    page = thumb.page
    cut(line, thumb.page)
    hand_a(thumb)
    thumb.tap(thumb.save)
    club = thumb.sheet.club
    renew_links(club, [Role.SCOREKEEPER])
    line.up()
    online(page)
    expect(entry(page, "Hand 1")).to_contain_text("this device has not been let in")
    page.goto("/")
    expect(entry(page, "Hand 1")).to_contain_text("this device has not been let in")
    db.session.remove()
    page.goto(line.site.join_address(club.key))
    entry(page, "Hand 1").get_by_role("button", name="Send again").tap()
    expect(page.locator(".waiting")).to_have_count(0)
    assert order(thumb) == "A"


# ---- A draft ----


@pytest.mark.long
def test_half_a_hand_is_still_there_when_the_page_is(line: Line, chromium: Browser) -> None:
    thumb = Thumb.of(line.phone(chromium, service_workers="block"), line.site)
    page, note = thumb.page, thumb.page.locator("#taps-before")
    thumb.keys(4, 6)
    thumb.tap(thumb.in_row("queen", 1))
    for again in (lambda: thumb.open(""), page.reload, lambda: page.goto("/")):
        again()
        thumb.open()
        expect(note).to_contain_text("Your taps from before are here.")
        thumb.shows(Ann="4", Bob="6", Cy="–", Dora="–")
        expect(thumb.in_row("queen", 1)).to_be_checked()
        expect(thumb.tile("Cy")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Start clean").tap()
    thumb.shows(Ann="–", Bob="–")
    page.reload()
    expect(note).to_be_hidden()
    thumb.shows(Ann="–", Bob="–")
    thumb.keys(4, 6, 3)
    thumb.table.record(B)
    thumb.open()  # it is about another hand now
    expect(note).to_be_hidden()
    thumb.shows(Ann="–")
    hand_a(thumb)
    thumb.saved()
    thumb.table.do(hands.undo)
    thumb.open()
    thumb.shows(Ann="–")
    thumb.open("hands/1")
    thumb.tap(thumb.in_row("queen", 3))
    thumb.open("hands/1")
    expect(note).to_contain_text("Your taps from before are here.")
    expect(thumb.tile("Dora").locator("[data-score]")).to_have_text("+20")
