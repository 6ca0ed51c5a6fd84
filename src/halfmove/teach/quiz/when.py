"""The inverse question: which values must a leaf have for a branch to be cut?

What a search visits depends on how the leaves compare, so with one leaf's value v unknown it can only change
where v meets a value that it is compared with.  One search at each of these, and one between each two of
them, tell the whole range: each is the real search on the tree with that leaf.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

from halfmove.core.contract import CHANCE
from halfmove.core.errors import BadInput
from halfmove.core.watch import Watcher
from halfmove.search.trace import Cutoff, Leaf, Path
from halfmove.teach.naming import figure
from halfmove.teach.quiz.exercise import Exercise
from halfmove.teach.quiz.explanations import Explanations
from halfmove.teach.quiz.question import Blanks
from halfmove.teach.quiz.ranges import EVERYTHING, NOTHING, Range, read_range
from halfmove.teach.quiz.requirements import another_dialect, dialect_option, dialects
from halfmove.teach.quiz.response import Field, Form, Misconception, Pick, Response, Row, numeric
from halfmove.teach.trace import Trace, prepare, run

TRIED = 5
"""Leaves that are thought of for the question; each takes two searches for every leaf of the tree."""


@dataclass(frozen=True)
class Case:
    """One blank: a leaf whose value is unknown, and the branch that is cut for some of its values."""

    leaf: Path
    branch: Path
    range: Range
    """The values for which the branch is never visited."""


def with_leaf(exercise: Exercise, path: Path, value: float) -> Exercise:
    """The same exercise with another value of one leaf."""
    spec = json.loads(exercise.spec)
    node = spec
    for action in path:
        node = node["children"][action]
    node["value"] = value
    return replace(exercise, spec=json.dumps(spec))


class _Seen(Watcher):
    """The nodes that a search comes to, and nothing else: a trace takes three times as long."""

    def __init__(self) -> None:
        self.paths: set[Path] = set()

    def enter(self, state: Any, depth: int, alpha: Any, beta: Any) -> None:
        self.paths.add(state.path)


def visited(exercise: Exercise) -> set[Path]:
    """The nodes that the search comes to."""
    chosen, view = prepare(exercise.game, exercise.algorithm, exercise.order)
    seen = _Seen()
    run(chosen, view, view.initial(), None, seen, dict(exercise.options))
    return seen.paths


def breakpoints(exercise: Exercise, leaf: Path) -> list[float]:
    """The values that the leaf's may be compared with: the other leaves', and numbers among the options."""
    names = exercise.names
    worth = {v.payoffs[0] for v in names.root.leaves() if v.path != leaf and v.payoffs}
    options = exercise.trace.start.options.values()
    return sorted(worth | {float(n) for n in options if isinstance(n, (int, float)) and math.isfinite(n)})


def ranges(exercise: Exercise, leaf: Path) -> dict[Path, list[Range]]:
    """By every node: the ranges of the leaf's value for which the search never comes to it."""
    ends = breakpoints(exercise, leaf)
    between = [a + (b - a) / 2 for a, b in pairwise(ends)]
    probes = [ends[0] - 1, *(v for pair in zip(ends, [*between, ends[-1] + 1], strict=True) for v in pair)]
    seen = [visited(with_leaf(exercise, leaf, value)) for value in probes]
    found: dict[Path, list[Range]] = {}
    for vertex in exercise.names.root.walk():
        missed = [vertex.path not in there for there in seen]
        found[vertex.path] = list(_runs(missed, ends))
    return found


def _runs(missed: list[bool], ends: list[float]) -> Iterator[Range]:
    """Ranges from a row of probes: below all ends, at the first, between the first two, …, above all."""
    start: int | None = None
    for i, hit in enumerate([*missed, False]):
        if hit and start is None:
            start = i
        elif not hit and start is not None:
            last = i - 1
            low = ends[(start - 1) // 2] if start else -math.inf
            high = ends[last // 2] if last < len(missed) - 1 else math.inf
            yield Range(low, high, bool(start % 2), bool(last % 2))
            start = None


class When(Blanks):
    """For which values of a leaf, all others unchanged, a branch is cut.

    Two points each; one where both ends are right, but not whether they belong to the range.
    """

    kind = "when"
    nothing = "no branch of this tree depends on one finite leaf."
    title = "when a branch is cut"
    read_again = (
        "the test for a cut: a branch is left out when the value so far passes the end of the window that is "
        "tested, so the value that just reaches it decides; whether reaching it is enough is the dialect's"
    )
    windowed = True
    each = 2
    MOST = 3

    @cached_property
    def cases(self) -> dict[str, Case]:
        """The blanks by the name of the leaf."""
        if not self._suits():
            return {}
        every = {leaf: case for leaf in self._leaves() if (case := self._case(leaf)) is not None}
        chosen: list[Case] = []
        for once in (True, False):  # each branch once, as long as there are others
            for case in sorted(every.values(), key=lambda case: -self._worth(case)):
                fresh = not any(other.branch == case.branch or other.leaf == case.leaf for other in chosen)
                if len(chosen) < self.MOST and case not in chosen and (fresh or not once):
                    chosen.append(case)
        names = self.names
        chosen.sort(key=lambda case: list(names.vertices).index(case.leaf))
        return {names.name(case.leaf): case for case in chosen}

    def _leaves(self) -> list[Path]:
        """The leaves to think of: those that a cut follows on, then others, from the first to the last."""
        leaves: list[Path] = []
        decisive: list[Path] = []
        for event in self.trace.events:
            if isinstance(event, Leaf):
                leaves.append(event.path)
            elif isinstance(event, Cutoff) and event.remaining and leaves:
                decisive.append(leaves[-1])
        leaves = list(dict.fromkeys(leaves))
        others = [leaves[i * (len(leaves) - 1) // (TRIED - 1)] for i in range(TRIED)]
        return list(dict.fromkeys([*_few(decisive), *others]))[:TRIED]

    def _suits(self) -> bool:
        """Whether a leaf is one finite number, and bounds come from leaves alone."""
        if not self.trace.maximisers:
            return False
        worth = [v.payoffs for v in self.names.root.leaves()]
        shared = all(p is not None and math.isfinite(p[0]) and set(p[1:]) == {-p[0]} for p in worth)
        return shared and len(worth) > 2 and all(v.player != CHANCE for v in self.names.inner)

    def _case(self, leaf: Path) -> Case | None:
        """The branch that says most about a leaf's value: it is cut for some values, and for one range."""
        every = ranges(self.exercise, leaf)
        found = []
        for path, runs in every.items():
            if len(runs) != 1 or runs[0] == EVERYTHING:
                continue
            if every[path[:-1]] != runs:  # the top of what is cut
                found.append(Case(leaf, path, runs[0]))
        return max(found, key=self._worth, default=None)

    def _worth(self, case: Case) -> int:
        """How much there is to think about: an end at both sides, a bound from far above, a true cut."""
        ends = math.isfinite(case.range.low) + math.isfinite(case.range.high)
        common = sum(1 for _ in _shared(case.leaf, case.branch))
        deep = len(case.branch) - 1 - common
        return 4 * ends + 2 * min(deep, 2) + (case.branch in self.replay.pruned)

    @cached_property
    def expected(self) -> dict[str, Range]:
        return {item: case.range for item, case in self.cases.items()}

    def branch(self, item: str) -> str:
        """The name of the branch that a blank is about."""
        return self.names.name(self.cases[item].branch)

    def ask(self) -> str:
        pairs = "; ".join(f"{item} (for {self.branch(item)} to be pruned)" for item in self.items)
        return (
            "For which values of a leaf is the branch named after it pruned (never visited), if all other "
            f"leaves stay as they are? Values need not be whole. {pairs}."
        )

    @property
    def example(self) -> str:
        signs = ("<= 3", "> 5", "in (3, 7]")
        rest = [f"{item} {sign}" for item, sign in zip(self.items, signs, strict=False)]
        return f"{', '.join(rest)}; or never, always"

    def item_named(self, text: str) -> str:
        word = text.strip()
        return self.items[0] if word.lower() == "v" and len(self.items) == 1 else super().item_named(word)

    def read(self, given: Any) -> dict[str, Any]:
        if not isinstance(given, str) or not given.strip() or given.strip() in ("?", "-", "–"):
            return super().read(given)
        return self._read_text(given)

    def _read_text(self, text: str) -> dict[str, Any]:
        """`c1 <= 3, 5 < d2 <= 7, e1 in [3, 7)`: a leaf in every clause, or none where there is one blank."""
        pattern = re.compile(
            r"(?<![\w.])(" + "|".join(map(re.escape, self.items)) + r")(?![\w.])", re.IGNORECASE
        )
        found: dict[str, Range] = {}
        for clause in _clauses(text):
            named = pattern.findall(clause)
            if len(named) > 1 or (not named and len(self.items) > 1):
                what = "two leaves" if named else "none of the leaves asked about"
                raise BadInput(f"'{clause}' names {what}; write {self.items[0]} <= 3, each by itself.")
            item = self.item_named(named[0]) if named else self.items[0]
            said = read_range(pattern.sub("v", clause))
            found[item] = found[item].meet(said) if item in found else said
        return found

    def read_one(self, given: Any) -> Range:
        return read_range(given)

    def plain(self, value: Any) -> Any:
        return value.plain()

    def said(self, value: Any) -> str:
        return str(value.text())

    def shown(self, value: Any) -> str:
        return str(value.text())

    def answer(self) -> str:
        return ", ".join(f"{r.text(item)} ({self.branch(item)})" for item, r in self.expected.items())

    def same(self, item: str, value: Any, right: Any) -> bool:
        return bool(value.same(right))

    def credit(self, item: str, value: Any, given: Mapping[str, Any]) -> tuple[Fraction, str]:
        right = self.expected[item]
        if value.same(right):
            return Fraction(1), ""
        if value.same_ends(right):
            return Fraction(1, 2), "The ends are right, but not which of them belong to the range."
        return Fraction(0), ""

    def reason(self, item: str) -> str:
        """What the search does at both sides of an end, from two searches of the tree so changed."""
        case = self.cases[item]
        words: dict[float, str] = {}
        for inside, outside in self._probes(case):
            for value, cut in ((inside, True), (outside, False)):
                why = Explanations(with_leaf(self.exercise, case.leaf, value))
                said = why.left_out(case.branch) if cut else why.visited(case.branch)
                words.setdefault(value, f"With {item} = {figure(value)}: {said}")
        return " ".join(words.values())

    def _probes(self, case: Case) -> Iterator[tuple[float, float]]:
        """At each end of the range: a value next to it for which the branch is cut, and one for which not."""
        known, near = case.range, breakpoints(self.exercise, case.leaf)
        for end, closed, upper in ((known.low, known.with_low, False), (known.high, known.with_high, True)):
            if math.isinf(end):
                continue
            at = near.index(end)
            up = upper if closed else not upper
            beside = _towards(end, near[at + 1 :] if up else near[:at][::-1], up)
            yield (end, beside) if closed else (beside, end)

    def blank(self, item: str) -> tuple[tuple[str, Field], ...]:
        found = self.expected[item]
        words = ("belongs to it", "does not")
        return (
            ("from", numeric(found.low)),
            ("which", Pick(words, words[not found.with_low])),
            ("to", numeric(found.high)),
            ("which then", Pick(words, words[not found.with_high])),
        )

    def response(self) -> Response:
        text = f"{self.ask()} Write -inf and inf where there is no end; these never belong to the range."
        rows = tuple(Row(item, self.blank(item)) for item in self.items)
        return Form(text, rows)

    def hint(self) -> str:
        item = self.items[0]
        return (
            f"Search the tree with {item} unknown: what do the nodes above {item} hold, and what "
            f"there is compared with the end of a window before {self.branch(item)}?"
        )

    def alternatives(self) -> Iterable[tuple[Misconception, Mapping[str, Any]]]:
        yield (
            Misconception(
                "visited-for-pruned", "These are the values for which the branch is visited, not cut."
            ),
            {item: _others(r) for item, r in self.expected.items() if _others(r) is not None},
        )
        yield (
            Misconception("other-side", "The ends are right, but the values are those beyond them."),
            {item: _mirrored(r) for item, r in self.expected.items()},
        )
        thought = "You took it that the branch is never cut, whatever the leaf is worth."
        yield Misconception("no-pruning", thought), dict.fromkeys(self.items, NOTHING)
        for name, filled in self.elsewhere.items():
            yield another_dialect(name, self.exercise), filled

    @cached_property
    def elsewhere(self) -> dict[str, dict[str, Range]]:
        """The ranges in the other dialects, where they are one range."""
        found: dict[str, dict[str, Range]] = {}
        for name, other in dialects(self.exercise):
            there = replace(self.exercise, options=_in_dialect_of(other, self.exercise))
            every = {item: ranges(there, case.leaf)[case.branch] for item, case in self.cases.items()}
            found[name] = {item: runs[0] for item, runs in every.items() if len(runs) == 1}
        return found


def _in_dialect_of(other: Trace, exercise: Exercise) -> tuple[tuple[str, Any], ...]:
    """The exercise's options, with the dialect of another search."""
    option = dialect_option(exercise)
    own = {key: value for key, value in exercise.options if key != "strict"}
    return tuple(sorted({**own, option: other.options[option]}.items()))


def _few(leaves: list[Path]) -> list[Path]:
    """At most three of them: the first, one in the middle, the last."""
    return [leaves[i] for i in sorted({0, len(leaves) // 2, len(leaves) - 1})] if leaves else []


def _shared(a: Path, b: Path) -> Iterator[Any]:
    """The actions that two paths begin with."""
    for x, y in zip(a, b, strict=False):
        if x != y:
            return
        yield x


def _towards(end: float, beyond: list[float], up: bool) -> float:
    """A value next to an end, before the next one: a whole number where there is one."""
    if not beyond:
        return end + (1 if up else -1)
    step = end + (1 if up else -1)
    return step if (step < beyond[0] if up else step > beyond[0]) else end + (beyond[0] - end) / 2


def _others(known: Range) -> Range | None:
    """The values outside, where they are one range."""
    if known.low == -math.inf:
        return Range(known.high, math.inf, not known.with_high, False)
    if known.high == math.inf:
        return Range(-math.inf, known.low, False, not known.with_low)
    return None


def _mirrored(known: Range) -> Range:
    """The other side of the same end."""
    if known.low == -math.inf:
        return Range(known.high, math.inf, known.with_high, False)
    if known.high == math.inf:
        return Range(-math.inf, known.low, False, known.with_low)
    return known


def _clauses(text: str) -> list[str]:
    """The text cut at commas, semicolons and "and" outside of brackets."""
    found, depth, begin = [], 0, 0
    for match in re.finditer(r"[\[(\])]|[,;\n]|\band\b|&", text):
        if match[0] in "[(":
            depth += 1
        elif match[0] in "])":
            depth = max(0, depth - 1)
        elif not depth:
            found.append(text[begin : match.start()])
            begin = match.end()
    return [part.strip() for part in (*found, text[begin:]) if part.strip()]
