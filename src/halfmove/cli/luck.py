"""`halfmove luck`: what the throws of a game of dice were worth, and what its choices cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from halfmove.cli import options, usage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from halfmove.teach.luck import Luck


@dataclass(frozen=True)
class Options:
    """What was typed after `halfmove luck`."""

    game: options.GameName
    settings: options.Parameters = None
    position: options.Position = None
    number: options.GameNumber = None
    moves: options.Moves = None
    worst: Annotated[
        str | None, usage.Option(metavar="N", help="Show the N costliest choices and largest throws; 5.")
    ] = None
    json: options.Json = False


@options.takes(Options)
def luck(typed: Options) -> None:
    """Say what each throw of a game was worth and what each choice cost: luck and skill.

    The game is in a file (--position game.mat, --game N for its Nth) or typed (--moves). Both are measured
    by the game's evaluation one throw ahead, the cube by its formulas.

    Example: halfmove luck backgammon --position match.mat --game 2

    Example: halfmove luck backgammon --moves "31 8/5 6/5 64 24/14 55"
    """
    from halfmove.cli.options import whole
    from halfmove.cli.position import chosen, open_history
    from halfmove.cli.progress import Progress
    from halfmove.teach.luck import luck as measured

    count = whole(typed.worst, "--worst", least=0, most=1000)
    target = open_history(typed.game, typed.settings, chosen(typed.position, typed.number), typed.moves)
    with Progress(f"weighing {target.game.title()}"):
        found = measured(target)
    if typed.json:
        from halfmove.cli.terminal import print_json

        print_json(found.to_dict())
        return
    show(found, 5 if count is None else count)


def show(found: Luck, count: int) -> None:
    """The report for a person."""
    from halfmove.cli.report import heading
    from halfmove.cli.terminal import console
    from halfmove.presentation.luck import luckiest, sentence, summary, worst

    out, game = console(), found.history.game
    out.print(heading(game), style="bold")
    out.print()
    out.print(sentence(found), soft_wrap=True)
    out.print()
    table(out, ["", game.player_name(0), game.player_name(1)], summary(found), figures=2)
    if costly := worst(found, count):
        out.print("\nThe costliest choices", style="bold")
        table(out, ["ply", "who", "threw", "played", "better", "cost"], costly)
    if large := luckiest(found, count):
        out.print("\nThe throws that mattered most", style="bold")
        table(out, ["ply", "who", "threw", "luck"], large)


def table(out: Console, headings: Sequence[str], rows: Sequence[Sequence[str]], figures: int = 1) -> None:
    """A table whose last columns are figures."""
    from rich import box
    from rich.table import Table

    from halfmove.cli.terminal import print_table

    made = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, name in enumerate(headings):
        right = place >= len(headings) - figures
        made.add_column(name, justify="right" if right else "left", no_wrap=True)
    for row in rows:
        made.add_row(*row)
    print_table(out, made)
