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


def unconditionally_alive(game: Any, own: Wide, other: Wide) -> Wide:
    """The stones of `own` in chains that live whatever `other` does."""
    empty = game.empty(own, other)
    fillable = bits.wide_without(game.cells, own) if game.suicide else empty
    chains = list(parts(game, own))
    regions = list(parts(game, bits.wide_without(game.cells, own)))
    while True:
        kept = [chain for chain in chains if _vital(game, chain, regions, fillable) >= 2]
        lost = game.nothing
        for chain in chains:
            if chain not in kept:
                lost = bits.wide_or(lost, chain)
        beside_lost = game.neighbours(lost)
        enclosed = [r for r in regions if bits.wide_empty(bits.wide_and(r, beside_lost))]
        if len(kept) == len(chains) and len(enclosed) == len(regions):
            break
        chains, regions = kept, enclosed
    alive: Wide = game.nothing
    for chain in chains:
        alive = bits.wide_or(alive, chain)
    return alive


def _vital(game: Groups, chain: Wide, regions: list[Wide], fillable: Wide) -> int:
    """How many regions are vital to a chain: it lies beside all their points that may ever be empty."""
    beside = game.neighbours(chain)
    return sum(
        not bits.wide_empty(bits.wide_and(region, fillable))
        and bits.wide_empty(bits.wide_without(bits.wide_and(region, fillable), beside))
        for region in regions
    )
