"""Bitboards for games of your own: the names of `halfmove.core.bits`, at the surface.

from halfmove import bits
from halfmove.bits import Bitboard
"""

from halfmove.core.bits import *  # noqa: F403
from halfmove.core.bits import __all__ as __all__
