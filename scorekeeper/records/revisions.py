"""What was ever done to the hands of a game: every change with when, by which device, and what it changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from scorekeeper.records.books import captures_of
from scorekeeper.records.db import db
from scorekeeper.records.models import Device, Revision

if TYPE_CHECKING:
    from scorekeeper.records.sheets import Sheet, SheetHand


@dataclass(frozen=True, slots=True, kw_only=True)
class HandState:
    """A hand before or after a change: its scores by seat, and all that was told of it (compared, not shown).

    A seat's score is None where the hand could not be scored, or lay after the end.
    """

    scores: tuple[int | None, ...]
    told: Mapping[str, Any]

    @property
    def dealer(self) -> int | None:
        """The seat that was said to have dealt, where somebody said so."""
        dealer: int | None = self.told["said_dealer"]
        return dealer

    @property
    def passing(self) -> str | None:
        """The way that was said to have been passed, where somebody said so."""
        passing: str | None = self.told["said_passing"]
        return passing


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change to one hand. `number` is the hand's now, None where it is gone.

    `action` is recorded, inserted, corrected, deleted or restored, or what was done to the game as a whole
    (`rules`, `start`); `before` and `after` are None where the hand was not there.
    """

    made_at: datetime
    device_id: str | None
    device_name: str | None
    action: str
    number: int | None
    before: HandState | None
    after: HandState | None


def changes_of(sheet: Sheet) -> tuple[Change, ...]:
    """The changes of a game, the latest first. One query beside the sheet's."""
    query = (
        select(Revision, Device.name)
        .outerjoin(Device, Device.id == Revision.device_id)
        .where(Revision.game_id == sheet.game.id)
        .order_by(Revision.version.desc(), Revision.id.desc())
    )
    hands = {hand.id: hand for hand in sheet.hands}
    then: dict[int, HandState | None] = {hand.id: _now(hand) for hand in sheet.hands}
    changes = []
    for revision, device_name in db.session.execute(query):
        hand = hands.get(revision.hand_id)
        before = None if revision.before is None else _before(revision.before)
        changes.append(
            Change(
                made_at=revision.made_at,
                device_id=revision.device_id,
                device_name=device_name,
                action=revision.action,
                number=hand.number if hand else None,
                before=before,
                after=then.get(revision.hand_id),
            )
        )
        then[revision.hand_id] = before
    return tuple(changes)


def _before(kept: Mapping[str, Any]) -> HandState | None:
    if kept["deleted"]:
        return None
    seats = [dict(seat) for seat in kept["taken"]]
    scores = tuple(seat.pop("score") for seat in seats)
    said = {name: kept[name] for name in ("moon_choice", "as_written", "said_dealer", "said_passing")}
    return HandState(scores=scores, told={**said, "taken": seats})


def _now(hand: SheetHand) -> HandState:
    facts, result = hand.facts, hand.result
    captures = captures_of(facts)
    return HandState(
        scores=(result.scores if result else None) or (None,) * len(captures),
        told={
            "moon_choice": facts.moon_choice,
            "as_written": facts.as_written,
            "said_dealer": facts.dealer,
            "said_passing": facts.passing,
            "taken": captures,
        },
    )
