"""Random numbers for games of your own: the names of `halfmove.core.randomness`, at the surface.

from halfmove import randomness
card = 1 + randomness.below(random, 52)
"""

from halfmove.core.randomness import below as below
from halfmove.core.randomness import fraction as fraction
from halfmove.core.randomness import stream as stream
from halfmove.core.randomness import word as word

__all__ = ["below", "fraction", "stream", "word"]
