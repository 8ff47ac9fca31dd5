"""Captures and games at random, whatever the rules: for tests of what holds always."""

from __future__ import annotations

from hypothesis import strategies as st

from scorekeeper.hearts.cards import NAMED_CARDS, RANKS
from scorekeeper.hearts.game import Start
from scorekeeper.hearts.rotation import PASSINGS, is_possible
from scorekeeper.hearts.rules import Rules
from scorekeeper.hearts.taken import Facts, Taken

CHOICES = st.sampled_from([None, "add", "subtract"])


@st.composite
def some_captures(draw: st.DrawFn, rules: Rules, *, moon: bool = False) -> tuple[Taken, ...]:
    """Captures that add up: cards anywhere, or with one seat (always if `moon`), or with one side.

    Some may lie in the kitty, if there is one.
    """
    seats = range(rules.players)
    one = [draw(st.sampled_from(seats))]
    pool = (
        one if moon else draw(st.sampled_from([list(seats), one, list(draw(st.sampled_from(rules.sides)))]))
    )
    hearts = [rank for rank in rules.ranks for _ in range(rules.decks)]
    named = [card for card in rules.named for _ in range(rules.decks)]
    cards = hearts + named
    kitty = draw(st.sets(st.integers(0, len(cards) - 1), max_size=rules.kitty_size))
    held: list[list[str]] = [[] for _ in seats]
    for place, card in enumerate(cards):
        seat = draw(st.sampled_from(seats if card == "jack" else pool))
        if place not in kitty:
            held[seat].append(card)
    by_rank = rules.hearts == "rank" or draw(st.booleans())
    tricks = draw(some_tricks(rules, held))
    return tuple(
        Taken(
            hearts=sum(card in RANKS for card in cards),
            ranks=tuple(rank for rank in RANKS for _ in range(cards.count(rank))) if by_rank else None,
            tricks=tricks[seat],
            **{card: cards.count(card) for card in NAMED_CARDS},
        )
        for seat, cards in enumerate(held)
    )


@st.composite
def some_tricks(draw: st.DrawFn, rules: Rules, held: list[list[str]]) -> list[int | None]:
    """Tricks that fit the cards; all told, some, or none."""
    tricks = [-(-len(cards) // rules.players) for cards in held]
    left = rules.tricks - sum(tricks)
    if left < 0:
        return [None] * rules.players
    takers = (
        [seat for seat, cards in enumerate(held) if cards] if draw(st.booleans()) else range(rules.players)
    )
    for _ in range(left):
        tricks[draw(st.sampled_from(takers or range(rules.players)))] += 1
    told = draw(st.sampled_from(["all", "none", "some"]))
    return [
        number if told == "all" or (told == "some" and draw(st.booleans())) else None for number in tricks
    ]


@st.composite
def some_hand(draw: st.DrawFn, rules: Rules, *, moon: bool = False) -> Facts:
    """The facts of one hand with captures that add up; what the shooter said may be anything."""
    ways = [passing for passing in PASSINGS if is_possible(passing, rules.players)]
    rarely = st.integers(0, 5).map(lambda number: number == 0)
    return Facts(
        taken=draw(some_captures(rules, moon=moon)),
        moon_choice=draw(CHOICES),
        dealer=draw(st.integers(0, rules.players - 1)) if draw(rarely) else None,
        passing=draw(st.sampled_from(ways)) if draw(rarely) else None,
    )


@st.composite
def some_start(draw: st.DrawFn, rules: Rules) -> Start:
    """Where a game may stand: near the limit as often as not."""
    near = min(rules.limit, 500)
    total = st.integers(near - 60, near + 5) | st.integers(-30, 60)
    return Start(
        totals=tuple(draw(st.lists(total, min_size=rules.players, max_size=rules.players))),
        dealer=draw(st.integers(0, rules.players - 1)),
        hand_number=draw(st.integers(1, 12)),
        overtime=draw(st.booleans()),
    )
