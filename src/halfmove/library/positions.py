"""How a library calls positions and moves: by 64-bit keys, positions that are one by symmetry as one.

Where a game has no symmetries its key is the one of the rule on repetition, so that a position is the same
by whichever way it was reached.  Keys of games that differ in name or parameters are apart; what machine code
reads at run time, such as the komi of Go, changes results and no positions.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from halfmove.core.contract import Game
from halfmove.core.opening_keys import least_key, number_of

END = -1
"""The number of no move: the game ended there."""
_WORD = 1 << 64


class Ply(NamedTuple):
    """A position of a game, and the move that was played in it."""

    key: int
    """As SQLite has it, signed."""
    number: int
    """Of the action; `END` where none was played."""


def has_positions(game: Game) -> bool:
    """Whether games of a game are found by their positions: where something is hidden nobody sees them."""
    return not (game.hidden or game.simultaneous or game.explicit)


class PositionKeys:
    """Keys of the positions, and numbers of the moves, of a game with its parameters."""

    def __init__(self, game: Game) -> None:
        self.game = game
        ignored = {*game.uncompiled_parameters, *game.runtime_parameters}
        rules = {name: str(value) for name, value in game.parameters.items() if name not in ignored}
        said = json.dumps([game.name, rules], sort_keys=True).encode()
        self._apart = int.from_bytes(blake2b(said, digest_size=8).digest(), "little")

    def key(self, state: Any) -> int:
        """The key of a position."""
        return self._find(state)[0]

    def line(self, states: Sequence[Any], actions: Sequence[Any]) -> list[Ply]:
        """The positions of a game with what was played; `states` has one more than `actions`."""
        found = []
        for state, action in zip(states, (*actions, None), strict=True):
            key, ways = self._find(state)
            found.append(Ply(key, END if action is None else number_of(self.game, action, ways)))
        return found

    def actions(self, state: Any) -> dict[int, Any]:
        """Each legal action by its number; one may stand for those that are one with it by symmetry."""
        _, ways = self._find(state)
        found: dict[int, Any] = {}
        for action in self.game.actions(state):
            found.setdefault(number_of(self.game, action, ways), action)
        return found

    def _find(self, state: Any) -> tuple[int, list[int]]:
        """The key of a position, and the symmetries that lead to the position that stands for it."""
        if self.game.symmetry_count == 1:
            key, ways = int(self.game.repetition_key(state)), [0]
        else:
            key, ways = least_key(self.game, state)
        key = (key ^ self._apart) % _WORD
        return (key - _WORD if key >> 63 else key), ways
