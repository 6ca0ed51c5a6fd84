"""The actions of a node as the formula saw them: a line an action, a column a term.

move  wins/playouts   mean  explore  total
a1            60/79  0.759    0.338  1.098  taken
a2             1/10  0.100    0.950  1.050
a3             2/11  0.182    0.906  1.088
With rave `own` is (1 − β) times the mean, `as first` β times that of all moves as first; with puct P is the
share of the game's prior.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from halfmove.search.montecarlo.plan import FORMULAS
from halfmove.search.montecarlo.records import Candidate, Choice
from halfmove.teach.montecarlo.labels import figure, move, proof_text, ratio

if TYPE_CHECKING:
    from halfmove.teach.montecarlo.trace import SimulationTrace

OUT = {"proven": "out: it can bring no more than what is certain", "widening": "out: not among the likeliest"}


def table(trace: SimulationTrace, choice: Choice, most: int | None = None) -> list[str]:
    """The lines of the table, the heading first; of at most `most` actions: the one taken, and the best."""
    rows, left_out = cells(trace, choice, most)
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    lines = []
    for row in rows:
        first, *rest = (
            text.ljust(width) if k in (0, len(row) - 1) else text.rjust(width)
            for k, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        lines.append("  ".join([first, *rest]).rstrip())
    return [*lines, f"… {left_out} more"] if left_out else lines


def cells(trace: SimulationTrace, choice: Choice, most: int | None = None) -> tuple[list[list[str]], int]:
    """The rows of the table, the heading first, and how many actions are left out of it."""
    columns = _columns(trace, choice)
    order = list(range(len(choice.candidates)))
    left_out = 0
    if most is not None and len(order) > most:
        worth = sorted(order, key=lambda i: (i != choice.taken, -_total(choice.candidates[i])))
        left_out, order = len(order) - most, sorted(worth[:most])
    rows = [list(columns)]
    for place in order:
        candidate = choice.candidates[place]
        rows.append(_cells(trace, choice, candidate, columns, taken=place == choice.taken))
    return rows, left_out


def _total(candidate: Candidate) -> float:
    return candidate.terms.total if candidate.terms else candidate.probability or -1.0


def _columns(trace: SimulationTrace, choice: Choice) -> tuple[str, ...]:
    if choice.how == "chance":
        return ("move", "wins/playouts", "mean", "probability", "")
    rave = FORMULAS[trace.plan.formula] == "rave"
    prior = any(c.terms is not None and c.terms.prior is not None for c in choice.candidates)
    return (
        "move",
        "wins/playouts",
        "mean",
        *(("P",) if prior else ()),
        *(("β", "own", "as first") if rave else ("exploit",) if prior else ()),
        "explore",
        *(("bias",) if trace.plan.bias > 0 else ()),
        "total",
        "",
    )


def _cells(
    trace: SimulationTrace, choice: Choice, candidate: Candidate, columns: tuple[str, ...], *, taken: bool
) -> list[str]:
    terms, mean = candidate.terms, candidate.mean
    note = "taken" if taken else OUT.get(candidate.out, "")
    proof = proof_text(candidate) if trace.plan.solve else ""
    known = {
        "move": move(trace, choice.state, candidate.action),
        "wins/playouts": ratio(candidate.wins, candidate.visits),
        "mean": "–" if mean is None else figure(mean),
        "probability": "" if candidate.probability is None else figure(candidate.probability),
        "": ", ".join(part for part in (note, proof) if part),
    }
    if terms is not None:
        first = terms.untried
        known |= {
            "P": "" if terms.prior is None else figure(terms.prior),
            "β": figure(terms.share),
            "own": figure(terms.exploitation),
            "exploit": figure(terms.exploitation),
            "as first": figure(terms.as_first),
            "explore": "∞" if first else figure(terms.exploration),
            "bias": figure(terms.bias),
            "total": "∞" if first else figure(terms.total),
        }
    return [known.get(column, "") for column in columns]
