"""Figures, names and moments as every page writes them."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from scorekeeper.web.words import clock, day, names, partners, score, short_day, signed, zone

TEMPLATES = Path(__file__).parents[2] / "templates"
EVENING = datetime(2026, 11, 27, 0, 30, tzinfo=UTC)  # in New York it is still the 26th, 19:30
BERLIN, NEW_YORK = "Europe/Berlin", "America/New_York"


@pytest.mark.parametrize(
    ("number", "total", "added"),
    [(0, "0", "0"), (4, "4", "+4"), (-26, "−26", "−26"), (999, "999", "+999"), (-99, "−99", "−99")],
)
def test_a_minus_is_a_true_one_and_a_score_has_its_plus(number: int, total: str, added: str) -> None:
    assert signed(number) == total
    assert score(number) == added


def test_no_figure_is_parted_from_the_name_it_belongs_to_by_the_end_of_a_line() -> None:
    parted = re.compile(r"</bdi>\s+\{\{[^}]*\|\s*(?:signed|score)\b")
    wrong = [
        str(path.relative_to(TEMPLATES))
        for path in TEMPLATES.rglob("*.html")
        if parted.search(path.read_text("utf-8"))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("people", "said", "together"),
    [
        ([], "", ""),
        (["Ann"], "<bdi>Ann</bdi>", "<bdi>Ann</bdi>"),
        (["Ann", "Cy"], "<bdi>Ann</bdi> and <bdi>Cy</bdi>", "<bdi>Ann</bdi> &amp; <bdi>Cy</bdi>"),
        (
            ["A", "<b>", "محمد"],
            "<bdi>A</bdi>, <bdi>&lt;b&gt;</bdi> and <bdi>محمد</bdi>",
            "<bdi>A</bdi> &amp; <bdi>&lt;b&gt;</bdi> &amp; <bdi>محمد</bdi>",
        ),
    ],
)
def test_names_are_joined_each_kept_to_itself(people: list[str], said: str, together: str) -> None:
    assert names(people) == said
    assert partners(people) == together


@pytest.mark.parametrize(
    ("where", "on", "at"), [(NEW_YORK, "26 November", "19:30"), (BERLIN, "27 November", "01:30")]
)
def test_a_moment_is_shown_where_the_club_plays(where: str, on: str, at: str) -> None:
    assert day(EVENING, where, today=date(2026, 12, 24)) == on
    assert clock(EVENING, where) == at


def test_a_day_of_another_year_says_which() -> None:
    assert day(EVENING, BERLIN, today=date(2027, 1, 1)) == "27 November 2026"


@pytest.mark.parametrize(
    ("later", "shown"),
    [
        (0, "Today"),
        (1, "Fri"),
        (6, "Fri"),
        (7, "27 Nov"),
        (34, "27 Nov"),
        (35, "27 Nov 2026"),
        (-1, "27 Nov"),
    ],
)
def test_a_day_in_a_list_is_as_short_as_it_can_be(later: int, shown: str) -> None:
    today = date(2026, 11, 27) + timedelta(days=later)
    assert short_day(EVENING, BERLIN, today=today) == shown


@pytest.mark.parametrize("name", ["Mars/Olympus", "", "../etc/passwd"])
def test_a_zone_nobody_knows_is_utc(name: str) -> None:
    assert zone(name).key == "UTC"


def test_summer_time_is_kept() -> None:
    assert clock(datetime(2026, 7, 1, 18, 0, tzinfo=UTC), BERLIN) == "20:00"
