"""A line that can be cut: the application at a port, which stops, starts again, or a hotel answers for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect
from werkzeug.serving import BaseWSGIServer, make_server
from werkzeug.wrappers import Response

from scorekeeper.records.db import db
from tests.browser.conftest import PHONE, Site, make_app
from tests.serving import free_port

# What browsers, htmx and Playwright write when they cannot reach anything, or must not.
NETWORK = ("Failed to load resource", "htmx: htmx:error", "Service Worker registration blocked")
BUSY = Response("<p class=fault>A moment, please.</p>", 503, {"Scorekeeper": "1"}, mimetype="text/html")
HOTEL = Response("<!DOCTYPE html><title>Hotel</title><h1>Log in, please</h1>", mimetype="text/html")


@dataclass
class Line:
    """The application at a port of its own, and the browsers of those who use it."""

    folder: Path
    host: str = "127.0.0.1"
    port: int = field(default_factory=free_port)
    complaints: list[str] = field(default_factory=list)
    _stop: Callable[[], None] | None = None

    def __post_init__(self) -> None:
        self.app = make_app(self.folder)

    @property
    def site(self) -> Site:
        """The address, and the application for what a test prepares or looks up."""
        return Site(f"http://{self.host}:{self.port}", self.app)

    def up(self) -> None:
        """Serve: the first time, or again after an interruption, by an application that starts anew."""
        self._serve(make_app(self.folder))

    def hotel(self) -> None:
        """Somebody else answers everything with a page of theirs."""
        self._serve(HOTEL)

    def busy(self, below: str) -> None:
        """Serve anew, but for what lies below a path: that is too much just now."""
        app = make_app(self.folder)
        served = app.wsgi_app

        def answer(environ: Any, start: Any) -> Any:
            return (BUSY if environ["PATH_INFO"].startswith(below) else served)(environ, start)

        app.wsgi_app = answer  # type: ignore[method-assign]
        self._serve(app)

    def cut(self) -> None:
        """Nobody answers."""
        if self._stop is not None:
            self._stop()
            self._stop = None

    def _serve(self, app: Any) -> None:
        self.cut()
        server: BaseWSGIServer = make_server("127.0.0.1", self.port, app, threaded=True)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()

        def stop() -> None:
            server.shutdown()
            thread.join()
            server.server_close()
            if hasattr(app, "app_context"):
                with app.app_context():
                    db.engine.dispose()

        self._stop = stop

    def phone(self, browser: Browser, **options: Any) -> BrowserContext:
        """A phone. What its browser says of the network is no complaint; everything else is."""
        context = browser.new_context(base_url=self.site.url, **{**PHONE, **options})
        context.set_default_timeout(30_000)
        context.on("page", self._watch)
        return context

    def _watch(self, page: Page) -> None:
        def heard(message: Any) -> None:
            network = message.text.startswith(NETWORK)
            if message.type in ("error", "warning") and not network:
                self.complaints.append(message.text)

        page.on("console", heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))


@contextmanager
def laid(folder: Path, host: str = "127.0.0.1") -> Iterator[Line]:
    """A line that is up, inside its application's context; at the end no page may have complained."""
    expect.set_options(timeout=15_000)  # what waits for a server that comes back, on a busy machine
    line = Line(folder, host)
    line.up()
    try:
        with line.app.app_context():
            yield line
    finally:
        line.cut()
        with line.app.app_context():
            db.session.remove()
            db.engine.dispose()
    assert line.complaints == [], line.complaints
