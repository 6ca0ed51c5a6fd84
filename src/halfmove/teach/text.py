"""A trace as text: what happened, a line an event; what came of it; and the sentences between.

    print(trace.text())                 the tree with values and cuts, the answer, the counts
    print(trace.text("events"))         one short line an event
    print(trace.text("sentences"))      every step in a plain sentence

`Writer` writes the events of a running search as they come (`teach.trace.stream`), in memory bounded by the
depth of the search.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from halfmove.core.errors import BadInput
from halfmove.search import trace as search
from halfmove.search.algorithms import Lesson
from halfmove.search.trace import Event, EventReader, Path
from halfmove.teach.naming import MISSING, figure, format_returned, probability, window, wording
from halfmove.teach.outline import has_evaluation
from halfmove.teach.replay import Mark, start_of
from halfmove.teach.sentences import Teller, plies

if TYPE_CHECKING:
    from halfmove.teach.trace import Trace

FORMS = ("tree", "events", "sentences", "summary")
WIDTH = 100


class Writer(EventReader):
    """One event after the other as indented lines; `sentences` says in which form.

    `width` is where lines are wrapped (None: nowhere).  `truth` is as for `Teller`.
    """

    def __init__(
        self,
        lesson: Lesson,
        *,
        sentences: bool = False,
        width: int | None = None,
        truth: Callable[[Path, Mark], Any] | None = None,
    ) -> None:
        self.teller = Teller(lesson, truth)
        self.sentences, self.width = sentences, width

    def lines(self, event: Event) -> list[str]:
        """What is written of one event: a line, more where it is wrapped, none where it says nothing new."""
        said = self.teller.tell(event) if self.sentences else ""
        if not self.sentences:
            self.teller.replay.apply(event)
            said = self.read(event)
        elif self._goes_without_saying(event):
            return []
        path = getattr(event, "path", ())
        indent = min(2 * len(path), (self.width or WIDTH) // 3)
        if self.width is None:
            return [" " * indent + said]
        return textwrap.wrap(
            said, self.width, initial_indent=" " * indent, subsequent_indent=" " * (indent + 4)
        )

    def _goes_without_saying(self, event: Event) -> bool:
        """A leaf is entered, evaluated and left at once: one sentence is enough for the three."""
        if isinstance(event, search.Enter):
            last = event.depth == 0 and not self.teller.lesson.heuristic
            return event.player is None or last
        if isinstance(event, search.Leave):
            if event.relation is None:
                return True
            truth = self.teller.true_value(event.path)
            return self.teller.mark(event.path).leaf in ("terminal", "horizon") and truth in (
                None,
                event.value,
            )
        return False

    # ---- the short form, one method an event
    def _name(self, path: Path) -> str:
        return self.teller.replay.short(path)

    def _start(self, event: search.Start) -> str:
        options = "".join(f", {key} {value}" for key, value in event.options.items())
        depth = "" if event.depth is None else f", {plies(event.depth)}"
        return f"start {event.algorithm}: {event.game.title()}{depth}{options}"

    def _enter(self, event: search.Enter) -> str:
        mark = self.teller.mark(event.path)
        who = self.teller.names.player(mark)
        bounds = window(event.alpha, event.beta) if not isinstance(event.alpha, tuple) else ""
        left = "" if event.depth is None or event.player is None else f"{event.depth} deep"
        facts = "  ".join(part for part in (who, bounds, left) if part)
        return f"enter {self._name(event.path)}: {facts}"

    def _leaf(self, event: search.Leaf) -> str:
        said = f"{self._name(event.path)}: {figure(event.value)}"
        if event.terminal:
            return f"utility {said}"
        known = has_evaluation(start_of(self.teller.replay).game, self.teller.mark(event.path).state)
        return f"evaluate {said}" + ("" if known else MISSING)

    def _update(self, event: search.Update) -> str:
        letter = {"value": "v", "alpha": "α", "beta": "β"}[event.bound]
        by = "" if event.action is None else f" by {self.teller.replay.action_text(event.path, event.action)}"
        return f"update {self._name(event.path)}: {letter} {figure(event.old)} → {figure(event.new)}{by}"

    def _weigh(self, event: search.Weigh) -> str:
        child = self.teller.mark((*event.path, event.action))
        share = f"{probability(event.probability)} × {figure(child.value)}"
        return f"weigh {self._name(event.path)}: {figure(event.old)} → {figure(event.new)} ({share})"

    def _cutoff(self, event: search.Cutoff) -> str:
        never = ", ".join(self._name((*event.path, action)) for action in event.remaining) or "nothing"
        passed = format_returned(self.teller.mark(event.path), event.bound)
        test = f"{figure(event.value)} {event.sign} {passed}"
        return f"cut {self._name(event.path)}: {test}; never visited: {never}"

    def _again(self, event: search.Again) -> str:
        what = self._name((*event.path, event.action)) if event.action is not None else self._root
        return f"again {what}: {window(event.alpha, event.beta)}"

    @property
    def _root(self) -> str:
        return self._name(()) if () in self.teller.replay.marks else "from the root"

    def _probe(self, event: search.Probe) -> str:
        return f"probe {self._name((*event.path, event.action))}"

    def _stand(self, event: search.Stand) -> str:
        return f"stand {self._name(event.path)}: {figure(event.value)}"

    def _extend(self, event: search.Extend) -> str:
        return f"extend {self._name(event.path)}: its next move by {plies(event.plies)}"

    def _pass_over(self, event: search.PassOver) -> str:
        return f"pass over {self._name((*event.path, event.action))}"

    def _recall(self, event: search.Recall) -> str:
        return f"recall {self._name(event.path)}: {figure(event.value)}"

    def _tell(self, event: search.Tell) -> str:
        action = event.named.get("action")
        moves = {} if action is None else {"action": self.teller.replay.action_text(event.path, action)}
        return wording(event.step.line, event, self._name(event.path), moves)

    def _leave(self, event: search.Leave) -> str:
        if event.relation is None:
            return f"leave {self._name(event.path)}: open"
        true = self.teller.true_value(event.path)
        beside = "" if true is None else f" (true value {figure(true)})"
        value = format_returned(self.teller.mark(event.path), event.value)
        return f"return {self._name(event.path)}: {event.relation} {value}{beside}"

    def _finish(self, event: search.Finish) -> str:
        by = "" if event.action is None else f" by {self.teller.replay.action_text((), event.action)}"
        return f"finish: {figure(event.value)}{by}"


def write_events(
    trace: Trace, *, sentences: bool = False, width: int | None = None, truth: bool | None = None
) -> Iterator[str]:
    """The events of a trace as lines; true values where `truth`, or where the tree is small (None)."""
    shown = has_truth(trace) if truth is None else truth
    writer = Writer(trace.lesson, sentences=sentences, width=width, truth=trace.true_value if shown else None)
    for event in trace.events:
        yield from writer.lines(event)


def has_truth(trace: Trace) -> bool:
    """Whether the whole tree is small enough for plain minimax beside the search."""
    try:
        return bool(trace.outline)
    except BadInput:
        return False


def text(trace: Trace, form: str = "tree", *, width: int | None = WIDTH) -> str:
    """A trace as text: "tree", "events", "sentences" or "summary"; see the module."""
    from halfmove.teach.summary import summary
    from halfmove.teach.tree_text import branches

    if form not in FORMS:
        raise BadInput(f"A trace is told in one of the forms {', '.join(FORMS)}, not '{form}'.")
    if form == "tree":
        return "\n".join([*branches(trace, width=width), "", *summary(trace, width=width)])
    if form == "summary":
        return "\n".join(summary(trace, width=width))
    return "\n".join(write_events(trace, sentences=form == "sentences", width=width))
