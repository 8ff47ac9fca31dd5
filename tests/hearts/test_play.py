"""Hands played out: every card legal, replayed by rules written down here once more."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from scorekeeper.hearts.play import PlayedHand, Trick, card_of, deck_of, name_of, play_hand
from scorekeeper.hearts.rotation import receivers
from scorekeeper.hearts.rules import Rules
from scorekeeper.hearts.simple_player import SimplePlayer
from scorekeeper.hearts.taken import check

RANKS = "23456789TJQKA"
HANDS = 300


class Anybody:
    """Passes and plays any card it may: what holds for it holds for everybody."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def passes(self, hand: Sequence[int], count: int) -> Sequence[int]:
        return self.chance.sample(list(hand), count)

    def picks_up(self, hand: Sequence[int]) -> None:
        pass

    def plays(self, seat: int, hand: Sequence[int], legal: Sequence[int], table: object) -> int:
        return self.chance.choice(list(legal))


def hands(
    rules: Rules, count: int = HANDS, *, simple: bool = True, seed: int = 1
) -> Iterator[tuple[str, PlayedHand]]:
    """Hands one after the other, the pass in turn."""
    chance = random.Random(seed)
    players = [
        SimplePlayer(chance, care=0.9, nerve=0.6) if simple else Anybody(chance) for _ in range(rules.players)
    ]
    for number in range(count):
        passing = rules.cycle[number % len(rules.cycle)]
        yield passing, play_hand(rules, passing, players, chance)


def named(cards: Sequence[int]) -> list[str]:
    return [name_of(card).replace("10", "T") for card in cards]


def after_the_pass(passing: str, played: PlayedHand) -> list[set[str]]:
    """The hands as they were when the first card was played."""
    held = [set(named(cards)) for cards in played.dealt]
    given = receivers(passing, len(held))
    for seat, cards in enumerate(played.passed):
        assert held[seat] >= set(named(cards))
        held[seat] -= set(named(cards))
    for cards, to in zip(played.passed, given, strict=True):
        for place, card in enumerate(named(cards)):
            held[to[place % len(to)]].add(card)
    return held


def winner(trick: Trick, players: int) -> int:
    cards = named(trick.cards)
    following = [card for card in cards if card[1] == cards[0][1]]
    highest = max(following, key=lambda card: RANKS.index(card[0]))
    return (trick.leader + cards.index(highest)) % players


def illegal(rules: Rules, held: list[set[str]], tricks: Sequence[Trick]) -> Iterator[str]:
    """What was played against docs/rules.md, "Standard Hearts"; plays the hands out."""
    broken = False
    for number, trick in enumerate(tricks):
        suit = named(trick.cards)[0][1]
        for turn, card in enumerate(named(trick.cards)):
            seat = (trick.leader + turn) % rules.players
            hand = held[seat]
            where = f"trick {number + 1}, seat {seat}: {card} from {sorted(hand)}"
            if card not in hand:
                yield f"not held: {where}"
            if turn and card[1] != suit and any(other[1] == suit for other in hand):
                yield f"not followed: {where}"
            costs = card[1] == "♥" or card == "Q♠"
            harmless = [other for other in hand if other[1] != "♥" and other != "Q♠"]
            if number == 0 and turn and costs and harmless and not rules.points_on_first_trick:
                yield f"points on the first trick: {where}"
            only_hearts = all(other[1] == "♥" for other in hand)
            if turn == 0 and suit == "♥" and not (broken or only_hearts or rules.hearts_lead_any_time):
                yield f"hearts not broken: {where}"
            hand.discard(card)
        broken = broken or (suit != "♥" and any(card[1] == "♥" for card in named(trick.cards)))
        broken = broken or (rules.queen_breaks_hearts and "Q♠" in named(trick.cards))


TABLES = [
    {},
    {"players": 3},
    {"players": 5},
    {"players": 6},
    {"points_on_first_trick": True},
    {"hearts_lead_any_time": True},
    {"queen_breaks_hearts": True},
    {"pass_cycle": ("scatter",)},
    {"hearts_removed": ("2", "3"), "players": 5},
]


@pytest.mark.parametrize("simple", [True, False], ids=["simple", "anybody"])
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_card_is_legal(table: dict, simple: bool) -> None:
    rules = Rules(**table)
    for passing, played in hands(rules, simple=simple):
        held = after_the_pass(passing, played)
        assert list(illegal(rules, held, played.tricks)) == []
        assert held == [set() for _ in range(rules.players)]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_trick_goes_to_the_highest_of_its_suit_and_its_winner_leads(table: dict) -> None:
    rules = Rules(**table)
    for _, played in hands(rules, 100):
        assert len(played.tricks) == rules.tricks
        assert [trick.winner for trick in played.tricks] == [winner(t, rules.players) for t in played.tricks]
        assert [t.leader for t in played.tricks[1:]] == [t.winner for t in played.tricks[:-1]]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_whole_deck_is_dealt_and_what_was_taken_is_a_hand(table: dict) -> None:
    rules = Rules(**table)
    for _, played in hands(rules, 100):
        assert sorted(card for hand in played.dealt for card in hand) == deck_of(rules)
        assert check(rules, played.taken) == ()
        for seat, taken in enumerate(played.taken):
            cards = [card for trick in played.tricks if trick.winner == seat for card in named(trick.cards)]
            assert taken.hearts == sum(card[1] == "♥" for card in cards)
            assert taken.queen == cards.count("Q♠")


def test_the_two_of_clubs_leads() -> None:
    assert {named(played.tricks[0].cards)[0] for _, played in hands(Rules())} == {"2♣"}
    assert {named(played.tricks[0].cards)[0] for _, played in hands(Rules(players=6), 50)} == {"4♣"}


def test_three_cards_are_passed_and_on_a_hold_none() -> None:
    for passing, played in hands(Rules(), 8):
        count = 0 if passing == "hold" else 3
        assert [len(cards) for cards in played.passed] == [count] * 4


def test_moons_are_shot_about_as_often_as_by_people() -> None:
    shot = sum(
        max(taken.hearts + 13 * taken.queen for taken in played.taken) == 26
        for _, played in hands(Rules(), 3000)
    )
    assert 0.005 <= shot / 3000 <= 0.05


def test_care_pays() -> None:
    chance = random.Random(3)
    players = [SimplePlayer(chance, care=care) for care in (1.0, 0.5, 1.0, 0.5)]
    scores = [0] * 4
    for _ in range(400):
        for seat, taken in enumerate(play_hand(Rules(), "left", players, chance).taken):
            scores[seat] += taken.hearts + 13 * taken.queen
    assert max(scores[0], scores[2]) < min(scores[1], scores[3])


def test_the_same_chance_plays_the_same_hands() -> None:
    assert list(hands(Rules(), 20)) == list(hands(Rules(), 20))
    assert list(hands(Rules(), 20)) != list(hands(Rules(), 20, seed=2))


def test_the_named_cards_in_play_are_counted() -> None:
    maria = Rules(players=3, king_spades_points=10, ace_spades_points=7, jack="TD", pass_cycle=("right",))
    for _, played in hands(maria, 50):
        assert check(maria, played.taken) == ()


@pytest.mark.parametrize(
    "rules", [Rules(players=6, decks=2), Rules(players=5, kitty="out_of_play")], ids=["two decks", "kitty"]
)
def test_what_cannot_be_played_here_is_refused(rules: Rules) -> None:
    with pytest.raises(ValueError, match="not played here"):
        deck_of(rules)


def test_a_card_that_may_not_be_played_is_refused() -> None:
    class Cheat(Anybody):
        def plays(self, seat: int, hand: Sequence[int], legal: Sequence[int], table: object) -> int:
            return next((card for card in hand if card not in legal), legal[0])

    chance = random.Random(1)
    with pytest.raises(ValueError, match="may not be played"):
        play_hand(Rules(), "hold", [Cheat(chance) for _ in range(4)], chance)


def test_cards_have_names() -> None:
    assert [name_of(card) for card in (0, 12, 13 + 8, 26 + 10, 51)] == ["2♣", "A♣", "10♦", "Q♠", "A♥"]
    assert all(card_of(name_of(card)) == card for card in range(52))
