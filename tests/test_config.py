"""Settings: read from the environment, refused in a sentence; the secret key and its file."""

from __future__ import annotations

import multiprocessing
import os
import stat
from pathlib import Path

import pytest

from scorekeeper.config import ConfigError, Settings, flask_config
from scorekeeper.secret import make_folder, secret_key

# Nobody may make a folder here, root neither.
NOT_WRITABLE = Path("/proc/scorekeeper")


def test_without_any_variable_the_phones_on_the_network_find_port_8000() -> None:
    settings = Settings.from_environ({})
    assert (settings.host, settings.port) == ("0.0.0.0", 8000)  # noqa: S104
    assert (settings.workers, settings.trusted_proxies) == (1, 0)


def test_without_a_database_url_the_sqlite_file_lies_in_the_instance_folder(tmp_path: Path) -> None:
    settings = Settings.from_environ({"SCOREKEEPER_INSTANCE": str(tmp_path)})
    assert settings.database == f"sqlite:///{tmp_path}/scorekeeper.sqlite3"


def test_an_empty_variable_counts_as_unset() -> None:
    assert Settings.from_environ({"SCOREKEEPER_PORT": "", "SCOREKEEPER_SECRET_KEY": " "}) == Settings()


@pytest.mark.parametrize(
    ("variable", "value", "read"),
    [
        ("PORT", "80", ("port", 80)),
        ("PORT", "65535", ("port", 65535)),
        ("WORKERS", "4", ("workers", 4)),
        ("ADDRESS", "https://hearts.example", ("address", "https://hearts.example/")),
        ("ADDRESS", "https://hearts.example/", ("address", "https://hearts.example/")),
        ("DATABASE_URL", "sqlite:////tmp/x.db", ("database", "sqlite:////tmp/x.db")),
        ("DATABASE_URL", "postgres://u:p%40@h/d", ("database", "postgresql+psycopg://u:p%40@h/d")),
        ("DATABASE_URL", "postgresql://u@h/d", ("database", "postgresql+psycopg://u@h/d")),
        ("DATABASE_URL", "postgresql+psycopg://u@h/d", ("database", "postgresql+psycopg://u@h/d")),
    ],
)
def test_a_variable_sets_its_setting(variable: str, value: str, read: tuple[str, object]) -> None:
    settings = Settings.from_environ({f"SCOREKEEPER_{variable}": value})
    assert getattr(settings, read[0]) == read[1]


@pytest.mark.parametrize(
    ("variable", "value", "right"),
    [
        ("PORT", "eight thousand", "a whole number from 1 to 65535"),
        ("PORT", "0", "a whole number from 1 to 65535"),
        ("PORT", "65536", "a whole number from 1 to 65535"),
        ("PORT", "8_000", "a whole number from 1 to 65535"),
        ("PORT", "٨٠٠٠", "a whole number from 1 to 65535"),
        ("PORT", "9" * 5000, "a whole number from 1 to 65535"),
        ("WORKERS", "0", "a whole number from 1 to 64"),
        ("THREADS", "-1", "a whole number from 1 to 64"),
        ("TRUSTED_PROXIES", "9", "a whole number from 0 to 8"),
        ("RATELIMIT_STORAGE", "mongodb://here", "memory:// or redis://host:port/number"),
        ("ADDRESS", "hearts.example", "begins with http:// or https://"),
        ("ADDRESS", "https://", "begins with http:// or https://"),
        ("DATABASE_URL", "/var/lib/scores.db", "postgresql+psycopg://user:password@host/database"),
        ("DATABASE_URL", "mysql://u@h/d", "postgresql+psycopg://user:password@host/database"),
        ("DATABASE_URL", "sqlite://", "sqlite:////full/path/to/a.file"),
        ("SECRET_KEY", "hunter2", "at least 16 characters"),
    ],
)
def test_a_bad_value_is_refused_with_what_would_be_right(variable: str, value: str, right: str) -> None:
    with pytest.raises(ConfigError, match=f"^SCOREKEEPER_{variable} is ") as refusal:
        Settings.from_environ({f"SCOREKEEPER_{variable}": value})
    assert right in str(refusal.value)


@pytest.mark.parametrize(
    ("variable", "value"), [("SECRET_KEY", "hunter2"), ("DATABASE_URL", "mysql://u:hunter2@h/d")]
)
def test_a_refusal_repeats_no_secret(variable: str, value: str) -> None:
    with pytest.raises(ConfigError) as refusal:
        Settings.from_environ({f"SCOREKEEPER_{variable}": value})
    assert "hunter2" not in str(refusal.value)


def test_cookies_last_and_are_neither_read_by_scripts_nor_sent_from_other_sites() -> None:
    config = flask_config(Settings())
    assert config["SESSION_COOKIE_HTTPONLY"] is True
    assert config["SESSION_COOKIE_SAMESITE"] == "Lax"
    assert config["SESSION_REFRESH_EACH_REQUEST"] is False
    assert config["PERMANENT_SESSION_LIFETIME"] == 365 * 24 * 60 * 60


def test_a_secret_key_that_is_set_is_used_and_no_file_made(tmp_path: Path) -> None:
    settings = Settings(instance=tmp_path, secret_key="sixteen letters!")
    assert secret_key(settings) == "sixteen letters!"
    assert list(tmp_path.iterdir()) == []


def test_the_key_file_is_made_for_its_owner_alone_and_read_again(tmp_path: Path) -> None:
    settings = Settings(instance=tmp_path / "deep" / "instance")
    key = secret_key(settings)
    path = settings.instance / "secret.key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(key) >= 32
    assert secret_key(settings) == key == path.read_text().strip()
    assert [each.name for each in settings.instance.iterdir()] == ["secret.key"]


def test_two_installations_have_two_keys(tmp_path: Path) -> None:
    assert secret_key(Settings(instance=tmp_path / "a")) != secret_key(Settings(instance=tmp_path / "b"))


def test_processes_that_start_at_once_agree_on_one_key(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    with context.Pool(4) as pool:
        for round_ in range(20):
            settings = Settings(instance=tmp_path / str(round_))
            keys = set(pool.map(secret_key, [settings] * 8, chunksize=1))
            assert keys == {(settings.instance / "secret.key").read_text().strip()}
            assert os.listdir(settings.instance) == ["secret.key"]


@pytest.mark.parametrize("content", [b"", b"short\n", b"\xff" * 40])
def test_a_damaged_key_file_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "secret.key"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match=str(path)):
        secret_key(Settings(instance=tmp_path))
    assert path.read_bytes() == content


def test_a_folder_that_takes_no_files_is_refused_by_name() -> None:
    with pytest.raises(ConfigError, match=f"The folder {NOT_WRITABLE} cannot be written to"):
        make_folder(NOT_WRITABLE)


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "instance").write_text("")
    with pytest.raises(ConfigError, match="cannot be written to"):
        make_folder(tmp_path / "instance")
