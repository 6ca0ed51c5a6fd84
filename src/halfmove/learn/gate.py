"""AlphaGo Zero's gate: a challenger plays the best network, and takes its place if it wins often enough.

Silver et al., *Mastering the game of Go without human knowledge*, 2017: 55 % of 400 games.  All games are
played at once, each from its own random opening, the challenger in the first seat of every other.  The match
ends as soon as the games that are left cannot change its verdict, which is thus that of all games.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from halfmove.learn.selfplay import Evaluate, Options, PlayedGame, SelfPlay
from halfmove.search.encoding import Encoding
from halfmove.search.neural.forest_memory import MOVER, NODE


class Gate(SelfPlay):
    """A match of `games` games; `step` until it is `decided`."""

    def __init__(
        self,
        encoding: Encoding,
        challenger: Evaluate,
        best: Evaluate,
        options: Options,
        *,
        games: int = 400,
        share: float = 0.55,
        seed: int = 0,
    ) -> None:
        self._sides = challenger, best
        self.needed = share * games
        """Points, a draw half of one."""
        self._points = np.full(games, np.nan)
        # every move is searched in full, from openings that are not all the same
        options = replace(options, games=games, full_share=1.0, opening_share=1.0, answers=0)
        super().__init__(encoding, self._evaluate_both, options, seed=seed)

    @property
    def points(self) -> float:
        """What the challenger has so far."""
        return float(np.nansum(self._points))

    @property
    def played(self) -> int:
        """Games that have ended."""
        return int((~np.isnan(self._points)).sum())

    @property
    def results(self) -> tuple[int, int, int]:
        """How many games the challenger has won, drawn and lost."""
        won, drawn, lost = (int((self._points == points).sum()) for points in (1.0, 0.5, 0.0))
        return won, drawn, lost

    @property
    def passed(self) -> bool:
        """Whether the challenger has won often enough."""
        return self.points >= self.needed

    @property
    def decided(self) -> bool:
        """Whether the games that are left change nothing."""
        left = len(self._points) - self.played
        return self.passed or self.points + left < self.needed

    def __str__(self) -> str:
        verdict = "the challenger plays from now on" if self.passed else "the best stays"
        return f"{self.points:g} points of {self.played} games: {verdict}"

    def _evaluate_both(self, planes: NDArray[np.int8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Each game's search asks the network of the player whose move it is to find."""
        trees = self.forest.waiting.array[: len(planes)]
        movers = self.forest.nodes.array.reshape(-1, NODE)[trees * self.plan.nodes_room, MOVER]
        logits = np.zeros((len(planes), self.plan.policy), np.float32)
        values = np.zeros((len(planes), self.plan.values), np.float32)
        for side, evaluate in enumerate(self._sides):
            own = (movers ^ (trees & 1)) == side
            if own.any():
                logits[own], values[own] = evaluate(planes[own])
        return logits, values

    def _record_game(self, tree: int) -> PlayedGame:
        game = super()._record_game(tree)
        if np.isnan(self._points[tree]):  # a game after the first would come from short ones more often
            self._points[tree] = (1 + np.sign(game.outcome[tree & 1])) / 2
        return game
