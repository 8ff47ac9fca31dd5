"""By HTTPS (127.0.0.1 counts as it) the service worker shows table and form with no network at all."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scorekeeper.records.db import db
from scorekeeper.records.members import renew_links
from scorekeeper.web import assets
from scorekeeper.web.access import Role
from tests.browser.line import Line, laid
from tests.browser.tapping import Thumb
from tests.browser.test_offline import entry, go_on, hand_a, hand_b, online, order
from tests.records.table import A, Table

pytestmark = pytest.mark.long

# An empty one is none: looking into a cache that is thrown away just then makes it anew.
CACHES = """async () => Object.fromEntries((await Promise.all((await caches.keys()).map(async (name) => {
  const found = await (await caches.open(name)).keys();
  return [name, found.map((request) => new URL(request.url).pathname)];
}))).filter(([, paths]) => paths.length))"""


@pytest.fixture
def line(tmp_path: Path) -> Iterator[Line]:
    with laid(tmp_path) as line:
        yield line


def until(page: Page, done: Callable[[], object]) -> None:
    """Wait until it is so."""
    end = time.monotonic() + 20
    while not done():
        assert time.monotonic() < end, page.evaluate(CACHES)
        page.wait_for_timeout(50)


UPDATE = """async () => {
  const registration = await navigator.serviceWorker.ready;
  await registration.update();
  const { installing } = registration;
  const over = () => !installing || ["redundant", "activated"].includes(installing.state);
  if (!over()) await new Promise((done) => { installing.onstatechange = () => over() && done(); });
}"""


def keeps(page: Page, number: int, words: str = "") -> None:
    """So many pages of games are kept, in the one cache there is, with these words in its name."""

    def kept() -> bool:
        found: dict[str, list[str]] = page.evaluate(CACHES)
        return len(kept_paths(page)) == number and len(found) == 1 and words in next(iter(found))

    until(page, kept)


def kept_paths(page: Page) -> list[str]:
    """The pages of games that are kept, the one kept last at the end."""
    found: dict[str, list[str]] = page.evaluate(CACHES)
    return [path for paths in found.values() for path in paths if path.startswith("/games/")]


def look(context: BrowserContext, line: Line, table: Table, role: Role = Role.SCOREKEEPER) -> Thumb:
    """One look at the table, long enough for the phone to keep it; then the page is closed."""
    page = context.new_page()
    page.goto(line.site.join_address(table.sheet.club.key, role))
    thumb = Thumb(page, table)
    thumb.open("")
    keeps(page, 3 if role > Role.VIEWER else 2)
    return thumb


def reopened(thumb: Thumb, context: BrowserContext, path: str = "") -> Page:
    """The page closed and opened anew, as after a night in a pocket."""
    thumb.page.close()
    thumb.page = context.new_page()
    thumb.open(path)
    return thumb.page


def test_after_one_look_at_the_table_an_evening_can_be_recorded_with_no_network(
    line: Line, chromium: Browser
) -> None:
    phone = line.phone(chromium)
    thumb = look(phone, line, Table.of())
    line.cut()
    page = reopened(thumb, phone)
    expect(page.locator("#stale")).to_contain_text("No connection: the table as of ")
    page.get_by_role("link", name="Record hand 1").tap()
    expect(page.locator("#cut-off")).to_contain_text("No connection.")
    hand_a(thumb)
    thumb.tap(thumb.save)
    go_on(page, 2)
    hand_b(thumb)
    thumb.tap(thumb.save)
    page = reopened(thumb, phone)
    expect(page.get_by_text("Now hand 3: Pass across · Cy deals.")).to_be_visible()
    expect(page.locator(".felt-words")).to_have_text(re.compile(r"Hand 3\s+Pass across · \s*Cy deals"))
    expect(page.locator(".felt .chip")).to_be_hidden()
    page.locator(".top-back").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    page.get_by_role("link", name="To the table").tap()
    page.locator("summary[aria-label='Menu of the table']").tap()
    page.get_by_role("link", name="Rules card").tap()
    expect(page.get_by_role("heading", name="At this table")).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="Record hand 3").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 3 · who took what?")
    expect(page.locator(".top p")).to_have_text("Pass across · Cy dealt")
    hand_a(thumb)
    thumb.tap(thumb.save)
    page = reopened(thumb, phone, "hands/new")
    page.locator(".waiting > summary").tap()
    entry(page, "Hand 2").get_by_role("link", name="Edit").tap()
    thumb.shows(Ann="1", Bob="2", Cy="3", Dora="7")
    thumb.tap(thumb.in_row("queen", 3))
    thumb.tap(thumb.save)
    expect(entry(page, "Hand 2")).to_contain_text("Dora 7♥\ufe0e Q♠")
    entry(page, "Hand 3").get_by_text("Drop", exact=True).tap()
    page.get_by_role("button", name="Drop hand 3 for good").tap()
    expect(thumb.status).to_have_text("Hand 3 was dropped.")
    line.up()
    online(page)
    page.wait_for_url(f"**/games/{thumb.table.key}")
    expect(page.get_by_role("link", name="Record hand 3")).to_be_visible()
    expect(page.locator("#stale")).to_be_hidden()
    db.session.remove()
    assert thumb.table.scores == [(4, 19, 3, 0), (1, 2, 3, 20)]


def test_the_table_that_is_kept_is_the_last_one_and_no_hotels_page(line: Line, chromium: Browser) -> None:
    phone = line.phone(chromium)
    thumb = look(phone, line, Table.of())
    page = thumb.page
    thumb.table.record(A)
    expect(page.get_by_role("link", name="Record hand 2")).to_be_visible()
    page.wait_for_load_state("load")
    kept = "async () => (await (await caches.match(location.pathname)).text()).includes('Record hand 2')"
    until(page, lambda: page.evaluate(kept))
    line.hotel()
    page.goto(f"/games/{thumb.table.key}")
    expect(page.get_by_role("heading", name="Log in, please")).to_be_visible()
    line.cut()
    page = reopened(thumb, phone)
    expect(page.get_by_role("link", name="Record hand 2")).to_be_visible()
    line.up()
    expect(page.locator("#stale")).to_be_hidden(timeout=20_000)


def test_a_new_version_takes_the_old_workers_place_and_keeps_what_was_kept(
    line: Line, chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = line.phone(chromium)
    thumb = look(phone, line, Table.of())
    monkeypatch.setattr(assets, "_tag", lambda _: "another00000")
    line.up()
    thumb.page.reload()
    keeps(thumb.page, 3, "/another00000/")
    line.cut()
    page = reopened(thumb, phone, "hands/new")
    assert page.evaluate("document.querySelector('link[rel=stylesheet]').href").count("/another00000/")
    hand_a(thumb)
    thumb.tap(thumb.save)
    line.up()
    online(page)
    page.wait_for_url(f"**/games/{thumb.table.key}")
    assert order(thumb) == "A"


def test_a_new_version_waits_until_it_has_all_that_the_old_one_keeps(
    line: Line, chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = line.phone(chromium)
    thumb = look(phone, line, Table.of())
    monkeypatch.setattr(assets, "_tag", lambda _: "another00000")
    line.busy("/games/")
    thumb.page.evaluate(UPDATE)
    line.cut()
    page = reopened(thumb, phone, "hands/new")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hand 1 ·")
    line.up()
    page.evaluate(UPDATE)
    keeps(page, 3, "/another00000/")


def test_a_phone_keeps_the_games_it_saw_last(line: Line, chromium: Browser) -> None:
    phone = line.phone(chromium)
    tables = [Table.of() for _ in range(12)]
    page = phone.new_page()
    for number, table in enumerate([*tables, tables[4]]):
        page.goto(line.site.join_address(table.sheet.club.key))
        page.goto(f"/games/{table.key}")
        until(page, lambda of=table.key: sum(of in path for path in kept_paths(page)) == 3)
        keeps(page, min(number + 1, 10) * 3)
    kept = [path.split("/")[2] for path in kept_paths(page)]
    assert set(kept) == {table.key for table in tables[2:]}
    line.cut()
    page.goto("/")
    expect(page.get_by_role("link", name="To the table")).to_have_attribute("href", f"/games/{tables[4].key}")


@pytest.mark.parametrize("path", ["/games/{game}/hands/99", "/clubs/{club}/settings", "/clubs/another234"])
def test_a_page_that_is_not_there_takes_no_table_away(line: Line, chromium: Browser, path: str) -> None:
    phone = line.phone(chromium)
    thumb = look(phone, line, Table.of())
    asked = {"game": thumb.table.key, "club": thumb.sheet.club.key}
    thumb.page.goto(path.format(**asked))
    keeps(thumb.page, 3)
    line.cut()
    page = reopened(thumb, phone)
    expect(page.get_by_role("link", name="Record hand 1")).to_be_visible()


@pytest.mark.parametrize("where", ["the table", "a poll", "the club", "what waits"])
def test_a_phone_that_was_shown_out_keeps_nothing(line: Line, chromium: Browser, where: str) -> None:
    phone = line.phone(chromium)
    thumb = look(phone, line, Table.of())
    if where == "what waits":
        thumb.open()
        thumb.page.wait_for_load_state("networkidle")
        line.cut()
        hand_a(thumb)
        thumb.tap(thumb.save)
        expect(entry(thumb.page, "Hand 1")).to_be_visible()
    club = thumb.sheet.club
    renew_links(club, [Role.SCOREKEEPER])
    if where == "what waits":
        line.up()
        online(thumb.page)
        expect(entry(thumb.page, "Hand 1")).to_contain_text("has not been let in")
    if where == "the table":
        thumb.page.reload()
    if where == "the club":
        thumb.page.goto(f"/clubs/{club.key}")
    keeps(thumb.page, 0)
    line.cut()
    page = reopened(thumb, phone)
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.get_by_role("link")).to_have_count(0)


def test_who_only_looks_on_keeps_no_form(line: Line, chromium: Browser) -> None:
    phone = line.phone(chromium)
    thumb = look(phone, line, Table.of(), Role.VIEWER)
    line.cut()
    page = reopened(thumb, phone)
    expect(page.locator("#stale")).to_be_visible()
    expect(page.get_by_role("link", name="Record")).to_have_count(0)
