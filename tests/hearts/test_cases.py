"""The worked examples: facts in, scores out, through the game document as the command scores it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.hearts import document

DATA = Path(__file__).parent.parent / "data"
CASES = [
    case
    for name in ("scoring.json", "more-cases.json")
    for case in json.loads((DATA / name).read_text(encoding="utf-8"))["cases"]
]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_a_worked_example_comes_to_what_it_says(case: dict[str, Any]) -> None:
    game = {field: case[field] for field in ("players", "rules", "start", "hands")}
    hands = document.scored(document.read(game))["hands"]
    assert len(hands) == len(case["expect"])
    for hand, expected in zip(hands, case["expect"], strict=True):
        result = hand["result"]
        if expected is None:
            assert result is None
        else:
            assert {field: result[field] for field in expected} == expected


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_a_refused_hand_says_why_and_nothing_of_what_follows(case: dict[str, Any]) -> None:
    game = {field: case[field] for field in ("players", "rules", "start", "hands")}
    results = [hand["result"] for hand in document.scored(document.read(game))["hands"]]
    for result in results:
        if result and not result["valid"]:
            assert set(result) <= {
                "valid", "errors", "messages", "moon_shooter", "sun", "allowed_moon_choices",
            }  # fmt: skip
            assert len(result["messages"]) >= len(result["errors"]) > 0
        elif result:
            assert (result["next_dealer"] is None) == (result["next_pass"] is None) == result["game_over"]
