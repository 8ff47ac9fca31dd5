"""One game as it lies in the books: its facts and its derived figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any, Final, Self

from sqlalchemy import RowMapping

from scorekeeper.hearts.cards import NAMED_CARDS
from scorekeeper.hearts.facts import Facts, Taken
from scorekeeper.hearts.game import Played, Start, play
from scorekeeper.hearts.rules import Rules
from scorekeeper.records.errors import NotFound
from scorekeeper.records.figures import Figures

GAP: Final = 1024  # between the ordinals of hands recorded one after the other

Columns = RowMapping | dict[str, Any]  # of a row, or of a snapshot of one


@dataclass(frozen=True, slots=True)
class Kept:
    """A hand as kept. Its facts' `moon_choice` is the one applied, `dealer` and `passing` what was said."""

    id: int | None  # None: not in the books yet
    ordinal: int
    facts: Facts
    recorded_at: datetime
    device_id: str | None
    deleted_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ClubRow:
    """What a book says of the club."""

    id: int
    key: str
    name: str
    zone: str  # IANA name
    viewer_generation: int
    scorekeeper_generation: int
    host_generation: int
    archived_at: datetime | None


@dataclass(frozen=True, slots=True)
class GameRow:
    """What a book says of the game besides its contents."""

    id: int
    club_id: int
    key: str
    version: int
    stamp: str
    note: str | None
    place: str | None
    table_number: int | None
    started_at: datetime
    archived_at: datetime | None


@dataclass(frozen=True, kw_only=True)
class Contents:
    """The facts of one game, `hands` in order with deleted ones in their places; `figures` as stored."""

    rules: Rules
    carried: Start | None  # from paper; its dealer is not looked at
    first_dealer: int
    ended_early: bool
    next_dealer: int | None  # what the table said of the hand not yet recorded
    next_passing: str | None
    hands: tuple[Kept, ...]
    figures: Figures

    @cached_property
    def live(self) -> tuple[Kept, ...]:
        """The hands that are not deleted."""
        return tuple(hand for hand in self.hands if hand.deleted_at is None)

    @property
    def start(self) -> Start:
        """Where the first hand starts from."""
        carried = self.carried or Start(totals=(0,) * self.rules.players)
        return replace(carried, dealer=self.first_dealer)

    @cached_property
    def played(self) -> Played:
        """All hands played through; `results` stand beside `live`."""
        return play(self.rules, self.start, [hand.facts for hand in self.live])

    def number_of(self, hand: Kept) -> int:
        """The number the table knows a live hand by; the first one's is the start's."""
        return self.start.hand_number + self.live.index(hand)

    @property
    def next_number(self) -> int:
        """The number of the hand not yet recorded."""
        return self.start.hand_number + len(self.live)

    def hand(self, number: int) -> Kept:
        """The live hand of that number. Raises NotFound."""
        index = number - self.start.hand_number
        if not 0 <= index < len(self.live):
            raise NotFound(number)
        return self.live[index]

    def hand_by_id(self, hand_id: int) -> Kept:
        """The hand, deleted or not. Raises NotFound."""
        for hand in self.hands:
            if hand.id == hand_id:
                return hand
        raise NotFound(hand_id)

    def having(self, old: Kept, new: Kept) -> Self:
        """The same with one hand in place of another."""
        return replace(self, hands=tuple(new if hand is old else hand for hand in self.hands))


@dataclass(frozen=True, kw_only=True)
class Book(Contents):
    """A game as it lies in the books: its contents, whose it is and who plays."""

    club: ClubRow
    game: GameRow
    names: tuple[str, ...]  # by seat
    player_ids: tuple[int, ...]


# What one seat captured, in the order of Taken's fields; the points stand last.
CAPTURE: Final = ("hearts", "ranks", *NAMED_CARDS, "tricks", "points")


def facts_from(hand: Columns, taken: Sequence[Columns]) -> Facts:
    """The facts in the columns of a hand and of its captures by seat, found by their names."""
    captures = [[row[name] for name in CAPTURE] for row in taken]
    return facts_told(
        captures, hand["moon_choice"], hand["as_written"], hand["said_dealer"], hand["said_passing"]
    )


def facts_told(
    captures: Sequence[Sequence[Any]],
    choice: str | None,
    as_written: bool,
    dealer: int | None,
    passing: str | None,
) -> Facts:
    """The facts of a hand; `captures` by seat, each in the order of CAPTURE."""
    points = captures[0][-1] is not None
    return Facts(
        taken=None if points else tuple(_taken_from(*capture) for capture in captures),
        points=tuple(capture[-1] for capture in captures) if points else None,
        moon_choice=choice,
        as_written=as_written,
        dealer=dealer,
        passing=passing,
    )


def _taken_from(hearts: int, ranks: str | None, *rest: Any) -> Taken:
    return Taken(hearts, None if ranks is None else tuple(ranks.split()), *rest[:-1])


def captures_of(facts: Facts) -> list[dict[str, Any]]:
    """The columns of a hand's captures, by seat."""
    return [_capture(entry) for entry in facts.taken or facts.points or ()]


def _capture(entry: Taken | int | None) -> dict[str, Any]:
    if not isinstance(entry, Taken):
        return {**_NOTHING_TAKEN, "points": entry}
    return {
        "hearts": entry.hearts,
        "ranks": None if entry.ranks is None else " ".join(entry.ranks),
        "queen": entry.queen,
        "jack": entry.jack,
        "king_spades": entry.king_spades,
        "ace_spades": entry.ace_spades,
        "tricks": entry.tricks,
        "points": None,
    }


_NOTHING_TAKEN: Final = {"hearts": None, "ranks": None, **dict.fromkeys(NAMED_CARDS, 0), "tricks": None}


def carried_from(kept: Mapping[str, Any] | None) -> Start | None:
    """A start carried over from paper, as game.start keeps it."""
    if kept is None:
        return None
    return Start(totals=tuple(kept["totals"]), hand_number=kept["hand_number"], overtime=kept["overtime"])


def carried_columns(carried: Start | None) -> dict[str, Any] | None:
    """`carried_from` read backwards; the dealer is kept in game.first_dealer."""
    if carried is None:
        return None
    return {
        "totals": list(carried.totals),
        "hand_number": carried.hand_number,
        "overtime": carried.overtime,
    }


def spread(hands: Iterable[Kept]) -> tuple[Kept, ...]:
    """The same hands in the same order with fresh gaps between them."""
    return tuple(replace(hand, ordinal=GAP * place) for place, hand in enumerate(hands, start=1))
