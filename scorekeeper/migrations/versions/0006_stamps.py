"""The stamp of a game: another one with every change, so that what was read under it need not be read again.

A game that has not been changed since has none, and is read as ever.

Revision ID: 0006
Revises: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("stamp", sa.String(length=10), nullable=False, server_default=""))
