"""The list of games narrowed down: by player, year, how it ended, rules, size of the table, and words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from flask import request

from scorekeeper.hearts.scales import scale_name
from scorekeeper.records.history import Sought
from scorekeeper.records.models import NOTE_LENGTH
from scorekeeper.web.choice import Option, scale_from
from scorekeeper.web.forms import whole

if TYPE_CHECKING:
    from scorekeeper.records.models import Player

STATES: Final[Mapping[str, str]] = {
    "finished": "Played to the end",
    "early": "Ended early",
    "unfinished": "Not finished",
}
FIELDS: Final = ("player", "year", "state", "rules", "players", "words")


@dataclass(frozen=True, slots=True)
class Filter:
    """What can be asked for, what is, and that in words ("" where nothing is)."""

    players: tuple[Option, ...]
    years: tuple[Option, ...]
    states: tuple[Option, ...]
    rules: tuple[Option, ...]
    sizes: tuple[Option, ...]
    words: str
    summary: str
    kept: Mapping[str, str]  # what an address says for it


def sought_of(args: Mapping[str, str]) -> Sought:
    """What an address asks for; what it does not say properly is not asked for."""
    year, players = whole(args.get("year")), whole(args.get("players"))
    state = args.get("state")
    return Sought(
        player_id=whole(args.get("player")),
        year=year if year is not None and 1000 <= year <= 2999 else None,
        state=state if state in STATES else None,
        scale=scale_from(args.get("rules")),
        players=players if players is not None and 3 <= players <= 10 else 0,
        words=" ".join(args.get("words", "").split())[:NOTE_LENGTH],
    )


def filter_of(
    sought: Sought, people: Sequence[Player], years: Sequence[int], scales: Sequence[tuple[str, int]]
) -> Filter:
    """The filter as a page shows it; `scales` come with a number of players each (0: any)."""
    names = {player.id: player.name for player in people}
    said = [
        names.get(sought.player_id or 0, ""),
        str(sought.year or ""),
        STATES.get(sought.state or "", "").lower(),
        scale_name(sought.scale) if sought.scale else "",
        f"{sought.players} players" if sought.players else "",
        f"“{sought.words}”" if sought.words else "",
    ]
    return Filter(
        players=tuple(Option(str(key), name, key == sought.player_id) for key, name in names.items()),
        years=tuple(Option(str(year), str(year), year == sought.year) for year in years),
        states=tuple(Option(key, words, key == sought.state) for key, words in STATES.items()),
        rules=tuple(
            Option(scale, scale_name(scale), scale == sought.scale)
            for scale in dict.fromkeys(scale for scale, _ in scales)
        ),
        sizes=tuple(
            Option(str(size), f"{size} players", size == sought.players)
            for size in sorted({size for _, size in scales if size})
        ),
        words=sought.words,
        summary=" · ".join(part for part in said if part),
        kept={name: request.args[name] for name in FIELDS if request.args.get(name)},
    )
