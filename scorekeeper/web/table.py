"""The table: the page that lies between the cards, its board for the phones that follow, its sheet."""

from __future__ import annotations

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.hearts.words import HOW_TO_PLAY
from scorekeeper.hearts.words import rules_card as card_of
from scorekeeper.records.keys import new_key
from scorekeeper.records.sheets import Sheet, next_game, poll_row
from scorekeeper.web import game_menu
from scorekeeper.web.access import Role, known_device, require
from scorekeeper.web.answers import in_place
from scorekeeper.web.at_table import open_game
from scorekeeper.web.forms import whole
from scorekeeper.web.limits import count_request
from scorekeeper.web.table_view import is_over, remember_holder, seat_of_holder, view

bp = Blueprint("table", __name__)

Answer = str | Response
VERSION = "Game-Version"


def render_table(sheet: Sheet, role: Role) -> Response:
    """The whole page, or for htmx the board alone with its announcement.

    The header tells a phone that it was this application that answered: in a hotel it may be somebody else.
    """
    page = render_template(
        "table/_answer.html" if in_place() else "table/show.html",
        sheet=sheet,
        table=view(sheet),
        role=role,
        submission=new_key(),
        holder=seat_of_holder(sheet),
        following=next_game(sheet.game) if is_over(sheet) else None,
    )
    return make_response(page, {VERSION: sheet.game.version})


@bp.get("/games/<game_key>")
def show(game_key: str) -> Response:
    """The table."""
    return render_table(*open_game(game_key, Role.VIEWER))


@bp.get("/games/<game_key>/board")
def board(game_key: str) -> Response:
    """The board for a phone that follows: 204 while the game is as `since` knows it. That costs one row."""
    row = poll_row(game_key, known_device())
    if row is None:
        abort(404)
    require(row, Role.VIEWER, row.said)
    if whole(request.args.get("since")) == row.version:
        return make_response("", 204, {VERSION: row.version})
    count_request()
    return render_table(*open_game(game_key, Role.VIEWER))


@bp.get("/games/<game_key>/sheet")
def sheet(game_key: str) -> str:
    """The score sheet by itself, to be printed."""
    opened, role = open_game(game_key, Role.VIEWER)
    return render_template("table/sheet.html", sheet=opened, table=view(opened), role=role)


@bp.get("/games/<game_key>/rules")
def rules_card(game_key: str) -> str:
    """This game's rules in words, and under them how Hearts is played."""
    opened, _ = open_game(game_key, Role.VIEWER)
    card = card_of(opened.rules, opened.names)
    return render_template("table/rules_card.html", sheet=opened, card=card, how=HOW_TO_PLAY)


@bp.get("/games/<game_key>/share")
def share(game_key: str) -> Answer:
    """The result as a text, for phones whose browser cannot hand it on itself."""
    opened, _ = open_game(game_key, Role.VIEWER)
    text = view(opened).shared
    if not text:  # the game goes on, or nothing was played
        return redirect(url_for("table.show", game_key=game_key), 303)
    return render_template("table/share.html", sheet=opened, text=text)


@bp.post("/games/<game_key>/holder")
def holder_submit(game_key: str) -> Answer:
    """Who holds this phone: that one's seat is drawn at the bottom of the felt, on this phone alone."""
    opened, _ = open_game(game_key, Role.VIEWER)
    seat = whole(request.form.get("seat"))
    remember_holder(game_key, seat if seat is not None and 0 <= seat < len(opened.names) else None)
    return redirect(url_for("table.show", game_key=game_key), 303)


for path, methods in game_menu.PAGES.items():
    for method, function in methods.items():
        bp.add_url_rule(f"/games/<game_key>/{path}", view_func=function, methods=[method])
