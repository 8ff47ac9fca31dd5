"""One game as it lies in the books: its facts and its derived figures, read in three queries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import groupby
from typing import Any, Final

from sqlalchemy import RowMapping, select
from sqlalchemy.orm import Session

from scorekeeper.hearts.cards import NAMED_CARDS
from scorekeeper.hearts.facts import Facts, Taken
from scorekeeper.hearts.game import Played, Start, play
from scorekeeper.hearts.rules import Rules
from scorekeeper.records.errors import NotFound
from scorekeeper.records.figures import Figures, HandFigures, SeatFigures
from scorekeeper.records.keys import is_key
from scorekeeper.records.models import Club, Game, Hand, Player, Seat, TakenRow

GAP: Final = 1024  # between the ordinals of hands recorded one after the other

Columns = RowMapping | dict[str, Any]  # of a row, or of a snapshot of one


@dataclass(frozen=True, slots=True, kw_only=True)
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


def load(session: Session, game_key: str, *, lock: bool = False) -> Book:
    """Read a game: three queries, however many hands. Raises NotFound.

    `lock` keeps its row until the transaction ends (PostgreSQL; on SQLite a write has the whole file). The
    first query locks, so what the others read is what the last change left.
    """
    query = select(Game, Club).join(Club, Club.id == Game.club_id).where(Game.key == game_key)
    if lock:
        query = query.with_for_update(of=Game)
    found = session.execute(query).one_or_none() if is_key(game_key) else None
    if found is None:
        raise NotFound(game_key)
    game, club = found
    seats = session.execute(_SEATS.where(Seat.game_id == game.id)).all()
    rules = Rules.from_mapping(game.rules, players=len(seats))
    hands, hand_figures = _hands(session, game, rules.players)
    return Book(
        club=club,
        game=game,
        names=tuple(seat.name for seat in seats),
        player_ids=tuple(seat.player_id for seat in seats),
        rules=rules,
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
            seats=tuple(SeatFigures(s.team, s.total, s.place, s.won) for s in seats),
            hands=hand_figures,
        ),
    )


_SEATS: Final = (
    select(Seat.player_id, Seat.team, Seat.total, Seat.place, Seat.won, Player.name)
    .join(Player, Player.id == Seat.player_id)
    .order_by(Seat.position)
)
_HAND_FIELDS: Final = (
    Hand.id,
    Hand.ordinal,
    Hand.moon_choice,
    Hand.said_dealer,
    Hand.said_passing,
    Hand.as_written,
    Hand.recorded_at,
    Hand.device_id,
    Hand.deleted_at,
    Hand.number,
    Hand.dealer,
    Hand.passing,
    Hand.shooter,
    Hand.sun,
    Hand.after_end,
)
_TAKEN_FIELDS: Final = (
    TakenRow.hearts,
    TakenRow.ranks,
    TakenRow.queen,
    TakenRow.jack,
    TakenRow.king_spades,
    TakenRow.ace_spades,
    TakenRow.tricks,
    TakenRow.points,
    TakenRow.score,
)
_HANDS: Final = (
    select(*_HAND_FIELDS, *_TAKEN_FIELDS)
    .join(TakenRow, TakenRow.hand_id == Hand.id)
    .order_by(Hand.ordinal, Hand.id, TakenRow.position)
)


def _hands(session: Session, game: Game, players: int) -> tuple[tuple[Kept, ...], tuple[HandFigures, ...]]:
    hands, figures = [], []
    rows = session.execute(_HANDS.where(Hand.game_id == game.id)).mappings()
    for _, group in groupby(rows, key=lambda row: row["id"]):
        taken = list(group)
        row = taken[0]
        hands.append(
            Kept(
                id=row["id"],
                ordinal=row["ordinal"],
                facts=facts_from(row, taken),
                recorded_at=row["recorded_at"],
                device_id=row["device_id"],
                deleted_at=row["deleted_at"],
            )
        )
        figures.append(
            HandFigures(
                number=row["number"],
                dealer=row["dealer"],
                passing=row["passing"],
                shooter=row["shooter"],
                sun=row["sun"],
                after_end=row["after_end"],
                scores=tuple(each["score"] for each in taken),
            )
        )
    return tuple(hands), tuple(figures)


def facts_from(hand: Columns, taken: Sequence[Columns]) -> Facts:
    """The facts in the columns of a hand and its captures by seat; `facts_columns` read backwards."""
    points = taken[0]["points"] is not None
    return Facts(
        taken=None if points else tuple(_taken_from(row) for row in taken),
        points=tuple(row["points"] for row in taken) if points else None,
        moon_choice=hand["moon_choice"],
        as_written=hand["as_written"],
        dealer=hand["said_dealer"],
        passing=hand["said_passing"],
    )


def _taken_from(row: Columns) -> Taken:
    return Taken(
        hearts=row["hearts"],
        ranks=None if row["ranks"] is None else tuple(row["ranks"].split()),
        queen=row["queen"],
        jack=row["jack"],
        king_spades=row["king_spades"],
        ace_spades=row["ace_spades"],
        tricks=row["tricks"],
    )


def facts_columns(facts: Facts) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The columns of a hand, and of its captures by seat, that keep these facts."""
    hand = {
        "moon_choice": facts.moon_choice,
        "said_dealer": facts.dealer,
        "said_passing": facts.passing,
        "as_written": facts.as_written,
    }
    return hand, [_taken_columns(entry) for entry in facts.taken or facts.points or ()]


def _taken_columns(entry: Taken | int | None) -> dict[str, Any]:
    taken = entry if isinstance(entry, Taken) else None
    return {
        "hearts": None if taken is None else taken.hearts,
        "ranks": None if taken is None or taken.ranks is None else " ".join(taken.ranks),
        **{card: 0 if taken is None else getattr(taken, card) for card in NAMED_CARDS},
        "tricks": None if taken is None else taken.tricks,
        "points": entry if taken is None else None,
    }


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
