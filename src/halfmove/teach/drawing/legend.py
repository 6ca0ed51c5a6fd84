"""The title above a picture, and the legend: what the signs in it mean, with a sample of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from halfmove.core.errors import BadInput
from halfmove.teach.drawing.content import Item
from halfmove.teach.drawing.edges import double_bar
from halfmove.teach.drawing.glyph import signs
from halfmove.teach.drawing.metrics import shortened
from halfmove.teach.drawing.scene import Disc, Group, Line, Mark, Word, rectangle, width
from halfmove.teach.drawing.style import Style
from halfmove.teach.drawing.subject import Subject
from halfmove.teach.number_text import MISSING, figure
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
    replay = subject.replay
    if replay is None or replay.finish is None:
        step = replay.steps + 1 if replay and replay.start else 0
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
        whole = sum(1 for _ in trace.outline.leaves(trace.plies))
    except BadInput:  # too many to draw, so nothing is drawn either
        return ""
    counts = trace.counts
    seen = whole - (counts.removed_leaves or 0)
    if counts.leaves > seen:  # inner nodes were evaluated, too
        return f", {counts.evaluations} evaluations"
    return f", {seen} of {whole} leaves evaluated"


ROW = 22.0
SAMPLE = 26.0
APART = 20.0
Entry = tuple[list[Mark], str]
"""A sample around (0, 0), and what it means."""


def entries(items: Iterable[Item], style: Style, horizon: bool) -> list[Entry]:
    """One for each sign that occurs."""
    seen = list(items)
    return [*_nodes(seen), *_edges(seen), *_written(seen, style, horizon)]


def _nodes(items: list[Item]) -> Iterator[Entry]:
    kinds = {(item.kind, item.rank) for item in items}
    for kind, rank in sorted(kinds, key=lambda k: (_ORDER.index(k[0]), k[1] or 0)):
        sample = [_smaller(mark) for mark in signs(kind, rank, kind)]
        if rank is not None:
            sample.append(Word(0, {"max": 5.0, "min": 2.0}.get(kind, 4.0), str(rank), "legend"))
        yield sample, _MEANING[kind] + ("" if rank is None else f" {rank}")


_ORDER = ("max", "min", "player", "chance", "leaf")
_MEANING = {"max": "MAX", "min": "MIN", "player": "player", "chance": "chance", "leaf": "end of the game"}


def _smaller(mark: Mark) -> Mark:
    """A sign at half its size."""
    if isinstance(mark, Line):
        return Line(tuple((x * 0.6, y * 0.6) for x, y in mark.points), mark.role, mark.closed)
    assert isinstance(mark, Disc), "a sign is made of lines and discs"
    return Disc(0, 0, 0.6 * mark.radius, mark.role)


def _edges(items: list[Item]) -> Iterator[Entry]:
    def stroke(role: str) -> Mark:
        return Line(((-12.0, 0.0), (12.0, 0.0)), role)

    if any(item.variation for item in items):
        yield [stroke("edge-variation")], "principal variation"
    if any(item.cut for item in items):
        yield [stroke("edge-faint"), *double_bar((0.0, 0.0), (1.0, 0.0))], "cut off, never visited"
    elif any(item.status in ("pruned", "beyond") for item in items):
        yield [stroke("edge-faint")], "never visited"
    if any(item.status == "passed" for item in items):
        yield [stroke("edge-passed")], "passed over"
    if any(item.status == "waiting" for item in items):
        yield [stroke("edge-waiting")], "not visited yet"
    if any(item.extended for item in items):
        yield [Word(0, 4, "+1", "extended")], "searched so many plies deeper"


def _written(items: list[Item], style: Style, horizon: bool) -> Iterator[Entry]:
    values = [item.value for item in items if item.value]
    if any(value[0] == "[" for value in values):
        yield [Word(0, 4, "[2, 5]", "value")], "what is proven: worth 2 to 5"
    elif any(value[0] in "≤≥" for value in values):
        yield [Word(0, 4, "≥ 3", "value")], "the value it returned, exact or a bound"
    elif values:
        yield [Word(0, 4, "= 3", "value")], "the value"
    if any(note.startswith("(") for item in items for note in item.notes):
        when = "entered" if style.windows == "entered" else "left"
        yield [Word(0, 4, "(α, β)", "note")], f"the window when it was {when}"
    if any(item.static and item.kind != "leaf" for item in items):
        yield [rectangle(0, 0, 22, 16, "leaf")], "evaluation"
    if any(item.static.endswith(MISSING) for item in items):
        yield [Word(0, 4.7, f"0{MISSING}", "static")], "no evaluation: 0 stands for one"
    if any(note.startswith("true") for item in items for note in item.notes):
        yield [Word(0, 4, "true", "note")], "the minimax value"
    if any(note.startswith("stand") for item in items for note in item.notes):
        yield [Word(0, 4, "stand", "note")], "what stopping here is worth"
    for sample, meaning in dict.fromkeys(entry for item in items for entry in item.legends):
        yield [Word(0, 4, sample, "note")], meaning
    if any(item.order for item in items):
        yield [Word(0, 4, "7", "order")], "order of the visits"
    if any(item.current for item in items):
        yield [Line(((-8.0, -6.0), (8.0, -6.0), (8.0, 6.0), (-8.0, 6.0)), "ring", True)], "here the search is"
    if any(item.to_fill for item in items):
        yield [rectangle(0, 0, 24, 15, "fill-in")], "fill in the value"
    if horizon or any(item.horizon for item in items):
        yield [Line(((-12.0, 0.0), (12.0, 0.0)), "horizon")], "horizon"


def legend(entries: list[Entry], left: float, top: float, wide: float) -> tuple[Group, float]:
    """The entries in rows no wider than `wide`, and how far down they reach."""
    group = Group("legend")
    x, y = left, top + ROW / 2
    for sample, meaning in entries:
        # a sample may be a word, wider than a sign
        half = max(SAMPLE / 2, *(mark.bounds[2] for mark in sample), *(-mark.bounds[0] for mark in sample))
        need = 2 * half + 6 + width(meaning, "legend")
        if x > left and x + need > left + wide:
            x, y = left, y + ROW
        group.marks.extend(mark.moved(x + half, y) for mark in sample)
        group.marks.append(Word(x + 2 * half + 6, y + 4, meaning, "legend", "start"))
        x += need + APART
    return group, y + ROW / 2


def widest(entries: list[Entry]) -> float:
    """The least width in which every entry has room."""
    return max((2 * SAMPLE + 30 + width(meaning, "legend") for _, meaning in entries), default=0.0)
