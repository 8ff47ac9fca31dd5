"""Two plain Flask routes to measure ours against, on the same server, database and connection settings.

Each verifies the signed cookie; one reads one row, the other commits one. `python -m benchmarks.plain` serves
them as `scorekeeper serve` would serve the application.
"""

from __future__ import annotations

from typing import Final

from flask import Flask, abort, request, session
from sqlalchemy import Column, Integer, MetaData, String, Table, insert, select

from scorekeeper.config import Settings, flask_config
from scorekeeper.records import db as books
from scorekeeper.records.db import db
from scorekeeper.records.models import Game
from scorekeeper.secret import secret_key
from scorekeeper.server import server_for

# One row a hand, of about its size.
WRITTEN: Final = Table(
    "plain_written",
    MetaData(),
    Column("id", Integer, primary_key=True),
    Column("device", String(20), nullable=False),
    Column("said", String(200), nullable=False),
)


def create_plain_app() -> Flask:
    """The plain application, on the database that the environment names."""
    app, settings = Flask(__name__), Settings.from_environ()
    app.config.update(flask_config(settings), SECRET_KEY=secret_key(settings))
    books.init_app(app)
    app.get("/read/<key>")(read)
    app.post("/write")(write)
    return app


def read(key: str) -> tuple[str, int]:
    """The version of a game, for a device that is known."""
    if "device" not in session:
        abort(404)
    version = db.session.execute(select(Game.version).where(Game.key == key)).scalar_one_or_none()
    return ("", 404) if version is None else ("", 204)


def write() -> tuple[str, int]:
    """One row of the device's, committed."""
    if "device" not in session:
        abort(404)
    db.session.execute(insert(WRITTEN), {"device": session["device"], "said": request.form["said"]})
    db.session.commit()
    return "", 303


if __name__ == "__main__":
    settings = Settings.from_environ()
    server_for(settings, settings.host, "benchmarks.plain:create_plain_app").serve(
        target_loader=create_plain_app, wrap_loader=False
    )
