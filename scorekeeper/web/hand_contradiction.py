"""Where two things that were typed of one hand cannot both be, though each may be by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.hearts.messages import card_sign
from scorekeeper.hearts.reading import shown
from scorekeeper.web.hand_form import KITTY, HandForm, heart_fields, named_rows


def contradiction(form: HandForm, names: Sequence[str]) -> str | None:
    """A sentence where a moon, a sun or a kitty was told and the rest of the form says otherwise."""
    if form.mode == "points":
        return None
    return next(_contradictions(form, names), None)


def _contradictions(form: HandForm, names: Sequence[str]) -> Iterator[str]:
    rules, counting = form.rules, form.mode == "count"
    sun = form.seat_in("sun") if rules.sun else None
    moon = form.seat_in("moon") if counting and rules.moon != "off" else None
    if sun is not None and moon is not None and sun != moon:
        yield f"{names[sun]} cannot have won every trick when {names[moon]} shot the moon. Take one back."
    if sun is not None:
        yield from _others_cards(form, names, sun, f"{names[sun]} cannot have won every trick")
    if moon is not None:
        cannot = f"{names[moon]} cannot have shot the moon"
        yield from _others_cards(form, names, moon, cannot, partners=rules.team_moon)
        if rules.jack_needed_for_moon:
            yield from _others_jack(form, names, moon, cannot)
    if counting and rules.kitty_size:
        yield from _kitty(form)


def _others_cards(
    form: HandForm, names: Sequence[str], shooter: int, cannot: str, *, partners: bool = False
) -> Iterator[str]:
    """Cards of somebody else's, or not all the hearts; `partners`: theirs count as the shooter's."""
    side = _side(form, shooter) if partners else (shooter,)
    other = next((seat for seat in form.seats if seat not in side and _holds_any(form, seat)), None)
    if other is not None:
        yield f"{cannot} when {names[other]} has a card. Take one back."
    alone = all(form.hearts_in(seat) is None for seat in side if seat != shooter)
    if form.mode == "count" and alone and form.hearts_in(shooter) not in (None, form.all_hearts()):
        yield f"{cannot} without all the hearts. Take one back."


def _others_jack(form: HandForm, names: Sequence[str], shooter: int, cannot: str) -> Iterator[str]:
    """The bonus card, which this moon needs, said to be somebody else's."""
    side = _side(form, shooter) if form.rules.team_moon else (shooter,)
    sign = card_sign("jack", form.rules)
    for row in named_rows(form.rules):
        seat = form.seat_in(row.field) if row.card == "jack" else None
        if seat is not None and seat not in side:
            yield f"{cannot} when {names[seat]} has the {sign}, which a moon needs here. Take one back."
        elif row.card == "jack" and form[row.field] == KITTY:
            yield f"{cannot} when the {sign}, which a moon needs here, is in the kitty. Take one back."


def _kitty(form: HandForm) -> Iterator[str]:
    """Hearts of the kitty that are no number, or not those that nobody has."""
    kitty, right = form.hearts_in(KITTY), form.rules.hearts_in_deck
    hearts = [number for seat in form.seats if isinstance(number := form.hearts_in(seat), int)]
    if isinstance(kitty, str):
        yield f"The kitty's hearts: {shown(kitty)} is not a whole number."
    elif isinstance(kitty, int) and len(hearts) == len(form.seats) and sum(hearts) + kitty != right:
        added = shown(sum(hearts) + kitty).replace("-", "−")
        yield f"With the kitty's {shown(kitty)} the hearts add up to {added}, not {right}."


def _side(form: HandForm, seat: int) -> tuple[int, ...]:
    return form.rules.sides[form.rules.side_of_seat[seat]]


def _holds_any(form: HandForm, seat: int) -> bool:
    cards = any(form.seat_in(row.field) == seat for row in named_rows(form.rules) if row.card != "jack")
    if form.mode == "cards":
        return cards or any(form.seat_in(name) == seat for name, _, _ in heart_fields(form.rules))
    return cards or form.hearts_in(seat) not in (None, 0)
