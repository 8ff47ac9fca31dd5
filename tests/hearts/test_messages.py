"""Faults as sentences: they name the player and the card, and every code has one."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.hearts.facts import CODES, Fault
from scorekeeper.hearts.game import Start, begin, step
from scorekeeper.hearts.messages import sentence, why_barred
from scorekeeper.hearts.rules import Rules
from scorekeeper.hearts.taken import Facts, Taken, read_facts

NAMES = ("Ann", "Bob", "Cy", "dora", "Eve", "Fay")
TEXT = "\N{VARIATION SELECTOR-15}"


def said(hand: dict[str, Any], rules: Rules | None = None, start: Start | None = None) -> list[str]:
    """The sentences about a hand, the mark for plain suit signs left out."""
    rules = rules or Rules()
    position = begin(rules, start or Start((0,) * rules.players))
    result, _ = step(rules, position, read_facts(rules, hand))
    return [sentence(fault, NAMES, rules).replace(TEXT, "") for fault in result.faults]


def taken(*entries: object) -> dict[str, Any]:
    return {"taken": [{"hearts": entry} if type(entry) is int else entry for entry in entries]}


def queen(hearts: int, number: int = 1) -> dict[str, Any]:
    return {"hearts": hearts, "queen": number}


MOON = taken(queen(13), 0, 0, 0)
SPOT = Rules(hearts="rank", queen_points=25)
SIX = Rules(players=6, decks=2)


@pytest.mark.parametrize(
    ("hand", "sentences"),
    [
        ({}, ["Nothing was entered for this hand."]),
        (taken(4, queen(6), 3), ["There must be one entry for each of 4 players, not 3."]),
        (taken(4, queen(6), 3, None), ["dora's hearts are missing: blank is not zero."]),
        ({"points": [4, 19, None, 3]}, ["Cy's points are missing: blank is not zero."]),
        (taken(4, queen(6), 3, "none"), ["dora's hearts cannot be read from 'none'."]),
        (taken({"hearts": 4.5}, queen(6), 3, 0), ["Ann's hearts: 4.5 is not a whole number."]),
        (taken(4, {"hearts": 9, "queen": "x"}, 0, 0), ["Bob's number of Q♠: 'x' is not a whole number."]),
        ({"points": [True, 19, 3, 0]}, ["Ann's points: True is not a whole number."]),
        (taken(-1, queen(11), 3, 0), ["Ann's hearts: −1 is below zero."]),
        (taken(4, queen(6), 2, 0), ["The hearts add up to 12, not 13: 1 heart is missing."]),
        (taken(4, queen(6), 1, 0), ["The hearts add up to 11, not 13: 2 hearts are missing."]),
        (taken(4, queen(6), 5, 0), ["The hearts add up to 15, not 13: 2 too many."]),
        (
            taken(0, queen(14), 0, 0),
            [
                "Bob cannot have 14 hearts: there are only 13.",
                "The hearts add up to 14, not 13: 1 too many.",
            ],
        ),
        (taken(4, 6, 3, 0), ["Nobody has the Q♠."]),
        (taken(queen(4), queen(6), 3, 0), ["The Q♠ was given to Ann and Bob, but there is only one."]),
        (taken(4, queen(6, 2), 3, 0), ["The Q♠ was given to Bob (2), but there is only one."]),
        (
            taken(queen(13) | {"tricks": 13}, 0, 0, {"hearts": 0, "tricks": 1}),
            ["The tricks add up to 14, not 13."],
        ),
        (taken(4, queen(6), {"hearts": 3, "tricks": 0}, 0), ["Cy won no trick, so Cy cannot have 3 cards."]),
        (taken({"hearts": 5, "tricks": 1}, queen(5), 3, 0), ["Ann cannot have 5 cards from 1 trick."]),
        (
            taken({"hearts": 12, "queen": 1, "tricks": 13}, 1, 0, 0),
            [
                "Ann won every trick, so nobody else can have a card.",
                "Bob won no trick, so Bob cannot have 1 card.",
            ],
        ),
        ({"points": [4, 18, 3, 0]}, ["The points add up to 25, not 26, and no moon comes to that."]),
        ({"points": [9, 9, 8, 0]}, ["The points add up, but no cards come to 9, 9, 8 and 0."]),
        (
            {"points": [-1, 14, 13, 0]},
            [
                "Ann's points: no cards come to −1.",
                "The points add up, but no cards come to −1, 14, 13 and 0.",
            ],
        ),
        ({"points": [10**9, 0, 0, 0], "as_written": True}, [
            "Ann's points: 1000000000 is more than a score sheet can hold."
        ]),
        (MOON | {"moon_choice": "subtract"}, ["At this table a moon is never subtracted."]),
        (MOON | {"moon_choice": "fly"}, ["Ann can only add or subtract, not 'fly'."]),
    ],
)  # fmt: skip
def test_a_fault_of_the_standard_game_names_the_player_and_the_card(
    hand: dict[str, Any], sentences: list[str]
) -> None:
    assert said(hand) == sentences


@pytest.mark.parametrize(
    ("rules", "hand", "sentences"),
    [
        (Rules(jack="TD"), taken(4, queen(6), 3, 0), ["Nobody has the 10♦."]),
        (Rules(jack="JD"), taken(4, queen(6), 3, 0), ["Nobody has the J♦."]),
        (Rules(players=3, king_spades_points=10), taken(5, queen(5), 3), ["Nobody has the K♠."]),
        (SIX, taken(queen(10), 6, 5, 5, 0, 0), ["Only Ann has a Q♠, but there are two."]),
        (SIX, taken(10, 6, 5, 5, 0, 0), ["Nobody has a Q♠, but there are two."]),
        (
            SIX,
            taken(queen(10, 2), queen(6), 5, 5, 0, 0),
            ["The Q♠ was given to Ann (2) and Bob, but there are two."],
        ),
        (
            Rules(players=3, kitty="out_of_play"),
            taken(5, queen(4), 2),
            ["2 penalty or bonus cards are nobody's, but only 1 card can be in the kitty."],
        ),
        (SPOT, taken(queen(13), 0, 0, 0), [
            f"It must be said which hearts {name} took, not only how many." for name in NAMES[:4]
        ]),
        (
            SPOT,
            {"taken": [{"heart_ranks": list("23456789")}, {"heart_ranks": ["10", "J", "J"], "queen": 1},
                       {"heart_ranks": ["Q"]}, {"heart_ranks": []}]},
            ["K♥ and A♥ are missing: somebody must have taken each.", "J♥ can be taken only once."],
        ),
        (
            Rules(hearts_removed=("2",)),
            taken({"heart_ranks": ["2"]}, queen(12), 0, 0),
            ["The hearts add up to 13, not 12: 1 too many.", "2♥ is not in this deck."],
        ),
        (Rules(), taken({"hearts": 3, "heart_ranks": ["A"]}, queen(10), 0, 0), [
            "Ann is said to have 3 hearts, but 1 was named."
        ]),
        (Rules(moon="choice"), taken(queen(13), 0, 0, 0), [
            "Ann shot the moon and must say: add 26 to everybody else, or subtract 26?"
        ]),
        (
            Rules(moon="choice", sun=True, teams=((0, 2), (1, 3))),
            taken(queen(13) | {"tricks": 13}, 0, 0, 0),
            ["Ann shot the sun and must say: add 52 to each opponent, or subtract 52?"],
        ),
        (Rules(moon="choice"), {"points": [0, 26, 26, 26], "moon_choice": "subtract"}, [
            "These points show a moon already added, but subtracting was said."
        ]),
        (Rules(moon="avoid_ending"), taken(queen(13), 0, 0, 0) | {"moon_choice": "subtract"}, [
            "Adding would not end the game, so Ann can only add."
        ]),
        (
            Rules(jack="JD", queen_points=0, hearts_removed=("2", "3", "4")),
            {"points": [0, 0, 0, 0]},
            ["More than one moon comes to these points: say which cards were taken."],
        ),
    ],
)  # fmt: skip
def test_a_fault_under_house_rules_names_the_player_and_the_card(
    rules: Rules, hand: dict[str, Any], sentences: list[str]
) -> None:
    assert said(hand, rules) == sentences


def test_a_choice_that_hands_the_win_away_is_refused_with_the_reason() -> None:
    rules = Rules(moon="no_handing_win")
    start = Start((99, 98, 97, 10))
    hand = taken(queen(13), 0, 0, 0) | {"moon_choice": "add"}
    assert said(hand, rules, start) == ["Adding would end the game without a win for Ann."]


@pytest.mark.parametrize(
    ("rules", "choice", "reason"),
    [
        (
            Rules(moon="no_handing_win"),
            "add",
            "Adding would end the game and hand the win to dora, not to Ann.",
        ),
        (Rules(moon="avoid_ending"), "add", "Adding would end the game, so Ann can only subtract."),
        (Rules(moon="subtract"), "add", "At this table a moon is never added."),
        (Rules(moon="add"), "subtract", "At this table a moon is never subtracted."),
    ],
)
def test_the_page_can_say_why_a_choice_is_barred(rules: Rules, choice: str, reason: str) -> None:
    moon = Facts(taken=(Taken(13, queen=1), Taken(0), Taken(0), Taken(0)))
    result, _ = step(rules, begin(rules, Start((99, 98, 97, 10))), moon)
    assert result.outlooks[choice].barred
    assert why_barred(choice, result.outlooks[choice], 0, NAMES, rules) == reason


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_sentence_whatever_is_known_of_it(code: str) -> None:
    words = sentence(Fault(code, 9), NAMES, Rules())
    assert words.endswith((".", "?"))
