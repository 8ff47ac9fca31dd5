"""Every fault of a hand as one sentence that names the player and the card. Nowhere else are faults
worded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from scorekeeper.hearts.captures import AMBIGUOUS
from scorekeeper.hearts.facts import MOST_AS_WRITTEN, Fault
from scorekeeper.hearts.game import WRITTEN_FORM
from scorekeeper.hearts.reading import shown
from scorekeeper.hearts.results import Outlook
from scorekeeper.hearts.rules import Rules
from scorekeeper.hearts.scoring import ADD, SUBTRACT
from scorekeeper.hearts.speech import as_text, plural, spoken

_SIGNS: Final = MappingProxyType({"queen": "Q♠", "king_spades": "K♠", "ace_spades": "A♠"})
_DOING: Final = MappingProxyType({ADD: "adding", SUBTRACT: "subtracting"})
_DONE: Final = MappingProxyType({ADD: "added", SUBTRACT: "subtracted"})


def sentence(fault: Fault, names: Sequence[str], rules: Rules) -> str:
    """The fault in one sentence. `names` are the players by seat."""
    return _TELLERS[fault.code](fault, _Table(names, rules))


def why_barred(choice: str, outlook: Outlook, shooter: int, names: Sequence[str], rules: Rules) -> str:
    """Why the rules do not let the shooter choose `choice`, which would lead to `outlook`; one sentence."""
    if rules.moon == "no_handing_win":
        won = spoken([side_name(side, names, rules) for side in outlook.winners])
        doing = _DOING[choice].capitalize()
        return f"{doing} would end the game and hand the win to {won}, not to {names[shooter]}."
    return _why_never(choice, names[shooter], rules)


def side_name(side: int, names: Sequence[str], rules: Rules) -> str:
    """Who the number of a winner stands for: a player, or the partners of a team ("Ann and Cy")."""
    return spoken([names[seat] for seat in rules.sides[side]])


def card_sign(card: str, rules: Rules) -> str:
    """A named card as it is printed: "Q♠"; the bonus card is "J♦" or "10♦"."""
    return as_text(_SIGNS.get(card) or ("10♦" if rules.jack == "TD" else "J♦"))


class _Table:
    """Who sits at the table and what they play by."""

    def __init__(self, names: Sequence[str], rules: Rules) -> None:
        self.names = names
        self.rules = rules

    def name(self, seat: int | None) -> str:
        return self.names[seat] if seat is not None and seat < len(self.names) else "Somebody"

    def field(self, fault: Fault) -> str:
        """Whose and which number it is: "Ann's hearts"."""
        what = fault.card or "hearts"
        if what in self.rules.named:
            what = f"number of {card_sign(what, self.rules)}"
        return f"{self.name(fault.seat)}'s {what.replace('heart_ranks', 'hearts')}"


_Teller = Callable[[Fault, _Table], str]


def _number(value: object) -> str:
    """A number as it came in, or a sum: Python refuses to write one of more than 4,300 digits by itself."""
    return shown(value).replace("-", "−")


def _int(value: object) -> int:
    return value if isinstance(value, int) else 0


def _player_count(fault: Fault, table: _Table) -> str:
    return f"There must be one entry for each of {table.rules.players} players, not {_number(fault.value)}."


def _blank(fault: Fault, table: _Table) -> str:
    if fault.seat is None:
        return "Nothing was entered for this hand."
    if fault.value is not None:
        return f"{table.field(fault)} cannot be read from {shown(fault.value)}."
    if fault.card == "heart_ranks":
        return f"It must be said which hearts {table.name(fault.seat)} took, not only how many."
    return f"{table.field(fault)} are missing: blank is not zero."


def _not_a_whole_number(fault: Fault, table: _Table) -> str:
    if fault.expected == MOST_AS_WRITTEN:
        return f"{table.field(fault)}: {_number(fault.value)} is more than a score sheet can hold."
    return f"{table.field(fault)}: {_number(fault.value)} is not a whole number."


def _negative(fault: Fault, table: _Table) -> str:
    if fault.card == "points":
        return f"{table.field(fault)}: no cards come to {_number(fault.value)}."
    return f"{table.field(fault)}: {_number(fault.value)} is below zero."


def _hearts_range(fault: Fault, table: _Table) -> str:
    has = f"{table.name(fault.seat)} cannot have {_number(fault.value)} hearts"
    return f"{has}: there are only {fault.expected}."


def _hearts_total(fault: Fault, table: _Table) -> str:
    if fault.seat is not None:
        said = f"{table.name(fault.seat)} is said to have {_number(fault.value)} hearts"
        return f"{said}, but {fault.expected} {'was' if fault.expected == 1 else 'were'} named."
    got, right = _int(fault.value), _int(fault.expected)
    if fault.card == "kitty":
        fits = f"only {right} {plural('card', right)} can be in the kitty"
        return f"{_number(got)} penalty or bonus cards are nobody's, but {fits}."
    off = abs(got - right)
    much = f"{_number(off)} {plural('heart', off)} {'is' if off == 1 else 'are'} missing"
    if got > right:
        much = f"{_number(off)} too many"
    return f"The hearts add up to {_number(got)}, not {right}: {much}."


def _named_card(fault: Fault, table: _Table) -> str:
    """A named card that is nobody's, or too many's: `value` is the seats that have one, once for each."""
    sign = card_sign(fault.card or "", table.rules)
    holders = Counter(fault.value if isinstance(fault.value, tuple) else ())
    decks = table.rules.decks
    there = f"there {'is only one' if decks == 1 else 'are two'}"
    who = spoken([f"{table.name(seat)} ({n})" if n > 1 else table.name(seat) for seat, n in holders.items()])
    if holders.total() > decks:
        return f"The {sign} was given to {who}, but {there}."
    if not holders:
        return f"Nobody has the {sign}." if decks == 1 else f"Nobody has a {sign}, but {there}."
    return f"Only {who} has a {sign}, but {there}."


def _missing_card(fault: Fault, table: _Table) -> str:
    cards = _hearts((fault.card or "").split())
    verb = "is" if len(cards) == 1 else "are"
    twice = "" if table.rules.decks == 1 else " (every heart is there twice)"
    return f"{spoken(cards)} {verb} missing{twice}: somebody must have taken each."


def _duplicate_card(fault: Fault, table: _Table) -> str:
    ranks = (fault.card or "").split()
    if out := [rank for rank in ranks if rank not in table.rules.ranks]:
        return f"{spoken(_hearts(out))} {'is' if len(out) == 1 else 'are'} not in this deck."
    often = "once" if table.rules.decks == 1 else "twice"
    return f"{spoken(_hearts(ranks))} can be taken only {often}."


def _hearts(ranks: Sequence[str]) -> list[str]:
    return [as_text(f"{rank}♥") for rank in ranks]


def _tricks_total(fault: Fault, table: _Table) -> str:
    return f"The tricks add up to {_number(fault.value)}, not {fault.expected}."


def _tricks_inconsistent(fault: Fault, table: _Table) -> str:
    name, tricks, cards = table.name(fault.seat), _int(fault.value), _int(fault.expected)
    if tricks == 0:
        return f"{name} won no trick, so {name} cannot have {_number(cards)} {plural('card', cards)}."
    if tricks == table.rules.tricks:
        return f"{name} won every trick, so nobody else can have a card."
    return f"{name} cannot have {_number(cards)} cards from {_number(tricks)} {plural('trick', tricks)}."


def _points_total(fault: Fault, table: _Table) -> str:
    usual = f"not {_number(fault.expected)}, and no moon comes to that"
    return f"The points add up to {_number(fault.value)}, {usual}."


def _points_impossible(fault: Fault, table: _Table) -> str:
    points = fault.value if isinstance(fault.value, tuple) else ()
    if fault.card == AMBIGUOUS:
        return "More than one moon comes to these points: say which cards were taken."
    said = spoken([_number(number) for number in points])
    return f"The points add up, but no cards come to {said}."


def _moon_choice_missing(fault: Fault, table: _Table) -> str:
    rules, name = table.rules, table.name(fault.seat)
    value = rules.sun_points if fault.card == "sun" else rules.moon_points
    others = "everybody else" if rules.teams is None else "each opponent"
    return f"{name} shot the {fault.card} and must say: add {value} to {others}, or subtract {value}?"


def _moon_choice_barred(fault: Fault, table: _Table) -> str:
    name, rules, choice = table.name(fault.seat), table.rules, fault.value
    if not isinstance(choice, str) or choice not in _DOING:
        return f"{name} can only add or subtract, not {shown(choice)}."
    if fault.card == WRITTEN_FORM:
        other = SUBTRACT if choice == ADD else ADD
        return f"These points show a moon already {_DONE[other]}, but {_DOING[choice]} was said."
    if rules.moon == "no_handing_win":
        who = name if rules.teams is None else f"{name}'s team"
        return f"{_DOING[choice].capitalize()} would end the game without a win for {who}."
    return _why_never(choice, name, rules)


def _why_never(choice: str, name: str, rules: Rules) -> str:
    if rules.moon == "avoid_ending":
        would = "would" if choice == ADD else "would not"
        other = SUBTRACT if choice == ADD else ADD
        return f"Adding {would} end the game, so {name} can only {other}."
    return f"At this table a moon is never {_DONE[choice]}."


def _game_already_over(fault: Fault, table: _Table) -> str:
    return "The game was over before this hand, so it counts for nothing."


_TELLERS: Final[Mapping[str, _Teller]] = MappingProxyType(
    {
        "player_count": _player_count,
        "blank": _blank,
        "not_a_whole_number": _not_a_whole_number,
        "negative": _negative,
        "hearts_range": _hearts_range,
        "hearts_total": _hearts_total,
        "queen_missing": _named_card,
        "queen_duplicate": _named_card,
        "jack_missing": _named_card,
        "jack_duplicate": _named_card,
        "king_spades_count": _named_card,
        "ace_spades_count": _named_card,
        "missing_card": _missing_card,
        "duplicate_card": _duplicate_card,
        "tricks_total": _tricks_total,
        "tricks_inconsistent": _tricks_inconsistent,
        "points_total": _points_total,
        "points_impossible": _points_impossible,
        "moon_choice_missing": _moon_choice_missing,
        "moon_choice_barred": _moon_choice_barred,
        "game_already_over": _game_already_over,
    }
)
