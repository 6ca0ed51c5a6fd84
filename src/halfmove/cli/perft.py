"""`halfmove perft`: counting move sequences, the standard check of a game's rules."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from halfmove.cli import options, usage

if TYPE_CHECKING:
    from halfmove.core.contract import Game
    from halfmove.core.history import History


def perft(
    game: options.GameName,
    plies: Annotated[
        str | None, usage.Argument(metavar="[N]", help="Count the sequences of exactly N moves.")
    ] = None,
    depth: Annotated[str | None, usage.Option(metavar="N", help="The same.")] = None,
    settings: options.Parameters = None,
    position: options.Position = None,
    moves: options.Moves = None,
    divide: Annotated[
        bool,
        usage.Option(
            "--divide", help="Also count behind each first move, to find a fault.", rich_help_panel="Output"
        ),
    ] = False,
    json: options.Json = False,
) -> None:
    """Count the sequences of exactly N legal moves from a position.

    A game that ends earlier counts nothing (in Othello one, as in its published counts). Compare with
    published counts to check the rules of a game.

    Example: halfmove perft connect4 8
    """
    from halfmove.cli.options import whole
    from halfmove.cli.position import open_history
    from halfmove.cli.terminal import print_json
    from halfmove.core.errors import BadInput

    if (plies is None) == (depth is None):
        raise BadInput("halfmove perft needs the number of moves, once: halfmove perft chess 4.")
    moves_each = (
        whole(
            plies if depth is None else depth,
            "the number of moves" if depth is None else "--depth",
            least=0,
            most=1000,
        )
        or 0
    )
    if divide and not moves_each:
        raise BadInput("--divide needs a depth of 1 or more.")
    target = open_history(game, settings, position, moves)
    if json:
        [count] = counts(target, [moves_each])
        content: dict[str, Any] = {"nodes": count.nodes, "seconds": round(count.seconds, 6)}
        if divide:
            content["divide"] = {row.label: row.nodes for row in divided(target, moves_each)}
        print_json(content)
    else:
        print_counts(target, moves_each, divide)


class Count(NamedTuple):
    """One row: how many sequences, and how long the counting took."""

    label: str
    nodes: int
    seconds: float


def count(game: Game, state: Any, depth: int, label: str) -> Count:
    """The sequences of exactly `depth` moves."""
    from halfmove.cli.progress import in_background
    from halfmove.search.perft import perft

    start = time.perf_counter()
    nodes = in_background(lambda: perft(game, state, depth))
    return Count(label, int(nodes), time.perf_counter() - start)


def counts(target: History, depths: Iterable[int]) -> Iterator[Count]:
    """A row for each depth."""
    from halfmove.cli.progress import Progress

    if not any(depths := list(depths)):  # one sequence of no moves, which needs no machine code
        yield from (Count(str(depth), 1, 0.0) for depth in depths)
        return
    with Progress(f"counting {target.game.title()}") as progress:
        count(target.game, target.state, 0, "")  # compiles
        for depth in depths:
            progress.say(f"counting {target.game.title()} to depth {depth}")
            yield count(target.game, target.state, depth, str(depth))


def divided(target: History, depth: int) -> Iterator[Count]:
    """A row for each first move."""
    game, state = target.game, target.state
    if game.is_terminal(state):
        return
    for action in list(game.actions(state)):
        yield count(game, game.result(state, action), depth - 1, game.action_text(state, action))


def print_counts(target: History, depth: int, divide: bool) -> None:
    """Rows for each depth up to `depth`, as they come, then one for each first move where asked."""
    from halfmove.cli.report import heading
    from halfmove.cli.terminal import console

    out = console()
    for number, row in enumerate(counts(target, range(min(1, depth), depth + 1))):
        if number == 0:
            out.print(heading(target.game), style="bold")
            out.print(f"\n{'depth':>6} {'sequences':>24} {'time':>12} {'speed':>12}", style="dim")
        out.print(_row(row))
    if divide:
        out.print(f"\n{'move':>6} {'sequences':>24} {'time':>12} {'speed':>12}", style="dim")
        for row in divided(target, depth):
            out.print(_row(row))


def _row(row: Count) -> str:
    from halfmove.presentation import words

    speed = words.speed(row.nodes, row.seconds) if row.seconds > 0.001 else ""
    nodes, seconds = words.count(row.nodes), words.time_taken(row.seconds)
    return f"{row.label:>6} {nodes:>24} {seconds:>12} {speed:>12}".rstrip()
