"""Plain words for the options and faults of the house rules form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from scorekeeper.hearts.fields import PASS_IN_LIST, Choice
from scorekeeper.hearts.rotation import HOLD, LEFT, RIGHT, default_cycle, is_possible, passings_for
from scorekeeper.hearts.rules import RulesError
from scorekeeper.hearts.rules_checks import LONGEST_CYCLE, team_layouts
from scorekeeper.web.forms import whole

OWN: Final = "own"  # the option for an order of passes that is typed

# What a person reads where two rules contradict each other; RulesError says it for those who write documents.
_JOINT: Final = {
    "sun": "There is no sun without a moon: say what a moon does, or switch the sun off.",
    "jack_needed_for_moon": "The moon can need the bonus card only where there is one: choose it, or "
    "switch this off.",
    "team_moon": "Partners can shoot the moon together only where there are teams.",
    "floor_zero": "In a game with teams totals may go below zero: switch this off, or play without teams.",
}


def joint_sentence(error: RulesError) -> str:
    """Why rules cannot be, for the person at the form."""
    if error.value is True and error.field in _JOINT:
        return _JOINT[error.field]
    if error.field == "exact_limit_reset" and "team" in error.right:
        return "A game with teams has no such drop: leave it empty, or play without teams."
    return f"{error.right[0].upper()}{error.right[1:]}."


def pass_list(cycle: Sequence[str]) -> str:
    """An order of passes as it is said: "left, right, across, hold"."""
    return ", ".join(PASS_IN_LIST[passing] for passing in cycle)


def cycle_options(players: int) -> tuple[Choice, ...]:
    """The orders of passes to choose from; the value is what stands in a document, with commas."""
    usual = pass_list(default_cycle(players))
    return (
        Choice("", f"As usual: {usual}"),
        Choice(LEFT, "Always left"),
        Choice(RIGHT, "Always right"),
        Choice(HOLD, "No passing"),
        Choice(OWN, "Our own order"),
    )


def parse_cycle(option: str, own: str, players: int) -> list[str] | None:
    """The order of passes chosen or typed; None for the usual one. Raises ValueError with a sentence."""
    choices = pass_list(passings_for(players))
    if option in (LEFT, RIGHT, HOLD, ""):
        return [option] if option else None
    if option != OWN:
        raise ValueError("Choose one of these orders, or type your own.")
    words = {said: passing for passing, said in PASS_IN_LIST.items()} | {key: key for key in PASS_IN_LIST}
    typed = [" ".join(word.lower().split()) for word in re.split(r"[,;\n]", own) if word.strip()]
    known = [words[word] for word in typed if word in words]
    if not known or len(known) < len(typed):
        raise ValueError(f"Type the order with commas between, in these words: {choices}.")
    if not all(is_possible(passing, players) for passing in known):
        raise ValueError(f"Nobody sits across at a table of {players}: type it in these words: {choices}.")
    if len(known) > LONGEST_CYCLE:
        raise ValueError(f"That is too long: {LONGEST_CYCLE} ways of passing at most.")
    return known


def team_options(players: int, texts: Sequence[str]) -> Iterator[Choice]:
    """The ways a table can sit as teams, and the one chosen where another number of players sat then."""
    layouts = {team_text(layout): layout for layout in team_layouts(players)}
    for text, layout in layouts.items():
        yield Choice(text, team_words(layout))
    if texts and texts[0] and texts[0] not in layouts:
        yield Choice(texts[0], "Teams, as with another number of players")


def team_text(teams: Sequence[Sequence[int]]) -> str:
    """Teams as a form sends them: "0,2|1,3"."""
    return "|".join(",".join(map(str, team)) for team in teams)


def teams_of(text: str) -> list[list[int | None]] | None:
    """`team_text` read backwards; None for no teams."""
    return [[whole(seat) for seat in team.split(",")] for team in text.split("|")] if text else None


def team_words(layout: Sequence[Sequence[int]]) -> str:
    """Sides as a table speaks of them; partners always sit opposite."""
    sides, size = len(layout), len(layout[0])
    numbers = {2: "Two", 3: "Three", 4: "Four", 5: "Five"}
    if size == 2 and sides > 2:
        return f"{numbers[sides]} pairs, partners opposite"
    return (
        f"{numbers[sides]} sides of {numbers[size].lower()}, sitting in turn"
        if size > 2
        else "Two against two"
    )
