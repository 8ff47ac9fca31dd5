"""What the one who runs the server asks."""

from __future__ import annotations

from flask import Blueprint
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.records.db import db

bp = Blueprint("ops", __name__)


@bp.get("/healthz")
def healthz() -> tuple[dict[str, str], int]:
    """200 when the database answers, else 503."""
    try:
        db.session.execute(text("SELECT 1 FROM club WHERE 1 = 0"))
    except SQLAlchemyError:
        db.session.rollback()
        return {"status": "the database does not answer"}, 503
    return {"status": "ok"}, 200
