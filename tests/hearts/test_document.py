"""The game document: what is one and what is not, what it keeps, and its score sheet as text."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorekeeper.hearts import document
from scorekeeper.hearts.document import Document, DocumentError
from scorekeeper.hearts.game import Start
from scorekeeper.hearts.rules import Rules
from scorekeeper.hearts.rules_checks import NUMBERS
from scorekeeper.hearts.taken import Facts, Taken

PLAYERS = ["Ann", "Bob", "Cy", "Dora"]
PLAIN = {"taken": [{"hearts": 4}, {"hearts": 6, "queen": 1}, {"hearts": 3}, {"hearts": 0}]}
GAME: dict[str, Any] = {
    "format": "scorekeeper.game/1",
    "club": "Thursday Hearts",
    "started_at": "2026-11-26T19:30:00Z",
    "players": PLAYERS,
    "rules": {"limit": 50, "moon": "choice"},
    "start": {"totals": [1, 2, 3, 4], "dealer": 2, "hand_number": 3, "overtime": False},
    "hands": [PLAIN, {"points": [0, 26, 26, 26], "dealer": 1, "pass": "hold"}],
}


def game(**changes: object) -> dict[str, Any]:
    return GAME | changes


def with_hand(**hand: object) -> dict[str, Any]:
    return game(hands=[PLAIN, hand])


def test_a_document_is_read_with_all_it_says() -> None:
    read = document.read(GAME)
    assert read.club == "Thursday Hearts"
    assert read.started_at == "2026-11-26T19:30:00Z"
    assert read.players == tuple(PLAYERS)
    assert read.rules == Rules(limit=50, moon="choice")
    assert read.start == Start((1, 2, 3, 4), dealer=2, hand_number=3)
    assert read.hands == (
        Facts(taken=(Taken(4), Taken(6, queen=1), Taken(3), Taken(0))),
        Facts(points=(0, 26, 26, 26), dealer=1, passing="hold"),
    )


def test_what_may_be_left_out_has_its_default() -> None:
    read = document.read({"players": PLAYERS, "hands": []})
    assert (read.club, read.started_at, read.rules) == (None, None, Rules())
    assert read.start == Start((0, 0, 0, 0))
    assert document.read(game(start={})).start == Start((0, 0, 0, 0))


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ([], "a game document is a JSON object, not []"),
        (None, "a game document is a JSON object, not None"),
        (game(format="game/2"), "format cannot be 'game/2': it must be scorekeeper.game/1"),
        (game(players=None), "players cannot be None: it must be a list of 3 to 10 names"),
        (game(players=["Ann"]), "players cannot be ['Ann']: it must be a list of 3 to 10 names"),
        (game(players=["Ann", "Bob", 3]), "a player cannot be 3: it must be a name"),
        (game(players=["Ann", "Bob", " "]), "a player cannot be ' ': it must be a name"),
        (game(rules=[]), "rules cannot be []: it must be an object"),
        (game(rules={"sun": 0}), "rules: sun cannot be 0: it must be true or false."),
        (game(start=7), "start cannot be 7: it must be an object"),
        (game(start={"totals": [1]}), "start.totals cannot be [1]: it must be a list of 4 whole numbers"),
        (
            game(start={"totals": [1, 2, 3, "4"]}),
            "start.totals cannot be '4': it must be a whole number from -9999999 to 9999999",
        ),
        (game(start={"dealer": 4}), "start.dealer cannot be 4: it must be a whole number from 0 to 3"),
        (game(start={"dealer": True}), "start.dealer cannot be True: it must be a whole number from 0 to 3"),
        (
            game(start={"hand_number": 0}),
            "start.hand_number cannot be 0: it must be a whole number from 1 to 1000000000",
        ),
        (game(start={"overtime": 1}), "start.overtime cannot be 1: it must be true or false"),
        (game(hands=None), "hands cannot be None: it must be a list of hands"),
        (game(hands={}), "hands cannot be {}: it must be a list of hands"),
        (game(club=5), "club cannot be 5: it must be a text"),
        (game(started_at=5), "started_at cannot be 5: it must be a text"),
        (game(hands=[3]), "hand 3: a hand is an object, not 3"),
        (
            with_hand(taken=[], points=[]),
            "hand 4: it holds both taken and points; it may hold one of them",
        ),
        (with_hand(taken=3), "hand 4: taken cannot be 3: it must be a list with one entry a player"),
        (with_hand(points={}), "hand 4: points cannot be {}: it must be a list with one entry a player"),
        (with_hand(dealer=7), "hand 4: dealer cannot be 7: it must be a seat from 0 to 3"),
        (with_hand(dealer=True), "hand 4: dealer cannot be True: it must be a seat from 0 to 3"),
        (
            with_hand(**{"pass": "up"}),
            "hand 4: pass cannot be 'up': this table can pass left, right, across, "
            "left2, right2, hold, scatter",
        ),
        (with_hand(as_written="yes"), "hand 4: as_written cannot be 'yes': it must be true or false"),
        (game(club=[10**5000]), "club cannot be something that long: it must be a text"),
    ],
)  # fmt: skip
def test_what_is_no_game_document_is_refused_with_a_sentence(value: object, sentence: str) -> None:
    with pytest.raises(DocumentError) as refused:
        document.read(value)
    assert str(refused.value) == sentence


def test_a_table_of_three_cannot_pass_across() -> None:
    with pytest.raises(DocumentError, match="can pass left, right, left2, right2, hold, scatter"):
        document.read({"players": PLAYERS[:3], "hands": [{"pass": "across"}]})


def test_scored_each_hand_carries_its_facts_and_a_result() -> None:
    scored = document.scored(document.read(game(notes="not of the form")))
    assert list(scored) == ["format", "club", "started_at", "players", "rules", "start", "hands"]
    assert scored["rules"] == GAME["rules"]
    first, second = scored["hands"]
    assert first == PLAIN | {
        "result": {
            "valid": True,
            "hand_scores": [4, 19, 3, 0],
            "totals": [5, 21, 6, 4],
            "dealer": 2,
            "pass": "across",
            "moon_shooter": None,
            "sun": False,
            "moon_applied": None,
            "allowed_moon_choices": [],
            "game_over": False,
            "winners": [],
            "overtime": False,
            "next_dealer": 3,
            "next_pass": "hold",
        }
    }
    assert {"points": second["points"], "dealer": second["dealer"], "pass": second["pass"]} == GAME["hands"][
        1
    ]
    assert second["result"]["totals"] == [5, 47, 32, 30]


def test_a_refused_hand_keeps_what_it_held_and_says_why() -> None:
    entries = [{"hearts": 4.5, "mood": "bad"}, None, "x", {"hearts": 10**30}]
    scored = document.scored(document.read(game(hands=[{"taken": entries}, PLAIN])))
    first, second = scored["hands"]
    assert first["taken"] == [{"hearts": 4.5, "mood": "bad"}, None, "x", {"hearts": 10**30}]
    assert first["result"] == {
        "valid": False,
        "errors": ["blank", "not_a_whole_number", "hearts_range"],
        "messages": [
            "Bob's hearts are missing: blank is not zero.",
            "Cy's hearts cannot be read from 'x'.",
            "Ann's hearts: 4.5 is not a whole number.",
            "Dora cannot have a number that long hearts: there are only 13.",
        ],
    }
    assert second["result"] is None


def test_a_choice_still_to_make_says_who_shot_and_what_is_allowed() -> None:
    moon = {"taken": [{"hearts": 13, "queen": 1}, {"hearts": 0}, {"hearts": 0}, {"hearts": 0}]}
    (hand,) = document.scored(document.read(game(hands=[moon])))["hands"]
    assert hand["result"] == {
        "valid": False,
        "errors": ["moon_choice_missing"],
        "messages": ["Ann shot the moon and must say: add 26 to everybody else, or subtract 26?"],
        "moon_shooter": 0,
        "sun": False,
        "allowed_moon_choices": ["add", "subtract"],
    }


def test_a_number_written_as_a_fraction_that_is_whole_is_one() -> None:
    points = document.read(game(hands=[{"points": [4.0, 19, 3, 0]}])).hands[0].points
    assert points == (4, 19, 3, 0)
    assert points is not None
    assert type(points[0]) is int


def test_endless_numbers_are_answered_in_json_that_can_be_written() -> None:
    huge = [
        {"points": [10**5000, 0, 0, 0]},
        {"points": [float("inf"), float("nan"), 0, 0], "as_written": True},
    ]
    for hand in huge:
        scored = document.scored(document.read(game(hands=[hand])))
        assert json.loads(json.dumps(scored, allow_nan=False)) == scored
        assert not scored["hands"][0]["result"]["valid"]


LONGEST = int("9" * 4300)  # what JSON can hold: of two such numbers the sum can no longer be written out
SUCH = (LONGEST, -LONGEST, 10 * LONGEST, -10 * LONGEST)
HOW = ("longest", "lowest", "too long", "too low")
COUNTS = ("hearts", "queen", "jack", "king_spades", "ace_spades", "tricks")


@pytest.mark.parametrize("number", SUCH, ids=HOW)
@pytest.mark.parametrize(
    "rules",
    [
        {"jack": "JD", "king_spades_points": 10, "ace_spades_points": 7, "sun": True, "no_trick_bonus": 5},
        {"kitty": "out_of_play", "hearts_removed": ["2"], "jack": "JD"},
        {"hearts": "rank"},
    ],
)
def test_numbers_of_thousands_of_digits_are_refused_in_sentences(
    number: int, rules: dict[str, object]
) -> None:
    entries = [{"hearts": 4} | {name: number} for name in COUNTS]
    hands: list[dict[str, Any]] = [
        {"taken": [entry, entry, {"hearts": 0}, {"hearts": 0}]} for entry in entries
    ]
    hands += [
        {"taken": [dict.fromkeys(COUNTS, number)] * 4},
        {"taken": [{"heart_ranks": ["2"], "hearts": number}, {"heart_ranks": number}, number, None]},
        {"taken": [{"hearts": number, "queen": 1, "tricks": number}, *[{"hearts": 0, "tricks": 0}] * 3]},
        {"points": [number] * 4},
        {"points": [number, -number, 26, 0]},
        {"points": [number] * 4, "as_written": True},
        {
            "points": [0, 26, 26, 26],
            "moon_choice": number,
            "result": {"totals": [number] * 4, "dealer": number},
        },
    ]
    for hand in hands:
        read = document.read(game(rules=rules, hands=[hand]))
        scored = document.scored(read)
        assert json.loads(json.dumps(scored)) == scored
        assert document.sheet_text(read)
        document.differences(read)
        assert all(len(told) < 200 for told in scored["hands"][0]["result"].get("messages", ()))


def test_hearts_whose_sum_no_page_can_write_out_are_told_apart_from_hearts_that_fit() -> None:
    read = document.read(
        game(hands=[{"taken": [{"hearts": LONGEST}, {"hearts": LONGEST}, {"hearts": 0}, None]}])
    )
    first = document.scored(read)["hands"][0]["result"]
    assert first["errors"] == ["blank", "hearts_range"]
    whole = [{"hearts": LONGEST}, {"hearts": LONGEST}, {"hearts": 0, "queen": 1}, {"hearts": 0}]
    second = document.scored(document.read(game(hands=[{"taken": whole}])))["hands"][0]["result"]
    assert second["errors"] == ["hearts_range", "hearts_total"]
    assert second["messages"] == [
        "Ann cannot have a number that long hearts: there are only 13.",
        "Bob cannot have a number that long hearts: there are only 13.",
        "The hearts add up to a number that long, not 13: a number that long too many.",
    ]


@pytest.mark.parametrize("number", SUCH, ids=HOW)
def test_such_a_number_among_rules_or_the_start_is_no_game(number: int) -> None:
    values = [game(rules={name: number}) for name in NUMBERS]
    values += [game(start={name: number}) for name in ("dealer", "hand_number", "totals", "overtime")]
    values += [
        game(start={"totals": [number] * 4}),
        game(hands=[PLAIN | {"dealer": number}]),
        game(hands=number),
    ]
    values += [
        game(hands=[PLAIN | {"pass": number}]),
        game(players=[number] * 4),
        game(format=number),
        number,
    ]
    for value in values:
        with pytest.raises(DocumentError) as error:
            document.read(value)
        assert len(str(error.value)) < 300


def test_a_document_made_from_parts_is_written_from_its_facts() -> None:
    made = Document(
        players=("Ann", "Bob", "Cy"),
        rules=Rules(players=3, jack="JD"),
        start=Start((0, 0, 0)),
        hands=(
            Facts(
                taken=(Taken(3, ("2", "3", "A")), Taken(10, queen=1, tricks=9), Taken(0, jack=1)),
                moon_choice="add",
                dealer=2,
                passing="hold",
            ),
            Facts(points=(1, 2, None), as_written=True),
        ),
    )
    assert document.write(made) == {
        "format": "scorekeeper.game/1",
        "players": ["Ann", "Bob", "Cy"],
        "rules": {"jack": "JD"},
        "start": {"totals": [0, 0, 0], "dealer": 0, "hand_number": 1, "overtime": False},
        "hands": [
            {
                "taken": [
                    {"heart_ranks": ["2", "3", "A"]},
                    {"hearts": 10, "queen": 1, "tricks": 9},
                    {"hearts": 0, "jack": 1},
                ],
                "moon_choice": "add",
                "dealer": 2,
                "pass": "hold",
            },
            {"points": [1, 2, None], "as_written": True},
        ],
    }


def test_derived_fields_that_came_in_are_compared_and_never_trusted() -> None:
    scored = document.scored(document.read(GAME))
    scored["hands"][0]["result"]["totals"] = [0, 0, 0, 0]
    scored["hands"][0]["result"]["messages"] = ["worded otherwise"]
    scored["hands"][1]["result"]["next_pass"] = "up"
    read = document.read(scored)
    assert [
        (found.number, found.field, found.claimed, found.found) for found in document.differences(read)
    ] == [
        (3, "totals", [0, 0, 0, 0], [5, 21, 6, 4]),
        (4, "next_pass", "up", "left"),
    ]
    assert document.scored(read)["hands"][0]["result"]["totals"] == [5, 21, 6, 4]


@pytest.mark.parametrize("claim", [None, 5, "x", []])
def test_a_claimed_result_that_is_none_is_a_difference(claim: object) -> None:
    (found,) = document.differences(document.read(game(hands=[PLAIN | {"result": claim}])))
    assert (found.number, found.field, found.claimed) == (3, "result", claim)


def test_a_claim_for_a_hand_that_cannot_be_scored_is_a_difference() -> None:
    hands = [{"points": [1, 1, 1, 1]}, PLAIN | {"result": {"valid": True}}]
    (found,) = document.differences(document.read(game(hands=hands)))
    assert (found.number, found.claimed, found.found) == (4, {"valid": True}, None)


def test_hands_without_results_claim_nothing() -> None:
    assert document.differences(document.read(GAME)) == []


def test_the_score_sheet_shows_every_hand_and_where_the_game_stands() -> None:
    assert document.sheet_text(
        document.read(game(hands=[*GAME["hands"], {"points": [9, 9, 8, 0]}, PLAIN]))
    ) == (
        """Thursday Hearts · 2026-11-26T19:30:00Z
Game to 50 · house rules

hand  dealer    pass    Ann      Bob       Cy     Dora
   3      Cy  across  4 → 5  19 → 21    3 → 6    0 → 4
   4     Bob    hold  0 → 5  26 → 47  26 → 32  26 → 30  Ann shot the moon, added
   5                                                    The points add up, but no cards come to 9, 9, 8 and 0.
   6                                                    not scored: a hand before it is refused

Next: hand 5, Cy deals, pass left."""
    )


def test_the_score_sheet_of_a_team_game_ends_with_the_winning_team() -> None:
    rules = {"teams": [[0, 2], [1, 3]], "limit": 20}
    sheet = document.sheet_text(document.read({"players": PLAYERS, "rules": rules, "hands": [PLAIN, PLAIN]}))
    assert sheet.splitlines()[-2:] == [
        "Ann and Cy: 14 · Bob and Dora: 38",
        "Ann and Cy have won with 14.",
    ]


@pytest.mark.parametrize(
    ("rules", "totals", "last"),
    [
        ({}, [100, 50, 60, 70], "Cy has won with 63."),
        ({"tie": "share"}, [100, 50, 66, 69], "Bob, Cy and Dora have won with 69."),
        ({}, [100, 50, 66, 69], "Next: hand 2 (overtime), Bob deals, pass right."),
    ],
)
def test_the_score_sheet_says_who_has_won_or_that_it_goes_on(
    rules: dict[str, object], totals: list[int], last: str
) -> None:
    value = {"players": PLAYERS, "rules": rules, "start": {"totals": totals}, "hands": [PLAIN]}
    assert document.sheet_text(document.read(value)).splitlines()[-1] == last


def test_names_of_any_script_keep_the_columns_straight() -> None:
    names = ["山田太郎", "A\nB", "x" * 40, "e\u0301a"]
    lines = document.sheet_text(document.read({"players": names, "hands": [PLAIN]})).splitlines()
    assert lines[2:4] == [
        "hand    dealer  pass  山田太郎      A?B  xxxxxxxxxxxxxxx…     e\u0301a",
        "   1  山田太郎  left     4 → 4  19 → 19             3 → 3  0 → 0",
    ]
