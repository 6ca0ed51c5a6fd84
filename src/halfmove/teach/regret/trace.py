"""A run of regret minimisation, recorded iteration by iteration: what each information set's table says."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.imperfect.layout import GameTable, lay_out
from halfmove.imperfect.solving import METHODS, Method, RegretSolver, Solution, method_named
from halfmove.imperfect.strategy import normalised
from halfmove.teach import step_files

MOST_HISTORIES = 400
"""Of a game whose tree is drawn: its histories side by side."""
MOST_ITERATIONS = 1_000
"""So many can be recorded; nobody steps through more."""
WRITTEN = "Regret minimisation is"
"""In the sentence that says as what."""


@dataclass(frozen=True)
class Tables:
    """What an iteration has left behind, a figure for each action of each information set (a sequence)."""

    regret: Any
    policy: Any
    """The strategy that comes next."""
    average: Any
    """The average strategy."""
    exploitability: float
    """Of the average strategy."""
    values: tuple[float, ...]
    """What each player earns where all play it."""


@dataclass(frozen=True)
class Step:
    """What there is to be shown: one information set's new row, or that an iteration is done."""

    iteration: int
    """From 1."""
    number: int | None
    """The information set; None where the iteration is done."""


class RegretTrace:
    """A run from the first iteration on; made by `record`."""

    def __init__(self, table: GameTable, method: Method, seed: int, tables: list[Tables]) -> None:
        self.table, self.method, self.seed = table, method, seed
        self.tables = tuple(tables)
        """Before the first iteration and after each."""

    @property
    def game(self) -> Game:
        """The game, interpreted, its moves made in turn."""
        return self.table.game

    @property
    def iterations(self) -> int:
        return len(self.tables) - 1

    def rows(self, number: int) -> range:
        """The sequences of an information set: where its figures stand in `Tables`."""
        first = self.table.layout.first
        return range(int(first[number]), int(first[number + 1]))

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Each information set whose regrets or strategy an iteration changed, by player, and its end."""
        found = []
        for iteration in range(1, len(self.tables)):
            before, after = self.tables[iteration - 1 : iteration + 1]
            for number in range(self.table.sets):
                own = slice(self.rows(number).start, self.rows(number).stop)
                same = np.array_equal(before.regret[own], after.regret[own])
                if not same or not np.array_equal(before.policy[own], after.policy[own]):
                    found.append(Step(iteration, number))
            found.append(Step(iteration, None))
        return tuple(found)

    def at(self, steps: int) -> tuple[Any, Any, Tables]:
        """Regrets and strategy after so many steps, and the tables of the last iteration that is done."""
        if steps == 0:
            return self.tables[0].regret, self.tables[0].policy, self.tables[0]
        iteration = self.steps[steps - 1].iteration
        before, after = self.tables[iteration - 1 : iteration + 1]
        regret, policy, done = before.regret.copy(), before.policy.copy(), before
        for step in self.steps[:steps]:
            if step.iteration < iteration:
                continue
            if step.number is None:
                done = after
                continue
            own = slice(self.rows(step.number).start, self.rows(step.number).stop)
            regret[own], policy[own] = after.regret[own], after.policy[own]
        return regret, policy, done

    # ---- told
    def player(self, player: int) -> str:
        """Who that is."""
        return str(self.game.player_names[player])

    def sentence(self, steps: int) -> str:
        """What the last of so many steps did."""
        if steps == 0:
            return "The beginning: no regret yet, and every action is as likely as another."
        step = self.steps[steps - 1]
        before, after = self.tables[step.iteration - 1 : step.iteration + 1]
        if step.number is None:
            first, worth = self.player(0), figure(after.values[0])
            return (
                f"Iteration {step.iteration} is done. The average strategy is worth {worth} to {first}, and "
                f"whoever knows it wins {figure(after.exploitability)} more than that a game against it: its "
                "exploitability."
            )
        texts, rows = self.table.texts(step.number), self.rows(step.number)
        changes = ", ".join(
            f"{text} {figure(before.regret[s])} → {figure(after.regret[s])}" for text, s in zip(texts, rows)
        )
        plays = ", ".join(f"{text} {figure(after.policy[s])}" for text, s in zip(texts, rows))
        return (
            f"{self.player(self.table.owner(step.number)).capitalize()}, who has seen "
            f"“{self.table.seen(step.number)}”: regret of {changes}. Next: {plays}."
        )

    def text(self, *, width: int | None = 100) -> str:
        """Every step in a sentence, and the tables at the end."""
        return "\n".join(self._lines(width))

    def _lines(self, width: int | None) -> Iterator[str]:
        yield f"{self.method.name} on {self.game.title()}: {self.table.sets} information sets"
        for number, step in enumerate(self.steps, 1):
            if number == 1 or self.steps[number - 2].number is None:
                yield f"\nIteration {step.iteration}"
            told = self.sentence(number)
            yield from (
                [f"  {told}"]
                if width is None
                else textwrap.wrap(told, width, initial_indent="  ", subsequent_indent="    ")
            )
        yield ""
        cells = self.cells(len(self.steps))
        wide = [max(len(row[i]) for row in cells) for i in range(len(cells[0]))]
        for row in cells:
            yield "  ".join(
                cell.ljust(space) if i < 3 else cell.rjust(space)
                for i, (cell, space) in enumerate(zip(row, wide))
            ).rstrip()

    def cells(self, steps: int) -> list[list[str]]:
        """The tables after so many steps: a head, then a row for each action of each information set."""
        regret, policy, done = self.at(steps)
        found = [["player", "has seen", "action", "regret", "strategy", "average"]]
        for number in range(self.table.sets):
            who, seen = self.player(self.table.owner(number)), self.table.seen(number)
            for text, s in zip(self.table.texts(number), self.rows(number)):
                figures = [figure(float(row[s])) for row in (regret, policy, done.average)]
                found.append([who, seen, text, *figures])
                who = seen = ""
        return found

    # ---- drawn
    def svg(self, *, steps: int | None = None) -> str:
        """The tree after `steps` of the steps (None: all), information sets joined by dashes."""
        from halfmove.teach.regret.drawing import tree

        return tree(self, len(self.steps) if steps is None else steps)

    def html(self) -> str:
        """A page to step through, with tree, tables and the exploitability of all variants."""
        from halfmove.teach.regret.drawing import page

        return page(self)

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write .html, a page to step through, or .svg, the tree at the end; `BadInput` for another name."""
        step_files.save(self, file, WRITTEN)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<RegretTrace of {self.method.name} on {self.game.title()}: {self.iterations} iterations>"


def record(game: Game, *, algorithm: str = "cfr", iterations: int = 5, seed: int = 0) -> RegretTrace:
    """Minimise regret from the beginning, and keep the tables after every iteration; always interpreted.

    `algorithm` and `seed` as for `regret`.  `BadInput` for a game of more than 400 histories, and for more
    than 1,000 iterations.
    """
    method = method_named(algorithm)
    if not 1 <= iterations <= MOST_ITERATIONS:
        raise BadInput(f"1 to {MOST_ITERATIONS:,} iterations can be stepped through, not {iterations}.")
    table = small(game)
    run = RegretSolver(table, method, seed)
    tables = [_now(run)]
    for _ in range(iterations):
        run.step(1)
        tables.append(_now(run))
    return RegretTrace(table, method, seed, tables)


def small(game: Game) -> GameTable:
    """A game laid out whose tree can be drawn, to be run interpreted; `BadInput` for a larger one."""
    try:
        table = lay_out(game, largest=MOST_HISTORIES)
    except BadInput as error:
        if "too many to lay out" not in str(error):
            raise
        raise BadInput(
            f"{game.title()} has more than {MOST_HISTORIES} histories, too many to draw; step through a "
            "smaller game, such as kuhn."
        ) from None
    table.compiled = False
    return table


def _now(run: RegretSolver) -> Tables:
    found: Solution = run.solution()
    average = normalised(run.table, run.tables.average)
    return Tables(
        run.tables.regret.copy(), run.tables.policy.copy(), average, found.exploitability, found.values
    )


Curve = list[tuple[int, float]]


def curves(game: Game, *, iterations: int = 1_000, seed: int = 0) -> dict[str, Curve]:
    """The exploitability of the average strategy after 1, 2, 5, 10, … iterations, by every variant."""
    table = small(game)
    points = [n * 10**k for k in range(7) for n in (1, 2, 5) if n * 10**k <= iterations]
    found: dict[str, Curve] = {}
    for name, method in METHODS.items():
        if not method.suits(table):
            continue
        run = RegretSolver(table, method, seed)
        found[name] = []
        for point in points:
            run.step(point - run.iterations)
            found[name].append((point, run.solution().exploitability))
    return found


def figure(value: float) -> str:
    """A number with three decimals at most: −0.056, 0.5, 2."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return ("0" if text in ("-0", "") else text).replace("-", "−")
