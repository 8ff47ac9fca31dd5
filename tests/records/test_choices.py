"""The shooter's choice: kept with the hand, and asked for again when a change bars it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.hearts.game import Start
from scorekeeper.hearts.rules import Rules
from scorekeeper.records import games, hands
from scorekeeper.records.db import db
from scorekeeper.records.errors import ChoiceNeeded, HandRefused
from scorekeeper.records.models import Revision
from tests.records.table import A, Table, moon, plain, points

# Ann may add her moon after WELL (she wins) and not after BADLY (the game ends and Cy wins), from FROM on.
FROM = Start(totals=(20, 0, 0, 10))
WELL = plain(0, 12, 1, 0, queen=1)
BADLY = plain(12, 1, 0, 0, queen=3)
BEFORE_BADLY = plain(0, 6, 7, 0, queen=3)  # with this before BADLY she may add it


def game(app: Flask, start: Start | None = FROM) -> Table:
    table = Table.of(rules={"moon": "no_handing_win", "limit": 49})
    table.do(games.change_start, start, 0)
    return table


def correcting(app: Flask) -> tuple[Table, Callable[..., Any], int]:
    table = game(app)
    table.record(WELL, moon(0, "add"))
    return table, lambda **how: table.do(hands.correct_hand, 1, BADLY, **how), 2


def inserting(app: Flask) -> tuple[Table, Callable[..., Any], int]:
    table = game(app)
    table.record(WELL, moon(0, "add"))
    return table, lambda **how: table.do(hands.insert_hand, 1, BADLY, **how), 3


def deleting(app: Flask) -> tuple[Table, Callable[..., Any], int]:
    table = game(app)
    table.record(BEFORE_BADLY, BADLY, moon(0, "add"))
    return table, lambda **how: table.do(hands.delete_hand, 1, **how), 2


def starting_elsewhere(app: Flask) -> tuple[Table, Callable[..., Any], int]:
    table = game(app, None)
    table.record(BADLY, moon(0, "add"))
    return table, lambda **how: table.do(games.change_start, FROM, 0, **how), 2


def undoing(app: Flask) -> tuple[Table, Callable[..., Any], int]:
    table = game(app, None)
    table.record(BADLY, moon(0, "add"))
    table.do(hands.correct_hand, 1, WELL)
    table.do(games.change_start, FROM, 0)
    return table, lambda **how: table.do(hands.undo, **how), 2


def restoring(app: Flask) -> tuple[Table, Callable[..., Any], int]:
    table = game(app)
    table.record(BADLY)
    gone = table.sheet.hands[0].id
    table.do(hands.delete_hand, 1)
    table.record(WELL, moon(0, "add"))
    return table, lambda **how: table.do(hands.restore_hand, gone, **how), 3


CHANGES = [correcting, inserting, deleting, starting_elsewhere, undoing, restoring]


@pytest.mark.parametrize("changing", CHANGES)
def test_a_change_that_bars_a_later_choice_asks_before_anything_is_saved(
    app: Flask, changing: Callable[[Flask], tuple[Table, Callable[..., Any], int]]
) -> None:
    table, change, number = changing(app)
    version, played = table.version, table.sheet.played
    with pytest.raises(ChoiceNeeded) as asked:
        change()
    (hand,) = asked.value.hands
    assert (hand.number, hand.shooter, hand.sun) == (number, 0, False)
    assert (hand.kept, hand.allowed) == ("add", ("subtract",))
    assert (hand.outlooks["add"].barred, hand.outlooks["add"].game_over) == (True, True)
    assert (table.version, table.sheet.played) == (version, played)


@pytest.mark.parametrize("changing", CHANGES)
def test_with_the_answer_the_change_goes_through(
    app: Flask, changing: Callable[[Flask], tuple[Table, Callable[..., Any], int]]
) -> None:
    table, change, number = changing(app)
    change(later_choices={number: "subtract"})
    last = table.sheet.hands[-1]
    assert (last.number, last.facts.moon_choice) == (number, "subtract")
    assert table.sheet.book.figures.state == "playing"


def test_points_that_show_the_choice_made_before_show_the_one_made_now(app: Flask) -> None:
    five: dict[str, Any] = {"moon": "no_handing_win", "limit": 49, "kitty": "out_of_play"}
    table = Table.of(5, five)
    table.do(games.change_start, Start(totals=(20, 0, 0, 10, 30)), 0)
    table.record(plain(0, 12, 1, 0, 0, queen=1), points(0, 26, 26, 26, 26))
    assert table.sheet.hands[1].facts.points == (0, 26, 26, 26, 26)
    badly = plain(12, 1, 0, 0, 0, queen=3)
    with pytest.raises(ChoiceNeeded) as asked:
        table.do(hands.correct_hand, 1, badly)
    assert (asked.value.hands[0].kept, asked.value.hands[0].allowed) == ("add", ("subtract",))
    table.do(hands.correct_hand, 1, badly, later_choices={2: "subtract"})
    facts = table.sheet.hands[1].facts
    assert (facts.points, facts.moon_choice) == ((-26, 0, 0, 0, 0), "subtract")
    assert table.totals == (6, 1, 0, 23, 30)
    table.do(hands.undo)
    assert table.sheet.hands[1].facts.points == (0, 26, 26, 26, 26)


def test_other_rules_can_turn_points_that_show_a_choice(app: Flask) -> None:
    table = Table.of(5, {"moon": "subtract", "kitty": "out_of_play"})
    table.record(points(0, -26, 0, 0, 0))
    rules = Rules(players=5, kitty="out_of_play")
    with pytest.raises(ChoiceNeeded):
        table.do(games.change_rules, rules)
    table.do(games.change_rules, rules, later_choices={1: "add"})
    assert table.totals == (26, 0, 26, 26, 26)


@pytest.mark.parametrize("answers", [{2: "add"}, {2: "both"}, {1: "subtract"}, {3: "subtract"}])
def test_an_answer_that_does_not_help_is_asked_for_again(app: Flask, answers: dict[int, str]) -> None:
    table, change, _ = correcting(app)
    with pytest.raises(ChoiceNeeded):
        change(later_choices=answers)
    assert table.totals == (20, 51, 27, 36)


def test_an_answer_nobody_asked_for_changes_no_hand(app: Flask) -> None:
    table, _, _ = correcting(app)
    table.do(hands.correct_hand, 1, plain(0, 11, 2, 0, queen=1), later_choices={2: "subtract"})
    assert table.sheet.hands[1].facts.moon_choice == "add"


def test_one_undo_takes_back_a_correction_with_the_answer_it_asked_for(app: Flask) -> None:
    table, change, _ = correcting(app)
    change(later_choices={2: "subtract"})
    assert table.totals == (6, 1, 0, 23)
    table.do(hands.undo)
    assert (table.totals, table.sheet.last_change) == ((20, 51, 27, 36), ("corrected", 1))
    table.do(hands.undo)
    assert table.totals == (6, 1, 0, 23)


def test_a_choice_asked_for_again_leaves_a_revision_of_that_hand_too(app: Flask) -> None:
    table, change, _ = correcting(app)
    change(later_choices={2: "subtract"})
    latest = select(Revision).where(Revision.version == table.version)
    found = db.session.scalars(latest.order_by(Revision.id))
    assert [(r.action, r.before and r.before["moon_choice"]) for r in found] == [
        ("corrected", None),
        ("corrected", "add"),
    ]


def test_several_moons_are_asked_for_one_after_the_other(app: Flask) -> None:
    table = Table.of()
    table.record(A, moon(0), moon(1))
    for answers, asked_for in (({}, 2), ({2: "subtract"}, 3)):
        with pytest.raises(ChoiceNeeded) as asked:
            table.do(games.change_rules, Rules(moon="subtract"), later_choices=answers)
        assert [hand.number for hand in asked.value.hands] == [asked_for]
    table.do(games.change_rules, Rules(moon="subtract"), later_choices={2: "subtract", 3: "subtract"})
    assert table.totals == (4 - 26, 19 - 26, 3, 0)


def test_a_moon_that_starts_to_count_is_asked_for_where_the_shooter_may_choose(app: Flask) -> None:
    table = Table.of(rules={"moon": "off"})
    table.record(moon(2))
    assert (table.totals, table.sheet.hands[0].facts.moon_choice) == ((0, 0, 26, 0), None)
    with pytest.raises(ChoiceNeeded) as asked:
        table.do(games.change_rules, Rules(moon="choice"))
    assert (asked.value.hands[0].kept, asked.value.hands[0].allowed) == (None, ("add", "subtract"))
    table.do(games.change_rules, Rules(moon="add"))
    assert (table.totals, table.sheet.hands[0].facts.moon_choice) == ((26, 26, 0, 26), "add")


@pytest.mark.parametrize(
    ("rules", "said", "kept"),
    [
        ({}, None, "add"),
        ({"moon": "subtract"}, None, "subtract"),
        ({"moon": "choice"}, "subtract", "subtract"),
        ({"moon": "avoid_ending", "limit": 20}, None, "subtract"),
    ],
)
def test_the_choice_applied_is_kept_also_where_the_rules_left_no_other(
    app: Flask, rules: dict[str, Any], said: str | None, kept: str
) -> None:
    table = Table.of(rules=rules)
    table.record(moon(2, said))
    (hand,) = table.sheet.hands
    assert hand.facts.moon_choice == kept
    assert hand.result is not None
    assert hand.result.moon_applied == kept


@pytest.mark.parametrize(
    ("rules", "said", "code"),
    [
        ({"moon": "choice"}, None, "moon_choice_missing"),
        ({"moon": "choice"}, "both", "moon_choice_barred"),
        ({"moon": "add"}, "subtract", "moon_choice_barred"),
    ],
)
def test_a_moon_without_an_allowed_choice_is_refused_with_what_each_would_lead_to(
    app: Flask, rules: dict[str, Any], said: str | None, code: str
) -> None:
    table = Table.of(rules=rules)
    with pytest.raises(HandRefused) as refused:
        table.record(moon(1, said))
    assert refused.value.code == code
    result = refused.value.result
    assert result is not None
    assert {choice: outlook.totals for choice, outlook in result.outlooks.items()} == {
        "add": (26, 0, 26, 26),
        "subtract": (0, -26, 0, 0),
    }
    assert table.version == 0


def test_a_choice_of_a_hand_that_is_no_moon_is_ignored(app: Flask) -> None:
    table = Table.of()
    table.record(plain(4, 6, 3, 0, queen=1, moon_choice="subtract"))
    assert table.sheet.hands[0].facts == A
