"""A hand of a game document, read: whatever an entry holds becomes a capture or a fault, never an error."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from reprlib import Repr
from typing import Any, Final

from scorekeeper.hearts.cards import NAMED_CARDS, RANKS
from scorekeeper.hearts.facts import MOST_AS_WRITTEN, Facts, Fault, Taken
from scorekeeper.hearts.rotation import PASSINGS, is_possible
from scorekeeper.hearts.rules import Rules

_KNOWN_RANKS: Final = frozenset(RANKS)
_ENDLESS: Final = 10**20  # more digits than anybody wants to read in a sentence
_UNWRITABLE: Final = 10**4000  # Python refuses to write out an int of more than 4,300 digits
_short = Repr()
_short.maxstring = _short.maxother = 40


class FactsError(ValueError):
    """A hand that is none of a game document: its form is wrong, not what the table counted."""


def shown(value: object) -> str:
    """What came in, short enough for a sentence and printable whatever it was."""
    try:
        return "a number that long" if type(value) is int and abs(value) >= _ENDLESS else _short.repr(value)
    except ValueError:  # such a number within a list
        return "something that long"


def plain(value: object, depth: int = 3) -> Any:
    """What came in, fit to be written as JSON again: no endless number, no infinity, nothing too deep."""
    if isinstance(value, float):
        return value if math.isfinite(value) else shown(value)
    if value is None or isinstance(value, str | bool) or (type(value) is int and abs(value) < _UNWRITABLE):
        return value
    if depth and isinstance(value, list | tuple):
        return [plain(item, depth - 1) for item in value]
    if depth and isinstance(value, Mapping):
        return {str(key): plain(item, depth - 1) for key, item in value.items()}
    return shown(value)


def whole(value: object) -> int | None:
    """The whole number `value` is, else None. 4.0 is one in JSON; true, 4.5, "4" and infinity are none."""
    if type(value) is int:
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return None


def read_facts(rules: Rules, mapping: Mapping[str, object]) -> Facts:
    """The facts of a hand of a document (docs/rules.md, "What a hand may not be").

    Whatever its entries hold is read or becomes one of the `faults`. Raises FactsError where the hand
    itself has no form to be read by: both `taken` and `points`, neither a list, a dealer or pass this table
    cannot have.
    """
    taken, points = mapping.get("taken"), mapping.get("points")
    if taken is not None and points is not None:
        raise FactsError("it holds both taken and points; it may hold one of them")
    as_written = mapping.get("as_written")
    if as_written is not None and type(as_written) is not bool:
        raise FactsError(f"as_written cannot be {shown(as_written)}: it must be true or false")
    choice = mapping.get("moon_choice")
    faults: list[Fault] = []
    return Facts(
        taken=None if taken is None else _read_taken(rules, _entries(rules, "taken", taken, faults), faults),
        points=None if points is None else _read_points(_entries(rules, "points", points, faults), faults),
        moon_choice=choice if choice is None or isinstance(choice, str) else shown(choice),
        as_written=bool(as_written) and points is not None,
        dealer=_read_dealer(rules, mapping.get("dealer")),
        passing=_read_passing(rules, mapping.get("pass")),
        faults=tuple(faults),
    )


def _entries(rules: Rules, field: str, value: object, faults: list[Fault]) -> Sequence[object]:
    """One entry per seat; what stands beyond the last seat is nobody's and is not looked at."""
    if not isinstance(value, list | tuple):
        raise FactsError(f"{field} cannot be {shown(value)}: it must be a list with one entry a player")
    if len(value) > rules.players:
        faults.append(Fault("player_count", value=len(value), expected=rules.players))
    return value[: rules.players]


def _read_dealer(rules: Rules, value: object) -> int | None:
    if value is None:
        return None
    if type(value) is not int or not 0 <= value < rules.players:
        raise FactsError(f"dealer cannot be {shown(value)}: it must be a seat from 0 to {rules.players - 1}")
    return value


def _read_passing(rules: Rules, value: object) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str) or not is_possible(value, rules.players):
        possible = ", ".join(passing for passing in PASSINGS if is_possible(passing, rules.players))
        raise FactsError(f"pass cannot be {shown(value)}: this table can pass {possible}")
    return value


def _read_points(entries: Sequence[object], faults: list[Fault]) -> tuple[int | None, ...]:
    points: list[int | None] = []
    for seat, entry in enumerate(entries):
        value = whole(entry)
        if value is None and entry is not None:
            faults.append(Fault("not_a_whole_number", seat, "points", entry))
        points.append(value)
    return tuple(points)


def _read_taken(rules: Rules, entries: Sequence[object], faults: list[Fault]) -> tuple[Taken | None, ...]:
    return tuple(
        None if entry is None else _read_entry(rules, seat, entry, faults)
        for seat, entry in enumerate(entries)
    )


def _read_entry(rules: Rules, seat: int, entry: object, faults: list[Fault]) -> Taken | None:
    """What one seat took; None where some of it cannot be read, with all that is wrong of it in `faults`."""
    if not isinstance(entry, Mapping):
        faults.append(Fault("blank", seat, "hearts", entry))
        return None
    found: list[Fault] = []
    ranks = _read_ranks(seat, entry.get("heart_ranks"), found)
    hearts = _read_count(seat, "hearts", entry.get("hearts"), found)
    if ranks is None and (hearts is None or rules.hearts == "rank") and not found:
        found.append(Fault("blank", seat, "hearts" if rules.hearts == "one" else "heart_ranks"))
    named = {
        card: _read_named(seat, card, entry.get(card), found) if card in rules.named else 0
        for card in NAMED_CARDS
    }
    tricks = _read_count(seat, "tricks", entry.get("tricks"), found)
    if not found:
        count = hearts if hearts is not None else len(ranks or ())
        return Taken(hearts=count, ranks=ranks, tricks=tricks, **named)
    numbers = {"hearts": hearts, **named, "tricks": tricks}
    found += [Fault("negative", seat, field, n) for field, n in numbers.items() if n is not None and n < 0]
    if max(hearts or 0, len(ranks or ())) > rules.hearts_in_deck:
        found.append(Fault("hearts_range", seat, "hearts", hearts, rules.hearts_in_deck))
    faults += found
    return None


def _read_count(seat: int, field: str, value: object, found: list[Fault]) -> int | None:
    number = whole(value)
    if number is None and value is not None:
        found.append(Fault("not_a_whole_number", seat, field, value))
    return number


def _read_named(seat: int, card: str, value: object, found: list[Fault]) -> int:
    """How many of a named card: absent or false is 0, true is 1."""
    if isinstance(value, bool):
        return int(value)
    return _read_count(seat, card, value, found) or 0


def _read_ranks(seat: int, value: object, found: list[Fault]) -> tuple[str, ...] | None:
    """The ranks; what is no list of ranks tells no hearts, so it is `blank`."""
    if value is None:
        return None
    if not isinstance(value, list | tuple):
        found.append(Fault("blank", seat, "heart_ranks", value))
        return None
    for rank in value:
        if not isinstance(rank, str) or rank not in _KNOWN_RANKS:
            found.append(Fault("blank", seat, "heart_ranks", rank))
            return None
    return tuple(value)


def check_as_written(points: Sequence[int | None]) -> list[Fault]:
    """What may be wrong with points kept as written: only a number no sheet holds and no book could keep."""
    return [
        Fault("not_a_whole_number", seat, "points", number, MOST_AS_WRITTEN)
        for seat, number in enumerate(points)
        if number is not None and abs(number) > MOST_AS_WRITTEN
    ]
