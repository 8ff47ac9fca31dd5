"""The club's history: what a game comes to for each seat, standings, ratings, and merged players.

The new figures of games that are there are filled in by `records.rebuild`, which follows an upgrade.

Revision ID: 0003
Revises: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

COUNTS = ("score", "clean", "clean_run", "hearts", "queens", "moons", "suns", "moons_against", "suns_against")


def _count(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False, server_default="0")


def upgrade() -> None:
    for name in ("players", "known_hands", "overtime_hands"):
        op.add_column("game", _count(name))
    op.add_column("game", sa.Column("scale", sa.String(length=100), nullable=False, server_default=""))
    op.add_column("game", sa.Column("margin", sa.Integer(), nullable=True))

    with op.batch_alter_table("seat") as seat:
        for name in (*COUNTS, "behind"):
            seat.add_column(_count(name))
        seat.add_column(sa.Column("best_hand", sa.Integer(), nullable=True))
        seat.add_column(sa.Column("worst_hand", sa.Integer(), nullable=True))
        seat.add_column(sa.Column("sat_as", sa.Integer(), nullable=True))
        seat.create_foreign_key(op.f("fk_seat_sat_as_player"), "player", ["sat_as"], ["id"])

    op.create_table(
        "standing",
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("span", sa.String(length=5), nullable=False),
        sa.Column("period", sa.String(length=7), nullable=False),
        sa.Column("scale", sa.String(length=100), nullable=False),
        sa.Column("players", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_standing_club_id_club")),
        sa.PrimaryKeyConstraint(
            "club_id", "span", "period", "scale", "players", name=op.f("pk_standing")
        ),
    )
    op.create_table(
        "rating",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_rating_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_rating_player_id_player")),
        sa.PrimaryKeyConstraint("game_id", "player_id", name=op.f("pk_rating")),
    )
    op.create_index(
        op.f("ix_rating_player_id_started_at_game_id"), "rating", ["player_id", "started_at", "game_id"]
    )
    op.create_table(
        "stale",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("in_standings", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_stale_club_id_club")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_stale")),
    )
    op.create_index(op.f("ix_stale_club_id"), "stale", ["club_id"])
