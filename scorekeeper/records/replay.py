"""What a change comes to: every hand played through again, refused or asked about where it cannot be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy.orm import Session

from scorekeeper.hearts.captures import written_with
from scorekeeper.hearts.cards import NAMED_CARDS
from scorekeeper.hearts.facts import Facts, Fault
from scorekeeper.hearts.game import Played, Position, Result, step
from scorekeeper.hearts.rules import Rules
from scorekeeper.records.books import Book, Kept
from scorekeeper.records.errors import Asked, ChoiceNeeded, GameOver, HandRefused, TooMany

MOST_HANDS: Final = 200  # a game, deleted ones not counted
CHOICE_CODES: Final = frozenset({"moon_choice_missing", "moon_choice_barred"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What a change has before it: the book as it is, the moment, the device the entry came from."""

    session: Session
    book: Book
    moment: datetime
    device: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A book as a change would have it.

    `action` is what happens to `main`, the hand it is about; `told`: its facts come from the table just now,
    so what is wrong with them is for the table to mend. `turns_next`: the change uses up, or gives back, what
    the table had said of the hand not yet recorded.
    """

    book: Book
    action: str
    main: Kept | None = None
    told: bool = False
    turns_next: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreseen:
    """What a change would make of the game, up to the hand it would refuse or must ask about.

    `choices` are those it takes, by the number of the hand: with it they are what would be. `forced` are
    the ones among them that nobody said, because only one was left.
    """

    played: Played
    choices: Mapping[int, str]
    forced: frozenset[int]
    asked: Asked | None  # the first moon whose shooter must choose


def settle(old: Book, draft: Draft, later_choices: Mapping[int, str]) -> Draft:
    """The draft as it can be saved: every hand played through, and the moon choices applied kept with them.

    Raises TooMany, GameOver, HandRefused, ChoiceNeeded.
    """
    if len(draft.book.live) > max(MOST_HANDS, len(old.live)):
        raise TooMany("hands", MOST_HANDS)
    draft = _with_answers(draft, later_choices)
    draft = _with_captures(draft)
    draft = _with_after_end_checked(old, draft)
    return _with_choices_applied(draft)


def alone(rules: Rules, position: Position, facts: Facts) -> Result:
    """A hand after the end, looked at as if it were not: it counts for nothing, but must be a hand."""
    return step(rules, replace(position, over=False, winners=()), facts)[0]


def _put(draft: Draft, hand: Kept, facts: Facts) -> Draft:
    """The draft with other facts for a hand."""
    other = replace(hand, facts=facts)
    main = other if hand is draft.main else draft.main
    return replace(draft, book=draft.book.having(hand, other), main=main)


def answered(draft: Draft, later_choices: Mapping[int, str]) -> tuple[Draft, tuple[Kept, Result] | None]:
    """The draft with an answer wherever the choice kept with a moon is not allowed; and what cannot be then.

    One after the other: what a later moon may choose hangs on what an earlier one did.
    """
    answers = dict(later_choices)
    while (found := _first_refused(draft.book)) is not None:
        hand, result = found
        if not _is_choice(result.faults) or result.number not in answers:
            break
        draft = _put(draft, hand, _saying(draft.book.rules, hand.facts, answers.pop(result.number)))
    return draft, found


def foreseen(draft: Draft, later_choices: Mapping[int, str]) -> Foreseen:
    """The draft played through with those answers and, wherever only one choice is left, with that one."""
    choices, forced = dict(later_choices), set[int]()
    draft, refused = answered(draft, choices)
    while refused is not None and _is_choice(refused[1].faults):
        number, allowed = refused[1].number, refused[1].allowed_moon_choices
        if len(allowed) != 1 or number in forced:
            break
        forced.add(number)
        choices[number] = allowed[0]
        draft, refused = answered(draft, choices)
    asked = _asked(*refused) if refused is not None and _is_choice(refused[1].faults) else None
    return Foreseen(played=draft.book.played, choices=choices, forced=frozenset(forced), asked=asked)


def _saying(rules: Rules, facts: Facts, choice: str) -> Facts:
    """The facts of a moon with another choice: points that show the one made before show this one then."""
    if facts.points is None:
        return replace(facts, moon_choice=choice)
    points = written_with(rules, [number or 0 for number in facts.points], choice)
    return replace(facts, points=points, moon_choice=choice)


def _with_answers(draft: Draft, later_choices: Mapping[int, str]) -> Draft:
    draft, refused = answered(draft, later_choices)
    if refused is None:
        return draft
    hand, result = refused
    if _is_choice(result.faults) and not (draft.told and hand is draft.main):
        raise ChoiceNeeded((_asked(hand, result),))
    raise HandRefused(result.number, result.faults, result)


def _first_refused(book: Book) -> tuple[Kept, Result] | None:
    for hand, result in zip(book.live, book.played.results, strict=True):
        if result is not None and not result.valid and not result.after_end:
            return hand, result
    return None


def _is_choice(faults: tuple[Fault, ...]) -> bool:
    return all(fault.code in CHOICE_CODES for fault in faults)


def _asked(hand: Kept, result: Result) -> Asked:
    return Asked(
        number=result.number,
        shooter=result.shooter,
        sun=result.sun,
        kept=hand.facts.moon_choice,
        allowed=result.allowed_moon_choices,
        outlooks=result.outlooks,
    )


def _with_captures(draft: Draft) -> Draft:
    """Keep the cards instead of the points, where the points the table told leave only one capture."""
    if draft.main is None or not draft.told:
        return draft
    facts, result = draft.main.facts, _result_of(draft)
    if facts.points is None or facts.as_written or result is None or result.captures is None:
        return draft
    captured = replace(facts, points=None, taken=result.captures, moon_choice=result.moon_applied)
    with_cards = _put(draft, draft.main, captured)
    again = _result_of(with_cards)
    # Never at the price of another score than the one the table was shown.
    return with_cards if again is not None and again.scores == result.scores else draft


def _result_of(draft: Draft) -> Result | None:
    """What the main hand comes to."""
    return next(
        result
        for hand, result in zip(draft.book.live, draft.book.played.results, strict=True)
        if hand is draft.main
    )


def _with_after_end_checked(old: Book, draft: Draft) -> Draft:
    """A hand that lies after the end counts for nothing, but one that could never be is not taken in."""
    for hand, result in zip(draft.book.live, draft.book.played.results, strict=True):
        if result is None or not result.after_end:
            continue
        told = draft.told and hand is draft.main
        if told and draft.action == "recorded":
            raise GameOver("game_already_over")
        if not told and draft.book.rules == old.rules:
            continue
        seen = alone(draft.book.rules, draft.book.played.position, hand.facts)
        faults = tuple(fault for fault in seen.faults if told or fault.code not in CHOICE_CODES)
        if faults:
            raise HandRefused(result.number, faults, seen)
        if told:
            draft = _put(draft, hand, replace(hand.facts, moon_choice=seen.moon_applied))
    return draft


def _with_choices_applied(draft: Draft) -> Draft:
    """Keep the choice applied with every moon, forced ones included, and none with any other hand."""
    for hand, result in zip(draft.book.live, draft.book.played.results, strict=True):
        if result is not None and result.valid and hand.facts.moon_choice != result.moon_applied:
            draft = _put(draft, hand, replace(hand.facts, moon_choice=result.moon_applied))
    return draft


def tidied(rules: Rules, facts: Facts) -> Facts:
    """Facts without the cards that these rules do not look at: nobody checked how many there are."""
    if facts.taken is None:
        return facts
    ignored: dict[str, Any] = {card: 0 for card in NAMED_CARDS if card not in rules.named}
    return replace(facts, taken=tuple(entry and replace(entry, **ignored) for entry in facts.taken))
