"""Where in a search one stands, and how one moves about in it; nothing here reads or prints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from halfmove.search.trace import Cutoff, Enter, Event, Leave, Path
from halfmove.teach.blackboard import Blackboard
from halfmove.teach.counts import Counting, Counts
from halfmove.teach.sentences import Teller
from halfmove.teach.text import has_truth
from halfmove.teach.trace import Trace


@dataclass(frozen=True)
class Told:
    """What is said of one step: its sentence, and the counts after it."""

    sentence: str
    counts: Counts


class Player:
    """A trace, and how many of its events have happened: `step`, from 0 to `last`.

    Each method that moves says whether it could.
    """

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.step = 0
        self._told: list[Told] = []
        truth = trace.true_value if has_truth(trace) else None
        self._teller, self._counting = Teller(trace.lesson, truth), Counting()
        self._board = Blackboard()

    @property
    def last(self) -> int:
        return len(self.trace.events)

    @property
    def event(self) -> Event | None:
        """The event that happened last; None at the beginning."""
        return self.trace.events[self.step - 1] if self.step else None

    @property
    def board(self) -> Blackboard:
        """The blackboard at this step."""
        if self._board_step > self.step:
            self._board, self._applied = Blackboard(), 0
        for event in self.trace.events[self._board_step : self.step]:
            self._board.apply(event)
        self._applied = self.step
        return self._board

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
    def go(self, step: int) -> bool:
        """To the moment after so many events, as near as there is one."""
        before, self.step = self.step, max(0, min(step, self.last))
        return self.step != before

    def forward(self, steps: int = 1) -> bool:
        """So many events on."""
        return self.go(self.step + steps)

    def back(self, steps: int = 1) -> bool:
        """So many events back."""
        return self.go(self.step - steps)

    def next_cut(self) -> bool:
        """To the next cutoff."""
        return self._seek(range(self.step, self.last), lambda event: isinstance(event, Cutoff))

    def last_cut(self) -> bool:
        """To the cutoff before."""
        return self._seek(range(self.step - 2, -1, -1), lambda event: isinstance(event, Cutoff))

    def out(self) -> bool:
        """To the moment the current node is left: what lies below it is skipped."""
        here = self.at
        if here is None:
            return self.go(self.last) if self.step else self.forward()
        leaving = range(self.step, self.last)
        return self._seek(leaving, lambda event: isinstance(event, Leave) and event.path == here)

    def find(self, name: str) -> bool:
        """To the next time a node of that name is entered, from the beginning again if need be.

        A node is known by its own name, by the move that leads to it, or by its path.
        """
        wanted = self.places.get(name.strip().lower(), frozenset())
        order = [*range(self.step, self.last), *range(self.step)]
        return self._seek(order, lambda event: isinstance(event, Enter) and event.path in wanted)

    @cached_property
    def places(self) -> dict[str, frozenset[Path]]:
        """The nodes that were entered, by all that they may be called, in small letters."""
        found: dict[str, set[Path]] = {"root": {()}}
        for vertex in self.trace.outline.walk():
            for name in (vertex.name, vertex.edge, self.trace.label(vertex.path)):
                if name:
                    found.setdefault(name.lower(), set()).add(vertex.path)
        return {name: frozenset(paths) for name, paths in found.items()}

    def _seek(self, order: range | list[int], wanted: Callable[[Event], bool]) -> bool:
        for index in order:
            if wanted(self.trace.events[index]):
                self.step = index + 1
                return True
        return False
