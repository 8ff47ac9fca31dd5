"""The tables of what is kept for the history: standings, players' years, ratings, and marks of changes."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.records.models import KEY_LENGTH, SCALE_LENGTH, Base, UtcDateTime


class Standing(Base):
    """What all games of one scale in one period come to, for every player and for the club's records.

    Each level is put together from the one below: months from games, years from months, all from years. So
    a changed game costs one month's games, however many years the club has played.
    """

    __tablename__ = "standing"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    span: Mapped[str] = mapped_column(String(5), primary_key=True)  # month, year, all
    period: Mapped[str] = mapped_column(
        String(7), primary_key=True
    )  # "2026-11", "2026", "", in the club's zone
    scale: Mapped[str] = mapped_column(String(SCALE_LENGTH), primary_key=True)
    players: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)  # at the table; 0: any number
    games: Mapped[int]
    stamp: Mapped[str] = mapped_column(String(KEY_LENGTH))  # another one whenever it is worked out anew
    content: Mapped[dict[str, Any]] = mapped_column(JSON)  # see folding.Fold


class PlayerYear(Base):
    """What the games of a year come to for one player beyond the standings, month by month.

    Good for as long as the standings of a month have the stamp that stands here (`kept_details`).
    """

    __tablename__ = "player_year"

    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    year: Mapped[str] = mapped_column(String(4), primary_key=True)
    content: Mapped[dict[str, Any]] = mapped_column(JSON)  # see kept_details.Months


class Rating(Base):
    """A player's rating after a game: strength and its uncertainty, as openskill has them."""

    __tablename__ = "rating"
    # The last one of a player before a moment.
    __table_args__ = (Index(None, "player_id", "started_at", "game_id"),)

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    started_at: Mapped[datetime] = mapped_column(UtcDateTime)  # the game's
    mu: Mapped[float]
    sigma: Mapped[float]


class Stale(Base):
    """A change that the club's standings and ratings do not know yet: what is kept from then on is stale.

    Written in the change's own transaction, and only ever added: two tables of a club never wait for each
    other. `kept.catch_up` works off what it has seen and takes it out.
    """

    __tablename__ = "stale"
    __table_args__ = ({"sqlite_autoincrement": True},)  # an id that came again would be taken out as seen

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), index=True)
    started_at: Mapped[datetime | None] = mapped_column(UtcDateTime)  # of the changed game; null: everything
    in_standings: Mapped[bool] = mapped_column(default=False)  # the standings know it; the ratings do not
