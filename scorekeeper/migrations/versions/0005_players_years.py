"""What is kept of each player's years, and the stamps of the standings that it goes by.

The years of the players who are there are worked out by `records.rebuild`, which follows an upgrade.

Revision ID: 0005
Revises: 0004
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    stamp = sa.Column("stamp", sa.String(length=10), nullable=False, server_default="")
    if op.get_bind().dialect.name == "sqlite":
        # Before the content, which SQLite would have to read through to come to it.
        with op.batch_alter_table("standing", recreate="always") as standing:
            standing.add_column(stamp, insert_before="content")
    else:
        op.add_column("standing", stamp)

    op.create_table(
        "player_year",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("year", sa.String(length=4), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_player_year_player_id_player")),
        sa.PrimaryKeyConstraint("player_id", "year", name=op.f("pk_player_year")),
    )
