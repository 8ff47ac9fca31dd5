"""Opening a game for a page: its sheet and this device's role, or 404."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import request

from scorekeeper.records.changes import Entry
from scorekeeper.records.keys import new_key
from scorekeeper.records.sheets import load_sheet
from scorekeeper.web.access import Role, device_id, known_device, require
from scorekeeper.web.forms import whole

if TYPE_CHECKING:
    from scorekeeper.records.sheets import Sheet


def open_game(game_key: str, role: Role, *, to_change: bool = False) -> tuple[Sheet, Role]:
    """The game's sheet and the device's role, which is at least `role`.

    Not a member: 404, the same as for a game that does not exist. `to_change`: see `load_sheet`.
    """
    sheet = load_sheet(game_key, known_device(), to_change=to_change)
    return sheet, require(sheet.club, role, sheet.said)


def entry(sheet: Sheet) -> Entry:
    """How the change of that game in this request came: its form's version and submission id, this device.

    A form that lost its submission id counts as one of its own.
    """
    version = whole(request.form.get("version"))
    return Entry(
        version=-1 if version is None else version,
        submission=request.form.get("submission") or new_key(),
        device=device_id(),
        seen=sheet.book,
        device_noted=sheet.said.role is not None,
    )
