"""Books with something of everything in them, and a database of the other kind to copy them to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import date
from pathlib import Path

from flask import Flask
from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

from scorekeeper import create_app
from scorekeeper.records import codes, games, hands
from scorekeeper.records.arrivals import Options
from scorekeeper.records.clubs import add_player
from scorekeeper.records.db import db
from scorekeeper.records.demo import demo_games
from scorekeeper.records.keys import new_key
from scorekeeper.records.members import let_in, name_device
from scorekeeper.records.merge import merge_players
from scorekeeper.records.models import Club
from scorekeeper.records.overview import clubs_called
from scorekeeper.records.roles import Role
from scorekeeper.records.transfer import bring_into_new_club, plan_for, zone_of
from scorekeeper.records.uploads import keep_upload
from tests.conftest import POSTGRES, SECRET_KEY, missing
from tests.databases import own_schema
from tests.records.table import A, B, C, D, Table, moon

GAMES = 20


def grown() -> tuple[Club, Table]:
    """A club with a demo's history, and a table of another at which everything happened that can."""
    plan = plan_for(demo_games(GAMES, 3, date(2026, 11, 26), zone_of(None)), None, Options())
    bring_into_new_club(plan, "Jeudi à l'Étoile", "Europe/Paris")
    (club,) = clubs_called("Jeudi à l'Étoile")
    table = Table.of(rules={"moon": "choice"})
    table.record(A, B, moon(1, "subtract"), C)
    table.do(hands.delete_hand, 4)
    table.do(hands.correct_hand, 1, D)
    games.set_note(table.key, "Two tables 🂱, one winner", "The Star", 3)
    other, device = table.sheet.club, new_key() + new_key()
    # Into one further down: the row refers to one that is copied after it.
    merge_players(other, table.sheet.player_ids[0], add_player(other, "Annie").id)
    let_in(other, device, Role.SCOREKEEPER)
    name_device(device, "Zoë's phone")
    codes.new_code(other, Role.VIEWER, lambda digits: digits * 2)
    codes.open_code("a wrong one", lambda digits: digits * 2)
    keep_upload(other, device, "paper.csv", b"Ann,Bob\n\x00\xff")
    return club, table


@contextmanager
def app_of_the_other_kind(kind: Engine, folder: Path) -> Iterator[Flask]:
    """An application on PostgreSQL where this engine is SQLite's, or the other way round: no table yet."""
    with ExitStack() as opened:
        url = f"sqlite:///{(folder / 'copy.sqlite3').as_posix()}"
        if kind.dialect.name == "sqlite":
            try:
                url = opened.enter_context(own_schema())
            except OperationalError:
                missing(f"PostgreSQL does not answer at {POSTGRES}")
        settings = {"TESTING": True, "SECRET_KEY": SECRET_KEY, "SQLALCHEMY_DATABASE_URI": url}
        app = create_app({**settings, "WTF_CSRF_ENABLED": False, "RATELIMIT_STORAGE": ""})
        try:
            yield app
        finally:
            with app.app_context():
                db.session.remove()
                db.engine.dispose()
