"""The tables of who was let in: memberships, join codes, and the wrong codes that were tried."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.records.models import Base, UtcDateTime

MAC_LENGTH: Final = 64


class Membership(Base):
    """A device that was let into a club.

    The role lies in the device's signed cookie; this row overrules it: a cookie that says more than the row
    is an old one, or the host has taken the role away. No row (books restored from before): the cookie alone.
    """

    __tablename__ = "membership"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    device_id: Mapped[str] = mapped_column(ForeignKey("device.id"), primary_key=True)
    role: Mapped[int]  # see roles.Role; 0: taken away
    generation: Mapped[int]  # of the link it came by
    joined_at: Mapped[datetime] = mapped_column(UtcDateTime)
    # Null until it comes back with its cookie: what only looks a link up for a message never does.
    seen_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class JoinCode(Base):
    """A six-digit code, kept as its HMAC."""

    __tablename__ = "join_code"

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), index=True)
    role: Mapped[int]
    generation: Mapped[int]  # of the role's link: renewing that ends the code too
    mac: Mapped[str] = mapped_column(String(MAC_LENGTH))
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)


class WrongCode(Base):
    """A wrong code that was tried while a club had one."""

    __tablename__ = "wrong_code"

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), index=True)
    made_at: Mapped[datetime] = mapped_column(UtcDateTime)
