"""What bridges cost: plies of random games a second, directly and through another library.

python -m benchmarks.bridges
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pyspiel

import halfmove as hm
from halfmove.bridges.from_open_spiel import open_spiel_game
from halfmove.bridges.pettingzoo import Environment
from halfmove.bridges.to_open_spiel import register_open_spiel

SECONDS = 3.0
GAMES = {"tictactoe": "tic_tac_toe", "connect4": "connect_four", "othello": "othello"}
"""Games that both have, by their names here and in OpenSpiel."""


def plies_a_second(play: Callable[[random.Random], int]) -> float:
    """How many plies a second games take that `play` plays, after one that is not counted."""
    draw, plies = random.Random(1), 0
    play(draw)
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        plies += play(draw)
    return plies / (time.perf_counter() - began)


def here(game: hm.Game) -> Callable[[random.Random], int]:
    """Games played by our rules, interpreted."""

    def play(draw: random.Random) -> int:
        history = hm.History(game)
        while not history.over:
            history.append(draw.choice(history.legal()))
        return len(history.actions)

    return play


def in_open_spiel(game: Any) -> Callable[[random.Random], int]:
    """Games played by OpenSpiel's functions."""

    def play(draw: random.Random) -> int:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(draw.choice(state.legal_actions()))
        return len(state.history())

    return play


def in_pettingzoo(env: Any) -> Callable[[random.Random], int]:
    """Games played by PettingZoo's functions."""

    def play(draw: random.Random) -> int:
        env.reset(seed=1)
        plies = 0
        for _ in env.agent_iter():
            seen, _, over, _, _ = env.last()
            if over:
                break
            env.step(draw.choice(seen["action_mask"].nonzero()[0]))
            plies += 1
        return plies

    return play


def main() -> None:
    print(
        "plies a second:", "ours, as PettingZoo's, as OpenSpiel's; OpenSpiel's as ours, by itself", sep="\n"
    )
    for name, theirs in GAMES.items():
        rates = [
            plies_a_second(play)
            for play in (
                here(hm.game(name)),
                in_pettingzoo(Environment(name)),
                in_open_spiel(pyspiel.load_game(register_open_spiel(name))),
                here(open_spiel_game(theirs)),
                in_open_spiel(pyspiel.load_game(theirs)),
            )
        ]
        print(f"{name:10}", *(f"{rate:10,.0f}" for rate in rates))


if __name__ == "__main__":
    main()
