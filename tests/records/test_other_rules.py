"""Other rules for a game that is under way."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.hearts.rules import Rules
from scorekeeper.records import games
from scorekeeper.records.errors import ChoiceNeeded, HandRefused, PlayersRefused
from tests.records.table import A, B, Table, moon, points


def test_other_rules_score_every_hand_again(app: Flask) -> None:
    table = Table.of()
    table.record(A, moon(0))
    other = Rules(queen_points=5, limit=150)
    seen = games.preview_rules(table.key, other)
    assert table.totals == (4, 45, 29, 26)
    saved = table.do(games.change_rules, other)
    assert (saved.action, table.totals) == ("rules", (4, 29, 21, 18))
    assert seen.played == table.sheet.played


def test_other_rules_can_end_a_game_and_open_it_again(app: Flask) -> None:
    table = Table.of()
    table.record(A, B)
    table.do(games.change_rules, Rules(limit=19))
    assert [hand.result and hand.result.after_end for hand in table.sheet.hands] == [False, True]
    assert table.sheet.book.figures.hands_played == 1
    table.do(games.change_rules, Rules())
    assert (table.totals, table.sheet.book.figures.state) == ((18, 21, 6, 7), "playing")


def test_rules_that_a_hand_cannot_be_played_by_are_refused(app: Flask) -> None:
    table = Table.of()
    table.record(A, B)
    without = Rules(hearts_removed=("2",))
    seen = games.preview_rules(table.key, without).played.results
    assert [result and result.valid for result in seen] == [False, None]
    with pytest.raises(HandRefused) as refused:
        table.do(games.change_rules, without)
    assert (refused.value.number, refused.value.code) == (1, "hearts_total")
    assert (table.sheet.rules, table.version) == (Rules(), 2)


def test_a_hand_after_the_end_must_fit_other_rules_too(app: Flask) -> None:
    table = Table.of()
    table.record(points(4, 19, 3, 0, as_written=True), B)
    table.do(games.change_rules, Rules(limit=19))
    with pytest.raises(HandRefused) as refused:
        table.do(games.change_rules, Rules(limit=19, jack="JD"))
    assert refused.value.number == 2
    assert "jack_missing" in [fault.code for fault in refused.value.faults]
    assert table.sheet.rules == Rules(limit=19)


def test_other_rules_ask_what_a_moon_does_now(app: Flask) -> None:
    table = Table.of()
    table.record(A, moon(3))
    with pytest.raises(ChoiceNeeded) as asked:
        table.do(games.change_rules, Rules(moon="subtract"))
    (hand,) = asked.value.hands
    assert (hand.number, hand.shooter, hand.kept, hand.allowed) == (2, 3, "add", ("subtract",))
    seen = games.preview_rules(table.key, Rules(moon="subtract"))
    assert (seen.played.position.totals, seen.choices) == ((4, 19, 3, -26), {2: "subtract"})
    table.do(games.change_rules, Rules(moon="subtract"), later_choices={2: "subtract"})
    assert table.totals == (4, 19, 3, -26)


def test_what_is_foreseen_takes_the_one_choice_left(app: Flask) -> None:
    table = Table.of(rules={"moon": "choice"})
    table.record(moon(0, "subtract"), A, moon(1, "add"))
    other = Rules(moon="no_handing_win", limit=29)
    # Added, the second moon would take Cy to the limit and hand Ann the win, whatever was said of it.
    for said in ({}, {3: "add"}):
        seen = games.preview_rules(table.key, other, said)
        assert (seen.asked, seen.forced, seen.choices) == (None, {3}, {3: "subtract"})
    table.do(games.change_rules, other, later_choices=seen.choices)
    assert table.totals == seen.played.position.totals == (-22, -7, 3, 0)


def test_what_is_foreseen_stops_where_two_choices_are_left(app: Flask) -> None:
    table = Table.of(rules={"moon": "off"})
    table.record(A, moon(0))
    seen = games.preview_rules(table.key, Rules(moon="choice"))
    assert seen.asked is not None
    assert (seen.asked.number, seen.asked.allowed) == (2, ("add", "subtract"))
    seen = games.preview_rules(table.key, Rules(moon="choice"), {2: "subtract"})
    assert (seen.asked, seen.played.position.totals) == (None, (-22, 19, 3, 0))


def test_rules_stay_for_as_many_players(app: Flask) -> None:
    table = Table.of()
    for change in (games.preview_rules, lambda key, rules: table.do(games.change_rules, rules)):
        with pytest.raises(PlayersRefused):
            change(table.key, Rules(players=5))


def test_teams_can_be_made_and_dissolved(app: Flask) -> None:
    table = Table.of()
    table.record(A)
    table.do(games.change_rules, Rules(teams=((0, 2), (1, 3)), limit=19))
    assert table.line.places == (1, 2, 1, 2)
    table.do(games.change_rules, Rules(limit=19))
    assert table.line.places == (3, 4, 2, 1)
