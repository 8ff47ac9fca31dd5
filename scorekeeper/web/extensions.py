"""Flask's extensions, unbound; init_app() binds them."""

from __future__ import annotations

from flask import Flask
from flask_compress import Compress
from flask_wtf.csrf import CSRFProtect

csrf = CSRFProtect()
compress = Compress()


def init_app(app: Flask) -> None:
    """Bind each extension to the application."""
    csrf.init_app(app)
    compress.init_app(app)
