"""The start page and a club's own pages: what is at the table, the roster, settings, links."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)

from scorekeeper.hearts.rules import Rules
from scorekeeper.records import clubs as books
from scorekeeper.records import games
from scorekeeper.records.errors import NameRefused, NotFound, TooMany
from scorekeeper.records.keys import new_key
from scorekeeper.records.models import Club
from scorekeeper.records.overview import Overview, games_at_table, overview
from scorekeeper.records.sheets import load_sheet
from scorekeeper.web.access import (
    Role,
    club_keys,
    clubs_entered,
    device_id,
    enter,
    grant,
    split_token,
    token_opens,
)
from scorekeeper.web.answers import REFUSED, Answer, answer, go
from scorekeeper.web.choice import choice_of
from scorekeeper.web.forms import (
    SHOWN,
    NameForm,
    QuickStartForm,
    SettingsForm,
    drawn,
    known_zone,
    name_sentence,
    submission_of,
    whole,
    zones,
)
from scorekeeper.web.limits import count_club
from scorekeeper.web.links import landing, links_page
from scorekeeper.web.standings_table import short_table
from scorekeeper.web.words import MONTHS, local

bp = Blueprint("clubs", __name__)

# In the session: the clubs this device opened and has not yet been shown the host link of.
UNTOLD = "untold"
PLAYER_ACTS: dict[str, Callable[[Club, int], object]] = {
    "archive": books.archive_player,
    "bring_back": books.bring_back_player,
    "guest": partial(books.set_guest, guest=True),
    "regular": partial(books.set_guest, guest=False),
}


@bp.get("/")
def home() -> tuple[str, int]:
    """The clubs on this device, and a game at once with nothing but names."""
    return _home(QuickStartForm(formdata=None), 200)


@bp.post("/")
def quick_start_submit() -> Answer:
    """Open a club for these names and deal; this device becomes its host."""
    form = QuickStartForm()
    if not form.validate():
        return _home(form, REFUSED)
    count_club(device_id())
    zone = known_zone(form.zone.data)
    typed = form.seated()
    seat = form.dealer_seat()
    try:
        game = games.quick_start(
            [name for _, name in typed],
            zone=zone,
            club_name=(form.club_name.data or "").strip() or None,
            first_dealer=drawn(len(typed), submission_of(request.form)) if seat is None else seat,
            rules=Rules(players=len(typed), limit=whole(form.limit.data) or 100),
            device=device_id(),
            submission=submission_of(request.form),
        )
    except NameRefused as error:
        form.refuse("club_name", name_sentence(error))
        return _home(form, REFUSED)
    club = load_sheet(game.key).club
    grant(club, Role.HOST)
    session[UNTOLD] = [*_untold(), club.key][-20:]
    return go(url_for("table.show", game_key=game.key))


def _home(form: QuickStartForm, status: int) -> tuple[str, int]:
    keys = club_keys()
    mine = clubs_entered(books.clubs_by_keys(keys))
    now = games_at_table(mine)
    return answer(
        "clubs/home.html",
        "clubs/_quick_start.html",
        status,
        form=form,
        clubs=sorted(mine, key=lambda club: not now[club.id]),
        now=now,
        submission=submission_of(request.form) or new_key(),
        open=status != 200,
        more_open=any(number >= SHOWN for number, _ in form.seated()),
    )


def _untold() -> list[str]:
    keys = session.get(UNTOLD)
    return [key for key in keys if isinstance(key, str)] if isinstance(keys, list) else []


@bp.get("/clubs/<club_key>")
def show(club_key: str) -> str:
    """What is at the table now, how everybody stands, the latest games."""
    club, role = enter(club_key)
    seen = overview(club)
    return render_template(
        "clubs/show.html",
        club=club,
        role=role,
        overview=seen,
        choice=choice_of(seen.standings.chosen, club.zone),
        standings=short_table(seen.standings.lines),
        line=_line(seen, club.zone),
        untold=role >= Role.HOST and club.key in _untold(),
    )


def _line(seen: Overview, zone: str) -> str:
    """The club in a line: "7 players · 83 games since March"."""
    people = _count(seen.players, "player")
    if not seen.games or seen.since is None:
        return people
    since, today = local(seen.since, zone), local(datetime.now(UTC), zone)
    year = "" if since.year == today.year else f" {since.year}"
    return f"{people} · {_count(seen.games, 'game')} since {MONTHS[since.month - 1]}{year}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


@bp.get("/clubs/<club_key>/players")
def players(club_key: str) -> str:
    """The roster."""
    club, role = enter(club_key)
    return _players_page(club, role, NameForm(formdata=None))


@bp.post("/clubs/<club_key>/players")
def players_submit(club_key: str) -> Answer:
    """Add a player."""
    club, role = enter(club_key, Role.HOST)
    form = NameForm()
    if form.validate():
        try:
            books.add_player(club, form.name.data)
        except (NameRefused, TooMany) as error:
            form.refuse("name", _why_no_player(error))
        else:
            return go(url_for("clubs.players", club_key=club.key))
    return _players_page(club, role, form), REFUSED


@bp.post("/clubs/<club_key>/players/<int:player_id>")
def player_edit_submit(club_key: str, player_id: int) -> Answer:
    """Rename a player, or put one away and bring one back."""
    club, role = enter(club_key, Role.HOST)
    form = NameForm()
    try:
        if act := PLAYER_ACTS.get(request.form.get("do", "")):
            act(club, player_id)
            return go(url_for("clubs.players", club_key=club.key))
        if form.validate():
            books.rename_player(club, player_id, form.name.data)
            return go(url_for("clubs.players", club_key=club.key))
    except NameRefused as error:
        form.refuse("name", name_sentence(error))
    return _players_page(club, role, NameForm(formdata=None), player_id, form), REFUSED


def _why_no_player(error: NameRefused | TooMany) -> str:
    if isinstance(error, TooMany):
        return f"A club has at most {error.value} players."
    return name_sentence(error)


def _players_page(
    club: Club, role: Role, add: NameForm, edited: int | None = None, edit: NameForm | None = None
) -> str:
    everybody = books.roster(club, archived=role >= Role.HOST)
    return render_template(
        "clubs/players.html",
        club=club,
        role=role,
        players=[player for player in everybody if player.archived_at is None],
        archived=[player for player in everybody if player.archived_at is not None],
        add=add,
        edited=edited,
        edit=edit,
    )


@bp.get("/clubs/<club_key>/settings")
def settings(club_key: str) -> str:
    """The club's name and time zone, and putting it away."""
    club, _ = enter(club_key, Role.HOST)
    form = SettingsForm(formdata=None, data={"name": club.name, "zone": club.zone})
    return render_template("clubs/settings.html", club=club, form=form, zones=zones())


@bp.post("/clubs/<club_key>/settings")
def settings_submit(club_key: str) -> Answer:
    """Save them."""
    club, _ = enter(club_key, Role.HOST)
    match request.form.get("do"):
        case "archive":
            books.archive_club(club)
        case "bring_back":
            books.bring_back_club(club)
        case _:
            form = SettingsForm()
            if not form.validate():
                return render_template("clubs/settings.html", club=club, form=form, zones=zones()), REFUSED
            books.change_club(club, name=form.name.data, zone=form.zone.data)
    return go(url_for("clubs.show", club_key=club.key))


@bp.get("/clubs/<club_key>/links")
def links(club_key: str) -> Answer:
    """The links this device may hand on, as text, as QR codes, and as a code to be typed."""
    club, role = enter(club_key, Role.SCOREKEEPER)
    if role >= Role.HOST and club.key in _untold():
        session[UNTOLD] = [key for key in _untold() if key != club.key]
    return links_page(club, role)


@bp.get("/join/<token>")
def join(token: str) -> Response:
    """Give this device the link's role and go on. A look ahead (HEAD, a prefetch) gives nothing."""
    claimed = split_token(token)
    try:
        club = books.club_by_key(claimed[0]) if claimed else None
    except NotFound:
        club = None
    if claimed is None or club is None or not token_opens(token, club, claimed[1]):
        abort(404)
    if request.method == "HEAD" or "prefetch" in request.headers.get("Sec-Purpose", ""):
        answer = make_response("", 204)
    else:
        grant(club, claimed[1])
        answer = make_response(redirect(landing(club), 303))
    answer.headers["Cache-Control"] = "no-store"
    return answer
