"""JSON: one game document, an array of them, or a whole club."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from scorekeeper.hearts import document
from scorekeeper.hearts.reading import shown
from scorekeeper.hearts.rotation import is_possible
from scorekeeper.hearts.speech import printable
from scorekeeper.records.arrivals import Arrival, Arrivals, Member
from scorekeeper.records.cells import FileRefused, ended
from scorekeeper.records.clubs import tidy

CLUB_FORMAT: Final = "scorekeeper.club/1"
_YEARS: Final = range(1900, 2200)


def read_documents(content: bytes) -> Arrivals:
    """The games of a JSON file. Raises FileRefused where it is none of ours."""
    try:
        value = json.loads(content, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise FileRefused(f"The file is no JSON that can be read: {ended(_in_short(error))}") from error
    if isinstance(value, list):
        return _games("game documents", value)
    if isinstance(value, dict) and value.get("format") == CLUB_FORMAT:
        return _club(value)
    try:
        return Arrivals(
            kind="game document", games=(_game("The game", value),), understood=("One game document.",)
        )
    except document.DocumentError as error:
        raise FileRefused(f"The file is no game document: {ended(error)}") from error


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON value")  # Python's reader would take NaN and Infinity


def _in_short(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, UnicodeDecodeError):
        return "its letters are not those of UTF-8"
    if isinstance(error, json.JSONDecodeError) or str(error).endswith("is no JSON value"):
        return printable(str(error)[:120])
    return "a number in it is too long"


def _games(kind: str, values: Sequence[object], **club: Any) -> Arrivals:
    games, faults = [], []
    for number, value in enumerate(values, 1):
        try:
            games.append(_game(f"Game {number}", value))
        except document.DocumentError as error:
            faults.append(f"Game {number}: {ended(error)}")
    if not values and not club:
        raise FileRefused("There is no game in the file.")
    understood = (f"{len(values)} game document{'s' * (len(values) != 1)}.",)
    return Arrivals(
        kind=kind,
        games=tuple(games),
        understood=understood,
        **{**club, "faults": (*club.get("faults", ()), *faults)},
    )


def _club(value: Mapping[str, object]) -> Arrivals:
    games, players = value.get("games"), value.get("players")
    if not isinstance(games, list) or not isinstance(players, list):
        raise FileRefused("A club document must hold a list of players and a list of games.")
    faults: list[str] = []
    members = tuple(member for each in players if (member := _member(each, faults)) is not None)
    name, zone = (found if isinstance(found := value.get(field), str) else None for field in ("name", "zone"))
    return _games("club document", games, members=members, club=name, zone=zone, faults=tuple(faults))


def _member(value: object, faults: list[str]) -> Member | None:
    if not isinstance(value, Mapping) or not isinstance(name := value.get("name"), str):
        faults.append(f"A player of the club cannot be {shown(value)}: it must be an object with a name.")
        return None
    archived_at = _moment(value, "archived_at", faults)
    return Member(name=name, guest=value.get("guest") is True, archived_at=archived_at)


def _game(label: str, value: object) -> Arrival:
    """One game. Raises DocumentError; what is wrong with the rest of it becomes its faults."""
    read = document.read(value)
    fields = value if isinstance(value, Mapping) else {}
    faults: list[str] = []
    dealer, passing = _next(fields, read.rules.players, faults)
    return Arrival(
        label=label,
        document=replace(read, players=tuple(map(tidy, read.players))),
        started_at=_moment(fields, "started_at", faults),
        finished_at=_moment(fields, "finished_at", faults),
        archived_at=_moment(fields, "archived_at", faults),
        ended_early=fields.get("ended_early") is True,
        recorded=tuple(_moment(hand, "recorded_at", faults) for hand in fields["hands"]),
        note=_text(fields, "note", faults),
        place=_text(fields, "place", faults),
        table_number=_whole(fields, "table_number", faults),
        next_dealer=dealer,
        next_passing=passing,
        faults=tuple(faults),
    )


def _text(fields: Mapping[str, object], field: str, faults: list[str]) -> str | None:
    value = fields.get(field)
    if value is None or isinstance(value, str):
        return value
    faults.append(f"{field} cannot be {shown(value)}: it must be a text.")
    return None


def _whole(fields: Mapping[str, object], field: str, faults: list[str]) -> int | None:
    value = fields.get(field)
    if value is None or type(value) is int:
        return value
    faults.append(f"{field} cannot be {shown(value)}: it must be a whole number.")
    return None


def _moment(fields: Mapping[str, object], field: str, faults: list[str]) -> datetime | None:
    """A moment in UTC; one that names no zone is taken for UTC, as the document's form has it."""
    value = fields.get(field)
    if value is None:
        return None
    try:
        moment = datetime.fromisoformat(value if isinstance(value, str) else "")
        known = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        known = None
    if known is None or known.year not in _YEARS:
        faults.append(f"{field} cannot be {shown(value)}: it must be a time such as 2026-11-26T19:30:00Z.")
        return None
    return known


def _next(fields: Mapping[str, object], players: int, faults: list[str]) -> tuple[int | None, str | None]:
    """What the table said of the hand not yet recorded: "next": {"dealer": 2, "pass": "left"}."""
    value = fields.get("next")
    if value is None:
        return None, None
    if isinstance(value, Mapping):
        dealer, passing = value.get("dealer"), value.get("pass")
        if (dealer is None or (type(dealer) is int and 0 <= dealer < players)) and (
            passing is None or (isinstance(passing, str) and is_possible(passing, players))
        ):
            return dealer, passing
    faults.append(f"next cannot be {shown(value)}: it must name a seat and a way to pass.")
    return None, None
