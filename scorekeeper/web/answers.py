"""How a form is answered: in place where htmx asked, as a page where the browser did."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask, Response, redirect, render_template, request

Answer = Response | tuple[str, int]
REFUSED = 422


def in_place() -> bool:
    """Whether htmx asked, and wants the partial alone."""
    return request.headers.get("HX-Request") == "true"


def go(address: str) -> Response:
    """Send the browser to another page, by GET.

    htmx would follow a redirect by itself and put the page it leads to into the old one.
    """
    if in_place():
        return Response(status=204, headers={"HX-Redirect": address})
    return redirect(address, 303)  # type: ignore[return-value]  # werkzeug's own Response, which Flask's is


def answer(page: str, partial: str, status: int = 200, **context: object) -> tuple[str, int]:
    """The partial where htmx asked, else the page that includes it."""
    return render_template(partial if in_place() else page, **context), status


def _autofocus() -> dict[str, Callable[[], str]]:
    """For a page's templates: the attribute for the first that asks, the page's first fault."""
    attributes = iter(("autofocus",))
    return {"autofocus": lambda: next(attributes, "")}


def init_app(app: Flask) -> None:
    """Give every template `autofocus()`."""
    app.context_processor(_autofocus)
