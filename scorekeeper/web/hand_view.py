"""What the pages of a hand show: its header, what comes of it, what the shooter may choose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, Protocol

from flask import url_for
from markupsafe import Markup

from scorekeeper.hearts.captures import open_cards
from scorekeeper.hearts.game import Outlook, Result, begin
from scorekeeper.hearts.messages import sentence
from scorekeeper.hearts.rotation import turns
from scorekeeper.hearts.rules import Rules
from scorekeeper.hearts.scoring import ADD
from scorekeeper.hearts.words import PASS_WORDS
from scorekeeper.records.sheets import Sheet, SheetHand
from scorekeeper.web.hand_form import HandForm, copy_of, moon_cards, named_rows
from scorekeeper.web.hand_words import end_sentences, moon_sentences, shot_words, winners_of
from scorekeeper.web.words import score, signed

COMING: Final = 12  # hands that can be told one after the other, pass and dealer shown, with no network


@dataclass(frozen=True, slots=True)
class Place:
    """Which hand a page is about: the next one, a forgotten one to go before `number`, or a recorded one."""

    kind: str  # record, insert, correct
    number: int
    hand: int | None = None  # the id of the hand that has the number now

    @property
    def correcting(self) -> bool:
        """Whether the hand is in the books already."""
        return self.kind == "correct"

    @property
    def before(self) -> int | None:
        """The number of the hand a forgotten one goes before."""
        return self.number if self.kind == "insert" else None

    @property
    def title(self) -> str:
        """The heading of the page."""
        what = {"record": "who took what?", "insert": "forgotten hand", "correct": "correct it"}[self.kind]
        return f"Hand {self.number} · {what}"


def hand_numbered(sheet: Sheet, number: int) -> SheetHand | None:
    """The hand of that number, or None."""
    return next((hand for hand in sheet.hands if hand.number == number), None)


def next_number(sheet: Sheet) -> int:
    """The number of the hand not yet recorded."""
    return sheet.start.hand_number + len(sheet.hands)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What every page of a hand needs beside the form."""

    place: Place
    under: Markup
    action: str
    preview: str
    delete: str
    table: str
    version: int
    submission: str
    moon: str  # the fields that the shooter of a moon, or of a sun, has
    sun: str
    minus: bool  # whether points below zero may be typed
    coming: tuple[tuple[int, str, Markup], ...]  # the hands after the next one, for a phone with no network


def page(sheet: Sheet, place: Place, submission: str, version: int | None = None) -> Page:
    """The page of a hand; `version` is the one its entries were typed against, where that is another."""
    key, rules = sheet.game.key, sheet.rules
    action = (
        url_for("hands.correct", game_key=key, number=place.number)
        if place.correcting
        else url_for("hands.record", game_key=key, before=place.before)
    )
    return Page(
        place=place,
        under=_under(sheet, place),
        action=action,
        preview=url_for("hands.preview", game_key=key),
        delete=url_for("hands.delete_submit", game_key=key, number=place.number),
        table=url_for("table.show", game_key=key),
        version=sheet.game.version if version is None else version,
        submission=submission,
        moon=_fields(rules, moon_cards(rules)),
        sun=_fields(rules, tuple(rules.named)),
        minus=rules.jack != "off" or rules.moon not in ("add", "off") or bool(rules.no_trick_bonus),
        coming=_coming(sheet) if place.kind == "record" else (),
    )


def _fields(rules: Rules, cards: Sequence[str]) -> str:
    return " ".join(copy_of(card, copy) for card in cards for copy in range(1, rules.decks + 1))


def _under(sheet: Sheet, place: Place) -> Markup:
    """ "Pass left · Cy dealt", where the rotation says so; after the end it says nothing."""
    passing, dealer = _rotation(sheet, place)
    if passing is None or dealer is None:
        return Markup("")
    return _turn(sheet, passing, dealer)


def _turn(sheet: Sheet, passing: str, dealer: int) -> Markup:
    return Markup("{} · <bdi>{}</bdi> dealt").format(PASS_WORDS[passing], sheet.names[dealer])


def _coming(sheet: Sheet) -> tuple[tuple[int, str, Markup], ...]:
    """(number, "Pass right · Dora deals", `under` of its page) of the hands after the next one."""
    rules, at = sheet.rules, sheet.position
    after = islice(turns(rules.cycle, at.passing, at.place, at.dealer, rules.players), COMING)
    return tuple(
        (number, f"{PASS_WORDS[passing]} · {sheet.names[dealer]} deals", _turn(sheet, passing, dealer))
        for number, (passing, dealer) in enumerate(after, next_number(sheet) + 1)
    )


def _rotation(sheet: Sheet, place: Place) -> tuple[str | None, int | None]:
    if place.kind == "record":
        return sheet.position.passing, sheet.position.dealer
    index = place.number - sheet.start.hand_number
    if not 0 <= index < len(sheet.hands):
        return None, None
    if place.correcting:
        result = sheet.hands[index].result
        return (result.passing, result.dealer) if result and result.valid else (None, None)
    if index == 0:
        first = begin(sheet.rules, sheet.start)
        return first.passing, first.dealer
    result = sheet.hands[index - 1].result
    return (result.next_passing, result.next_dealer) if result else (None, None)


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """One thing the shooter may say, or may not say now, and what it leads to in totals."""

    value: str
    label: str
    then: str
    totals: Markup
    barred: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlookView:
    """What comes of a hand as it is typed: scores by seat, sentences, and what the table is asked."""

    scores: tuple[str, ...] = ()
    says: str = ""
    sentences: tuple[str, ...] = ()
    shooter: int | None = None
    question: str = ""
    choices: tuple[ChoiceView, ...] = ()
    asked: tuple[tuple[str, str, tuple[int, ...]], ...] = ()  # field, question, seats

    def asking(self) -> OutlookView:
        """Only what the table is asked: why a hand was refused stands elsewhere."""
        return replace(self, scores=(), says="", sentences=())


def outlook(sheet: Sheet, form: HandForm, result: Result) -> OutlookView:
    """What comes of a hand: for a hand that cannot be, the sentences that say why."""
    names, rules = sheet.names, sheet.rules
    asks = result.shooter is not None and len(result.allowed_moon_choices) > 1
    shown = OutlookView(
        shooter=result.shooter,
        question=f"{shot_words(names, result.shooter or 0, result.sun)} and chooses:" if asks else "",
        choices=moon_choices(sheet, result) if asks else (),
    )
    if not result.valid or result.scores is None:
        faults = [fault for fault in result.faults if fault.code != "moon_choice_missing"]
        return replace(shown, sentences=tuple(sentence(fault, names, rules) for fault in faults))
    told = () if asks else moon_sentences(rules, names, result)
    scores = zip(names, result.scores, strict=True)
    return replace(
        shown,
        scores=tuple(score(number) for number in result.scores),
        says=f"Scores: {', '.join(f'{name} {signed(number)}' for name, number in scores)}.",
        sentences=(*told, *end_sentences(rules, names, result)),
        asked=questions(rules, form),
    )


def questions(rules: Rules, form: HandForm) -> tuple[tuple[str, str, tuple[int, ...]], ...]:
    """(field, question, seats) for each card that points leave open (docs/rules.md, "Points only").

    With two decks there is no such question: whose the one was and whose the other is more than a name.
    """
    if form.mode != "points" or rules.decks > 1:
        return ()
    facts = form.facts()
    points = [number for number in facts.points or () if number is not None]
    if facts.faults or len(points) != rules.players:
        return ()
    words = {row.card: row.words.lower() for row in named_rows(rules)}
    return tuple(
        (f"had_{card}", f"Who had the {words[card]}?", seats)
        for card, seats in open_cards(rules, points).items()
    )


class Shot(Protocol):
    """A moon to be decided on: a hand's result, or a later hand that must be asked about again."""

    @property
    def shooter(self) -> int | None: ...
    @property
    def sun(self) -> bool: ...
    @property
    def outlooks(self) -> Mapping[str, Outlook]: ...


def moon_choices(sheet: Sheet, shot: Shot) -> tuple[ChoiceView, ...]:
    """Adding and subtracting, each with where it leaves the shooter and everybody else."""
    names, rules, shooter = sheet.names, sheet.rules, shot.shooter or 0
    value = rules.sun_points if shot.sun else rules.moon_points
    others = "the others" if rules.teams is None else "each opponent"
    return tuple(
        ChoiceView(
            choice,
            f"Add {value} to {others}" if choice == ADD else f"Take {value} off {names[shooter]}",
            f"{names[shooter]} {signed(after.totals[shooter])} → {_ending(rules, names, after, shooter)}",
            Markup(" · ").join(
                Markup("<bdi>{}</bdi>&nbsp;{}").format(name, signed(after.totals[seat]))
                for seat, name in enumerate(names)
                if seat != shooter
            ),
            after.barred,
        )
        for choice, after in shot.outlooks.items()
    )


def _ending(rules: Rules, names: Sequence[str], after: Outlook, shooter: int) -> str:
    if not after.game_over:
        return "overtime" if after.overtime else "goes on"
    if rules.side_of_seat[shooter] not in after.winners:
        return f"{winners_of(rules, names, after.winners)} wins"
    return "wins" if len(after.winners) == 1 else "wins, shared"
