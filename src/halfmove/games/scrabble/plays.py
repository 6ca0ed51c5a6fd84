"""Actions as numbers of 64 bits: a play, an exchange, a pass, a challenge; nature's are the tiles drawn.

    bits     play                                     exchange
    0-41     the tiles that are laid down, from the   the tiles, as on a rack but 32 for a blank,
             first on, 6 bits each: the letter, and   in the order of the alphabet
             32 more if a blank stands for it
    42-44    how many                                 how many
    45-53    the square of the first of them
    54       whether the word goes down
    55-57    PLAY                                     EXCHANGE

The squares are counted row by row from the top left.  Tiles that lie on the board already are not said: they
are passed over.
"""

from __future__ import annotations

from collections.abc import Sequence

COUNT, SQUARE, DOWN, KIND = 42, 45, 54, 55
TILE = 6
PLAY, EXCHANGE = 1 << KIND, 2 << KIND
PASS, CHALLENGE, ACCEPT = 3 << KIND, 4 << KIND, 5 << KIND
OFF, STANDS = 6 << KIND, 7 << KIND
"""A challenge as people have decided it: the play comes off the board, or it stands."""
MOST_TILES = 7


def is_play(action: int) -> bool:
    """Whether an action lays tiles down."""
    return action >> KIND == 1


def is_exchange(action: int) -> bool:
    """Whether an action exchanges tiles."""
    return action >> KIND == 2


def count_of(action: int) -> int:
    """How many tiles are laid down or exchanged."""
    return action >> COUNT & 7


def square_of(action: int) -> int:
    """The square of the first tile that is laid down."""
    return action >> SQUARE & 511


def goes_down(action: int) -> bool:
    """Whether the word goes down."""
    return bool(action >> DOWN & 1)


def tiles_of(action: int) -> bytes:
    """The tiles that are laid down, as on the board; of an exchange as on a rack, 0 for a blank."""
    mask = 31 if is_exchange(action) else 63
    return bytes(action >> (TILE * k) & mask for k in range(count_of(action)))


def play_of(square: int, down: bool, tiles: Sequence[int]) -> int:
    """The play that lays tiles down from a square on."""
    return PLAY | _tiles(tiles) | len(tiles) << COUNT | square << SQUARE | int(down) << DOWN


def exchange_of(tiles: Sequence[int]) -> int:
    """The exchange of sorted tiles of a rack."""
    return EXCHANGE | _tiles([tile or 32 for tile in tiles]) | len(tiles) << COUNT


def _tiles(tiles: Sequence[int]) -> int:
    return sum(tile << (TILE * k) for k, tile in enumerate(tiles))
