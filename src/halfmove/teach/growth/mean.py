"""How many leaves alpha-beta looks at on average, in a uniform tree whose leaves are random.

The leaves' values are independent, and all drawn from the same continuous distribution; which one does not
matter, as only comparisons count, so let them be uniform on (0, 1).  Level k lies k plies below the root,
where MAX moves; F_k is the distribution function of the value of a node at level k:

    F_d(x) = x;   F_k = F_{k+1}^b where MAX moves (k even);   1 − F_k = (1 − F_{k+1})^b where MIN moves.

*Which leaves are seen.*  Let X be the largest of the values of all nodes to the left of the path to a leaf
that are children of MAX nodes on it, and Y the smallest of those that are children of MIN nodes on it.  The
leaf is seen if and only if X < Y (Fuller, Gaschnig and Gillogly; Baudet; X and Y are the alpha and the beta
it is searched with).

*How many.*  A node at an odd level k is a MAX node's child; if it is the (j+1)-th, j nodes to its left have
the distribution F_k.  So P(X ≤ x) is a product over odd k of F_k(x)^j, P(Y > x) one over even k of
(1 − F_k(x))^j, and the sum over all leaves, that is over all j from 0 to b − 1 at each level, goes into the
products:

    A(x) = Π_{k odd} Σ_j F_k(x)^j = Π (1 − F_k^b) / (1 − F_k),
    S(x) = Π_{k even > 0} Σ_j (1 − F_k(x))^j,
    N = A(0) S(0) + ∫ S(x) dA(x) = b^⌊d/2⌋ + ∫₀¹ S(x) A'(x) dx

(A jumps to A(0) = 1 at the left end: the leaves without any X are seen for certain).  The integrand is a
polynomial of a degree near b^d; it is smooth except around the fixed point of two levels, ξ for odd d and
1 − ξ for even d with ξ^b + ξ = 1, where deep trees decide.  Gauss's rule on intervals that halve towards
that point, and halve again until the sums agree, gets all digits that floating point has.

*In the limit* N^(1/d) tends to ξ / (1 − ξ), which no directional algorithm betters (Pearl).

Sources: S. H. Fuller, J. G. Gaschnig and J. J. Gillogly, *Analysis of the Alpha-Beta Pruning Algorithm*,
Carnegie-Mellon University, 1973; D. E. Knuth and R. W. Moore, *Artificial Intelligence* 6(4), 1975, section
7; G. M. Baudet, "On the branching factor of the alpha-beta pruning algorithm", *Artificial Intelligence*
10(2), 1978; J. Pearl, "The solution for the branching factor of the alpha-beta pruning algorithm and its
optimality", *Communications of the ACM* 25(8), 1982, and *Heuristics* (1984), chapter 8.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np

from halfmove.core.errors import BadInput
from halfmove.teach.growth.formulas import DEEPEST, check

Array = Any
"""A NumPy array of floats, one a place x."""

TOLERANCE = 1e-11
FINEST = 1e9
"""How much the value of a leaf near the threshold may be magnified on its way up to the root: so much is left
of the sixteen digits of floating point that the result has seven."""


@cache
def mean_case(branching: int, depth: int) -> float:
    """The expected number of leaves that alpha-beta evaluates, in a uniform tree with random leaves.

    The leaves are independent, from one continuous distribution (no ties).  To seven digits or more;
    `BadInput` if `branching` is not from 1 to 1,000, or `depth` not from 0 to `deepest(branching)`.
    """
    return mean_at_level(branching, depth, depth)


@cache
def mean_case_nodes(branching: int, depth: int) -> float:
    """The expected number of nodes, root and leaves included, that alpha-beta enters in such a tree."""
    check(branching, depth)
    return float(sum(mean_at_level(branching, depth, level) for level in range(depth + 1)))


def mean_at_level(branching: int, depth: int, level: int) -> float:
    """The expected number of nodes entered at a level, 0 (the root) to `depth` (the leaves).

    What holds of leaves holds of any node: it is entered if and only if X < Y on the path to it.
    """
    check(branching, depth)
    if depth > deepest(branching):
        raise BadInput(
            f"With {branching} branches the mean is known to depth {deepest(branching)}, not to {depth}: "
            "deeper, floating point has too few digits."
        )
    without_x = float(branching) ** (level // 2)
    if branching == 1 or level == 0:
        return without_x

    def integrand(x: Array) -> Array:
        return _integrand(x, branching, depth, level)

    place = threshold(branching) if depth % 2 else 1 - threshold(branching)
    blur = 1e-15 * magnification(branching) ** depth
    mean = without_x + _integral(integrand, place, max(TOLERANCE, blur))
    return float(f"{mean:.12g}")  # 10, not 9.999999999999998


def deepest(branching: int) -> int:
    """The greatest depth for which the mean is known: 97 for two branches, 30 for ten, 16 for a hundred."""
    if branching == 1:
        return DEEPEST
    return min(DEEPEST, int(math.log(FINEST) / math.log(magnification(branching))))


def magnification(branching: int) -> float:
    """By how much a level magnifies the difference of two values near the threshold: b (1 − ξ) / ξ."""
    return branching / limit_branching(branching)


def threshold(branching: int) -> float:
    """ξ: the root of x^b + x = 1 between 0 and 1; for b = 2 the golden section, 0.618."""
    check(branching, 0)
    low, high = 0.0, 1.0
    while True:
        x = (low + high) / 2
        if x in (low, high):
            return x
        if x**branching + x < 1:
            low = x
        else:
            high = x


def limit_branching(branching: int) -> float:
    """Pearl's branching factor of alpha-beta, ξ / (1 − ξ): the limit of mean_case(b, d)^(1/d)."""
    if branching == 1:
        return 1.0
    xi = threshold(branching)
    return xi / (1 - xi)


def _integrand(x: Array, b: int, depth: int, level: int) -> Array:
    """S(x) A'(x), as S A times the sum of the logarithmic derivatives of A's factors."""
    F, G, f = x, 1 - x, np.ones_like(x)  # F_k, 1 − F_k and F_k' at k = depth
    product, derivative = np.ones_like(x), np.zeros_like(x)
    for k in range(depth, 0, -1):
        if k <= level:
            terms = F if k % 2 else G
            factor, slope = _geometric(terms, b)
            product = product * factor
            if k % 2:
                derivative = derivative + f * slope / factor
        if k % 2:  # the parents, at an even level, are MAX's
            F, G, f = _power(F, G, b), _complement(F, G, b), b * _power(F, G, b - 1) * f
        else:
            F, G, f = _complement(G, F, b), _power(G, F, b), b * _power(G, F, b - 1) * f
    return product * derivative


def _geometric(t: Array, b: int) -> tuple[Array, Array]:
    """1 + t + … + t^(b−1) and its derivative, all terms positive: doubled and extended along b's digits."""
    total, slope = np.ones_like(t), np.zeros_like(t)
    power, rise = t, np.ones_like(t)  # t^n and its derivative, where the sum so far has n terms
    for digit in f"{b:b}"[1:]:
        total, slope = total * (1 + power), slope * (1 + power) + total * rise
        power, rise = power * power, 2 * power * rise
        if digit == "1":
            total, slope = total * t + 1, slope * t + total
            power, rise = power * t, rise * t + power
    return total, slope


def _power(p: Array, q: Array, b: int) -> Array:
    """p^b, where q = 1 − p: whichever of the two is small is the one known exactly."""
    return np.where(q < 0.5, np.exp(b * np.log1p(-np.minimum(q, 0.5))), p**b)


def _complement(p: Array, q: Array, b: int) -> Array:
    """1 − p^b, where q = 1 − p, without cancellation."""
    near_one = -np.expm1(b * np.log1p(-np.minimum(q, 0.5)))
    return np.where(q < 0.5, near_one, 1 - p**b)


def _integral(f: Any, place: float, tolerance: float) -> float:
    """∫₀¹ f, by Gauss's rule on intervals that halve towards `place`, 0 and 1, and then where needed."""
    steps = 2.0 ** -np.arange(1, 50)
    ends = [0.0, 1.0, place, *(place * steps), *(1 - (1 - place) * steps)]
    ends += [*(place - place * steps), *(place + (1 - place) * steps)]
    cuts = np.unique(np.clip(ends, 0.0, 1.0))
    low, high = cuts[:-1], cuts[1:]
    done = 0.0
    for _ in range(60):
        middle = (low + high) / 2
        whole, left, right = (_gauss(f, *pair) for pair in ((low, high), (low, middle), (middle, high)))
        error = np.abs(left + right - whole)
        total = done + float((left + right).sum())
        open_ones = error > tolerance * total / len(cuts)
        done += float((left + right)[~open_ones].sum())
        if not open_ones.any():
            break
        low = np.concatenate([low[open_ones], middle[open_ones]])
        high = np.concatenate([middle[open_ones], high[open_ones]])
        if float((high - low).max()) < 1e-15:  # nothing between neighbouring numbers
            done += float((left + right)[open_ones].sum())
            break
    return done


_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(16)


def _gauss(f: Any, low: Array, high: Array) -> Array:
    """Gauss's 16-point rule on each of the intervals."""
    half = (high - low) / 2
    x = (low + half)[:, None] + half[:, None] * _NODES
    values = f(x.ravel()).reshape(x.shape)
    return half * (values @ _WEIGHTS)
