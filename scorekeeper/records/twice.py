"""The same game again: known by what it holds, and by what it was when it came in.

A game is the same where the same people sat in the same seats, by the same rules, from the same start, and
every hand holds the same facts. A game that was imported is also known by the mark of what it came from: it
is the same one, whoever has corrected a hand or a name since. One that had not come to its end, and is all
there is of the file's but for its last hands, has gone on since.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.hearts.facts import Facts
from scorekeeper.hearts.game import play
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


@dataclass(frozen=True, slots=True)
class Begun:
    """A game that is here, and goes on in the file: its key and version, and how many of the hands it has."""

    key: str
    version: int
    hands: int


def origin_of(arrival: Arrival) -> str:
    """The mark of a game as the file has it."""
    read = arrival.document
    names = tuple(in_file(name) for name in read.players)
    told_at = None if arrival.paper else arrival.started_at
    return mark_of((names, read.rules, read.start, read.hands, told_at))


def known_before(
    session: Session,
    club: Club | None,
    games: Sequence[Settled],
    origins: Sequence[str],
    seated: Sequence[tuple[Who, ...]],
) -> list[Seen | Begun | None]:
    """For each game of a file (its origin, who sat where) the one that is the same, or its beginning.

    None: it is new.
    """
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
    going_on: set[str] = set()
    known: list[Seen | Begun | None] = []
    for game, key, who, found in zip(games, keys, seated, candidates, strict=True):
        same = key or next((each.key for each in found if _is_same(game, each, facts[each.id])), None)
        read, label = game.arrival.document, game.arrival.label
        first = labels.setdefault((who, read.rules, read.start, game.facts, game.arrival.started_at), label)
        if same is not None:
            known.append(Seen(key=same))
        elif first != label:
            known.append(Seen(label=first))
        else:
            begun = (_begun(game, each, facts[each.id]) for each in found if each.key not in going_on)
            beginning = next(filter(None, begun), None)
            known.append(beginning)
            if beginning is not None:  # it goes on once
                going_on.add(beginning.key)
    return known


class _Shelf:
    """The club's games by their outer shape, so that only few of them need be opened."""

    def __init__(self, session: Session, club: Club) -> None:
        self._by_origin: dict[tuple[str, bool], str] = {}
        self._by_shape: dict[_Shape, list[Game]] = {}
        self._unfinished: dict[tuple[Who, ...], list[Game]] = {}
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
            if _may_go_on(game):
                self._unfinished.setdefault(players, []).append(game)
            if game.origin is not None:
                self._by_origin.setdefault((game.origin, away), game.key)

    def key_of(self, game: Settled, origin: str) -> str | None:
        """The key of the game that came from the same origin."""
        return self._by_origin.get((origin, game.arrival.archived_at is not None))

    def like(self, game: Settled, who: tuple[Who, ...]) -> list[Game]:
        """The games that have the outer shape of one that wants to come in, or could be its beginning."""
        if game.figures is None:
            return []
        away = game.arrival.archived_at is not None
        alike = self._by_shape.get((who, game.totals, game.figures.hands_played, away), [])
        moment = game.arrival.started_at
        unfinished = [] if away else self._unfinished.get(who, [])
        # A sheet without a day can go on only with what came from one.
        begun = [
            each for each in unfinished if (each.origin if moment is None else each.started_at == moment)
        ]
        return [*alike, *(each for each in begun if each not in alike)]


def _facts(session: Session, ids: Iterable[int]) -> Mapping[int, tuple[Facts, ...]]:
    found: dict[int, tuple[Facts, ...]] = {}
    wanted = sorted(ids)
    for first in range(0, len(wanted), _BATCH):
        batch = wanted[first : first + _BATCH]
        stored = facts_of(session, batch)
        found |= {game_id: tuple(facts for facts, _ in stored.get(game_id, [])) for game_id in batch}
    return found


def _is_same(game: Settled, stored: Game, facts: tuple[Facts, ...]) -> bool:
    return _is_alike(game, stored) and facts == game.facts


def _is_alike(game: Settled, stored: Game) -> bool:
    read = game.arrival.document
    if game.arrival.started_at is not None and game.arrival.started_at != stored.started_at:
        return False
    return stored.rules == read.rules.differences() and start_of(stored, read.rules.players) == read.start


def _may_go_on(game: Game) -> bool:
    return game.archived_at is None and (game.finished_at is None or game.ended_early)


def _begun(game: Settled, stored: Game, facts: tuple[Facts, ...]) -> Begun | None:
    """The game in the books, where it is the beginning of one of the file and the rest fits under it."""
    arrival, count = game.arrival, len(facts)
    if not (_may_go_on(stored) and 0 < count < len(game.facts) and _is_alike(game, stored)):
        return None
    read = arrival.document
    if facts != game.facts[:count]:
        first = replace(arrival, document=replace(read, hands=read.hands[:count]))
        if stored.origin is None or stored.origin != origin_of(first):
            return None
    results = play(read.rules, read.start, (*facts, *game.facts[count:])).results
    if not all(result is not None and (result.valid or result.after_end) for result in results):
        return None
    return Begun(stored.key, stored.version, count)
