"""Totals after a hand, the end of the game, and who stands where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.hearts.rules import Rules


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where a hand leaves the game: totals, whether it is over and for whom, or whether overtime follows."""

    totals: tuple[int, ...]
    over: bool
    winners: tuple[int, ...]  # seats, or team numbers with teams; () until the game is over
    overtime: bool


def settle(
    rules: Rules, totals: Sequence[int], scores: Sequence[int], *, number: int, overtime: bool
) -> Outcome:
    """Add a hand's scores to the totals and test for the end. `overtime`: the hand was played in overtime.

    Floor, then reset, then the end, as docs/rules.md has it: the game ends where a side's total is at the
    limit, after hand `max_hands`, or in overtime always; the lowest wins. A tie for low is shared or played
    out.
    """
    after = [total + score for total, score in zip(totals, scores, strict=True)]
    if rules.floor_zero:
        after = [max(0, total) for total in after]
    if rules.exact_limit_reset is not None:
        after = [rules.exact_limit_reset if total == rules.limit else total for total in after]
    sides = after if rules.teams is None else standing(rules, after)
    ends = (
        max(sides) >= rules.limit
        or (overtime and rules.overtime_latched)
        or (rules.max_hands is not None and number >= rules.max_hands)
    )
    if not ends:
        return Outcome(tuple(after), over=False, winners=(), overtime=False)
    low = min(sides)
    lowest = tuple(side for side, total in enumerate(sides) if total == low)
    if len(lowest) == 1 or rules.tie == "share":
        return Outcome(tuple(after), over=True, winners=lowest, overtime=False)
    return Outcome(tuple(after), over=False, winners=(), overtime=True)


def standing(rules: Rules, totals: Sequence[int]) -> tuple[int, ...]:
    """The totals the game goes by: one a seat, or one a team."""
    return tuple(sum(totals[seat] for seat in side) for side in rules.sides)


def leaders(rules: Rules, totals: Sequence[int]) -> tuple[int, ...]:
    """Who is low: seats, or team numbers with teams."""
    sides = standing(rules, totals)
    low = min(sides)
    return tuple(side for side, total in enumerate(sides) if total == low)


def places(rules: Rules, totals: Sequence[int]) -> tuple[int, ...]:
    """The place of each seat by its side's total, from 1: two firsts, then a third. Partners share it."""
    sides = standing(rules, totals)
    return tuple(
        1 + sum(other < sides[rules.side_of_seat[seat]] for other in sides) for seat in range(rules.players)
    )
