"""Paper sheets as CSV: every shape people have comes to the same game, and what cannot be is told."""

from __future__ import annotations

import codecs
from datetime import UTC, date, datetime

import pytest

from scorekeeper.records.arrivals import Options
from scorekeeper.records.cells import FileRefused
from tests.records.paper_sheets import (
    HANDS,
    NAMES,
    long,
    only,
    points_of,
    read,
    running,
    settled,
    table,
    wide,
)

TOTALS = running()

SAME_GAME = {
    "wide, points": wide(),
    "wide, totals": wide(TOTALS),
    "long, points": long(),
    "long, totals": long(TOTALS, figures="total_score"),
    "long, totals called score": long(TOTALS, figures="Score"),
    "long, points called total": long(figures="Total"),
    "semicolons": wide(delimiter=";"),
    "tabs": wide(delimiter="\t"),
    "upright bars": wide(delimiter="|"),
    "sep= line": "sep=;\n" + wide(delimiter=";"),
    "windows line ends": wide().replace("\n", "\r\n"),
    "old mac line ends": wide().replace("\n", "\r"),
    "decimal commas": wide(delimiter=";").replace("19", "19,0").replace("26", "26,00"),
    "decimal points": wide().replace("19", "19.0"),
    "plus signs": wide().replace("19", "+19"),
    "quotes": '"Ann","Bob","Cy","Dora"\n' + wide().split("\n", 1)[1],
    "spaces": wide().replace(",", " , "),
    "BOM": "\ufeff" + wide(),
    "a title above": "Hearts at the Smiths'\n\n" + wide(),
    "blank lines at the end": wide() + ",,,\n\n,,,\n",
    "header again": wide() + "Ann,Bob,Cy,Dora\n",
    "sums under it": table(
        ("hand", *NAMES), [*((n, *h) for n, h in enumerate(HANDS, 1)), ("Total", *TOTALS[-1])]
    ),
    "sums without a word": wide((*HANDS, TOTALS[-1])),
    "a line of zeros to begin with": wide(((0, 0, 0, 0), *TOTALS)),
    "hand 0": table(("Hand", *NAMES), [(0, 0, 0, 0, 0), *((n, *h) for n, h in enumerate(TOTALS, 1))]),
    "extra columns": table(
        ("Round", "Weather", *NAMES, "Sum", "Comment"),
        [(n, "rain", *hand, sum(hand), "hm") for n, hand in enumerate(HANDS, 1)],
    ),
    "points and totals": table(
        ("hand", "player", "points", "total"),
        [
            (number, *cells)
            for number, both in enumerate(zip(HANDS, TOTALS, strict=True), 1)
            for cells in zip(NAMES, *both, strict=True)
        ],
    ),
    "wide pairs": table(
        [f"{name} {kind}" for name in NAMES for kind in ("points", "total")],
        [
            [cell for pair in zip(h, t, strict=True) for cell in pair]
            for h, t in zip(HANDS, TOTALS, strict=True)
        ],
    ),
    "lines player by player": table(
        ("player", "hand", "points"),
        [(name, n, h[s]) for s, name in enumerate(NAMES) for n, h in enumerate(HANDS, 1)],
    ),
    "hands without numbers": table(
        ("player", "points"), [cells for hand in HANDS for cells in zip(NAMES, hand, strict=True)]
    ),
    "hands out of order": table(("game", "hand", *NAMES), [(1, n, *HANDS[n - 1]) for n in (2, 1, 3)]),
}


@pytest.mark.parametrize("text", SAME_GAME.values(), ids=SAME_GAME)
def test_a_sheet_in_any_shape_is_the_same_game(text: str) -> None:
    game = only(text)
    assert game.document.players == NAMES
    assert points_of(game) == list(HANDS)


@pytest.mark.parametrize(
    "header",
    ["HAND,PLAYER,POINTS", "Hand No.,Player_Name,Pts", "handId,playerName,handScore", "#,Name,Score"],
)
def test_the_header_is_known_in_any_case_and_spelling(header: str) -> None:
    assert points_of(only(header + "\n" + long().split("\n", 1)[1])) == list(HANDS)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_a_sheet_is_read_in_the_encodings_programs_write(encoding: str) -> None:
    names = ("Zoë", "Børge", "Çelik", "Ünal")
    assert only(wide(names=names).encode(encoding)).document.players == names


@pytest.mark.parametrize("names", [("Аня", "李雷", "דנה", "मीरा"), ("=Ann", "'+Bob", "@Cy", "-Dora")])
def test_names_in_any_script_come_in_as_they_are(names: tuple[str, ...]) -> None:
    assert only("\ufeff" + wide(names=names)).document.players[0] == names[0]


def test_a_neutralised_name_is_the_name_again() -> None:
    names = ("'=Ann", "'+Bob", "O'Hara", "'Til")
    assert only(wide(names=names)).document.players == ("=Ann", "+Bob", "O'Hara", "'Til")


def test_what_steers_a_terminal_is_in_nothing_that_is_told() -> None:
    cells = ("\x1b]0;X\x07", *HANDS[0], "\u202ea", "\x9b31m")
    arrivals = read(table(("game", *NAMES, "\x1b[31mwhat", "date"), [cells]))
    assert arrivals.games[0].label == "Game ]0;X"
    assert arrivals.games[0].remarks == ("The date '31m' cannot be read.",)
    assert "Not read: [31mwhat." in arrivals.understood


def test_what_is_not_read_is_said() -> None:
    text = table(("Weather", *NAMES), [("rain", *hand) for hand in HANDS])
    assert "Not read: Weather." in read(text).understood


@pytest.mark.parametrize("hands", [HANDS, TOTALS], ids=["points", "totals"])
def test_the_figures_are_what_the_person_says_they_are(hands: list[tuple[int, ...]]) -> None:
    as_points, as_totals = (read(wide(hands), Options(written=said)) for said in ("points", "totals"))
    assert points_of(as_points.games[0]) == [tuple(hand) for hand in hands]
    assert points_of(as_totals.games[0])[1] == tuple(b - a for a, b in zip(*hands[:2], strict=True))
    assert (as_points.written, as_totals.written) == ("points", "totals")


def test_one_hand_alone_is_what_the_header_says() -> None:
    assert read(long(HANDS[:1], figures="points")).written == "points"
    assert read(long(HANDS[:1], figures="total")).written == "totals"


# Games


def in_games(*columns: str, cells: tuple[tuple[object, ...], ...]) -> str:
    """Two games of three hands, wide, told apart by these columns: `cells` are theirs, a line each."""
    lines = [(*mine, *hand) for mine, hand in zip(cells, (*HANDS, *HANDS[::-1]), strict=True)]
    return table((*columns, *NAMES), lines)


TWO_GAMES = {
    "a column of games": in_games("Game", cells=((1,),) * 3 + ((2,),) * 3),
    "games written once": in_games("Game", cells=((1,), ("",), ("",), (2,), ("",), ("",))),
    "days": in_games("Date", cells=(("2024-05-01",),) * 3 + (("2024-05-08",),) * 3),
    "hands that begin anew": in_games("Hand", cells=((1,), (2,), (3,), (1,), (2,), (3,))),
    "an empty line": wide() + "\n" + wide(HANDS[::-1]).split("\n", 1)[1],
    "a title over each": f"First\n{wide()}Second\n{wide(HANDS[::-1])}",
    "totals that begin anew": wide((*TOTALS, *running(HANDS[::-1]))),
}


@pytest.mark.parametrize("text", TWO_GAMES.values(), ids=TWO_GAMES)
def test_two_games_on_a_sheet_are_two_games(text: str) -> None:
    arrivals = read(text)
    assert [points_of(game) for game in arrivals.games] == [list(HANDS), list(HANDS[::-1])]
    assert arrivals.faults == ()


def test_games_numbered_anew_each_day_are_told_apart() -> None:
    lines = [
        (1, day, number, name, points)
        for day in ("1.5.2024", "8.5.2024")
        for number, hand in enumerate(HANDS, 1)
        for name, points in zip(NAMES, hand, strict=True)
    ]
    games = read(table(("game", "date", "hand", "player", "points"), lines)).games
    assert [points_of(game) for game in games] == [list(HANDS), list(HANDS)]


def test_the_lines_of_games_may_lie_anyhow() -> None:
    lines = [
        (game, number, name, points)
        for number, hand in enumerate(HANDS, 1)
        for name, points in zip(NAMES, hand, strict=True)
        for game in ("b", "a")
    ]
    arrivals = read(table(("game", "hand", "player", "points"), lines))
    assert [game.label for game in arrivals.games] == ["Game b", "Game a"]
    assert all(points_of(game) == list(HANDS) for game in arrivals.games)


def test_each_game_has_the_players_that_stand_on_it() -> None:
    text = "Game,Ann,Bob,Cy,Dora,Eve\n1,4,19,3,0,\n2,,4,19,3,0\n3,1,2,3,20,0\n"
    players = [game.document.players for game in read(text).games]
    assert players == [NAMES, ("Bob", "Cy", "Dora", "Eve"), (*NAMES, "Eve")]


def test_a_game_that_was_ruled_and_not_played_is_left_out() -> None:
    text = table(("game", "hand", *NAMES), [(1, 1, *HANDS[0]), (2, 0, 0, 0, 0, 0), (3, 1, *HANDS[2])])
    assert [game.label for game in read(text).games] == ["Game 1", "Game 3"]


# Days


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2024-05-01", (2024, 5, 1)),
        ("2024/5/1", (2024, 5, 1)),
        ("1.5.2024", (2024, 5, 1)),
        ("01.05.24", (2024, 5, 1)),
        ("31/12/2023", (2023, 12, 31)),
        ("12/31/2023", (2023, 12, 31)),
        ("3/4/2024", (2024, 4, 3)),
        ("1 May 2024", (2024, 5, 1)),
        ("Wed, 1st may 2024", (2024, 5, 1)),
        ("May 1, 2024", (2024, 5, 1)),
        ("45413", (2024, 5, 1)),
        ("1-May-24", (2024, 5, 1)),
    ],
)
def test_a_day_is_read_however_it_is_written(written: str, day: tuple[int, int, int]) -> None:
    started_at = only(table(("Date", *NAMES), [(f'"{written}"', *HANDS[0])])).started_at
    assert started_at == datetime(*day, 18, tzinfo=UTC).replace(hour=started_at.hour if started_at else 0)
    assert started_at is not None
    assert started_at.hour in (18, 19)  # eight in the evening in Berlin


def test_a_time_is_kept_on_the_clubs_clock() -> None:
    text = table(("Started", *NAMES), [("2024-05-01 19:30", *HANDS[0])])
    assert only(text).started_at == datetime(2024, 5, 1, 17, 30, tzinfo=UTC)


def test_days_that_could_be_read_either_way_are_read_as_the_person_says() -> None:
    text = table(("Date", *NAMES), [("3/4/2024", *HANDS[0])])
    assert read(text).day_first is True
    flipped = only(text, Options(day_first=False)).started_at
    assert flipped is not None
    assert (flipped.month, flipped.day) == (3, 4)


def test_one_day_that_can_be_only_one_thing_settles_the_others() -> None:
    text = table(("Game", "Date", *NAMES), [(1, "3/4/2024", *HANDS[0]), (2, "3/14/2024", *HANDS[1])])
    arrivals = read(text)
    assert arrivals.day_first is None
    assert [game.started_at and game.started_at.month for game in arrivals.games] == [3, 3]


def test_games_of_one_day_keep_their_order() -> None:
    text = table(("Game", "Date", *NAMES), [(n, "2024-05-01", *HANDS[0]) for n in range(3)])
    moments = [game.started_at for game in read(text).games]
    assert sorted(set(moments), key=str) == moments


def test_a_day_that_is_written_once_holds_for_the_games_under_it() -> None:
    days = ("", "2024-05-01", "", "2024-05-08")
    arrivals = read(table(("date", "game", *NAMES), [(day, n, *HANDS[0]) for n, day in enumerate(days)]))
    dates = [game.started_at and game.started_at.date() for game in arrivals.games]
    assert dates == [None, date(2024, 5, 1), date(2024, 5, 1), date(2024, 5, 8)]
    assert "A day that is written once holds for the games under it." in arrivals.understood
    assert "The sheet does not say when 1 of the games was played." in arrivals.understood


def test_a_day_that_cannot_be_read_is_a_remark() -> None:
    game = only(table(("Date", *NAMES), [("some Thursday", *HANDS[0])]))
    assert game.started_at is None
    assert game.remarks == ("The date 'some Thursday' cannot be read.",)


def test_undated_games_lie_on_the_day_the_person_says() -> None:
    started_at = only(wide(), Options(day=date(2019, 12, 24))).started_at
    assert started_at == datetime(2019, 12, 24, 19, tzinfo=UTC)


# Blanks and faults


@pytest.mark.parametrize("blank", ["", "-", "–"])
def test_a_blank_is_nought_where_the_hand_then_adds_up_and_that_is_said(blank: str) -> None:
    game = only(wide(((4, 19, 3, blank), *HANDS[1:])))  # type: ignore[arg-type]
    assert points_of(game) == list(HANDS)
    assert game.remarks == ("In hand 1 nothing stood for somebody; 0 makes it add up.",)


def test_a_blank_total_is_the_one_before() -> None:
    totals = [list(map(str, line)) for line in TOTALS]
    totals[1][0] = ""
    assert points_of(only(wide(totals))) == list(HANDS)  # type: ignore[arg-type]


FAULTS = {
    "blank that is not nought": (
        wide(((4, 19, "", 0), *HANDS[1:])),
        "Line 2: nothing stands for Cy in hand 1.",
    ),  # type: ignore[arg-type]
    "half a point": (wide().replace("19", "19.5"), "Line 2: “19.5” for Bob is not a whole number."),
    "a word": (wide().replace("26,26\n", "26,many\n"), "Line 3: “many” for Dora is not a whole number."),
    "a number without end": (wide().replace("19", "9" * 30), "is not a whole number."),
    "twice in a hand": (long() + "3,Ann,4\n", "Line 14, game 1: Ann stands twice in hand 3."),
    "a hand twice": (
        table(("game", "hand", *NAMES), [(1, n, *HANDS[0]) for n in (1, 1)]),
        "Line 3, game 1: hand 1 is there twice.",
    ),
    "a number twice": (
        table(("hand", *NAMES), [(n, *HANDS[0]) for n in (1, 2, 2)]),
        "Line 4, game 1: hand 2 is there twice.",
    ),
    "two players": (
        table(("game", "player", "points"), [(1, "Ann", 13), (1, "Bob", 13)]),
        "Game 1 (line 2) has 2 players; Hearts takes 3 to 10.",
    ),
    "eleven players": (
        table(("hand", "player", "points"), [(1, f"P{n}", n) for n in range(11)]),
        "Game 1 (line 2) has 11 players; Hearts takes 3 to 10.",
    ),
}


@pytest.mark.parametrize(("text", "fault"), FAULTS.values(), ids=FAULTS)
def test_what_cannot_come_in_is_told_with_its_line(text: str, fault: str) -> None:
    arrivals = read(text)
    told = [*arrivals.faults, *(fault for game in arrivals.games for fault in game.faults)]
    assert any(fault in each for each in told), told


REFUSED = {
    "nothing": b"\n\n",
    "figures alone": b"4,19,3,0\n0,26,26,26\n",
    "words alone": b"one two three\nfour five six\n",
    "no hand": b"Ann,Bob,Cy,Dora\n",
    "a start alone": b"hand,Ann,Bob,Cy,Dora\n0,0,0,0,0\n",
    "no points": b"game,hand,player\n1,1,Ann\n",
    "two columns": b"Ann,Bob\n13,13\n",
    "the same name twice": b"Ann,Bob,Cy,ANN\n4,19,3,0\n",
    "a spreadsheet": b"PK\x03\x04rest",
    "an old spreadsheet": b"\xd0\xcf\x11\xe0rest",
    "a PDF": b"%PDF-1.7",
    "an endless cell": b'Ann,Bob,Cy\n"' + b"9" * 200_000,
}


@pytest.mark.parametrize("content", REFUSED.values(), ids=REFUSED)
def test_what_is_no_sheet_is_refused_with_a_sentence(content: bytes) -> None:
    with pytest.raises(FileRefused, match=r"^[A-Z].*\.$"):
        read(content)


def test_a_mark_of_utf_16_alone_is_no_sheet() -> None:
    with pytest.raises(FileRefused):
        read(codecs.BOM_UTF16_LE)


def test_a_hand_that_is_missing_by_its_number_is_a_remark() -> None:
    game = only(table(("hand", *NAMES), [(1, *HANDS[0]), (3, *HANDS[1]), (4, *HANDS[2])]))
    assert game.remarks == ("The sheet has no hand 2; the hands after move up.",)


def test_hands_numbered_through_all_games_are_no_remark() -> None:
    text = table(("game", "hand", *NAMES), [(n // 3, 40 + n, *HANDS[n % 3]) for n in range(6)])
    assert [game.remarks for game in read(text).games] == [(), ()]


# What hands are made of


def test_a_hand_no_cards_explain_is_kept_as_written_with_its_sum() -> None:
    (game,) = settled(wide((HANDS[0], (16, 0, 8, 0), HANDS[2])))
    (marked,) = game.marked
    assert (marked.number, marked.points, marked.total) == (2, (16, 0, 8, 0), 24)
    assert "24, not 26" in marked.why
    assert [facts.as_written for facts in game.facts] == [False, True, False]
    assert game.totals == (21, 21, 14, 20)


def test_the_cards_are_worked_out_where_only_one_capture_fits() -> None:
    (game,) = settled(wide((*HANDS, (13, 13, 0, 0))))
    assert [facts.taken is not None for facts in game.facts] == [True, True, True, False]
    assert (game.captured, game.unknown, game.marked) == (3, 1, ())
    assert game.facts[3].points == (13, 13, 0, 0)


def test_a_moon_in_the_raw_is_one_on_a_sheet_of_points() -> None:
    (game,) = settled(wide((*HANDS, (0, 0, 26, 0))))
    assert game.moons == ((2, "Ann"), (4, "Cy"))
    assert game.totals == tuple(total + add for total, add in zip(TOTALS[-1], (26, 26, 0, 26), strict=True))


def test_running_totals_are_never_scored_otherwise() -> None:
    totals = running((*HANDS, (0, 0, 26, 0), HANDS[0]))
    (game,) = settled(wide(totals))
    assert game.totals == totals[-1]
    assert [marked.number for marked in game.marked] == [4]


def test_hands_after_the_end_are_kept_and_count_for_nothing() -> None:
    (game,) = settled(wide((*HANDS, *HANDS, HANDS[0], (9, 9, 9, 0))))
    assert (game.totals, game.after_end) == ((14, 113, 67, 92), 1)
    (limited,) = settled(wide((*HANDS, *HANDS, HANDS[0], (9, 9, 9, 0))), Options(rules=(("limit", 50),)))
    assert limited.over
    assert limited.after_end == 4
    assert len(limited.facts) == 8
    assert [marked.number for marked in limited.marked] == [8]


@pytest.mark.parametrize(
    ("unfinished", "over"),
    [(None, [True, True, False]), (True, [False, True, False]), (False, [True, True, True])],
)
def test_a_game_that_stops_was_ended_if_another_follows_and_else_is_left_open(
    unfinished: bool | None, over: list[bool]
) -> None:
    whole = [*HANDS, *HANDS, HANDS[1]]
    lines = [(game, *hand) for game, hands in enumerate((HANDS, whole, HANDS)) for hand in hands]
    games = settled(table(("game", *NAMES), lines), Options(unfinished=unfinished))
    assert [game.over for game in games] == over
    assert [game.ended_early for game in games] == [over[0], False, over[2]]
    assert games[0].winners == (("Ann",) if over[0] else ())


def test_other_rules_are_those_of_every_game() -> None:
    text = wide(((4, 19, 3, -10), (0, 26, 26, 16)))
    omnibus = Options(rules=(("jack", "JD"),))
    assert [len(game.marked) for game in settled(text)] == [2]
    assert [len(game.marked) for game in settled(text, omnibus)] == [0]


def test_totals_beside_points_are_compared_and_never_trusted() -> None:
    lines = [
        ("1", name, points, points + (name == "Cy")) for name, points in zip(NAMES, HANDS[0], strict=True)
    ]
    (game,) = settled(table(("hand", "player", "points", "total"), lines))
    assert game.totals == HANDS[0]
    assert game.differences == (
        "Hand 1: for totals the file has 4, 19, 4, 0, but the hands come to 4, 19, 3, 0.",
    )


def test_a_start_that_the_sheet_brings_along_is_kept() -> None:
    start = (10, 20, 30, 18)
    lines = [(0, *start), *((n, *map(sum, zip(start, t, strict=True))) for n, t in enumerate(TOTALS, 1))]
    (game,) = settled(table(("hand", *NAMES), lines))
    assert game.arrival.document.start.totals == start
    assert game.totals == tuple(map(sum, zip(start, TOTALS[-1], strict=True)))
