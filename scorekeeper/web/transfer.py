"""Import and export: a file is looked at, then brought in; everything a club has can be taken away."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import quote

from flask import Blueprint, Response, render_template, request, session, stream_with_context, url_for
from sqlalchemy.orm import Session
from werkzeug.exceptions import RequestEntityTooLarge

from scorekeeper.hearts.presets import PRESETS
from scorekeeper.hearts.rotation import default_cycle
from scorekeeper.hearts.rules_checks import FEWEST_PLAYERS, MOST_PLAYERS
from scorekeeper.records.books import ClubRow
from scorekeeper.records.cells import FileRefused
from scorekeeper.records.clubs import club_by_key, roster
from scorekeeper.records.db import db
from scorekeeper.records.errors import NotFound, RecordsError
from scorekeeper.records.exports import club_json, game_json, games_csv, hands_csv
from scorekeeper.records.models import Club
from scorekeeper.records.planning import Plan
from scorekeeper.records.transfer import PlanChanged, bring_in, look
from scorekeeper.records.uploads import (
    MOST_BYTES,
    MOST_LINES,
    drop_upload,
    keep_upload,
    kept_upload,
    lines_of,
)
from scorekeeper.web.access import Role, device_id, enter, role_in
from scorekeeper.web.answers import REFUSED, Answer, go
from scorekeeper.web.at_table import open_game
from scorekeeper.web.forms import whole
from scorekeeper.web.transfer_form import ReadingForm, view_of

bp = Blueprint("transfer", __name__)

ENVELOPE: Final = 1024 * 1024  # the fields beside the file, and what stands between them
MOST_FIELDS: Final = 2000
SHEET_ROWS: Final = 20
SHORT_WAYS: Final = {"left2": "two left", "right2": "two right"}
CHANGED: Final = 409

TOO_LARGE: Final = (
    "This file is larger than 20 MB, or has more than 200,000 lines. "
    "The owner of the server can bring it in: scorekeeper import."
)
GONE: Final = "This file is not here any more: it is in already, or was looked at more than a day ago."
OTHERWISE: Final = (
    "This is not what was shown before: you, or somebody else, changed something. Look at it once more."
)
# In the session: what came in a moment ago, to be told once.
BROUGHT: Final = "brought"


@bp.url_value_preprocessor
def _let_a_file_through(endpoint: str | None, values: dict[str, str] | None) -> None:
    """A host may send a file. This comes before the CSRF check, which reads the form."""
    if request.method != "POST" or not values:
        return
    try:
        is_host = role_in(club_by_key(values.get("club_key", ""))) == Role.HOST
    except NotFound:
        return
    if is_host:
        request.max_content_length = MOST_BYTES + ENVELOPE
        request.max_form_memory_size = ENVELOPE
        request.max_form_parts = MOST_FIELDS


@bp.errorhandler(413)
def too_large(_: RequestEntityTooLarge) -> Answer:
    """The page with the sentence; whoever may not import gets what everybody gets."""
    club, _role = enter((request.view_args or {}).get("club_key", ""), Role.HOST)
    return _form(club, TOO_LARGE, 413)


@bp.get("/clubs/<club_key>/import")
def import_form(club_key: str) -> Answer:
    """Choose a file; or what is in the one that was chosen."""
    club, _ = enter(club_key, Role.HOST)
    upload = request.args.get("upload")
    return _form(club) if upload is None else _look_again(club, upload)


@bp.post("/clubs/<club_key>/import")
def import_preview_submit(club_key: str) -> Answer:
    """Keep a file and go to what is in it; or read the one that is kept another way."""
    club, _ = enter(club_key, Role.HOST)
    if upload := request.form.get("upload"):
        return _look_again(club, upload)
    file = request.files.get("file")
    content = file.read() if file is not None else b""
    if file is None or not content:
        return _form(club, "Choose a file, and one that is not empty.", REFUSED)
    if len(content) > MOST_BYTES or lines_of(content) > MOST_LINES:
        return _form(club, TOO_LARGE, 413)
    upload = keep_upload(club, device_id(), file.filename or "", content)
    return go(url_for("transfer.import_form", club_key=club.key, upload=upload))


@bp.post("/clubs/<club_key>/import/confirm")
def import_submit(club_key: str) -> Answer:
    """Bring the file in, if what would come in is what was shown."""
    club, _ = enter(club_key, Role.HOST)
    looked = _look(club, request.form.get("upload", ""))
    if not isinstance(looked, _Looked):
        return looked
    plan = looked.plan
    if looked.form.faults or plan.faults or not plan.coming or club.archived_at is not None:
        return _preview(club, looked, REFUSED)
    if plan.stamp != request.form.get("stamp"):
        return _preview(club, looked, CHANGED)
    try:
        brought = bring_in(plan, club.key, device_id())
    except PlanChanged as error:
        return _preview(club, replace(looked, plan=error.plan), CHANGED)
    except RecordsError:  # the club was put away at this very moment
        return _preview(club, looked, REFUSED)
    drop_upload(club, device_id())
    session[BROUGHT] = [club.key, brought.games, brought.hands, brought.players]
    return go(url_for("transfer.import_form", club_key=club.key))


@dataclass(frozen=True, slots=True)
class _Looked:
    """A file that was looked at."""

    upload: str
    name: str
    form: ReadingForm
    plan: Plan


def _look(club: Club, upload: str) -> _Looked | Answer:
    """The file, read as this request's form says; or the page that says why it cannot be."""
    form = ReadingForm.of(request.form)
    try:
        name, content = kept_upload(club, device_id(), upload)
        plan = look(content, club, form.options())
    except NotFound:
        return _form(club, GONE, REFUSED)
    except FileRefused as error:
        return _form(club, str(error), REFUSED)
    return _Looked(upload, name, form, plan)


def _look_again(club: Club, upload: str) -> Answer:
    looked = _look(club, upload)
    return _preview(club, looked) if isinstance(looked, _Looked) else looked


def _form(club: Club, fault: str | None = None, status: int = 200) -> Answer:
    brought = session.pop(BROUGHT, None) if status == 200 else None
    if not isinstance(brought, list) or brought[0] != club.key:
        brought = None
    return render_template("transfer/import.html", club=club, fault=fault, brought=brought), status


def _preview(club: Club, looked: _Looked, status: int = 200) -> Answer:
    page = render_template(
        "transfer/preview.html",
        club=club,
        looked=looked,
        form=looked.form,
        view=view_of(looked.plan),
        found=_found(looked.plan),
        changed=OTHERWISE if status == CHANGED else None,
        roster=roster(club),
        presets=PRESETS.values(),
    )
    return page, status


def _found(plan: Plan) -> dict[str, str]:
    """How the file was read, as the radios of the page call it."""
    return {
        "written": plan.arrivals.written or "",
        "dates": {True: "day", False: "month", None: ""}[plan.arrivals.day_first],
    }


@bp.get("/clubs/<club_key>/export")
def exports(club_key: str) -> str:
    """What can be taken away, and for the host the way in."""
    club, role = enter(club_key)
    return render_template("transfer/exports.html", club=club, role=role)


@bp.get("/clubs/<club_key>/hands.csv")
def export_hands(club_key: str) -> Response:
    """Every hand, a line for each player."""
    club, _ = enter(club_key)
    return _download(club, hands_csv, "hands.csv", "text/csv")


@bp.get("/clubs/<club_key>/games.csv")
def export_games(club_key: str) -> Response:
    """Every game, a line each."""
    club, _ = enter(club_key)
    return _download(club, games_csv, "games.csv", "text/csv")


@bp.get("/clubs/<club_key>.json")
def export_club(club_key: str) -> Response:
    """The whole club as one document, which can be brought in again."""
    club, _ = enter(club_key)
    return _download(club, club_json, "club.json", "application/json")


@bp.get("/games/<game_key>.json")
def export_game(game_key: str) -> Response:
    """One game, scored."""
    sheet, _ = open_game(game_key, Role.VIEWER)
    document = game_json(db.session(), sheet.club, sheet.game.key)
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    return _as_file(Response(text, mimetype="application/json"), sheet.club, f"{game_key}.json")


def _download(
    club: Club, pieces: Callable[[Session, Club], Iterator[str]], name: str, mimetype: str
) -> Response:
    """A file in pieces, written while it is sent."""

    def written() -> Iterator[str]:
        # A session of its own: the request's is closed before the first piece goes out, and would be begun
        # anew for the pieces, with nobody to close it.
        with Session(db.engine) as books:
            yield from pieces(books, club)

    return _as_file(Response(stream_with_context(written()), mimetype=mimetype), club, name)


def _as_file(response: Response, club: Club | ClubRow, name: str) -> Response:
    kept = "".join(c if c.isalnum() or c in "-_" else " " for c in club.name)
    file_name = " ".join([*kept.split(), name])
    told = {"filename": file_name.encode("ascii", "ignore").decode().strip()}
    if not file_name.isascii():
        told["filename*"] = f"UTF-8''{quote(file_name, safe='')}"
    response.headers.set("Content-Disposition", "attachment", **told)
    response.headers["Cache-Control"] = "private, no-store"
    return response


@bp.get("/clubs/<club_key>/blank-sheet")
def blank_sheet(club_key: str) -> str:
    """A sheet to print and write on, for a number of players."""
    club, _ = enter(club_key)
    asked = whole(request.args.get("players")) or 4
    players = asked if FEWEST_PLAYERS <= asked <= MOST_PLAYERS else 4
    cycle = default_cycle(players)
    return render_template(
        "transfer/blank_sheet.html",
        club=club,
        players=players,
        choices=range(FEWEST_PLAYERS, MOST_PLAYERS + 1),
        passings=[SHORT_WAYS.get(way := cycle[hand % len(cycle)], way) for hand in range(SHEET_ROWS)],
    )
