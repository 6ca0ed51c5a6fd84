"""What an exercise should be like: requirements, read and checked, and how far an exercise is from them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.numbers import shorten
from halfmove.search.trace import Leaf, Path
from halfmove.teach.quiz.exercise import Exercise
from halfmove.teach.quiz.ranges import Dice
from halfmove.teach.quiz.response import Misconception
from halfmove.teach.trace import Trace, trace


def span(value: Any, what: str, least: int, most: int) -> Span:
    """A number or a range, both ends included: 3, (2, 4), range(2, 5), "2-4", "2..4"; else `BadInput`."""
    if isinstance(value, range) and len(value) and value.step == 1:
        ends: Any = (value[0], value[-1])
    elif isinstance(value, str):
        found = re.fullmatch(r"(-?[0-9]{1,12})(?:\s*(?:\.\.|-|–|:|to)\s*(-?[0-9]{1,12}))?", value)
        ends = (int(found[1]), int(found[2] or found[1])) if found else None
    elif isinstance(value, (tuple, list)) and len(value) == 2:
        ends = tuple(value)
    else:
        ends = (value, value)
    whole = ends is not None and all(isinstance(end, int) and not isinstance(end, bool) for end in ends)
    if not whole:
        raise BadInput(f"{what} is a whole number or a range such as 2-4, not {_quoted(value)}.")
    low, high = ends
    if low > high:
        raise BadInput(f"{what} goes from {low} down to {high}; write the smaller end first.")
    if low < least or high > most:
        raise BadInput(f"{what} lies between {least} and {most}, not at {_quoted(value)}.")
    return low, high


def _quoted(value: Any) -> str:
    return f"'{shorten(value)}'" if isinstance(value, str) else shorten(value)


@dataclass(frozen=True)
class Wishes:
    """The properties asked for; see `make.exercise`, whose words they are."""

    depth: Span = (2, 2)
    branching: Span = (3, 3)
    leaves: Span | None = None
    min_cuts: int = 0
    deep_cut: bool | None = None
    ties: bool | None = None
    evaluations: Span | None = None
    values: Span | None = None
    unique_best: bool | None = None
    dialect_free: bool = False
    root: str = "max"
    players: int = 2
    chance: bool = False
    ghosts: int | None = None

    def range_of_values(self, leaves: int) -> Span:
        """What the leaves may be worth: as asked, else small numbers that need not repeat."""
        return self.values or (0, 20 if leaves <= 18 else 99 if leaves <= 90 else 999)

    def check(self, windowed: bool, leaves: int) -> None:
        """`BadInput` for wishes that cannot come true together; `leaves` is the least number of leaves."""
        if not windowed and (self.min_cuts or self.deep_cut or self.evaluations):
            raise BadInput("This search never cuts, so cuts and a number of evaluations cannot be asked for.")
        if self.deep_cut and self.depth[1] < 4:
            raise BadInput(
                "A deep cut needs a depth of 4 or more: its bound comes from three or more plies above "
                f"the node that is cut, not from the parent, and the depth is {said(self.depth)}."
            )
        if self.ties and self.dialect_free:
            raise BadInput("With ties the dialects differ; ask for ties or for dialect_free, not for both.")
        if self.min_cuts and self.branching[1] < 2:
            raise BadInput("With a branching of 1 there is nothing to cut.")
        low, high = self.range_of_values(leaves)
        if self.ties is False and high - low + 1 < leaves:
            raise BadInput(
                f"Without ties all leaves differ, and {leaves} leaves do not get different values from {low} "
                f"to {high}."
            )
        if self.evaluations and self.evaluations[0] > MOST_LEAVES:
            raise BadInput(f"An exercise has at most {MOST_LEAVES} leaves.")


def wishes(given: dict[str, Any]) -> Wishes:
    """The wishes as people write them; `BadInput` in a sentence for what makes no sense."""
    depth = span(given["depth"], "depth", 1, DEEPEST)
    leaves = given["leaves"]
    span_of_leaves = None if leaves is None else span(leaves, "leaves", 1, MOST_LEAVES)
    evaluations = given["evaluations"]
    least = given["min_cuts"]
    if not isinstance(least, int) or isinstance(least, bool) or least < 0:
        raise BadInput(f"min_cuts is a whole number from 0, not {_quoted(least)}.")
    if given["root"] not in ("max", "min"):
        raise BadInput(f"root is 'max' or 'min', not {_quoted(given['root'])}.")
    players = given["players"]
    if players not in (2, 3, 4):
        raise BadInput(f"players is 2, 3 or 4, not {_quoted(players)}.")
    if players > 2 and (given["chance"] or given["root"] == "min"):
        raise BadInput("With more than two players there is no chance, and player 0 moves first.")
    ghosts = given["ghosts"]
    if ghosts not in (None, 1, 2, 3):
        raise BadInput(f"ghosts is 1, 2 or 3, not {_quoted(ghosts)}.")
    if ghosts and (players > 2 or given["root"] == "min"):
        raise BadInput("With ghosts there are no further players, and MAX moves first.")
    for flag in ("deep_cut", "ties", "unique_best"):
        if given[flag] not in (None, True, False):
            raise BadInput(f"{flag} is True, False or None, not {_quoted(given[flag])}.")
    return Wishes(
        depth=depth,
        branching=span(given["branching"], "branching", 1, 12),
        leaves=span_of_leaves,
        min_cuts=least,
        deep_cut=given["deep_cut"],
        ties=given["ties"],
        evaluations=None if evaluations is None else span(evaluations, "evaluations", 1, MOST_LEAVES),
        values=None if given["values"] is None else span(given["values"], "values", -9999, 9999),
        unique_best=given["unique_best"],
        dialect_free=bool(given["dialect_free"]),
        root=given["root"],
        players=players,
        chance=bool(given["chance"]),
        ghosts=ghosts,
    )


def shortfalls(exercise: Exercise, wanted: Wishes) -> dict[str, int]:
    """The wishes that are not met, each with how much is missing; empty if all are."""
    found: dict[str, int] = {}
    if wanted.min_cuts or wanted.deep_cut is not None or wanted.ties is not None:
        cuts = exercise.findings
        found["min_cuts"] = max(0, wanted.min_cuts - len(cuts.cuts))
        if wanted.deep_cut is not None:
            found["deep_cut"] = 2 * (not cuts.deep) if wanted.deep_cut else 2 * len(cuts.deep)
        if wanted.ties is not None:
            found["ties"] = 2 * (not cuts.ties) if wanted.ties else 2 * len(cuts.ties)
    if wanted.evaluations is not None:
        low, high = wanted.evaluations
        evaluations = sum(isinstance(event, Leaf) for event in exercise.trace.events)
        found["evaluations"] = max(0, low - evaluations, evaluations - high)
    if wanted.unique_best is not None:
        found["unique_best"] = int((len(best_moves(exercise)) == 1) != wanted.unique_best)
    if wanted.dialect_free:
        mine = course(exercise.trace)
        found["dialect_free"] = sum(course(other) != mine for _, other in dialects(exercise))
    return {wish: amount for wish, amount in found.items() if amount}


def best_moves(exercise: Exercise) -> list[Path]:
    """The children of the root that are worth as much as the root, by plain minimax; one for max^n."""
    whole = exercise.trace
    if not whole.maximisers:
        return [(whole.outcome.action,)]
    truth, root = whole.minimax_values, whole.state
    game = whole.game
    best = truth.value(root)
    return [(a,) for a in game.actions(root) if abs(truth.value(game.result(root, a)) - best) < 1e-9]


def course(trace: Trace) -> tuple[Any, ...]:
    """What a search did: the leaves it evaluated, in order, and the move it chose."""
    return (*(event.path for event in trace.events if isinstance(event, Leaf)), trace.outcome.action)


def dialect_option(exercise: Exercise) -> str:
    """The option that names the dialects of the exercise's algorithm."""
    return "dialect" if "dialect" in exercise.trace.lesson.options else "strict"


def dialect_word(option: str, value: Any) -> str:
    """A dialect as it is written: its name, or the test that it cuts with."""
    return str(value) if option == "dialect" else (">" if value else ">=")


def another_dialect(name: str, exercise: Exercise) -> Misconception:
    """The answer is right for another dialect of the search."""
    option = dialect_option(exercise)
    mine = dialect_word(option, exercise.trace.options[option])
    return Misconception(
        "other-dialect", f"This is the answer in the dialect {name}; here the dialect is {mine}."
    )


def dialects(exercise: Exercise) -> list[tuple[str, Trace]]:
    """The same search in the other dialects of its algorithm, by their names."""
    option = dialect_option(exercise)
    mine = exercise.trace.options.get(option)
    values = exercise.trace.lesson.options.get(option, ())
    return [
        (dialect_word(option, value), rerun(exercise, **{"strict": None, option: value}))
        for value in values
        if value != mine
    ]


def rerun(exercise: Exercise, **changes: Any) -> Trace:
    """The exercise's search again, under other options or in another order."""
    given = {"order": exercise.order, **dict(exercise.options), **changes}
    options = {key: value for key, value in given.items() if value is not None}
    return trace(exercise.game, algorithm=exercise.algorithm, **options)


MOST_LEAVES = 400
"""An exercise with more is for no person."""
DEEPEST = 12

Span = tuple[int, int]
"""The least and the most, both included."""
Shape = list[Any] | None
"""An inner node as the list of its children; None is a leaf."""


class Shapes:
    """The trees whose leaves lie `depth` plies deep and whose inner nodes have `branching` children."""

    def __init__(self, depth: Span, branching: Span, leaves: Span | None = None) -> None:
        self.depth, self.branching = depth, branching
        possible = self._possible(0)
        low, high = leaves or (1, MOST_LEAVES)
        self.counts = [n for n in range(low, min(high, MOST_LEAVES) + 1) if possible >> n & 1]
        """The numbers of leaves to choose from."""
        if not self.counts:
            raise BadInput(self._impossible(possible, leaves))

    def draw(self, dice: Dice) -> Shape:
        """One such tree."""
        return self._draw(dice, 0, dice.pick(self.counts))

    @cache  # noqa: B019  (lives as long as the exercise is being made)
    def _possible(self, ply: int) -> int:
        """The numbers of leaves that a subtree at `ply` may have, as bits."""
        (least, most), (fewest, largest) = self.depth, self.branching
        found = 2 if ply >= least and ply > 0 else 0
        if ply < most:
            for children in range(fewest, largest + 1):
                found |= self._sums(ply + 1, children)
        return found

    @cache  # noqa: B019
    def _sums(self, ply: int, children: int) -> int:
        """The numbers of leaves that so many subtrees at `ply` may have together, as bits."""
        if children == 0:
            return 1
        each, rest, found = self._possible(ply), self._sums(ply, children - 1), 0
        for n in range(1, MOST_LEAVES + 1):
            if each >> n & 1:
                found |= rest << n
        return found & ((1 << MOST_LEAVES + 1) - 1)

    def _draw(self, dice: Dice, ply: int, leaves: int) -> Shape:
        (least, most), (fewest, largest) = self.depth, self.branching
        ways: list[int] = [0] if leaves == 1 and ply >= least and ply > 0 else []
        if ply < most:
            ways += [k for k in range(fewest, largest + 1) if self._sums(ply + 1, k) >> leaves & 1]
        children = dice.pick(ways)
        if children == 0:
            return None
        shares, left = [], leaves
        for others in range(children - 1, -1, -1):
            each, rest = self._possible(ply + 1), self._sums(ply + 1, others)
            share = dice.pick([n for n in range(1, left + 1) if each >> n & 1 and rest >> (left - n) & 1])
            shares.append(share)
            left -= share
        dice.shuffle(shares)  # the first child drawn has the widest choice
        return [self._draw(dice, ply + 1, share) for share in shares]

    def _impossible(self, possible: int, leaves: Span | None) -> str:
        tree = f"A tree of depth {said(self.depth)} and branching {said(self.branching)}"
        counts = [n for n in range(1, MOST_LEAVES + 1) if possible >> n & 1]
        if not counts:
            return f"{tree} has more than {MOST_LEAVES} leaves, too many for an exercise."
        assert leaves is not None
        having = str(counts[0]) if len(counts) == 1 else f"from {counts[0]} to {counts[-1]}"
        near = min(counts, key=lambda n: abs(n - leaves[0]))
        hint = "" if leaves[0] < counts[0] or leaves[0] > counts[-1] else f"; {near} would do"
        return f"{tree} has {having} leaves, so it cannot have {said(leaves)}{hint}."


def count(shape: Shape) -> int:
    """How many leaves a shape has."""
    return 1 if shape is None else sum(map(count, shape))


def said(span: Span) -> str:
    """A span in words: `3`, `2 to 4`."""
    return str(span[0]) if span[0] == span[1] else f"{span[0]} to {span[1]}"
