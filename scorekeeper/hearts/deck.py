"""Which cards leave the deck before the deal (docs/rules.md, "Cards that leave the deck")."""

from __future__ import annotations

from collections import Counter
from types import MappingProxyType
from typing import Final

from scorekeeper.hearts.cards import RANKS
from scorekeeper.hearts.rules import Rules
from scorekeeper.hearts.speech import as_text, spoken

# One deck, no hearts removed: settled for these numbers of players.
SETTLED: Final = MappingProxyType({3: ("2♦",), 5: ("2♦", "2♣"), 6: ("2♣", "3♣", "2♦", "3♦")})


def is_settled(rules: Rules) -> bool:
    """Whether the rules themselves say which cards leave so that the deal comes out even."""
    return rules.decks == 1 and not rules.hearts_removed and rules.players in SETTLED


def cards_out(rules: Rules) -> tuple[str, ...]:
    """The cards besides `hearts_removed` that leave so that the deal comes out even; none with a kitty.

    Settled for three, five and six players with one deck. Otherwise what a table would do: a rank taken
    out in hearts goes in all suits where that comes out even; else the lowest diamonds and clubs go.
    """
    if rules.left_over == 0 or rules.kitty_size:
        return ()
    if is_settled(rules):
        return SETTLED[rules.players]
    removed = rules.hearts_removed
    no_honours = all(rank.isdigit() for rank in removed)  # a ten or more might be a card that counts
    if rules.left_over == 3 * len(removed) * rules.decks and no_honours and "10" not in removed:
        return tuple(f"{rank}{suit}" for rank in removed for suit in "♣♦♠" for _ in range(rules.decks))
    low = (f"{rank}{suit}" for rank in RANKS for suit in "♦♣" for _ in range(rules.decks))
    return tuple(card for card, _ in zip(low, range(rules.left_over), strict=False))


def take_out(rules: Rules) -> str:
    """Which cards leave the deck before the first deal, as a sentence for the table; "" for none."""
    cards = [*(f"{rank}♥" for rank in rules.hearts_removed), *cards_out(rules)]
    return f"Take out the {as_text(spoken(cards))} first: {rules.tricks} cards each." if cards else ""


def lowest_club(rules: Rules) -> tuple[str, int]:
    """The lowest club in the deck and how many of it there are; its holder leads the first trick."""
    out = Counter(cards_out(rules))
    left = ((f"{rank}♣", rules.decks - out[f"{rank}♣"]) for rank in RANKS)
    return next((card, count) for card, count in left if count)
