"""Other rules in a running game: before any hand at once, later only after a look at what would change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.hearts.game import Result, begin, step
from scorekeeper.hearts.messages import sentence
from scorekeeper.records import games
from scorekeeper.records.errors import ChoiceNeeded, HandRefused, RecordsError, StaleVersion
from scorekeeper.records.keys import new_key
from scorekeeper.records.replay import CHOICE_CODES
from scorekeeper.web.access import Role
from scorekeeper.web.answers import in_place
from scorekeeper.web.at_table import entry, open_game
from scorekeeper.web.forms import later_choices
from scorekeeper.web.hand_words import moon_sentences
from scorekeeper.web.rules_form import SHOWN, RulesForm

if TYPE_CHECKING:
    from scorekeeper.hearts.rules import Rules
    from scorekeeper.records.errors import Asked
    from scorekeeper.records.sheets import Sheet

Answer = str | Response | tuple[str, int]

STALE = "Somebody changed the game since this page was opened. This is worked out from how it is now."


@dataclass(frozen=True, slots=True)
class Then:
    """One seat's total as it is and as it would be."""

    name: str
    now: int
    then: int


@dataclass(frozen=True, slots=True)
class Preview:
    """What other rules would make of the hands that were played.

    Where a shooter must choose first, `asked` is that moon, and nobody knows the rest yet.
    """

    asked: Asked | None
    choices: Mapping[int, str]  # what is said of moons by then, by the number of the hand
    forced: tuple[tuple[int, str], ...]  # moons that leave one choice, and what it does
    totals: tuple[Then, ...]
    impossible: tuple[tuple[int, str], ...]  # hands that could not have been played so, and why
    rescored: tuple[int, ...]  # hands whose scores would differ
    after_end: tuple[int, ...]  # hands that would lie after the end
    over: bool
    winners: tuple[str, ...]


def rules_edit(game_key: str) -> Answer:
    """The rules of this game, to be changed."""
    sheet, _ = open_game(game_key, Role.SCOREKEEPER)
    return _form_page(sheet, RulesForm.of(sheet.rules))


def rules_edit_submit(game_key: str) -> Answer:
    """Show a newly tapped preset; say what would change; or change the rules."""
    sheet, _ = open_game(game_key, Role.SCOREKEEPER)
    form = RulesForm.sent(request.form, sheet.rules)
    asked_for = request.form.get("do")
    if asked_for == "rules":
        return _form_page(sheet, form)
    if form.rules is None:
        return _form_page(sheet, form, focus_faults=True), 422
    if sheet.hands and asked_for != "save":
        return _preview_page(sheet, form, form.rules)
    return _change(sheet, form, form.rules)


def _change(sheet: Sheet, form: RulesForm, rules: Rules) -> Answer:
    try:
        games.change_rules(sheet.game.key, rules, entry(sheet), later_choices(request.form))
    except ChoiceNeeded:
        return _preview_page(sheet, form, rules), 409
    except (HandRefused, StaleVersion):  # somebody was faster: the page tells what stands in the way now
        now, _ = open_game(sheet.game.key, Role.SCOREKEEPER)
        return _preview_page(now, form, rules, faults=[STALE]), 409
    except RecordsError as error:
        return _preview_page(sheet, form, rules, faults=[f"That could not be done ({error.code})."]), 409
    return redirect(url_for("table.show", game_key=sheet.game.key), 303)


def _form_page(sheet: Sheet, form: RulesForm, *, focus_faults: bool = False) -> str:
    return render_template(
        "newgame/_rules.html" if in_place() else "table/rules_edit.html",
        sheet=sheet,
        rules=form,
        rules_open=True,
        focus_faults=focus_faults,
        rules_url=url_for("table.rules_edit_submit", game_key=sheet.game.key),
        submission=new_key(),
    )


def _preview_page(
    sheet: Sheet,
    form: RulesForm,
    rules: Rules,
    *,
    faults: list[str] | None = None,
) -> str:
    return render_template(
        "table/rules_preview.html",
        sheet=sheet,
        fields={SHOWN: ("yes",), **form.texts},
        summary=form.summary,
        preview=preview(sheet, rules),
        faults=faults or [],
        submission=new_key(),
    )


def preview(sheet: Sheet, rules: Rules) -> Preview:
    """What these rules would make of the game, up to a hand they refuse or must ask about."""
    seen = games.preview_rules(sheet.game.key, rules, later_choices(request.form))
    played = seen.played
    pairs = [(hand, result) for hand, result in zip(sheet.hands, played.results, strict=True) if result]
    scored = [(hand, result) for hand, result in pairs if not result.after_end]
    totals = played.position.totals
    return Preview(
        asked=seen.asked,
        choices=seen.choices,
        forced=tuple(
            (hand.number, " ".join(moon_sentences(rules, sheet.names, result)))
            for hand, result in scored
            if hand.number in seen.forced and result.valid
        ),
        totals=tuple(map(Then, sheet.names, sheet.position.totals, totals)),
        impossible=tuple(_impossible(sheet, rules)),
        rescored=tuple(hand.number for hand, result in scored if _scores(hand.result) != _scores(result)),
        after_end=tuple(hand.number for hand, result in pairs if result.after_end),
        over=played.position.over,
        winners=tuple(sheet.names[seat] for side in played.position.winners for seat in rules.sides[side]),
    )


def _scores(result: Result | None) -> tuple[int, ...] | None:
    return result.scores if result is not None and result.valid else None


def _impossible(sheet: Sheet, rules: Rules) -> Iterator[tuple[int, str]]:
    """The hands played that cannot be hands by these rules; a choice to be asked for is no such fault."""
    empty = begin(rules, sheet.start)
    for hand in sheet.hands:
        faults = [
            fault for fault in step(rules, empty, hand.facts)[0].faults if fault.code not in CHOICE_CODES
        ]
        if faults:
            yield hand.number, " ".join(sentence(fault, sheet.names, rules) for fault in faults)
