"""Curves as SVG: their axes, their thinning, and what stands for them where they are not seen."""

from __future__ import annotations

import re

import pytest

from halfmove.web.curves import POINTS, Curve, chart, mean, said, ticks

pytestmark = pytest.mark.one_speed


def test_axes_have_round_numbers():
    assert ticks(0, 1) == [0, 0.5, 1]
    assert ticks(0, 60) == [0, 20, 40, 60]
    assert ticks(1, 3, whole=True) == [1, 2, 3]
    assert [said(value) for value in (0.05, 1500, 61_212, 1_500_000)] == ["0.05", "1500", "61.21k", "1.5M"]
    assert said(0.125, percent=True) == "12.5%"


def test_many_points_become_means_of_neighbours():
    thin = mean([(number, number % 2) for number in range(4 * POINTS)])
    assert len(thin) == POINTS
    assert thin[0] == (1.5, 0.5)


def test_a_curve_goes_where_its_numbers_say():
    svg = chart("Loss", [Curve("policy", [(0, 0), (1, 1), (2, 0)])], "minutes")
    places = re.search(r'points="([^"]*)"', svg)[1].split()
    (x0, y0), (x1, y1), (x2, y2) = (tuple(map(float, place.split(","))) for place in places)
    assert x0 < x1 < x2
    assert y0 == y2 > y1, "up is less in SVG"
    assert 'aria-label="Loss: policy 0 at last"' in svg


def test_one_point_and_none():
    assert chart("Loss", [Curve("policy", [])], "minutes") == ""
    assert "nan" not in chart("Loss", [Curve("policy", [(3, 0)])], "minutes")


def test_names_are_no_markup():
    assert "<b>" not in chart("<b>", [Curve("<b>", [(0, 1), (1, 2)])], "<b>")
