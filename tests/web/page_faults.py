"""What is wrong with a page's HTML: elements where none may be, ids twice, headings skipped, focus twice."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Final

VOID: Final = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)
INTERACTIVE: Final = frozenset(("a", "button", "details", "input", "label", "select", "textarea"))
BLOCKS: Final = frozenset(
    [
        *(
            "address",
            "article",
            "aside",
            "blockquote",
            "details",
            "div",
            "dl",
            "fieldset",
            "figure",
            "footer",
        ),
        *("form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "main", "nav", "ol", "p", "pre"),
        *("section", "table", "ul"),
    ]
)
REFERENCES: Final = ("for", "aria-labelledby", "aria-describedby", "aria-controls", "form", "list")
# Outer elements and what may not be in them, however deep.
BARRED: Final = {
    "form": frozenset({"form"}),
    "a": INTERACTIVE,
    "button": INTERACTIVE,
    "label": frozenset({"label"}),
    "p": BLOCKS,
    "legend": BLOCKS,
    "summary": frozenset({"a", "button", "details", "input", "select", "textarea"}),
}


class _Reader(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.whole = "<html" in html
        self.open: list[tuple[str, list[str]]] = []  # each with the names of its children so far
        self.faults: list[str] = []
        self.ids: list[str] = []
        self.references: list[tuple[str, str]] = []
        self.focused: list[str] = []
        self.heading = 0 if self.whole else 1  # a part stands under its page's heading
        self.feed(html)
        self.close()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        said = {name: value or "" for name, value in attrs}
        where = f"<{tag} {said.get('id') or said.get('class', '')}>"
        self.faults += [f"{where} has {name} twice" for name in set(names) if names.count(name) > 1]
        self._place(tag, said, where)
        self._headings(tag)
        if "autofocus" in said:
            self.focused.append(where)
        if tag == "svg" and "hidden" in said:
            self.faults.append("an SVG cannot be hidden by an attribute")
        self.ids += [said["id"]] if "id" in said else []
        self.references += [(where, id_) for name in REFERENCES for id_ in said.get(name, "").split()]
        if tag not in VOID:
            self.open.append((tag, []))

    def _place(self, tag: str, said: dict[str, str], where: str) -> None:
        if said.get("type") == "hidden":
            return
        for outer, _ in self.open:
            if tag in BARRED.get(outer, ()):
                self.faults.append(f"{where} in <{outer}>")
        if not self.open:
            return
        parent, siblings = self.open[-1]
        first = {"summary": "details", "legend": "fieldset", "caption": "table"}
        if tag in first and (parent != first[tag] or siblings):
            self.faults.append(f"{where} is not the first thing in <{first[tag]}>")
        if parent == "figure" and "figcaption" in siblings[1:]:
            self.faults.append(f"{where} after the <figcaption>, which was not the first thing either")
        siblings.append(tag)

    def _headings(self, tag: str) -> None:
        if len(tag) != 2 or tag[0] != "h" or not tag[1].isdigit():
            return
        level = int(tag[1])
        if level > self.heading + 1:
            self.faults.append(f"<{tag}> after <h{self.heading}>")
        self.heading = level

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID or not self.open or self.open[-1][0] != tag:
            self.faults.append(f"</{tag}> within {[name for name, _ in self.open[-3:]]}")
        else:
            self.open.pop()


def faults_of(html: str) -> list[str]:
    """What is wrong with a page, or with a part of one; [] for nothing."""
    reader = _Reader(html)
    faults = reader.faults + [f"<{tag}> is never closed" for tag, _ in reader.open]
    faults += [f"id {id_} twice" for id_ in set(reader.ids) if reader.ids.count(id_) > 1]
    faults += [f"focus for {reader.focused}"] if len(reader.focused) > 1 else []
    if reader.whole:
        faults += [f"{where} points to {id_}" for where, id_ in reader.references if id_ not in reader.ids]
    return faults


def focused(html: str) -> str:
    """The element that has the focus on a page, as "<input limit>"; "" for none."""
    reader = _Reader(html)
    return " ".join(reader.focused)
