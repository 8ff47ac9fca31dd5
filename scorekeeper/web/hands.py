"""Recording, correcting, inserting and deleting a hand: parse the form, one call of records/, one answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for

from scorekeeper.hearts.cards import RANKS
from scorekeeper.hearts.messages import sentence
from scorekeeper.records import hands as books
from scorekeeper.records.changes import Entry, Saved
from scorekeeper.records.errors import ChoiceNeeded, HandRefused, NotFound, RecordsError, StaleVersion
from scorekeeper.records.keys import new_key
from scorekeeper.records.models import SUBMISSION_LENGTH
from scorekeeper.records.sheets import Sheet, load_sheet
from scorekeeper.web.access import Role
from scorekeeper.web.answers import go, in_place
from scorekeeper.web.at_table import entry, open_game
from scorekeeper.web.forms import whole
from scorekeeper.web.hand_conflict import conflict, later_question
from scorekeeper.web.hand_contradiction import contradiction
from scorekeeper.web.hand_entry import (
    Answer,
    asked_place,
    facts_of,
    in_words,
    must_ask,
    refusal,
    sent_place,
    tried,
)
from scorekeeper.web.hand_form import HandForm, heart_fields, named_rows
from scorekeeper.web.hand_view import OutlookView, Place, hand_numbered, outlook, page
from scorekeeper.web.table import VERSION, render_table
from scorekeeper.web.table_view import is_over

if TYPE_CHECKING:
    from scorekeeper.hearts.taken import Facts

bp = Blueprint("hands", __name__)

Later = Mapping[int, str]
RANK_WORDS: Final = {"J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}
SAY_WHO: Final = "Say it, or that it is not known."


@bp.get("/games/<game_key>/hands/new")
def record(game_key: str) -> str | Response:
    """The empty form for the next hand, or for a forgotten one before hand `?before=`."""
    sheet, _ = open_game(game_key, Role.SCOREKEEPER)
    before = request.args.get("before")
    place = asked_place(sheet, "insert" if before else "record", whole(before))
    if place is None:
        abort(404)
    if place.before is None and is_over(sheet):
        return go(_table(sheet))
    return render_template("hands/record.html", **_shown(sheet, place, HandForm(sheet.rules)))


@bp.post("/games/<game_key>/hands/new")
def record_submit(game_key: str) -> Response:
    """Save the next hand, or the forgotten one."""
    sheet, _ = open_game(game_key, Role.SCOREKEEPER, to_change=True)
    place = sent_place(sheet)

    def save(facts: Facts, came: Entry, later: Later) -> Saved:
        if place.before is not None:
            before = whole(request.values.get("before")) or place.before
            return books.insert_hand(game_key, before, facts, came, later, hand_id=place.hand)
        return books.record_hand(game_key, facts, came)

    return _save(sheet, place, save)


@bp.get("/games/<game_key>/hands/<int:number>")
def correct(game_key: str, number: int) -> str:
    """The form with everything filled in as the hand was recorded."""
    sheet, _ = open_game(game_key, Role.SCOREKEEPER)
    place, hand = asked_place(sheet, "correct", number), hand_numbered(sheet, number)
    if place is None or hand is None:
        abort(404)
    form = HandForm.filled(sheet.rules, hand.facts, hand.result)
    come = outlook(sheet, form, tried(sheet, place, hand.facts))
    return render_template("hands/record.html", **_shown(sheet, place, form, come=come))


@bp.post("/games/<game_key>/hands/<int:number>")
def correct_submit(game_key: str, number: int) -> Response:
    """Save what the hand really was."""
    sheet, _ = open_game(game_key, Role.SCOREKEEPER, to_change=True)
    place = sent_place(sheet, number)

    def save(facts: Facts, came: Entry, later: Later) -> Saved:
        return books.correct_hand(game_key, number, facts, came, later, hand_id=place.hand)

    return _save(sheet, place, save)


@bp.post("/games/<game_key>/hands/preview")
def preview(game_key: str) -> str:
    """What saving would give: scores, or what the table is asked first. Nothing is written.

    409 for a game that has moved on, 422 for a form that contradicts itself: Save says the rest.
    """
    sheet, _ = open_game(game_key, Role.SCOREKEEPER)
    form = HandForm(sheet.rules, request.form.to_dict())
    if whole(form["version"]) != sheet.game.version:
        abort(409)
    if contradiction(form, sheet.names):
        abort(422)
    place = sent_place(sheet, whole(form["number"]))
    facts = facts_of(sheet, place, form)
    come = outlook(sheet, form, tried(sheet, place, facts))
    return render_template("hands/_outlook.html", **_shown(sheet, place, form, come=come))


@bp.post("/games/<game_key>/hands/<int:number>/delete")
def delete_submit(game_key: str, number: int) -> Response:
    """Take the hand out; it can be brought back."""
    sheet, _ = open_game(game_key, Role.SCOREKEEPER, to_change=True)

    def save(came: Entry, later: Later) -> Saved:
        return books.delete_hand(game_key, number, came, later)

    return _change(sheet, f"Hand {number} is still there", save)


@bp.post("/games/<game_key>/hands/restore")
def restore_submit(game_key: str) -> Response:
    """Bring a deleted hand back to its place."""
    sheet, _ = open_game(game_key, Role.SCOREKEEPER, to_change=True)

    def save(came: Entry, later: Later) -> Saved:
        return books.restore_hand(game_key, whole(request.form.get("hand")) or 0, came, later)

    return _change(sheet, "The hand is still out of the game", save)


@bp.get("/games/<game_key>/undo")
def undo(game_key: str) -> str | Response:
    """Undo on a page of its own, for where the button at the table could not do it in place."""
    sheet, _ = open_game(game_key, Role.SCOREKEEPER)
    if sheet.last_change is None:
        return go(_table(sheet))
    action, number = sheet.last_change
    shown = {"sheet": sheet, "action": action, "number": number, "submission": new_key()}
    return render_template("hands/undo.html", table=_table(sheet), **shown)


@bp.post("/games/<game_key>/undo")
def undo_submit(game_key: str) -> Response:
    """Take back the latest change of a hand."""
    sheet, _ = open_game(game_key, Role.SCOREKEEPER, to_change=True)

    def save(came: Entry, later: Later) -> Saved:
        return books.undo(game_key, came, later)

    answer = _change(sheet, "Nothing was undone", save)
    if not in_place():
        return answer
    if answer.status_code >= 400:
        return go(url_for("hands.undo", game_key=game_key))
    return make_response(render_table(*open_game(game_key, Role.SCOREKEEPER)))


def _save(sheet: Sheet, place: Place, save: Callable[[Facts, Entry, Later], Saved]) -> Response:
    """Save what was typed, or answer with why not, and with everything still there."""
    form = HandForm(sheet.rules, request.form.to_dict())
    calling = bool(form["as_called"])
    if not calling and (told := contradiction(form, sheet.names)):
        return _refused(sheet, place, form, Answer((told,)))
    try:
        facts = form.facts_as_called() if calling else facts_of(sheet, place, form)
        if not calling and (open_result := must_ask(sheet, place, form, facts)) is not None:
            come = outlook(sheet, form, open_result)
            asked = (question for _, question, _ in come.asked)
            return _refused(sheet, place, form, Answer((" ".join((*asked, SAY_WHO)),)), come)
        saved = save(facts, entry(sheet), form.later_choices())
    except StaleVersion:
        return _stale(sheet.game.key, place, form, facts)
    except ChoiceNeeded as needed:
        return _ask_later(sheet, needed)
    except HandRefused as refused:
        answer = refusal(sheet, place, form, facts, refused)
        seen = outlook(sheet, form, refused.result) if refused.result else None
        return _refused(sheet, place, form, answer, seen)
    except NotFound:
        return _stale(sheet.game.key, place, form, form.facts())
    except RecordsError as error:
        return _refused(sheet, place, form, Answer((in_words(error),)))
    return _saved(saved)


def _saved(saved: Saved) -> Response:
    """To the table, with the version the game has by this change: a phone's next entry builds on it.

    An entry that had waited on the phone and was sent by hand says so as `queued`; the table's address tells
    the phone that it is in the books now.
    """
    queued = request.form.get("queued", "")[:SUBMISSION_LENGTH]
    told = f"sent={queued}.{saved.version}" if queued else None
    answer = go(url_for("table.show", game_key=saved.game_key, _anchor=told))
    answer.headers[VERSION] = str(saved.version)
    return answer


def _change(sheet: Sheet, what: str, save: Callable[[Entry, Later], Saved]) -> Response:
    """Make a change that one button tells; where it cannot be, a page says why.

    What goes well answers with a redirect alone: at the table htmx follows it to the board.
    """
    try:
        save(entry(sheet), HandForm(sheet.rules, request.form.to_dict()).later_choices())
    except ChoiceNeeded as needed:
        return _ask_later(sheet, needed)
    except NotFound:
        abort(404)
    except StaleVersion:
        told, status = "The game was changed meanwhile. Look at it again first.", 409
    except HandRefused as refused:
        faults = " ".join(sentence(fault, sheet.names, sheet.rules) for fault in refused.faults)
        told, status = f"Hand {refused.number} could not be then. {faults}", 422
    except RecordsError as error:
        told, status = in_words(error), 422
    else:
        return Response(status=303, headers={"Location": _table(sheet)})
    shown = {"what": what, "told": told, "table": _table(sheet)}
    return make_response(render_template("hands/not_changed.html", **shown), status)


def _refused(
    sheet: Sheet, place: Place, form: HandForm, answer: Answer, come: OutlookView | None = None
) -> Response:
    """422: the sentences at the top, the question where there is one, everything typed still there."""
    version = whole(form["version"])  # not the present one: nobody has seen that yet
    shown = _shown(sheet, place, form, version=version, come=come.asking() if come else None, answer=answer)
    template = "hands/_refused.html" if in_place() else "hands/record.html"
    response = make_response(render_template(template, **shown), 422)
    # The form itself swaps nothing, so that no answer but ours ever takes its place.
    response.headers["HX-Reswap"] = "outerHTML"
    return response


def _stale(game_key: str, place: Place, form: HandForm, facts: Facts) -> Response:
    """409: what is there now, what was typed, and the choice which of them shall stand."""
    shown = conflict(load_sheet(game_key), place, form, facts, new_key())
    return _instead("hands/conflict.html", 409, shown)


def _ask_later(sheet: Sheet, needed: ChoiceNeeded) -> Response:
    """422: what was kept with a later moon is not allowed any more; its shooter is asked again."""
    asked = later_question(sheet, needed.hands[0])
    carried = [field for field in request.form.items() if field[0] not in ("csrf_token", asked["field"])]
    shown = {"carried": carried, "action": request.path, "table": _table(sheet), **asked}
    return _instead("hands/later.html", 422, shown)


def _instead(template: str, status: int, shown: Mapping[str, Any]) -> Response:
    """A page that asks something else first; where htmx sent the form it takes the whole page's place."""
    response = make_response(render_template(template, **shown), status)
    response.headers["HX-Retarget"] = "body"
    response.headers["HX-Reswap"] = "innerHTML"
    return response


def _table(sheet: Sheet) -> str:
    return url_for("table.show", game_key=sheet.game.key)


def _shown(
    sheet: Sheet,
    place: Place,
    form: HandForm,
    *,
    version: int | None = None,
    come: OutlookView | None = None,
    answer: Answer | None = None,
) -> dict[str, Any]:
    """What the templates of the form need."""
    return {
        "names": sheet.names,
        "rules": sheet.rules,
        "form": form,
        "rows": named_rows(sheet.rules),
        "hearts": heart_fields(sheet.rules),
        "rank_words": {rank: RANK_WORDS.get(rank, rank) for rank in RANKS},
        "page": page(sheet, place, form["submission"] or new_key(), version),
        "answer": answer,
        "outlook": come,
    }
