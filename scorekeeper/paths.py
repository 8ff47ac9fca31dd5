"""Where the project's own files lie: in a checkout, an editable install and a wheel alike."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).resolve().parent
MIGRATIONS = PACKAGE / "migrations"


def find(folder: str) -> Path:
    """The folder `templates` or `static`.

    A wheel carries it inside the package; a checkout (and so an editable install) keeps it beside it.
    Raises FileNotFoundError when the installation lacks it: without it no page can be shown.
    """
    for place in (PACKAGE / folder, PACKAGE.parent / folder):
        if place.is_dir():
            return place
    raise FileNotFoundError(f"{folder}/ is neither in {PACKAGE} nor beside it; the installation is incomplete")


def instance() -> Path:
    """The folder that holds the SQLite file and the secret key.

    SCOREKEEPER_INSTANCE says it; else a checkout uses its own instance/, and an installation outside
    a checkout uses the user's data folder.
    """
    if said := os.environ.get("SCOREKEEPER_INSTANCE"):
        return Path(said).expanduser().resolve()
    top = PACKAGE.parent
    if (top / "pyproject.toml").is_file() and (top / "templates").is_dir():
        return top / "instance"
    return Path(platformdirs.user_data_dir("scorekeeper", appauthor=False))
