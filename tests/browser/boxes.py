"""What is where on a page, measured."""

from __future__ import annotations

from itertools import combinations

from playwright.sync_api import Page

Box = dict[str, float]

_BOXES = """selector => [...document.querySelectorAll(selector)]
  .filter(e => e.checkVisibility())
  .map(e => { const b = e.getBoundingClientRect();
    const text = (e.textContent || '').trim().slice(0, 40);
    return {x: b.x, y: b.y, right: b.right, bottom: b.bottom, text} })
  .filter(b => b.right > b.x && b.bottom > b.y)"""


def boxes(page: Page, selector: str) -> list[Box]:
    """The rectangles of what is seen of a selector, in CSS pixels of the window."""
    return list(page.evaluate(_BOXES, selector))


def meeting(found: list[Box], slack: float = 0.5) -> list[tuple[Box, Box]]:
    """The pairs of rectangles that share more than `slack` pixels either way."""
    return [
        (one, other)
        for one, other in combinations(found, 2)
        if min(one["right"], other["right"]) - max(one["x"], other["x"]) > slack
        and min(one["bottom"], other["bottom"]) - max(one["y"], other["y"]) > slack
    ]


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def too_small(page: Page, selector: str, least: float = 44) -> list[Box]:
    """What of a selector is smaller than a thumb needs."""
    return [
        box
        for box in boxes(page, selector)
        if box["right"] - box["x"] < least - 0.5 or box["bottom"] - box["y"] < least - 0.5
    ]
