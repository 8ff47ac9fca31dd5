"""An evening at which every page has something to show: a club with a past, and games at every stage."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from scorekeeper.hearts.game import Start
from scorekeeper.hearts.rules import Rules
from scorekeeper.records import games
from scorekeeper.records.arrivals import Options
from scorekeeper.records.clubs import add_player, archive_player, club_by_key, roster
from scorekeeper.records.db import db
from scorekeeper.records.demo import demo_games
from scorekeeper.records.sheets import load_sheet
from scorekeeper.records.transfer import bring_into_new_club, plan_for, zone_of
from tests import playing
from tests.records.table import Table, moon, plain

GAMES: Final = 24  # of the club's past
TEAMS: Final = ((0, 2), (1, 3))
OVERTIME: Final = (((4, 4, 1, 4), 1), ((4, 2, 7, 0), 3), ((5, 3, 5, 0), 1))
SHEET: Final = """game,hand,Ann,Bob,Cy,Robert
1,1,4,19,3,0
1,2,0,26,26,26
1,3,5,5,5,5
2,1,14,2,3,7
"""


@dataclass(frozen=True)
class Evening:
    """The keys that addresses are made of, by name, and the clubs a browser must be let into for them."""

    keys: dict[str, str | int]
    clubs: tuple[str, ...]

    def table(self, name: str) -> Table:
        """One of the games, for what happens at the table meanwhile."""
        return Table(str(self.keys[name]))


def prepare() -> Evening:
    """Play the evening. Needs an application context and a database without it."""
    club, player = _past()
    keys: dict[str, str | int] = {"club": club, "player": player, "game": _tonight(club), **_elsewhere()}
    db.session.remove()
    sheets = [load_sheet(str(key)) for name, key in keys.items() if name not in ("club", "player")]
    return Evening(keys, tuple(dict.fromkeys((club, *(sheet.club.key for sheet in sheets)))))


def _past() -> tuple[str, int]:
    """A club of some months, with a guest and with somebody off its roster; its key, and a player of it."""
    today = datetime.now(UTC).date()
    plan = plan_for(demo_games(GAMES, 5, today, zone_of(None)), None, Options())
    club = club_by_key(bring_into_new_club(plan, "Thursday Hearts", "UTC").club_key)
    add_player(club, "Wilhelmina-Charlotte", guest=True)
    archive_player(club, add_player(club, "Émile").id)
    return club.key, next(player.id for player in roster(club) if player.name == "Ann")


def _tonight(club_key: str) -> str:
    """The club's game at the table: hand 5 is next."""
    ids = {player.name: player.id for player in roster(club_by_key(club_key))}
    seats = [ids[name] for name in playing.FOUR]
    game = games.start_game(
        club_key, seats, Rules(), first_dealer=2, device=None, note="Bob's birthday", place="Kitchen"
    )
    playing.play(game.key, playing.THURSDAY[:4])
    return game.key


def _elsewhere() -> dict[str, str | int]:
    """Games in clubs of their own, by what is to be seen in them."""
    eventful = Table.of(rules={"moon": "choice", "jack": "JD", "sun": True})
    eventful.do(games.change_start, Start(totals=(78, 61, 50, 26)), 0)
    barring = Table.of(rules={"moon": "no_handing_win"})  # without Bob's hand 1, adding hands him the win
    barring.do(games.change_start, Start(totals=(80, 10, 47, 40)), 0)
    barring.record(plain(1, 12, 0, 0, queen=1), moon(3, "add"))
    early = playing.start(hands=3)
    playing.end_early(early.game.key)
    tie = playing.start(rules=Rules(limit=30))
    playing.play(tie.game.key, OVERTIME)
    many = {name: playing.start(playing.TEN[:count]) for name, count in COUNTS.items()}
    for name, sheet in many.items():
        playing.play(sheet.game.key, [playing.plain_hand(COUNTS[name])] * 2)
    sheets = {
        "new": playing.start(),
        "hold": playing.start(hands=3),
        "over": playing.start(hands=11),
        "teams": playing.start(rules=Rules(teams=TEAMS), hands=4),
        "teams_over": playing.start(rules=Rules(teams=TEAMS, limit=190), hands=11),
        "long": playing.start(LONG, hands=4),
        "kitty": playing.start(playing.TEN[:3], rules=Rules(players=3, kitty="out_of_play")),
        "spot": playing.start(rules=Rules(hearts="rank", queen_points=25, limit=500)),
        "early": early,
        "tie": tie,
    } | many
    keys: dict[str, str | int] = {name: sheet.game.key for name, sheet in sheets.items()}
    return keys | {"eventful": eventful.key, "barring": barring.key, "busy": Table.of().key}


COUNTS: Final = {"three": 3, "five": 5, "six": 6, "ten": 10}
LONG: Final = ("Maximiliane von Hohenfel", "<b>Bob</b>", "محمد عبد الرحمن الطويل", "🎉")
