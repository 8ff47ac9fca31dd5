"""Hearts played out, trick by trick: cards dealt, passed and played as the rules allow, by simple players.

For believable games, not for winning them. Chance comes in from outside, so that the same chance plays the
same hand. One deck, every card dealt (docs/rules.md, "Standard Hearts").
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from scorekeeper.hearts.cards import RANKS
from scorekeeper.hearts.deck import cards_out, lowest_club
from scorekeeper.hearts.facts import Taken
from scorekeeper.hearts.rotation import receivers
from scorekeeper.hearts.rules import Rules

# A card is a number: its suit times 13, and its rank from 0 (the two) to 12 (the ace).
Card = int
SUITS: Final = "♣♦♠♥"
CLUBS, DIAMONDS, SPADES, HEARTS = range(4)
IN_SUIT: Final = len(RANKS)
QUEEN: Final[Card] = SPADES * IN_SUIT + RANKS.index("Q")
JACK: Final[Card] = DIAMONDS * IN_SUIT + RANKS.index("J")
TEN: Final[Card] = DIAMONDS * IN_SUIT + RANKS.index("10")
KING_SPADES: Final[Card] = SPADES * IN_SUIT + RANKS.index("K")
ACE_SPADES: Final[Card] = SPADES * IN_SUIT + RANKS.index("A")


class Chance(Protocol):
    """What is left to chance; `random.Random` is one."""

    def shuffle(self, x: list[Card], /) -> None:
        """Put the cards in any order."""

    def random(self) -> float:
        """A number from 0 up to 1."""
        ...


class Player(Protocol):
    """Who holds a hand. What it gives back must be among what it was given."""

    def passes(self, hand: Sequence[Card], count: int) -> Sequence[Card]:
        """The cards to pass on."""
        ...

    def picks_up(self, hand: Sequence[Card]) -> None:
        """Look at the hand after the pass, before the first card is played."""
        ...

    def plays(self, seat: int, hand: Sequence[Card], legal: Sequence[Card], table: Table) -> Card:
        """The card to play next."""
        ...


@dataclass(slots=True)
class Table:
    """What everybody sees: the trick so far, what was played, and who has penalty cards.

    `shooter` is the one seat that has every penalty card so far; None before the first, and where two have
    some.
    """

    players: int
    leader: int
    tricks: int  # in the hand
    tricks_left: int
    trick: list[Card] = field(default_factory=list)
    queen_gone: bool = False
    broken: bool = False
    shooter: int | None = None
    shared: bool = False  # two seats have penalty cards: nobody can shoot the moon any more

    @property
    def first(self) -> bool:
        """Whether this is the first trick."""
        return self.tricks_left == self.tricks

    def best(self) -> Card:
        """The card that takes the trick as it lies."""
        return winning_card(self.trick)


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick: who led, the cards in the order they were played, and who took them."""

    leader: int
    cards: tuple[Card, ...]
    winner: int


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand as it was played: what was dealt and passed by seat, every trick, and what each seat took."""

    dealt: tuple[tuple[Card, ...], ...]
    passed: tuple[tuple[Card, ...], ...]
    tricks: tuple[Trick, ...]
    taken: tuple[Taken, ...]


def name_of(card: Card) -> str:
    """The card as it is written: "Q♠"."""
    return f"{RANKS[card % IN_SUIT]}{SUITS[card // IN_SUIT]}"


def card_of(name: str) -> Card:
    """`name_of` read backwards."""
    return SUITS.index(name[-1]) * IN_SUIT + RANKS.index(name[:-1])


def is_penalty(card: Card) -> bool:
    """Whether a card costs points in the standard game."""
    return card >= HEARTS * IN_SUIT or card == QUEEN


def winning_card(trick: Sequence[Card]) -> Card:
    """The card that takes a trick: the highest of the suit led."""
    suit = trick[0] // IN_SUIT
    return max(card for card in trick if card // IN_SUIT == suit)


def deck_of(rules: Rules) -> list[Card]:
    """The cards in play. Raises ValueError for two decks, or a kitty: such a hand is not played here."""
    if rules.decks != 1 or rules.kitty_size:
        raise ValueError(f"{rules.decks!r} decks and a kitty of {rules.kitty_size!r}: not played here")
    out = {card_of(name) for name in cards_out(rules)}
    out |= {HEARTS * IN_SUIT + RANKS.index(rank) for rank in rules.hearts_removed}
    return [card for card in range(4 * IN_SUIT) if card not in out]


def legal_cards(rules: Rules, hand: Sequence[Card], table: Table, opening: Card) -> list[Card]:
    """The cards a hand may play now (docs/rules.md, "Standard Hearts"); `opening` leads the first trick."""
    if not table.trick:
        if table.first:
            return [opening]
        if table.broken or rules.hearts_lead_any_time:
            return list(hand)
        return [card for card in hand if card // IN_SUIT != HEARTS] or list(hand)
    suit = table.trick[0] // IN_SUIT
    following = [card for card in hand if card // IN_SUIT == suit]
    if following:
        return following
    if table.first and not rules.points_on_first_trick:
        return [card for card in hand if not is_penalty(card)] or list(hand)
    return list(hand)


def play_hand(rules: Rules, passing: str, players: Sequence[Player], chance: Chance) -> PlayedHand:
    """Deal, pass and play one hand. Raises ValueError for rules this cannot be played by."""
    deck = deck_of(rules)
    chance.shuffle(deck)
    dealt = [sorted(deck[seat :: rules.players]) for seat in range(rules.players)]
    passed, hands = _passed(rules, passing, players, dealt)
    tricks = _tricks(rules, players, hands)
    return PlayedHand(
        dealt=tuple(map(tuple, dealt)),
        passed=tuple(map(tuple, passed)),
        tricks=tuple(tricks),
        taken=_taken(rules, tricks),
    )


def _passed(
    rules: Rules, passing: str, players: Sequence[Player], dealt: Sequence[Sequence[Card]]
) -> tuple[list[list[Card]], list[list[Card]]]:
    """What each seat passed on, and the hands after it. Everybody passes before looking at what came."""
    given = receivers(passing, rules.players)
    passed = [
        list(player.passes(hand, len(to) if len(to) > 1 else rules.pass_count)) if to else []
        for player, hand, to in zip(players, dealt, given, strict=True)
    ]
    hands = [
        [card for card in hand if card not in set(gone)] for hand, gone in zip(dealt, passed, strict=True)
    ]
    for gone, to in zip(passed, given, strict=True):
        for place, card in enumerate(gone):
            hands[to[place % len(to)]].append(card)
    return passed, [sorted(hand) for hand in hands]


def _tricks(rules: Rules, players: Sequence[Player], hands: Sequence[list[Card]]) -> list[Trick]:
    opening = card_of(lowest_club(rules)[0])
    leader = next(seat for seat, hand in enumerate(hands) if opening in hand)
    table = Table(players=rules.players, leader=leader, tricks=rules.tricks, tricks_left=rules.tricks)
    for player, hand in zip(players, hands, strict=True):
        player.picks_up(hand)
    tricks = []
    while table.tricks_left:
        for turn in range(rules.players):
            seat = (table.leader + turn) % rules.players
            legal = legal_cards(rules, hands[seat], table, opening)
            card = players[seat].plays(seat, hands[seat], legal, table) if len(legal) > 1 else legal[0]
            if card not in legal:
                raise ValueError(f"{name_of(card)} may not be played")
            hands[seat].remove(card)
            table.trick.append(card)
        tricks.append(_taken_in(rules, table))
    return tricks


def _taken_in(rules: Rules, table: Table) -> Trick:
    """Take the trick off the table; its winner leads the next."""
    cards = tuple(table.trick)
    winner = (table.leader + cards.index(table.best())) % table.players
    trick = Trick(table.leader, cards, winner)
    suit = cards[0] // IN_SUIT
    hearts = suit != HEARTS and any(card // IN_SUIT == HEARTS for card in cards)
    table.queen_gone = table.queen_gone or QUEEN in cards
    table.broken = table.broken or hearts or (rules.queen_breaks_hearts and table.queen_gone)
    if any(map(is_penalty, cards)):
        table.shared = table.shared or table.shooter not in (None, winner)
        table.shooter = None if table.shared else winner
    table.leader, table.trick, table.tricks_left = winner, [], table.tricks_left - 1
    return trick


def _taken(rules: Rules, tricks: Iterable[Trick]) -> tuple[Taken, ...]:
    """What each seat took, as a table counts it: hearts and the named cards."""
    cards: list[list[Card]] = [[] for _ in range(rules.players)]
    for trick in tricks:
        cards[trick.winner] += trick.cards
    bonus = TEN if rules.jack == "TD" else JACK
    return tuple(
        Taken(
            hearts=sum(card // IN_SUIT == HEARTS for card in mine),
            queen=mine.count(QUEEN),
            jack=mine.count(bonus) if "jack" in rules.named else 0,
            king_spades=mine.count(KING_SPADES) if "king_spades" in rules.named else 0,
            ace_spades=mine.count(ACE_SPADES) if "ace_spades" in rules.named else 0,
        )
        for mine in cards
    )
