"""Where the project's own files lie: in a checkout, an editable install and a wheel alike."""

from __future__ import annotations

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
    raise FileNotFoundError(
        f"{folder}/ is neither in {PACKAGE} nor beside it; the installation is incomplete"
    )


def instance() -> Path:
    """The folder of the SQLite file and the secret key, where SCOREKEEPER_INSTANCE names no other.

    A checkout (and so an editable install) has its own instance/; an installation outside a checkout
    uses the user's data folder.
    """
    top = PACKAGE.parent
    if (top / "pyproject.toml").is_file() and (top / "templates").is_dir():
        return top / "instance"
    return Path(platformdirs.user_data_dir("scorekeeper", appauthor=False))
