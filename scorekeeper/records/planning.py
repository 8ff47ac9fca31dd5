"""What an import would do: shown before anything is written, and worked out again as it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from scorekeeper.records.arrivals import Arrivals, Options
from scorekeeper.records.cells import FileRefused
from scorekeeper.records.changes import mark_of
from scorekeeper.records.clubs import MOST_PLAYERS, fold, now
from scorekeeper.records.documents import read_documents
from scorekeeper.records.models import Club
from scorekeeper.records.paper import read_paper
from scorekeeper.records.people import Person, in_file, match_people, roster_of
from scorekeeper.records.settled import Settled, settle_game
from scorekeeper.records.twice import Begun, Seen, known_before, origin_of

# What is under way, how much of it is done, and how much there is.
Progress = Callable[[str, int, int], None]
_STEP: Final = 50  # games between two reports of progress


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A game of the file as it would come in.

    `seen` is the same game, where there is one already; `begun` the one it goes on with.
    """

    settled: Settled
    people: tuple[Person, ...]  # by seat
    origin: str
    seen: Seen | None = None
    begun: Begun | None = None

    @property
    def label(self) -> str:
        """What the file calls it."""
        return self.settled.arrival.label

    @property
    def hands(self) -> int:
        """How many hands of it would come in."""
        return len(self.settled.facts) - (self.begun.hands if self.begun is not None else 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """All that an import would do. With `faults` nothing of it is done."""

    arrivals: Arrivals
    options: Options
    people: tuple[Person, ...]
    games: tuple[Planned, ...]
    faults: tuple[str, ...]

    @property
    def coming(self) -> tuple[Planned, ...]:
        """The games that would come in: not those that are here already, unless that is asked for."""
        return tuple(game for game in self.games if game.seen is None or self.options.again)

    @property
    def hands(self) -> int:
        """How many hands would come in."""
        return sum(game.hands for game in self.coming)

    @property
    def new_people(self) -> tuple[Person, ...]:
        """Who would be new in the roster, each once."""
        seated = {person.who for game in self.coming for person in game.people}
        members = {in_file(member.name) for member in self.arrivals.members}
        found: dict[object, Person] = {}
        for person in self.people:
            if person.player is None and (person.who in seated or fold(person.written) in members):
                found.setdefault(person.who, person)
        return tuple(found.values())

    @property
    def stamp(self) -> str:
        """The mark of what somebody was shown; another one is not what that person agreed to."""
        games = [(game.origin, game.begun, [person.who for person in game.people]) for game in self.coming]
        people = [(person.written, person.who) for person in self.people]
        # How the sheet was read counts, not whether somebody said so or it was found out.
        read = replace(self.options, written=self.arrivals.written, day_first=self.arrivals.day_first)
        return mark_of((games, people, read, self.faults))


def read_file(content: bytes, options: Options, zone: ZoneInfo) -> Arrivals:
    """The games in a file, whichever of the forms it has. Raises FileRefused."""
    head = content[:64].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    if head[:1] in (b"{", b"["):
        return read_documents(content)
    if not content.strip():
        raise FileRefused("The file is empty.")
    return read_paper(content, options, zone)


def settle_all(arrivals: Arrivals, options: Options, progress: Progress | None = None) -> list[Settled]:
    """Every game played through.

    A paper game that stops before its end was ended there if another one follows it on the sheet: its players
    went on to that. The last one is left open, it may be the one they are at. `options.unfinished` says
    otherwise.
    """
    moment, games = now(), arrivals.games
    settled = []
    for number, arrival in enumerate(games, 1):
        is_last = number == len(games)
        left_open = is_last if options.unfinished is None else options.unfinished
        settled.append(settle_game(arrival, moment, left_open=left_open))
        if progress is not None and (number % _STEP == 0 or is_last):
            progress("read", number, len(games))
    return settled


def make_plan(
    session: Session, club: Club | None, arrivals: Arrivals, settled: Sequence[Settled], options: Options
) -> Plan:
    """Match a file's games with the club as it is now. Nothing is written."""
    roster = roster_of(session, club)
    people = match_people(arrivals.games, arrivals.members, roster, options)
    seated = [tuple(people[in_file(name)] for name in game.arrival.document.players) for game in settled]
    origins = [origin_of(game.arrival) for game in settled]
    whos = [tuple(person.who for person in seats) for seats in seated]
    known = known_before(session, club, settled, origins, whos)
    games = tuple(
        Planned(
            settled=game,
            people=seats,
            origin=origin,
            seen=before if isinstance(before, Seen) else None,
            begun=before if isinstance(before, Begun) and not options.again else None,
        )
        for game, seats, origin, before in zip(settled, seated, origins, known, strict=True)
    )
    plan = Plan(arrivals=arrivals, options=options, people=tuple(people.values()), games=games, faults=())
    return replace(plan, faults=tuple(_faults(plan, len(roster))))


def _faults(plan: Plan, roster: int) -> Iterable[str]:
    yield from plan.arrivals.faults
    yield from dict.fromkeys(person.fault for person in plan.people if person.fault is not None)
    for game in plan.games:
        for fault in game.settled.faults:
            yield f"{game.label}: {fault}"
        names = [person.name for person in game.people]
        whos = [person.who for person in game.people]
        if twice := [name for name, who in zip(names, whos, strict=True) if whos.count(who) > 1]:
            yield f"{game.label}: {twice[0]} would sit in two seats."
    if roster + len(plan.new_people) > MOST_PLAYERS:
        yield f"The club would have more than {MOST_PLAYERS} players."
