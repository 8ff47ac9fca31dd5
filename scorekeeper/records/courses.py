"""How a player's rating went: as many points as a picture can show, however many games there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, and_, func, select

from scorekeeper.records.db import db
from scorekeeper.records.kept_models import Rating
from scorekeeper.records.ratings import Strength

MOST_POINTS: Final = 48  # of a line; more cannot be told apart, and the table beside it would be endless


@dataclass(frozen=True, slots=True)
class RatedAt:
    """The rating after a game begun then."""

    started_at: datetime
    rating: Strength


@dataclass(frozen=True, slots=True)
class Course:
    """Ratings in order, at most `MOST_POINTS` of those after `games` games: the first, the last, and evenly
    chosen ones between."""

    games: int
    points: tuple[RatedAt, ...]


def course(player_id: int, which: Sequence[ColumnElement[bool]]) -> Course:
    """The course over the player's ratings that fit. Two queries."""
    mine = (Rating.player_id == player_id, *which)
    games = db.session.scalar(select(func.count()).select_from(Rating).where(*mine)) or 0
    # The places are told by the index alone; the ratings are read at those that are shown.
    place = func.row_number().over(order_by=(Rating.started_at, Rating.game_id)) - 1
    places = select(Rating.game_id, place.label("place")).where(*mine).subquery()
    query = (
        select(Rating.started_at, Rating.mu, Rating.sigma)
        .join(places, and_(places.c.game_id == Rating.game_id, Rating.player_id == player_id))
        .where(places.c.place.in_(places_shown(games)))
        .order_by(places.c.place)
    )
    points = (RatedAt(moment, Strength(mu, sigma)) for moment, mu, sigma in db.session.execute(query))
    return Course(games, tuple(points))


def places_shown(games: int) -> Sequence[int]:
    """Which of so many points are shown: the last of each stretch, and the first and last of all."""
    if games <= MOST_POINTS:
        return range(games)
    step = (games - 1) / (MOST_POINTS - 1)
    return [round(place * step) for place in range(MOST_POINTS)]
