"""`scorekeeper serve`: what it says, when it refuses, and that it ends cleanly."""

from __future__ import annotations

import io
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.config import Settings
from scorekeeper.server import announce, qr_code
from tests import serving

SERVE = [sys.executable, "-m", "scorekeeper", "serve"]
NEWER = "CREATE TABLE alembic_version (version_num VARCHAR(32)); INSERT INTO alembic_version VALUES ('9999')"


def refused(tmp_path: Path, **variables: str) -> str:
    """What `scorekeeper serve` says on standard error when it refuses: one sentence, and exit code 1."""
    variables = {"INSTANCE": str(tmp_path / "instance"), "PORT": str(serving.free_port())} | variables
    done = subprocess.run(
        SERVE,
        env=serving.environment(**variables),
        cwd=serving.ROOT,
        capture_output=True,
        text=True,
        timeout=serving.PATIENCE,
        check=False,
    )
    assert done.returncode == 1, done
    assert done.stdout == ""
    assert done.stderr.startswith("scorekeeper: ")
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith(".\n")
    return done.stderr.removeprefix("scorekeeper: ").strip()


def test_a_port_in_use_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert refused(tmp_path, PORT=port) == (
            f"Port {port} is in use; stop what serves there, or choose another with SCOREKEEPER_PORT."
        )


def test_a_second_server_on_the_same_port_is_refused(tmp_path: Path) -> None:
    port = serving.free_port()
    env = serving.environment(INSTANCE=str(tmp_path / "one"), PORT=str(port))
    with serving.served(SERVE, port, env, serving.ROOT):
        assert f"Port {port} is in use" in refused(tmp_path, PORT=str(port))
        assert f"Port {port} is in use" in refused(tmp_path, PORT=str(port), HOST="127.0.0.1")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has names that are no files")
def test_of_two_servers_started_at_once_on_one_port_one_serves(tmp_path: Path) -> None:
    port = serving.free_port()
    started = [
        subprocess.Popen(
            SERVE,
            env=serving.environment(INSTANCE=str(tmp_path / name), PORT=str(port), HOST="127.0.0.1"),
            cwd=serving.ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        for name in ("one", "two")
    ]
    until = time.monotonic() + serving.PATIENCE
    while all(process.poll() is None for process in started) and time.monotonic() < until:
        time.sleep(0.05)
    ended = [process for process in started if process.poll() is not None]
    for process in started:
        if process not in ended:
            os.killpg(process.pid, signal.SIGKILL)
    said = [process.communicate()[1] for process in started]
    assert len(ended) == 1
    assert f"Port {port} is in use" in said[started.index(ended[0])]


def test_an_instance_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    assert refused(tmp_path, INSTANCE="/proc/scorekeeper") == (
        "The folder /proc/scorekeeper cannot be written to (No such file or directory); "
        "SCOREKEEPER_INSTANCE can name another."
    )


def test_a_file_in_place_of_the_instance_folder_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "instance").write_text("")
    assert "cannot be written to" in refused(tmp_path)


def test_a_database_server_that_does_not_answer_is_one_sentence_without_the_password(tmp_path: Path) -> None:
    nobody = serving.free_port()
    said = refused(tmp_path, DATABASE_URL=f"postgresql://ann:hunter2@127.0.0.1:{nobody}/hearts")
    assert said.startswith(
        f"The database postgresql+psycopg://ann:***@127.0.0.1:{nobody}/hearts cannot be used"
    )
    assert "hunter2" not in said


def test_a_database_folder_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    said = refused(tmp_path, DATABASE_URL=f"sqlite:///{tmp_path}/missing/scores.db")
    assert said == (
        f"The database sqlite:///{tmp_path}/missing/scores.db cannot be used (unable to open database file)."
    )


def test_a_file_that_is_no_database_is_one_sentence_and_left_alone(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann, " * 200)
    assert "(file is not a database)" in refused(tmp_path, DATABASE_URL=f"sqlite:///{letter}")
    assert letter.read_text() == "Dear Ann, " * 200


@pytest.mark.parametrize(
    ("content", "said"),
    [(NEWER, "belongs to a newer Scorekeeper"), ("CREATE TABLE t (x)", "is not Scorekeeper's")],
)
def test_a_database_this_program_does_not_know_is_one_sentence(
    tmp_path: Path, content: str, said: str
) -> None:
    file = tmp_path / "scores.db"
    connection = sqlite3.connect(file)
    connection.executescript(content)
    connection.close()
    assert said in refused(tmp_path, DATABASE_URL=f"sqlite:///{file}")


def test_a_damaged_key_file_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "instance").mkdir()
    (tmp_path / "instance" / "secret.key").write_text("")
    assert "delete the file and a new one is made" in refused(tmp_path)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("PORT", "http"),
        ("HOST", "no such host"),
        ("HOST", "192.0.2.7"),
        ("WORKERS", "none"),
        ("SECRET_KEY", "short"),
    ],
)
def test_a_bad_setting_is_one_sentence_that_names_it(tmp_path: Path, variable: str, value: str) -> None:
    assert refused(tmp_path, **{variable: value}).startswith(f"SCOREKEEPER_{variable} is ")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server on an empty instance folder, and its port."""
    port = serving.free_port()
    env = serving.environment(INSTANCE=str(tmp_path / "instance"), PORT=str(port))
    with serving.served(SERVE, port, env, serving.ROOT) as process:
        yield process, port


def test_it_serves_the_start_page_from_a_database_made_at_once(
    server: tuple[subprocess.Popen[str], int], tmp_path: Path
) -> None:
    _, port = server
    status, page = serving.fetch(port, "/")
    assert status == 200
    assert "Scorekeeper" in page
    assert {"scorekeeper.sqlite3", "secret.key"} <= set(os.listdir(tmp_path / "instance"))


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_without_a_word_when_stopped(
    server: tuple[subprocess.Popen[str], int], sent: signal.Signals
) -> None:
    process, port = server
    kept_open = socket.create_connection(("127.0.0.1", port))
    os.killpg(process.pid, sent)  # as Ctrl-C does: to every process at once
    said, complained = process.communicate(timeout=serving.PATIENCE)
    kept_open.close()
    assert process.returncode == 0
    assert re.sub(r"(?m)^\S+ GET /healthz 200 \d+ ms\n", "", complained) == ""
    assert said.endswith("Ctrl-C ends it.\n")


def test_a_worker_that_was_killed_is_replaced(server: tuple[subprocess.Popen[str], int]) -> None:
    process, port = server
    (worker,) = map(int, Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split())
    os.kill(worker, signal.SIGKILL)
    until = time.monotonic() + serving.PATIENCE
    while not answers(port) and time.monotonic() < until:
        time.sleep(0.05)
    assert answers(port)
    assert process.poll() is None


def answers(port: int) -> bool:
    try:
        return serving.fetch(port, "/healthz")[0] == 200
    except OSError:
        return False


def test_it_can_be_started_again_at_once_on_the_same_port(tmp_path: Path) -> None:
    port = serving.free_port()
    env = serving.environment(INSTANCE=str(tmp_path / "instance"), PORT=str(port))
    for _ in range(2):
        with serving.served(SERVE, port, env, serving.ROOT) as process:
            assert serving.fetch(port, "/")[0] == 200
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=serving.PATIENCE)


class Terminal(io.TextIOWrapper):
    """A terminal of a given encoding that remembers what it was shown."""

    def __init__(self, encoding: str) -> None:
        super().__init__(io.BytesIO(), encoding=encoding)

    def isatty(self) -> bool:
        return True

    def text(self) -> str:
        self.flush()
        return self.buffer.getvalue().decode(self.encoding)  # type: ignore[attr-defined]


def test_a_terminal_shows_the_address_and_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    terminal = Terminal("utf-8")
    announce(Settings(), "192.168.1.34", terminal)
    assert "    http://192.168.1.34:8000/\n" in terminal.text()
    assert "█▄▄▄▄▄▄▄█" in terminal.text()


@pytest.mark.parametrize(("encoding", "columns"), [("latin-1", "80"), ("utf-8", "28")])
def test_a_terminal_that_cannot_show_the_code_gets_the_address_alone(
    monkeypatch: pytest.MonkeyPatch, encoding: str, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    terminal = Terminal(encoding)
    announce(Settings(), "192.168.1.34", terminal)
    assert "    http://192.168.1.34:8000/\n" in terminal.text()
    assert "\x1b" not in terminal.text()


def test_what_is_no_terminal_gets_no_code() -> None:
    assert qr_code("http://192.168.1.34:8000/", io.StringIO()) == ""


def test_served_to_this_computer_only_it_sends_no_phone_there() -> None:
    said = io.StringIO()
    announce(Settings(), "127.0.0.1", said)
    assert said.getvalue() == textwrap.dedent("""
        Scorekeeper is served, to this computer only:

            http://localhost:8000/

        Ctrl-C ends it.
        """)


def test_behind_a_proxy_it_says_the_address_outside() -> None:
    said = io.StringIO()
    announce(Settings(address="https://hearts.example/"), "127.0.0.1", said)
    assert "On the phones at the table open\n\n    https://hearts.example/\n" in said.getvalue()
