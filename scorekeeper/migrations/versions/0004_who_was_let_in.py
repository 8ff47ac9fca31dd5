"""Who was let in: memberships, join codes, and the wrong codes that were tried.

Revision ID: 0004
Revises: 0003
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "membership",
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("device_id", sa.String(length=20), nullable=False),
        sa.Column("role", sa.Integer(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_membership_club_id_club")),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f("fk_membership_device_id_device")),
        sa.PrimaryKeyConstraint("club_id", "device_id", name=op.f("pk_membership")),
    )
    op.create_table(
        "join_code",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.Integer(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("mac", sa.String(length=64), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_join_code_club_id_club")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_join_code")),
    )
    op.create_index(op.f("ix_join_code_club_id"), "join_code", ["club_id"])
    op.create_index(op.f("ix_join_code_expires_at"), "join_code", ["expires_at"])
    op.create_table(
        "wrong_code",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_wrong_code_club_id_club")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_wrong_code")),
    )
    op.create_index(op.f("ix_wrong_code_club_id"), "wrong_code", ["club_id"])
