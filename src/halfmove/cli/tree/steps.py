"""A textbook search step by step in the terminal: the walk through it, and what a screen shows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rich.text import Text

from halfmove.cli.steps.layout import Page, lay_out, picture
from halfmove.cli.steps.run import step_through
from halfmove.cli.steps.walk import Command, Commands, Walk
from halfmove.search.trace import Enter, Event, Leave, Path
from halfmove.teach.counts import Counting, Counts
from halfmove.teach.naming import stops
from halfmove.teach.replay import Replay
from halfmove.teach.sentences import Teller
from halfmove.teach.summary import in_words
from halfmove.teach.text import has_truth
from halfmove.teach.trace import Trace
from halfmove.teach.tree_text import Rows, Show

KEYS = ["→ next", "← back", "c cut", "g go to", "/ find", "o out", "s start", "e end"]


def step_through_trace(trace: Trace, show: Show) -> None:
    """Step through a textbook search until the person has enough of it."""
    player = Player(trace)
    step_through(player, lambda *screen: frame(player, show, *screen))


def frame(player: Player, show: Show, width: int, height: int | None, message: str = "") -> list[Text]:
    """The lines of a screen; without a `height` the whole tree, for a transcript."""
    trace, told, here = player.trace, player.told(), player.at
    marks = player.replay.marks
    page = Page(
        title=f"{trace.algorithm.name} on {trace.game.title()}",
        place=f"step {player.step} of {player.last}",
        rows=Rows(trace, player.replay, show).lines(),
        here=here,
        sentence=told.sentence if told else "The beginning: nothing has happened yet.",
        keys=KEYS,
        board=picture(trace.game, marks[here].state if here in marks else trace.state),
        notes=f"so far: {in_words(told.counts, trace.lesson)}" if told else "",
    )
    return lay_out(page, width, height, message)


@dataclass(frozen=True)
class Told:
    """What is said of one step: its sentence, and the counts after it."""

    sentence: str
    counts: Counts


class Player(Walk):
    """A trace, and how many of its events have happened."""

    commands = Commands(
        moves=(
            Command("cut", "c", "to the next cut", lambda p, _: p.next_cut(), "There is no later cut."),
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
        super().__init__()
        self.trace = trace
        self._told: list[Told] = []
        truth = trace.true_value if has_truth(trace) else None
        self._teller, self._counting = Teller(trace.lesson, truth), Counting()
        self._replay = Replay()

    @property
    def last(self) -> int:
        return len(self.trace.events)

    @property
    def event(self) -> Event | None:
        """The event that happened last; None at the beginning."""
        return self.trace.events[self.step - 1] if self.step else None

    @property
    def replay(self) -> Replay:
        """The search at this step."""
        if self._board_step > self.step:
            self._replay, self._applied = Replay(), 0
        for event in self.trace.events[self._board_step : self.step]:
            self._replay.apply(event)
        self._applied = self.step
        return self._replay

    @property
    def _board_step(self) -> int:
        return getattr(self, "_applied", 0)

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
    def next_cut(self) -> bool:
        """To the next cutoff, or to the next place that the search itself names."""
        return self.seek(range(self.step, self.last), self._cuts)

    def last_cut(self) -> bool:
        """To the cutoff before."""
        return self.seek(range(self.step - 2, -1, -1), self._cuts)

    def _cuts(self, index: int) -> bool:
        return stops(self.trace.events[index])

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
