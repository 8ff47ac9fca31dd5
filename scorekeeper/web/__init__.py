"""What a phone talks to: parse, call one function of records/, render."""

from __future__ import annotations

from flask import Flask

from scorekeeper.web import (
    access,
    answers,
    assets,
    clubs,
    doors,
    extensions,
    hands,
    history,
    limits,
    newgame,
    offline,
    ops,
    players,
    put_away,
    request_log,
    security,
    table,
    transfer,
    words,
)


def init_app(app: Flask) -> None:
    """Wire the web floor to an application whose configuration and database are in place."""
    request_log.init_app(app)  # first: it sees every answer last
    limits.init_app(app)  # before the CSRF check: what that refuses counts as well
    extensions.init_app(app)
    security.init_app(app)
    assets.init_app(app)
    words.init_app(app)
    answers.init_app(app)
    access.init_app(app)
    for module in (clubs, doors, newgame, table, hands, history, players, put_away, transfer, offline, ops):
        app.register_blueprint(module.bp)
