"""A player's page: figures, course of the rating, scores, who passes to them, head to head, last games."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest
from flask import Flask

from scorekeeper.records import clubs, courses, games, hands
from scorekeeper.records.calendar import ALL, EVENING, LATEST, MONTH, YEAR, Period
from scorekeeper.records.choosing import Wanted
from scorekeeper.records.courses import MOST_POINTS, Course
from scorekeeper.records.errors import NotFound
from scorekeeper.records.profiles import Against, PassedBy, Profile, profile
from tests.records.evenings import FIRST, NOW, ROUT, Evenings, entry
from tests.records.queries import counted
from tests.records.table import A, B, C, D, moon, plain, points


@pytest.fixture
def evenings(app: Flask) -> Evenings:
    return Evenings.of("Ann", "Bob", "Cy", "Dora")


def seen(evenings: Evenings, name: str, wanted: Wanted | None = None) -> Profile:
    return profile(evenings.club, evenings.ids[name], wanted or Wanted(), NOW)


def passed_by(found: Profile) -> dict[str, tuple[int, int, int, int]]:
    """Hands, score, queens and known hands by who passed; a hold is "", a scatter "all"."""
    return {
        "all" if one.scatter else one.name: (one.hands, one.score, one.queens, one.known)
        for one in found.passed_by
    }


def test_scores_are_counted_hand_by_hand(evenings: Evenings) -> None:
    key = evenings.play(facts=[A, B, C, D, A], end=True)  # Bob: 19 2 5 2 19
    hands.insert_hand(key, 1, moon(2), entry(key))
    hands.delete_hand(key, 1, entry(key))
    assert seen(evenings, "Bob").scores == ((2, 2), (5, 1), (19, 2))


def test_hands_are_told_by_who_passed_the_cards(evenings: Evenings) -> None:
    evenings.play(facts=[A, B, C, D, A], end=True)  # left, right, across, hold, left
    # Who passes left to Bob is Ann, right Cy, across Dora.
    assert passed_by(seen(evenings, "Bob")) == {
        "Ann": (2, 38, 2, 2),
        "Cy": (1, 2, 0, 1),
        "Dora": (1, 5, 0, 1),
        "": (1, 2, 0, 1),
    }
    first = seen(evenings, "Bob").passed_by[0]
    assert (first.per_hand, first.queen_rate) == (19.0, 1.0)


def test_a_hand_passed_otherwise_counts_as_it_was_passed(evenings: Evenings) -> None:
    key = evenings.play(facts=[A, A], end=True)
    hands.set_rotation(key, 2, None, "left", entry(key))
    assert passed_by(seen(evenings, "Ann")) == {"Dora": (2, 8, 0, 2)}


def test_a_scatter_is_everybodys(evenings: Evenings) -> None:
    evenings.play(facts=[A, B], end=True, pass_cycle=["scatter", "hold"])
    assert passed_by(seen(evenings, "Ann")) == {"all": (1, 4, 0, 1), "": (1, 14, 1, 1)}


def test_hands_whose_cards_are_not_known_count_in_the_score_alone(evenings: Evenings) -> None:
    evenings.play(facts=[points(13, 13, 0, 0)], end=True)
    (line,) = seen(evenings, "Ann").passed_by
    assert line == PassedBy(
        player_id=evenings.ids["Dora"], name="Dora", scatter=False, hands=1, score=13, queens=0, known=0
    )
    assert line.queen_rate is None


@pytest.mark.parametrize("size", [3, 5, 6])
def test_who_passed_is_found_at_tables_of_any_size(app: Flask, size: int) -> None:
    names = ["Ann", "Bob", "Cy", "Dora", "Eve", "Flo"][:size]
    evenings = Evenings.of(*names)
    hand = plain(*[13 - 2 * (size - 1)] + [2] * (size - 1), queen=0)
    evenings.play(names, [hand, hand], end=True, limit=200)
    assert set(passed_by(seen(evenings, "Ann"))) == {names[-1], names[1]}


def test_head_to_head_says_who_ended_ahead_and_by_how_much(evenings: Evenings) -> None:
    evenings.play()  # 16 76 12 0
    evenings.play("Bob Ann Cy Dora")  # Bob 16, Ann 76, Cy 12, Dora 0
    evenings.play(facts=[plain(0, 0, 6, 7, queen=2)], limit=19, max_hands=1, tie="share", end=False)
    found = {one.name: one for one in seen(evenings, "Ann", Wanted(scale="standard")).against}
    assert found["Bob"] == Against(
        player_id=evenings.ids["Bob"], name="Bob", games=2, ahead=1, level=0, margin=0
    )
    assert (found["Dora"].games, found["Dora"].ahead, found["Dora"].behind) == (2, 0, 2)
    assert found["Dora"].average_margin == -46
    short = {one.name: one for one in seen(evenings, "Ann", Wanted(scale="short")).against}
    assert (short["Bob"].games, short["Bob"].level, short["Bob"].behind) == (1, 1, 0)


def test_a_partner_is_no_opponent(evenings: Evenings) -> None:
    evenings.play(facts=[A, A], limit=38, teams=[[0, 2], [1, 3]])
    assert [one.name for one in seen(evenings, "Ann").against] == ["Bob", "Dora"]


def test_the_course_of_the_rating_has_a_point_a_game(evenings: Evenings) -> None:
    for _ in range(3):
        evenings.play()
    found = seen(evenings, "Dora")
    points = found.course.points
    assert [one.started_at for one in points] == [FIRST + timedelta(weeks=week) for week in range(3)]
    assert points[-1].rating == found.rating
    shown = [one.rating.shown for one in points]
    assert shown == sorted(shown)


def test_a_long_course_is_thinned_evenly_from_first_to_last(
    evenings: Evenings, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(8):
        evenings.play()
    whole = seen(evenings, "Dora").course
    monkeypatch.setattr(courses, "MOST_POINTS", 5)
    found = seen(evenings, "Dora").course
    assert found == replace(whole, points=tuple(whole.points[place] for place in (0, 2, 4, 5, 7)))
    assert found.games == 8


@pytest.mark.parametrize("games", [0, 1, MOST_POINTS, MOST_POINTS + 1, 1000])
def test_the_places_of_a_course_are_from_first_to_last_and_evenly_apart(games: int) -> None:
    places = courses.places_shown(games)
    assert len(places) == min(games, MOST_POINTS)
    assert [*places[:1], *places[-1:]] == ([0, games - 1] if games else [])
    apart = [later - earlier for earlier, later in pairwise(places)]
    assert max(apart, default=1) - min(apart, default=1) <= 1


def test_a_page_can_be_of_a_year_an_evening_or_the_latest_games(evenings: Evenings) -> None:
    evenings.play(at=FIRST - timedelta(days=365))
    evenings.play(at=NOW - timedelta(hours=2))
    for period, count in (
        (Period(ALL), 2),
        (Period(YEAR, "2025"), 1),
        (Period(EVENING), 1),
        (Period(LATEST), 2),
    ):
        found = seen(evenings, "Ann", Wanted(period))
        assert (found.line.games, sum(hands for _, hands in found.scores)) == (count, 4 * count)
        assert sum(one.hands for one in found.passed_by) == 4 * count
        assert {one.games for one in found.against} == {count}


def test_without_a_scale_it_is_the_one_this_player_plays_most(app: Flask) -> None:
    evenings = Evenings.of("Ann", "Bob", "Cy", "Dora", "Eve")
    for _ in range(3):
        evenings.play()
    evenings.play("Eve Bob Cy Dora", ROUT[:3], limit=50)
    assert seen(evenings, "Eve").chosen.scale == "short"
    assert seen(evenings, "Bob").chosen.scale == "standard"


def test_guests_have_a_page_too(evenings: Evenings) -> None:
    evenings.play()
    clubs.set_guest(evenings.club, evenings.ids["Ann"], guest=True)
    assert seen(evenings, "Ann").line.games == 1


def test_who_never_played_has_an_empty_page(evenings: Evenings) -> None:
    found = seen(evenings, "Ann")
    assert (found.line, found.rating, found.scores, found.latest) == (None, None, (), ())
    evenings.play("Bob Cy Dora", [plain(4, 6, 3, queen=1)] * 4)
    assert seen(evenings, "Ann").line is None
    assert seen(evenings, "Ann").against == ()


def test_unfinished_and_archived_games_are_left_out(evenings: Evenings) -> None:
    evenings.play(facts=[A])
    games.archive_game(evenings.play())
    found = seen(evenings, "Ann")
    assert (found.line, found.scores, found.against, found.course) == (None, (), (), Course(0, ()))


@pytest.mark.parametrize("number", [0, -5, 10**12])
def test_a_player_that_is_not_there_is_not_found(evenings: Evenings, number: int) -> None:
    with pytest.raises(NotFound):
        profile(evenings.club, number, Wanted())


def test_a_player_of_another_club_is_not_found(evenings: Evenings) -> None:
    with pytest.raises(NotFound):
        profile(evenings.club, Evenings.of("Ann").ids["Ann"], Wanted())


def test_the_number_of_queries_does_not_grow_with_the_games(evenings: Evenings) -> None:
    evenings.play()
    evenings.caught_up()
    seen(evenings, "Ann")
    with counted() as before:
        seen(evenings, "Ann")
    for _ in range(4):
        evenings.play()
    evenings.caught_up()
    seen(evenings, "Ann")
    with counted() as after:
        seen(evenings, "Ann")
    assert len(before) == len(after) == 14


def test_where_nothing_has_changed_no_hand_is_read(evenings: Evenings) -> None:
    """But for this evening and the latest games, which are few."""
    evenings.play(at=NOW - timedelta(hours=2))
    seen(evenings, "Ann")
    for period in (Period(ALL), Period(YEAR, "2026"), Period(MONTH, "2026-11")):
        with counted() as sent:
            assert seen(evenings, "Ann", Wanted(period)).scores
        assert not any("taken" in statement for statement in sent)
    for period in (Period(EVENING), Period(LATEST)):
        with counted() as sent:
            assert seen(evenings, "Ann", Wanted(period)).scores
        assert len(sent) == 16


def test_what_has_changed_costs_two_readings_and_is_written_down(evenings: Evenings) -> None:
    evenings.play()
    seen(evenings, "Ann")
    evenings.play()
    evenings.caught_up()
    with counted() as sent:
        seen(evenings, "Ann")
    assert len([statement for statement in sent if statement.startswith("SELECT")]) == 14 + 2 + 1
    with counted() as again:
        seen(evenings, "Ann")
    assert len(again) == 14
