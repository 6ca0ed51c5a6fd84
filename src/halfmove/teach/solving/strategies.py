"""Strategies found: by regret minimisation, or by an exact solver; run to the end or step by step."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.operation import Case, Work
from halfmove.core.progress import at
from halfmove.imperfect.solution import Solution
from halfmove.teach.equilibrium import BY_HAND, Equilibrium, EquilibriumRequest
from halfmove.teach.solving.cases import CASES, CLIENT_HISTORIES, PROOF_NAME, REGRET, STEPS

if TYPE_CHECKING:
    from halfmove.imperfect.solving import RegretSolver
    from halfmove.teach.solve import SolveRequest


def find_strategy(asked: SolveRequest, rules: Game, algorithm: str, work: Work) -> Solution:
    """A strategy by regret minimisation, or in equilibrium by an exact solver."""
    from halfmove.imperfect.exact import EXACT
    from halfmove.imperfect.layout import lay_out
    from halfmove.imperfect.solving import find_method, regret

    if algorithm in EXACT:
        words = f"{EXACT[algorithm].words}, which draws nothing and is solved to the end"
        asked.check_case(Case(words, ("strategy", "seat")), CASES)
        laid_out = rules if work.is_own else lay_out(rules, largest=CLIENT_HISTORIES)
        found = work.call(lambda: regret(laid_out, algorithm=algorithm))
    else:
        find_method(algorithm)
        asked.check_case(REGRET, CASES)
        laid_out = rules if work.is_own else lay_out(rules, largest=CLIENT_HISTORIES)
        see = watch_run(asked, f"solving {rules.title()} by {algorithm}", work)
        found = work.call_until_stopped(
            lambda stop: regret(
                laid_out,
                algorithm=algorithm,
                iterations=asked.iterations,
                seconds=asked.seconds,
                seed=asked.seed,
                checkpoint=asked.checkpoint,
                see=see,
                stop=stop,
            )
        )
    file = choose_file(asked, rules)
    if file is not None:
        found.strategy.write(file, algorithm=found.algorithm, iterations=found.iterations)
    return replace(found, file=file)


def watch_run(asked: SolveRequest, doing: str, work: Work) -> Callable[[RegretSolver], None]:
    """Says how good the strategy is meanwhile; to judge it takes a tenth of the time at most."""
    spent = 0.0

    def see(run: RegretSolver) -> None:
        nonlocal spent
        if asked.see is not None:
            asked.see(run)
        if work.gradual and spent <= run.seconds / 10:
            begun = time.perf_counter()
            found = run.solution().exploitability
            spent += time.perf_counter() - begun
            at(run.iterations, asked.iterations, f"{doing}, exploitability {found:.3g}", unit="iterations")

    return see


def choose_file(asked: SolveRequest, rules: Game) -> str | None:
    """Where the strategy is written."""
    if not asked.seat:
        return asked.strategy
    from halfmove.imperfect.usual_strategy import find_seat_file

    return str(find_seat_file(rules))


def step_through(asked: SolveRequest, rules: Game, algorithm: str, work: Work) -> Equilibrium:
    """A run that can be stepped through, handed to `equilibrium`; `BadInput` where there is none."""
    from halfmove.imperfect.bimatrix import SUPPORT_ENUMERATION
    from halfmove.imperfect.exact import EXACT

    if algorithm == SUPPORT_ENUMERATION:
        asked.check_case(Case(EXACT[algorithm].words, ("sentences", "output")), CASES)
        algorithm = BY_HAND
    elif algorithm in EXACT:
        words = EXACT[algorithm].words
        raise BadInput(
            f"{words[0].upper()}{words[1:]} is solved to the end; there is nothing to step through."
        )
    else:
        asked.check_case(STEPS, CASES)
    given: dict[str, Any] = {} if asked.iterations is None else {"iterations": asked.iterations}
    request = EquilibriumRequest(
        game=rules, algorithm=algorithm, seed=asked.seed, output=asked.output, **given
    )
    request.check(asked.named)
    work.note(f"every step is shown by `halfmove equilibrium`, to which {asked.named('sentences')} hands on.")
    return next(request.run(Work()))


def usual_solver(rules: Game, *, bounded: bool = False) -> str:
    """The solver of a game where none is named; `bounded`: a number of iterations, seconds, a seed or a
    checkpoint is given, which exact solvers of strategies do not take."""
    from halfmove.imperfect.equilibrium import is_small
    from halfmove.imperfect.exact import choose_exact_solver, find_exact_solver
    from halfmove.imperfect.solving import DEFAULT

    if not rules.veiled:
        return PROOF_NAME
    if bounded:
        return DEFAULT
    return (find_exact_solver(rules) if is_small(rules) else choose_exact_solver(rules)) or DEFAULT
