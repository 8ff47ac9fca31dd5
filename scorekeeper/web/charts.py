"""The totals over the hands of a game as plain data for an SVG: lines, limit, moons, labels that keep apart.

Lengths are units of the picture, 360 across. Every line has its label at its end and a pattern of its own:
colour alone tells nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.web.lettering import shortened, text_width

WIDTH: Final = 360
LEFT, TOP, BOTTOM = 32, 12, 26  # the margins round the lines: figures, air, moons
FONT: Final = 11.5  # of the labels
LABEL: Final = 16  # from one label to the next
ROOM: Final = 5.8  # em, for a label
COLOURS: Final = 4  # then the line's pattern changes


@dataclass(frozen=True, slots=True)
class Series:
    """What one line shows: its label, the totals from the start on, and whether it has won."""

    name: str
    totals: Sequence[int]
    won: bool = False


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A line: SVG points, where it ends, its label and the label's middle."""

    name: str
    label: str
    points: str
    end_y: float
    label_y: float
    colour: int
    pattern: int
    won: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """A moon or sun below the hand it was shot in."""

    x: float
    sign: str
    title: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A level across the chart with its figure."""

    y: float
    figure: int


@dataclass(frozen=True, slots=True)
class Chart:
    """Everything the picture needs."""

    height: int
    left: int
    right: int
    base: float
    limit: Rule | None
    zero: Rule
    lines: tuple[ChartLine, ...]
    marks: tuple[Mark, ...]


def spread(wanted: Sequence[float], apart: float, top: float, bottom: float) -> list[float]:
    """Positions near the wanted ones, in their order, at least `apart` from each other, within the ends.

    Where they do not all fit between the ends they are set evenly, closer than `apart`.
    """
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    step = min(apart, (bottom - top) / max(1, len(wanted) - 1))
    placed: list[float] = []
    for i in order:
        least = placed[-1] + step if placed else top
        placed.append(max(wanted[i], least))
    most = bottom
    for position in reversed(range(len(placed))):
        placed[position] = min(placed[position], most)
        most = placed[position] - step
    result = [0.0] * len(wanted)
    for i, y in zip(order, placed, strict=True):
        result[i] = y
    return result


def totals_chart(
    series: Sequence[Series], limit: int | None, shot: Sequence[tuple[int, str, str]] = ()
) -> Chart:
    """The chart of these lines. `shot` are (index of the hand from 1, sign, title); limit None: not drawn."""
    labels = [shortened(one.name, ROOM) for one in series]
    right = round(WIDTH - 14 - FONT * max(map(text_width, labels)))
    hands = max(1, *(len(one.totals) - 1 for one in series))
    values = [total for one in series for total in one.totals]
    low, high = min(0, *values), max(*values, limit or 1, 1)
    height = max(165, LABEL * len(series) + TOP + BOTTOM)
    base = height - BOTTOM

    def x(index: float) -> float:
        return round(LEFT + index / hands * (right - LEFT), 1)

    def y(value: float) -> float:
        return round(base - (value - low) / (high - low) * (base - TOP), 1)

    ends = [y(one.totals[-1]) for one in series]
    middles = spread(ends, LABEL, TOP, base)
    lines = tuple(
        ChartLine(
            name=one.name,
            label=label,
            points=" ".join(f"{x(index):g},{y(total):g}" for index, total in enumerate(one.totals)),
            end_y=end,
            label_y=round(middle, 1),
            colour=number % COLOURS,
            pattern=number // COLOURS,
            won=one.won,
        )
        for number, (one, label, end, middle) in enumerate(zip(series, labels, ends, middles, strict=True))
    )
    return Chart(
        height=height,
        left=LEFT,
        right=right,
        base=base,
        limit=None if limit is None else Rule(y(limit), limit),
        zero=Rule(y(0), 0),
        lines=lines,
        marks=tuple(Mark(x(index), sign, title) for index, sign, title in shot),
    )
