"""Subgames with public trees, and training on buckets of hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.operation import Work
from halfmove.core.progress import at
from halfmove.core.public_tree import PublicTree
from halfmove.imperfect.abstract import TrainedBuckets
from halfmove.imperfect.public_result import SolvedSubgame
from halfmove.teach.solving.cases import BUCKETS, CASES, SUBGAME
from halfmove.teach.solving.strategies import choose_file

if TYPE_CHECKING:
    from halfmove.core.abstraction import Abstraction
    from halfmove.imperfect.abstract import AbstractRun
    from halfmove.imperfect.public_solving import Judgement, PublicRun
    from halfmove.teach.solve import SolveRequest


def train_on_buckets(
    asked: SolveRequest, rules: Game, abstraction: Abstraction, work: Work
) -> TrainedBuckets:
    """Make the buckets, and train on them."""
    from halfmove.imperfect.abstract import USUAL, AbstractRun
    from halfmove.imperfect.abstract_strategy import AbstractStrategy

    asked.check_case(BUCKETS, CASES)
    title, threads = rules.title(), work.cores(asked.threads)
    run = AbstractRun(rules, abstraction, asked.algorithm or USUAL, seed=asked.seed, threads=threads)

    def see(run: AbstractRun) -> None:
        at(run.deals, asked.iterations, f"training {title}, {run.rate:,.0f} deals a second", unit="deals")

    def train(stop: Callable[[], bool]) -> bool:
        abstraction.ready(
            threads=threads,
            progress=lambda what, part: at(part, 1, f"making buckets of the {what}"),
            stop=stop,
        )
        run.run(
            deals=asked.iterations,
            seconds=asked.seconds,
            checkpoint=asked.checkpoint,
            progress=see,
            stop=stop,
        )
        return stop()

    stopped, file = work.call_until_stopped(train), choose_file(asked, rules)
    if file is not None:
        AbstractStrategy.of(run).write(file, algorithm=run.algorithm, deals=run.deals)
    return TrainedBuckets(run, stopped, file)


def solve_subgame(asked: SolveRequest, tree: PublicTree, work: Work) -> SolvedSubgame:
    """Minimise regret over the public tree."""
    from halfmove.core.atomic_file import whole_file
    from halfmove.imperfect.public_result import Hands, describe_size, split_words
    from halfmove.imperfect.public_solving import DEFAULT, SCHEMES, PublicRun, solve

    asked.check_case(SUBGAME, CASES)
    if asked.algorithm is not None and asked.algorithm not in SCHEMES:
        raise BadInput(f"A subgame is solved by {', '.join(SCHEMES)}, not by '{asked.algorithm}'.")
    if asked.output is not None and not asked.output.endswith(".svg"):
        raise BadInput(f"The picture of a strategy is an .svg file, not '{asked.output}'.")
    line = split_words(asked.moves) if isinstance(asked.moves, str) else tuple(asked.moves)
    run = PublicRun(tree, asked.algorithm or DEFAULT, threads=work.cores(asked.threads))
    run.find(line)  # refused before the work, not after
    if asked.output is not None:
        Hands(run, line)

    def see(run: PublicRun, found: Judgement) -> None:
        part = 100 * found.exploitability / tree.pot
        doing = f"solving {tree.name}, exploitability {part:.3g} % of the pot"
        at(run.iterations, asked.iterations, doing, unit="iterations")

    def iterate(stop: Callable[[], bool]) -> tuple[Judgement, bool]:
        if work.gradual:
            work.say(f"{describe_size(tree)}.")
        found = solve(
            run,
            target=None if asked.target is None else asked.target / 100,
            iterations=asked.iterations,
            seconds=asked.seconds,
            progress=see,
            stop=stop,
            checkpoint=asked.checkpoint,
        )
        return found, stop()

    found, stopped = work.call_until_stopped(iterate)
    run.close()
    files = {"strategy": asked.strategy, "picture": asked.output}
    written = [(what, file) for what, file in files.items() if file is not None]
    solved = SolvedSubgame(run, found, line, interrupted=stopped, files=written)
    if asked.strategy is not None:
        solved.write(asked.strategy)
    if asked.output is not None:
        with whole_file(asked.output) as out:
            out.write(Hands(run, line).svg)
    return solved
