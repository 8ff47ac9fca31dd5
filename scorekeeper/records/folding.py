"""From finished games to figures: what they come to for each player, and which were the club's records.

A stretch of games is folded into a `Fold`, and two stretches put together (`then`) are the same as all their
games folded at once. So months are put together to years and years to all, and nobody counts ten years again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from scorekeeper.records.lines import FIELDS, Line
from scorekeeper.records.over import GameOver

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

    def add(self, game: GameOver) -> None:
        """Take in the next game."""
        self.games += 1
        shared = game.shared
        for seat in game.seats:
            line = self.lines.get(seat.player_id)
            if line is None:
                line = self.lines[seat.player_id] = Line()
            line.add(game, seat, shared=shared)
        if not game.ended_early:
            for kind, feat in _feats(game):
                self.records[kind] = _best(kind, (*self.records.get(kind, ()), feat))

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
        whole.add(game)
    return whole


def _best(kind: str, feats: tuple[Feat, ...]) -> tuple[Feat, ...]:
    """The best of them, which stand in order but for the last ones; of equals the earlier stays before."""
    more_is_better = RECORD_KINDS[kind]
    in_order = sorted(feats, key=_value, reverse=more_is_better)
    return tuple(in_order[:RECORDS_KEPT])


def _value(feat: Feat) -> int:
    return feat.value


def _feats(game: GameOver) -> Iterator[tuple[str, Feat]]:
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
    for kind, (value, players) in found.items():
        if kind == LOWEST_WIN or value > 0:
            yield kind, Feat(value, game.id, players)
