"""The core of an evening in WebKit: start, record, shoot the moon, correct, undo, finish, look it up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from scorekeeper.records.db import db
from scorekeeper.records.sheets import load_sheet
from tests.browser.conftest import Site
from tests.browser.webkit import Finger, opened

pytestmark = pytest.mark.long

NAMES = ("Ann", "Bob", "Cy", "Dora")
TABLE = """(() => {
  const all = (selector) => [...document.querySelectorAll(selector)].map((e) => e.textContent.trim());
  const totals = [...document.querySelectorAll(".side .total")].map((e) => Number(e.lastChild.textContent));
  return [all(".felt-hand")[0], all(".felt-pass")[0], all(".seat.deals bdi")[0], totals];
})()"""

PLACES = "[...document.querySelector('.ranks').tBodies[0].rows].map((row) => row.cells[0].textContent.trim())"


@pytest.fixture
def finger(site: Site) -> Iterator[Finger]:
    with opened() as webkit:
        yield Finger(webkit, site.url)


def fits(finger: Finger) -> None:
    assert finger.ask("document.documentElement.scrollWidth - innerWidth") <= 0, finger.webkit.current_url


def start(finger: Finger, limit: int) -> str:
    """Deal a game to the limit from the start page: its key."""
    finger.open("/")
    finger.find("#quick-start[data-ready]")
    fits(finger)
    for number, name in enumerate(NAMES, start=1):
        finger.type(f"#quick-start [data-seat]:nth-child({number}) input[type=text]", name)
    finger.tap("#quick-start > .fold > summary")
    finger.type("[name=limit]", str(limit))
    finger.tap("#quick-start .primary")
    finger.find("#board")
    return finger.webkit.current_url.rsplit("/", 1)[1]


def table_shows(finger: Finger, hand: str, passing: str, dealer: str, totals: Sequence[int]) -> None:
    """The table, and nothing but it, says so; it may take a moment."""
    wanted = [hand, passing, dealer, list(totals)]
    finger.until(lambda: finger.ask(TABLE) == wanted, f"{wanted} instead of {finger.ask(TABLE)}")
    fits(finger)


def record(finger: Finger, *taps: str, score: tuple[str, str]) -> None:
    """From the table: Record, the taps, the score that the server shows on a tile, Save."""
    finger.tap("#board .primary")
    finger.find('.tile[aria-pressed="true"]')
    for tap in taps:
        finger.tap(tap)
    seat, shown = score
    finger.reads(f'[data-score="{seat}"]', shown)
    fits(finger)
    assert finger.ask("document.documentElement.scrollHeight - innerHeight") <= 0
    finger.tap("#save")
    finger.find("#board")


def key(number: int) -> str:
    return f'[data-key="{number}"]'


def in_row(row: str, seat: int) -> str:
    return f'[data-row="{row}"] input[value="{seat}"]'


def test_an_evening_in_webkit_from_the_first_name_to_the_clubs_history(finger: Finger) -> None:
    game = start(finger, limit=75)
    table_shows(finger, "Hand 1", "Pass left", "Ann", [0, 0, 0, 0])

    record(finger, key(4), key(6), key(3), in_row("queen", 1), score=("1", "+19"))
    table_shows(finger, "Hand 2", "Pass right", "Bob", [4, 19, 3, 0])

    record(finger, in_row("moon", 2), score=("0", "+26"))
    table_shows(finger, "Hand 3", "Pass across", "Cy", [30, 45, 3, 26])

    finger.tap('.sheet a[href$="/hands/1"]')  # it was Cy who had the queen
    finger.tap(in_row("queen", 2))
    finger.reads('[data-score="2"]', "+16")
    finger.tap("#save")
    table_shows(finger, "Hand 3", "Pass across", "Cy", [30, 32, 16, 26])

    finger.tap("#notice button")  # it was not
    table_shows(finger, "Hand 3", "Pass across", "Cy", [30, 45, 3, 26])

    record(finger, key(4), key(1), key(6), in_row("queen", 1), score=("1", "+14"))
    table_shows(finger, "Hand 4", "Hold", "Dora", [34, 59, 9, 28])

    record(finger, in_row("queen", 0), key(0), key(5), key(0), score=("0", "+13"))
    table_shows(finger, "Hand 5", "Pass left", "Ann", [47, 64, 9, 36])

    record(finger, in_row("moon", 3), score=("1", "+26"))
    finger.reads("#winner", "Cy wins with 35")
    fits(finger)
    finger.reads(".ended .soft", "1 ahead of Dora · Bob reached 90")
    assert finger.ask(PLACES) == ["1 Cy", "2 Dora", "3 Ann", "4 Bob"]

    db.session.remove()
    sheet = load_sheet(game)
    assert (sheet.position.totals, sheet.position.over) == ((73, 90, 35, 36), True)
    assert [hand.result and hand.result.scores for hand in sheet.hands] == [
        (4, 19, 3, 0),
        (26, 26, 0, 26),
        (4, 14, 6, 2),
        (13, 5, 0, 8),
        (26, 26, 26, 0),
    ]

    finger.open(f"/clubs/{sheet.club.key}/games")
    line = finger.find(f'a[href$="/games/{game}"]').text
    assert "Cy won with 35" in line
    fits(finger)
    finger.tap(f'a[href$="/games/{game}"]')
    finger.reads("#winner", "Cy wins with 35")
