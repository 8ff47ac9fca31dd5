"""What a finished game comes to for each seat."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.hearts.facts import Facts, Taken
from scorekeeper.hearts.game import Start, play
from scorekeeper.hearts.rules import Rules
from scorekeeper.records import games, hands
from scorekeeper.records.db import db
from scorekeeper.records.models import Game, Seat
from scorekeeper.records.sums import GAME_SUMS, NO_SUMS, SEAT_SUMS, SeatSums, game_sums, seat_sums
from tests.records.table import A, Table, moon, plain, points


def sums(*facts: Facts, players: int = 4, start: Start | None = None, **rules: Any) -> tuple[SeatSums, ...]:
    made = Rules.from_mapping(rules, players=players)
    return seat_sums(made, play(made, start or Start(totals=(0,) * players), facts).results)


def test_a_plain_hand_is_summed_by_cards_and_points() -> None:
    assert [(s.score, s.hearts, s.queens, s.clean, s.best_hand, s.worst_hand) for s in sums(A)] == [
        (4, 4, 0, 0, 4, 4),
        (19, 6, 1, 0, 19, 19),
        (3, 3, 0, 0, 3, 3),
        (0, 0, 0, 1, 0, 0),
    ]


@pytest.mark.parametrize(
    ("choice", "scores", "clean"),
    [("add", (0, 26, 26, 26), (0, 0, 0, 0)), ("subtract", (-26, 0, 0, 0), (0, 1, 1, 1))],
)
def test_a_moon_is_shot_by_one_and_suffered_by_the_others(
    choice: str, scores: tuple[int, ...], clean: tuple[int, ...]
) -> None:
    found = sums(moon(0, choice), moon="choice")
    assert [s.moons for s in found] == [1, 0, 0, 0]
    assert [s.moons_against for s in found] == [0, 1, 1, 1]
    assert tuple(s.score for s in found) == scores
    assert tuple(s.clean for s in found) == clean  # its shooter took every card


def test_a_sun_is_a_sun_and_no_moon_as_well() -> None:
    taken = tuple(Taken(13 * (seat == 2), queen=int(seat == 2), tricks=13 * (seat == 2)) for seat in range(4))
    found = sums(Facts(taken=taken), sun=True)
    assert [(s.moons, s.suns, s.moons_against, s.suns_against) for s in found] == [
        (0, 0, 0, 1),
        (0, 0, 0, 1),
        (0, 1, 0, 0),
        (0, 0, 0, 1),
    ]


def test_a_partner_suffers_no_moon_of_the_other() -> None:
    found = sums(moon(0), teams=[[0, 2], [1, 3]])
    assert [s.moons_against for s in found] == [0, 1, 0, 1]


def test_a_hand_as_written_counts_in_scores_and_in_nothing_of_cards() -> None:
    found = sums(points(0, 10, 10, 4, as_written=True), A)
    assert [s.score for s in found] == [4, 29, 13, 4]
    assert [s.hearts for s in found] == [4, 6, 3, 0]
    assert [s.clean for s in found] == [0, 0, 0, 1]
    assert found[0].best_hand == 0


def test_points_that_leave_it_open_who_had_the_queen_count_in_nothing_of_cards() -> None:
    found = sums(points(13, 13, 0, 0))
    assert [(s.hearts, s.queens, s.clean) for s in found] == [(0, 0, 0)] * 4
    assert [s.score for s in found] == [13, 13, 0, 0]


def test_points_that_leave_one_capture_count_as_that() -> None:
    assert [(s.hearts, s.queens, s.clean) for s in sums(points(4, 19, 3, 0))] == [
        (4, 0, 0),
        (6, 1, 0),
        (3, 0, 0),
        (0, 0, 1),
    ]


def test_the_bonus_card_alone_is_a_clean_hand() -> None:
    hand = Facts(taken=(Taken(0, jack=1), Taken(6, queen=1), Taken(3), Taken(4)))
    (first, *_) = sums(hand, jack="JD")
    assert (first.clean, first.score, first.best_hand) == (1, -10, -10)


def test_a_penalty_card_of_house_rules_is_no_clean_hand() -> None:
    hand = Facts(taken=(Taken(0, king_spades=1), Taken(6, queen=1), Taken(3), Taken(4)))
    assert sums(hand, king_spades_points=10)[0].clean == 0
    assert sums(hand)[0].clean == 1


def test_two_decks_hold_two_queens() -> None:
    taken = (Taken(20, queen=2), *(Taken(1) for _ in range(5)), Taken(1))
    found = sums(Facts(taken=taken), players=7, decks=2)
    assert (found[0].queens, found[0].hearts) == (2, 20)


def test_a_clean_run_is_broken_by_a_hand_whose_cards_nobody_knows() -> None:
    assert sums(A, A, A)[3].clean_run == 3
    assert sums(A, points(13, 13, 0, 0), A, A)[3].clean_run == 2
    assert sums(A, plain(0, 0, 0, 13, queen=0), A)[3].clean_run == 1


def test_behind_is_the_farthest_from_the_lowest_after_any_hand() -> None:
    back = plain(13, 0, 0, 0, queen=2)
    assert [s.behind for s in sums(A, back, back)] == [30, 19, 29, 0]
    assert sums(A, start=Start(totals=(50, 0, 0, 0)))[0].behind == 54


def test_teams_are_behind_together() -> None:
    assert [s.behind for s in sums(A, teams=[[0, 2], [1, 3]])] == [0, 12, 0, 12]


def test_hands_after_the_end_are_summed_for_nobody() -> None:
    assert sums(A, A, limit=19) == sums(A, limit=19)


def test_a_games_margin_is_what_the_second_side_is_behind() -> None:
    rules = Rules(limit=19)
    played = play(rules, Start(totals=(0,) * 4), [A])
    assert game_sums(rules, Start(totals=(0,) * 4), played.results, (4, 19, 3, 0)).margin == 3
    shared = Rules(limit=19, tie="share")
    assert game_sums(shared, Start(totals=(0,) * 4), (), (5, 19, 3, 3)).margin == 0


def test_a_games_overtime_is_counted_in_hands_played_after_the_tie() -> None:
    rules, start = Rules(limit=13), Start(totals=(0,) * 4)
    tie, tied_again, decided = plain(0, 0, 6, 7, queen=2), plain(5, 5, 3, 0, queen=2), A
    played = play(rules, start, [tie, tied_again, decided])
    found = game_sums(rules, start, played.results, played.position.totals)
    assert (found.overtime_hands, found.known_hands) == (2, 3)
    begun_in_it = Start(totals=(13, 0, 0, 1), overtime=True)
    played = play(rules, begun_in_it, [A])
    assert game_sums(rules, begun_in_it, played.results, played.position.totals).overtime_hands == 1


@pytest.mark.usefixtures("app")
class TestInTheBooks:
    """They are written when a game ends, and are gone when it goes on."""

    def seats(self, key: str) -> list[SeatSums]:
        query = (
            select(Seat).join(Game, Game.id == Seat.game_id).where(Game.key == key).order_by(Seat.position)
        )
        return [
            SeatSums(**{name: getattr(seat, name) for name in SEAT_SUMS})
            for seat in db.session.scalars(query)
        ]

    def game(self, key: str) -> tuple[Any, ...]:
        game = db.session.scalar(select(Game).where(Game.key == key))
        return tuple(getattr(game, name) for name in (*GAME_SUMS, "scale", "players"))

    def test_while_a_game_is_played_there_is_nothing(self) -> None:
        table = Table.of()
        table.record(A)
        assert self.seats(table.key) == [NO_SUMS] * 4
        assert self.game(table.key) == (0, 0, None, "standard", 4)

    def test_at_the_end_they_are_there(self) -> None:
        table = Table.of(rules={"limit": 38})
        table.record(A, A)
        assert [asdict(one) for one in self.seats(table.key)] == [asdict(one) for one in sums(A, A, limit=38)]
        assert self.game(table.key) == (2, 0, 6, "short", 4)

    def test_a_correction_changes_them_and_a_reopened_game_has_none(self) -> None:
        table = Table.of()
        table.record(A, A)
        table.do(games.end_game)
        table.do(hands.correct_hand, 1, plain(0, 6, 3, 4, queen=0))
        assert [seat.score for seat in self.seats(table.key)] == [17, 25, 6, 4]
        table.do(games.reopen_game)
        assert self.seats(table.key) == [NO_SUMS] * 4

    def test_other_rules_are_another_scale(self, app: Flask) -> None:
        table = Table.of()
        table.do(games.change_rules, Rules(queen_points=5))
        assert self.game(table.key)[-2:] == ("queen5", 4)
