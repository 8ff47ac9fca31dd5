"""What was captured in a hand: read it, check it, count it (docs/rules.md, "What a hand may not be")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from scorekeeper.hearts.facts import CODES, Facts, Fault, Taken, codes, in_order
from scorekeeper.hearts.reading import FactsError, check_as_written, read_facts
from scorekeeper.hearts.rules import Rules

__all__ = [
    "CODES",
    "Facts",
    "FactsError",
    "Fault",
    "Taken",
    "check",
    "codes",
    "faults_of",
    "read_facts",
]

# The code for fewer, and the one for more, of a named card than the deck has.
_NAMED_CODES = {
    "queen": ("queen_missing", "queen_duplicate"),
    "jack": ("jack_missing", "jack_duplicate"),
    "king_spades": ("king_spades_count", "king_spades_count"),
    "ace_spades": ("ace_spades_count", "ace_spades_count"),
}


def faults_of(rules: Rules, facts: Facts) -> tuple[Fault, ...]:
    """All that is wrong with a hand's entries by themselves, in the order of CODES.

    What captures explain points is asked elsewhere (`captures.read_points`), and so is the moon's choice.
    """
    unread = {fault.seat for fault in facts.faults if fault.seat is not None}
    if facts.taken is not None:
        if not facts.faults:
            return check(rules, facts.taken)
        return in_order([*facts.faults, *_check_entries(rules, facts.taken, unread)])
    if facts.points is None:
        return in_order([*facts.faults, Fault("blank")])
    found = [*facts.faults, *_check_blanks(rules, facts.points, unread)]
    if facts.as_written:
        found += check_as_written(facts.points)
    return in_order(found)


def check(rules: Rules, taken: Sequence[Taken | None]) -> tuple[Fault, ...]:
    """Every fault of what was captured, in the order of CODES; () is a hand that can be scored.

    Codes about sums come only when every number could be read: with a blank there is no sum to speak of.
    """
    if _is_plain(rules, taken):
        return ()
    found = _check_entries(rules, taken, ())
    entries = [entry for entry in taken if entry is not None]
    if len(entries) == rules.players == len(taken) and not any(fault.code == "blank" for fault in found):
        found += _check_cards(rules, entries)
        found += _check_tricks(rules, entries)
    return in_order(found)


def cards_held(rules: Rules, entry: Taken) -> int:
    """How many penalty and bonus cards a seat captured."""
    named: list[int] = [getattr(entry, card) for card in rules.named]
    return entry.hearts + sum(named)


def _is_plain(rules: Rules, taken: Sequence[Taken | None]) -> bool:
    """Whether this is a hand as nearly all are: counts alone, and every card somebody's.

    Replaying a game asks this of every hand; what is not plain goes the long way, and may still be right.
    """
    if len(taken) != rules.players or rules.hearts != "one":
        return False
    hearts = 0
    for entry in taken:
        if entry is None or entry.hearts < 0 or entry.ranks is not None or entry.tricks is not None:
            return False
        hearts += entry.hearts
    if hearts != rules.hearts_in_deck:
        return False
    for card in rules.named:
        counts = [getattr(entry, card) for entry in taken]
        if sum(counts) != rules.decks or min(counts) < 0:
            return False
    return True


def _check_blanks(
    rules: Rules, entries: Sequence[object | None], unread: Collection[int | None]
) -> list[Fault]:
    found = [
        Fault("blank", seat, "points")
        for seat, entry in enumerate(entries)
        if entry is None and seat not in unread
    ]
    if len(entries) != rules.players:
        found.append(Fault("player_count", value=len(entries), expected=rules.players))
    return found


def _check_entries(
    rules: Rules, taken: Sequence[Taken | None], unread: Collection[int | None]
) -> list[Fault]:
    """What is wrong with each entry by itself. The entries of `unread` seats were dealt with in reading."""
    found: list[Fault] = []
    if len(taken) != rules.players:
        found.append(Fault("player_count", value=len(taken), expected=rules.players))
    for seat, entry in enumerate(taken):
        if entry is None:
            if seat not in unread:
                found.append(Fault("blank", seat, "hearts"))
            continue
        if rules.hearts == "rank" and entry.ranks is None:  # a count alone does not say what they are worth
            found.append(Fault("blank", seat, "heart_ranks"))
        for field in ("hearts", *rules.named, "tricks"):
            number = getattr(entry, field)
            if number is not None and number < 0:
                found.append(Fault("negative", seat, field, number))
        most = max(entry.hearts, len(entry.ranks or ()))
        if most > rules.hearts_in_deck:
            found.append(Fault("hearts_range", seat, "hearts", most, rules.hearts_in_deck))
    return found


def _check_cards(rules: Rules, taken: Sequence[Taken]) -> list[Fault]:
    """Whether every heart and every named card is somebody's, as often as the deck has it."""
    found = [
        Fault("hearts_total", seat, "heart_ranks", entry.hearts, len(entry.ranks))
        for seat, entry in enumerate(taken)
        if entry.ranks is not None and len(entry.ranks) != entry.hearts
    ]
    missing_hearts = _check_hearts(rules, taken, found)
    missing_named = 0
    for card in rules.named:
        holders = tuple(seat for seat, entry in enumerate(taken) for _ in range(min(getattr(entry, card), 3)))
        count = sum(getattr(entry, card) for entry in taken)
        fewer, more = _NAMED_CODES[card]
        if count > rules.decks:
            found.append(Fault(more, None, card, holders, rules.decks))
        elif count < rules.decks:
            missing_named += rules.decks - count
            if not rules.kitty_size:
                found.append(Fault(fewer, None, card, holders, rules.decks))
    # With a kitty no single card is known to be wrong: only that more are nobody's than it holds.
    if rules.kitty_size and missing_hearts + missing_named > rules.kitty_size:
        found.append(Fault("hearts_total", None, "kitty", missing_hearts + missing_named, rules.kitty_size))
    return found


def _check_hearts(rules: Rules, taken: Sequence[Taken], found: list[Fault]) -> int:
    """Add what is wrong with the hearts to `found`; the number that nobody has."""
    held = Counter(rank for entry in taken for rank in entry.ranks or ())
    over = [
        rank for rank, count in held.items() if count > (rules.decks if rank in rules.heart_points else 0)
    ]
    if over:
        found.append(Fault("duplicate_card", None, " ".join(over), None, rules.decks))
    told = [entry for entry in taken if entry.ranks is not None]
    if told and all(entry.ranks is not None or entry.hearts == 0 for entry in taken):  # card by card
        lacking = [rank for rank in rules.ranks if held[rank] < rules.decks]
        if lacking and not rules.kitty_size:
            found.append(Fault("missing_card", None, " ".join(lacking), None, rules.decks))
        return sum(rules.decks - held[rank] for rank in lacking)
    hearts = sum(entry.hearts for entry in taken)
    if hearts > rules.hearts_in_deck or (hearts < rules.hearts_in_deck and not rules.kitty_size):
        found.append(Fault("hearts_total", None, "hearts", hearts, rules.hearts_in_deck))
    return max(0, rules.hearts_in_deck - hearts)


def _check_tricks(rules: Rules, taken: Sequence[Taken]) -> list[Fault]:
    told = [entry.tricks for entry in taken if entry.tricks is not None]
    if not told:
        return []
    found: list[Fault] = []
    total = sum(told)
    if total > rules.tricks or (len(told) == len(taken) and total != rules.tricks):
        found.append(Fault("tricks_total", None, "tricks", total, rules.tricks))
    cards = [cards_held(rules, entry) for entry in taken]
    for seat, entry in enumerate(taken):
        tricks = entry.tricks
        if tricks is None and total == rules.tricks:
            tricks = 0  # the others have them all
        if tricks is None or tricks < 0:
            continue
        fits = rules.players * tricks  # a trick has one card of each player
        if cards[seat] > fits or (tricks == rules.tricks and sum(cards) > cards[seat]):
            found.append(Fault("tricks_inconsistent", seat, "tricks", tricks, cards[seat]))
    return found
