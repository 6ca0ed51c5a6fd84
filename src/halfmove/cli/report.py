"""The outcome of a search for a person to read: the board, the best move, what it is worth and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.cli.terminal import console, print_fact, print_table
from halfmove.core.analysis import Analysis, Line
from halfmove.core.compile import jit_enabled
from halfmove.core.contract import Game
from halfmove.core.figures import heading as heading
from halfmove.core.figures import settings as settings
from halfmove.core.history import History
from halfmove.core.named_openings import opening_of
from halfmove.presentation import words
from halfmove.presentation.opinions import opinion_json, sentences
from halfmove.search.algorithms import caution_about

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from halfmove.core.decision import Decision
    from halfmove.search.neural.opinion import Opinion

_COLOURS = ("bold red", "bold yellow", "bold cyan", "bold green")
"""As in the pictures that games draw: the first player is red."""


RARE = 0.0005
"""A share of a mixed strategy that is not told: it would read 0.0 %."""


def board(game: Game, state: Any, viewer: int | None = None) -> Text:
    """The picture of a state, in colours, as `viewer` may see it; None sees everything."""
    return coloured(game, game.show_to(state, viewer).rstrip("\n"))


def coloured(game: Game, picture: str) -> Text:
    """A picture in text; where players are known by one letter, it has the player's colour."""
    from rich.text import Text

    text = Text(picture)
    for name, colour in zip(game.player_names, _COLOURS, strict=False):
        if len(name) == 1:
            text.highlight_regex(rf"(?<![A-Za-z]){name}(?![A-Za-z])", colour)
    return text


def print_position(out: Console, game: Game, state: Any, history: History | None = None) -> None:
    """The game, the board, and who moves or how it ended: by its `history`, too, if that is known."""
    out.print(heading(game), style="bold")
    out.print()
    picture = board(game, state)
    out.print(picture, no_wrap=True, crop=False)
    out.print()
    if game.is_terminal(state):
        said = says(picture, words.result(game, state))
        out.print("The game is over.\n" if said else f"The game is over: {words.result(game, state)}\n")
        return
    if history is not None and history.repeated:
        out.print(f"The game is over: {words.outcome(history)}\n")
        return
    mover = words.player(game, game.to_move(state))
    if not says(picture, mover):
        out.print(f"{mover} to move\n")


def says(picture: Text, sentence: str) -> bool:
    """Whether the last line under the board, where many games tell who moves or won, says this already."""
    return sentence.rstrip(".").lower() in picture.plain.splitlines()[-1].lower()


def print_analysis(
    analysis: Analysis,
    *,
    interrupted: bool = False,
    history: History | None = None,
    opinion: Opinion | None = None,
) -> None:
    """The position, all that the search found, and what the network alone says, if that is given."""
    game, state = analysis.game, analysis.state
    out = console()
    print_position(out, game, state, history)
    decided = None if game.is_terminal(state) else game.decision(state)
    if decided is not None:
        print_decision(out, game, state, decided)
    elif analysis.lines:
        print_fact(out, "best move", game.action_text(state, analysis.best), style="bold green")
        if analysis.mixed:
            print_fact(out, "drawn from", mixture(analysis))
    print_fact(out, "value" if decided is None else "search", analysis.score.words(game))
    if caution := caution_about(analysis):
        print_fact(out, "note", caution)
    if analysis.variation:
        print_fact(out, "line", " ".join(words.move_texts(game, state, analysis.variation)))
    if history is not None and (opening := opening_of(history)) is not None:
        print_fact(out, "opening", opening.words())
    if analysis.nodes:
        print_fact(out, "searched", effort(analysis) + (", interrupted" if interrupted else ""))
    if opinion is not None:
        told = opinion_json(opinion, analysis.policy if analysis.depth else None)
        print_fact(out, "network", "; ".join([opinion.score.words(game), *sentences(told)]))
    if len(analysis.lines) > 1:
        print_table(out, table_of_lines(analysis, opinion))


def mixture(analysis: Analysis) -> str:
    """A mixed strategy: `5 85.2 %, A 11.6 %, 2 3.2 %`, without what is hardly ever played."""
    shares = (analysis.policy or {}).items()
    return ", ".join(
        f"{analysis.game.action_text(analysis.state, a)} {100 * share:.1f} %"
        for a, share in shares
        if share >= RARE
    )


def print_decision(out: Console, game: Game, state: Any, decided: Decision) -> None:
    """What the game's formulas say where they decide (`Game.decision`)."""
    best = game.action_text(state, decided.best)
    print_fact(out, "best move", f"{best}, by formulas: {decided.advice}", style="bold green")
    print_fact(out, decided.name, "; ".join(f"{name} {worth:+.3f}" for name, worth in decided.values.items()))
    print_fact(out, "as", ", ".join(f"{name} {fact:.1%}" for name, fact in decided.facts.items()))


BACKENDS = {"onnx": "ONNX Runtime", "onnx int8": "ONNX Runtime, int8", "numpy": "NumPy"}
"""What computes a network's outputs, in words."""


def effort(analysis: Analysis) -> str:
    """`depth 14, 1,234,567 nodes in 0.50 s (2.47 M/s) by engine`."""
    nodes, seconds = words.count(analysis.nodes), words.time_taken(analysis.seconds)
    speed = words.speed(analysis.nodes, analysis.seconds)
    depth = f"depth {analysis.depth}, " if analysis.depth else ""
    what = "simulations" if analysis.algorithm in ("mcts", "network") else "nodes"
    by = analysis.algorithm + (f" ({BACKENDS[analysis.backend]})" if analysis.backend else "")
    if analysis.backend and not analysis.depth:
        return f"nothing: the network alone answered, in {seconds}, by {by}"
    how = ", interpreted, as its machine code is still being made" if _meanwhile(analysis) else ""
    return f"{depth}{nodes} {what} in {seconds} ({speed}) by {by}{how}"


def _meanwhile(analysis: Analysis) -> bool:
    """Whether a search that runs compiled elsewhere was interpreted (`search.session`)."""
    game = analysis.game
    return type(game).compiled and not game.compiled and jit_enabled()


def _interval(line: Line) -> str:
    """Where the value lies with 95 %: `+0.51 to +0.55`."""
    if line.interval is None or line.proven:
        return ""
    low, high = line.interval
    return f"{low:+.2f} to {high:+.2f}"


def table_of_lines(analysis: Analysis, opinion: Opinion | None = None) -> Table:
    """The best moves, each with its value and the play expected after it; of a network its share of each, and
    its value after it."""
    from rich import box
    from rich.table import Table

    game, state = analysis.game, analysis.state
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("move", style="bold", no_wrap=True)
    table.add_column("value", no_wrap=True)
    counted = any(line.visits is not None for line in analysis.lines)
    asked = any(line.prior is not None for line in analysis.lines)
    if asked:
        table.add_column("network", justify="right", no_wrap=True)
    after = {} if opinion is None else opinion.after
    if after:
        table.add_column("alone", justify="right", no_wrap=True)
    if counted:
        table.add_column("95 %", no_wrap=True)
        table.add_column("visits", justify="right", no_wrap=True)
    table.add_column("line")
    for line in analysis.lines:
        table.add_row(
            game.action_text(state, line.action),
            line.score.words(game) if opinion is None else line.score.text(game),  # it is a wide table
            *((f"{line.prior or 0:.1%}",) if asked else ()),
            *((after[line.action].text(game) if line.action in after else "",) if after else ()),
            *((_interval(line), words.count(line.visits or 0)) if counted else ()),
            " ".join(words.move_texts(game, state, line.variation)),
        )
    return table
