"""Each step of a Monte Carlo search in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from halfmove.core.contract import CHANCE
from halfmove.search.montecarlo.plan import FORMULAS, PLAYOUTS
from halfmove.search.montecarlo.records import Candidate, Choice, Playout
from halfmove.teach.montecarlo.labels import (
    figure,
    move,
    place,
    proof_text,
    ratio,
    root_is_opponents,
    who,
    wins_text,
)
from halfmove.teach.montecarlo.sketch import BACKUP, EXPANSION, SELECTION, Step

if TYPE_CHECKING:
    from halfmove.teach.montecarlo.trace import SimulationTrace

NAMES = {"ucb1": "UCB1", "tuned": "UCB1-Tuned value", "puct": "PUCT value", "rave": "RAVE value"}
MOST_MOVES = 24
"""Of a longer playout the beginning and the end are told."""


def sentence(trace: SimulationTrace, step: Step) -> str:
    """What happens in one step."""
    if step.phase == SELECTION:
        return f"Selection: {_chosen(trace, step)}"
    if step.phase == EXPANSION:
        return f"Expansion: {_expanded(trace, step)}"
    if step.phase == BACKUP:
        return f"Back-propagation: {_counted(trace, step)}"
    return f"Simulation: {_played(trace, step)}"


# ---- selection


def _chosen(trace: SimulationTrace, step: Step) -> str:
    choice = step.iteration.selection[step.level]
    where = (
        f"at {place(trace, step.iteration.selection[: step.level])}, where {who(trace, choice.mover)} moves, "
    )
    return where + _taken(trace, choice) + _out(choice)


def _taken(trace: SimulationTrace, choice: Choice) -> str:
    """What was taken and why: the part of the sentence after the place."""
    chosen = choice.chosen
    name = move(trace, choice.state, chosen.action)
    label = f"{name}, {ratio(chosen.wins, chosen.visits)},"
    if choice.how == "chance":
        return f"{name} is drawn, which has probability {figure(chosen.probability or 0)}."
    if choice.how == "bounds":
        proof = proof_text(chosen) or "a bound"
        return f"nothing is left to find out; {name} is the best that is proven ({proof})."
    if len(choice.candidates) == 1:
        return f"{label} is the only move."
    terms = chosen.terms
    assert terms is not None, "the formula has chosen it"
    equals = choice.equals
    if terms.untried:
        among = f", drawn from the {equals} that never were" if equals > 1 else ""
        return f"{name} has never been tried, so it comes first{among}."
    drawn = f" It is drawn from {equals} with the same value." if equals > 1 else ""
    formula = FORMULAS[trace.plan.formula]
    return f"{label} has the highest {NAMES[formula]}: {calculation(trace, choice, chosen)}.{drawn}"


def calculation(trace: SimulationTrace, choice: Choice, candidate: Candidate) -> str:
    """The formula with its numbers: `0.759 + 1.4·√(ln 100 / 79) ≈ 0.759 + 0.338 ≈ 1.098`."""
    terms = candidate.terms
    assert terms is not None, "it was not out of the question"
    formula, c, n = FORMULAS[trace.plan.formula], f"{trace.plan.explore:g}", candidate.visits
    log = f"ln {choice.visits}"
    explore = {
        "ucb1": f"{c}·√({log} / {n})",
        "tuned": f"{c}·√({log} / {n} · min(¼, V))",
        "puct": f"{c}·{figure(terms.prior or 0)}·√{choice.visits} / (1 + {n})",
        "rave": f"{c}·√({log} / ({n} + 1))",
    }[formula]
    words, figures = [figure(terms.exploitation)], [figure(terms.exploitation)]
    if formula == "rave":
        mean = candidate.mean
        words = [] if mean is None else [f"(1 − β)·{figure(mean)}"]
        figures = [] if mean is None else figures
        if terms.share > 0:
            words.append(f"β·{figure(terms.as_first / terms.share)}")
            figures.append(figure(terms.as_first))
        elif mean is None:  # nothing at all is known of it
            words, figures = ["1"], ["1.000"]
    words.append(explore)
    figures.append(figure(terms.exploration))
    if trace.plan.bias > 0:
        words.append(f"{trace.plan.bias:g}·{figure(terms.prior or 0)} / (1 + {n})")
        figures.append(figure(terms.bias))
    share = f", β = {figure(terms.share)}" if formula == "rave" else ""
    return f"{' + '.join(words)} ≈ {' + '.join(figures)} ≈ {figure(terms.total)}{share}"


def _out(choice: Choice) -> str:
    proven = sum(1 for c in choice.candidates if c.out == "proven")
    widening = sum(1 for c in choice.candidates if c.out == "widening")
    said = ""
    if proven and choice.how != "bounds":
        said += f" {_moves(proven)} can bring no more than what is certain: out of the question."
    if widening:
        said += f" {_moves(widening)} not among the likeliest {_is(widening)} left for later."
    return said


def _moves(number: int) -> str:
    return "1 move" if number == 1 else f"{number} moves"


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


# ---- expansion


def _expanded(trace: SimulationTrace, step: Step) -> str:
    expansion, selection = step.iteration.expansion, step.iteration.selection
    where = place(trace, selection)
    last = selection[-1].chosen
    reasons = {
        "visits": f"this is the {_ordinal(last.visits + 1)} visit of {where}, which becomes a node at the "
        f"{_ordinal(trace.plan.expand)}.",
        "over": f"the game is over at {where}; there is nothing to expand.",
        "proven": f"what {where} is worth is proven; there is nothing to expand.",
        "repeated": f"the position at {where} has come again, and the simulation ends there.",
        "cycle": f"the position at {where} is on the path already, and becomes no node below itself.",
        "deep": f"the path to {where} is as long as paths may be; there is no node beyond.",
    }
    if not expansion.node:
        return reasons[expansion.why]
    shared = "shares the node of an equal position" if expansion.why == "shared" else "becomes a node"
    made = f"{where} {shared} with {_moves(len(expansion.made))}"
    choice = expansion.choice
    if choice is None:
        return f"{made}, and these prove what it is worth; the simulation goes no further."
    name = move(trace, choice.state, choice.chosen.action)
    if expansion.why == "new" and len(choice.candidates) == 1:
        return f"{made}, which is played: {name}, 0/0."
    if expansion.why == "new" and choice.equals == len(choice.candidates):
        return f"{made}, none tried yet; {name}, 0/0, is drawn."
    return f"{made}; there {_taken(trace, choice)}{_out(choice)}"


def _ordinal(number: int) -> str:
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


# ---- simulation


def _played(trace: SimulationTrace, step: Step) -> str:
    playout = step.iteration.playout
    outcome = result(trace, playout)
    if playout.end == "proven":
        return f"no playout is needed, as the result is certain: {outcome}."
    if playout.end == "repeated":
        return f"no playout is needed, as the position comes again: {outcome}."
    number = len(playout.actions)
    plies = "1 ply" if number == 1 else f"{number} plies"
    how = "at random" if PLAYOUTS[trace.plan.playouts] != "heavy" else "by the game's judgement"
    if playout.end == "cut off":
        if not number:
            return f"the position is evaluated: {outcome}."
        return (
            f"{_line(trace, playout)} is played {how}, {plies}; there it is cut off and evaluated: {outcome}."
        )
    if not number:
        return f"the game is over: {outcome}."
    return f"{_line(trace, playout)} is played {how}, {plies} to the end of the game: {outcome}."


def _line(trace: SimulationTrace, playout: Playout) -> str:
    """The playout's moves; of a long one the beginning and the end."""
    texts, state = [], playout.state
    for action in playout.actions:
        texts.append(move(trace, state, action))
        state = trace.game.result(state, action)
    if len(texts) > MOST_MOVES:
        texts = [*texts[: MOST_MOVES - 4], "…", *texts[-3:]]
    return " ".join(texts)


def result(trace: SimulationTrace, playout: Playout) -> str:
    """Who wins: `black wins`, `a draw`; else what each player gets, from 0 to 1."""
    rewards = playout.rewards
    if trace.opposed and rewards[0] in (0.0, 1.0):
        return f"{who(trace, 0 if rewards[0] else 1)} wins"
    if trace.opposed and rewards[0] == 0.5:
        return "a draw"
    each = ", ".join(f"{who(trace, player)} {figure(reward)}" for player, reward in enumerate(rewards))
    return f"it brings, from 0 to 1, {each}"


# ---- back-propagation


def _counted(trace: SimulationTrace, step: Step) -> str:
    iteration, path = step.iteration, step.iteration.path
    changes = []
    for change in iteration.backup:
        name = move(trace, path[change.depth].state, change.action)
        before, after = ratio(change.wins[0], change.visits[0]), ratio(change.wins[1], change.visits[1])
        changes.append(f"{name} {before} → {after}")
    said = f"{result(trace, iteration.playout)}; {', '.join(changes)}; {_root(trace, step)}."
    credited = sum(len(change.as_first) for change in iteration.backup) - len(path)
    if credited > 0:
        said += f" All moves as first: it counts for {_moves(credited)} beside the path as well."
    for proof in iteration.proofs:
        if proof.settled:
            edge = Candidate(proof.edge, proof.action, 0, 0, 0.0, proof.low[1], proof.high[1])
            said += (
                f" Now certain: {move(trace, path[proof.depth].state, proof.action)}, a {proof_text(edge)}."
            )
    if iteration.solved:
        said += " The root is proven, which ends the search."
    return said


def _root(trace: SimulationTrace, step: Step) -> str:
    """The root's label before and after."""
    path = step.iteration.path
    first = path[0]
    visits = first.visits
    wins = sum(candidate.wins for candidate in first.candidates)
    change = step.iteration.backup[-1]
    after = wins + change.wins[1] - change.wins[0]
    if root_is_opponents(trace):
        wins, after = visits - wins, visits + 1 - after
    whose = 1 - first.mover if root_is_opponents(trace) else max(first.mover, 0)
    owner = f" for {who(trace, whose)}" if first.mover != CHANCE else ""
    return f"the root {wins_text(wins)}/{visits} → {wins_text(after)}/{visits + 1}{owner}"
