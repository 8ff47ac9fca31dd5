"""What may be done to the hands of a game: one function each, one transaction each, all by `changes.change`.

`later_choices` answers ChoiceNeeded: what the shooter says now, by the number the hand has after the change.
`hand_id` is the hand that a page was about under a number: one that is put in before it gives it another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sqlalchemy import func, select

from scorekeeper.hearts.facts import Facts
from scorekeeper.hearts.game import Position, play
from scorekeeper.hearts.rotation import is_possible
from scorekeeper.hearts.rules import Rules
from scorekeeper.records.books import GAP, Book, Kept, spread
from scorekeeper.records.changes import NO_CHOICES, Entry, Saved, change
from scorekeeper.records.errors import GameOver, NotFound, RecordsError
from scorekeeper.records.figures import OVER
from scorekeeper.records.models import Revision
from scorekeeper.records.replay import Desk, Draft, tidied
from scorekeeper.records.writes import HAND_ACTIONS, as_before


def record_hand(game_key: str, facts: Facts, entry: Entry) -> Saved:
    """Add the next hand. What the table had said of its dealer or pass is taken onto it.

    Raises GameOver once the game is over or was ended early, HandRefused, TooMany beyond 200 hands.
    """

    def edit(desk: Desk) -> Draft:
        book = desk.book
        if book.ended_early:
            raise GameOver("ended_early")
        told = _told(book.rules, facts, book.next_dealer, book.next_passing)
        last = book.hands[-1].ordinal if book.hands else 0
        hand = _new(desk, last + GAP, told)
        book = replace(book, hands=(*book.hands, hand), next_dealer=None, next_passing=None)
        return Draft(book=book, action="recorded", main=hand, told=True, turns_next=True)

    return change(game_key, entry, ("recorded", facts), edit)


def insert_hand(
    game_key: str,
    before: int,
    facts: Facts,
    entry: Entry,
    later_choices: Mapping[int, str] = NO_CHOICES,
    *,
    hand_id: int | None = None,
) -> Saved:
    """Put a forgotten hand before hand `before`, whose number it gets; also after the end.

    Dealers and passes of later hands follow anew unless said otherwise. Raises NotFound, HandRefused,
    ChoiceNeeded, TooMany.
    """

    def edit(desk: Desk) -> Draft:
        book = _with_gap(desk.book, _meant(desk.book, before, hand_id))
        place = book.hands.index(_meant(book, before, hand_id))
        previous = book.hands[place - 1].ordinal if place else 0
        middle = (previous + book.hands[place].ordinal) // 2
        hand = _new(desk, middle, _told(book.rules, facts, None, None))
        book = replace(book, hands=(*book.hands[:place], hand, *book.hands[place:]))
        return Draft(book=book, action="inserted", main=hand, told=True)

    return change(game_key, entry, ("inserted", before, facts), edit, later_choices)


def correct_hand(
    game_key: str,
    number: int,
    facts: Facts,
    entry: Entry,
    later_choices: Mapping[int, str] = NO_CHOICES,
    *,
    hand_id: int | None = None,
) -> Saved:
    """Put other facts in place of a hand's; a dealer or pass said of it stays unless other ones are given.

    Raises NotFound, HandRefused, ChoiceNeeded.
    """

    def edit(desk: Desk) -> Draft:
        old = _meant(desk.book, number, hand_id)
        new = replace(old, facts=_told(desk.book.rules, facts, old.facts.dealer, old.facts.passing))
        return Draft(book=desk.book.having(old, new), action="corrected", main=new, told=True)

    return change(game_key, entry, ("corrected", number, facts), edit, later_choices)


def delete_hand(
    game_key: str, number: int, entry: Entry, later_choices: Mapping[int, str] = NO_CHOICES
) -> Saved:
    """Take a hand out; it keeps its place and can be brought back. Raises NotFound, ChoiceNeeded."""

    def edit(desk: Desk) -> Draft:
        old = desk.book.hand(number)
        new = replace(old, deleted_at=desk.moment)
        return Draft(book=desk.book.having(old, new), action="deleted", main=new)

    return change(game_key, entry, ("deleted", number), edit, later_choices)


def restore_hand(
    game_key: str, hand_id: int, entry: Entry, later_choices: Mapping[int, str] = NO_CHOICES
) -> Saved:
    """Bring a deleted hand back to its place. Raises NotFound, ChoiceNeeded, HandRefused, TooMany."""

    def edit(desk: Desk) -> Draft:
        old = desk.book.hand_by_id(hand_id)
        if old.deleted_at is None:
            raise NotFound(hand_id)
        new = replace(old, deleted_at=None)
        return Draft(book=desk.book.having(old, new), action="restored", main=new)

    return change(game_key, entry, ("restored", hand_id), edit, later_choices)


def undo(game_key: str, entry: Entry, later_choices: Mapping[int, str] = NO_CHOICES) -> Saved:
    """Revert the latest change of a hand, with all it did to later moons.

    A recorded or inserted hand goes (what the table had said of a recorded one's dealer and pass is then said
    of the hand not yet recorded), a corrected one is as before, a deleted one is back in its place. An undo
    is itself such a change, so **undoing an undo is a redo**: undo goes one step back, never two. Changes of
    the rules, the start or the end in between stay. The action is what it came to: `deleted`, `corrected` or
    `restored`.

    Raises RecordsError `nothing_to_undo`, ChoiceNeeded, HandRefused (the rules have changed since), TooMany.
    """

    def edit(desk: Desk) -> Draft:
        book, main = desk.book, None
        revisions = _latest(desk)
        for revision in revisions:
            old = book.hand_by_id(revision.hand_id)
            new = as_before(old, revision.before, desk.moment)
            book = book.having(old, new)
            if main is None:
                main, action = new, _what_it_came_to(old, new)
        if main is None:
            raise RecordsError("nothing_to_undo", game_key)
        said = revisions[0].next_before
        if said is not None:
            book = replace(book, next_dealer=said["dealer"], next_passing=said["passing"])
        return Draft(book=book, action=action, main=main, turns_next=said is not None)

    return change(game_key, entry, "undone", edit, later_choices)


def set_rotation(game_key: str, number: int, dealer: int | None, passing: str | None, entry: Entry) -> Saved:
    """Say who really dealt hand `number` and how it was passed; None: as the rotation says.

    The rotation goes on from there. Only what is otherwise than the rotation has it is kept as said: the rest
    follows anew when a hand before it is put in or goes. The number may be that of the hand not yet recorded.
    Raises NotFound, GameOver for that hand where the game is over, RecordsError `rotation`.
    """

    def edit(desk: Desk) -> Draft:
        book = desk.book
        check_rotation(book.rules, dealer, passing)
        if number == book.next_number:
            if book.figures.state == OVER:
                raise GameOver("ended_early" if book.ended_early else "game_already_over")
            said = _otherwise(book.played.position, dealer, passing)
            return Draft(book=replace(book, next_dealer=said[0], next_passing=said[1]), action="rotation")
        old = book.hand(number)
        before = [hand.facts for hand in book.live[: book.live.index(old)]]
        said = _otherwise(play(book.rules, book.start, before).position, dealer, passing)
        new = replace(old, facts=replace(old.facts, dealer=said[0], passing=said[1]))
        return Draft(book=book.having(old, new), action="corrected", main=new)

    return change(game_key, entry, ("rotation", number, dealer, passing), edit)


def _otherwise(due: Position, dealer: int | None, passing: str | None) -> tuple[int | None, str | None]:
    """What is said, without what is so by the rotation. After the end there is none to compare with."""
    if due.over:
        return dealer, passing
    return None if dealer == due.dealer else dealer, None if passing == due.passing else passing


def check_rotation(rules: Rules, dealer: int | None, passing: str | None) -> None:
    """Refuse a seat or a way of passing this table has not. Raises RecordsError with code `rotation`."""
    if dealer is not None and dealer not in range(rules.players):
        raise RecordsError("rotation", dealer)
    if passing is not None and not is_possible(passing, rules.players):
        raise RecordsError("rotation", passing)


def _told(rules: Rules, facts: Facts, dealer: int | None, passing: str | None) -> Facts:
    """The facts the table told, with what was said of dealer and pass where they say nothing."""
    check_rotation(rules, facts.dealer, facts.passing)
    return replace(
        tidied(rules, facts),
        dealer=dealer if facts.dealer is None else facts.dealer,
        passing=passing if facts.passing is None else facts.passing,
    )


def _new(desk: Desk, ordinal: int, facts: Facts) -> Kept:
    return Kept(id=None, ordinal=ordinal, facts=facts, recorded_at=desk.moment, device_id=desk.device)


def _meant(book: Book, number: int, hand_id: int | None) -> Kept:
    """The live hand of that id, where it is known, else of that number. Raises NotFound."""
    hand = book.hand(number) if hand_id is None else book.hand_by_id(hand_id)
    if hand.deleted_at is not None:
        raise NotFound(hand_id)
    return hand


def _with_gap(book: Book, hand: Kept) -> Book:
    """The book with room for a hand before that one: fresh gaps where this one is used up."""
    place = book.hands.index(hand)
    previous = book.hands[place - 1].ordinal if place else 0
    return book if hand.ordinal - previous > 1 else replace(book, hands=spread(book.hands))


def _latest(desk: Desk) -> list[Revision]:
    """The revisions of the latest change of a hand that the book knows of, the one it was about first."""
    game = desk.book.game
    of_game = (
        Revision.game_id == game.id,
        Revision.version <= game.version,
        Revision.action.in_(HAND_ACTIONS),
    )
    latest = select(func.max(Revision.version)).where(*of_game).scalar_subquery()
    query = select(Revision).where(*of_game, Revision.version == latest).order_by(Revision.id)
    return list(desk.session.scalars(query))


def _what_it_came_to(old: Kept, new: Kept) -> str:
    if new.deleted_at is not None:
        return "deleted"
    return "corrected" if old.deleted_at is None else "restored"
