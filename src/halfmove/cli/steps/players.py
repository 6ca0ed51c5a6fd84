"""The searches that are stepped through in the terminal: of trees, by Monte Carlo, of tables.

Each has a player, which says where one is and by what commands one moves, and a frame, what a screen shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rich.text import Text

from halfmove.cli.steps.layout import Page, lay_out, picture
from halfmove.cli.steps.run import step_through
from halfmove.cli.steps.walk import Command, Commands, Walk
from halfmove.core.numbers import read_whole
from halfmove.search.trace import Enter, Leave, Path
from halfmove.teach.counts import Counting, Counts
from halfmove.teach.frames.recording import Fold, TableRecording
from halfmove.teach.montecarlo import SimulationTrace
from halfmove.teach.montecarlo.text import legend, rows, sentence, table, title
from halfmove.teach.montecarlo.trace import BACKUP, SIMULATION, Sketch, Step, sketch
from halfmove.teach.naming import is_stop
from halfmove.teach.replay import Replay
from halfmove.teach.sentences import Teller
from halfmove.teach.summary import in_words
from halfmove.teach.text import has_truth
from halfmove.teach.trace import Trace
from halfmove.teach.tree_text import Row, Rows, Show

if TYPE_CHECKING:
    from halfmove.core.operation import Work
    from halfmove.teach.equilibrium import EquilibriumRequest
    from halfmove.teach.montecarlo.request import SimulateRequest

BEGINNING = "The beginning: nothing has happened yet."


class Player(Walk):
    """A recorded search: its events, the state they fold into, and the steps that one can go to at once."""

    def __init__(self, fold: Fold[Any], stops: Sequence[int]) -> None:
        super().__init__()
        self._fold, self._stops = fold, stops

    @property
    def last(self) -> int:
        return len(self._fold.events)

    @property
    def event(self) -> Any:
        """What happened last; None at the beginning."""
        return self._fold.events[self.step - 1] if self.step else None

    def next_stop(self) -> bool:
        """To the next stop."""
        return self.seek((stop - 1 for stop in self._stops), lambda index: index >= self.step)


# ---- searches of trees
TREE_KEYS = ["→ next", "← back", "c cut", "g go to", "/ find", "o out", "s start", "e end"]


def step_through_trace(trace: Trace, show: Show) -> None:
    """Step through a textbook search until the person has enough of it."""
    player = TreePlayer(trace)
    step_through(player, lambda *screen: tree_frame(player, show, *screen))


def tree_frame(
    player: TreePlayer, show: Show, width: int, height: int | None, message: str = ""
) -> list[Text]:
    """The lines of a screen; without a `height` the whole tree, for a transcript."""
    trace, told, here = player.trace, player.told(), player.at
    marks = player.replay.marks
    page = Page(
        title=f"{trace.algorithm.name} on {trace.game.title()}",
        place=f"step {player.step} of {player.last}",
        rows=Rows(trace, player.replay, show).lines(),
        here=here,
        sentence=told.sentence if told else BEGINNING,
        keys=TREE_KEYS,
        board=picture(trace.game, marks[here].state if here in marks else trace.state),
        notes=f"so far: {in_words(told.counts, trace.lesson)}" if told else "",
    )
    return lay_out(page, width, height, message)


@dataclass(frozen=True)
class Told:
    """What is said of one step: its sentence, and the counts after it."""

    sentence: str
    counts: Counts


class TreePlayer(Player):
    """A trace, and how many of its events have happened."""

    commands = Commands(
        moves=(
            Command("cut", "c", "to the next cut", lambda p, _: p.next_stop(), "There is no later cut."),
            Command("uncut", "C", "to the cut before", lambda p, _: p.last_cut(), "There is none earlier."),
            Command("out", "o", "to where the node is left", lambda p, _: p.out(), "It is left already."),
        ),
        finding=(
            Command(
                "find",
                "/",
                "to a node by its name",
                lambda p, name: p.find(name),
                "The search enters no such node.",
                "node",
            ),
        ),
    )

    def __init__(self, trace: Trace) -> None:
        events = trace.events
        super().__init__(
            Fold(Replay, Replay.apply, events),
            [step for step, event in enumerate(events, 1) if is_stop(event)],
        )
        self.trace = trace
        self._told: list[Told] = []
        truth = trace.true_value if has_truth(trace) else None
        self._teller, self._counting = Teller(trace.lesson, truth), Counting()

    @property
    def replay(self) -> Replay:
        """The search at this step."""
        replay: Replay = self._fold.at(self.step)
        return replay

    @property
    def at(self) -> Path | None:
        """The node that the last event is about."""
        path: Path | None = getattr(self.event, "path", None)
        return path

    def told(self) -> Told | None:
        """What is said of the last event; None at the beginning."""
        for event in self.trace.events[len(self._told) : self.step]:
            sentence = self._teller.tell(event)
            self._counting.apply(event)
            self._told.append(Told(sentence, self._counting.counts()))
        return self._told[self.step - 1] if self.step else None

    # ---- moving about
    def last_cut(self) -> bool:
        """To the cutoff before, or to the place before that the search itself names."""
        return self.seek((stop - 1 for stop in reversed(self._stops)), lambda index: index < self.step - 1)

    def out(self) -> bool:
        """To the moment the current node is left: what lies below it is skipped."""
        here = self.at
        if here is None:
            return self.go(self.last) if self.step else self.forward()

        def leaves(index: int) -> bool:
            event = self.trace.events[index]
            return isinstance(event, Leave) and event.path == here

        return self.seek(range(self.step, self.last), leaves)

    def find(self, name: str) -> bool:
        """To the next time a node of that name is entered, from the beginning again if need be.

        A node is known by its own name, by the move that leads to it, or by its path.
        """
        wanted = self.places.get(name.strip().lower(), frozenset())

        def enters(index: int) -> bool:
            event = self.trace.events[index]
            return isinstance(event, Enter) and event.path in wanted

        return self.seek([*range(self.step, self.last), *range(self.step)], enters)

    @cached_property
    def places(self) -> dict[str, frozenset[Path]]:
        """The nodes that were entered, by all that they may be called, in small letters."""
        found: dict[str, set[Path]] = {"root": {()}}
        for vertex in self.trace.outline.walk():
            for name in (vertex.name, vertex.edge, self.trace.label(vertex.path)):
                if name:
                    found.setdefault(name.lower(), set()).add(vertex.path)
        return {name: frozenset(paths) for name, paths in found.items()}


# ---- Monte Carlo searches
SIMULATION_KEYS = ["→ next", "← back", "i iteration", "I earlier", "g go to", "s start", "e end"]

LEAST_ROWS = 3
"""Actions that the table is given however low the screen is."""


def simulation_frame(
    player: SimulationPlayer, depth: int | None, width: int, height: int | None, message: str = ""
) -> list[Text]:
    """The lines of a screen, the tree `depth` plies deep; without a `height` all lines, for a transcript."""
    trace, step, tree = player.trace, player.event, player.tree
    place = f"step {player.step} of {player.last}"
    if step is not None:
        place = f"iteration {step.iteration.number}, {place}"
    most = None if height is None else max(height // 3 - 2, LEAST_ROWS)
    page = Page(
        title=title(trace),
        place=place,
        rows=rows(trace, tree, depth),
        here=tree.way if step else None,
        sentence=sentence(trace, step) if step else BEGINNING,
        keys=SIMULATION_KEYS,
        board=picture(trace.game, _state(player, step)),
        table=table(trace, step.choice, most) if step and step.choice else [],
        notes="" if step else legend(trace),
    )
    return lay_out(page, width, height, message)


def _state(player: SimulationPlayer, step: Step | None) -> Any:
    """The state that a step leads to."""
    trace = player.trace
    if step is None:
        return trace.state
    if step.phase in (SIMULATION, BACKUP):
        return step.iteration.playout.final
    state = trace.state
    for choice in step.way:
        state = trace.game.result(choice.state, choice.chosen.action)
    return state


class SimulationPlayer(Player):
    """A recorded search, and how many of its steps have happened."""

    commands = Commands(
        moves=(
            Command(
                "iteration",
                "i",
                "to the next iteration, or to one by its number",
                lambda p, text: p.iteration(text),
                "There is no such iteration.",
            ),
            Command(
                "earlier",
                "I",
                "to the iteration before",
                lambda p, _: p.earlier(),
                "There is none before.",
            ),
        )
    )

    def __init__(self, trace: SimulationTrace) -> None:
        super().__init__(
            Fold(lambda: sketch(trace.beginning, ()), Sketch.apply, trace.steps),
            [number for number, step in enumerate(trace.steps, 1) if step.begins],
        )
        self.trace = trace

    @property
    def tree(self) -> Sketch:
        """The tree at this step."""
        tree: Sketch = self._fold.at(self.step)
        return tree

    def iteration(self, text: str = "") -> bool:
        """To the first step of the next iteration, or of the one of that number."""
        if not text:
            return self.next_stop()
        wanted = read_whole(text, 1, len(self._stops))
        if wanted is None:
            return False
        self.go(self._stops[wanted - 1])
        return True

    def earlier(self) -> bool:
        """To the first step of the iteration before."""
        begun = [stop for stop in self._stops if stop <= self.step]
        return len(begun) > 1 and self.go(begun[-2])


# ---- tables: regret minimisation, games solved by hand
class TablePlayer(Walk):
    """A recorded search that changes a table, and how many of its steps have happened."""

    commands = Commands(
        moves=(
            Command("iteration", "i", "to the next stop", lambda p, _: p.stop(1), "There is no later one."),
            Command("earlier", "I", "to the stop before", lambda p, _: p.stop(-1), "There is none before."),
        )
    )

    def __init__(self, trace: TableRecording) -> None:
        super().__init__()
        self.trace = trace

    @property
    def last(self) -> int:
        return self.trace.last

    def stop(self, way: int) -> bool:
        """To the next stop, or to the one before."""
        stops = [stop for stop in self.trace.stops if (stop - self.step) * way > 0]
        return bool(stops) and self.go(stops[0 if way > 0 else -1])


def table_frame(player: TablePlayer, width: int, height: int | None, message: str = "") -> list[Text]:
    """The lines of a screen; without a `height` the whole table, for a transcript."""
    trace, row = player.trace, player.trace.row(player.step)
    lines = (Row((number,), "", "", line, "done") for number, line in enumerate(trace.lines(player.step)))
    page = Page(
        title=trace.title,
        place=f"step {player.step} of {player.last}",
        rows=lines,
        here=None if row is None else (row,),
        sentence=trace.sentence(player.step),
        keys=SIMULATION_KEYS,
    )
    return lay_out(page, width, height, message)


def show(request: SimulateRequest | EquilibriumRequest, work: Work) -> None:
    """Step through the search that is asked for."""
    trace = request.trace(work)
    if isinstance(trace, SimulationTrace):
        simulations, depth = SimulationPlayer(trace), trace.depth
        step_through(simulations, lambda *screen: simulation_frame(simulations, depth, *screen))
    else:
        player = TablePlayer(trace)
        step_through(player, lambda *screen: table_frame(player, *screen))
