"""Counting a game whole: its complete games by how they end, and its distinct positions.

Both are checks of the rules against published numbers, and measures of a game's size: the leaves of the game
tree and the vertices of the game graph (Allis, *Searching for Solutions in Games and Artificial
Intelligence*, 1994, ch. 6).
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from halfmove.core import bits
from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel, runs_compiled
from halfmove.core.contract import Game
from halfmove.core.errors import Unsuitable
from halfmove.core.naming import open_game, open_state
from halfmove.core.progress import at, long_work
from halfmove.core.reporting import Asked
from halfmove.core.results import as_text
from halfmove.search.watch import LONGEST

# ---- complete games


class Games(NamedTuple):
    """The complete games that start at a state."""

    games: int
    wins: tuple[int, ...]
    """For each player, the games that give him a positive utility."""
    draws: int
    """The games that give nobody a positive utility."""
    nodes: int
    """States on the way, each as often as a game passes it by another way: the nodes of the game tree."""

    def to_dict(self) -> dict[str, Any]:
        """The counts as plain data."""
        return {"games": self.games, "wins": list(self.wins), "draws": self.draws, "nodes": self.nodes}

    def to_json(self, indent: int | None = None) -> str:
        """`to_dict` as JSON text (`core.results`)."""
        return as_text(self.to_dict(), indent)


NODES, DRAWS, WINS = range(3)


@kernel
def tally_games(game: Game, state: Any, tally: Buffer) -> int:
    """How many complete games start at `state`; `tally` counts nodes, draws and each player's wins."""
    tally[NODES] += 1
    if game.is_terminal(state):
        drawn = True
        for player in range(game.players):
            if game.utility(state, player) > 0:
                tally[WINS + player] += 1
                drawn = False
        if drawn:
            tally[DRAWS] += 1
        return 1
    games = 0
    for action in game.actions(state):
        games += tally_games(game, game.result(state, action), tally)
    return games


@long_work("counting the games of")
def count_games(game: Game | str, state: Any = None, *, progress: Asked = None) -> Games:
    """Every complete game from a state (the initial one if none is given), by outcome.

    For games without chance or simultaneous moves whose every line ends; tic-tac-toe has 255,168.
    `progress` says how it is told how far it is (`core.reporting.Asked`).
    """
    game = open_game(game)
    state = open_state(game, state)
    _without_chance(game)
    tally = Buffer(WINS + game.players)
    at(what=lambda: f"counting the games of {game.title()}: {tally[NODES]:,} nodes")
    games = tally_games(game, state, tally)
    return Games(games, tuple(tally[WINS + p] for p in range(game.players)), tally[DRAWS], tally[NODES])


# ---- distinct positions

FOUND, ZERO, FULL, TOO_LONG = range(4)
"""Words of the tally: positions found; whether one had key 0, the table is full, a line too long."""


def least_key(game: Game, state: Any, symmetries: int) -> bits.Bitboard:
    """The state's key, the least among the first `symmetries` positions that are its mirror images."""
    key = game.key(state)
    for k in range(1, symmetries):
        key = min(key, game.key(game.symmetric(state, k)))
    return bits.mix(key)


def insert(table: Buffer, mask: int, tally: Buffer, key: bits.Bitboard) -> bool:
    """Put `key` into a set with linear probing; whether it is new there."""
    if key == bits.board(0):  # what an empty slot holds
        new = tally[ZERO] == 0
        tally[ZERO] = 1
    else:
        at = bits.number(key & bits.board(mask))
        while table[at] != bits.board(0) and table[at] != key:
            at = (at + 1) & mask
        new = table[at] != key
        table[at] = key
    if new:
        tally[FOUND] += 1
        if tally[FOUND] * 4 > mask * 3:
            tally[FULL] = 1
    return new


@kernel
def tally_positions(
    game: Game, state: Any, table: Buffer, mask: int, tally: Buffer, symmetries: int, ply: int
) -> int:
    """Puts every position that can be reached from `state`, and is not there yet, into the table; 0."""
    if ply > LONGEST:
        tally[TOO_LONG] = 1
    if tally[FULL] != 0 or tally[TOO_LONG] != 0:
        return 0
    if not insert(table, mask, tally, least_key(game, state, symmetries)):
        return 0
    if game.is_terminal(state):
        return 0
    for action in game.actions(state):
        tally_positions(game, game.result(state, action), table, mask, tally, symmetries, ply + 1)
    return 0


@long_work("counting the positions of")
def count_positions(
    game: Game | str, state: Any = None, *, symmetric: bool = False, progress: Asked = None
) -> int:
    """How many distinct positions can be reached from a state (the initial one if none is given), itself
    included.

    Positions are told apart by the game's `key`; where `symmetric`, those that the game's symmetries make of
    each other count once.  Tic-tac-toe has 5,478, or 765.
    `progress` says how it is told how far it is (`core.reporting.Asked`).
    """
    game = open_game(game)
    state = open_state(game, state)
    _without_chance(game)
    symmetries = game.symmetry_count if symmetric else 1
    if not runs_compiled(game):
        return _count_in_python(game, state, symmetries)
    slots = 1 << 14
    while True:
        table, tally = Buffer(slots, unsigned=True), Buffer(4)
        at(what=partial(_describe_count, game, tally))
        tally_positions(game, state, table, slots - 1, tally, symmetries, 0)
        if tally[TOO_LONG]:
            raise Unsuitable(
                f"{game.title()} has lines of play of more than {LONGEST} plies, too long to be followed "
                "compiled; count its positions interpreted."
            )
        if not tally[FULL]:
            return tally[FOUND]
        slots *= 8


def _describe_count(game: Game, tally: Buffer) -> str:
    return f"counting the positions of {game.title()}: {tally[FOUND]:,} so far"


def _count_in_python(game: Game, start: Any, symmetries: int) -> int:
    """The same with Python's own set and stack, which lines of any length and cycles do not trouble."""
    seen = {least_key(game, start, symmetries)}
    waiting = [start]
    at(what=lambda: f"counting the positions of {game.title()}: {len(seen):,} so far")
    while waiting:
        state = waiting.pop()
        if game.is_terminal(state):
            continue
        for action in game.actions(state):
            child = game.result(state, action)
            key = least_key(game, child, symmetries)
            if key not in seen:
                seen.add(key)
                waiting.append(child)
    return len(seen)


def _without_chance(game: Game) -> None:
    if game.has_chance or game.simultaneous:
        why = "chance" if game.has_chance else "simultaneous moves"
        raise Unsuitable(f"{game.title()} has {why} in it, and only games without are counted.")
