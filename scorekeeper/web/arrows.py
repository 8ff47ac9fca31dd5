"""The lines from passer to receiver on the felt, clear of the names, as SVG paths.

Lengths are units of the felt's picture (felt.py). A path ends where its arrow's head begins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin
from typing import Final

from scorekeeper.hearts import rotation

Point = tuple[float, float]
Line = Callable[[float], Point]  # a point for each t from 0 to 1

HEAD: Final = 18  # length of an arrow's head
GAP: Final = 7  # between a name and an arrow
SHORTEST: Final = 12  # of an arrow's shaft
ABREAST: Final = (4, 8)  # seats, of which two sit at the words' sides: those are narrow when they pass across
ROOMY: Final = 8  # from so many seats on the felt is tall enough for lines from the middle to everybody
WORDS: Final = (66, 40)  # half of what the words in the middle take up
WORDS_ACROSS: Final = (42, 45)  # where seats are abreast of them
WORDS_PAST: Final = (57, 50)  # of a pass of two seats
TIGHT: Final = 3  # the gap at either end of an arrow where there is little room, or much to mistake
DEEPEST: Final = 0.62  # of the way from a name to the middle: as far in lines go past it
REACH_X, REACH_Y = 52, 32  # from the felt's edges to the middle of a short name


@dataclass(frozen=True, slots=True)
class Box:
    """A name's rectangle: its middle, and half its width and height."""

    x: float
    y: float
    half_width: float
    half_height: float

    def near(self, point: Point, around: float) -> bool:
        """Whether a point lies in the rectangle or nearer than `around` to it."""
        beside = max(0.0, abs(point[0] - self.x) - self.half_width)
        below = max(0.0, abs(point[1] - self.y) - self.half_height)
        return hypot(beside, below) < around


@dataclass(frozen=True, slots=True)
class Arrows:
    """SVG paths; `both` says that each has a head at either end, `past` that they go past somebody."""

    paths: tuple[str, ...] = ()
    both: bool = False
    past: bool = False


def arrows(boxes: Sequence[Box], passing: str, middle: Point) -> Arrows:
    """The arrows of a way of passing, for the names' rectangles by seat and the middle of the felt.

    A hold has none. On a scatter ninety would say nothing: lines with two heads stand for all of them.
    """
    count = len(boxes)
    if passing == rotation.HOLD:
        return Arrows()
    if passing == rotation.SCATTER:
        if count >= ROOMY:
            spokes = [_spoke(seat, middle, both=True) for seat in boxes]
            return Arrows(tuple(spoke for spoke in spokes if spoke), both=True)
        sides = [_along(boxes[i - 1], boxes[i], middle, both=True) for i in range(count)]
        return Arrows(tuple(sides), both=True)
    if passing == rotation.ACROSS:
        size, gap = (WORDS_ACROSS, TIGHT) if count in ABREAST else (WORDS, GAP)
        return Arrows(tuple(_spoke(seat, middle, size, gap) for seat in boxes))
    given = [to for (to,) in rotation.receivers(passing, count)]
    step = given[0] if given[0] <= count // 2 else given[0] - count
    if abs(step) == 1:
        return Arrows(tuple(_along(boxes[i], boxes[to], middle) for i, to in enumerate(given)))
    between = [boxes[(i + step // 2) % count] for i in range(count)]
    past = tuple(_past(boxes[i], between[i], boxes[to], middle) for i, to in enumerate(given))
    return Arrows(past, past=True)


def _spoke(
    seat: Box, middle: Point, size: tuple[int, int] = WORDS, gap: int = GAP, *, both: bool = False
) -> str:
    """A straight line between the words in the middle and a seat; "" where there is no room for two heads.

    From everybody, with two heads, they say that on a scatter each gives to each; in pairs that face each
    other, with the words between, that cards go straight across.
    """
    words = Box(*middle, *size)
    clear = _clear(lambda t: _between(middle, (seat.x, seat.y), t), words, seat, both=both, gap=gap)
    return "" if both and _length(*clear) < SHORTEST else _bezier(*clear)


def _along(giver: Box, receiver: Box, middle: Point, *, both: bool = False) -> str:
    """Between neighbours, along the ring; where long names leave no room there, further in."""
    reach_x, reach_y = middle[0] - REACH_X, middle[1] - REACH_Y

    def polar(seat: Box) -> Point:
        x, y = (seat.x - middle[0]) / reach_x, (seat.y - middle[1]) / reach_y
        return atan2(x, -y), hypot(x, y)

    (angle, far), (angle_to, far_to) = polar(giver), polar(receiver)
    turn = (angle_to - angle + pi) % (2 * pi) - pi

    def line(dip: float) -> Line:
        def point(t: float) -> Point:
            radius = (far + (far_to - far) * t) * (1 - dip * sin(pi * t))
            at = angle + turn * t
            return middle[0] + reach_x * radius * sin(at), middle[1] - reach_y * radius * cos(at)

        return point

    for dip in (0.0, 0.3):
        point, first, last = _clear(line(dip), giver, receiver, both=both)
        free = not giver.near(point(first), 1) and not receiver.near(point(last), 1)
        if free and _length(point, first, last) > SHORTEST:
            return _bezier(point, first, last)
    return _inside(giver, receiver, middle, both=both)


def _inside(giver: Box, receiver: Box, middle: Point, *, both: bool) -> str:
    """Between neighbours, from one to the other on the side of the middle."""
    start = _towards(middle, giver, GAP + HEAD if both else GAP)
    end = _towards(middle, receiver, GAP + HEAD)
    bend = _between(_between(start, end, 0.5), middle, 0.2)
    return f"M{_pair(start)}Q{_pair(bend)} {_pair(end)}"


def _past(giver: Box, passed: Box, receiver: Box, middle: Point) -> str:
    """Past one who sits between, as far in as the words allow: lines that cross steeply can be told apart."""
    words = Box(*middle, *WORDS_PAST)

    def line(deep: float) -> Line:
        x, y = _between((passed.x, passed.y), middle, deep)
        bend = 2 * x - (giver.x + receiver.x) / 2, 2 * y - (giver.y + receiver.y) / 2

        def point(t: float) -> Point:
            ahead = _between((giver.x, giver.y), bend, t)
            return _between(ahead, _between(bend, (receiver.x, receiver.y), t), t)

        return point

    def too_deep(back: float) -> bool:
        point = line(DEEPEST - back)
        return any(words.near(point(t / 20), TIGHT) for t in range(1, 20))

    point = line(DEEPEST - _border(too_deep, DEEPEST))
    return _bezier(*_clear(point, giver, receiver, both=False, gap=TIGHT))


def _towards(middle: Point, seat: Box, around: float) -> Point:
    """The first point on the way from a name to the middle that is `around` away from the name."""
    start = (seat.x, seat.y)
    most = 0.7  # of the way: further in are the words
    return _between(start, middle, _border(lambda t: seat.near(_between(start, middle, t), around), most))


def _clear(point: Line, start: Box, end: Box, *, both: bool, gap: int = GAP) -> tuple[Line, float, float]:
    """A line and the part of it, from t to t, that keeps clear of the boxes at its ends, heads included."""
    first = _border(lambda t: start.near(point(t), gap + HEAD if both else gap))
    last = 1 - _border(lambda t: end.near(point(1 - t), gap + HEAD))
    return point, first, max(last, first)


def _border(inside: Callable[[float], bool], most: float = 0.5) -> float:
    """The first t, to a thousandth and at most `most`, that is no longer inside; 0 is."""
    low, high = 0.0, most
    while high - low > 0.001:
        half = (low + high) / 2
        low, high = (half, high) if inside(half) else (low, half)
    return high


def _length(point: Line, first: float, last: float) -> float:
    (x, y), (x2, y2) = point(first), point(last)
    return hypot(x2 - x, y2 - y)


def _bezier(point: Line, first: float, last: float) -> str:
    """That part of a line as one cubic curve with the same ends and the same directions there."""
    near = 1e-4
    third = (last - first) / 3 / near
    start, end = point(first), point(last)
    control = _between(start, point(first + near), third)
    control2 = _between(end, point(last - near), third)
    return f"M{_pair(start)}C{_pair(control)} {_pair(control2)} {_pair(end)}"


def _between(one: Point, other: Point, t: float) -> Point:
    return one[0] + (other[0] - one[0]) * t, one[1] + (other[1] - one[1]) * t


def _pair(point: Point) -> str:
    return f"{point[0]:.0f} {point[1]:.0f}"
