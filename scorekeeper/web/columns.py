"""The columns of the standings: what each shows, what it is called, and which way round it is best."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING, Final

from scorekeeper.web.final import MOON, SUN
from scorekeeper.web.words import MINUS, signed

if TYPE_CHECKING:
    from scorekeeper.records.standings import StandingLine

Figure = int | float | None
HIGH, LOW = True, False
HEART, SPADE = "♥\ufe0e", "♠\ufe0e"
RATING = "rating"


@dataclass(frozen=True, slots=True)
class Column:
    """A column: `attribute` of a `lines.Line` is what it is sorted by, `text` how that is written.

    `high` says whether more is better. `rare` ones are shown only where somebody has such a figure. `more`
    stands small beside the figure. Where the head is a sign (`icon`) the title is said instead of it.
    """

    key: str
    head: str
    title: str
    attribute: str
    text: Callable[[float], str]
    high: bool
    rare: bool = False
    icon: bool = False
    more: Callable[[StandingLine], str] | None = None

    def figure(self, line: StandingLine) -> Figure:
        """The figure a player has here; None: there is none."""
        if self.attribute == RATING:
            return line.rating.shown if line.rating else None
        figure: Figure = getattr(line.line, self.attribute)
        return figure


def _decimal(number: float) -> Decimal:
    return Decimal(repr(number))  # as it is written: 0.285 is no 0.28499…


def half_up(number: Decimal, step: str = "1") -> Decimal:
    """A figure as people round it, a half away from zero: 12.5 to 13 as 37.5 to 38."""
    return number.quantize(Decimal(step), ROUND_HALF_UP) + 0


def percent(rate: float) -> str:
    """A rate from 0 to 1: "41%"."""
    return f"{half_up(100 * _decimal(rate))}%"


def one_decimal(number: float) -> str:
    """An average: "5.4", "−0.3"."""
    return str(half_up(_decimal(number), "0.1")).replace("-", MINUS)


def _whole(number: float) -> str:
    return signed(int(number))


def _shared(line: StandingLine) -> str:
    return f"{line.line.shared} shared" if line.line.shared else ""


def _give_or_take(line: StandingLine) -> str:
    return f"±{line.rating.give_or_take}" if line.rating else ""


COLUMNS: Final = (
    Column("rating", "Rating", "Rating, give or take", RATING, _whole, HIGH, more=_give_or_take),
    Column("games", "Games", "Finished games", "games", _whole, HIGH),
    Column("won", "Won", "Games won, shared wins among them", "wins", _whole, HIGH, more=_shared),
    Column("rate", "Win rate", "Games won of 100", "win_rate", percent, HIGH),
    Column("score", "Per hand", "Average score a hand", "per_hand", one_decimal, LOW),
    Column("place", "Place", "Average place", "average_place", one_decimal, LOW),
    Column("queen", f"Q{SPADE}", "Queen of spades, of 100 hands", "queen_rate", percent, LOW, icon=True),
    Column("hearts", f"{HEART} a hand", "Hearts a hand", "hearts_per_hand", one_decimal, LOW),
    Column("clean", "Clean", "Hands without a point, of 100", "clean_rate", percent, HIGH),
    Column("moons", MOON, "Moons shot", "moons", _whole, HIGH, icon=True),
    Column("moons_against", f"{MOON} against", "Moons shot by others", "moons_against", _whole, LOW),
    Column("suns", SUN, "Suns shot", "suns", _whole, HIGH, rare=True, icon=True),
    Column("suns_against", f"{SUN} against", "Suns shot by others", "suns_against", _whole, LOW, rare=True),
    Column("best_hand", "Best hand", "Lowest score in a hand", "best_hand", _whole, LOW),
    Column("worst_hand", "Worst hand", "Highest score in a hand", "worst_hand", _whole, LOW),
    Column("best_game", "Best game", "Lowest total at the end", "best_game", _whole, LOW),
    Column("worst_game", "Worst game", "Highest total at the end", "worst_game", _whole, LOW),
    Column("streak", "Streak", "Games won in a row, up to now", "streak", _whole, HIGH),
    Column("longest", "Longest", "Most games ever won in a row", "streak_longest", _whole, HIGH),
)
BY_KEY: Final = {column.key: column for column in COLUMNS}
# On the club's own page there is room for these.
SHORT: Final = (
    BY_KEY["games"],
    replace(BY_KEY["rate"], head="Won"),
    BY_KEY["score"],
    BY_KEY["queen"],
    BY_KEY["moons"],
    replace(BY_KEY["rating"], title="Rating", more=None),
)
