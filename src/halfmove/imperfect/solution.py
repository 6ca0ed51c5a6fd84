"""What a solver of strategies has found: the strategy, its value, and how far it is from an equilibrium."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any, NamedTuple, NotRequired, TypedDict

from halfmove.core.contract import Game
from halfmove.core.results import Table
from halfmove.core.value_grid import value_grid
from halfmove.imperfect.best_response import judge
from halfmove.imperfect.strategy import Strategy

MOST_ROWS = 40
"""Information sets of a strategy that is shown, not only kept in a file."""


class SetData(TypedDict):
    """What a strategy does in one information set."""

    player: Annotated[int, "Whose it is, from 0."]
    seen: Annotated[str, "What the player has seen."]
    actions: Annotated[dict[str, float], "The probability of each action."]


class SolutionData(TypedDict):
    """A strategy near an equilibrium, or in one."""

    game: Annotated[str, "The game's title."]
    parameters: Annotated[dict[str, Any], "The game's parameters."]
    algorithm: Annotated[str, "What found it."]
    iterations: Annotated[int, "Of regret minimisation; of an exact solver, its steps."]
    seconds: Annotated[float, "Of iterating, those before a checkpoint included."]
    prepared: Annotated[float, "Seconds of laying the game out and of making machine code."]
    value: Annotated[float, "What the first player earns where all play the strategy."]
    values: Annotated[list[float], "What each player earns."]
    best_responses: Annotated[list[float], "What each earns by a best response to the others."]
    nash_conv: Annotated[float, "What all gain together by best responses, each alone."]
    exploitability: Annotated[float, "That, divided by the number of players."]
    information_sets: Annotated[int, "How many the strategy decides."]
    histories: Annotated[int, "Histories of the game, its ends included."]
    strategy: Annotated[str | None, "The file that the strategy was written to."]
    equilibria: NotRequired[Annotated[list[list[SetData]], "Of an exact solver: all that it found."]]


class Point(NamedTuple):
    """How far a solver was after so many iterations."""

    iterations: int
    seconds: float
    value: float
    """What the first player earns where all play the average strategy."""
    exploitability: float


@dataclass(frozen=True)
class Solution(Table):
    """What regret minimisation, or an exact solver, has found; its rows are the points of its curve."""

    algorithm: str
    iterations: int
    """Of the algorithm; of an exact solver, its steps: of the simplex method, pivots, pairs of supports."""
    seconds: float
    """Seconds of iterating, those before a checkpoint included; what was `prepared` is not."""
    values: tuple[float, ...]
    """What each player earns where all play the strategy."""
    best: tuple[float, ...]
    """What each player earns with a best response to the others' strategy."""
    strategy: Strategy = field(repr=False)
    equilibria: tuple[Strategy, ...] = field(default=(), repr=False)
    """All that were found, `strategy` first, by an exact solver; none of regret minimisation."""
    prepared: float = 0.0
    """Seconds of laying the game out and of making machine code; no part of `seconds`."""
    curve: tuple[Point, ...] = field(default=(), repr=False)
    """How good the strategy was each time that it was judged, this time included; none of an exact solver."""
    interrupted: bool = False
    """Whether it was ended before its limit."""
    file: str | None = None
    """The file that the strategy was written to."""

    @property
    def value(self) -> float:
        """What the first player earns."""
        return self.values[0]

    @property
    def nash_conv(self) -> float:
        """What all players together could gain, each by a best response to the others."""
        return float(sum(self.best) - sum(self.values))

    @property
    def exploitability(self) -> float:
        """NashConv divided by the number of players; of a two-player zero-sum game, what an opponent who
        knows the strategy wins against it on average over both seats, beyond the value."""
        return self.nash_conv / len(self.values)

    @property
    def game(self) -> Game:
        """The game that the strategy is for."""
        return self.strategy.game

    def to_dict(self) -> SolutionData:
        """The figures; the strategy itself is kept by `Strategy.write`."""
        table = self.strategy.table
        data: SolutionData = {
            "game": self.game.title(),
            "parameters": dict(self.game.parameters),
            "algorithm": self.algorithm,
            "iterations": self.iterations,
            "seconds": round(self.seconds, 6),
            "prepared": round(self.prepared, 6),
            "value": self.value,
            "values": list(self.values),
            "best_responses": list(self.best),
            "nash_conv": self.nash_conv,
            "exploitability": self.exploitability,
            "information_sets": table.sets,
            "histories": table.histories,
            "strategy": self.file,
        }
        if self.equilibria:
            shown = self.equilibria if table.sets <= MOST_ROWS else ()
            data["equilibria"] = [equilibrium.to_dict()["sets"] for equilibrium in shown]
        return data

    def to_rows(self) -> list[dict[str, Any]]:
        """One row for each point of the curve."""
        return [point._asdict() for point in self.curve]

    def to_text(self) -> str:
        return "\n".join(self._lines(colours=False))

    def to_ansi(self) -> str:
        return "\n".join(self._lines(colours=True)) if self._tables() else ""

    def _tables(self) -> Any:
        """The strategy as the game's own tables, where it is not in a file."""
        return () if self.file else self.game.strategy_tables(self.strategy)

    def _lines(self, *, colours: bool) -> Iterator[str]:
        """The figures, and the strategy where it is short."""
        game, table = self.game, self.strategy.table
        yield f"{game.title()}: {table.sets:,} information sets, {table.histories:,} histories"
        speed = self.iterations / self.seconds if self.seconds > 0 else 0.0
        stopped = ", interrupted" if self.interrupted else ""
        yield (
            f"{self.algorithm}: {self.iterations:,} iterations in {self.seconds:.2f} s "
            f"({speed:,.0f} a second), prepared in {self.prepared:.2f} s{stopped}"
        )
        yield ""
        for name, value, best in zip(game.player_names, self.values, self.best, strict=False):
            yield f"value to {name:<8} {value:+.6f}   best response to the others {best:+.6f}"
        yield f"exploitability    {self.exploitability:.3g}"
        if self.file is not None:
            yield f"strategy          {self.file}"
        elif tables := self._tables():
            for heading, labels, values in tables:
                yield from ("", heading, *value_grid(labels, values, colours=colours))
        elif table.sets <= MOST_ROWS:
            yield from self._strategies()

    def _strategies(self) -> Iterator[str]:
        """The strategy, or each equilibrium with what the players earn."""
        found = self.equilibria or (self.strategy,)
        for number, strategy in enumerate(found, 1):
            yield ""
            if len(found) > 1:
                earned = zip(self.game.player_names, find_values(strategy), strict=False)
                shown = ", ".join(f"{name} {value:g}" for name, value in earned)
                yield f"equilibrium {number} of {len(found)}: {shown}"
            yield from strategy_lines(strategy)


def strategy_lines(strategy: Strategy) -> Iterator[str]:
    """A line for each information set, actions that are never played left out where there are many."""
    names, rows = strategy.game.player_names, list(strategy.rows())
    width = max(len(seen) for _, seen, _ in rows)
    for player, seen, actions in rows:
        played = [f"{text} {share:.3f}" for text, share in actions.items() if share > 0 or len(actions) <= 8]
        yield f"{names[player]:<8} {seen:<{width}}   {'   '.join(played)}"


def find_values(strategy: Strategy) -> tuple[float, ...]:
    """What each player earns where all play a strategy."""
    table = strategy.table
    return tuple(map(float, judge(table.layout, strategy.policy, compiled=table.compiled)[0]))


def make_solution(algorithm: str, iterations: int, seconds: float, strategy: Strategy) -> Solution:
    """A strategy with what it is worth, and with what best responses to it earn."""
    values, best = judge(strategy.table.layout, strategy.policy, compiled=strategy.table.compiled)
    return Solution(
        algorithm, iterations, seconds, tuple(map(float, values)), tuple(map(float, best)), strategy
    )
