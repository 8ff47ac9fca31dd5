"""The rules one game is played by (docs/rules.md, "House rules"): frozen, and checked when made."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from scorekeeper.hearts.cards import NAMED_CARDS, RANK_POINTS, RANKS
from scorekeeper.hearts.rotation import default_cycle
from scorekeeper.hearts.rules_checks import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    RulesError,
    check_field,
    check_together,
    check_whole,
)

__all__ = ["FIELD_NAMES", "Rules", "RulesError"]

DECK_SIZE: Final = 52


def _derived() -> Any:
    """A figure worked out from the fields when the rules are made: no part of what they are compared by."""
    return dataclasses.field(init=False, repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules of one game for a known number of players; the defaults are the standard game.

    Making one checks all that docs/rules.md asks of it: an impossible value or combination raises RulesError.
    Lists become tuples; ranks and the seats of a team are put in order, so that the same rules are equal.
    """

    players: int = 4  # no field of a document's `rules`: there it is how many players stand in it

    # The end
    limit: int = 100
    max_hands: int | None = None
    # Moon and sun
    moon: str = "add"
    moon_value: int | None = None  # null: all penalty points of the deck
    sun: bool = False
    # The bonus card
    jack: str = "off"
    jack_value: int = -10
    jack_needed_for_moon: bool = False
    jack_in_moon: str = "separate"
    # What cards are worth
    hearts: str = "one"
    queen_points: int = 13
    king_spades_points: int = 0
    ace_spades_points: int = 0
    # The deck
    decks: int = 1
    hearts_removed: tuple[str, ...] = ()
    kitty: str = "none"
    # Teams
    teams: tuple[tuple[int, ...], ...] | None = None
    team_moon: bool = False
    # Ties, resets, bonuses
    tie: str = "play_on"
    overtime_latched: bool = True
    exact_limit_reset: int | None = None
    no_trick_bonus: int = 0
    floor_zero: bool = False
    # Passing
    pass_cycle: tuple[str, ...] | None = None  # null: by the number of players
    pass_count: int = 3
    # Play: these change no score
    queen_breaks_hearts: bool = False
    points_on_first_trick: bool = False
    hearts_lead_any_time: bool = False

    # Figures, worked out once: replaying a game looks at them for every hand.
    named: Mapping[str, int] = _derived()
    """What one of each named card scores, in the order of NAMED_CARDS; a card without points is not there."""
    penalty_named: tuple[str, ...] = _derived()
    """Those of `named` that are penalty cards: all but the bonus card."""
    ranks: tuple[str, ...] = _derived()
    """The ranks of the hearts in one deck, low to high."""
    heart_points: Mapping[str, int] = _derived()
    """What a heart of each of `ranks` scores."""
    hearts_in_deck: int = _derived()
    """How many hearts are in play, over all decks."""
    deck_points: int = _derived()
    """All penalty points in play: 26 in the standard game."""
    moon_points: int = _derived()
    sun_points: int = _derived()
    tricks: int = _derived()
    """Tricks in a hand, which is also the cards each player holds."""
    left_over: int = _derived()
    """Cards that cannot be dealt evenly, `hearts_removed` not counted: taken out, or the kitty."""
    kitty_size: int = _derived()
    """How many cards may be nobody's: `left_over` where a kitty is out of play, else 0."""
    cycle: tuple[str, ...] = _derived()
    """The ways of passing in turn: `pass_cycle`, or the usual one for so many players."""
    sides: tuple[tuple[int, ...], ...] = _derived()
    """Who wins together: the teams, or each seat by itself."""
    side_of_seat: tuple[int, ...] = _derived()

    def __post_init__(self) -> None:
        check_whole("players", self.players, FEWEST_PLAYERS, MOST_PLAYERS)
        for name in FIELD_NAMES:
            check_field(name, getattr(self, name), self.players)
        self._put_in_order()
        self._count_cards()
        self._work_out_points()
        self._seat_sides()
        check_together(self)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the fields alone and work the figures out again: a read-only mapping cannot be pickled."""
        return _remade, (self.players, {name: getattr(self, name) for name in FIELD_NAMES})

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, object], *, players: int) -> Rules:
        """The rules a JSON object says, field by field; the default where it is silent. Raises RulesError."""
        if not isinstance(mapping, Mapping):
            raise RulesError("rules", mapping, "it must be an object of fields and their values")
        for name, value in mapping.items():
            if name not in FIELD_NAMES:
                raise RulesError(name, value, f"there is no such field; there are {', '.join(FIELD_NAMES)}")
        return cls(players=players, **mapping)  # type: ignore[arg-type]  # checked when made

    def differences(self) -> dict[str, Any]:
        """The fields that differ from the defaults, in their order, ready for JSON (lists, not tuples)."""
        return {
            name: _thawed(getattr(self, name))
            for name, default in _DEFAULTS.items()
            if getattr(self, name) != default
        }

    def team_of(self, seat: int) -> int:
        """The number of the seat's team; without teams the seat itself."""
        return self.side_of_seat[seat]

    def _set(self, **values: object) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def _put_in_order(self) -> None:
        self._set(hearts_removed=tuple(rank for rank in RANKS if rank in self.hearts_removed))
        if self.pass_cycle is not None:
            self._set(pass_cycle=tuple(self.pass_cycle))
        if self.teams is not None:  # the order of the teams stays: it numbers them
            self._set(teams=tuple(tuple(sorted(team)) for team in self.teams))

    def _count_cards(self) -> None:
        ranks = tuple(rank for rank in RANKS if rank not in self.hearts_removed)
        tricks, left_over = divmod((DECK_SIZE - len(self.hearts_removed)) * self.decks, self.players)
        self._set(
            ranks=ranks,
            hearts_in_deck=len(ranks) * self.decks,
            tricks=tricks,
            left_over=left_over,
            kitty_size=left_over if self.kitty == "out_of_play" else 0,
            cycle=self.pass_cycle or default_cycle(self.players),
        )

    def _work_out_points(self) -> None:
        worth = (
            self.queen_points,
            0 if self.jack == "off" else self.jack_value,
            self.king_spades_points,
            self.ace_spades_points,
        )
        named = {card: points for card, points in zip(NAMED_CARDS, worth, strict=True) if points}
        penalty_named = tuple(card for card in named if card != "jack")
        heart_points = {rank: RANK_POINTS[rank] if self.hearts == "rank" else 1 for rank in self.ranks}
        one_deck = sum(heart_points.values()) + sum(named[card] for card in penalty_named)
        # A kitty that held some back does not lower the moon (docs/rules.md, `moon_value`).
        moon = self.moon_value or one_deck * self.decks
        self._set(
            named=MappingProxyType(named),
            penalty_named=penalty_named,
            heart_points=MappingProxyType(heart_points),
            deck_points=one_deck * self.decks,
            moon_points=moon,
            sun_points=2 * moon,
        )

    def _seat_sides(self) -> None:
        sides = self.teams or tuple((seat,) for seat in range(self.players))
        number = {seat: side for side, seats in enumerate(sides) for seat in seats}
        self._set(sides=sides, side_of_seat=tuple(number[seat] for seat in range(self.players)))


_DEFAULTS: Final = MappingProxyType(
    {
        field.name: field.default
        for field in dataclasses.fields(Rules)
        if field.init and field.name != "players"
    }
)
FIELD_NAMES: Final = tuple(_DEFAULTS)


def _remade(players: int, fields: dict[str, Any]) -> Rules:
    return Rules(players=players, **fields)


def _thawed(value: object) -> object:
    return [_thawed(item) for item in value] if isinstance(value, tuple) else value
