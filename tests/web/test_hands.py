"""Recording a hand over plain HTTP: what each way of telling it comes to, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from scorekeeper.hearts.cards import RANKS
from scorekeeper.hearts.game import Start
from scorekeeper.records import games
from scorekeeper.records.db import db
from scorekeeper.records.games import quick_start
from scorekeeper.web.access import Role
from tests.records.queries import counted
from tests.records.table import A, B, Table, moon
from tests.web.bare import Bare
from tests.web.conftest import Visit
from tests.web.desk import Desk, hearts, points, record_form


@pytest.fixture(autouse=True)
def inside(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield
        db.session.remove()


@pytest.fixture
def desk(visit: Visit) -> Desk:
    return Desk.of(visit)


def test_a_hand_by_counts_is_saved_and_leads_to_the_table(desk: Desk) -> None:
    saved = desk.save(**hearts(4, 6, 3, 0), queen=1)
    assert (saved.status_code, saved.location) == (303, desk.game)
    assert desk.table.scores == [(4, 19, 3, 0)]


def test_the_page_says_which_hand_which_pass_and_who_dealt(desk: Desk) -> None:
    desk.table.record(A)
    page = desk.open()
    assert "Hand 2 · who took what?" in page.text
    assert "Pass right · Bob dealt" in page.text
    assert page.link("Back to the table") == desk.game


def test_a_moon_needs_only_its_name(desk: Desk) -> None:
    desk.save(moon=3)
    assert desk.table.scores == [(26, 26, 26, 0)]


def test_a_moon_leaves_the_bonus_card_to_be_told(visit: Visit) -> None:
    desk = Desk.of(visit, rules={"jack": "JD"})
    refused = desk.save(moon=3)
    assert refused.status_code == 422
    assert "Nobody has the J♦" in Bare.read(refused).text
    desk.save(moon=3, jack=0)
    assert desk.table.scores == [(16, 26, 26, 0)]


def test_a_moon_that_needs_the_bonus_card_takes_it_along(visit: Visit) -> None:
    desk = Desk.of(visit, rules={"jack": "JD", "jack_needed_for_moon": True})
    desk.save(moon=1)
    assert desk.table.scores == [(26, -10, 26, 26)]


def test_a_hand_card_by_card_keeps_the_ranks(desk: Desk) -> None:
    holders = {f"holder_{rank}": 2 for rank in RANKS[1:]}
    desk.save(mode="cards", holder_2=0, queen=1, **holders)
    assert desk.table.scores == [(1, 13, 12, 0)]
    taken = desk.table.sheet.hands[0].facts.taken
    assert taken is not None
    assert taken[0] is not None
    assert taken[0].ranks == ("2",)


def test_spot_hearts_opens_with_the_cards_and_has_no_count(visit: Visit) -> None:
    desk = Desk.of(visit, rules={"hearts": "rank", "queen_points": 25, "limit": 500})
    form = desk.form()
    assert form.controls["mode"].options == ["cards", "points"]
    assert form.controls["mode"].value == "cards"
    assert "hearts_0" not in form.controls
    assert "moon" not in form.controls


def test_points_that_only_one_capture_gives_are_kept_as_cards(desk: Desk) -> None:
    desk.save(**points(4, 19, 3, 0))
    facts = desk.table.sheet.hands[0].facts
    assert facts.points is None
    assert facts.taken == A.taken


def test_points_may_be_a_moon_that_is_added_already(desk: Desk) -> None:
    desk.save(**points(0, 26, 26, 26))
    result = desk.table.sheet.hands[0].result
    assert result is not None
    assert (result.shooter, result.scores) == (0, (0, 26, 26, 26))


def test_points_typed_with_a_true_minus_are_read(visit: Visit) -> None:
    desk = Desk.of(visit, rules={"moon": "subtract"})
    desk.save(**points("−26", 0, 0, 0))
    assert desk.table.scores == [(-26, 0, 0, 0)]


@pytest.mark.parametrize(("answer", "holder"), [("1", 1), ("0", 0), ("unknown", None)])
def test_points_that_cannot_tell_ask_who_had_the_queen(desk: Desk, answer: str, holder: int | None) -> None:
    asked = Bare.read(desk.save(**points(13, 13, 0, 0)))
    assert asked.status == 422
    assert "Who had the queen of spades?" in asked.text
    form = record_form(asked)
    assert form.controls["had_queen"].options == ["0", "1", "unknown"]
    assert desk.post(form.fill(had_queen=answer)).status_code == 303
    facts = desk.table.sheet.hands[0].facts
    assert desk.table.scores == [(13, 13, 0, 0)]
    if holder is None:
        assert facts.points == (13, 13, 0, 0)
    else:
        assert facts.taken is not None
        assert [entry and entry.queen for entry in facts.taken] == [int(seat == holder) for seat in range(4)]


@pytest.mark.parametrize(
    ("players", "rules", "written", "asked"),
    [
        (4, {}, (13, 13, 0, 0), "Who had the queen of spades? Say it,"),
        (
            4,
            {"jack": "JD"},
            (3, 13, 0, 0),
            "Who had the queen of spades? Who had the jack of diamonds? Say it,",
        ),
        (4, {"jack": "TD", "jack_value": -1}, (5, 19, 1, 0), "Who had the ten of diamonds? Say it,"),
        (
            3,
            {"king_spades_points": 10, "ace_spades_points": 7},
            (17, 13, 13),
            "Who had the queen of spades? Who had the king of spades? Who had the ace of spades? Say it,",
        ),
    ],
)
def test_the_refusal_names_the_cards_that_points_leave_open(
    visit: Visit, players: int, rules: dict[str, Any], written: tuple[int, ...], asked: str
) -> None:
    desk = Desk.of(visit, players=players, rules=rules)
    page = Bare.read(desk.save(**points(*written)))
    assert page.status == 422
    assert f"Not saved {asked} or that it is not known." in page.text


def test_a_sun_is_every_trick_and_every_card(visit: Visit) -> None:
    desk = Desk.of(visit, rules={"sun": True, "jack": "JD"})
    desk.save(sun=2)
    assert desk.table.scores == [(52, 52, -10, 52)]
    result = desk.table.sheet.hands[0].result
    assert result is not None
    assert result.sun


def test_a_no_trick_mark_earns_its_bonus(visit: Visit) -> None:
    desk = Desk.of(visit, rules={"no_trick_bonus": 5})
    desk.save(**hearts(4, 6, 3, 0), queen=1, no_trick_3=1)
    assert desk.table.scores == [(4, 19, 3, -5)]


def test_cards_of_the_kitty_are_nobodys(visit: Visit) -> None:
    desk = Desk.of(visit, players=5, rules={"kitty": "out_of_play"})
    desk.save(**hearts(4, 5, 0, 0, 3), hearts_kitty=1, queen="kitty")
    assert desk.table.scores == [(4, 5, 0, 0, 3)]


def test_one_player_may_take_both_queens_of_two_decks(visit: Visit) -> None:
    desk = Desk.of(visit, players=6, rules={"decks": 2})
    desk.save(**hearts(4, 5, 6, 7, 4, 0), queen=1, queen_2=1)
    assert desk.table.scores == [(4, 31, 6, 7, 4, 0)]


def test_where_the_shooter_may_choose_save_asks_with_both_outcomes(visit: Visit) -> None:
    desk = Desk.of(visit, rules={"moon": "choice"})
    desk.table.record(A)
    asked = Bare.read(desk.save(moon=3))
    assert asked.status == 422
    assert "Dora shot the moon and chooses:" in asked.text
    assert "Add 26 to the others Dora 0 → goes on Ann 30 · Bob 45 · Cy 29" in asked.text
    assert "Take 26 off Dora Dora −26 → goes on Ann 4 · Bob 19 · Cy 3" in asked.text
    assert "<bdi>Cy</bdi>&nbsp;29" in desk.preview(moon=3).text  # in one line, wherever it breaks
    form = record_form(asked)
    assert form.controls["moon"].value == "3"
    desk.post(form.fill(moon_choice="subtract"))
    assert desk.table.scores[1] == (0, 0, 0, -26)


def test_what_one_shooter_said_is_not_taken_for_another(visit: Visit) -> None:
    desk = Desk.of(visit, rules={"moon": "choice"})
    form = record_form(Bare.read(desk.save(moon=3)))
    asked = desk.post(form.fill(moon=1, moon_choice="subtract"))
    assert asked.status_code == 422
    assert "Bob shot the moon and chooses:" in Bare.read(asked).text


def test_a_choice_that_wins_is_shown_as_such_and_a_barred_one_with_its_reason(visit: Visit) -> None:
    start = (78, 61, 50, 26)
    desk = Desk.of(visit, rules={"moon": "no_handing_win"})
    carry_on(desk, start)
    assert "Dora 26 → wins" in Bare.read(desk.save(moon=3)).text
    told = Bare.read(desk.preview(moon=0)).text
    assert "Ann shot the moon: 26 to everybody else." not in told  # nothing is barred: Ann is asked too
    carry_on(desk, (41, 23, 80, 75))
    told = Bare.read(desk.preview(moon=3)).text
    assert "Dora shot the moon: 26 off Dora." in told
    assert "Adding would end the game and hand the win to Bob, not to Dora." in told


def test_two_partners_shoot_the_moon_together_where_the_rules_let_them(visit: Visit) -> None:
    desk = Desk.of(visit, rules={"teams": [[0, 2], [1, 3]], "team_moon": True})
    assert desk.save(moon=0, queen=2).status_code == 303
    assert desk.table.scores == [(0, 26, 0, 26)]
    form = desk.form("hands/1")
    assert desk.post(form).status_code == 303
    assert desk.save("hands/1", queen=0).status_code == 303
    assert desk.table.scores == [(0, 26, 0, 26)]
    refused = Bare.read(desk.save(moon=0, queen=1))
    assert "Ann cannot have shot the moon when Bob has a card." in refused.text


@pytest.mark.parametrize(
    ("moon", "totals", "told"),
    [
        (
            "no_handing_win",
            (41, 23, 80, 75),
            "Dora shot the moon: 26 off Dora. "
            "Adding would end the game and hand the win to Bob, not to Dora.",
        ),
        (
            "avoid_ending",
            (41, 23, 80, 75),
            "Dora shot the moon: 26 off Dora. Adding would end the game, so Dora can only subtract.",
        ),
        ("avoid_ending", (0, 0, 0, 0), ""),
        ("subtract", (41, 23, 80, 75), ""),
    ],
)
def test_whoever_had_no_choice_is_told_why_once_it_is_saved(
    visit: Visit, moon: str, totals: tuple[int, ...], told: str
) -> None:
    desk = Desk.of(visit, rules={"moon": moon})
    carry_on(desk, totals)
    assert desk.save(moon=3).status_code == 303
    why = f"{'. ' if told else ''}{told}"
    assert f"Hand 1 saved{why} Undo" in Bare(desk.client).get(desk.game).text
    for hand in ({**hearts(0, 0, 6, 7), "queen": 2, "moon": None}, {**hearts(0, 0, 0, 13), "queen": 3}):
        assert desk.save("hands/1", **hand).status_code == 303
    assert f"Hand 1 is as it was{why} Bring back" in Bare(desk.client).get(desk.game).text


def carry_on(desk: Desk, totals: tuple[int, ...]) -> None:
    """Let the game start with these totals, carried over from paper."""
    desk.table.do(games.change_start, Start(totals=totals), 0)


REFUSED = [
    (hearts(4, 6, 2, 0) | {"queen": 1}, "The hearts add up to 12, not 13: 1 heart is missing."),
    (hearts(4, 6, 3, 0), "Nobody has the Q♠\ufe0e."),
    (hearts(4, 6, 3, "") | {"queen": 1}, "Dora's hearts are missing: blank is not zero."),
    (hearts(4, "six", 3, 0) | {"queen": 1}, "is not a whole number."),
    (hearts(4, "-6", 3, 0) | {"queen": 1}, "Bob's hearts: −6 is below zero."),
    (hearts(14, 0, 0, 0) | {"queen": 1}, "Ann cannot have 14 hearts: there are only 13."),
    (hearts(4, "", "", "") | {"moon": 3}, "Dora cannot have shot the moon when Ann has a card."),
    ({"moon": 3, "queen": 1}, "Dora cannot have shot the moon when Bob has a card."),
    (hearts(9 * 10**19, 0, 0, 0) | {"queen": 1}, "Ann cannot have 90000000000000000000 hearts"),
    (points(9, 9, 8, 0), "The points add up, but no cards come to 9, 9, 8 and 0."),
    (points(4, 19, 3, 1), "The points add up to 27"),
    ({"mode": "cards", "queen": 1}, "are missing: somebody must have taken each."),
]


@pytest.mark.parametrize(("typed", "sentence"), REFUSED)
def test_a_hand_that_cannot_be_is_refused_with_a_sentence(
    desk: Desk, typed: dict[str, object], sentence: str
) -> None:
    refused = desk.save(**typed)
    page = Bare.read(refused)
    assert page.status == 422
    assert sentence in page.text
    assert desk.table.scores == []
    form = record_form(page)
    for name, value in typed.items():
        assert form.controls[name].value == (str(value) if value != "" else ""), name


def test_htmx_gets_the_sentences_alone(desk: Desk) -> None:
    form = desk.form().fill(**hearts(4, 6, 2, 0), queen=1)
    refused = desk.post(form, **{"HX-Request": "true"})
    html = refused.get_data(as_text=True)
    assert refused.status_code == 422
    assert html.lstrip().startswith('<div id="answer">')
    assert 'id="hearts_0"' not in html
    assert "<title>" not in html


def test_htmx_is_told_where_to_go_after_saving(desk: Desk) -> None:
    form = desk.form().fill(**hearts(4, 6, 3, 0), queen=1)
    saved = desk.post(form, **{"HX-Request": "true"})
    assert (saved.status_code, saved.headers["HX-Redirect"]) == (204, desk.game)


def test_a_hand_the_table_cannot_sort_out_is_kept_as_called(desk: Desk) -> None:
    refused = Bare.read(desk.save(**hearts(4, 6, 2, 0), queen=1))
    (form,) = [form for form in refused.forms if form.buttons == [("Save as called", "as_called", "1")]]
    called = [form.controls[f"called_{seat}"].value for seat in range(4)]
    assert called == ["4", "19", "2", "0"]
    assert desk.post(form.fill(called_3=2)).status_code == 303
    facts = desk.table.sheet.hands[0].facts
    assert (facts.points, facts.as_written) == ((4, 19, 2, 2), True)


@pytest.mark.parametrize("value", ["", "two"])
def test_called_points_must_be_numbers_and_everything_stays(desk: Desk, value: str) -> None:
    refused = Bare.read(desk.save(**points(9, 9, 8, 0)))
    (form,) = [form for form in refused.forms if "called_0" in form.controls]
    again = Bare.read(desk.post(form.fill(called_3=value)))
    assert again.status == 422
    assert "Dora's points" in again.text
    (form,) = [form for form in again.forms if "called_0" in form.controls]
    assert [form.controls[f"called_{seat}"].value for seat in range(4)] == ["9", "9", "8", value]
    assert record_form(again).controls["points_2"].value == "8"
    assert desk.table.scores == []


def test_no_cards_are_called_where_only_the_choice_is_missing(visit: Visit) -> None:
    desk = Desk.of(visit, rules={"moon": "choice"})
    asked = Bare.read(desk.save(moon=3))
    assert not [form for form in asked.forms if "called_0" in form.controls]


def test_a_form_sent_twice_counts_once(desk: Desk) -> None:
    form = desk.form().fill(**hearts(4, 6, 3, 0), queen=1)
    assert [desk.post(form).status_code for _ in range(2)] == [303, 303]
    assert desk.table.scores == [(4, 19, 3, 0)]


def test_each_page_has_a_submission_id_of_its_own(desk: Desk) -> None:
    ids = {desk.form().controls["submission"].value for _ in range(3)}
    assert len(ids) == 3


def test_the_preview_gives_scores_and_writes_nothing(desk: Desk) -> None:
    before = desk.table.version
    told = desk.preview(**hearts(4, 6, 3, 0), queen=1)
    assert told.status_code == 200
    assert 'data-scores="+4 +19 +3 0"' in told.get_data(as_text=True)
    assert "Scores: Ann 4, Bob 19, Cy 3, Dora 0." in Bare.read(told).text
    assert desk.table.version == before
    assert desk.table.scores == []


def test_the_preview_says_how_the_game_would_end(desk: Desk) -> None:
    desk.table.record(moon(0), moon(0), moon(0))
    assert "This ends the game: Ann wins." in Bare.read(desk.preview(moon=0)).text
    told = Bare.read(desk.preview(**hearts(0, 0, 0, 13), queen=3)).text
    assert "Dora shot the moon: 26 to everybody else. This ends the game: Ann wins." in told


def test_the_preview_of_an_old_page_says_nothing(desk: Desk) -> None:
    form = desk.form().fill(**hearts(4, 6, 3, 0), queen=1)
    desk.table.record(B)
    assert desk.client.post(f"{desk.game}/hands/preview", data=form.data()).status_code == 409


def test_a_game_that_is_over_takes_no_more_hands(desk: Desk) -> None:
    form = desk.form().fill(**hearts(4, 6, 3, 0), queen=1)
    desk.table.record(*[moon(0)] * 4)
    assert desk.client.get(f"{desk.game}/hands/new").location == desk.game
    form.controls["version"].value = str(desk.table.version)
    refused = desk.post(form)
    assert refused.status_code == 422
    assert "The game is over." in Bare.read(refused).text


def test_a_game_ended_early_says_how_to_go_on(desk: Desk) -> None:
    form = desk.form().fill(**hearts(4, 6, 3, 0), queen=1)
    desk.table.record(A)
    desk.table.do(games.end_game)
    form.controls["version"].value = str(desk.table.version)
    assert "Reopen it" in Bare.read(desk.post(form)).text


@pytest.mark.parametrize("path", ["hands/new", "hands/1", "undo"])
@pytest.mark.parametrize("role", [None, Role.VIEWER])
def test_who_may_not_record_sees_nothing(desk: Desk, visit: Visit, role: Role | None, path: str) -> None:
    desk.table.record(A)
    stranger = visit(desk.table.sheet.club.key, role)
    assert stranger.get(f"{desk.game}/{path}").status_code == 404
    before = desk.table.version
    data = {"version": str(before), "submission": "mine", "mode": "count"}
    assert stranger.post(f"{desk.game}/{path}", data=data).status_code == 404
    assert stranger.post(f"{desk.game}/hands/preview", data=data).status_code == 404
    assert stranger.post(f"{desk.game}/hands/1/delete", data=data).status_code == 404
    assert desk.table.version == before


@pytest.mark.parametrize("path", ["hands/7", "hands/new?before=7", "hands/new?before=x", "hands/0"])
def test_a_hand_that_is_not_there_has_no_page(desk: Desk, path: str) -> None:
    desk.table.record(A)
    assert desk.open(path).status == 404


def test_names_are_text_wherever_they_stand(visit: Visit) -> None:
    names = ("<b>Bob</b>", 'x" autofocus="', "O'Brien & Co", "عبد الرحمن")
    table = Table(quick_start(names, zone="UTC", device=None).key)
    desk = Desk(table, visit(table.sheet.club.key, Role.SCOREKEEPER))
    for page in (desk.open(), Bare.read(desk.save(**hearts(1, 2, 3, 4), queen=0))):
        assert "<b>Bob</b>" not in page.html
        assert 'autofocus=""' not in page.html
        assert "&lt;b&gt;Bob&lt;/b&gt;" in page.html


@pytest.mark.parametrize(
    "broken",
    [
        {"mode": "tricks"},
        {"queen": "99"},
        {"queen": "-1"},
        {"moon": "ten"},
        {"hearts_0": "9" * 5000},
        {"moon_choice": "double"},
        {"version": "next"},
        {"submission": "<script>"},
        {"before": "1e3"},
        {"about": "x", "hand": "y"},
    ],
)
def test_a_form_no_page_of_ours_sent_breaks_nothing(desk: Desk, broken: dict[str, str]) -> None:
    data = desk.form().fill(**hearts(4, 6, 2, 0)).data() | broken
    assert desk.client.post(f"{desk.game}/hands/new", data=data).status_code in (409, 422)
    assert desk.client.post(f"{desk.game}/hands/preview", data=data).status_code in (200, 404, 409, 422)
    assert desk.table.scores == []


def test_a_save_asks_and_writes_no_more_than_it_needs(visit: Visit) -> None:
    desk = Desk.of(visit)
    for hand in ({**hearts(3, 4, 6, 0), "queen": 1}, {**hearts(0, 0, 6, 7), "queen": 2}):
        form = desk.form().fill(**hand)
        with counted() as sent:
            assert desk.client.post(form.action, data=form.data()).status_code == 303
        said = [" ".join(statement.split()[:3]) for statement in sent]
        assert [words for words in said if words.split()[0] == "SELECT"] == said[:1]
        assert len(said) <= 7
