"""Exercises made from a seed, with the properties that were asked for.

A shape that fits is drawn at once (see `shape`); values are put on its leaves and then changed, one leaf or
two at a time, and a change is kept if the search comes no farther from the wishes (first-choice hill climbing
with sideways moves: Russell and Norvig, 4th ed., section 4.1.1).  What the search does is read off its own
trace.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from inspect import signature
from itertools import pairwise
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.progress import at, long_work
from halfmove.core.reporting import Asked
from halfmove.teach.quiz.exercise import Exercise, exercise_on
from halfmove.teach.quiz.kinds import groups
from halfmove.teach.quiz.ranges import Dice
from halfmove.teach.quiz.requirements import Shape, Shapes, Wishes, count, shortfalls, wishes
from halfmove.teach.trace import lesson_of

SHAPES = 30
"""Shapes that are tried before a wish is given up."""
CLIMB = 80
"""Changes of the leaves of one shape without a gain before the next one.  With 30 and 80, the
exercises of the first 549 seeds with depth 4, 12 to 20 leaves, four cuts and a deep one were all found, in
0.14 s each, 1.1 s at most."""


def exercise(
    seed: int = 0,
    *,
    depth: Any = 2,
    branching: Any = 3,
    leaves: Any = None,
    min_cuts: int = 0,
    deep_cut: bool | None = None,
    ties: bool | None = None,
    evaluations: Any = None,
    values: Any = None,
    unique_best: bool | None = None,
    dialect_free: bool = False,
    root: str = "max",
    players: int = 2,
    chance: bool = False,
    ghosts: int | None = None,
    algorithm: str | None = None,
    order: str = "left",
    questions: Any = None,
    **options: Any,
) -> Exercise:
    """An exercise with the properties asked for; the same seed and wishes give the same one everywhere.

    `depth`, `branching`, `leaves` and `evaluations` are whole numbers or ranges, both ends included: 3,
    (2, 4), "2-4".  The leaves lie `depth` plies deep; with a range, or a range of children, the tree is
    irregular.
    `values` is the range of the leaves' whole numbers.

    - `min_cuts`: so many cuts, at least, that leave something out
    - `deep_cut`: whether there is one whose bound was set three or more plies above (None: does not matter)
    - `ties`: True: some value meets the end of the window it is tested against, so that ≥ and > differ;
      False: all leaves differ and nothing does; None: does not matter
    - `evaluations`: how many leaves the search evaluates
    - `unique_best`: whether one move alone is best
    - `dialect_free`: every dialect of the search evaluates the same leaves and chooses the same move
    - `root`: who moves first, "max" or "min"; `players`: 2, or 3 and 4 with payoff vectors; `chance`: chance
      nodes in every second layer, below the root's
    - `ghosts`: 1 to 3: rounds as in Pac-Man, MAX and then so many ghosts, each a layer of MIN; with `chance`
      the last of them moves at random

    `algorithm`, `order` ("left", "right") and `options` (such as `dialect="cs188"`) are those of `hm.trace`;
    without an algorithm it is alphabeta, expectiminimax where there is chance, maxn for several players.
    `questions` are kinds: "values", "returned", "move", "pruned", "leaves", "nodes", "order", "next",
    "count", "cuts", "window", "when", "sets", "unseen", "dialect"; without any, what suits the search.
    `BadInput` for wishes that contradict each other, or that no exercise was found for; it names the wish
    that fails most.

    >>> made = exercise(7, depth=4, branching=(1, 3), leaves=(12, 16), min_cuts=3, deep_cut=True)
    >>> len(made.findings.cuts) >= 3, len(made.findings.deep) >= 1
    (True, True)
    """
    given = dict(locals())
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise BadInput(f"The seed is a whole number, not {seed!r}.")
    return _maker(given).make(seed)


def check(**wanted: Any) -> None:
    """`BadInput` for wishes of `exercise` that contradict each other, without making one."""
    given = signature(exercise).bind(**wanted)
    given.apply_defaults()
    _maker(given.arguments)


def _maker(given: Mapping[str, Any]) -> Maker:
    wanted = wishes({key: value for key, value in given.items() if key not in _NOT_WISHES})
    usual = "maxn" if given["players"] > 2 else "expectiminimax" if given["chance"] else "alphabeta"
    options = ("order", "questions", "options")
    return Maker(wanted, given["algorithm"] or usual, *(given[key] for key in options))


_NOT_WISHES = ("seed", "algorithm", "order", "questions", "options")


@long_work("making exercises")
def exercises(count: int, seed: int = 0, *, progress: Asked = None, **wanted: Any) -> list[Exercise]:
    """So many different exercises, from the seeds `seed`, `seed` + 1, …; `wanted` are those of `exercise`.

    `questions` may differ from one to the next, in turn, with a semicolon between: "values, move; when".
    `progress` says how it is told how far it is (`core.reporting.Asked`).
    """
    asked = groups(wanted.pop("questions", None))
    made: list[Exercise] = []
    for i in range(count):
        at(i, count, unit="exercises")
        made.append(exercise(seed + i, questions=asked[i % len(asked)], **wanted))
    return made


@dataclass
class Draft:
    """A shape with values on its leaves, on the way to an exercise."""

    shape: Shape
    values: list[Any]
    chances: list[list[float]]
    """The probabilities of the chance nodes, in the order of a walk through the shape."""


class Maker:
    """Makes exercises that fulfil `wanted`."""

    def __init__(
        self, wanted: Wishes, algorithm: str, order: str, questions: Any, options: dict[str, Any]
    ) -> None:
        lesson = lesson_of(algorithm, "practise").lesson
        self.wanted, self.algorithm, self.order = wanted, algorithm, order
        self.questions = questions
        self.given = tuple((key, value) for key, value in options.items() if value is not None)
        self.windowed = bool(lesson and lesson.windowed)
        self.shapes = Shapes(wanted.depth, wanted.branching, wanted.leaves)
        wanted.check(self.windowed, self.shapes.counts[0])
        least, low = self.shapes.counts[-1], wanted.evaluations
        if low and low[0] > least:
            raise BadInput(f"The search cannot evaluate {low[0]} leaves of a tree that has at most {least}.")
        if wanted.ties is False and wanted.values:
            room = wanted.values[1] - wanted.values[0] + 1
            self.shapes.counts = [n for n in self.shapes.counts if n <= room]

    def make(self, seed: int) -> Exercise:
        """The exercise of that seed; `BadInput` names the wish that failed most if none was found."""
        dice = Dice(seed)
        failed: dict[str, int] = {}
        for _ in range(SHAPES):
            found, missing = self.climb(dice, self.draft(dice))
            if not missing:
                return self.exercise(found, seed)
            for wish in missing:
                failed[wish] = failed.get(wish, 0) + 1
        worst = max(failed, key=lambda wish: failed[wish])
        raise BadInput(
            f"No exercise was found in {SHAPES} trees; the wish that fails most is {self.said(worst)}. "
            "Ask for less of it, or give the tree more leaves."
        )

    def climb(self, dice: Dice, draft: Draft) -> tuple[Draft, dict[str, int]]:
        """The draft made better until nothing is missing or nothing helps, and what is still missing."""
        missing = self.missing(draft)
        idle = 0
        while missing and idle < CLIMB:
            changed = self.changed(dice, draft)
            still = self.missing(changed)
            idle = 0 if sum(still.values()) < sum(missing.values()) else idle + 1
            if sum(still.values()) <= sum(missing.values()):
                draft, missing = changed, still
        return draft, missing

    def missing(self, draft: Draft) -> dict[str, int]:
        spec = json.dumps(Writer(self.wanted, draft).spec())
        return shortfalls(
            Exercise(spec, self.algorithm, (), self.given, self.order), self.wanted
        )  # the names do not matter yet

    def exercise(self, draft: Draft, seed: int) -> Exercise:
        spec = Writer(self.wanted, draft).spec()
        return exercise_on(
            spec,
            algorithm=self.algorithm,
            questions=self.questions,
            order=self.order,
            seed=seed,
            **dict(self.given),
        )

    # ---- drafts
    def draft(self, dice: Dice) -> Draft:
        """A random shape with random values."""
        shape = self.shapes.draw(dice)
        leaves = count(shape)
        low, high = self.wanted.range_of_values(leaves)
        if self.wanted.ties is False:
            pool = list(range(low, high + 1))
            dice.shuffle(pool)
            values: list[Any] = pool[:leaves]
        else:
            values = [dice.between(low, high) for _ in range(leaves)]
        if self.wanted.players > 2:
            values = [tuple(dice.between(low, high) for _ in range(self.wanted.players)) for _ in values]
        chances = [_chances(dice, len(children)) for children in _chance_nodes(shape, self.wanted)]
        return Draft(shape, values, chances)

    def changed(self, dice: Dice, draft: Draft) -> Draft:
        """The draft with one leaf's value drawn anew, or two exchanged."""
        values = list(draft.values)
        i = dice.below(len(values))
        low, high = self.wanted.range_of_values(len(values))
        if self.wanted.players > 2:
            values[i] = tuple(dice.between(low, high) for _ in range(self.wanted.players))
        elif dice.below(2):
            j = dice.below(len(values))
            values[i], values[j] = values[j], values[i]
        else:
            new = dice.between(low, high)
            if self.wanted.ties is False and new in values:
                values[values.index(new)] = values[i]
            values[i] = new
        return Draft(draft.shape, values, draft.chances)

    def said(self, wish: str) -> str:
        """A wish as it was written."""
        value = getattr(self.wanted, wish)
        return f"{wish}={value[0] if isinstance(value, tuple) and value[0] == value[1] else value}"


class Writer:
    """A draft as a tree's specification."""

    def __init__(self, wanted: Wishes, draft: Draft) -> None:
        self.wanted, self.draft = wanted, draft
        self.values, self.chances = iter(draft.values), iter(draft.chances)

    def spec(self) -> Any:
        return self.node(self.draft.shape, 0)

    def node(self, shape: Shape, ply: int) -> Any:
        if shape is None:
            value = next(self.values)
            return {"value": list(value) if isinstance(value, tuple) else value}
        player = _mover(self.wanted, ply)
        node: dict[str, Any] = {"player": player}
        if player == "chance":
            node["probabilities"] = next(self.chances)
        node["children"] = [self.node(child, ply + 1) for child in shape]
        return node


def _mover(wanted: Wishes, ply: int) -> str | int:
    """Who moves at a ply: the players in turn, chance between them where it is wished for."""
    if wanted.players > 2:
        return ply % wanted.players
    if wanted.ghosts is not None:
        ghost = ply % (1 + wanted.ghosts)
        at_random = wanted.chance and ghost == wanted.ghosts
        return "max" if ghost == 0 else "chance" if at_random else "min"
    if wanted.chance and ply % 2:
        return "chance"
    turn = ply // 2 if wanted.chance else ply
    return ("max", "min")[(turn + (wanted.root == "min")) % 2]


def _chance_nodes(shape: Shape, wanted: Wishes, ply: int = 0) -> list[list[Shape]]:
    """The chance nodes of a shape in the order in which a `Writer` meets them."""
    if shape is None:
        return []
    found = [shape] if _mover(wanted, ply) == "chance" else []
    for child in shape:
        found += _chance_nodes(child, wanted, ply + 1)
    return found


def _chances(dice: Dice, children: int) -> list[float]:
    """Probabilities in tenths (in hundredths where there are more than five outcomes) that sum to one."""
    parts = 10 if children <= 5 else 100
    cuts: list[int] = []
    while len(cuts) < children - 1:
        cut = dice.between(1, parts - 1)
        if cut not in cuts:
            cuts.append(cut)
    ends = [0, *sorted(cuts), parts]
    return [(high - low) / parts for low, high in pairwise(ends)]
