"""Marks whose ids never come again on SQLite: who works off the ones it has seen must not take out a newer one.

Revision ID: 0007
Revises: 0006
"""

from __future__ import annotations

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        numbered = {"sqlite_autoincrement": True}
        with op.batch_alter_table("stale", recreate="always", table_kwargs=numbered):
            pass
