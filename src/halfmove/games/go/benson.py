"""Chains that cannot be taken even if their player always passes.

David B. Benson, *Life in the game of Go*, Information Sciences 10, 1976: take all of a player's chains, and
the regions that they enclose (connected points without a stone of his).  A region is vital to a chain if
each of its empty points is a liberty of that chain.  Leave out chains with fewer than two vital regions, and
regions beside a chain left out, until nothing changes: what is left lives unconditionally.

The theorem needs suicide to be forbidden: where it is allowed, stones inside a region can be made to vanish,
so there every point of a region must lie beside the chain, not only the empty ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from halfmove.core import bits
from halfmove.core.bits import Wide

if TYPE_CHECKING:
    from halfmove.games.go.groups import Groups


def parts(game: Groups, points: Wide) -> Iterator[Wide]:
    """The connected parts of a set of points."""
    left = points
    while not bits.wide_empty(left):
        part = game.flood(game.alone(bits.wide_lowest(left)), points)
        left = bits.wide_without(left, part)
        yield part


def holdings(game: Any, own: Wide, other: Wide) -> Wide:
    """The points that are `own`'s for good: its unconditionally living stones, and the regions between these
    in which `other` cannot live.

    An eye is a point none of whose neighbours is the other player's, and a chain lives by two.  So a region
    with fewer than two points that do not touch the living stones has no room for life.
    """
    alive = unconditionally_alive(game, own, other)
    held = alive
    if bits.wide_empty(alive):
        return held
    rest = bits.wide_without(game.cells, alive)
    beside = game.neighbours(alive)
    while not bits.wide_empty(rest):
        region = game.flood(game.alone(bits.wide_lowest(rest)), rest)
        rest = bits.wide_without(rest, region)
        if bits.wide_count(bits.wide_without(region, beside)) < 2:
            held = bits.wide_or(held, region)
    return held


def unconditionally_alive(game: Any, own: Wide, other: Wide) -> Wide:
    """The stones of `own` in chains that live whatever `other` does."""
    empty = game.empty(own, other)
    fillable = bits.wide_without(game.cells, own) if game.suicide else empty
    kept = own
    while True:
        lost = game.nothing
        beside_lost = game.neighbours(bits.wide_without(own, kept))
        chains = kept
        while not bits.wide_empty(chains):
            chain = game.flood(game.alone(bits.wide_lowest(chains)), kept)
            chains = bits.wide_without(chains, chain)
            if vital_regions(game, chain, own, fillable, beside_lost) < 2:
                lost = bits.wide_or(lost, chain)
        if bits.wide_empty(lost):
            return kept
        kept = bits.wide_without(kept, lost)


def vital_regions(game: Any, chain: Wide, own: Wide, fillable: Wide, beside_lost: Wide) -> int:
    """How many of the regions beside a chain are vital to it, up to two; none of those beside a chain that is
    lost."""
    beside = game.neighbours(chain)
    outside = bits.wide_without(game.cells, own)
    left = bits.wide_and(beside, outside)
    count = 0
    while count < 2 and not bits.wide_empty(left):
        region = game.flood(game.alone(bits.wide_lowest(left)), outside)
        left = bits.wide_without(left, region)
        open_points = bits.wide_and(region, fillable)
        if (
            not bits.wide_empty(open_points)
            and bits.wide_empty(bits.wide_without(open_points, beside))
            and bits.wide_empty(bits.wide_and(region, beside_lost))
        ):
            count += 1
    return count
