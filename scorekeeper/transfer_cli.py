"""`scorekeeper import` and `scorekeeper demo`: progress to standard error, the report to standard output."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

from scorekeeper import create_app
from scorekeeper.hearts.speech import plural, spoken
from scorekeeper.records.arrivals import Options
from scorekeeper.records.cells import FileRefused
from scorekeeper.records.demo import demo_games
from scorekeeper.records.errors import NameRefused, RecordsError
from scorekeeper.records.models import Club
from scorekeeper.records.overview import clubs_called
from scorekeeper.records.planning import Plan, Planned
from scorekeeper.records.transfer import (
    Brought,
    PlanChanged,
    bring_in,
    bring_into_new_club,
    look,
    plan_for,
    zone_of,
)
from scorekeeper.server import bring_up_to_date

DONE, REFUSED, NOT_UNDERSTOOD = 0, 1, 2
_STAGES: Final = {
    "read": "Reading games",
    "write": "Writing games",
    "copy": "Copying rows",
    "compare": "Comparing rows",
    "rebuild": "Working out games",
}
_BAR: Final = 30  # characters
_SHOWN: Final = 200  # games named one by one
_NO_NAME: Final = {
    "blank": "A club must have a name.",
    "too_long": "A club's name has at most 24 characters.",
}


class Bar:
    """A progress bar: on a terminal one line that fills, elsewhere a line for every tenth."""

    def __init__(self) -> None:
        self._last: tuple[str, int] | None = None

    def __call__(self, stage: str, done: int, total: int) -> None:
        live = sys.stderr.isatty()
        percent = 100 * done // total
        step = (stage, percent if live else percent // 10)
        if step == self._last:
            return
        self._last = step
        full = _BAR * done // total
        line = f"{_STAGES[stage]} [{'#' * full}{'.' * (_BAR - full)}] {percent:3d} %"
        print(
            f"\r{line}" if live else line,
            end="\n" if done == total or not live else "",
            file=sys.stderr,
            flush=True,
        )


def run_import(arguments: Namespace) -> int:
    """Bring a file into a club. 0 done, 1 refused with the reasons, 2 not understood as games."""
    try:
        content = sys.stdin.buffer.read() if arguments.file == "-" else Path(arguments.file).read_bytes()
    except OSError as error:
        return _complain(f"{arguments.file}: {error.strerror or error}", NOT_UNDERSTOOD)
    bring_up_to_date()
    with create_app().app_context():
        clubs = clubs_called(arguments.club)
        if len(clubs) != 1 and not (arguments.create and not clubs):
            return _complain(_which_club(arguments.club, clubs), REFUSED)
        club = clubs[0] if clubs else None
        bar = Bar()
        try:
            plan = look(content, club, Options(), bar)
        except FileRefused as error:
            return _complain(f"{arguments.file}: {error}", NOT_UNDERSTOOD)
        print("\n".join(_told(plan)))
        if plan.faults:
            return _complain("Nothing was brought in. Mend the file and try again.", REFUSED)
        return _bring(plan, club, arguments.club, plan.arrivals.zone or "UTC", bar)


def run_demo(arguments: Namespace) -> int:
    """Fill a club with believable games, made if there is none of that name."""
    bring_up_to_date()
    with create_app().app_context():
        clubs = clubs_called(arguments.club)
        if len(clubs) > 1:
            return _complain(_which_club(arguments.club, clubs), REFUSED)
        club = clubs[0] if clubs else None
        zone = zone_of(club)
        games = demo_games(arguments.games, arguments.seed, datetime.now(zone).date(), zone)
        bar = Bar()
        plan = plan_for(games, club, Options(), bar)
        return _bring(plan, club, arguments.club, "UTC", bar)


def _complain(sentence: str, code: int) -> int:
    print(f"scorekeeper: {sentence}", file=sys.stderr)
    return code


def _which_club(text: str, clubs: list[Club]) -> str:
    if clubs:
        keys = spoken([club.key for club in clubs])
        return f"{len(clubs)} clubs are called {text}: name one by its key, {keys}."
    return f"There is no club {text}. With --create it is made."


def _bring(plan: Plan, club: Club | None, name: str, zone: str, bar: Bar) -> int:
    try:
        if club is None:
            brought = bring_into_new_club(plan, name, zone, progress=bar)
        else:
            brought = bring_in(plan, club.key, progress=bar)
    except PlanChanged:
        return _complain("The club changed meanwhile. Nothing was brought in; try again.", REFUSED)
    except NameRefused as error:
        return _complain(_NO_NAME.get(error.code, f"No club can be called {name}."), REFUSED)
    except RecordsError as error:
        return _complain(_WHY.get(error.code, str(error)), REFUSED)
    print(_summary(brought, plan, name if club is None else club.name))
    return DONE


_WHY: Final = {
    "archived": "The club is put away. Bring it back first.",
    "zone": "The file's time zone is unknown.",
}


def _count(number: int, noun: str) -> str:
    return f"{number} {plural(noun, number)}"


def _summary(brought: Brought, plan: Plan, name: str) -> str:
    counts = (brought.games, "game"), (brought.hands, "hand"), (brought.players, "new player")
    came = spoken([_count(number, noun) for number, noun in counts])
    here = len(plan.games) - len(plan.coming)
    already = f" {_count(here, 'game')} {'was' if here == 1 else 'were'} here already." if here else ""
    return f"Brought in: {came}, into {name} ({brought.club_key}).{already}"


def _told(plan: Plan) -> Iterator[str]:
    """What was understood, a line each."""
    yield from plan.arrivals.understood
    hands = sum(len(game.settled.arrival.document.hands) for game in plan.games)
    yield f"{_count(len(plan.games), 'game')}, {_count(hands, 'hand')}, {_count(len(plan.people), 'player')}."
    for game in plan.games[:_SHOWN]:
        yield _line(game)
    if len(plan.games) > _SHOWN:
        yield f"  … and {len(plan.games) - _SHOWN} more."
    captured = sum(game.settled.captured for game in plan.games)
    if captured:
        yield f"The cards were worked out from the points of {_count(captured, 'hand')}."
    yield from _remarks(plan)
    for fault in plan.faults:
        yield f"Cannot come in: {fault}"


def _line(game: Planned) -> str:
    settled, names = game.settled, [person.name for person in game.people]
    if settled.faults:
        return f"  {game.label}: cannot come in"
    totals = ", ".join(f"{name} {total}" for name, total in zip(names, settled.totals, strict=True))
    state = (
        " (ended early)" if settled.over and settled.ended_early else "" if settled.over else " (left open)"
    )
    known = ", is here already" if game.seen else ""
    if game.begun is not None:
        known = f", goes on with one that is here: {game.hands} more"
    return f"  {game.label}: {totals}; {_count(len(settled.facts), 'hand')}{state}{known}"


def _remarks(plan: Plan) -> Iterator[str]:
    """Every hand that does not add up with its sum, and what else somebody should know."""
    marked = [(game, each) for game in plan.games for each in game.settled.marked]
    if marked:
        yield f"{_count(len(marked), 'hand')} {'is' if len(marked) == 1 else 'are'} kept as written:"
    for game, each in marked:
        points = " + ".join(map(str, each.points)).replace("+ -", "− ")
        yield f"  {game.label}, hand {each.number}: {points} = {each.total}. {each.why}"
    for game in plan.games:
        settled = game.settled
        for remark in (*settled.arrival.remarks, *settled.differences):
            yield f"  {game.label}: {remark}"
        if settled.after_end:
            count = _count(settled.after_end, "hand")
            yield f"  {game.label}: {count} after the end, kept and counted for nothing."
