"""`halfmove explain`: why a move is the best, and what refutes each of the others."""

from __future__ import annotations

import sys
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from halfmove.cli import options, usage

if TYPE_CHECKING:
    from halfmove.core.contract import Game
    from halfmove.core.history import History
    from halfmove.teach.why import Explanation


@dataclass(frozen=True)
class Options:
    """What was typed after `halfmove explain`."""

    game: options.GameName
    settings: options.Parameters = None
    position: options.Position = None
    moves: options.Moves = None
    roll: options.Roll = None
    seconds: options.Seconds = None
    depth: options.Depth = None
    nodes: options.Nodes = None
    algorithm: options.AlgorithmName = "auto"
    network: options.NetworkFile = None
    threads: options.Threads = "1"
    seed: options.Seed = "0"
    memory: options.Memory = None
    lines: Annotated[
        str | None,
        usage.Option(
            metavar="N",
            help="Explain the N best moves; all of them, by default.",
            rich_help_panel="Output",
        ),
    ] = None
    why_not: Annotated[
        str | None,
        usage.Option(
            metavar="MOVE", help="Of the other moves explain only this one.", rich_help_panel="Output"
        ),
    ] = None
    boards: Annotated[
        bool, usage.Option(help="Show the positions that decide.", rich_help_panel="Output")
    ] = True
    evaluation: Annotated[
        bool,
        usage.Option(
            "--evaluation",
            help="Instead of moves explain the estimate of the position, term by term.",
            rich_help_panel="Output",
        ),
    ] = False
    json: options.Json = False


@options.takes(Options)
def explain(typed: Options) -> None:
    """Explain why a move is the best: its line, and for every other move what the search found against it.

    With no limit it thinks for half a second. Ctrl-C ends the search: what it has found is explained, and the
    exit status is 130.

    Example: halfmove explain tictactoe --moves "a1 b2"

    Example: halfmove explain connect4 --moves "1 2 1 2 1" --why-not 4

    Example: halfmove explain chess --moves "e4 e5 Nf3" --evaluation
    """
    from halfmove.cli.options import limit_of, processor_cores, whole
    from halfmove.cli.position import open_history
    from halfmove.cli.search import Request, search, with_network

    limit = limit_of(typed.seconds, typed.depth, typed.nodes)
    wanted = whole(typed.lines, "--lines")
    cores = processor_cores(typed.threads)
    number = whole(typed.seed, "--seed", least=0, most=2**32 - 1) or 0
    megabytes = whole(typed.memory, "--memory")
    target = open_history(typed.game, typed.settings, typed.position, typed.moves, roll=typed.roll)
    if typed.evaluation:
        explain_estimate(target.game, target.state, json=typed.json)
        return
    asked = None if typed.why_not is None else target.game.parse_action(target.state, typed.why_not)

    from halfmove.teach.why import explained
    from halfmove.teach.why.lines import count_actions

    every = max(count_actions(target.game, target.state), 1)
    algorithm, settings = with_network(typed.algorithm, (), typed.network)
    request = Request(limit, algorithm, cores, number, megabytes, wanted or every, options=settings)
    analysis, interrupted = search(target, request)
    if analysis is None:
        print("halfmove: interrupted before the first ply was searched.", file=sys.stderr)
        raise usage.Exit(130)
    explanation = explained(analysis)
    if typed.why_not is not None:
        explanation = explanation.why_not(asked)
    if typed.json:
        from halfmove.cli.terminal import print_json

        print_json(explanation.to_dict())
    else:
        print_explanation(explanation, boards=typed.boards, interrupted=interrupted, history=target)
    if interrupted:
        raise usage.Exit(130)


MOST = 12
"""Groups of moves that are told; what is worse than those teaches little."""


def print_explanation(
    explanation: Explanation, *, boards: bool, interrupted: bool = False, history: History | None = None
) -> None:
    """The position, and all that there is to say about its moves."""
    from rich.text import Text

    from halfmove.cli.report import coloured, print_position
    from halfmove.cli.terminal import console
    from halfmove.core.analysis_text import effort
    from halfmove.core.contract import CHANCE
    from halfmove.teach.why.words import paragraphs, side_by_side

    game = explanation.game
    out = console()
    print_position(out, game, explanation.state, history)
    if explanation.legal == 0 or not explanation.analysis.lines:
        if not game.is_terminal(explanation.state) and game.to_move(explanation.state) == CHANCE:
            out.print(
                "Chance moves here, and there is no move to explain; --moves goes on to a player's turn."
            )
        return
    for number, paragraph in enumerate(paragraphs(explanation, MOST)):
        if number:
            out.print()
        told = textwrap.fill(" ".join(paragraph.sentences), out.width)
        out.print(Text(told, style="bold" if number == 0 else ""))
        if boards and paragraph.boards:
            rows = side_by_side(game, paragraph.boards, out.width)
            out.print()
            out.print(coloured(game, rows), no_wrap=True, crop=False)
    out.print()
    searched = effort(explanation.analysis) + (", interrupted" if interrupted else "")
    out.print(Text(f"Searched: {searched}."), style="dim")


def explain_estimate(game: Game, state: Any, *, json: bool) -> None:
    """Print the terms of the evaluation; `BadInput` where there are none."""
    from halfmove.core.errors import BadInput
    from halfmove.core.term import unit_of
    from halfmove.presentation import words

    if game.is_terminal(state):
        raise BadInput(
            f"The game is over ({words.result(game, state).rstrip('.')}), so there is no estimate."
        )
    terms = game.terms(state)
    total = game.evaluate(state, 0) / unit_of(game)
    if json:
        from halfmove.cli.terminal import print_json

        print_json(
            {
                "game": game.name,
                "position": game.position_text(state),
                "estimate": total,
                "terms": [
                    {"name": t.name, "words": t.words, "parts": dict(t.parts), "worth": t.worth}
                    for t in terms
                ],
            }
        )
        return
    from rich.table import Table

    from halfmove.cli.report import print_position
    from halfmove.cli.terminal import console

    out = console()
    print_position(out, game, state)
    columns = list(dict.fromkeys(part for term in terms for part in term.parts))
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("term", overflow="fold")
    for column in (*columns, "worth"):
        table.add_column(column, justify="right")
    places = 2 if game.estimate_unit else 3
    for term in terms:
        if any(term.parts.values()) or term.worth:
            parts = [f"{term.parts[c]:+.{places}f}" if c in term.parts else "" for c in columns]
            table.add_row(term.name, *parts, f"{term.worth:+.{places}f}")
    table.add_section()
    table.add_row("the whole", *("" for _ in columns), f"{total:+.{places}f}", style="bold")
    out.print(table)
    first = game.player_name(0)
    unit = game.estimate_unit or "shares of a win"
    out.print(f"\nIn {unit}, to {first}; what is the same for both sides is shown too.")
