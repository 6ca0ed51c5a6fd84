"""Which stones are dead, when a game of Go is over: suggested by playouts, corrected by the players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from halfmove.core import bits
from halfmove.core.history import History

HELP = "Name a stone to change what becomes of its chain, none, or Enter to count; undo to play on."


def to_be_marked(history: History) -> bool:
    """Whether a game is over in a way that leaves its stones to be judged: Go, after two passes."""
    if history.game.name != "go" or not history.game.is_terminal(history.state):
        return False
    from halfmove.games.go import Go

    return isinstance(history.game, Go)


class DeadStones:
    """The chains called dead so far."""

    def __init__(self, game: Any, state: Any, points: Iterable[int] | None = None) -> None:
        """Those that playouts give up, unless it is said which `points` are dead."""
        from halfmove.games.go.ownership import dead_stones

        self._game, self._state = game, state
        self.points = set(dead_stones(game, state) if points is None else points)

    def change(self, line: str) -> None:
        """Have the chains named be dead if they are not, and alive if they are; `none` for none at all.
        `BadInput` where no stone is named, and nothing is changed."""
        if line.lower() == "none":
            self.points.clear()
            return
        changed = set(self.points)
        for word in line.replace(",", " ").split():
            changed ^= set(self._game.chain_at(self._state, self._game.parse_point(word)))
        self.points = changed

    def __str__(self) -> str:
        """`Dead: A1 of White; C3 D3 of Black.`"""
        told = []
        left = set(self.points)
        while left:
            chain = self._game.chain_at(self._state, min(left))
            left -= set(chain)
            owner = "Black" if bits.wide_has(self._state.black, self._game.place(chain[0])) else "White"
            told.append(f"{' '.join(map(self._game.point_text, chain))} of {owner}")
        return f"Dead: {'; '.join(told)}." if told else "Dead: no stones."

    def counted(self) -> str:
        """The count in words."""
        from halfmove.games.go.counting import count

        return str(count(self._game, self._state, self.points))
