"""An analysis as text: the board, the best move, what it is worth and why."""

from __future__ import annotations

from halfmove.core.analysis import Analysis, Line, move_texts
from halfmove.core.compile import jit_enabled
from halfmove.core.contract import Game
from halfmove.core.decision import Decision
from halfmove.core.figures import columns, count, fact, heading, outcome, player, result, speed, time_taken
from halfmove.core.history import History
from halfmove.core.named_openings import opening_of

LEAST_SHARE = 0.0005
"""A share of a mixed strategy below this is not told: it would read 0.0 %."""
BACKENDS = {"onnx": "ONNX Runtime", "onnx int8": "ONNX Runtime, int8", "numpy": "NumPy"}
"""What computes a network's outputs, in words."""


def analysis_text(analysis: Analysis) -> str:
    """The position, all that the search found, and what the network alone says, if that is given."""
    return "\n".join(
        [*position_lines(analysis.game, analysis.state, analysis.history), *finding_lines(analysis)]
    )


def finding_lines(analysis: Analysis) -> list[str]:
    """The same without the position."""
    game, state = analysis.game, analysis.state
    lines: list[str] = []
    decided = None if game.is_terminal(state) else game.decision(state)
    if decided is not None:
        lines += _decision_lines(game, analysis, decided)
    elif analysis.lines:
        lines += fact("best move", game.action_text(state, analysis.best))
        if analysis.mixed:
            lines += fact("drawn from", mixture(analysis))
    lines += fact("value" if decided is None else "search", analysis.score.words(game))
    if caution := analysis.caution:
        lines += fact("note", caution)
    if analysis.variation:
        lines += fact("line", " ".join(move_texts(game, state, analysis.variation)))
    if analysis.history is not None and (opening := opening_of(analysis.history)) is not None:
        lines += fact("opening", opening.words())
    if analysis.nodes:
        lines += fact("searched", effort(analysis) + (", interrupted" if analysis.interrupted else ""))
    if analysis.opinion is not None:
        searched = analysis.policy if analysis.depth else None
        lines += fact("network", "; ".join(analysis.opinion.sentences(searched)))
    if len(analysis.lines) > 1:
        lines += ["", *line_table(analysis)]
    if analysis.explanation:
        lines += ["", *analysis.explanation]
    return lines


def position_lines(game: Game, state: object, history: History | None = None) -> list[str]:
    """The game, the board, and who moves or how it ended: by its `history`, too, if that is known."""
    picture = game.show_to(state, None).rstrip("\n").splitlines()
    lines = [heading(game), "", *picture, ""]
    last = picture[-1].lower() if picture else ""
    if game.is_terminal(state) or (history is not None and history.repeated):
        over = outcome(history) if history is not None and history.repeated else result(game, state)
        said = over.rstrip(".").lower() in last
        return [*lines, "The game is over." if said else f"The game is over: {over}", ""]
    mover = player(game, game.to_move(state))
    return lines if mover.rstrip(".").lower() in last else [*lines, f"{mover} to move", ""]


def _decision_lines(game: Game, analysis: Analysis, decided: Decision) -> list[str]:
    """What the game's formulas say where they decide (`Game.decision`)."""
    best = game.action_text(analysis.state, decided.best)
    return [
        *fact("best move", f"{best}, by formulas: {decided.advice}"),
        *fact(decided.name, "; ".join(f"{name} {worth:+.3f}" for name, worth in decided.values.items())),
        *fact("as", ", ".join(f"{name} {share:.1%}" for name, share in decided.facts.items())),
    ]


def mixture(analysis: Analysis) -> str:
    """A mixed strategy: `5 85.2 %, A 11.6 %, 2 3.2 %`, without what is hardly ever played."""
    return ", ".join(
        f"{analysis.game.action_text(analysis.state, a)} {100 * share:.1f} %"
        for a, share in (analysis.policy or {}).items()
        if share >= LEAST_SHARE
    )


def effort(analysis: Analysis) -> str:
    """`depth 14, 1,234,567 nodes in 0.50 s (2.47 M/s) by engine`."""
    seconds = time_taken(analysis.seconds)
    depth = f"depth {analysis.depth}, " if analysis.depth else ""
    what = "simulations" if analysis.algorithm in ("mcts", "network") else "nodes"
    by = analysis.algorithm + (f" ({BACKENDS[analysis.backend]})" if analysis.backend else "")
    if analysis.backend and not analysis.depth:
        return f"nothing: the network alone answered, in {seconds}, by {by}"
    how = ", interpreted, as its machine code is still being made" if _was_interpreted(analysis) else ""
    rate = speed(analysis.nodes, analysis.seconds)
    return f"{depth}{count(analysis.nodes)} {what} in {seconds} ({rate}) by {by}{how}"


def _was_interpreted(analysis: Analysis) -> bool:
    """Whether a search that runs compiled elsewhere was interpreted (`search.session`)."""
    game = analysis.game
    return type(game).compiled and not game.compiled and jit_enabled()


def line_table(analysis: Analysis) -> list[str]:
    """The best moves, each with its value and the play expected after it; of a network its share of each, and
    its value after it."""
    game, state = analysis.game, analysis.state
    is_counted = any(line.visits is not None for line in analysis.lines)
    is_network = any(line.prior is not None for line in analysis.lines)
    after = {} if analysis.opinion is None else analysis.opinion.after
    headings = ["move", "value", *(["network"] if is_network else []), *(["alone"] if after else [])]
    headings += [*(["95 %", "visits"] if is_counted else []), "line"]
    rows = []
    for line in analysis.lines:
        # Of a network the table is wide, so that values are written short.
        score = line.score.words(game) if analysis.opinion is None else line.score.text(game)
        row = [game.action_text(state, line.action), score]
        row += [f"{line.prior or 0:.1%}"] if is_network else []
        row += [after[line.action].text(game) if line.action in after else ""] if after else []
        row += [_interval(line), count(line.visits or 0)] if is_counted else []
        rows.append([*row, " ".join(move_texts(game, state, line.variation))])
    return columns(headings, rows, right=("network", "alone", "visits"))


def _interval(line: Line) -> str:
    """Where the value lies with 95 %: `+0.51 to +0.55`."""
    if line.interval is None or line.proven:
        return ""
    low, high = line.interval
    return f"{low:+.2f} to {high:+.2f}"
