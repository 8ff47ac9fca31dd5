"""The chart of totals: lines where the figures are, labels that never touch."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.web.charts import LABEL, Chart, Series, spread, totals_chart
from scorekeeper.web.lettering import shortened, text_width


def points(chart: Chart, line: int) -> list[tuple[float, float]]:
    return [tuple(map(float, pair.split(","))) for pair in chart.lines[line].points.split()]  # type: ignore[misc]


def test_lines_rise_with_the_totals_from_left_to_right() -> None:
    chart = totals_chart([Series("Ann", [0, 50, 100]), Series("Bob", [0, 0, 25])], 100)
    ann, bob = points(chart, 0), points(chart, 1)
    assert [x for x, _ in ann] == [x for x, _ in bob]
    assert ann[0] == (chart.left, chart.base) == bob[1][:0] + ann[0]
    assert ann[-1][0] == chart.right
    assert chart.limit is not None
    assert ann[-1][1] == chart.limit.y
    assert bob[-1][1] == pytest.approx(chart.base - (chart.base - chart.limit.y) / 4, abs=0.1)


def test_totals_below_zero_lie_below_the_zero_line() -> None:
    chart = totals_chart([Series("Ann", [0, -26]), Series("Bob", [0, 26])], 100)
    assert points(chart, 0)[-1][1] == chart.base
    assert chart.zero.y < chart.base
    assert points(chart, 1)[-1][1] < chart.zero.y


def test_moons_stand_under_the_hand_they_were_shot_in() -> None:
    chart = totals_chart([Series("Ann", [0, 1, 2])], 100, [(2, "☾", "Ann shot the moon")])
    assert [(mark.x, mark.sign) for mark in chart.marks] == [(chart.right, "☾")]


@given(
    st.lists(st.lists(st.integers(-200, 900), min_size=2, max_size=2), min_size=1, max_size=10),
    st.integers(1, 500),
)
def test_no_two_labels_touch_and_all_stay_in_the_picture(ends: list[list[int]], limit: int) -> None:
    chart = totals_chart([Series(f"P{i}", totals) for i, totals in enumerate(ends)], limit)
    middles = sorted(line.label_y for line in chart.lines)
    assert all(lower - upper >= LABEL - 0.2 for upper, lower in pairwise(middles))
    assert middles[0] >= LABEL / 2
    assert middles[-1] <= chart.height - LABEL / 2


@given(st.lists(st.floats(-50, 250), min_size=1, max_size=10))
def test_labels_keep_the_order_of_their_lines(wanted: list[float]) -> None:
    placed = spread(wanted, 14, 12, 190)
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    assert [placed[i] for i in order] == sorted(placed)


def test_ten_lines_differ_by_more_than_colour() -> None:
    chart = totals_chart([Series(str(i), [0, i]) for i in range(10)], 100)
    assert len({(line.colour, line.pattern) for line in chart.lines}) == 10


@pytest.mark.parametrize("name", ["Maximiliana Bartholomäus", "W" * 24, "محمد عبد الرحمن الطويل", "王" * 24])
def test_a_long_name_is_shortened_to_its_room_and_keeps_its_end(name: str) -> None:
    short = shortened(name, 5.8)
    assert text_width(short) <= 5.8
    assert short[0] == name[0]
    assert short.endswith(name[-3:].lstrip())


def test_a_short_name_stays_as_it_is() -> None:
    assert shortened("Ann", 5.8) == "Ann"
