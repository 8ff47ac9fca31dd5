"""A new game in a club, and another one with the same players."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request, url_for

from scorekeeper.hearts.rules import Rules
from scorekeeper.records import clubs, games
from scorekeeper.records.errors import NameRefused, NotFound, PlayersRefused, RecordsError, TooMany
from scorekeeper.records.keys import new_key
from scorekeeper.records.models import Club, Game, Player
from scorekeeper.records.overview import last_sheet
from scorekeeper.records.sheets import Sheet
from scorekeeper.web.access import Role, device_id, enter
from scorekeeper.web.answers import REFUSED, Answer, answer, go, in_place
from scorekeeper.web.at_table import open_game
from scorekeeper.web.forms import name_sentence, submission_of, whole
from scorekeeper.web.newgame_form import NEW, NewGameForm, rules_like, sent_for

bp = Blueprint("newgame", __name__)

SENTENCES = {
    "archived": "This club is put away: bring it back in its settings first.",
    "player_archived": "{value} is off the roster: a host can bring them back.",
    "not_over": "The game is not over yet.",
    "start": "No game can start from these totals and this hand number.",
}
NOT_DONE = "That could not be done. Nothing was changed."


@bp.get("/clubs/<club_key>/games/new")
def form(club_key: str) -> tuple[str, int]:
    """The form as the last game leaves it: its players in their seats, its rules, the next dealer."""
    club, _ = enter(club_key, Role.SCOREKEEPER)
    last = last_sheet(club)
    roster = _roster(club, last)
    present = {player.id for player in roster}
    if last is None:
        first = [player.id for player in roster] if 3 <= len(roster) <= 5 else []
        sent, like = sent_for(first, None), Rules()
    else:
        stayed = [player for player in last.player_ids if player in present]
        goes_on = stayed == list(last.player_ids) and last.book.figures.finished_at is not None
        dealer = last.position.dealer if goes_on else None
        sent, like = sent_for(stayed, dealer), last.rules
    return _page(club, NewGameForm(roster, sent, like), 200)


@bp.post("/clubs/<club_key>/games/new")
def submit(club_key: str) -> Answer:
    """Deal; or show the form again with seats drawn, a name added, or the rules of a preset."""
    club, _ = enter(club_key, Role.SCOREKEEPER)
    last = last_sheet(club)
    entered = NewGameForm(_roster(club, last), request.form, last.rules if last else Rules())
    match request.form.get("do"):
        case "rules":
            return _rules(club, entered)
        case "draw":
            entered.draw_seats()
        case "add":
            entered.add()
        case _:
            return _deal(club, entered)
    return _page(club, entered, REFUSED if entered.add_fault else 200)


def _roster(club: Club, last: Sheet | None) -> list[Player]:
    """The roster; those who played last come first, by their seats."""
    seats = {player: seat for seat, player in enumerate(last.player_ids)} if last else {}
    return sorted(clubs.roster(club), key=lambda player: seats.get(player.id, len(seats)))


def _rules(club: Club, entered: NewGameForm) -> Answer:
    if in_place():
        url = url_for("newgame.submit", club_key=club.key)
        return render_template("newgame/_rules.html", rules=entered.rules, rules_url=url), 200
    return _page(club, entered, 200, rules_open=True)


def _deal(club: Club, entered: NewGameForm) -> Answer:
    if not entered.check():
        return _page(club, entered, REFUSED, focus_faults=True)
    try:
        game = _start(club, entered)
    except RecordsError as error:
        entered.fault = _why_not(error)
        return _page(club, entered, REFUSED)
    return go(url_for("table.show", game_key=game.key))


def _start(club: Club, entered: NewGameForm) -> Game:
    rules = entered.rules.rules
    if rules is None:
        raise RecordsError("rules")
    dealer = entered.dealer_seat
    return games.start_game(
        club.key,
        [_called(row.value) for row in entered.seated],
        rules,
        first_dealer=dealer,
        start=entered.start(dealer),
        device=device_id(),
        note=entered.note.data,
        place=entered.place.data,
        table_number=whole(entered.table_number.data),
        submission=submission_of(request.form),
    )


def _called(value: str) -> int | str:
    """The player's id, or the name of one who is not on the roster yet."""
    return value.removeprefix(NEW) if value.startswith(NEW) else int(value[1:])


def _why_not(error: RecordsError) -> str:
    if isinstance(error, NameRefused):
        return name_sentence(error)
    if isinstance(error, TooMany):
        return f"A club has at most {error.value} players."
    return SENTENCES.get(error.code, NOT_DONE).format(value=error.value)


def _page(
    club: Club, entered: NewGameForm, status: int, *, rules_open: bool = False, focus_faults: bool = False
) -> tuple[str, int]:
    last = last_sheet(club)
    return answer(
        "newgame/form.html",
        "newgame/_answer.html",
        status,
        club=club,
        form=entered,
        rules=entered.rules,
        as_last=last is not None and entered.rules.rules == rules_like(last.rules, entered.count),
        rules_open=rules_open,
        focus_faults=focus_faults,
        submission=submission_of(request.form) or new_key(),
    )


@bp.post("/games/<game_key>/again")
def again(game_key: str) -> Answer:
    """Play again: the same players and rules, the next dealer deals. Tapped twice, it is the same game."""
    sheet, _ = open_game(game_key, Role.SCOREKEEPER)
    try:
        game = games.play_again(game_key, device_id())
    except NotFound:
        abort(404)
    except PlayersRefused:  # somebody has left the roster: the form shows who is still there
        return go(url_for("newgame.form", club_key=sheet.club.key))
    except RecordsError:
        return go(url_for("table.show", game_key=game_key))
    return go(url_for("table.show", game_key=game.key))
