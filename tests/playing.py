"""Games for tests of pages: hands written short, and a real game that many of them look at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.hearts.facts import Facts, Taken
from scorekeeper.hearts.rules import Rules
from scorekeeper.records import games, hands
from scorekeeper.records.changes import Entry, Saved
from scorekeeper.records.games import quick_start
from scorekeeper.records.keys import new_key
from scorekeeper.records.sheets import Sheet, load_sheet

FOUR = ("Ann", "Bob", "Cy", "Dora")
TEN = (*FOUR, "Eve", "Finn", "Gus", "Hal", "Ivy", "Joe")

# Hearts by seat, then who had the queen. Hand 4 leaves 23, 41, 8, 32; hand 5 is Cy's moon; hand 11 ends it.
THURSDAY = (
    ((4, 4, 1, 4), 1),
    ((2, 5, 1, 5), 3),
    ((0, 5, 0, 8), 0),
    ((4, 1, 6, 2), 1),
    ((0, 0, 13, 0), 2),
    ((0, 3, 8, 2), 2),
    ((1, 4, 3, 5), 0),
    ((3, 6, 4, 0), 1),
    ((4, 2, 0, 7), 3),
    ((5, 2, 1, 5), 0),
    ((5, 8, 0, 0), 2),
)

Hand = tuple[Sequence[int], int]


def entry(game_key: str) -> Entry:
    """A change made on a fresh page."""
    return Entry(load_sheet(game_key).game.version, new_key(), None)


def taken(hearts: Sequence[int], queen: int) -> Facts:
    """A hand: hearts by seat, and the seat that had the queen."""
    return Facts(
        taken=tuple(Taken(hearts=count, queen=int(seat == queen)) for seat, count in enumerate(hearts))
    )


def record(game_key: str, facts: Facts) -> Saved:
    """Record the next hand."""
    return hands.record_hand(game_key, facts, entry(game_key))


def play(game_key: str, played: Iterable[Hand]) -> None:
    """Record hands one after the other."""
    for hearts, queen in played:
        record(game_key, taken(hearts, queen))


def start(
    names: Sequence[str] = FOUR,
    *,
    rules: Rules | None = None,
    dealer: int = 2,
    club: str = "Thursday Hearts",
    hands: int = 0,
) -> Sheet:
    """The sheet of a game in a club of its own, of which so many hands of THURSDAY were played."""
    game = quick_start(
        names, zone="Europe/Berlin", club_name=club, first_dealer=dealer, rules=rules, device=None
    )
    play(game.key, THURSDAY[:hands])
    return load_sheet(game.key)


def plain_hand(players: int, *, hearts: int = 13) -> Hand:
    """A hand any number of players could play: the first has most hearts, the second the queen."""
    rest = min(2, hearts // players)
    return (hearts - rest * (players - 1), *[rest] * (players - 1)), 1


def end_early(game_key: str) -> Saved:
    """End the game with the totals as they stand."""
    return games.end_game(game_key, entry(game_key))
