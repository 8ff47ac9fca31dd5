"""Two players who are one person: shown first, refused where they sat together, done, followed, undone."""

from __future__ import annotations

import threading

import pytest
from flask import Flask

from scorekeeper.hearts.rules import Rules
from scorekeeper.records import clubs, games, hands
from scorekeeper.records.errors import MergeRefused, NameRefused, NotFound, PlayersRefused
from scorekeeper.records.history import games_now
from scorekeeper.records.merge import (
    Played,
    merge_players,
    merged_into,
    preview_merge,
    separate_player,
)
from scorekeeper.records.models import Club
from scorekeeper.records.recheck import recheck
from scorekeeper.records.sheets import load_sheet
from tests.records.evenings import Evenings, entry
from tests.records.queries import counted, everything
from tests.records.table import DEVICE, A


@pytest.fixture
def evenings(app: Flask) -> Evenings:
    """Annie is Ann: two games as the one, one as the other, and one at the table."""
    made = Evenings.of("Ann", "Bob", "Cy", "Dora", "Annie")
    made.play()
    made.play("Bob Cy Dora Ann")
    made.play("Bob Cy Dora Annie")
    made.play("Annie Bob Cy Dora", [A])
    made.caught_up()
    return made


def merged(evenings: Evenings, name: str = "Annie", into: str = "Ann") -> None:
    merge_players(evenings.club, evenings.ids[name], evenings.ids[into])


def test_a_preview_says_what_it_would_do_and_does_nothing(evenings: Evenings) -> None:
    before = everything()
    found = preview_merge(evenings.club, evenings.ids["Annie"], evenings.ids["Ann"])
    assert (found.player.name, found.into.name, found.together) == ("Annie", "Ann", 0)
    assert found.of_player == Played(games=2, finished=1, won=1)
    assert found.of_into == Played(games=2, finished=2, won=1)
    assert found.of_both == Played(games=4, finished=3, won=2)
    assert everything() == before


def test_all_games_are_the_others_then(evenings: Evenings) -> None:
    before = evenings.line("Ann").then(evenings.line("Annie"))
    merged(evenings)
    assert evenings.names() == ["Ann", "Bob", "Cy", "Dora"]
    assert evenings.line("Ann") == before
    assert [player.name for player in clubs.roster(evenings.club, archived=True)] == [
        "Ann",
        "Bob",
        "Cy",
        "Dora",
    ]
    assert [player.name for player in merged_into(evenings.club, evenings.ids["Ann"])] == ["Annie"]
    assert recheck(evenings.club) == []


def test_a_game_at_the_table_goes_on_under_the_other_name(evenings: Evenings) -> None:
    merged(evenings)
    (key,) = [line.key for line in games_now(evenings.club)]
    assert load_sheet(key).names == ("Ann", "Bob", "Cy", "Dora")
    hands.record_hand(key, A, entry(key))
    games.end_game(key, entry(key))
    again = games.play_again(key, DEVICE)
    assert load_sheet(again.key).player_ids[0] == evenings.ids["Ann"]
    assert evenings.line("Ann").games == 4


def test_taken_apart_everything_is_as_before(evenings: Evenings) -> None:
    before = everything(), evenings.standings()
    merged(evenings)
    evenings.caught_up()
    separate_player(evenings.club, evenings.ids["Annie"])
    assert (everything(), evenings.standings()) == before
    assert recheck(evenings.club) == []


def test_games_played_since_stay_with_who_played_them(evenings: Evenings) -> None:
    merged(evenings)
    evenings.play()
    separate_player(evenings.club, evenings.ids["Annie"])
    assert evenings.line("Ann").games == 3
    assert evenings.line("Annie").games == 1


def test_who_took_over_others_can_be_merged_too_and_each_is_taken_apart_alone(evenings: Evenings) -> None:
    evenings.ids["Anna"] = clubs.add_player(evenings.club, "Anna").id
    evenings.play("Anna Bob Cy Dora")
    before = everything()
    merged(evenings, "Annie", "Anna")
    merged(evenings, "Anna", "Ann")
    assert {player.name for player in merged_into(evenings.club, evenings.ids["Ann"])} == {"Anna", "Annie"}
    assert evenings.line("Ann").games == 4
    separate_player(evenings.club, evenings.ids["Annie"])
    assert (evenings.line("Ann").games, evenings.line("Annie").games) == (3, 1)
    separate_player(evenings.club, evenings.ids["Anna"])
    assert everything() == before


def test_who_sat_in_one_game_are_two_people(evenings: Evenings) -> None:
    before = everything()
    assert preview_merge(evenings.club, evenings.ids["Annie"], evenings.ids["Bob"]).together == 2
    with pytest.raises(MergeRefused) as refused:
        merged(evenings, "Annie", "Bob")
    assert (refused.value.code, refused.value.value) == ("sat_together", 2)
    assert everything() == before


def test_nobody_is_merged_with_himself(evenings: Evenings) -> None:
    for function in (preview_merge, merge_players):
        with pytest.raises(MergeRefused) as refused:
            function(evenings.club, evenings.ids["Ann"], evenings.ids["Ann"])
        assert refused.value.code == "same_player"


@pytest.mark.parametrize("stranger", [0, -1, 10**12, "other"])
def test_players_of_other_clubs_and_of_none_are_not_found(evenings: Evenings, stranger: int | str) -> None:
    other = Evenings.of("Ann")
    number = other.ids["Ann"] if stranger == "other" else int(stranger)
    for pair in ((evenings.ids["Ann"], number), (number, evenings.ids["Ann"])):
        with pytest.raises(NotFound):
            preview_merge(evenings.club, *pair)
        with pytest.raises(NotFound):
            merge_players(evenings.club, *pair)
    with pytest.raises(NotFound):
        separate_player(evenings.club, number)


def test_who_is_merged_is_merged_once_and_sits_down_no_more(evenings: Evenings) -> None:
    merged(evenings)
    with pytest.raises(NotFound):
        merged(evenings, "Annie", "Cy")
    with pytest.raises(NotFound):
        merged(evenings, "Cy", "Annie")
    with pytest.raises(PlayersRefused) as refused:
        evenings.play("Annie Bob Cy Dora")
    assert refused.value.code == "player_unknown"


def test_who_was_never_merged_cannot_be_taken_apart(evenings: Evenings) -> None:
    with pytest.raises(NotFound):
        separate_player(evenings.club, evenings.ids["Ann"])


def test_the_name_stays_taken_so_that_it_can_come_back(evenings: Evenings) -> None:
    merged(evenings)
    with pytest.raises(NameRefused):
        clubs.add_player(evenings.club, "annie")


def test_a_preview_is_a_handful_of_queries(evenings: Evenings) -> None:
    with counted() as sent:
        preview_merge(evenings.club, evenings.ids["Annie"], evenings.ids["Ann"])
    assert len(sent) == 4


def test_whoever_sits_down_while_a_merge_is_made_sits_as_one_of_the_two(
    app: Flask, evenings: Evenings
) -> None:
    """Ten tables start with Annie while she becomes Ann: each is hers, or refused, and none is lost."""
    refused: list[str] = []
    faults: list[BaseException] = []
    club: Club = evenings.club
    ids = [evenings.ids[name] for name in ("Annie", "Bob", "Cy", "Dora")]
    begin = threading.Barrier(6)

    def sit_down() -> None:
        begin.wait()
        for _ in range(2):
            try:
                with app.app_context():
                    games.start_game(club.key, ids, Rules(), first_dealer=0, device=None)
            except PlayersRefused as error:
                refused.append(error.code)
            except BaseException as error:  # told by the test, not by a thread
                faults.append(error)

    def merge() -> None:
        begin.wait()
        with app.app_context():
            merged(evenings)

    threads = [threading.Thread(target=sit_down) for _ in range(5)] + [threading.Thread(target=merge)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    started = [line for line in games_now(evenings.club) if line.hands_played == 0]
    assert len(started) + len(refused) == 10
    assert all(line.names[0] == "Ann" for line in started)
    assert set(refused) <= {"player_unknown"}
