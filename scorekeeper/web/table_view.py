"""What the table shows of a game, as plain data for `table/_board.html`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import session

from scorekeeper.hearts.deck import take_out
from scorekeeper.hearts.speech import spoken
from scorekeeper.hearts.words import PASS_WORDS, kind_in_words, pass_detail, summary
from scorekeeper.web import felt as felts
from scorekeeper.web import final as finals
from scorekeeper.web import score_sheet, standing
from scorekeeper.web.hand_view import hand_numbered
from scorekeeper.web.hand_words import moon_sentences
from scorekeeper.web.words import day, score, signed

if TYPE_CHECKING:
    from scorekeeper.records.sheets import Sheet, SheetHand
    from scorekeeper.web.charts import Chart

SEATS = "seats"  # in the session: {game key: the seat of whoever holds this phone}
MOST_SEATS = 20  # games whose seat a device remembers; the cookie has little room

CHANGES = {
    "recorded": "Hand {} saved",
    "inserted": "Hand {} added",
    "corrected": "Hand {} corrected",
    "deleted": "Hand {} taken back",
    "restored": "Hand {} is back",
}


@dataclass(frozen=True, slots=True)
class Notice:
    """The latest change, and what the button that reverts it is called; "" where none does."""

    text: str
    revert: str = ""


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything the partial shows; what belongs to the other state of the game is None."""

    over: bool
    live: bool  # hands can be recorded
    archived: bool
    summary: str  # of the rules
    under: str  # the line under the club's name
    number: int  # of the hand to come
    notice: Notice | None
    felt: felts.Felt | None
    detail: str
    take_out: str  # the cards that leave the deck before the first hand; "" for none, and later
    sides: tuple[standing.Side, ...]
    tied: standing.Tied | None
    final: finals.Final | None
    chart: Chart | None
    steps: tuple[finals.Step, ...]  # the chart's figures
    rows: tuple[score_sheet.HandRow, ...]
    teams: tuple[tuple[str, ...], ...]  # who plays together; () without teams
    dealer: str
    shared: str  # the result as a text to share; "" until there is one
    then: str  # what a screen reader is told after the notice: what was added, what comes next


def is_over(sheet: Sheet) -> bool:
    """Whether the game has ended, by its rules or early."""
    return sheet.position.over or sheet.book.ended_early


def seat_of_holder(sheet: Sheet) -> int | None:
    """The seat of whoever holds this phone, where they said so."""
    seats = session.get(SEATS)
    seat = seats.get(sheet.game.key) if isinstance(seats, dict) else None
    return seat if isinstance(seat, int) and 0 <= seat < len(sheet.names) else None


def remember_holder(game_key: str, seat: int | None) -> None:
    """Keep in this device's cookie who holds it at this game; None forgets it."""
    seats = session.get(SEATS)
    others = {
        key: kept for key, kept in (seats if isinstance(seats, dict) else {}).items() if key != game_key
    }
    latest = dict(list(others.items())[-MOST_SEATS + 1 :])
    session[SEATS] = latest if seat is None else {**latest, game_key: seat}


def view(sheet: Sheet) -> TableView:
    """The whole table as the sheet has it and this device looks at it."""
    over, archived = is_over(sheet), sheet.game.archived_at is not None
    position, rules = sheet.position, sheet.rules
    notice, result = _notice(sheet), finals.final(sheet, early=sheet.book.ended_early) if over else None
    tied = None if over else standing.tied(sheet)
    return TableView(
        over=over,
        live=not over and not archived,
        archived=archived,
        summary=summary(rules),
        under=_under(sheet) if over else summary(rules),
        number=position.hand_number,
        notice=notice,
        felt=None if over else _felt(sheet),
        detail=pass_detail(position.passing, rules),
        take_out="" if over or sheet.hands or sheet.book.carried else take_out(rules),
        sides=standing.board(sheet),
        tied=tied,
        final=result,
        chart=finals.chart(sheet) if over and sheet.hands else None,
        steps=finals.steps(sheet) if over else (),
        rows=score_sheet.rows(sheet),
        teams=standing.side_names(rules, sheet.names) if rules.teams else (),
        dealer=sheet.names[position.dealer],
        shared=finals.in_words(sheet, result) if result and result.winners else "",
        then=_then(sheet, tied, result),
    )


def _felt(sheet: Sheet) -> felts.Felt:
    at = sheet.position
    return felts.felt(sheet.names, at.passing, at.dealer, at.hand_number, bottom=seat_of_holder(sheet))


def _under(sheet: Sheet) -> str:
    """Under the club's name once it is over: "29 November · 11 hands · standard rules"."""
    hands = len(finals.counted(sheet))
    played = "1 hand" if hands == 1 else f"{hands} hands"
    return f"{day(sheet.game.started_at, sheet.club.zone)} · {played} · {kind_in_words(sheet.rules)}"


def _notice(sheet: Sheet) -> Notice | None:
    if sheet.last_change is None or not sheet.latest:
        return _said(sheet)
    action, number = sheet.last_change
    undone = action == "deleted"
    text = CHANGES[action].format(number) if number is not None else "A hand was changed"
    if number is not None and not undone:
        hand = hand_numbered(sheet, number)
        if action == "corrected" and hand and not hand.revised:
            text, undone = f"Hand {number} is as it was", True
        if forced := _forced(sheet, hand):
            text = f"{text}. {forced}"
    return Notice(text, "Bring back" if undone else "Undo")


def _forced(sheet: Sheet, hand: SheetHand | None) -> str:
    """What the moon of that hand did, and why its shooter had no choice; "" where nothing was barred."""
    if hand is None or hand.result is None or not hand.result.valid:
        return ""
    told = moon_sentences(sheet.rules, sheet.names, hand.result)
    return " ".join(told) if len(told) > 1 else ""


def _said(sheet: Sheet) -> Notice | None:
    """What the table said of the hand to come: "Hand 5: Bob deals, pass left, as the table said"."""
    at = sheet.position
    said = [f"{sheet.names[at.dealer]} deals"] if sheet.book.next_dealer is not None else []
    said += [PASS_WORDS[at.passing].lower()] if sheet.book.next_passing is not None else []
    if not said or is_over(sheet):
        return None
    return Notice(f"Hand {at.hand_number}: {', '.join(said)}, as the table said")


def _then(sheet: Sheet, tied: standing.Tied | None, result: finals.Final | None) -> str:
    said = []
    last = standing.last_scores(sheet)
    if last and sheet.latest and sheet.last_change and sheet.last_change[0] == "recorded":
        said.append(
            ", ".join(f"{name} {score(points)}" for name, points in zip(sheet.names, last, strict=True))
        )
    if result and not result.winners:
        said.append("Ended early: no hand has been played, so nobody has won")
    elif result:
        verb = "share the win" if result.shared else "wins" if len(result.winners) == 1 else "win"
        said.append(f"Game over: {spoken(result.winners)} {verb} with {signed(result.total)}")
    else:
        at, dealer = sheet.position, sheet.names[sheet.position.dealer]
        said += ["Overtime"] if tied else []
        said.append(f"Hand {at.hand_number}, {PASS_WORDS[at.passing].lower()}; {dealer} deals")
    return ". ".join(said) + "."
