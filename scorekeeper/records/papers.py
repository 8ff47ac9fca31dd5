"""The games on a sheet: which lines belong to one game and one hand, and what stands there for whom.

Nothing is understood here of Hearts; `paper` makes points and seats of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Final

from scorekeeper.records.cells import Row, folded, is_blank, number_of, unsafe, word_set
from scorekeeper.records.clubs import fold, tidy
from scorekeeper.records.columns import LONG, Columns

# What a line of a wide sheet is called that holds the sums under the last hand.
_SUMS_UP: Final = word_set("total totals sum sums final result results end finaltotal finaltotals finalscore")


@lru_cache(maxsize=1 << 12)
def named(text: str) -> tuple[str, str]:
    """Whom a cell names: the folded name, and the name as it stands there."""
    name = tidy(unsafe(text))
    return fold(name), name


@dataclass(slots=True)
class Written:
    """What stands on a sheet for one player and hand, as text; `figures` where it may be either."""

    line: int
    figures: str = ""
    points: str = ""
    totals: str = ""
    giver: str = ""
    receiver: str = ""


@dataclass(slots=True)
class PaperHand:
    """One hand of a sheet. `number` is what the sheet calls it, "" where it does not."""

    line: int
    number: str
    lines: dict[str, Written] = field(default_factory=dict)  # by folded name
    dealer: str = ""
    passing: str = ""


@dataclass(slots=True)
class PaperGame:
    """One game of a sheet: its players by folded name, in the order they came, and its hands."""

    line: int
    key: str
    day: str
    names: dict[str, str] = field(default_factory=dict)
    seats: dict[str, str] = field(default_factory=dict)
    hands: list[PaperHand] = field(default_factory=list)
    note: str = ""
    place: str = ""
    twice: list[tuple[int, str, str]] = field(default_factory=list)  # line, name, hand: stands there already


def read_games(columns: Columns, rows: Sequence[Row]) -> list[PaperGame]:
    """The games of a sheet in the order they begin. Lines that repeat the header, or sum up, are left out."""
    header = _header_words(columns)
    lines = [row for row in rows if row.blank or not header(row)]
    return _long(columns, lines) if columns.layout == LONG else _wide(columns, lines)


def _figures(columns: Columns) -> list[int]:
    """The columns that hold figures."""
    figures = [columns.roles[role] for role in ("points", "total") if role in columns.roles]
    for player in columns.players:
        figures += [c for c in (player.figures, player.points, player.totals) if c is not None]
    return figures


def _header_words(columns: Columns) -> Callable[[Row], bool]:
    """Whether a line is the header again: figures of which none is one."""
    figures = _figures(columns)

    def is_header(row: Row) -> bool:
        cells = [row.cell(column) for column in figures]
        return all(
            cell and not is_blank(cell) and number_of(cell) is None and cell[0].isalpha() for cell in cells
        )

    return is_header


def _long(columns: Columns, rows: Sequence[Row]) -> list[PaperGame]:
    filled = [row for row in rows if not row.blank and not is_blank(row.cell(columns.roles["player"]))]
    by_hand = _is_by_hand(columns, filled)
    games: list[PaperGame] = []
    for key, lines in _grouped(columns, filled, by_hand):
        game = _long_game(columns, key, lines)
        if game.twice and "game" in columns.roles and "date" in columns.roles:
            # The games are numbered anew each evening.
            days = _by_cell(lines, lambda row: row.cell(columns.roles["date"]))
            games += [_long_game(columns, key, of_day) for of_day in days]
        else:
            games.append(game)
    return games


def _by_cell(rows: Iterable[Row], cell: Callable[[Row], str]) -> list[list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(cell(row), []).append(row)
    return list(found.values())


def _is_by_hand(columns: Columns, rows: Sequence[Row]) -> bool:
    """Whether the lines go hand by hand, as most do, and not player by player."""
    player, hand = columns.roles["player"], columns.roles.get("hand")
    for one, two in pairwise(rows[:50]):
        if one.cell(hand) == two.cell(hand) and one.cell(player) != two.cell(player):
            return True
        if one.cell(player) == two.cell(player):
            return False
    return True


def _grouped(columns: Columns, rows: Sequence[Row], by_hand: bool) -> Iterator[tuple[str, list[Row]]]:
    """The lines of each game: by the column of games, else where the day or the hands begin anew."""
    roles = columns.roles
    if "game" in roles:
        for group in _by_cell(rows, lambda row: row.cell(roles["game"])):
            yield group[0].cell(roles["game"]), group
        return
    lines, seen, last = list[Row](), set[tuple[str, str]](), None
    for row in rows:
        hand, number = row.cell(roles.get("hand")), number_of(row.cell(roles.get("hand")))
        line = (hand, named(row.cell(roles["player"]))[0])
        day = row.cell(roles.get("date"))
        falls = number is not None and last is not None and number < last and (by_hand or line in seen)
        if lines and (falls or (day and day != lines[-1].cell(roles.get("date")))):
            yield "", lines
            lines, seen = [], set()
        lines.append(row)
        seen.add(line)
        last = number
    if lines:
        yield "", lines


def _long_game(columns: Columns, key: str, rows: Sequence[Row]) -> PaperGame:
    game = _new_game(columns, key, rows)
    hands: dict[str, PaperHand] = {}
    counts: dict[str, int] = {}
    for row in rows:
        who, name = named(row.cell(columns.roles["player"]))
        game.names.setdefault(who, name)
        game.seats.setdefault(who, row.cell(columns.roles.get("seat")))
        counts[who] = counts.get(who, 0) + 1
        number = row.cell(columns.roles["hand"]) if "hand" in columns.roles else ""
        hand = hands.setdefault(number or str(counts[who]), PaperHand(row.line, number))
        if who in hand.lines:
            game.twice.append((row.line, name, number))
        hand.lines[who] = Written(
            row.line,
            points=row.cell(columns.roles.get("points")),
            totals=row.cell(columns.roles.get("total")),
            giver=row.cell(columns.roles.get("giver")),
            receiver=row.cell(columns.roles.get("receiver")),
        )
        hand.dealer = hand.dealer or row.cell(columns.roles.get("dealer"))
        hand.passing = hand.passing or row.cell(columns.roles.get("pass"))
    game.hands = _in_order(list(hands.values()))
    return game


def _new_game(columns: Columns, key: str, rows: Sequence[Row]) -> PaperGame:
    def first(role: str) -> str:
        return next((cell for row in rows if (cell := row.cell(columns.roles.get(role)))), "")

    return PaperGame(
        line=rows[0].line,
        key=key,
        day=first("date"),
        note=unsafe(first("note")),
        place=unsafe(first("place")),
    )


def _in_order(hands: list[PaperHand]) -> list[PaperHand]:
    """The hands by their numbers, where all have one; else as they came."""
    numbers = [number_of(hand.number) for hand in hands]
    if any(number is None for number in numbers):
        return hands
    return sorted(hands, key=lambda hand: number_of(hand.number) or 0)


def _wide(columns: Columns, rows: Sequence[Row]) -> list[PaperGame]:
    games = []
    figures = _figures(columns)
    for key, lines in _wide_groups(columns, [_without_title(row, figures) for row in rows]):
        hands = [_wide_hand(columns, row) for row in lines if not _sums_up(columns, row)]
        hands = [hand for hand in hands if hand.lines]
        if hands:
            game = _new_game(columns, key, lines)
            present = {who for hand in hands for who in hand.lines}
            known = (named(player.name) for player in columns.players)
            game.names = {who: name for who, name in known if who in present}
            game.twice = _repeated(hands)
            game.hands = _in_order(hands)
            games.append(game)
    return games


def _without_title(row: Row, figures: Sequence[int]) -> Row:
    """The line; an empty one where it is a title between two games: one word, where a figure would stand."""
    filled = [column for column, cell in enumerate(row.cells) if cell]
    if len(filled) != 1 or filled[0] not in figures:
        return row
    word = row.cells[filled[0]]
    return row if is_blank(word) or number_of(word) is not None else Row(row.line, ())


def _repeated(hands: Sequence[PaperHand]) -> list[tuple[int, str, str]]:
    seen: set[str] = set()
    twice = []
    for hand in hands:
        if hand.number and hand.number in seen:
            twice.append((hand.line, "", hand.number))
        seen.add(hand.number)
    return twice


def _wide_groups(columns: Columns, rows: Sequence[Row]) -> Iterator[tuple[str, list[Row]]]:
    roles = columns.roles
    if "game" in roles:
        filled = [row for row in rows if not row.blank]
        marked = _carried_down(filled, roles["game"])
        for group in _by_cell(filled, lambda row: marked[row.line]):
            yield marked[group[0].line], group
        return
    lines: list[Row] = []
    last, day_of_lines = None, ""
    for row in rows:
        number = number_of(row.cell(roles.get("hand")))
        day = row.cell(roles.get("date"))
        # Without hand numbers and days an empty line is all there can be between two games.
        ends = row.blank and "hand" not in roles and "date" not in roles
        # A number that stands there twice is a slip, unless it is the first: games of one hand.
        anew = number is not None and last is not None and (number < last or number == last == 1)
        other_day = bool(day and day_of_lines) and day != day_of_lines
        if lines and (ends or anew or other_day):
            yield "", lines
            lines, last, day_of_lines = [], None, ""
        if not row.blank:
            lines.append(row)
            day_of_lines = day or day_of_lines
            last = number if number is not None else last
    if lines:
        yield "", lines


def _carried_down(rows: Sequence[Row], column: int) -> dict[int, str]:
    """The game of each line; where it is only written beside the first hand, it holds for those under it."""
    game, marked = "", {}
    for row in rows:
        game = row.cell(column) or game
        marked[row.line] = game
    return marked


def _wide_hand(columns: Columns, row: Row) -> PaperHand:
    hand = PaperHand(
        row.line,
        row.cell(columns.roles.get("hand")),
        dealer=row.cell(columns.roles.get("dealer")),
        passing=row.cell(columns.roles.get("pass")),
    )
    for player in columns.players:
        written = Written(
            row.line,
            figures=row.cell(player.figures),
            points=row.cell(player.points),
            totals=row.cell(player.totals),
        )
        if written.figures or written.points or written.totals:
            hand.lines[named(player.name)[0]] = written
    return hand


def _sums_up(columns: Columns, row: Row) -> bool:
    """Whether a line of a wide sheet is the sums under the last hand."""
    return any(folded(cell) in _SUMS_UP for cell in row.cells)
