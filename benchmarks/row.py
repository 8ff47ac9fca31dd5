"""A line of the table that `make bench` prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Self

HEAD: Final = ("", "budget", "measured", "")


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured, its budget and its figure as text. `met` is None where it was not measured.

    A row without a budget is for information.
    """

    what: str
    budget: str
    measured: str
    met: bool | None

    @classmethod
    def at_most(cls, what: str, limit: float, figure: float, unit: str, *, note: str = "") -> Self:
        """A figure that must not be more than its limit."""
        return cls(what, f"≤ {_said(limit, unit)}", _said(figure, unit) + _noted(note), figure <= limit)

    @classmethod
    def at_least(cls, what: str, limit: float, figure: float, unit: str, *, note: str = "") -> Self:
        """A figure that must not be less than its limit."""
        return cls(what, f"≥ {_said(limit, unit)}", _said(figure, unit) + _noted(note), figure >= limit)

    @classmethod
    def told(cls, what: str, measured: str) -> Self:
        """Something without a budget."""
        return cls(what, "", measured, None)

    @classmethod
    def missing(cls, what: str, why: str) -> Self:
        """Something that has a budget and could not be measured here."""
        return cls(what, "?", why, None)

    @property
    def verdict(self) -> str:
        """`pass`, `miss`, `not measured`, or nothing for a row without a budget."""
        if self.met is None:
            return "not measured" if self.budget else ""
        return "pass" if self.met else "miss"


def _said(figure: float, unit: str) -> str:
    digits = 0 if figure >= 100 else 1 if figure >= 10 else 2
    return f"{figure:,.{digits}f}".removesuffix(".00").removesuffix(".0") + f" {unit}"


def _noted(note: str) -> str:
    return f" ({note})" if note else ""


def table(rows: Iterable[Row]) -> Iterator[str]:
    """The rows as lines of text, in columns."""
    cells = [HEAD, *((row.what, row.budget, row.measured, row.verdict) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for line in cells:
        yield "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
