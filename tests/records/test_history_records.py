"""The records of a club."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from flask import Flask

from scorekeeper.records import clubs, games, hands
from scorekeeper.records.calendar import ALL, YEAR, Period
from scorekeeper.records.choosing import Wanted
from scorekeeper.records.club_records import records
from scorekeeper.records.merge import merge_players
from tests.records.evenings import NOW, ROUT, Evenings, entry
from tests.records.queries import counted
from tests.records.table import A, moon, plain, points


@pytest.fixture
def evenings(app: Flask) -> Evenings:
    return Evenings.of("Ann", "Bob", "Cy", "Dora")


def kept(evenings: Evenings, kind: str, wanted: Wanted | None = None) -> list[tuple[int, str, str]]:
    """Figure, game and holders of a kind."""
    found = records(evenings.club, wanted or Wanted(), NOW).kinds.get(kind, ())
    return [(one.value, one.game_key, " ".join(holder.name for holder in one.holders)) for one in found]


def test_the_lowest_winning_total(evenings: Evenings) -> None:
    evenings.play(facts=[*ROUT[:3], moon(0)])  # 12 83 35 26
    rout = evenings.play()
    evenings.play(facts=[moon(1), A, A, A, A, A], moon="subtract", limit=69)
    assert kept(evenings, "lowest_win")[0][:2] == (0, rout)
    assert [value for value, _, _ in kept(evenings, "lowest_win")] == [0, 0, 12]
    below = evenings.play(
        facts=[moon(1), moon(1), plain(0, 0, 0, 13, queen=0), A], moon="subtract", max_hands=4
    )
    assert kept(evenings, "lowest_win", Wanted(scale="short")) == [(-33, below, "Bob")]


def test_a_teams_total_is_what_it_won_with(evenings: Evenings) -> None:
    key = evenings.play(facts=[A, A], limit=38, teams=[[0, 2], [1, 3]])
    assert kept(evenings, "lowest_win") == [(14, key, "Ann Cy")]
    assert kept(evenings, "closest") == [(24, key, "Ann Cy")]


def test_the_biggest_comeback_is_how_far_the_winner_was_behind(evenings: Evenings) -> None:
    back = plain(0, 0, 0, 13, queen=2)
    key = evenings.play(facts=[plain(13, 0, 0, 0, queen=3), plain(0, 13, 0, 0, queen=3), *[back] * 3])
    # Ann 13, Bob 13, Cy 39, Dora 65: tied for low, and Ann comes out of the overtime
    assert kept(evenings, "comeback") == []
    hands.record_hand(key, plain(0, 13, 0, 0, queen=2), entry(key))
    assert kept(evenings, "comeback") == [(13, key, "Ann")]
    assert kept(evenings, "overtime") == [(1, key, "Ann")]


def test_the_closest_finish_leaves_out_shared_wins(evenings: Evenings) -> None:
    key = evenings.play(facts=ROUT)  # 16 76 12 0
    evenings.play(facts=[plain(0, 0, 6, 7, queen=2)] * 4, tie="share")
    assert kept(evenings, "closest") == [(12, key, "Dora")]


def test_the_longest_game_the_most_moons_and_the_longest_clean_run(evenings: Evenings) -> None:
    moons = evenings.play(facts=[moon(0), moon(1), A, A])  # 34 64 58 52
    rout = evenings.play()
    long = evenings.play(facts=[A, *[plain(3, 3, 3, 4, queen=seat) for seat in (0, 2, 3, 0, 0, 0)]])
    assert kept(evenings, "longest") == [(7, long, "Cy"), (4, moons, "Ann"), (4, rout, "Dora")]
    assert kept(evenings, "moons") == [(2, moons, "Ann Bob")]
    assert kept(evenings, "clean_run") == [(4, rout, "Dora"), (2, moons, "Dora"), (1, long, "Dora")]


def test_hands_of_unknown_cards_make_no_clean_run(evenings: Evenings) -> None:
    key = evenings.play(facts=[A, points(0, 26, 0, 0, as_written=True), A, A], limit=83)
    assert kept(evenings, "clean_run") == [(2, key, "Dora")]


def test_of_equals_the_earliest_comes_first_and_three_are_kept(evenings: Evenings) -> None:
    keys = [evenings.play() for _ in range(4)]
    assert [key for _, key, _ in kept(evenings, "lowest_win")] == keys[:3]


def test_games_ended_early_stand_in_no_record(evenings: Evenings) -> None:
    evenings.play(facts=[A], end=True)
    assert records(evenings.club, Wanted(), NOW).kinds == {}
    assert records(evenings.club, Wanted(), NOW).chosen.fold.games == 1


def test_records_are_of_one_scale_and_one_period(evenings: Evenings) -> None:
    old = evenings.play(at=datetime(2025, 5, 1, tzinfo=UTC))
    new = evenings.play()
    short = evenings.play(facts=ROUT[:3], limit=50)
    for wanted, expected in (
        (Wanted(Period(ALL), "standard"), [old, new]),
        (Wanted(Period(YEAR, "2025"), "standard"), [old]),
        (Wanted(Period(ALL), "short"), [short]),
    ):
        assert [key for _, key, _ in kept(evenings, "longest", wanted)] == expected


def test_a_record_goes_when_its_game_does(evenings: Evenings) -> None:
    best, other = evenings.play(), evenings.play(facts=[*ROUT[:3], moon(0)])
    assert kept(evenings, "lowest_win")[0][1] == best
    games.archive_game(best)
    assert kept(evenings, "lowest_win") == [(12, other, "Ann")]


def test_a_record_is_held_by_who_somebody_was_merged_into(evenings: Evenings) -> None:
    evenings.play()
    zoe = clubs.add_player(evenings.club, "Zoe").id
    merge_players(evenings.club, evenings.ids["Dora"], zoe)
    assert kept(evenings, "lowest_win")[0][2] == "Zoe"


def test_a_new_club_has_none(evenings: Evenings) -> None:
    assert records(evenings.club, Wanted(), NOW).kinds == {}


def test_the_number_of_queries_does_not_grow_with_the_games(evenings: Evenings) -> None:
    evenings.play()
    evenings.caught_up()
    with counted() as before:
        records(evenings.club, Wanted(), NOW)
    for _ in range(4):
        evenings.play()
    evenings.caught_up()
    with counted() as after:
        records(evenings.club, Wanted(), NOW)
    assert len(before) == len(after) == 6
