"""The board: who has how much, in seat order, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.hearts.game import leaders, standing

if TYPE_CHECKING:
    from scorekeeper.hearts.rules import Rules
    from scorekeeper.records.sheets import Sheet


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar toward the limit, in hundredths of its track: where it begins, its length, and where zero is."""

    start: float
    length: float
    zero: float


@dataclass(frozen=True, slots=True)
class Member:
    """One of a team: name, own total, what the last hand added (None before the first)."""

    name: str
    total: int
    last: int | None


@dataclass(frozen=True, slots=True)
class Side:
    """A row of the board: a seat, or a team with its `members`."""

    names: tuple[str, ...]
    total: int
    last: int | None
    low: bool
    bar: Bar
    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class Tied:
    """Between whom overtime is played, and at which total; nobody where the tie is not on this sheet."""

    names: tuple[tuple[str, ...], ...]
    total: int


def bar(total: int, totals: Sequence[int], limit: int) -> Bar:
    """The bar of one total. The track goes from the lowest total, if below zero, to the limit or beyond."""
    low, high = min(0, *totals), max(limit, *totals)
    scale = 100 / (high - low)
    zero = -low * scale
    length = abs(total) * scale
    return Bar(round(zero - length if total < 0 else zero, 1), round(length, 1), round(zero, 1))


def last_scores(sheet: Sheet) -> tuple[int, ...] | None:
    """What the latest hand that counts added, by seat."""
    counting = (hand.result.scores for hand in reversed(sheet.hands) if hand.result and hand.result.valid)
    return next(counting, None)


def side_names(rules: Rules, names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Who plays together, by side: one name each without teams."""
    return tuple(tuple(names[seat] for seat in side) for side in rules.sides)


def board(sheet: Sheet) -> tuple[Side, ...]:
    """The rows in seat order, never by rank: people look for themselves where they sit.

    Nobody is marked low before a hand was played.
    """
    rules, totals, last = sheet.rules, sheet.position.totals, last_scores(sheet)
    sides = standing(rules, totals)
    added = None if last is None else standing(rules, last)
    low = leaders(rules, totals) if last is not None else ()
    rows = []
    for number in sorted(range(len(sides)), key=lambda side: rules.sides[side]):
        seats, total = rules.sides[number], sides[number]
        members = tuple(Member(sheet.names[s], totals[s], None if last is None else last[s]) for s in seats)
        rows.append(
            Side(
                names=tuple(member.name for member in members),
                total=total,
                last=None if added is None else added[number],
                low=number in low,
                bar=bar(total, sides, rules.limit),
                members=members if rules.teams else (),
            )
        )
    return tuple(rows)


def tied(sheet: Sheet) -> Tied | None:
    """The tie that overtime is about; None where there is no overtime."""
    if not sheet.position.overtime or sheet.position.over:
        return None
    low = leaders(sheet.rules, sheet.position.totals)
    sides = side_names(sheet.rules, sheet.names)
    total = standing(sheet.rules, sheet.position.totals)[low[0]]
    return Tied(tuple(sides[side] for side in low) if len(low) > 1 else (), total)
