"""Every page in every state, light and dark, small phone to laptop: python -m tests.browser.screenshots.

What there is to see is said in pages.py. `table-390-dark.png` is what is seen without scrolling, and, where
the page is longer, `table-390-dark-whole.png` is all of it.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import FLAGS, Site, find_chromium, serve
from tests.browser.evening import Evening, prepare
from tests.browser.pages import MEMBER, STRANGER, State, let_in, named

SIZES: Final = ((360, 640), (390, 844), (768, 1024), (1280, 800))
SCHEMES: Final = ("light", "dark")


def take(browser: Browser, site: Site, evening: Evening, names: Sequence[str], out: Path) -> Iterator[Path]:
    """Take every picture, one by one."""
    wanted = named(names)
    for scheme in SCHEMES:
        for width, tall in SIZES:
            context = browser.new_context(
                base_url=site.url,
                viewport={"width": width, "height": tall},
                color_scheme=scheme,
                reduced_motion="reduce",
            )
            page = context.new_page()
            for states in (STRANGER, MEMBER):
                for state in states:
                    if state in wanted:
                        yield from _pictures(page, evening, state, out / f"{state.name}-{width}-{scheme}.png")
                let_in(page, site, evening)
            context.close()


def _pictures(page: Page, evening: Evening, state: State, file: Path) -> Iterator[Path]:
    """The first screenful, then the whole page if it is longer, in a window as tall as it."""
    state.show(page, evening)
    page.screenshot(path=file)
    yield file
    window = page.viewport_size
    tall = page.evaluate("document.documentElement.scrollHeight")
    if window and tall > window["height"]:
        page.set_viewport_size({"width": window["width"], "height": tall})
        whole = file.with_stem(f"{file.stem}-whole")
        page.screenshot(path=whole)
        yield whole
        page.set_viewport_size(window)


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
    parser.add_argument("names", nargs="*", metavar="PAGE", help="only these pages, as table or over")
    said = parser.parse_args()
    said.out.mkdir(parents=True, exist_ok=True)
    with opened() as (site, browser):
        count = sum(1 for _ in take(browser, site, prepare(), said.names, said.out))
    print(f"{count} pictures in {said.out}")


if __name__ == "__main__":
    main()
