"""What the hands of a game hold, kept in memory from one request to the next while the game stays as it is.

A game gets another stamp, never used before, with every change of what stands here, in the transaction of the
change. So what was read or written under a stamp is what lies in the books under it, whoever changes them,
in whichever process, and whatever backup is put back. Only what is committed may be kept.

A server of an older version, which may still serve beside this one, knows no stamps and counts up the game's
version alone: so that has to be the same too.
"""

from __future__ import annotations

from dataclasses import replace
from threading import Lock
from typing import Final

from cachetools import LRUCache

from scorekeeper.records.books import Contents

MOST: Final = 5_000  # hands, of the games that were last asked for: some 400 tables, and about 7 MB
Key = tuple[int, int, str]  # a game's id, its version and its stamp


_lock: Final = Lock()
_kept: Final[LRUCache[Key, Contents]] = LRUCache(MOST, getsizeof=lambda contents: 1 + len(contents.hands))


def keep(key: Key, contents: Contents) -> None:
    """Keep what a game holds. A hand whose id is not known yet can only be the last one."""
    if not key[2] or len(contents.hands) >= MOST or any(hand.id is None for hand in contents.hands[:-1]):
        return
    with _lock:
        _kept[key] = contents


def recall(key: Key, last_hand: int | None) -> Contents | None:
    """What is kept of a game. `last_hand` is the id of its last hand, where that is sure."""
    with _lock:
        contents = _kept.get(key)
    if contents is None or not contents.hands or contents.hands[-1].id is not None:
        return contents
    if last_hand is None:
        return None
    *before, last = contents.hands
    contents = replace(contents, hands=(*before, replace(last, id=last_hand)))
    keep(key, contents)
    return contents
