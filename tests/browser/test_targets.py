"""What a thumb must hit, on every page in every state: large enough, and clear of its neighbours."""

from __future__ import annotations

from itertools import combinations
from typing import Final

import pytest
from playwright.sync_api import Page

from tests.browser.boxes import Box, overflow
from tests.browser.conftest import SMALL, Opener, Site
from tests.browser.evening import prepare
from tests.browser.pages import MEMBER, STRANGER, let_in

LEAST, APART, SLACK = 44, 8, 0.5  # px
WIDTHS = (320, 1280, 360)  # the last is what the next page is opened at

# A label is the target of its radio or box; a link in a sentence is none. `layer`: what lies over the page
# is apart from what lies under it. `one`: the cells of a row are one, the halves of a switch stand together.
_TARGETS: Final = """() => {
  const targets = 'a[href], button, summary, select, textarea, input:not([type=hidden]), label:has(input)';
  return [...document.querySelectorAll(targets)]
    .filter((e) => e.checkVisibility() && !e.closest('.skip, .unseen'))
    .filter((e) => getComputedStyle(e).display !== 'inline')
    .filter((e) => !(e.matches('[type=radio], [type=checkbox]') && e.closest('label')))
    .map((e) => {
      const row = e.closest('.sheet') && e.closest('tr');
      const after = row && getComputedStyle(row.querySelector('th a') ?? row, '::after');
      const layer = ['.menu-list', '.thumb'].find((part) => e.closest(part)) ?? '';
      const box = (row ?? e).getBoundingClientRect();
      const [top, bottom] = row ? [parseFloat(after.top), parseFloat(after.bottom)] : [0, 0];
      const text = `${e.tagName} ${e.getAttribute('aria-label') ?? e.textContent.trim().slice(0, 30)}`;
      const one = row ? row.rowIndex : e.closest('.tabs, .segments')?.textContent;
      return { x: box.x, y: box.y + scrollY + top, right: box.right, bottom: box.bottom + scrollY - bottom,
        text, layer, one: one ?? null };
    })
    .filter((b) => b.right > b.x && b.bottom > b.y);
}"""


def _apart(one: Box, other: Box) -> float:
    across = max(other["x"] - one["right"], one["x"] - other["right"])
    return max(across, other["y"] - one["bottom"], one["y"] - other["bottom"])


def _faults(targets: list[Box]) -> list[str]:
    small = [
        f"{one['text']} is {one['right'] - one['x']:.0f} x {one['bottom'] - one['y']:.0f}"
        for one in targets
        if min(one["right"] - one["x"], one["bottom"] - one["y"]) < LEAST - SLACK
    ]
    near = [
        f"{one['text']} and {other['text']} are {_apart(one, other):.0f} apart"
        for one, other in combinations(targets, 2)
        if one["layer"] == other["layer"]
        and (one["one"] is None or one["one"] != other["one"])
        and _apart(one, other) < APART - SLACK
    ]
    return small + near


def _look(page: Page, name: str) -> dict[str, list[str]]:
    """What is wrong at each width."""
    found = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 640})
        assert overflow(page) <= 0, (name, width)
        if faults := _faults(page.evaluate(_TARGETS)):
            found[f"{name}, {width}"] = faults
    return found


@pytest.mark.long
def test_every_target_is_large_and_clear_of_its_neighbours(open_context: Opener, site: Site) -> None:
    evening = prepare()
    page = open_context(quiet=False, **SMALL).new_page()  # Chromium logs 404 and 409
    found: dict[str, list[str]] = {}
    for states in (STRANGER, MEMBER):
        for state in states:
            state.show(page, evening)
            found |= _look(page, state.name)
        let_in(page, site, evening)
    assert found == {}
