"""A club's rows over again, copied by the database itself: the only way to a million hands in a minute."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Integer,
    MetaData,
    String,
    Table,
    cast,
    func,
    insert,
    literal,
    select,
    text,
    true,
)

from scorekeeper.records.db import db

STRIDE: Final = timedelta(weeks=5)  # between the copies of a club's games: 10,000 of them in ten years
# What refers to which copied row, by table, in the order in which they are copied.
REFERS: Final[Mapping[str, Mapping[str, str]]] = {
    "club": {"id": "club"},
    "player": {"id": "player", "club_id": "club"},
    "game": {"id": "game", "club_id": "club"},
    "seat": {"game_id": "game", "player_id": "player"},
    "hand": {"id": "hand", "game_id": "game"},
    "taken": {"hand_id": "hand"},
    "revision": {"id": "revision", "game_id": "game", "hand_id": "hand"},
    "rating": {"game_id": "game", "player_id": "player"},
}
MOMENTS: Final = frozenset({"started_at", "finished_at", "recorded_at", "made_at"})
SERIES: Final = Table("bench_series", MetaData(), Column("n", Integer, primary_key=True))


@dataclass(frozen=True, slots=True)
class Ids:
    """The first and last id of a club's rows in a table, and the last there is: copies come after it."""

    first: int
    last: int
    end: int

    def copied(self, column: Column[Any]) -> ColumnElement[Any]:
        """The id of the n-th copy of a row."""
        size = self.last - self.first + 1
        return column + (self.end + 1 - self.first - size) + SERIES.c.n * size


def copy_club(club_id: int, copies: int) -> None:
    """Make so many other clubs like this one."""
    _copy(club_id, copies, frozenset(REFERS))


def copy_games(club_id: int, copies: int) -> None:
    """Give the club its games over again so many times, each time some weeks earlier."""
    _copy(club_id, copies, frozenset(REFERS) - {"club", "player", "rating"})


def _copy(club_id: int, copies: int, tables: frozenset[str]) -> None:
    with db.engine.connect() as connection:
        unchecked(connection)
        with connection.begin():
            SERIES.metadata.drop_all(connection)
            SERIES.metadata.create_all(connection)
            connection.execute(insert(SERIES), [{"n": number} for number in range(1, copies + 1)])
            ids = _ids(connection, club_id, tables)
            for name in REFERS:
                if name in tables:
                    _copy_table(connection, db.metadata.tables[name], ids, earlier="club" not in tables)
            SERIES.metadata.drop_all(connection)
        settle(connection)
        connection.invalidate()  # nobody else is to have it as it is


def unchecked(connection: Connection) -> None:
    """What is copied refers to what is copied: nothing of it need be looked up, or survive a power cut."""
    driver = connection.connection.cursor()
    if connection.dialect.name == "sqlite":
        driver.execute("PRAGMA foreign_keys = OFF")
        driver.execute("PRAGMA synchronous = OFF")
    else:
        driver.execute(
            "SELECT set_config('session_replication_role', 'replica', false)"
            " FROM pg_roles WHERE rolname = current_user AND rolsuper"
        )
        connection.connection.commit()


def settle(connection: Connection) -> None:
    """Let PostgreSQL know what it holds, as it finds out by itself in time; and number what comes next."""
    if connection.dialect.name != "postgresql":
        return
    with connection.begin():
        for name, refers in REFERS.items():
            if "id" in refers:
                last = select(func.max(db.metadata.tables[name].c.id)).scalar_subquery()
                connection.execute(select(func.setval(func.pg_get_serial_sequence(name, "id"), last)))
        connection.execute(text("ANALYZE"))


def _ids(connection: Connection, club_id: int, tables: frozenset[str]) -> Mapping[str, Ids]:
    """The club's rows, which lie together: they came in at once."""
    table = db.metadata.tables
    games = select(table["game"].c.id).where(table["game"].c.club_id == club_id)
    mine = {
        "club": table["club"].c.id == club_id,
        "player": table["player"].c.club_id == club_id,
        "game": table["game"].c.club_id == club_id,
        "hand": table["hand"].c.game_id.in_(games),
        "revision": table["revision"].c.game_id.in_(games),
    }
    found = {}
    for name in tables & set(mine):
        column = table[name].c.id
        first, last = connection.execute(select(func.min(column), func.max(column)).where(mine[name])).one()
        end = connection.execute(select(func.max(column))).scalar_one()
        found[name] = Ids(first or 0, last or 0, end or 0)
    return found


def _copy_table(connection: Connection, table: Table, ids: Mapping[str, Ids], *, earlier: bool) -> None:
    refers = REFERS[table.name]
    values: dict[str, ColumnElement[Any]] = {}
    for column in table.columns:
        value: ColumnElement[Any] = column
        if refers.get(column.name) in ids:
            value = ids[refers[column.name]].copied(column)
        elif column.name == "key":
            value = _key(column)
        elif earlier and column.name in MOMENTS:
            value = _earlier(connection, column)
        values[column.name] = value
    owner, owned = next((name, of) for name, of in refers.items() if of in ids)
    rows = select(*values.values()).select_from(table.join(SERIES, true()))
    rows = rows.where(table.c[owner].between(ids[owned].first, ids[owned].last))
    connection.execute(insert(table).from_select(list(values), rows, include_defaults=False))


def _key(column: Column[Any]) -> ColumnElement[Any]:
    """The first half of a key, and the number of the copy."""
    number = func.substr(cast(SERIES.c.n + 100_000, String), 2, 5)
    return func.substr(column, 1, 5, type_=String).concat(number)


def _earlier(connection: Connection, column: Column[Any]) -> ColumnElement[Any]:
    days = SERIES.c.n * STRIDE.days
    if connection.dialect.name == "sqlite":
        back = literal("-") + cast(days, String) + literal(" days")
        return func.strftime(literal("%Y-%m-%d %H:%M:%f000"), column, back)
    return column - func.make_interval(0, 0, 0, days)
