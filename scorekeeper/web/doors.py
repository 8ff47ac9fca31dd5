"""How devices come in and are shown out: links made anew, codes, the devices of a club and their names."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, abort, make_response, render_template, request, session, url_for

from scorekeeper.records import codes, members
from scorekeeper.records.errors import NameRefused, TooMany
from scorekeeper.records.models import Club
from scorekeeper.web.access import Role, device_id, enter, grant, known_device, mac, remember
from scorekeeper.web.answers import REFUSED, Answer, go
from scorekeeper.web.forms import name_sentence
from scorekeeper.web.limits import count_code
from scorekeeper.web.links import CODE, landing, links_page

bp = Blueprint("doors", __name__)

NO_CODE: Final = "A code has six digits, such as 482 913."
WRONG_CODE: Final = (
    "That code is wrong or too old. A code works for ten minutes; after five wrong ones, wait ten minutes. "
    "The link and the QR code always work."
)
SHUT: Final = (
    "Five wrong codes were tried: wait ten minutes before the next. The link and the QR code always work."
)


@bp.post("/clubs/<club_key>/links/renew")
def renew_submit(club_key: str) -> Answer:
    """Make a link anew, on wish with those below it. This device, a host, stays one."""
    club, held = enter(club_key, Role.HOST)
    role = _asked_role(held)
    roles = [each for each in Role if each == role or (each < role and request.form.get("below"))]
    renewed = members.renew_links(club, roles, device_id())
    if Role.HOST in roles:
        remember(renewed, Role.HOST)
    return go(url_for("clubs.links", club_key=club.key, _anchor=role.word))


@bp.post("/clubs/<club_key>/links/code")
def code_submit(club_key: str) -> Answer:
    """Make a code for a role, this device's own at most."""
    club, held = enter(club_key, Role.SCOREKEEPER)
    try:
        code = codes.new_code(club, _asked_role(held), _mac_of_code)
    except TooMany:
        return links_page(club, held, SHUT)
    session[CODE] = [club.key, code.digits, int(code.role), code.expires_at.timestamp()]
    return go(url_for("clubs.links", club_key=club.key, _anchor="code"))


def _asked_role(held: Role) -> Role:
    """The role the form names; 404 for one that the device has not got, or that is none."""
    asked = next((role for role in Role if role.word == request.form.get("role")), None)
    if asked is None or asked > held:
        abort(404)
    return asked


def _mac_of_code(digits: str) -> str:
    return mac(f"scorekeeper.code:{digits}")


@bp.get("/join")
def join_form() -> Answer:
    """Type a code."""
    return render_template("doors/join.html", typed="", fault=None), 200


@bp.post("/join")
def join_submit() -> Answer:
    """Let this device in. Every code that opens nothing, whatever the reason, gets the same answer."""
    typed = request.form.get("code", "")
    digits = "".join(character for character in typed if character not in " -\u00a0")
    if len(digits) != codes.DIGITS or not (digits.isascii() and digits.isdigit()):
        return render_template("doors/join.html", typed=typed, fault=NO_CODE), REFUSED
    count_code()
    found = codes.open_code(digits, _mac_of_code)
    if found is None:
        return render_template("doors/join.html", typed=typed, fault=WRONG_CODE), REFUSED
    grant(*found)
    answer = make_response(go(landing(found[0])))
    answer.headers["Cache-Control"] = "no-store"
    return answer


@bp.get("/clubs/<club_key>/devices")
def devices(club_key: str) -> Answer:
    """The devices that have a role in the club."""
    club, _ = enter(club_key, Role.HOST)
    found = members.members_of(club)
    return render_template("doors/devices.html", club=club, members=found, mine=known_device()), 200


@bp.post("/clubs/<club_key>/devices/take")
def take_submit(club_key: str) -> Answer:
    """Take another device's role away; its own a host cannot lose by a slip of the thumb."""
    club, _ = enter(club_key, Role.HOST)
    device = request.form.get("device", "")
    if device == known_device():
        abort(404)
    members.take_away(club, device)
    return go(url_for("doors.devices", club_key=club.key))


@bp.get("/clubs/<club_key>/device")
def device(club_key: str) -> Answer:
    """What this device is called, and what it may do."""
    club, role = enter(club_key)
    return _device_page(club, role, members.name_of_device(device_id()) or "")


@bp.post("/clubs/<club_key>/device")
def device_submit(club_key: str) -> Answer:
    """Call it something else."""
    club, role = enter(club_key)
    name = request.form.get("name", "")
    try:
        members.name_device(device_id(), name)
    except NameRefused as error:
        return _device_page(club, role, name, name_sentence(error))
    return go(url_for("clubs.show", club_key=club.key))


def _device_page(club: Club, role: Role, name: str, fault: str | None = None) -> Answer:
    page = render_template("doors/device.html", club=club, role=role, name=name, fault=fault)
    return page, REFUSED if fault else 200
