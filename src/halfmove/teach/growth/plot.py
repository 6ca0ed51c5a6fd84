"""Curves for a terminal: the numbers as a table, and as bars on a logarithmic scale."""

from __future__ import annotations

import io
import math
from typing import TYPE_CHECKING, Any

from halfmove.core.errors import BadInput
from halfmove.core.extras import check, is_installed, missing
from halfmove.teach.canvas import GREY, GRID, PALETTE, legible
from halfmove.teach.growth.curves import Curves, Point, Series

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BAR_WIDTH = 40
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
        return _turn_cells(curves)
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


def _turn_cells(curves: Curves) -> list[list[str]]:
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


def bars(curves: Curves, width: int = BAR_WIDTH) -> str:
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


MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
STYLE = {"worst": (GREY, "v", "--"), "mean": (GREY, "d", "-."), "best": (GREY, "^", ":")}
"""Colour, marker and line of the formulas, where they stand behind measurements."""

WIDTH, HEIGHT, DOTS = 7.2, 4.6, 200
"""Inches, and pixels an inch where the picture has pixels."""

LEADER: dict[str, Any] = {"arrowstyle": "-", "linewidth": 0.6, "shrinkA": 2, "shrinkB": 4, "relpos": (0, 0.5)}
"""The line from a curve's end to the left edge of its label."""

LINE = 0.047
"""The height of a line of text as a share of the axis's."""


def available() -> bool:
    """Whether matplotlib is installed."""
    return is_installed("matplotlib")


def unavailable() -> str:
    """The sentence about matplotlib where it is not installed."""
    return missing("matplotlib", "Curves on a logarithmic scale need")


def require() -> None:
    """`BadInput` where matplotlib is not installed."""
    check("matplotlib", "Plots need", "or write numbers: .csv, .json")


def image(curves: Curves, form: str) -> bytes:
    """The plot as "svg", "png" or "pdf"; the same curves give the same bytes."""
    require()
    if not any(series.points for series in curves.series):
        raise BadInput("There is nothing to plot: no curve has a point.")
    import matplotlib
    from matplotlib.figure import Figure

    settings: Any = {"svg.hashsalt": "halfmove", "font.family": "DejaVu Sans", "font.size": 9.5}
    undated: dict[str, dict[str, Any]] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
    with matplotlib.rc_context(settings):
        figure = Figure(figsize=(WIDTH, HEIGHT), dpi=DOTS)
        axes = figure.add_subplot()
        _draw(axes, curves)
        out = io.BytesIO()
        figure.savefig(out, format=form, bbox_inches="tight", metadata=undated[form])
    return out.getvalue()


def _draw(axes: Axes, curves: Curves) -> None:
    from matplotlib.ticker import MaxNLocator

    shown = [series for series in curves.series if series.points]
    mixed = len({series.kind == "measured" for series in shown}) > 1
    number = 0
    labels = []
    furthest = max(_place(series.points[-1], curves.turned)[0] for series in shown)
    for series in shown:
        if mixed and series.kind in STYLE:
            colour, marker, line = STYLE[series.kind]
        else:
            colour, marker = PALETTE[number % len(PALETTE)], MARKERS[number % len(MARKERS)]
            line = "-" if number < len(PALETTE) else "--"
            number += 1
        _curve(axes, series, curves.turned, colour, marker, line)
        ends = [_place(point, curves.turned) for point in series.points]
        labels.append((*ends[-1], _extrapolate(ends, furthest, curves.turned), series.name, colour))
    axes.set_title(curves.title, loc="left", fontsize=11, fontweight="bold")
    depth, count = (axes.yaxis, axes.xaxis) if curves.turned else (axes.xaxis, axes.yaxis)
    (axes.set_xscale if curves.turned else axes.set_yscale)("log")
    depth.set_major_locator(MaxNLocator(integer=True))
    depth.set_label_text("depth in plies")
    count.set_label_text(curves.unit)
    axes.grid(True, which="major", color=GRID, linewidth=0.7)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    _label(axes, labels)


def _place(point: Point, turned: bool) -> tuple[float, float]:
    return (point.count, point.depth) if turned else (point.depth, point.count)


def _curve(axes: Axes, series: Series, turned: bool, colour: str, marker: str, line: str) -> None:
    depths, counts = zip(*(_place(point, turned) for point in series.points))
    axes.plot(depths, counts, line, color=colour, marker=marker, markersize=5, linewidth=1.6)
    errors = [2 * point.error for point in series.points]
    if any(errors):  # two standard errors either way, as far as a logarithm goes
        below = [min(error, 0.999 * count) for error, count in zip(errors, counts)]
        axes.errorbar(depths, counts, yerr=[below, errors], fmt="none", ecolor=colour, capsize=2.5)


def _extrapolate(ends: list[tuple[float, float]], furthest: float, turned: bool) -> float:
    """The height at the right end of the axis if the curve went on as over its last two steps.

    Labels in the order of these heights have lines to their curves that hardly cross.
    """
    (x, y), (x0, y0) = ends[-1], ends[max(len(ends) - 3, 0)]
    if turned or x in (x0, furthest):
        return y
    steps = (furthest - x) / (x - x0)
    return float(10 ** min(math.log10(y) + steps * (math.log10(y) - math.log10(y0)), 300))


def _label(axes: Axes, labels: list[tuple[float, float, float, str, str]]) -> None:
    """Each curve's name in its colour to the right of the axis, about where it leads, none on another."""
    place = axes.transAxes.inverted()
    wanted = []
    for across, up, goal, name, colour in labels:
        x, y = place.transform(axes.transData.transform((across, up)))
        _, height = place.transform(axes.transData.transform((across, goal)))
        wanted.append((float(height), float(x), float(y), name, colour))
    heights = spread([height for height, *_ in wanted], LINE, highest=1.0)
    for (_, x, y, name, colour), height in zip(wanted, heights):
        axes.annotate(
            name,
            xy=(x, y),
            xytext=(1.03, height),
            xycoords="axes fraction",
            textcoords="axes fraction",
            color=legible(colour),
            va="center",
            annotation_clip=False,
            arrowprops={**LEADER, "color": colour},
        )


def spread(wanted: list[float], gap: float, highest: float = math.inf) -> list[float]:
    """Places as near to the ones wanted as may be, in the same order, at least `gap` apart.

    Neighbours that come too close form a block, which is centred on the mean of what its members want, but
    none is put above `highest`.
    """
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    blocks: list[tuple[float, list[int]]] = []  # centre, members

    def centre_of(members: list[int]) -> float:
        mean = sum(min(wanted[i], highest) for i in members) / len(members)
        return min(mean, highest - gap * (len(members) - 1) / 2)

    for i in order:
        members = [i]
        while blocks and centre_of(members) - blocks[-1][0] < gap * (len(members) + len(blocks[-1][1])) / 2:
            members = blocks.pop()[1] + members
        blocks.append((centre_of(members), members))
    places = [0.0] * len(wanted)
    for centre, members in blocks:
        for rank, i in enumerate(members):
            places[i] = centre + gap * (rank - (len(members) - 1) / 2)
    return places
