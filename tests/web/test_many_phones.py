"""Many phones at one table: what the second is told, a form that comes again, what a waiting phone sees."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper import create_app
from scorekeeper.hearts.rules import Rules
from scorekeeper.records import games, hands
from scorekeeper.records.db import db
from scorekeeper.records.sheets import Sheet, load_sheet
from scorekeeper.web.access import Role
from tests.conftest import SECRET_KEY
from tests.playing import end_early, entry, play, start, taken
from tests.web.bare import Bare, Page
from tests.web.conftest import Visit
from tests.web.desk import hearts, record_form
from tests.web.world import books

HAND = {**hearts(5, 4, 4, 0), "queen": 3}


def test_two_phones_that_correct_the_same_hand_one_wins_and_the_other_sees_both_and_picks(
    app: Flask, visit: Visit
) -> None:
    with app.app_context():
        sheet = start(hands=3)
    phones = [Bare(visit(sheet.club.key, Role.SCOREKEEPER)) for _ in range(2)]
    pages = [phone.get(f"/games/{sheet.game.key}/hands/2") for phone in phones]
    first, second = (record_form(page).fill(queen=seat) for page, seat in zip(pages, (0, 2), strict=True))
    assert phones[0].send(pages[0], first).status == 200
    told = phones[1].send(pages[1], second)
    assert told.status == 409
    assert "The game was changed meanwhile" in told.text
    assert "Ann 2♥\ufe0e Q♠\ufe0e +15 2♥\ufe0e +2" in told.text  # there now, and what this phone typed
    assert "Cy 1♥\ufe0e +1 1♥\ufe0e Q♠\ufe0e +14" in told.text
    assert queen_of(app, sheet) == 0
    assert phones[1].send(told, told.form("/hands/2$")).status == 200
    assert queen_of(app, sheet) == 2


def test_two_phones_that_recorded_the_same_are_told_that_it_is(app: Flask, visit: Visit) -> None:
    with app.app_context():
        sheet = start(hands=3)
    phones = [Bare(visit(sheet.club.key, Role.SCOREKEEPER)) for _ in range(3)]
    pages = [phone.get(f"/games/{sheet.game.key}/hands/new") for phone in phones]
    told = [
        phone.send(page, record_form(page).fill(**{**HAND, "queen": queen}))
        for phone, page, queen in zip(phones, pages, (3, 3, 2), strict=True)
    ]
    assert [page.status for page in told] == [200, 409, 409]
    assert "Hand 4 is in the books already. Yours says the same." in told[1].text
    assert "Yours says the same." not in told[2].text
    drops = [page.text.index("Drop mine") < page.text.index("Save mine") for page in told[1:]]
    assert drops == [True, False]  # what would count the hand twice does not stand first


def queen_of(app: Flask, sheet: Sheet) -> int:
    with app.app_context():
        found = load_sheet(sheet.game.key).hands[1].facts.taken or ()
        return next(seat for seat, each in enumerate(found) if each and each.queen)


def deal(page: Page) -> dict[str, str]:
    (form,) = [form for form in page.forms if "dealer" in form.controls]
    return form.fill(dealer=0).data("Save for hand 4")


# What a page offers: which page, which form on it, and what is filled in.
CHANGES: dict[str, tuple[str, Callable[[Page], dict[str, str]], str]] = {
    "record": ("/hands/new", lambda page: record_form(page).fill(**HAND).data(), "/hands/new"),
    "insert": ("/hands/new?before=2", lambda page: record_form(page).fill(**HAND).data(), "/hands/new"),
    "correct": ("/hands/2", lambda page: record_form(page).fill(queen=0).data(), "/hands/2"),
    "delete": ("/hands/2", lambda page: page.form("/hands/2/delete$").data(), "/hands/2/delete"),
    "undo": ("/undo", lambda page: page.form("/undo$").data(), "/undo"),
    "bring back": ("/hands/deleted", lambda page: page.form("/restore$").data(), "/hands/restore"),
    "deal": ("/rotation?hand=4", deal, "/rotation"),
    "end": ("/end", lambda page: page.form("/end$").data(), "/end"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_form_that_comes_again_after_a_restart_counts_once_and_gets_the_same_answer(
    app: Flask, visit: Visit, change: str
) -> None:
    with app.app_context():
        sheet = start(hands=4)
        hands.delete_hand(sheet.game.key, 4, entry(sheet.game.key))
    path, filled, action = CHANGES[change]
    client, table = visit(sheet.club.key, Role.SCOREKEEPER), f"/games/{sheet.game.key}"
    sent = filled(Bare(client).get(table + path))
    before = books(app)
    first = client.post(table + action, data=sent)
    after = books(app)
    cookie = client.get_cookie("scorekeeper")
    assert cookie is not None
    again = started_again(app)
    newly = again.test_client()
    newly.set_cookie("scorekeeper", cookie.value)
    second = newly.post(table + action, data=sent)
    assert after != before
    assert books(app) == after
    assert said(second) == said(first)
    with again.app_context():
        db.session.remove()
        db.engine.dispose()


def started_again(app: Flask) -> Flask:
    """The application as another process would have it: nothing is left but the database and the key."""
    same = ("TESTING", "SQLALCHEMY_DATABASE_URI", "WTF_CSRF_ENABLED", "RATELIMIT_STORAGE")
    return create_app({"SECRET_KEY": SECRET_KEY, **{name: app.config[name] for name in same}})


def said(answer: TestResponse) -> tuple[int, str | None, str | None]:
    return answer.status_code, answer.location, answer.headers.get("Game-Version")


def finish(key: str) -> None:
    play(key, [((13, 0, 0, 0), 0)])


def delete(key: str) -> None:
    hands.delete_hand(key, 1, entry(key))


@pytest.mark.parametrize(
    ("happens", "sees", "refused"),
    [
        (finish, "Ann wins", "The game is over"),
        (end_early, "Ended early", "The game was ended early"),
        (games.archive_game, "This game is archived", "This game is archived"),
        (delete, "Hand 1 taken back", "The game was changed meanwhile"),
    ],
    ids=["finished", "ended early", "archived", "hand deleted"],
)
def test_a_waiting_phone_and_one_that_records_are_told_what_became_of_the_game(
    app: Flask, visit: Visit, *, happens: Callable[[str], Any], sees: str, refused: str
) -> None:
    with app.app_context():
        sheet = start(hands=1, rules=Rules(limit=26))
    key = sheet.game.key
    waiting, recording = visit(sheet.club.key, Role.VIEWER), Bare(visit(sheet.club.key, Role.SCOREKEEPER))
    page = recording.get(f"/games/{key}/hands/new")
    with app.app_context():
        happens(key)
    board = waiting.get(f"/games/{key}/board?since={sheet.game.version}", headers={"HX-Request": "true"})
    assert board.status_code == 200
    assert sees in re.sub(r"<[^>]*>|\s+", " ", board.text).replace("  ", " ")
    told = recording.send(page, record_form(page).fill(**HAND))
    assert told.status in (409, 422)
    assert refused in told.text
    assert "5♥" in told.text or "5" in typed(told)


def test_a_game_that_was_discarded_is_told_to_both_too(app: Flask, visit: Visit) -> None:
    with app.app_context():
        sheet = start()
    key = sheet.game.key
    waiting, recording = visit(sheet.club.key, Role.VIEWER), Bare(visit(sheet.club.key, Role.SCOREKEEPER))
    page = recording.get(f"/games/{key}/hands/new")
    with app.app_context():
        games.discard_game(key)
    board = waiting.get(f"/games/{key}/board?since={sheet.game.version}", headers={"HX-Request": "true"})
    assert "This game is archived" in board.text
    told = recording.send(page, record_form(page).fill(**HAND))
    assert told.status == 422
    assert "This game is archived" in told.text
    assert "5" in typed(told)


def typed(page: Page) -> list[str | None]:
    """What was typed, as the page still has it."""
    return [form.controls[name].value for form in page.forms for name in form.controls if "hearts" in name]


def test_what_was_typed_for_a_game_that_was_put_away_is_kept_until_it_is_back(
    app: Flask, visit: Visit
) -> None:
    with app.app_context():
        sheet = start(hands=1)
    phone = Bare(visit(sheet.club.key, Role.SCOREKEEPER))
    page = phone.get(f"/games/{sheet.game.key}/hands/new")
    with app.app_context():
        games.archive_game(sheet.game.key)
    told = phone.send(page, record_form(page).fill(**HAND))
    with app.app_context():
        games.bring_back_game(sheet.game.key)
    again = phone.send(told, record_form(told))
    if again.status == 409:  # it was put away and brought back: the table is asked once more
        again = phone.send(again, again.form("/hands/new"))
    assert again.status == 200
    with app.app_context():
        assert load_sheet(sheet.game.key).hands[1].facts.taken == taken((5, 4, 4, 0), 3).taken
