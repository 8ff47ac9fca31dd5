"""Books copied into a database of the other kind: all of them, or none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import Engine, text

from scorekeeper import create_app
from scorekeeper.records import copying, schema
from scorekeeper.records.backup import BackupError, serving
from scorekeeper.records.choosing import Wanted
from scorekeeper.records.clubs import add_player, create_club
from scorekeeper.records.copying import CopyError, Tally
from scorekeeper.records.db import db
from scorekeeper.records.kept import finish
from scorekeeper.records.profiles import profile
from scorekeeper.records.rebuild import rebuild
from scorekeeper.records.sheets import load_sheet
from scorekeeper.records.standings import standings
from tests.conftest import SECRET_KEY
from tests.copies import app_of_the_other_kind, grown
from tests.records.queries import counted, everything
from tests.records.table import A, Table


@pytest.fixture
def other(app: Flask, tmp_path: Path) -> Iterator[Flask]:
    """An application on the other kind of database, which has no table yet."""
    with app_of_the_other_kind(db.engine, tmp_path) as other:
        yield other


def silent(stage: str, done: int, total: int) -> None:
    """Tell nobody."""


def copy(other: Flask) -> Sequence[Tally]:
    """Copy the books of the application we stand in."""
    source = copying.source()
    with other.app_context():
        return copying.copy_rows(source, copying.target(), silent)


def rows_there(app: Flask) -> int:
    with app.app_context():
        return sum(map(len, everything().values()))


def test_everything_arrives_and_goes_on_from_there(app: Flask, other: Flask) -> None:
    club, table = grown()
    finish(club)
    season = standings(club)
    player = season.lines[0].player_id
    books, page, totals = everything(), profile(club, player, Wanted()), table.totals
    db.session.remove()
    tallies = {tally.table: tally.rows for tally in copy(other)}
    assert all(tallies[name] == len(rows) for name, rows in books.items())
    assert min(rows for name, rows in tallies.items() if name != "stale") > 0
    with other.app_context():
        assert everything() == books
        assert standings(club) == season
        with counted() as sent:
            assert replace(profile(club, player, Wanted()), player=page.player) == page
        assert not any("taken" in statement for statement in sent)  # what was kept has come along
        assert rebuild() == []
        table.record(A)
        assert table.totals == tuple(a + b for a, b in zip(totals, (4, 19, 3, 0), strict=True))
        assert add_player(club, "Newcomer").id > max(table.sheet.player_ids)
        assert create_club("Another", "UTC").id > club.id
        assert rebuild() == []
    assert everything() == books


def test_what_is_written_meanwhile_stays_behind_whole(app: Flask, other: Flask) -> None:
    table = Table.of()
    table.record(A)

    def play_on(stage: str, done: int, total: int) -> None:
        table.record(A)

    source = copying.source()
    with other.app_context():
        target = copying.target()
    with app.app_context():
        copying.copy_rows(source, target, play_on)
    assert len(table.sheet.hands) > 1
    with other.app_context():
        assert len(load_sheet(table.key).hands) == 1
        assert rebuild() == []


def test_a_database_that_holds_something_is_left_alone(app: Flask, other: Flask) -> None:
    Table.of()
    with other.app_context():
        schema.upgrade()
        create_club("Mine", "UTC")
        before = everything()
    with pytest.raises(CopyError, match="is not empty: it holds rows of the table club"):
        copy(other)
    with other.app_context():
        assert everything() == before


def test_another_programs_database_is_left_alone(app: Flask, other: Flask) -> None:
    with other.app_context(), db.engine.begin() as connection:
        connection.execute(text("CREATE TABLE recipe (id INTEGER)"))
    with pytest.raises(schema.SchemaError, match="is not Scorekeeper's"):
        copy(other)


def test_an_older_or_an_empty_database_is_not_copied_from(app: Flask, other: Flask) -> None:
    with other.app_context():
        if db.engine.dialect.name == "sqlite":
            with pytest.raises(CopyError, match="There is no database"):
                copying.source()
        with db.engine.begin() as connection:
            connection.execute(text("CREATE TABLE recipe (id INTEGER)"))
        with pytest.raises(CopyError, match="run scorekeeper upgrade on it first"):
            copying.source()


def change_names_on_the_way(engine: Engine) -> None:
    """Have the database keep something else than it is sent."""
    statements = ["CREATE TRIGGER changed AFTER INSERT ON player BEGIN UPDATE player SET guest = 1; END"]
    if engine.dialect.name == "postgresql":
        statements = [
            "CREATE FUNCTION change() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN NEW.guest = true; RETURN NEW; END $$",
            "CREATE TRIGGER changed BEFORE INSERT ON player FOR EACH ROW EXECUTE FUNCTION change()",
        ]
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))


def test_what_does_not_arrive_as_it_was_is_not_kept(app: Flask, other: Flask) -> None:
    Table.of()
    with other.app_context():
        schema.upgrade()
        change_names_on_the_way(db.engine)
    with pytest.raises(CopyError, match="The table player did not arrive as it was"):
        copy(other)
    assert rows_there(other) == 0


@pytest.fixture
def on_sqlite(tmp_path: Path) -> Iterator[Table]:
    """A game in books on SQLite, which keeps any text in any column."""
    url = f"sqlite:///{(tmp_path / 'books.sqlite3').as_posix()}"
    with create_app({"SECRET_KEY": SECRET_KEY, "SQLALCHEMY_DATABASE_URI": url}).app_context():
        schema.upgrade()
        yield Table.of()
        db.session.remove()
        db.engine.dispose()


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        ("UPDATE club SET created_at = 'yesterday'", "The table club could not be copied .*yesterday"),
        ("UPDATE game SET rules = 'no JSON'", "The table game could not be copied"),
        ("UPDATE player SET name = char(65, 0, 66)", "The table player could not be copied .*NUL"),
        ("UPDATE player SET name = printf('%30d', 1)", "The table player could not be copied .*too long"),
    ],
)
def test_what_cannot_be_read_or_kept_stops_it_all(
    on_sqlite: Table, tmp_path: Path, spoil: str, told: str
) -> None:
    with db.engine.begin() as connection:
        connection.execute(text(spoil))
    with app_of_the_other_kind(db.engine, tmp_path) as other:
        with pytest.raises(CopyError, match=told):
            copy(other)
        assert rows_there(other) == 0


def test_no_server_may_have_the_file_meanwhile(on_sqlite: Table) -> None:
    source = copying.source()
    file = Path(str(source.url.database))
    with serving(file), pytest.raises(BackupError, match="is serving"), copying.not_served(source):
        pass
    with copying.not_served(source), pytest.raises(BackupError, match="restored or copied"), serving(file):
        pass
