"""The figures of a paper game: points a hand or running totals, read into points by player.

Which of the two they are is told by what they come to: cards explain the hands of a sheet read rightly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Final

from scorekeeper.hearts.rules import Rules
from scorekeeper.hearts.speech import printable
from scorekeeper.records.cells import is_blank, number_of
from scorekeeper.records.columns import POINTS, TOTALS
from scorekeeper.records.explained import adds_up
from scorekeeper.records.papers import PaperGame, PaperHand, Written

_ENOUGH: Final = 2000  # hands looked at to see what the figures are

Figures = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """The figures of one game, a line a hand, beside its hands; what was wrong with single cells.

    `points` None: they are running totals. `brought` are totals from before the first hand.
    """

    hands: tuple[PaperHand, ...]
    figures: tuple[Figures, ...]
    claims: tuple[Figures, ...]  # the totals beside points, where the sheet has both
    brought: tuple[int, ...] | None = None
    remarks: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


@dataclass(slots=True)
class Points:
    """The points of one game's hands by player, with what was made of blanks and what could not be."""

    hands: list[PaperHand] = field(default_factory=list)
    points: list[tuple[int, ...]] = field(default_factory=list)
    claims: list[Figures] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def tally(game: PaperGame, *, totals: bool) -> Tally:
    """Read the figures of a game. `totals`: where a sheet has points and totals, take the totals."""
    faults: list[str] = []
    figures, claims = [], []
    for hand in game.hands:
        figures.append(tuple(_figure(game, hand, who, faults, totals=totals) for who in game.names))
        claims.append(tuple(_claim(hand, who, totals=totals) for who in game.names))
    read = Tally(tuple(game.hands), tuple(figures), tuple(claims), faults=tuple(faults))
    return _without_start(read)


def _figure(game: PaperGame, hand: PaperHand, who: str, faults: list[str], *, totals: bool) -> int | None:
    written = hand.lines.get(who)
    text = _text(written, totals=totals) if written else ""
    if written is None or is_blank(text):
        return None
    number = number_of(text)
    if number is None:
        faults.append(f"Line {written.line}: {_quoted(text)} for {game.names[who]} is not a whole number.")
    return number


def _text(written: Written, *, totals: bool) -> str:
    if written.points and written.totals:
        return written.totals if totals else written.points
    return written.figures or written.points or written.totals


def _quoted(text: str) -> str:
    return f"“{printable(text[:30])}”"


def _claim(hand: PaperHand, who: str, *, totals: bool) -> int | None:
    written = hand.lines.get(who)
    if totals or written is None or not written.points:
        return None
    return number_of(written.totals)


def _without_start(read: Tally) -> Tally:
    """A first line that is hand 0, or nothing but zeros, is where the game starts from, not a hand."""
    if not read.figures or any(number is None for number in read.figures[0]):
        return read
    first = tuple(number or 0 for number in read.figures[0])
    if number_of(read.hands[0].number) == 0 or not any(first):
        rest = replace(read, hands=read.hands[1:], figures=read.figures[1:], claims=read.claims[1:])
        return replace(rest, brought=first if any(first) else None)
    return read


def written_as(tallies: Sequence[tuple[Tally, Rules]], said: str | None) -> str:
    """Whether figures are POINTS or TOTALS, whichever cards explain better; the header breaks a tie."""
    explained = {POINTS: 0, TOTALS: 0}
    looked = 0
    for read, rules in tallies:
        before = read.brought or (0,) * rules.players
        for figures in read.figures:
            now = tuple(0 if number is None else number for number in figures)
            explained[POINTS] += adds_up(rules, now)
            explained[TOTALS] += adds_up(rules, _less(now, before))
            before = tuple(
                old if number is None else number for number, old in zip(figures, before, strict=True)
            )
        looked += len(read.figures)
        if looked > _ENOUGH:
            break
    if explained[POINTS] == explained[TOTALS]:
        return said or POINTS
    return max(explained, key=explained.__getitem__)


def _less(now: Sequence[int], before: Sequence[int]) -> tuple[int, ...]:
    return tuple(one - two for one, two in zip(now, before, strict=True))


def split_where_totals_fall(read: Tally, rules: Rules) -> list[Tally]:
    """Several games under each other, which nothing else on the sheet keeps apart: totals begin anew."""
    parts, first = [], 0
    before: tuple[int, ...] = read.brought or (0,) * rules.players
    for place, figures in enumerate(read.figures):
        now = tuple(0 if number is None else number for number in figures)
        fell = place > first and sum(now) < sum(before)
        if fell and adds_up(rules, now) and not adds_up(rules, _less(now, before)):
            parts.append(_part(read, first, place))
            first = place
        before = now
    return [*parts, _part(read, first, len(read.figures))]


def _part(read: Tally, first: int, end: int) -> Tally:
    return replace(
        read,
        hands=read.hands[first:end],
        figures=read.figures[first:end],
        claims=read.claims[first:end],
        brought=read.brought if first == 0 else None,
        faults=read.faults if first == 0 else (),
    )


def points_of(read: Tally, rules: Rules, names: Sequence[str], written: str) -> Points:
    """The points of each hand by player; a blank is 0 where the hand then adds up, else it is a fault."""
    found = Points(faults=list(read.faults))
    before = read.brought or (0,) * rules.players
    filled = []
    for place, (hand, figures, claims) in enumerate(zip(read.hands, read.figures, read.claims, strict=True)):
        if all(number is None for number in figures):  # a line ruled for a hand that was not played
            continue
        if written == POINTS and _is_sum(read, place):
            found.remarks.append("The last line is the sum of the hands above it, so it is no hand.")
            continue
        base = before if written == TOTALS else (0,) * rules.players
        now = tuple(old if number is None else number for number, old in zip(figures, base, strict=True))
        points = _less(now, base)
        if None in figures and adds_up(rules, points):
            filled.append(hand.number or str(place + 1))
        elif None in figures:
            found.faults += _blanks(hand, figures, names, place)
        before = now
        found.hands.append(hand)
        found.points.append(points)
        found.claims.append(claims)
    if filled:
        many = len(filled) > 1
        where = f"hand{'s' * many} {', '.join(filled)}"
        found.remarks.append(
            f"In {where} nothing stood for somebody; 0 makes {'them' if many else 'it'} add up."
        )
    return found


def _blanks(hand: PaperHand, figures: Figures, names: Sequence[str], place: int) -> list[str]:
    missing = [name for name, number in zip(names, figures, strict=True) if number is None]
    number = hand.number or str(place + 1)
    return [
        f"Line {hand.line}: nothing stands for {name} in hand {number}. Blank is not zero."
        for name in missing
    ]


def _is_sum(read: Tally, place: int) -> bool:
    """Whether the last line, which has no number, is what the lines above it add up to."""
    if place < 2 or place != len(read.figures) - 1 or read.hands[place].number:
        return False
    sums = [sum(number or 0 for number in column) for column in zip(*read.figures[:place], strict=True)]
    return sums == list(read.figures[place]) and any(chain(sums))
