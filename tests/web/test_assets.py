"""Static files: kept for ever under the address that names their content, and nothing else is served."""

from __future__ import annotations

import pytest
from flask import Flask


def address(app: Flask, filename: str) -> str:
    static_url = app.jinja_env.globals["static_url"]
    assert callable(static_url)
    return str(static_url(filename))


@pytest.mark.parametrize("encoding", ["br", "gzip"])
def test_a_file_is_kept_for_ever_and_sent_compressed(app: Flask, encoding: str) -> None:
    answer = app.test_client().get(address(app, "css/base.css"), headers={"Accept-Encoding": encoding})
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["Content-Encoding"] == encoding
    assert answer.content_type == "text/css; charset=utf-8"


def test_the_address_of_an_older_content_still_answers_but_is_not_kept(app: Flask) -> None:
    answer = app.test_client().get("/static/000000000000/css/base.css")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-cache")


@pytest.mark.parametrize(
    "filename",
    [
        "%00",
        "../pyproject.toml",
        "..%2Fpyproject.toml",
        "..\\pyproject.toml",
        "css",
        "none.css",
        "a" * 300,
        "a/" * 3000,
    ],
)
def test_what_is_no_static_file_is_not_there(app: Flask, filename: str) -> None:
    assert app.test_client().get(f"/static/000000000000/{filename}").status_code == 404
