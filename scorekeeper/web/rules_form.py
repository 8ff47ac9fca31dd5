"""House rules as a form, and the form as house rules: for a new game and for changing a game's rules.

Everything here is made from hearts/fields.py and hearts/presets.py; no rule is known here. What a person
typed is kept as text until it fits together, so that a faulty form can be shown again as it was.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from werkzeug.datastructures import MultiDict

from scorekeeper.hearts.deck import take_out
from scorekeeper.hearts.fields import FIELDS, Choice, Field
from scorekeeper.hearts.presets import PRESETS, Preset, preset_of
from scorekeeper.hearts.rotation import default_cycle
from scorekeeper.hearts.rules import Rules, RulesError
from scorekeeper.hearts.rules_checks import NUMBERS
from scorekeeper.hearts.words import summary
from scorekeeper.web.forms import whole
from scorekeeper.web.hand_form import whole_typed
from scorekeeper.web.rules_line import Line
from scorekeeper.web.rules_words import (
    OWN,
    cycle_options,
    joint_sentence,
    parse_cycle,
    pass_list,
    team_options,
    team_text,
    teams_of,
)

# Beside each rule the form sends: that the rules were on the page at all, the preset tapped, the one that
# was marked when the page was made, and the rules it then showed.
SHOWN, PRESET, PRESET_WAS, RULES_WERE = "rules_shown", "preset", "preset_was", "rules_were"
OWN_CYCLE: Final = "pass_cycle_own"
BY_NAME: Final = {field.name: field for field in FIELDS}
STANDARD_HEADINGS: Final = ("three", "five", "six")  # the standard game, under a name of its own for so many

Texts = Mapping[str, Sequence[str]]


class RulesForm:
    """The rules as typed, for a table of so many; `rules` is None while they do not fit together."""

    def __init__(self, texts: Texts, players: int) -> None:
        self.texts = {name: tuple(values) for name, values in texts.items()}
        self.players = players
        self.faults: dict[str, str] = {}
        self.rules = self._read()

    @classmethod
    def of(cls, rules: Rules) -> RulesForm:
        """A form that shows these rules."""
        return cls(_texts(rules), rules.players)

    @classmethod
    def sent(cls, form: MultiDict[str, str], base: Rules) -> RulesForm:
        """The form as it came in; `base` where it said nothing of rules. A newly tapped preset goes first."""
        if SHOWN not in form:
            return cls.of(base)
        texts: dict[str, Sequence[str]] = {
            name: form.getlist(name) for name in (*BY_NAME, OWN_CYCLE) if name in form
        }
        preset = PRESETS.get(form.get(PRESET, ""))
        if preset is not None and form.get(PRESET_WAS) != preset.key:
            were = _texts_were(form.get(RULES_WERE, ""), base.players)
            typed = {name: said for name, said in texts.items() if tuple(said) != tuple(were.get(name, ()))}
            texts = {**_texts(_fitting(preset, base.players)), **(typed if were else {})}
        return cls(texts, base.players)

    @cached_property
    def preset(self) -> str:
        """The key of the preset these rules are; "" for a table's own."""
        found = preset_of(self.rules) if self.rules else None
        if found is None:
            return ""
        same = (p.key for p in self.presets if p.rules == found.rules)
        return next(same, found.key)

    @property
    def presets(self) -> list[Preset]:
        """The presets that fit the table, each game once, under its most telling name."""
        fitting = [preset for preset in PRESETS.values() if self.players in preset.players]
        special = [preset for preset in fitting if preset.key in STANDARD_HEADINGS]
        return special + [p for p in fitting if p not in special and not (special and p.key == "standard")]

    @property
    def sentence(self) -> str:
        """What the marked preset is, in a line."""
        return PRESETS[self.preset].sentence if self.preset else "Your own rules, as they stand below."

    @property
    def summary(self) -> str:
        """The rules in one line."""
        return summary(self.rules) if self.rules else "These rules do not fit together yet"

    @property
    def take_out(self) -> str:
        """Which cards leave the deck, in a sentence; "" for none."""
        return take_out(self.rules) if self.rules else ""

    @property
    def were(self) -> str:
        """The rules as the page shows them, for RULES_WERE."""
        return json.dumps(self.rules.differences() if self.rules else {}, separators=(",", ":"))

    @property
    def common(self) -> list[Line]:
        """The rules most tables speak about."""
        return [self._line(field) for field in FIELDS if field.group == "common"]

    @property
    def more(self) -> list[tuple[str, list[Line]]]:
        """All other rules under their headings."""
        headings: dict[str, list[Line]] = {}
        for field in FIELDS:
            if field.group == "more":
                headings.setdefault(field.heading, []).append(self._line(field))
        return list(headings.items())

    @property
    def more_changed(self) -> int:
        """How many of `more` differ from the standard game."""
        return sum(line.changed for _, lines in self.more for line in lines)

    @property
    def more_faulty(self) -> bool:
        """Whether something is wrong among `more`."""
        return any(BY_NAME[name].group == "more" for name in self.faults if name in BY_NAME)

    def _read(self) -> Rules | None:
        said: dict[str, object] = {}
        for field in FIELDS:
            try:
                said[field.name] = self._value(field)
            except ValueError as error:
                self.faults[field.name] = str(error)
        # Rules stop at the first fault; a person should see all of them at once.
        for _ in range(len(FIELDS) + 1):
            try:
                rules = Rules.from_mapping(said, players=self.players)
            except RulesError as error:
                if error.field not in said:
                    self.faults.setdefault("limit", f"{error}")
                    return None
                self.faults[error.field] = joint_sentence(error)
                del said[error.field]
            else:
                return None if self.faults else rules
        return None

    def _value(self, field: Field) -> object:
        texts = self.texts.get(field.name, ())
        text = texts[0].strip() if texts else ""
        match field.kind:
            case "flag":
                return bool(texts)
            case "ranks":
                return list(texts)
            case "teams":
                return teams_of(text)
            case "cycle":
                return parse_cycle(text, self._own(), self.players)
            case "number":
                return _number(field, text)
            case _:
                return next((c.value for c in field.choices if str(c.value) == text), text)

    def _own(self) -> str:
        return next(iter(self.texts.get(OWN_CYCLE, ())), "")

    def _line(self, field: Field) -> Line:
        texts = self.texts.get(field.name, ())
        options = self._options(field, texts)
        default = _STANDARD_TEXTS.get(field.name, ())
        return Line(
            field=field,
            texts=texts,
            options=options,
            shown=next((o.words for o in options if texts and str(o.value) == texts[0]), ""),
            fault=self.faults.get(field.name, ""),
            changed=texts != default,
            own=self._own(),
        )

    def _options(self, field: Field, texts: Sequence[str]) -> tuple[Choice, ...]:
        match field.kind:
            case "choice" | "ranks":
                return field.choices
            case "cycle":
                return cycle_options(self.players)
            case "teams":
                return (Choice("", "No teams"), *team_options(self.players, texts))
            case _:
                return ()


def _number(field: Field, text: str) -> int | None:
    low, high, nullable = NUMBERS[field.name]
    number = whole(text)
    if not text and nullable:
        return None
    if number is None and isinstance(long := whole_typed(text), int) and abs(long) > max(high, -low):
        number = long
    if number is not None and number > max(high, 0) >= 1000:
        raise ValueError(f"That is more than anybody plays to: {high} at most.")
    if number is not None and number < low < 0:
        raise ValueError(f"Type a whole number from −{-low} to −{-high}.")
    if number is None or not low <= number <= high:
        raise ValueError(f"Type a whole number{_ends(low, high)}{', or leave it empty' if nullable else ''}.")
    return number


def _ends(low: int, high: int) -> str:
    """The ends of a number in words; those that only keep it inside the database are not worth a word."""
    if high < 0:
        return " below zero"
    return f" from {low} to {high}" if high < 1000 else f", {low} or more"


def _texts(rules: Rules) -> dict[str, tuple[str, ...]]:
    """The rules as a browser would send them."""
    texts: dict[str, tuple[str, ...]] = {}
    for field in FIELDS:
        value = getattr(rules, field.name)
        match field.kind:
            case "flag":
                texts[field.name] = ("yes",) if value else ()
            case "ranks":
                texts[field.name] = tuple(value)
            case "teams":
                texts[field.name] = (team_text(value) if value else "",)
            case "cycle":
                texts[field.name], own = _cycle_texts(value, rules.players)
                texts[OWN_CYCLE] = (own,)
            case _:
                texts[field.name] = ("" if value is None else str(value).replace("-", "−"),)
    return texts


def _cycle_texts(cycle: Sequence[str] | None, players: int) -> tuple[tuple[str, ...], str]:
    """The option that is marked, and what stands in the field for an own order."""
    said = ",".join(cycle or ())
    listed = any(option.value == said for option in cycle_options(players))
    return (said if listed else OWN,), pass_list(cycle or default_cycle(players))


def _fitting(preset: Preset, players: int) -> Rules:
    try:
        return Rules.from_mapping(preset.rules, players=players)
    except RulesError:  # a preset for another number of players, tapped before seats were changed
        return Rules(players=players)


def _texts_were(text: str, players: int) -> Texts:
    """The texts of the rules a page showed; none where what came in is no such thing."""
    try:
        return _texts(Rules.from_mapping(json.loads(text), players=players))
    except (ValueError, RecursionError):
        return {}


_STANDARD_TEXTS: Final = _texts(Rules())
