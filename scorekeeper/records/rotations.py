"""What a paper game says of seats, passes and deals, read into what its hands keep."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.hearts.rotation import (
    ACROSS,
    HOLD,
    LEFT,
    LEFT2,
    RIGHT,
    RIGHT2,
    SCATTER,
    after,
    is_possible,
    next_dealer,
)
from scorekeeper.hearts.rules import Rules
from scorekeeper.hearts.speech import spoken
from scorekeeper.records.cells import folded, is_blank, number_of, word_set
from scorekeeper.records.papers import PaperGame, PaperHand, named
from scorekeeper.records.passed import NOBODY, passings_of, seat_order

_NOBODY: Final = word_set("none nobody noone hold held keep kept nil null na")
_WAYS: Final[Mapping[str, str]] = {
    word: passing
    for passing, words in {
        LEFT: "left l passleft totheleft",
        RIGHT: "right r passright totheright",
        ACROSS: "across a opposite straight passacross",
        HOLD: "hold h keep none nopass nobody passhold",
        LEFT2: "left2 2left twoleft twototheleft secondleft",
        RIGHT2: "right2 2right tworight twototheright secondright",
        SCATTER: "scatter scattered passscatter",
    }.items()
    for word in words.split()
}


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where (`order`: the players as they stand on the sheet, by seat), and how hands were dealt.

    `passings` and `dealers` stand where a hand was not passed or dealt as the rotation says.
    """

    order: tuple[int, ...]
    dealer: int
    passings: tuple[str | None, ...]
    dealers: tuple[int | None, ...]
    remarks: tuple[str, ...]


def seating_of(game: PaperGame, hands: Sequence[PaperHand], rules: Rules) -> Seating:
    """Seats by who got whose cards, else by a column of seats, else in the order of the sheet."""
    places = {who: player for player, who in enumerate(game.names)}
    told = [_givers(places, hand) for hand in hands]
    order = _by_seat_numbers(game)
    if order is None:
        order = seat_order(rules.players, rules.cycle, told)
    seat_of = {player: seat for seat, player in enumerate(order)}
    by_seat = [[_seated(givers[player], seat_of) for player in order] for givers in told]
    passings, garbled = passings_of(rules.cycle, by_seat)
    for place, hand in enumerate(hands):
        if hand.passing and (way := _way(hand.passing, rules.players)) is not None:
            passings[place] = way
    dealers, first = _dealers([_dealer(places, hand, seat_of) for hand in hands], rules.players)
    names = list(game.names.values())
    return Seating(
        order=order,
        dealer=first,
        passings=_without_the_usual(rules.cycle, passings),
        dealers=dealers,
        remarks=_remarks({names[order[seat]]: places for seat, places in garbled.items()}, hands),
    )


def _givers(places: Mapping[str, int], hand: PaperHand) -> list[int | None]:
    """Whose cards came to each player of the sheet; a player's own stands for what cannot be."""
    givers: list[int | None] = [None] * len(places)
    for who, player in places.items():
        written = hand.lines.get(who)
        if written is None:
            continue
        if not is_blank(written.giver):
            givers[player] = _player(places, written.giver, player)
        if is_blank(written.receiver):
            continue
        receiver = _player(places, written.receiver, player)
        if receiver == NOBODY:
            givers[player] = NOBODY
        elif receiver != player:
            givers[receiver] = player
    return givers


def _player(places: Mapping[str, int], text: str, otherwise: int) -> int:
    found = places.get(named(text)[0])
    if found is not None:
        return found
    return NOBODY if folded(text) in _NOBODY else otherwise


def _seated(giver: int | None, seat_of: Mapping[int, int]) -> int | None:
    return giver if giver is None or giver == NOBODY else seat_of[giver]


def _by_seat_numbers(game: PaperGame) -> tuple[int, ...] | None:
    numbers = [number_of(game.seats.get(who, "")) for who in game.names]
    known = [number for number in numbers if number is not None]
    if len(set(known)) < len(numbers):
        return None
    return tuple(sorted(range(len(numbers)), key=known.__getitem__))


def _way(text: str, players: int) -> str | None:
    """The way of passing a cell names: "L", "to the left", "2 left"."""
    passing = _WAYS.get(folded(re.sub(r"\W*(\d|three|one|two)?\W*cards?\W*", "", text, flags=re.IGNORECASE)))
    return passing if passing is not None and is_possible(passing, players) else None


def _without_the_usual(cycle: Sequence[str], passings: Sequence[str | None]) -> tuple[str | None, ...]:
    """The passings where they are not what the rotation says anyway."""
    place, said = 0, []
    for passing in passings:
        due = cycle[place]
        said.append(None if passing == due else passing)
        place = after(cycle, passing or due, place)
    return tuple(said)


def _dealer(places: Mapping[str, int], hand: PaperHand, seat_of: Mapping[int, int]) -> int | None:
    player = places.get(named(hand.dealer)[0]) if hand.dealer else None
    return None if player is None else seat_of[player]


def _dealers(told: Sequence[int | None], players: int) -> tuple[tuple[int | None, ...], int]:
    """Who dealt where it was not whose turn it was, and who dealt first; seat 0 where nothing is told."""
    known = next((place for place, dealer in enumerate(told) if dealer is not None), None)
    first = due = 0 if known is None else ((told[known] or 0) - known) % players
    said = []
    for dealer in told:
        said.append(None if dealer in (None, due) else dealer)
        due = next_dealer(due if dealer is None else dealer, players)
    return tuple(said), first


def runs(numbers: Sequence[int]) -> str:
    """Numbers in order as they are said: "1 to 4, 6 and 9"."""
    said: list[str] = []
    first = last = None
    for number in [*numbers, None]:
        if last is not None and number == last + 1:
            last = number
            continue
        if first is not None and last is not None:
            said += [f"{first} to {last}"] if last - first > 1 else [str(n) for n in range(first, last + 1)]
        first = last = number
    return spoken(said)


def _remarks(garbled: Mapping[str, Sequence[int]], hands: Sequence[PaperHand]) -> tuple[str, ...]:
    if not garbled:
        return ()
    places = sorted({place for places in garbled.values() for place in places})
    numbers = [number_of(hands[place].number) or place + 1 for place in places]
    where = f"hand{'s' * (len(numbers) > 1)} {runs(numbers)}"
    return (
        f"Whose cards came to {spoken(list(garbled))} cannot be right in {where}; "
        "they are taken to be passed as the rules say.",
    )
