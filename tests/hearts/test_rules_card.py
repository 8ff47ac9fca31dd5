"""The rules card: this game's rules in words (docs/rules.md, "Standard Hearts" and "House rules")."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from scorekeeper.hearts.deck import cards_out, lowest_club
from scorekeeper.hearts.presets import PRESETS, Preset, rules_for
from scorekeeper.hearts.rules import Rules
from scorekeeper.hearts.words import rules_card
from tests.hearts.some_rules import some_rules

NAMES = ("Ann", "Bob", "Cy", "Dora", "Eve", "Fay", "Gil", "Hal", "Ida", "Jo")
TEXT_MARK = "\N{VARIATION SELECTOR-15}"
FITTING = [(preset, players) for preset in PRESETS.values() for players in preset.players]
TEAMS = ((0, 2), (1, 3))


def card_of(rules: Rules) -> dict[str, str]:
    """The rules card as a mapping, without the marks that keep suit signs text."""
    card = rules_card(rules, NAMES[: rules.players])
    plain = {heading.replace(TEXT_MARK, ""): said.replace(TEXT_MARK, "") for heading, said in card}
    assert len(plain) == len(card)
    return plain


def named(value: object) -> str:
    return value.key if isinstance(value, Preset) else str(value)


def test_the_standard_game_has_this_card() -> None:
    assert card_of(Rules()) == {
        "The end": "The game ends after the hand that brings somebody to 100 or more. The lowest total wins.",
        "Tie for low": "Nobody has won yet: play on until one player alone is lowest after a hand, "
        "even if nobody is at 100 any more.",
        "Points": "Each heart 1 and the Q♠ 13. That is 26 in a hand.",
        "Moon": "Whoever takes all 13 hearts and the Q♠ scores 0, and everyone else scores 26.",
        "Deck": "52 cards, 13 each.",
        "Deal": "The deal moves to the left after every hand. After a misdeal the same dealer deals again.",
        "Passing": "Three cards: left, right, across, hold, and from the start again. "
        "On a hold nobody passes.",
        "Lead": "Whoever holds the 2♣ leads it to the first trick.",
        "First trick": "No heart and no Q♠, unless the hand holds nothing else that may be played.",
        "Breaking hearts": "No heart is led until a heart has been discarded on another suit, "
        "unless you hold only hearts. The Q♠ does not break them.",
        "Q♠": "After the first trick it is led like any spade. Nobody has to play it at the first chance.",
    }


@pytest.mark.parametrize(
    ("key", "players", "heading", "says"),
    [
        ("short", 4, "The end", "to 50 or more"),
        ("omnibus", 4, "Bonus card", "The J♦ takes 10 points off"),
        ("omnibus", 4, "Moon", "The J♦ counts on top, for whoever has it."),
        ("three", 3, "Deck", "51 cards, 17 each. Taken out: the 2♦."),
        ("three", 3, "Lead", "holds the 2♣ leads"),
        ("three", 3, "Passing", "left, right, hold, and from"),
        ("five", 5, "Deck", "50 cards, 10 each. Taken out: the 2♦ and the 2♣."),
        ("five", 5, "Lead", "the 3♣, the lowest club in the deck, leads"),
        ("five", 5, "Passing", "left, right, two seats left, two seats right, hold"),
        ("six", 6, "Deck", "48 cards, 8 each. Taken out: the 2♣, the 3♣, the 2♦ and the 3♦."),
        ("six", 6, "Lead", "the 4♣, the lowest club in the deck, leads"),
        ("six", 6, "Passing", "two seats right, across, hold"),
        ("partnership", 4, "Teams", "Ann and Cy against Bob and Dora."),
        ("partnership", 4, "Moon", "scores 0 (partners too), and each opponent scores 26"),
        ("partnership", 4, "The end", "brings a team to 100 or more. The lowest team total wins."),
        ("partnership", 4, "Tie for low", "until one team alone is lowest"),
        ("spot", 4, "Points", "2 to 10 as they say, J 11, Q 12, K 13, A 14; the Q♠ 25. That is 129"),
        ("spot", 4, "Moon", "everyone else scores 129"),
        ("spot", 4, "The end", "500 or more"),
        ("black_maria", 3, "Points", "the Q♠ 13, the K♠ 10 and the A♠ 7. That is 43"),
        ("black_maria", 3, "Moon", "all 13 hearts, the Q♠, the K♠ and the A♠ scores 0"),
        ("black_maria", 3, "Passing", "Three cards to the right, every hand."),
        ("black_maria", 3, "First trick", "No heart, no Q♠, no K♠ and no A♠, unless"),
        ("cancellation", 6, "Points", "each Q♠ 13. That is 52"),
        ("cancellation", 6, "Moon", "all 26 hearts and both Q♠ scores 0"),
        (
            "cancellation",
            6,
            "Deck",
            "Two decks, 102 cards, 17 each. Taken out: two cards without points (both 2♦, say).",
        ),
        ("cancellation", 6, "Passing", "Nobody passes any cards."),
        ("cancellation", 6, "Equal cards", "cancel each other"),
        ("cancellation", 6, "Lead", "Whoever holds a 2♣ leads"),
        ("cancellation", 8, "Deck", "Two decks, 104 cards, 13 each."),
    ],
)
def test_the_card_of_a_preset_says_what_is_special_in_it(
    key: str, players: int, heading: str, says: str
) -> None:
    assert says in card_of(rules_for(PRESETS[key], players))[heading]


@pytest.mark.parametrize(
    ("rules", "heading", "says"),
    [
        (Rules(max_hands=12), "The end", "100 or more, or after hand 12. The lowest"),
        (Rules(tie="share"), "Tie for low", "All tied for low have won."),
        (Rules(tie="share", teams=TEAMS), "Tie for low", "All teams tied for low have won."),
        (
            Rules(overtime_latched=False),
            "Tie for low",
            "tested afresh: with nobody at 100 any more the game just",
        ),
        (Rules(queen_points=0), "Points", "Each heart 1. That is 13"),
        (Rules(jack="TD", jack_value=-1), "Bonus card", "The 10♦ takes 1 point off"),
        (Rules(jack="JD", decks=2), "Bonus card", "Each J♦ takes"),
        (Rules(moon="subtract"), "Moon", "scores −26, and everyone else 0."),
        (Rules(moon="subtract", moon_value=30), "Moon", "scores −30"),
        (Rules(moon="choice"), "Moon", "chooses: everyone else scores 26, or the shooter −26."),
        (
            Rules(moon="no_handing_win"),
            "Moon",
            "without the shooter among the winners is barred, unless both would.",
        ),
        (Rules(moon="no_handing_win", teams=TEAMS), "Moon", "without the shooter's team among the winners"),
        (
            Rules(moon="avoid_ending"),
            "Moon",
            "everyone else 26; where that would end the game, the shooter scores −26",
        ),
        (Rules(moon="off"), "Moon", "There is none: whoever takes all 26 points has 26 points."),
        (
            Rules(hearts_removed=("2",)),
            "Moon",
            "all 12 hearts and the Q♠ scores 0, and everyone else scores 25",
        ),
        (Rules(queen_points=0), "Moon", "Whoever takes all 13 hearts scores 0"),
        (Rules(players=3, kitty="out_of_play"), "Moon", "the Q♠, those in the kitty aside, scores 0"),
        (Rules(jack="JD", jack_needed_for_moon=True), "Moon", "hearts and the Q♠, and the J♦ too, scores 0"),
        (Rules(jack="JD", jack_in_moon="absorbed"), "Moon", "The shooter gets nothing extra for the J♦"),
        (
            Rules(teams=TEAMS, team_moon=True),
            "Moon",
            "Partners who have them all between them have shot it together.",
        ),
        (Rules(sun=True), "Sun", "all 13 tricks has shot the sun: it counts 52 where a moon counts 26."),
        (Rules(players=3, sun=True, moon_value=30), "Sun", "all 17 tricks has shot the sun: it counts 60"),
        (Rules(sun=True, jack="JD", jack_needed_for_moon=True), "Sun", "It does not ask for the J♦."),
        (Rules(no_trick_bonus=5), "No trick", "scores −5, but not where the moon was shot."),
        (Rules(no_trick_bonus=5, moon="off"), "No trick", "Whoever wins no trick scores −5."),
        (Rules(exact_limit_reset=50), "Exactly 100", "exactly 100 drops to 50 before the end"),
        (Rules(exact_limit_reset=0, limit=50), "Exactly 50", "exactly 50 drops to 0"),
        (Rules(floor_zero=True), "Below zero", "No total goes below zero."),
        (
            Rules(hearts_removed=("2", "K")),
            "Deck",
            "48 cards, 12 each. Taken out: the 2♥, the K♥ and two cards",
        ),
        (
            Rules(hearts_removed=("2",)),
            "Deck",
            "three cards without points (the 2♣, the 2♦ and the 2♠, say).",
        ),
        (
            Rules(players=9, decks=2),
            "Deck",
            "99 cards, 11 each. Taken out: five cards without points (both 2♦,",
        ),
        (Rules(players=9, decks=2), "Deck", "both 2♣ and a 3♦, say)"),
        (Rules(players=3, kitty="out_of_play"), "Deck", "52 cards, 17 each."),
        (
            Rules(players=3, kitty="out_of_play"),
            "Kitty",
            "The card left over lies aside and counts for nobody.",
        ),
        (Rules(players=5, kitty="out_of_play"), "Kitty", "The two cards left over lie aside and count"),
        (Rules(players=5, kitty="out_of_play"), "Lead", "the lowest club that was dealt"),
        (Rules(pass_count=1), "Passing", "One card: left, right"),
        (Rules(pass_cycle=("across",), pass_count=4), "Passing", "Four cards across, every hand."),
        (Rules(pass_cycle=("scatter", "scatter")), "Passing", "Every hand one card to each other player."),
        (
            Rules(pass_cycle=("left", "scatter")),
            "Passing",
            "left, scatter, and from the start again. Scatter is one",
        ),
        (
            Rules(players=6, teams=((0, 3), (1, 4), (2, 5))),
            "Teams",
            "Ann and Dora against Bob and Eve against Cy and Fay.",
        ),
        (
            Rules(players=6, teams=((0, 2, 4), (1, 3, 5))),
            "Teams",
            "Ann, Cy and Eve against Bob, Dora and Fay.",
        ),
        (
            Rules(points_on_first_trick=True),
            "First trick",
            "Penalty cards may be played to it like any other.",
        ),
        (Rules(queen_points=0), "First trick", "No heart, unless"),
        (Rules(hearts_lead_any_time=True), "Breaking hearts", "Hearts may be led at any time."),
        (Rules(queen_breaks_hearts=True), "Breaking hearts", "until a heart or the Q♠ has been discarded"),
    ],
)
def test_a_house_rule_stands_on_the_card(rules: Rules, heading: str, says: str) -> None:
    assert says in card_of(rules)[heading]


def test_a_queen_that_breaks_hearts_is_not_said_to_leave_them() -> None:
    assert "does not break" not in card_of(Rules(queen_breaks_hearts=True))["Breaking hearts"]


@given(some_rules())
def test_every_card_is_short_clean_and_whole(rules: Rules) -> None:
    card = card_of(rules)
    assert {"The end", "Tie for low", "Points", "Moon", "Deck", "Passing", "Lead", "First trick"} <= set(card)
    for said in card.values():
        assert said[0].isupper() or said[0].isdigit()
        assert said.endswith(".")
        assert not re.search(r"  |\.\.| [.,:;]|,,|None|True|False|\(\)|_", said), said
        assert len(said) < 420
    assert str(rules.limit) in card["The end"]
    assert ("Sun" in card) is rules.sun
    assert ("Bonus card" in card) is (rules.jack != "off")
    assert ("Teams" in card) is (rules.teams is not None)
    assert ("Kitty" in card) is (rules.kitty_size > 0)
    assert ("Below zero" in card) is rules.floor_zero
    assert ("No trick" in card) is (rules.no_trick_bonus > 0)
    assert ("Equal cards" in card) is (rules.decks == 2)


@given(some_rules())
def test_the_cards_taken_out_make_the_deal_come_out_even(rules: Rules) -> None:
    out = cards_out(rules)
    assert len(out) == (0 if rules.kitty_size else rules.left_over)
    assert all(out.count(card) <= rules.decks for card in out)
    counting = {"Q♠", "K♠", "A♠", "J♦", "10♦"}
    assert not counting & set(out)
    assert all("♥" not in card for card in out)
    club, copies = lowest_club(rules)
    assert 1 <= copies <= rules.decks
    assert out.count(club) == rules.decks - copies


@pytest.mark.parametrize(("preset", "players"), FITTING, ids=named)
def test_a_card_is_read_aloud_in_under_two_minutes(preset: Preset, players: int) -> None:
    words = " ".join(
        said for entry in rules_card(rules_for(preset, players), NAMES) for said in entry
    ).split()
    assert len(words) < 260
