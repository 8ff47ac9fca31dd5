"""The schema: an empty database, one of an older version, one of somebody else's."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import Flask
from sqlalchemy import text

from scorekeeper.paths import MIGRATIONS
from scorekeeper.records import clubs, schema
from scorekeeper.records import db as books
from scorekeeper.records.choosing import Wanted
from scorekeeper.records.db import db
from scorekeeper.records.kept import finish
from scorekeeper.records.profiles import profile
from scorekeeper.records.standings import standings
from tests.copies import app_of_the_other_kind, grown
from tests.records.queries import counted

LATER = """
import sqlalchemy as sa
from alembic import op

revision = "9001"
down_revision = "{head}"


def upgrade():
    with op.batch_alter_table("club") as batch:
        batch.add_column(sa.Column("motto", sa.String(40)))
        batch.alter_column("name", existing_type=sa.String(24), type_=sa.String(48))
    {more}
"""


def later(folder: Path, more: str = "pass") -> Path:
    """The migrations one version on: `club` is made anew under the tables that refer to it."""
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "9001_later.py").write_text(LATER.format(head=schema._head(MIGRATIONS), more=more))
    return folder


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "books.sqlite3"


@pytest.fixture
def sqlite_app(file: Path) -> Iterator[Flask]:
    """An application on an SQLite file that is not there yet, and its context."""
    app = Flask("scorekeeper")
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{file.as_posix()}"
    books.init_app(app)
    with app.app_context():
        yield app
        db.session.remove()
        db.engine.dispose()


def test_an_upgraded_database_is_what_the_models_say(app: Flask) -> None:
    with db.engine.connect() as connection:
        migrated = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(migrated, db.metadata) == []
    assert schema.is_current()


def test_an_empty_file_is_not_current_and_becomes_it_without_a_copy(sqlite_app: Flask, file: Path) -> None:
    assert not schema.is_current()
    assert schema.upgrade() is None
    assert schema.is_current()
    assert [path.name for path in file.parent.glob("*upgrade*")] == []


def test_a_current_database_is_left_alone(sqlite_app: Flask, file: Path) -> None:
    schema.upgrade()
    assert schema.upgrade() is None
    assert list(file.parent.glob("*upgrade*")) == []


def test_an_older_file_is_copied_then_upgraded_with_everything_in_it(
    sqlite_app: Flask, file: Path, tmp_path: Path
) -> None:
    schema.upgrade()
    club = clubs.create_club("Thursday", "Europe/Berlin")
    clubs.add_player(club, "Ann")
    newer = later(tmp_path / "migrations")
    assert not schema.is_current(newer)

    copy = schema.upgrade(newer)

    assert schema.is_current(newer)
    assert copy is not None
    assert copy.parent == file.parent
    with closing(sqlite3.connect(copy)) as old:
        assert old.execute("SELECT name FROM club").fetchall() == [("Thursday",)]
        assert old.execute("SELECT version_num FROM alembic_version").fetchall() == [
            (schema._head(MIGRATIONS),)
        ]
    with db.engine.connect() as connection:
        assert connection.execute(text("SELECT name, motto FROM club")).all() == [("Thursday", None)]
        assert connection.execute(text("SELECT name FROM player")).all() == [("Ann",)]
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1
    assert list(file.parent.glob("*.part")) == []


def test_what_is_kept_of_players_is_worked_out_by_the_upgrade_that_brings_it(
    app: Flask, tmp_path: Path
) -> None:
    with app_of_the_other_kind(db.engine, tmp_path) as older, older.app_context():
        schema.upgrade()
        club, _ = grown()
        finish(club)
        player = standings(club).lines[0].player_id
        before = profile(club, player, Wanted())
        db.session.remove()  # nobody reads while the schema changes
        with db.engine.begin() as connection:
            connection.execute(text("DROP TABLE player_year"))
            connection.execute(text("ALTER TABLE standing DROP COLUMN stamp"))
            connection.execute(text("ALTER TABLE game DROP COLUMN stamp"))
            connection.execute(text("UPDATE alembic_version SET version_num = '0004'"))

        schema.upgrade()

        with db.engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), db.metadata) == []
        with counted() as sent:
            assert replace(profile(club, player, Wanted()), player=before.player) == before
        assert not any("taken" in statement for statement in sent)


@pytest.mark.parametrize(
    "more", ['raise RuntimeError("no")', 'op.execute("DELETE FROM club")'], ids=["fails", "tears"]
)
def test_an_upgrade_that_fails_changes_nothing(
    sqlite_app: Flask, file: Path, tmp_path: Path, more: str
) -> None:
    schema.upgrade()
    clubs.add_player(clubs.create_club("Thursday", "Europe/Berlin"), "Ann")
    with pytest.raises(RuntimeError):
        schema.upgrade(later(tmp_path / "migrations", more))
    assert schema.is_current()
    with db.engine.connect() as connection:
        assert connection.execute(text("SELECT * FROM club")).mappings().one()["name"] == "Thursday"
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1


def test_a_database_of_a_newer_version_is_refused(sqlite_app: Flask, tmp_path: Path) -> None:
    newer = later(tmp_path / "migrations")
    schema.upgrade(newer)
    with pytest.raises(schema.SchemaError, match="newer"):
        schema.upgrade()
    assert schema.is_current(newer)


def test_a_database_of_another_program_is_refused(sqlite_app: Flask, file: Path) -> None:
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE recipe (id INTEGER)")
    with pytest.raises(schema.SchemaError, match="recipe"):
        schema.upgrade()
    with closing(sqlite3.connect(file)) as other:
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("recipe",)]
