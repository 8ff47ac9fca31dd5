"""Copies of the books: of one moment while four write, and put back only where they are sound."""

from __future__ import annotations

import os
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.books_cli import _bring_up_to_date
from scorekeeper.records import schema
from scorekeeper.records.backup import BackupError, back_up, check_sound, restore, serving
from scorekeeper.records.clubs import create_club
from scorekeeper.records.db import db
from scorekeeper.records.rebuild import rebuild
from tests.conftest import SECRET_KEY
from tests.records.table import A, B, C, D, Table


def app_on(file: Path) -> Flask:
    return create_app({"SECRET_KEY": SECRET_KEY, "SQLALCHEMY_DATABASE_URI": f"sqlite:///{file.as_posix()}"})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "books.sqlite3"


@pytest.fixture
def books(file: Path) -> Iterator[Flask]:
    """Open books in which a club was opened."""
    app = app_on(file)
    with app.app_context():
        schema.upgrade()
        create_club("Before", "UTC")
        yield app
        db.session.remove()
        db.engine.dispose()


def close() -> None:
    db.session.remove()
    db.engine.dispose()


def names(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as database:
        return [name for (name,) in database.execute("SELECT name FROM club ORDER BY id")]


def test_a_backup_made_while_four_write_is_whole(books: Flask, file: Path, tmp_path: Path) -> None:
    done = threading.Event()
    tables = [Table.of(rules={"limit": 100_000}) for _ in range(4)]

    def write(table: Table) -> None:
        with books.app_context():
            while not done.is_set():
                for hand in (A, B, C, D):
                    table.record(hand)

    threads = [threading.Thread(target=write, args=(table,)) for table in tables]
    for thread in threads:
        thread.start()
    copies = [tmp_path / f"copy-{number}.sqlite3" for number in range(3)]
    try:
        for copy in copies:
            back_up(file, copy)
    finally:
        done.set()
        for thread in threads:
            thread.join()
    for copy in copies:
        check_sound(copy)
        with app_on(copy).app_context():
            assert rebuild() == []  # no half hand: every figure is what the facts say
            close()
    assert sum(len(table.saved) for table in tables) > 0


def test_a_backup_is_one_file_that_only_its_owner_reads(books: Flask, file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    back_up(file, copy)
    assert names(copy) == ["Before"]
    assert [path.name for path in tmp_path.glob("copy*")] == ["copy.sqlite3"]
    assert copy.stat().st_mode & 0o077 == 0


def test_a_backup_writes_over_nothing(books: Flask, file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    copy.write_text("something dear")
    with pytest.raises(BackupError, match="is there already"):
        back_up(file, copy)
    assert copy.read_text() == "something dear"


def test_a_backup_that_cannot_be_written_is_a_sentence(books: Flask, file: Path, tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="could not be written"):
        back_up(file, tmp_path / "no" / "such" / "folder")
    with pytest.raises(BackupError, match="no database"):
        back_up(tmp_path / "nothing", tmp_path / "copy")


def test_a_restore_puts_the_backup_in_place_and_keeps_the_old_one(
    books: Flask, file: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    back_up(file, copy)
    create_club("After", "UTC")
    close()
    kept = restore(file, copy, _bring_up_to_date)
    assert kept is not None
    assert kept.parent == file.parent
    assert names(file) == ["Before"]
    assert names(kept) == ["Before", "After"]
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"books.sqlite3", "books.sqlite3.lock", "copy", kept.name}


def test_a_restore_where_nothing_was_before(books: Flask, file: Path, tmp_path: Path) -> None:
    copy, new = tmp_path / "copy", tmp_path / "new.sqlite3"
    back_up(file, copy)
    assert restore(new, copy, _bring_up_to_date) is None
    assert names(new) == ["Before"]


def test_while_it_is_served_nothing_is_restored(books: Flask, file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    back_up(file, copy)
    create_club("After", "UTC")
    with serving(file), serving(file), pytest.raises(BackupError, match="serving"):
        restore(file, copy, _bring_up_to_date)
    with pytest.raises(BackupError, match="in use"):  # by this process, which is no server
        restore(file, copy, _bring_up_to_date)
    close()
    assert names(file) == ["Before", "After"]
    restore(file, copy, _bring_up_to_date)


def cut(copy: Path) -> None:
    os.truncate(copy, copy.stat().st_size // 2)


def scribble(copy: Path) -> None:
    with copy.open("r+b") as opened:
        opened.seek(copy.stat().st_size // 2)
        opened.write(os.urandom(8192))


def text(copy: Path) -> None:
    copy.write_text("Dear diary, today we played Hearts.")


def empty(copy: Path) -> None:
    copy.write_bytes(b"")


def recipes(copy: Path) -> None:
    copy.unlink()
    with closing(sqlite3.connect(copy)) as other:
        other.execute("CREATE TABLE recipe (id INTEGER)")


def newer(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as other, other:
        other.execute("UPDATE alembic_version SET version_num = '9999'")


def torn(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as other, other:
        other.execute("INSERT INTO player (club_id, name, folded, guest) VALUES (4711, 'A', 'a', 0)")


def gone(copy: Path) -> None:
    copy.unlink()


@pytest.mark.parametrize("spoil", [cut, scribble, text, empty, recipes, newer, torn, gone])
def test_what_is_not_sound_is_not_restored(books: Flask, file: Path, tmp_path: Path, spoil) -> None:
    for _ in range(30):
        create_club("Filling", "UTC")
    copy = tmp_path / "copy"
    back_up(file, copy)
    close()
    before = names(file)
    spoil(copy)
    with pytest.raises(BackupError) as refusal:
        restore(file, copy, _bring_up_to_date)
    assert str(refusal.value).endswith((".", ")."))
    assert names(file) == before
    assert not list(tmp_path.glob("*restor*"))


def test_a_damaged_database_is_replaced_and_kept_with_its_log(
    books: Flask, file: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    back_up(file, copy)
    close()
    file.write_text("This is no database any more." * 100)
    Path(f"{file}-wal").write_text("what may still save it")
    kept = restore(file, copy, _bring_up_to_date)
    assert kept is not None
    assert kept.read_text().startswith("This is no database")
    assert Path(f"{kept}-wal").read_text() == "what may still save it"
    assert names(file) == ["Before"]


def test_a_backup_of_an_older_schema_is_upgraded(books: Flask, file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    back_up(file, copy)
    close()
    with closing(sqlite3.connect(copy)) as old, old:  # later ones made these
        for table in ("membership", "join_code", "wrong_code", "player_year"):
            old.execute(f"DROP TABLE {table}")
        old.execute("ALTER TABLE standing DROP COLUMN stamp")
        old.execute("ALTER TABLE game DROP COLUMN stamp")
        old.execute("UPDATE alembic_version SET version_num = '0003'")
    as_it_was = shutil.copy(copy, tmp_path / "as-it-was")
    restore(file, copy, _bring_up_to_date)
    with app_on(file).app_context():
        assert schema.is_current()
        close()
    assert names(file) == ["Before"]
    assert copy.read_bytes() == Path(as_it_was).read_bytes()
