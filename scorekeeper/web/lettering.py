"""About how wide text is, where no browser can be asked: near enough to choose its size or shorten it."""

from __future__ import annotations

from math import ceil
from typing import Final
from unicodedata import combining, east_asian_width

WIDE, NARROW, CAPITAL, OTHER = 0.95, 0.36, 0.7, 0.6  # em
BOLD: Final = 0.57  # of such ems fill .6 em in bold type
_NOTHING: Final = "\u200c\u200d\ufe0e\ufe0f"  # joiners and marks of presentation


def text_width(text: str) -> float:
    """About how wide a text is, in ems."""
    return sum(_letter_width(letter) for letter in text)


def longest_word(text: str) -> int:
    """How wide the longest word is, in letters of .6 em and in bold type, up to 11; a hyphen ends a word.

    The class `word-8` of the stylesheets makes a name's letters as small as such a word needs them.
    """
    widest = max(map(text_width, text.replace("-", "- ").split()), default=0)
    return min(ceil(widest / BOLD), 11)


def _letter_width(letter: str) -> float:
    if combining(letter) or letter in _NOTHING:
        return 0.0
    if east_asian_width(letter) in "WF" or letter in "mwMW@":
        return WIDE
    if letter in "ijlI.,:;'’|!ftr ":
        return NARROW
    return CAPITAL if letter.isupper() else OTHER


def shortened(text: str, room: float) -> str:
    """The text where it fits into so many ems; else its beginning and its end: names differ in either."""
    if text_width(text) <= room:
        return text
    tail = text[-3:].lstrip()
    head = text
    while head and text_width(f"{head}…{tail}") > room:
        head = head[:-1]
    return f"{head.rstrip()}…{tail}"
