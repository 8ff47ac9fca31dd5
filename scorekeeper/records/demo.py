"""Believable games: a club's evenings over months, each hand dealt, passed and played out card by card.

The same seed plays the same games; only the days they lie on are counted back from a given one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Final
from zoneinfo import ZoneInfo

from scorekeeper.hearts.document import Document
from scorekeeper.hearts.facts import Facts
from scorekeeper.hearts.game import Start, begin, step
from scorekeeper.hearts.play import play_hand
from scorekeeper.hearts.rules import Rules
from scorekeeper.hearts.simple_player import SimplePlayer
from scorekeeper.records.arrivals import Arrival, Arrivals

SEATS: Final = 4
_THURSDAY: Final = 3
_BEGIN: Final = time(19, 30)
_LAST_START: Final = timedelta(hours=3)  # after that nobody deals for another game
_BEDTIME: Final = timedelta(hours=4, minutes=15)  # after that a game is ended where it stands
_NOTES: Final = (
    "Bob's birthday",
    "With the new cards",
    "Dora dealt twice",
    "Rain, and no train home",
    "Pizza night",
)


@dataclass(frozen=True, slots=True)
class _Regular:
    """Somebody who comes: how often, how carefully plays, how readily goes for the moon."""

    name: str
    keen: float
    care: float
    nerve: float


_REGULARS: Final = (
    _Regular("Ann", 0.95, 0.98, 0.5),
    _Regular("Bob", 0.9, 0.93, 0.9),
    _Regular("Cy", 0.85, 0.96, 0.3),
    _Regular("Dora", 0.8, 0.97, 0.6),
    _Regular("Eve", 0.6, 0.9, 0.5),
    _Regular("Finn", 0.5, 0.85, 0.8),
    _Regular("Gus", 0.35, 0.94, 0.2),
)


@dataclass(frozen=True, slots=True)
class _Evening:
    """The games of one evening, their times counted from its beginning."""

    place: str
    games: tuple[Arrival, ...]
    offsets: tuple[tuple[timedelta, ...], ...]  # by game: its start, then the end of each hand


def demo_games(count: int, seed: int, today: date, zone: ZoneInfo) -> Arrivals:
    """So many games, on Thursdays up to the last one before `today`."""
    chance = Random(seed)  # noqa: S311  # games for show, no secret
    evenings = list(_evenings(count, chance))
    last = today - timedelta(days=(today.weekday() - _THURSDAY - 1) % 7 + 1)
    days: list[date] = []
    for _ in evenings:
        days.insert(0, last)
        last -= timedelta(weeks=1 if chance.random() < 0.85 else 2)
    games = [game for evening, day in zip(evenings, days, strict=True) for game in _dated(evening, day, zone)]
    games = [replace(game, label=f"Game {number}") for number, game in enumerate(games, 1)]
    return Arrivals(kind="demo", games=tuple(games))


def _evenings(count: int, chance: Random) -> Iterator[_Evening]:
    while count > 0:
        evening = _evening(count, chance)
        count -= len(evening.games)
        yield evening


def _evening(most: int, chance: Random) -> _Evening:
    """Whoever has come plays until it is late; who sat out sits down next."""
    present = [regular for regular in _REGULARS if chance.random() < regular.keen]
    if len(present) < SEATS:
        present = list(_REGULARS[:SEATS])
    place = f"{present[int(chance.random() * len(present))].name}'s kitchen"
    chance.shuffle(present)
    clock = timedelta(minutes=int(chance.random() * 20))
    games, offsets = list[Arrival](), list[tuple[timedelta, ...]]()
    while len(games) < most and clock < _LAST_START:
        seated, waiting = present[:SEATS], present[SEATS:]
        game, times = _game(seated, clock, chance)
        games.append(game)
        offsets.append(times)
        clock = times[-1] + timedelta(minutes=5 + int(chance.random() * 10))
        present = [*waiting, *seated]
    return _Evening(place, tuple(games), tuple(offsets))


def _game(
    seated: Sequence[_Regular], clock: timedelta, chance: Random
) -> tuple[Arrival, tuple[timedelta, ...]]:
    rules, times = Rules(players=SEATS), [clock]
    players = [SimplePlayer(chance, regular.care, regular.nerve) for regular in seated]
    start = Start((0,) * SEATS, dealer=int(chance.random() * SEATS))
    position = begin(rules, start)
    hands: list[Facts] = []
    while not position.over and (times[-1] < _BEDTIME or position.overtime):
        played = play_hand(rules, position.passing, players, chance)
        hands.append(Facts(taken=played.taken))
        position = step(rules, position, hands[-1])[1]
        times.append(times[-1] + timedelta(seconds=240 + int(chance.random() * 240)))
    arrival = Arrival(
        label="",
        document=Document(
            players=tuple(regular.name for regular in seated), rules=rules, start=start, hands=tuple(hands)
        ),
        ended_early=not position.over,
        note=_NOTES[int(chance.random() * len(_NOTES))] if chance.random() < 0.06 else None,
    )
    return arrival, tuple(times)


def _dated(evening: _Evening, day: date, zone: ZoneInfo) -> Iterator[Arrival]:
    begun = datetime.combine(day, _BEGIN, zone).astimezone(UTC)
    for game, (start, *ends) in zip(evening.games, evening.offsets, strict=True):
        yield replace(
            game,
            started_at=begun + start,
            finished_at=begun + ends[-1],
            recorded=tuple(begun + end for end in ends),
            place=evening.place,
        )
