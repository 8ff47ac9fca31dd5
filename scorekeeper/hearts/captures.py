"""Points alone: which captures could have given them (docs/rules.md, "Points only")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, islice
from types import MappingProxyType
from typing import Final

from scorekeeper.hearts.facts import Fault, Taken, in_order
from scorekeeper.hearts.forms import Applied, Forms, forms_of
from scorekeeper.hearts.partitions import SEVERAL, Ways, deal_out
from scorekeeper.hearts.rules import Rules
from scorekeeper.hearts.scoring import Shot, find_shooter, score_shot

# Who had a card, by its name: {"queen": (2,)}; with two decks perhaps (2, 2); () is nobody, the kitty.
Holders = Mapping[str, tuple[int, ...]]
NO_HOLDERS: Final[Holders] = MappingProxyType({})

# What a Fault of `points_impossible` carries as `card` where points fit moons that would score differently.
AMBIGUOUS: Final = "ambiguous"

# How written points are read, the first that fits (docs/rules.md: 16, 0, 0, 0 is a moon with the bonus
# card, though ten hearts and that card would come to nothing as well): raw by one seat, raw by partners,
# applied, ordinary.
_RAW_MOON, _RAW_TEAM_MOON, _APPLIED_MOON, _ORDINARY = range(4)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What points say: `faults`, or a hand.

    `captures` None: several captures fit, the cards are not known. `shot` None: nobody shot anything and
    the scores are the points. Else `said` is the choice the form says (None: the moon stands in the raw)
    and `jacks` how many bonus cards each seat scores with. `shooter_open`: either partner may have shot it;
    the lower seat stands.
    """

    faults: tuple[Fault, ...] = ()
    captures: tuple[Taken, ...] | None = None
    shot: Shot | None = None
    said: str | None = None
    jacks: tuple[int, ...] = ()
    shooter_open: bool = False


@dataclass(frozen=True, slots=True)
class _Story:
    """One way the points may have come about, up to which cards exactly."""

    rank: int
    shot: Shot | None
    said: str | None
    jacks: tuple[int, ...]
    captures: tuple[Taken, ...] | None


@dataclass(frozen=True, slots=True)
class _RawForm:
    """Points read as cards with the bonus cards in one place: what the penalty cards of each seat come to."""

    needs: list[int]
    jacks: tuple[int, ...]
    without: list[bool]  # seats whose points are the no-trick bonus
    shooter: int | None


def read_points(rules: Rules, points: Sequence[int], holders: Holders = NO_HOLDERS) -> Reading:
    """Read one hand's points, one whole number a seat, as written on the sheet.

    `holders` is what the table answered when it was asked who had a card. No capture is a fault; several
    count as one where shooter and scores agree; moons that would score differently cannot be told apart and
    are refused too.
    """
    forms = forms_of(rules)
    stories = _stories(rules, forms, tuple(points), holders)
    if not stories:
        return Reading(faults=_explain(forms, points))
    first = stories[0]
    if first.rank == _ORDINARY:
        return Reading(captures=first.captures if len(stories) == 1 else None)
    shooters = sorted({story.shot.shooter for story in stories if story.shot})
    one_side = len({rules.side_of_seat[seat] for seat in shooters}) == 1
    same = len({(story.said, story.shot and story.shot.sun, story.jacks) for story in stories}) == 1
    raw_by_several = len(shooters) > 1 and first.rank != _APPLIED_MOON
    if not same or not one_side or raw_by_several:
        return Reading(faults=(Fault("points_impossible", None, AMBIGUOUS, tuple(points)),))
    return Reading(
        captures=first.captures if len(stories) == 1 else None,
        shot=first.shot and Shot(shooters[0], first.shot.sun),
        said=first.said,
        jacks=first.jacks,
        shooter_open=len(shooters) > 1,
    )


def written_with(rules: Rules, points: Sequence[int], choice: str) -> tuple[int, ...]:
    """Points in which a moon was added or subtracted, as they are written where the shooter says `choice`.

    Points in which it stands in the raw, or in which there is none, are written one way only.
    """
    reading = read_points(rules, points)
    if reading.shot is None or reading.said is None:
        return tuple(points)
    return score_shot(rules, reading.shot, choice, reading.jacks)


def open_cards(rules: Rules, points: Sequence[int]) -> dict[str, tuple[int, ...]]:
    """For points that several captures fit: the named cards in doubt and the seats that may have had each.

    What a table is asked; its answer goes into `read_points` as `holders`. A card that one seat or the
    kitty may have is in doubt too. {} where the cards are known, or where only hearts are in doubt.
    """
    reading = read_points(rules, points)
    if reading.faults or reading.captures is not None:
        return {}
    may_have: dict[str, tuple[int, ...]] = {}
    for card in rules.named:
        seats: set[int] = set()
        fitting = 0
        for holders in _all_holders(rules):
            told_already = fitting > 1 and seats.issuperset(holders)
            if not told_already and not read_points(rules, points, {card: holders}).faults:
                fitting += 1
                seats.update(holders)
        if fitting > 1:
            may_have[card] = tuple(sorted(seats))
    return may_have


def _all_holders(rules: Rules) -> Iterator[tuple[int, ...]]:
    """Every way one kind of named card may lie."""
    for number in range(rules.decks, max(0, rules.decks - rules.kitty_size) - 1, -1):
        yield from combinations_with_replacement(range(rules.players), number)


def _stories(rules: Rules, forms: Forms, points: tuple[int, ...], holders: Holders) -> list[_Story]:
    """The ways these points may have come about: those of the first rank of which there are any."""
    raw = list(_raw_forms(rules, forms, points, holders)) if forms.may_be_raw(points) else []
    moons = [story for form in raw if form.shooter is not None for story in _raw(forms, form, holders)]
    stories = [*moons, *_applied(forms, points, holders)]
    if not stories:
        ordinary = (form for form in raw if form.shooter is None)
        # Two are enough: in an ordinary hand the scores are the points, whoever had which card.
        return list(islice((story for form in ordinary for story in _raw(forms, form, holders)), SEVERAL))
    rank = min(story.rank for story in stories)
    return [story for story in stories if story.rank == rank]


def _applied(forms: Forms, points: tuple[int, ...], holders: Holders) -> Iterator[_Story]:
    """The points read as a moon that the sheet shows added or subtracted."""
    for applied in forms.applied.get(points, ()):
        if _fits(forms, applied, holders):
            known = not applied.shared and not forms.spare(applied.jacks)
            captures = forms.everything(applied) if known else None
            jacks = forms.scoring_jacks(applied.shot.shooter, applied.jacks)
            yield _Story(_APPLIED_MOON, applied.shot, applied.said, jacks, captures)


def _fits(forms: Forms, applied: Applied, holders: Holders) -> bool:
    """Whether what the table said of who had which card leaves this moon possible."""
    rules, shooter = forms.rules, applied.shot.shooter
    mine = rules.sides[rules.side_of_seat[shooter]] if applied.shared else (shooter,)
    for card, seats in holders.items():
        if card == "jack":
            if not _same_holders(applied.jacks, seats):
                return False
        elif any(seat not in mine for seat in seats) or rules.decks - len(seats) > forms.spare(applied.jacks):
            return False
    return True


def _same_holders(jacks: Sequence[int], seats: Sequence[int]) -> bool:
    return all(count == seats.count(seat) for seat, count in enumerate(jacks))


def _raw_forms(rules: Rules, forms: Forms, points: tuple[int, ...], holders: Holders) -> Iterator[_RawForm]:
    """The points read as cards, once for every way the bonus cards may lie."""
    each = rules.named.get("jack", 0)
    for jacks in forms.jacks:
        if "jack" in holders and not _same_holders(jacks, holders["jack"]):
            continue
        needs = [number - each * count for number, count in zip(points, jacks, strict=True)]
        without = [
            need < 0 and need == -rules.no_trick_bonus and not jacks[seat] for seat, need in enumerate(needs)
        ]
        needs = [0 if bonus else need for need, bonus in zip(needs, without, strict=True)]
        if min(needs) < 0:
            continue
        shooter = None if rules.moon == "off" else find_shooter(rules, needs, jacks)
        a_sun = rules.sun and sum(without) == rules.players - 1
        if any(without) and (shooter is not None or a_sun):  # such a hand knows no no-trick bonus
            continue
        yield _RawForm(needs, jacks, without, shooter)


def _raw(forms: Forms, form: _RawForm, holders: Holders) -> Iterator[_Story]:
    """The story such a form tells, if the penalty cards can be dealt out that way at all."""
    ways = _deal(forms, form.needs, forms.spare(form.jacks), holders)
    if not ways.number:
        return
    captures = None
    if ways.number != SEVERAL:
        captures = forms.captures(ways, form.jacks, form.without, holders)
    if form.shooter is None:
        yield _Story(_ORDINARY, None, None, form.jacks, captures)
        return
    rank = _RAW_MOON if sum(1 for need in form.needs if need) == 1 else _RAW_TEAM_MOON
    yield _Story(rank, Shot(form.shooter), None, forms.scoring_jacks(form.shooter, form.jacks), captures)


def _deal(forms: Forms, needs: Sequence[int], spare: int, holders: Holders) -> Ways:
    """Deal out the penalty cards; those the table placed are where it said, or in the kitty."""
    left = list(needs)
    counts = list(forms.counts)
    for place, card in enumerate(forms.cards):
        if card in holders:
            for seat in holders[card]:
                left[seat] -= forms.values[place]
            spare -= counts[place] - len(holders[card])
            counts[place] = 0
    if spare < 0 or min(left) < 0:
        return Ways(0)
    return deal_out(forms.values, counts, left, spare)


def _explain(forms: Forms, points: Sequence[int]) -> tuple[Fault, ...]:
    """Why no capture gives these points: a sum that none gives, or only the way it is shared out."""
    total = sum(points)
    code = "points_impossible" if total in forms.raw_sums or total in forms.applied_sums else "points_total"
    usual = forms.rules.deck_points + forms.rules.named.get("jack", 0) * forms.rules.decks
    value = tuple(points) if code == "points_impossible" else total
    below = [
        Fault("negative", seat, "points", number)
        for seat, number in enumerate(points)
        if number < 0 and number not in forms.below_zero
    ]
    return in_order([*below, Fault(code, None, "points", value, usual)])
