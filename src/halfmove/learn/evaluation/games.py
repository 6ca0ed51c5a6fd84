"""Quick games, whose positions a network learns to judge: one compiled loop plays them from random openings.

Each action is the best of a search of one to four plies, give or take a tenth of a `unit`, and now and then a
random one.  Half of the positions are those of the game, at rest; the others are a random action beside it,
as a search meets them by the thousand and games of good players never (docs/decisions/0018).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.randomness import below, stream
from halfmove.core.score import INFINITY
from halfmove.search.alphabeta.plain import canonical
from halfmove.search.alphabeta.selective.estimates import judge
from halfmove.search.alphabeta.selective.memory import Memory
from halfmove.search.alphabeta.selective.search import root, search
from halfmove.search.alphabeta.threads import Engine

ACTION, ASIDE, SCORE, RESULT = range(4)
COLUMNS = 4
UNJUDGED = 1 << 40
"""The score of a position that is left out, or is not judged yet."""
GOES_ON = 9
"""The result until a game's last ply; there it is the first player's: 1, 0 or −1."""
OPENING = 5
"""At least so many random plies at first, and at most as many more."""
STRAY = 24
"""One ply in so many is random later on."""
DECIDED = 6
"""From so many units on a game ends at one ply in eight, and beyond `OPEN` positions are left out."""
OPEN = 10
LONGEST = 300
DEEPEST = 4
"""A move of a game is that of a search of so many plies at most, and one at least."""
NOISE = 10
"""Moves are taken for equal that differ by less than this part of a unit."""
Rows = np.ndarray[tuple[int, int], np.dtype[np.int64]]


def look_ahead(game: Game, state: Any, depth: int, m: Memory) -> int:
    """The score of a search so many plies deep; 0: of quiescence alone."""
    zero = depth - depth
    key, twin = canonical(game, state)
    low, high = zero - INFINITY, zero + INFINITY
    return search(game, state, key, twin, low, high, depth, zero + 1, zero, zero - 1, m)


def is_at_rest(game: Game, state: Any, m: Memory) -> bool:
    """Whether nothing that forces matters would change the estimate of a state by much."""
    zero = m.counters[0] - m.counters[0]
    if game.is_terminal(state) or game.in_check(state):
        return False
    estimate = judge(game, state, game.to_move(state), zero + 1, m)
    return abs(look_ahead(game, state, zero, m) - estimate) < game.unit // 4


def play_quick_game(
    game: Game, start: Any, m: Memory, random: Buffer, out: Buffer, n: int, noise: int, depth: int
) -> int:
    """Write the plies of a game to `out` from row `n` on; the row after the last.

    `depth`: of the search that judges positions; 0: none, their score is 0.
    """
    zero = n - n
    s = start
    ply = zero
    opening = OPENING + below(random, OPENING + 1)
    while ply < LONGEST and not game.is_terminal(s):
        at = n * COLUMNS
        chosen, aside = zero - 1, zero - 1
        score = zero + UNJUDGED
        best = zero - INFINITY
        count = zero
        if ply < opening or below(random, STRAY) == 0:
            for a in game.actions(s):
                count += 1
                if below(random, count) == 0:
                    chosen = a
        else:
            plies = 1 + below(random, DEEPEST)
            for a in game.actions(s):
                value = root(game, s, a, best - noise, zero + INFINITY, plies, m) + below(random, noise + 1)
                if value > best:
                    best = value
                    chosen = a
            judged = s
            if below(random, 2) == 0:
                for a in game.actions(s):
                    count += 1
                    if below(random, count) == 0:
                        aside = a
                judged = game.result(s, aside)
            if abs(best) < OPEN * game.unit and is_at_rest(game, judged, m):
                score = zero
                if depth > 0:
                    score = look_ahead(game, judged, depth, m) * 100 // game.unit
        out[at + ACTION] = chosen
        out[at + ASIDE] = aside
        out[at + SCORE] = score
        out[at + RESULT] = GOES_ON
        n += 1
        s = game.result(s, chosen)
        ply += 1
        if abs(best) > DECIDED * game.unit and best > -INFINITY and below(random, 8) == 0:
            break
    if n > 0:
        value = zero
        if game.is_terminal(s):
            utility = game.utility(s, 0)
            value = 1 if utility > 0 else (-1 if utility < 0 else 0)
        elif best > -INFINITY:
            winner = 1 if best > DECIDED * game.unit else (-1 if best < -DECIDED * game.unit else 0)
            mover = game.to_move(s)  # after the last action
            value = winner if mover == 1 else -winner
        out[(n - 1) * COLUMNS + RESULT] = value
    return n


@kernel
def play_quick_games(
    game: Game, start: Any, m: Memory, random: Buffer, out: Buffer, plies: int, noise: int, depth: int
) -> int:
    """Write games to `out` until it has `plies` of them and no room for another game; how many plies."""
    n = plies - plies
    while n < plies:
        n = play_quick_game(game, start, m, random, out, n, noise, depth)
    return n


def play_games(game: Game, *, plies: int, seed: int, depth: int) -> Rows:
    """Rows of about so many plies of games, with columns `ACTION`, `ASIDE`, `SCORE` and `RESULT`."""
    engine = Engine(game, megabytes=2)
    engine.prepare(game.initial())
    engine.roots(engine.subject.initial(), 1)
    out = Buffer((plies + LONGEST + 1) * COLUMNS)
    number = play_quick_games(
        engine.subject,
        engine.subject.initial(),
        engine.memories[0],
        stream(seed),
        out,
        plies,
        engine.subject.unit // NOISE,
        depth,
    )
    rows: Rows = out.array[: number * COLUMNS].astype(np.int64).reshape(-1, COLUMNS)
    return rows


def list_judged(game: Game, rows: Rows) -> Iterator[tuple[int, Any]]:
    """The positions that are judged, each with its row."""
    state = game.initial()
    for number, (action, aside, score, result) in enumerate(rows.tolist()):
        if score != UNJUDGED:
            yield number, state if aside < 0 else game.result(state, aside)
        state = game.initial() if result != GOES_ON else game.result(state, action)
