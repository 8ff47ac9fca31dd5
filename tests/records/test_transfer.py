"""Bringing games in: the same rows as recording them, all in one transaction or nothing, and never twice."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event, select

from scorekeeper.hearts.facts import Facts
from scorekeeper.records import clubs, games, hands
from scorekeeper.records.arrivals import Options
from scorekeeper.records.cells import FileRefused
from scorekeeper.records.db import db, writing
from scorekeeper.records.errors import NotFound, RecordsError
from scorekeeper.records.exports import club_json, game_json, games_csv, hands_csv
from scorekeeper.records.history import GameLine, games_of
from scorekeeper.records.models import Club, Game, Hand, Player, Seat, TakenRow
from scorekeeper.records.planning import Plan
from scorekeeper.records.rebuild import rebuild
from scorekeeper.records.sheets import load_sheet
from scorekeeper.records.transfer import PlanChanged, bring_in, bring_into_new_club, look
from tests.family import SHEETS
from tests.records.paper_sheets import HANDS, NAMES, table, wide
from tests.records.table import DEVICE, A, B, Table, moon, plain, points

FAMILY = SHEETS.read_bytes()
FINALS = {
    1: (98, 36, 109, 69),
    2: (62, 58, 66, 100),
    3: (41, 48, 102, 15),
    4: (109, 54, 78, 71),
    5: (68, 91, 56, 45),
    6: (101, 74, 90, 99),
    7: (108, 55, 42, 82),
}
MARKED = {1: [4, 6, 8], 3: [8], 7: [4]}


@pytest.fixture
def club(app: Flask) -> Club:
    return clubs.create_club("Family", "Europe/Berlin")


def plan_of(content: str | bytes, club: Club | None, **said: Any) -> Plan:
    """What a file would do."""
    return look(content.encode() if isinstance(content, str) else content, club, Options(**said))


def bring(content: str | bytes, club: Club, **said: Any) -> list[GameLine]:
    """Bring a file in; the club's games, oldest first."""
    bring_in(plan_of(content, club, **said), club.key, DEVICE)
    return list(reversed(games_of(club).games))


def document_of(key: str) -> dict[str, Any]:
    """The scored document of a game."""
    return game_json(db.session(), load_sheet(key).club, key)


# The family's sheets


def test_the_familys_sheets_come_in_with_their_finals(club: Club) -> None:
    lines = bring(FAMILY, club)
    assert [line.totals for line in lines] == list(FINALS.values())
    assert all(line.names == ("player_1", "player_2", "player_3", "player_4") for line in lines)
    assert rebuild() == []


def test_the_hands_that_do_not_add_up_are_marked_and_no_others(club: Club) -> None:
    keys = [line.key for line in bring(FAMILY, club)]
    marked = {
        number: found
        for number, key in enumerate(keys, 1)
        if (found := [hand.number for hand in load_sheet(key).hands if hand.facts.as_written])
    }
    assert marked == MARKED


def test_games_with_a_garbled_column_have_a_remark_and_no_others(club: Club) -> None:
    plan = plan_of(FAMILY, club)
    remarks = {
        game.label: game.settled.arrival.remarks for game in plan.games if game.settled.arrival.remarks
    }
    assert list(remarks) == ["Game 3", "Game 5"]
    assert all("player_3 cannot be right" in remark for (remark,) in remarks.values())
    assert all(hand.passing is None for game in plan.games for hand in game.settled.facts)


def test_the_game_that_stops_before_the_limit_is_ended_early_since_another_follows(club: Club) -> None:
    early = [line for line in bring(FAMILY, club) if line.ended_early]
    assert [(line.totals, line.winners) for line in early] == [(FINALS[5], ("player_4",))]


def test_every_game_of_the_family_is_over(club: Club) -> None:
    assert {line.state for line in bring(FAMILY, club)} == {"over"}


# The same as by hand


PLAYED: list[Facts] = [
    A,
    moon(2),
    plain(1, 2, 3, 7, queen=0, dealer=3),
    plain(0, 5, 8, 0, queen=3, passing="hold"),
    points(13, 13, 0, 0),
    points(5, 5, 5, 5, as_written=True),
    moon(1),
    moon(0),
    B,
]


def rows(game_id: int) -> dict[str, list[Mapping[str, Any]]]:
    """Every row of a game but for what is its own: ids, keys, times, versions, stamps, the players' ids."""
    own = {"id", "game_id", "hand_id", "club_id", "player_id", "device_id", "key", "version", "stamp",
           "origin", "recorded_at", "started_at", "finished_at"}  # fmt: skip
    queries = {
        "game": select(*Game.__table__.c).where(Game.id == game_id),
        "seat": select(*Seat.__table__.c).where(Seat.game_id == game_id).order_by(Seat.position),
        "hand": select(*Hand.__table__.c).where(Hand.game_id == game_id).order_by(Hand.ordinal),
        "taken": select(*TakenRow.__table__.c)
        .join(Hand, Hand.id == TakenRow.hand_id)
        .where(Hand.game_id == game_id)
        .order_by(Hand.ordinal, TakenRow.position),
    }
    return {
        name: [
            {column: row[column] for column in row if column not in own}
            for row in db.session.execute(query).mappings()
        ]
        for name, query in queries.items()
    }


@pytest.mark.parametrize("count", [0, 3, len(PLAYED)], ids=["no hand", "in play", "over"])
@pytest.mark.parametrize(
    "rules", [{}, {"moon": "choice"}, {"limit": 60}, {"jack": "TD", "floor_zero": True}], ids=str
)
def test_an_imported_game_is_row_by_row_the_recorded_one(
    app: Flask, rules: dict[str, Any], count: int
) -> None:
    played = [
        replace(
            facts,
            moon_choice="subtract" if rules.get("moon") and is_moon(facts) else None,
            taken=facts.taken and tuple(replace(e, jack=int(s == 1)) for s, e in enumerate(facts.taken)),
        )
        for facts in PLAYED[:count]
        if facts.points is None or not rules.get("jack") or facts.as_written
    ]
    by_hand = Table.of(rules=rules, first_dealer=1)
    for facts in played:
        if by_hand.sheet.position.over:
            break
        by_hand.record(facts)
    source = by_hand.sheet.game
    other = clubs.create_club("Another", "Europe/Berlin")
    (line,) = bring(json.dumps(document_of(source.key)), other)
    copy = load_sheet(line.key).game
    assert rows(copy.id) == rows(source.id)
    assert rebuild() == []


def is_moon(facts: Facts) -> bool:
    return facts.taken is not None and any(entry is not None and entry.hearts == 13 for entry in facts.taken)


def test_points_leave_the_rows_that_recording_them_leaves(club: Club) -> None:
    written = [(4, 19, 3, 0), (0, 26, 26, 26), (13, 13, 0, 0), (0, 0, 26, 0)]
    table = Table.of()
    table.record(*(points(*hand) for hand in written))
    (line,) = bring(wide(written, table.sheet.names), club, unfinished=True)
    assert rows(load_sheet(line.key).game.id) == rows(table.sheet.game.id)


def test_an_imported_game_can_be_played_on(club: Club) -> None:
    (line,) = bring(wide(), club)
    table = Table(line.key)
    with pytest.raises(RecordsError, match="nothing_to_undo"):
        table.do(hands.undo)
    table.record(A)
    assert table.totals == (9, 66, 35, 46)
    table.do(hands.undo)
    assert table.totals == (5, 47, 32, 46)
    assert rebuild() == []


# All or nothing


@pytest.mark.parametrize(
    "content",
    [
        wide(((4, 19, 3, "x"), *HANDS)),  # type: ignore[arg-type]
        wide(names=("Ann", "Bob", "Cy", "D" * 25)),
        json.dumps({"players": list(NAMES), "hands": [{"taken": [{"hearts": 3}] * 4}]}),
        json.dumps({"players": list(NAMES), "hands": [{"points": [4, 19, 3, None]}]}),
        json.dumps({"players": list(NAMES), "hands": [{"points": [10**40, 0, 0, 0]}]}),
        json.dumps({"players": list(NAMES), "hands": [{"points": [4, 19, 3, 0]}] * 201}),
        json.dumps({"players": list(NAMES), "hands": [], "note": "n" * 201}),
        json.dumps({"players": list(NAMES), "hands": [], "started_at": "yesterday"}),
        json.dumps({"players": ["Ann", "ann ", "Bob"], "hands": []}),
        json.dumps(
            {"players": list(NAMES), "rules": {"moon": "choice"}, "hands": [{"points": [26, 0, 0, 0]}]}
        ),
    ],
    ids=["cell", "name", "hearts", "blank", "endless", "201 hands", "note", "time", "player twice", "choice"],
)
def test_one_fault_and_nothing_comes_in(club: Club, content: str) -> None:
    both = content if content[0] == "{" else content + "\n" + wide()
    plan = plan_of(f"[{both}, {json.dumps(good())}]" if content[0] == "{" else both, club)
    assert len(plan.faults) >= 1
    with pytest.raises(RecordsError, match="faults"):
        bring_in(plan, club.key)
    assert games_of(club).games == ()
    assert clubs.roster(club) == []


def good(**more: Any) -> dict[str, Any]:
    """A sound game document."""
    return {"players": list(NAMES), "hands": [{"points": list(hand)} for hand in HANDS]} | more


def test_an_import_that_breaks_half_way_leaves_nothing(club: Club) -> None:
    plan = plan_of(FAMILY, club)

    def tear(*arguments: object) -> None:
        if "INSERT INTO taken" in str(arguments[2]):
            raise RuntimeError("torn")

    event.listen(db.engine, "before_cursor_execute", tear)
    try:
        with pytest.raises(RuntimeError):
            bring_in(plan, club.key)
    finally:
        event.remove(db.engine, "before_cursor_execute", tear)
    assert games_of(club).games == ()
    assert clubs.roster(club) == []


def test_a_club_that_is_made_with_it_is_made_with_it_or_not_at_all(app: Flask) -> None:
    plan = plan_of(FAMILY, None)
    brought = bring_into_new_club(plan, "Family", "Europe/Paris")
    made = clubs.club_by_key(brought.club_key)
    assert (made.name, made.zone, len(games_of(made).games)) == ("Family", "Europe/Paris", 7)
    with pytest.raises(RecordsError):
        bring_into_new_club(plan_of(json.dumps(good(note="n" * 201)), None), "Other", "UTC")
    assert db.session.scalars(select(Club.name)).all() == ["Family"]


def test_no_such_club_and_one_that_is_put_away_take_nothing_in(club: Club) -> None:
    with pytest.raises(NotFound):
        bring_in(plan_of(wide(), club), "nosuchclub")
    clubs.archive_club(club)
    with pytest.raises(RecordsError, match="archived"):
        bring_in(plan_of(wide(), club), club.key)


def test_five_hundred_players_are_the_most(club: Club) -> None:
    with writing() as session:
        session.add_all(Player(club_id=club.id, name=f"P{n}", folded=f"p{n}") for n in range(497))
    assert plan_of(wide(names=("P1", "Bob", "Cy", "Dora")), club).faults == ()
    (fault,) = plan_of(wide(), club).faults
    assert "500 players" in fault


# The same again


def test_the_same_file_twice_is_noticed(club: Club) -> None:
    bring(FAMILY, club)
    plan = plan_of(FAMILY, club)
    assert all(game.seen is not None and game.seen.key for game in plan.games)
    assert plan.coming == ()
    assert len(bring(FAMILY, club)) == 7


def test_a_file_that_has_grown_brings_in_what_is_new(club: Club) -> None:
    def sheet(count: int) -> str:
        lines = [(game, "2024-05-01", *hand) for game in range(count) for hand in HANDS[: game + 1]]
        return table(("game", "date", *NAMES), lines)

    bring(sheet(2), club, unfinished=False)
    plan = plan_of(sheet(3), club, unfinished=False)
    assert [game.label for game in plan.coming] == ["Game 2"]
    assert len(bring(sheet(3), club, unfinished=False)) == 3


def test_it_is_the_same_file_whatever_was_corrected_or_renamed_since(club: Club) -> None:
    (line,) = bring(wide(), club)
    Table(line.key).do(hands.correct_hand, 1, B)
    ann = next(player for player in clubs.roster(club) if player.name == "Ann")
    clubs.rename_player(club, ann.id, "Anna")
    (game,) = plan_of(wide(), club).games
    assert game.seen is not None
    assert game.seen.key == line.key


def test_a_game_recorded_here_is_known_when_its_document_comes_back(app: Flask) -> None:
    by_hand = Table.of()
    by_hand.record(A, B)
    (game,) = plan_of(json.dumps(document_of(by_hand.key)), by_hand.sheet.club).games
    assert game.seen is not None
    assert game.seen.key == by_hand.key


@pytest.mark.parametrize(
    "change",
    [
        {"hands": [{"points": [4, 19, 3, 0]}] * 3},
        {"hands": [{"points": [4, 19, 3, 0]}]},
        {"players": ["Bob", "Ann", "Cy", "Dora"]},
        {"rules": {"limit": 50}},
        {"start": {"dealer": 1}},
        {"start": {"totals": [1, 0, 0, 0]}},
        {"started_at": "2026-11-26T19:31:00Z"},
    ],
    ids=["other hands", "fewer hands", "other seats", "rules", "dealer", "start", "time"],
)
def test_a_game_that_differs_is_another_one(club: Club, change: dict[str, Any]) -> None:
    first = good(started_at="2026-11-26T19:30:00Z")
    bring(json.dumps(first), club)
    assert len(bring(json.dumps(first | change), club)) == 2


def test_the_same_game_twice_in_one_file_comes_in_once(club: Club) -> None:
    plan = plan_of(json.dumps([good(), good()]), club)
    assert [game.seen and game.seen.label for game in plan.games] == [None, "Game 1"]
    assert len(bring(json.dumps([good(), good()]), club)) == 1


def test_what_is_here_comes_in_again_where_that_is_wanted(club: Club) -> None:
    bring(wide(), club)
    assert len(bring(wide(), club, again=True)) == 2


def test_a_game_that_was_put_away_may_come_in_again(club: Club) -> None:
    (line,) = bring(wide(), club)
    games.archive_game(line.key)
    assert len(bring(wide(), club)) == 1


def test_a_plan_that_the_club_has_overtaken_is_not_done(club: Club) -> None:
    plan = plan_of(wide(), club)
    bring(wide(), club)
    with pytest.raises(PlanChanged) as raised:
        bring_in(plan, club.key)
    assert raised.value.plan.coming == ()
    assert len(games_of(club).games) == 1


def test_a_player_added_meanwhile_is_no_other_person(club: Club) -> None:
    plan = plan_of(wide(), club)
    clubs.add_player(club, "ANN")
    with pytest.raises(PlanChanged):
        bring_in(plan, club.key)


# Whose names


def test_players_are_matched_to_the_roster_whatever_the_case(club: Club) -> None:
    zoe = clubs.add_player(club, "Zoë")
    plan = plan_of(wide(names=("ZOË", "Bob", "Cy", "Dora")), club)
    assert [(person.name, person.player) for person in plan.people][:2] == [("Zoë", zoe.id), ("Bob", None)]
    bring_in(plan, club.key)
    assert [player.name for player in clubs.roster(club)] == ["Bob", "Cy", "Dora", "Zoë"]


def test_somebody_off_the_roster_is_still_the_same_person(club: Club) -> None:
    ann = clubs.add_player(club, "Ann")
    clubs.archive_player(club, ann.id)
    (line,) = bring(wide(), club)
    assert load_sheet(line.key).player_ids[0] == ann.id
    assert "Ann" not in [player.name for player in clubs.roster(club)]


def test_a_merged_players_name_is_whom_that_one_became(club: Club) -> None:
    ann, anna = clubs.add_player(club, "Ann"), clubs.add_player(club, "Anna")
    with writing() as session:
        session.get_one(Player, ann.id).merged_into = anna.id
    (line,) = bring(wide(), club)
    assert load_sheet(line.key).player_ids[0] == anna.id


def test_a_name_of_the_file_may_be_somebody_else_here(club: Club) -> None:
    ann = clubs.add_player(club, "Ann")
    lines = bring(FAMILY, club, names=(("player_1", "Ann"), ("player_2", "Robert")))
    assert {line.names for line in lines} == {("Ann", "Robert", "player_3", "player_4")}
    assert load_sheet(lines[0].key).player_ids[0] == ann.id


def test_two_spellings_may_be_one_person_but_not_in_one_game(club: Club) -> None:
    text = "Game,Ann,Anna,Bob,Cy\n1,4,,19,3\n2,,4,19,3\n"
    both = plan_of(text, club, names=(("anna", "Ann"),))
    assert both.faults == ()
    assert [person.name for person in both.new_people] == ["Ann", "Bob", "Cy"]
    (fault,) = plan_of(wide(names=("Ann", "Anna", "Bob", "Cy")), club, names=(("anna", "Ann"),)).faults
    assert fault == "Game 1: Ann would sit in two seats."


# JSON


def full_club() -> Club:
    """A club with a bit of everything in it."""
    first = Table.of()
    club = first.sheet.club
    first.record(A, B, plain(0, 5, 8, 0, queen=3))
    first.do(hands.delete_hand, 2)
    first.do(hands.set_rotation, 3, 2, "across")
    games.set_note(first.key, "Bob's birthday", "=The kitchen", 7)
    over = Table(
        games.start_game(club.key, first.sheet.player_ids, first.sheet.rules, first_dealer=2, device=None).key
    )
    over.record(*[moon(1)] * 4)
    early = Table(
        games.start_game(
            club.key, first.sheet.player_ids[::-1], first.sheet.rules, first_dealer=0, device=None
        ).key
    )
    early.record(A)
    early.do(games.end_game)
    games.archive_game(early.key)
    games.start_game(
        club.key,
        first.sheet.player_ids[:3],
        replace(first.sheet.rules, players=3),
        first_dealer=0,
        device=None,
    )
    guest = clubs.add_player(club, "Guest", guest=True)
    clubs.archive_player(club, guest.id)
    return club


def told(club: Club) -> Any:
    """A club's document without the time it was made at."""
    return json.loads("".join(club_json(db.session(), club)))


def test_a_club_comes_into_a_fresh_one_with_everything_in_it(app: Flask) -> None:
    club = full_club()
    text = "".join(club_json(db.session(), club))
    brought = bring_into_new_club(plan_of(text, None), club.name, club.zone)
    copy = clubs.club_by_key(brought.club_key)
    assert told(copy) == told(club)
    lines, copies = games_of(club).games, games_of(copy).games
    assert [replace(line, key="") for line in copies] == [replace(line, key="") for line in lines]
    assert rebuild() == []


def test_a_club_document_comes_in_once(app: Flask) -> None:
    club = full_club()
    text = "".join(club_json(db.session(), club))
    assert plan_of(text, club).coming == ()
    fresh = clubs.create_club("Fresh", "UTC")
    bring(text, fresh)
    assert plan_of(text, fresh).coming == ()


def test_derived_fields_that_come_in_are_compared_and_never_trusted(club: Club) -> None:
    by_hand = Table.of()
    by_hand.record(A, B)
    document = document_of(by_hand.key)
    assert plan_of(json.dumps(document), club).games[0].settled.differences == ()
    document["hands"][1]["result"]["totals"] = [0, 0, 0, 999]
    plan = plan_of(json.dumps(document), club)
    (difference,) = plan.games[0].settled.differences
    assert difference == "Hand 2: for totals the file has 0, 0, 0, 999, but the hands come to 18, 21, 6, 7."
    bring_in(plan, club.key)
    assert games_of(club).games[0].totals == (18, 21, 6, 7)


def test_what_steers_a_terminal_is_in_nothing_that_is_told_of_a_document(club: Club) -> None:
    names = ["A\x1b[31m", "B", "C", "D"]
    claims = {"points": [4, 19, 3, 0], "result": {"next_pass": "\x1b]0;X\x07"}}
    plan = plan_of(json.dumps({"players": names, "hands": [claims, {"points": ["\x1b", 1, 1, 1]}]}), club)
    assert plan.faults == ("The game: Hand 2: A[31m's points: '\\x1b' is not a whole number.",)
    (game,) = plan_of(json.dumps({"players": names, "hands": [claims]}), club).games
    assert game.settled.differences == (
        "Hand 1: for next pass the file has ?]0;X?, but the hands come to right.",
    )


def test_points_no_cards_explain_are_kept_as_written_from_a_document_too(club: Club) -> None:
    plan = plan_of(json.dumps(good(hands=[{"points": [16, 0, 8, 0]}])), club)
    assert [marked.total for marked in plan.games[0].settled.marked] == [24]
    (line,) = bring(json.dumps(good(hands=[{"points": [16, 0, 8, 0]}])), club)
    assert (line.totals, line.state) == ((16, 0, 8, 0), "playing")


REFUSED = {
    "no JSON": "{",
    "an empty list": "[]",
    "no game": '{"a": 1}',
    "a club without games": '{"format": "scorekeeper.club/1", "players": []}',
    "a club of a later form": '{"format": "scorekeeper.club/2", "players": [], "games": []}',
    "not a number": '{"players": ["A", "B", "C"], "hands": [NaN]}',
    "too deep": "[" * 100_000,
    "a number without end": '{"players": ["A", "B", "C"], "hands": [{"points": [' + "9" * 5000 + ", 0, 0]}]}",
    "other letters": '{"players": ["Åsa"]}'.encode("latin-1"),
    "nothing": "",
}


@pytest.mark.parametrize("content", REFUSED.values(), ids=REFUSED)
def test_json_that_is_none_of_ours_is_refused_with_a_sentence(club: Club, content: str | bytes) -> None:
    with pytest.raises(FileRefused, match=r"\.$") as refused:
        plan_of(content, club)
    assert "codec" not in str(refused.value)
    assert "sys." not in str(refused.value)


@pytest.mark.parametrize(
    "more",
    [
        {"note": 7},
        {"place": ["here"]},
        {"table_number": "two"},
        {"table_number": 0},
        {"finished_at": "then"},
        {"started_at": "0001-01-01T00:00:00+14:00"},
        {"next": {"dealer": 4}},
        {"next": {"pass": "left2", "dealer": True}},
        {"next": 3},
        {"start": {"totals": [999_999, 0, 0, 0], "hand_number": 20_000}},
    ],
    ids=str,
)
def test_what_is_told_about_a_game_must_be_what_it_says(club: Club, more: dict[str, Any]) -> None:
    assert len(plan_of(json.dumps(good(**more)), club).faults) == 1


def test_what_the_table_said_of_the_next_hand_comes_along(club: Club) -> None:
    (line,) = bring(json.dumps(good(next={"dealer": 1, "pass": "hold"})), club)
    position = load_sheet(line.key).position
    assert (position.dealer, position.passing) == (1, "hold")


def test_games_without_a_time_are_of_the_moment_they_came_in(club: Club) -> None:
    before = datetime.now(UTC)
    (line,) = bring(wide(), club)
    assert before <= line.started_at <= datetime.now(UTC)


def test_what_a_club_exports_as_hands_can_come_in_as_a_sheet(app: Flask) -> None:
    club = full_club()
    text = "".join(hands_csv(db.session(), club))
    fresh = clubs.create_club("Fresh", club.zone)
    lines = bring(text, fresh, unfinished=True)
    played = [line for line in reversed(games_of(club).games) if line.hands_played]
    assert [line.totals for line in lines] == [line.totals for line in played]
    assert [line.names for line in lines] == [line.names for line in played]


def test_a_table_of_whole_games_is_told_from_one_of_hands(app: Flask) -> None:
    by_hand = Table.of()
    by_hand.record(A)
    content = "".join(games_csv(db.session(), by_hand.sheet.club))
    with pytest.raises(FileRefused, match="whole games, without their hands"):
        plan_of(content, None)
