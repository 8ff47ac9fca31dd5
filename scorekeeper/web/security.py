"""What every answer carries, errors included, and what a failure looks like."""

from __future__ import annotations

from flask import Flask, Response, current_app, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import DBAPIError
from werkzeug.exceptions import BadHost, HTTPException, RequestEntityTooLarge

from scorekeeper.config import YEAR
from scorekeeper.records.errors import NotFound
from scorekeeper.web.limits import TooOften

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
OURS = "Scorekeeper"  # a header by which a phone knows our answers from those of a hotel's login page
FORM = "application/x-www-form-urlencoded"
WAIT = (429, 503)
OTHERWISE = ("That did not work", "Nothing was changed. Go back and try again.")
STALE_PAGE = "This page was open too long, or came from elsewhere. Go back, reload it and send it again."


def _headers(response: Response) -> Response:
    if request.is_secure:
        response.headers["Strict-Transport-Security"] = f"max-age={YEAR}"
    response.headers[OURS] = "1"
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    # `no-referrer` would break the CSRF check under HTTPS.
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["X-Frame-Options"] = "DENY"
    if request.is_secure:  # over plain http browsers refuse it, and say so in the console
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers.setdefault("Cache-Control", "private, no-cache")
    if request.endpoint != STATIC:
        # Said of every page: one that is kept from a device must not differ from one that is not there.
        response.vary.add("Cookie")
    return response


def page_for(status: int, sentence: str | None = None) -> Response:
    """The page that says in a sentence what went wrong, and where waiting helps offers to send all again."""
    title, usual = SENTENCES.get(status, OTHERWISE)
    page = render_template(
        "error.html", status=status, title=title, sentence=sentence or usual, again=_typed(status)
    )
    return make_response(page, status)


def _typed(status: int) -> list[tuple[str, str]]:
    """What a form sent that only came at a bad moment: nobody is to type it twice."""
    # An address that no route has is not repeated: it might be another server's ("//evil.example").
    if status not in WAIT or request.url_rule is None or request.mimetype != FORM:
        return []
    try:
        return list(request.form.items(multi=True))
    except RequestEntityTooLarge:  # nothing has read it before it was refused
        return []


def books_closed(error: DBAPIError) -> Response:
    """Full, locked, read-only or unreachable: loud in the log, patient on the page; nothing was written."""
    # Its first line alone: what follows may quote the row, and with it a name.
    current_app.logger.error("the database refused: %s", str(error.orig).partition("\n")[0])
    return page_for(503)


def init_app(app: Flask) -> None:
    """Set the headers and the error pages."""
    app.after_request(_headers)

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> Response:
        if error.code is None or error.code < 400:  # a redirect raised by the router
            return error.get_response(request.environ)  # type: ignore[return-value]  # werkzeug's own Response
        if isinstance(error, TooOften):
            page = page_for(error.code, error.sentence)
            page.retry_after = error.wait
            return page
        return page_for(error.code)

    @app.errorhandler(BadHost)
    def no_host(_error: BadHost) -> Response:
        # No page: the addresses in it would be of a host that cannot be.
        return Response(SENTENCES[400][1], 400, mimetype="text/plain")

    @app.errorhandler(NotFound)
    def not_there(_error: NotFound) -> Response:
        return page_for(404)

    @app.errorhandler(CSRFError)
    def csrf_error(error: CSRFError) -> tuple[str, int]:
        return render_template("error.html", status=400, title="Please reload", sentence=STALE_PAGE), 400

    @app.errorhandler(500)
    def broken(_error: Exception) -> Response:
        return page_for(500)
