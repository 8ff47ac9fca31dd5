"""Every page, light and dark, small phone to laptop: python -m tests.browser.screenshots [--out DIR].

A page is a line in PAGES: what it is called, and its address for the evening below. Files are named
`table-390-dark.png`.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

from scorekeeper.hearts.rules import Rules
from scorekeeper.records.sheets import Sheet
from scorekeeper.web.access import Role
from tests import playing
from tests.browser.conftest import FLAGS, Site, find_chromium, serve

SIZES: Final = ((360, 640), (390, 844), (768, 1024), (1280, 800))
SCHEMES: Final = ("light", "dark")

# Fields: {club}, {game} (hand 5 is next), {over} (Cy has won), {tie} (overtime), {teams}, {five} and {ten}
# players.
PAGES: Final = (
    ("start", "/"),
    ("club", "/clubs/{club}"),
    ("players", "/clubs/{club}/players"),
    ("games", "/clubs/{club}/games"),
    ("links", "/clubs/{club}/links"),
    ("settings", "/clubs/{club}/settings"),
    ("new-game", "/clubs/{club}/games/new"),
    ("table", "/games/{game}"),
    ("table-overtime", "/games/{tie}"),
    ("table-teams", "/games/{teams}"),
    ("table-five", "/games/{five}"),
    ("table-ten", "/games/{ten}"),
    ("over", "/games/{over}"),
    ("sheet", "/games/{over}/sheet"),
    ("share", "/games/{over}/share"),
    ("rules-card", "/games/{game}/rules"),
    ("rotation", "/games/{game}/rotation"),
    ("insert", "/games/{game}/hands"),
    ("end", "/games/{game}/end"),
    ("rules-edit", "/games/{game}/rules/edit"),
    ("record", "/games/{game}/hands/new"),
    ("correct", "/games/{game}/hands/2"),
)


@dataclass(frozen=True)
class Evening:
    """What the pages show: the fields of PAGES, and the clubs they are in."""

    fields: dict[str, str]
    clubs: tuple[str, ...]


def evening() -> Evening:
    """Clubs with games at every stage. Needs an application context."""
    sheets: dict[str, Sheet] = {
        "over": playing.start(hands=11),
        "tie": playing.start(rules=Rules(limit=30)),
        "teams": playing.start(rules=Rules(teams=((0, 2), (1, 3))), hands=4),
        "five": playing.start(playing.TEN[:5]),
        "ten": playing.start(playing.TEN),
        "game": playing.start(hands=4),
    }
    tie, five, ten = (sheets[name].game.key for name in ("tie", "five", "ten"))
    playing.play(tie, [((4, 4, 1, 4), 1), ((4, 2, 7, 0), 3), ((5, 3, 5, 0), 1)])
    playing.play(five, [playing.plain_hand(5)] * 2)
    playing.play(ten, [playing.plain_hand(10)] * 2)
    fields = {name: sheet.game.key for name, sheet in sheets.items()}
    fields["club"] = sheets["game"].club.key
    return Evening(fields, tuple(sheet.club.key for sheet in sheets.values()))


def take(browser: Browser, site: Site, shown: Evening, out: Path) -> Iterator[Path]:
    """Take every picture, one by one."""
    out.mkdir(parents=True, exist_ok=True)
    for scheme in SCHEMES:
        for width, tall in SIZES:
            context = browser.new_context(
                base_url=site.url,
                viewport={"width": width, "height": tall},
                color_scheme=scheme,  # type: ignore[arg-type]
                reduced_motion="reduce",
            )
            page = context.new_page()
            for club in shown.clubs:
                page.goto(site.join_address(club, Role.HOST))
            for name, path in PAGES:
                page.goto(path.format(**shown.fields))
                page.wait_for_load_state("load")
                file = out / f"{name}-{width}-{scheme}.png"
                page.screenshot(path=file)
                yield file
            context.close()


@contextmanager
def opened() -> Iterator[tuple[Site, Browser]]:
    """The site on an empty database, and a Chromium."""
    found = find_chromium()
    if found is None:
        raise SystemExit(
            "There is no Chromium on this machine; SCOREKEEPER_TEST_CHROMIUM can say where one is."
        )
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        serving = serve(Path(folder))
        site = next(serving)
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        try:
            with site.app.app_context():
                yield site, browser
        finally:
            browser.close()
            next(serving, None)


def main() -> None:
    """Take the pictures and say where they are."""
    parser = argparse.ArgumentParser(description="Take a picture of every page.")
    parser.add_argument(
        "--out", type=Path, default=Path("screenshots"), help="the folder (default: screenshots)"
    )
    out = parser.parse_args().out
    with opened() as (site, browser):
        count = sum(1 for _ in take(browser, site, evening(), out))
    print(f"{count} pictures in {out}")


if __name__ == "__main__":
    main()
