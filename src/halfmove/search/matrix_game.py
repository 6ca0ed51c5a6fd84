"""Matrix games solved: what two players who choose at once, and whose payoffs are opposed, should mix.

The row player gets M[i, j], the column player loses it.  Where the best of the rows' minima is the least of
the columns' maxima there is a *saddle point*, and both play one action; otherwise the minimax theorem (J. von
Neumann, "Zur Theorie der Gesellschaftsspiele", *Mathematische Annalen* 100, 1928) promises mixtures, and a
linear programme finds them (Gale, Kuhn and Tucker, 1951).  With all payoffs made positive

    maximise sum(q)  where  M q <= 1, q >= 0        value = 1 / sum(q), the columns' mixture = q · value

and the rows' mixture, times 1 / value, is the dual solution.  The simplex method runs on a condensed tableau,
in which a pivot exchanges a row's label with a column's (A. W. Tucker's schema; J. D. Williams, *The Compleat
Strategyst*, 1954, tells it for beginners):

             columns          |
    rows      M               | 1          the corner becomes sum(q), the last column q,
             -1 -1 ... -1     | 0          the last row the dual

R. G. Bland's rule ("New finite pivoting rules for the simplex method", *Mathematics of Operations Research*
2, 1977) keeps it from going round in circles.

Contract of `solve`: payoffs are finite; the value is right to some 1e-12 of their range, exactly so at a
saddle point; mixtures are not negative and add up to 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.core.buffer import Buffer
from halfmove.core.errors import BadInput

TINY = 1e-12
"""What counts as zero in the tableau, whose payoffs lie between 1 and 2."""


def room_for(rows: int, columns: int) -> int:
    """How many words of the work a matrix takes behind its entries."""
    return (rows + 1) * (columns + 1)


def saddle_point(work: Any, at: int, rows: int, columns: int) -> tuple[int, int]:
    """The row and column of a saddle point of the matrix that begins at `work[at]`, row by row; -1, -1 where
    there is none."""
    best, row = -np.inf, 0
    for i in range(rows):
        least = np.inf
        for j in range(columns):
            least = min(least, work[at + i * columns + j])
        if least > best:
            best, row = least, i
    other, column = np.inf, 0
    for j in range(columns):
        most = -np.inf
        for i in range(rows):
            most = max(most, work[at + i * columns + j])
        if most < other:
            other, column = most, j
    return (row, column) if best == other else (-1, -1)


def solve_at(work: Any, at: int, rows: int, columns: int, labels: Buffer) -> float:
    """The value of the matrix at `work[at]` to the row player.

    `labels` has a word for each row and column.  Without a saddle point the tableau is left behind the
    matrix, from which `mixtures_at` reads who mixes what.
    """
    row, column = saddle_point(work, at, rows, columns)
    if row >= 0:
        return work[at + row * columns + column]  # type: ignore[no-any-return]
    least, most = np.inf, -np.inf
    for k in range(rows * columns):
        least = min(least, work[at + k])
        most = max(most, work[at + k])
    span = most - least  # above 0, as equal payoffs are a saddle point
    tableau, wide = at + rows * columns, columns + 1
    for i in range(rows):
        for j in range(columns):
            work[tableau + i * wide + j] = (work[at + i * columns + j] - least) / span + 1.0
        work[tableau + i * wide + columns] = 1.0
        labels[columns + i] = columns + i
    for j in range(columns):
        work[tableau + rows * wide + j] = -1.0
        labels[j] = j
    work[tableau + rows * wide + columns] = 0.0
    while pivot(work, tableau, rows, columns, labels):
        pass
    return (1.0 / work[tableau + rows * wide + columns] - 1.0) * span + least  # type: ignore[no-any-return]


def pivot(work: Any, tableau: int, rows: int, columns: int, labels: Buffer) -> bool:
    """One step of the simplex method by Bland's rule; False where the tableau is optimal."""
    wide = columns + 1
    enters, name = -1, 0
    for j in range(columns):
        if work[tableau + rows * wide + j] < -TINY and (enters < 0 or labels[j] < name):
            enters, name = j, labels[j]
    if enters < 0:
        return False
    leaves, least = -1, np.inf
    for i in range(rows):
        entry = work[tableau + i * wide + enters]
        if entry > TINY:
            ratio = work[tableau + i * wide + columns] / entry
            tied = abs(ratio - least) <= TINY
            if (not tied and ratio < least) or (tied and labels[columns + i] < name):
                leaves, least, name = i, ratio, labels[columns + i]
    if leaves < 0:
        return False  # cannot be: payoffs are positive, so that the programme is bounded
    exchange(work, tableau, rows, columns, leaves, enters)
    labels[enters], labels[columns + leaves] = labels[columns + leaves], labels[enters]
    return True


def exchange(work: Any, tableau: int, rows: int, columns: int, row: int, column: int) -> None:
    """Exchange a row with a column of the condensed tableau."""
    wide = columns + 1
    entry = work[tableau + row * wide + column]
    for i in range(rows + 1):
        factor = work[tableau + i * wide + column] / entry
        if i != row:
            for j in range(columns + 1):
                if j != column:
                    work[tableau + i * wide + j] -= factor * work[tableau + row * wide + j]
            work[tableau + i * wide + column] = -factor
    for j in range(columns + 1):
        if j != column:
            work[tableau + row * wide + j] /= entry
    work[tableau + row * wide + column] = 1.0 / entry


def mixtures_at(work: Any, at: int, rows: int, columns: int, labels: Buffer) -> tuple[Any, Any]:
    """What the row and the column player mix, float64[rows] and float64[columns], after `solve_at`."""
    mine, theirs = np.zeros(rows), np.zeros(columns)
    row, column = saddle_point(work, at, rows, columns)
    if row >= 0:
        mine[row] = theirs[column] = 1.0
        return mine, theirs
    tableau, wide = at + rows * columns, columns + 1
    for i in range(rows):
        if labels[columns + i] < columns:
            theirs[labels[columns + i]] = work[tableau + i * wide + columns]
    for j in range(columns):
        if labels[j] >= columns:
            mine[labels[j] - columns] = work[tableau + rows * wide + j]
    mine, theirs = np.maximum(mine, 0.0), np.maximum(theirs, 0.0)
    return mine / mine.sum(), theirs / theirs.sum()


def solve(matrix: Any) -> tuple[float, Any, Any]:
    """The value of a matrix game to the row player, and both players' mixtures.

    `matrix`: payoffs to the row player, a list of rows or float[rows, columns]; `BadInput` where it is empty
    or not finite.
    """
    payoffs = np.asarray(matrix, float)
    if payoffs.ndim != 2 or payoffs.size == 0 or not np.isfinite(payoffs).all():
        raise BadInput("A matrix game is a table of finite numbers, with a row and a column at least.")
    rows, columns = payoffs.shape
    work = np.concatenate([payoffs.ravel(), np.zeros(room_for(rows, columns))])
    labels = Buffer(rows + columns)
    value = solve_at(work, 0, rows, columns, labels)
    mine, theirs = mixtures_at(work, 0, rows, columns, labels)
    return float(value), mine, theirs
