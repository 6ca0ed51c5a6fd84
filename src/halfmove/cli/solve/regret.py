"""`halfmove solve` by regret minimisation or linear programming: what was asked for, done, and printed."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from halfmove.core.contract import Game
    from halfmove.imperfect.solving import Run, Solution

LARGEST_SEED = (1 << 32) - 1


@dataclass(frozen=True)
class Request:
    """What is asked for, checked."""

    algorithm: str
    iterations: int | None
    seconds: float | None
    seed: int
    strategy: str | None
    checkpoint: str | None

    @classmethod
    def read(
        cls,
        algorithm: str | None,
        iterations: str | None,
        seconds: str | None,
        seed: str,
        strategy: str | None,
        checkpoint: str | None,
    ) -> Request:
        """From what was typed; `BadInput` for what cannot be."""
        from halfmove.cli.options import duration, whole
        from halfmove.cli.solve import refuse
        from halfmove.core.atomic_file import check_writable
        from halfmove.imperfect.linear_programme import LINEAR_PROGRAMME
        from halfmove.imperfect.solving import DEFAULT, method_named

        for file in (strategy, checkpoint):
            if file is not None:
                check_writable(file)
        if algorithm == LINEAR_PROGRAMME:
            given = {"--iterations": iterations, "--seconds": seconds, "--checkpoint": checkpoint}
            refuse(given, "is for regret minimisation; the linear programme is solved to the end")
            refuse(
                {"--seed": None if seed == "0" else seed},
                "is for what is drawn; the linear programme draws nothing",
            )
            return cls(algorithm, None, None, 0, strategy, None)
        return cls(
            method_named(algorithm or DEFAULT).name,
            whole(iterations, "--iterations"),
            duration(seconds, "--seconds"),
            whole(seed, "--seed", least=0, most=LARGEST_SEED) or 0,
            strategy,
            checkpoint,
        )


def minimise(game: Game, asked: Request, *, json: bool) -> None:
    """Minimise regret, or solve the linear programme; print what came of it, and write the strategy."""
    from halfmove.imperfect.linear_programme import LINEAR_PROGRAMME

    found, interrupted = programme(game) if asked.algorithm == LINEAR_PROGRAMME else iterated(game, asked)
    if found is None:
        print("halfmove: interrupted before anything was known.", file=sys.stderr)
        raise typer.Exit(130)
    if asked.strategy is not None:
        found.strategy.write(asked.strategy, algorithm=found.algorithm, iterations=found.iterations)
    if json:
        from halfmove.cli.terminal import print_json

        print_json(content(game, asked, found))
    else:
        show(game, asked, found, interrupted=interrupted)
    if interrupted:
        raise typer.Exit(130)


def programme(game: Game) -> tuple[Solution | None, bool]:
    """An equilibrium by the linear programme, or None if Ctrl-C came first; and whether it did."""
    from halfmove.cli.progress import Interruption, Progress, in_background
    from halfmove.imperfect.linear_programme import LINEAR_PROGRAMME
    from halfmove.imperfect.solving import regret

    with Interruption() as interruption, Progress(f"solving {game.title()} by its linear programme"):
        try:
            return in_background(lambda: regret(game, algorithm=LINEAR_PROGRAMME)), False
        except KeyboardInterrupt:
            interruption.happened = True
    return None, True


def iterated(game: Game, asked: Request) -> tuple[Solution, bool]:
    """What regret minimisation has found, and whether Ctrl-C ended it."""
    from halfmove.cli.progress import Progress, Stopping
    from halfmove.imperfect.solving import regret

    with Stopping() as stopping, Progress(f"laying out {game.title()}") as progress:

        def see(run: Run) -> None:
            of = "" if asked.iterations is None else f" of {asked.iterations:,}"
            progress.say(
                f"{game.title()} by {asked.algorithm}: iteration {run.iterations:,}{of}, "
                f"exploitability {run.solution().exploitability:.3g}"
            )

        solution = regret(
            game,
            algorithm=asked.algorithm,
            iterations=asked.iterations,
            seconds=asked.seconds,
            seed=asked.seed,
            checkpoint=asked.checkpoint,
            progress=see if progress.live else None,
            stop=lambda: stopping.asked,
        )
    return solution, stopping.asked


def content(game: Game, asked: Request, solution: Solution) -> dict[str, Any]:
    """What `--json` prints."""
    return {
        "game": game.title(),
        "parameters": dict(game.parameters),
        "algorithm": solution.algorithm,
        "iterations": solution.iterations,
        "seconds": round(solution.seconds, 6),
        "value": solution.value,
        "values": list(solution.values),
        "best_responses": list(solution.best),
        "nash_conv": solution.nash_conv,
        "exploitability": solution.exploitability,
        "information_sets": solution.strategy.table.sets,
        "histories": solution.strategy.table.histories,
        "strategy": asked.strategy,
    }


MOST_ROWS = 40
"""Information sets that a person is shown."""


def show(game: Game, asked: Request, solution: Solution, *, interrupted: bool) -> None:
    """What a person reads: the figures, and the strategy where it is short."""
    from halfmove.cli.terminal import say

    table = solution.strategy.table
    say(f"{game.title()}: {table.sets:,} information sets, {table.histories:,} histories")
    speed = solution.iterations / solution.seconds if solution.seconds > 0 else 0.0
    stopped = ", interrupted" if interrupted else ""
    say(
        f"{solution.algorithm}: {solution.iterations:,} iterations in {solution.seconds:.2f} s "
        f"({speed:,.0f} a second){stopped}"
    )
    say("")
    for name, value, best in zip(game.player_names, solution.values, solution.best, strict=False):
        say(f"value to {name:<8} {value:+.6f}   best response to the others {best:+.6f}")
    say(f"exploitability    {solution.exploitability:.3g}")
    if asked.strategy is not None:
        say(f"strategy          {asked.strategy}")
    elif tables := table.game.strategy_tables(solution.strategy):
        from halfmove.cli.hand_grid import hand_grid
        from halfmove.cli.report import console

        for heading, labels, values in tables:
            say("")
            say(heading)
            console().print(hand_grid(labels, values))
    elif table.sets <= MOST_ROWS:
        say("")
        width = max(len(table.seen(number)) for number in range(table.sets))
        for player, seen, actions in solution.strategy.rows():
            shares = "   ".join(f"{text} {share:.3f}" for text, share in actions.items())
            say(f"{game.player_names[player]:<8} {seen:<{width}}   {shares}")
