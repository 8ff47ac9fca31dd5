"""Every page that no other test lays before axe, light and dark: nothing in anybody's way at level AA."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from scorekeeper.web.access import Role
from tests.browser.axe import faults
from tests.browser.conftest import PHONE, Opener, Site
from tests.browser.evening import prepare
from tests.browser.pages import MEMBER, STRANGER, let_in

# The tests of the club, its history, the table and the record page hold these, in more states than here.
HELD_ELSEWHERE = {
    "club",
    "standings",
    "standings-unfolded",
    "games",
    "games-unfolded",
    "records",
    "player",
    "merge",
    "changes",
    "over",
    "start",
    "start-unfolded",
    "start-refused",
    "roster",
    "roster-unfolded",
    "settings",
    "new-game",
    "new-game-unfolded",
    "new-game-refused",
    "table",
    "table-menu",
    "over-teams",
    "sheet",
    "share",
    "rules-card",
    "rotation",
    "insert",
    "end",
    "rules-edit",
    "record",
    "record-count",
    "record-complete",
    "record-cards",
    "record-points",
    "record-refused",
    "record-choice",
    "record-conflict",
    "correct",
}


def test_every_page_that_is_held_elsewhere_is_one_that_there_is() -> None:
    assert {state.name for state in STRANGER + MEMBER} >= HELD_ELSEWHERE


def look(page: Page, name: str) -> dict[str, list[str]]:
    """What axe finds on the page as it is, light and dark."""
    found: dict[str, list[str]] = {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        if here := faults(page):
            found[f"{name}, {scheme}"] = here
    return found


@pytest.mark.long
def test_axe_finds_nothing_on_any_page(open_context: Opener, site: Site) -> None:
    evening = prepare()
    page = open_context(quiet=False, **PHONE).new_page()  # Chromium logs 404 and 409
    found: dict[str, list[str]] = {}
    for states in (STRANGER, MEMBER):
        for state in states:
            if state.name not in HELD_ELSEWHERE:
                state.show(page, evening)
                found |= look(page, state.name)
        let_in(page, site, evening)
    guest = open_context(**PHONE).new_page()
    let_in(guest, site, evening, Role.VIEWER)
    for path in ("/clubs/{club}", "/clubs/{club}/players", "/games/{game}", "/games/{over}"):
        guest.goto(path.format(**evening.keys))
        found |= look(guest, f"{path} for somebody who looks on")
    assert found == {}
