"""Games in which each of two players chooses once, knowing nothing of the other's choice: their two matrices.

What equilibria are does not change where a player's payoffs are multiplied by a positive number or all made
larger by the same, each player's by his own (Osborne and Rubinstein, *A Course in Game Theory*, 1994,
section 1.2).  So the matrices hold whole numbers of at least 1, and all that is worked out of them is exact.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import numpy as np

from halfmove.core.compile import interpreted
from halfmove.core.contract import SIMULTANEOUS, Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.in_turn import rules_of
from halfmove.imperfect.layout import GameTable

Mixed = tuple[Fraction, ...]
"""A mixed strategy: a probability for each action."""


class Bimatrix(NamedTuple):
    """What both earn, by the first player's action and the second's, scaled to whole numbers from 1 up."""

    first: list[list[int]]
    second: list[list[int]]

    @property
    def height(self) -> int:
        """The first player's actions."""
        return len(self.first)

    @property
    def width(self) -> int:
        """The second player's actions."""
        return len(self.first[0])


def is_chosen_once(game: Game) -> bool:
    """Whether two players choose once, at the same moment, and the game is over."""
    game = rules_of(game)
    if not game.simultaneous or game.has_chance or game.players != 2:
        return False
    rules = interpreted(game)
    start = rules.initial()
    if rules.is_terminal(start) or rules.to_move(start) != SIMULTANEOUS:
        return False
    if not all(any(True for _ in rules.actions_of(start, player)) for player in (0, 1)):
        return False
    return all(rules.is_terminal(rules.result(start, a)) for a in rules.actions(start))


def bimatrix(table: GameTable) -> Bimatrix:
    """The matrices of a game that is laid out, scaled; `Unsuitable` where there are none (`find_payoffs`)."""
    return Bimatrix(*map(scale_payoffs, find_payoffs(table)))


def find_payoffs(table: GameTable) -> list[list[list[Fraction]]]:
    """What each of the two players earns, by row and column; `Unsuitable` where a player chooses more than
    once, or knows something when he does.  Nature may have her part: payoffs are then means."""
    layout = table.layout
    if layout.players != 2 or not table.one_set_each:
        raise Unsuitable(
            "Matrix games have two players who choose once, knowing nothing of the other's choice, and "
            f"{table.game.title()} is none."
        )
    sizes = np.diff(layout.first)
    pays = [[[Fraction(0)] * int(sizes[1]) for _ in range(int(sizes[0]))] for _ in (0, 1)]
    for (one, other), earned in zip(layout.leaf.tolist(), layout.pay.tolist(), strict=True):
        for player in (0, 1):
            # as it is written: 0.1 is a tenth, not the binary fraction beside it
            row, column = one - int(layout.first[0]), other - int(layout.first[1])
            pays[player][row][column] = Fraction(repr(earned[player]))
    return pays


def scale_payoffs(pays: list[list[Fraction]]) -> list[list[int]]:
    """Payoffs as whole numbers, the least of them 1."""
    numbers = [pay for row in pays for pay in row]
    whole, least = math.lcm(*(pay.denominator for pay in numbers)), min(numbers)
    return [[int((pay - least) * whole) + 1 for pay in row] for row in pays]


def make_policy(table: GameTable, first: Mixed, second: Mixed) -> np.ndarray:
    """Two mixed strategies as a policy of the layout: a probability for each sequence."""
    return np.array([1.0, 1.0, *map(float, first), *map(float, second)])


# ---- an equilibrium of a matrix game by the algorithm of Lemke and Howson: exact, any payoffs
# C. E. Lemke and J. T. Howson, "Equilibrium points of bimatrix games", *Journal of the SIAM* 12, 1964; told
# here as by B. von Stengel, "Equilibrium computation for two-player games", chapter 3 of *Algorithmic Game
# Theory*, 2007.  With payoffs A and B above zero, each player has a polytope:
#
#     P = {x ≥ 0, Bᵀx ≤ 1}  for the first,   Q = {y ≥ 0, Ay ≤ 1}  for the second.
#
# A point of P has the label of a row i where x[i] = 0 and of a column j where column j is a best reply to it
# (its inequality is an equation); a point of Q has that of a row i where row i is a best reply, and of a
# column j where y[j] = 0.  Two vertices which together have all labels are, scaled to add up to 1, an
# equilibrium. The path begins at the origins, which have all labels but are no strategies, drops one label,
# and pivots in turn in the two polytopes on the label that has just come twice, until the dropped one is
# back.
#
# Pivots keep whole numbers over one common denominator, and ties are broken by the lexicographic rule, so
# that degenerate games end as well (von Stengel, sections 3.4 and 3.6).

LEMKE_HOWSON = "lemke-howson"


class Tableau:
    """A polytope {v ≥ 0, Mv ≤ 1} at one of its vertices: equations solved for the variables of its basis."""

    def __init__(self, matrix: list[list[int]], variables: list[int], slacks: list[int]) -> None:
        """`variables` and `slacks` are the labels of v and of what is missing in each inequality."""
        self.columns = {label: at for at, label in enumerate([*variables, *slacks])}
        self.slacks = [self.columns[label] for label in slacks]
        self.basis = list(slacks)
        self.rows = [
            [*row, *(1 if at == i else 0 for at in range(len(slacks))), 1] for i, row in enumerate(matrix)
        ]
        self.denominator = 1
        """Of all numbers in the tableau."""

    def enter(self, label: int) -> int:
        """Take a variable into the basis; the label of the one that leaves it."""
        column = self.columns[label]
        leaving = self._find_leaving_row(column)
        pivot_row = self.rows[leaving]
        pivot = pivot_row[column]
        for at, row in enumerate(self.rows):
            if at != leaving:
                factor = row[column]
                self.rows[at] = [
                    (pivot * entry - factor * other) // self.denominator
                    for entry, other in zip(row, pivot_row, strict=True)
                ]
        self.denominator = pivot
        left, self.basis[leaving] = self.basis[leaving], label
        return left

    def _find_leaving_row(self, column: int) -> int:
        """The row whose variable is the first to reach zero; ties as if the right sides were 1 + ε, 1 + ε²"""
        best = -1
        for at, row in enumerate(self.rows):
            if row[column] > 0 and (best < 0 or self._is_sooner(row, self.rows[best], column)):
                best = at
        return best

    def _is_sooner(self, row: list[int], other: list[int], column: int) -> bool:
        for at in (-1, *self.slacks):
            here, there = row[at] * other[column], other[at] * row[column]
            if here != there:
                return here < there
        return False

    def strategy(self, labels: list[int]) -> Mixed:
        """The vertex, scaled to add up to 1."""
        values = {label: row[-1] for label, row in zip(self.basis, self.rows, strict=True)}
        shares = [values.get(label, 0) for label in labels]
        return tuple(Fraction(share, sum(shares)) for share in shares)


def lemke_howson(game: Bimatrix, dropped: int = 0) -> tuple[Mixed, Mixed, int]:
    """An equilibrium, and the pivots it took; `dropped` is the label that the path goes without: a row, or a
    column counted on from the rows.  Other labels may lead to other equilibria."""
    rows = list(range(game.height))
    columns = [game.height + j for j in range(game.width)]
    transposed = [list(column) for column in zip(*game.second, strict=True)]
    tableaux = [Tableau(transposed, rows, columns), Tableau(game.first, columns, rows)]
    which, label, pivots = 0 if dropped < game.height else 1, dropped, 0
    while True:
        label = tableaux[which].enter(label)
        pivots += 1
        if label == dropped:
            break
        which = 1 - which
    return tableaux[0].strategy(rows), tableaux[1].strategy(columns), pivots


# ---- all equilibria of a small matrix game, by trying all supports: exact, any payoffs
# Dickhaut and Kaplan, "A program for finding Nash equilibria", *The Mathematica Journal* 1(4), 1991; B. von
# Stengel, "Equilibrium computation for two-player games", *Algorithmic Game Theory*, 2007, sections 3.3 and
# 3.6.  For a support of one player and as many best replies of the other, linear equations say how he mixes:
# the replies earn the same, and the probabilities add up to 1.  Those mixtures in which nothing is negative
# and no other reply earns more are the vertices of his best-reply polyhedron; two of them, one of each
# player, are an equilibrium where each action is a best reply or is never played.
#
# So *extreme* equilibria are found.  In most games there are no others; in a degenerate one the rest are
# mixtures of those, and each of them is listed once.

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
                solved = find_indifference([[pays[i][j] for j in support] for i in replies])
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


def find_indifference(rows: list[list[int]]) -> list[Fraction] | None:
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
