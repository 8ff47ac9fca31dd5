"""A hand's scores: what the cards cost, who shot the moon or the sun, and what either choice makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.hearts.rules import Rules
from scorekeeper.hearts.taken import Taken

ADD: Final = "add"
SUBTRACT: Final = "subtract"


@dataclass(frozen=True, slots=True)
class Shot:
    """A moon or, where `sun`, a sun; `shooter` is the seat it is written to."""

    shooter: int
    sun: bool = False


def penalty_points(rules: Rules, taken: Sequence[Taken]) -> list[int]:
    """What each seat's penalty cards cost before moon, sun and bonuses; the bonus card is no penalty card."""
    if rules.hearts == "rank":
        worth = rules.heart_points
        points = [sum(worth[rank] for rank in entry.ranks or ()) for entry in taken]
    else:
        points = [entry.hearts for entry in taken]
    for card in rules.penalty_named:
        each = rules.named[card]
        for seat, entry in enumerate(taken):
            if count := getattr(entry, card):
                points[seat] += count * each
    return points


def jacks_of(rules: Rules, taken: Sequence[Taken]) -> tuple[int, ...]:
    """How many bonus cards each seat captured; none where the rules have none."""
    if "jack" not in rules.named:
        return (0,) * rules.players
    return tuple(entry.jack for entry in taken)


def score_ordinary(rules: Rules, taken: Sequence[Taken], points: Sequence[int]) -> tuple[int, ...]:
    """The scores of a hand in which nobody shot anything; `points` are its penalty points by seat."""
    scores = list(points)
    if "jack" in rules.named:
        each = rules.named["jack"]
        for seat, entry in enumerate(taken):
            scores[seat] += entry.jack * each
    if rules.no_trick_bonus:
        for seat, entry in enumerate(taken):
            if entry.tricks == 0:  # known to have won none; not told is nothing
                scores[seat] -= rules.no_trick_bonus
    return tuple(scores)


def find_shot(
    rules: Rules, taken: Sequence[Taken], points: Sequence[int], jacks: Sequence[int]
) -> Shot | None:
    """Who shot the moon or the sun in captures that add up; None: nobody, or the rules know no moon."""
    if rules.moon == "off":
        return None
    if rules.sun:
        seat = winner_of_every_trick(rules, taken)
        if seat is not None:  # it replaces the moon and asks for no bonus card
            return Shot(seat, sun=True)
    shooter = find_shooter(rules, points, jacks)
    return None if shooter is None else Shot(shooter)


def winner_of_every_trick(rules: Rules, taken: Sequence[Taken]) -> int | None:
    """The seat told by its own tricks, or by every other seat's being 0 (docs/rules.md, `sun`)."""
    others = 0
    candidate = None
    for seat, entry in enumerate(taken):
        if entry.tricks == rules.tricks:
            return seat
        if entry.tricks == 0:
            others += 1
        else:
            candidate = seat
    return candidate if others == rules.players - 1 else None


def find_shooter(rules: Rules, points: Sequence[int], jacks: Sequence[int]) -> int | None:
    """The seat that holds all captured penalty cards; with `team_moon` the lower of partners who do.

    Every penalty card costs something, so whoever has all penalty points has all penalty cards.
    """
    total = sum(points)
    if total == 0:  # a kitty may hold them all
        return None
    shooter = None
    if total in points:
        shooter = points.index(total)
    elif rules.team_moon:
        for team in rules.sides:
            if sum(points[seat] for seat in team) == total:
                shooter = team[0]
    if shooter is None or not rules.jack_needed_for_moon:
        return shooter
    mine = sum(count for seat, count in enumerate(jacks) if counts_as_shooters(rules, shooter, seat))
    return shooter if mine == rules.decks else None


def counts_as_shooters(rules: Rules, shooter: int, seat: int) -> bool:
    """Whether the seat's bonus card counts as the shooter's: with `team_moon` either partner's does."""
    return seat == shooter or (rules.team_moon and rules.side_of_seat[seat] == rules.side_of_seat[shooter])


def scoring_jacks(rules: Rules, shooter: int, jacks: Sequence[int]) -> tuple[int, ...]:
    """By seat, the bonus cards that are written down when `shooter` shot the moon.

    Those that count as the shooter's are the shooter's, or nobody's where `jack_in_moon` is absorbed.
    """
    if not any(jacks):
        return tuple(jacks)
    mine = [counts_as_shooters(rules, shooter, seat) for seat in range(rules.players)]
    written = [0 if is_mine else count for count, is_mine in zip(jacks, mine, strict=True)]
    if rules.jack_in_moon != "absorbed":
        written[shooter] = sum(count for count, is_mine in zip(jacks, mine, strict=True) if is_mine)
    return tuple(written)


def score_shot(rules: Rules, shot: Shot, choice: str, jacks: Sequence[int]) -> tuple[int, ...]:
    """The scores of a moon or sun with `choice` (ADD or SUBTRACT) applied.

    Added, it goes to each opponent and the partner gets 0; subtracted, once, to the shooter. Whoever has a
    bonus card gets it on top, but for a shooter where `jack_in_moon` is absorbed. The no-trick bonus has no
    place here.
    """
    value = rules.sun_points if shot.sun else rules.moon_points
    shooter = shot.shooter
    if choice == ADD:
        side = rules.side_of_seat[shooter]
        scores = [0 if other == side else value for other in rules.side_of_seat]
    else:
        scores = [0] * rules.players
        scores[shooter] = -value
    for seat, count in enumerate(scoring_jacks(rules, shooter, jacks)):
        if count:
            scores[seat] += count * rules.named["jack"]
    return tuple(scores)
