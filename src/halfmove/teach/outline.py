"""The tree that a search is about: every node down to the horizon, visited or not.

The search never sees this tree whole; it is made beside it, from the rules, so that a picture can show what
was never visited and an exercise can ask for it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput
from halfmove.core.score import WIN
from halfmove.search.trace import Path

MOST_NODES = 20_000
"""A larger outline is refused: nobody can look at it, and it would not fit the memory for long."""


@dataclass(frozen=True, eq=False, slots=True)
class Vertex:
    """A node of the outline, with all below it."""

    path: Path
    state: Any
    player: int | None
    """Who moves: 0, 1, …, CHANCE; None at a terminal state."""
    name: str
    """Its name, where an explicit tree gives it one."""
    edge: str
    """The action that leads to it, in the game's notation; empty at the root."""
    probability: float | None
    """Of the chance outcome that leads to it."""
    payoffs: tuple[Any, ...] | None
    """A terminal state's utility to each player; at the horizon the evaluation, in the same units, and of
    an inner node of an explicit tree the evaluation it was given; None elsewhere."""
    children: tuple[Vertex, ...]
    """Empty at a terminal state and beyond the horizon."""

    @property
    def terminal(self) -> bool:
        return self.player is None

    @property
    def is_leaf(self) -> bool:
        return not self.children

    def walk(self) -> Iterator[Vertex]:
        """This node and all below it, depth first, without recursion."""
        waiting = [self]
        while waiting:
            vertex = waiting.pop()
            yield vertex
            waiting.extend(reversed(vertex.children))

    def leaves(self, depth: int | None = None) -> Iterator[Vertex]:
        """The leaves from left to right: terminal states, and states at the horizon.

        The outline's own horizon, or one `depth` plies from here, where that is nearer.
        """
        horizon = math.inf if depth is None else len(self.path) + depth
        for vertex in self.walk():
            plies = len(vertex.path)
            if plies == horizon or (plies < horizon and vertex.is_leaf):
                yield vertex

    @property
    def height(self) -> int:
        """Plies from here to the deepest leaf."""
        root = len(self.path)
        return max(len(vertex.path) for vertex in self.walk()) - root

    def index(self) -> dict[Path, Vertex]:
        """Every node by its path."""
        return {vertex.path: vertex for vertex in self.walk()}


def outline(
    game: Game,
    state: Any = None,
    depth: int | None = None,
    *,
    beyond: Collection[Path] = (),
    most: int = MOST_NODES,
) -> Vertex:
    """The tree below a state (the initial one if none is given), `depth` plies deep, whole if it is None.

    `beyond` are paths that are drawn even if they lie deeper: what a quiescence search visited, or an
    extension.  `BadInput` if there are more than `most` nodes.
    """
    wanted = {path[:length] for path in beyond for length in range(len(path) + 1)}
    maker = _Maker(game, depth, wanted, most)
    return maker.vertex(game.initial() if state is None else state, (), "", None)


class _Maker:
    def __init__(self, game: Game, depth: int | None, wanted: set[Path], most: int) -> None:
        self.game, self.depth, self.wanted, self.most = game, depth, wanted, most
        self.made = 0

    def vertex(self, state: Any, path: Path, edge: str, probability: float | None) -> Vertex:
        self.made += 1
        if self.made > self.most:
            limit = "" if self.depth is None else f" to a depth of {self.depth}"
            raise BadInput(
                f"The tree of {self.game.title()}{limit} has more than {self.most:,} nodes, too many to "
                "draw; give a smaller depth, or a later position."
            )
        game = self.game
        name = getattr(state, "name", "")
        if game.is_terminal(state):
            utility = tuple(game.utility(state, player) for player in range(game.players))
            return Vertex(path, state, None, name, edge, probability, utility, ())
        player = game.to_move(state)
        children = self._children(state, player, path)
        payoffs = self._evaluation(state) if not children or getattr(state, "value", None) else None
        return Vertex(path, state, player, name, edge, probability, payoffs, children)

    def _children(self, state: Any, player: int, path: Path) -> tuple[Vertex, ...]:
        game = self.game
        inside = self.depth is None or len(path) < self.depth
        chances = dict(game.outcomes(state)) if player == CHANCE else {}
        found = []
        for action in game.actions(state):
            below = (*path, action)
            if inside or below in self.wanted:
                text = game.action_text(state, action)
                found.append(self.vertex(game.result(state, action), below, text, chances.get(action)))
        return tuple(found)

    def _evaluation(self, state: Any) -> tuple[Any, ...]:
        game = self.game
        estimates = (game.evaluate(state, player) / WIN for player in range(game.players))
        return tuple(int(v) if float(v).is_integer() else v for v in estimates)


def has_evaluation(game: Game, state: Any) -> bool:
    """Whether an inner state has an evaluation of its own; for one that has none 0 stands."""
    if game.explicit:
        return getattr(state, "value", None) is not None
    return type(game).evaluate is not Game.evaluate


class MinimaxValues:
    """The minimax (expectiminimax) values of a game's nodes to one player, found when asked, kept.

    `maximisers` are the players who want the value to be large; it is the payoff of the first of them.
    """

    def __init__(self, game: Game, maximisers: tuple[int, ...] = (0,)) -> None:
        self.game, self.maximisers = game, maximisers
        self._known: dict[Any, Any] = {}

    def value(self, state: Any, depth: int | None = None) -> Any:
        """The value of `state`, `depth` plies ahead and EVAL there; None: to every end of the game."""
        game, player = self.game, self.maximisers[0]
        if game.is_terminal(state):
            return game.utility(state, player)
        if depth == 0:
            return game.evaluate(state, player) / WIN
        place = (state, depth)
        if place not in self._known:
            self._known[place] = self._of_children(state, None if depth is None else depth - 1)
        return self._known[place]

    def _of_children(self, state: Any, depth: int | None) -> Any:
        game = self.game
        mover = game.to_move(state)
        if mover == CHANCE:
            chances = ((a, p) for a, p in game.outcomes(state) if p > 0)  # 0 × ∞ is not asked for
            return sum(p * self.value(game.result(state, a), depth) for a, p in chances)
        values = (self.value(game.result(state, a), depth) for a in game.actions(state))
        return max(values) if mover in self.maximisers else min(values)
