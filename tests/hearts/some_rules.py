"""Rules at random, for tests that hold whatever a table plays by."""

from __future__ import annotations

from hypothesis import strategies as st

from scorekeeper.hearts.cards import RANKS
from scorekeeper.hearts.rotation import PASSINGS, is_possible
from scorekeeper.hearts.rules import Rules, RulesError
from scorekeeper.hearts.rules_checks import CHOICES, FLAGS, NUMBERS, team_layouts


def number(name: str) -> st.SearchStrategy[int | None]:
    low, high, nullable = NUMBERS[name]
    whole = (
        st.integers(low, high) | st.integers(max(low, 1), min(high, 60))
        if high > 1
        else st.integers(low, high)
    )
    return whole | st.none() if nullable else whole


@st.composite
def some_fields(draw: st.DrawFn) -> tuple[int, dict[str, object]]:
    """Players and fields that are each possible, and now and then contradict each other."""
    players = draw(st.integers(3, 10))
    ways = [passing for passing in PASSINGS if is_possible(passing, players)]
    every: dict[str, st.SearchStrategy[object]] = {
        **{name: st.sampled_from(values) for name, values in CHOICES.items()},
        **{name: st.booleans() for name in FLAGS},
        **{name: number(name) for name in NUMBERS},
        "hearts_removed": st.lists(st.sampled_from(RANKS), unique=True, max_size=12),
        "pass_cycle": st.none() | st.lists(st.sampled_from(ways), min_size=1, max_size=6),
        "teams": st.sampled_from([None, *([list(map(list, layout)) for layout in team_layouts(players)])]),
    }
    names = draw(st.lists(st.sampled_from(sorted(every)), unique=True, max_size=6))
    return players, {name: draw(every[name]) for name in names}


@st.composite
def some_rules(draw: st.DrawFn) -> Rules:
    """Rules that can be: of fields that contradict each other, the one that is refused is left out."""
    players, fields = draw(some_fields())
    while True:
        try:
            return Rules.from_mapping(fields, players=players)
        except RulesError as error:
            del fields[error.field]
