"""What was taken out of sight and can be brought back: deleted hands, archived games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import and_, select

from scorekeeper.records.books import GameRow
from scorekeeper.records.db import db
from scorekeeper.records.models import Game, Hand, Player, Revision, Seat

if TYPE_CHECKING:
    from scorekeeper.records.models import Club


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletedHand:
    """A hand that was deleted: its number and scores then, by seat (None: it could not be scored)."""

    id: int
    number: int | None
    deleted_at: datetime
    scores: tuple[int | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedGame:
    """A game that was put away."""

    key: str
    started_at: datetime
    archived_at: datetime
    hands_played: int
    names: tuple[str, ...]  # by seat


def deleted_hands(game: GameRow) -> Sequence[DeletedHand]:
    """The deleted hands of a game, the one deleted last first. One query."""
    query = (
        select(Hand.id, Hand.deleted_at, Revision.before)
        .join(Revision, and_(Revision.hand_id == Hand.id, Revision.game_id == Hand.game_id))
        .where(Hand.game_id == game.id, Hand.deleted_at.is_not(None), Revision.before.is_not(None))
        .order_by(Revision.version.desc(), Revision.id.desc())
    )
    found: dict[int, DeletedHand] = {}
    for hand_id, deleted_at, before in db.session.execute(query):
        if hand_id not in found and deleted_at is not None and before is not None and not before["deleted"]:
            scores = tuple(seat["score"] for seat in before["taken"])
            found[hand_id] = DeletedHand(
                id=hand_id, number=before["number"], deleted_at=deleted_at, scores=scores
            )
    return list(found.values())


def archived_games(club: Club) -> Sequence[ArchivedGame]:
    """The games of a club that were put away, the latest put away first. One query."""
    query = (
        select(Game.key, Game.started_at, Game.archived_at, Game.hands_played, Player.name)
        .join(Seat, Seat.game_id == Game.id)
        .join(Player, Player.id == Seat.player_id)
        .where(Game.club_id == club.id, Game.archived_at.is_not(None))
        .order_by(Game.archived_at.desc(), Game.id, Seat.position)
    )
    found: dict[str, ArchivedGame] = {}
    for key, started_at, archived_at, hands_played, name in db.session.execute(query):
        earlier = found[key].names if key in found else ()
        found[key] = ArchivedGame(
            key=key,
            started_at=started_at,
            archived_at=archived_at or started_at,
            hands_played=hands_played,
            names=(*earlier, name),
        )
    return list(found.values())
