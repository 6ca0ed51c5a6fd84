"""Monte Carlo tree search, to step through.

Settings: those of the subject; `figure: aima-5.10` for a textbook's figure in its place; `simulations`,
`seed`, and the settings of mcts (`formula`, `c`, `playouts`, …); `caption`.
Figures: best, simulations, seed, c, visits (of the root's moves together), nodes, and of each such move X
`visits_X`.
"""

from __future__ import annotations

from typing import Any

from halfmove.teach.lessons.blocks.known import Known
from halfmove.teach.lessons.blocks.subject import KEYS, attempt, subject
from halfmove.teach.lessons.lesson import Exhibit
from halfmove.teach.lessons.settings import Block

MOST = 200
"""Simulations that are stepped through with ease."""


def made(block: Block, known: Known, place: int) -> Exhibit:
    """The exhibit; `LessonError` says what is wrong."""
    from halfmove.core.compile import interpreted
    from halfmove.search.montecarlo.plan import Settings
    from halfmove.teach.drawing.svg import draw
    from halfmove.teach.frames.player import player_data
    from halfmove.teach.montecarlo.figures import FIGURES
    from halfmove.teach.montecarlo.text import legend, title, tree
    from halfmove.teach.montecarlo.trace import simulate

    block.know((*KEYS, "figure", "simulations", "seed", "caption", *Settings.known()), body=True)
    options = {key: block.get(key) for key in Settings.known() if key in block.settings}
    number = block.number("simulations", 1, MOST)
    seed = block.number("seed", 0, 2**31 - 1) or 0
    named = block.get("figure")
    if named:
        if named not in FIGURES:
            raise block.wrong(
                f"There is no figure '{named[:40]}'; there are: {', '.join(FIGURES)}.", "figure"
            )
        run = attempt(
            block, lambda: FIGURES[named].trace(simulations=number, options=options or None, seed=seed)
        )
        code = f"from halfmove.teach.montecarlo.figures import FIGURES\nFIGURES[{named!r}].trace(seed={seed})"
    else:
        about = subject(block)
        game = interpreted(about.game)
        plain: dict[str, Any] = {"simulations": number or 12, "seed": seed}
        if options:
            plain["options"] = options
        run = attempt(block, lambda: simulate(game, about.state, history=about.history, **plain))
        said = ", ".join(f"{key}={value!r}" for key, value in plain.items())
        code = f"{about.code}\nhm.simulate(game, state, {said})"
    scene, told = attempt(block, lambda: player_data(run.frames()))
    final = run.after(len(run.steps))
    final.way = ()
    return Exhibit(
        block.kind,
        block.name,
        title(run),
        block.get("caption"),
        "\n".join([legend(run), "", *tree(run, final, 100, None)]),
        code,
        _figures(run, final),
        draw(run.frames().scene(run.last), sheet=False),
        {**told, "start": 0},
        draw(scene, sheet=False),
        tuple(told["sentences"]),
    )


def _figures(run: Any, final: Any) -> dict[str, Any]:
    from halfmove.search.montecarlo.memory import ROOT
    from halfmove.teach.montecarlo.text import move

    found: dict[str, Any] = {
        "best": "" if run.best is None else move(run, run.state, run.best),
        "simulations": len(run.iterations),
        "seed": run.seed,
        "c": run.plan.explore,
        "visits": sum(final.edges[e].visits for e in final.below.get(ROOT, ())),
        "nodes": 1 + sum(1 for edge in final.edges.values() if edge.visits),
    }
    for number in final.below.get(ROOT, ()):
        edge = final.edges[number]
        name = move(run, run.state, edge.action)
        if name.isidentifier() or name.isalnum():
            found[f"visits_{name}"] = edge.visits
    return found
