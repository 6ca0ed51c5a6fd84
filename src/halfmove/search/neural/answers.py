"""Answers of the network that are kept, for states that come again while the same network is asked.

Most that come again stand in the tree of the move before: a search begins anew at each move, and four in ten
of its states were asked about then (Connect Four, 32 simulations).  A state's words say which place it may
have, and stand there whole, so that no answer is taken for another's.
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.buffer import Buffer
from halfmove.core.contract import Game
from halfmove.search.neural.forest_game import REPETITION_FORBIDDEN
from halfmove.search.neural.forest_memory import (
    DEPTH,
    EDGE,
    FIRST,
    LOGIT,
    NODE,
    NONE,
    SIZE,
    TREE,
    Forest,
    Plan,
)

MEMORY = 1 << 25
"""Bytes that kept answers take at most."""


def answers_room(game: Game, words: int, values: int, wanted: int) -> tuple[int, int]:
    """How many answers there is room for, a power of two (or none), and the words that each takes: the
    network's age, the state, its values and a logit for each action."""
    row = 1 + words + values + game.actions_limit
    most = min(wanted, MEMORY // (8 * row))
    return (1 << most.bit_length() - 1 if most > 0 else 0), row


def forget_answers(forest: Forest) -> None:
    """Another network is asked from now on."""
    forest.answers.array[0] += 1


def place_of(forest: Forest, plan: Plan, tree: int, node: int) -> int:
    """Where the answer about a node's state is kept, if at all; `NONE` where none may be."""
    if plan.answers == 0:
        return NONE
    if plan.repetition == REPETITION_FORBIDDEN and forest.trees[tree * TREE + DEPTH] == 0:
        return NONE  # a root has not all of its state's actions there
    h = bits.board(plan.words)
    for word in range(plan.words):
        h = bits.hash_with(h, forest.states[node * plan.words + word])
    return 1 + bits.number(bits.right(bits.mix(h), 20)) % plan.answers * plan.answer


def recall(forest: Forest, plan: Plan, tree: int, node: int) -> int:
    """Take a node's logits from the answer that is kept for its state: the place of its values, or `NONE`."""
    place = place_of(forest, plan, tree, node)
    if place == NONE or forest.answers[place] != forest.answers[0]:
        return NONE
    for word in range(plan.words):
        if forest.answers[place + 1 + word] != forest.states[node * plan.words + word]:
            return NONE
    values = place + 1 + plan.words
    first = forest.nodes[node * NODE + FIRST]
    for i in range(forest.nodes[node * NODE + SIZE]):
        forest.edges[(first + i) * EDGE + LOGIT] = forest.answers[values + plan.values + i]
    return values


def keep_answer(forest: Forest, plan: Plan, tree: int, node: int, told: Buffer, at: int) -> None:
    """Keep what the network said of a node's state: its edges' logits, and the values from `at` on."""
    place = place_of(forest, plan, tree, node)
    if place == NONE:
        return
    forest.answers[place] = forest.answers[0]
    for word in range(plan.words):
        forest.answers[place + 1 + word] = forest.states[node * plan.words + word]
    values = place + 1 + plan.words
    for i in range(plan.values):
        forest.answers[values + i] = told[at + i]
    first = forest.nodes[node * NODE + FIRST]
    for i in range(forest.nodes[node * NODE + SIZE]):
        forest.answers[values + plan.values + i] = forest.edges[(first + i) * EDGE + LOGIT]
