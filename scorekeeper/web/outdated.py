"""What a page says when the database refuses: nobody brought it up to date, or it cannot be used now.

`scorekeeper serve` does that before it serves; `flask run` does not, and the first page would break.
"""

from __future__ import annotations

from flask import Flask, Response, current_app, render_template
from sqlalchemy.exc import DBAPIError

from scorekeeper.records import schema
from scorekeeper.records.db import db
from scorekeeper.web.security import books_closed

SENTENCE = (
    "The database has not been brought up to date. Whoever runs this server does it with: "
    "scorekeeper upgrade (or flask --app scorekeeper db upgrade)."
)


def init_app(app: Flask) -> None:
    """Look at the schema where a query fails, never before: a healthy database is not asked."""
    app.register_error_handler(DBAPIError, _explain)


def _explain(error: DBAPIError) -> Response | tuple[str, int]:
    db.session.rollback()
    try:
        current = schema.is_current()
    except DBAPIError:
        current = True  # it cannot be asked at all: that is another trouble
    if current:
        return books_closed(error)
    current_app.logger.error(SENTENCE)
    return render_template("error.html", status=503, title="Not ready yet", sentence=SENTENCE), 503
