"""Monte Carlo tree search recorded iteration by iteration, and what can be read off it.

trace = hm.simulate(hm.game("tictactoe"), simulations=20)
print(trace.text())
trace.iterations[0].selection[0].candidates
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.naming import open_game, open_state
from halfmove.core.progress import long_work
from halfmove.core.reporting import Asked
from halfmove.core.results import Result
from halfmove.search.montecarlo.choice import ranked
from halfmove.search.montecarlo.engine import MonteCarlo
from halfmove.search.montecarlo.plan import Plan, Settings, settings_from
from halfmove.search.montecarlo.planting import Counts, plant
from halfmove.search.montecarlo.recording import record, snapshot
from halfmove.search.montecarlo.records import Iteration, Snapshot
from halfmove.teach.montecarlo.counts import read_counts
from halfmove.teach.montecarlo.sketch import Sketch, Step, sketch, steps_of

MOST_SIMULATIONS = 100_000
"""So many can be recorded; each is kept whole."""


@dataclass(frozen=True, eq=False, repr=False)
class SimulationTrace(Result):
    """A search from start to finish; made by `simulate`."""

    game: Game
    state: Any
    """Where the search started."""
    settings: Settings
    plan: Plan
    seed: int
    beginning: Snapshot
    """The tree before the first iteration: empty, or as the counts said."""
    iterations: tuple[Iteration, ...]
    best: Any
    """The action that would be played in the end; None where nature moves or there was no iteration."""
    name: str = ""
    """What to call it, where that is not the game's name."""

    @property
    def title(self) -> str:
        """What was searched."""
        return self.name or self.game.title()

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """What there is to be shown: each level of a selection, and the three phases that follow it."""
        return steps_of(self.iterations)

    def after(self, steps: int) -> Sketch:
        """The tree after so many of the steps."""
        return sketch(self.beginning, self.steps[:steps])

    @property
    def opposed(self) -> bool:
        """Whether there are two players, and one wins what the other loses."""
        return self.game.players == 2 and self.game.zero_sum

    def __repr__(self) -> str:
        number = len(self.iterations)
        return f"<SimulationTrace of {self.title}: {number:,} iteration{'' if number == 1 else 's'}>"

    def text(self, *, width: int | None = 100, depth: int | None = None) -> str:
        """Every step in a sentence, with the tree before and after, `depth` plies of it (None: all); wrapped
        to `width` columns (None: not at all)."""
        from halfmove.teach.montecarlo.text import text

        return text(self, width=width, depth=depth)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for `json.dumps`: see `docs/command-line.md`."""
        from halfmove.teach.montecarlo.jsons import to_dict

        return to_dict(self)


@long_work("simulating")
def simulate(
    game: Game | str,
    state: Any = None,
    *,
    simulations: int = 10,
    options: Mapping[str, str] | None = None,
    seed: int = 0,
    counts: Counts | str | None = None,
    history: History | None = None,
    progress: Asked = None,
) -> SimulationTrace:
    """Search `state` (the initial one if none is given) by Monte Carlo tree search and keep every iteration.

    `options` are the settings of `mcts` as text, such as {"formula": "puct", "c": "2"}; where they say
    nothing, those that the game asks for.  `counts`: a tree to begin with, as `Counts` or as text, see
    `teach.montecarlo.counts`.  `history`: the game up to `state`, for repetition.  The tree and the
    random numbers are those of `analyze` with the same seed and one thread; the search ends early where the
    root is proven.  `BadInput` for what cannot be read and for a game that is over, `Unsuitable` for a game
    that does not fit.  `progress` says how it is told how far it is (`core.reporting.Asked`).
    """
    game = open_game(game)
    if not 0 <= simulations <= MOST_SIMULATIONS:
        raise BadInput(f"Of 0 to {MOST_SIMULATIONS:,} simulations can be kept, not of {simulations:,}.")
    where = open_state(game, state)
    if game.is_terminal(where):
        raise BadInput("The game is over in this position; there is nothing to simulate.")
    engine = MonteCarlo(game, settings_from(options, game), seed=seed)
    engine.begin()
    engine.set_root(where, history)
    if counts is not None:
        plant(engine, read_counts(game, where, counts) if isinstance(counts, str) else counts)
    beginning = snapshot(engine)
    iterations = record(engine, simulations)
    best = None
    if game.to_move(where) != CHANCE and (iterations or beginning.visits):
        best = ranked(engine.candidates(), engine.settings.choice)[0].action
    return SimulationTrace(game, where, engine.settings, engine.plan, seed, beginning, iterations, best)
