"""An equilibrium of a matrix game by the algorithm of Lemke and Howson: exact, any payoffs.

C. E. Lemke and J. T. Howson, "Equilibrium points of bimatrix games", *Journal of the SIAM* 12, 1964; told
here as by B. von Stengel, "Equilibrium computation for two-player games", chapter 3 of *Algorithmic Game
Theory*, 2007.  With payoffs A and B above zero, each player has a polytope:

    P = {x ≥ 0, Bᵀx ≤ 1}  for the first,   Q = {y ≥ 0, Ay ≤ 1}  for the second.

A point of P has the label of a row i where x[i] = 0 and of a column j where column j is a best reply to it
(its inequality is an equation); a point of Q has that of a row i where row i is a best reply, and of a column
j where y[j] = 0.  Two vertices which together have all labels are, scaled to add up to 1, an equilibrium.
The path begins at the origins, which have all labels but are no strategies, drops one label, and pivots in
turn in the two polytopes on the label that has just come twice, until the dropped one is back.

Pivots keep whole numbers over one common denominator, and ties are broken by the lexicographic rule, so
that degenerate games end as well (von Stengel, sections 3.4 and 3.6).
"""

from __future__ import annotations

from fractions import Fraction

from halfmove.imperfect.bimatrix import Bimatrix, Mixed

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
        leaving = self._leaving(column)
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

    def _leaving(self, column: int) -> int:
        """The row whose variable is the first to reach zero; ties as if the right sides were 1 + ε, 1 + ε²"""
        best = -1
        for at, row in enumerate(self.rows):
            if row[column] > 0 and (best < 0 or self._sooner(row, self.rows[best], column)):
                best = at
        return best

    def _sooner(self, row: list[int], other: list[int], column: int) -> bool:
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
