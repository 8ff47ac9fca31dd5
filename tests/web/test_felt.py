"""The felt: the ring, the arrows and the words say the same as the rotation, for every number of seats."""

from __future__ import annotations

import re

import pytest

from scorekeeper import paths
from scorekeeper.hearts import rotation
from scorekeeper.web import felt as felts
from scorekeeper.web.arrows import HEAD, Box
from scorekeeper.web.felt import MARGIN_X, WIDTH, Place, box, felt, height, in_words, ring
from tests.playing import TEN

SEATS = range(3, 11)
LONGEST = "W" * 24
EVERY_WAY = [(players, way) for players in SEATS for way in rotation.passings_for(players)]
POINT = re.compile(r"-?\d+")


def ends(path: str) -> tuple[tuple[int, int], tuple[int, int]]:
    numbers = [int(number) for number in POINT.findall(path)]
    return (numbers[0], numbers[1]), (numbers[-2], numbers[-1])


def boxes(names: list[str] | tuple[str, ...], dealer: int, bottom: int | None = None) -> list[Box]:
    count = len(names)
    places = ring(count, turned=bottom is not None)
    return [
        box(name, places[(seat - (bottom or 0)) % count], count, dealer=seat == dealer)
        for seat, name in enumerate(names)
    ]


def nearest(point: tuple[int, int], around: list[Box]) -> int:
    return min(range(len(around)), key=lambda i: next(r for r in range(400) if around[i].near(point, r)))


def meet(one: Box, other: Box) -> bool:
    apart = abs(one.x - other.x) >= one.half_width + other.half_width
    return not apart and abs(one.y - other.y) < one.half_height + other.half_height


@pytest.mark.parametrize("players", SEATS)
def test_the_first_seat_is_at_the_top_and_the_others_follow_clockwise(players: int) -> None:
    places = ring(players)
    assert places[0] == Place(50, 0, places[0].room)
    right = [place for place in places if place.x > 50]
    left = [place for place in places if place.x < 50]
    assert places == (places[0], *right, *(p for p in places[1:] if p.x == 50), *left)
    assert [place.y for place in right] == sorted(place.y for place in right)
    assert [place.y for place in left] == sorted((place.y for place in left), reverse=True)


@pytest.mark.parametrize("players", SEATS)
def test_turned_the_first_place_is_at_the_bottom_and_the_ring_runs_the_same_way_round(players: int) -> None:
    turned = ring(players, turned=True)
    assert turned[0] == Place(50, 100, turned[0].room)
    assert [(100 - place.x, 100 - place.y) for place in turned] == [(p.x, p.y) for p in ring(players)]


@pytest.mark.parametrize("players", SEATS)
def test_the_stylesheet_places_names_where_the_arrows_are_drawn_to(players: int) -> None:
    css = (paths.find("static") / "css" / "table.css").read_text(encoding="utf-8")
    assert f".of-{players} {{ --h: {height(players)}; }}" in css
    for at, place in enumerate(ring(players)):
        figures = f"--x: {place.x:g}; --y: {place.y:g}; --room: {place.room:g};"
        assert f".of-{players} .at-{at} {{ {figures} }}" in css


@pytest.mark.parametrize("players", SEATS)
def test_names_as_long_as_can_be_do_not_meet(players: int) -> None:
    around = boxes([LONGEST] * players, 0)
    assert [(i, j) for i in range(players) for j in range(i) if meet(around[i], around[j])] == []


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("name", ["Jo", LONGEST])
def test_no_name_leaves_the_felt(players: int, name: str) -> None:
    for one in boxes([name] * players, 0):
        assert one.x - one.half_width >= MARGIN_X - 0.1
        assert one.x + one.half_width <= WIDTH - MARGIN_X + 0.1
        assert one.y - one.half_height >= 0
        assert one.y + one.half_height <= height(players)


@pytest.mark.parametrize(("players", "way"), EVERY_WAY)
@pytest.mark.parametrize("turned", [False, True])
def test_each_arrow_goes_from_a_passer_to_whom_it_passes_to(players: int, way: str, turned: bool) -> None:
    names, bottom = TEN[:players], 1 if turned else None
    drawn = felt(names, way, 2, 5, bottom=bottom).arrows
    around = boxes(names, 2, bottom)
    given = rotation.receivers(way, players)
    found = [tuple(nearest(end, around) for end in ends(path)) for path in drawn.paths]
    if way == rotation.HOLD:
        assert drawn.paths == ()
    elif way == rotation.SCATTER:
        assert drawn.both
        assert 0 < len(drawn.paths) <= players
    elif way == rotation.ACROSS:
        # From the middle out to everybody: each has one arrow pointing to them.
        assert sorted(to for _, to in found) == list(range(players))
    else:
        assert found == [(giver, to) for giver, (to,) in enumerate(given)]
        assert not drawn.both


JOINED = [(players, way) for players, way in EVERY_WAY if way not in (rotation.HOLD, rotation.SCATTER)]


@pytest.mark.parametrize(("players", "way"), JOINED)
@pytest.mark.parametrize(
    ("name", "head"), [("Jo", HEAD), ("Bernadette", HEAD * 2 / 3), ("Maximiliana Bartholomäus", 1)]
)
def test_an_arrow_and_its_head_keep_clear_of_the_names_they_join(
    players: int, way: str, name: str, head: float
) -> None:
    names = [name] * players
    around = boxes(names, 0)
    paths = felt(names, way, 0, 1).arrows.paths
    given = [to for (to,) in rotation.receivers(way, players)]
    spokes = way == rotation.ACROSS
    for giver, path in enumerate(paths):
        start, end = ends(path)
        assert not around[giver if spokes else given[giver]].near(end, head)
        assert not around[giver].near(start, 1)


@pytest.mark.parametrize("players", SEATS)
def test_among_short_names_no_arrow_touches_any(players: int) -> None:
    around = boxes(TEN[:players], 0)
    for way in rotation.passings_for(players):
        for path in felt(TEN[:players], way, 0, 1).arrows.paths:
            start, end = ends(path)
            assert not any(one.near(start, 1) or one.near(end, HEAD / 2) for one in around)


@pytest.mark.parametrize(
    ("way", "words"),
    [
        ("left", "Hand 5, pass left: Ann to Bob, Bob to Cy, Cy to Dora, Dora to Ann; Cy deals"),
        ("right", "Hand 5, pass right: Ann to Dora, Bob to Ann, Cy to Bob, Dora to Cy; Cy deals"),
        ("across", "Hand 5, pass across: Ann to Cy, Bob to Dora, Cy to Ann, Dora to Bob; Cy deals"),
        ("hold", "Hand 5, hold: keep your cards; Cy deals"),
        ("scatter", "Hand 5, scatter: one card to each other player; Cy deals"),
    ],
)
def test_the_felt_in_words(way: str, words: str) -> None:
    assert in_words(TEN[:4], way, 2, 5) == words
    assert felt(TEN[:4], way, 2, 5).alternative == words


def test_turning_puts_a_seat_at_the_bottom_and_moves_nobody_in_the_ring() -> None:
    turned = felt(TEN[:5], "left", 0, 1, bottom=3)
    assert [(seat.name, seat.at) for seat in turned.seats] == [
        ("Ann", 2),
        ("Bob", 3),
        ("Cy", 4),
        ("Dora", 0),
        ("Eve", 1),
    ]
    assert turned.turned
    assert [seat.name for seat in turned.seats if seat.dealer] == ["Ann"]


@pytest.mark.parametrize(
    ("name", "long"), [("Ann", False), ("Wolfgang", True), ("Liliiill", False), ("王小明王小明", True)]
)
def test_a_long_name_gets_the_small_letters(name: str, long: bool) -> None:
    assert felt([name, "B", "C"], "left", 0, 1).seats[0].long is long


def test_pictures_are_kept_by_what_they_show() -> None:
    felts._arrows.cache_clear()
    for dealer in (0, 1, 0, 1):
        felt(TEN[:4], "left", dealer, 1)
    assert felts._arrows.cache_info().misses == 2
