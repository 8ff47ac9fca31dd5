"""Two players of a roster who are one person: their games put together, and taken apart again.

The seats change hands, so that nothing that reads a game has to follow anybody; each remembers who sat there
(`seat.sat_as`), so that a merge can be undone. The merged player's row stays and says into whom it went.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, case, func, select, update
from sqlalchemy.orm import Session, aliased

from scorekeeper.records import stale
from scorekeeper.records.db import db, writing
from scorekeeper.records.errors import MergeRefused, NotFound
from scorekeeper.records.keys import is_id
from scorekeeper.records.models import Club, Game, Player, Seat

UNTRACKED: Final = {"synchronize_session": False}


@dataclass(frozen=True, slots=True)
class Played:
    """What a player has played: games in all, finished ones, and how many of those were won."""

    games: int
    finished: int
    won: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MergePreview:
    """What a merge would do: `player`'s games become `into`'s. `together` > 0: it would be refused."""

    player: Player
    into: Player
    of_player: Played
    of_into: Played
    together: int

    @property
    def of_both(self) -> Played:
        """What `into` will have played then."""
        return Played(
            self.of_player.games + self.of_into.games,
            self.of_player.finished + self.of_into.finished,
            self.of_player.won + self.of_into.won,
        )


def preview_merge(club: Club, player_id: int, into_id: int) -> MergePreview:
    """What `merge_players` would do; nothing is written. Four queries. Raises NotFound, MergeRefused."""
    session = db.session()
    player, into = _both(session, club, player_id, into_id)
    return MergePreview(
        player=player,
        into=into,
        of_player=_played(session, player.id),
        of_into=_played(session, into.id),
        together=_together(session, player.id, into.id),
    )


def merge_players(club: Club, player_id: int, into_id: int) -> Player:
    """Give `into` the seats of the player, who leaves the roster; `into` keeps name and everything else.

    Raises NotFound for a player of another club or one merged already, MergeRefused.
    """
    with writing() as session:
        _lock_club(session, club)
        player, into = _both(session, club, player_id, into_id, lock=True)
        if together := _together(session, player.id, into.id):
            raise MergeRefused("sat_together", together)
        games = _finished(session, Seat.player_id == player.id)
        was = func.coalesce(Seat.sat_as, Seat.player_id)
        _reseat(session, Seat.player_id == player.id, player_id=into.id, sat_as=was)
        went = update(Player).where(Player.merged_into == player.id).values(merged_into=into.id)
        session.execute(went, execution_options=UNTRACKED)
        player.merged_into = into.id
        stale.mark(session, games)
    return into


def separate_player(club: Club, player_id: int) -> Player:
    """Undo a merge: the player gets back the seats it sat at. Raises NotFound for one who is not merged."""
    with writing() as session:
        _lock_club(session, club)
        query = select(Player).where(Player.id == player_id, Player.club_id == club.id)
        player = session.scalar(query.with_for_update()) if is_id(player_id) else None
        if player is None or player.merged_into is None:
            raise NotFound(player_id)
        mine = (Seat.player_id == player.merged_into) & (Seat.sat_as == player.id)
        games = _finished(session, mine)
        _reseat(session, mine, player_id=player.id, sat_as=None)
        player.merged_into = None
        stale.mark(session, games)
    return player


def merged_into(club: Club, player_id: int) -> Sequence[Player]:
    """The players whose games this one has taken over, by name. One query."""
    query = select(Player).where(Player.club_id == club.id, Player.merged_into == player_id)
    return db.session.scalars(query.order_by(Player.folded)).all()


def _lock_club(session: Session, club: Club) -> None:
    """One change of the roster at a time.

    Not the lock that a reference to the club waits for: whoever ends a game refers to it while holding seats
    that a merge waits for.
    """
    session.execute(select(Club.id).where(Club.id == club.id).with_for_update(key_share=True))


def _both(
    session: Session, club: Club, player_id: int, into_id: int, *, lock: bool = False
) -> tuple[Player, Player]:
    if player_id == into_id:
        raise MergeRefused("same_player", player_id)
    wanted = [number for number in (player_id, into_id) if is_id(number)]
    mine = (Player.club_id == club.id, Player.merged_into.is_(None), Player.id.in_(wanted))
    query = select(Player).where(*mine).order_by(Player.id)
    if lock:  # whoever sits down to a game just now is waited for, or waits (`seating.seated`)
        query = query.with_for_update()
    found = {player.id: player for player in session.scalars(query)}
    for number in (player_id, into_id):
        if number not in found:
            raise NotFound(number)
    return found[player_id], found[into_id]


def _together(session: Session, player_id: int, into_id: int) -> int:
    """In how many games both sat."""
    other = aliased(Seat)
    query = select(func.count()).select_from(Seat).join(other, other.game_id == Seat.game_id)
    query = query.where(Seat.player_id == player_id, other.player_id == into_id)
    return session.scalar(query) or 0


def _played(session: Session, player_id: int) -> Played:
    finished = Game.finished_at.is_not(None) & (Game.hands_played > 0)
    query = (
        select(
            func.count(),
            func.coalesce(func.sum(case((finished, 1), else_=0)), 0),
            func.coalesce(func.sum(case((finished & Seat.won, 1), else_=0)), 0),
        )
        .select_from(Seat)
        .join(Game, Game.id == Seat.game_id)
        .where(Seat.player_id == player_id, Game.archived_at.is_(None))
    )
    games, over, won = session.execute(query).one()
    return Played(games, int(over), int(won))


def _finished(session: Session, seats: ColumnElement[bool]) -> Sequence[Game]:
    """The finished games of these seats: their standings and ratings will be others."""
    theirs = select(Seat.game_id).where(seats)
    return session.scalars(select(Game).where(Game.id.in_(theirs), Game.finished_at.is_not(None))).all()


def _reseat(session: Session, seats: ColumnElement[bool], **columns: Any) -> None:
    session.execute(update(Seat).where(seats).values(**columns), execution_options=UNTRACKED)
