"""One player's history: the standing's own figures, how the rating went, scores hand by hand, by who passes
to them, against each other player, and the last games.

All about the games of one scale in one period (`choosing`), but for the rating, which knows no scale. Unlike
the standings this is read from the player's own hands at each look, by index from the player's seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, case, func, null, or_, select
from sqlalchemy.orm import aliased

from scorekeeper.hearts.rotation import HOLD, PASSINGS, is_possible, passers
from scorekeeper.records.calendar import ALL, LATEST, LATEST_GAMES, Period, bounds
from scorekeeper.records.choosing import Chosen, Wanted, choose
from scorekeeper.records.clubs import now as this_moment
from scorekeeper.records.db import db
from scorekeeper.records.errors import NotFound
from scorekeeper.records.finished import counts, names_of
from scorekeeper.records.history import GameLine, last_games_of
from scorekeeper.records.kept import catch_up
from scorekeeper.records.kept_models import Rating
from scorekeeper.records.keys import is_id
from scorekeeper.records.lines import Line
from scorekeeper.records.models import Club, Game, Hand, Player, Seat, TakenRow
from scorekeeper.records.ratings import Strength
from scorekeeper.records.standings import ratings_at

LAST_GAMES: Final = 5


@dataclass(frozen=True, slots=True)
class RatedAt:
    """The rating after a game begun then."""

    started_at: datetime
    rating: Strength


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedBy:
    """Hands in which one player passed to this one. `known` are those whose cards are known.

    `player_id` None: nobody passed (`name` "") — a hold — or everybody did (a scatter).
    """

    player_id: int | None
    name: str
    scatter: bool
    hands: int
    score: int
    queens: int
    known: int

    @property
    def per_hand(self) -> float:
        """Average score a hand."""
        return self.score / self.hands

    @property
    def queen_rate(self) -> float | None:
        """Q♠ a hand whose cards are known."""
        return self.queens / self.known if self.known else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Against:
    """Games with one other player on another side: how many, in how many this one ended ahead, level, behind.

    `margin` adds up how far this one's total was below the other's.
    """

    player_id: int
    name: str
    games: int
    ahead: int
    level: int
    margin: int

    @property
    def behind(self) -> int:
        """Games in which the other one ended ahead."""
        return self.games - self.ahead - self.level

    @property
    def average_margin(self) -> float:
        """Average points below the other's total; negative: above."""
        return self.margin / self.games


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Everything a player's page shows; `line` None: no game of the choice.

    `scores` are (score, number of hands) from the lowest up, `course` the ratings in order.
    """

    player: Player
    chosen: Chosen
    line: Line | None
    rating: Strength | None
    course: tuple[RatedAt, ...]
    scores: tuple[tuple[int, int], ...]
    passed_by: tuple[PassedBy, ...]
    against: tuple[Against, ...]
    latest: tuple[GameLine, ...]


def player_of(club: Club, player_id: int) -> Player:
    """The club's player, merged or not; one query. Raises NotFound."""
    query = select(Player).where(Player.id == player_id, Player.club_id == club.id)
    player = db.session.scalar(query) if is_id(player_id) else None
    if player is None:
        raise NotFound(player_id)
    return player


def profile(club: Club, player_id: int, wanted: Wanted, now: datetime | None = None) -> Profile:
    """A player's page. Fourteen queries, however many games. Raises NotFound.

    Without a period: all time. Without a scale: the one this player has most often played in.
    """
    catch_up(club)
    player = player_of(club, player_id)
    wanted = replace(
        wanted,
        period=wanted.period or Period(ALL),
        scale=wanted.scale or _usual_scale(club, player_id),
    )
    chosen = choose(club, wanted, now)
    names = names_of(club)
    which = _which(club, chosen, now)
    hands = _hands(player_id, which, [size for size, _ in chosen.offer.sizes])
    return Profile(
        player=player,
        chosen=chosen,
        line=chosen.fold.lines.get(player_id),
        rating=ratings_at([player_id], chosen.until).get(player_id),
        course=_course(club, player_id, chosen.period, now),
        scores=_scores(hands),
        passed_by=_passed_by(hands, names),
        against=_against(player_id, which, names),
        latest=last_games_of(club, player_id, LAST_GAMES),
    )


def _usual_scale(club: Club, player_id: int) -> str | None:
    query = (
        select(Game.scale)
        .join(Seat, Seat.game_id == Game.id)
        .where(Seat.player_id == player_id, *counts(club.id))
        .group_by(Game.scale)
        .order_by(func.count().desc(), Game.scale)
    )
    return db.session.scalar(query.limit(1))


Which = Sequence[ColumnElement[bool]]


def _which(club: Club, chosen: Chosen, now: datetime | None) -> Which:
    """What a game must be to be one of the choice."""
    which = [*counts(club.id), Game.scale == (chosen.scale or "")]
    if chosen.players:
        which.append(Game.players == chosen.players)
    if chosen.period.span == LATEST:
        newest = select(Game.id).where(*which).order_by(Game.started_at.desc(), Game.id.desc())
        which.append(Game.id.in_(select(newest.limit(LATEST_GAMES).subquery().c.id)))
    return [*which, *_within(Game.started_at, chosen.period, club, now)]


def _within(column: Any, period: Period, club: Club, now: datetime | None) -> Which:
    begin, end = bounds(period, club.zone, now or this_moment())
    after = [] if begin is None else [column >= begin]
    return after if end is None else [*after, column < end]


def _course(club: Club, player_id: int, period: Period, now: datetime | None) -> tuple[RatedAt, ...]:
    query = (
        select(Rating.started_at, Rating.mu, Rating.sigma)
        .where(Rating.player_id == player_id, *_within(Rating.started_at, period, club, now))
        .order_by(Rating.started_at, Rating.game_id)
    )
    return tuple(RatedAt(moment, Strength(mu, sigma)) for moment, mu, sigma in db.session.execute(query))


@dataclass(frozen=True, slots=True)
class _Hands:
    """Hands of the player's that brought the same score and were passed the same way by the same player."""

    giver_id: int | None  # None: nobody, or everybody
    passing: str
    score: int
    hands: int
    queens: int
    known: int


def _hands(player_id: int, which: Which, sizes: Sequence[int]) -> list[_Hands]:
    """All hands of the player that count, put together. One query: the longest, it looks at every one."""
    giver = aliased(Seat)
    passed_on = and_(
        giver.game_id == Game.id, giver.position == (Seat.position + _step(sizes)) % Game.players
    )
    query = (
        select(
            giver.player_id,
            Hand.passing,
            TakenRow.score,
            func.count(),
            func.sum(TakenRow.queen),
            func.sum(case((TakenRow.points.is_(None), 1), else_=0)),
        )
        .select_from(Seat)
        .join(Game, Game.id == Seat.game_id)
        .join(Hand, Hand.game_id == Game.id)
        .join(TakenRow, and_(TakenRow.hand_id == Hand.id, TakenRow.position == Seat.position))
        .outerjoin(giver, passed_on)
        .where(Seat.player_id == player_id, Hand.deleted_at.is_(None), TakenRow.score.is_not(None), *which)
        .group_by(giver.player_id, Hand.passing, TakenRow.score)
    )
    return [_Hands(*row[:3], *map(int, row[3:])) for row in db.session.execute(query)]


def _step(sizes: Sequence[int]) -> Any:
    """How many seats clockwise from ours sits who passed to us, as the rotation has it; null where nobody
    did, or everybody."""
    ways = [
        (and_(Game.players == size, Hand.passing == passing), passers(passing, size)[0][0])
        for size in sizes
        for passing in PASSINGS
        if is_possible(passing, size) and len(passers(passing, size)[0]) == 1
    ]
    return case(*ways, else_=null()) if ways else null()


def _scores(hands: Iterable[_Hands]) -> tuple[tuple[int, int], ...]:
    counts: dict[int, int] = {}
    for each in hands:
        counts[each.score] = counts.get(each.score, 0) + each.hands
    return tuple(sorted(counts.items()))


def _passed_by(hands: Iterable[_Hands], names: Mapping[int, str]) -> tuple[PassedBy, ...]:
    groups: dict[tuple[int | None, bool], list[_Hands]] = {}
    for each in hands:
        scatter = each.giver_id is None and each.passing != HOLD
        groups.setdefault((each.giver_id, scatter), []).append(each)
    lines = [
        PassedBy(
            player_id=giver_id,
            name="" if giver_id is None else names[giver_id],
            scatter=scatter,
            hands=sum(each.hands for each in group),
            score=sum(each.score * each.hands for each in group),
            queens=sum(each.queens for each in group),
            known=sum(each.known for each in group),
        )
        for (giver_id, scatter), group in groups.items()
    ]
    return tuple(sorted(lines, key=lambda line: (line.player_id is None, -line.hands, line.name)))


def _against(player_id: int, which: Which, names: Mapping[int, str]) -> tuple[Against, ...]:
    other = aliased(Seat)
    query = (
        select(
            other.player_id,
            func.count(),
            func.sum(case((Seat.place < other.place, 1), else_=0)),
            func.sum(case((Seat.place == other.place, 1), else_=0)),
            func.sum(other.total - Seat.total),
        )
        .select_from(Seat)
        .join(Game, Game.id == Seat.game_id)
        .join(other, and_(other.game_id == Game.id, other.player_id != player_id))
        .where(Seat.player_id == player_id, or_(Seat.team.is_(None), Seat.team != other.team), *which)
        .group_by(other.player_id)
    )
    lines = [
        Against(
            player_id=other_id,
            name=names[other_id],
            games=games,
            ahead=int(ahead),
            level=int(level),
            margin=int(margin),
        )
        for other_id, games, ahead, level, margin in db.session.execute(query)
    ]
    return tuple(sorted(lines, key=lambda line: (-line.games, line.name.casefold())))
