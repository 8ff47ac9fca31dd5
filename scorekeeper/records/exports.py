"""Everything a club has, to take away: as JSON that can come in again, as CSV for spreadsheet programs.

What is long comes in pieces, a hundred games at a time, so that a club of any size takes the same memory.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from io import StringIO
from typing import Any, Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.hearts.cards import NAMED_CARDS
from scorekeeper.hearts.document import Document, scored, write
from scorekeeper.hearts.facts import Facts
from scorekeeper.hearts.game import Result
from scorekeeper.hearts.words import summary
from scorekeeper.records.books import ClubRow
from scorekeeper.records.cells import safe
from scorekeeper.records.clubs import roster
from scorekeeper.records.documents import CLUB_FORMAT
from scorekeeper.records.errors import NotFound
from scorekeeper.records.figures import OVER
from scorekeeper.records.keys import is_key
from scorekeeper.records.models import Club, Game, Seat
from scorekeeper.records.stored import StoredGame, games_in_order, read_games
from scorekeeper.records.transfer import zone_of

BOM: Final = "\ufeff"  # without it spreadsheet programs take UTF-8 for something else
HAND_COLUMNS: Final = (
    "game", "date", "hand", "pass", "dealer", "seat", "player", "hearts", *NAMED_CARDS, "tricks",
    "points", "total", "shot", "as written", "after the end",
)  # fmt: skip
GAME_COLUMNS: Final = (
    "game", "date", "finished", "state", "hands", "rules", "winners", "note", "place", "table", "key",
)  # fmt: skip
SEAT_COLUMNS: Final = ("player", "total", "rank")

Cell = str | int | None


def game_json(session: Session, club: Club | ClubRow, game_key: str) -> dict[str, Any]:
    """The scored document of a game of the club. Raises NotFound."""
    query = select(Game).where(Game.key == game_key, Game.club_id == club.id)
    game = session.scalar(query) if is_key(game_key) else None
    if game is None:
        raise NotFound(game_key)
    return _document(next(read_games(session, [game])), club, with_results=True)


def club_json(session: Session, club: Club) -> Iterator[str]:
    """The whole club as one JSON text, in pieces: its roster, and all games as documents of facts.

    Archived players and games are there and say so; deleted hands are not.
    """
    players = [
        _said({"name": player.name, "guest": player.guest or None, "archived_at": _iso(player.archived_at)})
        for player in roster(club, archived=True)
    ]
    head = {"format": CLUB_FORMAT, "name": club.name, "zone": club.zone, "players": players}
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "games": ['
    between = "\n"
    for game in games_in_order(session, club, archived=True):
        document = _document(game, club, with_results=False)
        yield between + json.dumps(document, ensure_ascii=False, separators=(",", ":"))
        between = ",\n"
    yield "\n]}\n"


def _document(stored: StoredGame, club: Club | ClubRow, *, with_results: bool) -> dict[str, Any]:
    game = stored.game
    facts = Document(
        players=stored.names,
        rules=stored.rules,
        start=stored.start,
        hands=stored.facts,
        club=club.name,
        started_at=_iso(game.started_at),
    )
    value = scored(facts) if with_results else write(facts)
    for hand, moment in zip(value["hands"], stored.recorded, strict=True):
        hand["recorded_at"] = _iso(moment)
    following = _said({"dealer": game.next_dealer, "pass": game.next_passing})
    told = {
        "finished_at": _iso(game.finished_at),
        "ended_early": game.ended_early or None,
        "archived_at": _iso(game.archived_at),
        "note": game.note,
        "place": game.place,
        "table_number": game.table_number,
        "next": following or None,
    }
    return {**value, **_said(told), "hands": value.pop("hands")}


def _said(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _iso(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat().replace("+00:00", "Z")


def hands_csv(session: Session, club: Club) -> Iterator[str]:
    """Every hand of the club's games, a line for each player, in pieces."""
    yield BOM + _lines([HAND_COLUMNS])
    for number, game in enumerate(games_in_order(session, club), 1):
        yield _lines(_hand_rows(number, game, club))


def _hand_rows(number: int, stored: StoredGame, club: Club) -> Iterator[Sequence[Cell]]:
    day = _local(stored.game.started_at, club)
    hands = zip(stored.facts, stored.played.results, strict=True)
    for hand, (facts, result) in enumerate(hands, stored.start.hand_number):
        if result is None:
            continue
        counts = result.valid
        passing, dealer = (result.passing, stored.names[result.dealer]) if counts else (None, None)
        for seat, name in enumerate(stored.names):
            yield (
                number, day, hand, passing, _text(dealer), seat + 1, _text(name), *_cards(facts, seat),
                *_figures(result, seat), "yes" if facts.as_written else None, None if counts else "yes",
            )  # fmt: skip


def _cards(facts: Facts, seat: int) -> Sequence[Cell]:
    taken = None if facts.taken is None else facts.taken[seat]
    if taken is None:
        return (None,) * (len(NAMED_CARDS) + 2)
    return (taken.hearts, *(getattr(taken, card) for card in NAMED_CARDS), taken.tricks)


def _figures(result: Result, seat: int) -> Sequence[Cell]:
    if result.scores is None or result.totals is None:
        return (None, None, None)
    shot = ("sun" if result.sun else "moon") if result.shooter == seat else None
    return (result.scores[seat], result.totals[seat], shot)


def games_csv(session: Session, club: Club) -> Iterator[str]:
    """Every game of the club, a line each, in pieces; as many columns as the biggest table needs."""
    positions = select(func.max(Seat.position)).join(Game, Game.id == Seat.game_id)
    seats = (session.scalar(positions.where(Game.club_id == club.id)) or 0) + 1
    numbered = [f"{column} {seat}" for seat in range(1, seats + 1) for column in SEAT_COLUMNS]
    yield BOM + _lines([(*GAME_COLUMNS, *numbered)])
    for number, game in enumerate(games_in_order(session, club, hands=False), 1):
        row = _game_row(number, game, club)
        yield _lines([(*row, *[None] * (len(SEAT_COLUMNS) * (seats - len(game.names))))])


def _game_row(number: int, stored: StoredGame, club: Club) -> Sequence[Cell]:
    game = stored.game
    by_seat = zip(stored.names, stored.totals, stored.places, strict=True)
    winners = [name for name, won in zip(stored.names, stored.won, strict=True) if won]
    return (
        number,
        _local(game.started_at, club),
        _local(game.finished_at, club),
        "ended early" if game.state == OVER and game.ended_early else game.state,
        game.hands_played,
        _text(summary(stored.rules)),
        _text(" & ".join(winners)),
        _text(game.note),
        _text(game.place),
        game.table_number,
        game.key,
        *(cell for name, total, place in by_seat for cell in (_text(name), total, place)),
    )


def _text(text: str | None) -> str | None:
    return None if text is None else safe(text)


def _local(moment: datetime | None, club: Club) -> str | None:
    """A moment as spreadsheet programs read it, on the club's clock."""
    return None if moment is None else f"{moment.astimezone(zone_of(club)):%Y-%m-%d %H:%M}"


def _lines(rows: Iterable[Sequence[Cell]]) -> str:
    out = StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue()
