"""One line a request: method, the route's pattern, status, milliseconds.

The pattern and never the address: that holds keys and tokens, and what was typed holds names.
"""

from __future__ import annotations

import logging
import sys
import time
import traceback
from typing import Any, Final

from flask import Flask, Response, g, request

LOG: Final = logging.getLogger("scorekeeper.requests")
FORM: Final = "%(asctime)s %(message)s"


def write_lines() -> None:
    """Write the lines to standard error; not on a terminal, where they would drive the QR code away."""
    if sys.stderr.isatty():
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter(FORM, "%Y-%m-%dT%H:%M:%S%z"))
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO)
    LOG.propagate = False


def _pattern() -> str:
    return request.url_rule.rule if request.url_rule is not None else "(no such page)"


def _begin() -> None:
    g.began = time.perf_counter()


def _line(response: Response) -> Response:
    if LOG.isEnabledFor(logging.INFO):
        took = (time.perf_counter() - g.began) * 1000 if "began" in g else 0
        LOG.info("%s %s %d %.0f ms", request.method, _pattern(), response.status_code, took)
    return response


def _way_to(error: BaseException | None) -> str:
    """How a fault came about, and its kind; not what it says, which may quote a name or a code."""
    told = []
    while error is not None:
        told.append("".join(traceback.format_tb(error.__traceback__)) + type(error).__qualname__)
        error = error.__cause__ or error.__context__
    return "\n\n".join(reversed(told))


def init_app(app: Flask) -> None:
    """Note every request, and let what goes wrong be told without its address too."""
    app.before_request(_begin)
    app.after_request(_line)

    def log_exception(exc_info: Any) -> None:
        app.logger.error("Exception on %s [%s]\n%s", _pattern(), request.method, _way_to(exc_info[1]))

    app.log_exception = log_exception  # type: ignore[method-assign]
