"""The form of a hand by itself: it tells a hand's facts, and a hand's facts fill it in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.hearts.facts import Facts, Taken
from scorekeeper.hearts.game import Start, play
from scorekeeper.hearts.messages import sentence
from scorekeeper.hearts.rules import Rules
from scorekeeper.hearts.taken import faults_of
from scorekeeper.web.hand_contradiction import contradiction
from scorekeeper.web.hand_form import HandForm, heart_fields, named_rows
from tests.hearts.some_hands import some_captures
from tests.hearts.some_rules import some_rules

NAMES = ("Ann", "Bob", "Cy", "Dora", "Eve")
TEAMS = {"teams": [[0, 2], [1, 3]]}
JACK = {"jack": "JD", "jack_needed_for_moon": True}
KITTY = {"kitty": "out_of_play"}


def counts(*hearts: object, **more: object) -> dict[str, str]:
    """The fields of Count; `kitty` is the kitty's."""
    return {f"hearts_{place}": str(count) for place, count in [*enumerate(hearts), *more.items()]}


@given(st.data())
def test_a_form_filled_in_from_a_hand_tells_that_hand(data: st.DataObject) -> None:
    rules = data.draw(some_rules())
    taken = tuple(replace(entry, tricks=None) for entry in data.draw(some_captures(rules)))
    facts = Facts(taken=taken, moon_choice=data.draw(st.sampled_from([None, "add", "subtract"])))
    assert HandForm.filled(rules, facts, None).facts() == facts


@given(st.lists(st.integers(-99, 999), min_size=4, max_size=4), st.booleans())
def test_so_do_points(points: list[int], as_written: bool) -> None:
    facts = Facts(points=tuple(points), as_written=as_written)
    told = HandForm.filled(Rules(), facts, None).facts()
    assert (told.points, told.taken) == (tuple(points), None)


def test_points_whose_cards_are_known_open_as_points_still() -> None:
    facts = Facts(points=(4, 19, 3, 0))
    result = play(Rules(), Start((0, 0, 0, 0)), [facts]).results[0]
    assert result is not None
    assert result.captures == (Taken(4), Taken(6, queen=1), Taken(3), Taken(0))
    assert HandForm.filled(Rules(), facts, result).mode == "points"


@given(st.dictionaries(st.sampled_from(["mode", "queen", "moon", "sun", "hearts_0", "points_1"]), st.text()))
def test_whatever_is_typed_is_read_or_refused_but_never_breaks(typed: dict[str, str]) -> None:
    rules = Rules(sun=True)
    form = HandForm(rules, typed)
    assert isinstance(form.facts(), Facts)
    contradiction(form, NAMES)
    assert form.mode in form.modes
    for name, value in typed.items():
        assert form[name] == value


@pytest.mark.parametrize(("text", "number"), [("4", 4), (" 4 ", 4), ("٤", 4), ("−4", -4), ("+4", 4)])
def test_numbers_are_read_as_people_write_them(text: str, number: int) -> None:
    told = HandForm(Rules(), {"mode": "points", "points_0": text}).facts()
    assert told.points == (number, None, None, None)


@pytest.mark.parametrize("text", ["4.0", "4,5", "1_0", "four", "0x4", "½", "9" * 4001])
def test_what_is_no_whole_number_is_a_fault_that_quotes_it(text: str) -> None:
    told = HandForm(Rules(), {"mode": "count", "hearts_0": text}).facts()
    assert [fault.code for fault in told.faults if fault.seat == 0] == ["not_a_whole_number"]


@pytest.mark.parametrize("digits", [19, 4000])
def test_a_whole_number_stays_one_however_long_it_is(digits: int) -> None:
    typed = {"mode": "count", **{f"hearts_{seat}": "0" for seat in range(1, 4)}, "hearts_0": "9" * digits}
    facts = HandForm(Rules(), typed).facts()
    assert [fault.code for fault in faults_of(Rules(), facts) if fault.seat == 0] == ["hearts_range"]
    called = HandForm(Rules(), {f"called_{seat}": "9" * digits for seat in range(4)}).facts_as_called()
    (first, *_) = faults_of(Rules(), called)
    assert sentence(first, NAMES, Rules()).endswith("is more than a score sheet can hold.")


@pytest.mark.parametrize(
    ("rules", "players", "typed", "told"),
    [
        ({"sun": True}, 4, {"sun": "1", "moon": "2"},
         "Bob cannot have won every trick when Cy shot the moon. Take one back."),
        ({"sun": True}, 4, {"sun": "1", "moon": "1"}, ""),
        ({"sun": True}, 4, {"sun": "1", "moon": "2", "mode": "cards"}, ""),
        ({}, 4, {"moon": "0", "queen": "2"},
         "Ann cannot have shot the moon when Cy has a card. Take one back."),
        (TEAMS, 4, {"moon": "0", "queen": "2"},
         "Ann cannot have shot the moon when Cy has a card. Take one back."),
        (TEAMS | {"team_moon": True}, 4, {"moon": "0", "queen": "2"}, ""),
        (TEAMS | {"team_moon": True}, 4, {"moon": "0", "queen": "1"},
         "Ann cannot have shot the moon when Bob has a card. Take one back."),
        (TEAMS | {"team_moon": True, "sun": True}, 4, {"sun": "0", "queen": "2"},
         "Ann cannot have won every trick when Cy has a card. Take one back."),
        (JACK, 4, {"moon": "0", "jack": "1"},
         "Ann cannot have shot the moon when Bob has the J♦, which a moon needs here. Take one back."),
        (JACK, 4, {"moon": "0", "jack": "0"}, ""),
        (JACK, 4, {"moon": "0"}, ""),
        (JACK | TEAMS | {"team_moon": True}, 4, {"moon": "0", "jack": "2"}, ""),
        (JACK | KITTY, 5, {"moon": "0", "jack": "kitty"},
         "Ann cannot have shot the moon when the J♦, which a moon needs here, is in the kitty. "
         "Take one back."),
        ({"jack": "JD"}, 4, {"moon": "0", "jack": "1"}, ""),
        (KITTY, 5, counts(4, 4, 4, 0, 0, kitty=1), ""),
        (KITTY, 5, counts(5, 4, 4, 0, 0, kitty=2), "With the kitty's 2 the hearts add up to 15, not 13."),
        (KITTY, 5, counts(4, 4, 4, 0, 0, kitty=0), "With the kitty's 0 the hearts add up to 12, not 13."),
        (KITTY, 5, counts(4, 4, 4, 0, 0), ""),
        (KITTY, 5, {"moon": "0", "hearts_kitty": "1"}, ""),
        (KITTY, 5, counts(4, 4, 4, 0, 0, kitty="two"), "The kitty's hearts: 'two' is not a whole number."),
    ],
)  # fmt: skip
def test_what_cannot_both_be_is_told_and_names_who_it_is_about(
    rules: dict[str, Any], players: int, typed: dict[str, str], told: str
) -> None:
    form = HandForm(Rules.from_mapping(rules, players=players), {"mode": "count", **typed})
    assert (contradiction(form, NAMES) or "").replace("\N{VARIATION SELECTOR-15}", "") == told


def test_a_shared_moon_leaves_the_rest_of_the_hearts_to_the_one_who_was_tapped() -> None:
    rules = Rules(teams=((0, 2), (1, 3)), team_moon=True)
    typed = {"mode": "count", "moon": "0", "hearts_2": "6", "queen": "2"}
    form = HandForm(rules, typed)
    assert contradiction(form, NAMES) is None
    assert form.facts().taken == (Taken(7), Taken(0), Taken(6, queen=1), Taken(0))


def test_every_card_of_two_decks_has_a_field_of_its_own() -> None:
    rules = Rules(players=6, decks=2, jack="TD", king_spades_points=10)
    fields = [field for field, _, _ in heart_fields(rules)] + [row.field for row in named_rows(rules)]
    assert len(set(fields)) == len(fields) == 26 + 6
    assert "holder_2_2" in fields


def test_the_same_fields_come_back_when_another_page_asks_first() -> None:
    typed = {
        "csrf_token": "x",
        "version": "3",
        "submission": "y",
        "mode": "count",
        "hearts_0": "4",
        "queen": "",
    }
    assert dict(HandForm(Rules(), typed).carried) == {"mode": "count", "hearts_0": "4"}


def test_a_number_far_over_the_deck_is_a_number_all_the_same() -> None:
    told = HandForm(Rules(), {"mode": "count", "hearts_0": "9" * 12}).facts()
    assert "not_a_whole_number" not in {fault.code for fault in told.faults if fault.seat == 0}


def test_choices_for_later_hands_are_read_by_number_and_nothing_else_is() -> None:
    typed = {"later_choice_5": "add", "later_choice_x": "add", f"later_choice_{'5' * 5000}": "add"}
    assert HandForm(Rules(), typed).later_choices() == {5: "add"}
