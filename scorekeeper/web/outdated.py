"""What a page says on a database that nobody brought up to date.

`scorekeeper serve` does that before it serves; `flask run` does not, and the first page would break.
"""

from __future__ import annotations

from flask import Flask, current_app, render_template
from sqlalchemy.exc import DBAPIError

from scorekeeper.records import schema
from scorekeeper.records.db import db

SENTENCE = (
    "The database has not been brought up to date. Whoever runs this server does it with: "
    "scorekeeper upgrade (or flask --app scorekeeper db upgrade)."
)


def init_app(app: Flask) -> None:
    """Look at the schema where a query fails, never before: a healthy database is not asked."""
    app.register_error_handler(DBAPIError, _explain)


def _explain(error: DBAPIError) -> tuple[str, int]:
    db.session.rollback()
    try:
        current = schema.is_current()
    except DBAPIError:
        current = True  # it cannot be asked at all: that is another trouble
    if current:
        raise error
    current_app.logger.error(SENTENCE)
    return render_template("error.html", status=503, title="Not ready yet", sentence=SENTENCE), 503
