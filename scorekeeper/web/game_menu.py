"""What the table's menu leads to: the deal and pass set right, a hand put in, the end, other rules.

The functions have no routes of their own: table.py gives them theirs, from PAGES.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from flask import abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.hearts.fields import PASS_IN_LIST
from scorekeeper.hearts.rotation import after, next_dealer, passings_for
from scorekeeper.records import games, hands
from scorekeeper.records.errors import NotFound, RecordsError, StaleVersion
from scorekeeper.records.keys import new_key
from scorekeeper.web import final
from scorekeeper.web.access import Role
from scorekeeper.web.at_table import entry, open_game
from scorekeeper.web.forms import whole
from scorekeeper.web.rules_change import rules_edit, rules_edit_submit
from scorekeeper.web.table_view import is_over

if TYPE_CHECKING:
    from scorekeeper.records.sheets import Sheet

Answer = str | Response | tuple[str, int]

SENTENCES: Final = {
    "archived": "This game is archived. A host can bring it back.",
    "rotation": "Choose who dealt and which way was passed from the lists.",
    "game_already_over": "The game is over; no hand is to come.",
    "ended_early": "The game was ended; no hand is to come.",
    "not_ended_early": "The game was not ended early.",
    "no_hands": "No hand was played, so nobody has won. Discard the game instead.",
    "has_hands": "A hand has been recorded meanwhile. The game can be ended, not discarded.",
    "not_over": "The game is not over.",
}
STALE: Final = "Somebody changed the game since this page was opened. This is how it stands now."


@dataclass(frozen=True, slots=True)
class Deal:
    """A hand whose deal and pass can be set right: as they are, each said so or not, still to come or not."""

    number: int
    dealer: int
    passing: str
    said_dealer: bool
    said_passing: bool
    next_dealer: int | None  # of the hand after it; None where the game is over then
    next_passing: str | None
    coming: bool = False


def fault_of(error: RecordsError) -> str:
    """A refused change as a sentence."""
    return STALE if isinstance(error, StaleVersion) else SENTENCES.get(error.code, "That could not be done.")


def _page(template: str, sheet: Sheet, fault: str = "", **shown: object) -> Answer:
    page = render_template(template, sheet=sheet, fault=fault, submission=new_key(), **shown)
    return (page, 409) if fault else page


def _to_table(game_key: str) -> Response:
    return redirect(url_for("table.show", game_key=game_key), 303)


def _deals(sheet: Sheet) -> list[Deal]:
    """The hands that count, and the one to come while one is."""
    deals = [
        Deal(
            number=hand.number,
            dealer=result.dealer,
            passing=result.passing,
            said_dealer=hand.facts.dealer is not None,
            said_passing=hand.facts.passing is not None,
            next_dealer=result.next_dealer,
            next_passing=result.next_passing,
        )
        for hand in sheet.hands
        if (result := hand.result) is not None and result.valid
    ]
    if not is_over(sheet):
        deals.append(_coming(sheet))
    return deals


def _coming(sheet: Sheet) -> Deal:
    at, cycle = sheet.position, sheet.rules.cycle
    return Deal(
        number=at.hand_number,
        dealer=at.dealer,
        passing=at.passing,
        said_dealer=sheet.book.next_dealer is not None,
        said_passing=sheet.book.next_passing is not None,
        next_dealer=next_dealer(at.dealer, len(sheet.names)),
        next_passing=cycle[after(cycle, at.passing, at.place)],
        coming=True,
    )


def _rotation(sheet: Sheet, number: int | None, fault: str = "") -> Answer:
    deals = _deals(sheet)
    if not deals:
        return _to_table(sheet.game.key)
    deal = next((one for one in deals if one.number == number), deals[-1])
    players = len(sheet.names)
    passings = passings_for(players)
    return _page(
        "table/rotation.html",
        sheet,
        fault,
        deals=deals,
        deal=deal,
        cycle=", ".join(PASS_IN_LIST[passing] for passing in sheet.rules.cycle),
        passings=passings if deal.passing in passings else (*passings, deal.passing),
    )


def rotation(game_key: str) -> Answer:
    """Who really dealt a hand and which way was really passed: the one to come, or `?hand=`."""
    sheet, _ = open_game(game_key, Role.SCOREKEEPER)
    return _rotation(sheet, whole(request.args.get("hand")))


def rotation_submit(game_key: str) -> Answer:
    """Say so of the hand that was shown (docs/rules.md, "When the table does otherwise")."""
    sheet, _ = open_game(game_key, Role.SCOREKEEPER)
    number = whole(request.form.get("hand"))
    if number is None:
        return redirect(url_for("table.rotation", game_key=game_key), 303)
    back = request.form.get("do") == "rotation"
    dealer = None if back else whole(request.form.get("dealer"))
    passing = None if back else request.form.get("passing") or None
    try:
        hands.set_rotation(game_key, number, dealer, passing, entry(sheet))
    except NotFound:
        abort(404)
    except RecordsError as error:
        return _rotation(open_game(game_key, Role.SCOREKEEPER)[0], number, fault_of(error))
    return _to_table(game_key)


def hand_list(game_key: str) -> Answer:
    """Where a forgotten hand belongs; with `?correct=1` which hand is to be corrected."""
    sheet, _ = open_game(game_key, Role.SCOREKEEPER)
    correcting = bool(request.args.get("correct"))
    return _page("table/hand_list.html", sheet, over=is_over(sheet), correcting=correcting)


def end(game_key: str) -> Answer:
    """Ask before a game is ended early, with the result it would have."""
    sheet, _ = open_game(game_key, Role.SCOREKEEPER)
    return _end(sheet)


def _end(sheet: Sheet, fault: str = "") -> Answer:
    return _page(
        "table/end.html",
        sheet,
        fault,
        result=final.final(sheet, early=True),
        over=is_over(sheet),
        unplayed=not sheet.hands and sheet.book.carried is None,
    )


def end_submit(game_key: str) -> Answer:
    """End it with the totals as they stand; or discard it where nothing was played."""
    if request.form.get("do") == "discard":
        return _discard(game_key)
    return _change(game_key, games.end_game)


def _discard(game_key: str) -> Answer:
    sheet, _ = open_game(game_key, Role.SCOREKEEPER)
    try:
        games.discard_game(game_key)
    except RecordsError as error:
        return _end(open_game(game_key, Role.SCOREKEEPER)[0], fault_of(error))
    return redirect(url_for("clubs.show", club_key=sheet.club.key), 303)


def reopen_submit(game_key: str) -> Answer:
    """Take the early end back."""
    return _change(game_key, games.reopen_game)


def _change(game_key: str, change: Callable[..., object]) -> Answer:
    sheet, _ = open_game(game_key, Role.SCOREKEEPER)
    try:
        change(game_key, entry(sheet))
    except RecordsError as error:
        return _end(open_game(game_key, Role.SCOREKEEPER)[0], fault_of(error))
    return _to_table(game_key)


PAGES: Final[Mapping[str, Mapping[str, Callable[[str], Answer]]]] = {
    "rotation": {"GET": rotation, "POST": rotation_submit},
    "hands": {"GET": hand_list},
    "end": {"GET": end, "POST": end_submit},
    "reopen": {"POST": reopen_submit},
    "rules/edit": {"GET": rules_edit, "POST": rules_edit_submit},
}
