"""Installed in each way there is, the program finds its pages, its migrations and its data."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests import serving

IGNORED = shutil.ignore_patterns(
    ".git", ".venv", "node_modules", "instance", "screenshots", "__pycache__", ".*_cache", ".hypothesis"
)
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
HERE = ("--no-deps", "--no-index", "--no-build-isolation")
WAYS = ("checkout", "editable", "wheel")

GAME = {
    "format": "scorekeeper.game/1",
    "players": ["Ann", "Bob", "Cy", "Dora"],
    "hands": [{"taken": [{"hearts": 4}, {"hearts": 6, "queen": 1}, {"hearts": 3}, {"hearts": 0}]}],
}

FETCH = """
import re
from scorekeeper import create_app
client = create_app().test_client()
page = client.get("/")
print(page.status_code)
for address in re.findall(r'"(/static/[^"]+)"', page.text):
    print(client.get(address).status_code)
"""


@dataclass(frozen=True)
class Installed:
    """One way the program is installed: how it is called, from where, and where its data must be."""

    python: Path
    cwd: Path
    home: Path
    instance: Path

    def run(self, *arguments: str, given: str = "") -> str:
        """Run Python with these arguments and give what it prints. Any complaint fails."""
        done = subprocess.run(
            [self.python, *arguments],
            check=False,
            env=self.env(),
            cwd=self.cwd,
            input=given,
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stderr) == (0, ""), done
        return done.stdout

    def env(self) -> dict[str, str]:
        """An environment in which the user's folders lie in `home`."""
        return serving.environment() | {"HOME": str(self.home), "XDG_DATA_HOME": str(self.home / "data")}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this checkout, as fresh as a clone."""
    return Path(shutil.copytree(serving.ROOT, tmp_path_factory.mktemp("clone") / "clone", ignore=IGNORED))


@pytest.fixture(scope="module")
def wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    run_quietly([*PIP, "wheel", *HERE, "--wheel-dir", str(folder), str(checkout)])
    return next(folder.glob("*.whl"))


@pytest.fixture
def installed(way: str, checkout: Path, wheel: Path, tmp_path: Path) -> Installed:
    """The program installed in a virtual environment of its own, that sees this one's dependencies."""
    python = environment_with_dependencies(tmp_path / "venv")
    elsewhere, home = tmp_path / "elsewhere", tmp_path / "home"
    elsewhere.mkdir()
    home.mkdir()
    shutil.rmtree(checkout / "instance", ignore_errors=True)
    install = [*PIP, "--python", str(python), "install", *HERE]
    match way:
        case "checkout":
            return Installed(python, checkout, home, checkout / "instance")
        case "editable":
            run_quietly([*install, "--editable", str(checkout)])
            return Installed(python, elsewhere, home, checkout / "instance")
        case _:
            run_quietly([*install, str(wheel)])
            return Installed(python, elsewhere, home, home / "data" / "scorekeeper")


def run_quietly(command: Sequence[str]) -> None:
    subprocess.run(command, check=True, capture_output=True, text=True)


def environment_with_dependencies(folder: Path) -> Path:
    """A virtual environment with all that is installed here, but for this project itself."""
    run_quietly([sys.executable, "-m", "venv", "--without-pip", str(folder)])
    python = folder / "bin" / "python"
    site = (
        python.parent.parent
        / "lib"
        / f"python{sys.version_info.major}.{sys.version_info.minor}"
        / "site-packages"
    )
    # A path named in a .pth file is searched, but the .pth files in it (such as our own) are not read.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


def test_a_wheel_carries_templates_static_files_and_migrations_and_no_tests(
    wheel: Path, checkout: Path
) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder, inside in (("templates", "scorekeeper/"), ("static", "scorekeeper/"), ("scorekeeper", "")):
        files = [path for path in (checkout / folder).rglob("*") if path.is_file()]
        assert files
        assert {inside + path.relative_to(checkout).as_posix() for path in files} <= names
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"scorekeeper"}


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
class TestEachWay:
    """The same must hold for a checkout, an editable install and a wheel."""

    def test_a_game_is_scored(self, installed: Installed) -> None:
        scored = json.loads(
            installed.run("-m", "scorekeeper", "score", "--json", "-", given=json.dumps(GAME))
        )
        assert scored["hands"][0]["result"]["hand_scores"] == [4, 19, 3, 0]
        assert not installed.home.joinpath("data").exists()

    def test_the_database_is_made_where_the_data_belongs(self, installed: Installed) -> None:
        installed.run("-m", "scorekeeper", "upgrade")
        assert (installed.instance / "scorekeeper.sqlite3").is_file()

    def test_a_page_and_all_it_needs_are_found(self, installed: Installed) -> None:
        installed.run("-m", "scorekeeper", "upgrade")
        answers = installed.run("-c", FETCH).split()
        assert len(answers) > 1
        assert set(answers) == {"200"}

    def test_it_is_served_as_users_of_flask_expect(self, installed: Installed) -> None:
        flask = [str(installed.python), "-m", "flask", "--app", "scorekeeper"]
        subprocess.run([*flask, "db", "upgrade"], env=installed.env(), cwd=installed.cwd, check=True)
        port = serving.free_port()
        run = [*flask, "run", "--port", str(port)]
        with serving.served(run, port, installed.env(), installed.cwd):
            status, page = serving.fetch(port, "/")
        assert status == 200
        assert re.search(r"<title>.*Scorekeeper</title>", page)
        assert (installed.instance / "scorekeeper.sqlite3").is_file()


@pytest.mark.long
@pytest.mark.parametrize("way", ["wheel"])
def test_a_wheel_runs_its_own_code_by_its_own_command(installed: Installed) -> None:
    where = installed.run("-c", "import scorekeeper; print(scorekeeper.__file__)")
    assert Path(where.strip()).is_relative_to(installed.python.parent.parent)
    command = installed.python.parent / "scorekeeper"
    port = serving.free_port()
    with serving.served(
        [command, "serve"], port, installed.env() | {"SCOREKEEPER_PORT": str(port)}, installed.cwd
    ):
        assert serving.fetch(port, "/")[0] == 200
    assert os.listdir(installed.cwd) == []
