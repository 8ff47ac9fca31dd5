"""A game that is over, as everything in a club's history looks at it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class SeatOver:
    """A seat of a game that is over: the columns of `models.Seat`; see `sums.SeatSums`."""

    player_id: int
    team: int | None
    total: int
    place: int
    won: bool
    score: int
    clean: int
    clean_run: int
    hearts: int
    queens: int
    moons: int
    suns: int
    moons_against: int
    suns_against: int
    best_hand: int | None
    worst_hand: int | None
    behind: int


@dataclass(frozen=True, slots=True)
class GameOver:
    """A game that is over, with at least one hand; see `sums.GameSums`. `seats` by position."""

    id: int
    started_at: datetime
    ended_early: bool
    scale: str
    players: int
    hands: int
    known_hands: int
    overtime_hands: int
    margin: int
    seats: tuple[SeatOver, ...]

    @property
    def winning(self) -> tuple[SeatOver, ...]:
        """The seats that have won."""
        return tuple(seat for seat in self.seats if seat.won)

    @property
    def shared(self) -> bool:
        """Whether more than one side has won."""
        return len({_side(place, seat) for place, seat in enumerate(self.seats) if seat.won}) > 1

    def side_total(self, seat: SeatOver) -> int:
        """What the seat's side came to: its own total, or its team's."""
        return sum(other.total for other in self.seats if other is seat or _together(other, seat))


def _side(position: int, seat: SeatOver) -> tuple[bool, int]:
    return (True, seat.team) if seat.team is not None else (False, position)


def _together(one: SeatOver, other: SeatOver) -> bool:
    return one.team is not None and one.team == other.team
