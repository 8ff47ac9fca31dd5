"""Seven games that were really played come to the totals written on their paper sheets."""

from __future__ import annotations

import pytest

from scorekeeper.hearts.game import Played, Start, begin, play, step
from scorekeeper.hearts.rules import Rules
from scorekeeper.hearts.taken import Facts
from tests import family

FINALS = {
    1: (98, 36, 109, 69),
    2: (62, 58, 66, 100),
    3: (41, 48, 102, 15),
    4: (109, 54, 78, 71),
    5: (68, 91, 56, 45),
    6: (101, 74, 90, 99),
    7: (108, 55, 42, 82),
}
NOT_ADDING_UP = {1: [4, 6, 8], 3: [8], 7: [4]}
MOONS = {1: {7: 2}, 5: {7: 1}, 6: {7: 2}, 7: {2: 2, 3: 3}}


def replay(game: int) -> tuple[Played, list[int]]:
    """The game replayed, a hand that does not add up kept as written; and the numbers of those."""
    rules, start = Rules(), Start((0, 0, 0, 0))
    position = begin(rules, start)
    hands: list[Facts] = []
    as_written = []
    for written in family.game(game):
        facts = Facts(points=written.points)
        result, after = step(rules, position, facts)
        if not result.valid:
            assert {fault.code for fault in result.faults} <= {"points_total", "points_impossible"}
            facts = Facts(points=written.points, as_written=True)
            _, after = step(rules, position, facts)
            as_written.append(written.number)
        hands.append(facts)
        position = after
    return play(rules, start, hands), as_written


@pytest.mark.parametrize("game", FINALS)
def test_a_game_comes_to_the_totals_on_its_sheet(game: int) -> None:
    played, _ = replay(game)
    assert played.position.totals == FINALS[game]


@pytest.mark.parametrize("game", FINALS)
def test_the_hands_that_do_not_add_up_are_found_and_no_others(game: int) -> None:
    assert replay(game)[1] == NOT_ADDING_UP.get(game, [])


@pytest.mark.parametrize("game", FINALS)
def test_the_moons_are_found_and_no_others(game: int) -> None:
    results = [result for result in replay(game)[0].results if result]
    shot = {result.number: result.shooter for result in results if result.shooter is not None}
    assert shot == MOONS.get(game, {})


@pytest.mark.parametrize("game", FINALS)
def test_the_game_ends_with_its_last_hand_unless_it_stops_before_the_limit(game: int) -> None:
    played, _ = replay(game)
    over = [result.game_over for result in played.results if result]
    assert over == [False] * (len(over) - 1) + [game != 5]
    if game != 5:
        assert played.position.winners == (FINALS[game].index(min(FINALS[game])),)
