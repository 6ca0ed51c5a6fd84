"""Which stones are dead, when a game is over: proposed by playouts, corrected by the players."""

from __future__ import annotations

from collections.abc import Iterable

from halfmove.core import bits
from halfmove.core.settlement import Settlement
from halfmove.games.go.counting import count
from halfmove.games.go.game import Go
from halfmove.games.go.rules import State


class DeadStones(Settlement):
    """The chains called dead so far."""

    subject = "dead stones"
    help = "Name a stone to change what becomes of its chain, none, or Enter to count; undo to play on."

    def __init__(self, game: Go, state: State) -> None:
        self.game, self.state = game, state
        self.points: set[int] = set()

    @property
    def chosen(self) -> list[str]:
        return [self.game.point_text(point) for point in sorted(self.points)]

    def choose(self, points: Iterable[str]) -> None:
        """Points with a stone on each; what others of their chains are is not asked."""
        chosen = {self.game.parse_point(point) for point in points}
        self.game.score(self.state, chosen)
        self.points = chosen

    def proposal(self) -> list[str]:
        from halfmove.games.go.ownership import dead_stones

        return [self.game.point_text(point) for point in dead_stones(self.game, self.state)]

    def change(self, line: str) -> None:
        if line.lower() == "none":
            self.points.clear()
            return
        changed = set(self.points)
        for word in line.replace(",", " ").split():
            changed ^= set(self.game.chain_at(self.state, self.game.parse_point(word)))
        self.points = changed

    def __str__(self) -> str:
        """`Dead: A1 of White; C3 D3 of Black.`"""
        told = []
        left = set(self.points)
        while left:
            chain = self.game.chain_at(self.state, min(left))
            left -= set(chain)
            owner = "Black" if bits.wide_has(self.state.black, self.game.place(chain[0])) else "White"
            told.append(f"{' '.join(map(self.game.point_text, chain))} of {owner}")
        return f"Dead: {'; '.join(told)}." if told else "Dead: no stones."

    def margin(self) -> float:
        return self.game.score(self.state, self.points)

    def result(self) -> str:
        return self.game.result_text(self.state, self.points)

    def count(self) -> str:
        return str(count(self.game, self.state, self.points))
