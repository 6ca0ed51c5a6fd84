"""Every step of a search as a plain sentence for a student.

    teller = Teller(trace.lesson)
    for event in trace.events:
        print(teller.tell(event))

A teller hears the events one by one and remembers only the line from the root to the current node (see
`teach.replay`), so it can tell a search of any length while it runs.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from halfmove.core.contract import CHANCE
from halfmove.search import trace as search
from halfmove.search.algorithms import Lesson
from halfmove.search.textbook.dialects import DIALECTS
from halfmove.search.trace import Event, EventReader, Path
from halfmove.teach.cut_reasons import HIGH, LOW, find_bound_source, has, reason
from halfmove.teach.naming import (
    Naming,
    adjacent,
    figure,
    first_letter_up,
    format_returned,
    probability,
    window,
    wording,
)
from halfmove.teach.outline import has_evaluation
from halfmove.teach.replay import Mark, PathReplay, start_of

BOUNDS = {"=": "exactly", "≤": "at most", "≥": "at least"}
"""What a returned value says of the true one, in words."""


class Teller(EventReader):
    """Tells a search event by event; `replay` is the search after the last of these events.

    `truth(path, mark)`, where it is given, is the true value of a node (or None), shown beside what is
    returned: `Trace.true_value`.
    """

    def __init__(self, lesson: Lesson, truth: Callable[[Path, Mark], Any] | None = None) -> None:
        self.lesson = lesson
        self.replay = PathReplay()
        self.names = Naming(self.replay, lesson)
        self._truth = truth

    def tell(self, event: Event) -> str:
        """Apply the event, and say in a sentence what happened."""
        self.replay.apply(event)
        return first_letter_up(self.read(event))

    def true_value(self, path: Path) -> Any:
        """The true value of a node that was entered; None where it is not known."""
        return self._truth(path, self.mark(path)) if self._truth else None

    def mark(self, path: Path) -> Mark:
        """The mark of a node on the line, or of a child of one."""
        return self.replay.marks[path]

    # ---- one method an event
    def _start(self, event: search.Start) -> str:
        depth = "" if event.depth is None else f", {plies(event.depth)} deep"
        dialect = event.options.get("dialect")
        how = f" in the dialect {dialect}" if dialect else ""
        game = "the tree" if event.game.explicit else event.game.title()
        return f"{event.algorithm} searches {game}{depth}{how}."

    def _enter(self, event: search.Enter) -> str:
        mark = self.mark(event.path)
        where = self.names.node(event.path)
        if mark.player is None:
            return (
                f"{where} is entered: a leaf."
                if self._explicit
                else f"{where} is entered: the game ends here."
            )
        moves = "chance decides" if mark.player == CHANCE else f"{self.names.player(mark)} moves"
        horizon = ", at the horizon" if event.depth == 0 else ""
        return f"{where} is entered{horizon}: {moves}.{self._window(mark)}"

    @property
    def _hard(self) -> bool:
        """Whether the dialect keeps no v beside the window, so that the test is α ≥ β."""
        dialect = DIALECTS.get(str(start_of(self.replay).options.get("dialect")))
        return dialect is not None and dialect.hard

    @property
    def _sound(self) -> bool:
        """Whether what the search concludes may be believed."""
        return bool(start_of(self.replay).options.get("sound", True))

    @property
    def _explicit(self) -> bool:
        return self.replay.start is not None and self.replay.start.game.explicit

    def _window(self, mark: Mark) -> str:
        """What the window says that a node was entered with."""
        low, high = mark.entered
        if low is None or isinstance(low, tuple) or mark.depth == 0:
            return ""
        shown = window(low, high)
        if not self._sound:
            return f" Window {shown}."
        if adjacent(low, high):
            threshold = f"more than {figure(low)}" if shown.endswith("+ε)") else f"less than {figure(high)}"
            return f" The narrowest window, {shown}, asks only whether it is worth {threshold}."
        if math.isinf(low) and math.isinf(high) and low < 0 < high:
            return f" Window {shown}: any value would matter."
        known = []
        for end in (LOW, HIGH):
            bound = self.names.of_max(mark, mark.entered)[end]
            source = find_bound_source(self.names, mark.path, end)
            if math.isfinite(bound) and source.mark is not None and source.has:
                known.append(has(self.names, source.mark, end, bound))
        return f" Window {shown}: {' and '.join(known)}." if known else f" Its window is {shown}."

    def _leaf(self, event: search.Leaf) -> str:
        where, value = self.names.node(event.path), figure(event.value)
        if event.terminal:
            return f"{where} is worth {value}."
        mark = self.mark(event.path)
        if not has_evaluation(start_of(self.replay).game, mark.state):
            return f"{where} is not searched any deeper: it has no evaluation, and {value} stands for one."
        return f"{where} is not searched any deeper: its evaluation is {value}."

    def _update(self, event: search.Update) -> str:
        mark = self.mark(event.path)
        where, new = self.names.node(event.path), figure(event.new)
        by = f" with {self.names.move(event.path, event.action)}" if event.action is not None else ""
        if event.bound == "value":
            return self._new_value(event, mark, by)
        letter, way = ("α", "rises") if event.bound == "alpha" else ("β", "falls")
        sure = self.names.player(mark)
        if not self._sound:
            meaning = f"{sure} counts on {new}{by}"
        elif event.bound == "beta" and not self.names.from_mover:
            meaning = f"{sure} can hold MAX to {new}{by}, and looks for less"
        else:
            meaning = f"{sure} is sure of {new}{by}, and looks for more"
        return f"{letter} at {where} {way} from {figure(event.old)} to {new}: {meaning}."

    def _new_value(self, event: search.Update, mark: Mark, by: str) -> str:
        where, new = self.names.node(event.path), figure(event.new)
        old = event.old[0] if isinstance(event.old, tuple) else event.old
        first = old is None or math.isinf(old)
        change = f"becomes {new}" if first else f"goes from {figure(event.old)} to {new}"
        if isinstance(event.new, tuple):
            return f"v at {where} {change}{by}, the best so far for {self.names.player(mark)}."
        known = self._known_of_child(event, mark)
        if known == "=":
            known = "≥" if self.names.maximises(mark) else "≤"
        whose = f" to {self.names.player(mark)}" if self.names.from_mover else ""
        helpful = (known == "≥") == self.names.maximises(mark)
        if helpful:
            return f"v at {where} {change}{by}: it {self._is} worth {BOUNDS[known]} {new}{whose}."
        return f"v at {where} {change}{by}, which is only known to be worth {BOUNDS[known]} {new}{whose}."

    @property
    def _is(self) -> str:
        """A search that leaves out what may matter proves nothing."""
        return "seems" if self.lesson.heuristic else "is"

    def _known_of_child(self, event: search.Update, mark: Mark) -> str:
        """What the value says of the action's own: =, ≤ or ≥, as who moves at `mark` sees it."""
        child = self.replay.marks.get((*event.path, event.action))
        relation = (child.relation if child else None) or "="
        opposite = child is not None and self.names.flips(child) != self.names.flips(mark)
        return {"≤": "≥", "≥": "≤"}.get(relation, "=") if opposite else relation

    def _weigh(self, event: search.Weigh) -> str:
        child = self.mark((*event.path, event.action))
        chance, outcome = probability(event.probability), self.names.node(child.path)
        return (
            f"{outcome} counts with its probability: {chance} × {figure(child.value)}; the sum at "
            f"{self.names.node(event.path)} goes from {figure(event.old)} to {figure(event.new)}."
        )

    def _cutoff(self, event: search.Cutoff) -> str:
        passed = format_returned(self.mark(event.path), event.bound)
        inequality = f"{figure(event.value)} {event.sign} {passed}"
        mine, passed = ("α", "β") if event.above else ("β", "α")
        letters = f"{mine if self._hard else 'v'} {event.sign} {passed}"
        where = self.names.node(event.path)
        if not self._sound:
            left = self.names.children(event.path, event.remaining) if event.remaining else ""
            doubt = f" Nothing proves that {left} cannot matter." if left else ""
            return f"{where} is given up: {inequality}.{doubt}"
        return f"cut at {where}, {letters}: {inequality}. {first_letter_up(reason(self.names, event))}"

    def _again(self, event: search.Again) -> str:
        if event.action is None:
            root = self.replay.marks.get(())
            if root is None or root.relation is None:
                return f"the search begins with the window {window(event.alpha, event.beta)}."
            said = f"the pass returned {figure(root.value)}: the value is {BOUNDS[root.relation]} that."
            if root.relation == "=":
                said = (
                    f"the pass returned {figure(root.value)}, and the search cannot tell that this is exact."
                )
            return f"{said} The search begins again, with the window {window(event.alpha, event.beta)}."
        child = self.replay.marks.get((*event.path, event.action))
        what = self.names.node((*event.path, event.action))
        said = ""
        if child is not None and child.relation is not None:
            said = f"that showed only that {what} is worth {describe_known(child, child.value)}: "
            if child.relation == "=":
                said = f"that returned {figure(child.value)}, and the search cannot tell that this is exact: "
        return f"{said}{what} is searched again, with the window {window(event.alpha, event.beta)}."

    def _probe(self, event: search.Probe) -> str:
        what = self.names.node((*event.path, event.action))
        return f"{what} is probed: only one of its moves is tried, for a bound on its value."

    def _stand(self, event: search.Stand) -> str:
        mark = self.mark(event.path)
        worth = "least" if self.names.maximises(mark) else "most"
        return (
            f"{self.names.player(mark)} may stop at {self.names.node(event.path)}: the evaluation, "
            f"{figure(event.value)}, is the {worth} that it is worth."
        )

    def _extend(self, event: search.Extend) -> str:
        return f"the next move at {self.names.node(event.path)} is searched {plies(event.plies)} deeper."

    def _pass_over(self, event: search.PassOver) -> str:
        where = self.names.node(event.path)
        move = self.names.move(event.path, event.action)
        beyond = self.mark(event.path).depth == 0
        what = "is not forcing, and is left out beyond the horizon" if beyond else "is left out"
        return f"{move} at {where} {what}, though nothing proves that it does not matter."

    def _recall(self, event: search.Recall) -> str:
        return f"{self.names.node(event.path)} is known from before: {figure(event.value)}."

    def _tell(self, event: search.Tell) -> str:
        moves = self._moves(event)
        return wording(event.step.sentence, event, self.names.node(event.path), moves)

    def _moves(self, event: search.Tell) -> dict[str, str]:
        action = event.named.get("action")
        return {} if action is None else {"action": self.names.move(event.path, action)}

    def _leave(self, event: search.Leave) -> str:
        mark = self.mark(event.path)
        if event.relation is None:
            return f"{self.names.node(event.path)} is left for now: what was asked of it is open still."
        where, value = self.names.node(event.path), format_returned(mark, event.value)
        true = self.true_value(event.path)
        beside = "" if true is None else f" (true value {figure(true)})"
        if mark.leaf in ("terminal", "horizon"):
            return f"{where} returns {value}{beside if true != event.value else ''}."
        if event.relation == "=":
            exact = (
                ", its exact value"
                if not self.lesson.heuristic and not isinstance(event.value, tuple)
                else ""
            )
            return f"{where} returns {value}{exact}{beside}."
        whose = f" to {self.names.player(mark)}" if self.names.from_mover else ""
        worth = describe_known(mark, event.value)
        return f"{where} returns {value}: it {self._is} worth {worth}{whose}{beside}."

    def _finish(self, event: search.Finish) -> str:
        root = self.mark(())
        value = figure(event.value)
        if self.names.from_mover:
            value = f"{value} to {self.names.player(root)}"
        start = self.replay.start
        if start is not None and "window" in start.options:
            value = {"≤": "at most ", "≥": "at least "}.get(root.relation or "", "") + value
        if event.action is None:
            return f"the search is over: the value is {value}."
        move = self.names.move((), event.action)
        who = self.names.player(root)
        return (
            f"the search is over: the value is {value}, and the best move for {who} is {_strip_number(move)}."
        )


def describe_known(mark: Mark, value: Any) -> str:
    """What a returned value says of the true one: `at most 2`; `more than 3` where it is 3+ε."""
    assert mark.relation is not None, "asked for when the node was left"
    shown = format_returned(mark, value)
    for sign, words in (("+ε", "more than"), ("−ε", "less than")):
        if shown.endswith(sign):
            return f"{words} {shown.removesuffix(sign)}"
    return f"{BOUNDS[mark.relation]} {shown}"


def _strip_number(move: str) -> str:
    return move.removeprefix("move ")


def plies(number: int) -> str:
    """`1 ply`, `3 plies`."""
    return f"{number} {'ply' if number == 1 else 'plies'}"
