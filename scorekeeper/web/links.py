"""A club's links, one for each role: on its page, and for the owner of the server on the command line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlsplit

import segno
from flask import current_app, render_template, request, session, url_for
from markupsafe import Markup

from scorekeeper import network
from scorekeeper.config import Settings
from scorekeeper.records.codes import Code
from scorekeeper.records.errors import NotFound
from scorekeeper.records.models import Club
from scorekeeper.records.overview import clubs_called, games_at_table
from scorekeeper.web.access import ClubAccess, Role, token_for
from scorekeeper.web.answers import REFUSED, Answer
from scorekeeper.web.history import is_left

LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
CODE: Final = "code"  # in the session: the code this device asked for, to be shown until it ends
TITLES: Final = {
    Role.SCOREKEEPER: ("Keep score", "Records and corrects hands, starts games, and can pass this link on."),
    Role.VIEWER: ("Look on", "Follows the table and sees the club's games; changes nothing."),
    Role.HOST: ("Host", "May do everything: players, settings, links. Keep it where you find it again."),
}


def landing(club: Club) -> str:
    """Where a phone goes that was let in: to the table where just one is played at, else to the club."""
    playing = [game for game in games_at_table([club])[club.id] if not is_left(game)]
    if len(playing) == 1:
        return url_for("table.show", game_key=playing[0].key)
    return url_for("clubs.show", club_key=club.key)


@dataclass(frozen=True, slots=True)
class Link:
    """One of a club's links: whom it makes the device that opens it, in words, and as a QR code."""

    role: Role
    title: str
    sentence: str
    address: str
    qr: Markup


def links_page(club: Club, role: Role, fault: str | None = None) -> Answer:
    """The page of the links, with a code where this device asked for one, and with what went wrong."""
    page = render_template(
        "clubs/links.html",
        club=club,
        role=role,
        links=links_for(club, role),
        code=_code_of(club),
        join_address=f"{base_address()}join",
        fault=fault,
    )
    return page, REFUSED if fault else 200


def _code_of(club: Club) -> Code | None:
    """The code that this device asked for, while it is good."""
    match session.get(CODE):
        case [str(key), str(digits), int(role), float(ends)] if key == club.key:
            expires_at = datetime.fromtimestamp(ends, UTC)
            return Code(digits, Role(role), expires_at) if expires_at > datetime.now(UTC) else None
        case _:
            return None


def links_for(club: ClubAccess, held: Role) -> list[Link]:
    """The links a device with this role may hand on; a viewer none."""
    roles = [role for role in TITLES if held >= Role.SCOREKEEPER and role <= held]
    return [_link(club, role) for role in roles]


def _link(club: ClubAccess, role: Role) -> Link:
    address = f"{base_address()}join/{token_for(club, role)}"
    title, sentence = TITLES[role]
    return Link(role, title, sentence, address, qr_svg(address, f"QR code of the link: {title}"))


def qr_svg(address: str, title: str) -> Markup:
    """The address as an SVG to stand in a page; its colours are attributes, as the policy wants them."""
    code = segno.make(address, error="m", micro=False)
    svg = code.svg_inline(border=3, omitsize=True, svgclass="qr", lineclass=None, light="#fff", dark="#000")
    named = f'<svg role="img" aria-label="{Markup.escape(title)}" '
    return Markup(svg.replace("<svg ", named, 1))  # noqa: S704  # segno's output, and an escaped title


def base_address() -> str:
    """The address that other devices reach this server by, ending in a slash.

    What the setting says; else where this page was asked for, or, on the server's own screen, where the
    phones in its network find it.
    """
    settings = current_app.config.get("SCOREKEEPER")
    if isinstance(settings, Settings) and settings.address:
        return settings.address
    asked = urlsplit(request.host_url)
    if asked.hostname in LOOPBACK and isinstance(settings, Settings):
        found = _phones_address(settings, asked.port or 80)
        return found or request.host_url
    return request.host_url


def _phones_address(settings: Settings, port: int) -> str | None:
    served = network.resolve(settings.host)
    return next((network.url(found, port) for found in network.addresses(served)), None)


def club_links(text: str) -> Iterator[tuple[str, str, str]]:
    """For `scorekeeper links CLUB`: (club's key, role, address) of each link of the club of that key or name.

    Needs an application context. Where no address is set it is the one the phones find this computer by.
    Raises NotFound.
    """
    found = clubs_called(text)
    if not found:
        raise NotFound(text)
    settings: Settings = current_app.config["SCOREKEEPER"]
    base = (
        settings.address or _phones_address(settings, settings.port) or f"http://127.0.0.1:{settings.port}/"
    )
    for club in found:
        for role in Role:
            yield club.key, role.word, f"{base}join/{token_for(club, role)}"
