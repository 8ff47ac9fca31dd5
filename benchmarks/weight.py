"""What goes over the line, from a server: the first visit to a table, and a saved hand."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator, Mapping
from typing import Final
from urllib.parse import urlsplit

from benchmarks.bench import Bench
from benchmarks.http import Answer, Line, get, post
from benchmarks.row import Row
from benchmarks.serving import OURS, cookie_of, served, visitor
from scorekeeper.records.db import db
from scorekeeper.web.access import Role
from tests import playing
from tests.phones import hidden

VISIT_BUDGET: Final = 32 * 1024
PAGE_BUDGET: Final = 14 * 1024  # HTML and CSS
SAVE_BUDGET: Final = 6 * 1024
PLAYED: Final = playing.THURSDAY[:5]
GZIP: Final = {"Accept-Encoding": "gzip, deflate"}  # what browsers ask for over plain http
FOR_EVER: Final = "public, max-age=31536000, immutable"
# What a browser fetches by itself; the touch icon only once the page is put on a home screen.
LINKED: Final = re.compile(r'<(?:link rel="(?:icon|manifest|stylesheet)" href|script src)="(/static/[^"]+)"')
IMPORTED: Final = re.compile(r'(?:from|import) "\./([\w-]+\.js)"')  # not import(): that is for later


def rows(bench: Bench) -> Iterator[Row]:
    """The bytes; they are the same on either database."""
    with bench.sqlite() as database:
        app = database.app()
        with app.app_context():
            sheet = playing.start()
            playing.play(sheet.game.key, PLAYED)
            db.session.remove()
            db.engine.dispose()
        keeper = {**cookie_of(visitor(app, sheet.club.key, Role.SCOREKEEPER)), **GZIP}
        with served(bench, database, *OURS) as server, Line(server.port) as line:
            yield from _first_visit(line, f"/games/{sheet.game.key}", keeper)
            yield from _saved_hand(line, f"/games/{sheet.game.key}", keeper)


def _first_visit(line: Line, table: str, headers: Mapping[str, str]) -> Iterator[Row]:
    page = line.ask(get(table, headers))
    if page.headers["cache-control"] != "private, no-cache":
        raise AssertionError(page.headers)
    files: dict[str, Answer] = {}
    wanted = LINKED.findall(text_of(page))
    while wanted:
        path = wanted.pop()
        files[path] = _static(line, path, headers)
        folder = path.rsplit("/", 1)[0]
        wanted += {f"{folder}/{name}" for name in IMPORTED.findall(text_of(files[path]))} - files.keys()
    css = sum(len(file.body) for path, file in files.items() if path.endswith(".css"))
    every = len(page.body) + sum(len(file.body) for file in files.values())
    note = f"{1 + len(files)} files"
    yield Row.at_most("the table, first visit, everything, gzip", VISIT_BUDGET, every, "bytes", note=note)
    yield Row.at_most(
        "the table, first visit, HTML and CSS, gzip", PAGE_BUDGET, len(page.body) + css, "bytes"
    )


def _static(line: Line, path: str, headers: Mapping[str, str]) -> Answer:
    """A static file, which is to be kept for ever and to come compressed either way."""
    file, brotli = (line.ask(get(path, {**headers, "Accept-Encoding": how})) for how in ("gzip", "br"))
    encodings = (file.headers.get("content-encoding"), brotli.headers.get("content-encoding"))
    if file.headers["cache-control"] != FOR_EVER or encodings != ("gzip", "br"):
        raise AssertionError(f"{path}: {file.headers} {brotli.headers}")
    return file


def _saved_hand(line: Line, table: str, headers: Mapping[str, str]) -> Iterator[Row]:
    """What the phone that saves gets: the redirect, and the table it leads to. All else it has."""
    form = line.ask(get(f"{table}/hands/new", headers))
    cookie = form.headers.get("set-cookie", headers["Cookie"]).partition(";")[0]
    hearts, queen = playing.THURSDAY[len(PLAYED)]
    typed = {name: hidden(text_of(form), name) for name in ("csrf_token", "version", "submission")}
    typed |= {"mode": "count", "queen": str(queen)}
    typed |= {f"hearts_{seat}": str(count) for seat, count in enumerate(hearts)}
    keeper = {**headers, "Cookie": cookie}
    saved = line.ask(post(f"{table}/hands/new", keeper, typed))
    page = line.ask(get(urlsplit(saved.headers["location"]).path, keeper))
    size = len(saved.body) + len(page.body)
    yield Row.at_most("a saved hand, bytes back, gzip", SAVE_BUDGET, size, "bytes")


def text_of(answer: Answer) -> str:
    """The text of a compressed answer."""
    return gzip.decompress(answer.body).decode()
