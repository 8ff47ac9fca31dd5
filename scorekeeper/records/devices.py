"""The devices that change things: rows made as they are first seen."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from scorekeeper.records.models import Device

SEEN_EVERY: Final = timedelta(minutes=10)  # as exact as anybody asks, and not a write for every hand


def see(session: Session, device_id: str | None, moment: datetime) -> None:
    """Make sure the device has a row, within the transaction that refers to it."""
    if device_id is None:
        return
    insert = postgresql.insert if session.get_bind().dialect.name == "postgresql" else sqlite.insert
    row = insert(Device).values(id=device_id, seen_at=moment)
    session.execute(
        row.on_conflict_do_update(
            index_elements=[Device.id],
            set_={"seen_at": row.excluded.seen_at},
            where=Device.seen_at < moment - SEEN_EVERY,
        )
    )
