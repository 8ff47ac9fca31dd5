"""Files that nobody means well: whatever comes, it is a plan, a fault or a sentence, and soon."""

from __future__ import annotations

import json
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.records.arrivals import Options
from scorekeeper.records.cells import FileRefused
from scorekeeper.records.people import match_people
from scorekeeper.records.planning import read_file, settle_all
from scorekeeper.records.twice import origin_of

HEADERS = [
    "Ann",
    "Bob",
    "Cy",
    "game",
    "hand",
    "player",
    "points",
    "total",
    "date",
    "from",
    "seat",
    "dealer",
    "pass",
]
CELLS = [
    "",
    "0",
    "1",
    "13",
    "26",
    "-26",
    "-",
    "x",
    "Ann",
    "Bob",
    "Cy",
    "none",
    "left",
    "1.5",
    "9" * 12,
    "2024-01-32",
    "'=1",
]
OPTIONS = st.builds(
    Options,
    written=st.sampled_from([None, "points", "totals"]),
    day_first=st.sampled_from([None, True, False]),
    unfinished=st.sampled_from([None, True, False]),
    rules=st.sampled_from(
        [(), (("limit", 1),), (("jack", "JD"),), (("teams", [[0, 2], [1, 3]]),), (("moon", "choice"),)]
    ),
)


def bring_as_far_as_possible(content: bytes, options: Options) -> None:
    """Everything that an import does before it asks the books."""
    try:
        arrivals = read_file(content, options, ZoneInfo("UTC"))
    except FileRefused as error:
        sentence = str(error)
    else:
        sentence = "Read."
        for game in settle_all(arrivals, options):
            assert game.faults or game.figures is not None
            assert len(origin_of(game.arrival)) == 32
            if not game.faults:
                assert len(game.facts) == len(game.arrival.document.hands)
        assert match_people(arrivals.games, arrivals.members, {}, options) is not None
    assert sentence.endswith(".")


@given(st.binary(max_size=300), OPTIONS)
@settings(deadline=None, max_examples=200)
def test_any_bytes_are_read_or_refused(content: bytes, options: Options) -> None:
    bring_as_far_as_possible(content, options)


@given(
    st.lists(st.sampled_from(HEADERS), min_size=1, max_size=8),
    st.lists(st.lists(st.sampled_from(CELLS), max_size=9), max_size=12),
    st.sampled_from(",;\t|"),
    OPTIONS,
)
@settings(deadline=None, max_examples=400)
def test_any_table_is_read_or_refused(
    header: list[str], lines: list[list[str]], delimiter: str, options: Options
) -> None:
    text = "\n".join(delimiter.join(line) for line in [header, *lines])
    bring_as_far_as_possible(text.encode(), options)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"," * 10_000, "10001 cells"),
        (b"Ann,Bob,Cy\n4,22,0\n" + b"4," * 2000, "Line 3 has 2001 cells"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"players": [' + b"9" * 5000 + b"]}", "a number in it is too long"),
        (b'{"players": NaN}', "NaN is no JSON value"),
    ],
    ids=["cells", "cells below", "nesting", "number", "no value"],
)
def test_what_would_take_a_server_for_ever_is_a_sentence_at_once(content: bytes, said: str) -> None:
    with pytest.raises(FileRefused) as refused:
        read_file(content, Options(), ZoneInfo("UTC"))
    assert said in str(refused.value)


def test_an_evening_with_the_day_on_each_of_many_lines_is_read_once_through() -> None:
    lines = b"date,Ann,Bob,Cy\n" + b"2024-05-31,4,22,0\n" * 20_000 + b"2024-06-01,0,26,0\n"
    games = read_file(lines, Options(), ZoneInfo("UTC")).games
    assert [len(game.document.hands) for game in games] == [20_000, 1]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-30, 30) | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["format", "players", "games", "hands", "points", "taken", "rules", "start", "name", "next"]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)
GAMES = st.fixed_dictionaries(
    {"players": st.just(["Ann", "Bob", "Cy"]), "hands": st.lists(JSON, max_size=4)},
    optional={
        "started_at": JSON,
        "finished_at": JSON,
        "note": JSON,
        "place": JSON,
        "table_number": JSON,
        "next": JSON,
        "start": JSON,
        "ended_early": JSON,
        "club": JSON,
    },
)
CLUBS = st.fixed_dictionaries(
    {
        "format": st.just("scorekeeper.club/1"),
        "players": JSON | st.lists(JSON),
        "games": st.lists(GAMES | JSON),
    },
    optional={"name": JSON, "zone": JSON},
)


@pytest.mark.long
@given(JSON | GAMES | st.lists(GAMES, max_size=3) | CLUBS, OPTIONS)
@settings(deadline=None, max_examples=400)
def test_any_json_is_read_or_refused(value: object, options: Options) -> None:
    bring_as_far_as_possible(json.dumps(value).encode(), options)
