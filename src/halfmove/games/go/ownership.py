"""Whose a point will be: playouts from a position, and who holds each point at their ends.

From that follows which stones are dead: chains that hardly any playout leaves standing, but for those that
`benson` proves to be alive.  It is a judgement.
"""

from __future__ import annotations

from typing import Any

from halfmove.core import bits
from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.ownership import Ownership
from halfmove.core.randomness import stream
from halfmove.games.go.benson import parts, unconditionally_alive
from halfmove.games.go.game import Go
from halfmove.games.go.rules import State

PLAYOUTS = 400
DEAD = 0.5
"""A chain is dead whose points are the other player's more often than its own by this share."""


@kernel
def tally(game: Go, state: Any, random: Buffer, times: int, out: Buffer) -> int:
    """Add to each place of `out` how many of so many playouts leave it Black's less how many White's; the
    plies played."""
    plies = 0
    for _ in range(times):
        s = state
        last = -1
        for _ in range(3 * game.points + 20):
            if game.is_terminal(s):
                break
            a = game.playout(s, last, random)
            if a < 0:
                a = game.sample(s, random)
            s = game.result(s, a)
            last = a
            plies += 1
        empty = game.empty(s.black, s.white)
        black = game.flood(s.black, bits.wide_or(s.black, empty))
        white = game.flood(s.white, bits.wide_or(s.white, empty))
        for place in bits.wide_squares(bits.wide_without(black, white)):
            out[place] += 1
        for place in bits.wide_squares(bits.wide_without(white, black)):
            out[place] -= 1
    return plies


def ownership(game: Go, state: State, seed: int = 0, playouts: int = PLAYOUTS) -> list[float]:
    """For each point, row by row from the top left, from -1 (White's in every playout) to 1 (Black's)."""
    out = Buffer(64 * len(game.nothing))
    going_on = state._replace(passes=0)  # after two passes there would be nothing to play
    tally(game, going_on, stream(seed), playouts, out)
    return [out[game.place(point)] / playouts for point in range(game.points)]


def judge_ownership(game: Go, state: State) -> Ownership:
    """Each point's owner by its name, and the score to expect: what the playouts leave each side, counted by
    area, with komi and handicap.  Counting by territory differs by a point at most, unless somebody has
    passed."""
    owned = ownership(game, state)
    stones = "".join(game.grid(state))
    named = {
        game.point_text(point): share
        for point, (share, stone) in enumerate(zip(owned, stones, strict=True))
        if stone == "." or (stone == "X") != (share > 0)
    }
    lead = round(2 * (sum(owned) - game.advance)) / 2
    ahead = f"{game.player_names[lead < 0]} is ahead by about {abs(lead):g}." if lead else "Nobody is ahead."
    return Ownership(named, ahead)


def dead_stones(game: Go, state: State, seed: int = 0, playouts: int = PLAYOUTS) -> list[int]:
    """The points of the stones that playouts from the position judge to be dead, chain by chain."""
    owned = ownership(game, state, seed, playouts)
    dead: list[int] = []
    for stones, others, sign in ((state.black, state.white, 1), (state.white, state.black, -1)):
        alive = unconditionally_alive(game, stones, others)
        for chain in parts(game, bits.wide_without(stones, alive)):
            points = [game.point(place) for place in bits.wide_squares(chain)]
            if sign * sum(owned[point] for point in points) / len(points) < -DEAD:
                dead += points
    return sorted(dead)
