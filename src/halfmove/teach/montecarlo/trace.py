"""Monte Carlo tree search recorded iteration by iteration: its steps, and the tree after each of them.

    trace = hm.simulate(hm.game("tictactoe"), simulations=20)
    print(trace.text())
    trace.iterations[0].selection[0].candidates

A selection has a step for each level; expansion, simulation and back-propagation are one each.  As in the
book, wins and playouts change with back-propagation, at once for the whole path.  (The engine counts a visit
on the way down already, which is the same to one thread.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.naming import open_game, open_state
from halfmove.core.results import Result
from halfmove.search.montecarlo.choice import rank_candidates
from halfmove.search.montecarlo.engine import MEGABYTES, MonteCarlo
from halfmove.search.montecarlo.memory import ROOT, count_megabytes
from halfmove.search.montecarlo.plan import Plan, Settings, settings_from
from halfmove.search.montecarlo.planting import Counts, plant
from halfmove.search.montecarlo.recording import record, snapshot
from halfmove.search.montecarlo.records import Candidate, Choice, Iteration, Snapshot
from halfmove.search.numbered import numbered
from halfmove.teach.frames.recording import Frames, Recording
from halfmove.teach.montecarlo.counts import read_counts
from halfmove.teach.montecarlo.data import SimulationData

SELECTION, EXPANSION, SIMULATION, BACKUP = "selection", "expansion", "simulation", "back-propagation"


@dataclass(frozen=True)
class Step:
    """One step of an iteration."""

    iteration: Iteration
    phase: str
    level: int = 0
    """Of a selection: plies from the root."""

    @property
    def begins(self) -> bool:
        """Whether it is the first of its iteration."""
        return self.phase == SELECTION and self.level == 0

    @property
    def choice(self) -> Choice | None:
        """The choice that this step makes in the tree, if it makes one."""
        if self.phase == SELECTION:
            return self.iteration.selection[self.level]
        return self.iteration.expansion.choice if self.phase == EXPANSION else None

    @property
    def way(self) -> tuple[Choice, ...]:
        """The choices made so far in this iteration, this step's included."""
        if self.phase == SELECTION:
            return self.iteration.selection[: self.level + 1]
        return self.iteration.path


def steps_of(iterations: Iterable[Iteration]) -> tuple[Step, ...]:
    """All steps, in order."""
    found = []
    for iteration in iterations:
        found += [Step(iteration, SELECTION, level) for level in range(len(iteration.selection))]
        found += [Step(iteration, phase) for phase in (EXPANSION, SIMULATION, BACKUP)]
    return tuple(found)


@dataclass
class Sketch:
    """The nodes with their edges, and what stands at each edge."""

    visits: int = 0
    """Of the root."""
    movers: dict[int, int] = field(default_factory=dict)
    """Who moves at each node."""
    below: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The edges of each node."""
    edges: dict[int, Candidate] = field(default_factory=dict)
    """What is known of each edge."""
    way: tuple[int, ...] = ()
    """The edges that the iteration under way has taken."""

    def add(self, node: int, mover: int, edges: Iterable[Candidate]) -> None:
        """A node with its edges."""
        made = tuple(edges)
        self.movers[node] = mover
        self.below[node] = tuple(edge.edge for edge in made)
        self.edges.update((edge.edge, edge) for edge in made)

    def apply(self, step: Step) -> None:
        """What one step changes."""
        iteration = step.iteration
        if ROOT not in self.below:  # the engine makes it before the first iteration
            first = iteration.selection[0]
            self.add(ROOT, first.mover, first.candidates)
        if step.phase == EXPANSION:
            self._expand(step)
        elif step.phase == BACKUP:
            self.visits += 1
            for change in iteration.backup:
                known = self.edges[change.edge]
                self.edges[change.edge] = replace(known, visits=change.visits[1], wins=change.wins[1])
        self.way = tuple(choice.chosen.edge for choice in step.way)

    def _expand(self, step: Step) -> None:
        iteration = step.iteration
        expansion = iteration.expansion
        for proof in iteration.proofs:
            known = self.edges.get(proof.edge)
            if known is not None:
                self.edges[proof.edge] = replace(known, low=proof.low[1], high=proof.high[1])
        if not expansion.node:
            return
        last = iteration.selection[-1].chosen.edge
        self.edges[last] = replace(self.edges[last], node=expansion.node)
        if expansion.why == "new":
            self.add(expansion.node, expansion.mover, expansion.made)

    @property
    def wins_below(self) -> float:
        """Of the player who moves at the root, through all its edges."""
        return sum(self.edges[edge].wins for edge in self.below.get(ROOT, ()))


def sketch(beginning: Snapshot, steps: Iterable[Step]) -> Sketch:
    """The tree that `steps` make of the one at the beginning."""
    made = Sketch(visits=beginning.visits)
    for vertex in beginning.vertices:
        made.add(vertex.node, vertex.mover, vertex.edges)
    for step in steps:
        made.apply(step)
    return made


MOST_SHOWN = 2_000
"""Steps of a search whose tree a notebook draws unasked."""
MOST_SIMULATIONS = 100_000
"""So many can be recorded; each is kept whole."""


@dataclass(frozen=True, eq=False, repr=False)
class SimulationTrace(Result, Recording):
    """A search from start to finish; made by `simulate`."""

    written: ClassVar[str] = "Simulations are"

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
    depth: int | None = None
    """Plies of the tree that its text shows; None: all."""
    output: str = ""
    """The file that it was written to."""

    @property
    def title(self) -> str:
        """What was searched."""
        return self.name or self.game.title()

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """What there is to be shown: each level of a selection, and the three phases that follow it."""
        return steps_of(self.iterations)

    @property
    def last(self) -> int:
        return len(self.steps)

    def frames(self) -> Frames:
        """The growing tree after each step."""
        from halfmove.teach.montecarlo.drawing import Drawing

        return Drawing(self)

    def _repr_svg_(self) -> str | None:
        """In a notebook: the tree at the end; nothing of a search too long to be looked at."""
        return self.svg() if self.last <= MOST_SHOWN else None

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

    def to_text(self) -> str:
        return f"Wrote {self.output}." if self.output else self.text(depth=self.depth)

    def to_dict(self) -> SimulationData:
        """Everything, ready for `json.dumps`: see `docs/command-line.md`."""
        from halfmove.teach.montecarlo.jsons import to_dict

        data: Any = to_dict(self)
        return data  # type: ignore[no-any-return]


def simulate(
    game: Game | str,
    state: Any = None,
    *,
    simulations: int = 10,
    options: Mapping[str, str] | None = None,
    seed: int = 0,
    counts: Counts | str | None = None,
    history: History | None = None,
) -> SimulationTrace:
    """Search `state` (the initial one if none is given) by Monte Carlo tree search and keep every iteration.

    `options` are the settings of `mcts` as text, such as {"formula": "puct", "c": "2"}; where they say
    nothing, those that the game asks for.  `counts`: a tree to begin with, as `Counts` or as text, see
    `teach.montecarlo.counts`.  `history`: the game up to `state`, for repetition.  The tree and the
    random numbers are those of `analyze` with the same seed and one thread; the search ends early where the
    root is proven.  `BadInput` for what cannot be read and for a game that is over, `Unsuitable` for a game
    that does not fit.
    """
    game = open_game(game)
    if not 0 <= simulations <= MOST_SIMULATIONS:
        raise BadInput(f"Of 0 to {MOST_SIMULATIONS:,} simulations can be kept, not of {simulations:,}.")
    where = open_state(game, state)
    if game.is_terminal(where):
        raise BadInput("The game is over in this position; there is nothing to simulate.")
    known = read_counts(game, where, counts) if isinstance(counts, str) else counts
    most = count_megabytes(numbered(game), simulations + (known.size if known else 0))
    engine = MonteCarlo(game, settings_from(options, game), megabytes=min(most, MEGABYTES), seed=seed)
    engine.begin()
    engine.set_root(where, history)
    if known is not None:
        plant(engine, known)
    beginning = snapshot(engine)
    iterations = record(engine, simulations)
    best = None
    if game.to_move(where) != CHANCE and (iterations or beginning.visits):
        best = rank_candidates(engine.candidates(), engine.settings.choice)[0].action
    return SimulationTrace(game, where, engine.settings, engine.plan, seed, beginning, iterations, best)
