"""The real application in a real browser: one server and one Chromium for all browser tests."""

from __future__ import annotations

import logging
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from werkzeug.serving import make_server

from scorekeeper import create_app
from scorekeeper.records import schema
from scorekeeper.records.clubs import club_by_key
from scorekeeper.records.db import db
from scorekeeper.web.access import Role, token_for
from tests.conftest import SECRET_KEY, clear, missing

HERE = Path(__file__).parent
# The shell is the same engine without a window, three times as quick; it puts no page by to come back to.
SHELL = "chromium-headless-shell"
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SMALL = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what lies in this folder, so that `-m "not browser"` leaves it out."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


def find_chromium(*, whole: bool = False) -> str | None:
    """Where a Chromium is: SCOREKEEPER_TEST_CHROMIUM, or one on the path; `whole`: with all of a browser."""
    said = os.environ.get("SCOREKEEPER_TEST_CHROMIUM")
    names = CHROMIUMS if whole else (SHELL, *CHROMIUMS)
    return said or next((found for name in names if (found := shutil.which(name))), None)


def chromium_path(*, whole: bool = False) -> str:
    """What `find_chromium` finds; the test is skipped where that is nothing."""
    found = find_chromium(whole=whole)
    if found is None:
        missing("no Chromium on this machine")
    return found


@dataclass(frozen=True)
class Site:
    """The application as it is served: its address, and itself for what a test prepares or looks up."""

    url: str
    app: Flask

    def join_address(self, club_key: str, role: Role = Role.SCOREKEEPER) -> str:
        """The address that gives a browser a role in a club."""
        with self.app.app_context():
            return f"{self.url}/join/{token_for(club_by_key(club_key), role)}"


def make_app(folder: Path) -> Flask:
    """The application with a database in the folder, brought up to date."""
    url = f"sqlite:///{(folder / 'browser.sqlite3').as_posix()}"
    app = create_app(
        {
            "SQLALCHEMY_DATABASE_URI": url,
            "SECRET_KEY": SECRET_KEY,
            "TESTING": True,
            "RATELIMIT_STORAGE": "",  # all browsers of all tests come from one address
        }
    )
    with app.app_context():
        schema.upgrade()
    logging.getLogger("werkzeug").setLevel(logging.ERROR)  # a line a request, with a poll every moment
    return app


def serve(folder: Path) -> Iterator[Site]:
    """Serve the application on a free port with a database of its own, until the caller is done."""
    app = make_app(folder)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield Site(f"http://127.0.0.1:{server.server_port}", app)
    server.shutdown()
    thread.join()
    server.server_close()
    with app.app_context():
        db.engine.dispose()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site; `site` is the one to use."""
    yield from serve(tmp_path_factory.mktemp("browser"))


@pytest.fixture
def site(served: Site) -> Iterator[Site]:
    """The site with an empty database, inside its application context."""
    clear(served.app)
    with served.app.app_context():
        yield served
        db.session.remove()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One Chromium for the session."""
    found = chromium_path()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


Opener = Callable[..., BrowserContext]


@pytest.fixture
def open_context(chromium: Browser, site: Site) -> Iterator[Opener]:
    """Opens browser contexts; at the end no page may have complained on its console."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def watch(page: Page) -> None:
        page.on("console", lambda m: complaints.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))

    def opener(*, quiet: bool = True, **options: object) -> BrowserContext:
        context = chromium.new_context(base_url=site.url, **options)  # type: ignore[arg-type]
        context.set_default_timeout(30_000)
        if quiet:
            context.on("page", watch)
        contexts.append(context)
        return context

    yield opener
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def phone(open_context: Opener) -> BrowserContext:
    """A phone of 390 x 844 with touch."""
    return open_context(**PHONE)


@pytest.fixture
def small(open_context: Opener) -> BrowserContext:
    """A small phone of 360 x 640 with touch."""
    return open_context(**SMALL)


@pytest.fixture
def bare(open_context: Opener) -> BrowserContext:
    """A phone whose browser runs no JavaScript."""
    return open_context(java_script_enabled=False, **PHONE)
