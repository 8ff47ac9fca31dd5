"""How many hands a second are replayed from facts on one core."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator

from benchmarks.bench import Bench
from benchmarks.row import Row
from scorekeeper.hearts.game import Start, play
from scorekeeper.hearts.rules import Rules
from scorekeeper.hearts.taken import Facts, Taken

BUDGET = 20_000
GAMES = 1_000
HANDS = 12
RUNS = 7


def some_hand(rng: random.Random) -> Facts:
    """A hand of four as they fall: hearts anywhere, the queen with somebody, one in thirty a moon."""
    if rng.random() < 1 / 30:
        shooter = rng.randrange(4)
        return Facts(taken=tuple(Taken(13, queen=1) if seat == shooter else Taken(0) for seat in range(4)))
    hearts = [0] * 4
    for _ in range(13):
        hearts[rng.randrange(4)] += 1
    queen = rng.randrange(4)
    return Facts(taken=tuple(Taken(count, queen=int(seat == queen)) for seat, count in enumerate(hearts)))


def hands_per_second(games: list[list[Facts]], rules: Rules) -> float:
    """The median rate of several runs, by processor time: other work on the machine is not counted."""
    start = Start((0,) * rules.players)
    rates = []
    for _ in range(RUNS):
        began = time.process_time()
        for hands in games:
            play(rules, start, hands)
        rates.append(sum(map(len, games)) / (time.process_time() - began))
    return statistics.median(rates)


def rows(_bench: Bench) -> Iterator[Row]:
    """The rate for the standard game; no limit ends it early, so that every hand is scored."""
    rng = random.Random(13)  # the same hands in every run
    games = [[some_hand(rng) for _ in range(HANDS)] for _ in range(GAMES)]
    rate = hands_per_second(games, Rules(limit=1_000))
    yield Row.at_least("hands scored from facts on one core", BUDGET, rate, "hands/s")
