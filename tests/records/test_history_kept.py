"""What is kept of a club's history is what its games say, whatever is changed and by however many at once."""

from __future__ import annotations

import copy
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import delete, event, func, select, update
from sqlalchemy.exc import DBAPIError, InternalError, OperationalError

from scorekeeper.hearts.rules import Rules
from scorekeeper.records import clubs, games, hands, kept, kept_details, merge
from scorekeeper.records.calendar import ALL, MONTH, YEAR, Period
from scorekeeper.records.choosing import Wanted
from scorekeeper.records.db import db, writing
from scorekeeper.records.folding import Fold, fold
from scorekeeper.records.kept_models import PlayerYear, Rating, Stale, Standing
from scorekeeper.records.models import Club, Game, Hand, Seat, TakenRow
from scorekeeper.records.over import GameOver, SeatOver
from scorekeeper.records.profiles import Profile, profile
from scorekeeper.records.rebuild import rebuild
from scorekeeper.records.recheck import recheck
from tests.records.evenings import FIRST, ROUT, Evenings, entry
from tests.records.queries import counted
from tests.records.table import A, moon, plain

SCORES = st.integers(-30, 60)


@st.composite
def over(draw: st.DrawFn, number: int = 1) -> GameOver:
    """Any finished game of four out of six players."""
    players = draw(st.permutations(range(1, 7)))[:4]
    totals = [draw(SCORES) for _ in players]
    seats = tuple(
        SeatOver(
            player_id=player,
            team=None,
            total=total,
            place=1 + sum(other < total for other in totals),
            won=total == min(totals),
            score=total,
            clean=draw(st.integers(0, 3)),
            clean_run=draw(st.integers(0, 3)),
            hearts=draw(st.integers(0, 30)),
            queens=draw(st.integers(0, 3)),
            moons=draw(st.integers(0, 1)),
            suns=0,
            moons_against=0,
            suns_against=0,
            best_hand=draw(st.none() | SCORES),
            worst_hand=draw(st.none() | SCORES),
            behind=draw(st.integers(0, 40)),
        )
        for player, total in zip(players, totals, strict=True)
    )
    low, second = sorted(totals)[:2]
    return GameOver(
        id=number,
        started_at=FIRST + timedelta(days=number),
        ended_early=draw(st.booleans()),
        scale="standard",
        players=4,
        hands=draw(st.integers(1, 20)),
        known_hands=3,
        overtime_hands=draw(st.integers(0, 2)),
        margin=second - low,
        seats=seats,
    )


@given(st.data(), st.integers(0, 12), st.integers(0, 12))
def test_two_stretches_put_together_are_all_their_games_at_once(
    data: st.DataObject, size: int, cut: int
) -> None:
    played = [data.draw(over(number)) for number in range(1, size + 1)]
    first, second = fold(played[:cut]), fold(played[cut:])
    assert first.then(second) == fold(played)
    assert Fold.from_content(len(played), fold(played).content()) == fold(played)


@pytest.fixture
def evenings(app: Flask) -> Evenings:
    """A club of two years and a month in each, of two scales and two table sizes."""
    made = Evenings.of("Ann", "Bob", "Cy", "Dora", "Eve")
    made.play(at=FIRST - timedelta(days=365))
    made.play("Dora Cy Bob Eve", (A, moon(0), A), at=FIRST)
    made.play("Ann Eve Bob", [plain(4, 6, 3, queen=1)] * 4, at=FIRST + timedelta(hours=2))
    made.play(facts=ROUT[:2], end=True, queen_points=5, at=FIRST + timedelta(days=60))
    made.caught_up()
    return made


def key_of(evenings: Evenings, number: int) -> str:
    """The key of the club's game of that number, from 0, in the order they were begun in."""
    query = select(Game.key).where(Game.club_id == evenings.club.id).order_by(Game.started_at)
    return list(db.session.scalars(query))[number]


def pages(evenings: Evenings) -> list[Profile]:
    """The pages of everybody: of all time, and of some games in a year and in a month."""
    choices = (Wanted(), Wanted(Period(YEAR, "2026"), "standard", 4), Wanted(Period(MONTH, "2026-03")))
    found = [
        profile(evenings.club, player.id, wanted)
        for player in clubs.roster(evenings.club, archived=True)
        for wanted in choices
    ]
    return [replace(page, player=None) for page in found]


CHANGES: dict[str, Callable[[Evenings, str], object]] = {
    "corrected": lambda _, key: hands.correct_hand(key, 1, plain(13, 0, 0, queen=2), entry(key)),
    "deleted": lambda _, key: hands.delete_hand(key, 2, entry(key)),
    "restarted and ended early": lambda _, key: (
        hands.delete_hand(key, 2, entry(key)),
        games.end_game(key, entry(key)),
    ),
    "archived": lambda _, key: games.archive_game(key),
    "archived and brought back": lambda _, key: (games.archive_game(key), games.bring_back_game(key)),
    "by other rules": lambda _, key: games.change_rules(key, Rules(players=3, limit=57), entry(key)),
    "undone": lambda _, key: hands.undo(key, entry(key)),
    "merged": lambda evenings, _: merge.merge_players(
        evenings.club, evenings.ids["Eve"], clubs.add_player(evenings.club, "Eva").id
    ),
    "another zone": lambda evenings, _: clubs.change_club(evenings.club, zone="Pacific/Auckland"),
    "another game": lambda evenings, _: evenings.play(at=FIRST + timedelta(days=30)),
    "an older game": lambda evenings, _: evenings.play(at=FIRST - timedelta(days=500)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_after_any_change_it_is_what_the_games_say(evenings: Evenings, change: str) -> None:
    done = CHANGES[change](evenings, key_of(evenings, 2))
    evenings.club = done if change == "another zone" else evenings.club  # type: ignore[assignment]
    assert kept.catch_up(evenings.club)
    assert recheck(evenings.club) == []


@pytest.mark.long
@pytest.mark.parametrize("change", CHANGES)
def test_after_any_change_a_players_page_is_what_the_games_say(evenings: Evenings, change: str) -> None:
    assert pages(evenings) == pages(evenings)
    done = CHANGES[change](evenings, key_of(evenings, 2))
    evenings.club = done if change == "another zone" else evenings.club  # type: ignore[assignment]
    seen = pages(evenings)
    assert recheck(evenings.club) == []
    with writing() as session:
        session.execute(delete(PlayerYear))
    assert pages(evenings) == seen


def test_a_change_costs_the_months_it_is_in_and_what_is_put_together_from_them(evenings: Evenings) -> None:
    ids = select(Standing.period).where(Standing.club_id == evenings.club.id, Standing.span == "month")
    with writing() as session:  # what no change may look at or touch
        others = (Standing.span == "month", Standing.period != "2026-03")
        session.execute(update(Standing).where(*others).values(games=1000))
    hands.correct_hand(key_of(evenings, 1), 1, plain(0, 6, 3, 4, queen=1), entry(key_of(evenings, 1)))
    kept.catch_up(evenings.club)
    assert set(db.session.scalars(ids)) == {"2025-03", "2026-03", "2026-05"}
    games = dict(
        db.session.execute(select(Standing.period, func.sum(Standing.games)).group_by(Standing.period)).all()
    )
    assert games["2026-03"] == 4  # two games, each of its own and of any size
    assert games["2025-03"] == games["2026-05"] == 2000


def test_a_change_costs_a_player_the_hands_of_its_month(evenings: Evenings) -> None:
    bob, key = evenings.ids["Bob"], key_of(evenings, 1)
    kept_details.details_of(evenings.club, bob)
    with writing() as session:  # what no change may look at
        of_others = select(Hand.id).join(Game, Game.id == Hand.game_id)
        for score, moment in enumerate(("2025-03-05", "2026-03-05", "2026-05-04"), 50):
            day = datetime.fromisoformat(f"{moment}T00:00Z")
            begun = (Game.key != key, Game.started_at >= day, Game.started_at < day + timedelta(days=1))
            theirs = TakenRow.hand_id.in_(of_others.where(*begun))
            assert session.execute(update(TakenRow).where(theirs).values(score=score)).rowcount
    hands.correct_hand(key, 1, plain(0, 6, 3, 4, queen=1), entry(key))
    scores = dict(profile(evenings.club, bob, Wanted(Period(ALL), "standard")).scores)
    # As corrected, as it was a year before, and the other game of the month as it is read again.
    assert scores == {3: 2, 26: 1, 19: 4, 51: 4}


def test_a_page_made_of_what_has_become_old_meanwhile_is_not_shown_again(evenings: Evenings) -> None:
    """One looks at a player; before that is written down a game changes and another one looks."""
    club, bob, key = evenings.club, evenings.ids["Bob"], key_of(evenings, 1)
    found = kept_details.find(club, bob)
    slow = kept_details.work_out(club, found, found.due)
    hands.correct_hand(key, 1, plain(0, 6, 3, 4, queen=1), entry(key))
    seen = pages(evenings)
    kept_details.keep(club, [(found, slow)])
    assert pages(evenings) == seen
    assert recheck(club) == []


def test_a_month_whose_games_were_put_away_meanwhile_does_not_come_back(evenings: Evenings) -> None:
    club, bob = evenings.club, evenings.ids["Bob"]
    found = kept_details.find(club, bob)
    slow = kept_details.work_out(club, found, found.due)
    games.archive_game(key_of(evenings, 0))
    seen = pages(evenings)
    kept_details.keep(club, [(found, slow)])
    assert pages(evenings) == seen
    assert set(kept_details.find(club, bob).kept) == {"2026-03", "2026-05"}


def test_a_players_months_that_were_meddled_with_are_told_and_put_right(evenings: Evenings) -> None:
    assert rebuild() == []  # keeps them all
    before = pages(evenings)
    bob = evenings.ids["Bob"]
    with writing() as session:
        row = session.get_one(PlayerYear, (bob, "2025"))
        wrong = copy.deepcopy(row.content)
        wrong["2025-03"]["details"][0]["games"] = 9
        row.content = wrong
    (found,) = rebuild()
    assert (found.game_key, found.where) == (evenings.club.key, f"details of player {bob} in 2025-03")
    assert rebuild() == []
    assert pages(evenings) == before


def test_working_everything_out_keeps_what_nobody_has_looked_at_yet(evenings: Evenings) -> None:
    assert db.session.scalar(select(func.count()).select_from(PlayerYear)) == 0
    assert rebuild() == []
    with counted() as sent:
        pages(evenings)
    assert not any("taken" in statement for statement in sent)


def test_what_was_meddled_with_is_told_and_put_right(evenings: Evenings) -> None:
    before = evenings.standings()
    with writing() as session:
        session.execute(update(Standing).where(Standing.span == "all").values(games=7))
        session.execute(update(Rating).values(mu=30.0))
    found = rebuild()
    assert {difference.field for difference in found} == {"content", "rating"}
    assert {difference.game_key for difference in found} == {evenings.club.key}
    assert evenings.standings() == before
    assert rebuild() == []


def test_whoever_comes_second_with_older_work_lets_it_be(evenings: Evenings) -> None:
    """One looks; before it writes, a game changes and another one looks and writes."""
    key = key_of(evenings, 1)
    hands.correct_hand(key, 1, plain(0, 6, 3, 4, queen=1), entry(key))
    slow = _work(evenings)
    hands.correct_hand(key, 2, A, entry(key))
    assert kept.catch_up(evenings.club)
    after = evenings.standings(Wanted(Period(ALL)))
    assert kept._keep(*slow)  # nothing is left to be done, and nothing of this
    assert evenings.standings(Wanted(Period(ALL))) == after
    assert recheck(evenings.club) == []


def test_a_change_between_looking_and_writing_is_taken_in_by_the_next(evenings: Evenings) -> None:
    key = key_of(evenings, 1)
    hands.correct_hand(key, 1, plain(0, 6, 3, 4, queen=1), entry(key))
    slow = _work(evenings)
    hands.correct_hand(key, 2, A, entry(key))
    assert not kept._keep(*slow)
    assert db.session.scalar(select(func.count()).select_from(Stale)) == 1
    assert kept.catch_up(evenings.club)
    assert recheck(evenings.club) == []


def test_a_change_after_the_faster_one_is_not_taken_for_what_the_slower_one_has_seen(
    evenings: Evenings,
) -> None:
    key = key_of(evenings, 1)
    games.archive_game(key)
    slow = _work(evenings)
    assert kept.catch_up(evenings.club)
    games.bring_back_game(key)
    assert not kept._keep(*slow)
    assert kept.catch_up(evenings.club)
    assert rebuild() == []


def _work(evenings: Evenings):  # the arguments of `kept._keep`
    db.session.remove()
    marks = kept._marks(db.session(), evenings.club.id)
    changed = kept._standings(evenings.club, marks)
    return evenings.club, marks, changed, kept.ratings.work_out(evenings.club.id, kept._earliest(marks), 100)


def test_many_who_end_games_and_look_at_once_leave_what_the_games_say(app: Flask, evenings: Evenings) -> None:
    keys = [evenings.play(facts=ROUT[:3], at=FIRST + timedelta(days=number)) for number in range(4)]
    faults: list[BaseException] = []

    def night(key: str) -> None:
        try:
            with app.app_context():
                hands.record_hand(key, A, entry(key))
                evenings.standings()
                profile(evenings.club, evenings.ids["Ann"], Wanted())
                hands.correct_hand(key, 2, moon(3), entry(key))
                evenings.standings()
                profile(evenings.club, evenings.ids["Ann"], Wanted())
        except BaseException as error:  # told by the test, not by a thread
            faults.append(error)

    threads = [threading.Thread(target=night, args=(key,)) for key in keys]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    db.session.remove()
    assert evenings.line("Ann", Wanted(Period(ALL), "standard")).games == 6
    assert recheck(evenings.club) == []


@pytest.mark.parametrize("error", [OperationalError, InternalError])
def test_where_nothing_can_be_written_what_is_kept_is_shown_and_said_to_be_old(
    evenings: Evenings, error: type[DBAPIError]
) -> None:
    """A full disk or a locked file is an operational error, a read-only server an internal one."""
    before = evenings.line("Dora")
    evenings.play(at=FIRST + timedelta(days=3))

    def refuse(_conn: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith(("INSERT", "UPDATE", "DELETE")):
            raise error(statement, {}, OSError("no space left"))

    event.listen(db.engine, "before_cursor_execute", refuse)
    try:
        assert not evenings.standings().chosen.complete
        assert evenings.line("Dora") == before
        assert pages(evenings)
    finally:
        event.remove(db.engine, "before_cursor_execute", refuse)
    assert evenings.standings().chosen.complete
    assert evenings.line("Dora") != before
    pages(evenings)
    assert recheck(evenings.club) == []


def test_a_look_at_a_player_does_not_wait_for_who_is_writing(app: Flask, evenings: Evenings) -> None:
    """A long import holds the file on SQLite, and the club on PostgreSQL."""
    seen: list[Profile] = []

    def look() -> None:
        with app.app_context():
            seen.append(profile(evenings.club, evenings.ids["Bob"], Wanted()))

    other = threading.Thread(target=look)
    with writing() as session:
        session.execute(select(Club.id).with_for_update())
        other.start()
        other.join(5)
        assert len(seen) == 1
    other.join()
    (page,) = seen
    assert replace(profile(evenings.club, evenings.ids["Bob"], Wanted()), player=page.player) == page
    assert recheck(evenings.club) == []


def test_a_save_while_a_game_is_played_leaves_no_mark(evenings: Evenings) -> None:
    evenings.play(facts=ROUT[:3])
    assert db.session.scalar(select(func.count()).select_from(Stale)) == 0


def test_the_seats_say_what_is_summed(evenings: Evenings) -> None:
    with writing() as session:
        session.execute(update(Seat).values(score=Seat.score + 1))
    found = rebuild()
    assert {difference.field for difference in found} == {"score"}
    assert recheck(evenings.club) == []
