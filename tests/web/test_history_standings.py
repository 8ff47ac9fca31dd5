"""The standings' page: sorting, periods, rules, few games, and what a new club sees."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.hearts.rules import Rules
from scorekeeper.records import clubs, games
from scorekeeper.records.kept import finish
from scorekeeper.records.lines import Line
from scorekeeper.records.models import Club
from scorekeeper.records.ratings import Strength
from scorekeeper.records.standings import StandingLine
from scorekeeper.web.access import Role
from scorekeeper.web.columns import COLUMNS
from scorekeeper.web.standings_table import Table, short_table, table_of, usual_least
from tests.playing import THURSDAY, play
from tests.web.conftest import Visit


def line(name: str, *, archived: bool = False, mu: float | None = 25.0, **figures: object) -> StandingLine:
    plain = {"games": 10, "wins": 2, "places": 20, "hands": 100, "score": 600, "known": 100}
    made = Line(**{**plain, **figures})
    return StandingLine(
        player_id=sum(map(ord, name)),
        name=name,
        archived=archived,
        line=made,
        rating=None if mu is None else Strength(mu, 2.0),
    )


def names(table: Table) -> list[str]:
    return [row.name for row in table.rows]


def test_the_best_rating_stands_first_without_an_order() -> None:
    table = table_of([line("Ann", mu=20), line("Bob", mu=30), line("Cy", mu=None)], "", 0)
    assert names(table) == ["Bob", "Ann", "Cy"]
    assert [head.text for head in table.heads if head.order] == ["Rating"]


@pytest.mark.parametrize("column", COLUMNS, ids=lambda column: column.key)
def test_every_column_puts_the_table_in_order_both_ways(column) -> None:
    lines = [
        line(name, mu=20.0 + value, **_figures(value)) for name, value in (("Ann", 3), ("Bob", 1), ("Cy", 2))
    ]
    best, worst = table_of(lines, column.key, 0), table_of(lines, f"-{column.key}", 0)
    figures = [column.figure(next(one for one in lines if one.name == name)) for name in names(best)]
    assert figures == sorted(figures, reverse=column.high)
    assert names(worst) == names(best)[::-1]
    (head,) = [head for head in best.heads if head.order]
    assert head.order == ("descending" if column.high else "ascending")
    assert head.sort == f"-{column.key}"
    (head,) = [head for head in worst.heads if head.order]
    assert head.order == ("ascending" if column.high else "descending")
    assert head.sort == column.key


def _figures(value: int) -> dict[str, int]:
    """Figures that all differ from another value's, rates too."""
    figures = dict.fromkeys(Line.__dataclass_fields__, value)
    return {**figures, "games": 10 + value, "hands": 100, "known": 50, "wins": value}


def test_of_equals_who_played_more_stands_first_then_by_name() -> None:
    lines = [line("Bob", games=5), line("ann", games=5), line("Cy", games=9)]
    assert names(table_of(lines, "", 0)) == ["Cy", "ann", "Bob"]


@pytest.mark.parametrize("sort", ["nonsense", "-", "-nonsense", "rating;drop", "RATING"])
def test_an_order_there_is_not_is_the_usual_one(sort: str) -> None:
    table = table_of([line("Ann", mu=20), line("Bob", mu=30)], sort, 0)
    assert (names(table), table.sort) == (["Bob", "Ann"], "rating")


def test_who_played_little_stands_apart_and_is_not_hidden() -> None:
    table = table_of([line("Ann", games=4, mu=40), line("Bob", games=5)], "", 5)
    assert (names(table), [row.name for row in table.few]) == (["Bob"], ["Ann"])


def test_suns_have_columns_only_where_there_was_one() -> None:
    heads = [head.title for head in table_of([line("Ann")], "", 0).heads]
    assert not any("Suns" in title for title in heads)
    heads = [head.title for head in table_of([line("Ann"), line("Bob", suns_against=1)], "", 0).heads]
    assert "Suns shot by others" in heads
    assert "Suns shot" not in heads


def test_figures_are_written_as_people_write_them() -> None:
    one = line("Ann", games=3, wins=2, shared=1, places=4, hands=3, score=-1, known=0, best_hand=-26, mu=30.0)
    (row,) = table_of([one], "", 0).rows
    cells = dict(zip((column.key for column in COLUMNS if not column.rare), row.cells, strict=True))
    assert (cells["rating"].text, cells["rating"].more, cells["rating"].strong) == ("1620", "±48", True)
    assert (cells["won"].text, cells["won"].more) == ("2", "1 shared")
    assert cells["rate"].text == "67%"
    assert cells["score"].text == "−0.3"
    assert cells["place"].text == "1.3"
    assert cells["queen"].text == "–"
    assert cells["best_hand"].text == "−26"


@pytest.mark.parametrize(("most", "least"), [(0, 0), (4, 0), (5, 1), (49, 9), (50, 10), (5000, 10)])
def test_few_is_a_fifth_of_the_most_and_ten_at_most(most: int, least: int) -> None:
    assert usual_least(most) == least


def test_the_clubs_page_shows_ten_at_most_and_no_few() -> None:
    lines = [line(f"P{number}", games=50, mu=number) for number in range(12)] + [line("Few", games=9)]
    table = short_table(lines)
    assert len(table.rows) == 10
    assert table.few == ()
    assert [head.text.strip("\ufe0e") for head in table.heads] == [
        "Games",
        "Won",
        "Per hand",
        "Q♠",
        "☾",
        "Rating",
    ]


# The page


@pytest.fixture
def club(app: Flask) -> Club:
    """Cy has won the real game of tests/playing.py twice, and the beginning of it as a short one."""
    with app.app_context():
        made = clubs.create_club("Thursday Hearts", "Europe/Berlin")
        ids = [clubs.add_player(made, name).id for name in ("Ann", "Bob", "Cy", "Dora")]
        for limit in (100, 100, 50):
            game = games.start_game(made.key, ids, Rules(limit=limit), first_dealer=0, device=None)
            play(game.key, THURSDAY if limit == 100 else THURSDAY[:5])
        finish(made)
        return made


def page(client: FlaskClient, club: Club, query: str = "") -> str:
    answer = client.get(f"/clubs/{club.key}/standings{query}")
    assert answer.status_code == 200
    return answer.text


def rows(text: str) -> list[str]:
    return re.findall(r'<th scope="row">\s*<a [^>]*><bdi>([^<]+)</bdi></a>', text)


def test_a_new_club_reads_what_will_be_there(app: Flask, visit: Visit) -> None:
    with app.app_context():
        made = clubs.create_club("New", "UTC")
    text = page(visit(made.key, Role.VIEWER), made)
    assert "After the first finished game you will see here" in text
    assert "<table" not in text


def test_everybody_stands_there_with_a_link_to_the_page(visit: Visit, club: Club) -> None:
    text = page(visit(club.key, Role.VIEWER), club)
    assert sorted(rows(text)) == ["Ann", "Bob", "Cy", "Dora"]
    assert rows(text)[0] == "Cy"
    assert re.search(r'<th scope="col" aria-sort="descending">\s*<a href="[^"]*sort=-rating', text)
    assert text.count("aria-sort") == 1
    for year in ("Everybody begins at 1500 ± 200", "How to read this"):
        assert year in text


def test_a_tap_on_a_head_puts_them_in_order_and_keeps_the_choice(visit: Visit, club: Club) -> None:
    client = visit(club.key, Role.VIEWER)
    text = page(client, club, "?sort=-score&period=all&least=0")
    assert rows(text)[-1] == "Cy"  # the lowest average is the best
    assert re.search(r'<th scope="col" aria-sort="descending">\s*<a href="[^"]*sort=score', text)
    links = re.findall(r'<a href="([^"]*sort=games[^"]*)"', text)
    assert links
    assert "period=all" in links[0]
    assert "least=0" in links[0]


def test_rules_and_tables_can_be_chosen_where_there_are_several(visit: Visit, club: Club) -> None:
    client = visit(club.key, Role.VIEWER)
    text = page(client, club)
    assert "2 games, this year" in text
    assert '<option value="short" >Short game (1)</option>' in text
    assert 'name="players"' not in text
    assert "1 game, this year" in page(client, club, "?rules=short")


@pytest.mark.parametrize(
    "query",
    [
        "?period=1999",
        "?period=evening&rules=short",
        "?period=nonsense&rules=%00&players=99&least=-1&sort=%00",
        "?least=1e9&players=abc",
        "?period=2026-13",
        "?rules=" + "x" * 500,
        "?period=all&period=2026",
    ],
)
def test_anything_can_be_asked_for(visit: Visit, club: Club, query: str) -> None:
    page(visit(club.key, Role.VIEWER), club, query)


def test_a_period_without_a_game_says_so(visit: Visit, club: Club) -> None:
    text = page(visit(club.key, Role.VIEWER), club, "?period=1999")
    assert "No such game was finished in this period." in text
    assert "<table" not in text


def test_few_games_are_told_in_words_too(visit: Visit, club: Club) -> None:
    text = page(visit(club.key, Role.VIEWER), club, "?least=3")
    assert "Fewer than 3 games" in text
    assert text.index("Fewer than 3 games") < text.index("<bdi>Cy</bdi>")
    assert sorted(rows(text)) == ["Ann", "Bob", "Cy", "Dora"]


def test_names_are_written_as_text(app: Flask, visit: Visit, club: Club) -> None:
    with app.app_context():
        (ann, *_) = clubs.roster(club)
        clubs.rename_player(club, ann.id, "<b>&Ann")
    text = page(visit(club.key, Role.VIEWER), club)
    assert "<bdi>&lt;b&gt;&amp;Ann</bdi>" in text


@pytest.mark.parametrize("path", ["standings", "records", "games", "games?words=x"])
def test_the_number_of_queries_does_not_grow_with_the_games(
    app: Flask, visit: Visit, club: Club, queries, path: str
) -> None:
    client = visit(club.key, Role.VIEWER)
    before = queries(client, f"/clubs/{club.key}/{path}")
    with app.app_context():
        ids = [player.id for player in clubs.roster(club)]
        for _ in range(3):
            game = games.start_game(club.key, ids, Rules(), first_dealer=0, device=None)
            play(game.key, THURSDAY)
        finish(club)
    assert queries(client, f"/clubs/{club.key}/{path}") == before


def test_the_clubs_page_shows_the_short_table(visit: Visit, club: Club) -> None:
    text = visit(club.key, Role.VIEWER).get(f"/clubs/{club.key}").text
    assert "Standings · this year" in text
    assert rows(text)[0] == "Cy"
    assert f'href="/clubs/{club.key}/standings"' in text
