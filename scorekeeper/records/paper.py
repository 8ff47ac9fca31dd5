"""Paper sheets, typed in and saved as CSV: the games they hold, ready to come in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar
from zoneinfo import ZoneInfo

from scorekeeper.hearts.document import Document
from scorekeeper.hearts.facts import Facts
from scorekeeper.hearts.game import Start
from scorekeeper.hearts.rules import Rules, RulesError
from scorekeeper.hearts.rules_checks import FEWEST_PLAYERS, MOST_PLAYERS
from scorekeeper.hearts.speech import spoken
from scorekeeper.records.arrivals import Arrival, Arrivals, Options
from scorekeeper.records.cells import FileRefused, decode, ended, number_of, read_rows
from scorekeeper.records.columns import LONG, POINTS, TOTALS, WIDE, Columns, read_columns
from scorekeeper.records.days import at_evening, day_comes_first, one_after_the_other, read_moment
from scorekeeper.records.papers import PaperGame, read_games
from scorekeeper.records.rotations import Seating, seating_of
from scorekeeper.records.tallies import Points, Tally, points_of, split_where_totals_fall, tally, written_as

DELIMITER_WORDS: Final = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "upright bars"}
FIGURE_WORDS: Final = {POINTS: "points for each hand", TOTALS: "running totals"}
_SHOWN: Final = 8  # columns that are not read and are named

_T = TypeVar("_T")
_Game = tuple[str, PaperGame, Tally, Rules]


@dataclass(slots=True, kw_only=True)
class _Sheet:
    """One file on its way, and what there is to say of it."""

    columns: Columns
    options: Options
    zone: ZoneInfo
    day_first: bool
    carried: bool  # whether a day stands for games under it too
    written: str = POINTS
    faults: list[str] = field(default_factory=list)


def read_paper(content: bytes, options: Options, zone: ZoneInfo) -> Arrivals:
    """The games on a sheet. Raises FileRefused where it is none; faults of its lines stand in the answer."""
    rows, delimiter = read_rows(decode(content))
    columns, body = read_columns(rows, options.no_players)
    papers = read_games(columns, body)
    carried = _carry_days(papers)
    told = day_comes_first(paper.day for paper in papers)
    day_first = next(said for said in (options.day_first, told, True) if said is not None)
    sheet = _Sheet(columns=columns, options=options, zone=zone, day_first=day_first, carried=carried)
    games = _with_rules(sheet, papers)
    if not games and not sheet.faults:
        raise FileRefused("There is a header, but no hand under it.")
    found = written_as([(read, rules) for _, _, read, rules in games], columns.said)
    sheet.written = options.written or found
    arrivals = [_arrival(sheet, *game) for game in _split(sheet, games)]
    return Arrivals(
        kind="paper sheet",
        games=_in_turn(arrivals),
        understood=_understood(sheet, delimiter, arrivals),
        faults=tuple(sheet.faults),
        written=sheet.written,
        by_column=columns.layout == WIDE,
        day_first=day_first if told is None else None,
    )


def _carry_days(papers: Sequence[PaperGame]) -> bool:
    """Give games without a day the one above them: it is written once an evening. Whether there are any."""
    day, carried = "", False
    for paper in papers:
        carried = carried or bool(day and not paper.day)
        paper.day = day = paper.day or day
    return carried


def _with_rules(sheet: _Sheet, papers: Sequence[PaperGame]) -> list[_Game]:
    """Each game with its figures and its rules; one that cannot be a game becomes a fault of the file."""
    games, rules = [], dict[int, Rules]()
    for ordinal, paper in enumerate(papers, 1):
        label, count = f"Game {paper.key or ordinal}", len(paper.names)
        for line, name, hand in paper.twice:
            what = f"{name} stands twice in hand {hand}" if name else f"hand {hand} is there twice"
            sheet.faults.append(f"Line {line}, {label.lower()}: {what}.")
        if not FEWEST_PLAYERS <= count <= MOST_PLAYERS:
            said = f"{label} (line {paper.line}) has {count} players"
            sheet.faults.append(f"{said}; Hearts takes {FEWEST_PLAYERS} to {MOST_PLAYERS}.")
            continue
        try:
            if count not in rules:
                rules[count] = Rules.from_mapping(dict(sheet.options.rules), players=count)
        except RulesError as error:
            sheet.faults.append(f"{label} has {count} players: {ended(error)}")
            continue
        read = tally(paper, totals=sheet.options.written == TOTALS)
        if read.hands:  # else it was ruled, and not played
            games.append((label, paper, read, rules[count]))
    return games


def _split(sheet: _Sheet, games: Sequence[_Game]) -> list[_Game]:
    """Games under each other without anything to tell them apart but the totals, which begin anew."""
    told_apart = {"game", "date", "hand"} & sheet.columns.roles.keys()
    if told_apart or sheet.written != TOTALS:
        return list(games)
    parts = [
        (paper, part, rules)
        for _, paper, read, rules in games
        for part in split_where_totals_fall(read, rules)
    ]
    return [(f"Game {ordinal}", *game) for ordinal, game in enumerate(parts, 1)]


def _arrival(sheet: _Sheet, label: str, paper: PaperGame, read: Tally, rules: Rules) -> Arrival:
    names = list(paper.names.values())
    found = points_of(read, rules, names, sheet.written)
    seating = seating_of(paper, found.hands, rules)
    document = Document(
        players=_seated(names, seating),
        rules=rules,
        start=Start(_seated(read.brought or (0,) * rules.players, seating), dealer=seating.dealer),
        hands=tuple(
            Facts(points=_seated(points, seating), dealer=dealer, passing=passing)
            for points, dealer, passing in zip(found.points, seating.dealers, seating.passings, strict=True)
        ),
        claimed=tuple(
            {} if None in claim else {"totals": list(_seated(claim, seating))} for claim in found.claims
        ),
    )
    started_at = read_moment(paper.day, sheet.zone, day_first=sheet.day_first) if paper.day else None
    unread = [f"The date {paper.day!r} cannot be read."] if paper.day and started_at is None else []
    if started_at is None and sheet.options.day is not None:
        started_at = at_evening(sheet.options.day, sheet.zone)
    return Arrival(
        label=label,
        document=document,
        paper=True,
        keep_scores=sheet.written == TOTALS,
        started_at=started_at,
        note=paper.note or None,
        place=paper.place or None,
        remarks=(*unread, *found.remarks, *_missing(found), *seating.remarks),
        faults=tuple(found.faults),
    )


def _seated(by_player: Sequence[_T], seating: Seating) -> tuple[_T, ...]:
    return tuple(by_player[player] for player in seating.order)


def _missing(found: Points) -> list[str]:
    """Hands that the numbers on the sheet leave out; hands may also be numbered through all games."""
    numbers = {number for hand in found.hands if (number := number_of(hand.number)) is not None}
    if len(numbers) < len(found.hands) or not numbers or min(numbers) > len(numbers):
        return []
    gone = sorted(set(range(1, max(numbers) + 1)) - numbers)
    if not gone or len(gone) > len(numbers):
        return []
    said = f"The sheet has no hand{'s' * (len(gone) > 1)} {spoken([str(number) for number in gone])}"
    return [f"{said}; the hands after move up."]


def _in_turn(arrivals: Sequence[Arrival]) -> tuple[Arrival, ...]:
    moments = one_after_the_other([arrival.started_at for arrival in arrivals])
    return tuple(
        replace(arrival, started_at=moment) for arrival, moment in zip(arrivals, moments, strict=True)
    )


def _understood(sheet: _Sheet, delimiter: str, arrivals: Sequence[Arrival]) -> tuple[str, ...]:
    """How the file was read, in sentences."""
    shape = (
        "one line for each player and hand" if sheet.columns.layout == LONG else "one column for each player"
    )
    said = [f"A sheet with {shape}, its cells set apart by {DELIMITER_WORDS.get(delimiter, delimiter)}."]
    if sheet.columns.has_both:
        other = "totals" if sheet.written == POINTS else "points"
        said.append(f"It holds points and totals; the {other} are only compared.")
    else:
        said.append(f"The figures are {FIGURE_WORDS[sheet.written]}.")
    if sheet.carried:
        said.append("A day that is written once holds for the games under it.")
    undated = sum(arrival.started_at is None for arrival in arrivals)
    if undated:
        which = "the games" if undated == len(arrivals) else f"{undated} of the games"
        were = "was" if undated == 1 < len(arrivals) else "were"
        said.append(f"The sheet does not say when {which} {were} played.")
    if ignored := sheet.columns.ignored:
        more = f" and {len(ignored) - _SHOWN} more" if len(ignored) > _SHOWN else ""
        said.append(f"Not read: {', '.join(ignored[:_SHOWN])}{more}.")
    return tuple(said)
