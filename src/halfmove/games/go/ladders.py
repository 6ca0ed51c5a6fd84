"""Ladders: whether a chain that is put in atari move after move is taken in the end.

The chaser plays on a liberty of a chain that has two, which puts it in atari; the runner extends it on its
last liberty, or takes a chain beside it that is in atari itself.  With three liberties the chain has escaped;
without any it is taken.  Both keep to the rules, the simple ko included, so that ladder breakers, snapbacks
and the edge of the board need no word of their own.  Nothing else is read: a net catches stones too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.core import bits
from halfmove.core.bits import Wide
from halfmove.core.compile import kernel

if TYPE_CHECKING:
    from halfmove.games.go.game import Go
    from halfmove.games.go.rules import State

NONE = -1
LONGEST = 150
"""How often a chain is put in atari, at most: a ladder that turns at the edges of 19 lines needs fewer."""
NODES = 10_000
"""How many positions with the chaser to move one question may cost."""


def ladder_move(game: Go, s: State, point: int, depth: int = LONGEST, nodes: int = NODES) -> int | None:
    """The point where the player to move takes the other player's chain at `point` in a ladder, or saves his
    own, which is in atari, from being taken so; None if there is none.

    A chain with three liberties or more is not taken, and one of the mover's own with two or more is in no
    danger yet: its first liberty is named.  `depth` bounds how often the chain is put in atari, `nodes` the
    positions; what is beyond them counts as an escape.
    """
    seed = game.place(point)
    owner = 0 if bits.wide_has(s.black, seed) else 1
    place, _ = read_ladder(game, s, seed, owner, depth, nodes)
    return None if place == NONE else game.point(place)


@kernel
def read_ladder(game: Any, s: Any, seed: int, runner: int, depth: int, nodes: int) -> tuple[int, int]:
    """The place of a move by which the player to move has his way with the runner's chain at the place
    `seed`, or -1; and what is left of `nodes`.

    The runner wants to save it, the other player to take it.  It counts as saved when it would have to be put
    in atari more than `depth` times, or when no nodes are left.
    """
    own, other = game.own(s), game.other(s)
    runs = s.mover == runner
    stones = own if runs else other
    if not bits.wide_has(stones, seed):  # taken; by the runner's own suicide, if it is the other's turn
        return (NONE if runs else seed), nodes
    empty = game.empty(own, other)
    chain = game.flood(game.alone(seed), stones)
    moves = bits.wide_and(game.neighbours(chain), empty)
    if runs:
        moves = bits.wide_or(moves, relief(game, chain, other, empty))
    else:
        if bits.wide_count(moves) > 2 or depth <= 0 or nodes <= 0:
            return NONE, nodes
        depth -= 1
        nodes -= 1
    for place in bits.wide_squares(moves):
        if place != s.ko and may_play(game, place, own, other, empty):
            answer, nodes = read_ladder(game, game.result(s, game.point(place)), seed, runner, depth, nodes)
            if answer == NONE:
                return place, nodes
    return NONE, nodes


def relief(game: Go, chain: Wide, chasers: Wide, empty: Wide) -> Wide:
    """The last liberties of the chasers' chains in atari beside a chain: where taking them may save it."""
    last = game.nothing
    around = bits.wide_and(game.neighbours(chain), chasers)
    while not bits.wide_empty(around):
        theirs = game.flood(game.alone(bits.wide_lowest(around)), chasers)
        around = bits.wide_without(around, theirs)
        left = bits.wide_and(game.neighbours(theirs), empty)
        if bits.wide_count(left) == 1:
            last = bits.wide_or(last, left)
    return last


def may_play(game: Go, place: int, own: Wide, other: Wide, empty: Wide) -> bool:
    """Whether the rules allow a stone on an empty point, ko and superko left aside."""
    if not bits.wide_empty(bits.wide_and(game.beside(place), empty)):
        return True
    return game.breathes(place, own, other, empty)
