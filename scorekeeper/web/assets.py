"""Static files at addresses that name their content, so that a browser may keep them for ever.

One tag names the whole folder: modules import each other by relative addresses, and those must change
together. An address with an old tag still answers (a page opened before an upgrade), but is not kept.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import lru_cache
from pathlib import Path

import brotli
from flask import Flask, Response, abort, request

from scorekeeper import paths

TEXT = frozenset({".css", ".js", ".svg", ".json", ".webmanifest", ".txt"})
TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml"}


def _tag(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


@lru_cache(maxsize=512)
def _encoded(path: Path, changed: float, encoding: str) -> bytes:
    """The file's bytes as sent; compressed once, at the strongest level, and kept."""
    content = path.read_bytes()
    if encoding == "br":
        return bytes(brotli.compress(content))
    if encoding == "gzip":
        return gzip.compress(content, 9, mtime=0)
    return content


def _serve(folder: Path, tag: str, asked: str, filename: str) -> Response:
    try:
        path = (folder / filename).resolve()
        found = path.is_relative_to(folder) and path.is_file()
    except (ValueError, OSError):  # a NUL, a name longer than any file's
        found = False
    if not found:
        abort(404)
    accepted = request.accept_encodings
    encoding = next((e for e in ("br", "gzip") if path.suffix in TEXT and accepted[e]), "")
    response = Response(_encoded(path, path.stat().st_mtime, encoding))
    guessed, _ = mimetypes.guess_type(path.name)
    response.content_type = TYPES.get(path.suffix) or guessed or "application/octet-stream"
    if path.suffix in TEXT:
        response.content_type += "; charset=utf-8"
        response.vary.add("Accept-Encoding")
    if encoding:
        response.content_encoding = encoding
    kept = asked == tag
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if kept else "no-cache"
    return response


def init_app(app: Flask) -> None:
    """Serve static/ under `/static/<tag>/…` and give templates `static_url('css/base.css')`."""
    folder = paths.find("static").resolve()
    fixed = _tag(folder)

    def tag() -> str:
        return _tag(folder) if app.debug else fixed

    def static_file(asked: str, filename: str) -> Response:
        return _serve(folder, tag(), asked, filename)

    app.add_url_rule("/static/<asked>/<path:filename>", "static_file", static_file)
    app.jinja_env.globals["static_url"] = lambda filename: f"/static/{tag()}/{filename}"
