"""The tables. Facts are kept; what stands under "derived" is worked out from them in the same transaction.

There are no relationships: whoever reads says what is read, and no template can start a query.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    String,
    TypeDecorator,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

KEY_LENGTH = 10
NAME_LENGTH = 24
ZONE_LENGTH = 64
SUBMISSION_LENGTH = 64
NOTE_LENGTH = 200
PLACE_LENGTH = 80
MARK_LENGTH = 32
FILE_NAME_LENGTH = 120
SCALE_LENGTH = 100
UNFINISHED = text("finished_at IS NULL AND archived_at IS NULL")


class Base(DeclarativeBase):
    """Every table of the club's books. Constraint names follow one convention: migrations can name them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class UtcDateTime(TypeDecorator[datetime]):
    """An aware moment in UTC. SQLite keeps no zone, so it is taken off going in and put on coming out."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Refuse a naive moment: nobody could say later which it was."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a moment without a time zone: {value!r}")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give back an aware moment in UTC on either database."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Club(Base):
    """A group of players with a shared history. The generations say which links still open it."""

    __tablename__ = "club"

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(KEY_LENGTH), unique=True)
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    zone: Mapped[str] = mapped_column(String(ZONE_LENGTH))  # IANA name
    viewer_generation: Mapped[int] = mapped_column(default=1)
    scorekeeper_generation: Mapped[int] = mapped_column(default=1)
    host_generation: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    archived_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class Player(Base):
    """A person in a club's roster."""

    __tablename__ = "player"
    __table_args__ = (UniqueConstraint("club_id", "folded"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    # Casefolded by Python: SQLite's lower() knows no É. Casefolding can lengthen a name (ß, ligatures).
    folded: Mapped[str] = mapped_column(String(NAME_LENGTH * 4))
    guest: Mapped[bool] = mapped_column(default=False)
    archived_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    merged_into: Mapped[int | None] = mapped_column(ForeignKey("player.id"))


class Game(Base):
    """Hands played until the end rule is met. `version` counts every change to the game or its hands."""

    __tablename__ = "game"
    __table_args__ = (
        # A page of the club's games, newest first.
        Index(None, "club_id", "started_at"),
        # The games at the table now: a handful, however many the club has played.
        Index(
            "ix_game_unfinished",
            "club_id",
            "started_at",
            sqlite_where=UNFINISHED,
            postgresql_where=UNFINISHED,
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    key: Mapped[str] = mapped_column(String(KEY_LENGTH), unique=True)
    rules: Mapped[dict[str, Any]] = mapped_column(JSON)  # what differs from the defaults
    first_dealer: Mapped[int]
    start: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))  # carried over from paper
    # What the table said of the hand not yet recorded: "we dealt (or passed) differently, from here on".
    next_dealer: Mapped[int | None]
    next_passing: Mapped[str | None] = mapped_column(String(8))
    note: Mapped[str | None] = mapped_column(String(NOTE_LENGTH))
    place: Mapped[str | None] = mapped_column(String(PLACE_LENGTH))
    table_number: Mapped[int | None]
    started_at: Mapped[datetime] = mapped_column(UtcDateTime)
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    ended_early: Mapped[bool] = mapped_column(default=False)
    archived_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    version: Mapped[int] = mapped_column(default=0)
    # The mark of what it was imported from: the same file is known again, whatever was corrected since.
    origin: Mapped[str | None] = mapped_column(String(MARK_LENGTH))
    # Another one with every change; see memory.py. Empty where there was none since it came in.
    stamp: Mapped[str] = mapped_column(String(KEY_LENGTH), default="")
    # derived
    state: Mapped[str] = mapped_column(String(8), default="playing")  # playing, overtime, over
    hands_played: Mapped[int] = mapped_column(default=0)
    players: Mapped[int] = mapped_column(default=0)
    scale: Mapped[str] = mapped_column(String(SCALE_LENGTH), default="")  # see hearts/scales.py
    known_hands: Mapped[int] = mapped_column(default=0)  # these three once it is over; see sums.GameSums
    overtime_hands: Mapped[int] = mapped_column(default=0)
    margin: Mapped[int | None]


class Seat(Base):
    """A player's place in one game, clockwise from 0. A player sits once in a game."""

    __tablename__ = "seat"
    __table_args__ = (UniqueConstraint("game_id", "player_id"), Index(None, "player_id"))

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"))
    sat_as: Mapped[int | None] = mapped_column(ForeignKey("player.id"))  # who it was before a merge
    team: Mapped[int | None]
    # derived
    total: Mapped[int] = mapped_column(default=0)
    place: Mapped[int | None]  # once the game is over, as all that follows; see sums.SeatSums
    won: Mapped[bool] = mapped_column(default=False)
    score: Mapped[int] = mapped_column(default=0)
    clean: Mapped[int] = mapped_column(default=0)
    clean_run: Mapped[int] = mapped_column(default=0)
    hearts: Mapped[int] = mapped_column(default=0)
    queens: Mapped[int] = mapped_column(default=0)
    moons: Mapped[int] = mapped_column(default=0)
    suns: Mapped[int] = mapped_column(default=0)
    moons_against: Mapped[int] = mapped_column(default=0)
    suns_against: Mapped[int] = mapped_column(default=0)
    best_hand: Mapped[int | None]
    worst_hand: Mapped[int | None]
    behind: Mapped[int] = mapped_column(default=0)


class Hand(Base):
    """One deal played out. `ordinal` is gapped, so that a forgotten hand can be put where it belongs."""

    __tablename__ = "hand"
    __table_args__ = (Index(None, "game_id", "ordinal"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"))
    ordinal: Mapped[int]
    moon_choice: Mapped[str | None] = mapped_column(String(8))  # the one applied, forced ones included
    said_dealer: Mapped[int | None]  # where the table dealt otherwise than the rotation says
    said_passing: Mapped[str | None] = mapped_column(String(8))
    as_written: Mapped[bool] = mapped_column(default=False)
    recorded_at: Mapped[datetime] = mapped_column(UtcDateTime)
    device_id: Mapped[str | None] = mapped_column(ForeignKey("device.id"))
    deleted_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    # derived
    number: Mapped[int | None]
    dealer: Mapped[int | None]
    passing: Mapped[str | None] = mapped_column(String(8))
    shooter: Mapped[int | None]
    sun: Mapped[bool] = mapped_column(default=False)
    after_end: Mapped[bool] = mapped_column(default=False)


class TakenRow(Base):
    """What one seat captured in a hand, or the points it wrote down where the cards are not known."""

    __tablename__ = "taken"

    hand_id: Mapped[int] = mapped_column(ForeignKey("hand.id"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    hearts: Mapped[int | None]
    ranks: Mapped[str | None] = mapped_column(String(80))  # "A K 2" where the cards were told
    queen: Mapped[int] = mapped_column(default=0)
    jack: Mapped[int] = mapped_column(default=0)
    king_spades: Mapped[int] = mapped_column(default=0)
    ace_spades: Mapped[int] = mapped_column(default=0)
    tricks: Mapped[int | None]
    points: Mapped[int | None]
    # derived
    score: Mapped[int | None]


class Submission(Base):
    """An entry that arrived, by the id its page gave it: sent twice, it counts once and is answered alike."""

    __tablename__ = "submission"

    id: Mapped[str] = mapped_column(String(SUBMISSION_LENGTH), primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"))
    device_id: Mapped[str | None] = mapped_column(ForeignKey("device.id"))
    action: Mapped[str] = mapped_column(String(16))
    answer: Mapped[dict[str, Any]] = mapped_column(JSON)
    made_at: Mapped[datetime] = mapped_column(UtcDateTime)


class Revision(Base):
    """What a hand was before a change (null: it was not there), when, and by which device."""

    __tablename__ = "revision"
    __table_args__ = (Index(None, "game_id", "version"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"))
    hand_id: Mapped[int] = mapped_column(ForeignKey("hand.id"))
    version: Mapped[int]  # the game's version after the change
    action: Mapped[str] = mapped_column(String(16))  # recorded, inserted, corrected, deleted, restored
    before: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    # What the table had said of the hand not yet recorded, where the change used that up or gave it back.
    next_before: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    made_at: Mapped[datetime] = mapped_column(UtcDateTime)
    device_id: Mapped[str | None] = mapped_column(ForeignKey("device.id"))


class Device(Base):
    """A phone or laptop, by the random id in its signed cookie; its owner may name it."""

    __tablename__ = "device"

    id: Mapped[str] = mapped_column(String(KEY_LENGTH * 2), primary_key=True)
    name: Mapped[str | None] = mapped_column(String(NAME_LENGTH))
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime)


class Upload(Base):
    """A file that somebody has been shown and has not yet brought in; kept for a day."""

    __tablename__ = "upload"

    id: Mapped[str] = mapped_column(String(KEY_LENGTH * 2), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    device_id: Mapped[str] = mapped_column(ForeignKey("device.id"))
    name: Mapped[str] = mapped_column(String(FILE_NAME_LENGTH))
    content: Mapped[bytes] = mapped_column(LargeBinary)  # compressed
    made_at: Mapped[datetime] = mapped_column(UtcDateTime)
