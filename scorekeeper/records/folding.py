"""From finished games to figures: what they come to for each player, and which were the club's records.

A stretch of games is folded into a `Fold`, and two stretches put together (`then`) are the same as all their
games folded at once. So months are put together to years and years to all, and nobody counts ten years again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from scorekeeper.records.lines import FIELDS, Line

RECORDS_KEPT: Final = 3  # of each kind

# A kind of record: whether more is better.
LOWEST_WIN, COMEBACK, LONGEST, OVERTIME, MOONS, CLOSEST, CLEAN_RUN = (
    "lowest_win", "comeback", "longest", "overtime", "moons", "closest", "clean_run",
)  # fmt: skip
RECORD_KINDS: Final[Mapping[str, bool]] = {
    LOWEST_WIN: False,
    COMEBACK: True,
    CLOSEST: False,
    LONGEST: True,
    OVERTIME: True,
    MOONS: True,
    CLEAN_RUN: True,
}


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


def _line(game: GameOver, seat: SeatOver, shared: bool) -> Line:
    won = int(seat.won)
    return Line(
        games=1,
        wins=won,
        shared=won * shared,
        places=seat.place,
        hands=game.hands,
        score=seat.score,
        known=game.known_hands,
        clean=seat.clean,
        hearts=seat.hearts,
        queens=seat.queens,
        moons=seat.moons,
        suns=seat.suns,
        moons_against=seat.moons_against,
        suns_against=seat.suns_against,
        streak_first=won,
        streak=won,
        streak_longest=won,
        best_hand=seat.best_hand,
        worst_hand=seat.worst_hand,
        best_game=seat.total,
        worst_game=seat.total,
    )


@dataclass(frozen=True, slots=True)
class Feat:
    """What stands in the records: a figure, the game it was done in, and by whom (player ids)."""

    value: int
    game_id: int
    players: tuple[int, ...]


@dataclass(slots=True)
class Fold:
    """What some games of one scale come to: a line a player, and the records, best and earliest first."""

    games: int = 0
    lines: dict[int, Line] = field(default_factory=dict)
    records: dict[str, tuple[Feat, ...]] = field(default_factory=dict)

    def then(self, later: Fold) -> Fold:
        """Both stretches as one, `later` after this one."""
        lines = dict(self.lines)
        for player, line in later.lines.items():
            lines[player] = lines[player].then(line) if player in lines else line
        kinds = [kind for kind in RECORD_KINDS if kind in self.records or kind in later.records]
        records = {
            kind: _best(kind, (*self.records.get(kind, ()), *later.records.get(kind, ()))) for kind in kinds
        }
        return Fold(self.games + later.games, lines, records)

    def content(self) -> dict[str, Any]:
        """The fold ready for JSON, but for the number of games; `from_content` reads it."""
        return {
            "lines": {
                str(player): [getattr(line, name) for name in FIELDS] for player, line in self.lines.items()
            },
            "records": {
                kind: [[feat.value, feat.game_id, list(feat.players)] for feat in feats]
                for kind, feats in self.records.items()
            },
        }

    @classmethod
    def from_content(cls, games: int, content: Mapping[str, Any]) -> Fold:
        """`content` read backwards."""
        return cls(
            games=games,
            lines={int(player): Line(*line) for player, line in content["lines"].items()},
            records={
                kind: tuple(Feat(value, game_id, tuple(players)) for value, game_id, players in feats)
                for kind, feats in content["records"].items()
            },
        )


def fold(games: Iterable[GameOver]) -> Fold:
    """Fold games of one scale, in the order they were begun in."""
    whole = Fold()
    for game in games:
        whole = whole.then(_alone(game))
    return whole


def _alone(game: GameOver) -> Fold:
    shared = game.shared
    lines = {seat.player_id: _line(game, seat, shared) for seat in game.seats}
    return Fold(1, lines, {} if game.ended_early else _feats(game))


def _best(kind: str, feats: Sequence[Feat]) -> tuple[Feat, ...]:
    sign = -1 if RECORD_KINDS[kind] else 1
    return tuple(sorted(feats, key=lambda feat: sign * feat.value)[:RECORDS_KEPT])


def _feats(game: GameOver) -> dict[str, tuple[Feat, ...]]:
    """What a game that came to its end puts forward; no moon, no overtime and the like are nothing."""
    winning = game.winning
    winners = tuple(seat.player_id for seat in winning)
    shooters = tuple(seat.player_id for seat in game.seats if seat.moons + seat.suns)
    run = max(seat.clean_run for seat in game.seats)
    found = {
        LOWEST_WIN: (game.side_total(winning[0]), winners),
        LONGEST: (game.hands, winners),
        COMEBACK: (max(seat.behind for seat in winning), winners),
        CLOSEST: (game.margin, winners),
        OVERTIME: (game.overtime_hands, winners),
        MOONS: (sum(seat.moons + seat.suns for seat in game.seats), shooters),
        CLEAN_RUN: (run, tuple(seat.player_id for seat in game.seats if seat.clean_run == run)),
    }
    return {
        kind: (Feat(value, game.id, players),)
        for kind, (value, players) in found.items()
        if kind == LOWEST_WIN or value > 0
    }
