"""What came of a search, in a few lines: the answer, the line of play, what it cost."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from halfmove.search.algorithms import Lesson
from halfmove.teach.counts import Counts
from halfmove.teach.naming import figure, player_name
from halfmove.teach.outline import has_evaluation

if TYPE_CHECKING:
    from halfmove.teach.trace import Trace

LABEL = 12


def summary(trace: Trace, *, width: int | None = None, definitions: bool = False) -> list[str]:
    """Value, best move, principal variation, algorithm with its options, and counts, a line each.

    With `definitions` each count has a line of its own and says what it counts.
    """
    rows = facts(trace)
    if definitions:
        rows += [(f"{number:,}", meaning) for number, meaning in define_counts(trace)]
    else:
        rows += [("counts", in_words(trace.counts, trace.lesson))]
    return [line for label, fact in rows if fact for line in _row(label, fact, width)]


def facts(trace: Trace) -> list[tuple[str, str]]:
    """Value, best move, principal variation, the leaves in order and the algorithm, each with its name."""
    return [
        ("value", _value(trace)),
        ("best move", _move(trace)),
        ("line", " ".join(variation_texts(trace))),
        ("leaves", list_values(trace.leaves)),
        ("algorithm", _algorithm(trace)),
        ("note", _missing(trace)),
    ]


def _missing(trace: Trace) -> str:
    """How many nodes at the horizon have no evaluation; empty where all have."""
    marks = trace.replay.marks.values()
    number = sum(mark.leaf == "horizon" and not has_evaluation(trace.game, mark.state) for mark in marks)
    if not number:
        return ""
    if number == 1:
        return "a node at the horizon has no evaluation; 0 stands for one"
    return f"{number:,} nodes at the horizon have no evaluation; 0 stands for each"


def _row(label: str, fact: str, width: int | None) -> list[str]:
    start = label.rjust(LABEL - 2) + "  " if label[:1].isdecimal() else label.ljust(LABEL)
    if width is None:
        return [start + fact]
    return textwrap.wrap(fact, max(width, LABEL + 20), initial_indent=start, subsequent_indent=" " * LABEL)


def _value(trace: Trace) -> str:
    said = figure(trace.outcome.value)
    if "window" in trace.start.options:
        said = {"≤": "at most ", "≥": "at least "}.get(trace.replay.marks[()].relation or "", "") + said
    if trace.maximisers:
        said += f" to {player_name(trace.game, trace.maximisers[0], trace.maximisers)}"
    true = true_root(trace) if trace.lesson.heuristic else None
    return said if true is None or true == trace.outcome.value else f"{said}, true value {figure(true)}"


def true_root(trace: Trace) -> Any:
    """The true value of the root; None where the tree is too large to ask, or there is none."""
    from halfmove.teach.text import has_truth

    return trace.true_value(()) if has_truth(trace) else None


def _move(trace: Trace) -> str:
    action = trace.outcome.action
    return "" if action is None else trace.game.action_text(trace.state, action)


def variation_texts(trace: Trace) -> list[str]:
    """The principal variation in the game's notation."""
    texts, state = [], trace.state
    for action in trace.outcome.variation:
        texts.append(trace.game.action_text(state, action))
        state = trace.game.result(state, action)
    return texts


def list_values(values: tuple[Any, ...], most: int = 40) -> str:
    """Values in the order visited, the first of them where they are many."""
    shown = " ".join(figure(value) for value in values[:most])
    return shown if len(values) <= most else f"{shown} … ({len(values):,} in all)"


def _algorithm(trace: Trace) -> str:
    parts = [trace.algorithm.name]
    if trace.depth is not None:
        parts.append(f"depth {trace.depth}")
    for key, choices in trace.lesson.options.items():
        value = trace.options[key]
        if len(choices) > 1 or value != choices[0]:  # a default that is no choice goes without saying
            parts.append(f"{key} {_word(value)}")
    return ", ".join(parts)


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return figure(value) if isinstance(value, (int, float)) else str(value)


def known_counts(trace: Trace) -> list[tuple[str, int]]:
    """The counts of a trace that are known, by name."""
    return list_known_counts(trace.counts, trace.lesson)


def list_known_counts(counts: Counts, lesson: Lesson) -> list[tuple[str, int]]:
    """The counts that are known, by name; those of cuts only where the search keeps a window."""
    found = counts._asdict()
    if not lesson.windowed:
        for name in ("cutoffs", "cut_edges"):
            del found[name]
    return [(name.replace("_", " "), number) for name, number in found.items() if number is not None]


def in_words(counts: Counts, lesson: Lesson) -> str:
    """The counts that are known: `7 evaluations, 1 cutoff`."""
    return ", ".join(_short(name, number) for name, number in list_known_counts(counts, lesson))


def define_counts(trace: Trace) -> list[tuple[int, str]]:
    """The counts with their definitions: (7, "evaluations: how often a node got its value …")."""
    meanings = {name.replace("_", " "): meaning for name, meaning in Counts.definitions().items()}
    return [(number, f"{name.replace('_', ' ')}: {meanings[name]}") for name, number in known_counts(trace)]


_SINGULAR = {
    "evaluations": "evaluation",
    "leaves": "different leaf",
    "visited": "node visited",
    "generated": "generated",
    "expanded": "expanded",
    "cutoffs": "cutoff",
    "cut edges": "cut edge",
    "removed leaves": "leaf never evaluated",
}
_PLURAL = {
    **_SINGULAR,
    "evaluations": "evaluations",
    "leaves": "different leaves",
    "visited": "nodes visited",
    "cutoffs": "cutoffs",
    "cut edges": "cut edges",
    "removed leaves": "leaves never evaluated",
}


def _short(name: str, number: int) -> str:
    return f"{number:,} {(_SINGULAR if number == 1 else _PLURAL)[name]}"
