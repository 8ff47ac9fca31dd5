"""docs/rules.md, "The deal", "Passing" and "When the table does otherwise"."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.hearts.rotation import (
    PASSINGS,
    after,
    default_cycle,
    is_possible,
    next_dealer,
    passers,
    passing_at,
    passings_for,
    place_at,
    receivers,
    turns,
)

TABLES = range(3, 11)
POSSIBLE = [(passing, players) for players in TABLES for passing in PASSINGS if is_possible(passing, players)]
FOUR = ("left", "right", "across", "hold")


@pytest.mark.parametrize(
    ("players", "cycle"),
    [
        (3, ("left", "right", "hold")),
        (4, ("left", "right", "across", "hold")),
        (5, ("left", "right", "left2", "right2", "hold")),
        (6, ("left", "right", "left2", "right2", "across", "hold")),
        (7, ("left", "right", "left2", "right2", "hold")),
        (8, ("left", "right", "left2", "right2", "across", "hold")),
        (9, ("left", "right", "left2", "right2", "hold")),
        (10, ("left", "right", "left2", "right2", "across", "hold")),
    ],
)
def test_a_table_passes_by_its_number_of_players(players: int, cycle: tuple[str, ...]) -> None:
    assert default_cycle(players) == cycle
    assert all(is_possible(passing, players) for passing in cycle)


@pytest.mark.parametrize(
    ("passing", "players", "expected"),
    [
        ("left", 4, (1, 2, 3, 0)),
        ("right", 4, (3, 0, 1, 2)),
        ("across", 4, (2, 3, 0, 1)),
        ("left2", 4, (2, 3, 0, 1)),
        ("left", 3, (1, 2, 0)),
        ("right", 3, (2, 0, 1)),
        ("left2", 5, (2, 3, 4, 0, 1)),
        ("right2", 5, (3, 4, 0, 1, 2)),
        ("across", 6, (3, 4, 5, 0, 1, 2)),
        ("right2", 10, (8, 9, 0, 1, 2, 3, 4, 5, 6, 7)),
    ],
)
def test_a_pass_goes_to_one_seat(passing: str, players: int, expected: tuple[int, ...]) -> None:
    assert receivers(passing, players) == tuple((seat,) for seat in expected)


@pytest.mark.parametrize("players", TABLES)
def test_on_a_hold_nobody_passes(players: int) -> None:
    assert receivers("hold", players) == ((),) * players
    assert passers("hold", players) == ((),) * players


def test_a_scatter_is_a_card_to_each_other_player_from_the_left_on() -> None:
    assert receivers("scatter", 4) == ((1, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2))
    assert passers("scatter", 3) == ((1, 2), (0, 2), (0, 1))


@pytest.mark.parametrize(("passing", "players"), POSSIBLE)
def test_every_seat_gets_as_many_cards_as_it_gives_and_none_from_itself(passing: str, players: int) -> None:
    given_to, got_from = receivers(passing, players), passers(passing, players)
    for seat in range(players):
        assert len(given_to[seat]) == len(got_from[seat])
        assert seat not in given_to[seat]
        assert all(seat in given_to[giver] for giver in got_from[seat])


@pytest.mark.parametrize(("passing", "players"), POSSIBLE)
def test_passing_looks_the_same_from_every_seat(passing: str, players: int) -> None:
    by_steps = [
        {(to - seat) % players for to in seats} for seat, seats in enumerate(receivers(passing, players))
    ]
    assert all(steps == by_steps[0] for steps in by_steps)


@pytest.mark.parametrize(
    ("passing", "players"),
    [
        ("across", 3),
        ("across", 5),
        ("across", 9),
        ("up", 4),
        ("", 4),
        ("Left", 4),
    ],
)
def test_a_way_of_passing_the_table_does_not_have_is_refused(passing: str, players: int) -> None:
    assert not is_possible(passing, players)
    with pytest.raises(ValueError, match=f"a table of {players} cannot pass '{passing}'"):
        receivers(passing, players)
    with pytest.raises(ValueError, match="cannot pass"):
        passers(passing, players)


@pytest.mark.parametrize(
    ("players", "offered"),
    [
        (3, ("left", "right", "hold", "scatter")),
        (4, ("left", "right", "across", "hold", "scatter")),
        (5, ("left", "right", "left2", "right2", "hold", "scatter")),
        (6, ("left", "right", "across", "left2", "right2", "hold", "scatter")),
    ],
)
def test_a_menu_offers_each_pass_once(players: int, offered: tuple[str, ...]) -> None:
    assert passings_for(players) == offered


@pytest.mark.parametrize("players", TABLES)
def test_a_menu_offers_all_of_the_usual_cycle(players: int) -> None:
    assert set(default_cycle(players)) <= set(passings_for(players))


@pytest.mark.parametrize(("dealer", "players", "following"), [(0, 4, 1), (3, 4, 0), (2, 3, 0), (9, 10, 0)])
def test_the_deal_moves_clockwise(dealer: int, players: int, following: int) -> None:
    assert next_dealer(dealer, players) == following


@pytest.mark.parametrize(
    ("hand", "passing"), [(1, "left"), (2, "right"), (3, "across"), (4, "hold"), (5, "left"), (204, "hold")]
)
def test_hands_are_passed_by_the_cycle(hand: int, passing: str) -> None:
    assert passing_at(FOUR, hand) == passing


@pytest.mark.parametrize(
    ("cycle", "place", "passing", "following"),
    [
        (FOUR, 0, "left", 1),
        (FOUR, 3, "hold", 0),
        (FOUR, 0, "across", 3),  # jumped ahead: a hold is next
        (FOUR, 3, "left", 1),  # the hold was left out: right is next
        (FOUR, 2, "right", 2),  # passed right once more: across is next
        (("left", "left", "right"), 0, "left", 1),  # the first left from here on
        (("left", "left", "right"), 1, "left", 2),
        (("left", "left", "right"), 2, "left", 1),  # round the end
        (("left", "right", "left", "hold"), 1, "left", 3),
        (FOUR, 1, "scatter", 2),  # not in the cycle: the place is used up
        (FOUR, 3, "scatter", 0),
        (("right",), 0, "hold", 0),
    ],
)
def test_the_rotation_goes_on_from_the_pass_that_really_was(
    cycle: tuple[str, ...], place: int, passing: str, following: int
) -> None:
    assert after(cycle, passing, place) == following


@given(st.lists(st.sampled_from(PASSINGS), min_size=1, max_size=8), st.integers(1, 300))
def test_a_table_that_does_as_the_cycle_says_never_leaves_it(cycle: list[str], hand: int) -> None:
    assert after(cycle, passing_at(cycle, hand), place_at(cycle, hand)) == place_at(cycle, hand + 1)


@given(st.lists(st.sampled_from(PASSINGS), min_size=1, max_size=8), st.sampled_from(PASSINGS), st.data())
def test_the_next_place_is_in_the_cycle_and_follows_the_pass_said(
    cycle: list[str], passing: str, data: st.DataObject
) -> None:
    following = after(cycle, passing, data.draw(st.integers(0, len(cycle) - 1)))
    assert 0 <= following < len(cycle)
    if passing in cycle:
        assert cycle[following - 1] == passing


def test_the_turns_to_come_go_on_from_the_hand_at_the_table() -> None:
    assert list(islice(turns(FOUR, "right", 1, 2, 4), 4)) == [
        ("across", 3),
        ("hold", 0),
        ("left", 1),
        ("right", 2),
    ]
    said_otherwise = turns(FOUR, "hold", 0, 1, 3)
    assert next(said_otherwise) == ("left", 2)
