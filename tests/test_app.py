"""create_app: what it reads, what it trusts, and what a page says while the database is not ready."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask, request

from scorekeeper import create_app
from scorekeeper.config import ConfigError, variable_of
from scorekeeper.records import schema

KEY = "sixteen letters and more"


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An instance folder of this test's own, not made yet."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "instance"))
    return tmp_path / "instance"


def test_it_takes_its_settings_from_the_environment(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv("SCOREKEEPER_SECRET_KEY", KEY)
    app = create_app()
    assert app.config["SECRET_KEY"] == KEY
    assert app.config["SQLALCHEMY_DATABASE_URI"] == f"sqlite:///{folder}/scorekeeper.sqlite3"


def test_what_is_given_overrides_the_environment_and_touches_no_instance_folder(folder: Path) -> None:
    app = create_app({"SECRET_KEY": KEY, "SQLALCHEMY_DATABASE_URI": "sqlite://", "TESTING": True})
    assert app.config["SQLALCHEMY_DATABASE_URI"] == "sqlite://"
    assert app.config["SECRET_KEY"] == KEY
    assert not folder.exists()


def test_a_bad_setting_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable_of("threads"), "many")
    with pytest.raises(ConfigError, match="SCOREKEEPER_THREADS is 'many'"):
        create_app()


def address_seen(app: Flask) -> str:
    """The address the app thinks it was asked under, by a client that claims to be a proxy."""
    app.add_url_rule("/seen", "seen", lambda: f"{request.remote_addr} {request.url}")
    claims = {
        "X-Forwarded-For": "203.0.113.9",
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "hearts.example",
    }
    return app.test_client().get("/seen", headers=claims).text


def test_without_a_proxy_nobody_is_believed_about_where_they_come_from() -> None:
    assert address_seen(create_app()) == "127.0.0.1 http://localhost/seen"


def test_behind_one_proxy_its_word_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_TRUSTED_PROXIES", "1")
    assert address_seen(create_app()) == "203.0.113.9 https://hearts.example/seen"


def test_behind_one_proxy_what_a_client_claims_of_others_counts_for_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SCOREKEEPER_TRUSTED_PROXIES", "1")
    app = create_app()
    app.add_url_rule("/seen", "seen", lambda: f"{request.remote_addr} {request.url}")
    told = {
        "X-Forwarded-For": "127.0.0.1, 203.0.113.9",
        "X-Forwarded-Proto": "http, https",
        "X-Forwarded-Host": "evil.example, hearts.example",
    }
    assert app.test_client().get("/seen", headers=told).text == "203.0.113.9 https://hearts.example/seen"


def test_on_a_database_nobody_brought_up_to_date_a_page_says_what_to_do(
    caplog: pytest.LogCaptureFixture,
) -> None:
    answer = create_app().test_client().get("/clubs/abcdefghjk")
    assert answer.status_code == 503
    assert "scorekeeper upgrade" in answer.text
    assert "scorekeeper upgrade" in caplog.text
    assert "Traceback" not in caplog.text


def test_the_page_comes_once_the_database_is_up_to_date() -> None:
    app = create_app()
    assert app.test_client().get("/healthz").status_code == 503
    with app.app_context():
        schema.upgrade()
    assert app.test_client().get("/healthz").status_code == 200
    assert app.test_client().get("/").status_code == 200


def test_users_of_flask_find_the_upgrade_where_they_expect_it() -> None:
    app = create_app()
    assert app.test_cli_runner().invoke(args=["db", "upgrade"]).exit_code == 0
    with app.app_context():
        assert schema.is_current()


@pytest.mark.parametrize(("url", "said"), [("http://localhost", None), ("https://localhost", "same-origin")])
def test_a_page_keeps_other_windows_out_where_browsers_listen_to_it(url: str, said: str | None) -> None:
    answer = create_app().test_client().get("/healthz", base_url=url)
    assert answer.headers.get("Cross-Origin-Opener-Policy") == said
