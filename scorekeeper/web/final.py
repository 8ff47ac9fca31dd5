"""The result of a game: who has won and by how much, the table of places, the chart of totals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.hearts.game import leaders, places, standing
from scorekeeper.hearts.speech import spoken
from scorekeeper.web.charts import Chart, Series, totals_chart
from scorekeeper.web.standing import side_names
from scorekeeper.web.words import signed

if TYPE_CHECKING:
    from scorekeeper.hearts.game import Result
    from scorekeeper.records.sheets import Sheet

MOON, SUN = "☾", "☀\ufe0e"


@dataclass(frozen=True, slots=True)
class Rank:
    """A row of the result. A team's own row has only `place`, `names` and `total`."""

    place: int | None
    names: tuple[str, ...]
    total: int
    best: int | None
    worst: int | None
    queens: int
    moons: int
    won: bool
    team: bool = False


@dataclass(frozen=True, slots=True)
class Reached:
    """Who came to the limit, and to how much."""

    names: tuple[str, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Final:
    """What the page says once a game is over, or would say were it ended now.

    `winners` is () where nothing was played: the only hand of a game ended early may have been deleted since.
    """

    winners: tuple[str, ...]
    shared: bool
    total: int
    margin: int
    second: tuple[str, ...]
    reached: tuple[Reached, ...]
    hands: int
    early: bool
    ranks: tuple[Rank, ...]
    unknown: int  # hands whose cards nobody knows, which the queens leave out


def counted(sheet: Sheet) -> list[Result]:
    """The results of the hands that count."""
    return [hand.result for hand in sheet.hands if hand.result is not None and hand.result.valid]


def final(sheet: Sheet, *, early: bool) -> Final:
    """The result as the totals stand. Ended early, the lowest has won, shared on a tie (docs/rules.md)."""
    rules, results = sheet.rules, counted(sheet)
    totals = sheet.position.totals
    sides, names = standing(rules, totals), side_names(rules, sheet.names)
    winning = leaders(rules, totals)
    others = [total for side, total in enumerate(sides) if side not in winning]
    played = bool(results) or sheet.book.carried is not None
    low, second = sides[winning[0]], min(others, default=sides[winning[0]])
    return Final(
        winners=tuple(name for side in winning for name in names[side]) if played else (),
        shared=len(winning) > 1,
        total=low,
        margin=second - low,
        second=tuple(
            name
            for side, total in enumerate(sides)
            if total == second and side not in winning
            for name in names[side]
        ),
        reached=tuple(
            Reached(names[side], total)
            for side, total in enumerate(sides)
            if total >= rules.limit and side not in winning
        ),
        hands=len(results),
        early=early,
        ranks=_ranks(sheet, results) if played else (),
        unknown=sum(result.captures is None for result in results),
    )


def _ranks(sheet: Sheet, results: list[Result]) -> tuple[Rank, ...]:
    rules, totals = sheet.rules, sheet.position.totals
    place_of, sides = places(rules, totals), standing(rules, totals)
    rows: list[Rank] = []
    for side in sorted(range(len(rules.sides)), key=lambda number: place_of[rules.sides[number][0]]):
        seats = rules.sides[side]
        place = place_of[seats[0]]
        if rules.teams:
            names = tuple(sheet.names[seat] for seat in seats)
            rows.append(Rank(place, names, sides[side], None, None, 0, 0, place == 1, team=True))
        rows += [_rank(sheet, results, seat, None if rules.teams else place) for seat in seats]
    return tuple(rows)


def _rank(sheet: Sheet, results: list[Result], seat: int, place: int | None) -> Rank:
    scores = [result.scores[seat] for result in results if result.scores]
    return Rank(
        place=place,
        names=(sheet.names[seat],),
        total=sheet.position.totals[seat],
        best=min(scores, default=None),
        worst=max(scores, default=None),
        queens=sum(result.captures[seat].queen for result in results if result.captures),
        moons=sum(result.shooter == seat for result in results),
        won=place == 1,
    )


@dataclass(frozen=True, slots=True)
class Step:
    """A row of figures beside the chart: the sides' totals after a hand, and what was shot in it."""

    hand: int
    totals: tuple[int, ...]
    shot: str


def steps(sheet: Sheet) -> tuple[Step, ...]:
    """The totals after each hand that counts, by side."""
    return tuple(
        Step(
            result.number,
            standing(sheet.rules, result.totals or ()),
            "" if result.shooter is None else _shot(result, sheet.names[result.shooter]),
        )
        for result in counted(sheet)
    )


def chart(sheet: Sheet) -> Chart:
    """The totals after each hand that counts, a line a side, with the limit and the moons."""
    rules, results, names = sheet.rules, counted(sheet), side_names(sheet.rules, sheet.names)
    after = [standing(rules, sheet.start.totals), *(step.totals for step in steps(sheet))]
    by_side = list(zip(*after, strict=True))
    winning = leaders(rules, sheet.position.totals)
    series = [
        Series(" & ".join(names[side]), totals, won=side in winning) for side, totals in enumerate(by_side)
    ]
    shot = [
        (index, SUN if result.sun else MOON, _shot(result, sheet.names[result.shooter]))
        for index, result in enumerate(results, start=1)
        if result.shooter is not None
    ]
    return totals_chart(series, rules.limit, shot)


def _shot(result: Result, name: str) -> str:
    return f"{name} shot the {'sun' if result.sun else 'moon'}"


def in_words(sheet: Sheet, result: Final) -> str:
    """The result as a text to share, one line a player."""
    verb = "share the win" if result.shared else "wins" if len(result.winners) == 1 else "win"
    hands = "1 hand" if result.hands == 1 else f"{result.hands} hands"
    early = ", ended early" if result.early else ""
    lines = [
        f"{sheet.club.name}: {spoken(result.winners)} {verb} with {signed(result.total)} ({hands}{early})",
        *(
            f"{rank.place or '–'}. {spoken(rank.names)} {signed(rank.total)}"
            for rank in result.ranks
            if rank.team or not sheet.rules.teams
        ),
    ]
    return "\n".join(lines)
