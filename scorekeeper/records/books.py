"""One game as it lies in the books: its facts and its derived figures, read in three queries."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import Connection, RowMapping, bindparam, select
from sqlalchemy.orm import Session

from scorekeeper.hearts.cards import NAMED_CARDS
from scorekeeper.hearts.facts import Facts, Taken
from scorekeeper.hearts.game import Played, Start, play
from scorekeeper.hearts.rules import Rules
from scorekeeper.records.errors import NotFound
from scorekeeper.records.figures import Figures, HandFigures, SeatFigures
from scorekeeper.records.keys import is_key
from scorekeeper.records.models import Club, Game, Hand, Player, Seat, TakenRow
from scorekeeper.records.sums import GAME_SUMS, SEAT_SUMS, GameSums, SeatSums

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


@dataclass(frozen=True, kw_only=True)
class Book:
    """The facts of one game, `hands` in order with deleted ones in their places; `figures` as stored."""

    club: Club
    game: Game
    names: tuple[str, ...]  # by seat
    player_ids: tuple[int, ...]
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

    def having(self, old: Kept, new: Kept) -> Book:
        """This book with one hand in place of another."""
        return replace(self, hands=tuple(new if hand is old else hand for hand in self.hands))


_GAME: Final = select(Game, Club).join(Club, Club.id == Game.club_id).where(Game.key == bindparam("game_key"))
_GAME_LOCKED: Final = _GAME.with_for_update(of=Game)
_SEATS: Final = (
    select(Player.name, Seat.player_id, Seat.team, Seat.total, Seat.place, Seat.won)
    .add_columns(*(getattr(Seat, name) for name in SEAT_SUMS))
    .join(Player, Player.id == Seat.player_id)
    .where(Seat.game_id == bindparam("game_id"))
    .order_by(Seat.position)
)
# What one seat captured, in the order of Taken's fields; the points stand last.
CAPTURE: Final = ("hearts", "ranks", *NAMED_CARDS, "tricks", "points")
_KEPT: Final = (Hand.id, Hand.ordinal, Hand.recorded_at, Hand.device_id, Hand.deleted_at)
_TOLD: Final = (Hand.moon_choice, Hand.as_written, Hand.said_dealer, Hand.said_passing)
_FIGURES: Final = (Hand.number, Hand.dealer, Hand.passing, Hand.shooter, Hand.sun, Hand.after_end)
# A row a seat. Hands and captures come in one question: what a hand says four times over weighs less than
# another way to the database and back.
_HANDS: Final = (
    select(*_KEPT, *_TOLD, *_FIGURES, TakenRow.position, TakenRow.score)
    .add_columns(*(getattr(TakenRow, name) for name in CAPTURE))
    .outerjoin(TakenRow, TakenRow.hand_id == Hand.id)
    .where(Hand.game_id == bindparam("game_id"))
    .order_by(Hand.ordinal, Hand.id, TakenRow.position)
)
_OF_KEPT, _OF_TOLD, _OF_FIGURES = slice(0, 5), slice(5, 9), slice(9, 15)
_POSITION, _SCORE, _OF_CAPTURE = 15, 16, slice(17, None)


def load(session: Session, game_key: str, *, lock: bool = False) -> Book:
    """Read a game: three queries, however many hands. Raises NotFound.

    `lock` keeps its row until the transaction ends (PostgreSQL; on SQLite a write has the whole file). The
    first query locks, so what the others read is what the last change left.
    """
    query = _GAME_LOCKED if lock else _GAME
    found = session.execute(query, {"game_key": game_key}).one_or_none() if is_key(game_key) else None
    if found is None:
        raise NotFound(game_key)
    return read(session, *found)


def read(session: Session, game: Game, club: Club) -> Book:
    """The book of a game whose own row has been read: two queries, however many hands."""
    # Past the session from here on: these are many rows, and nobody wants them as objects it keeps track of.
    connection = session.connection()
    seats = connection.execute(_SEATS, {"game_id": game.id}).all()
    hands, figures = _hands(connection, game)
    return Book(
        club=club,
        game=game,
        names=tuple(seat.name for seat in seats),
        player_ids=tuple(seat.player_id for seat in seats),
        rules=_rules(json.dumps(game.rules), len(seats)),
        carried=carried_from(game.start),
        first_dealer=game.first_dealer,
        ended_early=game.ended_early,
        next_dealer=game.next_dealer,
        next_passing=game.next_passing,
        hands=hands,
        figures=Figures(
            state=game.state,
            hands_played=game.hands_played,
            finished_at=game.finished_at,
            scale=game.scale,
            sums=GameSums(**{name: getattr(game, name) for name in GAME_SUMS}),
            seats=tuple(_seat_figures(*seat[2:]) for seat in seats),
            hands=figures,
        ),
    )


@lru_cache(maxsize=256)
def _rules(said: str, players: int) -> Rules:
    """The rules of a game, checked and worked out once: most tables play by a few."""
    return Rules.from_mapping(json.loads(said), players=players)


def _seat_figures(team: int | None, total: int, place: int | None, won: bool, *sums: Any) -> SeatFigures:
    return SeatFigures(team, total, place, won, SeatSums(**dict(zip(SEAT_SUMS, sums, strict=True))))


def _hands(connection: Connection, game: Game) -> tuple[tuple[Kept, ...], tuple[HandFigures, ...]]:
    hands, figures = [], []
    rows: Iterable[Sequence[Any]] = connection.execute(_HANDS, {"game_id": game.id})
    for _, group in groupby(rows, key=itemgetter(0)):
        seats = list(group)
        row = seats[0]
        if row[_POSITION] is None:
            raise LookupError(f"hand {row[0]} has no captures")
        facts = facts_told([seat[_OF_CAPTURE] for seat in seats], *row[_OF_TOLD])
        hand_id, ordinal, *how = row[_OF_KEPT]
        hands.append(Kept(hand_id, ordinal, facts, *how))
        scores = tuple(seat[_SCORE] for seat in seats)
        figures.append(HandFigures(*row[_OF_FIGURES], scores))  # type: ignore[call-arg]
    return tuple(hands), tuple(figures)


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
