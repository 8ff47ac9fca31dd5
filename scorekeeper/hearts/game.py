"""The fold over all hands: from facts alone to every score, total, dealer, pass and the end of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from scorekeeper.hearts.captures import read_points
from scorekeeper.hearts.ending import Outcome, leaders, places, settle, standing
from scorekeeper.hearts.results import Outlook, Played, Position, Result, Start
from scorekeeper.hearts.rotation import after, next_dealer, place_at
from scorekeeper.hearts.rules import Rules
from scorekeeper.hearts.scoring import (
    ADD,
    SUBTRACT,
    Shot,
    find_shot,
    jacks_of,
    penalty_points,
    score_ordinary,
    score_shot,
)
from scorekeeper.hearts.taken import Facts, Fault, Taken, codes, faults_of

__all__ = [
    "WRITTEN_FORM",
    "Outlook",
    "Played",
    "Position",
    "Result",
    "Start",
    "begin",
    "leaders",
    "places",
    "play",
    "standing",
    "step",
]


# What a Fault of `moon_choice_barred` carries as `card` where written points show another choice than was
# said.
WRITTEN_FORM: Final = "points"

_TRICK_CODES: Final = frozenset({"tricks_total", "tricks_inconsistent"})


@dataclass(frozen=True, slots=True)
class _Told:
    """What a hand's facts say: the captures where known, and scores, or who shot and what that one chose.

    `denied` is a choice that was said although the written points show `said`.
    """

    captures: tuple[Taken, ...] | None
    scores: tuple[int, ...] = ()
    shot: Shot | None = None
    jacks: tuple[int, ...] = ()
    said: str | None = None
    denied: str | None = None
    faults: tuple[Fault, ...] = ()


def begin(rules: Rules, start: Start) -> Position:
    """Where the game stands before its first hand.

    A start that already meets the limit is no end: the test comes after the next completed hand.
    """
    place = place_at(rules.cycle, start.hand_number)
    return Position(
        totals=start.totals,
        dealer=start.dealer,
        passing=rules.cycle[place],
        hand_number=start.hand_number,
        overtime=start.overtime and rules.tie == "play_on",  # where ties are shared there is none
        over=False,
        winners=(),
        place=place,
    )


def play(rules: Rules, start: Start, hands: Iterable[Facts]) -> Played:
    """Replay a game from its facts. Hands after the end count for nothing but keep their numbers."""
    position = begin(rules, start)
    results: list[Result | None] = []
    broken = False
    for number, facts in enumerate(hands, start.hand_number):
        if broken:
            results.append(None)
            continue
        result, position = step(rules, position, facts)
        if result.after_end:
            result = replace(result, number=number)
        elif not result.valid:
            broken = True
        results.append(result)
    return Played(tuple(results), position)


def step(rules: Rules, position: Position, facts: Facts) -> tuple[Result, Position]:
    """Score one hand. An invalid hand, or one after the end, leaves the position as it was."""
    told = _listen(rules, facts)
    if position.over:
        return _refuse(position, (*told.faults, Fault("game_already_over")), after_end=True), position
    if told.shot is None and told.faults:
        return _refuse(position, told.faults), position
    if told.shot is not None:
        return _step_shot(rules, position, facts, told, told.shot)
    scores = told.scores
    outcome = settle(rules, position.totals, scores, number=position.hand_number, overtime=position.overtime)
    return _finish(rules, position, facts, captures=told.captures, scores=scores, outcome=outcome)


def _listen(rules: Rules, facts: Facts) -> _Told:
    """What the facts say of the cards or points; with `faults` nothing else is worked out."""
    taken = [entry for entry in facts.taken or () if entry is not None]
    if faults := faults_of(rules, facts):
        if _TRICK_CODES.issuperset(codes(faults)) and not rules.sun:
            # The cards add up, so who shot the moon is known, and the codes about its choice apply as well.
            return replace(_count_cards(rules, taken, facts.moon_choice), faults=faults)
        return _Told(None, faults=faults)
    if facts.taken is not None:
        return _count_cards(rules, taken, facts.moon_choice)
    points = tuple(number for number in facts.points or () if number is not None)
    if facts.as_written:  # nobody shot anything
        return _Told(None, points)
    reading = read_points(rules, points)
    if reading.shot is None:
        return _Told(reading.captures, points, faults=reading.faults)
    said = reading.said or facts.moon_choice
    denied = facts.moon_choice if facts.moon_choice != said else None
    return _Told(reading.captures, shot=reading.shot, jacks=reading.jacks, said=said, denied=denied)


def _count_cards(rules: Rules, taken: Sequence[Taken], said: str | None) -> _Told:
    points = penalty_points(rules, taken)
    jacks = jacks_of(rules, taken)
    captures = tuple(taken)
    shot = find_shot(rules, taken, points, jacks)
    if shot is None:
        return _Told(captures, score_ordinary(rules, taken, points))
    return _Told(captures, shot=shot, jacks=jacks, said=said)


def _refuse(position: Position, faults: tuple[Fault, ...], *, after_end: bool = False, **shot: Any) -> Result:
    return Result(
        number=position.hand_number,
        valid=False,
        faults=faults,
        after_end=after_end,
        dealer=position.dealer,
        passing=position.passing,
        **shot,
    )


def _step_shot(
    rules: Rules, position: Position, facts: Facts, told: _Told, shot: Shot
) -> tuple[Result, Position]:
    """Score a hand in which the moon or sun was shot, with the choice the rules leave or the shooter made."""
    scores, outcomes = {}, {}
    for choice in (ADD, SUBTRACT):
        scores[choice] = score_shot(rules, shot, choice, told.jacks)
        outcomes[choice] = settle(
            rules, position.totals, scores[choice], number=position.hand_number, overtime=position.overtime
        )
    allowed = allowed_choices(rules, shot.shooter, outcomes)
    found: dict[str, Any] = {
        "shooter": shot.shooter,
        "sun": shot.sun,
        "allowed_moon_choices": allowed,
        "outlooks": {way: _outlook(scores[way], outcomes[way], way not in allowed) for way in outcomes},
    }
    if faults := (*told.faults, *_choice_faults(shot, told, allowed)):
        return _refuse(position, faults, **found), position
    applied = told.said if told.said is not None else allowed[0]
    return _finish(
        rules,
        position,
        facts,
        captures=told.captures,
        scores=scores[applied],
        outcome=outcomes[applied],
        moon_applied=applied,
        **found,
    )


def _choice_faults(shot: Shot, told: _Told, allowed: tuple[str, ...]) -> tuple[Fault, ...]:
    """What is wrong with the shooter's choice, if anything: denied by the points, unsaid or not allowed."""
    if told.denied is not None:
        return (Fault("moon_choice_barred", shot.shooter, WRITTEN_FORM, told.denied, (told.said,)),)
    if told.said is None and len(allowed) > 1:
        return (Fault("moon_choice_missing", shot.shooter, "sun" if shot.sun else "moon", None, allowed),)
    if told.said is not None and told.said not in allowed:
        return (Fault("moon_choice_barred", shot.shooter, None, told.said, allowed),)
    return ()


def _outlook(scores: tuple[int, ...], outcome: Outcome, barred: bool) -> Outlook:
    return Outlook(
        scores=scores,
        totals=outcome.totals,
        game_over=outcome.over,
        winners=outcome.winners,
        overtime=outcome.overtime,
        barred=barred,
    )


def allowed_choices(rules: Rules, shooter: int, outcomes: Mapping[str, Outcome]) -> tuple[str, ...]:
    """What the rules allow the shooter now, ADD first; `outcomes` is where each choice would leave the game.

    docs/rules.md, `no_handing_win`: a choice is barred if the game would end with the shooter's side not
    among the winners; both barred is as good as neither. A tie that is played out ends nothing, so it bars
    nothing.
    """
    if rules.moon in (ADD, SUBTRACT):
        return (rules.moon,)
    if rules.moon == "avoid_ending":
        return (SUBTRACT,) if outcomes[ADD].over else (ADD,)
    if rules.moon == "no_handing_win":
        side = rules.side_of_seat[shooter]
        left = tuple(choice for choice, after in outcomes.items() if not after.over or side in after.winners)
        return left or (ADD, SUBTRACT)
    return (ADD, SUBTRACT)


def _finish(
    rules: Rules,
    position: Position,
    facts: Facts,
    *,
    captures: tuple[Taken, ...] | None,
    scores: tuple[int, ...],
    outcome: Outcome,
    **shot: Any,
) -> tuple[Result, Position]:
    """The result of a valid hand, and the position after it: deal and pass go on from what really was."""
    dealer = position.dealer if facts.dealer is None else facts.dealer
    passing = position.passing if facts.passing is None else facts.passing
    place = after(rules.cycle, passing, position.place)
    following = Position(
        totals=outcome.totals,
        dealer=next_dealer(dealer, rules.players),
        passing=rules.cycle[place],
        hand_number=position.hand_number + 1,
        overtime=outcome.overtime,
        over=outcome.over,
        winners=outcome.winners,
        place=place,
    )
    result = Result(
        number=position.hand_number,
        valid=True,
        scores=scores,
        totals=outcome.totals,
        captures=captures,
        dealer=dealer,
        passing=passing,
        game_over=outcome.over,
        winners=outcome.winners,
        overtime=outcome.overtime,
        next_dealer=None if outcome.over else following.dealer,
        next_passing=None if outcome.over else following.passing,
        **shot,
    )
    return result, following
