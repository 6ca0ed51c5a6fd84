"""How long games last: as the game says, or where it does not say it, by random games."""

from __future__ import annotations

from halfmove.core.compile import interpreted
from halfmove.core.contract import CHANCE, Game
from halfmove.core.nature import drawn_outcome
from halfmove.core.randomness import below, stream
from halfmove.core.score import MAX_PLIES

GAMES = 10
LONGEST = 256
"""Plies after which nobody counts on."""


def longest_game(game: Game) -> int:
    """The plies of the longest game; of `GAMES` random games, where the game does not say it."""
    plies = int(game.plies_left(game.initial()))
    if plies < MAX_PLIES:
        return plies
    plain, random, longest = interpreted(game), stream(0), 1
    for _ in range(GAMES):
        state, length = plain.initial(), 0
        while length < LONGEST and not plain.is_terminal(state):
            if plain.to_move(state) == CHANCE:
                state = plain.result(state, drawn_outcome(plain, state, random))
                continue
            actions = list(plain.actions(state))
            state = plain.result(state, actions[below(random, len(actions))])
            length += 1
        longest = max(longest, length)
        if longest == LONGEST:
            break
    return longest
