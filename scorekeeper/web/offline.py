"""What a phone needs for the time without a network: the service worker, and a fresh CSRF token."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from flask import Blueprint, Response, current_app, jsonify
from flask_wtf.csrf import generate_csrf

from scorekeeper import paths

bp = Blueprint("offline", __name__)

WORKER: Final = "js/worker.js"


@bp.get("/sw.js")
def worker() -> Response:
    """The service worker. It lies at the root, because it looks after every page from its own folder down.

    The address of the static files, which holds the hash of them all, stands in it: a new version of the
    application is another worker, and a browser puts it in the place of the old one.
    """
    static_url = cast("Callable[[str], str]", current_app.jinja_env.globals["static_url"])
    folder = static_url("")
    script = (paths.find("static") / WORKER).read_text(encoding="utf-8")
    answer = Response(f'const STATIC = "{folder}";\n\n{script}')
    answer.content_type = "text/javascript; charset=utf-8"
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@bp.get("/token")
def token() -> Response:
    """A CSRF token for an entry that waited on the phone: the one of its page may be another day's."""
    answer = jsonify(csrf_token=generate_csrf())
    answer.headers["Cache-Control"] = "no-store"
    return answer
