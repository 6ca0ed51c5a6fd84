"""A lexicon: which words there are, and what people ask of them: anagrams, patterns, hooks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from halfmove.core.buffer import Buffer
from halfmove.core.errors import BadInput
from halfmove.core.numbers import shorten
from halfmove.games.scrabble.lexicon.graph import DAWG, WORDS, child, ends, letters_of
from halfmove.games.scrabble.tiles import TileSet

ANY, SOME = -1, -2
"""In a pattern: one letter, and any number of them."""


class Lexicon:
    """The words of a list over a tile set, as a word graph (`graph`)."""

    def __init__(self, name: str, tiles: TileSet, block: Any) -> None:
        self.name, self.tiles, self.block = name, tiles, block
        self._root = int(block[DAWG])
        self._words: Buffer | None = None

    def __len__(self) -> int:
        return int(self.block[WORDS])

    @property
    def graph(self) -> Buffer:
        """The block as kernels read it; it stays where it is mapped."""
        if self._words is None:
            words = Buffer(0, unsigned=True)
            words._keep = self.block
            words.array = self.block
            words._words = self.block.data
            words.address = self.block.ctypes.data
            self._words = words
        return self._words

    def has(self, word: Sequence[int]) -> bool:
        """Whether letters are a word."""
        node = self._root
        for letter in word[:-1]:
            node = child(self.block, node, letter) if node else 0
        return bool(node) and len(word) > 0 and ends(self.block, node, word[-1])

    def words(self) -> Iterator[bytes]:
        """All words, in the order of the alphabet."""
        return self._matching((SOME,), 0, self._root, b"")

    def lengths(self) -> dict[int, int]:
        """How many words there are of each length."""
        return dict(sorted(Counter(map(len, self.words())).items()))

    def anagrams(self, rack: Sequence[int], least: int) -> Iterator[bytes]:
        """The words of at least so many letters that tiles make, 0 for a blank, each once."""
        counts = [0] * self.tiles.size
        for tile in rack:
            counts[tile] += 1
        return self._making(counts, least, self._root, b"")

    def _making(self, counts: list[int], least: int, node: int, before: bytes) -> Iterator[bytes]:
        for letter in letters_of(self.block, node):
            used = letter if counts[letter] else 0
            if not counts[used]:
                continue
            word = before + bytes((letter,))
            if len(word) >= least and ends(self.block, node, letter):
                yield word
            if below := child(self.block, node, letter):
                counts[used] -= 1
                yield from self._making(counts, least, below, word)
                counts[used] += 1

    def pattern(self, text: str) -> Iterator[bytes]:
        """The words that a pattern fits: letters, `?` or `.` for any one, `*` for any number, `[AEI]`
        for one of several and `[^AEI]` for one of the others."""
        return self._matching(self._parts(text), 0, self._root, b"")

    def _parts(self, text: str) -> tuple[int | frozenset[int], ...]:
        """What a pattern consists of."""
        parts: list[int | frozenset[int]] = []
        rest = text.strip()
        while rest:
            sign = rest[0]
            if sign in "?.*":
                if not (sign == "*" and parts and parts[-1] == SOME):
                    parts.append(SOME if sign == "*" else ANY)
                rest = rest[1:]
            elif sign == "[":
                inside, closed, rest = rest[1:].partition("]")
                others = inside.startswith("^")
                chosen = frozenset(self.tiles.word(inside.lstrip("^")))
                if not closed or not chosen:
                    raise BadInput(f"The pattern '{shorten(text)}' has a [ without letters and a ] after it.")
                parts.append(frozenset(range(1, self.tiles.size)) - chosen if others else chosen)
            else:
                literal = rest
                for stop in "?.*[":
                    literal = literal.partition(stop)[0]
                parts += self.tiles.word(literal)
                rest = rest[len(literal) :]
        return tuple(parts)

    def _matching(
        self, parts: tuple[int | frozenset[int], ...], at: int, node: int, before: bytes
    ) -> Iterator[bytes]:
        """The words from a node on that the parts from `at` on fit.  As `*` may be nothing, words could come
        about in several ways: which parts may be next is a set (as in a nondeterministic automaton)."""
        yield from self._run(parts, _reach(parts, {at}), node, before)

    def _run(
        self, parts: tuple[int | frozenset[int], ...], places: frozenset[int], node: int, before: bytes
    ) -> Iterator[bytes]:
        if not node:
            return
        for letter in letters_of(self.block, node):
            after = set()
            for place in places:
                if place < len(parts):
                    part = parts[place]
                    if part == SOME:
                        after.add(place)
                    elif part in (ANY, letter) or (isinstance(part, frozenset) and letter in part):
                        after.add(place + 1)
            if not after:
                continue
            reached = _reach(parts, after)
            word = before + bytes((letter,))
            if len(parts) in reached and ends(self.block, node, letter):
                yield word
            if below := child(self.block, node, letter):
                yield from self._run(parts, reached, below, word)

    def hooks(self, word: Sequence[int]) -> tuple[bytes, bytes]:
        """The letters that make another word before a word, and those behind it."""
        every = range(1, self.tiles.size)
        front = bytes(letter for letter in every if self.has(bytes((letter, *word))))
        return front, bytes(letter for letter in every if self.has(bytes((*word, letter))))


def _reach(parts: tuple[int | frozenset[int], ...], places: set[int]) -> frozenset[int]:
    """The places and those reached from them by `*` that stand for nothing."""
    found = set(places)
    for place in sorted(places):
        while place < len(parts) and parts[place] == SOME:
            place += 1
            found.add(place)
    return frozenset(found)
