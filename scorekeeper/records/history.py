"""Reading a club's games. Each function is a constant number of queries, however many games there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, Final, cast

from sqlalchemy import ColumnElement, Select, false, func, or_, select, type_coerce

from scorekeeper.records.calendar import ALL, YEAR, Period, bounds, local
from scorekeeper.records.clubs import fold
from scorekeeper.records.db import db
from scorekeeper.records.figures import OVER
from scorekeeper.records.kept_models import Standing
from scorekeeper.records.keys import is_id
from scorekeeper.records.models import UNFINISHED, Club, Game, Player, Seat, UtcDateTime

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
class Sought:
    """Which games of a club are asked for; None, 0 and "" ask for nothing.

    `state` is `finished` (played to the end), `early` (ended early) or `unfinished`; `words` are to stand in
    the note or the place, in capitals or not.
    """

    player_id: int | None = None
    year: int | None = None
    state: str | None = None
    scale: str | None = None
    players: int = 0
    words: str = ""


EVERYTHING: Final = Sought()


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of a club's games, from 1; `more`: there is another one after it."""

    number: int
    games: tuple[GameLine, ...]
    more: bool


def games_of(club: Club, page: int = 1, sought: Sought = EVERYTHING) -> Page:
    """A page of the club's games that are not archived, newest first: 20 games, two queries, three by words.

    A page before the first is the first; one after the last is empty.
    """
    number = max(1, min(page, 2**31 // PAGE))
    query = _newest(club).where(*_fitting(club, sought))
    first = (number - 1) * PAGE
    if sought.words:
        ids = _saying(query, sought.words)[first : first + PAGE + 1]
        query = _newest(club).where(Game.id.in_(ids))
    else:
        query = query.offset(first).limit(PAGE + 1)
    lines = _lines(query)  # one more than is shown says whether there are more, without counting them all
    return Page(number=number, games=lines[:PAGE], more=len(lines) > PAGE)


def years_of(club: Club) -> tuple[int, ...]:
    """The years from the club's first game to its last, newest first. One query of two look-ups by index."""
    mine = (Game.club_id == club.id, Game.archived_at.is_(None))
    first = select(func.min(Game.started_at)).where(*mine).scalar_subquery()
    last = select(func.max(Game.started_at)).where(*mine).scalar_subquery()
    query = select(type_coerce(first, UtcDateTime()), type_coerce(last, UtcDateTime()))
    begun, latest = cast(tuple[datetime | None, datetime | None], db.session.execute(query).one())
    if begun is None or latest is None:
        return ()
    return tuple(range(local(latest, club.zone).year, local(begun, club.zone).year - 1, -1))


def scales_of(club: Club) -> tuple[tuple[str, int], ...]:
    """The scales and table sizes of the club's finished games as last counted. One query."""
    query = select(Standing.scale, Standing.players).where(
        Standing.club_id == club.id, Standing.span == ALL, Standing.period == ""
    )
    return tuple(sorted((scale, players) for scale, players in db.session.execute(query)))


def latest_games(club: Club, count: int = LATEST) -> tuple[GameLine, ...]:
    """The club's newest games that are over. Two queries."""
    return _lines(_newest(club).where(Game.finished_at.is_not(None)).limit(count))


def last_games_of(club: Club, player_id: int, count: int = LATEST) -> tuple[GameLine, ...]:
    """The newest games of a player that are over. Two queries."""
    query = _newest(club).where(*_fitting(club, Sought(player_id=player_id)))
    return _lines(query.where(Game.finished_at.is_not(None)).limit(count))


def games_now(club: Club) -> tuple[GameLine, ...]:
    """The games at the table now: not over and not archived, newest first. Two queries."""
    return _lines(_newest(club).where(UNFINISHED).limit(MOST_NOW))


def _newest(club: Club) -> Select[Game]:
    mine = select(Game).where(Game.club_id == club.id, Game.archived_at.is_(None))
    return mine.order_by(Game.started_at.desc(), Game.id.desc())


def _fitting(club: Club, sought: Sought) -> list[ColumnElement[bool]]:
    fitting: list[ColumnElement[bool]] = []
    if sought.player_id is not None:
        theirs = select(Seat.game_id).where(Seat.player_id == sought.player_id)
        fitting.append(Game.id.in_(theirs) if is_id(sought.player_id) else false())
    if sought.year is not None:
        begin, end = bounds(Period(YEAR, f"{sought.year:04}"), club.zone, datetime.min)
        fitting += [Game.started_at >= begin, Game.started_at < end]
    match sought.state:
        case "finished":
            fitting += [Game.finished_at.is_not(None), Game.ended_early.is_(False)]
        case "early":
            fitting.append(Game.ended_early.is_(True))
        case "unfinished":
            fitting.append(Game.finished_at.is_(None))
    if sought.scale is not None:
        fitting.append(Game.scale == sought.scale)
    if sought.players:
        fitting.append(Game.players == sought.players)
    return fitting


def _saying(query: Select[Game], words: str) -> list[int]:
    """The ids of the games whose note or place says it; folded by Python, as SQLite's lower() knows no É."""
    told = query.with_only_columns(Game.id, Game.note, Game.place).where(
        or_(Game.note.is_not(None), Game.place.is_not(None))
    )
    looked_for = fold(words)
    return [
        game_id
        for game_id, note, place in db.session.execute(told)
        if looked_for in fold(note or "") or looked_for in fold(place or "")
    ]


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
