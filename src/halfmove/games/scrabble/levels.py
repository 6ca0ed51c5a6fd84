"""Scrabble at ten levels: weaker players know fewer words and think less of what they keep.

A player of level n knows a part of the lexicon, the same in every game and all that the levels below know:
of words of six letters the share `known`, of shorter ones more, of longer ones fewer.  He takes the play of
words that he knows with the most points and `leave` times the value of what he keeps.  Nobody errs at random:
a weak player misses the long words and keeps bad racks, as people do.  Levels 9 and 10 are the engine's own.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

from halfmove.games.scrabble.plays import ACCEPT, CHALLENGE, PASS, tiles_of
from halfmove.games.scrabble.rules import ANSWER, TURN, State, exchanges, rack_tiles, without
from halfmove.games.scrabble.turns import WAITING

if TYPE_CHECKING:
    from halfmove.games.scrabble.knowledge import Knowledge

USUAL_LENGTH = 6
PRECISION = 1 << 32


class Level(NamedTuple):
    """How much of the lexicon a player knows, and how much of the value of a leave he reckons with."""

    known: float
    leave: float


LEVELS = (
    Level(0.05, 0.0), Level(0.10, 0.0), Level(0.18, 0.0), Level(0.28, 0.2), Level(0.40, 0.4),
    Level(0.55, 0.6), Level(0.75, 0.8), Level(1.0, 1.0),
)  # fmt: skip
"""Levels 1 to 8: the last is the static player."""


def is_known(word: bytes, level: Level) -> bool:
    """Whether a player of a level knows a word: whoever knows more words knows all of his."""
    if level.known >= 1:
        return True
    place = int.from_bytes(hashlib.blake2b(word, digest_size=4).digest(), "little") / PRECISION
    return bool(place < level.known ** (len(word) / USUAL_LENGTH))


class Levels:
    """The levels of one game."""

    def __init__(self, game: Knowledge) -> None:
        self.game = game

    def describe(self, level: int) -> str:
        if level > len(LEVELS):
            return ""
        known, leave = LEVELS[level - 1]
        said = "all words" if known >= 1 else f"{known:.0%} of the words of six letters"
        return f"knows {said}, reckons with {leave:.0%} of what it keeps"

    def choose(self, s: State, level: int) -> int | None:
        """What a player of a level, 1 to 10, does; None where the engine decides."""
        if level > len(LEVELS):
            return None
        known = LEVELS[level - 1]
        if s.phase == ANSWER:
            return self._answer(s, known)
        return self._play(s, known) if s.phase == TURN else ACCEPT

    def _answer(self, s: State, level: Level) -> int:
        """Challenge what he is sure of that it is no word: what resembles words that he knows so well."""
        words = self.game.words_made(s.before, s.pending)
        is_phony = any(is_known(word, level) and not self.game.words.has(word) for word in words)
        return CHALLENGE if is_phony else ACCEPT

    def _play(self, s: State, level: Level) -> int:
        """The best play of words that he knows; an exchange where that is worth more."""
        game, rack, many = self.game, s.racks[s.mover], sum(s.bag)
        other = 0
        if many == 0 and game.players == 2:  # all is known
            other = sum(game.tile_set.points[tile] for tile in s.racks[1 - s.mover])
        found = [
            (score + level.leave * self._leave(s, rack, action, other), action)
            for action, score in game.generator.plays(s.board, rack)
        ]
        best, most = PASS, 0.0
        for worth, action in sorted(found, reverse=True):
            if all(is_known(word, level) for word in game.words_made(s.board, action)):
                best, most = action, worth
                break
        if many < game.exchange_least:
            return best
        kept, action = max(
            (game.leaves.value(without(rack, tiles_of(each))) / 1000, each) for each in exchanges(rack, many)
        )
        return action if best == PASS or (level.leave and level.leave * kept > most) else best

    def _leave(self, s: State, rack: bytes, action: int, other: int) -> float:
        """The value of what a play keeps, in points; with an empty bag what that costs at the end."""
        left = without(rack, rack_tiles(tiles_of(action)))
        if any(s.bag):
            return self.game.leaves.value(left) / 1000
        points = sum(self.game.tile_set.points[tile] for tile in left)
        return -2.0 * points - WAITING / 1000 if left else 2.0 * other
