"""One small game written down in all the ways people write games down."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from zoneinfo import ZoneInfo

from scorekeeper.records.arrivals import Arrival, Arrivals, Options
from scorekeeper.records.paper import read_paper
from scorekeeper.records.planning import settle_all
from scorekeeper.records.settled import Settled

NAMES = ("Ann", "Bob", "Cy", "Dora")
# An ordinary hand, a moon, and one more; the totals are 5, 47, 32, 46.
HANDS = ((4, 19, 3, 0), (0, 26, 26, 26), (1, 2, 3, 20))
BERLIN = ZoneInfo("Europe/Berlin")

Hands = Sequence[Sequence[int]]


def running(hands: Hands = HANDS) -> list[tuple[int, ...]]:
    """The totals after each hand."""
    return list(
        accumulate((tuple(hand) for hand in hands), lambda t, h: tuple(map(sum, zip(t, h, strict=True))))
    )


def table(header: Sequence[object], lines: Sequence[Sequence[object]], delimiter: str = ",") -> str:
    """A CSV file of these cells."""
    return "\n".join(delimiter.join(map(str, line)) for line in [header, *lines]) + "\n"


def wide(hands: Hands = HANDS, names: Sequence[str] = NAMES, delimiter: str = ",") -> str:
    """One column a player, hands without numbers."""
    return table(names, hands, delimiter)


def long(hands: Hands = HANDS, names: Sequence[str] = NAMES, figures: str = "points") -> str:
    """One line a player and hand."""
    lines = [
        (number, name, points)
        for number, hand in enumerate(hands, 1)
        for name, points in zip(names, hand, strict=True)
    ]
    return table(("hand", "player", figures), lines)


def read(text: str | bytes, options: Options | None = None) -> Arrivals:
    """The games of a sheet."""
    content = text.encode() if isinstance(text, str) else text
    return read_paper(content, options or Options(), BERLIN)


def only(text: str | bytes, options: Options | None = None) -> Arrival:
    """The one game of a sheet without faults."""
    arrivals = read(text, options)
    assert arrivals.faults == ()
    (game,) = arrivals.games
    assert game.faults == ()
    return game


def points_of(game: Arrival) -> list[tuple[int | None, ...] | None]:
    """The points of each hand by seat."""
    return [hand.points for hand in game.document.hands]


def settled(text: str | bytes, options: Options | None = None) -> list[Settled]:
    """The games of a sheet played through."""
    options = options or Options()
    return settle_all(read(text, options), options)
