"""A recorded search as JSON: one object for everything; `docs/command-line.md` lists the keys.

Moves are in the game's notation, the path of a node is the list of the moves that lead to it, wins and means
are those of whoever makes the move, players are numbers from 0, or "chance".
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from halfmove.core.analysis import position_text
from halfmove.search.montecarlo.choosing import proven_utility
from halfmove.search.montecarlo.memory import ROOT
from halfmove.search.montecarlo.records import Candidate, Choice, Iteration
from halfmove.teach.jsons import plain, who
from halfmove.teach.montecarlo.text import move, root_is_opponents
from halfmove.teach.montecarlo.trace import Sketch

if TYPE_CHECKING:
    from halfmove.teach.montecarlo.trace import SimulationTrace


def to_dict(trace: SimulationTrace) -> dict[str, Any]:
    """Everything, ready for `json.dumps(…, allow_nan=False)`."""
    game = trace.game
    return {
        "game": trace.title,
        "parameters": plain(game.parameters),
        "position": position_text(game, trace.state),
        "to_move": who(game.to_move(trace.state)),
        "algorithm": "mcts",
        "options": plain({**asdict(trace.settings), "c": trace.plan.explore, "expand": trace.plan.expand}),
        "seed": trace.seed,
        "best": None if trace.best is None else move(trace, trace.state, trace.best),
        "before": _tree(trace, trace.after(0)),
        "iterations": [_iteration(trace, iteration) for iteration in trace.iterations],
        "after": _tree(trace, trace.after(len(trace.steps))),
    }


def _number(value: float) -> Any:
    """A number of wins: whole where it is."""
    near = round(float(value), 6)
    return int(near) if near.is_integer() else near


def _tree(trace: SimulationTrace, tree: Sketch) -> dict[str, Any]:
    """The tree from the root down; in a graph a node's children stand where it is met first."""
    drawn: set[int] = set()

    def children(node: int, state: Any) -> list[dict[str, Any]]:
        if not node or node in drawn:
            return []
        drawn.add(node)
        found = []
        for number in tree.below.get(node, ()):
            edge = tree.edges[number]
            after = trace.game.result(state, edge.action) if edge.node else None
            found.append({**_edge(trace, edge, state), "children": children(edge.node, after)})
        return found

    wins = tree.visits - tree.wins_below if root_is_opponents(trace) else tree.wins_below
    return {"wins": _number(wins), "visits": tree.visits, "children": children(ROOT, trace.state)}


def _edge(trace: SimulationTrace, edge: Candidate, state: Any) -> dict[str, Any]:
    proven = edge.proven and bool(trace.plan.solve)
    return {
        "move": move(trace, state, edge.action),
        "wins": _number(edge.wins),
        "visits": edge.visits,
        "proven": proven_utility(edge.low) if proven else None,
    }


def _iteration(trace: SimulationTrace, iteration: Iteration) -> dict[str, Any]:
    path, expansion, playout = iteration.path, iteration.expansion, iteration.playout
    names = [move(trace, choice.state, choice.chosen.action) for choice in path]
    moves, state = [], playout.state
    for action in playout.actions:
        moves.append(move(trace, state, action))
        state = trace.game.result(state, action)
    return {
        "number": iteration.number,
        "selection": [_choice(trace, choice, names) for choice in iteration.selection],
        "expansion": {
            "path": names[: len(iteration.selection)],
            "why": expansion.why,
            "moves": [move(trace, expansion_state(iteration), c.action) for c in expansion.made],
            "choice": _choice(trace, expansion.choice, names) if expansion.choice else None,
        },
        "simulation": {
            "path": names,
            "moves": moves,
            "end": playout.end,
            "position": position_text(trace.game, playout.final),
            "rewards": [_number(reward) for reward in playout.rewards],
        },
        "backup": [
            {
                "path": names[: change.depth + 1],
                "player": who(change.mover),
                "wins": [_number(wins) for wins in change.wins],
                "visits": list(change.visits),
                "as_first": [move(trace, path[change.depth].state, action) for action in change.as_first],
            }
            for change in iteration.backup
        ],
        "proven": [
            {"path": names[: proof.depth + 1], "value": proven_utility(proof.low[1])}
            for proof in iteration.proofs
            if proof.settled
        ],
        "solved": iteration.solved,
    }


def expansion_state(iteration: Iteration) -> Any:
    """The state at the end of the selection."""
    choice = iteration.expansion.choice
    return choice.state if choice else iteration.playout.state


def _choice(trace: SimulationTrace, choice: Choice, names: list[str]) -> dict[str, Any]:
    return {
        "path": names[: choice.depth],
        "player": who(choice.mover),
        "visits": choice.visits,
        "move": names[choice.depth],
        "how": choice.how,
        "candidates": [_candidate(trace, choice, candidate) for candidate in choice.candidates],
    }


def _candidate(trace: SimulationTrace, choice: Choice, candidate: Candidate) -> dict[str, Any]:
    content = _edge(trace, candidate, choice.state)
    terms = candidate.terms
    if candidate.probability is not None:
        content["probability"] = candidate.probability
    if candidate.out:
        content["out"] = candidate.out
    if terms is not None:
        content |= {
            "exploitation": terms.exploitation,
            "exploration": None if terms.untried else terms.exploration,
            "as_first": terms.as_first,
            "bias": terms.bias,
            "total": None if terms.untried else terms.total,
            "share": terms.share,
            "prior": terms.prior,
        }
    return content
