"""Alembic's way in: `flask db ...` opens the app's engine, records/schema.py hands over its connection."""

from __future__ import annotations

from typing import Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from flask import current_app
from sqlalchemy import Connection

from scorekeeper.records.models import UtcDateTime


def render(kind: str, item: object, _: AutogenContext) -> str | Literal[False]:
    """Write a revision in SQLAlchemy's own types: it must stay as it is when the models move on."""
    return "sa.DateTime(timezone=True)" if kind == "type" and isinstance(item, UtcDateTime) else False


def run(connection: Connection) -> None:
    """Bring the database on this connection to the revision asked for, in one transaction."""
    migrate = current_app.extensions["migrate"]
    context.configure(
        connection=connection,
        target_metadata=migrate.db.metadata,
        render_item=render,
        # Both databases undo a half-made change of the schema, SQLite too once BEGIN is said (records/db.py).
        transactional_ddl=True,
        **migrate.configure_args,
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    with current_app.extensions["migrate"].db.engine.connect() as opened:
        run(opened)
