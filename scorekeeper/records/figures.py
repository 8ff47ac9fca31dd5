"""The derived figures of a game: all worked out here from its facts, never counted on by hand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from scorekeeper.hearts.game import Position, Result, places
from scorekeeper.hearts.scales import scale_of
from scorekeeper.records.sums import NO_SUMS, GameSums, SeatSums, game_sums, seat_sums

if TYPE_CHECKING:
    from scorekeeper.hearts.rules import Rules
    from scorekeeper.records.books import Contents

PLAYING: Final = "playing"
OVERTIME: Final = "overtime"
OVER: Final = "over"


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """What follows for one seat: `place` from 1 and `won` once the game is over."""

    team: int | None
    total: int
    place: int | None
    won: bool
    sums: SeatSums = NO_SUMS


@dataclass(frozen=True, slots=True)
class HandFigures:
    """What follows for one hand; a deleted one has nothing, one after the end only its number and that."""

    number: int | None
    dealer: int | None
    passing: str | None
    shooter: int | None
    sun: bool
    after_end: bool
    scores: tuple[int | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Everything derived of one game; `seats` by position, `hands` beside the book's hands.

    `scale` says which games its scores compare with (`hearts.scales`).
    """

    state: str
    hands_played: int
    finished_at: datetime | None
    scale: str
    sums: GameSums
    seats: tuple[SeatFigures, ...]
    hands: tuple[HandFigures, ...]


# Of a game that is not in the books yet.
NO_FIGURES: Final = Figures(
    state=PLAYING, hands_played=0, finished_at=None, scale="", sums=GameSums(), seats=(), hands=()
)


def derive(book: Contents, moment: datetime) -> Figures:
    """The figures that follow from the book's facts.

    `moment` is when a game that was not over is finished; one that was and stays over keeps its own.
    """
    position = book.played.position
    over = position.over or book.ended_early
    unfinished = OVERTIME if position.overtime else PLAYING
    finished_at = (book.figures.finished_at or moment) if over else None
    return Figures(
        state=OVER if over else unfinished,
        hands_played=sum(result is not None and result.valid for result in book.played.results),
        finished_at=finished_at,
        scale=scale_of(book.rules),
        sums=game_sums(book.rules, book.start, book.played.results, position.totals) if over else GameSums(),
        seats=_seats(book, position),
        hands=_hands(book),
    )


def _seats(book: Contents, position: Position) -> tuple[SeatFigures, ...]:
    rules, over = book.rules, position.over or book.ended_early
    ranking = places(rules, position.totals)
    sums = seat_sums(rules, book.played.results) if over else (NO_SUMS,) * rules.players
    figures = []
    for seat, total in enumerate(position.totals):
        # Ended early, lowest has won, shared on a tie (docs/rules.md, "When the table does otherwise").
        won = rules.team_of(seat) in position.winners if position.over else over and ranking[seat] == 1
        team = rules.team_of(seat) if rules.teams else None
        figures.append(SeatFigures(team, total, ranking[seat] if over else None, won, sums[seat]))
    return tuple(figures)


def _hands(book: Contents) -> tuple[HandFigures, ...]:
    results = iter(book.played.results)
    number = book.start.hand_number
    figures = []
    for hand in book.hands:
        if hand.deleted_at is not None:
            figures.append(_figures_of(None, None, book.rules))
        else:
            figures.append(_figures_of(number, next(results), book.rules))
            number += 1
    return tuple(figures)


def _figures_of(number: int | None, result: Result | None, rules: Rules) -> HandFigures:
    counts = result is not None and result.valid
    return HandFigures(
        number=number,
        dealer=result.dealer if result is not None and counts else None,
        passing=result.passing if result is not None and counts else None,
        shooter=result.shooter if result is not None and counts else None,
        sun=result.sun if result is not None and counts else False,
        after_end=result is not None and result.after_end,
        scores=(result.scores if result is not None and counts else None) or (None,) * rules.players,
    )
