"""`halfmove analyze --algorithm A,B`: one position judged by several algorithms, side by side."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace

from halfmove.cli import usage
from halfmove.cli.report import print_position
from halfmove.cli.search import Request, search
from halfmove.cli.terminal import console, print_table
from halfmove.core.analysis import Analysis
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.presentation import words
from halfmove.search.algorithms import choose

MOST = 6
"""Columns that a terminal has room for."""


def compare(target: History, request: Request, *, as_json: bool) -> None:
    """Search with each of the algorithms, and print what each says of every action; an option goes to those
    that have it."""
    names = [name.strip() for name in request.algorithm.split(",")]
    if len(set(names)) < len(names) or not 1 < len(names) <= MOST:
        raise BadInput(f"--algorithm compares 2 to {MOST} different algorithms, not '{request.algorithm}'.")
    chosen = [choose(target.game, name) for name in names]  # refuses what does not fit before any search
    for key, _ in request.options:
        if not any(key in algorithm.settings for algorithm in chosen):
            raise BadInput(f"None of {', '.join(names)} has an option '{key}'.")
    lines = max(len(target.legal()), request.lines)
    found = []
    for name, algorithm in zip(names, chosen, strict=True):
        own = tuple((key, text) for key, text in request.options if key in algorithm.settings)
        asked = replace(request, algorithm=name, lines=lines, options=own)
        analysis, interrupted = search(target, asked)
        if interrupted or analysis is None:
            print(f"halfmove: interrupted while {name} searched.", file=sys.stderr)
            raise usage.Exit(130)
        found.append(analysis)
    if as_json:
        from halfmove.cli.terminal import print_json
        from halfmove.presentation.analyses import analysis_json

        print_json({"analyses": [analysis_json(analysis) for analysis in found]})
    else:
        show(found, target)


def show(found: Sequence[Analysis], target: History) -> None:
    """The position, and a column for each algorithm: every action's value, the best, the line, the cost."""
    from rich.table import Table

    game, state = target.game, target.state
    out = console()
    print_position(out, game, state, target)
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    table.add_column("")
    for analysis in found:
        table.add_column(analysis.algorithm, overflow="fold")
    values = [{line.action: line.score.text(game) for line in analysis.lines} for analysis in found]
    for action in target.legal():
        row = [values_of.get(action, "–") for values_of in values]
        table.add_row(game.action_text(state, action), *row)
    table.add_row()
    best = [game.action_text(state, analysis.best) if analysis.lines else "–" for analysis in found]
    table.add_row("best move", *best, style="bold green")
    table.add_row("value", *(analysis.score.text(game) for analysis in found))
    table.add_row("line", *(" ".join(words.move_texts(game, state, a.variation)) for a in found))
    table.add_row("depth", *(str(analysis.depth) for analysis in found))
    table.add_row("nodes", *(words.count(analysis.nodes) for analysis in found))
    print_table(out, table)
