"""What every answer carries, errors included, and what a failure looks like."""

from __future__ import annotations

from flask import Flask, Response, current_app, render_template, request
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import DBAPIError
from werkzeug.exceptions import HTTPException

from scorekeeper.records.errors import NotFound

POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
    )
)

SENTENCES = {
    400: ("That did not arrive whole", "What came could not be read. Go back and try again."),
    404: (
        "Nothing here",
        "No such page, or this device has not been let in. Ask for the club's link.",
    ),
    405: ("Not that way", "This address does not take that kind of request."),
    413: ("Too much at once", "That was larger than a page here ever needs to send. Nothing was changed."),
    429: ("A little slower", "Too many requests came from this device. Wait a moment and try again."),
    500: ("Something broke", "The fault is ours. This request changed nothing; go back and try again."),
    503: (
        "The books are closed",
        "Nothing saved is lost, and this changed nothing. Try again in a moment.",
    ),
}
STATIC = "static_file"
OTHERWISE = ("That did not work", "Nothing was changed. Go back and try again.")
STALE_PAGE = "This page was open too long, or came from elsewhere. Go back, reload it and send it again."


def _headers(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    # `no-referrer` would break the CSRF check under HTTPS.
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["X-Frame-Options"] = "DENY"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers.setdefault("Cache-Control", "private, no-cache")
    if request.endpoint != STATIC:
        # Said of every page: one that is kept from a device must not differ from one that is not there.
        response.vary.add("Cookie")
    return response


def page_for(status: int) -> tuple[str, int]:
    """The page that says in a sentence what went wrong."""
    title, sentence = SENTENCES.get(status, OTHERWISE)
    return render_template("error.html", status=status, title=title, sentence=sentence), status


def init_app(app: Flask) -> None:
    """Set the headers and the error pages."""
    app.after_request(_headers)

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> Response | tuple[str, int]:
        if error.code is None or error.code < 400:  # a redirect raised by the router
            return error.get_response(request.environ)  # type: ignore[return-value]  # werkzeug's own Response
        return page_for(error.code)

    @app.errorhandler(NotFound)
    def not_there(_error: NotFound) -> tuple[str, int]:
        return page_for(404)

    @app.errorhandler(CSRFError)
    def csrf_error(error: CSRFError) -> tuple[str, int]:
        return render_template("error.html", status=400, title="Please reload", sentence=STALE_PAGE), 400

    @app.errorhandler(DBAPIError)
    def books_closed(error: DBAPIError) -> tuple[str, int]:
        # Full, locked, read-only or unreachable: loud in the log, patient on the page; nothing was written.
        current_app.logger.error("the database refused: %s", error.orig)
        return page_for(503)

    @app.errorhandler(500)
    def broken(_error: Exception) -> tuple[str, int]:
        return page_for(500)
