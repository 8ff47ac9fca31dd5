"""Who sits where, who dealt and how cards were passed, from what a sheet says of it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.hearts.rotation import HOLD, default_cycle, is_possible, passers
from scorekeeper.records.arrivals import Arrival
from scorekeeper.records.passed import MOST_TRIED, NOBODY, passings_of, seat_order
from tests.records.paper_sheets import HANDS, NAMES, only, table

TEN = ("Ann", "Bob", "Cy", "Dora", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo")


def brought(passing: str, players: int) -> list[int]:
    """Whose cards came to each seat."""
    return [NOBODY] * players if passing == HOLD else [givers[0] for givers in passers(passing, players)]


@given(st.integers(3, 10), st.randoms(use_true_random=False), st.integers(1, 12))
@settings(deadline=None, max_examples=60)
def test_the_ring_is_found_from_who_got_whose_cards(players: int, chance: random.Random, hands: int) -> None:
    ring = [0, *chance.sample(range(1, players), players - 1)]
    seat_of = {player: seat for seat, player in enumerate(ring)}
    cycle = default_cycle(players)
    told = []
    for hand in range(hands):
        by_seat = brought(cycle[hand % len(cycle)], players)
        givers = [by_seat[seat_of[player]] for player in range(players)]
        told.append([giver if giver == NOBODY else ring[giver] for giver in givers])
    assert seat_order(players, cycle, told) == tuple(ring)


@given(st.integers(3, MOST_TRIED), st.data())
@settings(deadline=None, max_examples=60)
def test_any_entries_give_some_ring(players: int, data: st.DataObject) -> None:
    entry = st.one_of(st.none(), st.integers(NOBODY, players - 1))
    told = data.draw(st.lists(st.lists(entry, min_size=players, max_size=players), max_size=8))
    order = seat_order(players, default_cycle(players), told)
    assert sorted(order) == list(range(players))
    said, garbled = passings_of(default_cycle(players), told)
    assert len(said) == len(told)
    assert all(passing is None or is_possible(passing, players) for passing in said)
    assert set(garbled) <= set(range(players))


def test_one_column_garbled_does_not_turn_the_table() -> None:
    told = [[3, 0, 0, 2], [1, 2, NOBODY, 0], [2, 3, 1, 1], [NOBODY, NOBODY, 3, NOBODY]]
    cycle = default_cycle(4)
    assert seat_order(4, cycle, told) == (0, 1, 2, 3)
    assert passings_of(cycle, told) == ([None] * 4, {2: [0, 1, 2, 3]})


def test_a_hand_passed_otherwise_is_told_and_the_rotation_goes_on_from_it() -> None:
    ways = ["left", "across", "hold", "left"]
    said, garbled = passings_of(default_cycle(4), [brought(way, 4) for way in ways])
    assert (said, garbled) == ([None, "across", None, None], {})


def sheet(column: str, cells: list[list[str]], names: tuple[str, ...] = NAMES) -> Arrival:
    """Three hands, long, with a column beside the points: a list of cells for each hand."""
    lines = [
        (number, name, points, cell)
        for number, (hand, of_hand) in enumerate(zip(HANDS, cells, strict=True), 1)
        for name, points, cell in zip(names, hand, of_hand, strict=True)
    ]
    return only(table(("hand", "player", "points", column), lines))


GIVERS = [["Cy", "Dora", "Bob", "Ann"], ["Dora", "Cy", "Ann", "Bob"], ["Bob", "Ann", "Dora", "Cy"]]


def test_seats_follow_the_cards_and_not_the_order_of_the_lines() -> None:
    game = sheet("received_cards_from", GIVERS)
    assert game.document.players == ("Ann", "Dora", "Bob", "Cy")
    assert game.document.hands[0].points == (4, 0, 19, 3)
    assert game.remarks == ()


def test_whom_the_cards_went_to_tells_the_same() -> None:
    receivers = [[NAMES[givers.index(name)] for name in NAMES] for givers in GIVERS]
    assert sheet("Passed to", receivers).document.players == ("Ann", "Dora", "Bob", "Cy")


def test_a_column_of_seats_tells_the_ring() -> None:
    game = sheet("seat", [["2", "4", "1", "3"]] * 3)
    assert game.document.players == ("Cy", "Ann", "Dora", "Bob")


def test_seats_that_are_not_all_told_are_the_order_of_the_sheet() -> None:
    assert sheet("seat", [["2", "", "1", "2"]] * 3).document.players == NAMES


@pytest.mark.parametrize("word", ["none", "Hold", "nobody", "keep"])
def test_a_hold_is_no_remark_whatever_it_is_called(word: str) -> None:
    assert sheet("from", [*GIVERS[:2], [word] * 4]).document.hands[2].passing == "hold"


def test_a_name_that_is_not_on_the_sheet_is_a_remark() -> None:
    game = sheet("from", [GIVERS[0], ["Dora", "Cy", "Grandma", "Bob"], GIVERS[2]])
    assert game.document.players == ("Ann", "Dora", "Bob", "Cy")
    assert len(game.remarks) == 1
    assert "to Cy cannot be right in hand 2" in game.remarks[0]


@pytest.mark.parametrize(
    ("words", "passings"),
    [
        (("left", "right", "across"), (None, None, None)),
        (("L", "R", "A"), (None, None, None)),
        (("Pass to the left", "pass right", "3 cards across"), (None, None, None)),
        (("right", "across", "hold"), ("right", None, None)),
        (("left", "hold", "left"), (None, "hold", None)),
        (("left", "sideways", ""), (None, None, None)),
    ],
)
def test_the_way_of_passing_is_kept_where_it_was_another(
    words: tuple[str, ...], passings: tuple[str | None, ...]
) -> None:
    lines = [(word, *hand) for word, hand in zip(words, HANDS, strict=True)]
    game = only(table(("Pass", *NAMES), lines))
    assert tuple(hand.passing for hand in game.document.hands) == passings


@pytest.mark.parametrize(
    ("dealers", "first", "said"),
    [
        (("Cy", "Dora", "Ann"), 2, (None, None, None)),
        (("", "Dora", "Ann"), 2, (None, None, None)),
        (("cy", "Cy", "Dora"), 2, (None, 2, None)),
        (("", "", ""), 0, (None, None, None)),
        (("Grandma", "", ""), 0, (None, None, None)),
    ],
)
def test_the_deal_is_kept_where_it_was_anothers(
    dealers: tuple[str, ...], first: int, said: tuple[int | None, ...]
) -> None:
    lines = [(dealer, *hand) for dealer, hand in zip(dealers, HANDS, strict=True)]
    game = only(table(("Dealer", *NAMES), lines))
    assert game.document.start.dealer == first
    assert tuple(hand.dealer for hand in game.document.hands) == said
