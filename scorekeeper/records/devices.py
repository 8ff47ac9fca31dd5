"""The devices that change things: rows made as they are first seen."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cache
from typing import Final

from sqlalchemy import Insert, bindparam
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from scorekeeper.records.models import Device

SEEN_EVERY: Final = timedelta(minutes=10)  # as exact as anybody asks, and not a write for every hand


def see(session: Session, device_id: str | None, moment: datetime) -> None:
    """Make sure the device has a row, within the transaction that refers to it."""
    if device_id is None:
        return
    connection = session.connection()
    values = {"device": device_id, "moment": moment, "lately": moment - SEEN_EVERY}
    connection.execute(_upsert(connection.dialect.name), values)


@cache
def _upsert(dialect: str) -> Insert:
    insert = postgresql.insert if dialect == "postgresql" else sqlite.insert
    row = insert(Device).values(id=bindparam("device"), seen_at=bindparam("moment"))
    return row.on_conflict_do_update(
        index_elements=[Device.id],
        set_={"seen_at": row.excluded.seen_at},
        where=Device.seen_at < bindparam("lately"),
    )
