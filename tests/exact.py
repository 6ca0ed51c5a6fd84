"""Plain minimax with distances: the naive oracle beside the games' knowledge."""

import random

from halfmove.core.score import WIN, one_ply_on, score_of_utility


def score(game, state, known):
    """The engine score of a state by brute force; `known` keeps what is solved already."""
    found = known.get(state)
    if found is None:
        mover = game.to_move(state)
        if game.is_terminal(state):
            found = score_of_utility(game.utility(state, mover))
        else:
            found = max(child_score(game, state, a, known) for a in game.actions(state))
        known[state] = found
    return found


def child_score(game, state, action, known):
    child = game.result(state, action)
    below = score(game, child, known)
    return one_ply_on(below if game.to_move(child) == game.to_move(state) else -below)


def check_knowledge(game, state, known):
    """The hooks of a state held against brute force; returns whether `bounds` told the value."""
    exact = score(game, state, known)
    lower, upper = game.bounds(state)
    assert lower <= exact <= upper, (game, game.show(state), lower, exact, upper)
    for low, high in (
        (exact - 1, exact),
        (exact, exact + 1),
        (exact - WIN - 1, exact - WIN),
        (exact + WIN, exact + WIN + 1),
    ):
        least, most = game.bounds_within(state, low, high)
        assert least <= exact <= most, (game, game.show(state), low, high, least, exact, most)
    actions = list(game.actions(state))
    chosen = list(game.candidates(state))
    assert set(chosen) <= set(actions)
    assert len(set(chosen)) == len(chosen)
    if lower < upper:
        best = max(child_score(game, state, a, known) for a in chosen)
        assert best == exact, (game, game.show(state), chosen, best, exact)
    return lower == upper


def random_states(game, seed, plays):
    """The states of random plays that are not over."""
    rng = random.Random(seed)
    for _ in range(plays):
        state = game.initial()
        while not game.is_terminal(state):
            yield state
            state = game.result(state, rng.choice(list(game.actions(state))))
