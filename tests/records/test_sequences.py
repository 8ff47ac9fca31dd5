"""Any sequence of changes: the books say what a replay of the facts says, and nothing is left to rebuild."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from scorekeeper.hearts.facts import Facts, Taken
from scorekeeper.hearts.game import Played, Start, play
from scorekeeper.hearts.rotation import passings_for
from scorekeeper.hearts.rules import Rules
from scorekeeper.records import games, hands
from scorekeeper.records.errors import Asked, ChoiceNeeded, GameOver, HandRefused, RecordsError
from scorekeeper.records.rebuild import rebuild
from tests.conftest import clear
from tests.records.queries import contents
from tests.records.table import Table

RULES: list[tuple[int, dict[str, Any]]] = [
    (4, {"limit": 40}),
    (4, {"limit": 40, "moon": "no_handing_win"}),
    (4, {"limit": 30, "moon": "choice"}),
    (4, {"limit": 45, "moon": "avoid_ending"}),
    (4, {"limit": 40, "teams": [[0, 2], [1, 3]], "team_moon": True, "moon": "choice"}),
    (3, {"limit": 30, "moon": "subtract", "floor_zero": True}),
    (5, {"limit": 30, "exact_limit_reset": 0}),
    (4, {"limit": 40, "jack": "JD", "no_trick_bonus": 5}),
]
CHOICES = [None, "add", "subtract"]


@dataclass(frozen=True)
class Model:
    """What the table would hold if it were a list: the hands in order, and what was said of the next one."""

    hands: tuple[Facts, ...] = ()
    said: tuple[int | None, str | None] = (None, None)


@st.composite
def facts(draw: st.DrawFn, rules: Rules) -> Facts:
    """A hand that can be, as cards or, where its points say as much, as points; now and then a moon."""
    seats = st.integers(0, rules.players - 1)
    if draw(st.integers(0, 3)) == 0:
        owners = [draw(seats)] * (rules.hearts_in_deck + 1)
    else:
        owners = draw(st.lists(seats, min_size=rules.hearts_in_deck + 1, max_size=rules.hearts_in_deck + 1))
    queen, *hearts = owners
    jack = draw(seats) if "jack" in rules.named else None
    taken = tuple(
        Taken(hearts.count(seat), queen=int(seat == queen), jack=int(seat == jack))
        for seat in range(rules.players)
    )
    choice = draw(st.sampled_from(CHOICES))
    if jack is None and draw(st.integers(0, 3)) == 0:
        return Facts(points=tuple(each.hearts + 13 * each.queen for each in taken), moon_choice=choice)
    if draw(st.integers(0, 15)) == 0:
        taken = (replace(taken[0], hearts=taken[0].hearts + 1), *taken[1:])
    return Facts(taken=taken, moon_choice=choice)


class Evening(RuleBasedStateMachine):
    """A game whose hands are recorded, corrected, inserted, deleted, undone and dealt otherwise at random."""

    app: Flask

    @initialize(rules=st.sampled_from(RULES), dealer=st.integers(0, 2))
    def sit_down(self, rules: tuple[int, dict[str, Any]], dealer: int) -> None:
        self.context = self.app.app_context()
        self.context.push()
        clear(self.app)
        players, differences = rules
        self.rules = Rules.from_mapping(differences, players=players)
        self.table = Table.of(players, differences, first_dealer=dealer)
        self.start = Start(totals=(0,) * players, dealer=dealer)
        self.now = Model()
        self.before: tuple[Model, bool] | None = None  # and whether undoing it turns what was said
        self.early = False

    def teardown(self) -> None:
        if hasattr(self, "context"):
            self.context.pop()

    def played(self, model: Model) -> Played:
        return play(self.rules, self.start, model.hands)

    def change(
        self, change: Callable[..., Any], *what: Any, to: Model, told: int | None = None, turns: bool = False
    ) -> None:
        """Make a change the model knows the outcome of; answer what is asked about later moons."""
        version, answers, stored = self.table.version, {}, self.stored()
        while True:
            try:
                self.table.do(change, *what, **({"later_choices": answers} if answers else {}))
            except ChoiceNeeded as asked:
                (hand,) = asked.hands
                at = hand.number - self.start.hand_number
                self.check_asked(to, at, hand, told)
                answers[hand.number] = hand.allowed[-1]
                to = put(to, at, replace(to.hands[at], moon_choice=hand.allowed[-1]))
            except RecordsError as error:
                self.check_refused(to, error, version)
                return
            else:
                break
        # A correction to what was there already is nothing to undo, also where points say what cards said.
        if self.stored() != stored:
            self.before = (self.now, turns)
        self.now = self.kept(to)

    def stored(self) -> list[tuple[int, Facts]]:
        """The hands as they are kept: points that only some cards come to are kept as these."""
        return [(hand.id, hand.facts) for hand in self.table.sheet.hands]

    def check_asked(self, to: Model, at: int, hand: Asked, told: int | None) -> None:
        """Only a moon is asked about that the change did not bring, and whose choice is not allowed now."""
        assert at != told
        assert to.hands[at].moon_choice == hand.kept
        assert hand.kept not in hand.allowed

    def check_refused(self, to: Model, error: RecordsError, version: int) -> None:
        """Nothing was changed, and the model would have refused it too."""
        assert self.table.version == version
        if isinstance(error, HandRefused):
            result = self.played(to).results[error.number - self.start.hand_number]
            assert result is not None
            assert not result.valid
        else:
            assert error.code in ("game_already_over", "ended_early")
            assert self.early or self.played(self.now).position.over

    def kept(self, model: Model) -> Model:
        """The model with the choices applied, which later changes must not alter unasked."""
        kept = []
        for hand, result, stored in zip(
            model.hands, self.played(model).results, self.table.sheet.hands, strict=True
        ):
            assert result is not None
            assert result.valid or result.after_end
            choice = stored.facts.moon_choice if result.after_end else result.moon_applied
            kept.append(replace(hand, moon_choice=choice))
        return replace(model, hands=tuple(kept))

    def number(self, data: st.DataObject) -> int | None:
        if not self.now.hands:
            return None
        return data.draw(st.integers(0, len(self.now.hands) - 1), label="hand")

    @rule(data=st.data())
    def record(self, data: st.DataObject) -> None:
        told = data.draw(facts(self.rules))
        dealer, passing = self.now.said
        as_kept = replace(told, dealer=dealer, passing=passing)
        to = Model((*self.now.hands, as_kept))
        self.change(hands.record_hand, told, to=to, told=len(self.now.hands), turns=True)

    @rule(data=st.data())
    def record_another(self, data: st.DataObject) -> None:
        self.record(data)

    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        if (at := self.number(data)) is None:
            return
        told = data.draw(facts(self.rules))
        old = self.now.hands[at]
        to = put(self.now, at, replace(told, dealer=old.dealer, passing=old.passing))
        self.change(hands.correct_hand, at + 1, told, to=to, told=at)

    @rule(data=st.data())
    def insert(self, data: st.DataObject) -> None:
        if (at := self.number(data)) is None:
            return
        told = data.draw(facts(self.rules))
        to = replace(self.now, hands=(*self.now.hands[:at], told, *self.now.hands[at:]))
        self.change(hands.insert_hand, at + 1, told, to=to, told=at)

    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        if (at := self.number(data)) is not None:
            to = replace(self.now, hands=(*self.now.hands[:at], *self.now.hands[at + 1 :]))
            self.change(hands.delete_hand, at + 1, to=to)

    @rule()
    def undo(self) -> None:
        if self.before is not None:
            model, turns = self.before
            to = model if turns else replace(model, said=self.now.said)
            self.change(hands.undo, to=to, turns=turns)

    @rule(data=st.data(), dealer=st.none() | st.integers(0, 2))
    def deal_otherwise(self, data: st.DataObject, dealer: int | None) -> None:
        at = data.draw(st.integers(0, len(self.now.hands)), label="hand")
        passing = data.draw(st.none() | st.sampled_from(passings_for(self.rules.players)), label="pass")
        due = self.played(replace(self.now, hands=self.now.hands[:at])).position
        said = (dealer, passing)
        if not due.over:  # what is as the rotation has it is not said
            said = (None if dealer == due.dealer else dealer, None if passing == due.passing else passing)
        if at < len(self.now.hands):
            to = put(self.now, at, replace(self.now.hands[at], dealer=said[0], passing=said[1]))
            if to != self.now:
                self.change(hands.set_rotation, at + 1, dealer, passing, to=to)
            return
        before = self.before
        self.change(hands.set_rotation, at + 1, dealer, passing, to=replace(self.now, said=said))
        self.before = before

    @rule()
    def end_or_reopen(self) -> None:
        over = self.played(self.now).position.over
        if not (self.early or over or self.now.hands or self.table.sheet.book.carried):
            with pytest.raises(RecordsError):
                self.table.do(games.end_game)
        elif self.early or not over:
            self.table.do(games.reopen_game if self.early else games.end_game)
            self.early = not self.early
        else:
            with pytest.raises(GameOver):
                self.table.do(games.end_game)

    @invariant()
    def the_books_say_what_the_replay_says(self) -> None:
        if not hasattr(self, "table"):
            return
        sheet, played = self.table.sheet, self.played(self.now)
        assert sheet.played == play(self.rules, self.start, [hand.facts for hand in sheet.hands])
        assert outline(sheet.played) == outline(played)
        assert (sheet.book.next_dealer, sheet.book.next_passing) == self.now.said
        assert sheet.book.figures.state == ("over" if self.early else state(played))
        assert contents(self.table.key) == contents(self.table.key, fresh=True)
        assert rebuild() == []


def put(model: Model, at: int, hand: Facts) -> Model:
    return replace(model, hands=(*model.hands[:at], hand, *model.hands[at + 1 :]))


def outline(played: Played) -> tuple[Any, ...]:
    """What must be equal whether the hand is kept as the points told or as the cards worked out from them."""
    results = [
        r and (r.number, r.valid, r.after_end, r.scores, r.dealer, r.passing, r.shooter, r.moon_applied)
        for r in played.results
    ]
    return results, played.position


def state(played: Played) -> str:
    if played.position.over:
        return "over"
    return "overtime" if played.position.overtime else "playing"


def run(app: Flask, examples: int, steps: int) -> None:
    evening = type("EveningOn", (Evening,), {"app": app})
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        evening,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_after_any_sequence_of_changes_the_books_say_what_the_facts_say(app: Flask) -> None:
    run(app, examples=4, steps=15)


@pytest.mark.long
def test_after_many_long_sequences_of_changes_the_books_say_what_the_facts_say(app: Flask) -> None:
    run(app, examples=8, steps=40)
