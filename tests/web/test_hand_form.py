"""The form of a hand by itself: it tells a hand's facts, and a hand's facts fill it in."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.hearts.facts import Facts, Taken
from scorekeeper.hearts.game import Start, play
from scorekeeper.hearts.rules import Rules
from scorekeeper.web.hand_form import HandForm, heart_fields, named_rows
from tests.hearts.some_hands import some_captures
from tests.hearts.some_rules import some_rules


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
    form.contradiction(("Ann", "Bob", "Cy", "Dora"))
    assert form.mode in form.modes
    for name, value in typed.items():
        assert form[name] == value


@pytest.mark.parametrize(("text", "number"), [("4", 4), (" 4 ", 4), ("٤", 4), ("−4", -4), ("+4", 4)])
def test_numbers_are_read_as_people_write_them(text: str, number: int) -> None:
    told = HandForm(Rules(), {"mode": "points", "points_0": text}).facts()
    assert told.points == (number, None, None, None)


@pytest.mark.parametrize("text", ["4.0", "4,5", "1_0", "four", "0x4", "½", "9" * 19])
def test_what_is_no_whole_number_is_a_fault_that_quotes_it(text: str) -> None:
    told = HandForm(Rules(), {"mode": "count", "hearts_0": text}).facts()
    assert [fault.code for fault in told.faults if fault.seat == 0] == ["not_a_whole_number"]


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
