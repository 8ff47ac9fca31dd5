"""Correcting, inserting, deleting and undoing a hand over plain HTTP, and two people who meant two things."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.hearts.facts import Facts, Taken
from scorekeeper.hearts.game import Start
from scorekeeper.records import games, hands
from scorekeeper.records.db import db
from tests.records.table import A, B, C, moon, plain
from tests.records.table import points as written
from tests.web.bare import Bare, Form, Page
from tests.web.conftest import Visit
from tests.web.desk import Desk, hearts, points, record_form


@pytest.fixture(autouse=True)
def inside(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield
        db.session.remove()


@pytest.fixture
def desk(visit: Visit) -> Desk:
    desk = Desk.of(visit)
    desk.table.record(A, B, C)
    return desk


SUN = tuple(Taken(13 * (s == 2), queen=int(s == 2), jack=int(s == 2), tricks=13 * (s == 2)) for s in range(4))
UNTOLD_SUN = tuple(Taken(13 * (s == 2), queen=int(s == 2), tricks=None if s == 2 else 0) for s in range(4))
TRICKS = (Taken(4, tricks=5), Taken(6, queen=1, tricks=4), Taken(3, tricks=4), Taken(0, tricks=0))
TEAMS = {"teams": [[0, 2], [1, 3]], "team_moon": True}
RANKED = (
    Taken(2, ("2", "3")),
    Taken(4, ("4", "5", "6", "7"), queen=1),
    Taken(7, ("8", "9", "10", "J", "Q", "K", "A")),
    Taken(0, ()),
)


@pytest.mark.parametrize(
    ("rules", "facts"),
    [
        ({}, A),
        ({}, moon(2)),
        ({}, written(13, 13, 0, 0)),
        ({}, Facts(taken=RANKED)),
        ({"jack": "JD", "sun": True}, Facts(taken=SUN)),
        ({"sun": True}, Facts(taken=UNTOLD_SUN)),
        ({}, Facts(taken=TRICKS)),
        ({"no_trick_bonus": 5}, Facts(taken=TRICKS)),
        (TEAMS, plain(8, 0, 5, 0, queen=2)),
        (TEAMS, moon(3)),
        ({"moon": "choice"}, moon(1, "subtract")),
        ({"no_trick_bonus": 5}, Facts(taken=(Taken(6, queen=1), Taken(7), Taken(0, tricks=0), Taken(0)))),
    ],
)
def test_a_page_that_is_sent_back_as_it_came_changes_no_fact(
    visit: Visit, rules: dict[str, object], facts: Facts
) -> None:
    desk = Desk.of(visit, rules=rules)
    desk.table.record(facts)
    kept = desk.table.sheet.hands[0].facts
    form = desk.form("hands/1")
    if kept.points:
        form.fill(had_queen="unknown")
    assert desk.post(form).status_code == 303
    assert desk.table.sheet.hands[0].facts == kept


@pytest.mark.parametrize(
    ("players", "rules", "facts"),
    [
        (5, {"kitty": "out_of_play"}, Facts(taken=(Taken(4), Taken(5), Taken(0), Taken(0), Taken(3)))),
        (6, {"decks": 2}, plain(4, 5, 6, 7, 4, 0, queen=1)),
    ],
)
def test_so_does_one_of_a_kitty_or_of_two_decks(
    visit: Visit, players: int, rules: dict[str, object], facts: Facts
) -> None:
    desk = Desk.of(visit, players, rules)
    if rules.get("decks"):
        assert facts.taken is not None
        first = facts.taken[0]
        assert first is not None
        facts = Facts(taken=(Taken(first.hearts, queen=1), *facts.taken[1:]))
    desk.table.record(facts)
    assert desk.post(desk.form("hands/1")).status_code == 303
    assert desk.table.sheet.hands[0].facts.taken == facts.taken


@pytest.mark.parametrize(
    ("rules", "facts", "taken_back", "scores"),
    [
        ({"sun": True}, Facts(taken=UNTOLD_SUN), {"sun": None, "moon": 2}, (26, 26, 0, 26)),
        ({"no_trick_bonus": 5}, Facts(taken=TRICKS), {"no_trick_3": None}, (4, 19, 3, 0)),
    ],
)
def test_a_sun_and_no_tricks_at_all_can_be_taken_back(
    visit: Visit,
    rules: dict[str, object],
    facts: Facts,
    taken_back: dict[str, object],
    scores: tuple[int, ...],
) -> None:
    desk = Desk.of(visit, rules=rules)
    desk.table.record(facts)
    desk.save("hands/1", **taken_back)
    assert desk.table.scores == [scores]


def test_a_correction_works_everything_out_again(desk: Desk) -> None:
    assert desk.save("hands/2", **hearts(0, 0, 0, 13), queen=3).status_code == 303
    assert desk.table.scores == [(4, 19, 3, 0), (26, 26, 26, 0), (0, 5, 8, 13)]


def test_the_correction_page_shows_the_scores_it_has(desk: Desk) -> None:
    page = desk.open("hands/2")
    assert "Hand 2 · correct it" in page.text
    assert 'data-scores="+14 +2 +3 +7"' in page.html
    assert record_form(page).controls["queen"].value == "0"


def test_one_figure_is_changed_without_typing_the_rest_again(desk: Desk) -> None:
    desk.save("hands/1", queen=0)
    assert desk.table.scores[0] == (17, 6, 3, 0)


def test_a_dealer_who_was_said_stays_with_the_corrected_hand(desk: Desk) -> None:
    desk.table.do(hands.set_rotation, 2, 3, "hold")
    desk.save("hands/2", queen=2)
    facts = desk.table.sheet.hands[1].facts
    assert (facts.dealer, facts.passing) == (3, "hold")


def test_a_forgotten_hand_goes_before_the_one_it_is_put_before(desk: Desk) -> None:
    page = desk.open("hands/new?before=2")
    assert "Hand 2 · forgotten hand" in page.text
    assert "Pass right · Bob dealt" in page.text
    assert desk.post(record_form(page).fill(moon=0)).status_code == 303
    assert desk.table.scores == [(4, 19, 3, 0), (0, 26, 26, 26), (14, 2, 3, 7), (0, 5, 8, 13)]


def test_a_hand_is_deleted_from_its_page(desk: Desk) -> None:
    page = desk.open("hands/2")
    gone = desk.post(page.form(r"/hands/2/delete"), "Delete hand 2")
    assert (gone.status_code, gone.location) == (303, desk.game)
    assert desk.table.scores == [(4, 19, 3, 0), (0, 5, 8, 13)]


def test_the_last_hand_is_undone_in_one_go(desk: Desk) -> None:
    page = desk.open("undo")
    assert "hand 3 was recorded" in page.text
    assert desk.post(page.form("/undo")).status_code == 303
    assert desk.table.scores == [(4, 19, 3, 0), (14, 2, 3, 7)]


def test_there_is_no_undo_before_the_first_hand(visit: Visit) -> None:
    desk = Desk.of(visit)
    assert desk.client.get(f"{desk.game}/undo").location == desk.game
    refused = desk.client.post(f"{desk.game}/undo", data={"version": "0", "submission": "one"})
    assert refused.status_code == 422
    assert "There is nothing to undo." in Bare.read(refused).text


@pytest.mark.parametrize("path", ["undo", "hands/2/delete"])
def test_what_one_button_does_is_not_done_to_a_game_that_moved_on(desk: Desk, path: str) -> None:
    old = {"version": str(desk.table.version), "submission": "one"}
    desk.table.record(A)
    refused = desk.client.post(f"{desk.game}/{path}", data=old)
    assert refused.status_code == 409
    assert "The game was changed meanwhile." in Bare.read(refused).text
    assert len(desk.table.scores) == 4


def test_an_undo_that_cannot_be_done_in_place_is_sent_to_its_page(desk: Desk) -> None:
    old = {"version": "1", "submission": "one"}
    answer = desk.client.post(f"{desk.game}/undo", data=old, headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (204, f"{desk.game}/undo")


@pytest.fixture
def barring(visit: Visit) -> Desk:
    """A game in which Dora shot the moon in hand 2, said "add" and won.

    Without Bob's 25 of hand 1 adding would make him the winner: it is barred then.
    """
    desk = Desk.of(visit, rules={"moon": "no_handing_win"})
    desk.table.do(games.change_start, Start(totals=(80, 10, 47, 40)), 0)
    desk.table.record(plain(1, 12, 0, 0, queen=1), moon(3, "add"))
    return desk


def test_a_choice_that_a_correction_bars_is_asked_again_before_anything_is_saved(barring: Desk) -> None:
    before = barring.table.scores
    asked = Bare.read(barring.save("hands/1", **hearts(1, 0, 12, 0), queen=2))
    assert asked.status == 422
    assert "Dora shot the moon in hand 2. Adding would end the game and hand the win to Bob" in asked.text
    assert "Take 26 off Dora Dora 14 → goes on Ann 81 · Bob 10 · Cy 72" in asked.text
    assert barring.table.scores == before
    form = asked.form("/hands/1")
    assert form.controls["later_choice_2"].options == ["subtract"]
    assert barring.post(form.fill(later_choice_2="subtract")).status_code == 303
    assert barring.table.scores == [(1, 0, 25, 0), (0, 0, 0, -26)]


def test_the_same_is_asked_where_a_hand_is_deleted(barring: Desk) -> None:
    page = barring.open("hands/1")
    asked = Bare.read(barring.post(page.form("/hands/1/delete"), "Delete hand 1"))
    assert asked.status == 422
    form = asked.form("/hands/1/delete").fill(later_choice_1="subtract")
    assert barring.post(form).status_code == 303
    assert barring.table.scores == [(0, 0, 0, -26)]


def test_and_where_undo_would_bring_the_barred_one_back(barring: Desk) -> None:
    barring.table.do(games.change_start, Start(totals=(80, 40, 47, 40)), 0)
    barring.save("hands/1", **hearts(1, 0, 12, 0), queen=2)
    barring.save("hands/1", **hearts(1, 12, 0, 0), queen=1)
    barring.table.do(games.change_start, Start(totals=(80, 10, 47, 40)), 0)
    asked = Bare.read(barring.post(barring.open("undo").form("/undo")))
    assert asked.status == 422
    assert barring.post(asked.form("/undo").fill(later_choice_2="subtract")).status_code == 303
    assert barring.table.scores == [(1, 0, 25, 0), (0, 0, 0, -26)]


def taken_meanwhile(desk: Desk, **fields: object) -> tuple[Page, Form]:
    """Type a fourth hand while another phone records B as that one."""
    form = desk.form().fill(**(fields or {**hearts(4, 6, 3, 0), "queen": 1}))
    desk.table.record(B)
    answer = desk.post(form)
    assert answer.status_code == 409
    return Bare.read(answer), form


def test_two_phones_that_record_the_same_hand_see_both_and_nothing_is_lost(desk: Desk) -> None:
    page, _ = taken_meanwhile(desk)
    assert "Hand 4 is in the books already." in page.text
    assert "Ann 1♥\ufe0e Q♠\ufe0e +14 4♥\ufe0e +4" in page.text
    assert "Bob 2♥\ufe0e +2 6♥\ufe0e Q♠\ufe0e +19" in page.text
    assert [button[0] for form in page.forms for button in form.buttons] == [
        "Put mine in place of hand 4",
        "Save mine as hand 5",
    ]
    assert page.link("Drop mine") == desk.game
    assert len(desk.table.scores) == 4


def test_the_second_phone_can_put_its_hand_in_place_of_the_first(desk: Desk) -> None:
    page, _ = taken_meanwhile(desk)
    assert desk.post(page.form("/hands/4$")).status_code == 303
    assert desk.table.scores[3:] == [(4, 19, 3, 0)]


def test_the_second_phone_can_save_its_hand_as_the_next(desk: Desk) -> None:
    page, _ = taken_meanwhile(desk, moon=2)
    assert desk.post(page.form("/hands/new")).status_code == 303
    assert desk.table.scores[3:] == [(14, 2, 3, 7), (26, 26, 0, 26)]


def test_points_kept_as_called_stay_so_through_a_conflict(desk: Desk) -> None:
    refused = Bare.read(desk.save(**points(9, 9, 8, 0)))
    (called,) = [form for form in refused.forms if "called_0" in form.controls]
    desk.table.record(B)
    page = Bare.read(desk.post(called))
    assert page.status == 409
    assert desk.post(page.form("/hands/new")).status_code == 303
    assert desk.table.scores[4] == (9, 9, 8, 0)
    assert desk.table.sheet.hands[4].facts.as_written


def test_a_correction_follows_its_hand_when_another_is_put_before_it(desk: Desk) -> None:
    form = desk.form("hands/2").fill(queen=3)
    desk.table.do(hands.insert_hand, 1, moon(0))
    page = Bare.read(desk.post(form))
    assert page.status == 409
    assert desk.post(page.form("/hands/3$"), "Put mine in place of hand 3").status_code == 303
    assert desk.table.scores[2] == (1, 2, 3, 20)


def test_a_correction_of_a_hand_that_is_gone_can_become_the_next(desk: Desk) -> None:
    form = desk.form("hands/2").fill(queen=3)
    desk.table.do(hands.delete_hand, 2)
    page = Bare.read(desk.post(form))
    assert [button[0] for each in page.forms for button in each.buttons] == ["Save mine as hand 3"]
    assert desk.post(page.form("/hands/new")).status_code == 303
    assert desk.table.scores == [(4, 19, 3, 0), (0, 5, 8, 13), (1, 2, 3, 20)]


def test_a_forgotten_hand_finds_its_place_again(desk: Desk) -> None:
    form = desk.form("hands/new?before=3").fill(moon=1)
    desk.table.do(hands.delete_hand, 1)
    page = Bare.read(desk.post(form))
    assert desk.post(page.form("/hands/new"), "Save mine before hand 2").status_code == 303
    assert desk.table.scores == [(14, 2, 3, 7), (26, 0, 26, 26), (0, 5, 8, 13)]


def test_a_page_sent_again_with_something_else_typed_is_no_repeat(desk: Desk) -> None:
    form = desk.form().fill(**hearts(4, 6, 3, 0), queen=1)
    assert desk.post(form).status_code == 303
    again = desk.post(form.fill(queen=2))  # the Back button, and then another thought
    assert again.status_code == 409
    assert desk.post(Bare.read(again).form("/hands/4$")).status_code == 303
    assert desk.table.scores[3:] == [(4, 6, 16, 0)]


def test_a_refusal_does_not_make_an_old_page_new(desk: Desk) -> None:
    form = desk.form().fill(**hearts(4, 6, 2, 0), queen=1)
    desk.table.record(B)
    refused = Bare.read(desk.post(form))
    if refused.status == 422:
        refused = Bare.read(desk.post(record_form(refused).fill(hearts_2=3)))
    assert refused.status == 409
    assert len(desk.table.scores) == 4
