"""An equilibrium by linear programming over sequences: exact, for two players whose payoffs are opposed.

B. von Stengel, "Efficient computation of behavior strategies", *Games and Economic Behavior* 14, 1996;
Koller, Megiddo and von Stengel, "Fast algorithms for finding randomized strategies in game trees", STOC 1994.
A strategy is a plan x: the probability x[s] that its player makes all choices of the sequence s.  Linear
equations say what is a plan (x[empty] = 1, and at an information set the actions' shares add up to that of
the sequence which leads there), and a best response to one is a linear programme whose dual has a value v for
each of the other's information sets.  So the first player's best plan is

    maximise v[root]  where  v[set of s] - sum of v[sets after s]  ≤  sum over leaves of x · pay   (each s)

and the second player's plan is in the multipliers of those inequalities.  HiGHS solves it (Huangfu and Hall,
"Parallelizing the dual revised simplex method", *Mathematical Programming Computation* 10, 2018).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.extras import need
from halfmove.imperfect.layout import GameTable, Layout
from halfmove.imperfect.strategy import normalise

LINEAR_PROGRAMME = "linear-programme"
SCIPY = "scipy"
"""The package that it needs."""
"""Its name, beside those of regret minimisation."""
SLACK = 1e-9
"""How far payoffs may be from adding up to the same at all ends: rounding."""
TOLERANCE = 1e-10
"""By how much HiGHS may break a constraint, its finest: payoffs are weighted with nature's probabilities,
which are small numbers in a game of many cards."""


def load_solver() -> tuple[Any, Any]:
    """SciPy's `optimize`, which has HiGHS, and `sparse`; `BadInput` where SciPy is not installed.  To load
    them takes longer than a small game."""
    return tuple(need(f"{SCIPY}.{part}", "The linear programme needs") for part in ("optimize", "sparse"))


def linear_programme(table: GameTable) -> tuple[Any, int]:
    """A policy (a probability for each sequence) that is an equilibrium, and the iterations it took.

    `Unsuitable` where there are not two players, or what they earn does not always add up to the same;
    `BadInput` where SciPy is missing, or HiGHS finds no answer.
    """
    game, layout = table.game, table.layout
    sums = layout.earned.sum(axis=1)
    if layout.players != 2 or np.ptp(sums) > SLACK:
        raise Unsuitable(
            "The linear programme finds equilibria of games of two players where one wins what the other "
            f"loses, and {game.title()} is none."
        )
    optimize, sparse = load_solver()
    pay = sparse.coo_array(
        (layout.pay[:, 0], (layout.leaf[:, 1], layout.leaf[:, 0])), shape=(_end(layout), _end(layout))
    ).tocsr()
    mine, theirs = _sequences(layout, 0), _sequences(layout, 1)
    after = _plan(layout, 1, sparse)  # rows: the empty sequence's and the sets' equations; columns: sequences
    plan = _plan(layout, 0, sparse)
    plans, values = plan.shape[1], after.shape[0]
    objective = np.zeros(plans + values)
    objective[plans] = -1.0
    once = np.zeros(plan.shape[0])
    once[0] = 1.0
    found = optimize.linprog(
        objective,
        A_ub=sparse.hstack([-pay[theirs][:, mine], after.T]).tocsr(),
        b_ub=np.zeros(len(theirs)),
        A_eq=sparse.hstack([plan, sparse.coo_array((plan.shape[0], values))]).tocsr(),
        b_eq=once,
        bounds=[(0.0, None)] * plans + [(None, None)] * values,
        method="highs-ds",
        options={"primal_feasibility_tolerance": TOLERANCE, "dual_feasibility_tolerance": TOLERANCE},
    )
    if found.status != 0:
        raise BadInput(f"The linear programme of {game.title()} was not solved; HiGHS says: {found.message}")
    reach = np.zeros(_end(layout))
    reach[mine] = found.x[:plans]
    reach[theirs] = -found.ineqlin.marginals
    return normalise(table, np.maximum(reach, 0.0)), int(found.nit)


def _end(layout: Layout) -> int:
    """How many sequences there are, of both players."""
    return int(layout.first[-1])


def _sequences(layout: Layout, player: int) -> Any:
    """The numbers of a player's sequences, the empty one first."""
    first, last = layout.first[layout.sets[player]], layout.first[layout.sets[player + 1]]
    return np.concatenate([[player], np.arange(first, last)])


def _plan(layout: Layout, player: int, sparse: Any) -> Any:
    """The equations of a player's plans as a matrix: a row for the empty sequence and one for each of his
    information sets, where actions count 1 and the sequence that leads there -1; a column a sequence."""
    sets = np.arange(layout.sets[player], layout.sets[player + 1])
    numbers = _sequences(layout, player)
    sizes = np.diff(layout.first)[sets]
    rows = np.arange(1, len(sets) + 1)
    column = np.searchsorted(numbers, layout.parent[sets])
    return sparse.coo_array(
        (
            np.concatenate([np.ones(len(numbers)), -np.ones(len(sets))]),
            (
                np.concatenate([[0], np.repeat(rows, sizes), rows]),
                np.concatenate([np.arange(len(numbers)), column]),
            ),
        ),
        shape=(len(sets) + 1, len(numbers)),
    ).tocsr()
