"""The tree of the move before: states that a textbook search makes with it, and without.

After a move and its replies the tree of the search before holds the new position to a depth of h − 2 plies
where two play (the lecture's figure), and to h − 1 − k in Pac-Man with k ghosts: a depth is a round there,
and one round less is held. Only the last plies must be made. "Made" are the states that come from RESULT;
those that the tree holds are entered again, as minimax needs the values of the new leaves. Three searches
play the same moves, those that alpha-beta from an empty tree expects of everybody: minimax, alpha-beta, and
alpha-beta that tries first at each node what the kept tree says is best. Every value with the tree must be
the value without. Counts are sums over the moves, the first one included, for which there is no tree yet.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from benchmarks import figures
from benchmarks.answers import expect
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.core.compile import interpreted
from halfmove.core.contract import Game
from halfmove.core.score import WIN
from halfmove.games.registry import game

PACMAN = (("corridor", 3), ("trap", 3), ("tiny", 4), ("small", 3), ("medium", 2))
"""Mazes, and rounds to look ahead."""
OTHERS = (("tictactoe", 5), ("connect4", 5))
"""Games of two, and plies."""
MOVES = 6


def run(section: Section, settings: Settings) -> None:
    """Count, and report."""
    moves = 3 if settings.quick else MOVES
    rows = []
    for maze, rounds in PACMAN:
        rules = game("pacman", maze=maze, evaluation="score")
        rows.append(
            row(f"Pac-Man, {maze}", f"{rounds} rounds", compared(rules, rounds * rules.depth_plies, moves))
        )
    for name, plies in OTHERS:
        rows.append(row(name, f"{plies} plies", compared(game(name), plies, moves)))
    head = ["states made", "depth", "minimax", "tree kept", "alpha-beta", "tree kept", "and its best first"]
    section.table(head, rows)


# ---- a tree that is kept


@dataclass(slots=True)
class Node:
    """A state that was made, with what was made below it."""

    state: Any
    children: dict[Any, Node] = field(default_factory=dict)
    best: Any = None


@dataclass
class Search:
    """Minimax or alpha-beta over a tree of nodes; `made` counts the states made."""

    game: Game
    prunes: bool
    best_first: bool = False
    made: int = 0

    def value(self, node: Node, depth: int, alpha: float, beta: float) -> tuple[float, tuple[Any, ...]]:
        """The value to player 0, exact inside the window, and the line that attains it."""
        rules, state = self.game, node.state
        if rules.is_terminal(state):
            return rules.utility(state, 0), ()
        if depth == 0:
            return rules.evaluate(state, 0) / WIN, ()
        maximises = rules.to_move(state) == 0
        best, line = -math.inf if maximises else math.inf, ()
        for action in self.ordered(node):
            found, below = self.value(self.child(node, action), depth - 1, alpha, beta)
            if found > best if maximises else found < best:
                best, line, node.best = found, (action, *below), action
            if self.prunes:
                alpha, beta = (max(alpha, best), beta) if maximises else (alpha, min(beta, best))
                if alpha >= beta:
                    break
        return best, line

    def ordered(self, node: Node) -> list[Any]:
        """The actions, what was best before first where that is wanted."""
        actions = list(self.game.actions(node.state))
        if self.best_first and node.best is not None:
            actions.sort(key=lambda action: action != node.best)
        return actions

    def child(self, node: Node, action: Any) -> Node:
        """The node behind an action: kept, or made."""
        found = node.children.get(action)
        if found is None:
            self.made += 1
            found = node.children[action] = Node(self.game.result(node.state, action))
        return found


def compared(rules: Game, depth: int, moves: int) -> list[int]:
    """States made over a game by minimax, minimax with its tree, alpha-beta, with its tree, and with its best
    moves first."""
    rules = interpreted(rules)
    start = rules.initial()
    kept = [Search(rules, prunes) for prunes in (False, True)] + [Search(rules, True, best_first=True)]
    fresh = [Search(rules, prunes) for prunes in (False, True)]
    trees, state = [Node(start) for _ in kept], start
    for _ in range(moves):
        if rules.is_terminal(state):
            break
        found = [search.value(Node(state), depth, -math.inf, math.inf) for search in fresh]
        right, line = found[1]
        values = [search.value(tree, depth, -math.inf, math.inf)[0] for search, tree in zip(kept, trees)]
        expect("the values with the tree kept", [found[0][0], *values], [right] * 4)
        for action in line[: rules.depth_plies if rules.depth_plies > 1 else 2]:
            state = rules.result(state, action)
            trees = [tree.children.get(action) or Node(state) for tree in trees]
    return [fresh[0].made, kept[0].made, fresh[1].made, kept[1].made, kept[2].made]


def row(name: str, depth: str, made: list[int]) -> list[str]:
    """Counts, and what is left of them."""
    shares = [None, made[0], None, made[2], made[2]]
    return [name, depth] + [
        figures.count(count) + (f" ({count / whole:.0%})" if whole else "")
        for count, whole in zip(made, shares)
    ]
