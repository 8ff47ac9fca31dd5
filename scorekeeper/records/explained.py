"""What captures explain points, remembered: a big file holds the same few thousand hands again and again."""

from __future__ import annotations

from functools import lru_cache

from scorekeeper.hearts.captures import Reading, read_points
from scorekeeper.hearts.rules import Rules


@lru_cache(maxsize=1 << 16)
def explain(rules: Rules, points: tuple[int, ...]) -> Reading:
    """What points say under these rules (docs/rules.md, "Points only")."""
    return read_points(rules, points)


def adds_up(rules: Rules, points: tuple[int, ...]) -> bool:
    """Whether some cards give these points."""
    return not explain(rules, points).faults
