"""Counts, speeds, times and a game's heading as results write them."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from halfmove.core.contract import Game


def count(number: float) -> str:
    """A whole number in groups of three: 4,531,985,219,092."""
    return f"{round(number):,}"


def speed(nodes: float, seconds: float) -> str:
    """Nodes per second in at most five characters and a unit: `12.3 M/s`."""
    if seconds <= 0:
        return "–"
    rate = nodes / seconds
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if rate >= size:
            return f"{rate / size:.3g} {unit}/s" if rate < 999.5 * size else f"{rate / size:,.0f} {unit}/s"
    return f"{rate:.0f} /s"


def time_taken(seconds: float) -> str:
    """A duration as a person would say it: `0.84 s`, `2 min 05 s`."""
    if seconds < 0.01:
        return f"{1000 * seconds:.1f} ms"
    if seconds < 60:
        return f"{seconds:.2f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02d} s"


def settings(game: Game) -> list[str]:
    """The parameters as `--set` takes them."""
    return [f"{key}={value}" for key, value in game.parameters.items()]


def heading(game: Game) -> str:
    """The game with its parameters: `connect4  width=7  height=6`; of a long one the beginning."""
    return "  ".join([game.title(), *(textwrap.shorten(s, 66, placeholder=" …") for s in settings(game))])


def columns(headings: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[str] = ()) -> list[str]:
    """A table: headings, a rule, a line a row; columns named in `right` stand to the right."""
    wide = [max(len(row[i]) for row in (headings, *rows)) for i in range(len(headings))]

    def line(cells: Sequence[str]) -> str:
        padded = (
            cell.rjust(wide[i]) if headings[i] in right else cell.ljust(wide[i])
            for i, cell in enumerate(cells)
        )
        return "  ".join(padded).rstrip()

    return [line(headings), "  ".join("─" * w for w in wide), *map(line, rows)]
