"""What was taken out of sight, and the buttons that bring it back."""

from __future__ import annotations

from flask import Blueprint, render_template, request, url_for

from scorekeeper.records import games
from scorekeeper.records.keys import new_key
from scorekeeper.records.put_away import archived_games, deleted_hands
from scorekeeper.web.access import Role, enter
from scorekeeper.web.answers import Answer, go
from scorekeeper.web.at_table import open_game

bp = Blueprint("put_away", __name__)


@bp.get("/games/<game_key>/hands/deleted")
def hands(game_key: str) -> str:
    """The game's deleted hands."""
    sheet, _ = open_game(game_key, Role.SCOREKEEPER)
    found = deleted_hands(sheet.game)
    return render_template("put_away/hands.html", sheet=sheet, hands=found, submission=new_key())


@bp.get("/games/<game_key>/archive")
def game(game_key: str) -> str:
    """Ask before a game is put away; or offer to bring it back."""
    sheet, _ = open_game(game_key, Role.HOST)
    return render_template("put_away/game.html", sheet=sheet)


@bp.post("/games/<game_key>/archive")
def game_submit(game_key: str) -> Answer:
    """Put it away, or bring it back."""
    sheet, _ = open_game(game_key, Role.HOST)
    if request.form.get("do") == "bring_back":
        games.bring_back_game(game_key)
        return go(url_for("table.show", game_key=game_key))
    games.archive_game(game_key)
    return go(url_for("clubs.show", club_key=sheet.club.key))


@bp.get("/clubs/<club_key>/archived")
def club_games(club_key: str) -> str:
    """The club's games that were put away."""
    club, _ = enter(club_key, Role.HOST)
    return render_template("put_away/games.html", club=club, games=archived_games(club))
