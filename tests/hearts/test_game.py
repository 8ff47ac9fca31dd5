"""The fold over all hands: what a table is shown before, between and after them."""

from __future__ import annotations

import pytest

from scorekeeper.hearts.game import Start, begin, leaders, places, play, standing, step
from scorekeeper.hearts.rules import Rules
from scorekeeper.hearts.taken import Facts, Taken

PLAIN = Facts(taken=(Taken(4), Taken(6, queen=1), Taken(3), Taken(0)))
MOON = Facts(taken=(Taken(13, queen=1), Taken(0), Taken(0), Taken(0)))
FAULTY = Facts(taken=(Taken(4), Taken(6), Taken(3), Taken(0)))
TEAMS = Rules(teams=((0, 2), (1, 3)))


def test_both_outcomes_of_a_choice_are_worked_out_in_totals() -> None:
    rules = Rules(moon="choice")
    result, _ = step(rules, begin(rules, Start((10, 80, 70, 90))), MOON)
    assert not result.valid
    add, subtract = result.outlooks["add"], result.outlooks["subtract"]
    assert (add.scores, add.totals, add.game_over, add.winners) == (
        (0, 26, 26, 26),
        (10, 106, 96, 116),
        True,
        (0,),
    )
    assert (subtract.scores, subtract.totals, subtract.game_over) == (
        (-26, 0, 0, 0),
        (-16, 80, 70, 90),
        False,
    )
    assert not add.barred
    assert not subtract.barred


def test_a_barred_choice_is_marked_beside_the_one_that_is_applied() -> None:
    rules = Rules(moon="no_handing_win")
    result, _ = step(rules, begin(rules, Start((99, 98, 97, 10))), MOON)
    assert result.moon_applied == "subtract"
    assert {choice: outlook.barred for choice, outlook in result.outlooks.items()} == {
        "add": True,
        "subtract": False,
    }
    assert result.outlooks["add"].winners == (3,)


def test_there_is_no_outlook_without_a_moon() -> None:
    rules = Rules()
    result, _ = step(rules, begin(rules, Start((0, 0, 0, 0))), PLAIN)
    assert result.outlooks == {}


def test_an_invalid_hand_turns_neither_dealer_nor_pass_and_stops_the_replay() -> None:
    played = play(Rules(), Start((0, 0, 0, 0)), [PLAIN, FAULTY, PLAIN])
    assert [result and result.valid for result in played.results] == [True, False, None]
    assert (played.position.dealer, played.position.passing, played.position.hand_number) == (1, "right", 2)
    assert played.position.totals == (4, 19, 3, 0)


def test_hands_after_the_end_keep_their_numbers_and_count_for_nothing() -> None:
    played = play(Rules(limit=19), Start((0, 0, 0, 0), hand_number=5), [PLAIN, PLAIN, FAULTY])
    assert [result and (result.number, result.after_end) for result in played.results] == [
        (5, False),
        (6, True),
        (7, True),
    ]
    assert played.position.totals == (4, 19, 3, 0)
    assert (played.position.over, played.position.winners) == (True, (3,))


def test_a_hand_after_the_end_is_told_all_that_is_wrong_with_it() -> None:
    played = play(Rules(limit=19), Start((0, 0, 0, 0)), [PLAIN, FAULTY])
    last = played.results[-1]
    assert last is not None
    assert [fault.code for fault in last.faults] == ["queen_missing", "game_already_over"]


def test_after_the_end_the_position_says_who_would_deal_in_the_next_game() -> None:
    played = play(Rules(limit=19), Start((0, 0, 0, 0), dealer=3), [PLAIN])
    last = played.results[-1]
    assert last is not None
    assert (last.next_dealer, last.next_passing) == (None, None)
    assert (played.position.dealer, played.position.passing) == (0, "right")


def test_cards_worked_out_from_points_are_in_the_result() -> None:
    rules = Rules()
    position = begin(rules, Start((0, 0, 0, 0)))
    assert step(rules, position, Facts(points=(4, 19, 3, 0)))[0].captures == PLAIN.taken
    assert step(rules, position, Facts(points=(13, 0, 13, 0)))[0].captures is None
    assert step(rules, position, Facts(points=(4, 19, 3, 0), as_written=True))[0].captures is None


def test_where_ties_are_shared_a_start_in_overtime_is_ordinary_play() -> None:
    rules = Rules(tie="share")
    assert not begin(rules, Start((100, 50, 50, 60), overtime=True)).overtime
    result, _ = step(rules, begin(rules, Start((20, 0, 0, 0), overtime=True)), PLAIN)
    assert not result.game_over


@pytest.mark.parametrize(
    ("rules", "totals", "expected"),
    [
        (Rules(), (50, 20, 20, 60), (3, 1, 1, 4)),
        (Rules(), (0, 0, 0, 0), (1, 1, 1, 1)),
        (Rules(), (-5, 0, 3, 2), (1, 2, 4, 3)),
        (TEAMS, (10, 50, 60, 15), (2, 1, 2, 1)),
        (TEAMS, (10, 20, 20, 10), (1, 1, 1, 1)),
    ],
)
def test_places_are_two_firsts_then_a_third_and_go_by_teams(
    rules: Rules, totals: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert places(rules, totals) == expected


def test_who_is_low_is_a_seat_or_a_team() -> None:
    assert leaders(Rules(), (50, 20, 20, 60)) == (1, 2)
    assert leaders(TEAMS, (10, 50, 60, 15)) == (1,)
    assert standing(TEAMS, (10, 50, 60, 15)) == (70, 65)
