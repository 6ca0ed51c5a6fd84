"""The tree of a Monte Carlo search as text: a node a line, with its wins and playouts.

    37/100 black to move
    ├─ a1: 60/79
    │  ├─ b1: 16/53
    │  └─ b2: 3/26
    ├─ a2: 1/10
    └─ a3: 2/11

Wins are those of whoever made the move.  Moves that were never tried are told together, at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from halfmove.search.montecarlo.memory import ROOT
from halfmove.search.montecarlo.plan import FORMULAS
from halfmove.search.montecarlo.records import Candidate, Choice
from halfmove.teach.montecarlo.labels import figure, move, proof_text, ratio, root_label, who
from halfmove.teach.montecarlo.sketch import Sketch
from halfmove.teach.tree_text import Row

if TYPE_CHECKING:
    from halfmove.teach.montecarlo.trace import SimulationTrace


FEW = 12
"""So many moves never tried are named; of more the number is told."""


def rows(trace: SimulationTrace, tree: Sketch, depth: int | None = None) -> Iterator[Row]:
    """The lines of the tree: `depth` plies of it (None: all), and the path of the iteration under way.

    A row's path is that of its edges' numbers.  In a graph a node is drawn once, where it is met first.
    """
    mover = who(trace, trace.game.to_move(trace.state))
    standing = "open" if tree.way else "done"
    yield Row((), "", "", f"{root_label(trace, tree)} {mover} to move", standing)
    yield from _Rows(trace, tree, depth).below(ROOT, trace.state, (), "")


class _Rows:
    def __init__(self, trace: SimulationTrace, tree: Sketch, depth: int | None) -> None:
        self.trace, self.tree, self.depth = trace, tree, depth
        self.drawn: set[int] = set()

    def below(self, node: int, state: Any, path: tuple[int, ...], indent: str) -> Iterator[Row]:
        self.drawn.add(node)
        edges = [self.tree.edges[number] for number in self.tree.below.get(node, ())]
        shown = [edge for edge in edges if self.shown(edge, path)]
        untried = [edge for edge in edges if not edge.visits and edge not in shown]
        deep = sum(1 for edge in edges if edge.visits and edge not in shown)
        notes = [note for note in (self.untried(untried, state), f"{deep} tried" if deep else "") if note]
        for number, edge in enumerate(shown):
            last = number == len(shown) - 1 and not notes
            yield from self.edge(edge, state, path, indent, last)
        for number, note in enumerate(notes):
            branch = "└─ " if number == len(notes) - 1 else "├─ "
            yield Row((*path, -1 - number), indent + branch, f"{indent}   ", f"… {note}", "never")

    def edge(
        self, edge: Candidate, state: Any, path: tuple[int, ...], indent: str, last: bool
    ) -> Iterator[Row]:
        here = (*path, edge.edge)
        rest = indent + ("   " if last else "│  ")
        text = f"{move(self.trace, state, edge.action)}: {ratio(edge.wins, edge.visits)}"
        proof = proof_text(edge) if self.trace.plan.solve else ""
        again = edge.node in self.drawn
        text += (f"  {proof}" if proof else "") + ("  (drawn above)" if again else "")
        on_way = self.tree.way[: len(here)] == here
        yield Row(here, indent + ("└─ " if last else "├─ "), rest, text, "open" if on_way else "done")
        if edge.node and not again and edge.node in self.tree.below:
            yield from self.below(edge.node, self.trace.game.result(state, edge.action), here, rest)

    def shown(self, edge: Candidate, path: tuple[int, ...]) -> bool:
        here = (*path, edge.edge)
        if self.tree.way[: len(here)] == here:
            return True
        within = self.depth is None or len(path) < self.depth
        return within and (edge.visits > 0 or (edge.proven and bool(self.trace.plan.solve)))

    def untried(self, edges: list[Candidate], state: Any) -> str:
        if not edges:
            return ""
        if len(edges) > FEW:
            return f"{len(edges)} not tried"
        return f"not tried: {' '.join(move(self.trace, state, edge.action) for edge in edges)}"


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
