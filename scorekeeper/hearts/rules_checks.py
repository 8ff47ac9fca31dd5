"""What rules may not be: every field by itself, then those that must agree with one another.

The tables below follow docs/rules.md, "House rules" and "What rules may not be". A switch that asks for
something the game does not have is refused; a mere value of something switched off (the worth of a bonus card
that is not in play) changes nothing and is kept, so that switching it back on finds it there.
"""

from __future__ import annotations

from collections.abc import Iterable
from reprlib import Repr
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from scorekeeper.hearts.cards import RANKS
from scorekeeper.hearts.rotation import PASSINGS, SCATTER, is_possible

if TYPE_CHECKING:
    from scorekeeper.hearts.rules import Rules

FEWEST_PLAYERS, MOST_PLAYERS = 3, 10
# Upper ends are far above anything a table plays to. Points have theirs so that no total outgrows a database
# integer of 32 bits: two hundred suns of twice the highest moon stay far below it. A limit is never added to.
MOST_LIMIT = 10**15
MOST_POINTS = 100_000
LONGEST_CYCLE = 60

CHOICES: Final = MappingProxyType(
    {
        "moon": ("add", "subtract", "choice", "no_handing_win", "avoid_ending", "off"),
        "jack": ("off", "JD", "TD"),
        "jack_in_moon": ("separate", "absorbed"),
        "hearts": ("one", "rank"),
        "kitty": ("none", "out_of_play"),
        "tie": ("play_on", "share"),
    }
)
FLAGS: Final = (
    "sun",
    "jack_needed_for_moon",
    "team_moon",
    "overtime_latched",
    "floor_zero",
    "queen_breaks_hearts",
    "points_on_first_trick",
    "hearts_lead_any_time",
)
# field: (lowest, highest, may be null)
NUMBERS: Final = MappingProxyType(
    {
        "limit": (1, MOST_LIMIT, False),
        "max_hands": (1, MOST_LIMIT, True),
        "moon_value": (1, MOST_POINTS, True),
        "jack_value": (-MOST_POINTS, -1, False),
        "queen_points": (0, MOST_POINTS, False),
        "king_spades_points": (0, MOST_POINTS, False),
        "ace_spades_points": (0, MOST_POINTS, False),
        "decks": (1, 2, False),
        "exact_limit_reset": (0, MOST_LIMIT, True),
        "no_trick_bonus": (0, MOST_POINTS, False),
        "pass_count": (1, 52, False),
    }
)

_LIST = (list, tuple)
_short = Repr()
_short.maxstring = _short.maxother = 60
_short.maxlist = _short.maxtuple = 12


class RulesError(ValueError):
    """Rules that cannot be: the field, the value that came in, and a clause that says what would be right."""

    def __init__(self, field: str, value: object, right: str) -> None:
        super().__init__(field, value, right)
        # A field nobody knows may be named anything at all; the sentence must stay short and printable.
        self.field = field if isinstance(field, str) and field.isidentifier() else _quoted(field)
        self.value = value
        self.right = right

    def __str__(self) -> str:
        """Say it in one sentence; what came in is quoted, shortened where it is long."""
        return f"{self.field[:60]} cannot be {_quoted(self.value)}: {self.right}."


def _quoted(value: object) -> str:
    try:
        return _short.repr(value)
    except ValueError:  # Python refuses to write out an int of more than 4,300 digits
        return "a number that long"


def check_field(name: str, value: object, players: int) -> None:
    """Refuse a value that is wrong whatever the other fields say. Raises RulesError."""
    if name in CHOICES:
        if not isinstance(value, str) or value not in CHOICES[name]:
            raise RulesError(name, value, f"it must be one of {', '.join(CHOICES[name])}")
    elif name in FLAGS:
        if type(value) is not bool:
            raise RulesError(name, value, "it must be true or false")
    elif name in NUMBERS:
        low, high, nullable = NUMBERS[name]
        if not (value is None and nullable):
            check_whole(name, value, low, high, ", or null for none" if nullable else "")
    elif name == "hearts_removed":
        _check_hearts_removed(value)
    elif name == "pass_cycle":
        _check_cycle(value, players)
    elif name == "teams":
        _check_teams(value, players)


def check_whole(name: str, value: object, low: int, high: int, also: str = "") -> None:
    """Refuse what is no whole number from `low` to `high`; true and false are none. Raises RulesError."""
    if type(value) is not int or not low <= value <= high:
        raise RulesError(name, value, f"it must be a whole number from {low} to {high}{also}")


def _check_hearts_removed(value: object) -> None:
    if not isinstance(value, _LIST) or not _all_in(value, RANKS) or len(set(value)) < len(value):
        raise RulesError(
            "hearts_removed", value, f"it must be a list of ranks, each once: {', '.join(RANKS)}"
        )
    if len(value) == len(RANKS):
        raise RulesError("hearts_removed", value, "at least one heart must stay in the deck")


def _check_cycle(value: object, players: int) -> None:
    if value is None:
        return
    possible = tuple(passing for passing in PASSINGS if is_possible(passing, players))
    if not isinstance(value, _LIST) or not 0 < len(value) <= LONGEST_CYCLE or not _all_in(value, PASSINGS):
        right = (
            f"it must be a list of 1 to {LONGEST_CYCLE} of {', '.join(possible)}, or null for the usual one"
        )
        raise RulesError("pass_cycle", value, right)
    for passing in value:
        if not is_possible(passing, players):
            right = f"nobody sits across at a table of {players}, which can pass {', '.join(possible)}"
            raise RulesError("pass_cycle", value, right)


def team_layouts(players: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The ways such a table can sit as teams: equal sides of two or more with partners opposite, pairs first.

    Four: [[0, 2], [1, 3]]. Six: three pairs, or two sides of three who sit in turn. An odd table has none.
    """
    if players % 2:
        return ()
    sizes = (size for size in range(2, players // 2 + 1) if players % size == 0)
    return tuple(
        tuple(tuple(range(first, players, players // size)) for first in range(players // size))
        for size in sizes
    )


def _check_teams(value: object, players: int) -> None:
    if value is None:
        return
    layouts = team_layouts(players)
    if not layouts:
        raise RulesError("teams", value, f"teams need an even number of players, and there are {players}")
    if isinstance(value, _LIST) and all(_all_in(team, range(players)) for team in value):
        sides = sorted(tuple(sorted(team)) for team in value)
        if any(sides == sorted(layout) for layout in layouts):
            return
    right = " or ".join(str([list(team) for team in layout]) for layout in layouts)
    raise RulesError("teams", value, f"equal sides with partners opposite and every seat once are {right}")


def _all_in(value: object, allowed: Iterable[object]) -> bool:
    """Whether `value` is a list of `allowed` things only, by type too: neither True nor 1.0 is a seat."""
    pairs = {(type(item), item) for item in allowed}
    return isinstance(value, _LIST) and all(
        isinstance(item, str | int) and (type(item), item) in pairs for item in value
    )


def check_together(rules: Rules) -> None:
    """Refuse fields that contradict each other, naming the one that asks too much. Raises RulesError."""
    if rules.sun and rules.moon == "off":
        raise RulesError("sun", True, "there can be a sun only where there is a moon, and moon is off")
    if rules.jack_needed_for_moon and rules.jack == "off":
        raise RulesError(
            "jack_needed_for_moon", True, "a moon can need the bonus card only where jack is JD or TD"
        )
    if rules.team_moon and rules.teams is None:
        raise RulesError("team_moon", True, "partners can shoot the moon together only where there are teams")
    if rules.floor_zero and rules.teams is not None:
        raise RulesError("floor_zero", True, "it must be false in a game with teams")
    reset = rules.exact_limit_reset
    if reset is not None and rules.teams is not None:
        raise RulesError("exact_limit_reset", reset, "it must be null in a game with teams")
    if reset is not None and reset >= rules.limit:
        raise RulesError("exact_limit_reset", reset, f"it must be below the limit of {rules.limit}")
    _check_cards_in_hand(rules)


def _check_cards_in_hand(rules: Rules) -> None:
    """A hand holds as many cards as there are tricks; nobody can pass more."""
    cards = f"a hand has only {rules.tricks} cards with {rules.players} players"
    if rules.pass_count > rules.tricks:
        raise RulesError("pass_count", rules.pass_count, f"it must be at most {rules.tricks}: {cards}")
    if SCATTER in rules.cycle and rules.players - 1 > rules.tricks:
        others = f"scatter takes one card for each of {rules.players - 1} others"
        raise RulesError("pass_cycle", list(rules.cycle), f"{others}, and {cards}")
