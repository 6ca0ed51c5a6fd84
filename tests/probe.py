"""One number for all that a game knows about a state, to compare the two speeds."""

from halfmove.core import bits
from halfmove.core.compile import interpreted, kernel


@kernel
def probe(game, state):
    lower, upper = game.bounds(state)
    h = (lower * 31 + upper) % 1_000_003
    for action in game.candidates(state):
        h = (h * 31 + action + game.order(state, action)) % 1_000_003
    for k in range(1, game.symmetry_count):
        h = (h * 31 + bits.number(bits.right(game.key(game.symmetric(state, k)), 4))) % 1_000_003
    return h, game.evaluate(state, 0), game.key(state)


def check_speeds(game, states):
    """Interpreted and compiled say the same about every state."""
    plain = interpreted(game)
    for state in states:
        assert probe(game, state) == probe(plain, state), (game, game.show(state))
