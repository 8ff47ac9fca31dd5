"""The keys of clubs and games: short enough to be read out, too many to be guessed."""

from __future__ import annotations

import secrets
from typing import Final

from scorekeeper.records.models import KEY_LENGTH

# Without 0 O o, 1 I i l and U u V v: what is left is told apart in every font and hand.
ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTWXYZabcdefghjkmnpqrstwxyz"


def new_key() -> str:
    """A key of 10 letters and digits without look-alikes: 51 ** 10, 56 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(KEY_LENGTH))


def new_stamp() -> str:
    """What no other state of anything was called before: 10 characters nobody reads out, 56 bits."""
    return secrets.token_urlsafe(7)


def is_key(text: str) -> bool:
    """Whether a text could be a key; a database may refuse what it cannot even compare (NUL, a surrogate)."""
    return len(text) == KEY_LENGTH and text.isascii() and text.isalnum()


def is_device(text: str) -> bool:
    """Whether a text could be a device's id: two keys, one after the other."""
    return len(text) == 2 * KEY_LENGTH and text.isascii() and text.isalnum()


def is_id(number: int) -> bool:
    """Whether a number could be a row's; beyond the column a look-up is an error, not an empty answer."""
    return 0 < number < 2**31
