"""The standings over a real family's seven games, against figures worked out here from the raw file alone.

Nothing below but the import and the standings themselves is the application's: totals, hands that add up, who
had the queen, places, streaks and ratings are worked out from the CSV's own lines.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from itertools import pairwise
from typing import Any

import pytest
from flask import Flask
from openskill.models import BradleyTerryFull

from scorekeeper.records import clubs
from scorekeeper.records.arrivals import Options
from scorekeeper.records.calendar import ALL, Period
from scorekeeper.records.choosing import Wanted
from scorekeeper.records.models import Club
from scorekeeper.records.standings import Standings, standings
from scorekeeper.records.transfer import bring_in, look
from tests.family import PLAYERS, SHEETS

Hand = tuple[int, ...]  # points by player


@pytest.fixture
def found(app: Flask) -> Standings:
    club: Club = clubs.create_club("Family", "Europe/Berlin")
    options = Options()
    bring_in(look(SHEETS.read_bytes(), club, options), club.key)
    return standings(club, Wanted(Period(ALL)))


def raw() -> list[list[Hand]]:
    """The points of each hand of each game: the differences of the running totals as the file has them."""
    totals: dict[int, dict[int, dict[str, int]]] = defaultdict(lambda: defaultdict(dict))
    with SHEETS.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            totals[int(row["game_id"])][int(row["hand_id"])][row["player"]] = int(row["total_score"])
    games = []
    for hands in totals.values():
        after = [tuple(hands[number][player] for player in PLAYERS) for number in sorted(hands)]
        both = pairwise([(0, 0, 0, 0), *after])
        games.append([tuple(b - a for a, b in zip(before, now, strict=True)) for before, now in both])
    return games


def is_moon(hand: Hand) -> bool:
    return sorted(hand) == [0, 26, 26, 26]


def queens(hand: Hand) -> list[int]:
    """Who can have had the queen: thirteen points of hers, the rest hearts."""
    return [seat for seat, points in enumerate(hand) if points >= 13]


def is_known(hand: Hand) -> bool:
    """Whether the cards follow from the points: a moon, or 26 points of which one seat alone has 13."""
    if is_moon(hand):
        return True
    return sum(hand) == 26 and min(hand) >= 0 and len(queens(hand)) == 1


def taken(hand: Hand, seat: int) -> tuple[int, int]:
    """Hearts and queens of a seat in a hand whose cards are known."""
    if is_moon(hand):
        return (13, 1) if hand[seat] == 0 else (0, 0)
    return hand[seat] - 13 * (seat == queens(hand)[0]), int(seat == queens(hand)[0])


def expected(seat: int) -> dict[str, Any]:
    """A player's whole line."""
    games = raw()
    finals = [tuple(sum(column) for column in zip(*hands, strict=True)) for hands in games]
    hands = [hand for game in games for hand in game]
    known = [hand for hand in hands if is_known(hand)]
    won = [final[seat] == min(final) for final in finals]
    moons = [hand for hand in hands if is_moon(hand)]
    streaks = "".join("x" if one else " " for one in won)
    return {
        "games": 7,
        "wins": sum(won),
        "shared": sum(
            one and list(final).count(min(final)) > 1 for one, final in zip(won, finals, strict=True)
        ),
        "places": sum(1 + sum(other < final[seat] for other in final) for final in finals),
        "hands": len(hands),
        "score": sum(hand[seat] for hand in hands),
        "known": len(known),
        "clean": sum(hand[seat] == 0 and not is_moon(hand) for hand in known),
        "hearts": sum(taken(hand, seat)[0] for hand in known),
        "queens": sum(taken(hand, seat)[1] for hand in known),
        "moons": sum(hand[seat] == 0 for hand in moons),
        "suns": 0,
        "moons_against": sum(hand[seat] == 26 for hand in moons),
        "suns_against": 0,
        "streak_first": len(streaks) - len(streaks.lstrip("x")),
        "streak": len(streaks) - len(streaks.rstrip("x")),
        "streak_longest": max(map(len, streaks.split(" "))),
        "best_hand": min(hand[seat] for hand in hands),
        "worst_hand": max(hand[seat] for hand in hands),
        "best_game": min(final[seat] for final in finals),
        "worst_game": max(final[seat] for final in finals),
    }


def test_the_raw_file_holds_what_its_description_says() -> None:
    assert [len(hands) for hands in raw()] == [10, 11, 8, 12, 8, 12, 7]
    assert sum(is_moon(hand) for hands in raw() for hand in hands) == 5
    assert expected(1)["wins"] == 4


@pytest.mark.parametrize("seat", range(4))
def test_every_figure_is_the_one_worked_out_from_the_raw_file(found: Standings, seat: int) -> None:
    (line,) = [one.line for one in found.lines if one.name == PLAYERS[seat]]
    figures = expected(seat)
    assert {name: getattr(line, name) for name in figures} == figures
    assert line.win_rate == figures["wins"] / 7
    assert line.per_hand == figures["score"] / figures["hands"]
    assert line.queen_rate == figures["queens"] / figures["known"]


def test_the_ratings_are_the_ones_worked_out_from_the_raw_file(found: Standings) -> None:
    model = BradleyTerryFull()
    held = [model.rating() for _ in PLAYERS]
    for hands in raw():
        final = tuple(sum(column) for column in zip(*hands, strict=True))
        ranks = [float(1 + sum(other < total for other in final)) for total in final]
        held = [team[0] for team in model.rate([[one] for one in held], ranks=ranks)]
    assert {line.name: line.rating.mu for line in found.lines if line.rating} == {
        name: pytest.approx(one.mu) for name, one in zip(PLAYERS, held, strict=True)
    }
