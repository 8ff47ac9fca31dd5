"""The standings as a table: sorted by any column, players with few games by themselves at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from scorekeeper.web.columns import BY_KEY, COLUMNS, SHORT, Column

if TYPE_CHECKING:
    from scorekeeper.records.standings import StandingLine

DEFAULT: Final = "rating"
MOST_SHORT: Final = 10


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column: `sort` is the order a tap asks for, `order` the one there is (for aria-sort)."""

    text: str
    title: str
    icon: bool
    sort: str
    order: str  # ascending, descending, or "" where the table is not sorted by it


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure as it is written, and what stands small beside it."""

    text: str
    more: str
    strong: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A player's row."""

    player_id: int
    name: str
    archived: bool
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The table; `few` are the players with fewer than `least` games."""

    heads: tuple[Head, ...]
    rows: tuple[Row, ...]
    few: tuple[Row, ...]
    least: int
    sort: str


def short_table(lines: Sequence[StandingLine]) -> Table:
    """The table of the club's own page: the first ten by rating, who has played little left out."""
    most = max((line.line.games for line in lines), default=0)
    table = table_of(lines, DEFAULT, usual_least(most), SHORT)
    return replace(table, rows=table.rows[:MOST_SHORT], few=())


def usual_least(most: int) -> int:
    """Under how many games a player stands by himself: a fifth of the most anybody has, at most ten."""
    return min(10, most // 5)


def table_of(
    lines: Sequence[StandingLine], sort: str, least: int, columns: Iterable[Column] = COLUMNS
) -> Table:
    """The table of some lines. `sort` is a column's key, the best first, or with a minus the other way round.

    Of equals the one with more games stands first; whoever has no such figure stands last.
    """
    column = BY_KEY.get(sort.removeprefix("-"), BY_KEY[DEFAULT])
    turned = sort.startswith("-") and column.key == sort[1:]
    shown = [one for one in columns if not one.rare or any(one.figure(line) for line in lines)]
    in_order = sorted(lines, key=_key(column, turned))
    return Table(
        heads=tuple(_head(one, column, turned) for one in shown),
        rows=tuple(_row(line, shown, column) for line in in_order if line.line.games >= least),
        few=tuple(_row(line, shown, column) for line in in_order if line.line.games < least),
        least=least,
        sort=f"-{column.key}" if turned else column.key,
    )


def _key(column: Column, turned: bool) -> Callable[[StandingLine], tuple[object, ...]]:
    sign = -1 if column.high != turned else 1

    def key(line: StandingLine) -> tuple[object, ...]:
        figure = column.figure(line)
        return figure is None, sign * (figure or 0), -line.line.games, line.name.casefold()

    return key


def _head(column: Column, sorted_by: Column, turned: bool) -> Head:
    here = column.key == sorted_by.key
    order = "descending" if column.high != turned else "ascending"
    return Head(
        text=column.head,
        title=column.title,
        icon=column.icon,
        sort=f"-{column.key}" if here and not turned else column.key,
        order=order if here else "",
    )


def _row(line: StandingLine, columns: Iterable[Column], sorted_by: Column) -> Row:
    return Row(
        player_id=line.player_id,
        name=line.name,
        archived=line.archived,
        cells=tuple(_cell(line, column, strong=column.key == sorted_by.key) for column in columns),
    )


def _cell(line: StandingLine, column: Column, *, strong: bool) -> Cell:
    figure = column.figure(line)
    more = column.more(line) if column.more else ""
    return Cell("–" if figure is None else column.text(figure), more, strong)
