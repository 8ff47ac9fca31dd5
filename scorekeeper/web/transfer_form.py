"""The import page's form: what somebody says of a file, and the words for what was understood of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date
from typing import Final
from zoneinfo import ZoneInfo

from werkzeug.datastructures import MultiDict

from scorekeeper.hearts.presets import PRESETS
from scorekeeper.hearts.rules_checks import MOST_LIMIT
from scorekeeper.hearts.speech import plural
from scorekeeper.records.arrivals import Arrival, Options
from scorekeeper.records.clubs import fold, tidy
from scorekeeper.records.columns import POINTS, TOTALS
from scorekeeper.records.days import read_moment
from scorekeeper.records.planning import Plan, Planned
from scorekeeper.web.forms import whole

MOST_GAMES: Final = 200  # told one by one on the page
MOST_MARKED: Final = 1000
NAME_FIELD: Final = "name:"  # then the folded name in the file


@dataclass(slots=True)
class ReadingForm:
    """What was typed, as it was typed, and what is wrong with it by field."""

    typed: Mapping[str, str]
    faults: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, form: MultiDict[str, str]) -> ReadingForm:
        """The fields of a request."""
        return cls(form.to_dict())

    def get(self, name: str, otherwise: str = "") -> str:
        """What stands in a field."""
        return self.typed.get(name, otherwise)

    def options(self) -> Options:
        """What the fields say; what cannot be read is left out and stands in `faults`."""
        names = (
            (field_name.removeprefix(NAME_FIELD), tidy(said))
            for field_name, said in self.typed.items()
            if field_name.startswith(NAME_FIELD)
        )
        return Options(
            written=said if (said := self.get("written")) in (POINTS, TOTALS) else None,
            day_first={"day": True, "month": False}.get(self.get("dates")),
            day=self._day(),
            unfinished={"open": True, "early": False}.get(self.get("unfinished")),
            rules=self._rules(),
            again=self.get("again") == "yes",
            names=tuple(sorted((folded, name) for folded, name in names if fold(name) != folded)),
        )

    def _day(self) -> date | None:
        text = self.get("day").strip()
        moment = read_moment(text, ZoneInfo("UTC"), day_first=True) if text else None
        if text and moment is None:
            self.faults["day"] = "Type a day such as 2024-05-31, or nothing."
        return None if moment is None else moment.astimezone(UTC).date()

    def _rules(self) -> tuple[tuple[str, object], ...]:
        preset = PRESETS.get(self.get("preset"))
        rules = dict(preset.rules) if preset is not None else {}
        text = self.get("limit").strip()
        limit = whole(text)
        if text and (limit is None or not 1 <= limit <= MOST_LIMIT):
            self.faults["limit"] = "The games went to a whole number of points, such as 100."
        elif limit is not None and limit != 100:
            rules["limit"] = limit
        return tuple(rules.items())


@dataclass(frozen=True, slots=True)
class MarkedHand:
    """A hand that does not add up: of which game, its points with the names beside them, their sum."""

    game: str
    number: int
    points: tuple[tuple[str, int], ...]
    total: int
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanView:
    """A plan as the page shows it."""

    plan: Plan
    hands: int
    captured: int
    unknown: int
    marked: tuple[MarkedHand, ...]
    marked_count: int
    games: tuple[Planned, ...]
    known: bool  # whether any of the games is here already, or begun
    open_games: int  # of paper, that stop before their end
    undated: bool
    is_paper: bool
    no_players: tuple[str, ...]  # folded names of columns that somebody said are nobody's

    def notes(self, game: Planned) -> Iterator[str]:
        """What is to be known of a game besides its totals."""
        settled = game.settled
        yield from settled.faults
        yield from settled.arrival.remarks
        yield from settled.differences
        if game.begun is not None:
            last = settled.arrival.document.start.hand_number + game.begun.hands - 1
            more = f"{game.hands} more {plural('hand', game.hands)}"
            yield f"It is here already up to hand {last}, and goes on there with {more}."
        if settled.after_end:
            hands, are = ("hand", "lies") if settled.after_end == 1 else ("hands", "lie")
            yield f"{settled.after_end} {hands} {are} after the end, and will count for nothing."
        if is_open_paper(settled.arrival) and not settled.faults:
            if settled.over and settled.ended_early:
                yield "It stops before its end, and another one follows: it will count as ended early."
            elif not settled.over:
                yield "It stops before its end, and will be left open."

    def name_field(self, written: str) -> str:
        """The name of the field of somebody whose name is so written in the file."""
        return f"{NAME_FIELD}{fold(written)}"


def is_open_paper(arrival: Arrival) -> bool:
    """Whether the file leaves it to others what became of a game that stops before its end."""
    return arrival.ended_early is None


def view_of(plan: Plan) -> PlanView:
    """What the page shows of a plan."""
    settled = [game.settled for game in plan.games]
    marked = [
        MarkedHand(
            game=game.label,
            number=each.number,
            points=tuple(zip((person.name for person in game.people), each.points, strict=False)),
            total=each.total,
            why=each.why,
        )
        for game in plan.games
        for each in game.settled.marked
    ]
    return PlanView(
        plan=plan,
        hands=sum(len(game.arrival.document.hands) for game in settled),
        captured=sum(game.captured for game in settled),
        unknown=sum(game.unknown for game in settled),
        marked=tuple(marked[:MOST_MARKED]),
        marked_count=len(marked),
        games=plan.games[:MOST_GAMES],
        known=any(game.seen is not None or game.begun is not None for game in plan.games),
        open_games=sum(
            is_open_paper(game.arrival) and not game.faults and (game.ended_early or not game.over)
            for game in settled
        ),
        undated=any(game.arrival.started_at is None for game in settled) or plan.options.day is not None,
        is_paper=plan.arrivals.written is not None,
        no_players=tuple(
            folded
            for folded in plan.options.no_players
            if all(fold(person.written) != folded for person in plan.people)
        ),
    )
