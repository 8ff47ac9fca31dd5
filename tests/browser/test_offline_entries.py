"""What waits on a phone is changed, dropped, looked at and sent: never another hand than was meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from scorekeeper.hearts.rules import Rules
from scorekeeper.records import games
from scorekeeper.records.db import db
from tests.browser.conftest import FLAGS, chromium_path
from tests.browser.line import Line, laid
from tests.browser.tapping import Thumb
from tests.browser.test_offline import cut, entry, go_on, hand_a, hand_b, online, order
from tests.records.table import A, B, C, D, Table

pytestmark = pytest.mark.long


@pytest.fixture
def line(tmp_path: Path) -> Iterator[Line]:
    with laid(tmp_path) as line:
        yield line


@pytest.fixture
def thumb(line: Line, chromium: Browser) -> Thumb:
    """The record page of a new game, on a phone without a service worker."""
    thumb = Thumb.of(line.phone(chromium, service_workers="block"), line.site)
    thumb.page.wait_for_load_state("networkidle")
    return thumb


def wait_with(thumb: Thumb, line: Line, *tap_ins: object) -> None:
    """Cut the line and save hands that wait, one after the other."""
    cut(line, thumb.page)
    for number, tap_in in enumerate(tap_ins, 1):
        if number > 1:
            go_on(thumb.page, number)
        tap_in(thumb)  # type: ignore[operator]
        thumb.tap(thumb.save)
        expect(entry(thumb.page, f"Hand {number}")).to_be_visible()


def drop(page: Page, label: str) -> None:
    entry(page, label).get_by_text("Drop", exact=True).tap()
    page.get_by_role("button", name=f"Drop {label.lower()} for good").tap()


def another_tab(thumb: Thumb, path: str) -> Thumb:
    """Another tab of the same phone; the first one stays in front."""
    other = Thumb(thumb.page.context.new_page(), thumb.table)
    other.open(path)
    other.page.wait_for_load_state("networkidle")
    thumb.page.bring_to_front()
    return other


def hold(page: Page, number: int) -> list[Route]:
    """Let so many hands that are sent go no further until they are let go."""
    held: list[Route] = []

    def stop(route: Route) -> None:
        if route.request.method == "POST" and len(held) < number:
            held.append(route)
        else:
            route.continue_()

    page.route("**/hands/new", stop)
    return held


def stored(page: Page, text: str, key: str = "other") -> None:
    """What this browser keeps under an entry's key, whoever wrote it."""
    page.evaluate("([key, text]) => localStorage.setItem(`scorekeeper.outbox.${key}`, text)", [key, text])


# ---- Changed or dropped while it is on its way ----


def test_what_is_changed_while_the_old_one_is_being_sent_is_asked_about(line: Line, thumb: Thumb) -> None:
    page = thumb.page
    wait_with(thumb, line, hand_a)
    line.up()
    held = hold(page, 1)
    with page.expect_request("**/hands/new"):
        online(page)
    entry(page, "Hand 1").get_by_role("link", name="Edit").tap()
    thumb.tap(thumb.in_row("queen", 2))
    thumb.tap(thumb.save)
    expect(entry(page, "Hand 1")).to_contain_text("Cy 3♥\ufe0e Q♠")
    held[0].continue_()
    expect(entry(page, "Hand 1")).to_contain_text("Hand 1 is in the books already.")
    entry(page, "Hand 1").get_by_role("button", name="Look at it").tap()
    page.get_by_role("button", name="Put mine in place of hand 1").tap()
    page.wait_for_url(f"**/games/{thumb.table.key}")
    expect(page.locator(".waiting")).to_have_count(0)
    db.session.remove()
    assert thumb.table.scores == [(4, 6, 16, 0)]


def test_a_hand_that_arrives_while_it_is_being_changed_or_dropped_says_so(line: Line, thumb: Thumb) -> None:
    page = thumb.page
    wait_with(thumb, line, hand_a, hand_b)
    line.up()
    held = hold(page, 2)
    with page.expect_request("**/hands/new"):
        online(page)
    entry(page, "Hand 1").get_by_role("link", name="Edit").tap()
    thumb.shows(Ann="4")
    with page.expect_request("**/hands/new"):  # the second one
        held[0].continue_()
    expect(page.locator("#note")).to_contain_text("It was sent or dropped meanwhile, as it was.")
    page.locator(".waiting > summary").tap()
    drop(page, "Hand 2")
    held[1].continue_()
    expect(thumb.status).to_have_text("Hand 2 had arrived before it was dropped. It is at the table.")
    assert order(thumb) == "AB"


def test_what_another_tab_sends_while_it_is_being_changed_is_told(line: Line, thumb: Thumb) -> None:
    page = thumb.page
    other = another_tab(thumb, "")
    wait_with(thumb, line, hand_a)
    entry(page, "Hand 1").get_by_role("link", name="Edit").tap()
    line.up()
    online(other.page)
    expect(page.locator("#note")).to_contain_text("It was sent or dropped meanwhile, as it was.")
    thumb.tap(thumb.in_row("queen", 2))
    thumb.tap(thumb.save)
    page.get_by_role("button", name="Put mine in place of hand 1").tap()
    page.wait_for_url(f"**/games/{thumb.table.key}")
    db.session.remove()
    assert thumb.table.scores == [(4, 6, 16, 0)]


def test_a_page_that_opens_to_change_an_entry_does_not_send_it_first(line: Line, thumb: Thumb) -> None:
    page = thumb.page
    wait_with(thumb, line, hand_a)
    found = entry(page, "Hand 1").get_by_role("link", name="Edit").get_attribute("href")
    edit = f"/games/{thumb.table.key}/hands/new{found}"
    context = page.context
    page.close()
    line.up()
    thumb.page = page = context.new_page()
    page.goto(edit)
    thumb.shows(Ann="4", Bob="6")
    thumb.tap(thumb.in_row("queen", 2))
    thumb.tap(thumb.save)
    page.wait_for_url(f"**/games/{thumb.table.key}")
    db.session.remove()
    assert thumb.table.scores == [(4, 6, 16, 0)]
    page.goto(edit)
    expect(page.locator("#note")).to_contain_text("was sent or dropped meanwhile")
    thumb.shows(Ann="–")


# ---- Which hand is meant ----


def test_after_one_is_dropped_the_others_have_the_numbers_they_will_get(line: Line, thumb: Thumb) -> None:
    page = thumb.page
    table = another_tab(thumb, "")
    wait_with(thumb, line, hand_a, hand_a, hand_b)
    drop(page, "Hand 2")
    expect(entry(page, "Hand 2")).to_contain_text("Ann 1♥\ufe0e Q♠")
    expect(page.get_by_role("button", name="Record hand 3")).to_be_visible()
    expect(page.get_by_text("Pass across · Cy deals")).to_be_visible()
    expect(table.page.locator(".felt-words")).to_contain_text("Hand 3")
    expect(table.page.locator(".felt-pass")).to_have_text("Pass across")
    go_on(page, 3)
    thumb.keys(4)
    page.locator(".waiting > summary").tap()
    drop(page, "Hand 1")
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 2 · who took what?")
    expect(page.locator(".top p")).to_have_text("Pass right · Bob dealt")
    expect(thumb.save).to_have_text("Save hand 2")
    thumb.shows(Ann="4")
    entry(page, "Hand 1").get_by_role("link", name="Edit").tap()
    expect(page.locator(".top p")).to_have_text("Pass left · Ann dealt")
    thumb.tap(thumb.save)
    line.up()
    online(page)
    page.wait_for_url(f"**/games/{thumb.table.key}")
    assert order(thumb) == "B"


def test_where_others_have_gone_on_the_felt_shows_their_hand(line: Line, thumb: Thumb) -> None:
    wait_with(thumb, line, hand_a)
    thumb.table.record(A, B, C, D)
    line.up()
    thumb.open("")
    page = thumb.page
    expect(entry(page, "Hand 1")).to_contain_text("Hand 1 is in the books already.")
    expect(page.locator(".felt-words")).to_contain_text("Hand 5")
    expect(page.locator(".felt-pass")).to_have_text("Pass left")
    expect(page.get_by_role("link", name="Record hand 5")).to_be_visible()


def test_a_hand_told_in_two_tabs_is_asked_about_and_not_saved_twice(line: Line, thumb: Thumb) -> None:
    other, third = another_tab(thumb, "hands/new"), another_tab(thumb, "hands/new")
    other.page.bring_to_front()
    other.keys(4)
    thumb.page.bring_to_front()
    wait_with(thumb, line, hand_a)
    expect(third.page.get_by_role("heading", level=1)).to_contain_text(
        "Hand 2 ·"
    )  # nothing was tapped there yet
    other.page.bring_to_front()
    other.keys(6, 3)
    other.tap(other.in_row("queen", 2))
    other.tap(other.save)
    line.up()
    online(other.page)
    expect(other.page.locator(".waiting li").last).to_contain_text("Hand 1 is in the books already.")
    assert order(thumb) == "A"
    other.page.get_by_role("button", name="Look at it").tap()
    expect(other.page.locator(".versions")).to_contain_text("Cy")
    other.page.get_by_role("link", name="Drop mine").tap()
    expect(other.page.locator(".waiting")).to_have_count(0)


def test_what_waits_for_a_hand_finds_it_under_its_new_number(line: Line, chromium: Browser) -> None:
    table = Table.of()
    table.record(A, B, C)
    thumb = Thumb.at(line.phone(chromium, service_workers="block"), line.site, table, "hands/new?before=1")
    tabs = [another_tab(thumb, path) for path in ("hands/2", "hands/new?before=3")]
    cut(line, thumb.page)
    hand_a(thumb)
    thumb.tap(thumb.save)
    tabs[0].page.bring_to_front()
    tabs[0].tap(tabs[0].in_row("queen", 3))
    tabs[0].tap(tabs[0].save)
    tabs[1].page.bring_to_front()
    hand_a(tabs[1])
    tabs[1].tap(tabs[1].save)
    page = tabs[1].page
    expect(page.locator(".waiting li")).to_have_count(3)
    line.up()
    online(page)
    page.wait_for_url(f"**/games/{table.key}")
    db.session.remove()
    hand_c = (0, 5, 8, 13)
    assert table.scores == [(4, 19, 3, 0), (4, 19, 3, 0), (1, 2, 3, 20), (4, 19, 3, 0), hand_c]


def test_a_hand_whose_correction_waits_is_not_corrected_from_what_it_was(
    line: Line, chromium: Browser
) -> None:
    table = Table.of()
    table.record(A)
    thumb = Thumb.at(line.phone(chromium, service_workers="block"), line.site, table, "hands/1")
    other = another_tab(thumb, "hands/1")
    cut(line, thumb.page)
    thumb.tap(thumb.in_row("queen", 3))
    thumb.tap(thumb.save)
    expect(entry(thumb.page, "Correction of hand 1")).to_be_visible()
    other.page.bring_to_front()
    other.tap(other.in_row("queen", 2))
    other.tap(other.save)
    expect(other.page.locator(".waiting li")).to_have_count(2)
    line.up()
    online(other.page)
    expect(other.page.locator(".waiting li").last).to_contain_text("The game was changed meanwhile")
    db.session.remove()
    assert table.scores == [(4, 6, 3, 13)]
    other.open("hands/1")
    expect(other.in_row("queen", 2)).to_be_checked()  # the one that waits, to be changed


def test_with_no_network_a_correction_is_changed_on_the_record_page(line: Line, chromium: Browser) -> None:
    table = Table.of()
    table.record(A, B)
    thumb = Thumb.at(line.phone(chromium, service_workers="block"), line.site, table, "hands/1")
    record = another_tab(thumb, "hands/new")
    cut(line, thumb.page)
    thumb.tap(thumb.in_row("queen", 3))
    thumb.tap(thumb.save)
    record.page.bring_to_front()
    entry(record.page, "Correction of hand 1").get_by_role("link", name="Edit").tap()
    expect(record.page.get_by_role("heading", level=1)).to_have_text("Hand 1 · correct it")
    expect(record.in_row("queen", 3)).to_be_checked()
    record.tap(record.in_row("queen", 2))
    record.tap(record.save)
    expect(entry(record.page, "Correction of hand 1")).to_contain_text("Cy 3♥\ufe0e Q♠")
    thumb.page.close()
    line.up()
    online(record.page)
    record.page.wait_for_url(f"**/games/{table.key}")
    db.session.remove()
    assert table.scores == [(4, 6, 16, 0), (14, 2, 3, 7)]


# ---- Several games, and what is no entry ----


def test_what_is_sent_for_another_game_leaves_the_form_as_it_is(line: Line, thumb: Thumb) -> None:
    context, table = thumb.page.context, Table.of()
    wait_with(thumb, line, hand_a)
    thumb.page.close()
    line.up()
    other = Thumb(context.new_page(), table)
    held = hold(other.page, 2)
    other.page.goto(line.site.join_address(table.sheet.club.key))
    other.open()
    expect(other.page.locator(".waiting")).to_contain_text("Another game: hand 1")
    hand_b(other)
    held[-1].continue_()
    expect(other.page.locator(".waiting")).to_have_count(0)
    other.saved()  # and is not told that somebody changed the game
    assert (order(thumb), order(other)) == ("A", "B")


def test_what_waits_for_another_game_is_shown_at_every_table(line: Line, thumb: Thumb) -> None:
    page = thumb.page
    wait_with(thumb, line, hand_a, hand_b)
    page.goto("about:blank")
    thumb.table.record(B)
    line.up()
    other = Thumb(page.context.new_page(), Table.of())
    # Let in without a page: its scripts would send what waits, and say so, before the one that is looked at.
    page.context.request.get(line.site.join_address(other.table.sheet.club.key))
    other.open("")
    expect(other.status).to_have_text("Another game: hand 1 was not taken. Hand 1 is in the books already.")
    waits = other.page.locator(".waiting li").first
    expect(waits).to_contain_text("Another game: hand 1 · not taken")
    expect(waits).to_contain_text("Hand 1 is in the books already.")
    expect(other.page.locator(".felt-words")).to_contain_text(
        "Hand 1"
    )  # of this game, whatever waits for that one
    other.open()
    hand_a(other)
    other.saved()  # it does not wait for the other game
    assert order(other) == "A"
    other.page.locator(".waiting li").first.get_by_role("link", name="To the table").tap()
    other.page.wait_for_url(f"**/games/{thumb.table.key}")
    expect(entry(other.page, "Hand 2")).to_contain_text("not sent yet")


UNREADABLE = (
    "{",
    "null",
    "[]",
    '{"game": "KEY", "action": "/games/KEY/hands/new", "order": 0}',
    '{"game": "KEY", "action": "/games/KEY/hands/new", "fields": [["about"]], "order": 0}',
    '{"game": "KEY", "action": "/games/another2/hands/new", "fields": [["about", "1"]], "order": 0}',
    '{"game": "KEY", "action": "https://elsewhere.test/games/KEY/hands/new", "fields": [], "order": 0}',
    '{"game": "KEY", "action": "//elsewhere.test/games/KEY/hands/new", "fields": [], "order": 0}',
    '{"game": "KEY", "action": "javascript:alert(1)", "fields": [], "order": 0, "label": "<b>x"}',
    '{"game": "KEY", "action": "/games/KEY/undo", "fields": [["version", "0"]], "order": 0}',
)


def test_what_cannot_be_read_is_shown_and_sent_nowhere_and_holds_nothing_up(line: Line, thumb: Thumb) -> None:
    page = thumb.page
    wait_with(thumb, line, hand_a)
    texts = [text.replace("KEY", thumb.table.key) for text in UNREADABLE]
    for number, text in enumerate(texts):
        stored(page, text, f"other{number}")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    line.up()
    page.reload()
    expect(thumb.status).to_have_text("Hand 1 was sent.")
    assert order(thumb) == "A"
    assert asked == [f"{line.site.url}/games/{thumb.table.key}/hands/new"]
    page.locator(".waiting > summary").tap()
    broken = entry(page, "An entry")
    expect(broken).to_have_count(len(texts))
    expect(broken.get_by_role("link")).to_have_count(0)
    expect(broken.filter(has_text="It was damaged on this phone and cannot be sent.")).to_have_count(
        len(texts)
    )
    for text in texts:
        one = page.locator(".waiting li", has=page.get_by_text(text, exact=True))
        one.get_by_text("Drop", exact=True).tap()
        one.get_by_role("button", name="Drop an entry for good").tap()
        expect(one).to_have_count(0)
    expect(page.locator(".waiting")).to_have_count(0)


def test_an_entry_of_another_version_of_the_pages_is_sent_all_the_same(line: Line, thumb: Thumb) -> None:
    """One that knows less, or more: what is shown may be missing, the hand may not."""
    page = thumb.page
    wait_with(thumb, line, hand_a)
    page.evaluate(
        """() => {
          const [key] = Object.keys(localStorage);
          const { id, game, action, fields } = JSON.parse(localStorage[key]);
          localStorage[key] = JSON.stringify({ id, game, action, fields, title: 7, more: { of: "it" } });
        }"""
    )
    line.up()
    page.goto("/")
    expect(thumb.status).to_have_text("Hand 1 was sent.")
    assert order(thumb) == "A"


def test_a_page_the_browser_had_put_by_shows_what_waits_now(line: Line, chromium: Browser) -> None:
    browser = chromium.browser_type.launch(
        executable_path=chromium_path(whole=True),
        args=FLAGS,
        ignore_default_args=["--disable-back-forward-cache"],
    )
    thumb = Thumb.of(line.phone(browser, service_workers="block"), line.site)
    page = thumb.page
    page.wait_for_load_state("networkidle")
    wait_with(thumb, line, hand_a)
    page.evaluate("addEventListener('pageshow', ({ persisted }) => { window.cameBack = persisted; })")
    line.up()
    page.goto("/healthz")  # a page that sends nothing
    tab = page.context.new_page()
    tab.goto("/")
    expect(tab.locator("#status")).to_have_text("Hand 1 was sent.")
    page.evaluate("setTimeout(() => history.back())")  # it may take the page with it
    page.wait_for_url(f"**/games/{thumb.table.key}")
    expect(page.locator(".waiting")).to_have_count(0)
    browser.close()


def test_what_has_waited_since_another_day_says_which(line: Line, thumb: Thumb) -> None:
    wait_with(thumb, line, hand_a)
    page = thumb.page
    expect(entry(page, "Hand 1").locator("small")).to_have_text(re.compile(r"^\d\d:\d\d$"))
    page.evaluate(
        """() => {
          const [key] = Object.keys(localStorage);
          const made = new Date(2026, 10, 26, 21, 14).getTime();
          localStorage[key] = JSON.stringify({ ...JSON.parse(localStorage[key]), made });
        }"""
    )
    line.busy("/games/")
    page.goto("/")
    expect(entry(page, "Hand 1").locator("small")).to_have_text("Thu 26 Nov, 21:14")


def test_what_was_chosen_and_then_refused_is_mended_in_its_place(line: Line, thumb: Thumb) -> None:
    """The rules are others now: the page that asks for the jack has the hand still, and it is still first."""
    page = thumb.page
    wait_with(thumb, line, hand_a, hand_b)
    thumb.table.do(games.change_rules, Rules.from_mapping({"jack": "JD"}, players=4))
    line.up()
    online(page)
    entry(page, "Hand 1").get_by_role("button", name="Look at it").tap()
    expect(page.locator(".waiting li").first).to_be_hidden()  # what is asked comes first
    page.get_by_role("button", name="Save mine as hand 1").tap()
    expect(page.get_by_role("group", name="Not saved")).to_contain_text("Nobody has the J♦")
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 1 · who took what?")
    thumb.shows(Ann="4", Bob="6", Cy="3", Dora="0")
    thumb.tap(thumb.in_row("jack", 3))
    thumb.tap(thumb.save)
    expect(entry(page, "Hand 1")).to_have_count(0)
    expect(entry(page, "Hand 2")).to_contain_text("Nobody has the J♦")  # it followed the first one
    entry(page, "Hand 2").get_by_role("link", name="Edit").tap()
    thumb.tap(thumb.in_row("jack", 0))
    thumb.tap(thumb.save)
    page.wait_for_url(f"**/games/{thumb.table.key}")
    db.session.remove()
    assert thumb.table.scores == [(4, 19, 3, -10), (4, 2, 3, 7)]


def test_where_no_room_is_left_a_refusal_is_shown_all_the_same(line: Line, thumb: Thumb) -> None:
    page = thumb.page
    wait_with(thumb, line, hand_a)
    page.evaluate(
        """() => {
          let filling = "x".repeat(1 << 20);
          for (let number = 0; filling; number += 1) {
            try {
              localStorage[`filling.${number}`] = filling;
            } catch {
              filling = filling.slice(filling.length / 2 + 1);
            }
          }
        }"""
    )
    thumb.table.record(B)
    line.up()
    online(page)
    expect(entry(page, "Hand 1")).to_contain_text("Hand 1 is in the books already.")
    expect(page.get_by_role("button", name="Look at it")).to_be_visible()


def test_a_name_from_right_to_left_turns_no_number_round(line: Line, chromium: Browser) -> None:
    game = games.quick_start(
        ("אבא", "Bob", "Cy", "Dora"), zone="Europe/Berlin", device="phone23456abcdefghjk"
    )
    thumb = Thumb.at(line.phone(chromium, service_workers="block"), line.site, Table(game.key))
    thumb.page.wait_for_load_state("networkidle")
    wait_with(thumb, line, hand_a)
    expect(entry(thumb.page, "Hand 1")).to_contain_text("\u2068אבא\u2069 4♥\ufe0e, Bob 6♥\ufe0e Q♠")
