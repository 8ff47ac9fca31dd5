"""The records of a club: the best games of each kind, of those that were played to the end."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from scorekeeper.records.choosing import Chosen, Wanted, choose
from scorekeeper.records.db import db
from scorekeeper.records.finished import names_of
from scorekeeper.records.folding import RECORD_KINDS
from scorekeeper.records.models import Club, Game


@dataclass(frozen=True, slots=True)
class Holder:
    """Who a record is owed to."""

    player_id: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubRecord:
    """A figure that stands in the records, the game it was done in, and by whom.

    What the figure is follows from its kind: the winner's total (`lowest_win`), the most points a winner was
    ever behind the lowest (`comeback`), by how many points one was won (`closest`), hands (`longest`), hands
    in overtime (`overtime`), moons and suns shot by all together (`moons`), clean hands one after the other
    in one game (`clean_run`).
    """

    value: int
    game_key: str
    started_at: datetime
    holders: tuple[Holder, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Records:
    """For each kind that anything stands in: up to three, the best first and of equals the earliest."""

    chosen: Chosen
    kinds: dict[str, tuple[ClubRecord, ...]]


def records(club: Club, wanted: Wanted, now: datetime | None = None) -> Records:
    """The records over the games of one scale in one period. Seven queries, however many games."""
    chosen = choose(club, wanted, now)
    kept = chosen.fold.records
    ids = {feat.game_id for feats in kept.values() for feat in feats}
    found = db.session.execute(select(Game.id, Game.key, Game.started_at).where(Game.id.in_(ids)))
    games = {game_id: (key, started_at) for game_id, key, started_at in found}
    names = names_of(club)
    kinds = {
        kind: tuple(
            ClubRecord(
                value=feat.value,
                game_key=games[feat.game_id][0],
                started_at=games[feat.game_id][1],
                holders=tuple(Holder(player, names[player]) for player in feat.players),
            )
            for feat in kept[kind]
        )
        for kind in RECORD_KINDS
        if kept.get(kind)
    }
    return Records(chosen=chosen, kinds=kinds)
