"""An explicit game tree as a `Game`: small, drawn on the blackboard, and searched by the same searches."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from halfmove.core import bits
from halfmove.core.contract import CHANCE, Chance, Game, Payoffs
from halfmove.core.errors import BadInput
from halfmove.core.score import ESTIMATE, WIN
from halfmove.games.tree.node import Action, Node, path_text, player_word
from halfmove.games.tree.read import read
from halfmove.games.tree.writing import as_json, format_indented

if TYPE_CHECKING:
    from halfmove.core.surface import Surface


def tree(spec: Any, root: int | str | None = None) -> Tree:
    """The game of an explicit tree; `games.tree.spec` says how it is written.

    `spec` is a Python value, text (JSON, or lines indented under each other: `games.tree.indented`), or the
    path of a file of text.  `root` is who moves at the root ("max", "min", "chance" or a player's number) if
    the tree does not say; player 0 by default.  `BadInput` names the place of a mistake.
    """
    return Tree(spec, root)


class Tree(Game):
    """A tree that is written down: numbers are leaves, lists are inner nodes, MAX and MIN move in turn."""

    name = "tree"
    compiled = False
    explicit = True

    root: Node

    def __init__(self, spec: Any, root: int | str | None = None) -> None:
        self.root, players = read(spec, root)
        nodes = list(self.root.walk())
        leaves = [node.value for node in nodes if node.is_leaf and node.value]
        evaluations = [node.value for node in nodes if not node.is_leaf and node.value]
        # Traits that other games have by class belong to the tree at hand.
        self.players = players
        mins = several_mins(nodes, players)
        zero = all(map(_sums_to_zero, leaves))
        self.payoffs = Payoffs.ZERO_SUM if zero else Payoffs.ONE_AGAINST_ALL if mins else Payoffs.GENERAL
        payoffs = {abs(payoff) for value in leaves for payoff in value}
        self.whole_utilities = all(float(payoff).is_integer() for payoff in payoffs)
        self.utility_limit = _limit(payoffs, {abs(v) for value in evaluations for v in value})
        self.chance = Chance.EXPLICIT if any(node.player == CHANCE for node in nodes) else Chance.NONE
        self.root.origin.mins = mins
        self.player_names = tuple(player_word(i, players, mins) for i in range(players))
        self.actions_limit = max(1, *(len(node.children) for node in nodes)) if len(nodes) > 1 else 1
        self.root.origin.spec = json.dumps(as_json(self.root, players), ensure_ascii=False)
        self.parameters = {"spec": self.root.origin.spec}

    def indented(self) -> str:
        """The tree as text, a node a line (`games.tree.indented`); `tree` reads it back."""
        return format_indented(self.root, self.players)

    # ---- the six functions
    def initial(self) -> Node:
        return self.root

    def to_move(self, s: Node) -> int:
        return s.player

    def actions(self, s: Node) -> Iterator[Action]:
        return iter(s.below)

    def result(self, s: Node, a: Action) -> Node:
        return s.below[a]

    def is_terminal(self, s: Node) -> bool:
        return not s.children

    def utility(self, s: Node, player: int) -> float:
        return s.value[player]  # type: ignore[index]  # a leaf has payoffs

    def outcomes(self, s: Node) -> Iterator[tuple[Action, float]]:
        for (action, _), probability in zip(s.children, s.probabilities, strict=True):
            yield action, probability

    # ---- knowledge
    def evaluate(self, s: Node, player: int) -> int:
        """The node's own "value", in the units of every evaluation (payoff × WIN); 0 where it has none.

        ±math.inf where that value is infinite.
        """
        if s.value is None:
            return 0
        value = s.value[player] * WIN
        return round(value) if math.isfinite(value) else value  # type: ignore[return-value]

    def forcing(self, s: Node) -> Iterator[Action]:
        """The actions that the node calls "forcing"."""
        return iter(s.forcing)

    def key(self, s: Node) -> bits.Bitboard:
        return bits.mix(bits.board(s.number))

    # ---- text: an action is its label, a position the path of actions from the root
    def action_text(self, s: Node, a: Action) -> str:
        return str(a)

    def parse_action(self, s: Node, text: str) -> Action:
        word = text.strip()
        if s.is_leaf:
            raise BadInput(f"{s.title} is a leaf, so '{word}' cannot be played.")
        for action, _ in s.children:
            if word == str(action):
                return action
        named = [action for action, child in s.children if word == child.name]
        if len(named) == 1:
            return named[0]
        labels = ", ".join(str(action) for action, _ in s.children[:30])
        more = ", …" if len(s.children) > 30 else ""
        raise BadInput(f"'{word}' is not an action at {s.title}; the actions are: {labels}{more}.")

    def split_moves(self, text: str) -> list[str]:
        """Actions whose names have blanks in them are separated by `/`, as in a position."""
        return text.strip().strip("/").split("/") if "/" in text else super().split_moves(text)

    def position_text(self, s: Node) -> str:
        return path_text(s)

    def parse(self, text: str) -> Node:
        """The node at the end of a path such as `a1/0`, or the one node of that name; `root` is the root."""
        word = text.strip()
        if word in ("", "root", "/"):
            return self.root
        node = self.root
        try:
            for step in word.strip("/").split("/"):
                node = node.child(self.parse_action(node, step))
        except BadInput:
            named = [node for node in self.root.walk() if node.name == word]
            if len(named) == 1:
                return named[0]
            if named:
                raise BadInput(
                    f"{len(named)} nodes are called '{word}'; say which by the actions that lead to it, "
                    f"such as {self.position_text(named[0])}."
                ) from None
            raise
        return node

    # ---- pictures
    def show(self, s: Node) -> str:
        from halfmove.games.tree.board import text

        return text(s, self.players)

    def draw(self, s: Node) -> str:
        from halfmove.games.tree.board import svg

        return svg(s, self.players)

    def surface(self) -> Surface:
        from halfmove.games.tree.board import Children

        return Children(self)

    def _repr_svg_(self) -> str:
        """The whole tree, as a notebook shows it."""
        return self.draw(self.root)

    def __repr__(self) -> str:
        return f"tree({self.parameters['spec']})"


def node_of(spec: str, number: int) -> Node:
    """The node of that number in the tree that `spec` describes: how nodes come back from a pickle."""
    return _nodes(spec)[number]


@lru_cache(maxsize=4)
def _nodes(spec: str) -> list[Node]:
    return list(Tree(spec).root.walk())


def several_mins(nodes: list[Node], players: int) -> bool:
    """Whether one player stands against several who all get the opposite of what he gets, the last of whom
    moves somewhere."""
    values = [node.value for node in nodes if node.value is not None]
    shared = players > 2 and all(worth == -value[0] for value in values for worth in value[1:])
    return shared and any(node.player == players - 1 and not node.is_leaf for node in nodes)


def _sums_to_zero(payoffs: tuple[float, ...]) -> bool:
    if len(payoffs) == 2:
        return payoffs[0] == -payoffs[1] or abs(sum(payoffs)) < 1e-9
    return abs(sum(payoffs)) < 1e-9  # not so for infinite ones


def _limit(payoffs: set[float], evaluations: set[float]) -> int:
    """The least `utility_limit` that covers the payoffs, and the range that it gives to evaluations."""
    most = max(1, 1, *payoffs)
    furthest = max(0, 0, *evaluations) + 1 - ESTIMATE / WIN
    if math.isinf(most) or math.isinf(furthest):
        return math.inf  # type: ignore[return-value]  # an engine must not take it for a number it can count to
    return max(math.ceil(most), math.floor(furthest + 1e-6) + 1 if evaluations else 1)
