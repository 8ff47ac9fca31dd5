"""`scorekeeper backup`, `scorekeeper restore`, `scorekeeper copy-database` and `scorekeeper links`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from flask import Flask
from sqlalchemy import inspect, make_url

from scorekeeper import create_app
from scorekeeper.config import ConfigError, Settings, database_of
from scorekeeper.records import copying, schema
from scorekeeper.records.backup import BackupError, back_up, restore
from scorekeeper.records.db import db
from scorekeeper.records.errors import NotFound
from scorekeeper.records.rebuild import Difference
from scorekeeper.server import bring_up_to_date
from scorekeeper.transfer_cli import Bar
from scorekeeper.web.links import club_links


def run_backup(arguments: Namespace) -> int:
    """Copy the database to a file, also while it is served. Raises ConfigError."""
    database = _file("pg_dump --format=custom --file=FILE")
    target = Path(arguments.file)
    try:
        back_up(database, target)
    except BackupError as error:
        raise ConfigError(str(error)) from error
    print(f"The books are in {target}. The secret key is not: links and cookies need it as well.")
    return 0


def run_restore(arguments: Namespace) -> int:
    """Put a backup in the place of the database. Raises ConfigError."""
    database = _file("pg_restore --clean --dbname=DATABASE FILE")
    try:
        kept = restore(database, Path(arguments.file), _bring_up_to_date)
    except BackupError as error:
        raise ConfigError(str(error)) from error
    print(f"The books of {arguments.file} are in place.")
    if kept is not None:
        print(f"Those that were there before are in {kept}")
    return 0


def run_copy(arguments: Namespace) -> int:
    """Copy the books into another database, an empty one, and check them there. Raises ConfigError."""
    with _application(arguments.source) as old, _application(arguments.target) as new:
        try:
            where, differences = _copy(old, new)
        except (copying.CopyError, schema.SchemaError, BackupError) as error:
            raise ConfigError(str(error)) from error
    for difference in differences:
        print(f"{difference}; put right in the copy")
    if not differences:
        print("Everything stood as the facts say.")
    print(f"The books are in {where}")
    print("Set SCOREKEEPER_DATABASE_URL to it and serve with the same secret key.")
    return 0


def _copy(old: Flask, new: Flask) -> tuple[str, Sequence[Difference]]:
    """Copy, telling how far it is; the name of the new database, and what was found wrong in it."""
    bar = Bar()
    with old.app_context():
        source = copying.source()
    with copying.not_served(source), new.app_context():
        target = copying.target()
        for tally in copying.copy_rows(source, target, bar):
            print(f"{tally.table:<12}{tally.rows:>13,} rows   {tally.checksum}")
        print("Every table reads the same in both. Now every figure is worked out again.", flush=True)
        return target.url.render_as_string(), copying.check(bar)


@contextmanager
def _application(url: str) -> Iterator[Flask]:
    """The application on a database that was typed; its connections are closed at the end."""
    try:
        database = database_of(url)
    except ValueError as error:
        raise ConfigError(f"This is no database that can be used; it must be {error}.") from error
    app = create_app({"SECRET_KEY": "nothing is signed", "SQLALCHEMY_DATABASE_URI": database})
    try:
        yield app
    finally:
        with app.app_context():
            db.engine.dispose()


def run_links(arguments: Namespace) -> int:
    """Print the links of a club. Raises ConfigError where there is no such club."""
    bring_up_to_date()
    with create_app().app_context():
        try:
            links = list(club_links(arguments.club))
        except NotFound:
            raise ConfigError(f"There is no club {arguments.club}.") from None
    for key, role, address in links:
        print(f"{key}  {role:<11}  {address}")
    return 0


def _file(otherwise: str) -> Path:
    """The SQLite file of the settings. Raises ConfigError for another database, with its own tool's name."""
    url = make_url(Settings.from_environ().database)
    if url.get_backend_name() != "sqlite" or not url.database:
        raise ConfigError(f"The database is PostgreSQL, which has tools of its own for this: {otherwise}.")
    return Path(url.database)


def _bring_up_to_date(file: Path) -> None:
    """Give a copy of a backup the newest schema. Raises BackupError for what is not Scorekeeper's."""
    app = create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{file.as_posix()}"})
    with app.app_context():
        try:
            if not inspect(db.engine).get_table_names():
                raise BackupError("This cannot be restored. The file is empty.")
            if copy := schema.upgrade():
                copy.unlink()  # the backup itself is the copy
        except schema.SchemaError as error:
            raise BackupError(f"This cannot be restored. {error}") from error
        finally:
            db.session.remove()
            db.engine.dispose()
