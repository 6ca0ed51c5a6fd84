"""`halfmove solve` of a game whose deals are put into buckets: trained, told, and written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from halfmove.cli import usage

if TYPE_CHECKING:
    from halfmove.core.abstraction import Abstraction
    from halfmove.core.contract import Game
    from halfmove.imperfect.abstract import AbstractRun


@dataclass(frozen=True)
class Request:
    """What is asked for, checked."""

    algorithm: str
    deals: int | None
    seconds: float | None
    seed: int
    threads: int
    strategy: str | None
    checkpoint: str | None

    @classmethod
    def read(
        cls,
        algorithm: str | None,
        iterations: str | None,
        seconds: str | None,
        seed: str,
        threads: str,
        strategy: str | None,
        checkpoint: str | None,
    ) -> Request:
        """From what was typed; `BadInput` for what cannot be."""
        from halfmove.cli.options import duration, processor_cores, whole
        from halfmove.cli.solve.regret import LARGEST_SEED
        from halfmove.core.errors import BadInput
        from halfmove.imperfect.abstract import ALGORITHMS, USUAL

        if algorithm is not None and algorithm not in ALGORITHMS:
            raise BadInput(
                f"Buckets are trained by --algorithm {' or '.join(ALGORITHMS)}, not by '{algorithm}'."
            )
        return cls(
            algorithm or USUAL,
            whole(iterations, "--iterations"),
            duration(seconds, "--seconds"),
            whole(seed, "--seed", least=0, most=LARGEST_SEED) or 0,
            processor_cores(threads),
            strategy,
            checkpoint,
        )


def sizes_of(text: str | None) -> tuple[int, ...]:
    """`200,200,200` as numbers; none where nothing is given."""
    from halfmove.core.errors import BadInput
    from halfmove.core.numbers import read_whole, shorten

    sizes = [] if text is None else [read_whole(word, 0, 99_999) for word in text.replace(",", " ").split()]
    if None in sizes:
        raise BadInput(
            f"--buckets takes numbers divided by commas, such as 200,200,200; not '{shorten(text)}'."
        )
    return tuple(size for size in sizes if size is not None)


def train_on_buckets(game: Game, abstraction: Abstraction, asked: Request, *, json: bool) -> None:
    """Make the buckets, train, print what came of it, and write the strategy; Ctrl-C ends either."""
    from halfmove.cli.progress import Progress, Stopping
    from halfmove.cli.terminal import print_json, say
    from halfmove.core.computer import bytes_text
    from halfmove.imperfect.abstract import AbstractRun
    from halfmove.imperfect.abstract_strategy import AbstractStrategy

    with Progress(f"bets of {game.title()}"):
        run = AbstractRun(game, abstraction, asked.algorithm, seed=asked.seed, threads=asked.threads)
    with Stopping() as stopping, Progress(f"buckets of {game.title()}") as progress:
        try:
            abstraction.ready(
                threads=asked.threads,
                progress=lambda what, part: progress.say(f"buckets of the {what}: {part:.0%}"),
                stop=lambda: stopping.asked,
            )
        except KeyboardInterrupt:
            raise usage.Exit(130) from None

        def see(run: AbstractRun) -> None:
            speed = run.deals / run.seconds if run.seconds > 0 else 0.0
            of = "" if asked.deals is None else f" of {asked.deals:,}"
            progress.say(f"{game.title()}: {run.deals:,}{of} deals, {speed:,.0f} a second")

        run.run(
            deals=asked.deals,
            seconds=asked.seconds,
            checkpoint=asked.checkpoint,
            progress=see,
            stop=lambda: stopping.asked,
        )
    if asked.strategy is not None:
        AbstractStrategy.of(run).write(asked.strategy, algorithm=run.algorithm, deals=run.deals)
    if json:
        print_json(
            {
                "game": game.title(),
                "parameters": dict(game.parameters),
                "algorithm": run.algorithm,
                "iterations": run.deals,
                "seconds": round(run.seconds, 6),
                "value": None,
                "exploitability": None,
                "information_sets": run.table.sets,
                "buckets": list(abstraction.sizes),
                "memory_bytes": run.memory,
                "strategy": asked.strategy,
            }
        )
    else:
        speed = run.deals / run.seconds if run.seconds > 0 else 0.0
        stopped = ", interrupted" if stopping.asked else ""
        say(
            f"{game.title()}: {run.table.sets:,} information sets of "
            f"{', '.join(map(str, abstraction.sizes))} buckets a round, {bytes_text(run.memory)}"
        )
        say(f"{run.algorithm}: {run.deals:,} deals in {run.seconds:.1f} s ({speed:,.0f} a second){stopped}")
        if asked.strategy is not None:
            say(f"strategy  {asked.strategy}")
    if stopping.asked:
        raise usage.Exit(130)
