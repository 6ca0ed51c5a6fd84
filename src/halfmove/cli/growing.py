"""From the options of `halfmove growth` to curves, and from curves to the terminal or a file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from typer import Exit

from halfmove.cli.interrupt import Interruption
from halfmove.cli.live import Progress
from halfmove.cli.numerals import duration, whole
from halfmove.core.errors import BadInput
from halfmove.teach.growth import chart, theory
from halfmove.teach.growth.curves import Curves, check_target
from halfmove.teach.growth.games import SECONDS, game_curves
from halfmove.teach.growth.mean import deepest
from halfmove.teach.growth.measured import NODE_BUDGET, measured_curve
from halfmove.teach.growth.reach import depth_reached

INTERRUPTED = 130

BUDGETS = tuple(10.0**k for k in range(1, 13))
"""Evaluations for which `--reach` says how deep one comes in uniform trees."""


@dataclass(frozen=True)
class Asked:
    """The options that say what is to be counted, as they were typed."""

    branching: str | None
    depth: str | None
    count: str | None
    algorithms: str | None
    cases: list[Any]
    samples: str | None
    seed: str | None
    seconds: str | None
    nodes: str | None


def run(
    asked: Asked,
    game: str | None,
    settings: list[str] | None,
    position: str | None,
    moves: str | None,
    *,
    reach: bool,
    output: str | None,
    json: bool,
) -> None:
    """Make the curves, and show or write them."""
    if output is not None:
        check_target(output)
    with Interruption() as interruption, Progress("measuring") as progress:
        if game is None:
            for option, given in (("--set", settings), ("--position", position), ("--moves", moves)):
                if given is not None:
                    raise BadInput(f"{option} needs a game, such as: halfmove growth connect4.")
            curves = uniform(asked, reach, progress)
        else:
            curves = of_game(asked, game, settings, position, moves, progress)
    if reach:
        curves = depth_reached(curves, None if game else BUDGETS)
    show(curves, output, json)
    if interruption.happened:
        raise Exit(INTERRUPTED)


def uniform(asked: Asked, reach: bool, progress: Progress) -> Curves:
    """The curves of uniform trees: formulas, and measurements if there are samples or algorithms."""
    if asked.seconds is not None:
        raise BadInput("--seconds limits the searches of a game; random trees are limited by --nodes.")
    branching = whole(asked.branching, "--branching", most=1000) or 10
    depth = whole(asked.depth, "--depth", most=100) or (min(deepest(branching), 40) if reach else 8)
    count = theory.unit_key(asked.count or "evaluations")
    curves = theory.uniform_curves(branching, depth, cases=asked.cases or theory.CASES, count=count)
    samples = whole(asked.samples, "--samples", least=2)
    seed = whole(asked.seed, "--seed", least=0) or 0
    nodes = whole(asked.nodes, "--nodes") or NODE_BUDGET
    if samples is None:
        about = {"--algorithms": asked.algorithms, "--nodes": asked.nodes, "--seed": asked.seed}
        for option, given in about.items():
            if given is not None:
                raise BadInput(
                    f"{option} is about measurements in random trees; ask for some with --samples."
                )
        return curves
    for name in names(asked.algorithms) or ["alphabeta"]:
        measured = measured_curve(
            name, branching, depth, samples, seed, count=count, nodes=nodes, progress=progress.say
        )
        curves = replace(curves, series=(*curves.series, measured))
        if measured.note == "interrupted":
            break
    return curves


def of_game(
    asked: Asked,
    name: str,
    settings: list[str] | None,
    position: str | None,
    moves: str | None,
    progress: Progress,
) -> Curves:
    """A game's own curves."""
    from halfmove.cli.target import open_target

    for option, given in (
        ("--branching", asked.branching),
        ("--samples", asked.samples),
        ("--seed", asked.seed),
        ("--best, --mean and --worst", asked.cases or None),
    ):
        if given is not None:
            verb = "are" if " and " in option else "is"
            raise BadInput(f"{option} {verb} about uniform trees, and here a game is searched.")
    target = open_target(name, settings, position, moves)
    depth = whole(asked.depth, "--depth", most=100)
    seconds = duration(asked.seconds, "--seconds")
    nodes = whole(asked.nodes, "--nodes")
    unlimited = depth is not None or nodes is not None
    return game_curves(
        target.game,
        target.state,
        algorithms=names(asked.algorithms),
        depth=depth,
        seconds=seconds if seconds is not None or unlimited else SECONDS,
        nodes=nodes,
        count=asked.count or "nodes",
        progress=progress.say,
    )


def names(text: str | None) -> list[str] | None:
    """The names in `--algorithms`; None for None."""
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
    if output is not None:
        curves.save(output)
    if json:
        from halfmove.cli.jsons import print_json

        print_json({**curves.as_dict(), "output": output})
        return
    from halfmove.cli.report import console

    out = console()
    out.print(curves.title, style="bold")
    out.print()
    out.print(chart.table(curves), soft_wrap=True)
    if output is not None:
        print(f"\nWrote {output}.")
        return
    if drawn := chart.bars(curves):
        out.print()
        out.print(drawn, soft_wrap=True)
