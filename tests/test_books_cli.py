"""`scorekeeper backup`, `restore`, `copy-database` and `links`, as the owner of a server types them."""

from __future__ import annotations

import http.client
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from scorekeeper.cli import main
from scorekeeper.config import DATABASE_FILE
from tests import serving
from tests.databases import own_schema

COMMAND = (sys.executable, "-m", "scorekeeper")


def run(env: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        env=env,
        cwd=serving.ROOT,
        capture_output=True,
        text=True,
        timeout=serving.PATIENCE,
        check=False,
    )


@pytest.mark.long
def test_a_served_database_is_backed_up_and_restored_once_it_is_stopped(tmp_path: Path) -> None:
    port = serving.free_port()
    env = serving.environment(INSTANCE=str(tmp_path / "instance"), PORT=str(port), HOST="127.0.0.1")
    database = tmp_path / "instance" / DATABASE_FILE
    assert run(env, "demo", "--games", "2", "--club", "Thursday").returncode == 0
    copy = str(tmp_path / "copy")
    with serving.served([*COMMAND, "serve"], port, env, serving.ROOT):
        assert run(env, "backup", copy).returncode == 0
        refused = run(env, "restore", copy)
        assert (refused.returncode, refused.stderr) == (
            1,
            f"scorekeeper: Scorekeeper is serving {database}; stop it first.\n",
        )
        links = run(env, "links", "Thursday").stdout.split()
        address = urlsplit(next(each for each in links if "/join/" in each)).path
        client = http.client.HTTPConnection("127.0.0.1", port, timeout=serving.PATIENCE)
        client.request("GET", address)
        assert client.getresponse().status == 303
        client.close()
    assert run(env, "demo", "--games", "1", "--club", "Friday").returncode == 0
    restored = run(env, "restore", copy)
    assert restored.returncode == 0
    assert "before-restore" in restored.stdout
    assert run(env, "links", "Thursday").returncode == 0
    gone = run(env, "links", "Friday")
    assert (gone.returncode, gone.stderr) == (1, "scorekeeper: There is no club Friday.\n")


@pytest.mark.parametrize(("command", "tool"), [("backup", "pg_dump"), ("restore", "pg_restore")])
def test_postgresql_has_tools_of_its_own(
    command: str, tool: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", "postgresql://ann:hunter2@127.0.0.1/hearts")
    assert main([command, "file"]) == 1
    said = capsys.readouterr().err
    assert tool in said
    assert "hunter2" not in said


@pytest.fixture
def empty(postgres_schema: str) -> Iterator[str]:
    """The URL of a schema that no other test has used, where a PostgreSQL answers at all."""
    with own_schema() as url:
        yield url


def test_the_books_are_copied_into_another_database_with_a_report(
    empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("SCOREKEEPER_DATABASE_URL", raising=False)
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    assert main(["demo", "--games", "3"]) == 0
    here = f"sqlite:///{(tmp_path / DATABASE_FILE).as_posix()}"
    capsys.readouterr()
    assert main(["copy-database", here, empty]) == 0
    said = capsys.readouterr()
    assert re.search(r"^game +3 rows   [0-9a-f]{12}$", said.out, re.MULTILINE)
    assert "Everything stood as the facts say." in said.out
    assert "Comparing rows [##############################] 100 %" in said.err
    assert "Working out games [##############################] 100 %" in said.err
    assert main(["copy-database", here, empty]) == 1
    assert re.fullmatch(r"scorekeeper: .* is not empty: .*\.\n", capsys.readouterr().err)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("books.sqlite3", "This is no database that can be used; it must be sqlite:////"),
        ("mysql://ann@127.0.0.1/hearts", "This is no database that can be used; it must be sqlite:////"),
        ("sqlite:////no/such/folder/file", "There is no database sqlite:////no/such/folder/file."),
        ("postgresql://ann:hunter2@127.0.0.1:1/hearts", "ann:***@127.0.0.1:1/hearts cannot be used ("),
    ],
)
def test_what_cannot_be_copied_from_is_a_sentence(
    source: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["copy-database", source, f"sqlite:///{tmp_path / 'new'}"]) == 1
    said = capsys.readouterr().err
    assert told in said
    assert "hunter2" not in said
    assert not (tmp_path / "new").exists()
