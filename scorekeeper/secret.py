"""The instance folder and the secret key in it."""

from __future__ import annotations

import os
import secrets
import tempfile
from pathlib import Path

from scorekeeper.config import KEY_FILE, KEY_LENGTH, ConfigError, Settings


def make_folder(folder: Path) -> None:
    """Make a folder and see that files can be made in it. Raises ConfigError where they cannot."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise ConfigError(
            f"The folder {folder} cannot be written to ({error.strerror or error}); "
            "SCOREKEEPER_INSTANCE can name another."
        ) from error


def secret_key(settings: Settings) -> str:
    """The key that signs cookies and links: the one set, else the key file's. Raises ConfigError for neither.

    The file is made at first need with mode 600. Two processes that start at once must agree on one key, so
    it appears whole or not at all: written under another name, then linked; the later reads the first's.
    """
    if settings.secret_key:
        return settings.secret_key
    path = settings.instance / KEY_FILE
    try:
        if not path.exists():
            _make_key_file(path)
        key = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"The secret key file {path} cannot be read or made ({error}).") from error
    if len(key) < KEY_LENGTH:
        raise ConfigError(f"The secret key in {path} is too short; delete the file and a new one is made.")
    return key


def _make_key_file(path: Path) -> None:
    make_folder(path.parent)
    handle, draft = tempfile.mkstemp(prefix=path.name, dir=path.parent)  # mkstemp gives mode 600
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(48) + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
    except FileExistsError:
        pass  # another process was first, and its key counts
    finally:
        os.unlink(draft)
