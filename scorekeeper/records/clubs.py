"""Clubs and their rosters. A change is one transaction; what it returns is detached and keeps its values."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.records import stale
from scorekeeper.records.db import db, writing
from scorekeeper.records.errors import NameRefused, NotFound, RecordsError, TooMany
from scorekeeper.records.keys import is_id, is_key, new_key
from scorekeeper.records.models import NAME_LENGTH, ZONE_LENGTH, Club, Game, Player

MOST_PLAYERS: Final = 500  # a club, archived ones included

# Turn the text after them round, or are seen by nobody: with them two names could look the same. It is what
# Unicode calls default ignorable, and the blank of Braille, but for what Persian, Indic scripts and emoji
# need: the joiners U+200C and U+200D, the signs that choose between two looks, and the tags of flags.
_UNSEEN: Final = frozenset(
    map(
        chr,
        (
            0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFEFF, 0xFFA0,
            *range(0x180B, 0x1810), 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2060, 0x2070),
            *range(0xFFF0, 0xFFF9), *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B),
        ),
    )
)  # fmt: skip


def now() -> datetime:
    """This moment, in UTC."""
    return datetime.now(UTC)


def tidy(text: str) -> str:
    """NFC, single spaces, without what no page shows and a database may refuse."""
    spaced = " ".join(text.split())
    kept = (c for c in spaced if c not in _UNSEEN and unicodedata.category(c) not in ("Cc", "Cs"))
    return " ".join(unicodedata.normalize("NFC", "".join(kept)).split())


def clean_name(text: str) -> str:
    """A name as it is kept: NFC, no control and no bidi characters, single spaces, 1 to 24 characters.

    Raises NameRefused with code `blank` or `too_long`.
    """
    name = tidy(text)
    if all(unicodedata.category(c)[0] in "CMZ" for c in name):  # nothing of it would be seen
        raise NameRefused("blank", text)
    if len(name) > NAME_LENGTH:
        raise NameRefused("too_long", name)
    return name


def fold(name: str) -> str:
    """What a club's names are compared by: "ÉVA" is "Éva" is "éva"."""
    return unicodedata.normalize("NFC", name.casefold())


def check_zone(zone: str) -> str:
    """The zone, where it is the IANA name of one. Raises RecordsError with code `zone`."""
    try:
        ZoneInfo(zone)
    except (ValueError, LookupError, OSError) as error:  # ill-formed; unknown; the name of a folder
        raise RecordsError("zone", zone) from error
    if len(zone) > ZONE_LENGTH:
        raise RecordsError("zone", zone)
    return zone


def create_club(name: str, zone: str) -> Club:
    """Open a club. Raises NameRefused, RecordsError `zone`."""
    with writing() as session:
        return new_club(session, name, zone)


def new_club(session: Session, name: str, zone: str) -> Club:
    """`create_club` within a transaction that does more."""
    club = Club(key=new_key(), name=clean_name(name), zone=check_zone(zone), created_at=now())
    session.add(club)
    session.flush()
    return club


def change_club(club: Club, *, name: str | None = None, zone: str | None = None) -> Club:
    """Another name, or another time zone to tell its evenings in. Raises NameRefused, RecordsError `zone`."""
    with writing() as session:
        kept = _locked(session, club)
        if name is not None:
            kept.name = clean_name(name)
        if zone is not None and kept.zone != check_zone(zone):
            kept.zone = zone
            stale.mark_all(session, kept.id)
    return kept


def archive_club(club: Club) -> Club:
    """Put the club away; its books stay as they are."""
    with writing() as session:
        kept = _locked(session, club)
        kept.archived_at = kept.archived_at or now()
    return kept


def bring_back_club(club: Club) -> Club:
    """Undo `archive_club`."""
    with writing() as session:
        kept = _locked(session, club)
        kept.archived_at = None
    return kept


def club_by_key(key: str) -> Club:
    """The club, archived or not. Raises NotFound."""
    club = db.session.scalar(select(Club).where(Club.key == key)) if is_key(key) else None
    if club is None:
        raise NotFound(key)
    return club


def club_of(game: Game) -> Club:
    """The club a game was played in."""
    return db.session.get_one(Club, game.club_id)


def clubs_by_keys(keys: Sequence[str]) -> list[Club]:
    """Those of the clubs that there are and that are not archived, in the order of the keys. One query."""
    wanted = [key for key in keys if is_key(key)]
    found = {
        club.key: club
        for club in db.session.scalars(select(Club).where(Club.key.in_(wanted), Club.archived_at.is_(None)))
    }
    return [found[key] for key in wanted if key in found]


def roster(club: Club, *, archived: bool = False) -> list[Player]:
    """The club's players by name, guests last; with `archived` the archived ones after them. One query."""
    query = select(Player).where(Player.club_id == club.id, Player.merged_into.is_(None))
    if not archived:
        query = query.where(Player.archived_at.is_(None))
    players = db.session.scalars(query)
    return sorted(players, key=lambda player: (player.archived_at is not None, player.guest, player.folded))


def add_player(club: Club, name: str, *, guest: bool = False) -> Player:
    """A new player of the club. Raises NameRefused, and TooMany beyond 500."""
    with writing() as session:
        kept = _locked(session, club)
        return new_player(session, kept, name, guest=guest)


def new_player(session: Session, club: Club, name: str, *, guest: bool = False) -> Player:
    """`add_player` within a transaction that does more. The club's row is locked in it: the count holds."""
    count = session.scalar(select(func.count()).select_from(Player).where(Player.club_id == club.id))
    if (count or 0) >= MOST_PLAYERS:
        raise TooMany("players", MOST_PLAYERS)
    player = Player(club_id=club.id, name=_free_name(session, club, name), guest=guest)
    player.folded = fold(player.name)
    session.add(player)
    session.flush()
    return player


def player_called(session: Session, club: Club, name: str) -> Player:
    """Whoever is on the roster under that name, else a new player. Raises NameRefused, TooMany."""
    kept = _locked(session, club)
    there = Player.archived_at.is_(None), Player.merged_into.is_(None)
    called = select(Player).where(Player.club_id == kept.id, Player.folded == fold(clean_name(name)), *there)
    return session.scalar(called) or new_player(session, kept, name)


def rename_player(club: Club, player_id: int, name: str) -> Player:
    """Raises NameRefused, and NotFound for a player of another club."""
    with writing() as session:
        player = _player(session, club, player_id)
        player.name = _free_name(session, club, name, but=player)
        player.folded = fold(player.name)
    return player


def set_guest(club: Club, player_id: int, guest: bool) -> Player:
    """Guests play, and do not stand in the standings. Raises NotFound for a player of another club."""
    with writing() as session:
        player = _player(session, club, player_id)
        player.guest = guest
    return player


def archive_player(club: Club, player_id: int) -> Player:
    """Take the player off the roster; the games stay. Raises NotFound for a player of another club."""
    with writing() as session:
        player = _player(session, club, player_id)
        player.archived_at = player.archived_at or now()
    return player


def bring_back_player(club: Club, player_id: int) -> Player:
    """Undo `archive_player`. Raises NotFound for a player of another club."""
    with writing() as session:
        player = _player(session, club, player_id)
        player.archived_at = None
    return player


def _locked(session: Session, club: Club) -> Club:
    """The club's row as it is now, locked: names and counts of its roster change one at a time."""
    kept = session.scalar(select(Club).where(Club.id == club.id).with_for_update())
    if kept is None:
        raise NotFound(club.key)
    return kept


def _player(session: Session, club: Club, player_id: int) -> Player:
    _locked(session, club)
    mine = Player.club_id == club.id, Player.merged_into.is_(None)
    player = session.scalar(select(Player).where(Player.id == player_id, *mine)) if is_id(player_id) else None
    if player is None:
        raise NotFound(player_id)
    return player


def _free_name(session: Session, club: Club, text: str, *, but: Player | None = None) -> str:
    name = clean_name(text)
    other = session.scalar(select(Player).where(Player.club_id == club.id, Player.folded == fold(name)))
    if other is not None and other is not but:
        raise NameRefused("taken", name, archived=other.archived_at is not None)
    return name
