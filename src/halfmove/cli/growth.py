"""`halfmove growth`: how the cost of search grows with depth, in uniform trees and in real games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

from halfmove.cli import options, usage
from halfmove.cli.usage import Exit
from halfmove.core.numbers import MOST_SEED, MOST_STEPS

if TYPE_CHECKING:
    from halfmove.teach.growth.curves import Curves


_TREES, _GAME, _BUDGET, _OUTPUT = "Uniform trees", "A game", "Limits (whichever comes first)", "Output"


@dataclass(frozen=True)
class Options:
    """What was typed after `halfmove growth`."""

    game: options.OptionalGameName = None
    branching: Annotated[
        str | None,
        usage.Option("--branching", "-b", metavar="B", help="Actions at every node; 10, as in the lectures."),
    ] = None
    depth: Annotated[
        str | None,
        usage.Option("--depth", "--max-depth", "-d", metavar="N", help="The last depth; 8 without a game."),
    ] = None
    count: Annotated[
        str | None,
        usage.Option(metavar="WHAT", help="evaluations (static ones, at the leaves) or nodes."),
    ] = None
    algorithms: Annotated[
        str | None,
        usage.Option(
            metavar="A,B,…",
            help="The searches to measure. NAME+order: with the game's own ordering; engine-table, "
            "-killers, …: the engine without it (see `halfmove algorithms`).",
        ),
    ] = None
    best: Annotated[bool, usage.Option("--best", help="The best case alone.", rich_help_panel=_TREES)] = False
    mean: Annotated[
        bool, usage.Option("--mean", help="The mean over random leaves alone.", rich_help_panel=_TREES)
    ] = False
    worst: Annotated[
        bool, usage.Option("--worst", help="The worst case alone, which is minimax.", rich_help_panel=_TREES)
    ] = False
    deepening: Annotated[
        bool,
        usage.Option(
            "--deepening",
            help="Progressive deepening: all levels together beside the last one, and their ratio.",
            rich_help_panel=_TREES,
        ),
    ] = False
    samples: Annotated[
        str | None,
        usage.Option(metavar="N", help="Measure too: so many random trees a depth.", rich_help_panel=_TREES),
    ] = None
    seed: Annotated[
        str | None, usage.Option(metavar="N", help="Of the random trees; 0.", rich_help_panel=_TREES)
    ] = None
    settings: options.Parameters = None
    position: options.Position = None
    moves: options.Moves = None
    seconds: Annotated[
        str | None, usage.Option(metavar="S", help="For each curve; 2 of a game.", rich_help_panel=_BUDGET)
    ] = None
    nodes: Annotated[
        str | None, usage.Option(metavar="N", help="For each search or mean.", rich_help_panel=_BUDGET)
    ] = None
    reach: Annotated[
        bool,
        usage.Option(
            "--reach", help="Turned round: the depth reached with so much effort.", rich_help_panel=_OUTPUT
        ),
    ] = False
    output: Annotated[
        str | None,
        usage.Option(
            "--output",
            "-o",
            metavar="FILE",
            help=".svg, .png, .pdf, .csv or .json.",
            writes=True,
            rich_help_panel=_OUTPUT,
        ),
    ] = None
    json: options.Json = False

    @property
    def cases(self) -> list[Any]:
        """The cases of a uniform tree that are asked for by name."""
        return [case for case in ("worst", "mean", "best") if getattr(self, case)]


@options.takes(Options)
def growth(typed: Options) -> None:
    """Show how the cost of search grows with depth.

    Without a game: uniform trees by formula (best case, mean over random leaves, worst case), and with
    --samples also as real searches measure them. With a game: what its searches enter at each depth.

    Examples: halfmove growth -b 10 -d 8 --output growth.svg

    halfmove growth -b 3 -d 6 --samples 500

    halfmove growth -b 10 -d 8 --deepening --count nodes

    halfmove growth connect4 --algorithms alphabeta,engine,engine-table --seconds 5
    """
    from halfmove.cli.progress import Interruption, Progress
    from halfmove.core.errors import BadInput
    from halfmove.teach.growth.curves import check_target, depth_reached

    if typed.output is not None:
        check_target(typed.output)
    with Interruption() as interruption, Progress("measuring"):
        if typed.deepening:
            show_deepening(typed)
            return
        if typed.game is None:
            about = {"--set": typed.settings, "--position": typed.position, "--moves": typed.moves}
            for option, given in about.items():
                if given is not None:
                    raise BadInput(f"{option} needs a game, such as: halfmove growth connect4.")
            curves = of_uniform_trees(typed)
        else:
            curves = of_game(typed, typed.game)
    if typed.reach:
        curves = depth_reached(curves, None if typed.game else BUDGETS)
    show(curves, typed.output, typed.json)
    if interruption.happened:
        raise Exit(INTERRUPTED)


INTERRUPTED = 130

BUDGETS = tuple(10.0**k for k in range(1, 13))
"""Evaluations for which `--reach` says how deep one comes in uniform trees."""


def of_uniform_trees(typed: Options) -> Curves:
    """The curves of uniform trees: formulas, and measurements if there are samples or algorithms."""
    from halfmove.cli.options import whole
    from halfmove.core.errors import BadInput
    from halfmove.teach.growth import theory
    from halfmove.teach.growth.games import NODE_BUDGET, measured_curve
    from halfmove.teach.growth.mean import deepest

    if typed.seconds is not None:
        raise BadInput("--seconds limits the searches of a game; random trees are limited by --nodes.")
    branching = whole(typed.branching, "--branching", most=1000) or 10
    depth = whole(typed.depth, "--depth", most=100) or (min(deepest(branching), 40) if typed.reach else 8)
    count = theory.unit_key(typed.count or "evaluations")
    curves = theory.uniform_curves(branching, depth, cases=typed.cases or theory.CASES, count=count)
    samples = whole(typed.samples, "--samples", least=2)
    seed = whole(typed.seed, "--seed", least=0, most=MOST_SEED) or 0
    nodes = whole(typed.nodes, "--nodes", most=MOST_STEPS) or NODE_BUDGET
    if samples is None:
        about = {"--algorithms": typed.algorithms, "--nodes": typed.nodes, "--seed": typed.seed}
        for option, given in about.items():
            if given is not None:
                raise BadInput(
                    f"{option} is about measurements in random trees; ask for some with --samples."
                )
        return curves
    for name in names(typed.algorithms) or ["alphabeta"]:
        measured = measured_curve(name, branching, depth, samples, seed, count=count, nodes=nodes)
        curves = replace(curves, series=(*curves.series, measured))
        if measured.note == "interrupted":
            break
    return curves


def show_deepening(typed: Options) -> None:
    """What progressive deepening costs in uniform trees, in numbers and as a multiple of its last level."""
    from halfmove.cli.options import whole
    from halfmove.core.errors import BadInput
    from halfmove.teach.growth import plot, theory
    from halfmove.teach.growth.deepening import deepening_curves
    from halfmove.teach.growth.games import NODE_BUDGET

    others: dict[str, object] = {"a game": typed.game, "--reach": typed.reach or None}
    others |= {"--algorithms": typed.algorithms, "--seconds": typed.seconds}
    for option, given in others.items():
        if given is not None:
            raise BadInput(
                f"--deepening is about uniform trees, by formula and measured; it does not go with {option}."
            )
    samples = whole(typed.samples, "--samples", least=2)
    for option, given in (("--nodes", typed.nodes), ("--seed", typed.seed)):
        if given is not None and samples is None:
            raise BadInput(f"{option} is about measurements in random trees; ask for some with --samples.")
    found = deepening_curves(
        whole(typed.branching, "--branching", most=1000) or 10,
        whole(typed.depth, "--depth", most=100) or 8,
        cases=typed.cases or theory.CASES,
        count=theory.unit_key(typed.count or "evaluations"),
        samples=samples,
        seed=whole(typed.seed, "--seed", least=0, most=MOST_SEED) or 0,
        nodes=whole(typed.nodes, "--nodes", most=MOST_STEPS) or NODE_BUDGET,
    )
    if typed.output is not None:
        found.curves.save(typed.output)
    if typed.json:
        from halfmove.cli.terminal import print_json

        print_json(
            {
                **found.curves.to_dict(),
                "ratios": found.ratios.to_dict(),
                "limit": found.limit,
                "output": typed.output,
            }
        )
        return
    from halfmove.cli.terminal import console

    out = console()
    for curves in (found.curves, found.ratios):
        out.print(curves.title + (f" ({curves.unit})" if curves is found.curves else ""), style="bold")
        out.print()
        out.print(plot.table(curves), soft_wrap=True)
        out.print()
    print(found.tends)
    if typed.output is not None:
        print(f"\nWrote {typed.output}.")


def of_game(typed: Options, name: str) -> Curves:
    """A game's own curves."""
    from halfmove.cli.options import duration, whole
    from halfmove.cli.position import open_history
    from halfmove.core.errors import BadInput
    from halfmove.teach.growth.games import SECONDS, game_curves

    for option, given in (
        ("--branching", typed.branching),
        ("--samples", typed.samples),
        ("--seed", typed.seed),
        ("--best, --mean and --worst", typed.cases or None),
    ):
        if given is not None:
            verb = "are" if " and " in option else "is"
            raise BadInput(f"{option} {verb} about uniform trees, and here a game is searched.")
    target = open_history(name, typed.settings, typed.position, typed.moves)
    depth = whole(typed.depth, "--depth", most=100)
    seconds = duration(typed.seconds, "--seconds")
    nodes = whole(typed.nodes, "--nodes", most=MOST_STEPS)
    unlimited = depth is not None or nodes is not None
    return game_curves(
        target.game,
        target.state,
        algorithms=names(typed.algorithms),
        depth=depth,
        seconds=seconds if seconds is not None or unlimited else SECONDS,
        nodes=nodes,
        count=typed.count or "nodes",
    )


def names(text: str | None) -> list[str] | None:
    """The names in `--algorithms`; None for None."""
    from halfmove.core.errors import BadInput

    if text is None:
        return None
    found = [word.strip() for word in text.split(",") if word.strip()]
    if not found:
        raise BadInput("--algorithms is empty; give names separated by commas, such as alphabeta,engine.")
    if len(set(found)) < len(found):
        twin = next(name for name in found if found.count(name) > 1)
        raise BadInput(f"--algorithms names '{twin}' twice.")
    return found


def show(curves: Curves, output: str | None, json: bool) -> None:
    """The curves as JSON, or for a person; and into the file, if one is wanted."""
    from halfmove.teach.growth import plot

    if output is not None:
        curves.save(output)
    if json:
        from halfmove.cli.terminal import print_json

        print_json({**curves.to_dict(), "output": output})
        return
    from halfmove.cli.terminal import console

    out = console()
    out.print(curves.title, style="bold")
    out.print()
    out.print(plot.table(curves), soft_wrap=True)
    if output is not None:
        print(f"\nWrote {output}.")
        return
    if drawn := plot.bars(curves):
        out.print()
        out.print(drawn, soft_wrap=True)
