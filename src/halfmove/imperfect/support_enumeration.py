"""All equilibria of a small matrix game, by trying all supports: exact, any payoffs.

Dickhaut and Kaplan, "A program for finding Nash equilibria", *The Mathematica Journal* 1(4), 1991; B. von
Stengel, "Equilibrium computation for two-player games", *Algorithmic Game Theory*, 2007, sections 3.3 and
3.6.  For a support of one player and as many best replies of the other, linear equations say how he mixes:
the replies earn the same, and the probabilities add up to 1.  Those mixtures in which nothing is negative and
no other reply earns more are the vertices of his best-reply polyhedron; two of them, one of each player, are
an equilibrium where each action is a best reply or is never played.

So *extreme* equilibria are found.  In most games there are no others; in a degenerate one the rest are
mixtures of those, and each of them is listed once.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations

from halfmove.core.errors import BadInput
from halfmove.imperfect.bimatrix import Bimatrix, Mixed

SUPPORT_ENUMERATION = "support-enumeration"
MOST = 13_000
"""Pairs of supports: 8 by 8 has 12,869, which take some seconds."""
FEW = 3_500
"""Pairs that take less than a second or two: 7 by 7."""


def pairs(height: int, width: int) -> int:
    """How many pairs of supports of equal size there are of so many actions."""
    return math.comb(height + width, height) - 1


def support_enumeration(game: Bimatrix) -> list[tuple[Mixed, Mixed]]:
    """All extreme equilibria, pure ones first; `BadInput` for a game with too many supports."""
    number = pairs(game.height, game.width)
    if number > MOST:
        raise BadInput(
            f"A game of {game.height} by {game.width} actions has {number:,} pairs of supports, too many "
            f"to try; {MOST:,} are the most. --algorithm lemke-howson finds one equilibrium of it."
        )
    transposed = [list(column) for column in zip(*game.second, strict=True)]
    seconds = _vertices(game.first)
    firsts = _vertices(transposed)
    everything = set(range(game.height + game.width))
    found = []
    for x, replies in firsts.items():
        # the labels of x, as `lemke_howson` has them: rows never played, columns that are best replies
        labels = {i for i, share in enumerate(x) if share == 0} | {game.height + j for j in replies}
        for y, best in seconds.items():
            unplayed = {game.height + j for j, share in enumerate(y) if share == 0}
            if labels | unplayed | best == everything:
                found.append((x, y))
    return sorted(found, key=_order)


def _order(both: tuple[Mixed, Mixed]) -> tuple[object, ...]:
    """Those with small supports first, then by the actions played."""
    played = [[i for i, share in enumerate(mixed) if share > 0] for mixed in both]
    return (sum(map(len, played)), played, both)


def _vertices(pays: list[list[int]]) -> dict[Mixed, set[int]]:
    """How the player of the columns may mix, where `pays` are the row player's payoffs: the vertices of the
    best-reply polyhedron, each with the rows that are best replies to it."""
    height, width = len(pays), len(pays[0])
    found: dict[Mixed, set[int]] = {}
    for size in range(1, min(height, width) + 1):
        for support in combinations(range(width), size):
            for replies in combinations(range(height), size):
                solved = indifferent([[pays[i][j] for j in support] for i in replies])
                if solved is None:
                    continue
                shares = [Fraction(0)] * width
                for j, share in zip(support, solved, strict=True):
                    shares[j] = share
                mixed = tuple(shares)
                if mixed in found:
                    continue
                earned = [sum((row[j] * mixed[j] for j in support), Fraction(0)) for row in pays]
                if earned[replies[0]] == max(earned):
                    found[mixed] = {i for i, pay in enumerate(earned) if pay == max(earned)}
    return found


def indifferent(rows: list[list[int]]) -> list[Fraction] | None:
    """Shares that add up to 1 and with which all rows earn the same; None where a share would not be above
    0, or there is not just one solution.

    With payoffs above 0 what all rows earn may be set to 1 first.  Whole numbers over one denominator: E. H.
    Bareiss, "Sylvester's identity and multistep integer-preserving Gaussian elimination", 1968.
    """
    size = len(rows)
    work = [[*row, 1] for row in rows]
    last = 1
    for k in range(size):
        at = next((i for i in range(k, size) if work[i][k] != 0), None)
        if at is None:
            return None
        work[k], work[at] = work[at], work[k]
        pivot, top = work[k][k], work[k]
        for i in range(size):
            if i != k:
                factor = work[i][k]
                work[i] = [(pivot * a - factor * b) // last for a, b in zip(work[i], top, strict=True)]
        last = pivot
    values = [work[i][size] for i in range(size)]
    total = sum(values)
    if total == 0 or any(value * total <= 0 for value in values):
        return None
    return [Fraction(value, total) for value in values]
