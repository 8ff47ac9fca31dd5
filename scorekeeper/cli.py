"""The `scorekeeper` command.

Each subcommand imports what it needs, so that `score` starts without Flask or a database.
"""

from __future__ import annotations

import argparse
import errno
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scorekeeper.hearts.document import Document

Command = Callable[[argparse.Namespace], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and give its exit code: 0 done, 1 refused with a sentence, 2 not understood."""
    # A terminal that cannot show a name still shows the sheet.
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    arguments = _parser().parse_args(argv)
    command: Command = arguments.command
    try:
        code = command(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # `scorekeeper score FILE | head`
        return _stop_writing()
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        print("The disk is full: not all could be written.", file=sys.stderr)
        return _stop_writing()
    return code


def _stop_writing() -> int:
    """Let Python end without trying once more to write what is left for standard output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scorekeeper", description="Keeps score of Hearts.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, command: Command, words: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=words, description=words)
        sub.set_defaults(command=command)
        return sub

    add(
        "serve",
        _serve,
        "Bring the database up to date and serve the app; settings come from the environment.",
    )
    add("upgrade", _upgrade, "Bring the database up to date, after a copy of it is made.")
    add("rebuild", _rebuild, "Work out every score and total again from the facts; print what was different.")
    _add_books(add)
    score = add("score", _score, "Score a game document: print its score sheet.")
    score.add_argument("file", metavar="FILE", help="a JSON file, or - for standard input")
    score.add_argument("--json", action="store_true", help="print the scored document instead")
    bring = add(
        "import", _import, "Bring games into a club: game documents, a whole club, paper sheets as CSV."
    )
    bring.add_argument("club", metavar="CLUB", help="the club's key, or its name")
    bring.add_argument("file", metavar="FILE", help="a JSON or CSV file, or - for standard input")
    bring.add_argument("--create", action="store_true", help="make the club where there is none of that name")
    demo = add("demo", _demo, "Fill a club with believable games, the same for the same seed.")
    demo.add_argument("--games", type=_some, default=60, metavar="N", help="how many (60)")
    demo.add_argument("--seed", type=int, default=1, metavar="S", help="any whole number (1)")
    demo.add_argument("--club", default="Demo club", metavar="NAME", help="its name, or its key (Demo club)")
    return parser


def _add_books(add: Callable[[str, Command, str], argparse.ArgumentParser]) -> None:
    links = add("links", _links, "Print the links of a club: to look on, to keep score, to be host.")
    links.add_argument("club", metavar="CLUB", help="the club's key, or its name")
    backup = add("backup", _backup, "Copy the SQLite database to a file, also while it is served.")
    backup.add_argument("file", metavar="FILE", help="a file that is not there yet")
    restore = add("restore", _restore, "Put a backup in the database's place; the old one stays beside it.")
    restore.add_argument("file", metavar="FILE", help="what `scorekeeper backup` wrote")
    copy = add("copy-database", _copy, "Copy the books into another, empty database, and check them there.")
    copy.add_argument(
        "source", metavar="FROM", help="sqlite:////full/path/to/a.file or postgresql://user@host/database"
    )
    copy.add_argument("target", metavar="TO", help="the same of an empty database")


def _some(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:9]) <= 100_000:
        raise argparse.ArgumentTypeError("a whole number from 1 to 100000")
    return int(text)


def _complain(sentence: object) -> None:
    print(f"scorekeeper: {sentence}", file=sys.stderr)


def _refusing(command: Command) -> Command:
    """Turn what a server's owner can put right into one sentence and exit code 1."""

    def run(arguments: argparse.Namespace) -> int:
        from scorekeeper.config import ConfigError

        try:
            return command(arguments)
        except ConfigError as error:
            _complain(error)
            return 1

    return run


@_refusing
def _serve(_: argparse.Namespace) -> int:
    from scorekeeper.config import Settings

    settings = Settings.from_environ()
    from scorekeeper.server import serve

    serve(settings)
    return 0


@_refusing
def _upgrade(_: argparse.Namespace) -> int:
    from scorekeeper.server import bring_up_to_date

    bring_up_to_date()
    return 0


@_refusing
def _rebuild(_: argparse.Namespace) -> int:
    from scorekeeper import create_app
    from scorekeeper.records.rebuild import rebuild
    from scorekeeper.server import bring_up_to_date
    from scorekeeper.transfer_cli import Bar

    bring_up_to_date()
    with create_app().app_context():
        differences = rebuild(Bar())
    for difference in differences:
        print(difference)
    print(f"{len(differences)} differences." if differences else "Everything stood as the facts say.")
    return 0


@_refusing
def _links(arguments: argparse.Namespace) -> int:
    from scorekeeper.books_cli import run_links

    return run_links(arguments)


@_refusing
def _backup(arguments: argparse.Namespace) -> int:
    from scorekeeper.books_cli import run_backup

    return run_backup(arguments)


@_refusing
def _restore(arguments: argparse.Namespace) -> int:
    from scorekeeper.books_cli import run_restore

    return run_restore(arguments)


@_refusing
def _copy(arguments: argparse.Namespace) -> int:
    from scorekeeper.books_cli import run_copy

    return run_copy(arguments)


@_refusing
def _import(arguments: argparse.Namespace) -> int:
    from scorekeeper.transfer_cli import run_import

    return run_import(arguments)


@_refusing
def _demo(arguments: argparse.Namespace) -> int:
    from scorekeeper.transfer_cli import run_demo

    return run_demo(arguments)


def _score(arguments: argparse.Namespace) -> int:
    """Print the score sheets, or the scored documents, of one game document or an array of them.

    2 where the file cannot be read as that (then nothing is printed), 1 where a hand is invalid.
    """
    from scorekeeper.hearts import document

    try:
        value = json.loads(_bytes_of(arguments.file), parse_constant=_refuse_constant)
        games = _read_each(value) if isinstance(value, list) else [document.read(value)]
    except (OSError, ValueError, RecursionError) as error:
        _complain(f"{arguments.file}: {error}")
        return 2
    scored = [document.scored(game) for game in games]
    if arguments.json:
        print(json.dumps(scored if isinstance(value, list) else scored[0], indent=2))
    else:
        print("\n\n".join(document.sheet_text(game) for game in games))
    complaints = [f"{arguments.file}: {line}" for line in _complaints(scored)]
    for line in complaints:
        _complain(line)
    return 1 if complaints else 0


def _read_each(values: Sequence[object]) -> list[Document]:
    """Read an array's documents. Raises DocumentError that says which one is none."""
    from scorekeeper.hearts import document

    games = []
    for place, value in enumerate(values, 1):
        try:
            games.append(document.read(value))
        except document.DocumentError as error:
            raise document.DocumentError(f"game {place}: {error}") from error
    return games


def _bytes_of(file: str) -> bytes:
    return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON value")  # Python's reader would take NaN and Infinity


def _complaints(games: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Which hands are invalid and why, a line each; and of which game, where the file has several."""
    for place, game in enumerate(games, 1):
        first = game.get("start", {}).get("hand_number", 1)
        for number, hand in enumerate(game["hands"], first):
            if hand["result"] and not hand["result"]["valid"]:
                where = f"game {place}, hand {number}" if len(games) > 1 else f"hand {number}"
                yield f"{where}: {' '.join(hand['result']['messages'])}"
