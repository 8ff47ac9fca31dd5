"""Games as a whole: start, play again, end, other rules, notes. One function each, one transaction each.

What may be done to the hands of a game stands in `hands`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.hearts.game import Start
from scorekeeper.hearts.rules import Rules
from scorekeeper.records import sheets, stale
from scorekeeper.records.books import Book, carried_columns, carried_from
from scorekeeper.records.changes import NO_CHOICES, Entry, Saved, change
from scorekeeper.records.clubs import check_zone, clean_name, fold, new_club, new_player, now
from scorekeeper.records.db import db, writing
from scorekeeper.records.errors import GameOver, NameRefused, NotFound, PlayersRefused, RecordsError
from scorekeeper.records.figures import OVER
from scorekeeper.records.keys import is_key
from scorekeeper.records.models import Club, Game, Submission
from scorekeeper.records.reading import load
from scorekeeper.records.replay import Desk, Draft, Foreseen, foreseen
from scorekeeper.records.seating import Setup, about, check_count, check_start, open_game, seated

WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def start_game(
    club_key: str,
    players: Sequence[int | str],
    rules: Rules,
    *,
    first_dealer: int,
    start: Start | None = None,
    device: str | None,
    note: str | None = None,
    place: str | None = None,
    table_number: int | None = None,
    submission: str | None = None,
) -> Game:
    """Start a game of the club; `players` are ids by seat, or the names of those who are new.

    `start` is where a paper sheet stood; its dealer is not looked at, `first_dealer` is. The same submission
    again gives the same game. Raises NotFound, PlayersRefused, NameRefused, TooMany, RecordsError (`start`,
    `text`, `archived`, `submission`).
    """

    def prepare(session: Session) -> Setup:
        club = _club(session, club_key)
        return Setup(
            club=club,
            players=seated(session, club, players),
            rules=rules,
            first_dealer=first_dealer,
            carried=start,
            note=note,
            place=place,
            table_number=table_number,
        )

    content = (club_key, tuple(players), rules, first_dealer, start, note, place, table_number)
    return open_game(submission, content, device, prepare)


def quick_start(
    names: Sequence[str],
    *,
    zone: str,
    club_name: str | None = None,
    first_dealer: int = 0,
    rules: Rules | None = None,
    device: str | None,
    submission: str | None = None,
) -> Game:
    """A club, its players and their first game in one: names by seat are enough.

    Without `club_name` the club is named after the day in its zone: "Sunday Hearts". Raises NameRefused,
    PlayersRefused, RecordsError (`zone`, `start`, `submission`).
    """
    check_count(len(names))
    _check_distinct(names)
    named = club_name or f"{WEEKDAYS[now().astimezone(ZoneInfo(check_zone(zone))).weekday()]} Hearts"

    def prepare(session: Session) -> Setup:
        club = new_club(session, named, zone)
        return Setup(
            club=club,
            players=[new_player(session, club, name) for name in names],
            rules=rules or Rules(players=len(names)),
            first_dealer=first_dealer,
            carried=None,
        )

    content = (tuple(names), zone, club_name, first_dealer, rules)
    return open_game(submission, content, device, prepare)


def play_again(game_key: str, device: str | None) -> Game:
    """The next game of the same players by the same rules; the next dealer deals.

    It is one game, from however many phones it is asked for; only once that is archived there is another.
    The phones that still show the result are told of it by the version of the game that is over.
    Raises NotFound, PlayersRefused (somebody is archived now), RecordsError (`not_over`, `archived`).
    """

    def prepare(session: Session) -> Setup:
        book = load(session, game_key, lock=True)
        if book.figures.state != OVER:
            raise RecordsError("not_over", game_key)
        session.get_one(Game, book.game.id).version += 1
        club = session.get_one(Club, book.club.id)
        turn = book.played.position.dealer
        return Setup(
            club=club,
            players=seated(session, club, book.player_ids),
            rules=book.rules,
            first_dealer=turn if book.next_dealer is None else book.next_dealer,
            carried=None,
            place=book.game.place,
            table_number=book.game.table_number,
        )

    if not is_key(game_key):
        raise NotFound(game_key)
    return open_game(sheets.again_id(game_key), ("again", game_key), device, prepare, renew=True)


def end_game(game_key: str, entry: Entry) -> Saved:
    """End the game with the totals as they stand: lowest has won, shared on a tie.

    It is marked as ended early. Raises GameOver where it is over already, RecordsError `no_hands` where
    nobody could have won: see `discard_game`.
    """

    def edit(desk: Desk) -> Draft:
        if _unplayed(desk.book):
            raise RecordsError("no_hands", game_key)
        if desk.book.figures.state == OVER:
            raise GameOver("ended_early" if desk.book.ended_early else "game_already_over")
        return Draft(book=replace(desk.book, ended_early=True), action="ended")

    return change(game_key, entry, "ended", edit)


def discard_game(game_key: str) -> Game:
    """Put away a game of which nothing was played. Raises NotFound, RecordsError `has_hands`."""
    with writing() as session:
        book = load(session, game_key, lock=True)
        if not _unplayed(book):
            raise RecordsError("has_hands", game_key)
        game = session.get_one(Game, book.game.id)
        if game.archived_at is None:
            game.archived_at = now()
            game.version += 1
            _tell_the_one_before(session, game)
    return game


def _unplayed(book: Book) -> bool:
    """Whether there is no hand, nor totals that were brought along."""
    return not book.live and book.carried is None


def reopen_game(game_key: str, entry: Entry) -> Saved:
    """Undo `end_game`. Raises RecordsError `not_ended_early`."""

    def edit(desk: Desk) -> Draft:
        if not desk.book.ended_early:
            raise RecordsError("not_ended_early", game_key)
        return Draft(book=replace(desk.book, ended_early=False), action="reopened")

    return change(game_key, entry, "reopened", edit)


def change_rules(
    game_key: str, rules: Rules, entry: Entry, later_choices: Mapping[int, str] = NO_CHOICES
) -> Saved:
    """Play the whole game by other rules; every hand is scored again by them.

    Raises HandRefused (with the number of a hand these rules do not allow), ChoiceNeeded, PlayersRefused.
    """

    def edit(desk: Desk) -> Draft:
        if rules.players != desk.book.rules.players:
            raise PlayersRefused("player_count", rules.players)
        return Draft(book=replace(desk.book, rules=rules), action="rules")

    return change(game_key, entry, ("rules", rules), edit, later_choices)


def preview_rules(game_key: str, rules: Rules, later_choices: Mapping[int, str] = NO_CHOICES) -> Foreseen:
    """What `change_rules` would make of the game, up to the first hand it would refuse or must ask about.

    Nothing is written. Raises NotFound, PlayersRefused.
    """
    book = load(db.session(), game_key)
    if rules.players != book.rules.players:
        raise PlayersRefused("player_count", rules.players)
    return foreseen(Draft(book=replace(book, rules=rules), action="rules"), later_choices)


def change_start(
    game_key: str,
    start: Start | None,
    first_dealer: int,
    entry: Entry,
    later_choices: Mapping[int, str] = NO_CHOICES,
) -> Saved:
    """Start the game from other totals, another hand number or dealer.

    Raises RecordsError `start`, ChoiceNeeded.
    """

    def edit(desk: Desk) -> Draft:
        check_start(desk.book.rules, first_dealer, start)
        carried = carried_from(carried_columns(start))  # without its dealer, as it will be read
        return Draft(book=replace(desk.book, carried=carried, first_dealer=first_dealer), action="start")

    return change(game_key, entry, ("start", start, first_dealer), edit, later_choices)


def set_note(game_key: str, note: str | None, place: str | None, table_number: int | None) -> Game:
    """What is told about a game; no part of its version, nobody's entry is stale for it.

    Raises NotFound, RecordsError `text`.
    """
    columns = about(note, place, table_number)
    with writing() as session:
        game = _locked(session, game_key)
        for name, value in columns.items():
            setattr(game, name, value)
    return game


def archive_game(game_key: str) -> Game:
    """Put the game away; every phone that waits for it is told by its version. Raises NotFound."""
    return _set_archived(game_key, now())


def bring_back_game(game_key: str) -> Game:
    """Undo `archive_game`. Raises NotFound."""
    return _set_archived(game_key, None)


def _set_archived(game_key: str, moment: datetime | None) -> Game:
    with writing() as session:
        game = _locked(session, game_key)
        if (game.archived_at is None) != (moment is None):
            game.archived_at = moment
            game.version += 1
            _tell_the_one_before(session, game)
            stale.mark(session, [game] if game.state == OVER else [])
    return game


def _tell_the_one_before(session: Session, game: Game) -> None:
    """Phones that still show the result of the game this one followed lead into it, or do so no more."""
    again = sheets.again_id("")
    begun_by = select(Submission.id).where(Submission.game_id == game.id, Submission.id.startswith(again))
    for submission in session.scalars(begun_by).all():
        before = (Game.key == submission.removeprefix(again), Game.club_id == game.club_id)
        session.execute(update(Game).where(*before).values(version=Game.version + 1))


def _locked(session: Session, game_key: str) -> Game:
    query = select(Game).where(Game.key == game_key).with_for_update()
    game = session.scalar(query) if is_key(game_key) else None
    if game is None:
        raise NotFound(game_key)
    return game


def _club(session: Session, key: str) -> Club:
    club = session.scalar(select(Club).where(Club.key == key)) if is_key(key) else None
    if club is None:
        raise NotFound(key)
    return club


def _check_distinct(names: Sequence[str]) -> None:
    seen = set()
    for name in map(clean_name, names):
        if fold(name) in seen:
            raise NameRefused("repeated", name)
        seen.add(fold(name))
