"""A game on its way into the books: what a file says of it, and nothing yet of the club it comes into."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from scorekeeper.hearts.document import Document


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """One game of a file.

    `document` holds players, rules, start, hands and what the file claims they come to. `ended_early` None:
    the file does not say what became of a game that stops before its end. `keep_scores`: a sheet of running
    totals says what a hand really scored, so nothing else may be made of it. `faults` are sentences why it
    cannot come in, `remarks` what somebody should know.
    """

    label: str  # "Game 3"
    document: Document
    paper: bool = False
    keep_scores: bool = False
    started_at: datetime | None = None
    finished_at: datetime | None = None
    archived_at: datetime | None = None
    ended_early: bool | None = None
    recorded: tuple[datetime | None, ...] = ()  # by hand; () where nothing is said
    note: str | None = None
    place: str | None = None
    table_number: int | None = None
    next_dealer: int | None = None
    next_passing: str | None = None
    remarks: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A player of a club document's roster."""

    name: str
    guest: bool = False
    archived_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the person who imports says of the file; None: found out, or the usual.

    `written` is `points` or `totals`, `day_first` how 3/4/2024 is read, `day` when games without a date were
    played, `unfinished` whether paper games that stop before their end are to be left open, `rules` what
    differs from the standard game on a paper sheet, `again` whether games that are here already come in once
    more. `names` says who a name of the file is here, by the folded name in the file; "" is nobody: a column
    of a wide sheet that is no player's.
    """

    written: str | None = None
    day_first: bool | None = None
    day: date | None = None
    unfinished: bool | None = None
    rules: tuple[tuple[str, object], ...] = ()
    again: bool = False
    names: tuple[tuple[str, str], ...] = ()

    @property
    def name_of(self) -> Mapping[str, str]:
        """Who a folded name of the file is to be here."""
        return dict(self.names)

    @property
    def no_players(self) -> tuple[str, ...]:
        """The folded names that are nobody's."""
        return tuple(folded for folded, name in self.names if not name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrivals:
    """All that a file holds: how it was `understood`, in sentences, and `faults` it cannot come in for."""

    kind: str  # "paper sheet", "game document", "club document"
    games: tuple[Arrival, ...]
    members: tuple[Member, ...] = ()
    club: str | None = None
    zone: str | None = None
    understood: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    written: str | None = None  # points or totals, of a paper sheet
    by_column: bool = False  # each player has a column of the sheet
    day_first: bool | None = None  # where days could be read either way: how they were
