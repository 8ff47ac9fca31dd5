"""axe-core on a page: what a screen reader, a keyboard or weak eyes would stumble over."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

from tests.conftest import missing

SCRIPT = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@cache
def _source() -> str:
    if not SCRIPT.is_file():
        missing("axe-core is not installed: npm install --no-save --no-package-lock axe-core@4.14.1")
    return SCRIPT.read_text(encoding="utf-8")


def faults(page: Page) -> list[str]:
    """What axe finds at level AA and by its best practices: the rule and where."""
    page.evaluate(_source())
    found = page.evaluate("tags => axe.run({runOnly: tags}).then(r => r.violations)", TAGS)
    return [
        f"{one['id']}: {node['html'][:120]} {node['any'][0]['message'] if node['any'] else ''}"
        for one in found
        for node in one["nodes"]
    ]
