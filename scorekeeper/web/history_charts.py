"""Pictures of a player's history as plain data for an SVG: the rating over time, scores hand by hand.

Lengths are units of the picture, 360 across. Each has its figures as a table beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Final

from scorekeeper.records.ratings import CENTRE
from scorekeeper.web.columns import one_decimal
from scorekeeper.web.words import short_day, signed

if TYPE_CHECKING:
    from scorekeeper.records.courses import Course as Ratings
    from scorekeeper.records.courses import RatedAt

WIDTH, HEIGHT = 360, 168
LEFT, RIGHT, TOP, BOTTOM = 38, 12, 12, 24
BASE: Final = HEIGHT - BOTTOM
MOST_BARS: Final = 30
STEPS: Final = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis: where it stands, and what is written there."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Point:
    """A rating in the table beside the picture."""

    day: str
    rating: int
    give_or_take: int


@dataclass(frozen=True, slots=True)
class Course:
    """The rating over time: a line, and around it the band of its uncertainty. `points` are its figures."""

    line: str
    band: str
    end: tuple[float, float]
    levels: tuple[Tick, ...]
    days: tuple[Tick, ...]
    points: tuple[Point, ...]
    games: int


def course(ratings: Ratings, zone: str) -> Course | None:
    """The picture of some ratings in order; None for fewer than two: there is no line yet."""
    kept = ratings.points
    if len(kept) < 2:
        return None
    low, high, levels = _levels(kept)

    def y(rating: float) -> float:
        return round(BASE - (rating - low) / (high - low) * (BASE - TOP), 1)

    # Game by game, not by the calendar: an evening of four games would be one upright line.
    step = (WIDTH - LEFT - RIGHT) / (len(kept) - 1)
    across = [round(LEFT + place * step, 1) for place in range(len(kept))]
    above = [y(one.rating.shown + one.rating.give_or_take) for one in kept]
    below = [y(one.rating.shown - one.rating.give_or_take) for one in kept]
    middle = [y(one.rating.shown) for one in kept]
    there, back = list(zip(across, above, strict=True)), list(zip(across, below, strict=True))[::-1]
    return Course(
        line=_points(list(zip(across, middle, strict=True))),
        band=_points([*there, *back]),
        end=(across[-1], middle[-1]),
        levels=tuple(Tick(y(level), str(level)) for level in levels),
        days=_days(kept, zone, across),
        points=tuple(
            Point(short_day(one.started_at, zone), one.rating.shown, one.rating.give_or_take)
            for one in reversed(kept)
        ),
        games=ratings.games,
    )


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def _levels(kept: Sequence[RatedAt]) -> tuple[float, float, list[int]]:
    """The lowest and highest rating of the picture, and the round ones between that get a line."""
    low = min(CENTRE, *(one.rating.shown - one.rating.give_or_take for one in kept))
    high = max(CENTRE, *(one.rating.shown + one.rating.give_or_take for one in kept))
    step = next(step for step in (50, 100, 200, 500, 1000, 5000) if (high - low) / step <= 5)
    return low, high, list(range(ceil(low / step) * step, high + 1, step))


def _days(kept: Sequence[RatedAt], zone: str, across: Sequence[float]) -> tuple[Tick, ...]:
    """The first day, the last one and one between; a day is written once."""
    places = (0, len(kept) // 2, len(kept) - 1)
    days = {short_day(kept[place].started_at, zone): across[place] for place in reversed(places)}
    return tuple(Tick(at, day) for day, at in sorted(days.items(), key=lambda item: item[1]))


@dataclass(frozen=True, slots=True)
class Bar:
    """How many hands brought a score, or one of several; `share` of them all, from 0 to 1."""

    x: float
    y: float
    width: float
    height: float
    scores: str
    hands: int
    share: float


@dataclass(frozen=True, slots=True)
class Distribution:
    """Scores hand by hand. `scores` are the marks below; `mean` is where the average stands."""

    bars: tuple[Bar, ...]
    scores: tuple[Tick, ...]
    levels: tuple[Tick, ...]
    mean: Tick
    hands: int


def distribution(scores: Sequence[tuple[int, int]]) -> Distribution | None:
    """The picture of (score, hands) from the lowest score up; None where there is no hand."""
    if not scores:
        return None
    low, high = min(0, scores[0][0]), max(scores[-1][0], 13)
    width = _step((high - low + 1) / MOST_BARS)
    first = low // width * width
    counts = [0] * ((high - first) // width + 1)
    for score, hands in scores:
        counts[(score - first) // width] += hands
    total, most = sum(counts), max(counts)
    across = (WIDTH - LEFT - RIGHT) / len(counts)

    def x(score: float) -> float:
        """Where the middle of a score is; several stand in a bar side by side."""
        return round(LEFT + (score - first + 0.5) / width * across, 1)

    bars = tuple(
        Bar(
            x=round(LEFT + (place + 0.1) * across, 1),
            y=_height_at(hands, most),
            width=round(across * 0.8, 1),
            height=round(BASE - _height_at(hands, most), 1),
            scores=_scores(first + place * width, width),
            hands=hands,
            share=hands / total,
        )
        for place, hands in enumerate(counts)
    )
    mean = sum(score * hands for score, hands in scores) / total
    step = _step((high - first) / 6)
    level = _step(most / 3)
    return Distribution(
        bars=bars,
        scores=tuple(
            Tick(x(score), signed(score)) for score in range(ceil(first / step) * step, high + 1, step)
        ),
        levels=tuple(Tick(_height_at(count, most), str(count)) for count in range(level, most + 1, level)),
        mean=Tick(x(mean), one_decimal(mean)),
        hands=total,
    )


def _height_at(hands: int, most: int) -> float:
    return round(BASE - hands / most * (BASE - TOP), 1)


def _scores(first: int, width: int) -> str:
    return signed(first) if width == 1 else f"{signed(first)} to {signed(first + width - 1)}"


def _step(least: float) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50 … that is not below."""
    size = 1
    while True:
        for step in STEPS:
            if step * size >= least:
                return step * size
        size *= 10
