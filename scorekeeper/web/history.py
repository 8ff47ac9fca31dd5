"""What a club has played: its games by evening, the standings, the records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from typing import Final

from flask import Blueprint, abort, render_template, request, url_for
from markupsafe import Markup

from scorekeeper.records.calendar import evening_of
from scorekeeper.records.club_records import records as records_of
from scorekeeper.records.clubs import roster
from scorekeeper.records.errors import RecordsError
from scorekeeper.records.games import set_note
from scorekeeper.records.history import GameLine, games_of, scales_of, years_of
from scorekeeper.records.overview import NowLine
from scorekeeper.records.revisions import changes_of
from scorekeeper.records.standings import standings as standings_of
from scorekeeper.web.access import Role, device_id, enter
from scorekeeper.web.answers import REFUSED, Answer, go
from scorekeeper.web.at_table import open_game
from scorekeeper.web.choice import choice_of, least_of, wanted_of
from scorekeeper.web.forms import whole
from scorekeeper.web.game_cards import cards_of
from scorekeeper.web.game_changes import told
from scorekeeper.web.games_filter import filter_of, sought_of
from scorekeeper.web.newgame_form import NoteForm
from scorekeeper.web.record_words import WORDS, Section
from scorekeeper.web.standings_table import table_of
from scorekeeper.web.words import MONTHS, WEEKDAY_NAMES, local, names, score, signed

bp = Blueprint("history", __name__)

# A table that has not come to its end by then got up without ending the game.
LEFT_AFTER: Final = timedelta(hours=18)


@dataclass(frozen=True, slots=True)
class Evening:
    """The games of one evening in the club's zone, newest first."""

    title: str
    games: tuple[GameLine, ...]


@bp.get("/clubs/<club_key>/games")
def games(club_key: str) -> str:
    """The club's games, newest first, a page at a time; those asked for."""
    club, role = enter(club_key)
    sought = sought_of(request.args)
    page = games_of(club, whole(request.args.get("page")) or 1, sought)
    if not page.games and page.number > 1:
        abort(404)
    return render_template(
        "history/games.html",
        club=club,
        role=role,
        page=page,
        filter=filter_of(sought, roster(club, archived=True), years_of(club), scales_of(club)),
        evenings=evenings(page.games, club.zone),
    )


@bp.get("/clubs/<club_key>/standings")
def standings(club_key: str) -> str:
    """Who stands where, by any figure."""
    club, role = enter(club_key)
    found = standings_of(club, wanted_of(request.args))
    most = max((line.line.games for line in found.lines), default=0)
    least = least_of(request.args, most)
    table = table_of(found.lines, request.args.get("sort", ""), least)
    kept = {"sort": request.args.get("sort", ""), "least": request.args.get("least", "")}
    return render_template(
        "history/standings.html",
        club=club,
        role=role,
        chosen=found.chosen,
        choice=choice_of(found.chosen, club.zone, kept),
        table=table,
    )


@bp.get("/clubs/<club_key>/records")
def records(club_key: str) -> str:
    """The records of the club."""
    club, role = enter(club_key)
    found = records_of(club, wanted_of(request.args))
    return render_template(
        "history/records.html",
        club=club,
        role=role,
        chosen=found.chosen,
        choice=choice_of(found.chosen, club.zone),
        sections=[Section(*WORDS[kind], kept) for kind, kept in found.kinds.items()],
    )


@bp.get("/games/<game_key>/changes")
def changes(game_key: str) -> str:
    """Every change ever made to the game's hands."""
    sheet, _ = open_game(game_key, Role.VIEWER)
    found = [told(change, sheet, device_id()) for change in changes_of(sheet)]
    return render_template("history/changes.html", sheet=sheet, changes=found)


@bp.get("/games/<game_key>/note")
def note(game_key: str) -> str:
    """What is told about a game: a note, where it is played, at which table."""
    sheet, _ = open_game(game_key, Role.SCOREKEEPER)
    kept = {"note": sheet.game.note, "place": sheet.game.place, "table_number": sheet.game.table_number}
    return render_template("history/note.html", sheet=sheet, form=NoteForm(formdata=None, data=kept))


@bp.post("/games/<game_key>/note")
def note_submit(game_key: str) -> Answer:
    """Keep it."""
    sheet, _ = open_game(game_key, Role.SCOREKEEPER)
    form = NoteForm()
    if form.validate():
        try:
            set_note(game_key, form.note.data, form.place.data, whole(form.table_number.data))
        except RecordsError:  # some letters take up more room composed than they did apart
            form.refuse("note", "This is too long to be kept.")
        else:
            return go(url_for("table.show", game_key=game_key))
    return render_template("history/note.html", sheet=sheet, form=form), REFUSED


bp.add_app_template_global(cards_of)


@bp.app_template_filter("score_or_dash")
def score_or_dash(points: int | None) -> str:
    """What a hand added, or a dash where it could not be scored."""
    return "–" if points is None else score(points)


def evenings(lines: Sequence[GameLine], zone: str, today: date | None = None) -> list[Evening]:
    """Games put together by the evening they began in; `lines` are newest first, and so are the evenings."""
    this_year = (today or local(datetime.now(UTC), zone).date()).year
    grouped = groupby(lines, lambda line: evening_of(line.started_at, zone))
    return [_evening(day, tuple(found), zone, this_year) for day, found in grouped]


def _evening(day: date, found: tuple[GameLine, ...], zone: str, this_year: int) -> Evening:
    """A game begun past midnight shows the next day on its own page: the title says whose night it was."""
    past_midnight = any(local(line.started_at, zone).date() != day for line in found)
    year = "" if day.year == this_year else f" {day.year}"
    title = f"{WEEKDAY_NAMES[day.weekday()]} {day.day} {MONTHS[day.month - 1]}{year}"
    return Evening(f"Night of {title}" if past_midnight else title, found)


@bp.app_template_filter("outcome")
def outcome(line: GameLine) -> Markup:
    """What became of a game: "Cy won with 50", or who plays."""
    if not line.winners:
        return names(line.names)
    if not line.hands_played and not any(line.totals):  # ended early, and its only hand was taken back
        return Markup("Nobody has won")
    won = [total for total, winner in zip(line.totals, line.won, strict=True) if winner]
    if line.rules.get("teams"):
        sides = len(won) // len(line.rules["teams"][0])
        return Markup("{} won with {}{}").format(names(line.winners), signed(sum(won) // sides), _each(sides))
    return Markup("{} won with {}{}").format(names(line.winners), signed(won[0]), _each(len(won)))


def _each(sides: int) -> str:
    return " each" if sides > 1 else ""


@bp.app_template_filter("is_left")
def is_left(line: GameLine | NowLine, now: datetime | None = None) -> bool:
    """Whether a game that is not over was begun so long ago that nobody sits at it any more."""
    return (now or datetime.now(UTC)) - line.started_at > LEFT_AFTER


@bp.app_template_filter("state_of")
def state_of(line: GameLine, now: datetime | None = None) -> str:
    """A game's state where it is not simply finished: "at the table", "left unfinished", "ended early"."""
    if line.over:
        return "ended early" if line.ended_early else ""
    return "left unfinished" if is_left(line, now) else "at the table"
