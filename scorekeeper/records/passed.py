"""Who sits where, from a sheet that says who got whose cards (docs/rules.md, "Passing").

A pass to the left comes from the right: in the first hand of a game of four each player sits on the left of
the one whose cards came. A column that somebody garbled must not turn the table round, so every hand that was
passed to a neighbour is heard, and the order that most of them tell is taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Final

from scorekeeper.hearts.rotation import HOLD, LEFT, RIGHT, SCATTER, after, passers, passings_for

NOBODY: Final = -1  # a hold: no cards came
MOST_TRIED: Final = 7  # players whose every order is tried: 720

# For each player whose cards came, NOBODY, or None where the sheet does not say.
Told = Sequence[int | None]


def seat_order(players: int, cycle: Sequence[str], hands: Sequence[Told]) -> tuple[int, ...]:
    """The players by seat, clockwise, the first one in seat 0; as they came where nothing is told."""
    votes: Counter[tuple[int, int]] = Counter()  # (player, who sits on that one's left)
    for number, told in enumerate(hands):
        passing = cycle[number % len(cycle)]
        for player, giver in enumerate(told):
            if giver is None or giver in (NOBODY, player):
                continue
            if passing == LEFT:
                votes[giver, player] += 1
            elif passing == RIGHT:
                votes[player, giver] += 1
    return _best_ring(players, tuple(sorted(votes.items()))) if votes else tuple(range(players))


@lru_cache(maxsize=1024)
def _best_ring(players: int, votes: tuple[tuple[tuple[int, int], int], ...]) -> tuple[int, ...]:
    """The ring that most votes agree with; the earliest of equals, which is the order they came in."""
    count = dict(votes)
    if players <= MOST_TRIED:
        rings = ((0, *rest) for rest in permutations(range(1, players)))
        return max(rings, key=lambda ring: _agreement(ring, count))
    ring = [0]
    while len(ring) < players:
        left = [player for player in range(players) if player not in ring]
        ring.append(max(left, key=lambda player: count.get((ring[-1], player), 0)))
    return tuple(ring)


def _agreement(ring: Sequence[int], count: Mapping[tuple[int, int], int]) -> int:
    return sum(count.get((one, two), 0) for one, two in zip(ring, (*ring[1:], ring[0]), strict=True))


def passings_of(cycle: Sequence[str], hands: Sequence[Told]) -> tuple[list[str | None], dict[int, list[int]]]:
    """How each hand was passed where that was not as the rotation says, and what cannot be right.

    `hands` are by seat. The second part is, by seat, the places of the hands in which the sheet names
    somebody whose cards could not have come; such hands are taken to be passed as the rotation has it.
    """
    said: list[str | None] = []
    garbled: dict[int, list[int]] = {}
    place = 0
    for number, told in enumerate(hands):
        due = cycle[place]
        passing = _passing_told(told, due)
        said.append(None if passing in (None, due) else passing)
        if passing is None:
            for seat in _disagreeing(told, due):
                garbled.setdefault(seat, []).append(number)
        place = after(cycle, passing or due, place)
    return said, garbled


def _passing_told(told: Told, due: str) -> str | None:
    """The one way of passing that all of a hand's entries fit, the due one before others; else None."""
    if not _disagreeing(told, due):
        return due
    if None in told:  # not enough to say that the table did otherwise
        return None
    others = (passing for passing in passings_for(len(told)) if passing != SCATTER)
    return next((passing for passing in others if not _disagreeing(told, passing)), None)


def _disagreeing(told: Told, passing: str) -> list[int]:
    """The seats whose entry is not what that way of passing brings."""
    if passing == SCATTER:  # everybody's cards come to everybody
        return []
    if passing == HOLD:
        brought = [NOBODY] * len(told)
    else:
        brought = [givers[0] for givers in passers(passing, len(told))]
    return [seat for seat, giver in enumerate(told) if giver is not None and giver != brought[seat]]
