"""Working everything derived out again from the facts. It should find nothing; what it finds it reports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Table, func, select
from sqlalchemy.orm import Session

from scorekeeper.records import stale
from scorekeeper.records.books import Book
from scorekeeper.records.clubs import now
from scorekeeper.records.db import db, writing
from scorekeeper.records.figures import Figures, derive
from scorekeeper.records.keys import new_stamp
from scorekeeper.records.models import Club, Game
from scorekeeper.records.planning import Progress
from scorekeeper.records.reading import load
from scorekeeper.records.recheck import recheck
from scorekeeper.records.writes import HAND, SEAT, TAKEN, Row, Rows, differing, rows_of, update_rows

BATCH: Final = 500  # games whose keys are held at a time


@dataclass(frozen=True, slots=True)
class Difference:
    """A stored figure that was not what the facts say; `stored` is what stood there.

    `field` "valid" is a hand whose facts the game's rules do not allow: such a game was left as it was.
    """

    game_key: str  # or the club's, for its standings and ratings
    where: str  # game, seat 0, hand 3, hand 3 seat 1, standings of 2026 ...
    field: str
    stored: object
    derived: object

    def __str__(self) -> str:
        """One line for the terminal."""
        return f"{self.game_key} {self.where}: {self.field} was {self.stored!r}, is {self.derived!r}"


def rebuild(progress: Progress | None = None) -> list[Difference]:
    """Work out every figure of every game and club again, put right what differs, and say what that was.

    Game by game, each in a transaction of its own and locked only where something differs: it can run
    while the app is served.
    """
    found = []
    total = db.session.scalar(select(func.count()).select_from(Game)) or 0
    for number, key in enumerate(_keys(), 1):
        if progress is not None:
            progress("rebuild", min(number, total), total)
        differences = _compare(db.session(), key)[0]
        db.session.close()
        if differences:
            found += _repair(key)
    for club in _clubs():
        found += [
            Difference(club.key, one.where, one.field, one.stored, one.derived) for one in recheck(club)
        ]
        db.session.close()
    return found


def _clubs() -> Iterator[Club]:
    last = 0
    while (
        club := db.session.scalar(select(Club).where(Club.id > last).order_by(Club.id).limit(1))
    ) is not None:
        last = club.id
        yield club


def _keys() -> Iterator[str]:
    last = 0
    while True:
        query = select(Game.id, Game.key).where(Game.id > last).order_by(Game.id).limit(BATCH)
        batch = db.session.execute(query).all()
        if not batch:
            return
        last = batch[-1].id
        yield from [row.key for row in batch]


def _repair(key: str) -> list[Difference]:
    with writing() as session:
        differences, rows = _compare(session, key, lock=True)
        if not any(difference.field == "valid" for difference in differences):
            update_rows(session.connection(), rows)
            game = session.scalars(select(Game).where(Game.key == key)).one()
            game.stamp = new_stamp()  # what is kept of it in memory is not right any more
            stale.mark(session, [game])
    return differences


def _compare(session: Session, key: str, *, lock: bool = False) -> tuple[list[Difference], Rows]:
    book = load(session, key, lock=lock, fresh=True)
    # Nobody can say any more when a game ended whose end was not kept: its last hand is as near as it gets.
    moment = max((hand.recorded_at for hand in book.live), default=now())
    stored, fresh = _rows(book, book.figures), _rows(book, derive(book, moment))
    return [*_invalid(book), *_differences(book, stored, fresh)], differing(stored, fresh)


def _rows(book: Book, figures: Figures) -> Rows:
    hands = zip(book.hands, figures.hands, strict=True)
    return rows_of(book.game.id, book, figures, hands, book.game.version)


def _invalid(book: Book) -> Iterator[Difference]:
    for hand, result in zip(book.live, book.played.results, strict=True):
        if result is None or not (result.valid or result.after_end):
            yield Difference(book.game.key, f"hand {book.number_of(hand)}", "valid", True, False)


def _differences(book: Book, stored: Rows, fresh: Rows) -> Iterator[Difference]:
    names = {hand.id: f"hand {book.number_of(hand)}" for hand in book.live}
    for table, rows in stored.items():
        for was, row in zip(rows, fresh[table], strict=True):
            for field in row:
                if row[field] != was[field]:
                    where = _where(table, row, names)
                    yield Difference(book.game.key, where, field, was[field], row[field])


def _where(table: Table, row: Row, names: Mapping[int | None, str]) -> str:
    if table is SEAT:
        return f"seat {row['position']}"
    if table is HAND:
        return names.get(row["id"], "a deleted hand")
    if table is TAKEN:
        return f"{names.get(row['hand_id'], 'a deleted hand')} seat {row['position']}"
    return "game"
