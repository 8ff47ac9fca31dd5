"""The game document: one JSON form for export, import, backup of a single game, and the command line.

{"format": "scorekeeper.game/1", "club", "started_at", "players", "rules", "start", "hands"}; scored, every
hand carries a `result` besides its facts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.hearts.cards import NAMED_CARDS
from scorekeeper.hearts.facts import MOST_AS_WRITTEN, MOST_HAND_NUMBER, Facts, Taken, codes
from scorekeeper.hearts.game import Played, Result, Start, play
from scorekeeper.hearts.messages import sentence
from scorekeeper.hearts.reading import FactsError, plain, read_facts, shown
from scorekeeper.hearts.rules import Rules, RulesError
from scorekeeper.hearts.rules_checks import FEWEST_PLAYERS, MOST_PLAYERS
from scorekeeper.hearts.score_sheet import sheet_text

__all__ = [
    "FORMAT",
    "Difference",
    "Document",
    "DocumentError",
    "differences",
    "read",
    "scored",
    "sheet_text",
    "write",
]

FORMAT: Final = "scorekeeper.game/1"

# The facts a hand of a document may hold, in the order they are written.
_HAND_FIELDS: Final = ("taken", "points", "moon_choice", "as_written", "dealer", "pass")


_WHOLE: Final = "result"
_RESULT_FIELDS: Final = frozenset(
    ("valid", "errors", "hand_scores", "totals", "dealer", "pass", "moon_shooter", "sun", "moon_applied",
     "allowed_moon_choices", "game_over", "winners", "overtime", "next_dealer", "next_pass")
)  # fmt: skip


class DocumentError(ValueError):
    """What came in is no game document; the sentence says where and what would be right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A game as facts. `came` is each hand as it was read, `claimed` the derived fields that stood beside it.

    Both are () in a document that was made from parts: what a hand holds follows from its facts then.
    """

    players: tuple[str, ...]
    rules: Rules
    start: Start
    hands: tuple[Facts, ...] = ()
    club: str | None = None
    started_at: str | None = None  # ISO 8601; read by whoever keeps it
    came: tuple[Mapping[str, Any], ...] = ()
    claimed: tuple[Mapping[str, object], ...] = ()

    def played(self) -> Played:
        """The game replayed from its facts."""
        return play(self.rules, self.start, self.hands)


@dataclass(frozen=True, slots=True)
class Difference:
    """A derived field that came in with a hand and is not what its facts come to; `number` is the hand's."""

    number: int
    field: str
    claimed: object
    found: object


def read(value: object) -> Document:
    """The document a JSON value is. Raises DocumentError; faulty entries are no error, they are scored so.

    Fields it does not know are not looked at, and derived ones are kept apart for `differences`.
    """
    if not isinstance(value, Mapping):
        raise DocumentError(f"a game document is a JSON object, not {shown(value)}")
    if value.get("format", FORMAT) != FORMAT:
        raise DocumentError(f"format cannot be {shown(value['format'])}: it must be {FORMAT}")
    players = _read_players(value.get("players"))
    try:
        rules = Rules.from_mapping(_object(value, "rules"), players=len(players))
    except RulesError as error:
        raise DocumentError(f"rules: {error}") from error
    start = _read_start(_object(value, "start"), len(players))
    hands = value.get("hands")
    if not isinstance(hands, list | tuple):
        raise DocumentError(f"hands cannot be {shown(hands)}: it must be a list of hands")
    return Document(
        players=players,
        rules=rules,
        start=start,
        hands=tuple(_read_hand(rules, number, hand) for number, hand in enumerate(hands, start.hand_number)),
        club=_text(value, "club"),
        started_at=_text(value, "started_at"),
        came=tuple(
            {name: plain(hand[name]) for name in _HAND_FIELDS if hand.get(name) is not None} for hand in hands
        ),
        claimed=tuple(_claims(hand) for hand in hands),
    )


def write(document: Document) -> dict[str, Any]:
    """The document as JSON, facts alone."""
    head = {"format": FORMAT, "club": document.club, "started_at": document.started_at}
    start = document.start
    return {
        **{name: value for name, value in head.items() if value is not None},
        "players": list(document.players),
        "rules": document.rules.differences(),
        "start": {
            "totals": list(start.totals),
            "dealer": start.dealer,
            "hand_number": start.hand_number,
            "overtime": start.overtime,
        },
        "hands": [dict(hand) for hand in document.came or map(_write_hand, document.hands)],
    }


def scored(document: Document) -> dict[str, Any]:
    """The document with a `result` in every hand; null for a hand after another invalid one."""
    value = write(document)
    for hand, result in zip(value["hands"], document.played().results, strict=True):
        hand["result"] = None if result is None else _write_result(document, result)
    return value


def differences(document: Document) -> list[Difference]:
    """What the derived fields that came in claim, where the facts come to something else.

    They are compared, never trusted. Sentences are not compared: their wording may change.
    """
    found: list[Difference] = []
    results = document.played().results
    for number, (claimed, result) in enumerate(
        zip(document.claimed, results, strict=False), document.start.hand_number
    ):
        derived = None if result is None else _write_result(document, result)
        if _WHOLE in claimed or (claimed and derived is None):
            whole = claimed.get(_WHOLE, claimed)
            if whole != derived:
                found.append(Difference(number, _WHOLE, whole, derived))
            continue
        for field, value in claimed.items():
            if (
                derived is not None
                and field != "messages"
                and field in _RESULT_FIELDS
                and derived.get(field) != value
            ):
                found.append(Difference(number, field, value, derived.get(field)))
    return found


def _write_result(document: Document, result: Result) -> dict[str, Any]:
    shot = {
        "moon_shooter": result.shooter,
        "sun": result.sun,
        "moon_applied": result.moon_applied,
        "allowed_moon_choices": list(result.allowed_moon_choices),
    }
    if not result.valid:
        names, rules = document.players, document.rules
        refused = {
            "valid": False,
            "errors": codes(result.faults),
            "messages": [sentence(fault, names, rules) for fault in result.faults],
        }
        if result.shooter is None:  # not worked out
            return refused
        del shot["moon_applied"]
        return refused | shot
    return {
        "valid": True,
        "hand_scores": list(result.scores or ()),
        "totals": list(result.totals or ()),
        "dealer": result.dealer,
        "pass": result.passing,
        **shot,
        "game_over": result.game_over,
        "winners": list(result.winners),
        "overtime": result.overtime,
        "next_dealer": result.next_dealer,
        "next_pass": result.next_passing,
    }


def _write_hand(facts: Facts) -> dict[str, Any]:
    """The facts of a hand as JSON; what could not be read of them is not there."""
    hand: dict[str, Any] = {}
    if facts.taken is not None:
        hand["taken"] = [None if entry is None else _write_entry(entry) for entry in facts.taken]
    if facts.points is not None:
        hand["points"] = list(facts.points)
    if facts.moon_choice is not None:
        hand["moon_choice"] = facts.moon_choice
    if facts.as_written:
        hand["as_written"] = True
    if facts.dealer is not None:
        hand["dealer"] = facts.dealer
    if facts.passing is not None:
        hand["pass"] = facts.passing
    return hand


def _write_entry(entry: Taken) -> dict[str, Any]:
    written: dict[str, Any] = {}
    if entry.ranks is None or len(entry.ranks) != entry.hearts:
        written["hearts"] = entry.hearts
    if entry.ranks is not None:
        written["heart_ranks"] = list(entry.ranks)
    for card in NAMED_CARDS:
        if count := getattr(entry, card):
            written[card] = count
    if entry.tricks is not None:
        written["tricks"] = entry.tricks
    return written


def _object(value: Mapping[str, object], field: str) -> Mapping[str, object]:
    found = value.get(field)
    if found is None:
        return {}
    if not isinstance(found, Mapping):
        raise DocumentError(f"{field} cannot be {shown(found)}: it must be an object")
    return found


def _text(value: Mapping[str, object], field: str) -> str | None:
    found = value.get(field)
    if found is not None and not isinstance(found, str):
        raise DocumentError(f"{field} cannot be {shown(found)}: it must be a text")
    return found


def _read_players(value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not FEWEST_PLAYERS <= len(value) <= MOST_PLAYERS:
        right = f"it must be a list of {FEWEST_PLAYERS} to {MOST_PLAYERS} names"
        raise DocumentError(f"players cannot be {shown(value)}: {right}")
    for name in value:
        if not isinstance(name, str) or not name.strip():
            raise DocumentError(f"a player cannot be {shown(name)}: it must be a name")
    return tuple(value)


def _read_start(value: Mapping[str, object], players: int) -> Start:
    totals = value.get("totals")
    if totals is None:
        totals = [0] * players
    if not isinstance(totals, list | tuple) or len(totals) != players:
        right = f"it must be a list of {players} whole numbers"
        raise DocumentError(f"start.totals cannot be {shown(totals)}: {right}")
    overtime = value.get("overtime")
    if overtime is not None and type(overtime) is not bool:
        raise DocumentError(f"start.overtime cannot be {shown(overtime)}: it must be true or false")
    return Start(
        totals=tuple(_number("start.totals", total, -MOST_AS_WRITTEN, MOST_AS_WRITTEN) for total in totals),
        dealer=_number("start.dealer", value.get("dealer"), 0, players - 1, default=0),
        hand_number=_number("start.hand_number", value.get("hand_number"), 1, MOST_HAND_NUMBER, default=1),
        overtime=bool(overtime),
    )


def _number(field: str, value: object, low: int, high: int, default: int | None = None) -> int:
    if value is None and default is not None:
        return default
    if type(value) is not int or not low <= value <= high:
        right = f"it must be a whole number from {low} to {high}"
        raise DocumentError(f"{field} cannot be {shown(value)}: {right}")
    return value


def _read_hand(rules: Rules, number: int, value: object) -> Facts:
    if not isinstance(value, Mapping):
        raise DocumentError(f"hand {number}: a hand is an object, not {shown(value)}")
    try:
        return read_facts(rules, value)
    except FactsError as error:
        raise DocumentError(f"hand {number}: {error}") from error


def _claims(hand: Mapping[str, object]) -> Mapping[str, object]:
    """What a hand claims to come to, field by field; {} where it claims nothing."""
    if _WHOLE not in hand:
        return {}
    claimed = hand[_WHOLE]
    return claimed if isinstance(claimed, Mapping) else {_WHOLE: claimed}
