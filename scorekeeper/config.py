"""Every setting, once: its environment variable, its default and what it means."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from scorekeeper import paths

PREFIX = "SCOREKEEPER_"
DATABASE_FILE = "scorekeeper.sqlite3"
KEY_FILE = "secret.key"
KEY_LENGTH = 16  # characters, at least
FORM_BYTES = 64 * 1024
CONNECT_WITHIN = 10  # seconds for a database server that does not answer at all
SECRETS = frozenset({"secret_key", "database_url", "ratelimit_storage"})  # settings that may hold a password
YEAR = 365 * 24 * 60 * 60  # seconds

# A parser takes a setting's text and gives its value, or raises ValueError(what would be right).
Parser = Callable[[str], Any]


class ConfigError(ValueError):
    """A setting, or what it points at, that cannot be used. str() is a sentence for the server's owner."""


def _text(value: str) -> str:
    return value


def _folder(value: str) -> Path:
    return Path(value).expanduser().resolve()


def _whole(low: int, high: int) -> Parser:
    def parse(value: str) -> int:
        # int() would also take "1_000", "+8" and digits of other scripts
        if value.isascii() and value.isdigit() and len(value) < 10 and low <= int(value) <= high:
            return int(value)
        raise ValueError(f"a whole number from {low} to {high}")

    return parse


def _key(value: str) -> str:
    if len(value) < KEY_LENGTH:
        raise ValueError(f"at least {KEY_LENGTH} characters that nobody can guess")
    return value


def _address(value: str) -> str:
    scheme, _, rest = value.partition("://")
    if scheme not in ("http", "https") or not rest.strip("/"):
        raise ValueError("an address that begins with http:// or https://")
    return value.rstrip("/") + "/"


def database_of(value: str) -> str:
    """A database's URL as SQLAlchemy opens it. Raises ValueError(what would be right)."""
    right = "sqlite:////full/path/to/a.file or postgresql+psycopg://user:password@host/database"
    try:
        # "postgres://" is what many hosters hand out; SQLAlchemy knows no such name.
        url = make_url("postgresql://" + value[11:] if value.startswith("postgres://") else value)
    except ArgumentError as error:
        raise ValueError(right) from error
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
    if url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:"):
        return value
    raise ValueError(right)


def _counter(value: str) -> str:
    if value == "memory://" or value.startswith(("redis://", "rediss://")):
        return value
    raise ValueError("memory:// or redis://host:port/number")


def _setting(parse: Parser, default: str, meaning: str) -> Any:
    """A field of Settings that has a value of its own when nothing is set."""
    return field(default=parse(default), metadata=_about(parse, f"`{default}`", meaning))


def _unset(parse: Parser, default: str, meaning: str) -> Any:
    """A field of Settings that is None when nothing is set; `default` says what that comes to."""
    return field(default=None, metadata=_about(parse, default, meaning))


def _about(parse: Parser, default: str, meaning: str) -> dict[str, Any]:
    return {"parse": parse, "default": default, "meaning": meaning}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the environment says. The variable of `port` is SCOREKEEPER_PORT, and so on."""

    host: str = _setting(
        _text,
        "0.0.0.0",  # noqa: S104  # the phones at the table must reach it
        "The network address to serve on. `127.0.0.1` keeps it to this computer.",
    )
    port: int = _setting(_whole(1, 65535), "8000", "The port to serve on.")
    address: str | None = _unset(
        _address,
        "this computer's",
        "The address the phones open, where it is another: `https://hearts.example/`.",
    )
    instance: Path = field(
        default_factory=paths.instance,
        metadata=_about(
            _folder,
            "`instance/` of a checkout, else the user's data folder",
            "The folder of the SQLite file and the secret key.",
        ),
    )
    database_url: str | None = _unset(
        database_of,
        f"`{DATABASE_FILE}` in the instance folder",
        "The database: `sqlite:////full/path/to/a.file` or `postgresql+psycopg://user:password@host/database`.",
    )
    secret_key: str | None = _unset(
        _key,
        f"`{KEY_FILE}` in the instance folder",
        f"Signs cookies and links; at least {KEY_LENGTH} characters. The file is made when first needed.",
    )
    workers: int = _setting(_whole(1, 64), "1", "How many server processes. One carries a club night.")
    threads: int = _setting(
        _whole(1, 64), "8", "How many requests a process answers at once, and its most database connections."
    )
    trusted_proxies: int = _setting(
        _whole(0, 8),
        "0",
        "How many reverse proxies stand in front and set `X-Forwarded-For`, `X-Forwarded-Proto` and "
        "`X-Forwarded-Host`.",
    )
    ratelimit_storage: str = _setting(
        _counter,
        "memory://",
        "Where requests are counted, so that nobody sends too many: in each process, or for several "
        "together in Redis, `redis://host:6379/0`.",
    )

    @classmethod
    def from_environ(cls, environ: Mapping[str, str] | None = None) -> Settings:
        """Read every setting; an empty variable counts as unset. Raises ConfigError for the first bad one."""
        environ = os.environ if environ is None else environ
        said: dict[str, Any] = {}
        for setting in fields(cls):
            variable = variable_of(setting.name)
            if text := environ.get(variable, "").strip():
                try:
                    said[setting.name] = setting.metadata["parse"](text)
                except ValueError as error:
                    shown = "not usable" if setting.name in SECRETS else repr(text)
                    raise ConfigError(f"{variable} is {shown}; it must be {error}.") from error
        return cls(**said)

    @property
    def database(self) -> str:
        """The URL that SQLAlchemy opens."""
        return self.database_url or f"sqlite:///{(self.instance / DATABASE_FILE).as_posix()}"


def variable_of(name: str) -> str:
    """The environment variable of a field of Settings."""
    return PREFIX + name.upper()


def table() -> list[tuple[str, str, str]]:
    """Every setting as (variable, default, meaning): the rows of the README's table."""
    return [(variable_of(s.name), s.metadata["default"], s.metadata["meaning"]) for s in fields(Settings)]


def flask_config(settings: Settings) -> dict[str, Any]:
    """The settings under the names Flask and its extensions look for, and what is nobody's choice."""
    return {
        "SCOREKEEPER": settings,
        "SQLALCHEMY_DATABASE_URI": settings.database,
        "SQLALCHEMY_ENGINE_OPTIONS": _engine_options(settings),
        "SESSION_COOKIE_NAME": "scorekeeper",
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",  # Strict breaks the redirect after a link
        "SESSION_REFRESH_EACH_REQUEST": False,  # a poll in flight must not undo a join
        "PERMANENT_SESSION_LIFETIME": YEAR,
        "MAX_CONTENT_LENGTH": FORM_BYTES,
        "MAX_FORM_MEMORY_SIZE": FORM_BYTES,
        "RATELIMIT_STORAGE": settings.ratelimit_storage,
        "WTF_CSRF_TIME_LIMIT": None,  # an evening is longer than an hour
    }


def _engine_options(settings: Settings) -> dict[str, Any]:
    options: dict[str, Any] = {"pool_size": settings.threads}
    if settings.database.startswith("postgresql"):
        options["connect_args"] = {"connect_timeout": CONNECT_WITHIN}
    return options
