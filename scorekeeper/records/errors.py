"""What the books refuse. Each error carries a code and what was put in; the web floor makes the sentences."""

# ruff: noqa: N818  # they read as what happened: raise NotFound(key), except StaleVersion

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.hearts.game import Outlook, Result
    from scorekeeper.hearts.taken import Fault


class RecordsError(ValueError):
    """A change or a look-up the books refuse: nothing was written.

    `code` says what is wrong, `value` is what was put in. Codes of errors that have no class of their own:
    `archived` (the game or club is), `not_over`, `not_ended_early`, `nothing_to_undo`, `start` (totals, hand
    number or dealer that no game can start from), `rotation` (a dealer or way of passing the table has not),
    `zone`, `text` (a note, place or table number that cannot be kept), `submission` (an id that is none, or
    that was used for another game).
    """

    def __init__(self, code: str, value: object = None) -> None:
        super().__init__(code, value)
        self.code = code
        self.value = value

    def __str__(self) -> str:
        """The code and what came in, for logs."""
        return f"{self.code}: {self.value!r}"


class NotFound(RecordsError):
    """No such club, player, game or hand here."""

    def __init__(self, value: object) -> None:
        super().__init__("not_found", value)


class StaleVersion(RecordsError):
    """Somebody changed the game since the page was made; `current` is its version now."""

    def __init__(self, sent: int, current: int) -> None:
        super().__init__("stale_version", sent)
        self.current = current


class HandRefused(RecordsError):
    """A hand that cannot be: its `faults` (codes of docs/rules.md), its `number`, and the whole result.

    The code is the first fault's. The number is another hand's where the change makes that one impossible.
    """

    def __init__(self, number: int, faults: tuple[Fault, ...], result: Result | None) -> None:
        super().__init__(faults[0].code, number)
        self.number = number
        self.faults = faults
        self.result = result


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A hand whose shooter must say again what to do with the moon, its number as after the change."""

    number: int
    shooter: int | None
    sun: bool
    kept: str | None  # what was said before, and is not allowed now
    allowed: tuple[str, ...]
    outlooks: Mapping[str, Outlook]


class ChoiceNeeded(RecordsError):
    """The change bars the choice kept with a later moon; ask again, and pass the answer as `later_choices`.

    `hands` holds the first such hand: what the ones after it come to depends on the answer.
    """

    def __init__(self, hands: tuple[Asked, ...]) -> None:
        super().__init__("moon_choice_barred", tuple(hand.number for hand in hands))
        self.hands = hands


class NameRefused(RecordsError):
    """A name that cannot be.

    Codes: `blank`, `too_long`, `taken` (in the club; `archived` says whether by an archived player),
    `repeated` (twice among the names given).
    """

    def __init__(self, code: str, value: str, *, archived: bool = False) -> None:
        super().__init__(code, value)
        self.archived = archived


class PlayersRefused(RecordsError):
    """Players who cannot sit down to a game.

    Codes: `player_count` (not 3 to 10, or not as many as the rules are for; the value is how many),
    `player_twice`, `player_unknown` (not of this club), `player_archived` (the value is the player's name).
    """


class MergeRefused(RecordsError):
    """Players who cannot be one. Codes: `same_player`, `sat_together` (the value: in how many games)."""


class GameOver(RecordsError):
    """No hand can be recorded any more. Codes: `game_already_over`, `ended_early`."""


class TooMany(RecordsError):
    """A limit is reached. Codes: `hands` (200 a game), `players` (500 a club); the value is the limit."""
