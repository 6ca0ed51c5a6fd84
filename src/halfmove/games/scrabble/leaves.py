"""What tiles that are kept are worth, learned from games that the static player played itself.

The value of a leave is a sum: of each tile (a first, a second, a third one of a letter each of its own), of
each pair of different tiles, and of how many vowels and consonants there are.  It is what the next turn
brings more than with seven tiles drawn at random, the leave after that turn counted in the same way; fitted
by `halfmove.games.scrabble.learning`.  The table of English is in `data`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from halfmove.core.buffer import Buffer
from halfmove.games.scrabble.desk import FULL_RACK
from halfmove.games.scrabble.learned import LEAVES, read_learned
from halfmove.games.scrabble.lexicon.store import ENGLISH
from halfmove.games.scrabble.tiles import DATA, TileSet

COPIES = 3
"""A fourth tile of a letter counts as a third."""
SIDE = FULL_RACK + 1
TILES = 32
SINGLES, PAIRS, BALANCE = 0, TILES * COPIES, TILES * COPIES + TILES * TILES
FEATURES = BALANCE + SIDE * SIDE
"""Places of a table: [tile, copy], [lower tile, higher tile], [vowels, consonants]."""


def features(rack: Sequence[int], vowels: Sequence[bool]) -> list[int]:
    """The places of a table that add up to the value of tiles (0 is a blank, neither vowel nor consonant)."""
    counts = [0] * TILES
    found = []
    for tile in rack:
        found.append(SINGLES + COPIES * tile + min(counts[tile], COPIES - 1))
        counts[tile] += 1
    kinds = sorted(set(rack))
    found += [PAIRS + TILES * a + b for k, a in enumerate(kinds) for b in kinds[k + 1 :]]
    many = sum(vowels[tile] for tile in rack)
    found.append(BALANCE + SIDE * many + sum(1 for tile in rack if tile and not vowels[tile]))
    return found


class Leaves:
    """A table of values, in thousandths of a point."""

    def __init__(self, tiles: TileSet, table: Any) -> None:
        self.tiles = tiles
        self.table = Buffer(FEATURES)
        self.table.array[:] = table
        self._known: dict[bytes, int] = {}

    def value(self, rack: bytes) -> int:
        """What tiles that are kept are worth."""
        found = self._known.get(rack)
        if found is None:
            found = sum(self.table[at] for at in features(rack, self.tiles.vowels))
            if len(self._known) > 100_000:
                self._known.clear()
            self._known[rack] = found
        return found

    def to_dict(self) -> dict[str, Any]:
        """The table by the tiles' names."""
        array = self.table.array
        names = self.tiles.names
        size = self.tiles.size
        return {
            "tiles": self.tiles.name,
            "singles": {names[t]: array[COPIES * t : COPIES * (t + 1)].tolist() for t in range(size)},
            "pairs": {
                names[a]: array[PAIRS + TILES * a : PAIRS + TILES * a + size].tolist() for a in range(size)
            },
            "balance": array[BALANCE:].reshape(SIDE, SIDE).tolist(),
        }

    def to_json(self) -> str:
        """The same as text."""
        text = json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"))
        return text.replace("],", "],\n") + "\n"


def leaves_of(tiles: TileSet, lexicon: str = ENGLISH) -> Leaves:
    """The values for a word list: those that were learned for it (`learned`), else those that are shipped for
    the tile set; all 0 where there are none."""
    learned = read_learned(lexicon, tiles)
    return _shipped(tiles) if learned is None else Leaves(tiles, table_of(tiles, learned[LEAVES]))


@cache
def _shipped(tiles: TileSet) -> Leaves:
    """The values that are shipped for a tile set."""
    file = DATA / f"{tiles.name.removesuffix('-super')}-leaves.json"
    table = table_of(tiles, json.loads(file.read_text("utf-8"))) if file.exists() else np.zeros(FEATURES)
    return Leaves(tiles, table)


def table_of(tiles: TileSet, data: dict[str, Any]) -> Any:
    """The table that `Leaves.to_dict` tells."""
    table = np.zeros(FEATURES, np.int64)
    for tile, letter in enumerate(tiles.names):
        table[COPIES * tile : COPIES * (tile + 1)] = data["singles"][letter]
        table[PAIRS + TILES * tile : PAIRS + TILES * tile + tiles.size] = data["pairs"][letter]
    table[BALANCE:] = np.array(data["balance"]).ravel()
    return table
