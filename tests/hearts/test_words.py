"""The rules in words: header, passes, the fields of the form, how Hearts is played."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.hearts.fields import Field
from scorekeeper.hearts.presets import PRESETS
from scorekeeper.hearts.rotation import PASSINGS
from scorekeeper.hearts.rules import FIELD_NAMES, Rules
from scorekeeper.hearts.rules_checks import CHOICES, FLAGS, NUMBERS
from scorekeeper.hearts.speech import as_text, counted, spoken
from scorekeeper.hearts.words import (
    FIELDS,
    HOW_TO_PLAY,
    PASS_WORDS,
    pass_detail,
    pass_line,
    rules_card,
    summary,
)

TEXT_MARK = "\N{VARIATION SELECTOR-15}"


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (Rules(), "Game to 100 · standard rules"),
        (Rules(players=5), "Game to 100 · standard rules"),
        (Rules(limit=50), "Game to 50 · standard rules"),
        (Rules(max_hands=12), "Game to 100 or 12 hands · standard rules"),
        (Rules(max_hands=1), "Game to 100 or 1 hand · standard rules"),
        (Rules(limit=500, hearts="rank", queen_points=25), "Game to 500 · Spot Hearts"),
        (Rules(limit=300, hearts="rank", queen_points=25), "Game to 300 · Spot Hearts"),
        (Rules(jack="JD"), "Game to 100 · Omnibus"),
        (Rules(limit=50, sun=True), "Game to 50 · house rules"),
        (Rules(jack="JD", moon="choice"), "Game to 100 · house rules"),
    ],
)
def test_a_header_says_the_length_and_the_kind_of_game(rules: Rules, words: str) -> None:
    assert summary(rules) == words


@pytest.mark.parametrize(
    ("passing", "line"),
    [
        ("left", "Pass left · three cards"),
        ("right", "Pass right · three cards"),
        ("across", "Pass across · three cards"),
        ("left2", "Pass two seats left · three cards"),
        ("right2", "Pass two seats right · three cards"),
        ("hold", "Hold · keep your cards"),
        ("scatter", "Scatter · one card to each other player"),
    ],
)
def test_a_pass_is_said_in_words(passing: str, line: str) -> None:
    assert pass_line(passing, Rules()) == line


@pytest.mark.parametrize(("count", "detail"), [(1, "one card"), (4, "four cards"), (13, "13 cards")])
def test_the_number_of_cards_passed_is_said(count: int, detail: str) -> None:
    assert pass_detail("left", Rules(pass_count=count)) == detail


def test_every_way_of_passing_has_its_words() -> None:
    assert tuple(PASS_WORDS) == PASSINGS


def test_every_field_of_the_rules_is_asked_for_once() -> None:
    assert sorted(field.name for field in FIELDS) == sorted(FIELD_NAMES)


def test_the_common_choices_come_first() -> None:
    groups = [field.group for field in FIELDS]
    assert groups == sorted(groups)
    common = [field.name for field in FIELDS if field.group == "common"]
    assert common == ["limit", "max_hands", "moon", "sun", "jack", "tie"]


def test_fields_of_one_heading_stand_together() -> None:
    headings = [field.heading for field in FIELDS if field.group == "more"]
    changes = sum(before != after for before, after in pairwise(headings))
    assert changes == len(set(headings)) - 1


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_a_field_has_a_label_and_one_sentence_of_help(field: Field) -> None:
    assert 3 < len(field.label) <= 40
    assert field.help.endswith(".")
    assert ". " not in field.help
    assert len(field.help) < 120


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_a_field_is_asked_for_by_what_it_can_be(field: Field) -> None:
    values = tuple(choice.value for choice in field.choices)
    if field.kind == "choice":
        assert values == CHOICES.get(field.name, (1, 2))
    elif field.kind == "flag":
        assert field.name in FLAGS
    elif field.kind == "number":
        assert field.name in NUMBERS
    else:
        assert (field.name, field.kind) in {
            ("hearts_removed", "ranks"),
            ("pass_cycle", "cycle"),
            ("teams", "teams"),
        }
    assert len({choice.words for choice in field.choices}) == len(values)


def test_a_newcomer_is_told_everything_needed_to_play() -> None:
    told = dict(HOW_TO_PLAY)
    assert list(told) == [
        "What it is about",
        "The cards",
        "The deal",
        "Passing three cards",
        "A trick",
        "The first trick",
        "Breaking hearts",
        "The queen of spades",
        "Counting a hand",
        "Shooting the moon",
        "The end",
        "Three, five or more players",
        "A little advice",
    ]
    assert all(paragraph.endswith(".") and len(paragraph) < 600 for paragraph in told.values())


def test_every_suit_sign_stays_text() -> None:
    every = [text for entry in HOW_TO_PLAY for text in entry]
    every += [text for field in FIELDS for text in (field.label, field.help)]
    every += [choice.words for field in FIELDS for choice in field.choices]
    every += [preset.sentence for preset in PRESETS.values()]
    every += [text for entry in rules_card(Rules(jack="JD", king_spades_points=10), ()) for text in entry]
    assert any("♠" in text for text in every)
    for text in every:
        assert not re.search(f"[♣♦♠♥](?!{TEXT_MARK}(?!{TEXT_MARK}))", text), text


@pytest.mark.parametrize(
    ("items", "said"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_a_list_is_said_as_people_say_it(items: list[str], said: str) -> None:
    assert spoken(items) == said


@given(st.integers(0, 60))
def test_a_number_goes_with_its_noun(count: int) -> None:
    assert counted(count, "card").endswith(" card" if count == 1 else " cards")


def test_a_sentence_without_suits_is_left_alone() -> None:
    assert as_text("Pass left · three cards") == "Pass left · three cards"
