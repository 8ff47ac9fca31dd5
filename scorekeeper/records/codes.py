"""Six-digit codes that let a phone in which cannot scan.

A code must find its club by itself. So a wrong one counts against every club that has a code at that moment:
whoever guesses, at whichever club, has five tries in ten minutes, and no other way round them. The price is
that a stranger can shut the codes of a server for ten minutes; links and QR codes let in all the same.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Select, delete, func, select
from sqlalchemy.orm import Session

from scorekeeper.records.clubs import now
from scorekeeper.records.db import writing
from scorekeeper.records.door_models import JoinCode, WrongCode
from scorekeeper.records.errors import TooMany
from scorekeeper.records.models import Club
from scorekeeper.records.roles import Role, generation

DIGITS: Final = 6
GOOD_FOR: Final = timedelta(minutes=10)
MOST_WRONG: Final = 5  # a club, in as long
MOST_LIVE: Final = 5  # codes of one club at once; the oldest goes

Mac = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Code:
    """A code for a role, and until when it is good."""

    digits: str
    role: Role
    expires_at: datetime


def new_code(club: Club, role: Role, mac: Mac) -> Code:
    """Make a code for a role in the club. Raises TooMany after too many wrong ones: it would open nothing."""
    moment = now()
    with writing() as session:
        session.execute(delete(JoinCode).where(JoinCode.expires_at <= moment))
        session.execute(delete(WrongCode).where(WrongCode.made_at <= moment - GOOD_FOR))
        live = list(session.scalars(_live(moment)))
        if club.id in _shut(session, {club.id}, moment):
            raise TooMany("wrong_codes", MOST_WRONG)
        mine = [code for code in live if code.club_id == club.id]
        for old in mine[: max(0, len(mine) - MOST_LIVE + 1)]:
            session.delete(old)
        taken = {code.mac for code in live}
        digits = _digits()
        while mac(digits) in taken:
            digits = _digits()
        code = JoinCode(
            club_id=club.id,
            role=int(role),
            generation=generation(club, role),
            mac=mac(digits),
            expires_at=moment + GOOD_FOR,
        )
        session.add(code)
        return Code(digits, role, code.expires_at)


def open_code(digits: str, mac: Mac) -> tuple[Club, Role] | None:
    """The club and role that a code lets into, or None; a wrong one is counted."""
    moment = now()
    with writing() as session:
        # Locked: tries at once are counted one after the other.
        live = list(session.scalars(_live(moment).with_for_update()))
        shut = _shut(session, {code.club_id for code in live}, moment)
        found = next((code for code in live if hmac.compare_digest(code.mac, mac(digits))), None)
        if found is not None and found.club_id not in shut:
            club, role = session.get_one(Club, found.club_id), Role(found.role)
            return (club, role) if found.generation == generation(club, role) else None
        tried = {code.club_id for code in live} - shut
        session.add_all(WrongCode(club_id=club_id, made_at=moment) for club_id in sorted(tried))
        return None


def _digits() -> str:
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"


def _live(moment: datetime) -> Select[JoinCode]:
    return select(JoinCode).where(JoinCode.expires_at > moment).order_by(JoinCode.id)


def _shut(session: Session, club_ids: set[int], moment: datetime) -> set[int]:
    """Those of the clubs at which too many wrong codes were tried lately."""
    query = (
        select(WrongCode.club_id)
        .where(WrongCode.club_id.in_(club_ids), WrongCode.made_at > moment - GOOD_FOR)
        .group_by(WrongCode.club_id)
        .having(func.count() >= MOST_WRONG)
    )
    return set(session.scalars(query))
