"""The fields of the rules in plain words (docs/rules.md, "House rules"), for the page that asks for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from scorekeeper.hearts.cards import RANKS
from scorekeeper.hearts.rules_checks import FLAGS
from scorekeeper.hearts.speech import as_text

Kind = Literal["choice", "flag", "number", "ranks", "cycle", "teams"]
Group = Literal["common", "more"]

# A way of passing within a list of them.
PASS_IN_LIST: Final = MappingProxyType(
    {
        "left": "left",
        "right": "right",
        "across": "across",
        "left2": "two seats left",
        "right2": "two seats right",
        "hold": "hold",
        "scatter": "scatter",
    }
)


@dataclass(frozen=True, slots=True)
class Choice:
    """One value a field can have, and what it is called."""

    value: str | int
    words: str


@dataclass(frozen=True, slots=True)
class Field:
    """One field of the rules: what to call it, one sentence of help, how it is asked for and where it stands.

    `choices` are all its values (kind `choice`) or what its list is made of (`ranks`, `cycle`); the ends of a
    `number` stand in rules_checks.NUMBERS, the layouts of `teams` come from rules_checks.team_layouts.
    `heading` is what fields that belong together share.
    """

    name: str
    label: str
    help: str
    kind: Kind
    group: Group
    heading: str
    choices: tuple[Choice, ...] = ()


def _field(
    heading: str,
    name: str,
    label: str,
    help_: str,
    choices: Mapping[str, str] | Mapping[int, str] | None = None,
) -> Field:
    said = tuple(Choice(value, as_text(words)) for value, words in (choices or {}).items())
    kind: Kind = "flag" if name in FLAGS else "choice" if said else "number"
    group: Group = "common" if name in COMMON else "more"
    return Field(name, as_text(label), as_text(help_), _LISTS.get(name, kind), group, heading, said)


_LISTS: Final[Mapping[str, Kind]] = MappingProxyType(
    {"hearts_removed": "ranks", "pass_cycle": "cycle", "teams": "teams"}
)
COMMON: Final = ("limit", "max_hands", "moon", "sun", "jack", "tie")
FIELDS: Final = (
    _field(
        "The end",
        "limit",
        "Play to",
        "The game ends after a hand that brings a total to this or more; the lowest total wins.",
    ),
    _field(
        "The end",
        "max_hands",
        "Hands at most",
        "The game also ends after this many hands; leave it empty to play until the limit alone.",
    ),
    _field(
        "Moon and sun",
        "moon",
        "Shooting the moon",
        "What happens when one player takes every penalty card.",
        {
            "add": "Everyone else gets the points",
            "subtract": "They come off the shooter's total",
            "choice": "The shooter chooses",
            "no_handing_win": "The shooter chooses, but may not hand somebody else the win",
            "avoid_ending": "Everyone else gets the points, unless that ends the game",
            "off": "No moon: the points just count",
        },
    ),
    _field(
        "Moon and sun",
        "sun",
        "Shooting the sun",
        "A player who wins every single trick gets twice the moon instead of it.",
    ),
    _field(
        "Bonus card",
        "jack",
        "Bonus card",
        "A diamond that takes points off whoever wins it: 10 of them, unless you say otherwise below.",
        {"off": "None", "JD": "The J♦", "TD": "The 10♦"},
    ),
    _field(
        "The end",
        "tie",
        "A tie for low at the end",
        "What happens when two or more have the lowest total as the game would end.",
        {"play_on": "Play on until one is lowest", "share": "They share the win"},
    ),
    _field(
        "Moon and sun",
        "moon_value",
        "Worth of a moon",
        "Leave it empty for all penalty points of the deck (26 in the standard game); a sun is twice that.",
    ),
    _field(
        "Bonus card",
        "jack_value",
        "Worth of the bonus card",
        "What it adds to the score of whoever wins it, so a number below zero.",
    ),
    _field(
        "Bonus card",
        "jack_in_moon",
        "The bonus card in a moon",
        "Whether a shooter who has the bonus card is paid for it on top of the moon.",
        {"separate": "It counts as ever", "absorbed": "The shooter gets nothing extra for it"},
    ),
    _field(
        "Bonus card",
        "jack_needed_for_moon",
        "The moon needs the bonus card",
        "Without it a hand with every penalty card is scored like any other.",
    ),
    _field(
        "Points",
        "hearts",
        "Hearts count",
        "By rank is Spot Hearts: 2 to 10 as they say, J 11, Q 12, K 13, A 14.",
        {"one": "1 each", "rank": "Their rank"},
    ),
    _field(
        "Points",
        "queen_points",
        "The Q♠ counts",
        "13 in the standard game, 25 in Spot Hearts, 0 to play for hearts alone.",
    ),
    _field(
        "Points",
        "king_spades_points",
        "The K♠ counts",
        "10 in Black Maria; a card that counts belongs to the moon.",
    ),
    _field(
        "Points",
        "ace_spades_points",
        "The A♠ counts",
        "7 in Black Maria; a card that counts belongs to the moon.",
    ),
    _field(
        "Deck",
        "decks",
        "Decks",
        "Two for six or more players (Cancellation Hearts); everything in the deck is there twice.",
        {1: "One deck", 2: "Two decks"},
    ),
    _field(
        "Deck",
        "hearts_removed",
        "Hearts taken out",
        "The hearts you take out of the deck before the first deal, so that they are not looked for.",
        {rank: rank for rank in RANKS},
    ),
    _field(
        "Deck",
        "kitty",
        "Cards that are left over",
        "When the cards do not come out even: take low ones out, or lay the last ones aside unseen.",
        {"none": "Taken out, or won with a trick", "out_of_play": "A kitty that nobody gets"},
    ),
    _field(
        "Teams",
        "teams",
        "Teams",
        "Partners sit opposite each other and their totals are added up; needs an even number of players.",
    ),
    _field(
        "Teams",
        "team_moon",
        "Partners may shoot the moon together",
        "It is enough that the partners have every penalty card between them.",
    ),
    _field(
        "The end",
        "overtime_latched",
        "Overtime lasts until someone is lowest",
        "Otherwise the end is tested afresh after each hand, and play can go back to normal.",
    ),
    _field(
        "Totals",
        "exact_limit_reset",
        "A total exactly at the limit drops to",
        "50 or 0 at many tables; leave it empty for no such rule.",
    ),
    _field(
        "Totals",
        "no_trick_bonus",
        "Bonus for winning no trick",
        "Points off for a player who won no trick at all; 0 for no such rule.",
    ),
    _field(
        "Totals",
        "floor_zero",
        "No total below zero",
        "A total that would fall below zero stays at zero.",
    ),
    _field(
        "Passing",
        "pass_cycle",
        "The order of passes",
        "Which way each hand is passed, over and over; your own with commas, such as left, right, hold.",
        PASS_IN_LIST,
    ),
    _field(
        "Passing",
        "pass_count",
        "Cards passed",
        "How many cards each player passes, scatter aside.",
    ),
    _field(
        "Play",
        "queen_breaks_hearts",
        "The Q♠ breaks hearts",
        "Hearts may be led once the Q♠ has been discarded too; changes no score.",
    ),
    _field(
        "Play",
        "points_on_first_trick",
        "Points on the first trick",
        "Penalty cards may be discarded on the very first trick; changes no score.",
    ),
    _field(
        "Play",
        "hearts_lead_any_time",
        "Hearts may be led at any time",
        "Nobody has to wait until hearts are broken; changes no score.",
    ),
)
