"""Textbooks' figures of Monte Carlo tree search, to replay.

FIGURES["aima-5.10"].trace()
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from halfmove.core.contract import Game
from halfmove.games.tree import tree
from halfmove.teach.montecarlo.trace import SimulationTrace, simulate


def _open(moves: tuple[str, str]) -> dict[str, Any]:
    """A position of which the figure says nothing more: two moves, two answers each, one of them a win."""
    return {move: {"children": {"y1": -1, "y2": 1}} for move in moves}


def _node(**children: Any) -> dict[str, Any]:
    return {"children": children}


_UNKNOWN = {"children": _open(("x1", "x2"))}

AIMA_GAME = _node(
    a1=_node(
        b1=_node(c1={"children": _open(("d1", "d2"))}, c2=_UNKNOWN),
        b2=_UNKNOWN,
    ),
    a2=_UNKNOWN,
    a3=_UNKNOWN,
)
"""A game under the figure, whose players are called black (who moves at the root) and white.  What lies
beyond the figure's leaves is ours: the book does not say which game it is."""

AIMA_COUNTS = """
37/100           # white has moved; black is to move
  a1: 60/79
    b1: 16/53
      c1: 27/35
      c2: 10/18
    b2: 3/26
  a2: 1/10
  a3: 2/11
"""


@dataclass(frozen=True)
class Figure:
    """A figure: its game and counts, where it is from, what it shows, and the search that shows it."""

    name: str
    spec: Any
    """The game, as `hm.tree` takes it."""
    players: tuple[str, str]
    counts: str
    shows: str
    source: str
    options: Mapping[str, str] = field(default_factory=dict)
    simulations: int = 1

    def game(self) -> Game:
        """The game, with the figure's names for the players."""
        made = tree(self.spec)
        made.player_names = self.players
        return made

    def trace(
        self,
        *,
        simulations: int | None = None,
        options: Mapping[str, str] | None = None,
        seed: int = 0,
    ) -> SimulationTrace:
        """The search that shows it; with other settings, what would happen instead."""
        trace = simulate(
            self.game(),
            simulations=self.simulations if simulations is None else simulations,
            options={**self.options, **(options or {})},
            seed=seed,
            counts=self.counts,
        )
        return replace(trace, name=self.name)


FIGURES = {
    figure.name: figure
    for figure in (
        Figure(
            "aima-5.10",
            AIMA_GAME,
            ("black", "white"),
            AIMA_COUNTS,
            "one iteration of UCT: 60/79, 16/53, 27/35, a new node, a win for black",
            "Russell and Norvig, Artificial Intelligence: A Modern Approach, 4th ed. (2021), fig. 5.10",
            options={"c": "1.4", "proofs": "false"},
        ),
    )
}
"""All of them by name.  c = 1.4 is the book's; with 1.5 it says that 2/11 would be selected at the root."""
