"""The felt as plain data: where the seats sit, who passes to whom, and the same in words.

Lengths are units of the picture: 360 across, about one CSS pixel each on a phone. The page stretches the
picture over the felt, and table.css places the names by the same figures (`.of-6 .at-2`): a test compares.
A name's place is given the way a background's is: x 0 is flush left, 100 flush right, y 0 flush with the
top, so that a name of any length stays on the felt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Final

from scorekeeper.hearts import rotation
from scorekeeper.hearts.words import PASS_WORDS
from scorekeeper.web.arrows import Arrows, Box, arrows
from scorekeeper.web.lettering import longest_word, text_width

WIDTH: Final = 360
MARGIN_X, MARGIN_Y = 12, 14
LINE: Final = 36  # height of a name on one line
FONT, SMALL_FONT, LEAST_FONT = 17.3, 13.0, 11.0  # as large as they get beside the felt, which is on a phone
LETTER: Final = 0.6  # em, by which table.css shrinks a long word, as far as to LEAST_FONT, before it breaks
LOOSE: Final = 1.1  # words do not fill their lines
LONG: Final = 4.5  # em; a longer name gets the small letters and may wrap
CROWDED: Final = 6  # from so many seats on short names get less room


@dataclass(frozen=True, slots=True)
class Place:
    """Where a name sits (percent, see above) and how much of the felt's width it may take (percent)."""

    x: float
    y: float
    room: float


# By players: the felt's height, and the places from the top clockwise down to the bottom; the left side
# mirrors the right. The rooms are such that no two names meet at 320 px, 24 wide letters each.
_RIGHT_HALF: Final = {
    3: (250, (Place(50, 0, 56), Place(100, 92, 40))),
    4: (256, (Place(50, 0, 56), Place(100, 50, 27), Place(50, 100, 56))),
    5: (270, (Place(50, 0, 38), Place(100, 38, 27), Place(86, 100, 38))),
    6: (300, (Place(50, 0, 38), Place(100, 22, 27), Place(100, 78, 27), Place(50, 100, 38))),
    7: (330, (Place(50, 0, 38), Place(100, 15, 27), Place(100, 58, 27), Place(80, 100, 34))),
    8: (340, (Place(50, 0, 28), Place(97, 7, 29), Place(100, 50, 27), Place(97, 93, 29), Place(50, 100, 28))),
    9: (
        390,
        (Place(50, 0, 28), Place(97, 5, 29), Place(100, 37, 27), Place(100, 70, 27), Place(79, 100, 33)),
    ),
    10: (
        410,
        (
            Place(50, 0, 28), Place(97, 5, 29), Place(100, 35, 27),
            Place(100, 65, 27), Place(97, 95, 29), Place(50, 100, 28),
        ),
    ),
}  # fmt: skip


def height(players: int) -> int:
    """The felt's height for so many players, in units of which its width has 360."""
    return _RIGHT_HALF[players][0]


def ring(players: int, *, turned: bool = False) -> tuple[Place, ...]:
    """The places in clockwise order: the first at the top, or at the bottom where the felt is turned."""
    right = _RIGHT_HALF[players][1]
    left = [Place(100 - place.x, place.y, place.room) for place in right[1 : (players + 1) // 2]]
    places = (*right, *reversed(left))
    if turned:
        return tuple(Place(100 - place.x, 100 - place.y, place.room) for place in places)
    return places


def box(name: str, place: Place, players: int, *, dealer: bool) -> Box:
    """The rectangle a name takes up at its place, near enough for the arrows to keep clear of it."""
    room = place.room / 100 * WIDTH
    ems = text_width(name)
    if ems > LONG:
        font = min(SMALL_FONT, max(LEAST_FONT, (room - 23) / (longest_word(name) * LETTER)))
        wide = min(room, ems * font + 14)
        lines = 1 if ems * font <= room - 14 else ceil(ems * font * LOOSE / (room - 14))
        tall = max(LINE, lines * font * 1.2 + (16 if dealer else 10))
    else:
        least = 86 if players < CROWDED else 64
        wide, tall = min(room, max(least, ems * FONT + (48 if dealer else 22))), LINE
    left = MARGIN_X + place.x / 100 * (WIDTH - 2 * MARGIN_X - wide)
    top = MARGIN_Y + place.y / 100 * (height(players) - 2 * MARGIN_Y - tall)
    return Box(left + wide / 2, top + tall / 2, wide / 2, tall / 2)


@dataclass(frozen=True, slots=True)
class FeltSeat:
    """A name on the felt; `at` is its place in the ring, counted clockwise from the first one."""

    seat: int
    name: str
    at: int
    long: bool
    word: int  # how wide its longest word is, in letters
    dealer: bool


@dataclass(frozen=True, slots=True)
class Felt:
    """Everything the felt shows before a hand."""

    hand_number: int
    passing: str
    height: int
    turned: bool
    seats: tuple[FeltSeat, ...]
    arrows: Arrows
    alternative: str


def felt(
    names: Sequence[str], passing: str, dealer: int, hand_number: int, *, bottom: int | None = None
) -> Felt:
    """The felt before a hand. `bottom` is the seat to be shown at the bottom; None: the first at the top.

    Turning moves nobody in the ring: whoever sat to somebody's left still does.
    """
    count = len(names)
    first = bottom or 0
    seats = tuple(
        FeltSeat(
            seat,
            name,
            (seat - first) % count,
            long=text_width(name) > LONG,
            word=longest_word(name),
            dealer=seat == dealer,
        )
        for seat, name in enumerate(names)
    )
    return Felt(
        hand_number=hand_number,
        passing=passing,
        height=height(count),
        turned=bottom is not None,
        seats=seats,
        arrows=_arrows(tuple(names), passing, dealer, bottom),
        alternative=in_words(names, passing, dealer, hand_number),
    )


@lru_cache(maxsize=1024)  # a table shows the same few pictures all evening
def _arrows(names: tuple[str, ...], passing: str, dealer: int, bottom: int | None) -> Arrows:
    count = len(names)
    places = ring(count, turned=bottom is not None)
    boxes = [
        box(name, places[(seat - (bottom or 0)) % count], count, dealer=seat == dealer)
        for seat, name in enumerate(names)
    ]
    return arrows(boxes, passing, (WIDTH / 2, height(count) / 2))


def in_words(names: Sequence[str], passing: str, dealer: int, hand_number: int) -> str:
    """The felt's text alternative: "Hand 5, pass left: Ann to Bob, Bob to Cy, Cy to Ann; Cy deals"."""
    told = {rotation.HOLD: "keep your cards", rotation.SCATTER: "one card to each other player"}.get(passing)
    if told is None:
        given = enumerate(rotation.receivers(passing, len(names)))
        told = ", ".join(f"{names[giver]} to {names[to]}" for giver, (to,) in given)
    return f"Hand {hand_number}, {PASS_WORDS[passing].lower()}: {told}; {names[dealer]} deals"
