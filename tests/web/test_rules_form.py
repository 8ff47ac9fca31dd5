"""House rules as a form: every field there and back, presets, and sentences for what cannot be."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorekeeper.hearts.fields import FIELDS
from scorekeeper.hearts.presets import PRESETS
from scorekeeper.hearts.rules import Rules
from scorekeeper.web.rules_form import Line, RulesForm
from tests.hearts.some_rules import some_rules

FIT = [(preset, players) for preset in PRESETS.values() for players in preset.players]


def sent(form: RulesForm, **changed: str | list[str]) -> MultiDict[str, str]:
    """What a browser sends of the form as shown, with some of it changed."""
    data: MultiDict[str, str] = MultiDict({"rules_shown": "yes"})
    data["preset"] = data["preset_was"] = form.preset
    data["rules_were"] = form.were
    for name, texts in ({**form.texts} | changed).items():
        data.setlist(name, [texts] if isinstance(texts, str) else list(texts))
    return data


UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # the machine may be busy


def lines(form: RulesForm) -> list[Line]:
    """Every rule as the page shows it."""
    return [*form.common, *(line for _, rest in form.more for line in rest)]


@UNHURRIED
@given(some_rules())
def test_rules_come_back_from_the_form_as_they_were(chosen: Rules) -> None:
    form = RulesForm.of(chosen)
    assert form.rules == chosen
    assert RulesForm.sent(sent(form), Rules(players=chosen.players)).rules == chosen


@UNHURRIED
@given(
    st.dictionaries(
        st.sampled_from([field.name for field in FIELDS] + ["pass_cycle_own", "preset", "rules_were"]),
        st.lists(st.text(max_size=12) | st.sampled_from(["yes", "own", "-1", "0,2|1,3", "{}"]), max_size=3),
    ),
    st.integers(3, 10),
)
def test_whatever_comes_in_is_rules_or_faults_at_fields(said: dict[str, list[str]], players: int) -> None:
    data = MultiDict({"rules_shown": "yes"})
    for name, texts in said.items():
        data.setlist(name, texts)
    form = RulesForm.sent(data, Rules(players=players))
    assert (form.rules is None) == bool(form.faults)
    assert set(form.faults) <= {field.name for field in FIELDS}
    assert form.summary
    assert form.presets


@pytest.mark.parametrize(("preset", "players"), FIT, ids=lambda value: getattr(value, "key", value))
def test_a_tapped_preset_is_put_in(preset, players: int) -> None:
    data = sent(RulesForm.of(Rules(players=players, limit=77, moon="subtract")), preset=preset.key)
    form = RulesForm.sent(data, Rules(players=players))
    assert form.rules == Rules.from_mapping(preset.rules, players=players)
    assert form.preset in {p.key for p in form.presets}


def test_each_game_is_offered_once_under_its_most_telling_name() -> None:
    forms = [RulesForm.of(Rules(players=players)) for players in range(3, 8)]
    offered = {form.players: [preset.key for preset in form.presets] for form in forms}
    assert offered[3] == ["three", "short", "omnibus", "spot", "black_maria"]
    assert offered[4] == ["standard", "short", "omnibus", "partnership", "spot"]
    assert offered[5] == ["five", "short", "omnibus", "spot"]
    assert offered[6] == ["six", "short", "omnibus", "spot", "cancellation"]
    assert offered[7] == ["standard", "short", "omnibus", "spot", "cancellation"]


def test_what_was_typed_beside_a_tapped_preset_stays() -> None:
    data = sent(RulesForm.of(Rules()), preset="omnibus", limit="75", moon="choice")
    form = RulesForm.sent(data, Rules())
    assert form.rules == Rules(jack="JD", limit=75, moon="choice")


def test_without_the_rules_on_the_page_they_are_those_of_last_time() -> None:
    last = Rules(limit=60, sun=True)
    assert RulesForm.sent(MultiDict(), last).rules == last


def test_a_preset_for_other_players_gives_the_standard_game() -> None:
    data = sent(RulesForm.of(Rules(players=5)), preset="partnership")
    assert RulesForm.sent(data, Rules(players=5)).rules == Rules(players=5)


@pytest.mark.parametrize(
    ("field", "changed", "sentence"),
    [
        ("limit", {"limit": "abc"}, "Type a whole number, 1 or more."),
        ("limit", {"limit": ""}, "Type a whole number, 1 or more."),
        ("max_hands", {"max_hands": "0"}, "Type a whole number, 1 or more, or leave it empty."),
        ("jack_value", {"jack_value": "10"}, "Type a whole number below zero."),
        ("jack_value", {"jack_value": "-100001"}, "Type a whole number from −100000 to −1."),
        ("jack_value", {"jack_value": "−" + "9" * 25}, "Type a whole number from −100000 to −1."),
        ("limit", {"limit": "9" * 25}, "That is more than anybody plays to: 1000000000000000 at most."),
        ("limit", {"limit": "-" + "9" * 25}, "Type a whole number, 1 or more."),
        ("pass_count", {"pass_count": "9" * 25}, "Type a whole number from 1 to 52."),
        ("decks", {"decks": "7"}, "It must be a whole number from 1 to 2."),
        ("sun", {"moon": "off", "sun": "yes"}, "There is no sun without a moon"),
        ("jack_needed_for_moon", {"jack_needed_for_moon": "yes"}, "only where there is one"),
        ("team_moon", {"team_moon": "yes"}, "only where there are teams"),
        ("floor_zero", {"teams": "0,2|1,3", "floor_zero": "yes"}, "In a game with teams"),
        ("exact_limit_reset", {"teams": "0,2|1,3", "exact_limit_reset": "50"}, "has no such drop"),
        ("exact_limit_reset", {"exact_limit_reset": "100"}, "It must be below the limit of 100."),
        ("hearts_removed", {"hearts_removed": [*"23456789JQKA", "10"]}, "At least one heart must stay"),
        ("teams", {"teams": "0,1|2,3"}, "partners opposite"),
        ("teams", {"teams": "|,|x"}, "partners opposite"),
        ("pass_count", {"pass_count": "14"}, "It must be at most 13"),
        ("pass_cycle", {"pass_cycle": "own", "pass_cycle_own": "left, up"}, "Type the order with"),
        ("pass_cycle", {"pass_cycle": "own", "pass_cycle_own": " "}, "Type the order with commas between"),
        ("pass_cycle", {"pass_cycle": "own", "pass_cycle_own": "left," * 61}, "60 ways of passing at most."),
        ("pass_cycle", {"pass_cycle": "sideways"}, "Choose one of these orders, or type your own."),
        ("moon", {"moon": "maybe"}, "It must be one of"),
    ],
)
def test_rules_that_cannot_be_say_why_at_the_field(field: str, changed: dict, sentence: str) -> None:
    form = RulesForm.sent(sent(RulesForm.of(Rules()), **changed), Rules())
    assert form.rules is None
    assert sentence in form.faults[field]
    assert {line.field.name: line.fault for line in lines(form)}[field] == form.faults[field]


def test_a_pass_across_an_odd_table_is_refused_in_the_words_of_the_page() -> None:
    five = Rules(players=5)
    data = sent(RulesForm.of(five), pass_cycle="own", pass_cycle_own="left, across, hold")
    assert RulesForm.sent(data, five).faults["pass_cycle"] == (
        "Nobody sits across at a table of 5: type it in these words: "
        "left, right, two seats left, two seats right, hold, scatter."
    )


def test_every_fault_is_told_at_once() -> None:
    wrong = {"limit": "x", "sun": "yes", "jack_needed_for_moon": "yes", "pass_count": "0"}
    data = sent(RulesForm.of(Rules()), moon="off", **wrong)
    assert set(RulesForm.sent(data, Rules()).faults) == set(wrong)


@pytest.mark.parametrize(
    ("option", "own", "cycle"),
    [
        ("", "left", None),
        ("left", "", ("left",)),
        ("hold", "", ("hold",)),
        ("own", "Left,  RIGHT ; two seats left, hold,", ("left", "right", "left2", "hold")),
        ("own", "scatter", ("scatter",)),
    ],
)
def test_the_order_of_passes_is_chosen_or_typed(option: str, own: str, cycle: tuple[str, ...] | None) -> None:
    data = sent(RulesForm.of(Rules(players=6)), pass_cycle=option, pass_cycle_own=own)
    form = RulesForm.sent(data, Rules(players=6))
    assert form.rules is not None
    assert form.rules.pass_cycle == cycle


def test_every_field_stands_on_the_page_once_with_a_sentence_of_help() -> None:
    shown = lines(RulesForm.of(Rules(players=6)))
    assert sorted(line.field.name for line in shown) == sorted(field.name for field in FIELDS)
    assert all(line.field.help.endswith(".") for line in shown)
