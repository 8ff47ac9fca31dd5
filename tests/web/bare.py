"""A browser without JavaScript: it can do only what the links and forms of a page let it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlsplit

from flask.testing import FlaskClient
from werkzeug.test import TestResponse


@dataclass
class Control:
    """One name of a form: what it may be set to (None: any text) and what it is."""

    kind: str
    options: list[str] = field(default_factory=list)
    value: str | None = None


@dataclass
class Form:
    """A form of a page as its browser would send it."""

    action: str
    method: str
    controls: dict[str, Control] = field(default_factory=dict)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)  # text, name, value

    def fill(self, **values: object) -> Form:
        """Type and choose. Fails where the form has no such field, or not that choice."""
        for name, value in values.items():
            control = self.controls[name]
            assert control.kind != "hidden", f"{name} is not for people"
            if control.options and value is not None:
                assert str(value) in control.options, f"{name} can be {control.options}"
            control.value = None if value is None else str(value)
        return self

    def data(self, button: str | None = None) -> dict[str, str]:
        """What is sent when the button of that text is pressed (None: the first)."""
        pressed = [b for b in self.buttons if button is None or b[0] == button]
        assert pressed, f"no button {button!r} among {self.buttons}"
        sent = {name: control.value for name, control in self.controls.items() if control.value is not None}
        if pressed[0][1]:
            sent[pressed[0][1]] = pressed[0][2]
        return sent


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.by_id: dict[str, Form] = {}
        self.links: list[tuple[str, str]] = []
        self.texts: list[str] = []
        self.open: Form | None = None
        self.select: Control | None = None
        self.named: list[tuple[str, tuple[str, str, str]]] = []
        self.catching: list[tuple[str, list[str], dict[str, str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.open = Form(said.get("action", ""), said.get("method", "get").lower())
            self.forms.append(self.open)
            self.by_id[said.get("id", "")] = self.open
        elif tag == "input":
            self._input(said)
        elif tag == "select":
            self.select = self._control(said, "select")
        elif tag == "option" and self.select is not None:
            self.select.options.append(said.get("value", ""))
            if "selected" in said or self.select.value is None:
                self.select.value = said.get("value", "")
        if tag in ("a", "button", "h1", "p", "summary"):
            self.catching.append((tag, [], said))

    def _control(self, said: dict[str, str], kind: str) -> Control:
        if self.open is None:  # a partial's own: its form stands on the page it is put into
            self.open = Form("", "")
        return self.open.controls.setdefault(said["name"], Control(kind))

    def _input(self, said: dict[str, str]) -> None:
        if "name" not in said:  # to be read or copied, never sent
            return
        kind = said.get("type", "text")
        control = self._control(said, kind)
        if kind in ("radio", "checkbox"):
            control.options.append(said.get("value", "on"))
            if "checked" in said:
                control.value = said.get("value", "on")
        else:
            control.value = said.get("value", "")

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        for _, words, _ in self.catching:
            words.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None
        elif tag == "select":
            self.select = None
        if self.catching and self.catching[-1][0] == tag:
            _, words, said = self.catching.pop()
            text = " ".join("".join(words).split())
            if tag == "a":
                self.links.append((said.get("aria-label") or text, said.get("href", "")))
            elif tag == "button" and said.get("type", "submit") == "submit":
                self._button(text, said)

    def _button(self, text: str, said: dict[str, str]) -> None:
        button = (text, said.get("name", ""), said.get("value", ""))
        if "form" in said:
            self.named.append((said["form"], button))
        elif self.open is not None:
            self.open.buttons.append(button)

    def give_named_buttons(self) -> None:
        """Give the buttons that name their form to it: it may have come after them."""
        for form, button in self.named:
            self.by_id[form].buttons.append(button)


@dataclass
class Page:
    """A page that was answered: its status, its address, and what can be done on it."""

    status: int
    address: str
    html: str
    forms: list[Form]
    links: list[tuple[str, str]]
    text: str

    def form(self, action: str) -> Form:
        """The form that is sent to an address of that pattern."""
        (found,) = [form for form in self.forms if re.search(action, form.action)]
        return found

    def link(self, text: str) -> str:
        """Where the first link of that text leads."""
        return next(href for words, href in self.links if words.startswith(text))


class Bare:
    """A person with such a browser."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def get(self, address: str) -> Page:
        """Open an address, following redirects."""
        return self.read(self.client.get(address, follow_redirects=True))

    def send(self, page: Page, form: Form, button: str | None = None) -> Page:
        """Press a button of a form: its fields go out, a redirect is followed."""
        address = form.action or page.address
        if form.method == "get":
            sent = self.client.get(address, query_string=form.data(button), follow_redirects=True)
        else:
            sent = self.client.post(address, data=form.data(button), follow_redirects=True)
        return self.read(sent)

    @staticmethod
    def read(response: TestResponse) -> Page:
        """What an answer shows, and offers to do."""
        html = response.get_data(as_text=True)
        parts = urlsplit(response.request.url)
        reader = _Reader()
        reader.feed(html)
        reader.give_named_buttons()
        address = parts.path + (f"?{parts.query}" if parts.query else "")
        text = " ".join(" ".join(reader.texts).split())
        return Page(response.status_code, address, html, reader.forms, reader.links, text)
