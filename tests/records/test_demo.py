"""The generator: believable evenings, the same for the same seed, in the books like any others."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from flask import Flask

from scorekeeper.hearts.game import play
from scorekeeper.records import clubs
from scorekeeper.records.arrivals import Arrival, Options
from scorekeeper.records.demo import demo_games
from scorekeeper.records.history import games_of
from scorekeeper.records.rebuild import rebuild
from scorekeeper.records.transfer import bring_in, plan_for

TODAY = date(2026, 11, 27)  # a Friday
BERLIN = ZoneInfo("Europe/Berlin")


def games(count: int = 60, seed: int = 1, today: date = TODAY) -> tuple[Arrival, ...]:
    return demo_games(count, seed, today, BERLIN).games


@pytest.mark.parametrize("count", [1, 2, 60, 137])
def test_as_many_games_are_made_as_are_asked_for(count: int) -> None:
    assert len(games(count)) == count


def test_the_same_seed_is_the_same_every_time_and_another_is_not() -> None:
    assert games() == games()
    assert games(seed=2) != games()


def test_the_days_alone_hang_on_the_day_it_is_made() -> None:
    def undated(made: tuple[Arrival, ...]) -> list[Arrival]:
        return [replace(game, started_at=None, finished_at=None, recorded=()) for game in made]

    assert undated(games(today=date(2030, 1, 1))) == undated(games())


def test_games_are_played_to_their_end_or_ended_early_late_at_night() -> None:
    made = games(200)
    early = [game for game in made if game.ended_early]
    for game in made:
        read = game.document
        played = play(read.rules, read.start, read.hands)
        assert all(result is not None and result.valid for result in played.results)
        assert played.position.over != game.ended_early
        assert 4 <= len(read.hands) <= 40 or game.ended_early
    assert 0 < len(early) < 20
    assert all(game.finished_at and game.finished_at.astimezone(BERLIN).hour in (23, 0) for game in early)


def test_they_are_evenings_of_months_with_four_of_five_to_seven_players() -> None:
    made = games(120)
    days = sorted({game.started_at.astimezone(BERLIN).date() for game in made if game.started_at})
    assert all(day.weekday() == 3 for day in days)
    assert days[-1] == TODAY - timedelta(days=1)
    assert days[-1] - days[0] > timedelta(days=120)
    assert {len(game.document.players) for game in made} == {4}
    assert 5 <= len({name for game in made for name in game.document.players}) <= 7
    for one, two in pairwise(made):
        assert one.finished_at is not None
        assert two.started_at is not None
        assert one.finished_at < two.started_at


def test_hands_take_their_time() -> None:
    for game in games():
        moments = [game.started_at, *game.recorded]
        assert all(
            timedelta(minutes=3) < two - one < timedelta(minutes=9)
            for one, two in pairwise(moments)
            if one is not None and two is not None
        )
        assert game.recorded[-1] == game.finished_at


def test_moons_are_rare_and_everybody_wins_now_and_then() -> None:
    made = games(300)
    hands = [hand for game in made for hand in game.document.hands]
    moons = sum(
        any(taken and taken.hearts == 13 and taken.queen for taken in hand.taken or ()) for hand in hands
    )
    assert 0.005 <= moons / len(hands) <= 0.05
    winners = set()
    for game in made:
        read = game.document
        position = play(read.rules, read.start, read.hands).position
        winners |= {read.players[seat] for seat in position.winners}
    assert len(winners) == 7


def test_they_come_into_the_books_like_any_others_and_only_once(app: Flask) -> None:
    club = clubs.create_club("Demo club", "Europe/Berlin")
    for expected in (30, 0):
        plan = plan_for(demo_games(30, 1, TODAY, BERLIN), club, Options())
        assert bring_in(plan, club.key).games == expected
    assert rebuild() == []
    page = games_of(club)
    assert [line.state for line in page.games] == ["over"] * 20
    assert page.games[0].place is not None
