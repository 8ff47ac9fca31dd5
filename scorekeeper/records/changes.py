"""The one way to change a game: check the entry, edit, replay, derive, lock, write the difference, log.

A game that was read for the entry already is changed as it was seen. What speaks against that is looked at
again with the game locked first: an entry is only ever refused, or answered as a repeat, by what is so then.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Final

from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm import Session

from scorekeeper.records import devices, memory, stale, writes
from scorekeeper.records.books import Book, Contents
from scorekeeper.records.clubs import now
from scorekeeper.records.db import has_changed, writing
from scorekeeper.records.errors import RecordsError, StaleVersion
from scorekeeper.records.figures import OVER, derive
from scorekeeper.records.models import SUBMISSION_LENGTH, Submission
from scorekeeper.records.reading import load
from scorekeeper.records.replay import Desk, Draft, settle
from scorekeeper.records.sending import Executes, sent_with_commit

NO_CHOICES: Final[Mapping[int, str]] = MappingProxyType({})
_INSERT_SUBMISSION: Final = insert(Submission)
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
    # A device that is new to the books is written down behind the game's lock, or two would wait in a ring.
    noted = entry.device_noted or entry.device is None
    if entry.seen is not None and noted and entry.version == entry.seen.game.version:
        try:
            return _change(game_key, entry, mark, edit, later_choices)
        except (RecordsError, IntegrityError):
            pass  # said of a game that may have been changed meanwhile, or of an entry that came before
        except OperationalError as error:
            if not has_changed(error):
                raise
    return _change(game_key, replace(entry, seen=None), mark, edit, later_choices)


def _change(
    game_key: str, entry: Entry, mark: str, edit: Callable[[Desk], Draft], later_choices: Mapping[int, str]
) -> Saved:
    """Make the change to the game as the entry has it, if it still is so; else as it is, locked first."""
    with writing(going_on=entry.seen is not None) as session:
        book = entry.seen or load(session, game_key, lock=True)
        if entry.seen is None and (answer := _answered(session, book, entry, mark)) is not None:
            return answer
        if book.game.archived_at is not None:
            raise RecordsError("archived", game_key)
        if entry.version != book.game.version:
            raise StaleVersion(entry.version, book.game.version)
        desk = Desk(session=session, book=book, moment=now(), device=entry.device)
        draft = settle(book, edit(desk), later_choices)
        saved, key, contents = _save(desk, entry, mark, draft)
    memory.keep(key, contents)
    return saved


def check_submission(submission: str) -> str:
    """The id, where it has the form of one. Raises RecordsError with code `submission`."""
    if not _SUBMISSION.fullmatch(submission):
        raise RecordsError("submission", submission)
    return submission


def mark_of(content: object) -> str:
    """What was put in, in short. Plain values and frozen records of them have one repr in every process."""
    return hashlib.sha256(repr(content).encode(errors="surrogatepass")).hexdigest()[:32]


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


def _save(desk: Desk, entry: Entry, mark: str, draft: Draft) -> tuple[Saved, memory.Key, Contents]:
    old, new = desk.book, draft.book
    version = old.game.version + 1
    connection = desk.session.connection()
    figures = derive(new, desk.moment)
    rows = writes.differences(old, new, figures, version)
    saved = Saved(old.game.key, version, draft.action, _number(old, draft))
    with counted_once(entry.submission), sent_with_commit(connection) as sending:
        if not entry.device_noted:
            devices.see(desk.session, desk.device, desk.moment)
        # Version and stamp tell all that happens to a game: while they are the same, so is the game.
        stamp = writes.write(sending, old, new, figures, rows)
        if OVER in (old.figures.state, figures.state):
            stale.mark(desk.session, [old.game])
        writes.log(sending, desk, draft, version)
        answer = {**asdict(saved), "mark": mark}
        remember(
            sending,
            entry.submission,
            answer,
            game_id=old.game.id,
            device=desk.device,
            moment=desk.moment,
        )
    return saved, (old.game.id, version, stamp), replace(new, figures=figures)


def _number(old: Book, draft: Draft) -> int | None:
    """The number of the hand the change was about: as it is now, or as it was where it is gone."""
    hand = draft.main
    if hand is None:
        return None
    if hand.deleted_at is None:
        return draft.book.number_of(hand)
    return old.number_of(old.hand_by_id(hand.id or 0))


def remember(
    connection: Executes,
    submission: str,
    answer: Mapping[str, object],
    *,
    game_id: int,
    device: str | None,
    moment: datetime,
) -> None:
    """Keep the answer a submission got; within `counted_once`."""
    row = {
        "id": submission,
        "game_id": game_id,
        "device_id": device,
        "action": answer["action"],
        "answer": dict(answer),
        "made_at": moment,
    }
    connection.execute(_INSERT_SUBMISSION, row)


@contextmanager
def counted_once(submission: str) -> Iterator[None]:
    """Raise RecordsError with code `submission` where another entry has got the same id meanwhile."""
    try:
        yield
    except IntegrityError as error:
        if Submission.__tablename__ not in str(error.orig):
            raise
        raise RecordsError("submission", submission) from error
