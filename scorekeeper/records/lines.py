"""A line of the standings: what some games come to for one player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from scorekeeper.records.over import GameOver, SeatOver


@dataclass(slots=True)
class Line:
    """What some games come to for one player. Sums, from which the properties below follow.

    `games` are finished ones with at least one hand, ended early or not. `wins` holds shared wins too,
    `shared` is how many of them were. `places` adds up the places (two firsts, then a third). `hands` and
    `score` are all hands that count; `known` those whose cards are known: `clean`, `hearts` and `queens` are
    counted in them alone. `best_game` and `worst_game` are the lowest and highest total a game ended with.
    Streaks are games won in a row, shared ones too: at the beginning, at the end, and the longest.
    """

    games: int = 0
    wins: int = 0
    shared: int = 0
    places: int = 0
    hands: int = 0
    score: int = 0
    known: int = 0
    clean: int = 0
    hearts: int = 0
    queens: int = 0
    moons: int = 0
    suns: int = 0
    moons_against: int = 0
    suns_against: int = 0
    streak_first: int = 0
    streak: int = 0
    streak_longest: int = 0
    best_hand: int | None = None
    worst_hand: int | None = None
    best_game: int | None = None
    worst_game: int | None = None

    @property
    def win_rate(self) -> float:
        """Games won of all, from 0 to 1; a shared win is a win."""
        return self.wins / self.games

    @property
    def per_hand(self) -> float | None:
        """Average score a hand."""
        return self.score / self.hands if self.hands else None

    @property
    def average_place(self) -> float:
        """Average place; sharing the first place is a first place."""
        return self.places / self.games

    @property
    def queen_rate(self) -> float | None:
        """Q♠ a hand whose cards are known, from 0 to 1 (two decks: to 2); None without such a hand."""
        return self.queens / self.known if self.known else None

    @property
    def hearts_per_hand(self) -> float | None:
        """Hearts a hand whose cards are known."""
        return self.hearts / self.known if self.known else None

    @property
    def clean_rate(self) -> float | None:
        """Clean hands of those whose cards are known, from 0 to 1."""
        return self.clean / self.known if self.known else None

    def add(self, game: GameOver, seat: SeatOver, *, shared: bool) -> None:
        """Take in the next game of this player, who sat at that seat."""
        if seat.won:
            if self.streak_first == self.games:
                self.streak_first += 1
            self.wins += 1
            self.shared += shared
            self.streak += 1
            self.streak_longest = max(self.streak_longest, self.streak)
        else:
            self.streak = 0
        self.games += 1
        self.places += seat.place
        self.hands += game.hands
        self.score += seat.score
        self.known += game.known_hands
        self.clean += seat.clean
        self.hearts += seat.hearts
        self.queens += seat.queens
        self.moons += seat.moons
        self.suns += seat.suns
        self.moons_against += seat.moons_against
        self.suns_against += seat.suns_against
        self.best_hand = _least(self.best_hand, seat.best_hand)
        self.worst_hand = _most(self.worst_hand, seat.worst_hand)
        self.best_game = _least(self.best_game, seat.total)
        self.worst_game = _most(self.worst_game, seat.total)

    def then(self, later: Line) -> Line:
        """This player's figures over both stretches, `later` after this one."""
        return Line(
            **{name: getattr(self, name) + getattr(later, name) for name in _SUMS},
            streak_first=self.games + later.streak_first if self._all_won else self.streak_first,
            streak=self.streak + later.games if later._all_won else later.streak,
            streak_longest=max(self.streak_longest, later.streak_longest, self.streak + later.streak_first),
            best_hand=_least(self.best_hand, later.best_hand),
            worst_hand=_most(self.worst_hand, later.worst_hand),
            best_game=_least(self.best_game, later.best_game),
            worst_game=_most(self.worst_game, later.worst_game),
        )

    @property
    def _all_won(self) -> bool:
        return self.wins == self.games


FIELDS: Final = tuple(Line.__dataclass_fields__)
_SUMS: Final = FIELDS[: FIELDS.index("streak_first")]


def _least(one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


def _most(one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return other if one is None else one
    return max(one, other)
