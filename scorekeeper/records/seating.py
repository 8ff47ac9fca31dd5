"""Sitting down to a game: who may, what it can start from, and the rows of a new game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from scorekeeper.hearts.game import Start
from scorekeeper.hearts.rules import Rules
from scorekeeper.hearts.rules_checks import FEWEST_PLAYERS, MOST_PLAYERS
from scorekeeper.records import devices
from scorekeeper.records.books import Contents, carried_columns
from scorekeeper.records.changes import check_submission, counted_once, mark_of, remember
from scorekeeper.records.clubs import now, player_called, tidy
from scorekeeper.records.db import writing
from scorekeeper.records.errors import PlayersRefused, RecordsError
from scorekeeper.records.figures import NO_FIGURES, derive
from scorekeeper.records.keys import is_id, new_key, new_stamp
from scorekeeper.records.models import NOTE_LENGTH, PLACE_LENGTH, Club, Game, Player, Seat, Submission

# Far beyond any sheet, and two hundred hands from there still fit a database integer of 32 bits.
MOST_TOTAL: Final = 1_000_000
MOST_HAND_NUMBER: Final = 10_000
MOST_TABLES: Final = 9_999


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """A game about to be played: seated players, rules, where it starts, and where it is played."""

    club: Club
    players: Sequence[Player]  # by seat
    rules: Rules
    first_dealer: int
    carried: Start | None
    note: str | None = None
    place: str | None = None
    table_number: int | None = None


def seated(session: Session, club: Club, called: Sequence[int | str]) -> list[Player]:
    """The players of these ids or names, by seat; who is new comes onto the roster.

    Raises PlayersRefused, NameRefused, TooMany.
    """
    check_count(len(called))
    player_ids = [player_called(session, club, who).id if isinstance(who, str) else who for who in called]
    ids = [number for number in player_ids if is_id(number)]
    query = select(Player).where(Player.id.in_(ids), Player.club_id == club.id, Player.merged_into.is_(None))
    # Nobody is merged away between here and the seat: a merge waits for this lock, or this waits for a merge.
    found = {each.id: each for each in session.scalars(query.with_for_update(read=True, key_share=True))}
    players = []
    for number in player_ids:
        player = found.get(number)
        if player is None:
            raise PlayersRefused("player_unknown", number)
        if player in players:
            raise PlayersRefused("player_twice", player.name)
        if player.archived_at is not None:
            raise PlayersRefused("player_archived", player.name)
        players.append(player)
    return players


def check_count(count: int) -> None:
    """Refuse fewer than three and more than ten. Raises PlayersRefused with code `player_count`."""
    if not FEWEST_PLAYERS <= count <= MOST_PLAYERS:
        raise PlayersRefused("player_count", count)


def check_start(rules: Rules, first_dealer: int, carried: Start | None) -> None:
    """Refuse what no game can start from. Raises RecordsError with code `start`, the value what is wrong."""
    if first_dealer not in range(rules.players):
        raise RecordsError("start", first_dealer)
    if carried is None:
        return
    if len(carried.totals) != rules.players or any(abs(total) > MOST_TOTAL for total in carried.totals):
        raise RecordsError("start", carried.totals)
    if not 1 <= carried.hand_number <= MOST_HAND_NUMBER:
        raise RecordsError("start", carried.hand_number)


def clean_text(text: str | None, most: int) -> str | None:
    """A note or place as it is kept; blank is none. Raises RecordsError with code `text` for one too long."""
    kept = tidy(text or "")
    if len(kept) > most:
        raise RecordsError("text", kept)
    return kept or None


def about(note: str | None, place: str | None, table_number: int | None) -> dict[str, str | int | None]:
    """The columns of what is told about a game. Raises RecordsError with code `text`."""
    if table_number is not None and not 1 <= table_number <= MOST_TABLES:
        raise RecordsError("text", table_number)
    return {
        "note": clean_text(note, NOTE_LENGTH),
        "place": clean_text(place, PLACE_LENGTH),
        "table_number": table_number,
    }


def open_game(
    submission: str | None,
    content: object,
    device: str | None,
    prepare: Callable[[Session], Setup],
    *,
    renew: bool = False,
) -> Game:
    """Write a new game with its seats, in one transaction with what `prepare` writes.

    A submission id that comes again with the same content gives the game it made, however close the second
    follows the first; with `renew` a new one where that game is archived. Raises PlayersRefused,
    RecordsError, what `prepare` raises.
    """
    try:
        return _open(submission, content, device, prepare, renew)
    except RecordsError as error:
        if error.code != "submission":
            raise
        # The other one of the two was faster: its game is there now.
        return _open(submission, content, device, prepare, renew)


def _open(
    submission: str | None,
    content: object,
    device: str | None,
    prepare: Callable[[Session], Setup],
    renew: bool,
) -> Game:
    with writing() as session:
        earlier = session.get(Submission, check_submission(submission)) if submission else None
        mark = mark_of(content)
        if earlier is not None and earlier.answer["mark"] == mark:
            game = session.get_one(Game, earlier.game_id)
            if not renew or game.archived_at is None:
                return game
            session.execute(delete(Submission).where(Submission.id == submission))
            earlier = None
        setup = prepare(session)
        moment = now()
        devices.see(session, device, moment)
        game = _new_game(session, setup, moment)
        # Gone back, typed something else, sent again: another game, and the id stays the first one's.
        if submission and earlier is None:
            answer = {"action": "started", "mark": mark}
            with counted_once(submission):
                remember(
                    session.connection(), submission, answer, game_id=game.id, device=device, moment=moment
                )
        return game


def _new_game(session: Session, setup: Setup, moment: datetime) -> Game:
    if setup.rules.players != len(setup.players):
        raise PlayersRefused("player_count", len(setup.players))
    if setup.club.archived_at is not None:
        raise RecordsError("archived", setup.club.key)
    check_start(setup.rules, setup.first_dealer, setup.carried)
    figures = derive(_contents(setup), moment)
    game = Game(
        club_id=setup.club.id,
        key=new_key(),
        rules=setup.rules.differences(),
        first_dealer=setup.first_dealer,
        start=carried_columns(setup.carried),
        started_at=moment,
        stamp=new_stamp(),
        state=figures.state,
        scale=figures.scale,
        players=setup.rules.players,
        **about(setup.note, setup.place, setup.table_number),
    )
    session.add(game)
    session.flush()
    both = zip(setup.players, figures.seats, strict=True)
    seats = [
        {"game_id": game.id, "position": at, "player_id": player.id, "team": seat.team, "total": seat.total}
        for at, (player, seat) in enumerate(both)
    ]
    session.execute(insert(Seat), seats)
    return game


def _contents(setup: Setup) -> Contents:
    """What a game holds before its first hand."""
    return Contents(
        rules=setup.rules,
        carried=setup.carried,
        first_dealer=setup.first_dealer,
        ended_early=False,
        next_dealer=None,
        next_passing=None,
        hands=(),
        figures=NO_FIGURES,
    )
