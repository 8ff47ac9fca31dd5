"""A small world in which every route has something to do, and a fingerprint of all that is kept of it."""

from __future__ import annotations

import hashlib
from contextlib import closing
from dataclasses import dataclass

from flask import Flask
from werkzeug.routing import Map, Rule

from scorekeeper.hearts.rules import Rules
from scorekeeper.records import games
from scorekeeper.records.clubs import add_player
from scorekeeper.records.db import db
from scorekeeper.records.hands import delete_hand
from scorekeeper.records.keys import new_key
from scorekeeper.records.members import let_in
from scorekeeper.records.merge import merge_players
from scorekeeper.records.models import Club
from scorekeeper.records.roles import Role
from scorekeeper.records.sheets import load_sheet
from tests.playing import FOUR, THURSDAY, end_early, entry, play

HANDS = 3


@dataclass(frozen=True)
class Place:
    """A club of the world: its key, and the keys and ids in it."""

    club: str
    players: tuple[int, ...]
    spare: int  # a player who sat in no game
    merged: int  # one who went into the first player
    game: str  # at the table, with HANDS hands and one that was deleted
    version: int  # of that game
    hands: tuple[int, ...]  # their ids
    deleted: int  # the id of the deleted one
    over: str  # a game ended early
    over_version: int
    archived: str
    guest: str  # a device that looks on


def settle(name: str) -> Place:
    """A club with a game at the table, one that is over, one put away, and a merged player."""
    game = games.quick_start(
        FOUR, zone="Europe/Berlin", club_name=name, first_dealer=0, rules=Rules(), device=None
    )
    play(game.key, THURSDAY[: HANDS + 1])
    full = load_sheet(game.key)
    delete_hand(game.key, HANDS + 1, entry(game.key))
    spare, merged = (add_player(full.club, each).id for each in ("Eve", "Annie"))
    merge_players(full.club, merged, full.player_ids[0])
    over, archived = (_over(full.club.key, full.player_ids) for _ in range(2))
    games.archive_game(archived)
    return Place(
        club=full.club.key,
        players=full.player_ids,
        spare=spare,
        merged=merged,
        game=game.key,
        version=load_sheet(game.key).game.version,
        hands=tuple(hand.id for hand in full.hands[:HANDS]),
        deleted=full.hands[-1].id,
        over=over,
        over_version=load_sheet(over).game.version,
        archived=archived,
        guest=_guest(full.club),
    )


def _guest(club: Club) -> str:
    device = new_key() + new_key()
    let_in(club, device, Role.VIEWER)
    return device


def _over(club: str, players: tuple[int, ...]) -> str:
    game = games.start_game(club, players, Rules(), first_dealer=0, start=None, device=None)
    play(game.key, THURSDAY[:1])
    end_early(game.key)
    return game.key


def books(app: Flask) -> str:
    """A fingerprint of every row of every table, but for what is kept of players: it follows at a look."""
    names = [table.name for table in db.metadata.sorted_tables if table.name != "player_year"]
    # Past SQLAlchemy, and over the network in one question: it is done thousands of times.
    queries = [f"SELECT * FROM {name}" for name in names]  # noqa: S608
    with app.app_context(), closing(db.session.connection().connection.cursor()) as cursor:
        if db.engine.dialect.name == "postgresql":
            of_tables = (f"SELECT '{name}', {name}::text FROM {name}" for name in names)  # noqa: S608
            queries = [" UNION ALL ".join(of_tables)]
        rows = []
        for query in queries:
            cursor.execute(query)
            rows.append((query, sorted(map(repr, cursor.fetchall()))))
    return hashlib.sha256(repr(rows).encode()).hexdigest()


def address(url_map: Map, rule: Rule, values: dict[str, object]) -> str:
    """The address of a route with these values in it."""
    built = url_map.bind("localhost").build(
        rule.endpoint, {name: values[name] for name in rule.arguments}, method=next(iter(rule.methods or ()))
    )
    return str(built)
