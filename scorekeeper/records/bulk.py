"""Games written in bulk: the same rows that recording them hand by hand would have left.

An imported hand has no revision: it was never otherwise, and Undo on the table is for what was done there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Table, func, select
from sqlalchemy.orm import Session

from scorekeeper.records import stale
from scorekeeper.records.books import GAP, Contents, Kept
from scorekeeper.records.figures import OVER, Figures, derive
from scorekeeper.records.keys import new_key
from scorekeeper.records.models import Club, Game
from scorekeeper.records.people import Who
from scorekeeper.records.planning import Planned, Progress
from scorekeeper.records.reading import load
from scorekeeper.records.seating import about
from scorekeeper.records.settled import Settled, carried_of, finished
from scorekeeper.records.twice import Begun
from scorekeeper.records.writes import (
    GAME,
    HAND,
    SEAT,
    TAKEN,
    Row,
    Rows,
    differences,
    rows_of,
    write,
)

_BATCH: Final = 200  # games written at a time
_MARKED: Final = 200  # games whose months are worked out again one by one; beyond, the whole history is


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """Where games are put: the club, its players' ids by who they are in the file, the moment, the device."""

    session: Session
    club: Club
    players: Mapping[Who, int]
    moment: datetime
    device: str | None


def write_games(shelf: Shelf, games: Sequence[Planned], progress: Progress | None = None) -> None:
    """Put games that are new into the books, within the transaction of the session."""
    for first in range(0, len(games), _BATCH):
        _write_batch(shelf, games[first : first + _BATCH])
        if progress is not None:
            progress("write", min(first + _BATCH, len(games)), len(games))
    over = [game.settled.arrival.started_at or shelf.moment for game in games if game.settled.over]
    if len(over) > _MARKED:
        stale.mark_all(shelf.session, shelf.club.id)
    else:
        stale.mark(shelf.session, [Game(club_id=shelf.club.id, started_at=moment) for moment in over])


def go_on(shelf: Shelf, game: Planned, begun: Begun) -> None:
    """Put the hands of a game that are new under those it has, and end it where it has an end now."""
    old = load(shelf.session, begun.key, lock=True)
    settled = game.settled
    shift = old.hands[-1].ordinal - GAP * begun.hands
    under = [replace(hand, ordinal=hand.ordinal + shift) for hand in _hands(shelf, settled)[begun.hands :]]
    new = replace(
        old,
        hands=(*old.hands, *under),
        ended_early=settled.ended_early,
        next_dealer=settled.arrival.next_dealer,
        next_passing=settled.arrival.next_passing,
    )
    figures = derive(new, finished(settled.arrival, shelf.moment))
    connection = shelf.session.connection()
    rows = differences(old, new, figures, old.game.version + 1)
    write(connection, old, new, figures, rows)
    connection.execute(GAME.update().where(GAME.c.id == old.game.id).values(origin=game.origin))
    if OVER in (old.figures.state, figures.state):
        stale.mark(shelf.session, [old.game])


def _write_batch(shelf: Shelf, games: Sequence[Planned]) -> None:
    """The rows of some games: four statements."""
    connection = shelf.session.connection()
    rows = [_rows(_contents(shelf, game)) for game in games]
    heads = [_game_row(shelf, game, each[GAME][0]) for game, each in zip(games, rows, strict=True)]
    seats, hands, taken = list[Row](), list[Row](), list[Sequence[Row]]()
    for game_id, game, each in zip(_insert(connection, GAME, heads), games, rows, strict=True):
        ids = [shelf.players[person.who] for person in game.people]
        players = zip(ids, each[SEAT], strict=True)
        seats += [{**seat, "game_id": game_id, "player_id": player} for player, seat in players]
        hands += [{**hand, "game_id": game_id} for hand in each[HAND]]
        taken += _by_hand(each[TAKEN], len(ids))
    connection.execute(SEAT.insert(), seats)
    if hands:
        both = zip(_insert(connection, HAND, hands), taken, strict=True)
        captures = [{**row, "hand_id": hand_id} for hand_id, of_hand in both for row in of_hand]
        connection.execute(TAKEN.insert(), captures)


def _rows(book: Contents) -> Rows:
    return rows_of(None, book, book.figures, zip(book.hands, book.figures.hands, strict=True), 0)


def _insert(connection: Connection, table: Table, rows: Sequence[Row]) -> Sequence[int]:
    """Insert rows; the ids they got, in their order.

    The ids are fetched first: to be told them afterwards, SQLite would be sent one row at a time.
    """
    ids = _next_ids(connection, table, len(rows))
    connection.execute(table.insert(), [{**row, "id": number} for row, number in zip(rows, ids, strict=True)])
    return ids


def _next_ids(connection: Connection, table: Table, count: int) -> Sequence[int]:
    if connection.dialect.name == "postgresql":
        sequence = func.pg_get_serial_sequence(table.name, "id")
        series = func.generate_series(1, count).table_valued("number")
        return connection.execute(select(func.nextval(sequence)).select_from(series)).scalars().all()
    last = connection.execute(select(func.coalesce(func.max(table.c.id), 0))).scalar_one()
    return range(last + 1, last + 1 + count)  # the write has the whole file


def _by_hand(rows: Sequence[Row], players: int) -> Iterator[Sequence[Row]]:
    for first in range(0, len(rows), players):
        yield rows[first : first + players]


def _game_row(shelf: Shelf, game: Planned, derived: Row) -> dict[str, Any]:
    arrival = game.settled.arrival
    return {
        **derived,
        **about(arrival.note, arrival.place, arrival.table_number),
        "club_id": shelf.club.id,
        "key": new_key(),
        "started_at": arrival.started_at or shelf.moment,
        "archived_at": arrival.archived_at,
        "origin": game.origin,
    }


def _figures(game: Planned) -> Figures:
    figures = game.settled.figures
    if figures is None:
        raise ValueError(f"{game.label!r} has faults and cannot come in")
    return figures


def _contents(shelf: Shelf, game: Planned) -> Contents:
    settled = game.settled
    arrival, read = settled.arrival, settled.arrival.document
    return Contents(
        rules=read.rules,
        carried=carried_of(read.start),
        first_dealer=read.start.dealer,
        ended_early=settled.ended_early,
        next_dealer=arrival.next_dealer,
        next_passing=arrival.next_passing,
        hands=_hands(shelf, settled),
        figures=_figures(game),
    )


def _hands(shelf: Shelf, settled: Settled) -> tuple[Kept, ...]:
    recorded = settled.arrival.recorded or (None,) * len(settled.facts)
    return tuple(
        Kept(
            id=None,
            ordinal=GAP * place,
            facts=facts,
            recorded_at=moment or shelf.moment,
            device_id=shelf.device,
        )
        for place, (facts, moment) in enumerate(zip(settled.facts, recorded, strict=True), 1)
    )
