"""The rules card: the rules of one game in words, short enough to be read aloud when a table quarrels.

Every sentence is made from `Rules`, so that what the table reads is what it is scored by.
docs/rules.md ("Standard Hearts", "House rules") says the same at length.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from scorekeeper.hearts.deck import cards_out, is_settled, lowest_club
from scorekeeper.hearts.fields import PASS_IN_LIST
from scorekeeper.hearts.rotation import HOLD, SCATTER
from scorekeeper.hearts.rules import DECK_SIZE, Rules
from scorekeeper.hearts.speech import as_text, counted, plural, sentence, spoken

_CARDS: Final = MappingProxyType({"queen": "Q♠", "king_spades": "K♠", "ace_spades": "A♠"})
_BONUS_CARDS: Final = MappingProxyType({"JD": "J♦", "TD": "10♦"})
# Where a table passes the same way every hand: "three cards to the right, every hand".
_PASS_ALWAYS: Final = MappingProxyType(
    {
        "left": "to the left",
        "right": "to the right",
        "across": "across",
        "left2": "to the second on the left",
        "right2": "to the second on the right",
    }
)


def rules_card(rules: Rules, names: Sequence[str]) -> list[tuple[str, str]]:
    """The rules of this game as headings and sentences, in the order in which a table quarrels about them.

    `names` are the players by seat. Only what applies is there.
    """
    card = (
        ("The end", _end(rules)),
        ("Tie for low", _tie(rules)),
        ("Points", _points(rules)),
        ("Bonus card", _bonus(rules)),
        ("Moon", _moon(rules)),
        ("Sun", _sun(rules)),
        ("No trick", _no_trick(rules)),
        (f"Exactly {rules.limit}", _reset(rules)),
        ("Below zero", "No total goes below zero." if rules.floor_zero else ""),
        ("Teams", _teams(rules, names)),
        ("Deck", _deck(rules)),
        ("Kitty", _kitty(rules)),
        ("Deal", "The deal moves to the left after every hand. After a misdeal the same dealer deals again."),
        ("Passing", _passing(rules)),
        ("Lead", _lead(rules)),
        ("First trick", _first_trick(rules)),
        ("Breaking hearts", _breaking(rules)),
        (
            "Q♠",
            "After the first trick it is led like any spade. Nobody has to play it at the first chance.",
        ),
        ("Equal cards", _cancelling(rules)),
    )
    return [(as_text(heading), as_text(said)) for heading, said in card if said]


def _end(rules: Rules) -> str:
    who, whose = ("a team", "team total") if rules.teams else ("somebody", "total")
    hands = f", or after hand {rules.max_hands}" if rules.max_hands else ""
    end = f"The game ends after the hand that brings {who} to {rules.limit} or more{hands}."
    return f"{end} The lowest {whose} wins."


def _tie(rules: Rules) -> str:
    everybody, one = ("All teams", "one team") if rules.teams else ("All", "one player")
    if rules.tie == "share":
        return f"{everybody} tied for low have won."
    if rules.overtime_latched:
        until = f"play on until {one} alone is lowest after a hand"
        return f"Nobody has won yet: {until}, even if nobody is at {rules.limit} any more."
    afresh = f"with nobody at {rules.limit} any more the game just goes on"
    return f"Nobody has won yet: play on. After each hand the end is tested afresh: {afresh}."


def _points(rules: Rules) -> str:
    copy = _copy(rules)
    named = [f"{copy} {_CARDS[card]} {rules.named[card]}" for card in rules.penalty_named]
    if rules.hearts == "rank":
        said = "; ".join(["Hearts by rank: 2 to 10 as they say, J 11, Q 12, K 13, A 14", *named])
    else:
        said = spoken(["Each heart 1", *named])
    return f"{said}. That is {rules.deck_points} in a hand."


def _bonus(rules: Rules) -> str:
    if rules.jack == "off":
        return ""
    worth = f"{-rules.jack_value} {plural('point', -rules.jack_value)}"
    return sentence(
        f"{_copy(rules)} {_BONUS_CARDS[rules.jack]} takes {worth} off the score of whoever wins it."
    )


def _moon(rules: Rules) -> str:
    if rules.moon == "off":
        return f"There is none: whoever takes all {rules.deck_points} points has {rules.deck_points} points."
    return f"Whoever takes {_moon_cards(rules)} {_moon_outcome(rules)}.{_moon_company(rules)}"


def _moon_cards(rules: Rules) -> str:
    every = _every(rules)
    cards = spoken(
        [f"all {rules.hearts_in_deck} hearts", *(f"{every} {_CARDS[card]}" for card in rules.penalty_named)]
    )
    if rules.jack_needed_for_moon:
        cards += f", and {every} {_BONUS_CARDS[rules.jack]} too,"
    # The moon is all penalty cards that were captured (docs/rules.md, `kitty`).
    return f"{cards.removesuffix(',')}, those in the kitty aside," if rules.kitty_size else cards


def _moon_outcome(rules: Rules) -> str:
    points = rules.moon_points
    others = "each opponent" if rules.teams else "everyone else"
    if rules.moon == "add":
        return f"scores 0{' (partners too)' if rules.teams else ''}, and {others} scores {points}"
    if rules.moon == "subtract":
        return f"scores −{points}, and everyone else 0"
    if rules.moon == "avoid_ending":
        ending = f"where that would end the game, the shooter scores −{points} instead"
        return f"scores 0, and {others} {points}; {ending}"
    choose = f"chooses: {others} scores {points}, or the shooter −{points}"
    if rules.moon == "choice":
        return choose
    side = "the shooter's team" if rules.teams else "the shooter"
    return (
        f"{choose}. A choice that ends the game without {side} among the winners is barred, unless both would"
    )


def _moon_company(rules: Rules) -> str:
    """What else belongs to a moon: partners who share it, and the bonus card in it."""
    said = ""
    if rules.jack != "off":
        bonus = f"{_copy(rules)} {_BONUS_CARDS[rules.jack]}"
        said = f" {sentence(bonus)} counts on top, for whoever has it."
        if rules.jack_in_moon == "absorbed":
            said = f" The shooter gets nothing extra for {bonus}; anybody else who has it does."
    if rules.team_moon:
        said += " Partners who have them all between them have shot it together."
    return said


def _sun(rules: Rules) -> str:
    if not rules.sun:
        return ""
    bonus = f" It does not ask for the {_BONUS_CARDS[rules.jack]}." if rules.jack_needed_for_moon else ""
    worth = f"it counts {rules.sun_points} where a moon counts {rules.moon_points}"
    return f"Whoever wins all {rules.tricks} tricks has shot the sun: {worth}.{bonus}"


def _no_trick(rules: Rules) -> str:
    if not rules.no_trick_bonus:
        return ""
    but = "" if rules.moon == "off" else ", but not where the moon was shot"
    return f"Whoever wins no trick scores −{rules.no_trick_bonus}{but}."


def _reset(rules: Rules) -> str:
    if rules.exact_limit_reset is None:
        return ""
    return f"A total of exactly {rules.limit} drops to {rules.exact_limit_reset} before the end is tested."


def _teams(rules: Rules, names: Sequence[str]) -> str:
    if rules.teams is None:
        return ""
    sides = [spoken([names[seat] for seat in team]) for team in rules.teams]
    return f"{' against '.join(sides)}. The totals of partners are added up."


def _deck(rules: Rules) -> str:
    removed = [f"{_every(rules)} {rank}♥" for rank in rules.hearts_removed]
    low = Counter(cards_out(rules))
    others = [f"{'a' if count < rules.decks else _every(rules)} {card}" for card, count in low.items()]
    if low and not is_settled(rules):
        others = [f"{counted(low.total(), 'card')} without points ({spoken(others)}, say)"]
    cards = (DECK_SIZE - len(removed)) * rules.decks - low.total()
    decks = "Two decks, " if rules.decks == 2 else ""
    out = f" Taken out: {spoken([*removed, *others])}." if removed or others else ""
    return f"{decks}{cards} cards, {rules.tricks} each.{out}"


def _kitty(rules: Rules) -> str:
    if rules.kitty_size == 0:
        return ""
    if rules.kitty_size == 1:
        return "The card left over lies aside and counts for nobody."
    return f"The {counted(rules.kitty_size, 'card')} left over lie aside and count for nobody."


def _passing(rules: Rules) -> str:
    ways = set(rules.cycle)
    order = [PASS_IN_LIST[passing] for passing in rules.cycle]
    if ways == {HOLD}:
        return "Nobody passes any cards."
    if ways == {SCATTER}:
        return "Every hand one card to each other player."
    if len(ways) == 1:
        return sentence(f"{counted(rules.pass_count, 'card')} {_PASS_ALWAYS[rules.cycle[0]]}, every hand.")
    hold = " On a hold nobody passes." if HOLD in ways else ""
    scatter = " Scatter is one card to each other player." if SCATTER in ways else ""
    return sentence(
        f"{counted(rules.pass_count, 'card')}: {', '.join(order)}, and from the start again.{hold}{scatter}"
    )


def _lead(rules: Rules) -> str:
    club, copies = lowest_club(rules)
    if rules.kitty_size:
        return "Whoever holds the lowest club that was dealt leads it to the first trick."
    why = "" if club == "2♣" else ", the lowest club in the deck,"
    nearest = " Where two players hold one, the first to the dealer's left leads." if copies == 2 else ""
    return f"Whoever holds {'a' if copies == 2 else 'the'} {club}{why} leads it to the first trick.{nearest}"


def _first_trick(rules: Rules) -> str:
    if rules.points_on_first_trick:
        return "Penalty cards may be played to it like any other."
    cards = spoken(["No heart", *(f"no {_CARDS[card]}" for card in rules.penalty_named)])
    return f"{cards}, unless the hand holds nothing else that may be played."


def _breaking(rules: Rules) -> str:
    if rules.hearts_lead_any_time:
        return "Hearts may be led at any time."
    what = "a heart or the Q♠" if rules.queen_breaks_hearts else "a heart"
    queen = "" if rules.queen_breaks_hearts else " The Q♠ does not break them."
    until = f"No heart is led until {what} has been discarded on another suit"
    return f"{until}, unless you hold only hearts.{queen}"


def _cancelling(rules: Rules) -> str:
    return "Two equal cards in one trick cancel each other: neither can win it." if rules.decks == 2 else ""


def _copy(rules: Rules) -> str:
    return "each" if rules.decks == 2 else "the"


def _every(rules: Rules) -> str:
    return "both" if rules.decks == 2 else "the"
