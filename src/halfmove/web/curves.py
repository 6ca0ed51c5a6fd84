"""Curves as SVG, in the page's own colours (`assets/runs.css`), as wide as there is room."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

WIDTH, HEIGHT = 420, 220
LEFT, RIGHT, TOP, BOTTOM = 50, 10, 12, 30
TICKS = 5
"""At most, of an axis."""
POINTS = 120
"""Of a curve at most; where there are more each is the mean of some."""


class Curve(NamedTuple):
    """A line, and where there are `bars` an interval at each point."""

    name: str
    points: Sequence[tuple[float, float]]
    bars: Sequence[tuple[float, float]] = ()
    """Low and high, for each point."""


def ticks(low: float, high: float, *, whole: bool = False) -> list[float]:
    """Round numbers from `low` to `high`, 1, 2 or 5 times a power of ten apart."""
    rough = max(high - low, 1e-9) / (TICKS - 1)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next((f * power for f in (1, 2, 5) if f * power >= rough * 0.999), 10 * power)
    if whole:
        step = max(step, 1.0)
    first = math.ceil(low / step - 1e-9)
    return [number * step for number in range(first, math.floor(high / step + 1e-9) + 1)]


def said(value: float, *, percent: bool = False) -> str:
    """A number as an axis has it: `12k`, `0.05`, `5%`."""
    if percent:
        return f"{value * 100:.3g}%"
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if abs(value) >= 10 * size or (letter == "M" and abs(value) >= size):
            return f"{value / size:.4g}{letter}"
    return f"{value:.4g}"


def chart(
    label: str,
    curves: Sequence[Curve],
    below: str,
    *,
    percent: bool = False,
    zero: bool = True,
    whole: bool = False,
) -> str:
    """A chart, or nothing where no curve has a point; `label` is what it shows, `below` what the axis below
    counts, `whole` whether in whole numbers; `zero`: the other axis has 0."""
    drawn = [curve if curve.bars else curve._replace(points=mean(curve.points)) for curve in curves]
    drawn = [curve for curve in drawn if curve.points]
    if not drawn:
        return ""
    xs = [x for curve in drawn for x, _ in curve.points]
    ys = [y for curve in drawn for _, y in curve.points]
    ys += [end for curve in drawn for bar in curve.bars for end in bar] + [0.0] * zero
    left, right = min(xs), max(xs)
    low, high = min(ys), max(ys)
    if right - left < 1e-9:
        left, right = left - 0.5, right + 0.5
    if high - low < 1e-9:
        low, high = low - (0 if zero else 0.5), high + 0.5
    high += (high - low) * 0.04

    def across(x: float) -> float:
        return LEFT + (x - left) / (right - left) * (WIDTH - LEFT - RIGHT)

    def up(y: float) -> float:
        return HEIGHT - BOTTOM - (y - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    parts = [
        f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{up(y):.1f}" y2="{up(y):.1f}" class="hr-grid"/>'
        f'<text x="{LEFT - 6}" y="{up(y) + 4:.1f}" text-anchor="end">{said(y, percent=percent)}</text>'
        for y in ticks(low, high)
    ]
    parts += [
        f'<text x="{across(x):.1f}" y="{HEIGHT - BOTTOM + 15}" text-anchor="middle">{said(x)}</text>'
        for x in ticks(left, right, whole=whole)
    ]
    parts.append(f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 2}" text-anchor="end">{escape(below)}</text>')
    for number, curve in enumerate(drawn):
        for (x, _), (bottom, top) in zip(curve.points, curve.bars, strict=False):
            parts.append(
                f'<line x1="{across(x):.1f}" x2="{across(x):.1f}" y1="{up(bottom):.1f}" y2="{up(top):.1f}" '
                f'class="hr-bar hr-{number}"/>'
            )
        places = " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in curve.points)
        parts.append(f'<polyline points="{places}" class="hr-line hr-{number}"/>')
        if len(curve.points) <= 40:
            parts += [
                f'<circle cx="{across(x):.1f}" cy="{up(y):.1f}" r="2.6" class="hr-dot hr-{number}"/>'
                for x, y in curve.points
            ]
    ends = "; ".join(f"{c.name} {said(c.points[-1][1], percent=percent)} at last" for c in drawn)
    picture = (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(f"{label}: {ends}")}">'
        f"{''.join(parts)}</svg>"
    )
    keys = "".join(
        f'<li><svg viewBox="0 0 22 8" width="22" height="8" aria-hidden="true"><line x1="0" x2="22" y1="4" '
        f'y2="4" class="hr-line hr-{number}"/></svg> {escape(curve.name)}</li>'
        for number, curve in enumerate(drawn)
    )
    return (
        f'<section class="hm-card hr-chart"><h2>{escape(label)}</h2>{picture}'
        f'<ul class="hr-keys hm-small">{keys}</ul></section>'
    )


def mean(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """At most `POINTS` of them, each the mean of as many neighbours."""
    size = -(-len(points) // POINTS) or 1
    groups = (points[start : start + size] for start in range(0, len(points), size))
    return [
        (sum(x for x, _ in group) / len(group), sum(y for _, y in group) / len(group)) for group in groups
    ]
