"""Principal variations: the play that a search expects, read from its table or proven step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.core.score import one_ply_back, one_ply_on
from halfmove.search.action_numbers import NO_ACTION, fold
from halfmove.search.alphabeta.memory import MAX_PLY, NO_NODE_LIMIT, NODE_LIMIT, NODES, STOP
from halfmove.search.alphabeta.plain import count_sharing_symmetries, final_score, root
from halfmove.search.alphabeta.table import Table, action_of

if TYPE_CHECKING:
    from halfmove.core.contract import Game
    from halfmove.search.alphabeta.threads import Engine


def find_stored_action(game: Game, table: Table, state: Any) -> Any | None:
    """The action that the table would try first in `state`; None if it names none, or by a `fold` several."""
    keys = [game.key(game.symmetric(state, k)) for k in range(count_sharing_symmetries(game))]
    twin = keys.index(min(keys))
    data = table.lookup(keys[twin])
    if data == 0 or action_of(data) == NO_ACTION:
        return None
    named = [
        action
        for action in game.actions(state)
        if fold(game, game.symmetric_action(action, twin)) == action_of(data)
    ]
    return named[0] if len(named) == 1 else None


def from_table(game: Game, table: Table, state: Any, plies: int) -> tuple[Any, ...]:
    """The table's moves from `state` on, at most `plies` of them."""
    moves: list[Any] = []
    while len(moves) < plies and not game.is_terminal(state):
        action = find_stored_action(game, table, state)
        if action is None:  # a state with one reply only has no place in the table
            action = game.forced(state)
            if action < 0:
                break
        moves.append(action)
        state = game.result(state, action)
    return tuple(moves)


def proven_line(engine: Engine, state: Any, score: int, nodes: int) -> tuple[Any, ...]:
    """Best play from `state`, whose score is proven, to the end; shorter if `nodes` do not suffice.

    At each step the action is one whose child is proven to keep the score, so every move is exact.
    """
    game, memory = engine.subject, engine.memories[0]
    memory.counters[NODE_LIMIT] = memory.counters[NODES] + nodes
    moves: list[Any] = []
    while not game.is_terminal(state) and len(moves) < MAX_PLY:
        action = _find_keeping_action(engine, state, score)
        if action is None or memory.counters[STOP]:
            break
        child = game.result(state, action)
        same = game.to_move(child) == game.to_move(state)
        score = one_ply_back(score) if same else -one_ply_back(score)
        moves.append(engine.named(action))
        state = child
    memory.counters[NODE_LIMIT] = NO_NODE_LIMIT
    memory.counters[STOP] = 0
    return tuple(moves)


def _find_keeping_action(engine: Engine, state: Any, score: int) -> Any | None:
    """An action that is worth at least `score`."""
    game, memory = engine.subject, engine.memories[0]
    first = find_stored_action(game, engine.table, state)
    mover = game.to_move(state)
    ranked = sorted(game.actions(state), key=lambda a: (a != first, -game.order(state, a)))
    for action in ranked:
        child = game.result(state, action)
        if game.is_terminal(child):
            value = one_ply_on(final_score(game, child, mover))
        else:
            value = child_value(game, child, mover, score, memory)
        if memory.counters[STOP]:
            return None
        if value >= score:
            return action
    return None


def child_value(game: Game, child: Any, mover: int, score: int, memory: Any) -> int:
    """A bound on a child's score, to the player to move before, that tells whether it reaches `score`."""
    low, high = one_ply_back(score - 1), one_ply_back(score)
    if game.to_move(child) == mover:
        return one_ply_on(root(game, child, low, high, MAX_PLY, memory))
    return one_ply_on(-root(game, child, -high, -low, MAX_PLY, memory))
