"""Imports: an upload between its preview and its confirmation, and what a game was imported from.

Revision ID: 0002
Revises: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "upload",
        sa.Column("id", sa.String(length=20), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("device_id", sa.String(length=20), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_upload_club_id_club")),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f("fk_upload_device_id_device")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_upload")),
    )
    op.add_column("game", sa.Column("origin", sa.String(length=32), nullable=True))
