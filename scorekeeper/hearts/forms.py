"""The forms points can take under given rules, worked out once: applied moons, sums, the deck by worth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement
from typing import Final

from scorekeeper.hearts.cards import RANKS
from scorekeeper.hearts.facts import Taken
from scorekeeper.hearts.partitions import Ways
from scorekeeper.hearts.rules import Rules
from scorekeeper.hearts.scoring import ADD, SUBTRACT, Shot, counts_as_shooters, score_shot, scoring_jacks

_HEARTS: Final = "hearts"  # the kind of card all hearts are where each costs one


@dataclass(frozen=True, slots=True)
class Applied:
    """A moon as a sheet shows it with the shooter's choice applied."""

    shot: Shot
    said: str
    jacks: tuple[int, ...]  # who captured the bonus cards
    shared: bool  # whether partners may have held the penalty cards between them


@lru_cache(maxsize=64)
def forms_of(rules: Rules) -> Forms:
    """The forms under these rules; kept, since an import reads thousands of hands of the same game."""
    return Forms(rules)


class Forms:
    """What written points are compared with. Jacks are given by seat; one missing there is in the kitty."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        worth = {card: rules.named[card] for card in rules.penalty_named}
        number = dict.fromkeys(worth, rules.decks)
        if rules.hearts == "rank":
            worth |= rules.heart_points
            number |= dict.fromkeys(rules.ranks, rules.decks)
        else:
            worth[_HEARTS] = 1
            number[_HEARTS] = rules.hearts_in_deck
        # The penalty cards by kind, the dearest first, and how many there are of each.
        self.cards = tuple(sorted(worth, key=worth.__getitem__, reverse=True))
        self.values = tuple(worth[card] for card in self.cards)
        self.counts = tuple(number[card] for card in self.cards)
        self.jacks = self._jacks()
        self.applied: Mapping[tuple[int, ...], Sequence[Applied]] = self._applied()

    def spare(self, jacks: Sequence[int]) -> int:
        """How many penalty cards the kitty may hold besides the bonus cards that nobody has."""
        return self.rules.kitty_size - self._jacks_in_kitty(jacks)

    def scoring_jacks(self, shooter: int, jacks: Sequence[int]) -> tuple[int, ...]:
        """The bonus cards that change a score when `shooter` shot the moon: not those that are absorbed."""
        return scoring_jacks(self.rules, shooter, jacks)

    def may_be_raw(self, points: Sequence[int]) -> bool:
        """Whether cards alone could sum to this."""
        return sum(points) in self.raw_sums

    @cached_property
    def raw_sums(self) -> frozenset[int]:
        """Every sum that a hand's captures can have, no-trick bonuses included, before a moon is applied."""
        rules = self.rules
        all_points = rules.deck_points
        each = rules.named.get("jack", 0)
        bonus = rules.no_trick_bonus
        sums = set()
        for jacks in {sum(jacks) for jacks in self.jacks}:
            most_without = self._most_without_cards(jacks) if bonus else 0
            spare = rules.kitty_size - (rules.decks - jacks if each else 0)
            for held_back in self._sums_of_up_to(spare):
                for seats in range(most_without + 1):
                    sums.add(all_points - held_back + each * jacks - bonus * seats)
        return frozenset(sums)

    @cached_property
    def applied_sums(self) -> frozenset[int]:
        """Every sum that a hand can have with a moon applied."""
        return frozenset(sum(points) for points in self.applied)

    @cached_property
    def below_zero(self) -> frozenset[int]:
        """Every value below zero that some capture gives one seat."""
        found = {value for points in self.applied for value in points if value < 0}
        if self.rules.no_trick_bonus:
            found.add(-self.rules.no_trick_bonus)
        each = self.rules.named.get("jack", 0)
        if each:
            sums = self._sums_of_up_to(sum(self.counts))
            found |= {total + each * count for total in sums for count in range(1, self.rules.decks + 1)}
        return frozenset(value for value in found if value < 0)

    def captures(
        self, ways: Ways, jacks: Sequence[int], without: Sequence[bool], holders: Mapping[str, Sequence[int]]
    ) -> tuple[Taken, ...]:
        """The captures of the one way there is; `without` are seats known to have won no trick."""
        assert ways.cards is not None  # noqa: S101  # one way was found
        return tuple(
            self._taken(seat, dict(zip(self.cards, hand, strict=True)), jacks[seat], without[seat], holders)
            for seat, hand in enumerate(ways.cards)
        )

    def everything(self, applied: Applied) -> tuple[Taken, ...]:
        """The captures of a moon whose shooter has every penalty card."""
        nothing = (0,) * len(self.cards)
        shooter, rules = applied.shot.shooter, self.rules
        hands = tuple(self.counts if seat == shooter else nothing for seat in range(rules.players))
        captures = self.captures(Ways(1, hands), applied.jacks, (False,) * rules.players, {})
        if not applied.shot.sun:
            return captures
        return tuple(
            Taken(
                entry.hearts, entry.ranks, entry.queen, entry.jack, entry.king_spades, entry.ace_spades,
                tricks=rules.tricks if seat == shooter else 0,
            )
            for seat, entry in enumerate(captures)
        )  # fmt: skip

    def _taken(
        self, seat: int, hand: dict[str, int], jacks: int, without: bool, holders: Mapping[str, Sequence[int]]
    ) -> Taken:
        named = {
            card: tuple(holders[card]).count(seat) if card in holders else hand[card]
            for card in self.rules.penalty_named
        }
        ranks = None
        if self.rules.hearts == "rank":
            ranks = tuple(rank for rank in RANKS for _ in range(hand.get(rank, 0)))
        hearts = hand[_HEARTS] if ranks is None else len(ranks)
        return Taken(hearts, ranks, jack=jacks, tricks=0 if without else None, **named)

    def _jacks_in_kitty(self, jacks: Sequence[int]) -> int:
        return self.rules.decks - sum(jacks) if "jack" in self.rules.named else 0

    def _jacks(self) -> tuple[tuple[int, ...], ...]:
        """Every way the bonus cards may lie."""
        rules = self.rules
        if "jack" not in rules.named:
            return ((0,) * rules.players,)
        seats = range(rules.players)
        return tuple(
            tuple(holders.count(seat) for seat in seats)
            for number in range(rules.decks, max(0, rules.decks - rules.kitty_size) - 1, -1)
            for holders in combinations_with_replacement(seats, number)
        )

    def _applied(self) -> dict[tuple[int, ...], list[Applied]]:
        rules = self.rules
        found: dict[tuple[int, ...], list[Applied]] = defaultdict(list)
        if rules.moon == "off":
            return found
        shots = [Shot(seat, sun) for seat in range(rules.players) for sun in ((False, True)[: 1 + rules.sun])]
        for shot in shots:
            lowest = min(rules.sides[rules.side_of_seat[shot.shooter]])
            shared = rules.team_moon and not shot.sun and shot.shooter == lowest
            for jacks in self.jacks:
                if self._allows(shot, jacks):
                    for said in (ADD, SUBTRACT):
                        points = score_shot(rules, shot, said, jacks)
                        found[points].append(Applied(shot, said, jacks, shared))
        return found

    def _allows(self, shot: Shot, jacks: Sequence[int]) -> bool:
        """Whether bonus cards that lie so leave the shooter a moon; with a sun that one has every captured
        card."""
        if shot.sun:
            return sum(jacks) == jacks[shot.shooter]
        mine = sum(
            count for seat, count in enumerate(jacks) if counts_as_shooters(self.rules, shot.shooter, seat)
        )
        return mine == self.rules.decks or not self.rules.jack_needed_for_moon

    def _most_without_cards(self, jacks: int) -> int:
        """How many seats may have no card where nobody shot the moon; `jacks` bonus cards were captured."""
        rules = self.rules
        no_moon = rules.jack_needed_for_moon and jacks < rules.decks and not rules.sun
        one_may_have_all = rules.moon == "off" or no_moon
        return rules.players - (1 if one_may_have_all else 2)

    def _sums_of_up_to(self, cards: int) -> set[int]:
        """What up to so many penalty cards can be worth together."""
        sums: dict[int, int] = {0: 0}  # worth: the fewest cards it takes
        for value, count in zip(self.values, self.counts, strict=True):
            for _ in range(min(count, cards)):
                for worth, number in list(sums.items()):
                    if number < cards and sums.get(worth + value, cards + 1) > number + 1:
                        sums[worth + value] = number + 1
        return {worth for worth, number in sums.items() if number <= cards}
