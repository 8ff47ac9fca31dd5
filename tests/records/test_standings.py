"""Who stands where: every figure of a line, what counts, and what a standing is about."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask

from scorekeeper.records import clubs, games, hands
from scorekeeper.records.calendar import ALL, EVENING, LATEST, MONTH, YEAR, Period
from scorekeeper.records.choosing import Wanted
from scorekeeper.records.lines import Line
from scorekeeper.records.merge import merge_players
from scorekeeper.records.standings import standings
from tests.records.evenings import FIRST, NOW, ROUT, Evenings, entry
from tests.records.queries import counted
from tests.records.table import A, moon, plain, points

pytestmark = pytest.mark.usefixtures("app")

EVER = Wanted(Period(ALL))


@pytest.fixture
def four() -> Evenings:
    return Evenings.of("Ann", "Bob", "Cy", "Dora")


def test_a_line_holds_every_figure(four: Evenings) -> None:
    four.play(facts=(A, A, A, moon(2)))  # Ann 38, Bob 83, Cy 9, Dora 26
    four.play("Dora Cy Bob Ann", ROUT)  # Dora 16, Cy 76, Bob 12, Ann 0
    assert four.line("Ann") == Line(
        games=2,
        wins=1,
        places=4,
        hands=8,
        score=38,
        known=8,
        clean=4,
        hearts=12,
        moons_against=1,
        streak=1,
        streak_longest=1,
        best_hand=0,
        worst_hand=26,
        best_game=0,
        worst_game=38,
    )
    assert four.line("Cy") == Line(
        games=2,
        wins=1,
        places=5,
        hands=8,
        score=85,
        known=8,
        hearts=46,
        queens=5,
        moons=1,
        streak_first=1,
        streak_longest=1,
        best_hand=0,
        worst_hand=19,
        best_game=9,
        worst_game=76,
    )


def test_rates_follow_from_a_line() -> None:
    line = Line(
        games=4, wins=3, shared=1, places=6, hands=40, score=-10, known=20, clean=5, hearts=65, queens=4
    )
    assert (line.win_rate, line.average_place, line.per_hand) == (0.75, 1.5, -0.25)
    assert (line.queen_rate, line.hearts_per_hand, line.clean_rate) == (0.2, 3.25, 0.25)
    unknown = Line(games=1, places=1, hands=3, score=9)
    assert (unknown.queen_rate, unknown.hearts_per_hand, unknown.clean_rate) == (None, None, None)


def test_a_shared_win_is_a_win_and_said_to_be_shared_and_the_next_place_is_the_third(four: Evenings) -> None:
    four.play(facts=[plain(0, 0, 6, 7, queen=2)], limit=19, tie="share")
    lines = {name: four.line(name) for name in four.ids}
    assert {name: (line.wins, line.shared, line.places) for name, line in lines.items() if line} == {
        "Ann": (1, 1, 1),
        "Bob": (1, 1, 1),
        "Cy": (0, 0, 4),
        "Dora": (0, 0, 3),
    }


def test_partners_win_together_and_that_is_not_shared(four: Evenings) -> None:
    four.play(facts=[A, A], limit=38, teams=[[0, 2], [1, 3]])
    assert [(four.line(name).wins, four.line(name).shared, four.line(name).places) for name in four.ids] == [
        (1, 0, 1),
        (0, 0, 2),
        (1, 0, 1),
        (0, 0, 2),
    ]
    assert four.line("Ann").best_game == 8  # the player's own total


def test_the_lowest_wins_below_zero_too(four: Evenings) -> None:
    four.play(facts=[moon(1), moon(1), moon(0), moon(0), moon(0)], max_hands=5, moon="subtract")
    line = four.line("Ann")
    assert (line.wins, line.best_game, line.score, line.per_hand, line.best_hand) == (1, -78, -78, -15.6, -26)
    assert [(four.line(name).worst_game, four.line(name).places) for name in ("Bob", "Cy")] == [
        (-52, 2),
        (0, 3),
    ]
    assert four.line("Dora").per_hand == 0


def test_hands_as_written_or_of_unknown_cards_count_in_scores_alone(four: Evenings) -> None:
    four.play(facts=[points(0, 30, 0, 0, as_written=True), points(13, 13, 0, 0), A, A], limit=81)
    line = four.line("Bob")
    assert (line.hands, line.score, line.known, line.queens, line.hearts) == (4, 81, 2, 2, 12)
    assert (line.queen_rate, line.worst_hand) == (1.0, 30)
    assert four.line("Dora").clean == 2


def test_deleted_hands_and_hands_after_the_end_count_for_nothing(four: Evenings) -> None:
    key = four.play(facts=ROUT)
    hands.insert_hand(key, 1, A, entry(key))
    assert four.line("Bob").hands == 4  # the last one lies after the end now
    hands.delete_hand(key, 5, entry(key))
    assert four.line("Bob").hands == 4
    assert four.line("Bob").score == 76


@pytest.mark.parametrize(
    ("facts", "end", "counts"),
    [([A], False, False), ([A], True, True), (ROUT, False, True)],
)
def test_a_game_counts_once_it_is_finished_early_or_not(
    four: Evenings, facts: Any, end: bool, counts: bool
) -> None:
    four.play(facts=facts, end=end)
    assert (four.line("Ann") is not None) == counts


@pytest.mark.parametrize(
    "change",
    [
        games.archive_game,
        lambda key: hands.delete_hand(key, 4, entry(key)),
        lambda key: hands.undo(key, entry(key)),
    ],
)
def test_a_game_that_is_over_no_more_counts_no_more(four: Evenings, change: Callable[[str], object]) -> None:
    key = four.play()
    assert four.line("Ann").games == 1
    change(key)
    assert four.line("Ann") is None


def test_an_archived_game_that_is_brought_back_counts_again(four: Evenings) -> None:
    key = four.play()
    games.archive_game(key)
    assert four.names() == []
    games.bring_back_game(key)
    assert four.line("Dora").wins == 1


def test_guests_stand_in_no_standings_and_others_figures_stay(four: Evenings) -> None:
    four.play()
    clubs.set_guest(four.club, four.ids["Bob"], guest=True)
    assert four.names() == ["Ann", "Cy", "Dora"]
    assert four.line("Ann").places == 3


def test_who_is_off_the_roster_stands_where_there_are_games(four: Evenings) -> None:
    four.play()
    clubs.archive_player(four.club, four.ids["Bob"])
    found = {line.name: line.archived for line in four.standings().lines}
    assert found == {"Ann": False, "Bob": True, "Cy": False, "Dora": False}


def test_a_renamed_player_stands_under_the_new_name(four: Evenings) -> None:
    four.play()
    clubs.rename_player(four.club, four.ids["Ann"], "Zoe")
    assert four.names() == ["Bob", "Cy", "Dora", "Zoe"]


def test_a_merged_players_games_stand_in_the_others_line() -> None:
    evenings = Evenings.of("Ann", "Bob", "Cy", "Dora", "Annie")
    evenings.play()
    evenings.play("Annie Bob Cy Dora")
    merge_players(evenings.club, evenings.ids["Annie"], evenings.ids["Ann"])
    assert evenings.names() == ["Ann", "Bob", "Cy", "Dora"]
    assert evenings.line("Ann").games == 2


def test_spot_scores_never_stand_with_standard_ones(four: Evenings) -> None:
    spot = {"hearts": "rank", "queen_points": 25, "limit": 500}
    four.play()
    four.play()
    four.play(facts=[points(0, 0, 0, 129), points(60, 60, 9, 0, as_written=True)], end=True, **spot)
    chosen = four.standings().chosen
    assert (chosen.scale, chosen.fold.games) == ("standard", 2)
    assert chosen.offer.scales == (("standard", 2), ("spot", 1))
    assert four.line("Ann").hands == 8
    assert four.line("Ann", Wanted(scale="spot")).hands == 2
    for period in (Period(EVENING), Period(LATEST), Period(ALL)):
        assert four.standings(Wanted(period, "spot")).chosen.fold.games in (0, 1)
        assert four.standings(Wanted(period, "standard")).chosen.fold.games in (0, 2)


def test_of_scales_played_as_often_the_standard_one_is_shown(four: Evenings) -> None:
    four.play(facts=[points(4, 9, 3, 0)], end=True, jack="JD")
    four.play()
    assert four.standings().chosen.offer.scales == (("standard", 1), ("omnibus", 1))
    assert four.standings().chosen.scale == "standard"


def test_tables_of_one_size_can_be_looked_at_alone() -> None:
    evenings = Evenings.of("Ann", "Bob", "Cy", "Dora")
    evenings.play()
    evenings.play("Ann Bob Cy", [plain(4, 6, 3, queen=1)] * 4)
    both = evenings.standings(Wanted())
    assert both.chosen.offer.sizes == ((3, 1), (4, 1))
    assert evenings.line("Ann").games == 2
    assert evenings.line("Ann", Wanted(players=3)).places == 2
    assert evenings.line("Dora", Wanted(players=3)) is None
    assert evenings.standings(Wanted(players=7)).chosen.players == 0


def test_what_was_never_played_is_taken_as_not_asked_for(four: Evenings) -> None:
    four.play()
    assert four.standings(Wanted(scale="spot")).chosen.scale == "standard"


@pytest.mark.parametrize(
    ("begun", "zone", "year", "month"),
    [
        (datetime(2026, 1, 1, 0, 30, tzinfo=UTC), "America/New_York", "2025", "2025-12"),
        (datetime(2025, 12, 31, 23, 30, tzinfo=UTC), "Europe/Berlin", "2026", "2026-01"),
        (datetime(2026, 3, 29, 0, 59, tzinfo=UTC), "Europe/Berlin", "2026", "2026-03"),
    ],
)
def test_years_and_months_are_the_clubs_own(begun: datetime, zone: str, year: str, month: str) -> None:
    evenings = Evenings.of("Ann", "Bob", "Cy", "Dora", zone=zone)
    evenings.play(at=begun)
    assert evenings.standings(EVER).chosen.offer.years == (year,)
    assert evenings.standings(EVER).chosen.offer.months == (month,)
    assert evenings.line("Ann", Wanted(Period(YEAR, year))).games == 1
    assert evenings.line("Ann", Wanted(Period(MONTH, month))).games == 1
    other = str(2 * 2025 + 1 - int(year))
    assert evenings.line("Ann", Wanted(Period(YEAR, other))) is None


def test_another_time_zone_puts_games_into_other_years(four: Evenings) -> None:
    four.play(at=datetime(2025, 12, 31, 23, 30, tzinfo=UTC))
    assert four.line("Ann", Wanted(Period(YEAR, "2026"))).games == 1
    four.club = clubs.change_club(four.club, zone="America/New_York")
    assert four.line("Ann", Wanted(Period(YEAR, "2026"))) is None
    assert four.line("Ann", Wanted(Period(YEAR, "2025"))).games == 1
    assert four.standings(EVER).chosen.offer.years == ("2025",)


def test_this_evening_lasts_until_the_small_hours(four: Evenings) -> None:
    four.play(at=datetime(2026, 11, 25, 22, 0, tzinfo=UTC))
    four.play(at=datetime(2026, 11, 26, 19, 0, tzinfo=UTC))
    four.play(at=datetime(2026, 11, 27, 0, 30, tzinfo=UTC))
    late = datetime(2026, 11, 27, 2, 0, tzinfo=UTC)  # three in the morning in Berlin
    evening = Wanted(Period(EVENING))
    assert four.line("Ann", evening, late).games == 2
    assert four.line("Ann", evening, datetime(2026, 11, 27, 4, 1, tzinfo=UTC)) is None


def test_the_last_twenty_games_are_the_clubs_last_of_that_scale(four: Evenings) -> None:
    one_hand = {"facts": [A], "limit": 50, "end": True}
    for _ in range(21):
        four.play(**one_hand)
    four.play()
    latest = Wanted(Period(LATEST), "short")
    assert four.line("Ann", latest).games == 20
    assert four.line("Ann", Wanted(Period(LATEST), "standard")).games == 1


def test_games_won_in_a_row_are_counted_over_months_and_years(four: Evenings) -> None:
    wins = (True, True, False, True, True, True, False, True)
    for week, won in enumerate(wins):
        seats = "Ann Bob Cy Dora" if won else "Dora Bob Cy Ann"
        four.play(seats, at=datetime(2025, 11, 1, 19, tzinfo=UTC) + timedelta(weeks=3 * week))
    line = four.line("Dora", EVER)
    assert (line.streak_first, line.streak_longest, line.streak) == (2, 3, 1)
    line = four.line("Dora", Wanted(Period(YEAR, "2025")))
    assert (line.streak_first, line.streak_longest, line.streak) == (2, 2, 0)


def test_games_count_in_the_order_they_were_begun_in_not_ended(four: Evenings) -> None:
    four.play(at=FIRST + timedelta(hours=2))  # Dora wins
    four.play("Dora Bob Cy Ann", at=FIRST)  # begun before, ended after it: Ann wins
    assert four.line("Dora").streak == 1
    assert four.line("Ann").streak == 0


@pytest.mark.parametrize(
    ("begun", "period"),
    [(FIRST, Period(YEAR, "2026")), (FIRST - timedelta(days=365), Period(ALL))],
)
def test_without_a_period_it_is_this_year_or_all_time(
    four: Evenings, begun: datetime, period: Period
) -> None:
    four.play(at=begun)
    assert four.standings().chosen.period == period


def test_without_a_scale_it_is_the_one_most_played_in_the_period(four: Evenings) -> None:
    last_year = FIRST - timedelta(days=365)
    for hour in range(3):
        four.play(at=last_year + timedelta(hours=hour))
    four.play(facts=ROUT[:3], limit=50, at=FIRST)
    assert four.standings().chosen.scale == "short"
    assert four.standings(EVER).chosen.scale == "standard"
    assert four.standings(Wanted(Period(EVENING)), FIRST + timedelta(hours=1)).chosen.scale == "short"


def test_the_rating_is_that_at_the_end_of_the_period(four: Evenings) -> None:
    four.play(at=datetime(2025, 6, 1, 19, tzinfo=UTC))
    then = {line.name: line.rating for line in four.standings(EVER).lines}
    four.play(at=datetime(2026, 6, 1, 19, tzinfo=UTC))
    at_the_end = {line.name: line.rating for line in four.standings(Wanted(Period(YEAR, "2025"))).lines}
    assert at_the_end == then
    assert {line.name: line.rating for line in four.standings(EVER).lines} != then


def test_a_new_club_has_no_scale_to_stand_in(four: Evenings) -> None:
    found = four.standings()
    assert (found.lines, found.chosen.scale, found.chosen.complete) == ((), None, True)
    assert found.chosen.offer.scales == found.chosen.offer.years == ()


def test_another_clubs_games_stand_elsewhere(four: Evenings) -> None:
    other = Evenings.of("Ann", "Bob", "Cy", "Dora")
    other.play()
    assert four.names() == []
    assert len(other.names()) == 4


@pytest.mark.parametrize(
    "wanted",
    [Wanted(), EVER, Wanted(Period(EVENING)), Wanted(Period(LATEST)), Wanted(Period(MONTH, "2026-03"))],
)
def test_the_number_of_queries_does_not_grow_with_the_games(four: Evenings, wanted: Wanted) -> None:
    four.play()
    four.caught_up()
    with counted() as before:
        standings(four.club, wanted, NOW)
    for _ in range(5):
        four.play()
    four.caught_up()
    with counted() as after:
        standings(four.club, wanted, NOW)
    assert len(before) == len(after) <= 7


def test_looking_writes_nothing_once_all_is_taken_in(app: Flask, four: Evenings) -> None:
    four.play()
    four.standings()
    with counted() as sent:
        four.standings()
    assert [statement for statement in sent if not statement.startswith("SELECT")] == []
