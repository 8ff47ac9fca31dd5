"""The tables.

Revision ID: 0001
Revises:
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "club",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=10), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("viewer_generation", sa.Integer(), nullable=False),
        sa.Column("scorekeeper_generation", sa.Integer(), nullable=False),
        sa.Column("host_generation", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club")),
        sa.UniqueConstraint("key", name=op.f("uq_club_key")),
    )
    op.create_table(
        "device",
        sa.Column("id", sa.String(length=20), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=True),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_device")),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=10), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("first_dealer", sa.Integer(), nullable=False),
        sa.Column("start", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("next_dealer", sa.Integer(), nullable=True),
        sa.Column("next_passing", sa.String(length=8), nullable=True),
        sa.Column("note", sa.String(length=200), nullable=True),
        sa.Column("place", sa.String(length=80), nullable=True),
        sa.Column("table_number", sa.Integer(), nullable=True),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_early", sa.Boolean(), nullable=False),
        sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("hands_played", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_game_club_id_club")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
        sa.UniqueConstraint("key", name=op.f("uq_game_key")),
    )
    op.create_index(op.f("ix_game_club_id_started_at"), "game", ["club_id", "started_at"], unique=False)
    op.create_index(
        "ix_game_unfinished",
        "game",
        ["club_id", "started_at"],
        unique=False,
        sqlite_where=sa.text("finished_at IS NULL AND archived_at IS NULL"),
        postgresql_where=sa.text("finished_at IS NULL AND archived_at IS NULL"),
    )

    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("folded", sa.String(length=96), nullable=False),
        sa.Column("guest", sa.Boolean(), nullable=False),
        sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("merged_into", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_player_club_id_club")),
        sa.ForeignKeyConstraint(["merged_into"], ["player.id"], name=op.f("fk_player_merged_into_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("club_id", "folded", name=op.f("uq_player_club_id_folded")),
    )
    op.create_table(
        "hand",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("moon_choice", sa.String(length=8), nullable=True),
        sa.Column("said_dealer", sa.Integer(), nullable=True),
        sa.Column("said_passing", sa.String(length=8), nullable=True),
        sa.Column("as_written", sa.Boolean(), nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("device_id", sa.String(length=20), nullable=True),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("dealer", sa.Integer(), nullable=True),
        sa.Column("passing", sa.String(length=8), nullable=True),
        sa.Column("shooter", sa.Integer(), nullable=True),
        sa.Column("sun", sa.Boolean(), nullable=False),
        sa.Column("after_end", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f("fk_hand_device_id_device")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_hand_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hand")),
    )
    op.create_index(op.f("ix_hand_game_id_ordinal"), "hand", ["game_id", "ordinal"], unique=False)

    op.create_table(
        "seat",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("team", sa.Integer(), nullable=True),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_seat_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_seat_player_id_player")),
        sa.PrimaryKeyConstraint("game_id", "position", name=op.f("pk_seat")),
        sa.UniqueConstraint("game_id", "player_id", name=op.f("uq_seat_game_id_player_id")),
    )
    op.create_index(op.f("ix_seat_player_id"), "seat", ["player_id"], unique=False)

    op.create_table(
        "submission",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("device_id", sa.String(length=20), nullable=True),
        sa.Column("action", sa.String(length=16), nullable=False),
        sa.Column("answer", sa.JSON(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f("fk_submission_device_id_device")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_submission_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_submission")),
    )
    op.create_table(
        "revision",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("hand_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("action", sa.String(length=16), nullable=False),
        sa.Column("before", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("next_before", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("device_id", sa.String(length=20), nullable=True),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f("fk_revision_device_id_device")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_revision_game_id_game")),
        sa.ForeignKeyConstraint(["hand_id"], ["hand.id"], name=op.f("fk_revision_hand_id_hand")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_revision")),
    )
    op.create_index(op.f("ix_revision_game_id_version"), "revision", ["game_id", "version"], unique=False)

    op.create_table(
        "taken",
        sa.Column("hand_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("hearts", sa.Integer(), nullable=True),
        sa.Column("ranks", sa.String(length=80), nullable=True),
        sa.Column("queen", sa.Integer(), nullable=False),
        sa.Column("jack", sa.Integer(), nullable=False),
        sa.Column("king_spades", sa.Integer(), nullable=False),
        sa.Column("ace_spades", sa.Integer(), nullable=False),
        sa.Column("tricks", sa.Integer(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("score", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["hand_id"], ["hand.id"], name=op.f("fk_taken_hand_id_hand")),
        sa.PrimaryKeyConstraint("hand_id", "position", name=op.f("pk_taken")),
    )
