"""What stands above a picture: what was searched, and what came of it."""

from __future__ import annotations

from halfmove.core.errors import BadInput
from halfmove.teach.drawing.metrics import shortened
from halfmove.teach.drawing.style import Style
from halfmove.teach.drawing.subject import Subject
from halfmove.teach.figures import figure
from halfmove.teach.trace import Trace

LONGEST = 200


def title_of(subject: Subject, style: Style) -> str:
    """The title asked for, or one made from the search; empty where there is nothing to say."""
    if style.title is not None:
        return shortened(style.title, LONGEST)
    trace = subject.trace
    if trace is None:
        return ""
    name = searched(trace)
    if style.blank:
        return f"{name}: fill in the values, and cross out what is never visited"
    board = subject.board
    if board is None or board.finish is None:
        step = board.steps + 1 if board and board.start else 0
        return f"{name}: step {step} of {len(trace.events)}"
    return f"{name}: {_answer(trace)}"


def searched(trace: Trace) -> str:
    """What was run: the algorithm, with the options that are not the defaults."""
    told = []
    for option, choice in trace.lesson.options.items():
        given = trace.options[option]
        if given != choice[0]:
            told.append(option if given is True else f"{option} {given}")
    if trace.depth is not None:
        told.append(f"depth {trace.depth}")
    return trace.algorithm.name + (f" ({', '.join(map(str, told))})" if told else "")


def _answer(trace: Trace) -> str:
    outcome = trace.outcome
    by = ""
    if outcome.action is not None:
        move = trace.game.action_text(trace.state, outcome.action)
        by = f" by move {move}" if move.isdigit() else f" by {move}"
    return f"{figure(outcome.value)}{by}{_leaves(trace)}"


def _leaves(trace: Trace) -> str:
    try:
        whole = sum(1 for _ in trace.outline.leaves(trace.depth))
    except BadInput:  # too many to draw, so nothing is drawn either
        return ""
    counts = trace.counts
    seen = whole - (counts.removed_leaves or 0)
    if counts.leaves > seen:  # inner nodes were evaluated, too
        return f", {counts.evaluations} evaluations"
    return f", {seen} of {whole} leaves evaluated"
