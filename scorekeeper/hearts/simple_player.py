"""A player as they sit in kitchens: ducks, gets rid of the queen, now and then shoots the moon."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from scorekeeper.hearts.play import (
    ACE_SPADES,
    HEARTS,
    IN_SUIT,
    KING_SPADES,
    QUEEN,
    SPADES,
    Card,
    Chance,
    Table,
    is_penalty,
)

_ACE, _KING, _TEN = 12, 11, 8  # ranks from 0
_GUARDS: Final = 4  # spades below the queen that keep her from being drawn out
_ENOUGH: Final = 8.0  # strength of a hand that is worth a try at the moon


@dataclass(slots=True)
class SimplePlayer:
    """Plays sensibly as often as `care` says (0 to 1), else any card; `nerve`: how often it dares a moon."""

    chance: Chance
    care: float = 0.95
    nerve: float = 0.5
    _shooting: bool = field(default=False, init=False)

    def passes(self, hand: Sequence[Card], count: int) -> Sequence[Card]:
        """The most dangerous cards: high spades without guards, high hearts, short suits."""
        if self._worth_a_moon(hand):
            return sorted(hand, key=_strength)[:count]
        suits = Counter(card // IN_SUIT for card in hand)
        guards = sum(card // IN_SUIT == SPADES and card < QUEEN for card in hand)
        return sorted(hand, key=lambda card: -_danger(card, suits[card // IN_SUIT], guards))[:count]

    def picks_up(self, hand: Sequence[Card]) -> None:
        """Make up its mind whether to go for the moon."""
        self._shooting = self._worth_a_moon(hand) and self.chance.random() < self.nerve

    def plays(self, seat: int, hand: Sequence[Card], legal: Sequence[Card], table: Table) -> Card:
        """A card of the legal ones."""
        if self.chance.random() >= self.care:
            return legal[int(self.chance.random() * len(legal))]
        if self._shooting and not table.shared and table.shooter in (None, seat):
            return _for_the_moon(legal, table)
        if not table.trick:
            return _lead(legal, table)
        if legal[0] // IN_SUIT == table.trick[0] // IN_SUIT:
            return _follow(seat, legal, table)
        return _throw_off(legal, table)

    def _worth_a_moon(self, hand: Sequence[Card]) -> bool:
        hearts = [card % IN_SUIT for card in hand if card // IN_SUIT == HEARTS]
        return len(hearts) >= 4 and _ACE in hearts and sum(map(_strength, hand)) >= _ENOUGH


def _strength(card: Card) -> float:
    """How surely a card takes a trick, about."""
    return max(0.0, (card % IN_SUIT - 7) / 5) + (
        0.4 if card // IN_SUIT == HEARTS and card % IN_SUIT > 7 else 0
    )


def _danger(card: Card, in_suit: int, guards: int) -> float:
    """How gladly a card is passed on."""
    rank, suit = card % IN_SUIT, card // IN_SUIT
    if card == QUEEN:
        return 30.0 if guards < _GUARDS else 2.0
    if card in (KING_SPADES, ACE_SPADES):
        return 25.0 if guards < _GUARDS - 1 else 1.0
    if suit == SPADES:
        return -5.0
    short = 6.0 / in_suit
    return rank + (3.0 if suit == HEARTS else short)


def _for_the_moon(legal: Sequence[Card], table: Table) -> Card:
    """Take everything that costs points; get rid of low cards where the trick is lost or costs nothing."""
    if not table.trick:
        return max(legal, key=lambda card: (card % IN_SUIT, card // IN_SUIT == HEARTS))
    winning = [card for card in legal if card // IN_SUIT == table.trick[0] // IN_SUIT and card > table.best()]
    if winning:
        return max(winning)
    harmless = [card for card in legal if not is_penalty(card)]
    return min(harmless or legal, key=lambda card: card % IN_SUIT)


def _lead(legal: Sequence[Card], table: Table) -> Card:
    """Low spades while the queen is out and none of the three high ones is held; else the lowest card."""
    spades = [card for card in legal if card // IN_SUIT == SPADES]
    if spades and not table.queen_gone and max(spades) < QUEEN:
        return max(spades)
    safe = legal
    if not table.queen_gone:
        safe = [card for card in legal if card not in (QUEEN, KING_SPADES, ACE_SPADES)] or legal
    return min(safe, key=lambda card: (card % IN_SUIT, card // IN_SUIT == HEARTS))


def _follow(seat: int, legal: Sequence[Card], table: Table) -> Card:
    """Duck with the highest card that does not take the trick; take it high where that costs nothing."""
    best = table.best()
    under = [card for card in legal if card < best]
    if QUEEN in under:  # somebody's king or ace takes her
        return QUEEN
    last = len(table.trick) == table.players - 1
    costs = any(map(is_penalty, table.trick))
    over = [card for card in legal if card > best and card != QUEEN]
    if (
        table.shooter is not None
        and table.shooter != seat
        and costs
        and last
        and over
        and table.tricks_left < 6
    ):
        return min(over)  # one heart keeps the moon from rising
    if last and not costs and over:
        return max(over)
    if under:
        return max(under)
    if last:
        return max(over or legal)
    return min(over or legal)


def _throw_off(legal: Sequence[Card], table: Table) -> Card:
    """The queen, then the spades that could catch her, then the highest heart, then the highest card."""
    if QUEEN in legal:
        return QUEEN
    if not table.queen_gone:
        for card in (ACE_SPADES, KING_SPADES):
            if card in legal:
                return card
    hearts = [card for card in legal if card // IN_SUIT == HEARTS]
    if hearts and max(hearts) % IN_SUIT >= _TEN - 4:
        return max(hearts)
    return max(legal, key=lambda card: card % IN_SUIT)
