"""An exercise as plain text: what to do, the tree in box drawing, the questions, and the solution."""

from __future__ import annotations

from collections.abc import Iterator

from halfmove.search.textbook.dialects import DIALECTS
from halfmove.teach.naming import figure, player_name, probability
from halfmove.teach.outline import Vertex
from halfmove.teach.quiz.exercise import Exercise
from halfmove.teach.quiz.response import plural


def task(exercise: Exercise) -> str:
    """Which search runs on the tree, in which dialect and order."""
    others = {question.search for question in exercise.questions}
    if others and "" not in others:
        return f"The search is {' and '.join(sorted(others))}."
    trace = exercise.trace
    options = {
        key: value
        for key, value in trace.options.items()
        if len(trace.lesson.options[key]) > 1 and key not in ("form",)
    }
    if "dialect" in exercise.asked:
        options.pop("dialect", None)
        options.pop("strict", None)
    said = []
    if "dialect" in options:
        said.append(_dialect(options.pop("dialect"), "returned" in exercise.asked))
    if "strict" in options:
        said.append(f"cuts at {'v > β' if options.pop('strict') else 'v ≥ β'}")
    told = trace.start.options
    if isinstance(told.get("bounds"), tuple):
        said.append("payoffs known to be from {} to {}".format(*map(figure, told["bounds"])))
        options.pop("bounds", None)
    if "first" in told:
        said.append(f"first guess {figure(told['first'])}")
        options.pop("first", None)
    said += [f"{key} {value}" for key, value in options.items() if (key, value) in exercise.options]
    way = "left to right" if exercise.order == "left" else "right to left"
    how = f" ({', '.join(said)})" if said else ""
    return f"The search is {exercise.algorithm}{how}; it looks at children from {way}."


def _dialect(name: str, returned: bool) -> str:
    """A dialect by what a student has to know of it: when it cuts, and if asked what it returns."""
    dialect = DIALECTS[name]
    mirror = {"v ≥ β": ", MIN when v ≤ α", "v > β": ", MIN when v < α"}.get(dialect.cut)
    cut = f"MAX cuts when {dialect.cut}{mirror}" if mirror else f"cuts when {dialect.cut}"
    return f"dialect {name}: {cut}" + (f"; MAX returns {dialect.returns}" if returned else "")


def tree_lines(exercise: Exercise, *, solution: bool = False) -> list[str]:
    """The tree, a line a node: the move, the node with who moves there; a leaf with its value.

    With the solution, inner nodes have their minimax values, and what is pruned is marked.
    """
    return list(_lines(exercise, exercise.names.root, "", "", solution))


def _lines(exercise: Exercise, vertex: Vertex, first: str, rest: str, solution: bool) -> Iterator[str]:
    pruned = " ✂" if solution and vertex.path in exercise.trace.replay.pruned else ""
    yield f"{first}{_title(exercise, vertex, solution)}{pruned}"
    for i, child in enumerate(vertex.children):
        branch, below = ("└─ ", "   ") if i == len(vertex.children) - 1 else ("├─ ", "│  ")
        yield from _lines(exercise, child, rest + branch, rest + below, solution)


def _title(exercise: Exercise, vertex: Vertex, solution: bool) -> str:
    name = exercise.names.name(vertex.path)
    chance = "" if vertex.probability is None else f"({probability(vertex.probability)}) "
    if vertex.is_leaf:
        assert vertex.payoffs is not None
        several = not exercise.trace.maximisers
        value = vertex.payoffs if several else vertex.payoffs[exercise.trace.maximisers[0]]
        return f"{chance}{name} = {figure(value)}"
    who = player_name(exercise.trace.game, vertex.player, exercise.trace.maximisers)
    edge = f"{vertex.edge}: " if vertex.edge and vertex.edge != name else ""
    value = ""
    if solution and "values" in exercise.asked:
        known = exercise.question("values").solution().get(name)
        value = "" if known is None else f" = {figure(tuple(known) if isinstance(known, list) else known)}"
    return f"{chance}{edge}{name} {who}{value}"


def text(exercise: Exercise, *, solution: bool = False) -> str:
    """The exercise, or its solution, as it is printed in the terminal and in text files."""
    lines = [exercise.task(), "", *tree_lines(exercise, solution=solution)]
    for number, question in enumerate(exercise.questions, 1):
        lines += ["", f"({number}) {question.ask()} [{plural(question.points, 'point')}]"]
        if solution:
            lines += [f"    {question.answer()}", *(f"    - {reason}" for reason in question.reasons())]
    return "\n".join(lines)
