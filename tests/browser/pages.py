"""Every page in every state: its address, and what is done there before it is looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Page, expect

from scorekeeper.records import hands
from scorekeeper.web.access import Role
from tests.browser.conftest import Site
from tests.browser.evening import SHEET, Evening
from tests.browser.tapping import Thumb
from tests.records.table import B

Do = Callable[[Page, Evening], None]


@dataclass(frozen=True)
class State:
    """A page as it is to be looked at; `path` has the names of the evening's keys in braces."""

    name: str
    path: str
    do: Do | None = None

    def show(self, page: Page, evening: Evening) -> None:
        """Bring the page into the state; nothing is kept on the phone from the one before."""
        if page.url.startswith("http"):
            page.evaluate("localStorage.clear(), sessionStorage.clear()")
        page.goto(self.path.format(**evening.keys))
        page.wait_for_load_state("load")
        if self.do:
            self.do(page, evening)


def let_in(page: Page, site: Site, evening: Evening, role: Role = Role.HOST) -> None:
    """Come by the link of every club of the evening."""
    for club in evening.clubs:
        page.goto(site.join_address(club, role))


def unfolded(page: Page, _: Evening) -> None:
    """Everything that can be unfolded, but for the page's menu."""
    page.evaluate(
        "document.querySelectorAll('main details:not(.menu)').forEach((one) => { one.open = true; })"
    )


def menu(page: Page, _: Evening) -> None:
    """The page's menu."""
    page.locator(".menu > summary").click()


def start_refused(page: Page, _: Evening) -> None:
    """Two names, and one of them twice."""
    for seat in (1, 2):
        page.get_by_label(f"Player {seat}", exact=True).fill("Ann")
    page.locator("#quick-start .primary").click()
    expect(page.locator("#quick-start .fault").first).to_be_visible()


def moving(page: Page, _: Evening) -> None:
    """Seats are being moved."""
    page.get_by_role("button", name="Move", exact=True).click()


def rules_refused(page: Page, evening: Evening) -> None:
    """A new game whose rules do not fit together."""
    unfolded(page, evening)
    page.get_by_label("Play to").fill("none")
    page.get_by_role("button", name="Deal", exact=True).last.click()
    expect(page.get_by_label("Play to")).to_have_attribute("aria-invalid", "true")


def rules_shown_first(page: Page, _: Evening) -> None:
    """What other rules would change."""
    page.get_by_label("Play to").fill("30")
    page.locator(".thumb .primary").click()
    expect(page.get_by_role("button", name="Change the rules")).to_be_visible()


def code(page: Page, evening: Evening) -> None:
    """Every link, and a code to type."""
    page.get_by_role("button", name="code").click()
    page.locator("p.code-digits").wait_for()
    unfolded(page, evening)


def looked_at(page: Page, evening: Evening) -> None:
    """A file with a new player, a hand that does not add up, and a game left open."""
    file = {"name": "sheet.csv", "mimeType": "text/csv", "buffer": SHEET.encode()}
    page.locator("#file").set_input_files(file)  # type: ignore[arg-type]
    page.locator(".thumb .primary").click()
    page.get_by_role("heading", name="Understood").wait_for()
    unfolded(page, evening)


# ---- Recording ----


def _thumb(page: Page, evening: Evening, game: str) -> Thumb:
    page.locator("#record.live").wait_for()
    return Thumb(page, evening.table(game))


def _click(thumb: Thumb, row: str, seat: int) -> None:
    thumb.in_row(row, seat).click()


def counted(page: Page, evening: Evening) -> None:
    """Two numbers and the queen."""
    thumb = _thumb(page, evening, "game")
    for number in (4, 6):
        thumb.key(number).click()
    _click(thumb, "queen", 1)


def complete(page: Page, evening: Evening) -> None:
    """A whole hand, with what it scores."""
    counted(page, evening)
    page.locator('[data-key="3"]').click()
    expect(page.locator('.tile [data-score="1"]')).to_have_text("+19")


def drafted(page: Page, evening: Evening) -> None:
    """What was tapped in before the page was left."""
    counted(page, evening)
    page.reload()
    page.locator("#taps-before").wait_for()


def waiting(page: Page, evening: Evening) -> None:
    """A hand that nobody takes: it waits on the phone."""
    page.wait_for_load_state("networkidle")
    page.route("**/hands/new", lambda route: route.abort(), times=1)
    page.route("**/token", lambda route: route.abort())  # no other page asks for one
    complete(page, evening)
    page.locator("#save").click()
    page.get_by_role("button", name="Record hand").wait_for()


def waiting_at_table(page: Page, evening: Evening) -> None:
    """The same, at the table."""
    table = page.url
    page.goto(f"{table}/hands/new")
    waiting(page, evening)
    page.goto(table)
    page.locator(".waiting").wait_for()


def choosing(page: Page, evening: Evening) -> None:
    """The moon's shooter chooses."""
    thumb = _thumb(page, evening, "eventful")
    _click(thumb, "moon", 3)
    _click(thumb, "jack", 3)
    page.locator(".choices").wait_for()


def _cards(page: Page, thumb: Thumb) -> None:
    for card in ("holder_A", "holder_6"):
        thumb.card(card).click()
    thumb.tile("Bob").click()
    for card in ("holder_K", "holder_10"):
        thumb.card(card).click()


def by_cards(page: Page, evening: Evening) -> None:
    """Cards of two players."""
    thumb = _thumb(page, evening, "game")
    page.get_by_role("radio", name="Cards", exact=True).check(force=True)
    _cards(page, thumb)
    thumb.card("queen").click()


def spot(page: Page, evening: Evening) -> None:
    """Cards of two players, where each counts its rank."""
    _cards(page, _thumb(page, evening, "spot"))


def _points(page: Page, *points: int) -> None:
    page.get_by_role("radio", name="Points", exact=True).check(force=True)
    for seat, number in enumerate(points):
        page.locator(f"#points_{seat}").fill(str(number))


def by_points(page: Page, _: Evening) -> None:
    """Points of two players."""
    _points(page, 4, 19)


def asked(page: Page, _: Evening) -> None:
    """Points that do not tell who had the queen."""
    _points(page, 13, 13, 0, 0)
    page.get_by_role("group", name="Who had the queen of spades?").wait_for()


def refused(page: Page, _: Evening) -> None:
    """Points that no cards come to."""
    _points(page, 9, 9, 8, 0)
    page.locator("#save").click()
    page.get_by_role("group", name="Not saved").wait_for()
    page.get_by_text("The table cannot sort it out?").click()


def conflicting(page: Page, evening: Evening) -> None:
    """Another phone has recorded the hand meanwhile."""
    table = evening.table("busy")
    while table.sheet.hands:
        table.do(hands.undo)
    page.reload()
    thumb = _thumb(page, evening, "busy")
    for number in (4, 6, 3):
        thumb.key(number).click()
    _click(thumb, "queen", 1)
    table.record(B)
    thumb.save.click()
    page.get_by_text("is in the books already").wait_for()


def deleting(page: Page, _: Evening) -> None:
    """A hand about to be deleted."""
    page.get_by_text("Delete this hand").click()


def barred(page: Page, evening: Evening) -> None:
    """A correction after which a later shooter must choose again."""
    thumb = _thumb(page, evening, "barring")
    for seat, number in enumerate((1, 0, 12, 0)):
        page.locator(f'.tile[data-seat="{seat}"]').click()
        thumb.key(number).click()
    _click(thumb, "queen", 2)
    thumb.save.click()
    page.wait_for_selector("text=Dora shot the moon in hand 2")


STRANGER: Final = (
    State("start", "/"),
    State("start-unfolded", "/", unfolded),
    State("start-refused", "/", start_refused),
    State("join", "/join"),
    State("not-found", "/games/nobodysgame"),
)
CLUB: Final = (
    State("start-clubs", "/"),
    State("club", "/clubs/{club}"),
    State("club-menu", "/clubs/{club}", menu),
    State("standings", "/clubs/{club}/standings"),
    State("standings-unfolded", "/clubs/{club}/standings", unfolded),
    State("games", "/clubs/{club}/games"),
    State("games-unfolded", "/clubs/{club}/games", unfolded),
    State("records", "/clubs/{club}/records", unfolded),
    State("player", "/clubs/{club}/players/{player}", unfolded),
    State("merge", "/clubs/{club}/players/{player}/merge"),
    State("roster", "/clubs/{club}/players"),
    State("roster-unfolded", "/clubs/{club}/players", unfolded),
    State("settings", "/clubs/{club}/settings", unfolded),
    State("links", "/clubs/{club}/links"),
    State("links-code", "/clubs/{club}/links", code),
    State("phones", "/clubs/{club}/devices"),
    State("phone", "/clubs/{club}/device"),
    State("export", "/clubs/{club}/export"),
    State("blank-sheet", "/clubs/{club}/blank-sheet"),
    State("import", "/clubs/{club}/import", unfolded),
    State("import-looked-at", "/clubs/{club}/import", looked_at),
    State("new-game", "/clubs/{club}/games/new"),
    State("new-game-moving", "/clubs/{club}/games/new", moving),
    State("new-game-unfolded", "/clubs/{club}/games/new", unfolded),
    State("new-game-refused", "/clubs/{club}/games/new", rules_refused),
)
TABLE: Final = (
    State("table", "/games/{game}"),
    State("table-menu", "/games/{game}", menu),
    State("table-waiting", "/games/{game}", waiting_at_table),
    State("table-new", "/games/{new}"),
    State("table-hold", "/games/{hold}"),
    State("table-overtime", "/games/{tie}"),
    State("table-teams", "/games/{teams}"),
    State("table-three", "/games/{three}"),
    State("table-five", "/games/{five}"),
    State("table-six", "/games/{six}"),
    State("table-ten", "/games/{ten}"),
    State("table-long-names", "/games/{long}"),
    State("over", "/games/{over}"),
    State("over-early", "/games/{early}"),
    State("over-teams", "/games/{teams_over}"),
    State("sheet", "/games/{over}/sheet"),
    State("share", "/games/{over}/share"),
    State("changes", "/games/{barring}/changes"),
    State("rules-card", "/games/{game}/rules"),
    State("rotation", "/games/{game}/rotation"),
    State("insert", "/games/{game}/hands"),
    State("end", "/games/{game}/end"),
    State("rules-edit", "/games/{game}/rules/edit"),
    State("rules-shown-first", "/games/{game}/rules/edit", rules_shown_first),
    State("undo", "/games/{game}/undo"),
)
RECORD: Final = (
    State("record", "/games/{game}/hands/new"),
    State("record-count", "/games/{game}/hands/new", counted),
    State("record-complete", "/games/{game}/hands/new", complete),
    State("record-draft", "/games/{game}/hands/new", drafted),
    State("record-waiting", "/games/{game}/hands/new", waiting),
    State("record-cards", "/games/{game}/hands/new", by_cards),
    State("record-points", "/games/{game}/hands/new", by_points),
    State("record-asked", "/games/{game}/hands/new", asked),
    State("record-refused", "/games/{game}/hands/new", refused),
    State("record-choice", "/games/{eventful}/hands/new", choosing),
    State("record-conflict", "/games/{busy}/hands/new", conflicting),
    State("record-three-kitty", "/games/{kitty}/hands/new"),
    State("record-spot", "/games/{spot}/hands/new", spot),
    State("record-six", "/games/{six}/hands/new"),
    State("record-ten", "/games/{ten}/hands/new"),
    State("record-long-names", "/games/{long}/hands/new"),
    State("correct", "/games/{game}/hands/2", deleting),
    State("correct-barred", "/games/{barring}/hands/1", barred),
)
MEMBER: Final = CLUB + TABLE + RECORD


def named(names: Sequence[str]) -> list[State]:
    """The states of these names, all if there are none. Raises ValueError for a name nothing has."""
    known = {state.name: state for state in STRANGER + MEMBER}
    if unknown := [name for name in names if name not in known]:
        raise ValueError(f"no page is called {unknown[0]!r}; there are {', '.join(known)}")
    return [known[name] for name in names or known]
