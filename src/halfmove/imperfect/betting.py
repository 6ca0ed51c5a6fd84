"""The bets of a game of cards as a tree of numbers: the same whatever is dealt."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from halfmove.core.abstraction import Abstraction
from halfmove.core.contract import CHANCE, Action, Game
from halfmove.core.errors import Unsuitable

OVER = -2
"""The mover of a node where the hand is over."""
RESULTS = 3
LARGEST = 500_000
"""Nodes of a tree that is laid out."""
FOLDS, CALLS = ("fold",), ("check", "call")
"""What actions are called that are no bets."""


class Betting(NamedTuple):
    """The tree, as arrays; node 0 is the root, and children of a node follow each other."""

    rounds: int
    """How many rounds of bets there are."""
    mover: Any
    """int64[nodes]: who is to act; `OVER`."""
    round: Any
    """int64[nodes]: the round of bets, from 0."""
    child: Any
    """int64[nodes]: the first child."""
    size: Any
    """int64[nodes]: how many actions there are."""
    row: Any
    """int64[nodes]: where the actions of its first bucket lie in the tables, those of the next `size` on."""
    earned: Any
    """float64[nodes, 3]: what the first player earns where it is over, by what the deal comes to."""


@dataclass(frozen=True)
class BettingTable:
    """A tree and what it was made from."""

    tree: Betting
    rows: int
    """Actions in all, of all buckets."""
    sets: int
    """Information sets in all."""
    depth: int
    """Nodes on the longest path."""
    nodes: dict[Hashable, int]
    """The node of what the players have done (`Abstraction.bets`)."""
    actions: list[tuple[Action, ...]]
    """The actions of each node."""
    texts: list[tuple[str, ...]]
    """What they are called."""

    def place(self, node: int, texts: tuple[str, ...]) -> int:
        """Which action of a node is called so; -1: none."""
        return next((which for which, text in enumerate(self.texts[node]) if text in texts), -1)

    def quiet(self, node: int) -> int:
        """The end that a node comes to where all check and call."""
        while self.tree.mover[node] != OVER:
            node = int(self.tree.child[node]) + self.place(node, CALLS)
        return node


def lay_out_bets(game: Game, abstraction: Abstraction) -> BettingTable:
    """The tree of a game's bets; `Unsuitable` where they depend on the cards, or for other than two players
    with opposite interests."""
    if game.players != 2 or not game.zero_sum:
        raise Unsuitable(f"Buckets are for two players with opposite interests, not for {game!r}.")
    mover, rounds, child, size, row = [0], [0], [0], [0], [0]
    earned: list[tuple[float, ...]] = [(0.0,) * RESULTS]
    nodes: dict[Hashable, int] = {}
    actions: list[tuple[Action, ...]] = [()]
    texts: list[tuple[str, ...]] = [()]
    rows = sets = deepest = 0
    first = tuple(game.initial() for _ in range(RESULTS))
    waiting = [(0, first, 0, -1, 0)]
    for node, states, cards, stage, depth in waiting:
        deepest = max(deepest, depth + 1)
        if not game.is_terminal(states[0]) and game.to_move(states[0]) == CHANCE:
            stage += 1
            while not game.is_terminal(states[0]) and game.to_move(states[0]) == CHANCE:
                dealt = [example[cards] for example in abstraction.examples]
                states = tuple(game.result(s, a) for s, a in zip(states, dealt, strict=True))
                cards += 1
        if game.is_terminal(states[0]):
            mover[node] = OVER
            earned[node] = tuple(float(game.utility(s, 0)) for s in states)
            continue
        offered = tuple(game.actions(states[0]))
        if any(tuple(game.actions(s)) != offered or game.to_move(s) == CHANCE for s in states):
            raise Unsuitable(f"What may be done in {game!r} depends on the cards.")
        mover[node], rounds[node] = game.to_move(states[0]), max(stage, 0)
        child[node], size[node], row[node] = len(mover), len(offered), rows
        nodes[abstraction.bets(states[0])] = node
        actions[node] = offered
        texts[node] = tuple(game.action_text(states[0], action) for action in offered)
        rows += len(offered) * abstraction.sizes[rounds[node]]
        sets += abstraction.sizes[rounds[node]]
        for action in offered:
            after = tuple(game.result(s, action) for s in states)
            waiting.append((len(mover), after, cards, stage, depth + 1))
            for column in (mover, rounds, child, size, row):
                column.append(0)
            earned.append((0.0,) * RESULTS)
            actions.append(())
            texts.append(())
        if len(mover) > LARGEST:
            raise Unsuitable(
                f"The bets of {game!r} are more than {LARGEST:,} nodes; fewer bets or smaller stacks make "
                "fewer."
            )
    columns = [np.array(column, dtype=np.int64) for column in (mover, rounds, child, size, row)]
    tree = Betting(len(abstraction.sizes), *columns, np.array(earned))  # type: ignore[call-arg]
    return BettingTable(tree, rows, sets, deepest, nodes, actions, texts)
