"""Databases as they are after years: clubs of 10, 1,000 and 10,000 games, and a million hands in all.

A few clubs are played and brought in as any import is; the many are their rows over again (`copies`).
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy import func, insert, select

from benchmarks.bench import Bench, Database
from benchmarks.copies import copy_club, copy_games
from scorekeeper.records import kept, stale
from scorekeeper.records.arrivals import Arrival, Arrivals, Options
from scorekeeper.records.clubs import club_by_key
from scorekeeper.records.db import db, writing
from scorekeeper.records.demo import demo_games
from scorekeeper.records.models import Club, Game, Hand, Player, Revision
from scorekeeper.records.transfer import bring_into_new_club, plan_for

TEMPLATE: Final = 100  # games that are really played
SIZES: Final = (10, 1_000, 10_000)  # games
HANDS: Final = 1_000_000
LONE_HANDS: Final = 100
LAST: Final = date(2026, 11, 27)


@dataclass(frozen=True, slots=True)
class Grown:
    """The clubs in it, by their keys: of 10, 1,000 and 10,000 games, and one of about a hundred hands."""

    clubs: Mapping[int, str]
    lone: str
    hands: int
    seconds: float


def grow(bench: Bench, database: Database) -> Grown:
    """Fill an empty database."""
    began = time.monotonic()
    with database.app().app_context():
        clubs = {size: _club_of(size) for size in SIZES}
        bench.say(f"grown, {database.name}: {SIZES[-1]:,} games in a club")
        lone = lone_club()
        hands = _hands_in()
        copy_club(club_by_key(lone).id, (HANDS - hands) // _hands_in(lone) + 1)
        hands = _hands_in()
        bench.say(f"grown, {database.name}: {hands:,} hands")
        db.session.remove()
        db.engine.dispose()
    return Grown(clubs, lone, hands, time.monotonic() - began)


def lone_club() -> str:
    """Bring a club of about a hundred hands into the present database; its key."""
    chosen: list[Arrival] = []
    for game in _played():
        if sum(len(each.document.hands) for each in chosen) < LONE_HANDS:
            chosen.append(game)
    return _bring("Sunday Hearts", chosen)


def addresses_of(club_key: str) -> dict[str, str]:
    """The club's pages, by what they are called: of its latest game, its first player, its latest year."""
    club = club_by_key(club_key)
    newest = select(Game).where(Game.club_id == club.id).order_by(Game.started_at.desc()).limit(1)
    game = db.session.execute(newest).scalar_one()
    player = db.session.execute(select(Player.id).where(Player.club_id == club.id).limit(1)).scalar_one()
    at, year = f"/clubs/{club_key}", game.started_at.year
    return {
        "table": f"/games/{game.key}",
        "standings": f"{at}/standings",
        "games list": f"{at}/games",
        "club": at,
        "standings of a year": f"{at}/standings?period={year}",
        "games of a player": f"{at}/games?player={player}",
        "games by words": f"{at}/games?words=pizza",
        "page 50 of the games": f"{at}/games?page=50",
        "player": f"{at}/players/{player}",
        "players": f"{at}/players",
        "records": f"{at}/records",
        "new game": f"{at}/games/new",
        "score sheet": f"/games/{game.key}/sheet",
        "changes": f"/games/{game.key}/changes",
        "deleted hands": f"/games/{game.key}/hands/deleted",
        "archived games": f"{at}/archived",
    }


def _played() -> Sequence[Arrival]:
    return demo_games(TEMPLATE, 13, LAST, ZoneInfo("UTC")).games


def _club_of(games: int) -> str:
    key = _bring("Thursday Hearts", _played()[-games:])
    club = club_by_key(key)
    if games > TEMPLATE:
        copy_games(club.id, games // TEMPLATE - 1)
        with writing() as session:
            stale.mark_all(session, club.id)
        kept.finish(club)
    return key


def _bring(name: str, games: Sequence[Arrival]) -> str:
    """Bring games into a new club, with the revisions that hands recorded at the table leave."""
    plan = plan_for(Arrivals(kind="demo", games=tuple(games)), None, Options())
    key = bring_into_new_club(plan, name, "UTC").club_key
    club = club_by_key(key)
    hands = select(Hand.game_id, Hand.id, Hand.number, Hand.recorded_at)
    hands = hands.join(Game, Game.id == Hand.game_id).where(Game.club_id == club.id)
    with writing() as session:
        revisions = [
            {"game_id": game, "hand_id": hand, "version": number, "action": "recorded", "made_at": moment}
            for game, hand, number, moment in session.execute(hands)
        ]
        session.execute(insert(Revision), revisions)
    kept.finish(club)
    return key


def _hands_in(key: str | None = None) -> int:
    count = select(func.count()).select_from(Hand)
    if key is not None:
        count = count.join(Game, Game.id == Hand.game_id).join(Club, Club.id == Game.club_id)
        count = count.where(Club.key == key)
    with db.engine.connect() as connection:
        return connection.execute(count).scalar_one()
