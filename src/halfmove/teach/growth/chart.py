"""Curves for a terminal: the numbers as a table, and as bars on a logarithmic scale."""

from __future__ import annotations

import math

from halfmove.teach.growth.curves import Curves, Point

WIDTH = 40
"""Characters of the longest bar."""
MOST_BARS = 32
EIGHTHS = " ▏▎▍▌▋▊▉█"


def figure(count: float) -> str:
    """A count as people read it: 37.160, 1,234, 5.28 × 10¹²."""
    if count >= 1e12:
        size = math.log10(count)  # of a whole number of any length
        digits = math.floor(size)
        mantissa = f"{10 ** (size - digits):.2f}"
        power = str(digits).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
        return f"{mantissa} × 10{power}"
    if count >= 1000 or float(count).is_integer():
        return f"{count:,.0f}"
    return f"{count:.3f}"


def with_error(point: Point) -> str:
    """A point's count, and ± its standard error where it has one."""
    if not point.error:
        return figure(point.count)
    places = max(0, 1 - math.floor(math.log10(point.error)))  # two digits of the error, and no more
    return f"{point.count:,.{places}f} ± {point.error:.{places}f}"


def cells(curves: Curves) -> list[list[str]]:
    """The table: a row a depth, a column a curve; under them by how much each grows with a ply, and b*."""
    if curves.turned:
        return _turned_cells(curves)
    rows = [["depth", *(series.name for series in curves.series)]]
    for depth in curves.depths:
        points = [series.at(depth) for series in curves.series]
        rows.append([str(depth), *(with_error(point) if point else "" for point in points)])
    if curves.ratio:
        return rows
    growths = [series.growth for series in curves.series]
    rows.append(["× a ply", *(f"{growth:.2f}" if growth else "" for growth in growths)])
    factors = [series.branching for series in curves.series]
    rows.append(["b*", *(f"{factor:.2f}" if factor else "" for factor in factors)])
    return rows


def _turned_cells(curves: Curves) -> list[list[str]]:
    """A row a budget, with the depths reached."""
    rows = [[curves.unit, *(series.name for series in curves.series)]]
    for budget in sorted({point.count for series in curves.series for point in series.points}):
        depths = [[p.depth for p in series.points if p.count == budget] for series in curves.series]
        rows.append([figure(budget), *(str(found[0]) if found else "" for found in depths)])
    return rows


def table(curves: Curves) -> str:
    """`cells` in columns, figures to the right."""
    rows = cells(curves)
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in rows]
    return "\n".join([*lines, *notes(curves)])


def notes(curves: Curves) -> list[str]:
    """What there is to say about single curves."""
    return [f"{series.name}: {series.note}" for series in curves.series if series.note]


def bars(curves: Curves, width: int = WIDTH) -> str:
    """One bar a curve at each depth, as long as the count's logarithm; the largest takes the whole width.

    Where that would be too long to look at, only the greatest depth that all measured curves (or most) reach.
    """
    depths = curves.depths
    if not depths or curves.turned:
        return ""
    if len(depths) * len(curves.series) > MOST_BARS:
        depths = (telling_depth(curves),)
    points = {(d, s.name): s.at(d) for d in depths for s in curves.series}
    most = max(point.count for point in points.values() if point)
    scale = 8 * width / max(math.log10(most), 1e-9)
    label = max(len(series.name) for series in curves.series)
    lines = [f"{curves.unit}, on a logarithmic scale:"]
    for depth in depths:
        head = f"{depth:>3}"
        for series in curves.series:
            if point := points[depth, series.name]:
                full, rest = divmod(round(scale * math.log10(max(point.count, 1))), 8)
                bar = "█" * full + EIGHTHS[rest].strip()
                lines.append(f"{head}  {series.name.ljust(label)}  {bar} {figure(point.count)}")
                head = "   "
    return "\n".join(lines)


def telling_depth(curves: Curves) -> int:
    """The depth that the most curves have a point at; of several the greatest."""
    return max(curves.depths, key=lambda d: (sum(1 for s in curves.series if s.at(d)), d))
