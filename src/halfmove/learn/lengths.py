"""How long games last, as the game says or as random games do; how many actions they have."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from halfmove.core.compile import interpreted
from halfmove.core.contract import CHANCE, Game
from halfmove.core.nature import draw_outcome
from halfmove.core.randomness import below, stream
from halfmove.core.score import MAX_PLIES

GAMES = 10
LONGEST = 256
"""Plies after which nobody counts on."""
SAMPLED_GAMES = 3
SAMPLED_PLIES = 600
"""Of these games together; of Go and chess they take half a second."""


class RandomGames(NamedTuple):
    """What random games are like; those of a network that has learnt nothing are the same."""

    plies: int
    """Players' moves in a game, in the mean; all that were played where none came to an end."""
    actions: int
    """The most that a player could choose from."""


def sample_games(game: Game, longest: int) -> RandomGames:
    """A few random games, the same each time, which end after so many plies."""
    plain, random = interpreted(game), stream(0)
    state, plies, most, ends = plain.initial(), 0, 1, [0]
    while plies < SAMPLED_PLIES and len(ends) <= SAMPLED_GAMES:
        if plain.is_terminal(state) or plies - ends[-1] == longest:
            ends.append(plies)
            state = plain.initial()
        elif plain.to_move(state) == CHANCE:
            state = plain.result(state, draw_outcome(plain, state, random))
        else:
            actions = list(plain.actions(state))
            plies, most = plies + 1, max(most, len(actions))
            state = plain.result(state, actions[below(random, len(actions))])
    lengths = [later - earlier for earlier, later in pairwise(ends)] or [plies]
    return RandomGames(max(round(sum(lengths) / len(lengths)), 1), most)


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
                state = plain.result(state, draw_outcome(plain, state, random))
                continue
            actions = list(plain.actions(state))
            state = plain.result(state, actions[below(random, len(actions))])
            length += 1
        longest = max(longest, length)
        if longest == LONGEST:
            break
    return longest
