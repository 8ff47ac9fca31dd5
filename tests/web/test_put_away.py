"""What was deleted or put away comes back by a tap."""

from __future__ import annotations

from flask import Flask

from scorekeeper.records.hands import delete_hand
from scorekeeper.records.sheets import load_sheet
from scorekeeper.web.access import Role
from tests.playing import entry, start
from tests.web.bare import Bare
from tests.web.conftest import Visit


def test_a_deleted_hand_is_brought_back_to_its_place(app: Flask, visit: Visit) -> None:
    with app.app_context():
        sheet = start(hands=3)
        delete_hand(sheet.game.key, 2, entry(sheet.game.key))
    keeper = Bare(visit(sheet.club.key, Role.SCOREKEEPER))
    page = keeper.get(f"/games/{sheet.game.key}/hands/deleted")
    assert "Hand 2" in page.text
    table = keeper.send(page, page.form("/hands/restore$"))
    assert table.status == 200
    with app.app_context():
        after = load_sheet(sheet.game.key)
        assert [hand.facts for hand in after.hands] == [hand.facts for hand in sheet.hands]
        assert after.position.totals == sheet.position.totals
    assert "No hand of this game was deleted" in keeper.get(f"/games/{sheet.game.key}/hands/deleted").text


def test_a_hand_deleted_twice_stands_there_once(app: Flask, visit: Visit) -> None:
    with app.app_context():
        sheet = start(hands=2)
        delete_hand(sheet.game.key, 1, entry(sheet.game.key))
    keeper = Bare(visit(sheet.club.key, Role.SCOREKEEPER))
    deleted = f"/games/{sheet.game.key}/hands/deleted"
    page = keeper.get(deleted)
    keeper.send(page, page.form("/hands/restore$"))
    with app.app_context():
        delete_hand(sheet.game.key, 1, entry(sheet.game.key))
    assert len([form for form in keeper.get(deleted).forms if form.action.endswith("/restore")]) == 1


def test_an_old_page_brings_nothing_back_and_says_why(app: Flask, visit: Visit) -> None:
    with app.app_context():
        sheet = start(hands=3)
        delete_hand(sheet.game.key, 3, entry(sheet.game.key))
    keeper = Bare(visit(sheet.club.key, Role.SCOREKEEPER))
    page = keeper.get(f"/games/{sheet.game.key}/hands/deleted")
    with app.app_context():
        delete_hand(sheet.game.key, 1, entry(sheet.game.key))
    refused = keeper.send(page, page.form("/hands/restore$"))
    assert refused.status == 409
    assert "still out of the game" in refused.text


def test_a_game_is_put_away_and_brought_back(app: Flask, visit: Visit) -> None:
    with app.app_context():
        sheet = start(hands=1)
    host = Bare(visit(sheet.club.key, Role.HOST))
    follower = visit(sheet.club.key, Role.VIEWER)
    page = host.get(host.get(f"/games/{sheet.game.key}").link("Put this game away"))
    host.send(page, page.form("/archive$"))
    news = follower.get(f"/games/{sheet.game.key}/board?since={sheet.game.version}")
    assert news.status_code == 200  # a phone that waits is told
    away = host.get(f"/clubs/{sheet.club.key}/archived")
    assert "Ann" in away.text
    table = host.send(away, away.form("/archive$"))
    assert "Record hand 2" in table.text
    assert "No game was put away" in host.get(f"/clubs/{sheet.club.key}/archived").text
