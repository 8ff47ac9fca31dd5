"""Ratings: strength out of who finished ahead of whom, game after game in the order they were begun in.

openskill's BradleyTerryFull (its default model mis-ranks ties). Partners are rated as a team. Shown on a
scale where everybody begins at 1500 ± 200; the ± is one standard deviation: in two cases of three the true
strength lies within it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import and_, delete, insert, select
from sqlalchemy.orm import Session, aliased

from scorekeeper.records.db import db
from scorekeeper.records.finished import counts
from scorekeeper.records.kept_models import Rating
from scorekeeper.records.models import Game, Player, Seat

if TYPE_CHECKING:
    from openskill.models import BradleyTerryFull

CENTRE: Final = 1500
MU: Final = 25.0
SIGMA: Final = MU / 3
POINT: Final = 200 / SIGMA  # of the scale, for one of openskill's


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating as openskill has it; `shown` and `give_or_take` are on the scale around 1500."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def shown(self) -> int:
        """The rating on the scale."""
        return round(CENTRE + (self.mu - MU) * POINT)

    @property
    def give_or_take(self) -> int:
        """Its standard deviation on the scale."""
        return round(self.sigma * POINT)


@dataclass(frozen=True, slots=True)
class RatedGame:
    """Who sat at a game that counts, by seat: their teams (None without) and places."""

    id: int
    started_at: datetime
    players: tuple[int, ...]
    teams: tuple[int | None, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rated:
    """Ratings worked out anew for the games from `since` on; from `until` on they are still to be done."""

    since: datetime | None
    until: datetime | None
    rows: Sequence[dict[str, Any]]


@cache
def _model() -> BradleyTerryFull:
    from openskill.models import BradleyTerryFull  # noqa: PLC0415  # a fifth of a second that only this needs

    return BradleyTerryFull(mu=MU, sigma=SIGMA)


def after(game: RatedGame, before: Sequence[Strength]) -> list[Strength]:
    """What the players of a game are rated after it, by seat."""
    model = _model()
    sides: dict[object, list[int]] = {}
    for seat, team in enumerate(game.teams):
        sides.setdefault(("seat", seat) if team is None else team, []).append(seat)
    before_it = [
        [model.rating(mu=before[seat].mu, sigma=before[seat].sigma) for seat in seats]
        for seats in sides.values()
    ]
    ranks = [float(game.places[seats[0]]) for seats in sides.values()]
    rated = list(before)
    for seats, side in zip(sides.values(), model.rate(before_it, ranks=ranks), strict=True):
        for seat, one in zip(seats, side, strict=True):
            rated[seat] = Strength(one.mu, one.sigma)
    return rated


def work_out(club_id: int, since: datetime | None, most: int) -> Rated:
    """The ratings after every game from `since` on, at most `most` games of them. Two queries, no writing."""
    games, until = _games(club_id, since, most)
    held = strengths({player for game in games for player in game.players}, since)
    rows = []
    for game in games:
        rated = after(game, [held.get(player, Strength()) for player in game.players])
        for player, strength in zip(game.players, rated, strict=True):
            held[player] = strength
            rows.append(
                {
                    "game_id": game.id,
                    "player_id": player,
                    "started_at": game.started_at,
                    "mu": strength.mu,
                    "sigma": strength.sigma,
                }
            )
    return Rated(since, until, rows)


def keep(session: Session, club_id: int, rated: Rated) -> None:
    """Put the ratings in the place of the ones that were."""
    games = select(Game.id).where(Game.club_id == club_id)
    if rated.since is not None:
        games = games.where(Game.started_at >= rated.since)
    if rated.until is not None:
        games = games.where(Game.started_at < rated.until)
    session.execute(delete(Rating).where(Rating.game_id.in_(games)), execution_options=_UNTRACKED)
    if rated.rows:
        session.execute(insert(Rating), rated.rows)


_UNTRACKED: Final = {"synchronize_session": False}


def strengths(players: Iterable[int], before: datetime | None) -> dict[int, Strength]:
    """The ratings these players had before a moment (None: before everything).

    One query, an index look-up for each. Whoever had played no game by then is left out, and begins with
    `Strength()`.
    """
    return {} if before is None else _last(players, Rating.started_at < before)


def strengths_now(players: Iterable[int]) -> dict[int, Strength]:
    """The ratings these players have now; as `strengths`."""
    return _last(players)


def _last(players: Iterable[int], *which: Any) -> dict[int, Strength]:
    theirs = aliased(Rating)
    last = (
        select(Rating.game_id)
        .where(Rating.player_id == Player.id, *which)
        .order_by(Rating.started_at.desc(), Rating.game_id.desc())
        .limit(1)
        .scalar_subquery()
    )
    query = (
        select(theirs.player_id, theirs.mu, theirs.sigma)
        .select_from(Player)
        .join(theirs, and_(theirs.player_id == Player.id, theirs.game_id == last))
        .where(Player.id.in_(list(players)))
    )
    return {player: Strength(mu, sigma) for player, mu, sigma in db.session.execute(query)}


def _games(club_id: int, since: datetime | None, most: int) -> tuple[list[RatedGame], datetime | None]:
    """The next games to be rated, and when the first one after them was begun.

    Games begun at the same moment are taken together: what is rated is told by the moment alone.
    """
    wanted = select(Game.id, Game.started_at).where(*counts(club_id))
    if since is not None:
        wanted = wanted.where(Game.started_at >= since)
    in_order = wanted.order_by(Game.started_at, Game.id)
    found = db.session.execute(in_order.limit(most + 1)).all()
    until = found[most].started_at if len(found) > most else None
    if until is not None and until == found[0].started_at:
        until = None
    chosen = wanted if until is None else wanted.where(Game.started_at < until)
    return _with_seats(chosen.subquery()), until


def _with_seats(chosen: Any) -> list[RatedGame]:
    query = (
        select(chosen.c.id, chosen.c.started_at, Seat.player_id, Seat.team, Seat.place)
        .join(Seat, Seat.game_id == chosen.c.id)
        .order_by(chosen.c.started_at, chosen.c.id, Seat.position)
    )
    games: dict[int, tuple[datetime, list[Any]]] = {}
    for game_id, started_at, *seat in db.session.execute(query):
        games.setdefault(game_id, (started_at, []))[1].append(seat)
    return [RatedGame(game_id, at, *zip(*seats, strict=True)) for game_id, (at, seats) in games.items()]
