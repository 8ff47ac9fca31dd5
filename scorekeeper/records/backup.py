"""A copy of the books while they are open, and a copy put in their place while they are closed. SQLite only.

Who serves holds a shared lock on a file beside the database, and who restores wants it alone. That lock
belongs to the open file: it is gone with its process, however that ended.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

if sys.platform != "win32":
    import fcntl

MAGIC: Final = b"SQLite format 3\0"
WAL_FILES: Final = ("-wal", "-shm", "-journal")


class BackupError(RuntimeError):
    """A backup or a restore that cannot be; str() is a sentence for the owner of the server."""


def back_up(database: Path, target: Path) -> None:
    """Copy the database, whole and of one moment, while others write to it. Raises BackupError.

    The copy appears under its name only when it is complete and sound.
    """
    if not database.exists():
        raise BackupError(f"There is no database {database} yet.")
    if target.exists():
        raise BackupError(f"{target} is there already; give the backup another name.")
    half = target.with_name(target.name + ".part")
    try:
        half.touch(mode=0o600)
        with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(half)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, and nothing beside it
        check_sound(half)
        _sync(half)
        half.rename(target)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"The backup {target} could not be written ({error}).") from error
    finally:
        half.unlink(missing_ok=True)


def restore(database: Path, file: Path, bring_up_to_date: Callable[[Path], None]) -> Path | None:
    """Put a backup in the place of the database; returns where the old one lies now, if there was one.

    `bring_up_to_date` gives the newest schema to a copy of the file, and refuses what is not ours. Raises
    BackupError, and what that raises; then nothing was changed.
    """
    if not file.is_file():
        raise BackupError(f"There is no file {file}.")
    with _closed_to_others(database):
        fresh = database.with_name(f"{database.name}.restoring")
        try:
            _copy(file, fresh)
            check_sound(fresh)
            bring_up_to_date(fresh)
            check_sound(fresh)
            _one_file(fresh)
            return _swap(database, fresh)
        except sqlite3.Error as error:
            raise BackupError(f"{file} is no database, or not a whole one ({error}).") from error
        except OSError as error:
            raise BackupError(f"{file} could not be restored ({error}).") from error
        finally:
            for each in ("", *WAL_FILES):
                Path(f"{fresh}{each}").unlink(missing_ok=True)


def check_sound(file: Path) -> None:
    """Raise BackupError for a file whose pages or references are broken, sqlite3.Error for no database."""
    with closing(sqlite3.connect(file)) as database:
        if (found := database.execute("PRAGMA integrity_check(1)").fetchone()[0]) != "ok":
            raise BackupError(f"{file} is damaged ({found}).")
        if broken := database.execute("PRAGMA foreign_key_check").fetchone():
            raise BackupError(f"{file} is damaged: a row of {broken[0]} refers to nothing.")


@contextmanager
def serving(database: Path) -> Iterator[None]:
    """Hold the lock of those who serve. Raises BackupError while a restore is under way."""
    with _lock(database, alone=False):
        yield


@contextmanager
def not_served(database: Path) -> Iterator[None]:
    """Keep servers away. Raises BackupError where one serves it, or somebody else does this."""
    with _lock(database, alone=True):
        yield


@contextmanager
def _closed_to_others(database: Path) -> Iterator[None]:
    """Be the only one: no server, and nobody else who has the file open (`flask run`, a shell)."""
    with not_served(database):
        if _is_database(database):
            _see_that_nobody_has_it_open(database)
        yield


def _is_database(file: Path) -> bool:
    """By its first bytes. What is none any more is not opened: SQLite would throw away the log beside it."""
    if not file.exists():
        return False
    with file.open("rb") as opened:
        return opened.read(len(MAGIC)) == MAGIC


def _see_that_nobody_has_it_open(database: Path) -> None:
    """Only the last connection may leave the WAL mode. A damaged file has no mode, and may be replaced."""
    try:
        with closing(sqlite3.connect(database, timeout=1)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        raise BackupError(f"{database} is in use ({error}); stop what serves it first.") from error
    except sqlite3.DatabaseError:
        pass


@contextmanager
def _lock(database: Path, *, alone: bool) -> Iterator[None]:
    if sys.platform == "win32":  # a file that is open there cannot be replaced anyway
        yield
        return
    with Path(f"{database}.lock").open("a") as file:
        try:
            fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            if alone:
                raise BackupError(f"Scorekeeper is serving {database}; stop it first.") from None
            raise BackupError("The database is being restored or copied; serve when that is done.") from None
        yield


def _copy(file: Path, target: Path) -> None:
    """By the backup API: what still lies in a log beside the file comes along."""
    target.unlink(missing_ok=True)
    target.touch(mode=0o600)
    source = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)
    with closing(source), closing(sqlite3.connect(target)) as copy:
        source.backup(copy)


def _one_file(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    _sync(file)


def _swap(database: Path, fresh: Path) -> Path | None:
    """Replace the database in one step: there is one under its name at any moment, the old or the new."""
    kept = None
    if database.exists():
        moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
        kept = database.with_name(f"{database.stem}-before-restore-{moment}{database.suffix}")
        shutil.copymode(database, fresh)
        try:
            os.link(database, kept)
        except OSError:  # a file system without links
            shutil.copy2(database, kept)
        for each in WAL_FILES:  # only where the old one was damaged; it may be what saves it
            with suppress(FileNotFoundError):
                Path(f"{database}{each}").rename(f"{kept}{each}")
    fresh.replace(database)
    _sync(database.parent)
    return kept


def _sync(path: Path) -> None:
    if sys.platform == "win32" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
