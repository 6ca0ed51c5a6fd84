"""`halfmove tree`: a search step by step, as text, JSON, a picture, or a player in the terminal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from halfmove.cli import options, usage

_SEARCH, _SHOWN, _OUTPUT = "Search", "What is shown", "Output"


@dataclass(frozen=True)
class Options:
    """What was typed after `halfmove tree`."""

    game: Annotated[
        str | None,
        usage.Argument(
            metavar="GAME",
            help="A game's name (see `halfmove games`), a .py file of your own, a tree of a textbook (see "
            "--list), or a tree: a .tree or .json file, its text, or - for standard input.",
        ),
    ] = None
    algorithm: Annotated[
        str,
        usage.Option(
            metavar="NAME",
            help="The search; auto: alphabeta where it fits. See `halfmove algorithms`.",
            rich_help_panel=_SEARCH,
        ),
    ] = "auto"
    depth: options.Depth = None
    dialect: Annotated[
        str | None,
        usage.Option(
            metavar="NAME",
            help="The dialect, as a course or textbook writes alpha-beta: aima, cs188, winston, eth or mit.",
            rich_help_panel=_SEARCH,
        ),
    ] = None
    labels: Annotated[
        str | None,
        usage.Option(
            metavar="WHEN", help="Windows change before or after the cut test.", rich_help_panel=_SEARCH
        ),
    ] = None
    order: Annotated[
        str,
        usage.Option(metavar="SIDE", help="Children from the left or the right.", rich_help_panel=_SEARCH),
    ] = "left"
    option: Annotated[
        list[str] | None,
        usage.Option(
            metavar="KEY=VALUE", help="An option of the algorithm; repeatable.", rich_help_panel=_SEARCH
        ),
    ] = None
    root: Annotated[
        str | None,
        usage.Option(
            metavar="WHO",
            help="Who moves at the root of a tree: max or min.",
            rich_help_panel="Position",
        ),
    ] = None
    settings: options.Parameters = None
    position: options.Position = None
    moves: options.Moves = None
    merge: Annotated[
        bool,
        usage.Option(
            "--merge", help="Show only one of several symmetric positions.", rich_help_panel="Position"
        ),
    ] = False
    units: Annotated[
        bool,
        usage.Option(
            "--units",
            help="Values in the game's own unit, such as open lines or pawns.",
            rich_help_panel="Position",
        ),
    ] = False
    windows: Annotated[
        bool,
        usage.Option("--windows/--no-windows", help="Windows beside the nodes.", rich_help_panel=_SHOWN),
    ] = True
    values: Annotated[
        bool,
        usage.Option("--values/--no-values", help="Values beside the inner nodes.", rich_help_panel=_SHOWN),
    ] = True
    intervals: Annotated[
        bool,
        usage.Option(
            "--intervals",
            help="What is proven of each node, [2, 5], instead of values and windows (AIMA, fig. 5.5).",
            rich_help_panel=_SHOWN,
        ),
    ] = False
    truth: Annotated[
        bool,
        usage.Option(
            "--truth", help="True values beside values that are only bounds.", rich_help_panel=_SHOWN
        ),
    ] = False
    blank: Annotated[
        bool,
        usage.Option("--blank", help="An exercise sheet: nothing but the tree.", rich_help_panel=_SHOWN),
    ] = False
    compact: Annotated[
        bool,
        usage.Option(
            "--compact", help="In a picture: leaves upright and close together.", rich_help_panel=_SHOWN
        ),
    ] = False
    width: Annotated[
        str | None,
        usage.Option(
            metavar="PIXELS",
            help="A picture's greatest width: a page (1040) by default, 0 for no limit.",
            rich_help_panel=_SHOWN,
        ),
    ] = None
    solution: Annotated[
        str | None,
        usage.Option(
            metavar="FILE",
            help="With --blank and --output: write the solution to this file.",
            rich_help_panel=_OUTPUT,
        ),
    ] = None
    listed: Annotated[
        bool,
        usage.Option(
            "--list",
            help="List the trees of textbooks, what each shows and where it comes from.",
            rich_help_panel=_OUTPUT,
        ),
    ] = False
    trace: Annotated[
        bool,
        usage.Option("--trace", help="Print every step on a line, as it happens.", rich_help_panel=_OUTPUT),
    ] = False
    sentences: Annotated[
        bool,
        usage.Option(
            "--sentences", help="Print every step as a sentence, as it happens.", rich_help_panel=_OUTPUT
        ),
    ] = False
    steps: Annotated[
        bool,
        usage.Option("--steps", help="Step through it in the terminal.", rich_help_panel=_OUTPUT),
    ] = False
    json: options.Json = False
    events: Annotated[
        bool,
        usage.Option(
            "--events", help="Print one JSON object for each event, as it happens.", rich_help_panel=_OUTPUT
        ),
    ] = False
    output: Annotated[
        str | None,
        usage.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write a file; its ending is the format: .svg .png .pdf .html .dot .tex .json .jsonl .txt.",
            writes=True,
            rich_help_panel=_OUTPUT,
        ),
    ] = None


@options.takes(Options)
def tree(typed: Options) -> None:
    """Show how a search runs: the tree it searched, what it cut off, what it found and what that cost.

    GAME may also be an explicit tree, such as "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", or a textbook's by
    its name, such as fig-5-2, which is searched as in the book unless you say otherwise.

    Example: halfmove tree "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]" --steps

    Example: halfmove tree horizon --sentences

    Example: halfmove tree tictactoe --depth 2 --merge --output tictactoe.svg
    """
    from halfmove.cli.options import whole
    from halfmove.cli.tree.request import Request
    from halfmove.cli.tree.run import show
    from halfmove.core.errors import BadInput

    if typed.listed:
        from halfmove.cli.tree.named import show_names

        if typed.game is not None:
            raise BadInput(f"--list lists all trees, and goes without a GAME; {typed.game} is one too many.")
        show_names(json=typed.json)
        return
    if typed.game is None:
        raise BadInput(
            "halfmove tree needs GAME; see halfmove tree --help, and --list for the trees of textbooks."
        )
    request = Request.read(
        target=(typed.game, typed.settings, typed.position, typed.moves, typed.root),
        algorithm=typed.algorithm,
        depth=typed.depth,
        order=typed.order,
        options=[*(typed.option or []), *given(dialect=typed.dialect, labels=typed.labels)],
        merge=typed.merge,
        units=typed.units,
    )
    pixels = whole(typed.width, "--width", least=0, most=100_000)
    if typed.output is None and (typed.compact or pixels is not None):
        raise BadInput("--compact and --width are about pictures; name one with --output, such as tree.svg.")
    show(
        request,
        forms={
            "--trace": typed.trace,
            "--sentences": typed.sentences,
            "--steps": typed.steps,
            "--json": typed.json,
            "--events": typed.events,
        },
        beside={
            "windows": typed.windows,
            "values": typed.values,
            "intervals": typed.intervals,
            "truth": typed.truth,
            "blank": typed.blank,
        },
        output=typed.output,
        solution=typed.solution,
        picture={"compact": typed.compact, "width": pixels},
    )


def given(**named: str | None) -> list[str]:
    """The options of the algorithm that have a flag of their own, as --option would have them."""
    return [f"{key}={value}" for key, value in named.items() if value is not None]
