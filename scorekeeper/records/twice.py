"""The same game again: known by what it holds, and by what it was when it came in.

A game is the same where the same people sat in the same seats, by the same rules, from the same start, and
every hand holds the same facts. A game that was imported is also known by the mark of what it came from: it
is the same one, whoever has corrected a hand or a name since.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.records.arrivals import Arrival
from scorekeeper.records.changes import mark_of
from scorekeeper.records.models import Club, Game, Seat
from scorekeeper.records.people import Who, in_file
from scorekeeper.records.settled import Settled
from scorekeeper.records.stored import facts_of, start_of

_BATCH: Final = 500  # games whose hands are read at a time

# Who sat where, the totals, how many hands counted, whether the game is put away.
_Shape = tuple[tuple[Who, ...], tuple[int, ...], int, bool]


@dataclass(frozen=True, slots=True)
class Seen:
    """A game that is here, or stood in the file, already: its key here, or what the file calls it."""

    key: str | None = None
    label: str | None = None


def origin_of(arrival: Arrival) -> str:
    """The mark of a game as the file has it."""
    read = arrival.document
    names = tuple(in_file(name) for name in read.players)
    told_at = None if arrival.paper else arrival.started_at
    return mark_of((names, read.rules, read.start, read.hands, told_at))


def seen_before(
    session: Session,
    club: Club | None,
    games: Sequence[Settled],
    origins: Sequence[str],
    seated: Sequence[tuple[Who, ...]],
) -> list[Seen | None]:
    """For each game of a file (its origin, who sat where) the one that is the same; None: it is new."""
    shelf = _Shelf(session, club) if club is not None else None
    keys = [
        shelf.key_of(game, origin) if shelf else None for game, origin in zip(games, origins, strict=True)
    ]
    candidates = [
        shelf.like(game, who) if shelf and key is None else []
        for game, who, key in zip(games, seated, keys, strict=True)
    ]
    facts = _facts(session, {each.id for found in candidates for each in found})
    labels: dict[object, str] = {}
    seen: list[Seen | None] = []
    for game, known, who, found in zip(games, keys, seated, candidates, strict=True):
        key = known or next((each.key for each in found if _is_same(game, each, facts)), None)
        read, started_at = game.arrival.document, game.arrival.started_at
        label = labels.setdefault((who, read.rules, read.start, game.facts, started_at), game.arrival.label)
        if key is not None:
            seen.append(Seen(key=key))
        else:
            seen.append(Seen(label=label) if label != game.arrival.label else None)
    return seen


class _Shelf:
    """The club's games by their outer shape, so that only few of them need be opened."""

    def __init__(self, session: Session, club: Club) -> None:
        self._by_origin: dict[tuple[str, bool], str] = {}
        self._by_shape: dict[_Shape, list[Game]] = {}
        games = {game.id: game for game in session.scalars(select(Game).where(Game.club_id == club.id))}
        seats = (
            select(Seat.game_id, Seat.player_id, Seat.total)
            .join(Game, Game.id == Seat.game_id)
            .where(Game.club_id == club.id)
            .order_by(Seat.game_id, Seat.position)
        )
        for game_id, rows in groupby(session.execute(seats), itemgetter(0)):
            game = games[game_id]
            _, players, totals = zip(*rows, strict=True)
            away = game.archived_at is not None
            self._by_shape.setdefault((players, totals, game.hands_played, away), []).append(game)
            if game.origin is not None:
                self._by_origin.setdefault((game.origin, away), game.key)

    def key_of(self, game: Settled, origin: str) -> str | None:
        """The key of the game that came from the same origin."""
        return self._by_origin.get((origin, game.arrival.archived_at is not None))

    def like(self, game: Settled, who: tuple[Who, ...]) -> list[Game]:
        """The games that have the outer shape of one that wants to come in."""
        if game.figures is None:
            return []
        away = game.arrival.archived_at is not None
        return self._by_shape.get((who, game.totals, game.figures.hands_played, away), [])


def _facts(session: Session, ids: Iterable[int]) -> Mapping[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    wanted = sorted(ids)
    for first in range(0, len(wanted), _BATCH):
        found |= facts_of(session, wanted[first : first + _BATCH])
    return found


def _is_same(game: Settled, stored: Game, facts: Mapping[int, list[Any]]) -> bool:
    read = game.arrival.document
    if game.arrival.started_at is not None and game.arrival.started_at != stored.started_at:
        return False
    if stored.rules != read.rules.differences() or start_of(stored, read.rules.players) != read.start:
        return False
    return tuple(each for each, _ in facts.get(stored.id, [])) == game.facts
