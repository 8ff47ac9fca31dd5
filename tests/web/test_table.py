"""The table's page, its partial for the phones that follow, its sheet and its result."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from scorekeeper.hearts.facts import Facts
from scorekeeper.hearts.game import Start
from scorekeeper.hearts.rules import Rules
from scorekeeper.records import games, hands
from scorekeeper.records.db import db
from scorekeeper.records.sheets import Sheet, load_sheet
from scorekeeper.web.access import Role
from tests import playing
from tests.playing import TEN, THURSDAY, entry, play, record, start, taken
from tests.web.bare import Bare, Page
from tests.web.conftest import Visit

READERS = ("", "/board", "/board?since=0", "/sheet", "/rules", "/share")
WRITERS = ("/rotation", "/hands", "/end", "/rules/edit")


@pytest.fixture(autouse=True)
def _context(app: Flask) -> object:
    with app.app_context():
        yield
        db.session.remove()


def table(visit: Visit, sheet: Sheet, role: Role = Role.SCOREKEEPER, path: str = "") -> Page:
    db.session.remove()
    return Bare(visit(sheet.club.key, role)).get(f"/games/{sheet.game.key}{path}")


def now(sheet: Sheet) -> Sheet:
    db.session.remove()
    return load_sheet(sheet.game.key)


# ---- Who may look ----


@pytest.mark.parametrize("path", [*READERS, *WRITERS])
def test_for_a_device_nobody_let_in_the_game_does_not_exist(visit: Visit, path: str) -> None:
    sheet = start(hands=1)
    assert visit().get(f"/games/{sheet.game.key}{path}").status_code == 404


@pytest.mark.parametrize("path", READERS)
def test_a_viewer_may_read(visit: Visit, path: str) -> None:
    assert table(visit, start(hands=1), Role.VIEWER, path).status == 200


@pytest.mark.parametrize("path", WRITERS)
def test_a_viewer_may_not_change(visit: Visit, path: str) -> None:
    assert table(visit, start(hands=1), Role.VIEWER, path).status == 404


def test_a_viewer_is_offered_nothing_that_changes_the_game(visit: Visit) -> None:
    page = table(visit, start(hands=4), Role.VIEWER)
    assert "Hand 4 saved" in page.text
    assert [form.action.rsplit("/", 1)[1] for form in page.forms] == ["holder"]
    assert not any("/hands/" in href or "links" in href for _, href in page.links)


def test_no_game_has_no_board(visit: Visit) -> None:
    client = visit(start().club.key, Role.HOST)
    assert client.get("/games/nosuchgame/board?since=1").status_code == 404
    assert client.get("/games/nosuchgame").status_code == 404


# ---- The table ----


def test_the_table_says_what_is_next_and_how_everybody_stands(visit: Visit) -> None:
    page = table(visit, start(hands=4))
    assert "Hand 5, pass left: Ann to Bob, Bob to Cy, Cy to Dora, Dora to Ann; Cy deals" in page.html
    assert "Hand 5 Pass left · three cards" in page.text
    assert page.link("Record hand 5").endswith("/hands/new")
    for said in (
        "Ann last hand +4 total 23",
        "Bob last hand +14 total 41",
        "Cy Low last hand +6 total 8",
        "Dora last hand +2 total 32",
    ):
        assert said in page.text


def test_before_the_first_hand_nobody_is_low_and_nothing_can_be_undone(visit: Visit) -> None:
    page = table(visit, start())
    assert "Low" not in page.text
    assert "Undo" not in page.text
    assert "last hand" not in page.text
    assert page.link("Record hand 1")


@pytest.mark.parametrize(
    ("players", "rules", "words"),
    [
        (3, {}, "Take out the 2♦\ufe0e first: 17 cards each."),
        (5, {}, "Take out the 2♦\ufe0e and 2♣\ufe0e first: 10 cards each."),
        (5, {"kitty": "out_of_play"}, ""),
        (4, {}, ""),
    ],
)
def test_before_the_first_hand_the_table_says_which_cards_to_take_out(
    visit: Visit, players: int, rules: dict[str, object], words: str
) -> None:
    sheet = start(TEN[:players], rules=Rules.from_mapping(rules, players=players))
    page = table(visit, sheet)
    assert words in page.text
    assert ("Take out" in page.text) == bool(words)
    assert words in table(visit, sheet, path="/board").text
    play(sheet.game.key, [playing.plain_hand(players)])
    assert "Take out" not in table(visit, sheet).text


def test_on_a_hold_no_arrow_is_drawn_and_it_says_keep_your_cards(visit: Visit) -> None:
    page = table(visit, start(hands=3))
    assert "Hold · keep your cards" in page.text
    assert "<path d=" not in page.html.split('class="arrows')[1].split("</g>")[0]


def test_names_are_shown_as_written(visit: Visit) -> None:
    page = table(visit, start(("<b>Bob</b>", "O'Brien", "محمد", "🎉"), hands=2))
    assert "<b>Bob</b>" not in page.html.replace("&lt;b&gt;Bob&lt;/b&gt;", "")
    assert "<b>Bob</b>" in page.text
    assert "<bdi>محمد</bdi>" in page.html


def test_no_page_needs_a_style_attribute_or_script_in_it(visit: Visit) -> None:
    sheet = start(hands=11)
    for path in (*READERS, *WRITERS):
        html = table(visit, sheet, path=path).html
        assert " style=" not in html
        assert "<style" not in html
        assert "<script>" not in html
        assert " on" not in "".join(part.split(">")[0] for part in html.split("<button")[1:])


def test_a_tie_for_low_at_the_end_is_overtime_between_those_tied(visit: Visit) -> None:
    sheet = start(rules=Rules(limit=30))
    play(sheet.game.key, [((4, 4, 1, 4), 1), ((4, 2, 7, 0), 3), ((5, 3, 5, 0), 1)])
    page = table(visit, sheet)
    assert "Overtime: Ann and Cy are tied at 13. Play on until one is alone." in page.text
    assert page.text.count("Low") == 2


def test_partners_are_shown_together_with_their_team_s_total(visit: Visit) -> None:
    page = table(visit, start(rules=Rules(teams=((1, 3), (0, 2))), hands=4))
    assert "Ann & Cy Low last hand +10 total 31 Ann 23 (+4) Cy 8 (+6)" in page.text
    assert "Bob & Dora last hand +16 total 73" in page.text
    assert page.text.index("Ann & Cy") < page.text.index("Bob & Dora")


def test_totals_below_zero_have_a_true_minus_and_a_bar_to_the_left_of_zero(visit: Visit) -> None:
    sheet = start(rules=Rules(moon="subtract"))
    play(sheet.game.key, [((0, 0, 13, 0), 2)])
    page = table(visit, sheet)
    assert "last hand −26 total −26" in page.text
    assert '<rect x="0.0" width="20.6" height="1"/>' in page.html


def test_ten_players_have_their_ring(visit: Visit) -> None:
    sheet = start(TEN)
    page = table(visit, sheet)
    assert 'class="felt ring of-10"' in page.html
    assert all(f"at-{at}" in page.html for at in range(10))


def test_a_game_put_away_says_so_and_takes_no_hands(visit: Visit) -> None:
    sheet = start(hands=2)
    games.archive_game(sheet.game.key)
    page = table(visit, sheet)
    assert "This game is archived." in page.text
    assert "Record hand" not in page.text
    assert "Undo" not in page.text


# ---- The notice ----


def test_a_hand_is_undone_and_brought_back_by_one_button_without_javascript(visit: Visit) -> None:
    sheet = start(hands=4)
    bare = Bare(visit(sheet.club.key, Role.SCOREKEEPER))
    page = bare.get(f"/games/{sheet.game.key}")
    page = bare.send(page, page.form("/undo$"), "Undo")
    assert "Hand 4 taken back" in page.text
    assert page.link("Record hand 4")
    page = bare.send(page, page.form("/undo$"), "Bring back")
    assert "Hand 4 is back" in page.text
    assert now(sheet).position.totals == (23, 41, 8, 32)


def test_htmx_gets_the_board_and_one_announcement_for_an_undo(visit: Visit) -> None:
    sheet = start(hands=4)
    client = visit(sheet.club.key, Role.SCOREKEEPER)
    form = Bare(client).get(f"/games/{sheet.game.key}").form("/undo$")
    db.session.remove()
    answer = client.post(form.action, data=form.data(), headers={"HX-Request": "true"}).get_data(as_text=True)
    assert answer.lstrip().startswith('<div class="board"')
    assert answer.count('hx-swap-oob="innerHTML">Hand 4 taken back. Hand 4, hold; Bob deals.</div>') == 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda k: hands.correct_hand(k, 2, taken((1, 6, 1, 5), 3), entry(k)), "Hand 2 corrected"),
        (lambda k: hands.insert_hand(k, 2, taken((1, 6, 1, 5), 3), entry(k)), "Hand 2 added"),
        (lambda k: hands.delete_hand(k, 2, entry(k)), "Hand 2 taken back"),
        (lambda k: record(k, taken(*THURSDAY[4])), "Hand 5 saved"),
    ],
)
def test_the_notice_says_what_was_changed(visit: Visit, change: Callable[[str], object], words: str) -> None:
    sheet = start(hands=4)
    db.session.remove()
    change(sheet.game.key)
    assert words in table(visit, sheet).text


def test_a_correction_that_is_undone_is_not_said_to_be_another_one(visit: Visit) -> None:
    sheet = start(hands=4)
    key = sheet.game.key
    hands.correct_hand(key, 2, taken((1, 6, 1, 5), 3), entry(key))
    hands.undo(key, entry(key))
    page = table(visit, sheet)
    assert "Hand 2 is as it was" in page.text
    assert "Hand 2 corrected" not in page.text
    assert "Bring back" in page.text
    hands.undo(key, entry(key))
    assert "Hand 2 corrected" in table(visit, sheet).text


def test_the_notice_never_offers_to_undo_what_came_before_the_latest_change(visit: Visit) -> None:
    sheet = start(hands=4)
    key = sheet.game.key
    hands.set_rotation(key, 5, 1, "left", entry(key))
    page = table(visit, sheet)
    assert "Hand 5: Bob deals, as the table said" in page.text
    assert "Hand 4 saved" not in page.text
    assert "Undo" not in page.text
    hands.set_rotation(key, 5, None, None, entry(key))
    assert "as the table said" not in table(visit, sheet).text
    games.change_rules(key, Rules(limit=77), entry(key))
    assert "Hand 4 saved" not in table(visit, sheet).text
    record(key, taken(*THURSDAY[4]))
    assert "Hand 5 saved Undo" in table(visit, sheet).text


# ---- Following ----


def follow(client: FlaskClient, sheet: Sheet, since: object) -> tuple[int, str]:
    answer = client.get(f"/games/{sheet.game.key}/board?since={since}", headers={"HX-Request": "true"})
    return answer.status_code, answer.get_data(as_text=True)


def test_a_phone_that_follows_is_answered_nothing_until_something_changed(visit: Visit) -> None:
    sheet = start(hands=3)
    client = visit(sheet.club.key, Role.VIEWER)
    assert follow(client, sheet, 3) == (204, "")
    record(sheet.game.key, taken(*THURSDAY[3]))
    status, html = follow(client, sheet, 3)
    assert status == 200
    assert "since=4" in html
    assert "Hand 4 saved. Ann +4, Bob +14, Cy +6, Dora +2. Hand 5, pass left; Cy deals." in html
    assert follow(client, sheet, 4) == (204, "")


def test_the_menu_follows_what_another_phone_did(visit: Visit) -> None:
    sheet = start(hands=3)
    client = visit(sheet.club.key, Role.SCOREKEEPER)
    assert '/end">End the game now</a>' in follow(client, sheet, 0)[1]
    playing.end_early(sheet.game.key)
    html = follow(client, sheet, 3)[1]
    menu = html[html.index('id="menu-list"') :]
    assert "/rotation" in menu
    assert "/end" not in menu
    assert "Who holds this phone" not in menu
    games.archive_game(sheet.game.key)
    assert "/rotation" not in follow(client, sheet, 4)[1]


@pytest.mark.parametrize("since", ["", "x", "-1", "1e3", "99999999999999999999", "3;"])
def test_any_other_version_is_answered_with_the_board(visit: Visit, since: str) -> None:
    sheet = start(hands=3)
    assert follow(visit(sheet.club.key, Role.VIEWER), sheet, since)[0] == 200


def test_putting_a_game_away_is_told_to_a_waiting_phone(visit: Visit) -> None:
    sheet = start(hands=3)
    games.archive_game(sheet.game.key)
    status, html = follow(visit(sheet.club.key, Role.VIEWER), sheet, 3)
    assert status == 200
    assert "This game is archived." in html


def test_asking_for_nothing_new_costs_one_query(app: Flask, visit: Visit) -> None:
    sheet = start(hands=3)
    client = visit(sheet.club.key, Role.VIEWER)
    statements: list[str] = []

    def note(*arguments: object) -> None:
        statements.append(str(arguments[2]))

    event.listen(db.engine, "before_cursor_execute", note)
    try:
        follow(client, sheet, 3)
    finally:
        event.remove(db.engine, "before_cursor_execute", note)
    assert [statement.split()[0] for statement in statements].count("SELECT") == 1


@pytest.mark.parametrize("path", ["", "/sheet", "/board"])
def test_a_page_costs_the_same_number_of_queries_however_many_hands(
    visit: Visit, queries: Callable[[FlaskClient, str], int], path: str
) -> None:
    counts = []
    for played in (1, 10):
        sheet = start(hands=played)
        client = visit(sheet.club.key, Role.SCOREKEEPER)
        db.session.remove()
        counts.append(queries(client, f"/games/{sheet.game.key}{path}"))
    assert counts[0] == counts[1] <= 6


def test_a_finished_game_costs_one_query_more_for_the_one_that_follows(
    visit: Visit, queries: Callable[[FlaskClient, str], int]
) -> None:
    playing_on, over = start(hands=10), start(hands=11)
    counts = [
        queries(visit(sheet.club.key, Role.SCOREKEEPER), f"/games/{sheet.game.key}")
        for sheet in (playing_on, over)
    ]
    assert counts[1] == counts[0] + 1


# ---- Whose phone it is ----


def test_the_felt_is_turned_to_whoever_holds_the_phone_on_that_phone_alone(visit: Visit) -> None:
    sheet = start(hands=1)
    bare = Bare(visit(sheet.club.key, Role.VIEWER))
    page = bare.get(f"/games/{sheet.game.key}")
    page = bare.send(page, page.form("/holder$").fill(seat=3))
    assert 'of-4 turned"' in page.html
    assert '<li class="seat at-0"><bdi>Dora</bdi>' in page.html.replace(" deals", "")
    assert "turned" not in table(visit, sheet, Role.VIEWER).html
    page = bare.send(page, page.form("/holder$").fill(seat=""))
    assert "turned" not in page.html


@pytest.mark.parametrize("seat", ["4", "-1", "x", "", "99999999999"])
def test_a_seat_nobody_has_turns_nothing(visit: Visit, seat: str) -> None:
    sheet = start()
    client = visit(sheet.club.key, Role.VIEWER)
    assert client.post(f"/games/{sheet.game.key}/holder", data={"seat": seat}).status_code == 303
    assert "turned" not in Bare(client).get(f"/games/{sheet.game.key}").html


# ---- The sheet ----


def test_the_sheet_has_every_hand_with_pass_dealer_scores_totals_and_moons(visit: Visit) -> None:
    page = table(visit, start(hands=5), Role.VIEWER, "/sheet")
    assert "1 left · Cy dealt +4 4 +17 17 +1 1 +4 4" in page.text
    assert "4 hold · Bob dealt +4 23 +14 41 +6 8 +2 32" in page.text
    assert "5 left · Cy dealt +26 49 +26 67 0 8 ☾ moon +26 58" in page.text


def test_suns_hands_as_called_and_corrected_ones_are_marked_in_words(visit: Visit) -> None:
    sheet = start(rules=Rules(sun=True))
    key = sheet.game.key
    record(key, Facts(points=(0, 52, 52, 52)))
    record(key, Facts(points=(7, 7, 7, 7), as_written=True))
    record(key, taken(*THURSDAY[0]))
    hands.correct_hand(key, 3, taken(*THURSDAY[1]), entry(key))
    text = table(visit, sheet).text
    assert "☀\ufe0e sun" in text
    assert "dealt · as called" in text
    assert "dealt · corrected" in text


def test_hands_after_the_end_are_shown_and_count_nothing(visit: Visit) -> None:
    sheet = start(rules=Rules(limit=60), hands=5)
    key = sheet.game.key
    hands.correct_hand(key, 1, taken((0, 0, 0, 13), 1), entry(key))
    hands.correct_hand(key, 2, taken((13, 0, 0, 0), 0), entry(key))
    hands.correct_hand(key, 3, taken((13, 0, 0, 0), 0), entry(key))
    page = table(visit, sheet)
    assert "after the end, counts nothing" in page.text
    assert page.link("4, correct").endswith("/hands/4")


def test_a_game_begun_on_paper_shows_what_it_brought_along(visit: Visit) -> None:
    sheet = start()
    games.change_start(
        sheet.game.key, Start(totals=(10, 20, 30, 40), hand_number=7), 1, entry(sheet.game.key)
    )
    record(sheet.game.key, taken(*THURSDAY[0]))
    text = table(visit, sheet, Role.VIEWER, "/sheet").text
    assert "Brought along 10 20 30 40 7 across · Bob dealt" in text


@pytest.mark.parametrize("path", ["", "/sheet"])
def test_every_cell_of_a_hand_leads_a_scorekeeper_to_its_correction(visit: Visit, path: str) -> None:
    sheet = start(hands=2)
    row = table(visit, sheet, path=path).html.split("<tbody>")[1].split("<tr>")[2]
    assert row.count(f'href="/games/{sheet.game.key}/hands/2"') == 5
    assert row.count("✎") == 1
    assert row.count('tabindex="-1" aria-hidden="true"') == 4
    assert "/hands/2" not in table(visit, sheet, Role.VIEWER, path).html


# ---- The end ----


def test_the_end_names_the_winner_the_margin_and_who_reached_the_limit(visit: Visit) -> None:
    page = table(visit, start(hands=11))
    assert "Game over Cy wins with 50 40 ahead of Dora · Bob reached 105" in page.text
    for row in ("1 Cy 50 0 21 3 1", "2 Dora 90 0 26 2 0", "3 Ann 93 0 26 3 0", "4 Bob 105 2 26 3 0"):
        assert row in page.text
    assert "Play again · Bob deals" in page.text
    assert "11 hands · standard rules" in page.text
    assert "<title>Cy shot the moon</title>" in page.html
    assert "5 Cy shot the moon 49 67 8 58" in page.text


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCOREKEEPER])
def test_phones_that_show_the_result_are_led_into_the_game_that_follows(visit: Visit, role: Role) -> None:
    sheet = start(hands=11)
    client = visit(sheet.club.key, role)
    assert follow(client, sheet, 11)[0] == 204
    key = games.play_again(sheet.game.key, None).key
    status, html = follow(client, sheet, 11)
    assert status == 200
    assert "Play again" not in html
    assert f'href="/games/{key}">A new game has begun' in html
    assert html.count('hx-swap-oob="innerHTML">A new game has begun.</div>') == 1
    games.bring_back_game(games.archive_game(key).key)
    told = now(sheet).game.version
    assert follow(client, sheet, told)[0] == 204
    games.discard_game(key)
    status, html = follow(client, sheet, told)
    assert status == 200
    assert key not in html
    assert "A new game has begun" not in table(visit, sheet, role).text
    games.bring_back_game(key)
    assert f'href="/games/{key}">A new game has begun' in follow(client, sheet, told + 1)[1]


def test_play_again_on_two_phones_is_one_game(visit: Visit) -> None:
    sheet = start(hands=11)
    phones = [Bare(visit(sheet.club.key, Role.SCOREKEEPER)) for _ in range(2)]
    pages = [phone.get(f"/games/{sheet.game.key}") for phone in phones]
    dealt = [
        phone.send(page, page.form("/again$")).address for phone, page in zip(phones, pages, strict=True)
    ]
    assert dealt[0] == dealt[1] != f"/games/{sheet.game.key}"


def test_a_shared_win_says_so(visit: Visit) -> None:
    sheet = start(rules=Rules(limit=30, tie="share"))
    play(sheet.game.key, [((4, 4, 1, 4), 1), ((4, 2, 7, 0), 3), ((5, 3, 5, 0), 1)])
    page = table(visit, sheet)
    assert "Ann and Cy share the win with 13" in page.text
    assert "1 Ann 13" in page.text
    assert "1 Cy 13" in page.text
    assert "3 Dora 17" in page.text


def test_a_team_wins_together(visit: Visit) -> None:
    page = table(visit, start(rules=Rules(teams=((0, 2), (1, 3)), limit=190), hands=11))
    assert "Ann and Cy win with 117 78 ahead of Bob and Dora · Bob and Dora reached 195" in page.text
    assert "1 Ann & Cy 117 Ann 67" in page.text


def test_a_game_ended_early_says_so_and_can_be_opened_again(visit: Visit) -> None:
    sheet = start(hands=4)
    playing.end_early(sheet.game.key)
    bare = Bare(visit(sheet.club.key, Role.SCOREKEEPER))
    page = bare.get(f"/games/{sheet.game.key}")
    assert "Ended early Cy wins with 8 After 4 hands · 15 ahead of Ann" in page.text
    page = bare.send(page, page.form("/reopen$"))
    assert page.link("Record hand 5")


def test_hands_of_a_game_that_is_over_can_be_corrected(visit: Visit) -> None:
    page = table(visit, start(hands=11))
    assert page.link("11, correct").endswith("/hands/11")
    assert "Undo" in page.text


def test_cards_nobody_knows_are_said_to_be_left_out(visit: Visit) -> None:
    sheet = start(rules=Rules(limit=10, tie="share"))
    record(sheet.game.key, Facts(points=(0, 0, 13, 13)))
    assert "The cards of 1 hand are not known" in table(visit, sheet).text


def test_the_result_is_there_as_a_text_to_share(visit: Visit) -> None:
    page = table(visit, start(hands=11), Role.VIEWER, "/share")
    text = "Thursday Hearts: Cy wins with 50 (11 hands)\n1. Cy 50\n2. Dora 90\n3. Ann 93\n4. Bob 105"
    assert text in page.html


def test_before_the_end_there_is_no_result_to_share(visit: Visit) -> None:
    page = table(visit, start(hands=3), Role.VIEWER, "/share")
    assert not page.address.endswith("/share")


def test_the_rules_card_is_of_this_game_and_teaches_the_game_below(visit: Visit) -> None:
    page = table(visit, start(rules=Rules(limit=77)), path="/rules")
    assert "brings somebody to 77 or more" in page.text
    assert "How Hearts is played" in page.text


# ---- Bytes ----


def weight(client: FlaskClient, address: str, **headers: str) -> tuple[int, str]:
    """How many bytes an answer has as plain http sends it, and its text."""
    answer = client.get(address, headers={"Accept-Encoding": "gzip", **headers})
    assert answer.headers["Content-Encoding"] == "gzip"
    return len(answer.data), gzip.decompress(answer.data).decode()


def test_the_first_visit_to_a_table_is_light(visit: Visit) -> None:
    sheet = start(hands=11)
    client = visit(sheet.club.key, Role.SCOREKEEPER)
    html, text = weight(client, f"/games/{sheet.game.key}")
    weights: dict[str, int] = {}
    wanted = re.findall(r'"(/static/[^"]+\.(?:css|js))"', text)
    while wanted:
        path = wanted.pop()
        weights[path], text = weight(client, path)
        imported = re.findall(r'(?:from|import) "\./([\w-]+\.js)"', text)  # not import(): that is for later
        modules = {f"{path.rsplit('/', 1)[0]}/{name}" for name in imported}
        wanted += modules - weights.keys()
    assert {"table.js", "follow.js", "clock.js", "offline.js"} <= {path.rsplit("/", 1)[1] for path in weights}
    css = sum(size for path, size in weights.items() if path.endswith(".css"))
    assert html + css <= 14 * 1024
    assert html + sum(weights.values()) + 2 * 1024 <= 32 * 1024  # 2 KB: icons and manifest


def test_a_saved_hand_brings_few_bytes_back(visit: Visit) -> None:
    sheet = start(hands=11)
    client = visit(sheet.club.key, Role.SCOREKEEPER)
    size, _ = weight(client, f"/games/{sheet.game.key}/board?since=0", **{"HX-Request": "true"})
    assert size <= 6 * 1024
