"""Which column of a sheet is what: long (one line a player and hand) or wide (one column a player)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.records.cells import FileRefused, Row, folded, is_blank, number_of, unsafe, word_set
from scorekeeper.records.clubs import fold, tidy

LONG: Final = "long"
WIDE: Final = "wide"
POINTS: Final = "points"
TOTALS: Final = "totals"
FEWEST_PLAYERS: Final = 3

_SAMPLE: Final = 400  # lines looked at to see what a column holds
_HEADER_WITHIN: Final = 20  # lines in which the header must come

# What people call each column, as `folded` writes it.
WORDS: Final[Mapping[str, frozenset[str]]] = {
    "game": word_set("game games gameid gameno gamenr gamenumber gamekey match matchid matchno spiel partie"),
    "date": word_set("date day played playedon gamedate started startedat startdate datum tag fecha"),
    "hand": word_set(
        "hand hands handid handno handnr handnumber round roundid roundno roundnumber "
        "deal dealid dealno dealnumber no nr number runde manche"
    ),
    "player": word_set("player players playername playerid name who spieler joueur jugador"),
    "points": word_set(
        "points point pts score scores handscore handpoints pointsinhand roundscore roundpoints scored punkte"
    ),
    "total": word_set(
        "total totals totalscore totalpoints runningtotal runningscore cumulative cumulativescore "
        "cumulativetotal totalsofar scoresofar gesamt summe"
    ),
    "giver": word_set(
        "receivedcardsfrom receivedfrom cardsfrom gotcardsfrom cardsreceivedfrom passedfrom passfrom from "
        "receivesfrom passedby passer"
    ),
    "receiver": word_set("passedcardsto passedto passesto passto cardsto gavecardsto to"),
    "pass": word_set("pass passing passed passdirection passingdirection direction"),
    "dealer": word_set("dealer dealt dealtby dealerid"),
    "seat": word_set("seat seatno seatnumber position"),
    "note": word_set("note notes comment comments remark remarks"),
    "place": word_set("place location venue where"),
}
# Figures that are no player's, in a wide sheet.
_CHECKS: Final = word_set(
    "sum sums check checksum control rowsum handsum year month week weekday time id index duration minutes "
    "limit players winner lowest"
)
# What stands over a table of whole games, as `exports.games_csv` writes it.
_WHOLE_GAMES: Final = word_set("game finished state hands winners total1 total2 total3")
_LONG_ONLY: Final = frozenset(("player", "points", "total", "giver", "receiver", "seat"))
_ENDING: Final = re.compile(r"(.+?)[\s_\-(\[]+(total|totals|points|pts|score)[)\]]?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PlayerColumns:
    """A player's columns in a wide sheet: `figures` where nobody knows yet whether points or totals."""

    name: str
    figures: int | None = None
    points: int | None = None
    totals: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """What each column of a sheet is; `said` is what the header calls its figures, if it does."""

    layout: str
    roles: Mapping[str, int]
    players: tuple[PlayerColumns, ...] = ()  # of a wide sheet
    said: str | None = None
    ignored: tuple[str, ...] = ()

    @property
    def has_both(self) -> bool:
        """Whether the sheet holds the points of a hand and the totals after it."""
        if self.layout == LONG:
            return "points" in self.roles and "total" in self.roles
        return any(player.points is not None and player.totals is not None for player in self.players)


def read_columns(rows: Sequence[Row], no_players: Collection[str] = ()) -> tuple[Columns, list[Row]]:
    """The columns by the header, and the lines under it. Raises FileRefused where there is no header.

    `no_players` are folded names of columns that hold figures, but a player's they are not.
    """
    for place, row in enumerate(rows[:_HEADER_WITHIN]):
        if sum(map(bool, row.cells)) < FEWEST_PLAYERS and not _names_both(row):  # a title, or nothing
            continue
        if sum(number_of(cell) is not None for cell in row.cells) > len(row.cells) // 2:
            break
        body = list(rows[place + 1 :])
        return _columns(row, body, no_players), body
    raise FileRefused(
        "The first line must say what the columns are: one for each player, or game, hand, player and points."
    )


def _names_both(row: Row) -> bool:
    """Whether a line of two words says that one column holds players, and the other their figures."""
    words = {folded(cell) for cell in row.cells}
    return bool(words & WORDS["player"]) and bool(words & (WORDS["points"] | WORDS["total"]))


def _columns(header: Row, body: Sequence[Row], no_players: Collection[str]) -> Columns:
    if set(map(folded, header.cells)) >= _WHOLE_GAMES:
        raise FileRefused(
            "This is a table of whole games, without their hands. Choose the one of hands, or the whole club."
        )
    sample = [row for row in body if not row.blank][:_SAMPLE]
    roles: dict[str, int] = {}
    for column, cell in enumerate(header.cells):
        role = next((role for role, words in WORDS.items() if folded(cell) in words), None)
        if role is not None:
            roles.setdefault(role, column)
    if "player" in roles and not _is_figures(sample, roles["player"]):
        return _long(header, roles)
    left = (column for column in range(len(header.cells)) if _who(header, column) not in no_players)
    return _wide(header, roles, [column for column in left if _is_figures(sample, column)])


def _long(header: Row, roles: dict[str, int]) -> Columns:
    if "points" not in roles and "total" not in roles:
        raise FileRefused("There is a column of players, but none of points or totals.")
    return Columns(
        layout=LONG,
        roles=roles,
        said=TOTALS if "points" not in roles else POINTS if "total" not in roles else None,
        ignored=_ignored(header, roles.values()),
    )


def _who(header: Row, column: int) -> str:
    return fold(tidy(unsafe(header.cells[column])))


def _wide(header: Row, roles: dict[str, int], figures: Sequence[int]) -> Columns:
    roles = {role: column for role, column in roles.items() if role not in _LONG_ONLY}
    found = [
        column
        for column in figures
        if (cell := header.cells[column]) and column not in roles.values() and not _is_check(cell)
    ]
    players = _paired(header, found) or tuple(
        PlayerColumns(unsafe(header.cells[column]), figures=column) for column in found
    )
    if len(players) < FEWEST_PLAYERS:
        raise FileRefused(
            f"Hearts takes three or more, but {len(players)} columns of figures were found. There must be "
            "one column for each player, or the columns player and points."
        )
    names = Counter(folded(player.name) for player in players)
    if twice := [player.name for player in players if folded(player.name) and names[folded(player.name)] > 1]:
        raise FileRefused(f"Two columns are called {twice[0]}.")
    used = [*roles.values(), *found]
    return Columns(layout=WIDE, roles=roles, players=players, ignored=_ignored(header, used))


def _paired(header: Row, found: Sequence[int]) -> tuple[PlayerColumns, ...]:
    """Columns such as "Ann points, Ann total"; () where they are not so called."""
    by_name: dict[str, dict[str, int]] = {}
    for column in found:
        match = _ENDING.fullmatch(header.cells[column])
        if match is None:
            return ()
        kind = TOTALS if match[2].casefold().startswith("total") else POINTS
        by_name.setdefault(unsafe(match[1]), {}).setdefault(kind, column)
    return tuple(
        PlayerColumns(name, points=kinds.get(POINTS), totals=kinds.get(TOTALS))
        for name, kinds in by_name.items()
    )


def _is_check(cell: str) -> bool:
    word = folded(cell)
    return word in _CHECKS or any(word in WORDS[role] for role in ("points", "total", "seat", "player"))


def _is_figures(sample: Sequence[Row], column: int) -> bool:
    """Whether a column holds whole numbers; half of it may be something else, which is told line by line."""
    cells = [cell for row in sample if not is_blank(cell := row.cell(column))]
    numbers = sum(number_of(cell) is not None for cell in cells)
    return numbers > 0 and numbers * 2 >= len(cells)


def _ignored(header: Row, used: Iterable[int]) -> tuple[str, ...]:
    known = set(used)
    return tuple(cell for column, cell in enumerate(header.cells) if cell and column not in known)
