"""Values of small games by going through every way they can go: for tests of chance and hidden cards."""

from fractions import Fraction
from itertools import product

from halfmove.core.contract import CHANCE


def chances(game, state):
    """Nature's outcomes with exact probabilities, which must be simple fractions."""
    return [(a, Fraction(p).limit_denominator(10_000)) for a, p in game.outcomes(state)]


def uniform(game, state):
    """Every action as likely as another."""
    actions = list(game.actions(state))
    return {a: Fraction(1, len(actions)) for a in actions}


def values(game, policy=uniform, state=None):
    """What each player can expect where all play by `policy(game, state)`: action to probability."""
    state = game.initial() if state is None else state
    if game.is_terminal(state):
        return tuple(Fraction(game.utility(state, p)) for p in range(game.players))
    likely = chances(game, state) if game.to_move(state) == CHANCE else policy(game, state).items()
    total = [Fraction(0)] * game.players
    for action, probability in likely:
        for p, value in enumerate(values(game, policy, game.result(state, action))):
            total[p] += probability * value
    return tuple(total)


def best_reply(game, policy, player):
    """The most that `player` can expect where the others play by `policy`: over all plans that give each of
    his information sets one action."""
    sets = {}

    def collect(state):
        if game.is_terminal(state):
            return
        actions = list(game.actions(state))
        if game.to_move(state) == player:
            sets.setdefault(game.information(state, player), actions)
        for action in actions:
            collect(game.result(state, action))

    collect(game.initial())
    plan = {}

    def planned(inner, state):
        if inner.to_move(state) == player:
            return {plan[inner.information(state, player)]: Fraction(1)}
        return policy(inner, state)

    assert len(sets) <= 8, "too many information sets to try all plans"
    best = []
    for choice in product(*sets.values()):
        plan.update(zip(sets, choice, strict=True))
        best.append(values(game, planned)[player])
    return max(best)


def information_sets(game):
    """The names of the information sets in which each player moves."""
    found = [set() for _ in range(game.players)]
    seen = set()

    def walk(state):
        if state in seen or game.is_terminal(state):
            return
        seen.add(state)
        mover = game.to_move(state)
        if mover >= 0:
            found[mover].add(game.information(state, mover))
        for action in game.actions(state):
            walk(game.result(state, action))

    walk(game.initial())
    return found
