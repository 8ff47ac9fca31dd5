"""One player's history: the standing's own figures, how the rating went, scores hand by hand, by who passes
to them, against each other player, and the last games.

All about the games of one scale in one period (`choosing`), but for the rating, which knows no scale. Like
the standings it is kept, month by month (`kept_details`); only this evening and the latest games are read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, select

from scorekeeper.records.calendar import ALL, LATEST, LATEST_GAMES, Period, bounds
from scorekeeper.records.choosing import Chosen, Wanted, choose
from scorekeeper.records.clubs import now as this_moment
from scorekeeper.records.courses import Course, course
from scorekeeper.records.db import db
from scorekeeper.records.details import Detail, read_details, together
from scorekeeper.records.errors import NotFound
from scorekeeper.records.finished import counts, names_of
from scorekeeper.records.history import GameLine, last_games_of
from scorekeeper.records.kept import catch_up
from scorekeeper.records.kept_details import Months, details_of
from scorekeeper.records.kept_models import Rating
from scorekeeper.records.keys import is_id
from scorekeeper.records.lines import Line
from scorekeeper.records.models import Club, Game, Player
from scorekeeper.records.ratings import Strength
from scorekeeper.records.standings import ratings_at

LAST_GAMES: Final = 5


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

    `scores` are (score, number of hands) from the lowest up.
    """

    player: Player
    chosen: Chosen
    line: Line | None
    rating: Strength | None
    course: Course
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
    """A player's page. Fourteen queries, however many games; two more about this evening or the latest games,
    and for what has changed since. Raises NotFound.

    Without a period: all time. Without a scale: the one this player has most often played in.
    """
    catch_up(club)
    player = player_of(club, player_id)
    months = details_of(club, player_id)
    wanted = replace(
        wanted,
        period=wanted.period or Period(ALL),
        scale=wanted.scale or _usual_scale(months),
    )
    chosen = choose(club, wanted, now)
    names = names_of(club)
    detail = _detail(club, player_id, chosen, months, now)
    return Profile(
        player=player,
        chosen=chosen,
        line=chosen.fold.lines.get(player_id),
        rating=ratings_at([player_id], chosen.until).get(player_id),
        course=course(player_id, _within(Rating.started_at, chosen.period, club, now)),
        scores=tuple(sorted(detail.scores.items())),
        passed_by=_passed_by(detail, names),
        against=_against(detail, names),
        latest=last_games_of(club, player_id, LAST_GAMES),
    )


def _usual_scale(months: Months) -> str | None:
    games: dict[str, int] = {}
    for month in months.values():
        for each in month["details"]:
            games[each["scale"]] = games.get(each["scale"], 0) + each["games"]
    return min(games, key=lambda scale: (-games[scale], scale), default=None)


def _detail(club: Club, player_id: int, chosen: Chosen, months: Months, now: datetime | None) -> Detail:
    """The detail of the choice: put together from the months it is made of, or read where it moves."""
    if chosen.period.live:
        read = read_details(player_id, club.zone, _which(club, chosen, now))
        return together(detail.content() for detail in read.values())
    return together(
        each
        for month, of_month in months.items()
        if month.startswith(chosen.period.key)
        for each in of_month["details"]
        if each["scale"] == chosen.scale and chosen.players in (0, each["players"])
    )


Which = Sequence[ColumnElement[bool]]


def _which(club: Club, chosen: Chosen, now: datetime | None) -> Which:
    """What a game must be to be one of this evening's or of the latest."""
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


def _passed_by(detail: Detail, names: Mapping[int, str]) -> tuple[PassedBy, ...]:
    lines = [
        PassedBy(
            player_id=giver_id,
            name="" if giver_id is None else names[giver_id],
            scatter=scatter,
            hands=hands,
            score=score,
            queens=queens,
            known=known,
        )
        for (giver_id, scatter), (hands, score, queens, known) in detail.passed_by.items()
    ]
    return tuple(sorted(lines, key=lambda line: (line.player_id is None, -line.hands, line.name)))


def _against(detail: Detail, names: Mapping[int, str]) -> tuple[Against, ...]:
    lines = [
        Against(
            player_id=other_id, name=names[other_id], games=games, ahead=ahead, level=level, margin=margin
        )
        for other_id, (games, ahead, level, margin) in detail.against.items()
    ]
    return tuple(sorted(lines, key=lambda line: (-line.games, line.name.casefold())))
