"""Import: look at a file, then bring it in, all of it in one transaction or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.records import devices
from scorekeeper.records.arrivals import Arrivals, Options
from scorekeeper.records.bulk import Shelf, go_on, write_games
from scorekeeper.records.clubs import fold, new_club, new_player, now
from scorekeeper.records.db import db, writing
from scorekeeper.records.errors import NotFound, RecordsError
from scorekeeper.records.models import Club, Game
from scorekeeper.records.people import Who
from scorekeeper.records.planning import Plan, Progress, make_plan, read_file, settle_all


@dataclass(frozen=True, slots=True)
class Brought:
    """What came in: how many games, hands and new players, into which club."""

    club_key: str
    games: int
    hands: int
    players: int


class PlanChanged(RecordsError):  # noqa: N818  # reads as what happened, as the errors of errors.py do
    """What would come in is not what was shown; `plan` is what would come in now."""

    def __init__(self, plan: Plan) -> None:
        super().__init__("plan_changed", plan.stamp)
        self.plan = plan


def look(content: bytes, club: Club | None, options: Options, progress: Progress | None = None) -> Plan:
    """What importing a file into the club (None: a new one) would do. Raises FileRefused.

    Nothing is written, and no lock is held.
    """
    return plan_for(read_file(content, options, zone_of(club)), club, options, progress)


def plan_for(
    arrivals: Arrivals, club: Club | None, options: Options, progress: Progress | None = None
) -> Plan:
    """What bringing these games into the club (None: a new one) would do."""
    settled = settle_all(arrivals, options, progress)
    return make_plan(db.session(), club, arrivals, settled, options)


def bring_in(
    plan: Plan, club_key: str, device: str | None = None, progress: Progress | None = None
) -> Brought:
    """Do what a plan says, if it still is what would be done.

    Raises NotFound, PlanChanged (the club has changed since), RecordsError `archived`, `faults`.
    """
    with writing() as session:
        # Games before their club, as whoever records a hand has them.
        keys = [game.begun.key for game in plan.games if game.begun is not None]
        if keys:
            session.execute(select(Game.id).where(Game.key.in_(keys)).order_by(Game.id).with_for_update())
        club = session.scalar(select(Club).where(Club.key == club_key).with_for_update())
        if club is None:
            raise NotFound(club_key)
        return _bring_in(session, plan, club, device, progress)


def bring_into_new_club(
    plan: Plan, name: str, zone: str, device: str | None = None, progress: Progress | None = None
) -> Brought:
    """`bring_in` to a club that is made with it. Raises NameRefused and RecordsError `zone` too."""
    with writing() as session:
        return _bring_in(session, plan, new_club(session, name, zone), device, progress)


def _bring_in(
    session: Session, plan: Plan, club: Club, device: str | None, progress: Progress | None
) -> Brought:
    """The games were played through before; what hangs on the club is looked at again behind its lock."""
    if club.archived_at is not None:
        raise RecordsError("archived", club.key)
    settled = [game.settled for game in plan.games]
    fresh = make_plan(session, club, plan.arrivals, settled, plan.options)
    if fresh.stamp != plan.stamp:
        raise PlanChanged(fresh)
    if fresh.faults:
        raise RecordsError("faults", fresh.faults)
    moment = now()
    devices.see(session, device, moment)
    players: dict[Who, int] = {
        person.who: person.player for person in fresh.people if person.player is not None
    }
    new = fresh.new_people
    for person in new:
        player = new_player(session, club, person.name, guest=person.guest)
        player.archived_at = person.archived_at
        players[fold(person.name)] = player.id
    session.flush()
    shelf = Shelf(session=session, club=club, players=players, moment=moment, device=device)
    write_games(shelf, [game for game in fresh.coming if game.begun is None], progress)
    for game in fresh.coming:
        if game.begun is not None:
            go_on(shelf, game, game.begun)
    return Brought(club.key, games=len(fresh.coming), hands=fresh.hands, players=len(new))


def zone_of(club: Club | None) -> ZoneInfo:
    """The zone a club's days are told in; UTC where there is none yet, or this machine knows it no longer."""
    try:
        return ZoneInfo(club.zone if club is not None else "UTC")
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")
