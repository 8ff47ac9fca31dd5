"""Writing what differs between two states of a game, and the revisions of the hands that changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import insert, update
from sqlalchemy.orm import Session

from scorekeeper.records.books import Book, Kept, carried_columns, facts_columns, facts_from
from scorekeeper.records.figures import Figures, HandFigures
from scorekeeper.records.models import Base, Game, Hand, Revision, Seat, TakenRow
from scorekeeper.records.replay import Desk, Draft

HAND_ACTIONS: Final = ("recorded", "inserted", "corrected", "deleted", "restored")

Row = dict[str, Any]
# The rows of a game in the tables that hold it, each with its primary key.
Rows = Mapping[type[Base], Sequence[Row]]

_KEYS: Final[Mapping[type[Base], tuple[str, ...]]] = {
    Game: ("id",),
    Seat: ("game_id", "position"),
    Hand: ("id",),
    TakenRow: ("hand_id", "position"),
}


def rows_of(book: Book, figures: Figures) -> Rows:
    """Everything a change can alter, as columns; hands without an id are left out."""
    both = zip(book.hands, figures.hands, strict=True)
    hands = [(hand, each) for hand, each in both if hand.id is not None]
    return {
        Game: [_game_row(book, figures)],
        Seat: _seat_rows(book, figures),
        Hand: [_hand_row(hand, each) for hand, each in hands],
        TakenRow: [row for hand, each in hands for row in _taken_rows(hand, each)],
    }


def differing(old: Rows, new: Rows) -> Rows:
    """The rows that are not the same: the key and the columns that differ, as they are in `new`."""
    return {table: _differing(_KEYS[table], old[table], new[table]) for table in _KEYS}


def _differing(key: Sequence[str], old: Sequence[Row], new: Sequence[Row]) -> list[Row]:
    stored = {tuple(row[name] for name in key): row for row in old}
    found = []
    for row in new:
        was = stored[tuple(row[name] for name in key)]
        if row != was:
            found.append({name: value for name, value in row.items() if name in key or was[name] != value})
    return found


def write(session: Session, old: Book, new: Book, figures: Figures, version: int) -> int | None:
    """Bring the rows of a game from one state to another; the id of the hand that is new, if one is."""
    new_id = None
    for hand, each in zip(new.hands, figures.hands, strict=True):
        if hand.id is None:
            new_id = _insert_hand(session, new.game.id, hand, each)
    update_rows(session, differing(rows_of(old, old.figures), rows_of(new, figures)))
    session.execute(update(Game), [{"id": new.game.id, "version": version}])
    return new_id


def update_rows(session: Session, rows: Rows) -> None:
    """Write rows as `differing` gives them."""
    for table, changed in rows.items():
        if changed:
            session.execute(update(table), changed)


def _insert_hand(session: Session, game_id: int, hand: Kept, figures: HandFigures) -> int:
    row = {**_hand_row(hand, figures), "game_id": game_id}
    row.pop("id")
    new_id = session.execute(insert(Hand).returning(Hand.id), row).scalar_one()
    session.execute(insert(TakenRow), [{**each, "hand_id": new_id} for each in _taken_rows(hand, figures)])
    return new_id


def _game_row(book: Book, figures: Figures) -> Row:
    return {
        "id": book.game.id,
        "rules": book.rules.differences(),
        "first_dealer": book.first_dealer,
        "start": carried_columns(book.carried),
        "next_dealer": book.next_dealer,
        "next_passing": book.next_passing,
        "ended_early": book.ended_early,
        "finished_at": figures.finished_at,
        "state": figures.state,
        "hands_played": figures.hands_played,
    }


def _seat_rows(book: Book, figures: Figures) -> list[Row]:
    return [
        {
            "game_id": book.game.id,
            "position": position,
            "team": seat.team,
            "total": seat.total,
            "place": seat.place,
            "won": seat.won,
        }
        for position, seat in enumerate(figures.seats)
    ]


def _hand_row(hand: Kept, figures: HandFigures) -> Row:
    return {
        "id": hand.id,
        "ordinal": hand.ordinal,
        **facts_columns(hand.facts)[0],
        "recorded_at": hand.recorded_at,
        "device_id": hand.device_id,
        "deleted_at": hand.deleted_at,
        "number": figures.number,
        "dealer": figures.dealer,
        "passing": figures.passing,
        "shooter": figures.shooter,
        "sun": figures.sun,
        "after_end": figures.after_end,
    }


def _taken_rows(hand: Kept, figures: HandFigures) -> list[Row]:
    columns = facts_columns(hand.facts)[1]
    return [
        {"hand_id": hand.id, "position": position, **taken, "score": score}
        for position, (taken, score) in enumerate(zip(columns, figures.scores, strict=True))
    ]


def log(desk: Desk, draft: Draft, new_id: int | None, version: int) -> None:
    """Leave a revision for every hand whose facts the change touched, the one it was about first."""
    old = desk.book
    before = {hand.id: (hand, each) for hand, each in zip(old.hands, old.figures.hands, strict=True)}
    rows: list[Row] = []
    for hand in draft.book.hands:
        was = before.get(hand.id)
        if was is not None and (was[0].facts, was[0].deleted_at) == (hand.facts, hand.deleted_at):
            continue
        is_main = hand is draft.main
        row = {
            "game_id": old.game.id,
            "hand_id": hand.id or new_id,
            "version": version,
            "action": draft.action if is_main or draft.action not in HAND_ACTIONS else "corrected",
            "before": None if was is None else snapshot(*was),
            "next_before": next_said(old) if is_main and draft.turns_next else None,
            "made_at": desk.moment,
            "device_id": desk.device,
        }
        rows.insert(0 if is_main else len(rows), row)
    if rows:
        desk.session.execute(insert(Revision), rows)


def snapshot(hand: Kept, figures: HandFigures) -> Row:
    """A hand as a revision keeps it: its columns, its captures and scores by seat, whether it was deleted."""
    columns, taken = facts_columns(hand.facts)
    return {
        "number": figures.number,
        **columns,
        "deleted": hand.deleted_at is not None,
        "taken": [{**each, "score": score} for each, score in zip(taken, figures.scores, strict=True)],
    }


def as_before(hand: Kept, before: Row | None, moment: datetime) -> Kept:
    """The hand as its revision kept it; where it was not there it is deleted again."""
    if before is None:
        return replace(hand, deleted_at=moment)
    facts = facts_from(before, before["taken"])
    return replace(hand, facts=facts, deleted_at=moment if before["deleted"] else None)


def next_said(book: Book) -> Row:
    """What the table had said of the hand not yet recorded."""
    return {"dealer": book.next_dealer, "passing": book.next_passing}
