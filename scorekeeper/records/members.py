"""The devices of a club: let in, seen, named, and their roles taken away again."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Final

from sqlalchemy import Insert, and_, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from scorekeeper.records import devices
from scorekeeper.records.clubs import clean_name, now
from scorekeeper.records.db import db, writing
from scorekeeper.records.door_models import Membership
from scorekeeper.records.errors import NotFound
from scorekeeper.records.keys import is_device
from scorekeeper.records.models import Club, Device
from scorekeeper.records.roles import ClubAccess, Role, generation


@dataclass(frozen=True, slots=True)
class Said:
    """What the books say of a device in a club; None for all: nothing."""

    role: int | None = None
    seen_at: datetime | None = None
    generation: int | None = None

    def allows(self, role: Role) -> bool:
        """Whether a cookie with this role is to be believed."""
        return self.role is None or self.role >= role

    def let_in_by(self, club: ClubAccess, role: Role) -> bool:
        """Whether it came by the club's present link for this role, or made that link anew itself.

        Then an older cookie is to be believed: the answer with the new one may have been lost on its way.
        """
        return self.role == role and self.generation == generation(club, role)

    def is_old(self, moment: datetime) -> bool:
        """Whether it is worth a write that the device is here now."""
        return self.seen_at is None or self.seen_at < moment - devices.SEEN_EVERY


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A device that has a role in a club now."""

    device_id: str
    name: str | None
    role: Role
    joined_at: datetime
    seen_at: datetime


NOTHING: Final = Said()


def said_of(club_ids: Collection[int], device_id: str | None) -> Mapping[int, Said]:
    """What the books say of a device in these clubs; those they say nothing of are left out. One query."""
    if not club_ids or device_id is None:
        return {}
    columns = (Membership.club_id, Membership.role, Membership.seen_at, Membership.generation)
    query = select(*columns).where(Membership.device_id == device_id, Membership.club_id.in_(club_ids))
    return {
        club_id: Said(role, seen_at, came_by) for club_id, role, seen_at, came_by in db.session.execute(query)
    }


def let_in(club: ClubAccess, device_id: str, role: Role) -> None:
    """A device came by the club's present link for this role, whatever was taken from it before."""
    with writing() as session:
        _let_in(session, club, device_id, role)


def _let_in(session: Session, club: ClubAccess, device_id: str, role: Role) -> None:
    _note(session, _come(club, device_id, role), ("role", "generation", "joined_at"))


def see_member(club: ClubAccess, device_id: str, role: Role) -> None:
    """A device came with its cookie. Never waits for another write: this one is of no great weight."""
    row = _come(club, device_id, role)
    with writing(wait=False) as session:
        _note(session, {**row, "seen_at": row["joined_at"]}, ("seen_at",))


def _come(club: ClubAccess, device_id: str, role: Role) -> dict[str, Any]:
    """A device that comes now by the club's present link for this role, as a row."""
    return {
        "club_id": club.id,
        "device_id": device_id,
        "role": int(role),
        "generation": generation(club, role),
        "joined_at": now(),
    }


def _note(session: Session, row: Mapping[str, Any], changed: tuple[str, ...]) -> None:
    """Write a device down; of one that is there already only what has `changed`."""
    devices.see(session, row["device_id"], row["joined_at"])
    connection = session.connection()
    connection.execute(_upsert(connection.dialect.name, changed), row)


@cache
def _upsert(dialect: str, changed: tuple[str, ...]) -> Insert:
    insert = postgresql.insert if dialect == "postgresql" else sqlite.insert
    row = insert(Membership)
    return row.on_conflict_do_update(
        index_elements=[Membership.club_id, Membership.device_id],
        set_={name: getattr(row.excluded, name) for name in changed},
    )


def members_of(club: Club) -> Sequence[Member]:
    """The devices that have a role in the club now and have used it; the latest seen first. One query."""
    present = [
        and_(Membership.role == int(role), Membership.generation == generation(club, role)) for role in Role
    ]
    query: Any = (
        select(Membership.device_id, Device.name, Membership.role, Membership.joined_at, Membership.seen_at)
        .join(Device, Device.id == Membership.device_id)
        .where(Membership.club_id == club.id, Membership.seen_at.is_not(None), or_(*present))
        .order_by(Membership.seen_at.desc(), Membership.device_id)
    )
    return [
        Member(device_id=device_id, name=name, role=Role(role), joined_at=joined_at, seen_at=seen_at)
        for device_id, name, role, joined_at, seen_at in db.session.execute(query)
    ]


def take_away(club: Club, device_id: str) -> None:
    """Take a device's role, from its next request on. Raises NotFound for a device that was never let in."""
    with writing() as session:
        member = session.get(Membership, (club.id, device_id)) if is_device(device_id) else None
        if member is None:
            raise NotFound(device_id)
        member.role = 0


def renew_links(club: Club, roles: Collection[Role], host: str | None = None) -> Club:
    """Make these links anew: the old ones, and whoever came by them, open nothing any more.

    `host` is the device that does it, and stays a host. Raises NotFound where it was shown out meanwhile.
    """
    with writing() as session:
        # Counted by the database: two hosts who renew at once make two generations.
        raised = {
            column: getattr(Club, column) + 1 for column in (f"{role.word}_generation" for role in roles)
        }
        session.execute(update(Club).where(Club.id == club.id).values(raised))
        renewed = session.get_one(Club, club.id, populate_existing=True)
        member = session.get(Membership, (club.id, host)) if host is not None else None
        if member is not None and member.role < Role.HOST:
            raise NotFound(host)
        if host is not None and Role.HOST in roles:
            _let_in(session, renewed, host, Role.HOST)
        return renewed


def name_of_device(device_id: str) -> str | None:
    """The name its owner gave a device."""
    device = db.session.get(Device, device_id)
    return None if device is None else device.name


def name_device(device_id: str, name: str) -> str | None:
    """Give a device a name, or with an empty one take it. Returns what is kept. Raises NameRefused."""
    kept = clean_name(name) if name.strip() else None
    with writing() as session:
        devices.see(session, device_id, now())
        session.get_one(Device, device_id).name = kept
    return kept
