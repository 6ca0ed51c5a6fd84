"""The chance to win by the lead and the tiles in the bag, fitted to games of the static player.

A logistic function for each number of tiles in the bag: a player to move who leads by x points wins with
probability 1 / (1 + exp(-(x + turn) / scale)).  `turn` is what the turn is worth, `scale` grows with what is
still to come; both are smoothed over neighbouring numbers of tiles.  The command that fits them:

    python -m halfmove.games.scrabble.learning --wins 20000
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import numpy as np

from halfmove.core.buffer import Buffer
from halfmove.core.errors import BadInput
from halfmove.games.scrabble.learned import WINS, read_learned
from halfmove.games.scrabble.lexicon.store import ENGLISH
from halfmove.games.scrabble.tiles import DATA, TileSet

WIDEST = 400
"""Leads beyond so many points count as that."""
LEADS = 2 * WIDEST + 1
CERTAIN = 1_000_000
"""A chance of 1 in the kernels' whole numbers."""
STEPS = 60
"""Of Newton's method; it settles in ten."""
FEWEST = 50
"""Turns to which a function is fitted."""
NEIGHBOURS = 3
"""Numbers of tiles on each side over which a value is smoothed."""


class Chances:
    """The chances for each number of tiles in the bag, from 0 on; the last holds for more, too."""

    def __init__(self, tiles: str, turn: Any, scale: Any) -> None:
        self.tiles = tiles
        self.turn, self.scale = np.asarray(turn, float), np.asarray(scale, float)
        self._table: Buffer | None = None

    @property
    def most(self) -> int:
        """The largest number of tiles in the bag that has chances of its own."""
        return len(self.scale) - 1

    def win(self, lead: float, in_bag: int) -> float:
        """The chance of a player to move who leads by so many points, 0 to 1."""
        at = min(in_bag, self.most)
        return float(1 / (1 + np.exp(-np.clip((lead + self.turn[at]) / self.scale[at], -30, 30))))

    @property
    def table(self) -> Buffer:
        """[tiles in the bag × lead from -400 to 400], in millionths."""
        if self._table is None:
            leads = np.arange(-WIDEST, WIDEST + 1)
            over = np.clip((leads[None, :] + self.turn[:, None]) / self.scale[:, None], -30, 30)
            self._table = Buffer(LEADS * len(self.scale))
            self._table.array[:] = np.rint(CERTAIN / (1 + np.exp(-over))).ravel()
        return self._table

    def to_dict(self) -> dict[str, Any]:
        """The chances as data."""
        return {
            "tiles": self.tiles,
            "turn": np.round(self.turn, 2).tolist(),
            "scale": np.round(self.scale, 2).tolist(),
        }

    def to_json(self) -> str:
        """The same as text."""
        return json.dumps(self.to_dict(), separators=(",", ":")).replace("],", "],\n") + "\n"


def fit_logistic(leads: Any, won: Any) -> tuple[float, float]:
    """Turn and scale of one number of tiles, by Newton's method on the likelihood, with a faint prior."""
    weights = np.array([0.0, 1 / 60])
    columns = np.stack([np.ones_like(leads), leads], axis=1)
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(columns @ weights, -30, 30)))
        slope = columns.T @ (won - chance)
        curve = (columns * (chance * (1 - chance))[:, None]).T @ columns
        step = np.linalg.solve(curve + 1e-6 * np.eye(2), slope)
        weights = weights + np.clip(step, -0.5, 0.5)
        weights[1] = max(weights[1], 1e-3)
    return weights[0] / weights[1], 1 / weights[1]


def fit_chances(leads: Any, bags: Any, won: Any, tiles: int) -> tuple[list[float], list[float]]:
    """Turn and scale for each number of tiles in the bag, up to the most that a turn begins with.

    Where fewer than `FEWEST` turns had about so many tiles, those of the next number count; `BadInput` where
    that is so of all."""
    found: list[tuple[float, float] | None] = []
    for many in range(tiles - 13):
        low, high = (0, 0) if many == 0 else (max(1, many - NEIGHBOURS), many + NEIGHBOURS)
        near = (bags >= low) & (bags <= high)
        found.append(fit_logistic(leads[near], won[near]) if near.sum() >= FEWEST else None)
    last = next((each for each in found if each is not None), None)
    if last is None:
        raise BadInput("These are too few games to learn the chances to win from.")
    turn, scale = [], []
    for each in found:
        last = each or last
        turn.append(last[0])
        scale.append(last[1])
    return turn, scale


def chances_of(tiles: TileSet, lexicon: str = ENGLISH) -> Chances:
    """The chances for a word list: those that were learned for it (`learned`), else those that are shipped
    for the tile set, or for English where there are none of its own."""
    learned = read_learned(lexicon, tiles)
    return _shipped(tiles) if learned is None else _made(learned[WINS])


@cache
def _shipped(tiles: TileSet) -> Chances:
    """The chances that are shipped."""
    own = DATA / f"{tiles.name}-wins.json"
    return _made(json.loads((own if own.exists() else DATA / "english-wins.json").read_text("utf-8")))


def _made(data: dict[str, Any]) -> Chances:
    """The chances that `Chances.to_dict` tells."""
    return Chances(data["tiles"], data["turn"], data["scale"])
