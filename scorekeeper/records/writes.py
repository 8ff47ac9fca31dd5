"""Writing what differs between two states of a game, and the revisions of the hands that changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Any, Final, cast

from sqlalchemy import Integer, Table, Update, and_, bindparam, case, func, select

from scorekeeper.records.books import Book, Contents, Kept, captures_of, carried_columns, facts_from
from scorekeeper.records.figures import Figures, HandFigures
from scorekeeper.records.keys import new_stamp
from scorekeeper.records.models import Game, Hand, Revision, Seat, TakenRow
from scorekeeper.records.replay import Desk, Draft
from scorekeeper.records.sending import Executes
from scorekeeper.records.sums import GAME_SUMS, SEAT_SUMS

HAND_ACTIONS: Final = ("recorded", "inserted", "corrected", "deleted", "restored")

Row = dict[str, Any]
# The rows of a game by table; each holds its primary key.
Rows = Mapping[Table, Sequence[Row]]
# A hand with its figures.
Both = tuple[Kept, HandFigures]

GAME, SEAT, HAND, TAKEN, REVISION = (
    cast(Table, model.__table__) for model in (Game, Seat, Hand, TakenRow, Revision)
)


def _given(table: Table, *but: str) -> Row:
    """Each other column of a table by its name, to be filled from a row."""
    return {
        column.name: bindparam(column.name, type_=column.type) for column in table.c if column.name not in but
    }


# The id of a hand this change inserts, found by its place: so nobody waits to be told it.
_NEW_ID: Final = (
    select(func.max(HAND.c.id))
    .where(HAND.c.game_id == bindparam("of_game"), HAND.c.ordinal == bindparam("at_ordinal"))
    .scalar_subquery()
)
_INSERT_HAND: Final = HAND.insert().inline()
_INSERT_TAKEN: Final = TAKEN.insert().values(hand_id=_NEW_ID, **_given(TAKEN, "hand_id"))
_HAND_ID: Final = func.coalesce(bindparam("hand_id", type_=Integer), _NEW_ID)
_INSERT_REVISION: Final = (
    REVISION.insert().inline().values(hand_id=_HAND_ID, **_given(REVISION, "id", "hand_id"))
)


def differences(old: Book, new: Contents, figures: Figures, version: int) -> Rows:
    """What a change alters in the rows a game has: the new version at least."""
    stored = {both[0].id: both for both in zip(old.hands, old.figures.hands, strict=True)}
    changed = [
        both
        for both in zip(new.hands, figures.hands, strict=True)
        if both[0].id is not None and both != stored[both[0].id]
    ]
    was = [stored[hand.id] for hand, _ in changed]
    before = rows_of(old.game.id, old, old.figures, was, old.game.version)
    return differing(before, rows_of(old.game.id, new, figures, changed, version))


def write(connection: Executes, old: Book, new: Contents, figures: Figures, rows: Rows) -> str:
    """Write `differences` and the hands that are new; the stamp that the game has with it.

    The game's own row comes first, which keeps it until the end.

    Raises IntegrityError where the game has not the version and the stamp of `old` any more: the version then
    becomes null, which the column refuses. No statement gives rows back: they may be sent together.
    """
    (game,) = rows[GAME]
    stamp = new_stamp()
    game = {**game, "stamp": stamp}
    seen = {"seen": old.game.version, "seen_stamp": old.game.stamp}
    connection.execute(_update_seen(tuple(game)), {**_as_new(game), **seen})
    update_rows(connection, {table: changed for table, changed in rows.items() if table is not GAME})
    for both in zip(new.hands, figures.hands, strict=True):
        if both[0].id is None:
            place = _place(old.game.id, both[0])
            row = {**_hand_row(both), "game_id": old.game.id}
            del row["id"]
            connection.execute(_INSERT_HAND, row)
            captures = [{**capture, **place} for capture in _taken_rows(both)]
            connection.execute(_INSERT_TAKEN, captures)
    return stamp


def rows_of(
    game_id: int | None, book: Contents, figures: Figures, hands: Iterable[Both], version: int
) -> Rows:
    """Everything a change can alter, as columns: of the game and its seats, and of these hands."""
    hands = list(hands)
    return {
        GAME: [{"id": game_id, **_game_row(book, figures), "version": version}],
        SEAT: [{"game_id": game_id, **row} for row in _seat_rows(figures)],
        HAND: [_hand_row(both) for both in hands],
        TAKEN: [row for both in hands for row in _taken_rows(both)],
    }


def differing(old: Rows, new: Rows) -> Rows:
    """The rows that are not the same: the key and the columns that differ, as they are in `new`.

    Both hold the same rows in the same order.
    """
    return {
        table: [
            {name: value for name, value in row.items() if name in table.primary_key or was[name] != value}
            for was, row in zip(old[table], rows, strict=True)
            if was != row
        ]
        for table, rows in new.items()
    }


def update_rows(connection: Executes, rows: Rows) -> None:
    """Write rows as `differing` gives them: one statement for all rows of a table with the same columns."""
    for table, changed in rows.items():
        alike: dict[tuple[str, ...], list[Row]] = {}
        for row in changed:
            alike.setdefault(tuple(row), []).append(_as_new(row))
        for columns, values in alike.items():
            connection.execute(_update(table, columns), values)


def _place(game_id: int, hand: Kept) -> Row:
    """Where a hand lies, for `_NEW_ID`."""
    return {"of_game": game_id, "at_ordinal": hand.ordinal}


def _as_new(row: Row) -> Row:
    return {f"new_{name}": value for name, value in row.items()}


@cache
def _update_seen(columns: tuple[str, ...]) -> Update:
    seen = and_(GAME.c.version == bindparam("seen"), GAME.c.stamp == bindparam("seen_stamp"))
    version = case((seen, bindparam("new_version", type_=Integer)))
    return _update(GAME, columns).values(version=version)


@cache
def _update(table: Table, columns: tuple[str, ...]) -> Update:
    keys = [name for name in columns if name in table.primary_key]
    found = and_(*(table.c[name] == bindparam(f"new_{name}") for name in keys))
    values: Row = {name: bindparam(f"new_{name}") for name in columns if name not in keys}
    return table.update().where(found).values(values)


def _game_row(book: Contents, figures: Figures) -> Row:
    return {
        "rules": book.rules.differences(),
        "first_dealer": book.first_dealer,
        "start": carried_columns(book.carried),
        "next_dealer": book.next_dealer,
        "next_passing": book.next_passing,
        "ended_early": book.ended_early,
        "finished_at": figures.finished_at,
        "state": figures.state,
        "hands_played": figures.hands_played,
        "players": book.rules.players,
        "scale": figures.scale,
        **_columns(figures.sums, GAME_SUMS),
    }


def _columns(sums: object, names: Sequence[str]) -> Row:
    return {name: getattr(sums, name) for name in names}


def _seat_rows(figures: Figures) -> list[Row]:
    return [
        {
            "position": position,
            "team": seat.team,
            "total": seat.total,
            "place": seat.place,
            "won": seat.won,
            **_columns(seat.sums, SEAT_SUMS),
        }
        for position, seat in enumerate(figures.seats)
    ]


def _hand_row(both: Both) -> Row:
    hand, figures = both
    return {
        "id": hand.id,
        "ordinal": hand.ordinal,
        **_said(hand),
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


def _said(hand: Kept) -> Row:
    """What was told of a hand besides its captures."""
    return {
        "moon_choice": hand.facts.moon_choice,
        "as_written": hand.facts.as_written,
        "said_dealer": hand.facts.dealer,
        "said_passing": hand.facts.passing,
    }


def _taken_rows(both: Both) -> list[Row]:
    hand, figures = both
    return [
        {"hand_id": hand.id, "position": position, **capture, "score": score}
        for position, (capture, score) in enumerate(zip(captures_of(hand.facts), figures.scores, strict=True))
    ]


def log(connection: Executes, desk: Desk, draft: Draft, version: int) -> None:
    """Leave a revision for every hand whose facts the change touched, the one it was about first."""
    old = desk.book
    before = {both[0].id: both for both in zip(old.hands, old.figures.hands, strict=True)}
    rows: list[Row] = []
    for hand in draft.book.hands:
        was = before.get(hand.id)
        if was is not None and (was[0].facts, was[0].deleted_at) == (hand.facts, hand.deleted_at):
            continue
        is_main = hand is draft.main
        row = {
            "game_id": old.game.id,
            "hand_id": hand.id,
            **_place(old.game.id, hand),
            "version": version,
            "action": draft.action if is_main or draft.action not in HAND_ACTIONS else "corrected",
            "before": None if was is None else snapshot(was),
            "next_before": next_said(old) if is_main and draft.turns_next else None,
            "made_at": desk.moment,
            "device_id": desk.device,
        }
        rows.insert(0 if is_main else len(rows), row)
    if rows:
        connection.execute(_INSERT_REVISION, rows)


def snapshot(both: Both) -> Row:
    """A hand as a revision keeps it: its columns, its captures and scores by seat, whether it was deleted."""
    hand, figures = both
    return {
        "number": figures.number,
        **_said(hand),
        "deleted": hand.deleted_at is not None,
        "taken": [
            {**capture, "score": score}
            for capture, score in zip(captures_of(hand.facts), figures.scores, strict=True)
        ],
    }


def as_before(hand: Kept, before: Row | None, moment: datetime) -> Kept:
    """The hand as its revision kept it; where it was not there it is deleted again."""
    if before is None:
        return replace(hand, deleted_at=moment)
    facts = facts_from(before, before["taken"])
    return replace(hand, facts=facts, deleted_at=moment if before["deleted"] else None)


def next_said(book: Contents) -> Row:
    """What the table had said of the hand not yet recorded."""
    return {"dealer": book.next_dealer, "passing": book.next_passing}
