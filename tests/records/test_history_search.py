"""Games looked for by player, year, how they ended, rules, table size and words, and what can be chosen."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask

from scorekeeper.records import clubs, games
from scorekeeper.records.history import PAGE, Sought, games_of, last_games_of, scales_of, years_of
from scorekeeper.records.merge import merge_players
from tests.records.evenings import FIRST, ROUT, Evenings
from tests.records.queries import counted
from tests.records.table import A, plain

NEW_YEARS_EVE = datetime(2025, 12, 31, 23, 30, tzinfo=UTC)  # the year after in Berlin


@pytest.fixture
def evenings(app: Flask) -> Evenings:
    """Five games, each unlike the others."""
    made = Evenings.of("Ann", "Bob", "Cy", "Dora", "Eve")
    games.set_note(made.play(at=NEW_YEARS_EVE), "Bob's birthday", "Élise’s kitchen", 2)
    made.play("Eve Bob Cy Dora", at=NEW_YEARS_EVE - timedelta(days=1))
    made.play(facts=[A], end=True, at=FIRST)
    games.set_note(made.play(facts=[A], at=FIRST + timedelta(days=1)), "STRASSE and ÉCLAIR", None, None)
    three = [plain(4, 6, 3, queen=1)] * 4
    made.play("Ann Bob Cy", three, queen_points=12, limit=200, at=FIRST + timedelta(days=2))
    made.caught_up()
    return made


def number_of(evenings: Evenings, **sought: Any) -> list[int]:
    """The games found, by the order they were begun in (from 0), newest first."""
    everything = [line.key for line in games_of(evenings.club).games][::-1]
    return [everything.index(line.key) for line in games_of(evenings.club, 1, Sought(**sought)).games]


@pytest.mark.parametrize(
    ("sought", "found"),
    [
        ({}, [4, 3, 2, 1, 0]),
        ({"year": 2026}, [4, 3, 2, 1]),
        ({"year": 2025}, [0]),
        ({"year": 1999}, []),
        ({"state": "finished"}, [1, 0]),
        ({"state": "early"}, [2]),
        ({"state": "unfinished"}, [4, 3]),
        ({"scale": "standard"}, [3, 2, 1, 0]),
        ({"scale": "queen12"}, [4]),
        ({"scale": "spot"}, []),
        ({"players": 3}, [4]),
        ({"words": "birthday"}, [1]),
        ({"words": "  BOB'S  birth".strip()}, []),
        ({"words": "élise"}, [1]),
        ({"words": "ÉLISE"}, [1]),
        ({"words": "straße"}, [3]),
        ({"words": "éclair"}, [3]),
        ({"words": "%"}, []),
        ({"words": "_"}, []),
        ({"words": "kitchen", "year": 2025}, []),
        ({"state": "unfinished", "players": 4}, [3]),
    ],
)
def test_games_are_found_by_what_they_were(
    evenings: Evenings, sought: dict[str, Any], found: list[int]
) -> None:
    assert number_of(evenings, **sought) == found


def test_games_are_found_by_who_sat_in_them(evenings: Evenings) -> None:
    assert number_of(evenings, player_id=evenings.ids["Eve"]) == [0]
    assert number_of(evenings, player_id=evenings.ids["Dora"]) == [3, 2, 1, 0]
    assert number_of(evenings, player_id=10**9) == []
    assert number_of(evenings, player_id=Evenings.of("Eve").ids["Eve"]) == []
    zoe = clubs.add_player(evenings.club, "Zoe").id
    merge_players(evenings.club, evenings.ids["Eve"], zoe)
    assert number_of(evenings, player_id=zoe) == [0]


def test_archived_games_are_not_found(evenings: Evenings) -> None:
    key = games_of(evenings.club, 1, Sought(words="birthday")).games[0].key
    games.archive_game(key)
    assert games_of(evenings.club, 1, Sought(words="birthday")).games == ()


def test_what_is_found_comes_in_pages_too(evenings: Evenings) -> None:
    for number in range(PAGE + 1):
        key = evenings.play(facts=[A], at=FIRST + timedelta(days=10, hours=number))
        games.set_note(key, f"a long night {number}", None, None)
    for sought in (Sought(words="long night"), Sought(year=2026, state="unfinished", players=4)):
        first, second = games_of(evenings.club, 1, sought), games_of(evenings.club, 2, sought)
        assert (len(first.games), first.more, second.more) == (PAGE, True, False)
        assert not {line.key for line in first.games} & {line.key for line in second.games}
    assert first.games[0].note == f"a long night {PAGE}"


def test_the_last_games_of_a_player_are_those_that_are_over(evenings: Evenings) -> None:
    assert [line.ended_early for line in last_games_of(evenings.club, evenings.ids["Ann"])] == [True, False]
    assert len(last_games_of(evenings.club, evenings.ids["Ann"], 1)) == 1


def test_the_years_are_those_from_the_first_game_to_the_last(evenings: Evenings) -> None:
    assert years_of(evenings.club) == (2026, 2025)
    evenings.play(at=datetime(2023, 6, 1, tzinfo=UTC))
    assert years_of(evenings.club) == (2026, 2025, 2024, 2023)
    assert years_of(Evenings.of("Ann").club) == ()


def test_the_scales_are_those_of_finished_games_with_their_table_sizes(evenings: Evenings) -> None:
    assert scales_of(evenings.club) == (("standard", 0), ("standard", 4))
    evenings.play("Ann Bob Cy", [plain(4, 6, 3, queen=1)] * 4)
    evenings.play(facts=ROUT[:3], limit=50)
    evenings.caught_up()
    assert set(scales_of(evenings.club)) == {
        ("short", 0),
        ("short", 4),
        ("standard", 0),
        ("standard", 3),
        ("standard", 4),
    }


@pytest.mark.parametrize(("sought", "queries"), [(Sought(year=2026), 2), (Sought(words="night"), 3)])
def test_looking_is_a_constant_number_of_queries(evenings: Evenings, sought: Sought, queries: int) -> None:
    with counted() as sent:
        games_of(evenings.club, 1, sought)
    assert len(sent) == queries
