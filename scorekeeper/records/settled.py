"""A game from a file, played through by its rules: what its hands keep, and what is to be told of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from scorekeeper.hearts import document
from scorekeeper.hearts.facts import Facts, Fault
from scorekeeper.hearts.game import Position, Result, Start, begin, step
from scorekeeper.hearts.messages import sentence
from scorekeeper.hearts.reading import shown
from scorekeeper.hearts.rules import Rules
from scorekeeper.hearts.speech import printable
from scorekeeper.records.arrivals import Arrival
from scorekeeper.records.books import GAP, Contents, Kept
from scorekeeper.records.errors import RecordsError
from scorekeeper.records.explained import explain
from scorekeeper.records.figures import NO_FIGURES, OVER, Figures, derive
from scorekeeper.records.replay import CHOICE_CODES, MOST_HANDS, alone, tidied
from scorekeeper.records.seating import about, check_start

# What a hand of points may be and still be kept as it was written: read whole, and explained by no cards.
_UNEXPLAINED: Final = frozenset(("points_total", "points_impossible", "negative"))
_MOST_TOLD: Final = 20  # differences of one game


@dataclass(frozen=True, slots=True)
class Marked:
    """A hand kept as it was written: its points by seat, their sum, and why no cards explain it."""

    number: int
    points: tuple[int, ...]
    why: str

    @property
    def total(self) -> int:
        """What the points add up to."""
        return sum(self.points)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """A game ready for the books. With `faults` it cannot come in; `figures` are None then.

    `moons` are numbers of hands with the name of who shot them, `captured` counts the hands of points whose
    cards were worked out, `unknown` those that several captures fit.
    """

    arrival: Arrival
    facts: tuple[Facts, ...] = ()
    figures: Figures | None = None
    ended_early: bool = False
    moons: tuple[tuple[int, str], ...] = ()
    captured: int = 0
    unknown: int = 0
    marked: tuple[Marked, ...] = ()
    after_end: int = 0
    differences: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def totals(self) -> tuple[int, ...]:
        """The totals by seat that the game comes to."""
        return () if self.figures is None else tuple(seat.total for seat in self.figures.seats)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won; () where the game is not over."""
        seats = () if self.figures is None else self.figures.seats
        return tuple(
            name for name, seat in zip(self.arrival.document.players, seats, strict=False) if seat.won
        )

    @property
    def over(self) -> bool:
        """Whether the game has come to an end, or was ended."""
        return self.figures is not None and self.figures.state == OVER


@dataclass(frozen=True, slots=True)
class _Hand:
    """One hand as it will be kept, or why it cannot be."""

    facts: Facts
    result: Result
    captured: bool = False
    marked: Marked | None = None
    faults: tuple[str, ...] = ()


def settle_game(arrival: Arrival, moment: datetime, *, left_open: bool) -> Settled:
    """Play a game through. `left_open`: where the file does not say so, it is not ended before its end.

    `moment` is when it was finished if nothing better is known. Nothing is raised: what is wrong is told.
    """
    faults = [*arrival.faults, *_faults_of_game(arrival)]
    hands: list[_Hand] = []
    if not faults:
        hands = _play(arrival)
        faults = [fault for hand in hands for fault in hand.faults]
    if faults:
        return Settled(arrival=arrival, faults=tuple(faults))
    facts = tuple(hand.facts for hand in hands)
    results = [hand.result for hand in hands]
    over = any(result.game_over for result in results)
    early = arrival.ended_early if arrival.ended_early is not None else not (over or left_open)
    names, rules = arrival.document.players, arrival.document.rules
    return Settled(
        arrival=arrival,
        facts=facts,
        figures=derive(_contents(arrival, facts, early), finished(arrival, moment)),
        ended_early=early,
        moons=tuple((r.number, names[r.shooter]) for r in results if r.valid and r.shooter is not None),
        captured=sum(hand.captured for hand in hands),
        unknown=sum(hand.facts.points is not None and not hand.facts.as_written for hand in hands),
        marked=tuple(hand.marked for hand in hands if hand.marked is not None),
        after_end=sum(result.after_end for result in results),
        differences=_differences(arrival, facts, names, rules),
    )


def carried_of(start: Start) -> Start | None:
    """What a game keeps of its start; None where it began as games do."""
    usual = replace(start, totals=(0,) * len(start.totals), hand_number=1, overtime=False)
    return None if start == usual else start


def finished(arrival: Arrival, moment: datetime) -> datetime:
    """When the game was finished, as near as the file says."""
    told = [each for each in arrival.recorded if each is not None]
    return arrival.finished_at or max(told, default=None) or arrival.started_at or moment


def _faults_of_game(arrival: Arrival) -> list[str]:
    read = arrival.document
    faults = []
    if len(read.hands) > MOST_HANDS:
        faults.append(f"It has {len(read.hands)} hands; a game here has at most {MOST_HANDS}.")
    try:
        check_start(read.rules, read.start.dealer, read.start)
        about(arrival.note, arrival.place, arrival.table_number)
    except RecordsError as error:
        what = "start" if error.code == "start" else "note, place or table number"
        faults.append(f"Its {what} cannot be kept: {shown(error.value)}.")
    return faults


def _play(arrival: Arrival) -> list[_Hand]:
    read = arrival.document
    position = begin(read.rules, read.start)
    hands = []
    for number, facts in enumerate(read.hands, read.start.hand_number):
        hand, position = _settle(arrival, position, number, tidied(read.rules, facts))
        hands.append(hand)
        if hand.faults:  # what comes after hangs on it
            break
    return hands


def _settle(arrival: Arrival, position: Position, number: int, facts: Facts) -> tuple[_Hand, Position]:
    rules, names = arrival.document.rules, arrival.document.players
    kept, seen, after = _listen(rules, position, facts)
    why = _why_unexplained(arrival, facts, seen)
    if why is not None:
        kept = replace(facts, as_written=True, moon_choice=None)
        seen, after = _step(rules, position, kept)
    elif facts.as_written:
        why = "It was kept as it was written before."
    if not seen.valid:
        told = tuple(f"Hand {number}: {sentence(fault, names, rules)}" for fault in seen.faults)
        return _Hand(facts, seen, faults=told), after
    marked = None if why is None else Marked(number, _written(facts), why)
    if kept.moon_choice != seen.moon_applied:
        kept = replace(kept, moon_choice=seen.moon_applied)
    if position.over:  # it counts for nothing
        seen = replace(seen, number=number, valid=False, after_end=True, game_over=False)
    captured = facts.points is not None and kept.points is None
    return _Hand(kept, seen, captured=captured, marked=marked), after


def _written(facts: Facts) -> tuple[int, ...]:
    return tuple(point or 0 for point in facts.points or ())


def _listen(rules: Rules, position: Position, facts: Facts) -> tuple[Facts, Result, Position]:
    """What a hand comes to: with the cards instead of the points, where only one capture gives them.

    But never at the price of another score than the points say.
    """
    reading = None
    if facts.points is not None and not (facts.as_written or facts.faults or None in facts.points):
        reading = explain(rules, _written(facts))
    if reading is not None and reading.captures is not None and facts.moon_choice in (None, reading.said):
        choice = facts.moon_choice or reading.said
        known = replace(facts, points=None, taken=reading.captures, moon_choice=choice)
        seen, after = _step(rules, position, known)
        in_the_raw = reading.shot is not None and reading.said is None
        if in_the_raw or seen.scores == facts.points:
            return known, seen, after
    return facts, *_step(rules, position, facts)


def _step(rules: Rules, position: Position, facts: Facts) -> tuple[Result, Position]:
    return (alone(rules, position, facts), position) if position.over else step(rules, position, facts)


def _why_unexplained(arrival: Arrival, facts: Facts, seen: Result) -> str | None:
    """Why a hand of points is kept as it was written; None where cards explain it, or it cannot be kept."""
    rules, names = arrival.document.rules, arrival.document.players
    if facts.points is None or facts.as_written or None in facts.points or facts.faults:
        return None
    if seen.valid:
        if arrival.keep_scores and seen.scores != facts.points:
            return "Read as a moon it would score otherwise, but the totals go on from what stands here."
        return None
    codes = {fault.code for fault in seen.faults}
    if not codes <= _UNEXPLAINED | (CHOICE_CODES if arrival.paper else frozenset()):
        return None
    return sentence(_telling(seen.faults), names, rules)


def _telling(faults: Sequence[Fault]) -> Fault:
    """The fault that says most: what the points add up to, where that is wrong."""
    return next((fault for fault in faults if fault.code == "points_total"), faults[0])


def _contents(arrival: Arrival, facts: Sequence[Facts], ended_early: bool) -> Contents:
    """What the game would hold in the books: figures are derived from it as from any other."""
    read = arrival.document
    moment = datetime.min
    hands = tuple(
        Kept(id=None, ordinal=GAP * place, facts=each, recorded_at=moment, device_id=None)
        for place, each in enumerate(facts, 1)
    )
    return Contents(
        rules=read.rules,
        carried=carried_of(read.start),
        first_dealer=read.start.dealer,
        ended_early=ended_early,
        next_dealer=arrival.next_dealer,
        next_passing=arrival.next_passing,
        hands=hands,
        figures=NO_FIGURES,
    )


def _differences(
    arrival: Arrival, facts: tuple[Facts, ...], names: Sequence[str], rules: Rules
) -> tuple[str, ...]:
    """What the file claims its hands come to, and they do not: it is compared, never trusted."""
    if not any(arrival.document.claimed):
        return ()
    found = document.differences(replace(arrival.document, hands=facts))
    told = [
        f"Hand {each.number}: for {each.field.replace('_', ' ')} the file has {_plain(each.claimed)}, "
        f"but the hands come to {_plain(each.found)}."
        for each in found[:_MOST_TOLD]
    ]
    if len(found) > _MOST_TOLD:
        told.append(f"And {len(found) - _MOST_TOLD} more.")
    return tuple(told)


def _plain(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(_plain, value)) or "nobody"
    return "nothing" if value is None else printable(str(value)[:80])
