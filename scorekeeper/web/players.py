"""A player's page, and putting two players together who are one person."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.records.clubs import roster
from scorekeeper.records.errors import MergeRefused
from scorekeeper.records.merge import (
    MergePreview,
    merge_players,
    merged_into,
    preview_merge,
    separate_player,
)
from scorekeeper.records.models import Club, Player
from scorekeeper.records.profiles import player_of, profile
from scorekeeper.web.access import Role, enter
from scorekeeper.web.answers import REFUSED, go
from scorekeeper.web.choice import choice_of, wanted_of
from scorekeeper.web.columns import one_decimal, percent
from scorekeeper.web.forms import whole
from scorekeeper.web.history_charts import course, distribution
from scorekeeper.web.words import signed

bp = Blueprint("players", __name__)

Answer = str | Response | tuple[str, int]


@bp.get("/clubs/<club_key>/players/<int:player_id>")
def show(club_key: str, player_id: int) -> Answer:
    """Everything about a player; one who was merged is found under whom it went into."""
    club, role = enter(club_key)
    player = player_of(club, player_id)
    if player.merged_into is not None:
        return redirect(url_for("players.show", club_key=club.key, player_id=player.merged_into), 303)
    seen = profile(club, player_id, wanted_of(request.args))
    return render_template(
        "players/show.html",
        club=club,
        role=role,
        seen=seen,
        merged=merged_into(club, player_id),
        choice=choice_of(seen.chosen, club.zone, {"period": str(seen.chosen.period)}),
        course=course(seen.course, club.zone),
        distribution=distribution(seen.scores),
    )


@bp.get("/clubs/<club_key>/players/<int:player_id>/merge")
def merge(club_key: str, player_id: int) -> Answer:
    """Who the same person is; then what putting them together would do."""
    club, _ = enter(club_key, Role.HOST)
    player = player_of(club, player_id)
    into = whole(request.args.get("into"))
    if player.merged_into is not None:
        abort(404)
    if into is None:
        return _merge_page(club, player)
    try:
        preview = preview_merge(club, player_id, into)
    except MergeRefused:
        return _merge_page(club, player), REFUSED
    return _merge_page(club, player, preview)


@bp.post("/clubs/<club_key>/players/<int:player_id>/merge")
def merge_submit(club_key: str, player_id: int) -> Answer:
    """Put them together."""
    club, _ = enter(club_key, Role.HOST)
    player = player_of(club, player_id)
    try:
        into = merge_players(club, player_id, whole(request.form.get("into")) or 0)
    except MergeRefused:
        return _merge_page(club, player, _preview(club, player_id)), REFUSED
    return go(url_for("players.show", club_key=club.key, player_id=into.id))


@bp.post("/clubs/<club_key>/players/<int:player_id>/separate")
def separate_submit(club_key: str, player_id: int) -> Answer:
    """Take them apart again."""
    club, _ = enter(club_key, Role.HOST)
    player = separate_player(club, player_id)
    return go(url_for("players.show", club_key=club.key, player_id=player.id))


def _preview(club: Club, player_id: int) -> MergePreview | None:
    """What was refused, to be looked at; None where somebody named the player himself."""
    try:
        return preview_merge(club, player_id, whole(request.form.get("into")) or 0)
    except MergeRefused:
        return None


def _merge_page(club: Club, player: Player, preview: MergePreview | None = None) -> str:
    others = [other for other in roster(club, archived=True) if other.id != player.id]
    return render_template("players/merge.html", club=club, player=player, others=others, preview=preview)


@bp.app_template_filter("points_apart")
def points_apart(margin: float) -> str:
    """How far ahead or behind, on average: "+12.5", "−3.0", "0.0"."""
    said = one_decimal(margin)
    return f"+{said}" if margin > 0 and said != "0.0" else said.replace("−0.0", "0.0")


@bp.app_template_filter("or_dash")
def or_dash(number: int | None) -> str:
    """A figure, or a dash where there is none."""
    return "–" if number is None else signed(number)


@bp.app_template_filter("percent")
def percent_or_dash(rate: float | None) -> str:
    """A rate from 0 to 1 as "41%", or a dash where there is none."""
    return "–" if rate is None else percent(rate)


@bp.app_template_filter("decimal")
def decimal_or_dash(number: float | None) -> str:
    """An average as "5.4", or a dash where there is none."""
    return "–" if number is None else one_decimal(number)
