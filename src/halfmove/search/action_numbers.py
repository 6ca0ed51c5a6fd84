"""Actions in few bits, for tables that keep an action beside other things, or a place for each.

A game whose actions fit into 16 bits (`Game.action_bits`, a constant to the compiler) pays nothing; of larger
numbers a *fold* is kept.  It need only tell the legal actions of one state apart: whoever reads one compares
it with the folds of the actions that the game generates.
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.contract import Game

FEW_BITS = 16
NO_ACTION = 65_535
"""No action's fold."""


def fold(game: Game, action: int) -> int:
    """An action in 16 bits, below NO_ACTION: itself where it fits.

    Two larger ones share a fold once in 65,000 times; where both are legal, one too many is tried first,
    which costs time and no truth, and the line that is told of a search ends before them.
    """
    if game.action_bits <= FEW_BITS or action < NO_ACTION:
        return action
    return min(bits.number(bits.right(bits.mix(bits.board(action)), 64 - FEW_BITS)), NO_ACTION - 1)
