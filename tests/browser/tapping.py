"""A thumb on the record page: every tap is counted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from scorekeeper.records.db import db
from scorekeeper.records.sheets import Sheet, load_sheet
from tests.browser.conftest import Site
from tests.family import WrittenHand
from tests.records.table import Table


@dataclass
class Thumb:
    """The page of one game in one browser."""

    page: Page
    table: Table
    taps: int = 0
    said: list[str] = field(default_factory=list)

    @classmethod
    def at(cls, context: BrowserContext, site: Site, table: Table, path: str = "hands/new") -> Thumb:
        """Come by the scorekeeper's link and open a page of the game; none opens the table."""
        page = context.new_page()
        page.goto(site.join_address(table.sheet.club.key))
        thumb = cls(page, table)
        thumb.open(path)
        return thumb

    @classmethod
    def of(cls, context: BrowserContext, site: Site, players: int = 4, **rules: Any) -> Thumb:
        """The record page of a new game."""
        return cls.at(context, site, Table.of(players, rules))

    def open(self, path: str = "hands/new") -> None:
        """Open a page of the game."""
        self.page.goto(f"/games/{self.table.key}/{path}".rstrip("/"))

    def tap(self, target: Locator, *, though_disabled: bool = False) -> None:
        """One tap."""
        target.tap(force=though_disabled)
        self.taps += 1

    def key(self, number: int | str) -> Locator:
        """A key of the keypad."""
        return self.page.locator(f'[data-key="{number}"]')

    def tile(self, name: str) -> Locator:
        """A player's tile."""
        return self.page.locator(f'.tile[data-name="{name}"]')

    def in_row(self, row: str, seat: int | str) -> Locator:
        """A name in the row of a card, of the moon or of the sun."""
        return self.page.locator(f'[data-row="{row}"] input[value="{seat}"]')

    def card(self, field: str) -> Locator:
        """A card of the deck."""
        return self.page.locator(f'[data-card="{field}"]')

    def mode(self, words: str) -> None:
        """Turn to another way of telling the hand."""
        self.tap(self.page.get_by_role("radio", name=words, exact=True))

    @property
    def save(self) -> Locator:
        """The button that saves."""
        return self.page.locator("#save")

    @property
    def status(self) -> Locator:
        """What is said to a screen reader."""
        return self.page.locator("#status")

    def keys(self, *numbers: int) -> None:
        """Tap numbers one after the other."""
        for number in numbers:
            self.tap(self.key(number))

    def tell(self, hand: WrittenHand) -> None:
        """Tap in a hand of a family sheet, as somebody would who reads it out from seat to seat."""
        if hand.shooter is not None:
            self.tap(self.in_row("moon", hand.shooter))
            return
        self.keys(*hand.hearts[:3])
        self.tap(self.in_row("queen", hand.queen))

    def saved(self) -> Sheet:
        """Tap Save, come to the table and read what is in the books."""
        self.tap(self.save)
        self.page.wait_for_url(f"**/games/{self.table.key}")
        return self.sheet

    @property
    def sheet(self) -> Sheet:
        """What is in the books now."""
        db.session.remove()
        return load_sheet(self.table.key)

    def shows(self, **tiles: str) -> None:
        """The numbers on the tiles, by name: "4", "–"; all others may have any."""
        for name, number in tiles.items():
            expect(self.tile(name).locator("b")).to_have_text(number)

    def listen(self) -> None:
        """Write down from now on whatever is said in the status region."""
        self.page.expose_function("heard", lambda text: self.said.append(text) if text else None)
        self.page.evaluate(
            """() => {
              const status = document.getElementById("status");
              new MutationObserver(() => heard(status.textContent)).observe(status, { childList: true });
            }"""
        )
