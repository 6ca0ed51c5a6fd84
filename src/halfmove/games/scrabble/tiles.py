"""Tile sets: the letters of a language, how many tiles each has and what it counts.

A set is a file in `data`.  A letter is a number from 1 on, in the order of the alphabet; a tile of two
letters (CH, LL, RR in Spanish) is one letter.  On a rack 0 is a blank; on the board and in a play a blank
that stands for a letter is that letter's number plus `BLANK`.  Text has it in lower case, and letters that
are several signs in brackets, `[CH]`, as other programs write them; what is read need not have the brackets.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from halfmove.core.errors import BadInput
from halfmove.core.numbers import shorten

DATA = Path(__file__).parent / "data"
BLANK = 32
"""Added to a letter that a blank stands for."""
MOST_LETTERS = 31
"""So that a set of letters, and a bit for the separator of the word graph, fit 32 bits."""


class TileSet:
    """The letters of a language: `names[n]`, `counts[n]` and `points[n]` of letter n; 0 is the blank."""

    def __init__(self, name: str, data: dict[str, object]) -> None:
        letters = data["letters"]
        assert isinstance(letters, dict)
        assert len(letters) <= MOST_LETTERS
        self.name = name
        self.about = str(data["about"])
        self.names: tuple[str, ...] = ("?", *letters)
        blanks = data["blanks"]
        assert isinstance(blanks, int)
        self.counts: tuple[int, ...] = (blanks, *(count for count, _ in letters.values()))
        self.points: tuple[int, ...] = (0, *(points for _, points in letters.values()))
        vowels = str(data["vowels"])
        self.vowels = tuple(name in vowels and name != "?" for name in self.names)
        fold = data.get("fold", {})
        assert isinstance(fold, dict)
        self._fold = str.maketrans(fold)
        self._number = {name: number for number, name in enumerate(self.names)}
        longest = sorted(self.names[1:], key=len, reverse=True)
        self._word = re.compile("|".join(map(re.escape, longest)))
        either = [form for name in longest for form in (name, name.lower())]
        brackets = [rf"\[{re.escape(form)}\]" for form in either if len(form) > 1]
        self._tile = re.compile("|".join([*brackets, *map(re.escape, either), r"\?"]))

    @property
    def size(self) -> int:
        """How many numbers there are: the letters and the blank."""
        return len(self.names)

    @property
    def total(self) -> int:
        """How many tiles there are."""
        return sum(self.counts)

    @property
    def alphabet(self) -> str:
        """The letters, divided by blanks: words over the same alphabet are the same numbers."""
        return " ".join(self.names[1:])

    def normalise(self, text: str) -> str:
        """A text in upper case, with the letters that are played as others replaced."""
        return unicodedata.normalize("NFC", text).upper().translate(self._fold)

    def word(self, text: str) -> bytes:
        """The numbers of a word's letters; `BadInput` names the first sign that is none."""
        normal = self.normalise(text)
        found, at = [], 0
        while at < len(normal):
            match = self._word.match(normal, at)
            if match is None:
                raise BadInput(
                    f"'{shorten(text)}' has '{normal[at]}', which is no letter of the tiles '{self.name}'."
                )
            found.append(self._number[match[0]])
            at = match.end()
        return bytes(found)

    def tiles(self, text: str, *, blank: int = 0) -> bytes:
        """Tiles as they are written: letters, blanks that stand for letters in lower case, `?` as `blank`."""
        text = unicodedata.normalize("NFC", text)
        found, at = [], 0
        while at < len(text):
            match = self._tile.match(text, at)
            if match is None:
                raise BadInput(f"'{shorten(text)}' has '{text[at]}', which is no tile of '{self.name}'.")
            name = match[0].strip("[]")
            number = self._number.get(name)
            found.append(
                blank if name == "?" else self._number[name.upper()] + BLANK if number is None else number
            )
            at = match.end()
        return bytes(found)

    def rack(self, text: str) -> bytes:
        """A rack, sorted, blanks (`?`) last; `BadInput` for what is no letter."""
        word = text.strip().upper() if text.isascii() else text.strip()
        found = self.tiles(word)
        if any(tile >= BLANK for tile in found):
            raise BadInput(f"A rack has letters in upper case and ? for a blank; not '{shorten(text)}'.")
        return sort_rack(found)

    def text(self, tiles: Sequence[int]) -> str:
        """Tiles as text: `[CH]` for a letter of several signs, lower case for a blank, `?` on a rack."""
        return "".join(map(self.sign, tiles))

    def sign(self, tile: int) -> str:
        """One tile as text."""
        name = self.names[tile & (BLANK - 1)]
        name = name.lower() if tile >= BLANK else name
        return name if len(name) == 1 else f"[{name}]"

    def word_text(self, word: Sequence[int]) -> str:
        """A word as people write it, without brackets."""
        return "".join(self.names[tile & (BLANK - 1)] for tile in word)


def sort_rack(tiles: Sequence[int]) -> bytes:
    """Tiles of a rack in the order of the alphabet, blanks last."""
    ordered: list[int] = sorted(tiles, key=lambda tile: BLANK if tile == 0 else tile)
    return bytes(ordered)


def tile_sets() -> list[str]:
    """The names of the tile sets."""
    return sorted(path.stem for path in DATA.glob("*.toml"))


@cache
def tile_set(name: str) -> TileSet:
    """A tile set by its name; `BadInput` if there is none."""
    if name not in tile_sets():
        raise BadInput(f"There is no tile set '{shorten(name)}'; there are: {', '.join(tile_sets())}.")
    return TileSet(name, tomllib.loads((DATA / f"{name}.toml").read_text("utf-8")))
