"""The tree of a search as text: a node a line, with what is known of it.

    MAX A = 3 ★  (−∞, ∞)
    ├─ a1: MIN B = 3 ★  (−∞, ∞)
    │  ├─ b1: 3 ★
    │  └─ b2: 12
    └─ a2: MIN C ≤ 2  (3, ∞)  ✂ 2 ≤ 3
       ├─ c1: 2
       └✂ c2: (4)

At the end of an inner node's line stands the window it was entered with, or, while the search is inside, as
it is now.  A value in parentheses belongs to a leaf that the search did not visit.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from halfmove.search.trace import Path, Tell
from halfmove.teach.naming import (
    MISSING,
    figure,
    format_returned,
    interval,
    notes_beside,
    player_name,
    probability,
    window,
)
from halfmove.teach.outline import Vertex, has_evaluation
from halfmove.teach.replay import Mark, Replay

if TYPE_CHECKING:
    from halfmove.teach.trace import Trace

STAR, SCISSORS = "★", "✂"
HARD = "\N{NO-BREAK SPACE}"
LEGEND = {
    STAR: f"{STAR} the line of best play",
    SCISSORS: f"{SCISSORS} cut: what follows was never visited",
    "≤": "≤ ≥ only a bound",
    "≈": "≈ an evaluation at the horizon",
    "⊘": "⊘ left out without proof",
    MISSING: f"0{MISSING} no evaluation: 0 stands for one",
}


WHOLE, FEW = 200, 12


@dataclass(frozen=True)
class Show:
    """What is written beside the nodes."""

    values: bool = True
    windows: bool = True
    cuts: bool = True
    """Cuts, and that what they left out was never visited."""
    variation: bool = True
    truth: bool = False
    """True values, beside those that are only bounds."""
    intervals: bool = False
    """In the place of values and windows, what is proven of every inner node: [−∞, 2]."""
    unseen: int | None = None
    """A subtree never visited is drawn if it has at most so many nodes, else only counted; None: every one
    in a tree of at most `WHOLE` nodes, those of at most `FEW` in a larger one."""


BLANK = Show(values=False, windows=False, cuts=False, variation=False, unseen=10**9)
"""The tree as an exercise: names, players and leaf values."""


@dataclass(frozen=True)
class Row:
    """One node's line."""

    path: Path
    first: str
    """The branches before it."""
    rest: str
    """What stands before a continued line."""
    text: str
    standing: str
    """"open" on the line to the current node, "done", "never" (cut away or left out), "unseen" so far."""

    def wrapped(self, width: int | None) -> list[str]:
        """The line, or several where it is wider than `width`."""
        whole = self.first + self.text
        if width is None or len(whole) <= width:
            return [whole]
        room = max(width - len(self.rest) - 2, 24)
        parts = textwrap.wrap(self.text, room, break_long_words=False)
        return [self.first + parts[0], *(f"{self.rest}  {part}" for part in parts[1:])]


def branches(
    trace: Trace, steps: int | None = None, show: Show = Show(), *, width: int | None = None
) -> list[str]:
    """The tree of a trace, as it stands after so many events (None: at the end), with a legend.

    `BadInput` if the tree is too large to draw.
    """
    drawn = rows(trace, steps, show)
    lines = [line for row in drawn for line in row.wrapped(width)]
    told = legend(drawn, show, width, own_legends(trace, steps) if show.values else ())
    return [*lines, "", *told] if told else lines


def own_legends(trace: Trace, steps: int | None = None) -> list[tuple[str, str]]:
    """What stands at the nodes by the search's own steps, and what it means."""
    seen = trace.events if steps is None else trace.events[:steps]
    return sorted({e.step.legend for e in seen if isinstance(e, Tell) and e.step.legend[0]})


def legend(
    drawn: list[Row], show: Show = Show(), width: int | None = None, own: Iterable[tuple[str, str]] = ()
) -> list[str]:
    """What the signs mean that occur in the tree, in lines of at most `width`."""
    signs = {sign for row in drawn for sign in row.first + row.text if sign not in "≤≥"}
    signs |= {
        sign for row in drawn for sign in row.text.partition(SCISSORS)[0]
    }  # what made a cut is no bound
    signs |= {"≤"} if "≥" in signs else set()
    signs -= set() if any(f"0{MISSING}" in row.text for row in drawn) else {MISSING}
    known = [meaning for sign, meaning in LEGEND.items() if sign in signs]
    if show.intervals:
        known.append("[2, 5] proven: worth 2 to 5")
    known += [f"{words} {meaning}" for words, meaning in own]
    if not show.cuts or not known:
        return []
    joined = "   ".join(meaning.replace(" ", HARD) for meaning in known)  # no line ends inside a meaning
    return [line.replace(HARD, " ") for line in textwrap.wrap(joined, width or 10**6)]


def rows(trace: Trace, steps: int | None = None, show: Show = Show()) -> list[Row]:
    """The lines of the tree, from the root down."""
    replay = trace.replay if steps is None else trace.after(steps)
    return list(Rows(trace, replay, show).lines())


class Rows:
    """The lines of one tree at one moment."""

    def __init__(self, trace: Trace, replay: Replay, show: Show) -> None:
        if show.intervals:
            trace.check_proves()
        self.trace, self.replay, self.show = trace, replay, show
        self.open = open_nodes(replay)
        small = sum(1 for _ in trace.outline.walk()) <= WHOLE
        self.unseen = show.unseen if show.unseen is not None else (WHOLE if small else FEW)
        ended = replay.finish is not None or replay.current is None
        self.variation = frozenset(replay.variation) if show.variation and ended else frozenset()

    def lines(self) -> Iterator[Row]:
        """Depth first, without recursion."""
        waiting: list[tuple[Vertex, str, str]] = [(self.trace.outline, "", "")]
        while waiting:
            vertex, first, rest = waiting.pop()
            hidden = self._hidden(vertex)
            text = self._text(vertex) + (f" … {hidden} nodes below" if hidden else "")
            yield Row(vertex.path, first, rest, text, self._standing(vertex))
            if hidden:
                continue
            below: list[tuple[Vertex, str, str]] = []
            for number, child in enumerate(vertex.children, 1):
                last = number == len(vertex.children)
                sign = self._sign(child)
                below.append(
                    (child, f"{rest}{'└' if last else '├'}{sign} ", rest + ("   " if last else "│  "))
                )
            waiting += reversed(below)

    def _hidden(self, vertex: Vertex) -> int:
        """How many nodes below are only counted; 0 where they are drawn."""
        if not vertex.children or vertex.path in self.replay.marks:
            return 0
        nodes = sum(1 for _ in vertex.walk()) - 1
        return nodes if nodes + 1 > self.unseen else 0

    def _sign(self, child: Vertex) -> str:
        if self.show.cuts and child.path in self.replay.pruned:
            return SCISSORS
        return "⊘" if self.show.cuts and child.path in self.replay.passed_over else "─"

    def _standing(self, vertex: Vertex) -> str:
        if vertex.path in self.open:
            return "open"
        if vertex.path in self.replay.marks:
            return "done"
        above = (vertex.path[:length] for length in range(1, len(vertex.path) + 1))
        if any(path in self.replay.pruned or path in self.replay.passed_over for path in above):
            return "never"
        return "unseen"

    # ---- one line
    def _text(self, vertex: Vertex) -> str:
        mark = self.replay.marks.get(vertex.path)
        chance = "" if vertex.probability is None else f" ({probability(vertex.probability)})"
        edge = f"{vertex.edge}{chance}: " if vertex.path else ""
        inner = vertex.player is not None
        who = player_name(self.trace.game, vertex.player, self.trace.maximisers) if inner else ""
        name = vertex.name if vertex.name != vertex.edge else ""
        called = " ".join(part for part in (who, name) if part)
        facts = self._leaf(vertex, mark, bool(called)) if vertex.is_leaf else self._inner(mark)
        star = f" {STAR}" if vertex.path in self.variation else ""
        return f"{edge}{called}{facts}{star}{self._beside(vertex, mark)}".rstrip()

    def _inner(self, mark: Mark | None) -> str:
        if self.show.intervals and mark is not None and mark.proven is not None and mark.leaf != "horizon":
            return f" {interval(mark.proven)}"
        if mark is None or not self.show.values or mark.value is None:
            return ""
        if mark.relation is None:
            return f" v = {figure(mark.value)}"
        if mark.leaf == "horizon":
            return f" ≈ {figure(mark.value)}{missing(self.trace, mark.state)}"
        return f" {mark.relation} {figure(mark.value)}"

    def _leaf(self, vertex: Vertex, mark: Mark | None, called: bool) -> str:
        if mark is not None and mark.value is not None and (vertex.terminal or self.show.values):
            sign = "≈" if mark.leaf == "horizon" else (mark.relation or "=")
            plain = sign == "=" and not called
            told = figure(mark.value) + (missing(self.trace, mark.state) if mark.leaf == "horizon" else "")
            return told if plain else f"{' ' if called else ''}{sign} {told}"
        value = leaf_value(self.trace, vertex)
        if value is None:
            return ""
        told = figure(value) + ("" if vertex.terminal else missing(self.trace, vertex.state))
        told = f"({told})" if self.show.cuts else told
        sign = "=" if vertex.terminal else "≈"
        return f" {sign} {told}" if called else told

    def _beside(self, vertex: Vertex, mark: Mark | None) -> str:
        """Window, cut and what else was special, after the value."""
        if mark is None:
            return ""
        parts = []
        if (
            self.show.windows
            and not self.show.intervals
            and not vertex.is_leaf
            and mark.entered[0] is not None
            and mark.leaf is None
        ):
            parts.append(_window(mark, vertex.path in self.open))
        if self.show.cuts and mark.cutoff is not None:
            cut = mark.cutoff
            parts.append(f"{SCISSORS} {figure(cut.value)} {cut.sign} {format_returned(mark, cut.bound)}")
        if self.show.truth and mark.relation is not None:
            true = self.trace.true_value(vertex.path)
            if true is not None and (mark.relation != "=" or true != mark.value):
                parts.append(f"true value {figure(true)}")
        if self.show.values:
            parts += _special(mark)
            parts += notes_beside(mark)
        return "".join(f"  {part}" for part in parts if part)


def _window(mark: Mark, inside: bool) -> str:
    low, high = (mark.alpha, mark.beta) if inside else mark.entered
    return "" if isinstance(low, tuple) else window(low, high)


def _special(mark: Mark) -> list[str]:
    """What is not usual about a node: visited again, extended, answered from memory, stopped at."""
    found = []
    if mark.visits > 1:
        found.append(f"visited {mark.visits} times")
    if mark.extended:
        found.append(f"extended by {mark.extended}")
    if mark.leaf == "recalled":
        found.append("known from before")
    if mark.stood is not None:
        found.append(f"stopping: {figure(mark.stood)}")
    return found


def missing(trace: Trace, state: Any) -> str:
    """What stands after the evaluation of a node that has none."""
    return "" if has_evaluation(trace.game, state) else MISSING


def open_nodes(replay: Replay) -> frozenset[Path]:
    """The nodes on the line from the root to where the search is."""
    at = replay.current
    return frozenset() if at is None else frozenset(at[:length] for length in range(len(at) + 1))


def leaf_value(trace: Trace, vertex: Vertex) -> Any:
    """The static value of a node of the outline, as the search would see it; None where it has none."""
    if vertex.payoffs is None:
        return None
    if trace.lesson.payoffs == "each":
        return vertex.payoffs
    player = trace.maximisers[0] if trace.maximisers else 0
    if trace.from_mover:
        player = trace.game.to_move(vertex.state)
    return vertex.payoffs[player]


_LETTERS = {
    "─": "-",
    "│": "|",
    "├": "+",
    "└": "`",
    SCISSORS: "x",
    "⊘": "o",
    STAR: "*",
    "∞": "inf",
    "−": "-",
    "≤": "<=",
    "≥": ">=",
    "≈": "~",
    "×": "*",
    "→": "->",
    "←": "<-",
    "▸": ">",
    "α": "alpha",
    "β": "beta",
    "ε": "e",
    "…": "...",
    "·": ".",
    "–": "-",
    "’": "'",
    "√": "sqrt",
    "¼": "1/4",
}
_TABLE = str.maketrans(_LETTERS)


def to_ascii(text: str) -> str:
    """The text with the laboratory's own signs in ASCII; what users call things stays as it is."""
    return text.translate(_TABLE)
