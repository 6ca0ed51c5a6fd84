"""Random numbers that nobody can foretell who has seen others: a secret of 128 bits, and a keyed hash.

`core.randomness` is quick and public: its words can be undone, and who knows a seed, or tries all of 32 bits,
knows all that it draws.  Here the words of a stream are BLAKE2b (RFC 7693), keyed with the secret, of the
stream's name and of 0, 1, 2, …; a word says nothing of another one, nor of the secret.  For dice and hidden
cards at a table that is open to others, which rules draw one outcome at a time, interpreted.
"""

from __future__ import annotations

import secrets
from hashlib import blake2b

from halfmove.core.buffer import Buffer

BITS = 128
"""Of a secret."""
MARK = 1 << BITS
"""Above every secret, so that it is told from a seed that somebody chose."""
_WORD = 8


def draw_secret() -> int:
    """A secret from the system's randomness, marked as one."""
    return MARK | secrets.randbits(BITS)


def is_secret(seed: int) -> bool:
    """Whether `draw_secret` made it."""
    return seed >= MARK


def keyed_word(secret: int, name: str, number: int = 0) -> int:
    """64 bits: word `number` of the stream of that name."""
    key = secret.to_bytes(BITS // 8 + 1)
    return int.from_bytes(blake2b(f"{name} {number}".encode(), key=key, digest_size=_WORD).digest())


class KeyedStream(Buffer):
    """A stream as `core.randomness` takes it, each of whose words is drawn anew; it remembers none.

    `randomness.word` reads a word, moves it on and mixes it; both can be undone, so 64 random bits remain so.
    Machine code would see the first word alone, and go on from there as in any other stream.
    """

    __slots__ = ("_count", "_name", "_secret")

    def __init__(self, secret: int, name: str) -> None:
        super().__init__(1, unsigned=True)
        self._secret, self._name, self._count = secret, name, 0
        self.array[0] = keyed_word(secret, name)

    def __getitem__(self, index: int) -> int:
        self._count += 1
        return keyed_word(self._secret, self._name, self._count)

    def __setitem__(self, index: int, value: int) -> None:
        """Nothing: the next word does not depend on this one."""
