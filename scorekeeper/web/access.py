"""Who may do what: roles by link, kept in the device's signed cookie.

A link's token is an HMAC of club, role and generation under the secret key, so nothing secret lies in
the database, and renewing a link (a new generation) takes the role from every device that came by it.
"""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode
from enum import IntEnum
from typing import Protocol

from flask import Flask, abort, current_app, request, session
from flask.json.provider import DefaultJSONProvider
from flask.sessions import SecureCookieSessionInterface

from scorekeeper.records.clubs import club_by_key
from scorekeeper.records.errors import NotFound
from scorekeeper.records.keys import new_key
from scorekeeper.records.models import Club

TOKEN_MAC_LENGTH = 22  # base64 letters: 132 bits
# A browser drops a cookie over 4 KB whole, and every role with it; so many clubs take up 3 KB.
MOST_CLUBS = 100


class Role(IntEnum):
    """What a device may do in a club; each role may do all that a lower one may."""

    VIEWER = 1
    SCOREKEEPER = 2
    HOST = 3

    @property
    def word(self) -> str:
        """The role as pages and links name it."""
        return self.name.lower()


class ClubAccess(Protocol):
    """What access needs to know of a club: its key and the generation of each kind of link."""

    @property
    def key(self) -> str: ...
    @property
    def viewer_generation(self) -> int: ...
    @property
    def scorekeeper_generation(self) -> int: ...
    @property
    def host_generation(self) -> int: ...


def generation(club: ClubAccess, role: Role) -> int:
    """The generation that a link for this role must have to open the club."""
    return int(getattr(club, f"{role.word}_generation"))


def _mac(club_key: str, role: Role, number: int) -> str:
    secret = str(current_app.config["SECRET_KEY"]).encode()
    message = f"scorekeeper.link:{club_key}:{role.word}:{number}".encode()
    digest = hmac.new(secret, message, hashlib.sha256).digest()
    return urlsafe_b64encode(digest).decode()[:TOKEN_MAC_LENGTH]


def token_for(club: ClubAccess, role: Role) -> str:
    """The token of the club's link for this role: `<club key>-<role's first letter>-<mac>`."""
    return f"{club.key}-{role.word[0]}-{_mac(club.key, role, generation(club, role))}"


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
    others = [entry for entry in _roles().items() if entry[0] != club.key]
    session["roles"] = dict([*others[-MOST_CLUBS + 1 :], (club.key, [int(kept), generation(club, kept)])])
    device_id()


def role_in(club: ClubAccess) -> Role | None:
    """This device's role in the club, or None. A role of an older generation is none."""
    match _roles().get(club.key):
        case [int(number), int(held)] if number in Role.__members__.values():
            role = Role(number)
            return role if held == generation(club, role) else None
        case _:
            return None


def require(club: ClubAccess, role: Role) -> Role:
    """The device's role in the club, at least `role`; else 404, the same as for what does not exist."""
    held = role_in(club)
    if held is None or held < role:
        abort(404)
    return held


def enter(club_key: str, role: Role = Role.VIEWER) -> tuple[Club, Role]:
    """The club and this device's role in it, at least `role`; else 404."""
    try:
        club = club_by_key(club_key)
    except NotFound:
        abort(404)
    return club, require(club, role)


def club_keys() -> list[str]:
    """The keys of the clubs this device has a role in, as the cookie says; the latest first."""
    return list(reversed(_roles()))


def device_id() -> str:
    """This device's random id, made at first need and kept in its signed cookie."""
    if not isinstance(session.get("device"), str):
        session["device"] = new_key() + new_key()
        session.permanent = True
    return str(session["device"])


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
