"""The text of a file somebody typed: its encoding, its delimiter, and how it writes numbers."""

from __future__ import annotations

import codecs
import csv
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import StringIO
from typing import Final

from scorekeeper.records.errors import RecordsError

DELIMITERS: Final = (",", ";", "\t", "|")
MOST_DIGITS: Final = 7  # more than any sheet holds
MOST_CELLS: Final = 1000  # a line
_SAMPLE: Final = 200  # lines that say which delimiter it is
_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_OTHER_PROGRAMS: Final = (
    (b"PK\x03\x04", "a spreadsheet or another packed file"),
    (b"\xd0\xcf\x11\xe0", "an old spreadsheet or document"),
    (b"%PDF", "a PDF"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"\x1f\x8b", "a packed file"),
    (b"SQLite format 3", "a database"),
)
# 19 · −4 · +4 · 19,0 · 19.00: what counts as a whole number, whatever separates the decimals.
_NUMBER: Final = re.compile(rf"([+-]?)(\d{{1,{MOST_DIGITS}}})(?:[.,]0*)?")
# What steers a terminal or turns the direction of a line: what a file says is told there, and on pages.
_CONTROLS: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_DASHES: Final = frozenset("-–—−./")
# What begins a formula in some spreadsheet program, wide forms of the signs included; at the beginning of a
# cell, and after what such a program may take for the end of one whatever the quotes say.
_FORMULA: Final = "[=+\\-@\t\r\n＝＋－＠]"
_TO_GUARD: Final = re.compile(rf"(^|[;\t\r\n])(?=[ ']*{_FORMULA})")
_GUARDED: Final = re.compile(rf"(^|[;\t\r\n])'(?=[ ']*{_FORMULA})")


class FileRefused(RecordsError):  # noqa: N818  # reads as what happened, as the errors of errors.py do
    """A file that cannot be read as games; str() is a sentence for the person who chose it."""

    def __init__(self, sentence: str) -> None:
        super().__init__("file", sentence)

    def __str__(self) -> str:
        """The sentence."""
        return str(self.value)


def ended(text: object) -> str:
    """What an error says, as the end of a sentence."""
    return f"{str(text).rstrip('.')}."


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a sheet: its number in the file, from 1, and its cells without the space around them."""

    line: int
    cells: tuple[str, ...]

    def cell(self, column: int | None) -> str:
        """The cell of that column; a short line has blanks at its end."""
        return self.cells[column] if column is not None and column < len(self.cells) else ""

    @property
    def blank(self) -> bool:
        """Whether nothing stands in the line."""
        return not any(self.cells)


def decode(content: bytes) -> str:
    """The text of a file: UTF-8, UTF-16 or UTF-32 by its mark or its zeros, else Western European.

    Raises FileRefused for what is no text at all.
    """
    for mark, what in _OTHER_PROGRAMS:
        if content.startswith(mark):
            raise FileRefused(f"This is {what}, not a text file. Save the sheet as CSV and choose that.")
    for bom, encoding in _BOMS:
        if content.startswith(bom):
            return content[len(bom) :].decode(encoding, errors="replace")
    head = content[:4096]
    if b"\0" in head:
        even = head[::2].count(0) > head[1::2].count(0)
        return content.decode("utf-16-be" if even else "utf-16-le", errors="replace")
    for encoding in ("utf-8", "cp1252"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return content.decode("latin-1")


def read_rows(text: str) -> tuple[list[Row], str]:
    """The lines of a sheet with their cells, blank ones too, and the delimiter. Raises FileRefused."""
    text = _CONTROLS.sub("", text)
    told = re.match(r"\ufeff?sep=(.)\r?\n", text)  # how a spreadsheet program says it
    skipped = told.end() if told else 0
    delimiter = told[1] if told else _delimiter(text)
    try:
        rows = _parse(text[skipped:], delimiter, 1 if told else 0)
    except csv.Error as error:
        raise FileRefused(f"The file could not be read as a table: {ended(error)}") from error
    return rows, delimiter


def _parse(text: str, delimiter: str, before: int) -> list[Row]:
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter)
    rows: list[Row] = []
    line = before + 1
    for cells in reader:
        if len(cells) > MOST_CELLS:
            raise FileRefused(
                f"Line {line} has {len(cells)} cells; a sheet has at most {MOST_CELLS} in a line."
            )
        row = Row(line, tuple(map(str.strip, cells)))
        if not (row.blank and rows and rows[-1].blank):  # one empty line says as much as a million
            rows.append(row)
        line = before + reader.line_num + 1
    return rows


def _delimiter(text: str) -> str:
    """The delimiter that makes a table of the file: as many cells in every line as in the first."""
    lines = [line for line in text[: 200 * _SAMPLE].splitlines() if line.strip()][:_SAMPLE]
    return max(DELIMITERS, key=lambda delimiter: _evenness(lines, delimiter))


def _evenness(lines: Sequence[str], delimiter: str) -> tuple[bool, float, int]:
    try:
        widths = [len(cells) for cells in csv.reader(lines, delimiter=delimiter)]
    except csv.Error:
        return False, 0.0, 0
    if not widths:
        return False, 0.0, 0
    # A title above the header, or a remark under the last hand, is one cell wide in any case.
    usual, count = (
        Counter(width for width in widths if width > 1).most_common(1)[0] if max(widths) > 1 else (1, 0)
    )
    header = next((width for width in widths if width > 1), 1)
    return header == usual > 1, count / len(widths), usual


@lru_cache(maxsize=1 << 12)
def number_of(text: str) -> int | None:
    """The whole number a cell holds, else None: "19", "19,0", "−4", "+4", digits of any script."""
    match = _NUMBER.fullmatch(text.replace("−", "-").replace("–", "-").replace("\u00a0", "").strip())
    if match is None:
        return None
    value = int(match[2])
    return -value if match[1] == "-" else value


def is_blank(text: str) -> bool:
    """Whether a cell says nothing: empty, or a dash."""
    return not text or set(text) <= _DASHES


def word_set(words: str) -> frozenset[str]:
    """The words of a text, to look others up in."""
    return frozenset(words.split())


def folded(text: str) -> str:
    """A word as headers are compared: letters and digits alone, without case and accents."""
    spread = unicodedata.normalize("NFKD", text.replace("#", " no "))
    return "".join(c for c in spread.casefold() if c.isalnum())


def safe(text: str) -> str:
    """A text cell that no spreadsheet program takes for a formula; `unsafe` reads it back."""
    return _TO_GUARD.sub(r"\1'", text)


def unsafe(text: str) -> str:
    """A text cell as it was before `safe`."""
    return _GUARDED.sub(r"\1", text)
