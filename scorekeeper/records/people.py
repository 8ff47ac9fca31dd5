"""Whose names stand in a file: matched to the club's roster, or new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import chain

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.hearts.reading import shown
from scorekeeper.records.arrivals import Arrival, Member, Options
from scorekeeper.records.clubs import clean_name, fold, tidy
from scorekeeper.records.errors import NameRefused
from scorekeeper.records.models import NAME_LENGTH, Club, Player

# Who a seat's name is here: a player's id, or the folded name of one who is new.
Who = int | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A name of the file and who that is here: `player` of the roster (None: a new one), by the name `name`.

    `fault` is why nobody can have that name.
    """

    written: str
    name: str
    player: int | None = None
    archived: bool = False  # off the roster, and stays so
    games: int = 0
    guest: bool = False
    archived_at: datetime | None = None  # of a new one
    fault: str | None = None

    @property
    def who(self) -> Who:
        """What the person is known by while the file comes in."""
        return self.player if self.player is not None else fold(self.name)


@lru_cache(maxsize=1 << 12)
def in_file(name: str) -> str:
    """What a name of a file is known by there."""
    return fold(tidy(name))


def roster_of(session: Session, club: Club | None) -> dict[str, Player]:
    """The club's players by folded name, archived ones too; a merged one's name stands for whom it became."""
    if club is None:
        return {}
    players = {each.id: each for each in session.scalars(select(Player).where(Player.club_id == club.id))}
    return {player.folded: _merged(player, players) for player in players.values()}


def _merged(player: Player, players: Mapping[int, Player]) -> Player:
    for _ in players:  # as long as the longest chain there could be
        if player.merged_into is None:
            break
        player = players[player.merged_into]
    return player


def match_people(
    arrivals: Iterable[Arrival], members: Sequence[Member], roster: Mapping[str, Player], options: Options
) -> dict[str, Person]:
    """Everybody in the file by folded name, members of its roster first. Two names may be one person."""
    said = options.name_of
    counts: Counter[str] = Counter()
    names: dict[str, str] = {}
    known = {in_file(member.name): member for member in members}
    seated = chain.from_iterable(arrival.document.players for arrival in arrivals)
    for name in chain((member.name for member in members), seated):
        folded = in_file(name)
        if folded not in names:
            names[folded] = tidy(name)
        counts[folded] += 1
    return {
        folded: _person(
            name, said.get(folded, name), counts[folded] - (folded in known), known.get(folded), roster
        )
        for folded, name in names.items()
    }


def _person(
    written: str, name: str, games: int, member: Member | None, roster: Mapping[str, Player]
) -> Person:
    try:
        clean = clean_name(name)
    except NameRefused as error:
        long = f"{shown(name)} is longer than {NAME_LENGTH} characters"
        fault = "A player has no name that can be seen." if error.code == "blank" else f"{long}."
        return Person(written=written, name=name, games=games, fault=fault)
    player = roster.get(fold(clean))
    if player is not None:
        archived = player.archived_at is not None
        return Person(written=written, name=player.name, player=player.id, archived=archived, games=games)
    return Person(
        written=written,
        name=clean,
        games=games,
        guest=member is not None and member.guest,
        archived_at=None if member is None else member.archived_at,
    )
