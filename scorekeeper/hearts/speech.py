"""How things are said: lists, numbers and plurals in plain English, and suit signs that stay text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

SUITS: Final = "♣♦♠♥"
_AS_TEXT: Final = str.maketrans({sign: f"{sign}\N{VARIATION SELECTOR-15}" for sign in SUITS})

_NUMBER_WORDS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


def as_text(sentence: str) -> str:
    """The sentence with every suit sign followed by the mark that asks for its text form.

    Many phones draw a bare ♥ or ♠ as a coloured picture, which no sentence wants.
    The sentence must not have been through here before: the mark would stand twice.
    """
    return sentence.translate(_AS_TEXT)


def printable(text: str) -> str:
    """The text with a ? for every sign that steers a terminal instead of being seen."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def spoken(items: Sequence[str]) -> str:
    """A list as it is said: "a, b and c"; nothing of nothing."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def sentence(words: str) -> str:
    """The words with a capital first letter and every other letter as it is."""
    return f"{words[:1].upper()}{words[1:]}"


def plural(noun: str, count: int) -> str:
    """The noun for so many of it, where it takes no more than an s."""
    return noun if count == 1 else f"{noun}s"


def counted(count: int, noun: str) -> str:
    """A number and its noun: "three cards", "one card", "13 cards"."""
    number = _NUMBER_WORDS[count] if count < len(_NUMBER_WORDS) else str(count)
    return f"{number} {plural(noun, count)}"
