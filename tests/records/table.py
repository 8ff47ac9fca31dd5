"""A table to test at: a game whose versions and submission ids are looked after, and hands in few words."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self

from scorekeeper.hearts.facts import Facts, Taken
from scorekeeper.hearts.rules import Rules
from scorekeeper.records import games, hands, history, sheets
from scorekeeper.records.changes import Entry, Saved

NAMES = ("Ann", "Bob", "Cy", "Dora", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo")
DEVICE = "phone23456abcdefghjk"
_ids = itertools.count(1)


def submission() -> str:
    """A submission id nobody used yet."""
    return f"entry-{next(_ids)}"


def plain(*hearts: int, queen: int = 0, **said: Any) -> Facts:
    """A hand by counts: so many hearts a seat, the queen to one of them."""
    taken = tuple(Taken(count, queen=int(seat == queen)) for seat, count in enumerate(hearts))
    return Facts(taken=taken, **said)


def moon(shooter: int, choice: str | None = None, players: int = 4) -> Facts:
    """Every penalty card to one seat."""
    counts = [13 * (seat == shooter) for seat in range(players)]
    return plain(*counts, queen=shooter, moon_choice=choice)


def points(*written: int, **said: Any) -> Facts:
    """A hand as points alone."""
    return Facts(points=written, **said)


# Four hands that differ in every score.
A = plain(4, 6, 3, 0, queen=1)  # 4 19 3 0
B = plain(1, 2, 3, 7, queen=0)  # 14 2 3 7
C = plain(0, 5, 8, 0, queen=3)  # 0 5 8 13
D = plain(2, 2, 2, 7, queen=2)  # 2 2 15 7


@dataclass
class Table:
    """A game in play; each change is made on its present version."""

    key: str
    saved: list[Saved] = field(default_factory=list)

    @classmethod
    def of(cls, players: int = 4, rules: dict[str, Any] | None = None, **how: Any) -> Self:
        """A new club's first game."""
        made = Rules.from_mapping(rules or {}, players=players)
        game = games.quick_start(NAMES[:players], zone="Europe/Berlin", rules=made, device=DEVICE, **how)
        return cls(game.key)

    def entry(self) -> Entry:
        """An entry made on the game as it is now."""
        return Entry(self.version, submission(), DEVICE)

    @property
    def version(self) -> int:
        """The game's version now."""
        row = sheets.poll_row(self.key)
        assert row is not None
        return row.version

    @property
    def sheet(self) -> sheets.Sheet:
        """The sheet as it is now."""
        return sheets.load_sheet(self.key)

    def record(self, *facts: Facts) -> Saved:
        """Record hands one after the other."""
        for each in facts:
            self.saved.append(hands.record_hand(self.key, each, self.entry()))
        return self.saved[-1]

    def do(self, change: Callable[..., Saved], *what: Any, **how: Any) -> Saved:
        """Make any other change: `table.do(hands.delete_hand, 3)`."""
        self.saved.append(change(self.key, *what, entry=self.entry(), **how))
        return self.saved[-1]

    @property
    def totals(self) -> tuple[int, ...]:
        """The totals by seat."""
        return self.sheet.played.position.totals

    @property
    def order(self) -> str:
        """The hands by their letters A to D, in their order; those that count."""
        letters = {(4, 19, 3, 0): "A", (14, 2, 3, 7): "B", (0, 5, 8, 13): "C", (2, 2, 15, 7): "D"}
        return "".join(letters[scores] for scores in self.scores if scores is not None)

    @property
    def line(self) -> history.GameLine:
        """The game in its club's list of games."""
        return next(line for line in history.games_of(self.sheet.club).games if line.key == self.key)

    @property
    def scores(self) -> list[tuple[int, ...] | None]:
        """The scores of each hand."""
        return [hand.result and hand.result.scores for hand in self.sheet.hands]
