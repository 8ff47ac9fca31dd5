"""The changes of a game as its page tells them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from scorekeeper.hearts.words import PASS_WORDS

if TYPE_CHECKING:
    from scorekeeper.records.revisions import Change, HandState
    from scorekeeper.records.sheets import Sheet

WORDS: Final = {
    "recorded": "recorded",
    "inserted": "added",
    "corrected": "corrected",
    "deleted": "taken back",
    "restored": "brought back",
    "rules": "changed with the rules",
    "start": "changed with the start",
}
CHOICES: Final = {"add": "added to the others", "subtract": "taken off the shooter"}


@dataclass(frozen=True, slots=True)
class Told:
    """A change in words. `was` and `now` are scores by seat; () for none, or where both are the same."""

    title: str
    made_at: datetime
    device: str
    was: tuple[int | None, ...]
    now: tuple[int | None, ...]
    more: tuple[str, ...]


def told(change: Change, sheet: Sheet, device: str) -> Told:
    """A change for the page on that device."""
    before, after = change.before, change.after
    same = before is not None and after is not None and before.scores == after.scores
    number = "A hand that is gone:" if change.number is None else f"Hand {change.number}"
    done = WORDS.get(change.action, "changed")
    return Told(
        title=f"{number} {done}",
        made_at=change.made_at,
        device=_device(change, device),
        was=() if before is None or same else before.scores,
        now=() if after is None or same else after.scores,
        more=tuple(_more(before, after, sheet)) if before and after else (),
    )


def _device(change: Change, mine: str) -> str:
    if change.device_id is None:
        return ""
    if change.device_id == mine:
        return "this phone"
    return change.device_name or "another phone"


def _more(before: HandState, after: HandState, sheet: Sheet) -> Iterator[str]:
    if before.dealer != after.dealer:
        yield "The dealer by the rotation." if after.dealer is None else f"{sheet.names[after.dealer]} dealt."
    if before.passing != after.passing:
        yield "Passed by the rotation." if after.passing is None else f"{PASS_WORDS[after.passing]}."
    choice = after.told["moon_choice"]
    if before.told["moon_choice"] != choice and choice in CHOICES:
        yield f"The moon was {CHOICES[choice]}."
    if before.told["as_written"] != after.told["as_written"]:
        yield "Saved as called." if after.told["as_written"] else "Adds up now."
    if before.told["taken"] != after.told["taken"] and before.scores == after.scores:
        yield "The cards are others, the scores the same."
