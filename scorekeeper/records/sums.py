"""What a finished game comes to for each seat, summed over its hands: the ground every standing is built on.

Worked out once a game is over, from the results of `hearts.game.play` and nothing else; while it is played
everything here is nought. A hand counts where it is valid and lies before the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from scorekeeper.hearts.ending import standing
from scorekeeper.hearts.facts import Taken
from scorekeeper.hearts.game import begin
from scorekeeper.hearts.results import Result, Start
from scorekeeper.hearts.rules import Rules


@dataclass(frozen=True, slots=True)
class SeatSums:
    """One seat's sums. A hand's cards are known for all seats or for none (`GameSums.known_hands`).

    `score` is the sum of its scores, start, floor and resets left out. `clean` are hands of known cards in
    which it took no penalty card and got no point; `clean_run` is the longest row of them, which a hand whose
    cards are not known breaks. `hearts` and `queens` are cards taken in hands of known cards. `moons` and
    `suns` are those it shot (a sun is no moon as well), `moons_against` and `suns_against` those another side
    shot. `best_hand` and `worst_hand` are its lowest and highest score. `behind` is how far its side was ever
    behind the lowest after a hand.
    """

    score: int = 0
    clean: int = 0
    clean_run: int = 0
    hearts: int = 0
    queens: int = 0
    moons: int = 0
    suns: int = 0
    moons_against: int = 0
    suns_against: int = 0
    best_hand: int | None = None
    worst_hand: int | None = None
    behind: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSums:
    """The game's own: hands whose cards are known, hands played in overtime, and by how much it was won.

    `margin` is how far the second side was behind the first, 0 where the win is shared; None before the end.
    """

    known_hands: int = 0
    overtime_hands: int = 0
    margin: int | None = None


NO_SUMS: Final = SeatSums()
SEAT_SUMS: Final = tuple(SeatSums.__dataclass_fields__)
GAME_SUMS: Final = tuple(GameSums.__dataclass_fields__)


def game_sums(
    rules: Rules, start: Start, results: Sequence[Result | None], totals: Sequence[int]
) -> GameSums:
    """The sums of a game that is over; `totals` are its last."""
    counted = counting(results)
    low, second = sorted(standing(rules, totals))[:2]
    before = [begin(rules, start).overtime, *(result.overtime for result in counted)]
    return GameSums(
        known_hands=sum(result.captures is not None for result in counted),
        overtime_hands=sum(before[: len(counted)]),
        margin=second - low,
    )


def seat_sums(rules: Rules, results: Sequence[Result | None]) -> tuple[SeatSums, ...]:
    """The sums of each seat of a game that is over."""
    counted = counting(results)
    return tuple(_of_seat(rules, counted, seat) for seat in range(rules.players))


def counting(results: Sequence[Result | None]) -> list[Result]:
    """The results that count: of valid hands before the end."""
    return [result for result in results if result is not None and result.valid]


def _of_seat(rules: Rules, results: Sequence[Result], seat: int) -> SeatSums:
    scores = [result.scores[seat] for result in results if result.scores]
    known = [result.captures[seat] for result in results if result.captures]
    clean = [_is_clean(rules, result, seat) for result in results]
    shot = [result.sun for result in results if result.shooter == seat]
    against = [result.sun for result in results if _is_against(rules, result.shooter, seat)]
    return SeatSums(
        score=sum(scores),
        clean=sum(clean),
        clean_run=max((len(list(run)) for is_clean, run in groupby(clean) if is_clean), default=0),
        hearts=sum(taken.hearts for taken in known),
        queens=sum(taken.queen for taken in known) if "queen" in rules.named else 0,
        moons=len(shot) - sum(shot),
        suns=sum(shot),
        moons_against=len(against) - sum(against),
        suns_against=sum(against),
        best_hand=min(scores, default=None),
        worst_hand=max(scores, default=None),
        behind=max((_behind(rules, result, seat) for result in results), default=0),
    )


def _is_clean(rules: Rules, result: Result, seat: int) -> bool:
    if result.captures is None or result.scores is None:
        return False
    return took_nothing(rules, result.captures[seat]) and result.scores[seat] <= 0


def took_nothing(rules: Rules, taken: Taken) -> bool:
    """Whether there is no penalty card in what a seat took."""
    return taken.hearts == 0 and not any(getattr(taken, card) for card in rules.penalty_named)


def _is_against(rules: Rules, shooter: int | None, seat: int) -> bool:
    return shooter is not None and rules.team_of(shooter) != rules.team_of(seat)


def _behind(rules: Rules, result: Result, seat: int) -> int:
    sides = standing(rules, result.totals or ())
    return sides[rules.team_of(seat)] - min(sides)
