"""Figures as people read them: three digits that mean something, and a unit."""

from __future__ import annotations

from collections.abc import Sequence


def seconds(value: float) -> str:
    """A time, in the unit that suits it."""
    for size, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if value >= size:
            return f"{digits(value / size)} {unit}"
    return f"{value * 1e9:.0f} ns"


def spread(values: Sequence[float]) -> str:
    """The fastest and the slowest of several times."""
    return f"{seconds(min(values))} – {seconds(max(values))}"


def rate(count: float, time: float) -> str:
    """So many a second."""
    value = count / time
    for size, unit in ((1e6, " M/s"), (1e3, " k/s")):
        if value >= size:
            return digits(value / size) + unit
    return digits(value) + " /s"


def ratio(peer: float, ours: float) -> str:
    """How many times as fast as the peer we are, from both times."""
    return f"{digits(peer / ours)} ×"


def count(value: float) -> str:
    """A whole number with its thousands apart."""
    return f"{round(value):,}"


def megabytes(value: float) -> str:
    """A size given in bytes."""
    return f"{value / 2**20:,.0f} MB"


def digits(value: float) -> str:
    """Three digits, or all of those before the point."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"
