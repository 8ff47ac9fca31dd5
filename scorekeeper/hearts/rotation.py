"""Whose deal it is, which way the cards are passed, and who passes to whom.

Seats are numbered clockwise from 0; the seat on the left is the next number (docs/rules.md,
"Seats and hands").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Final

LEFT, RIGHT, ACROSS, LEFT2, RIGHT2, HOLD, SCATTER = (
    "left", "right", "across", "left2", "right2", "hold", "scatter",
)  # fmt: skip
PASSINGS: Final = (LEFT, RIGHT, ACROSS, LEFT2, RIGHT2, HOLD, SCATTER)

# How many seats clockwise a neighbourly pass goes; the other three ways are worked out by hand below.
_STEPS: Final = MappingProxyType({LEFT: 1, RIGHT: -1, LEFT2: 2, RIGHT2: -2})


def default_cycle(players: int) -> tuple[str, ...]:
    """The ways of passing a table of so many plays by unless it agreed otherwise ("Passing")."""
    if players == 3:
        return (LEFT, RIGHT, HOLD)
    if players == 4:
        return (LEFT, RIGHT, ACROSS, HOLD)
    across = (ACROSS,) if players % 2 == 0 else ()
    return (LEFT, RIGHT, LEFT2, RIGHT2, *across, HOLD)


def is_possible(passing: str, players: int) -> bool:
    """Whether a table of so many can pass that way: nobody sits across at an odd one."""
    return passing in PASSINGS and (passing != ACROSS or players % 2 == 0)


def passings_for(players: int) -> tuple[str, ...]:
    """The ways of passing worth offering to a table of so many: of two that come to the same, the first.

    (Two to the left is across at a table of four and right at one of three: allowed, but nobody needs both in
    a menu.)
    """
    distinct: dict[tuple[tuple[int, ...], ...], str] = {}
    for passing in PASSINGS:
        if is_possible(passing, players):
            distinct.setdefault(receivers(passing, players), passing)
    return tuple(distinct.values())


def receivers(passing: str, players: int) -> tuple[tuple[int, ...], ...]:
    """For each seat the seats it passes to: one; none on a hold; on a scatter all others, from the left on.

    Raises ValueError for a way of passing that such a table does not have.
    """
    if not is_possible(passing, players):
        raise ValueError(f"a table of {players!r} cannot pass {passing!r}")
    seats = range(players)
    if passing == HOLD:
        return tuple(() for _ in seats)
    if passing == SCATTER:
        return tuple(tuple((seat + step) % players for step in range(1, players)) for seat in seats)
    step = players // 2 if passing == ACROSS else _STEPS[passing]
    return tuple(((seat + step) % players,) for seat in seats)


def passers(passing: str, players: int) -> tuple[tuple[int, ...], ...]:
    """For each seat the seats that pass to it, in seat order: `receivers` read backwards."""
    given = receivers(passing, players)
    return tuple(tuple(giver for giver in range(players) if seat in given[giver]) for seat in range(players))


def next_dealer(dealer: int, players: int) -> int:
    """The seat that deals after `dealer`: the deal moves clockwise after every hand, hold hands included."""
    return (dealer + 1) % players


def place_at(cycle: Sequence[str], hand_number: int) -> int:
    """The place in the cycle where hand `hand_number` (from 1) stands when no hand was passed out of turn."""
    return (hand_number - 1) % len(cycle)


def passing_at(cycle: Sequence[str], hand_number: int) -> str:
    """The way hand `hand_number` (from 1) is passed when no hand was passed out of turn."""
    return cycle[place_at(cycle, hand_number)]


def after(cycle: Sequence[str], passing: str, place: int) -> int:
    """The place in the cycle of the hand after one that stood at `place` and was passed `passing`.

    docs/rules.md, "When the table does otherwise": the rotation goes on with the next in the cycle. A way
    that stands in the cycle more than once means its first place from `place` on, round the end; one that
    does not stand in it at all has used up the place where the rotation stood.
    """
    size = len(cycle)
    for step in range(size):
        if cycle[(place + step) % size] == passing:
            return (place + step + 1) % size
    return (place + 1) % size


def turns(
    cycle: Sequence[str], passing: str, place: int, dealer: int, players: int
) -> Iterator[tuple[str, int]]:
    """(pass, dealer) of each hand after one that stood at `place` and was dealt and passed so, without end.

    That is the rotation as it goes on while the table does nothing otherwise.
    """
    while True:
        place = after(cycle, passing, place)
        passing, dealer = cycle[place], next_dealer(dealer, players)
        yield passing, dealer
