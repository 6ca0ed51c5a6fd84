"""`halfmove solve` by regret minimisation or exactly: what was asked for, done, and printed."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from halfmove.cli import usage

if TYPE_CHECKING:
    from halfmove.core.contract import Game
    from halfmove.imperfect.solving import RegretSolver, Solution
    from halfmove.imperfect.strategy import Strategy

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
        from halfmove.imperfect.exact import EXACT
        from halfmove.imperfect.solving import DEFAULT, method_named

        if algorithm in EXACT:
            words = EXACT[algorithm].words
            given = {"--iterations": iterations, "--seconds": seconds, "--checkpoint": checkpoint}
            refuse(given, f"is for regret minimisation; {words} is solved to the end")
            refuse({"--seed": None if seed == "0" else seed}, f"is for what is drawn; {words} draws nothing")
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
    """Minimise regret, or solve to the end; print what came of it, and write the strategy."""
    from halfmove.imperfect.exact import EXACT

    found, interrupted = exactly(game, asked) if asked.algorithm in EXACT else iterated(game, asked)
    if found is None:
        print("halfmove: interrupted before anything was known.", file=sys.stderr)
        raise usage.Exit(130)
    if asked.strategy is not None:
        found.strategy.write(asked.strategy, algorithm=found.algorithm, iterations=found.iterations)
    if json:
        from halfmove.cli.terminal import print_json

        print_json(content(game, asked, found))
    else:
        show(game, asked, found, interrupted=interrupted)
    if interrupted:
        raise usage.Exit(130)


def exactly(game: Game, asked: Request) -> tuple[Solution | None, bool]:
    """Equilibria by an exact solver, or None if Ctrl-C came first; and whether it did."""
    from halfmove.cli.progress import Interruption, Progress, in_background
    from halfmove.imperfect.solving import regret

    with Interruption() as interruption, Progress(f"solving {game.title()} by {asked.algorithm}"):
        try:
            return in_background(lambda: regret(game, algorithm=asked.algorithm)), False
        except KeyboardInterrupt:
            interruption.happened = True
    return None, True


def iterated(game: Game, asked: Request) -> tuple[Solution, bool]:
    """What regret minimisation has found, and whether Ctrl-C ended it."""
    from halfmove.cli.progress import Progress, Stopping
    from halfmove.imperfect.solving import regret

    with Stopping() as stopping, Progress(f"laying out {game.title()}") as progress:

        def see(run: RegretSolver) -> None:
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
            see=see if progress.live else None,
            stop=lambda: stopping.asked,
        )
    return solution, stopping.asked


def content(game: Game, asked: Request, solution: Solution) -> dict[str, Any]:
    """What `--json` prints."""
    told = {
        **solution.to_dict(),
        "game": game.title(),
        "parameters": dict(game.parameters),
        "strategy": asked.strategy,
    }
    if solution.equilibria:
        told["equilibria"] = [
            equilibrium.to_dict()["sets"]
            for equilibrium in solution.equilibria
            if solution.strategy.table.sets <= MOST_ROWS
        ]
    return told


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
        f"({speed:,.0f} a second), prepared in {solution.prepared:.2f} s{stopped}"
    )
    say("")
    for name, value, best in zip(game.player_names, solution.values, solution.best, strict=False):
        say(f"value to {name:<8} {value:+.6f}   best response to the others {best:+.6f}")
    say(f"exploitability    {solution.exploitability:.3g}")
    if asked.strategy is not None:
        say(f"strategy          {asked.strategy}")
    elif tables := table.game.strategy_tables(solution.strategy):
        from halfmove.cli.terminal import print_coloured
        from halfmove.core.value_grid import value_grid

        for heading, labels, values in tables:
            say("")
            say(heading)
            print_coloured("\n".join(value_grid(labels, values, colours=True)))
    elif table.sets <= MOST_ROWS:
        found = solution.equilibria or (solution.strategy,)
        for number, strategy in enumerate(found, 1):
            say("")
            if len(found) > 1:
                shown = ", ".join(
                    f"{name} {value:g}"
                    for name, value in zip(game.player_names, earned(strategy), strict=False)
                )
                say(f"equilibrium {number} of {len(found)}: {shown}")
            show_strategy(game, strategy)


def earned(strategy: Strategy) -> list[float]:
    """What each player earns where all play a strategy."""
    from halfmove.imperfect.best_response import judge

    table = strategy.table
    return [float(value) for value in judge(table.layout, strategy.policy, compiled=table.compiled)[0]]


def show_strategy(game: Game, strategy: Strategy) -> None:
    """A line for each information set, actions that are never played left out where many are."""
    from halfmove.cli.terminal import say

    table = strategy.table
    width = max(len(table.seen(number)) for number in range(table.sets))
    for player, seen, actions in strategy.rows():
        told = [f"{text} {share:.3f}" for text, share in actions.items() if share > 0 or len(actions) <= 8]
        say(f"{game.player_names[player]:<8} {seen:<{width}}   {'   '.join(told)}")
