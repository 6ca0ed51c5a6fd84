"""A recorded Monte Carlo search as text: the tree, the terms of the formula, every step in a sentence.

    37/100 black to move
    ├─ a1: 60/79
    │  ├─ b1: 16/53
    │  └─ b2: 3/26
    ├─ a2: 1/10
    └─ a3: 2/11

Wins are those of whoever made the move.  Moves that were never tried are named together, at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import CHANCE
from halfmove.core.figures import ordinal
from halfmove.search.montecarlo.choosing import proven_utility
from halfmove.search.montecarlo.memory import ROOT
from halfmove.search.montecarlo.plan import FORMULAS, PLAYOUTS
from halfmove.search.montecarlo.records import Candidate, Choice, Playout
from halfmove.teach.frames.text import align, wrap
from halfmove.teach.montecarlo.trace import BACKUP, EXPANSION, SELECTION, Sketch, Step
from halfmove.teach.tree_text import Row

if TYPE_CHECKING:
    from halfmove.teach.montecarlo.trace import SimulationTrace, Sketch


def wins_text(wins: float) -> str:
    """A number of wins, draws counted half: `27`, `2.5`; where utilities are finer, two decimals."""
    halves = round(2 * wins)
    if abs(2 * wins - halves) < 1e-4:
        return str(halves // 2) if halves % 2 == 0 else f"{halves / 2}"
    return f"{wins:.2f}"


def ratio(wins: float, visits: int) -> str:
    """`27/35`."""
    return f"{wins_text(wins)}/{visits}"


def figure(value: float) -> str:
    """A term of the formula, with three decimals."""
    return f"{value:.3f}"


def proof_text(candidate: Candidate) -> str:
    """What is certain of an action for whoever plays it: `proven win`; empty where nothing is."""
    if not candidate.proven:
        return ""
    value = proven_utility(candidate.low)
    return {1: "proven win", 0: "proven draw", -1: "proven loss"}.get(value, f"proven {value:+d}")


def root_label(trace: SimulationTrace, tree: Sketch) -> str:
    """Wins and playouts at the root: as in the book of the player who does not move there, where two oppose
    each other; else of whoever does (the first player where nature does)."""
    wins = tree.wins_below
    return ratio(tree.visits - wins if root_is_opponents(trace) else wins, tree.visits)


def root_is_opponents(trace: SimulationTrace) -> bool:
    """Whether the root's wins are those of the player who does not move there."""
    return trace.opposed and trace.game.to_move(trace.state) != CHANCE


def who(trace: SimulationTrace, player: int) -> str:
    """A player's name; nature's."""
    return "nature" if player == CHANCE else trace.game.player_name(player)


def move(trace: SimulationTrace, state: Any, action: Any) -> str:
    """An action in the game's notation."""
    return trace.game.action_text(state, action)


def place(trace: SimulationTrace, choices: tuple[Choice, ...]) -> str:
    """Where one is after some choices: `the root`, `a1/b1`."""
    return "/".join(move(trace, c.state, c.chosen.action) for c in choices) or "the root"


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
    lines = align(rows, range(1, len(rows[0]) - 1))
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


NAMES = {"ucb1": "UCB1", "tuned": "UCB1-Tuned value", "puct": "PUCT value", "rave": "RAVE value"}
MOST_MOVES = 24
"""Of a longer playout the beginning and the end are told."""


def sentence(trace: SimulationTrace, step: Step) -> str:
    """What happens in one step."""
    if step.phase == SELECTION:
        return f"Selection: {_chosen(trace, step)}"
    if step.phase == EXPANSION:
        return f"Expansion: {_explain_expansion(trace, step)}"
    if step.phase == BACKUP:
        return f"Back-propagation: {_explain_counts(trace, step)}"
    return f"Simulation: {_explain_playout(trace, step)}"


# ---- selection


def _chosen(trace: SimulationTrace, step: Step) -> str:
    choice = step.iteration.selection[step.level]
    where = (
        f"at {place(trace, step.iteration.selection[: step.level])}, where {who(trace, choice.mover)} moves, "
    )
    return where + _explain_choice(trace, choice) + _explain_exclusions(choice)


def _explain_choice(trace: SimulationTrace, choice: Choice) -> str:
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


def _explain_exclusions(choice: Choice) -> str:
    proven = sum(1 for c in choice.candidates if c.out == "proven")
    widening = sum(1 for c in choice.candidates if c.out == "widening")
    said = ""
    if proven and choice.how != "bounds":
        said += f" {_moves(proven)} can bring no more than what is certain: out of the question."
    if widening:
        said += f" {_moves(widening)} not among the likeliest {_verb(widening)} left for later."
    return said


def _moves(number: int) -> str:
    return "1 move" if number == 1 else f"{number} moves"


def _verb(number: int) -> str:
    return "is" if number == 1 else "are"


# ---- expansion


def _explain_expansion(trace: SimulationTrace, step: Step) -> str:
    expansion, selection = step.iteration.expansion, step.iteration.selection
    where = place(trace, selection)
    last = selection[-1].chosen
    reasons = {
        "visits": f"this is the {ordinal(last.visits + 1)} visit of {where}, which becomes a node at the "
        f"{ordinal(trace.plan.expand)}.",
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
    return f"{made}; there {_explain_choice(trace, choice)}{_explain_exclusions(choice)}"


# ---- simulation


def _explain_playout(trace: SimulationTrace, step: Step) -> str:
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


def _explain_counts(trace: SimulationTrace, step: Step) -> str:
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


TITLES = {"ucb1": "UCT (UCB1)", "tuned": "UCT (UCB1-Tuned)", "puct": "PUCT", "rave": "UCT-RAVE"}


def text(trace: SimulationTrace, *, width: int | None, depth: int | None) -> str:
    """See `SimulationTrace.text`."""
    return "\n".join(lines(trace, width=width, depth=depth))


def lines(trace: SimulationTrace, *, width: int | None, depth: int | None) -> Iterator[str]:
    """The text, line by line."""
    yield title(trace)
    yield from wrap(legend(trace), width, "", "  ")
    yield ""
    yield from tree(trace, trace.after(0), width, depth)
    for step in trace.steps:
        if step.begins:
            yield ""
            yield f"Iteration {step.iteration.number}"
        yield from wrap(sentence(trace, step), width, "  ", "    ")
    if trace.iterations:
        final = trace.after(len(trace.steps))
        final.way = ()
        yield ""
        yield from tree(trace, final, width, depth)
    if trace.best is not None:
        yield ""
        yield f"best move   {move(trace, trace.state, trace.best)}"


def title(trace: SimulationTrace) -> str:
    """What is searched, and how: `UCT (UCB1) on tictactoe, c = 1`."""
    formula = TITLES[FORMULAS[trace.plan.formula]]
    return f"{formula} on {trace.title}, c = {trace.plan.explore:g}"


def legend(trace: SimulationTrace) -> str:
    """Whose wins the labels count."""
    said = "Wins/playouts, for the player who moved; a draw is half a win."
    if not root_is_opponents(trace):
        return said
    opponent = who(trace, 1 - trace.game.to_move(trace.state))
    return f"{said} At the root they are for {opponent}."


def tree(trace: SimulationTrace, sketch: Sketch, width: int | None, depth: int | None) -> Iterator[str]:
    """The lines of the tree at one moment."""
    for row in rows(trace, sketch, depth):
        yield from row.wrapped(width)
