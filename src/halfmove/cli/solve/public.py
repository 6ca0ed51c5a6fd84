"""`halfmove solve` of a subgame over its public tree: what was asked for, done, and printed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from halfmove.cli import usage
from halfmove.presentation.subgames import PLAYERS, at_line, frequencies

if TYPE_CHECKING:
    from halfmove.core.public_tree import PublicTree
    from halfmove.imperfect.public_solving import Judgement, PublicRun


@dataclass(frozen=True)
class Asked:
    """What is asked for, checked."""

    algorithm: str
    target: float | None
    iterations: int | None
    seconds: float | None
    threads: int
    line: tuple[str, ...]
    """The actions and cards after which the strategy is shown."""
    strategy: str | None
    picture: str | None
    checkpoint: str | None = None

    @classmethod
    def read(
        cls,
        algorithm: str | None,
        target: str | None,
        iterations: str | None,
        seconds: str | None,
        threads: str,
        moves: str | None,
        strategy: str | None,
        picture: str | None,
        checkpoint: str | None = None,
    ) -> Asked:
        """From what was typed; `BadInput` for what cannot be."""
        from halfmove.cli.options import duration, processor_cores, weight, whole
        from halfmove.core.errors import BadInput
        from halfmove.imperfect.public_solving import DEFAULT, SCHEMES

        if algorithm is not None and algorithm not in SCHEMES:
            raise BadInput(f"A subgame is solved by {', '.join(SCHEMES)}, not by '{algorithm}'.")
        if picture is not None and not picture.endswith(".svg"):
            raise BadInput(f"The picture of a strategy is an .svg file, not '{picture}'.")
        percent = weight(None if target is None else target.rstrip("%"), "--target")
        return cls(
            algorithm or DEFAULT,
            None if percent is None else percent / 100,
            whole(iterations, "--iterations"),
            duration(seconds, "--seconds"),
            processor_cores(threads),
            tuple(word.strip() for word in (moves or "").split(",") if word.strip()),
            strategy,
            picture,
            checkpoint,
        )


def solve_public(tree: PublicTree, asked: Asked, *, json: bool) -> None:
    """Say what it takes, minimise regret, print what came of it."""
    from halfmove.cli.progress import Progress, Stopping
    from halfmove.core.computer import bytes_text
    from halfmove.core.errors import BadInput
    from halfmove.imperfect.public_solving import PublicRun, memory, solve

    name, needed = tree.name, memory(tree.size)
    told = f"{name}: {tree.nodes:,} nodes, {' and '.join(f'{len(w):,}' for w in tree.weights)} hands"
    run = PublicRun(tree, asked.algorithm, threads=asked.threads)
    node = run.find(asked.line).node  # refused before the work, not after
    if asked.picture is not None and not tree.actions[node]:
        raise BadInput(f"Nobody acts after {', '.join(asked.line)}: there is no strategy to draw.")
    with Stopping() as stopping, Progress(f"solving {name}") as progress:
        if not json:
            print(f"{told}, {bytes_text(needed)} of memory", file=sys.stderr, flush=True)

        def see(run: PublicRun, found: Judgement) -> None:
            part = 100 * found.exploitability / tree.pot
            progress.say(f"{name}: iteration {run.iterations:,}, exploitability {part:.3g} % of the pot")

        found = solve(
            run,
            target=asked.target,
            iterations=asked.iterations,
            seconds=asked.seconds,
            progress=see if progress.live else None,
            stop=lambda: stopping.asked,
            checkpoint=asked.checkpoint,
        )
    run.close()
    if asked.strategy is not None:
        write(asked.strategy, run, found)
    if asked.picture is not None:
        draw(asked.picture, run, asked.line)
    if json:
        from halfmove.cli.terminal import print_json

        print_json(content(asked, run, found, needed))
    else:
        show(asked, run, found, interrupted=stopping.asked)
    if stopping.asked:
        raise usage.Exit(130)


def content(asked: Asked, run: PublicRun, found: Judgement, needed: int) -> dict[str, Any]:
    """What `--json` prints."""
    tree = run.tree
    return {
        "game": tree.name,
        "parameters": dict(tree.settings),
        "algorithm": run.algorithm,
        "iterations": run.iterations,
        "seconds": round(run.seconds, 6),
        "threads": run.threads,
        "value": found.values[0],
        "values": list(found.values),
        "best_responses": list(found.best),
        "exploitability": found.exploitability,
        "percent_of_pot": 100 * found.exploitability / tree.pot,
        "nodes": tree.nodes,
        "memory": needed,
        "line": list(asked.line),
        **at_node(run, found, asked.line),
    }


def at_node(run: PublicRun, found: Judgement, line: tuple[str, ...]) -> dict[str, Any]:
    """The strategy after a line: how often each action is taken, by all hands and by each."""
    tree = run.tree
    node, player, weights, strategy = at_line(run, line)
    if player < 0:
        return {"player": None, "actions": {}, "hands": {}}
    names = tree.actions[node]
    hands = {}
    for number, (high, low) in enumerate(tree.hands[player]):
        if weights[number] > 0:
            row = {name: round(float(strategy[k, number]), 6) for k, name in enumerate(names)}
            value = found.hands[player][number] if not line else np.nan
            told = {} if np.isnan(value) else {"value": round(float(value), 6)}
            hands[tree.words.hand(int(high), int(low))] = {
                "weight": round(float(weights[number]), 6), **told, "actions": row
            }  # fmt: skip
    return {
        "player": PLAYERS[player],
        "actions": dict(zip(names, frequencies(weights, strategy), strict=True)),
        "hands": hands,
    }


def show(asked: Asked, run: PublicRun, found: Judgement, *, interrupted: bool) -> None:
    """What a person reads: the figures, and a table of 13 by 13 for each action."""
    from halfmove.cli.terminal import print_coloured, say
    from halfmove.core.value_grid import value_grid

    tree = run.tree
    stopped = ", interrupted" if interrupted else ""
    say(f"{run.algorithm}: {run.iterations:,} iterations in {run.seconds:.2f} s{stopped}")
    say("")
    for name, value, best in zip(PLAYERS, found.values, found.best, strict=True):
        say(f"value to {name:<8} {value:10.4f}   best response {best:10.4f}   of a pot of {tree.pot:g}")
    part = 100 * found.exploitability / tree.pot
    say(f"exploitability    {found.exploitability:10.4f}   {part:.3g} % of the pot")
    if asked.strategy is not None:
        say(f"strategy          {asked.strategy}")
    if asked.picture is not None:
        say(f"picture           {asked.picture}")
    node, player, weights, strategy = at_line(run, asked.line)
    where = f" after {', '.join(asked.line)}" if asked.line else ""
    if player < 0:
        say(f"Nobody acts{where}.")
        return
    say("")
    say(f"What the {PLAYERS[player]} player does{where}, in hundredths:")
    shares = frequencies(weights, strategy)
    for name, share, row in zip(tree.actions[node], shares, strategy, strict=True):
        say("")
        say(f"{name}: {100 * share:.1f} %")
        means = tree.words.means(tree.hands[player], row, weights)
        print_coloured("\n".join(value_grid(tree.words.labels(), means, colours=True)))


def draw(path: str, run: PublicRun, line: Sequence[str]) -> None:
    """A picture of what the player does after a line with all his hands."""
    from halfmove.core.atomic_file import whole_file
    from halfmove.presentation.subgames import grid_svg

    with whole_file(path) as out:
        out.write(grid_svg(run, line))


def write(path: str, run: PublicRun, found: Judgement) -> None:
    """The average strategy as JSON: each line of actions before the first card to come."""
    import json

    from halfmove.core.atomic_file import whole_file

    lines: list[tuple[str, ...]] = [()]
    told: dict[str, Any] = {}
    for line in lines:  # which grows meanwhile
        node, player, _, _ = at_line(run, line)
        if player >= 0:
            told[", ".join(line)] = at_node(run, found, line)
            lines += [(*line, name) for name in run.tree.actions[node]]
    with whole_file(path) as out:
        said = {"game": run.tree.name, "parameters": dict(run.tree.settings), "iterations": run.iterations}
        json.dump({**said, "lines": told}, out, indent=1)
