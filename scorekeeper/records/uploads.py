"""A file between being looked at and brought in.

It lies in the database, where every server finds it: what is brought in is what was shown, not what a page
sends a second time.
"""

from __future__ import annotations

import zlib
from datetime import timedelta
from typing import Final

from sqlalchemy import and_, delete, or_, select

from scorekeeper.records import devices
from scorekeeper.records.clubs import now, tidy
from scorekeeper.records.db import db, writing
from scorekeeper.records.errors import NotFound
from scorekeeper.records.keys import new_key
from scorekeeper.records.models import FILE_NAME_LENGTH, KEY_LENGTH, Club, Upload

MOST_BYTES: Final = 20 * 1024 * 1024
MOST_LINES: Final = 200_000  # as long a work as 20 MB of whole games, however short they are
KEPT: Final = timedelta(days=1)


def lines_of(content: bytes) -> int:
    """How many lines a file has, whichever way it ends them."""
    return max(content.count(b"\n"), content.count(b"\r"))


def keep_upload(club: Club, device: str, name: str, content: bytes) -> str:
    """Keep a file for a day; the id to find it by.

    A device has one file a club at a time: the new one takes the place of the one before. What is older
    than a day goes, whosever it is.
    """
    moment = now()
    upload = Upload(
        id=new_key() + new_key(),
        club_id=club.id,
        device_id=device,
        name=tidy(name)[-FILE_NAME_LENGTH:],
        content=zlib.compress(content, 6),
        made_at=moment,
    )
    with writing() as session:
        devices.see(session, device, moment)
        mine = and_(Upload.club_id == club.id, Upload.device_id == device)
        session.execute(delete(Upload).where(or_(mine, Upload.made_at < moment - KEPT)))
        session.add(upload)
    return upload.id


def kept_upload(club: Club, device: str, upload_id: str) -> tuple[str, bytes]:
    """The name and the content of a file this device is looking at. Raises NotFound."""
    is_id = len(upload_id) == 2 * KEY_LENGTH and upload_id.isascii() and upload_id.isalnum()
    mine = Upload.id == upload_id, Upload.club_id == club.id, Upload.device_id == device
    found = db.session.execute(select(Upload.name, Upload.content).where(*mine)).first() if is_id else None
    if found is None:
        raise NotFound(upload_id)
    return found.name, zlib.decompress(found.content)


def drop_upload(club: Club, device: str) -> None:
    """Let go of what this device was looking at: it is in."""
    with writing() as session:
        session.execute(delete(Upload).where(Upload.club_id == club.id, Upload.device_id == device))
