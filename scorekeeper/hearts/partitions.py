"""How cards can be dealt out so that every seat has given points: not at all, in one way, or in several.

The one question `captures` asks of arithmetic. Kinds of card have a worth above zero and a number; two
cards of one kind are the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

SEVERAL: Final = 2  # two ways and a thousand are the same to whoever asks

# Steps a search may take; points that real hands give need a few hundred. Only ranks can use them up (with
# hearts that are all alike there are too few states), and then so many cards are about that an answer is
# all but sure.
_MOST_STEPS: Final = 20_000

Counts = tuple[int, ...]  # how many of each kind


class _TooManyStepsError(Exception):
    """The search gave up."""


@dataclass(frozen=True, slots=True)
class Ways:
    """0, 1 or SEVERAL ways; where it is one, `cards` has each seat's number of each kind."""

    number: int
    cards: tuple[Counts, ...] | None = None


NO_WAY: Final = Ways(0)
SOME_WAYS: Final = Ways(SEVERAL)


def deal_out(values: Sequence[int], counts: Sequence[int], needs: Sequence[int], spare: int) -> Ways:
    """Deal out `counts` of the kinds worth `values`, `needs` points a seat, at most `spare` cards to nobody.

    `values` go from the dearest to the cheapest. Where the search takes too long the answer is SOME_WAYS.
    """
    all_points = sum(value * count for value, count in zip(values, counts, strict=True))
    over = all_points - sum(needs)
    if over < 0 or (over and not spare) or min(needs) < 0:
        return NO_WAY
    search = _Search(tuple(values), tuple(sorted(needs)))
    try:
        return _search(search, tuple(counts), needs, over, spare)
    except _TooManyStepsError:
        return SOME_WAYS


def _search(search: _Search, counts: Counts, needs: Sequence[int], over: int, spare: int) -> Ways:
    if not search.has_small_cards(0, counts):
        return NO_WAY
    number = 0
    dealt: Counts = counts
    for nobodys in search.options(over, counts):
        if sum(nobodys) > spare:
            continue
        left = _without(counts, nobodys)
        if found := search.ways(0, left):
            number += found
            dealt = left
        if number >= SEVERAL:
            return SOME_WAYS
    if not number:
        return NO_WAY
    hands = search.only_way(dealt)
    by_need = sorted(range(len(needs)), key=needs.__getitem__)
    return Ways(1, tuple(hands[by_need.index(seat)] for seat in range(len(needs))))


@dataclass(slots=True)
class _Search:
    """Seat by seat from the smallest need on, which leaves the fewest choices; the last gets what is left."""

    values: tuple[int, ...]
    needs: tuple[int, ...]
    known: dict[tuple[int, Counts], int] = field(default_factory=dict)
    steps: int = 0

    def ways(self, seat: int, left: Counts) -> int:
        """In how many ways (up to SEVERAL) the cards left serve the seats from `seat` on; the sums agree."""
        if seat == len(self.needs) - 1:
            return 1
        key = seat, left
        if key not in self.known:
            number = 0
            if not self.has_small_cards(seat, left):
                self.known[key] = 0
                return 0
            for hand in self.options(self.needs[seat], left):
                number += self.ways(seat + 1, _without(left, hand))
                if number >= SEVERAL:
                    break
            self.known[key] = min(number, SEVERAL)
        return self.known[key]

    def has_small_cards(self, seat: int, left: Counts) -> bool:
        """Whether cards that fit the needs from `seat` on are there: a need of 5 has no use for a king.

        Without this look ahead the search would find out only after trying the many ways of the other seats.
        """
        kind, small, needed = len(left) - 1, 0, 0
        for need in self.needs[seat:]:
            needed += need
            while kind >= 0 and self.values[kind] <= need:
                small += self.values[kind] * left[kind]
                kind -= 1
            if small < needed:
                return False
        return True

    def only_way(self, left: Counts) -> list[Counts]:
        """What each seat gets, where `ways` has found that there is one way."""
        hands: list[Counts] = []
        for seat in range(len(self.needs) - 1):
            for hand in self.options(self.needs[seat], left):
                rest = _without(left, hand)
                if self.ways(seat + 1, rest):
                    hands.append(hand)
                    left = rest
                    break
        return [*hands, left]

    def options(self, need: int, left: Counts, kind: int = 0) -> Iterator[Counts]:
        """Every choice of the cards left, from `kind` on, that is worth `need`."""
        self.steps += 1
        if self.steps > _MOST_STEPS:
            raise _TooManyStepsError
        if need == 0:
            yield (0,) * (len(left) - kind)
            return
        if kind == len(left):
            return
        value = self.values[kind]
        if kind == len(left) - 1:
            count, rest = divmod(need, value)
            if not rest and count <= left[kind]:
                yield (count,)
            return
        for count in range(min(left[kind], need // value), -1, -1):
            for others in self.options(need - count * value, left, kind + 1):
                yield (count, *others)


def _without(left: Counts, hand: Counts) -> Counts:
    return tuple(have - gone for have, gone in zip(left, hand, strict=True))
