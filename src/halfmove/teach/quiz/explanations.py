"""Why a node was left out, or had to be looked at, in the sentences of `teach.sentences`."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

from halfmove.core.contract import CHANCE
from halfmove.search.trace import Cutoff, Enter, Leave, Path
from halfmove.teach.naming import figure, probability
from halfmove.teach.quiz.exercise import Exercise
from halfmove.teach.sentences import Teller


class Explanations:
    """The reasons in one exercise's search."""

    def __init__(self, exercise: Exercise) -> None:
        self.exercise, self.trace, self.names = exercise, exercise.trace, exercise.names

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """What happened at each event."""
        teller = Teller(self.trace.lesson)
        return tuple(map(teller.tell, self.trace.events))

    def cut(self, cut: Cutoff) -> str:
        """The sentence about a cut."""
        return self.sentences[next(i for i, event in enumerate(self.trace.events) if event is cut)]

    def left_the(self, path: Path) -> str:
        """The sentence about the value that a node returned, the last time."""
        number = max(
            i for i, event in enumerate(self.trace.events) if isinstance(event, Leave) and event.path == path
        )
        return self.sentences[number]

    def entered(self, path: Path) -> str:
        """The sentence about the window with which a node was entered, the last time."""
        number = max(
            i for i, event in enumerate(self.trace.events) if isinstance(event, Enter) and event.path == path
        )
        return self.sentences[number]

    def left_out(self, path: Path) -> str:
        """Why a node was never visited."""
        pruned = self.trace.replay.pruned
        for length in range(len(path), 0, -1):
            if path[:length] in pruned:
                return self.cut(pruned[path[:length]])
        return f"{self.names.name(path)} was never visited."

    def visited(self, path: Path) -> str:
        """Why nothing above a node was cut when the search came to it."""
        name = self.names.name(path)
        if not path:
            return f"{name} is where the search starts."
        number = next(
            i for i, event in enumerate(self.trace.events) if isinstance(event, Enter) and event.path == path
        )
        mark = self.trace.after(number).marks[path[:-1]]
        parent = self.names.name(path[:-1])
        if mark.value is None or mark.best is None:
            return f"{name} is the first child of {parent} to be tried: nothing was known of {parent} yet."
        if mark.alpha is None or mark.player == CHANCE or isinstance(mark.value, tuple):
            return f"When the search came to {name}, nothing allowed it to give {parent} up."
        rising = self.trace.from_mover or mark.player in self.trace.maximisers
        letter, bound = ("β", mark.beta) if rising else ("α", mark.alpha)
        strict = bool(self.trace.start.options.get("strict", False))
        sign = (">" if strict else "≥") if rising else ("<" if strict else "≤")
        if math.isinf(bound):
            return (
                f"When the search came to {name}, {letter} at {parent} was {figure(bound)}: nobody above has "
                "anything better, so no value could cut there."
            )
        return (
            f"When the search came to {name}, v at {parent} was {figure(mark.value)} and {letter} was "
            f"{figure(bound)}: v {sign} {letter} did not hold, so {name} still mattered."
        )

    def value(self, path: Path, value: Any) -> str:
        """How a node's minimax value comes from its children's."""
        vertex = self.names.vertices[path]
        values = [(self.names.name(child.path), self.true(child.path)) for child in vertex.children]
        row = ", ".join(f"{figure(v)} ({name})" for name, v in values)
        name = self.names.name(path)
        if vertex.player == CHANCE:
            terms = " + ".join(
                f"{probability(child.probability or 0)} × {figure(v)}"
                for child, (_, v) in zip(vertex.children, values)
            )
            return f"Chance decides at {name}: {terms} = {figure(value)}."
        who = self.player(path)
        if not self.trace.maximisers:
            return f"{who.capitalize()} moves at {name} and takes the largest payoff to {who} of {row}."
        best = "largest" if vertex.player in self.trace.maximisers else "smallest"
        if len(values) == 1:
            return f"{name} has one child only: {row}."
        return f"{who} moves at {name} and takes the {best} of {row}."

    def player(self, path: Path) -> str:
        """Who moves at a node."""
        from halfmove.teach.naming import player_name

        return player_name(self.trace.game, self.names.vertices[path].player, self.trace.maximisers)

    def true(self, path: Path) -> Any:
        """The minimax value of any node, visited or not, to MAX; what max^n found, of a node it visited."""
        vertex = self.names.vertices[path]
        if self.trace.maximisers:
            return self.trace.minimax_values.value(vertex.state)
        mark = self.trace.replay.marks.get(path)
        return mark.value if mark else None
