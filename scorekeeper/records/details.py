"""What some games come to for one player beyond the line of the standings: scores hand by hand, by who passes
to the player, and against each other player.

A stretch of games is read into a `Detail`, and the details of two stretches add up (`take_in`) to that of all
their games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, and_, select
from sqlalchemy.orm import aliased

from scorekeeper.hearts.rotation import HOLD, is_possible, passers
from scorekeeper.records.calendar import month_of
from scorekeeper.records.db import db
from scorekeeper.records.models import Game, Hand, Seat, TakenRow

# Who passed a hand's cards to the player (None: nobody, or everybody), and whether everybody did.
Passer = tuple[int | None, bool]
# Games of one month, scale and number of players.
Stretch = tuple[str, str, int]


@dataclass(slots=True)
class Detail:
    """Sums over some games of one player.

    `scores` counts hands by score. `passed_by` has hands, score, queens and hands of known cards by passer.
    `against` has by player on another side the games with it, those ended ahead of it and level with it, and
    by how much this one's total was below the other's, added up.
    """

    games: int = 0
    scores: dict[int, int] = field(default_factory=dict)
    passed_by: dict[Passer, list[int]] = field(default_factory=dict)
    against: dict[int, list[int]] = field(default_factory=dict)

    def take_in(self, content: Mapping[str, Any]) -> None:
        """Add another stretch, as its `content` has it."""
        self.games += content["games"]
        for score, hands in content["scores"]:
            self.scores[score] = self.scores.get(score, 0) + hands
        for giver, scatter, *sums in content["passed_by"]:
            _add(self.passed_by.setdefault((giver, scatter), [0, 0, 0, 0]), sums)
        for other, *sums in content["against"]:
            _add(self.against.setdefault(other, [0, 0, 0, 0]), sums)

    def content(self) -> dict[str, Any]:
        """The detail ready for JSON, the same whatever order it was put together in."""
        by_passer = sorted(self.passed_by.items(), key=lambda item: (item[0][0] or 0, item[0][1]))
        return {
            "games": self.games,
            "scores": [[score, hands] for score, hands in sorted(self.scores.items())],
            "passed_by": [[giver, scatter, *sums] for (giver, scatter), sums in by_passer],
            "against": [[other, *sums] for other, sums in sorted(self.against.items())],
        }


def together(contents: Iterable[Mapping[str, Any]]) -> Detail:
    """The detail of several stretches, of which there may be none."""
    whole = Detail()
    for content in contents:
        whole.take_in(content)
    return whole


def read_details(player_id: int, zone: str, which: Sequence[ColumnElement[bool]]) -> dict[Stretch, Detail]:
    """The details of those of the player's games, by month in that zone. Two queries over every hand."""
    found: dict[Stretch, Detail] = {}
    games = _read_games(player_id, zone, which, found)
    query = (
        select(
            Hand.game_id,
            Hand.passing,
            TakenRow.score,
            TakenRow.queen,
            TakenRow.points.is_(None).label("known"),
        )
        .select_from(Seat)
        .join(Game, Game.id == Seat.game_id)
        .join(Hand, Hand.game_id == Game.id)
        .join(TakenRow, and_(TakenRow.hand_id == Hand.id, TakenRow.position == Seat.position))
        .where(Seat.player_id == player_id, Hand.deleted_at.is_(None), TakenRow.score.is_not(None), *which)
    )
    rows: Any = db.session.connection().execute(query)
    for game_id, passing, score, queen, known in rows:
        game = games[game_id]
        scores = game.detail.scores
        scores[score] = scores.get(score, 0) + 1
        sums = game.detail.passed_by.setdefault(game.passer(passing), [0, 0, 0, 0])
        sums[0] += 1
        sums[1] += score
        sums[2] += queen
        sums[3] += bool(known)
    return found


@dataclass(slots=True)
class _OwnGame:
    """A game of the player's: where it sat, and who else by position."""

    detail: Detail
    position: int
    players: int
    others: dict[int, int] = field(default_factory=dict)

    def passer(self, passing: str) -> Passer:
        """Who passed to the player in a hand passed that way."""
        giver = _giver(passing, self.players, self.position)
        return (None, passing != HOLD) if giver is None else (self.others[giver], False)


def _read_games(
    player_id: int, zone: str, which: Sequence[ColumnElement[bool]], found: dict[Stretch, Detail]
) -> dict[int, _OwnGame]:
    """The games by id, counted in `found` with who else sat there."""
    mine, other = aliased(Seat), aliased(Seat)
    game_columns = (Game.id, Game.started_at, Game.scale, Game.players)
    query = (
        select(*game_columns, *_columns(mine), *_columns(other), other.player_id.label("other_id"))
        .select_from(mine)
        .join(Game, Game.id == mine.game_id)
        .join(other, and_(other.game_id == Game.id, other.player_id != player_id))
        .where(mine.player_id == player_id, *which)
    )
    games: dict[int, _OwnGame] = {}
    for row in db.session.connection().execute(query):
        game_id, started_at, scale, players = row[:4]
        position, team, place, total = row[4:8]
        other_position, other_team, other_place, other_total, other_id = row[8:]
        game = games.get(game_id)
        if game is None:
            detail = found.setdefault((month_of(started_at, zone), scale, players), Detail())
            game = games[game_id] = _OwnGame(detail, position, players)
            detail.games += 1
        game.others[other_position] = other_id
        if team is None or team != other_team:
            sums = game.detail.against.setdefault(other_id, [0, 0, 0, 0])
            _add(sums, (1, place < other_place, place == other_place, other_total - total))
    return games


def _columns(seat: Any) -> tuple[Any, ...]:
    return (seat.position, seat.team, seat.place, seat.total)


@cache
def _giver(passing: str, players: int, position: int) -> int | None:
    """The seat that passes to a seat, as the rotation has it; None where nobody does, or everybody."""
    givers = passers(passing, players)[position] if is_possible(passing, players) else ()
    return givers[0] if len(givers) == 1 else None


def _add(sums: list[int], more: Iterable[int]) -> None:
    for place, number in enumerate(more):
        sums[place] += number
