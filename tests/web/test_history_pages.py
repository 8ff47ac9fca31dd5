"""The records, the search for games, and the changes of a game."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from flask import Flask

from scorekeeper.hearts.rules import Rules
from scorekeeper.records import clubs, games, hands
from scorekeeper.records.arrivals import Options
from scorekeeper.records.history import games_of
from scorekeeper.records.kept import finish
from scorekeeper.records.sheets import Sheet, load_sheet
from scorekeeper.records.transfer import bring_in, look
from scorekeeper.web.access import Role
from scorekeeper.web.game_cards import cards_of
from tests.playing import THURSDAY, end_early, entry, play, record, start, taken
from tests.records.paper_sheets import wide
from tests.records.table import points
from tests.web.conftest import Visit
from tests.web.test_players import text_of


@pytest.fixture
def sheet(app: Flask) -> Sheet:
    """The real game of tests/playing.py: Cy has won with 50."""
    with app.app_context():
        made = start(hands=11)
        finish(made.club)
        return made


# Records


def test_each_record_says_what_it_is_by_whom_and_leads_to_its_game(visit: Visit, sheet: Sheet) -> None:
    html = visit(sheet.club.key, Role.VIEWER).get(f"/clubs/{sheet.club.key}/records").text
    words = text_of(html)
    assert "Lowest winning total The fewest points anybody won with Cy Today 50 points" in words
    assert "Closest finish The fewest points between first and second Cy Today 40 points" in words
    assert "Longest game The most hands Cy Today 11 hands" in words
    assert "Most moons in a game Suns count too Cy Today 1 moon" in words
    assert "Hands in a row with no penalty card and no point, within a game" in words
    assert "Longest overtime" not in words
    assert html.count(f'href="/games/{sheet.game.key}"') >= 4


def test_a_new_club_reads_what_will_be_hard_to_beat(app: Flask, visit: Visit) -> None:
    with app.app_context():
        fresh = start(hands=0)
    words = text_of(visit(fresh.club.key, Role.VIEWER).get(f"/clubs/{fresh.club.key}/records").text)
    assert "After the first finished game you will see here what is hard to beat" in words


def test_a_period_without_a_whole_game_says_so(visit: Visit, sheet: Sheet) -> None:
    html = visit(sheet.club.key, Role.VIEWER).get(f"/clubs/{sheet.club.key}/records?period=1999").text
    assert "No game was played to its end in this period." in html


# Games


def games_page(visit: Visit, sheet: Sheet, query: str = "", role: Role = Role.VIEWER) -> str:
    answer = visit(sheet.club.key, role).get(f"/clubs/{sheet.club.key}/games{query}")
    assert answer.status_code == 200
    return answer.text


def found(html: str) -> int:
    return html.count('<a class="row" href="/games/')


@pytest.fixture
def more(app: Flask, sheet: Sheet) -> Sheet:
    """Besides it one ended early with a note, and one of three at the table."""
    with app.app_context():
        early = games.start_game(sheet.club.key, sheet.player_ids, Rules(), first_dealer=0, device=None)
        play(early.key, THURSDAY[:2])
        end_early(early.key)
        games.set_note(early.key, "Élan", "Kitchen", 3)
        three = sheet.player_ids[:3]
        games.start_game(sheet.club.key, three, Rules(players=3), first_dealer=0, device=None)
        finish(sheet.club)
    return sheet


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("", 3),
        ("?state=finished", 1),
        ("?state=early", 1),
        ("?state=unfinished", 1),
        ("?words=%C3%89LAN", 1),
        ("?words=kitchen&state=early", 1),
        ("?words=kitchen&state=finished", 0),
        ("?players=3", 1),
        ("?year=1999", 0),
        ("?rules=standard", 3),
        ("?rules=spot", 0),
        ("?player=dora", 2),
        ("?player=99999", 0),
        ("?player=999999999999", 0),
        ("?player=x&year=x&state=x&rules=%00&players=x&words=%20", 3),
        ("?year=99999999999999&players=11&player=-1", 0),
    ],
)
def test_games_are_looked_for(visit: Visit, more: Sheet, query: str, count: int) -> None:
    assert found(games_page(visit, more, query.replace("dora", str(more.player_ids[3])))) == count


def test_what_is_looked_for_is_said_and_can_be_let_go(visit: Visit, more: Sheet) -> None:
    ann = more.player_ids[0]
    html = games_page(visit, more, f"?player={ann}&state=early&words=kitchen&players=4")
    assert "Ann · ended early · 4 players · “kitchen”" in html
    assert f'<option value="{ann}" selected>Ann</option>' in html
    assert 'value="kitchen"' in html
    assert f'<a class="button" href="/clubs/{more.club.key}/games">All games</a>' in html
    nothing = games_page(visit, more, "?words=nothing+like+it")
    assert "No game fits." in nothing


def test_a_game_that_is_not_over_is_played_on_by_who_may(visit: Visit, more: Sheet) -> None:
    assert games_page(visit, more).count("Play on ›") == 0
    assert games_page(visit, more, role=Role.SCOREKEEPER).count("Play on ›") == 1
    for tag in ("ended early", "at the table"):
        assert re.search(rf'<span class="tag[^"]*">{tag}</span>', games_page(visit, more))


def test_the_pages_keep_what_is_looked_for(app: Flask, visit: Visit, sheet: Sheet) -> None:
    with app.app_context():
        for _ in range(21):
            game = games.start_game(sheet.club.key, sheet.player_ids, Rules(), first_dealer=0, device=None)
            games.set_note(game.key, "a long night", None, None)
    html = games_page(visit, sheet, "?words=long&state=unfinished")
    (older,) = re.findall(r'href="([^"]*)" rel="next"', html)
    assert "words=long" in older
    assert "state=unfinished" in older
    assert found(games_page(visit, sheet, "?" + older.split("?")[1].replace("&amp;", "&"))) == 1


# Notes


def test_a_note_is_written_changed_and_taken_away(app: Flask, visit: Visit, sheet: Sheet) -> None:
    client = visit(sheet.club.key, Role.SCOREKEEPER)
    address = f"/games/{sheet.game.key}/note"
    answer = client.post(address, data={"note": " Bob's  birthday", "place": "Kitchen", "table_number": "3"})
    assert (answer.status_code, answer.location) == (303, f"/games/{sheet.game.key}")
    page = client.get(address).text
    for kept in ("Bob&#39;s birthday", "Kitchen", "3"):
        assert f'value="{kept}"' in page
    assert "Bob&#39;s birthday" in games_page(visit, sheet, "?words=BIRTHDAY")
    client.post(address, data={"note": "", "place": "", "table_number": ""})
    assert found(games_page(visit, sheet, "?words=birthday")) == 0


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"note": "x" * 201}, "At most 200 characters, please."),
        ({"place": "x" * 81}, "At most 80 characters, please."),
        ({"table_number": "0"}, "A table has a whole number from 1 to 9,999, such as 3."),
        ({"table_number": "upstairs"}, "A table has a whole number from 1 to 9,999, such as 3."),
        ({"note": "\ufb2c" * 200}, "This is too long to be kept."),
    ],
)
def test_what_is_too_long_or_no_number_is_refused(
    visit: Visit, sheet: Sheet, typed: dict[str, str], sentence: str
) -> None:
    client = visit(sheet.club.key, Role.SCOREKEEPER)
    answer = client.post(f"/games/{sheet.game.key}/note", data=typed)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert next(iter(typed.values())) in answer.text


# Changes


def test_every_change_is_told_with_what_was_and_what_is(app: Flask, visit: Visit) -> None:
    with app.app_context():
        made = start(hands=2)
        hands.correct_hand(made.game.key, 1, taken((4, 5, 0, 4), 3), entry(made.game.key))
        hands.set_rotation(made.game.key, 2, 1, "left", entry(made.game.key))
        hands.delete_hand(made.game.key, 2, entry(made.game.key))
    words = text_of(visit(made.club.key, Role.VIEWER).get(f"/games/{made.game.key}/changes").text)
    assert re.search(r"Hand 1 corrected Today, [\d:]+ When Ann Bob Cy Dora was \+4 \+17 \+1 \+4", words)
    assert "is +4 +5 0 +17" in words
    assert "A hand that is gone: taken back" in words
    assert "Bob dealt. Pass left." in words
    assert words.count("recorded") == 2


def test_the_phone_that_made_a_change_is_told_so(app: Flask, visit: Visit) -> None:
    with app.app_context():
        made = start(hands=0)
    client = visit(made.club.key, Role.SCOREKEEPER)
    counts = {f"hearts_{seat}": count for seat, count in enumerate((5, 4, 4, 0))}
    client.post(
        f"/games/{made.game.key}/hands/new",
        data={"mode": "count", "queen": 3, "version": 0, "submission": "one", **counts},
    )
    address = f"/games/{made.game.key}/changes"
    assert "this phone" in client.get(address).text
    assert "another phone" in visit(made.club.key, Role.VIEWER).get(address).text


def test_a_game_without_hands_says_what_will_stand_there(app: Flask, visit: Visit) -> None:
    with app.app_context():
        made = start(hands=0)
    html = visit(made.club.key, Role.VIEWER).get(f"/games/{made.game.key}/changes").text
    assert "No hand has been recorded." in html


def test_a_game_from_a_file_says_that_none_of_its_hands_was_changed(app: Flask, visit: Visit) -> None:
    with app.app_context():
        club = clubs.create_club("Family", "UTC")
        bring_in(look(wide().encode(), club, Options()), club.key)
        (line,) = games_of(club).games
    html = visit(club.key, Role.VIEWER).get(f"/games/{line.key}/changes").text
    assert "The hands came in from a file, and none was changed since." in html


def test_changes_are_a_constant_number_of_queries(app: Flask, visit: Visit, queries) -> None:
    with app.app_context():
        made = start(hands=1)
    client = visit(made.club.key, Role.VIEWER)
    before = queries(client, f"/games/{made.game.key}/changes")
    with app.app_context():
        play(made.game.key, THURSDAY[1:6])
    assert queries(client, f"/games/{made.game.key}/changes") == before


# Cards


def test_the_end_shows_what_cards_each_took(app: Flask, visit: Visit, sheet: Sheet) -> None:
    html = visit(sheet.club.key, Role.VIEWER).get(f"/games/{sheet.game.key}").text
    words = text_of(html).replace("\ufe0e", "").replace("&#xFE0E;", "")
    assert "Cards taken Player ♥ hearts Q♠ Clean" in words
    assert "Clean: no penalty card and no point." in words  # a phone shows no title
    with app.app_context():
        table = cards_of(load_sheet(sheet.game.key))
    assert sum(row.hearts for row in table.rows) == 13 * 11
    assert [sum(column) for column in zip(*(row.named for row in table.rows), strict=True)] == [11]
    assert f'href="/games/{sheet.game.key}/changes"' in html


def test_hands_of_unknown_cards_are_said_to_be_left_out(app: Flask, visit: Visit) -> None:
    with app.app_context():
        made = start(hands=1)
        record(made.game.key, points(13, 13, 0, 0))
        end_early(made.game.key)
        assert cards_of(load_sheet(made.game.key)).known == 1
    html = visit(made.club.key, Role.VIEWER).get(f"/games/{made.game.key}").text
    assert "In the 1 of 2 hands whose cards are known." in html


def test_named_cards_in_play_have_a_column_each(app: Flask) -> None:
    with app.app_context():
        made = start(("Ann", "Bob", "Cy"), rules=Rules(players=3, king_spades_points=10, jack="JD"))
        assert cards_of(made) is None
        hand = taken((4, 6, 3), 1)
        first, *rest = hand.taken or ()
        record(made.game.key, replace(hand, taken=(replace(first, jack=1, king_spades=1), *rest)))
        table = cards_of(load_sheet(made.game.key))
    assert [head.strip("\ufe0e") for head in table.named] == ["Q♠", "J♦", "K♠"]
    assert [row.named for row in table.rows] == [(0, 1, 1), (1, 0, 0), (0, 0, 0)]
