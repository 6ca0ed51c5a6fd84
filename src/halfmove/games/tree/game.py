"""An explicit game tree as a `Game`: small, drawn on the blackboard, and searched by the same searches."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from halfmove.core import bits
from halfmove.core.errors import BadInput
from halfmove.core.game import CHANCE, Game, hash_state
from halfmove.core.score import WIN
from halfmove.games.tree.node import Action, Node
from halfmove.games.tree.read import read
from halfmove.games.tree.spec import as_json, build


def tree(spec: Any) -> Tree:
    """The game of an explicit tree; `games.tree.spec` says how it is written.

    `spec` is a Python value, JSON text, or the path of a file of JSON.  `BadInput` names the place of a
    mistake.
    """
    return Tree(spec)


class Tree(Game):
    """A tree that is written down: numbers are leaves, lists are inner nodes, MAX and MIN move in turn."""

    name = "tree"
    compiled = False

    root: Node

    def __init__(self, spec: Any) -> None:
        value = read(
            os.fspath(spec) if isinstance(spec, os.PathLike) and not isinstance(spec, Path) else spec
        )
        self.root, players = build(value)
        nodes = list(self.root.walk())
        leaves = [node.value for node in nodes if node.is_leaf and node.value]
        # Traits that other games have by class belong to the tree at hand.
        self.players = players
        self.zero_sum = all(abs(sum(payoffs)) < 1e-9 for payoffs in leaves)
        payoffs = [abs(payoff) for value in leaves for payoff in value]
        self.whole_utilities = all(payoff == int(payoff) for payoff in payoffs)
        self.utility_limit = max(1, *(math.ceil(payoff) for payoff in payoffs)) if payoffs else 1
        self.chance = any(node.player == CHANCE for node in nodes)
        self.player_names = ("MAX", "MIN") if players == 2 else tuple(f"player {i}" for i in range(players))
        self.actions_limit = max(1, *(len(node.children) for node in nodes)) if len(nodes) > 1 else 1
        self.parameters = {"spec": json.dumps(as_json(value))}

    # ---- the six functions
    def initial(self) -> Node:
        return self.root

    def to_move(self, s: Node) -> int:
        return s.player

    def actions(self, s: Node) -> Iterator[Action]:
        for action, _ in s.children:
            yield action

    def result(self, s: Node, a: Action) -> Node:
        return s.child(a)

    def is_terminal(self, s: Node) -> bool:
        return s.is_leaf

    def utility(self, s: Node, player: int) -> float:
        assert s.value is not None, "a leaf has payoffs"
        return s.value[player]

    def outcomes(self, s: Node) -> Iterator[tuple[Action, float]]:
        for (action, _), probability in zip(s.children, s.probabilities):
            yield action, probability

    # ---- knowledge
    def evaluate(self, s: Node, player: int) -> int:
        """The node's own "value", in the units of every evaluation (payoff × WIN); 0 where it has none."""
        return 0 if s.value is None else round(s.value[player] * WIN)

    def key(self, s: Node) -> bits.Bitboard:
        return hash_state(s.path)

    # ---- text: an action is its label, a position the path of actions from the root
    def action_text(self, s: Node, a: Action) -> str:
        return str(a)

    def parse_action(self, s: Node, text: str) -> Action:
        word = text.strip()
        if s.is_leaf:
            raise BadInput(f"{s.title} is a leaf, so '{word}' cannot be played.")
        for action, child in s.children:
            if word in (str(action), child.name):
                return action
        labels = ", ".join(str(action) for action, _ in s.children)
        raise BadInput(f"'{word}' is not an action at {s.title}; the actions are: {labels}.")

    def position_text(self, s: Node) -> str:
        return "/".join(map(str, s.path)) or "root"

    def parse(self, text: str) -> Node:
        """The node at the end of a path such as `a1/0`, or the one node of that name; `root` is the root."""
        word = text.strip()
        if word in ("", "root", "/"):
            return self.root
        named = [node for node in self.root.walk() if node.name == word]
        if len(named) == 1:
            return named[0]
        node = self.root
        for step in word.strip("/").split("/"):
            node = node.child(self.parse_action(node, step))
        return node

    # ---- pictures
    def show(self, s: Node) -> str:
        from halfmove.games.tree.picture import text

        return text(s, self.players)

    def draw(self, s: Node) -> str:
        from halfmove.games.tree.picture import svg

        return svg(s, self.players)

    def __repr__(self) -> str:
        return f"tree({self.parameters['spec']})"
