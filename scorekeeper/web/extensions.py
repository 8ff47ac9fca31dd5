"""Flask's extensions, unbound; init_app() binds them."""

from __future__ import annotations

from typing import Final

from flask import Flask
from flask_compress import Compress
from flask_wtf.csrf import CSRFProtect

COMPRESSED: Final = (
    "text/html",
    "text/plain",
    "text/csv",
    "application/json",
    "application/javascript",
    "text/javascript",
    "application/manifest+json",
    "text/css",
    "image/svg+xml",
)

csrf = CSRFProtect()
compress = Compress()


def init_app(app: Flask) -> None:
    """Bind each extension to the application."""
    csrf.init_app(app)
    # Flask-Compress's own list leaves out the tables that are taken out, the biggest answers there are.
    app.config.setdefault("COMPRESS_MIMETYPES", [*COMPRESSED])
    compress.init_app(app)
