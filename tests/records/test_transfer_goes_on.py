"""A file in which a game has gone on since it came in: what is new is put under what is here."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask

from scorekeeper.records import clubs, games, hands
from scorekeeper.records.arrivals import Options
from scorekeeper.records.history import GameLine, games_of
from scorekeeper.records.models import Club
from scorekeeper.records.planning import Plan
from scorekeeper.records.rebuild import rebuild
from scorekeeper.records.sheets import load_sheet
from scorekeeper.records.standings import standings
from scorekeeper.records.transfer import PlanChanged, bring_in, look
from tests.records.paper_sheets import HANDS, NAMES, table, wide
from tests.records.table import DEVICE, C, Table

# The same game to its end: 21, 69, 59, 111.
MORE = (*HANDS, (2, 3, 21, 0), (10, 14, 2, 0), (1, 0, 0, 25), (1, 3, 2, 20), (2, 2, 2, 20))


@pytest.fixture
def club(app: Flask) -> Club:
    return clubs.create_club("Family", "Europe/Berlin")


def plan_of(content: str, club: Club, **said: Any) -> Plan:
    return look(content.encode(), club, Options(**said))


def bring(content: str, club: Club, **said: Any) -> list[GameLine]:
    bring_in(plan_of(content, club, **said), club.key, DEVICE)
    return list(reversed(games_of(club).games))


def document(count: int, **more: Any) -> str:
    said = {"started_at": "2026-11-26T19:30:00Z", "ended_early": False} | more
    return json.dumps({"players": NAMES, "hands": [{"points": hand} for hand in MORE[:count]], **said})


def test_a_sheet_that_goes_on_is_the_same_game_with_more_hands(club: Club) -> None:
    (line,) = bring(wide(HANDS), club)
    plan = plan_of(wide(MORE), club)
    (game,) = plan.coming
    assert game.begun is not None
    assert (game.begun.key, game.begun.hands, game.hands, plan.hands) == (line.key, 3, 5, 5)
    (after,) = bring(wide(MORE), club)
    assert after.key == line.key
    assert after.state == "over"
    assert [hand.number for hand in load_sheet(line.key).hands] == list(range(1, 9))
    (fresh,) = bring(wide(MORE), clubs.create_club("Other", "Europe/Berlin"))
    assert (after.totals, after.places, after.won) == (fresh.totals, fresh.places, fresh.won)
    assert [one.line.games for one in standings(club).lines] == [1, 1, 1, 1]
    assert rebuild() == []
    assert plan_of(wide(MORE), club).coming == ()


def test_it_can_go_on_evening_after_evening_and_be_played_on(club: Club) -> None:
    for count in (3, 4, 6):
        (line,) = bring(wide(MORE[:count]), club)
    table_of_it = Table(line.key)
    table_of_it.record(C)
    assert len(table_of_it.sheet.hands) == 7


def test_a_correction_made_here_stays(club: Club) -> None:
    (line,) = bring(wide(HANDS), club)
    at_table = Table(line.key)
    at_table.do(hands.correct_hand, 1, C)
    bring(wide(MORE[:5]), club)
    assert [scores and sum(scores) for scores in at_table.scores] == [26, 78, 26, 26, 26]
    assert at_table.scores[0] == (0, 5, 8, 13)
    assert rebuild() == []


def test_a_game_that_was_taken_for_ended_goes_on(club: Club) -> None:
    first = table(("game", *NAMES), [(1, *HANDS[0]), (1, *HANDS[1]), (2, *HANDS[2])])
    line, _ = bring(first, club)
    assert line.ended_early
    lines = bring(table(("game", *NAMES), [(1, *hand) for hand in MORE] + [(2, *HANDS[2])]), club)
    assert len(lines) == 2
    assert (lines[0].key, lines[0].ended_early, lines[0].hands_played) == (line.key, False, 8)


def test_a_document_goes_on_with_the_game_of_its_moment(club: Club) -> None:
    (line,) = bring(document(2), club)
    (after,) = bring(document(4), club)
    assert (after.key, after.hands_played) == (line.key, 4)
    assert len(bring(document(5, started_at="2026-11-27T19:30:00Z"), club)) == 2


def test_a_game_of_its_own_is_brought_in_where_that_is_wanted(club: Club) -> None:
    bring(wide(HANDS), club)
    assert len(bring(wide(MORE), club, again=True)) == 2


@pytest.mark.parametrize("what", ["played on", "a hand less", "put away", "other hands", "others"])
def test_what_does_not_begin_like_the_file_is_another_game(club: Club, what: str) -> None:
    (line,) = bring(wide(HANDS), club)
    at_table, content = Table(line.key), wide(MORE)
    match what:
        case "played on":
            at_table.record(C)
        case "a hand less":
            at_table.do(hands.delete_hand, 2)
        case "put away":
            games.archive_game(line.key)
        case "other hands":
            content = wide((MORE[-1], *MORE[1:]))
        case "others":
            content = wide(MORE, names=("Ann", "Bob", "Cy", "Eve"))
    (game,) = plan_of(content, club).coming
    assert game.begun is None


def test_a_game_recorded_here_is_no_beginning_of_a_sheet_without_a_day(app: Flask) -> None:
    by_hand = Table.of()
    by_hand.record(C)
    (game,) = plan_of(wide(((0, 5, 8, 13), *HANDS)), by_hand.sheet.club).coming
    assert game.begun is None


def test_a_game_that_came_to_its_end_goes_on_no_more(club: Club) -> None:
    bring(wide(MORE), club)
    (game,) = plan_of(wide((*MORE, HANDS[0])), club).coming
    assert game.begun is None


def test_a_hand_recorded_meanwhile_is_shown_first(club: Club) -> None:
    (line,) = bring(wide(HANDS), club)
    plan = plan_of(wide(MORE), club)
    Table(line.key).record(C)
    with pytest.raises(PlanChanged):
        bring_in(plan, club.key)
    assert len(games_of(club).games) == 1


def test_two_in_one_file_go_on_with_one_game_only_once(club: Club) -> None:
    bring(wide(HANDS), club)
    both = table(("game", *NAMES), [(n, *hand) for n in (1, 2) for hand in MORE[: 4 + n]])
    plan = plan_of(both, club)
    assert [game.begun is not None for game in plan.coming] == [True, False]
