"""A real game over plain HTTP without JavaScript: only what the forms and links of the pages offer."""

from __future__ import annotations

import pytest
from flask import Flask

from tests import family
from tests.web.bare import Bare, Page
from tests.web.conftest import Visit

PASS_WORDS = {"left": "Pass left", "right": "Pass right", "across": "Pass across", "hold": "Hold"}


@pytest.fixture
def bare(app: Flask, visit: Visit, monkeypatch: pytest.MonkeyPatch) -> Bare:
    monkeypatch.setitem(app.config, "WTF_CSRF_ENABLED", True)
    return Bare(visit())


def start(bare: Bare, names: tuple[str, ...]) -> Page:
    page = bare.get("/")
    form = page.form(r"^/$")
    form.fill(**{f"names-{seat}": name for seat, name in enumerate(names)})
    return bare.send(page, form)


def record(bare: Bare, table: Page, hand: family.WrittenHand) -> Page:
    page = bare.get(table.link(f"Record hand {hand.number}"))
    assert f"{PASS_WORDS[hand.passing]} · {family.PLAYERS[(hand.number - 1) % 4]} dealt" in page.text
    form = page.form(r"/hands/new")
    if hand.shooter is not None:
        form.fill(moon=hand.shooter)
    else:
        form.fill(queen=hand.queen, **{f"hearts_{seat}": count for seat, count in enumerate(hand.hearts)})
    saved = bare.send(page, form)
    assert saved.status == 200
    return saved


def test_game_6_is_played_by_forms_and_links_alone(bare: Bare) -> None:
    table = start(bare, family.PLAYERS)
    hands = family.game(6)
    assert [hand.number for hand in hands if hand.shooter is not None] == [7]
    for hand in hands:
        table = record(bare, table, hand)
    assert hands[-1].totals == (101, 74, 90, 99)
    for total in hands[-1].totals:
        assert str(total) in table.text
    assert "Record hand" not in table.text
    assert "player_2 wins" in table.text
    assert "player_1 wins" not in table.text  # 101 is only what ended it
