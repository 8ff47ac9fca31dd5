"""The hand form: what was typed, kept to the letter, and the facts of a hand that it tells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from scorekeeper.hearts.game import Result
from scorekeeper.hearts.rules import Rules
from scorekeeper.hearts.taken import Facts, Taken, read_facts
from scorekeeper.web.forms import later_choices

MODES: Final = ("count", "cards", "points")
KITTY: Final = "kitty"
CHOICES: Final = ("add", "subtract")
WHOLE: Final = re.compile(r"[+-]?\d{1,4000}")  # Python reads no number of more than 4,300 digits
# Sent along, but no part of what the table told of the hand.
CARRIERS: Final = frozenset(
    {"csrf_token", "version", "submission", "number", "before", "hand", "about", "as_called"}
)


@dataclass(frozen=True, slots=True)
class NamedRow:
    """A row of names for one copy of a named card: the field, the card, and how a page writes it."""

    field: str
    card: str
    sign: str
    words: str


_SIGNS: Final = MappingProxyType(
    {
        "queen": ("Q♠\ufe0e", "Queen of spades"),
        "JD": ("J♦\ufe0e", "Jack of diamonds"),
        "TD": ("10♦\ufe0e", "Ten of diamonds"),
        "king_spades": ("K♠\ufe0e", "King of spades"),
        "ace_spades": ("A♠\ufe0e", "Ace of spades"),
    }
)


def copy_of(name: str, copy: int) -> str:
    """The field of a card's first or second copy: `queen`, `queen_2`."""
    return name if copy == 1 else f"{name}_{copy}"


def named_rows(rules: Rules) -> tuple[NamedRow, ...]:
    """A row for every named card in play, twice with two decks."""
    rows = []
    for card in rules.named:
        sign, words = _SIGNS[rules.jack if card == "jack" else card]
        for copy in range(1, rules.decks + 1):
            nth = f", {('first', 'second')[copy - 1]}" if rules.decks > 1 else ""
            rows.append(NamedRow(copy_of(card, copy), card, sign, words + nth))
    return tuple(rows)


def heart_fields(rules: Rules) -> tuple[tuple[str, str, int], ...]:
    """(field, rank, copy) for every heart in the deck, from the ace down; twice with two decks."""
    return tuple(
        (copy_of(f"holder_{rank}", copy), rank, copy)
        for rank in reversed(rules.ranks)
        for copy in range(1, rules.decks + 1)
    )


@dataclass(frozen=True, slots=True)
class HandForm:
    """One hand form of a game: `typed` holds every field as it came, none interpreted."""

    rules: Rules
    typed: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def filled(cls, rules: Rules, facts: Facts, result: Result | None) -> HandForm:
        """The form as it would have been typed for a recorded hand that came to `result`."""
        return cls(rules, dict(_fields_of(rules, facts, result)))

    def __getitem__(self, name: str) -> str:
        return self.typed.get(name, "")

    @property
    def mode(self) -> str:
        """Which of the three ways of telling a hand was chosen; Spot Hearts has no Count."""
        modes = self.modes
        return self["mode"] if self["mode"] in modes else modes[0]

    @property
    def modes(self) -> tuple[str, ...]:
        """The ways of telling a hand these rules leave: a count says nothing where ranks score."""
        return MODES[1:] if self.rules.hearts == "rank" else MODES

    @property
    def carried(self) -> Iterator[tuple[str, str]]:
        """Every field the table typed, to be taken along by a page that asks something else first."""
        return ((name, value) for name, value in self.typed.items() if name not in CARRIERS and value)

    def facts(self) -> Facts:
        """What the form tells. What cannot be read is in the facts' faults; raises nothing."""
        entries: dict[str, object] = {"moon_choice": self._moon_choice()} if self._moon_choice() else {}
        match self.mode:
            case "points":
                entries["points"] = [whole_typed(self[f"points_{seat}"]) for seat in self.seats]
            case "cards":
                entries["taken"] = self._by_cards()
            case _:
                entries["taken"] = self._by_count()
        return read_facts(self.rules, entries)

    def facts_as_called(self) -> Facts:
        """The points that were called, to be kept though no hand of cards gives them."""
        called = [whole_typed(self[f"called_{seat}"]) for seat in self.seats]
        return read_facts(self.rules, {"points": called, "as_written": True})

    @property
    def holders(self) -> dict[str, tuple[int, ...]]:
        """What the table answered to "Who had the queen?" and its like, by card; "not known" is no answer."""
        return {
            card: (seat,) for card in self.rules.named if (seat := self.seat_in(f"had_{card}")) is not None
        }

    @property
    def answered(self) -> bool:
        """Whether the table was asked who had a card the points leave open; "not known" answers it."""
        return any(self[f"had_{card}"] for card in self.rules.named)

    def later_choices(self) -> dict[int, str]:
        """What the shooters of later hands say now, by the number of the hand."""
        return later_choices(self.typed)

    @property
    def seats(self) -> range:
        """Every seat."""
        return range(self.rules.players)

    def seat_in(self, name: str) -> int | None:
        """The seat that was tapped in a row of names, if one was."""
        value = self[name]
        return int(value) if value.isdecimal() and len(value) < 3 and int(value) in self.seats else None

    def _moon_choice(self) -> str | None:
        return self["moon_choice"] if self["moon_choice"] in CHOICES else None

    def hearts_in(self, place: object) -> object:
        """The hearts typed for a seat or the KITTY; None for none typed, the text where it is no number."""
        return whole_typed(self[f"hearts_{place}"])

    def all_hearts(self) -> int:
        """The hearts that the seats have between them, as far as the kitty was told."""
        kitty = self.hearts_in(KITTY)
        return self.rules.hearts_in_deck - (kitty if isinstance(kitty, int) else 0)

    def _named(self, swept: int | None, cards: Sequence[str]) -> list[dict[str, object]]:
        """For each seat the named cards it has; an untold one of `cards` goes to whoever swept the hand."""
        held: list[dict[str, int]] = [{} for _ in self.seats]
        for row in named_rows(self.rules):
            seat = self.seat_in(row.field)
            if seat is None and not self[row.field] and row.card in cards:
                seat = swept
            if seat is not None:
                held[seat][row.card] = held[seat].get(row.card, 0) + 1
        return [dict(cards) for cards in held]

    def _swept(self) -> tuple[int | None, Sequence[str]]:
        """The seat tapped in the sun's or the moon's row, and the named cards that go with it."""
        rules = self.rules
        if rules.sun and (seat := self.seat_in("sun")) is not None:
            return seat, tuple(rules.named)
        if rules.moon != "off" and self.mode == "count" and (seat := self.seat_in("moon")) is not None:
            return seat, moon_cards(rules)
        return None, ()

    def _by_count(self) -> list[object]:
        swept, cards = self._swept()
        entries = self._named(swept, cards)
        typed = [self.hearts_in(seat) for seat in self.seats]
        rest = max(0, self.all_hearts() - sum(hearts for hearts in typed if isinstance(hearts, int)))
        for seat, said in enumerate(typed):
            hearts = (rest if seat == swept else 0) if said is None and swept is not None else said
            if hearts is not None:
                entries[seat]["hearts"] = hearts
        return self._with_tricks(entries)

    def _by_cards(self) -> list[object]:
        swept, cards = self._swept()
        entries = self._named(swept, cards)
        ranks: list[list[str]] = [[] for _ in self.seats]
        for name, rank, _ in reversed(heart_fields(self.rules)):  # low to high, as ranks are kept
            seat = self.seat_in(name)
            if seat is None and not self[name]:
                seat = swept
            if seat is not None:
                ranks[seat].append(rank)
        for seat in self.seats:
            entries[seat]["heart_ranks"] = ranks[seat]
        return self._with_tricks(entries)

    def _with_tricks(self, entries: list[dict[str, object]]) -> list[object]:
        sun = self.seat_in("sun") if self.rules.sun else None
        for seat in self.seats:
            if sun is not None:
                entries[seat]["tricks"] = self.rules.tricks if seat == sun else 0
            elif self.rules.no_trick_bonus and self[f"no_trick_{seat}"]:
                entries[seat]["tricks"] = 0
        return list(entries)


def moon_cards(rules: Rules) -> tuple[str, ...]:
    """The named cards a shooter must have (docs/rules.md, `jack_needed_for_moon`)."""
    return (*rules.penalty_named, *(("jack",) if rules.jack_needed_for_moon else ()))


def whole_typed(text: str) -> object:
    """The whole number that was typed; None for nothing; else the text, which no rule takes for a number."""
    said = text.strip().replace("−", "-")
    return int(said) if WHOLE.fullmatch(said) else said or None


def _fields_of(rules: Rules, facts: Facts, result: Result | None) -> Iterator[tuple[str, str]]:
    taken = facts.taken or (result.captures if result and not facts.as_written else None)
    if result and result.shooter is not None and not (taken and _shared(rules, taken)):
        yield "sun" if result.sun else "moon", str(result.shooter)
    if facts.moon_choice:
        yield "moon_choice", facts.moon_choice
    if facts.points is not None:
        yield "mode", "points"
        yield from ((f"points_{seat}", _text(points)) for seat, points in enumerate(facts.points))
    elif taken is not None:
        by_rank = any(entry and entry.ranks is not None for entry in taken)
        yield "mode", "cards" if by_rank else "count"
        yield from _holders(rules, taken)
        for seat, entry in enumerate(taken):
            if entry is not None:
                yield f"hearts_{seat}", str(entry.hearts)
                if entry.tricks == 0 and rules.no_trick_bonus:
                    yield f"no_trick_{seat}", "1"


def _shared(rules: Rules, taken: Sequence[Taken | None]) -> bool:
    """Whether two partners shot the moon between them: the row of names tells of one who did it alone."""
    return (
        sum(
            bool(entry and (entry.hearts or any(getattr(entry, card) for card in rules.penalty_named)))
            for entry in taken
        )
        > 1
    )


def _holders(rules: Rules, taken: Sequence[Taken | None]) -> Iterator[tuple[str, str]]:
    """The field of every card and who has it, each copy by itself; what nobody has lies in the kitty."""
    entries = [(str(seat), entry) for seat, entry in enumerate(taken) if entry is not None]
    rest = KITTY if rules.kitty_size else ""
    for card in rules.named:
        holders = [seat for seat, entry in entries for _ in range(getattr(entry, card))]
        yield from _copies(rules, card, holders, rest)
    if any(entry.ranks is not None for _, entry in entries):
        for rank in rules.ranks:
            holders = [seat for seat, entry in entries for held in entry.ranks or () if held == rank]
            yield from _copies(rules, f"holder_{rank}", holders, rest)
    elif rest:
        yield "hearts_kitty", str(rules.hearts_in_deck - sum(entry.hearts for _, entry in entries))


def _copies(rules: Rules, field: str, holders: list[str], rest: str) -> Iterator[tuple[str, str]]:
    for copy in range(1, rules.decks + 1):
        yield copy_of(field, copy), holders[copy - 1] if copy <= len(holders) else rest


def _text(points: int | None) -> str:
    return "" if points is None else str(points)
