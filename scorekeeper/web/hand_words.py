"""A hand in words: who shot the moon and what it did, whether it ended the game, what each seat has."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.hearts.game import Result
from scorekeeper.hearts.messages import why_barred
from scorekeeper.hearts.rules import Rules
from scorekeeper.hearts.scoring import ADD, SUBTRACT
from scorekeeper.hearts.speech import spoken
from scorekeeper.hearts.taken import Facts, Taken
from scorekeeper.web.hand_form import named_rows
from scorekeeper.web.words import signed


def shot_words(names: Sequence[str], shooter: int, sun: bool) -> str:
    """ "Dora shot the moon"."""
    return f"{names[shooter]} {'won every trick' if sun else 'shot the moon'}"


def winners_of(rules: Rules, names: Sequence[str], winners: Sequence[int]) -> str:
    """The names of who has won, partners and ties together."""
    return spoken([names[seat] for side in winners for seat in rules.sides[side]])


def moon_sentences(rules: Rules, names: Sequence[str], result: Result) -> tuple[str, ...]:
    """What the moon did, and why the other thing was barred (docs/rules.md, `no_handing_win`)."""
    if result.shooter is None:
        return ()
    value = rules.sun_points if result.sun else rules.moon_points
    shooter = names[result.shooter]
    others = "each opponent" if rules.teams else "everybody else"
    came = f"{value} to {others}" if result.moon_applied == ADD else f"{value} off {shooter}"
    told = (f"{shot_words(names, result.shooter, result.sun)}: {came}.",)
    barred = [(choice, after) for choice, after in result.outlooks.items() if after.barred]
    told_why = rules.moon == "no_handing_win" or (rules.moon, result.moon_applied) == (
        "avoid_ending",
        SUBTRACT,
    )
    if told_why and barred:
        return (*told, why_barred(*barred[0], result.shooter, names, rules))
    return told


def end_sentences(rules: Rules, names: Sequence[str], result: Result) -> tuple[str, ...]:
    """That the hand ends the game and who wins, or that it brings overtime."""
    if result.game_over:
        several = sum(len(rules.sides[side]) for side in result.winners) > 1
        won = winners_of(rules, names, result.winners)
        return (f"This ends the game: {won} {'win' if several else 'wins'}.",)
    return ("A tie for low: overtime.",) if result.overtime else ()


def entry_words(rules: Rules, facts: Facts, result: Result | None, seat: int) -> str:
    """What one seat has in a hand: "6♥ Q♠", or where the cards are not known its points."""
    cards = facts.taken or (result.captures if result and not facts.as_written else None)
    if cards is None:
        points = facts.points[seat] if facts.points and seat < len(facts.points) else None
        return "–" if points is None else f"{signed(points)} points"
    return _taken_words(rules, cards[seat])


def _taken_words(rules: Rules, entry: Taken | None) -> str:
    if entry is None:
        return "–"
    signs = {row.card: row.sign for row in named_rows(rules)}
    named = [signs[card] for card in rules.named for _ in range(getattr(entry, card))]
    return " ".join([f"{entry.hearts}♥\ufe0e", *named])
