"""A contest as a picture: five views of it.

cross    the cross table: who scored what against whom
ratings  everybody's rating with its 95 % interval
limit    rating against depth, time, nodes or simulations, where players differ in that alone: the chart of
         the lectures, in which a ply more is worth so much
elo      the Elo difference of two players as the games came in, with its 95 % band
test     the log-likelihood ratio of a sequential test on its way between the bounds
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from halfmove.arena.plan import Plan, list_names
from halfmove.arena.report.limits import find_limits
from halfmove.arena.report.meetings import complete_pairs, score
from halfmove.arena.report.rating import rate_players
from halfmove.arena.report.summary import Report
from halfmove.arena.statistics.elo import Interval, elo
from halfmove.arena.statistics.pairs import of_scores
from halfmove.core.errors import BadInput
from halfmove.teach.canvas import GREY, PALETTE, plain, render

if TYPE_CHECKING:
    from matplotlib.axes import Axes

VIEWS = ("cross", "ratings", "limit", "elo", "test")
FORMS = ("svg", "png", "pdf")
ROW = 0.36
"""Inches of a row."""


def plot(report: Report, form: str = "svg", view: str | None = None) -> bytes:
    """The picture as "svg", "png" or "pdf"; without a `view`, the one that says most of the contest.

    `BadInput` for a view that the contest does not have.
    """
    chosen = view or choose_view(report)
    refuse(chosen, report.results.plan)
    rows = len(report.rows)
    if chosen == "cross":
        return render(lambda a: _draw_cross_table(a, report), form, height=1.2 + ROW * rows)
    if chosen == "ratings":
        return render(lambda a: _draw_ratings(a, report), form, height=1.2 + ROW * rows)
    if chosen == "limit":
        return render(lambda a: _draw_limit(a, report), form)
    if chosen == "elo":
        return render(lambda a: _draw_elo(a, report), form)
    return render(lambda a: _draw_test(a, report), form)


def choose_view(report: Report) -> str:
    """A test's path, a match's Elo, a chart against a limit, or the ratings; the cross table, which there is
    always, where the games say nothing of these yet."""
    if report.testing is not None and report.testing.path:
        return "test"
    if len(report.rows) == 2:
        return "elo" if _find_elo_path(report) else "cross"
    if not any(
        _is_finite(one.elo)
        for one in rate_players(report.results.records.values(), list_names(report.results.plan)).players
    ):
        return "cross"
    return "limit" if find_limits(report.results.plan) else "ratings"


def refuse(view: str, plan: Plan) -> None:
    """`BadInput` for a view that no contest of the plan can have."""
    if view not in VIEWS:
        raise BadInput(f"There is no view '{view}'; there are: {', '.join(VIEWS)}.")
    if view == "test" and plan.stop is None:
        raise BadInput("The view 'test' is of a match under a sequential test.")
    if view == "elo" and len(plan.players) != 2:
        raise BadInput("The view 'elo' is of a match of two players.")
    if view == "limit" and find_limits(plan) is None:
        raise BadInput("No two players of this contest differ in a bound alone (depth, time, nodes).")


# ---- the players in a table
def _draw_cross_table(axes: Axes, report: Report) -> None:
    called = list_names(report.results.plan)
    order = [row.player for row in report.rows]
    points = {(a, b): 0.0 for a in order for b in order}
    games = dict.fromkeys(points, 0)
    for record in report.results.records.values():
        for a in record.players:
            for b in record.players:
                if a != b:
                    points[a, b] += score(record, a)
                    games[a, b] += 1
    axes.set_xlim(0, len(order) + 1.4)
    axes.set_ylim(len(order), -1)
    axes.axis("off")
    axes.set_title(_make_title(report), loc="left", fontsize=11, fontweight="bold")
    axes.text(len(order) + 0.9, -0.5, "points", ha="center", va="center", color=GREY)
    for row, a in enumerate(order):
        axes.text(-0.1, row + 0.5, f"{called[a]}  {row + 1}", ha="right", va="center")
        axes.text(row + 0.5, -0.5, str(row + 1), ha="center", va="center", color=GREY)
        for column, b in enumerate(order):
            share = points[a, b] / games[a, b] if games[a, b] else None
            _draw_cell(axes, column, row, None if a == b else share, f"{points[a, b]:g}/{games[a, b]}")
        total = next(r for r in report.rows if r.player == a)
        axes.text(len(order) + 0.9, row + 0.5, f"{total.points:g}/{total.games}", ha="center", va="center")


def _draw_cell(axes: Axes, column: int, row: int, share: float | None, text: str) -> None:
    """One field: blue where the row's player scored more than half, orange where less."""
    from matplotlib.patches import Rectangle

    colour, strength = "#F2F2F2", 1.0
    if share is not None:
        colour = PALETTE[0] if share >= 0.5 else PALETTE[1]
        strength = 0.08 + 0.5 * abs(share - 0.5) * 2
    axes.add_patch(Rectangle((column, row), 1, 1, facecolor=colour, alpha=strength, edgecolor="white"))
    if share is not None:
        axes.text(column + 0.5, row + 0.5, text, ha="center", va="center", fontsize=8)


def _draw_ratings(axes: Axes, report: Report) -> None:
    called = list_names(report.results.plan)
    table = rate_players(report.results.records.values(), called, report.anchors)
    shown = [
        (one.elo, name)
        for one, name in zip(table.players, called, strict=True)
        if one.elo is not None and _is_finite(one.elo)
    ]
    if not shown:
        raise BadInput("There is nothing to plot: no player has a finite rating yet.")
    shown.sort(key=lambda pair: pair[0].value)
    for height, (interval, _) in enumerate(shown):
        ends = [interval.low, interval.high]
        axes.plot(ends, [height, height], color=PALETTE[0], linewidth=1.8, solid_capstyle="butt")
        axes.plot([interval.value], [height], "o", color=PALETTE[0], markersize=6)
    axes.set_yticks(range(len(shown)), [name for _, name in shown])
    axes.set_ylim(-0.7, len(shown) - 0.3)
    axes.set_xlabel("Elo, 95 % intervals")
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    plain(axes, _make_title(report), grid="x")


# ---- rating against a limit
def _draw_limit(axes: Axes, report: Report) -> None:
    found = find_limits(report.results.plan)
    assert found is not None  # `refuse` has seen to that
    bound, families = found
    called = list_names(report.results.plan)
    table = rate_players(report.results.records.values(), called, report.anchors)
    drawn = 0
    for number, (family, members) in enumerate(families.items()):
        points = [
            (value, interval)
            for value, player in members
            if (interval := table.players[player].elo) is not None and _is_finite(interval)
        ]
        if not points:
            continue
        drawn += 1
        colour = PALETTE[number % len(PALETTE)]
        axes.errorbar(
            [value for value, _ in points],
            [interval.value for _, interval in points],
            yerr=[
                [interval.value - interval.low for _, interval in points],
                [interval.high - interval.value for _, interval in points],
            ],
            fmt="o-",
            color=colour,
            capsize=3,
            markersize=5,
            label=family,
        )
    if not drawn:
        raise BadInput("There is nothing to plot: no player has a finite rating yet.")
    units = {"depth": "depth in plies", "seconds": "seconds a move", "nodes": "positions a move"}
    axes.set_xlabel(units.get(bound, f"{bound} a move"))
    axes.set_ylabel("Elo, 95 % intervals")
    if bound == "depth":
        _mark_whole_numbers(axes)
    else:
        axes.set_xscale("log")
    if len(families) > 1:
        axes.legend(frameon=False)
    plain(axes, _make_title(report))


# ---- a match as it went
def _draw_elo(axes: Axes, report: Report) -> None:
    shown = _find_elo_path(report)
    if not shown:
        raise BadInput("There is nothing to plot: the Elo difference has no finite interval yet.")
    games = [n for n, _ in shown]
    axes.fill_between(
        games,
        [e.low for _, e in shown],
        [e.high for _, e in shown],
        color=PALETTE[0],
        alpha=0.18,
        linewidth=0,
    )
    axes.plot(games, [e.value for _, e in shown], color=PALETTE[0], linewidth=1.8)
    axes.axhline(0.0, color="#000000", linewidth=0.9)
    axes.set_xlabel("games")
    _mark_whole_numbers(axes)
    axes.set_ylabel(f"Elo of {list_names(report.results.plan)[0]}, 95 %")
    plain(axes, _make_title(report))


def _find_elo_path(report: Report) -> list[tuple[int, Interval]]:
    """The Elo of the first player after so many games, where its interval has ends."""
    points = [(score(a, 0), score(b, 0)) for a, b in complete_pairs(report.results.records)]
    found = [(2 * n, elo(of_scores(points[:n]))) for n in _choose_steps(len(points))]
    return [(n, e) for n, e in found if e is not None and _is_finite(e)]


def _is_finite(interval: Interval | None) -> bool:
    return interval is not None and all(map(math.isfinite, (interval.low, interval.value, interval.high)))


def _choose_steps(pairs: int) -> list[int]:
    """Some hundred numbers of pairs, from 2 on."""
    return sorted({max(2, round(pairs * i / 200)) for i in range(1, 201)} & set(range(2, pairs + 1)))


def _draw_test(axes: Axes, report: Report) -> None:
    if report.testing is None or not report.testing.path:
        raise BadInput("There is nothing to plot: no pair of games has been played yet.")
    test, path = report.testing.test, report.testing.path
    axes.plot([2 * (i + 1) for i in range(len(path))], path, color=PALETTE[0], linewidth=1.8)
    for bound, name in ((test.upper, "H1"), (test.lower, "H0")):
        axes.axhline(bound, color=GREY, linewidth=1.0, linestyle="--")
        axes.annotate(
            name,
            (1, bound),
            xycoords=("axes fraction", "data"),
            xytext=(4, -3),
            textcoords="offset points",
            color=GREY,
        )
    axes.axhline(0.0, color="#000000", linewidth=0.9)
    axes.set_xlabel("games")
    _mark_whole_numbers(axes)
    axes.set_ylabel(f"log-likelihood ratio of {test.elo1:g} to {test.elo0:g} {report.testing.scale}")
    plain(axes, _make_title(report))


def _mark_whole_numbers(axes: Axes) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def _make_title(report: Report) -> str:
    plan = report.results.plan
    called = list_names(report.results.plan)
    who = " against ".join(called) if len(called) == 2 and sum(map(len, called)) < 60 else plan.format
    return f"{plan.game.name}: {who}, {len(report.results.records)} games"
