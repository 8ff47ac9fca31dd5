"""Who may do what: roles by link, kept in the device's signed cookie.

A link's token is an HMAC of club, role and generation under the secret key, so nothing secret lies in
the database, and renewing a link (a new generation) takes the role from every device that came by it.
What the books say of a single device (records/members.py) overrules its cookie.
"""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from typing import TypeVar

from flask import Flask, Response, abort, current_app, g, request, session
from flask.json.provider import DefaultJSONProvider
from flask.sessions import SecureCookieSessionInterface
from sqlalchemy.exc import DBAPIError

from scorekeeper.records import members
from scorekeeper.records.clubs import club_by_key, now
from scorekeeper.records.db import db
from scorekeeper.records.keys import new_key
from scorekeeper.records.members import Said
from scorekeeper.records.models import Club
from scorekeeper.records.roles import ClubAccess, Role, generation

TOKEN_MAC_LENGTH = 22  # base64 letters: 132 bits
# A browser drops a cookie over 4 KB whole, and every role with it; so many clubs take up 3 KB.
MOST_CLUBS = 100

__all__ = ["ClubAccess", "Role"]  # the pages take them from here
AnyClub = TypeVar("AnyClub", bound=ClubAccess)


def mac(message: str) -> str:
    """The HMAC of a message under the secret key, as letters and digits of base64."""
    secret = str(current_app.config["SECRET_KEY"]).encode()
    digest = hmac.new(secret, message.encode(), hashlib.sha256).digest()
    return urlsafe_b64encode(digest).decode().rstrip("=")


def token_for(club: ClubAccess, role: Role) -> str:
    """The token of the club's link for this role: `<club key>-<role's first letter>-<mac>`."""
    signed = mac(f"scorekeeper.link:{club.key}:{role.word}:{generation(club, role)}")
    return f"{club.key}-{role.word[0]}-{signed[:TOKEN_MAC_LENGTH]}"


def split_token(token: str) -> tuple[str, Role] | None:
    """The club key and role a token claims, or None where it has not the form of one."""
    key, _, rest = token.partition("-")
    letter, _, mac = rest.partition("-")
    roles = {role.word[0]: role for role in Role}
    if not key or letter not in roles or len(mac) != TOKEN_MAC_LENGTH:
        return None
    return key, roles[letter]


def token_opens(token: str, club: ClubAccess, role: Role) -> bool:
    """Whether the token is the club's present one for this role. Compares in constant time."""
    return hmac.compare_digest(token.encode(), token_for(club, role).encode())


def grant(club: ClubAccess, role: Role) -> None:
    """Give this device a role in the club; a higher one it has stays. The club becomes its latest."""
    held = role_in(club)
    kept = role if held is None else max(held, role)
    remember(club, kept)
    members.let_in(club, device_id(), kept)


def remember(club: ClubAccess, role: Role) -> None:
    """Write a role into this device's cookie that the books know of already."""
    others = [entry for entry in _roles().items() if entry[0] != club.key]
    session["roles"] = dict([*others[-MOST_CLUBS + 1 :], (club.key, [int(role), generation(club, role)])])


def role_in(club: ClubAccess) -> Role | None:
    """This device's role in the club, or None. One query where its cookie says that it has one."""
    return _held(club, _said(club)) if club.key in _roles() else None


def clubs_entered(clubs: Sequence[AnyClub]) -> list[AnyClub]:
    """Those of the clubs that this device has a role in. One query."""
    said = members.said_of([club.id for club in clubs if club.key in _roles()], known_device())
    return [club for club in clubs if _held(club, said.get(club.id, members.NOTHING)) is not None]


def require(club: ClubAccess, role: Role, said: Said | None = None) -> Role:
    """The device's role in the club, at least `role`; else 404, the same as for what does not exist.

    `said` is what the books say of the device there, where it has been read already.
    """
    if club.key not in _roles():
        abort(404)
    said = said or _said(club)
    held = _held(club, said)
    if held is None or held < role:
        abort(404)
    if said.is_old(now()):
        g.here = (club, held)
    return held


def _held(club: ClubAccess, said: Said) -> Role | None:
    """The role that the cookie says, if it holds. One of an older generation does only by what is `said`."""
    match _roles().get(club.key):
        case [int(number), int(came_by)] if number in Role.__members__.values():
            role = Role(number)
            present = came_by == generation(club, role) or said.let_in_by(club, role)
            return role if present and said.allows(role) else None
        case _:
            return None


def _said(club: ClubAccess) -> Said:
    return members.said_of([club.id], known_device()).get(club.id, members.NOTHING)


def _note_who_is_here(response: Response) -> Response:
    """Write down, every ten minutes, that this device is still there; after what it came for was answered."""
    here = g.pop("here", None)
    if here is not None and response.status_code < 400 and not response.is_streamed:
        try:
            members.see_member(here[0], device_id(), here[1])
        except DBAPIError:  # full, locked, read-only: nothing that a reader must hear of
            db.session.rollback()
    return response


def enter(club_key: str, role: Role = Role.VIEWER) -> tuple[Club, Role]:
    """The club and this device's role in it, at least `role`; else 404."""
    club = club_by_key(club_key)
    return club, require(club, role)


def club_keys() -> list[str]:
    """The keys of the clubs this device has a role in, as the cookie says; the latest first."""
    return list(reversed(_roles()))


def known_device() -> str | None:
    """This device's id, if it has one."""
    device = session.get("device")
    return device if isinstance(device, str) else None


def device_id() -> str:
    """This device's random id, made at first need and kept in its signed cookie."""
    known = known_device()
    if known is None:
        known = session["device"] = new_key() + new_key()
        session.permanent = True
    return known


def _roles() -> dict[str, list[int]]:
    roles = session.get("roles")
    return roles if isinstance(roles, dict) else {}


class CookieByScheme(SecureCookieSessionInterface):
    """The session cookie, marked Secure under HTTPS and not under the plain http of a kitchen's Wi-Fi."""

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether the browser may send the cookie over HTTPS only: where it came by HTTPS."""
        return bool(app.config["SESSION_COOKIE_SECURE"]) or request.is_secure


def init_app(app: Flask) -> None:
    """Set the cookie's ways; templates ask `role >= Role.SCOREKEEPER`."""
    app.session_interface = CookieByScheme()
    if isinstance(app.json, DefaultJSONProvider):
        app.json.sort_keys = (
            False  # the cookie is written with it, and its clubs stand in the order they came
        )
    app.jinja_env.globals["Role"] = Role
    app.after_request(_note_who_is_here)
