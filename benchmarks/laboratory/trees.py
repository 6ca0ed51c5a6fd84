"""Trees to measure with: irregular ones for pictures, and uniform ones in the form each peer reads."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from halfmove.teach.growth.formulas import UniformTree, root

Spec = Any
"""Nested lists: a number is a leaf, a list an inner node, MAX and MIN in turn."""


def irregular(nodes: int, seed: int = 1) -> Spec:
    """A random tree of exactly so many nodes: two to four children a node, leaves from −99 to 99."""
    dice = random.Random(seed)
    children: list[list[int]] = [[]]
    waiting = [0]
    while len(children) < nodes:
        node = waiting.pop(dice.randrange(len(waiting)))
        for _ in range(min(dice.randint(2, 4), nodes - len(children))):
            children[node].append(len(children))
            waiting.append(len(children))
            children.append([])
    values = [dice.randint(-99, 99) for _ in children]

    def spec(node: int) -> Spec:
        return [spec(child) for child in children[node]] or values[node]

    return spec(0)


def uniform(branching: int, plies: int, number: int) -> Spec:
    """The random uniform tree of that number with its leaves' ranks, from 0, in the place of their values.

    Comparisons come out the same, so every search visits the same nodes; and whole numbers survive any file.
    """
    game = UniformTree(branching=branching, plies=plies)

    def values(state: Any) -> Spec:
        if game.is_terminal(state):
            return game.utility(state, 0)
        return [values(game.result(state, action)) for action in game.actions(state)]

    def flat(spec: Spec) -> list[float]:
        return [value for child in spec for value in flat(child)] if isinstance(spec, list) else [spec]

    def ranked(spec: Spec) -> Spec:
        return [ranked(child) for child in spec] if isinstance(spec, list) else ranks[spec]

    tree = values(root(0, number))
    ranks = {value: rank for rank, value in enumerate(sorted(flat(tree)))}
    return ranked(tree)


def gambit(spec: Spec, path: Path) -> Path:
    """The tree as a Gambit file, which OpenSpiel reads."""
    lines = ['EFG 2 R "tree" { "MAX" "MIN" }']
    sets, outcomes = [0, 0], 0

    def write(node: Spec, player: int) -> None:
        nonlocal outcomes
        if not isinstance(node, list):
            outcomes += 1
            lines.append(f't "" {outcomes} "" {{ {node} {-node} }}')
            return
        sets[player] += 1
        names = " ".join(f'"{i}"' for i in range(len(node)))
        lines.append(f'p "" {player + 1} {sets[player]} "" {{ {names} }} 0')
        for child in node:
            write(child, 1 - player)

    write(spec, 0)
    path.write_text("\n".join(lines) + "\n")
    return path
