"""What a club's first page and the start page tell. Each function is a constant number of queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import func, select

from scorekeeper.hearts.rotation import after, place_at
from scorekeeper.hearts.rules import Rules
from scorekeeper.records.calendar import ALL
from scorekeeper.records.clubs import tidy
from scorekeeper.records.db import db
from scorekeeper.records.figures import OVERTIME
from scorekeeper.records.history import MOST_NOW, GameLine, latest_games
from scorekeeper.records.kept_models import Standing
from scorekeeper.records.keys import is_key
from scorekeeper.records.models import UNFINISHED, Club, Game, Hand, Player, Seat
from scorekeeper.records.sheets import Sheet, load_sheet
from scorekeeper.records.standings import Standings, standings


@dataclass(frozen=True, slots=True, kw_only=True)
class NowLine:
    """A game at the table: the hand it is at, how that one is passed, who stands where. By seat."""

    key: str
    started_at: datetime
    number: int
    passing: str
    overtime: bool
    table_number: int | None
    names: tuple[str, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    """A club at a glance. `games` counts those in its standings, `since` is when the first of all began."""

    now: tuple[NowLine, ...]
    latest: tuple[GameLine, ...]
    standings: Standings
    players: int
    games: int
    since: datetime | None


def overview(club: Club) -> Overview:
    """The club's first page. Fifteen queries."""
    ranked = standings(club)  # before anything else is read: it may begin the session anew
    # As the standings have counted them: ten years of games are not counted again at each look.
    counted = select(func.sum(Standing.games)).where(
        Standing.club_id == club.id, Standing.span == ALL, Standing.players == 0
    )
    first = select(func.min(Game.started_at)).where(Game.club_id == club.id, Game.archived_at.is_(None))
    players = select(func.count()).where(
        Player.club_id == club.id, Player.archived_at.is_(None), Player.merged_into.is_(None)
    )
    return Overview(
        now=games_at_table([club])[club.id],
        latest=latest_games(club),
        standings=ranked,
        players=db.session.scalar(players) or 0,
        games=db.session.scalar(counted) or 0,
        since=db.session.scalar(first),
    )


def clubs_called(text: str) -> list[Club]:
    """The club of that key, or else every club of that name, archived or not. At most two queries."""
    by_key = db.session.scalar(select(Club).where(Club.key == text)) if is_key(text) else None
    if by_key is not None:
        return [by_key]
    return list(db.session.scalars(select(Club).where(Club.name == tidy(text)).order_by(Club.id)))


def last_sheet(club: Club) -> Sheet | None:
    """The club's newest game, whose players and rules the next one starts from. Five queries."""
    newest = select(Game.key).where(Game.club_id == club.id, Game.archived_at.is_(None))
    key = db.session.scalar(newest.order_by(Game.started_at.desc(), Game.id.desc()).limit(1))
    return load_sheet(key) if key else None


def games_at_table(clubs: Sequence[Club]) -> dict[int, tuple[NowLine, ...]]:
    """For each club's id its games that are not over, newest first. Three queries, however many clubs."""
    unfinished = select(Game).where(Game.club_id.in_([club.id for club in clubs]), UNFINISHED)
    games = db.session.scalars(
        unfinished.order_by(Game.started_at.desc(), Game.id.desc()).limit(MOST_NOW)
    ).all()
    ids = [game.id for game in games]
    seats = _by_game(
        select(Seat.game_id, Player.name, Seat.total)
        .join(Player, Player.id == Seat.player_id)
        .where(Seat.game_id.in_(ids))
        .order_by(Seat.game_id, Seat.position)
    )
    passings = _by_game(
        select(Hand.game_id, Hand.passing)
        .where(Hand.game_id.in_(ids), Hand.deleted_at.is_(None), Hand.passing.is_not(None))
        .order_by(Hand.game_id, Hand.ordinal)
    )
    lines: dict[int, list[NowLine]] = {club.id: [] for club in clubs}
    for game in games:
        lines[game.club_id].append(_now(game, seats[game.id], [row[1] for row in passings.get(game.id, ())]))
    return {club_id: tuple(found) for club_id, found in lines.items()}


def _now(game: Game, seats: Sequence[Any], passed: Sequence[str]) -> NowLine:
    """Where the rotation stands follows from how the hands were really passed; no score is worked out for it.

    See docs/rules.md, "When the table does otherwise".
    """
    rules = Rules.from_mapping(game.rules, players=len(seats))
    first = int((game.start or {}).get("hand_number", 1))
    place = place_at(rules.cycle, first)
    for passing in passed:
        place = after(rules.cycle, passing, place)
    return NowLine(
        key=game.key,
        started_at=game.started_at,
        number=first + len(passed),
        passing=game.next_passing or rules.cycle[place],
        overtime=game.state == OVERTIME,
        table_number=game.table_number,
        names=tuple(row[1] for row in seats),
        totals=tuple(row[2] for row in seats),
    )


def _by_game(query: Any) -> Mapping[int, Sequence[Any]]:
    rows = db.session.execute(query)
    return {game_id: list(found) for game_id, found in groupby(rows, itemgetter(0))}
