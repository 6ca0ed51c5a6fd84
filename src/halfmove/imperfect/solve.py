"""`hm.solve`: every solver by its name, and by default the one that fits the game.

solve(hm.game("connect4", width=5, height=4)).value       # a proof
solve(hm.game("kuhn")).strategy                           # an equilibrium
solve(hm.game("leduc"), algorithm="cfr+", iterations=500).exploitability
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.in_turn import in_turn, rules_of
from halfmove.core.naming import open_game
from halfmove.core.reporting import Asked
from halfmove.games.reference import GameReference

if TYPE_CHECKING:
    from halfmove.core.analysis import Analysis
    from halfmove.imperfect.solving import Solution
    from halfmove.search.proof.solver import Solver

PROOF = "proof"
"""The name of the solver of games in which all is seen: alpha-beta asked for proofs, or value iteration."""


def solve(
    game: Game | str | GameReference,
    state: Any = None,
    *,
    algorithm: str | None = None,
    distance: bool = True,
    threads: int = 1,
    megabytes: float = 256,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    checkpoint: str | Path | None = None,
    solver: Solver | None = None,
    progress: Asked = None,
    see: Callable[[Any], None] | None = None,
) -> Analysis | Solution:
    """Solve a game: an `Analysis` with a proven value, or a `Solution` with a strategy.

    `algorithm` is "proof", or one of those that find strategies (`halfmove.imperfect.solving.NAMES`: cfr,
    cfr+, linear-programme …).  By default a game in which all is seen is proven from `state` (the initial
    one), one with hidden information or moves at once is solved exactly where it is small, else by CFR+.

    A proof takes `distance`, `threads`, `megabytes`, `solver` (`search.proof.solver.solve`); what finds a
    strategy takes `iterations`, `seconds`, `seed` (`imperfect.solving.regret`); both a `checkpoint` file,
    `see` and `progress`.  `Unsuitable` where the solver does not fit the game, `BadInput` for an option that
    is not its own.
    """
    rules = _opened(game)
    name = algorithm or usual_solver(rules, bounded=bool(iterations or seconds or checkpoint or seed))
    if name == PROOF:
        from halfmove.search.proof import solver as proof

        if rules.veiled:
            raise Unsuitable(
                f"{rules.title()} hides something, or has moves at once, so that no single move is proven; "
                f"solve it by {usual_solver(rules)}."
            )
        _refuse({"iterations": iterations, "seconds": seconds, "seed": seed}, "a proof")
        return proof.solve(
            in_turn(rules),
            state,
            distance=distance,
            threads=threads,
            megabytes=megabytes,
            checkpoint=checkpoint,
            solver=solver,
            progress=progress,
            see=see,
        )
    from halfmove.imperfect.solving import regret

    if state is not None:
        raise BadInput("A strategy is found for the whole game, not from a state.")
    _refuse({"solver": solver, "distance": not distance, "threads": threads != 1}, name)
    return regret(
        rules,
        algorithm=name,
        iterations=iterations,
        seconds=seconds,
        seed=seed,
        checkpoint=checkpoint,
        progress=progress,
        see=see,
    )


def usual_solver(rules: Game, *, bounded: bool = False) -> str:
    """The solver of a game where none is named; `bounded`: a number of iterations, seconds, a seed or a
    checkpoint is given, which exact solvers of strategies do not take."""
    from halfmove.imperfect.equilibrium import is_small
    from halfmove.imperfect.exact import exact_solver, usual_exact
    from halfmove.imperfect.solving import DEFAULT

    if not rules.veiled:
        return PROOF
    if bounded:
        return DEFAULT
    return (exact_solver(rules) if is_small(rules) else usual_exact(rules)) or DEFAULT


def _opened(game: Game | str | GameReference) -> Game:
    return rules_of(game.open() if isinstance(game, GameReference) else open_game(game))


def _refuse(given: dict[str, Any], solver: str) -> None:
    """`BadInput` for the first option that is given and not this solver's."""
    for option, value in given.items():
        if value:
            raise BadInput(f"'{option}' is not for {solver}.")
