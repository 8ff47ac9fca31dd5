"""Reading a game from the books: one query where what it holds is still in memory, three where it is not."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import fields
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import Connection, Select, bindparam, select
from sqlalchemy.orm import Session

from scorekeeper.hearts.rules import Rules
from scorekeeper.records import memory
from scorekeeper.records.books import (
    CAPTURE,
    Book,
    ClubRow,
    Contents,
    GameRow,
    Kept,
    carried_from,
    facts_told,
)
from scorekeeper.records.db import WRITE
from scorekeeper.records.errors import NotFound
from scorekeeper.records.figures import Figures, HandFigures, SeatFigures
from scorekeeper.records.keys import is_key
from scorekeeper.records.models import Club, Game, Hand, Player, Seat, TakenRow
from scorekeeper.records.sums import GAME_SUMS, SEAT_SUMS, GameSums, SeatSums

# Columns and not objects that a session keeps track of: nobody changes them, and they are read at every turn.
_CLUB: Final = tuple(getattr(Club, field.name) for field in fields(ClubRow))
_OF_GAME: Final = tuple(getattr(Game, field.name) for field in fields(GameRow))
_LAST_HAND: Final = (
    select(Hand.id)
    .where(Hand.game_id == Game.id)
    .order_by(Hand.ordinal.desc(), Hand.id.desc())
    .limit(1)
    .scalar_subquery()
)
_AT_CLUB: Final = slice(3, 3 + len(_CLUB))
_AT_GAME: Final = slice(_AT_CLUB.stop, _AT_CLUB.stop + len(_OF_GAME))


def of_game(*columns: Any) -> Select[Any]:
    """A row for each seat of the game with key `game_key`, as `read` wants them; `columns` stand last."""
    return (
        select(Player.name, Seat.player_id, _LAST_HAND, *_CLUB, *_OF_GAME, *columns)
        .select_from(Game)
        .join(Club, Club.id == Game.club_id)
        .join(Seat, Seat.game_id == Game.id)
        .join(Player, Player.id == Seat.player_id)
        .where(Game.key == bindparam("game_key"))
        .order_by(Seat.position)
    )


_GAME: Final = of_game()
_GAME_LOCKED: Final = _GAME.with_for_update(of=Game)
# What was told of the game, then what follows from it; a row for each seat again.
_FACTS: Final = (
    Game.rules,
    Game.start,
    Game.first_dealer,
    Game.ended_early,
    Game.next_dealer,
    Game.next_passing,
)
_STATE: Final = (Game.state, Game.hands_played, Game.finished_at, Game.scale)
_SEATS: Final = (
    select(*_FACTS, *_STATE, *(getattr(Game, name) for name in GAME_SUMS))
    .add_columns(Seat.team, Seat.total, Seat.place, Seat.won)
    .add_columns(*(getattr(Seat, name) for name in SEAT_SUMS))
    .join(Seat, Seat.game_id == Game.id)
    .where(Game.id == bindparam("game_id"))
    .order_by(Seat.position)
)
_OF_FACTS: Final = slice(0, 6)
_OF_STATE: Final = slice(6, 10)
_OF_SUMS: Final = slice(10, 10 + len(GAME_SUMS))
_OF_SEAT: Final = slice(10 + len(GAME_SUMS), None)

_KEPT: Final = (Hand.id, Hand.ordinal, Hand.recorded_at, Hand.device_id, Hand.deleted_at)
_TOLD: Final = (Hand.moon_choice, Hand.as_written, Hand.said_dealer, Hand.said_passing)
_FIGURES: Final = (Hand.number, Hand.dealer, Hand.passing, Hand.shooter, Hand.sun, Hand.after_end)
# A row a seat. Hands and captures come in one question: what a hand says four times over weighs less than
# another way to the database and back.
_HANDS: Final = (
    select(*_KEPT, *_TOLD, *_FIGURES, TakenRow.position, TakenRow.score)
    .add_columns(*(getattr(TakenRow, name) for name in CAPTURE))
    .outerjoin(TakenRow, TakenRow.hand_id == Hand.id)
    .where(Hand.game_id == bindparam("game_id"))
    .order_by(Hand.ordinal, Hand.id, TakenRow.position)
)
_OF_KEPT, _OF_TOLD, _OF_FIGURES = slice(0, 5), slice(5, 9), slice(9, 15)
_POSITION, _SCORE, _OF_CAPTURE = 15, 16, slice(17, None)


def load(session: Session, game_key: str, *, lock: bool = False, fresh: bool = False) -> Book:
    """Read a game: three queries at most, however many hands. Raises NotFound.

    `lock` keeps its row until the transaction ends (PostgreSQL; on SQLite a write has the whole file). The
    first query locks, so what the others read is what the last change left. `fresh`: past what is in memory.
    """
    query = _GAME_LOCKED if lock else _GAME
    asked = {"game_key": game_key}
    rows = session.connection().execute(query, asked).all() if is_key(game_key) else []
    if not rows:
        raise NotFound(game_key)
    return read(session, rows, locked=lock, fresh=fresh)


def read(
    session: Session, rows: Sequence[Sequence[Any]], *, locked: bool = False, fresh: bool = False
) -> Book:
    """The book of a game from its rows as `of_game` asks for them: two queries more where it must be.

    They must see the moment that the rows are of.
    """
    if not fresh and (book := recalled(rows, locked=locked)) is not None:
        return book
    game = GameRow(*rows[0][_AT_GAME])
    contents = _contents(session.connection(), game.id)
    if not session.info.get(WRITE):  # what is being written may never be
        memory.keep((game.id, game.version, game.stamp), contents)
    return _book(rows, game, contents)


def recalled(rows: Sequence[Sequence[Any]], *, locked: bool = False) -> Book | None:
    """The book of a game from these rows, where what it holds is still in memory."""
    game = GameRow(*rows[0][_AT_GAME])
    # A query that waited for a lock has the game's row as it is now, and everything else as it was before.
    last_hand = None if locked else rows[0][2]
    contents = memory.recall((game.id, game.version, game.stamp), last_hand)
    return None if contents is None else _book(rows, game, contents)


def _book(rows: Sequence[Sequence[Any]], game: GameRow, contents: Contents) -> Book:
    return Book(
        club=ClubRow(*rows[0][_AT_CLUB]),
        game=game,
        names=tuple(row[0] for row in rows),
        player_ids=tuple(row[1] for row in rows),
        **{name: getattr(contents, name) for name in _CONTENTS},
    )


_CONTENTS: Final = tuple(field.name for field in fields(Contents))


@lru_cache(maxsize=256)
def _rules(said: str, players: int) -> Rules:
    """The rules of a game, checked and worked out once: most tables play by a few."""
    return Rules.from_mapping(json.loads(said), players=players)


def _contents(connection: Connection, game_id: int) -> Contents:
    seats: Sequence[Sequence[Any]] = connection.execute(_SEATS, {"game_id": game_id}).all()
    hands, of_hands = _hands(connection, game_id)
    first = seats[0]
    rules, start, first_dealer, ended_early, next_dealer, next_passing = first[_OF_FACTS]
    state, hands_played, finished_at, scale = first[_OF_STATE]
    return Contents(
        rules=_rules(json.dumps(rules), len(seats)),
        carried=carried_from(start),
        first_dealer=first_dealer,
        ended_early=ended_early,
        next_dealer=next_dealer,
        next_passing=next_passing,
        hands=hands,
        figures=Figures(
            state=state,
            hands_played=hands_played,
            finished_at=finished_at,
            scale=scale,
            sums=GameSums(**dict(zip(GAME_SUMS, first[_OF_SUMS], strict=True))),
            seats=tuple(_seat_figures(*seat[_OF_SEAT]) for seat in seats),
            hands=of_hands,
        ),
    )


def _seat_figures(team: int | None, total: int, place: int | None, won: bool, *sums: Any) -> SeatFigures:
    return SeatFigures(team, total, place, won, SeatSums(*sums))


def _hands(connection: Connection, game_id: int) -> tuple[tuple[Kept, ...], tuple[HandFigures, ...]]:
    hands, figures = [], []
    rows: Iterable[Sequence[Any]] = connection.execute(_HANDS, {"game_id": game_id})
    for _, group in groupby(rows, key=itemgetter(0)):
        seats = list(group)
        row = seats[0]
        if row[_POSITION] is None:
            raise LookupError(f"hand {row[0]} has no captures")
        facts = facts_told([seat[_OF_CAPTURE] for seat in seats], *row[_OF_TOLD])
        hand_id, ordinal, *how = row[_OF_KEPT]
        hands.append(Kept(hand_id, ordinal, facts, *how))
        scores = tuple(seat[_SCORE] for seat in seats)
        figures.append(HandFigures(*row[_OF_FIGURES], scores))  # type: ignore[call-arg]
    return tuple(hands), tuple(figures)
