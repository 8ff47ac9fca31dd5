"""Every page that no other test lays before axe, light and dark: nothing in anybody's way at level AA."""

from __future__ import annotations

import pytest

from scorekeeper.web.access import Role
from tests.browser.axe import faults
from tests.browser.conftest import PHONE, Opener, Site
from tests.browser.evening import prepare
from tests.browser.pages import MEMBER, STRANGER, let_in

# test_club_pages.py, test_table_page.py and test_record_page.py hold these, some in more states than here.
HELD_ELSEWHERE = {
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page(open_context: Opener, site: Site, scheme: str) -> None:
    evening = prepare()
    page = open_context(quiet=False, color_scheme=scheme, **PHONE).new_page()  # Chromium logs 404 and 409
    found = {}
    for states in (STRANGER, MEMBER):
        for state in states:
            if state.name not in HELD_ELSEWHERE:
                state.show(page, evening)
                found[state.name] = faults(page)
        let_in(page, site, evening)
    assert {name: faults for name, faults in found.items() if faults} == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_and_nothing_for_somebody_who_looks_on(open_context: Opener, site: Site, scheme: str) -> None:
    evening = prepare()
    page = open_context(color_scheme=scheme, **PHONE).new_page()
    let_in(page, site, evening, Role.VIEWER)
    found = {}
    for path in ("/clubs/{club}", "/clubs/{club}/players", "/games/{game}", "/games/{over}"):
        page.goto(path.format(**evening.keys))
        found[path] = faults(page)
    assert {path: faults for path, faults in found.items() if faults} == {}
