"""`halfmove solve` by regret minimisation: what was asked for, done, and printed."""

from __future__ import annotations

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
        from halfmove.core.atomic_file import check_writable
        from halfmove.imperfect.solving import DEFAULT, method_named

        for file in (strategy, checkpoint):
            if file is not None:
                check_writable(file)
        return cls(
            method_named(algorithm or DEFAULT).name,
            whole(iterations, "--iterations"),
            duration(seconds, "--seconds"),
            whole(seed, "--seed", least=0, most=LARGEST_SEED) or 0,
            strategy,
            checkpoint,
        )


def minimise(game: Game, asked: Request, *, json: bool) -> None:
    """Minimise regret, print what came of it, and write the strategy."""
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
        if asked.strategy is not None:
            solution.strategy.write(
                asked.strategy, algorithm=solution.algorithm, iterations=solution.iterations
            )
    if json:
        from halfmove.cli.terminal import print_json

        print_json(content(game, asked, solution))
    else:
        show(game, asked, solution, interrupted=stopping.asked)
    if stopping.asked:
        raise typer.Exit(130)


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
    elif table.sets <= MOST_ROWS:
        say("")
        width = max(len(table.seen(number)) for number in range(table.sets))
        for player, seen, actions in solution.strategy.rows():
            shares = "   ".join(f"{text} {share:.3f}" for text, share in actions.items())
            say(f"{game.player_names[player]:<8} {seen:<{width}}   {shares}")
