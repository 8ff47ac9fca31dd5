"""Reading a club's games. Each function is a constant number of queries, however many games there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, Final

from sqlalchemy import Select, select

from scorekeeper.records.db import db
from scorekeeper.records.figures import OVER
from scorekeeper.records.models import UNFINISHED, Club, Game, Player, Seat

PAGE: Final = 20
LATEST: Final = 5
MOST_NOW: Final = 50  # tables at once; what was left lying about beyond them is found in the pages


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLine:
    """One game in a list. Names, totals, places and who won are by seat; places are None until it is over."""

    key: str
    started_at: datetime
    finished_at: datetime | None
    state: str  # playing, overtime, over
    ended_early: bool
    hands_played: int
    rules: dict[str, Any]  # what differs from the defaults
    note: str | None
    place: str | None
    table_number: int | None
    names: tuple[str, ...]
    totals: tuple[int, ...]
    places: tuple[int | None, ...]
    won: tuple[bool, ...]

    @property
    def over(self) -> bool:
        """Whether the game has an end; one ended early has."""
        return self.state == OVER

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of who has won; () until the game is over."""
        return tuple(name for name, won in zip(self.names, self.won, strict=True) if won)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of a club's games, from 1; `more`: there is another one after it."""

    number: int
    games: tuple[GameLine, ...]
    more: bool


def games_of(club: Club, page: int = 1) -> Page:
    """A page of the club's games that are not archived, newest first: 20 games, two queries.

    A page before the first is the first; one after the last is empty.
    """
    number = max(1, min(page, 2**31 // PAGE))
    query = _newest(club).offset((number - 1) * PAGE).limit(PAGE + 1)
    lines = _lines(query)  # one more than is shown says whether there are more, without counting them all
    return Page(number=number, games=lines[:PAGE], more=len(lines) > PAGE)


def latest_games(club: Club, count: int = LATEST) -> tuple[GameLine, ...]:
    """The club's newest games that are over. Two queries."""
    return _lines(_newest(club).where(Game.finished_at.is_not(None)).limit(count))


def games_now(club: Club) -> tuple[GameLine, ...]:
    """The games at the table now: not over and not archived, newest first. Two queries."""
    return _lines(_newest(club).where(UNFINISHED).limit(MOST_NOW))


def _newest(club: Club) -> Select[Game]:
    mine = select(Game).where(Game.club_id == club.id, Game.archived_at.is_(None))
    return mine.order_by(Game.started_at.desc(), Game.id.desc())


def _lines(query: Select[Game]) -> tuple[GameLine, ...]:
    games: Sequence[Game] = db.session.scalars(query).all()
    seats = (
        select(Seat.game_id, Player.name, Seat.total, Seat.place, Seat.won)
        .join(Player, Player.id == Seat.player_id)
        .where(Seat.game_id.in_([game.id for game in games]))
        .order_by(Seat.game_id, Seat.position)
    )
    by_game = {
        game_id: list(rows) for game_id, rows in groupby(db.session.execute(seats), lambda row: row.game_id)
    }
    return tuple(
        GameLine(
            key=game.key,
            started_at=game.started_at,
            finished_at=game.finished_at,
            state=game.state,
            ended_early=game.ended_early,
            hands_played=game.hands_played,
            rules=game.rules,
            note=game.note,
            place=game.place,
            table_number=game.table_number,
            names=tuple(seat.name for seat in by_game[game.id]),
            totals=tuple(seat.total for seat in by_game[game.id]),
            places=tuple(seat.place for seat in by_game[game.id]),
            won=tuple(seat.won for seat in by_game[game.id]),
        )
        for game in games
    )
