"""The score sheets of a real family (tests/data/family-sheets.csv), hand by hand."""

from __future__ import annotations

import csv
from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

SHEETS = Path(__file__).parent / "data" / "family-sheets.csv"
# Clockwise: in hand 1, passed to the left, player_1 received from player_4.
PLAYERS = ("player_1", "player_2", "player_3", "player_4")


@dataclass(frozen=True)
class WrittenHand:
    """One hand: what each seat added to its total, and whom each received its cards from (None: a hold)."""

    number: int
    points: tuple[int, ...]
    totals: tuple[int, ...]
    received_from: tuple[int | None, ...]

    @property
    def shooter(self) -> int | None:
        """Who shot the moon: the one seat without points where all others have 26."""
        return self.points.index(0) if sorted(self.points) == [0, 26, 26, 26] else None

    @property
    def queen(self) -> int:
        """Who had the queen. With 13 hearts in all, only that one can have 13 points or more."""
        if self.shooter is not None:
            return self.shooter
        (holder,) = (seat for seat, points in enumerate(self.points) if points >= 13)
        return holder

    @property
    def hearts(self) -> tuple[int, ...]:
        """The hearts each seat took."""
        if self.shooter is not None:
            return tuple(13 * (seat == self.shooter) for seat in range(4))
        return tuple(points - 13 * (seat == self.queen) for seat, points in enumerate(self.points))

    @property
    def passing(self) -> str:
        """Which way the cards went."""
        first = self.received_from[0]
        return {None: "hold", 3: "left", 1: "right", 2: "across"}[first]


def game(number: int) -> list[WrittenHand]:
    """The hands of one of the seven games."""
    totals: dict[int, list[int]] = defaultdict(lambda: [0] * 4)
    received: dict[int, list[int | None]] = defaultdict(lambda: [None] * 4)
    with SHEETS.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            if int(row["game_id"]) == number:
                seat, hand = PLAYERS.index(row["player"]), int(row["hand_id"])
                totals[hand][seat] = int(row["total_score"])
                giver = row["received_cards_from"]
                received[hand][seat] = PLAYERS.index(giver) if giver in PLAYERS else None
    before = [[0] * 4, *(totals[hand] for hand in sorted(totals))]
    return [
        WrittenHand(
            number=hand,
            points=tuple(now - then for now, then in zip(after, earlier, strict=True)),
            totals=tuple(after),
            received_from=tuple(received[hand]),
        )
        for hand, (earlier, after) in enumerate(pairwise(before), start=1)
    ]
