"""The games of a forest themselves: moves made and noted, what nature does, when a game is over.

A rule about repetition looks back at the positions of the game so far, not at those of a search.
"""

from __future__ import annotations

from typing import Any

from halfmove.core.buffer import Buffer
from halfmove.core.contract import CHANCE, Game
from halfmove.core.randomness import fraction
from halfmove.search.neural.forest_memory import ONE, OVER, PLIES, SETTLES, TREE, Forest, Plan

REPETITION = ("none", "draw", "loss", "forbidden")
"""What `Plan.repetition` stands for."""
REPETITION_DRAWS, REPETITION_FORBIDDEN = 1, 3


def make_move(game: Game, state: Any, action: int, forest: Forest, plan: Plan, tree: int) -> Any:
    """The state after a move, a player's or nature's, which is noted; `OVER` says whether that ends the game,
    and `rewards` what it brought then.  A game that is settled ends in the state that it is bound for."""
    at = tree * TREE
    after = game.result(state, action)
    over = conclude(game, state, action, after, forest, plan, tree)
    advance(game, after, forest, plan, tree, action)
    if not over and forest.trees[at + SETTLES] != 0:
        settled = game.settle(after)
        if game.is_terminal(settled):
            conclude(game, state, action, settled, forest, plan, tree)
            after, over = settled, True
    if not over and forest.trees[at + PLIES] >= plan.plies:
        over = True
        for player in range(game.players):
            forest.rewards[tree * game.players + player] = 0
    forest.trees[at + OVER] = 1 if over else 0
    return after


def let_nature_move(game: Game, state: Any, forest: Forest, plan: Plan, tree: int) -> Any:
    """The state once it is a player's turn, or the game is over."""
    if game.has_chance:
        while forest.trees[tree * TREE + OVER] == 0 and game.to_move(state) == CHANCE:
            outcome = draw_outcome(game, state, forest.random)
            state = make_move(game, state, outcome, forest, plan, tree)
    return state


def draw_outcome(game: Game, state: Any, random: Buffer) -> int:
    """One of nature's actions, by its probability."""
    left = fraction(random)
    drawn = -1
    for action, probability in game.outcomes(state):
        if drawn < 0 or left >= 0.0:
            drawn = action
        left -= probability
    return drawn


def conclude(game: Game, state: Any, action: int, after: Any, forest: Forest, plan: Plan, tree: int) -> bool:
    """Whether the game is over `after` an action of `state`; then `rewards` says what it brings."""
    at = tree * game.players
    if game.is_terminal(after):
        for player in range(game.players):
            forest.rewards[at + player] = int(game.utility(after, player) * ONE / plan.most)
        return True
    mover = game.to_move(state)
    if mover == CHANCE:
        return False
    again = stands_again(game, state, action, after, forest, plan, tree)
    if again == 0:
        return False
    loser = game.repetition_loser(after, again) if plan.repetition == REPETITION_DRAWS else mover
    for player in range(game.players):
        forest.rewards[at + player] = 0 if loser < 0 else -ONE if player == loser else ONE
    return True


def advance(game: Game, after: Any, forest: Forest, plan: Plan, tree: int, action: int) -> None:
    """Note a move and the position it leads to."""
    at = tree * TREE
    forest.played[tree * (plan.plies + 1) + forest.trees[at + PLIES]] = action
    forest.trees[at + PLIES] += 1
    note_key(game, after, forest, plan, tree)


def note_key(game: Game, state: Any, forest: Forest, plan: Plan, tree: int) -> None:
    """Note a position of the game, where a rule looks back at it."""
    if plan.repetition != 0:
        place = tree * (plan.plies + 2) + forest.trees[tree * TREE + PLIES]
        forest.keys[place] = game.repetition_key(state)


def stands_again(
    game: Game, state: Any, action: int, after: Any, forest: Forest, plan: Plan, tree: int
) -> int:
    """Where a rule about repetition applies `after` an action, as the game so far has had that position, how
    many plies ago it had it first; else 0."""
    if plan.repetition == 0 or not game.may_repeat(state, action):
        return 0
    key = game.repetition_key(after)
    first = tree * (plan.plies + 2)
    last = first + forest.trees[tree * TREE + PLIES]
    times, again = 1, 0
    for place in range(last, max(last - game.reversible(after), first) - 1, -1):
        if forest.keys[place] == key:
            times += 1
            again = last + 1 - place
    return again if times >= plan.occurrence else 0
