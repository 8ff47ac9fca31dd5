"""Ratings: games in order, who finishes ahead goes up, and a correction works out again what is later."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from flask import Flask
from openskill.models import BradleyTerryFull
from sqlalchemy import func, select

from scorekeeper.records import hands, kept, ratings
from scorekeeper.records.choosing import Wanted
from scorekeeper.records.db import db, writing
from scorekeeper.records.kept_models import Rating
from scorekeeper.records.profiles import profile
from scorekeeper.records.ratings import RatedGame, Strength, after
from scorekeeper.records.recheck import recheck
from tests.records.evenings import FIRST, Evenings, entry
from tests.records.table import moon


def rated(*places: int, teams: tuple[int | None, ...] | None = None) -> list[Strength]:
    """Beginners after one game."""
    players = tuple(range(1, len(places) + 1))
    game = RatedGame(1, FIRST, players, teams or (None,) * len(places), places)
    return after(game, [Strength()] * len(places))


def test_everybody_begins_at_1500_give_or_take_200() -> None:
    assert (Strength().shown, Strength().give_or_take) == (1500, 200)


def test_whoever_finishes_ahead_is_rated_higher_and_all_are_surer() -> None:
    found = rated(2, 4, 1, 3)
    in_order = sorted(range(4), key=lambda seat: -found[seat].mu)
    assert in_order == [2, 0, 3, 1]
    assert found[2].shown > 1500 > found[1].shown
    assert all(one.sigma < Strength().sigma for one in found)


@pytest.mark.parametrize("places", [(1, 1, 3, 4), (2, 1, 2, 4), (1, 2, 3, 3), (1, 1, 1, 1)])
def test_who_shares_a_place_is_rated_alike(places: tuple[int, ...]) -> None:
    found = rated(*places)
    shown: dict[int, set[float]] = {}
    for place, one in zip(places, found, strict=True):
        shown.setdefault(place, set()).add(round(one.mu, 9))
    assert all(len(ones) == 1 for ones in shown.values())
    levels = [shown[place].copy().pop() for place in sorted(shown)]
    assert all(better > worse for better, worse in pairwise(levels))


def test_partners_are_rated_as_a_team() -> None:
    found = rated(1, 2, 1, 2, teams=(0, 1, 0, 1))
    assert found[0] == found[2]
    assert found[1] == found[3]
    assert found[0].mu > Strength().mu > found[1].mu


def test_a_teams_number_is_no_seats() -> None:
    alone = RatedGame(1, FIRST, (1, 2, 3), (None, None, None), (1, 2, 3))
    assert len({one.mu for one in after(alone, [Strength()] * 3)}) == 3


@pytest.fixture
def evenings(app: Flask) -> Evenings:
    """Eight games of five people, each won by whoever sits last."""
    made = Evenings.of("Ann", "Bob", "Cy", "Dora", "Eve")
    for seats in ("Ann Bob Cy Dora", "Dora Bob Eve Ann", "Eve Cy Bob Dora", "Ann Eve Dora Cy") * 2:
        made.play(seats)
    return made


def course(evenings: Evenings, name: str) -> list[Strength]:
    return [one.rating for one in profile(evenings.club, evenings.ids[name], Wanted()).course.points]


def by_hand(evenings: Evenings, tables: list[tuple[str, tuple[int, ...]]]) -> dict[str, tuple[float, float]]:
    """The ratings by the library alone, from (seats, places)."""
    model = BradleyTerryFull()
    held = {name: model.rating() for name in evenings.ids}
    for seats, places in tables:
        names = seats.split()
        after_it = model.rate([[held[name]] for name in names], ranks=[float(place) for place in places])
        held.update({name: team[0] for name, team in zip(names, after_it, strict=True)})
    return {name: (one.mu, one.sigma) for name, one in held.items()}


def test_games_are_rated_in_the_order_they_were_begun_in(evenings: Evenings) -> None:
    rout = (3, 4, 2, 1)  # totals 16, 76, 12, 0
    seats = ("Ann Bob Cy Dora", "Dora Bob Eve Ann", "Eve Cy Bob Dora", "Ann Eve Dora Cy")
    evenings.caught_up()
    expected = by_hand(evenings, [(one, rout) for one in seats * 2])
    found = ratings.strengths_now(evenings.ids.values())
    assert {name: (found[key].mu, found[key].sigma) for name, key in evenings.ids.items()} == {
        name: pytest.approx(one) for name, one in expected.items()
    }


def test_an_older_game_that_comes_in_later_stands_before(evenings: Evenings) -> None:
    evenings.caught_up()
    evenings.play("Cy Ann Eve Bob", at=FIRST - timedelta(days=1))
    evenings.caught_up()
    rout = (3, 4, 2, 1)
    seats = ("Ann Bob Cy Dora", "Dora Bob Eve Ann", "Eve Cy Bob Dora", "Ann Eve Dora Cy")
    expected = by_hand(evenings, [("Cy Ann Eve Bob", rout), *[(one, rout) for one in seats * 2]])
    found = ratings.strengths_now(evenings.ids.values())
    assert {name: found[key].mu for name, key in evenings.ids.items()} == {
        name: pytest.approx(one[0]) for name, one in expected.items()
    }


def test_a_correction_works_out_what_is_later_and_nothing_before(evenings: Evenings) -> None:
    evenings.caught_up()
    before = course(evenings, "Dora")
    key = evenings.play("Ann Bob Cy Dora", at=FIRST + timedelta(days=10))
    evenings.caught_up()
    between = course(evenings, "Dora")
    hands.correct_hand(key, 1, moon(2), entry(key))  # Cy has won it, and not Dora
    evenings.caught_up()
    assert recheck(evenings.club) == []
    again = course(evenings, "Dora")
    assert again[:2] == between[:2] == before[:2]
    assert all(one != other for one, other in zip(again[2:], between[2:], strict=True))


def test_a_game_that_counts_no_more_leaves_no_rating(evenings: Evenings) -> None:
    evenings.caught_up()
    before = course(evenings, "Ann")
    key = evenings.play("Ann Bob Cy Dora")
    evenings.caught_up()
    assert len(course(evenings, "Ann")) == len(before) + 1
    hands.undo(key, entry(key))
    evenings.caught_up()
    assert course(evenings, "Ann") == before


@pytest.mark.parametrize("most", [1, 2, 3, 7])
def test_what_is_too_much_for_one_look_is_done_piece_by_piece(evenings: Evenings, most: int) -> None:
    evenings.caught_up()
    whole = course(evenings, "Dora")
    pieces = 0
    since: datetime | None = None
    while True:
        piece = ratings.work_out(evenings.club.id, since, most)
        assert len(piece.rows) <= 4 * most
        with writing() as session:
            ratings.keep(session, evenings.club.id, piece)
        pieces += 1
        if piece.until is None:
            break
        since = piece.until
    assert pieces == -(-8 // most)
    assert course(evenings, "Dora") == whole
    assert db.session.scalar(select(func.count()).select_from(Rating)) == 32


def test_games_begun_at_one_moment_are_rated_together(app: Flask) -> None:
    evenings = Evenings.of("Ann", "Bob", "Cy", "Dora")
    for _ in range(3):
        evenings.play(at=FIRST)
    evenings.play(at=FIRST + timedelta(hours=1))
    piece = ratings.work_out(evenings.club.id, None, 2)
    assert (len(piece.rows), piece.until) == (16, None)
    assert ratings.work_out(evenings.club.id, None, 3).until == FIRST + timedelta(hours=1)


def test_while_older_games_are_worked_out_again_a_look_says_so(evenings: Evenings) -> None:
    assert [kept.catch_up(evenings.club, most=3) for _ in range(4)] == [False, False, True, True]
    assert recheck(evenings.club) == []


def test_a_rating_before_a_moment_is_the_last_one_before_it(evenings: Evenings) -> None:
    evenings.caught_up()
    ann = evenings.ids["Ann"]
    assert ratings.strengths([ann], FIRST) == {}
    first = ratings.strengths([ann], FIRST + timedelta(seconds=1))[ann]
    assert [first] == course(evenings, "Ann")[:1]
    assert ratings.strengths_now([ann])[ann] == course(evenings, "Ann")[-1]
