"""The pictures of a player's history as data: nothing outside, nothing over another, figures beside."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.records.courses import MOST_POINTS, Course, RatedAt
from scorekeeper.records.ratings import Strength
from scorekeeper.web.history_charts import (
    BASE,
    HEIGHT,
    LEFT,
    MOST_BARS,
    RIGHT,
    TOP,
    WIDTH,
    course,
    distribution,
)

FIRST = datetime(2026, 3, 5, 19, 30, tzinfo=UTC)


def ratings(*mus: float, days: int = 7) -> Course:
    points = [
        RatedAt(FIRST + timedelta(days=days * number), Strength(mu, 25 / 3 / (number + 1)))
        for number, mu in enumerate(mus)
    ]
    return Course(games=1000, points=tuple(points))


def pairs(points: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (point.split(",") for point in points.split())]


def test_one_rating_is_no_course_yet() -> None:
    assert course(ratings(), "UTC") is None
    assert course(ratings(26), "UTC") is None


@given(st.lists(st.floats(-40, 90), min_size=2, max_size=MOST_POINTS))
def test_a_course_lies_within_its_picture_and_its_line_within_its_band(mus: list[float]) -> None:
    found = course(ratings(*mus), "UTC")
    assert found is not None
    line, band = pairs(found.line), pairs(found.band)
    assert len(line) == len(mus)
    assert found.games == 1000
    assert len(band) == 2 * len(line)
    for x, y in (*line, *band):
        assert LEFT <= x <= WIDTH - RIGHT
        assert TOP - 0.1 <= y <= BASE + 0.1
    above, below = band[: len(line)], band[len(line) :][::-1]
    for (_, y), (_, high), (_, low) in zip(line, above, below, strict=True):
        assert high <= y <= low
    assert found.end == line[-1]
    assert 1 <= len(found.levels) <= 6
    assert all(TOP <= level.at <= BASE for level in found.levels)
    assert found.points[0].rating == ratings(*mus).points[-1].rating.shown


def test_the_days_below_are_the_first_the_middle_and_the_last_each_once() -> None:
    found = course(ratings(25, 26, 27), "UTC")
    assert [tick.text for tick in found.days] == ["5 Mar", "12 Mar", "19 Mar"]
    assert [tick.at for tick in found.days] == sorted(tick.at for tick in found.days)
    assert len(course(ratings(25, 26, 27, days=0), "UTC").days) == 1


def test_no_hand_is_no_distribution() -> None:
    assert distribution([]) is None


SCORES = st.dictionaries(st.integers(-300, 300), st.integers(1, 500), min_size=1, max_size=80)


@given(SCORES)
def test_every_hand_is_in_one_bar_and_every_bar_in_the_picture(counts: dict[int, int]) -> None:
    found = distribution(sorted(counts.items()))
    assert found is not None
    assert sum(bar.hands for bar in found.bars) == found.hands == sum(counts.values())
    assert len(found.bars) <= MOST_BARS + 1
    assert sum(bar.share for bar in found.bars) == pytest.approx(1)
    ends = LEFT
    for bar in found.bars:
        assert bar.x >= ends - 0.2
        ends = bar.x + bar.width
        assert TOP <= bar.y <= BASE
        assert bar.y + bar.height == pytest.approx(BASE)
    assert ends <= WIDTH - RIGHT + 0.2
    assert LEFT <= found.mean.at <= WIDTH - RIGHT
    assert all(LEFT <= tick.at <= WIDTH - RIGHT for tick in found.scores)
    assert 1 <= len(found.scores) <= 8
    assert all(TOP <= level.at <= BASE < HEIGHT for level in found.levels)


def test_standard_scores_have_a_bar_each() -> None:
    found = distribution([(0, 10), (13, 5), (26, 1)])
    assert [(bar.scores, bar.hands) for bar in found.bars if bar.hands] == [("0", 10), ("13", 5), ("26", 1)]
    assert len(found.bars) == 27
    assert found.mean.text == "5.7"


def test_scores_below_zero_are_written_with_a_true_minus() -> None:
    found = distribution([(-26, 1), (0, 3)])
    assert found.bars[0].scores in ("−26", "−26 to −25")
    assert found.mean.text == "−6.5"


def test_spot_scores_share_bars() -> None:
    found = distribution([(score, 1) for score in range(130)])
    assert found.bars[0].scores == "0 to 4"
    assert {bar.hands for bar in found.bars} == {5}
