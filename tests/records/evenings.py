"""Whole games for tests of the history: played by facts in a few words, at any moment, in one club."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import update

from scorekeeper.hearts.facts import Facts
from scorekeeper.hearts.rules import Rules
from scorekeeper.records import clubs, games, hands, sheets
from scorekeeper.records.changes import Entry
from scorekeeper.records.choosing import Wanted
from scorekeeper.records.db import writing
from scorekeeper.records.kept import finish
from scorekeeper.records.lines import Line
from scorekeeper.records.models import Club, Game
from scorekeeper.records.standings import Standings, standings
from tests.records.table import DEVICE, plain, submission

FIRST = datetime(2026, 3, 5, 19, 30, tzinfo=UTC)
NOW = datetime(2026, 11, 26, 21, 0, tzinfo=UTC)
# Ends a game to 60 by itself: the second seat comes to 76, the fourth has won with nothing.
ROUT = (plain(4, 6, 3, 0, queen=1),) * 4


@dataclass
class Evenings:
    """A club whose games are played one after the other, a week apart unless said otherwise."""

    club: Club
    ids: dict[str, int] = field(default_factory=dict)
    played: int = 0

    @classmethod
    def of(cls, *names: str, zone: str = "Europe/Berlin") -> Evenings:
        """A new club with these players."""
        club = clubs.create_club("Thursday Hearts", zone)
        return cls(club, {name: clubs.add_player(club, name).id for name in names})

    def play(
        self,
        seats: str | Sequence[str] = "Ann Bob Cy Dora",
        facts: Sequence[Facts] = ROUT,
        *,
        at: datetime | None = None,
        end: bool = False,
        **rules: Any,
    ) -> str:
        """Play a game, to 60 unless other rules are given; `end`: and end it early. Its key."""
        names = seats.split() if isinstance(seats, str) else seats
        made = Rules.from_mapping({"limit": 60, **rules}, players=len(names))
        ids = [self.ids[name] for name in names]
        game = games.start_game(self.club.key, ids, made, first_dealer=0, device=DEVICE)
        begun(game.key, at or FIRST + timedelta(weeks=self.played))
        self.played += 1
        for each in facts:
            hands.record_hand(game.key, each, entry(game.key))
        if end:
            games.end_game(game.key, entry(game.key))
        return game.key

    def standings(self, wanted: Wanted | None = None, now: datetime = NOW) -> Standings:
        """The standings as they are looked at `now`."""
        return standings(self.club, wanted or Wanted(), now)

    def line(self, name: str, wanted: Wanted | None = None, now: datetime = NOW) -> Line | None:
        """A player's line, None where there is none."""
        found = {line.name: line.line for line in self.standings(wanted, now).lines}
        return found.get(name)

    def names(self, wanted: Wanted | None = None, now: datetime = NOW) -> list[str]:
        """Who stands in the standings, by name."""
        return [line.name for line in self.standings(wanted, now).lines]

    def caught_up(self) -> None:
        """Take everything in that was changed."""
        finish(self.club)


def entry(game_key: str) -> Entry:
    """A change made on the game as it is now."""
    row = sheets.poll_row(game_key)
    assert row is not None
    return Entry(row.version, submission(), DEVICE)


def begun(game_key: str, moment: datetime) -> None:
    """Say when a game was begun."""
    with writing() as session:
        session.execute(update(Game).where(Game.key == game_key).values(started_at=moment))
