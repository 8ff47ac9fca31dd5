"""The one way to change a game: lock it, check the entry, edit, replay, derive, write the difference, log."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType
from typing import Final

from sqlalchemy import bindparam, insert, select
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm import Session

from scorekeeper.records import devices, stale, writes
from scorekeeper.records.books import Book, load
from scorekeeper.records.clubs import now
from scorekeeper.records.db import has_changed, sent_together, writing
from scorekeeper.records.errors import RecordsError, StaleVersion
from scorekeeper.records.figures import OVER, derive
from scorekeeper.records.models import SUBMISSION_LENGTH, Game, Submission
from scorekeeper.records.replay import Desk, Draft, settle

NO_CHOICES: Final[Mapping[int, str]] = MappingProxyType({})
_INSERT_SUBMISSION: Final = insert(Submission)
# A game's version counts all that happens to it: while that is the same, so is the game.
_LOCKED: Final = (
    select(Game.version, Submission.id.label("submission"))
    .outerjoin(Submission, Submission.id == bindparam("submission"))
    .where(Game.key == bindparam("game_key"))
    .with_for_update(of=Game)
)
_SUBMISSION: Final = re.compile(rf"[0-9A-Za-z_-]{{1,{SUBMISSION_LENGTH}}}")


@dataclass(frozen=True, slots=True)
class Entry:
    """How a change came: the game's version on the page it was made on, its submission id, its device.

    `seen` is the game as it was read for the same change already, `device_noted` whether the device is in
    the books: what is known need not be asked again.
    """

    version: int
    submission: str
    device: str | None
    seen: Book | None = None
    device_noted: bool = False


@dataclass(frozen=True, slots=True)
class Saved:
    """What a change did; `repeated` where the same submission had done it before.

    Actions: `recorded`, `inserted`, `corrected`, `deleted`, `restored` for a hand (`number` is the one it has
    now, or had), and for the game `rotation`, `rules`, `start`, `ended`, `reopened`.
    """

    game_key: str
    version: int
    action: str
    number: int | None
    repeated: bool = False


def change(
    game_key: str,
    entry: Entry,
    content: object,
    edit: Callable[[Desk], Draft],
    later_choices: Mapping[int, str] = NO_CHOICES,
) -> Saved:
    """Make one change in one transaction. `content` is all that was put in: it tells a repeat from an edit.

    Raises NotFound, StaleVersion, RecordsError (`archived`, `submission`), what the edit raises, and what
    `replay.settle` raises; then nothing was written.
    """
    check_submission(entry.submission)
    mark = mark_of((content, sorted(later_choices.items())))
    if entry.seen is not None:
        try:
            return _change(game_key, entry, mark, edit, later_choices)
        except OperationalError as error:
            if not has_changed(error):
                raise
    return _change(game_key, replace(entry, seen=None), mark, edit, later_choices)


def _change(
    game_key: str, entry: Entry, mark: str, edit: Callable[[Desk], Draft], later_choices: Mapping[int, str]
) -> Saved:
    with writing(going_on=entry.seen is not None) as session:
        book = _as_seen(session, game_key, entry)
        if book is None:
            book = load(session, game_key, lock=True)
            if (answer := _answered(session, book, entry, mark)) is not None:
                return answer
        if book.game.archived_at is not None:
            raise RecordsError("archived", game_key)
        if entry.version != book.game.version:
            raise StaleVersion(entry.version, book.game.version)
        desk = Desk(session=session, book=book, moment=now(), device=entry.device)
        draft = settle(book, edit(desk), later_choices)
        return _save(desk, entry, mark, draft)


def check_submission(submission: str) -> str:
    """The id, where it has the form of one. Raises RecordsError with code `submission`."""
    if not _SUBMISSION.fullmatch(submission):
        raise RecordsError("submission", submission)
    return submission


def mark_of(content: object) -> str:
    """What was put in, in short. Plain values and frozen records of them have one repr in every process."""
    return hashlib.sha256(repr(content).encode(errors="surrogatepass")).hexdigest()[:32]


def _as_seen(session: Session, game_key: str, entry: Entry) -> Book | None:
    """The book as the entry has it, its row locked, where it still is so and the entry is new. One query.

    Else None: what another change has written while this one waited for the row is not to be seen in here.
    """
    if entry.seen is None:
        return None
    asked = {"game_key": game_key, "submission": entry.submission}
    row = session.connection().execute(_LOCKED, asked).one_or_none()
    same = row is not None and row.version == entry.seen.game.version and row.submission is None
    return entry.seen if same else None


def _answered(session: Session, book: Book, entry: Entry, mark: str) -> Saved | None:
    """The answer this submission got before, whatever the version is by now.

    An id that comes again with something else typed (the Back button, then a correction of it) is no repeat:
    answering "saved" would lose what was typed, so it is refused as made on an old page.
    """
    earlier = session.get(Submission, entry.submission)
    if earlier is None:
        return None
    if earlier.game_id != book.game.id:
        raise RecordsError("submission", entry.submission)
    answer = dict(earlier.answer)
    if answer.pop("mark") != mark:
        raise StaleVersion(entry.version, book.game.version)
    return Saved(**{**answer, "repeated": True})


def _save(desk: Desk, entry: Entry, mark: str, draft: Draft) -> Saved:
    if not entry.device_noted:
        devices.see(desk.session, desk.device, desk.moment)
    old, new = desk.book, draft.book
    version = old.game.version + 1
    connection = desk.session.connection()
    figures = derive(new, desk.moment)
    new_ids = writes.insert_hands(connection, new, figures)
    with sent_together(connection):
        writes.write(connection, old, new, figures, version=version, new_ids=new_ids)
        if OVER in (old.figures.state, figures.state):
            stale.mark(desk.session, [new.game])
        writes.log(desk, draft, new_ids, version)
    saved = Saved(new.game.key, version, draft.action, _number(old, draft))
    remember(desk, entry.submission, new.game.id, {**asdict(saved), "mark": mark})
    return saved


def _number(old: Book, draft: Draft) -> int | None:
    """The number of the hand the change was about: as it is now, or as it was where it is gone."""
    hand = draft.main
    if hand is None:
        return None
    if hand.deleted_at is None:
        return draft.book.number_of(hand)
    return old.number_of(old.hand_by_id(hand.id or 0))


def remember(desk: Desk, submission: str, game_id: int, answer: Mapping[str, object]) -> None:
    """Keep the answer a submission got. Raises RecordsError where another game got the same id meanwhile."""
    row = {
        "id": submission,
        "game_id": game_id,
        "device_id": desk.device,
        "action": answer["action"],
        "answer": dict(answer),
        "made_at": desk.moment,
    }
    try:
        desk.session.connection().execute(_INSERT_SUBMISSION, row)
    except IntegrityError as error:
        raise RecordsError("submission", submission) from error
