"""Reading one game as the table shows it, and trying a hand out. Nothing here is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any, Final

from sqlalchemy import and_, bindparam, select
from sqlalchemy.orm import Session

from scorekeeper.hearts.facts import Facts
from scorekeeper.hearts.game import Played, Position, Result, Start, play, step
from scorekeeper.hearts.rules import Rules
from scorekeeper.records.books import Book, ClubRow, GameRow, facts_from
from scorekeeper.records.db import ask_alone, ask_at_one_moment, db
from scorekeeper.records.door_models import Membership
from scorekeeper.records.errors import NotFound
from scorekeeper.records.keys import is_key
from scorekeeper.records.members import Said
from scorekeeper.records.models import Club, Game, Revision, Submission
from scorekeeper.records.reading import of_game, read, recalled
from scorekeeper.records.replay import alone
from scorekeeper.records.writes import HAND_ACTIONS

IS_OF_DEVICE: Final = and_(Membership.club_id == Club.id, Membership.device_id == bindparam("device_id"))


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetHand:
    """One hand of a sheet. `result` is what it comes to; `revised`: it was corrected since."""

    id: int
    number: int
    ordinal: int
    facts: Facts
    result: Result | None
    recorded_at: datetime
    device_id: str | None
    revised: bool


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A game with all its hands that are not deleted.

    What a save does not ask for is worked out, and the revisions are read, where a page first looks at it:
    always as they were at the book's version.
    """

    club: ClubRow
    game: GameRow
    names: tuple[str, ...]  # by seat, as are the ids
    player_ids: tuple[int, ...]
    rules: Rules
    start: Start
    book: Book  # what all this was read from
    said: Said  # what the books say of the device that asks

    @property
    def played(self) -> Played:
        """All hands played through."""
        return self.book.played

    @cached_property
    def position(self) -> Position:
        """Where the game stands, with what the table said of the hand not yet recorded."""
        return _position(self.book)

    @cached_property
    def hands(self) -> tuple[SheetHand, ...]:
        """The hands in order. One query more."""
        return _sheet_hands(self.book, _revised(self.book, self._revisions))

    @cached_property
    def last_change(self) -> tuple[str, int | None] | None:
        """What `hands.undo` would revert: the action and the number of the hand (see `changes.Saved`)."""
        return _last_change(self.book, self._revisions)

    @property
    def latest(self) -> bool:
        """Whether nothing else was done to the game since its last change of a hand."""
        versions = [revision.version for revision in self._revisions if revision.action in HAND_ACTIONS]
        return versions[-1:] == [self.game.version]

    @cached_property
    def _revisions(self) -> Sequence[_Revision]:
        return _revisions(self.game)


_SAID: Final = (Membership.role, Membership.seen_at, Membership.generation)
_SHEET: Final = of_game(*_SAID).outerjoin(Membership, IS_OF_DEVICE)


def load_sheet(game_key: str, device_id: str | None = None, *, to_change: bool = False) -> Sheet:
    """The sheet of a game, archived or not: three queries at most, however many hands. Raises NotFound.

    `to_change`: the change itself looks whether the game is still so, and nothing else is asked before it.
    """
    session = db.session()
    if to_change:
        ask_alone(session)
    rows = _rows(session, game_key, device_id)
    book = recalled(rows)
    if book is None:
        if ask_at_one_moment(session):
            rows = _rows(session, game_key, device_id)
        book = read(session, rows)
    return Sheet(
        club=book.club,
        game=book.game,
        names=book.names,
        player_ids=book.player_ids,
        rules=book.rules,
        start=book.start,
        book=book,
        said=Said(*rows[0][-3:]),
    )


def _rows(session: Session, game_key: str, device_id: str | None) -> Sequence[Any]:
    asked = {"game_key": game_key, "device_id": device_id}
    rows = session.connection().execute(_SHEET, asked).all() if is_key(game_key) else []
    if not rows:
        raise NotFound(game_key)
    return rows


def again_id(game_key: str) -> str:
    """The submission id under which the game that follows this one is begun: whoever begins it, it is one."""
    return f"again-{game_key}"


def next_game(game: GameRow) -> str | None:
    """The key of the game begun by `games.play_again` after this one, unless that was archived: one row."""
    query = (
        select(Game.key)
        .join(Submission, Submission.game_id == Game.id)
        .where(Submission.id == again_id(game.key), Game.club_id == game.club_id, Game.archived_at.is_(None))
    )
    return db.session.scalar(query)


@dataclass(frozen=True, slots=True)
class _Revision:
    """What a sheet asks of a revision."""

    hand_id: int
    version: int
    action: str
    before: dict[str, Any] | None


_REVISIONS: Final = (
    select(Revision.hand_id, Revision.version, Revision.action, Revision.before)
    .where(Revision.game_id == bindparam("game_id"), Revision.version <= bindparam("version"))
    .order_by(Revision.version, Revision.id)
)


@dataclass(frozen=True, slots=True)
class PollRow:
    """What a phone that follows a game asks of the books: its version, and who may see it."""

    version: int
    id: int  # the club's, as are the key and the generations of its links
    key: str
    viewer_generation: int
    scorekeeper_generation: int
    host_generation: int
    said: Said  # of the device that asks


_POLL: Final = (
    select(
        Game.version,
        Club.id,
        Club.key,
        Club.viewer_generation,
        Club.scorekeeper_generation,
        Club.host_generation,
        Membership.role,
        Membership.seen_at,
        Membership.generation,
    )
    .join(Club, Club.id == Game.club_id)
    .outerjoin(Membership, IS_OF_DEVICE)
    .where(Game.key == bindparam("game_key"))
)


def poll_row(game_key: str, device_id: str | None = None) -> PollRow | None:
    """One row, for the commonest request of all. None where there is no such game."""
    if not is_key(game_key):
        return None
    session = db.session()
    ask_alone(session)
    row = session.connection().execute(_POLL, {"game_key": game_key, "device_id": device_id}).first()
    ask_at_one_moment(session)  # whoever has to ask for more
    return None if row is None else PollRow(*row[:-3], said=Said(*row[-3:]))


def preview_hand(
    sheet: Sheet, facts: Facts, *, number: int | None = None, before: int | None = None
) -> Result:
    """What saving these facts would give: as hand `number`, put in `before` one, or as the next hand.

    An invalid hand's result says why. Raises NotFound for a hand that is not there.
    """
    at = len(sheet.hands)
    said = Facts(dealer=sheet.book.next_dealer, passing=sheet.book.next_passing)
    if number is not None:
        at = _index(sheet, number)
        said = sheet.hands[at].facts
    elif before is not None:
        at, said = _index(sheet, before), Facts()
    facts = replace(
        facts,
        dealer=said.dealer if facts.dealer is None else facts.dealer,
        passing=said.passing if facts.passing is None else facts.passing,
    )
    position = play(sheet.rules, sheet.start, [hand.facts for hand in sheet.hands[:at]]).position
    if position.over:
        return replace(alone(sheet.rules, position, facts), after_end=True)
    return step(sheet.rules, position, facts)[0]


def _index(sheet: Sheet, number: int) -> int:
    index = number - sheet.start.hand_number
    if not 0 <= index < len(sheet.hands):
        raise NotFound(number)
    return index


def _position(book: Book) -> Position:
    position = book.played.position
    return replace(
        position,
        dealer=position.dealer if book.next_dealer is None else book.next_dealer,
        passing=position.passing if book.next_passing is None else book.next_passing,
    )


def _sheet_hands(book: Book, revised: set[int]) -> tuple[SheetHand, ...]:
    return tuple(
        SheetHand(
            id=hand.id or 0,
            number=number,
            ordinal=hand.ordinal,
            facts=hand.facts,
            result=result,
            recorded_at=hand.recorded_at,
            device_id=hand.device_id,
            revised=hand.id in revised,
        )
        for number, (hand, result) in enumerate(
            zip(book.live, book.played.results, strict=True), book.start.hand_number
        )
    )


def _revisions(game: GameRow) -> Sequence[_Revision]:
    """The revisions of a game up to its version, in order, the main hand's of each version first."""
    found = db.session.connection().execute(_REVISIONS, {"game_id": game.id, "version": game.version})
    return [_Revision(*row) for row in found]


def _revised(book: Book, revisions: Sequence[_Revision]) -> set[int]:
    """The ids of the hands that are not any more what they were before their first correction.

    One that was undone and brought back, or whose correction was undone, is as it was.
    """
    first: dict[int, _Revision] = {}
    for revision in revisions:
        if revision.action == "corrected":
            first.setdefault(revision.hand_id, revision)
    facts = {hand.id: hand.facts for hand in book.live}
    return {
        hand_id
        for hand_id, revision in first.items()
        if revision.before and facts.get(hand_id) != facts_from(revision.before, revision.before["taken"])
    }


def _last_change(book: Book, revisions: Sequence[_Revision]) -> tuple[str, int | None] | None:
    ours = [revision for revision in revisions if revision.action in HAND_ACTIONS]
    if not ours:
        return None
    latest = next(revision for revision in ours if revision.version == ours[-1].version)
    hand = book.hand_by_id(latest.hand_id)
    if hand.deleted_at is None:
        return latest.action, book.number_of(hand)
    return latest.action, latest.before["number"] if latest.before else None
