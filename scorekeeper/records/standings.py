"""Who stands where: a line for every player over the games of one scale in one period.

Only games that are over count, ended early or not, with at least one hand; hands after the end and deleted
ones count for nothing. Guests are left out; who was merged stands in the line of who it was merged into; who
is off the roster keeps the line. What each figure means stands in `lines.Line`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from scorekeeper.records.choosing import ANYTHING, Chosen, Wanted, choose
from scorekeeper.records.db import db
from scorekeeper.records.lines import Line
from scorekeeper.records.models import Club, Player
from scorekeeper.records.ratings import Strength, strengths, strengths_now


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A player's line, and the rating at the end of the period (of all games of the club, whatever scale)."""

    player_id: int
    name: str
    archived: bool
    line: Line
    rating: Strength | None  # None: not worked out yet


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The lines of everybody who played, by name; `chosen` says what they are about."""

    chosen: Chosen
    lines: tuple[StandingLine, ...]


def standings(club: Club, wanted: Wanted = ANYTHING, now: datetime | None = None) -> Standings:
    """The standings of a club. Seven queries, however many games.

    What is asked for and what follows where nothing is: `choosing.choose`.
    """
    chosen = choose(club, wanted, now)
    people = {player.id: player for player in _people(club) if not player.guest}
    ids = [player_id for player_id in chosen.fold.lines if player_id in people]
    rated = ratings_at(ids, chosen.until)
    lines = [
        StandingLine(
            player_id=player_id,
            name=people[player_id].name,
            archived=people[player_id].archived_at is not None,
            line=chosen.fold.lines[player_id],
            rating=rated.get(player_id),
        )
        for player_id in ids
    ]
    return Standings(chosen=chosen, lines=tuple(sorted(lines, key=lambda line: line.name.casefold())))


def ratings_at(player_ids: Iterable[int], until: datetime | None) -> dict[int, Strength]:
    """The ratings of these players at the end of a period, or now. One query."""
    return strengths_now(player_ids) if until is None else strengths(player_ids, until)


def _people(club: Club) -> Sequence[Player]:
    return db.session.scalars(
        select(Player).where(Player.club_id == club.id, Player.merged_into.is_(None))
    ).all()
