"""The searches that know chance: how much of a tree each enters."""

from __future__ import annotations

import math
import random
from statistics import mean
from typing import Any

from benchmarks import figures
from benchmarks.answers import expect
from benchmarks.report import Section
from benchmarks.settings import ROOT, Settings
from halfmove.games.load import load
from halfmove.games.tree import tree
from halfmove.search.textbook.expectiminimax import expectiminimax
from halfmove.search.textbook.star import star1
from halfmove.search.textbook.star2 import star2

PLAYERS = ("max", "chance", "min", "chance", "max")
MOVES, OUTCOMES = 4, 4
PIG = ("A 0 B 0 A has 0", "A 9 B 12 A has 6", "A 14 B 15 B has 3")
PLIES = 7


def run(section: Section, settings: Settings) -> None:
    """A table of trees and one of Pig."""
    trees = 10 if settings.quick else 200
    rows = [
        in_trees("leaves in random order", trees, ordered=False),
        in_trees("leaves lean on the moves that lead to them, the best first", trees, ordered=True),
        *(in_pig(text) for text in PIG),
    ]
    section.table(["nodes entered: trees with dice, and Pig", "expectiminimax", "Star1", "Star2"], rows)
    section.say(
        f"The trees have five plies (MAX, dice, MIN, dice, MAX), {MOVES} moves and {OUTCOMES} equally likely "
        f"outcomes, payoffs from −1 to 1; means of {trees}. Pig is `examples/pig.py`, played to 20 points, "
        f"{PLIES} plies ahead of the position. All values agree."
    )


def in_trees(title: str, trees: int, *, ordered: bool) -> list[str]:
    """The means over random trees."""
    nodes: list[list[int]] = [[], [], []]
    for number in range(trees):
        rules = tree(made(random.Random(number), ordered))
        for place, outcome in enumerate(three(rules, None, (-1, 1))):
            nodes[place].append(outcome.nodes)
    return [title, *shares([mean(each) for each in nodes])]


def in_pig(text: str) -> list[str]:
    """Pig from one position."""
    rules = load(str(ROOT / "examples" / "pig.py"))
    outcomes = three(rules, rules.parse(text), None, PLIES)
    return [f"Pig, {text}", *shares([outcome.nodes for outcome in outcomes])]


def three(rules: Any, state: Any, bounds: Any, depth: int | None = None) -> list[Any]:
    """The three searches, their values compared."""
    plain = expectiminimax(rules, state, depth=depth)
    found = [plain, *(search(rules, state, depth=depth, bounds=bounds) for search in (star1, star2))]
    for outcome in found:
        same = math.isclose(outcome.value, plain.value, rel_tol=1e-9, abs_tol=1e-9)
        expect(f"a value with dice, {outcome.value} beside {plain.value}, is the same", same, True)
    return found


def shares(nodes: list[float]) -> list[str]:
    """The counts, the later ones with their part of the first."""
    return [
        figures.count(nodes[0]),
        *(f"{figures.count(each)} ({100 * each / nodes[0]:.0f} %)" for each in nodes[1:]),
    ]


def made(dice: random.Random, ordered: bool, ply: int = 0, lean: float = 0.0) -> Any:
    """A random tree; where `ordered`, each move adds its part to what the leaves below are worth."""
    if ply == len(PLAYERS):
        value = 0.2 * dice.uniform(-1, 1) + lean if ordered else dice.uniform(-1, 1)
        return max(-1.0, min(1.0, value))
    who = PLAYERS[ply]
    if who == "chance":
        children = [made(dice, ordered, ply + 1, lean + dice.uniform(-0.1, 0.1)) for _ in range(OUTCOMES)]
        return {"player": who, "children": children, "probabilities": [1 / OUTCOMES] * OUTCOMES}
    sign = 1 if who == "max" else -1
    steps = sorted((dice.uniform(-0.3, 0.3) for _ in range(MOVES)), reverse=who == "max")
    assert steps[0] * sign >= steps[-1] * sign, "the best move first"
    return {"player": who, "children": [made(dice, ordered, ply + 1, lean + step) for step in steps]}
