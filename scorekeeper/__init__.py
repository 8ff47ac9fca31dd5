"""Keeps score of Hearts played with real cards."""

# What needs Flask or the database is imported where it is used: `scorekeeper score` starts without either.

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Flask

    from scorekeeper.config import Settings


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The application, wired together. `config` overrides what the environment says, by Flask's names.

    Raises ConfigError for a setting, or an instance folder, that cannot be used. The database is not
    opened here: `scorekeeper serve` and `scorekeeper upgrade` bring it up to date.
    """
    from flask import Flask

    from scorekeeper import paths, web
    from scorekeeper.config import Settings
    from scorekeeper.records import db
    from scorekeeper.web import outdated

    settings = Settings.from_environ()
    app = Flask(
        __name__,
        instance_path=str(settings.instance),
        template_folder=str(paths.find("templates")),
        static_folder=None,  # web/assets.py serves static/, by content
    )
    configure(app, settings, config or {})
    trust_proxies(app, settings.trusted_proxies)
    db.init_app(app)
    web.init_app(app)
    outdated.init_app(app)
    return app


def configure(app: Flask, settings: Settings, overrides: Mapping[str, Any]) -> None:
    """Fill app.config. The instance folder is touched only for what is to be kept in it."""
    from scorekeeper.config import flask_config
    from scorekeeper.secret import make_folder, secret_key

    app.config.update(flask_config(settings))
    if "SQLALCHEMY_DATABASE_URI" in overrides:
        del app.config["SQLALCHEMY_ENGINE_OPTIONS"]  # they were for the other database
    elif not settings.database_url:
        make_folder(settings.instance)
    app.config.update(overrides)
    if not app.config["SECRET_KEY"]:
        app.config["SECRET_KEY"] = secret_key(settings)


def trust_proxies(app: Flask, proxies: int) -> None:
    """Take the client's address, scheme and host from that many reverse proxies; from none, never."""
    from werkzeug.middleware.proxy_fix import ProxyFix

    if proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)  # type: ignore[method-assign]
