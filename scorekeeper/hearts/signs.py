"""Suit signs as text: many phones draw a bare ♥ or ♠ as a coloured picture, which no sentence wants."""

from __future__ import annotations

from typing import Final

SUITS: Final = "♣♦♠♥"
_AS_TEXT: Final = str.maketrans({sign: f"{sign}\N{VARIATION SELECTOR-15}" for sign in SUITS})


def as_text(sentence: str) -> str:
    """The sentence with every suit sign followed by the mark that asks for its text form.

    The sentence must not have been through here before: the mark would stand twice.
    """
    return sentence.translate(_AS_TEXT)
