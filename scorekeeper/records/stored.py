"""Games read in bulk, facts and all: for exports, and to know again what is here already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session

from scorekeeper.hearts.cards import NAMED_CARDS
from scorekeeper.hearts.facts import Facts
from scorekeeper.hearts.game import Played, Start, play
from scorekeeper.hearts.rules import Rules
from scorekeeper.records.books import carried_from, facts_from
from scorekeeper.records.models import Club, Game, Hand, Player, Seat, TakenRow

BATCH: Final = 100  # games in memory at a time

_HAND: Final = (Hand.game_id, Hand.id, Hand.moon_choice, Hand.said_dealer, Hand.said_passing, Hand.as_written,
                Hand.recorded_at)  # fmt: skip
_TAKEN: Final = (TakenRow.hearts, TakenRow.ranks, *(getattr(TakenRow, card) for card in NAMED_CARDS),
                 TakenRow.tricks, TakenRow.points)  # fmt: skip


@dataclass(frozen=True)
class StoredGame:
    """One game of the books: names, places and wins by seat, and the facts of its hands but deleted ones."""

    game: Game
    names: tuple[str, ...]
    places: tuple[int | None, ...]
    totals: tuple[int, ...]
    won: tuple[bool, ...]
    rules: Rules
    facts: tuple[Facts, ...]
    recorded: tuple[datetime, ...]

    @property
    def start(self) -> Start:
        """Where the first hand starts from."""
        return start_of(self.game, self.rules.players)

    @cached_property
    def played(self) -> Played:
        """All hands played through."""
        return play(self.rules, self.start, self.facts)


def start_of(game: Game, players: int) -> Start:
    """Where the first hand of a game starts from."""
    carried = carried_from(game.start) or Start(totals=(0,) * players)
    return Start(carried.totals, game.first_dealer, carried.hand_number, carried.overtime)


def games_in_order(
    session: Session, club: Club, *, archived: bool = False, hands: bool = True
) -> Iterator[StoredGame]:
    """The club's games, oldest first: three queries for every hundred, and no more than those in memory.

    Without `hands` their facts are left out, and a query with them.
    """
    mine = select(Game).where(Game.club_id == club.id)
    if not archived:
        mine = mine.where(Game.archived_at.is_(None))
    last: tuple[datetime, int] | None = None
    while True:
        query = mine.order_by(Game.started_at, Game.id).limit(BATCH)
        if last is not None:
            moment, number = last
            later = or_(Game.started_at > moment, and_(Game.started_at == moment, Game.id > number))
            query = query.where(later)
        games = session.scalars(query).all()
        if not games:
            return
        last = (games[-1].started_at, games[-1].id)
        yield from read_games(session, games, hands=hands)
        for game in games:  # or the session would hold every game there is
            session.expunge(game)


def read_games(session: Session, games: Sequence[Game], *, hands: bool = True) -> Iterator[StoredGame]:
    """These games with their seats and hands. Two queries."""
    ids = [game.id for game in games]
    seats = _by_game(
        session.execute(
            select(Seat.game_id, Player.name, Seat.place, Seat.total, Seat.won)
            .join(Player, Player.id == Seat.player_id)
            .where(Seat.game_id.in_(ids))
            .order_by(Seat.game_id, Seat.position)
        )
    )
    kept = facts_of(session, ids) if hands else {}
    for game in games:
        rows = seats[game.id]
        facts = kept.get(game.id, [])
        yield StoredGame(
            game=game,
            names=tuple(row[1] for row in rows),
            places=tuple(row[2] for row in rows),
            totals=tuple(row[3] for row in rows),
            won=tuple(row[4] for row in rows),
            rules=Rules.from_mapping(game.rules, players=len(rows)),
            facts=tuple(each for each, _ in facts),
            recorded=tuple(moment for _, moment in facts),
        )


def _by_game(rows: Any) -> dict[int, list[Any]]:
    return {game_id: list(found) for game_id, found in groupby(rows, itemgetter(0))}


def facts_of(session: Session, ids: Sequence[int]) -> dict[int, list[tuple[Facts, datetime]]]:
    """The facts of these games' hands but deleted ones, in order, and when each was recorded. One query."""
    query = (
        select(*_HAND, *_TAKEN)
        .join(TakenRow, TakenRow.hand_id == Hand.id)
        .where(Hand.game_id.in_(ids), Hand.deleted_at.is_(None))
        .order_by(Hand.game_id, Hand.ordinal, Hand.id, TakenRow.position)
    )
    found: dict[int, list[tuple[Facts, datetime]]] = {}
    for _, group in groupby(session.execute(query).mappings(), itemgetter("id")):
        taken = list(group)
        found.setdefault(taken[0]["game_id"], []).append(
            (facts_from(taken[0], taken), taken[0]["recorded_at"])
        )
    return found
