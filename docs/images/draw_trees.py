"""Draw the trees in docs/ again: `.venv/bin/python docs/images/draw_trees.py`.

Every picture is the trace of a real search, so after a change to a search or to a picture what it shows is
still what happens.
"""

from __future__ import annotations

from pathlib import Path

import halfmove as hm
from halfmove.search.trace import Tell
from halfmove.teach.arrangement import merge_symmetric, use_evaluation_steps
from halfmove.teach.drawing import save
from halfmove.teach.examples import EXAMPLES

HERE = Path(__file__).parent

AIMA = {
    "name": "A",
    "children": {
        "a1": {"name": "B", "children": {"b1": 3, "b2": 12, "b3": 8}},
        "a2": {"name": "C", "children": {"c1": 2, "c2": 4, "c3": 6}},
        "a3": {"name": "D", "children": {"d1": 14, "d2": 5, "d3": 2}},
    },
}
"""S. Russell and P. Norvig, *Artificial Intelligence: A Modern Approach*, 4th ed., fig. 5.2."""

CHANCE = {
    "left": {"player": "chance", "children": [4, [2, 9]], "probabilities": ["3/4", "1/4"]},
    "right": {"player": "chance", "children": [-20, [10, 20], [5, 15]], "probabilities": [0.5, 0.25, 0.25]},
}

THREE = [
    [[(1, 2, 6), (4, 3, 3)], [(6, 1, 2), (7, 4, -1)]],
    [[(5, -1, -1), (-1, 5, 2)], [(7, 7, -1), (5, 4, 5)]],
]
"""Three players, with payoffs to each; the same tree for max^n and for the paranoid search."""


GHOSTS = """
MAX
  a: MIN 1
    b: MIN 2 [5, 6]
    c: MIN 2 [6, 5]
  d: MIN 1
    e: MIN 2 [9, 1]
    f: MIN 2 [8, 2]
"""
"""One MAX against two MINs, a number a leaf."""

PROOF = """
MAX A
  a1: MIN B
    b1: MAX E [0, 0]
    b2: MAX F [0, 1]
  a2: MIN C
    c1: MAX G [0, 1]
    c2: MAX H [1, 0, 0]
  a3: MIN D
    d1: MAX I [0, 0]
    d2: MAX J [1, 0]
    d3: MAX K [1, 1]
"""
"""A win for MAX (1) by a2."""


def wide() -> list[list[list[int]]]:
    """Four times four times four leaves."""
    numbers = iter([(i * 37 + 11) % 101 - 20 for i in range(64)])
    return [[[next(numbers) for _ in range(4)] for _ in range(4)] for _ in range(4)]


def draw() -> None:
    """All of them."""
    fig = hm.trace(hm.tree(AIMA))
    fig.save(HERE / "alphabeta.svg")
    fig.save(
        HERE / "alphabeta-blank.svg",
        show="blank",
        title="Fill in the values; cross out what is never visited",
    )
    fig.save(HERE / "alphabeta-step.svg", steps=33)
    fig.save(HERE / "intervals.svg", intervals=True)
    save(EXAMPLES["tapered"].trace(), HERE / "tapered.svg")
    save(hm.trace(hm.tree(wide())), HERE / "compact.svg", compact=True, windows="none")
    proof = hm.trace(hm.tree(PROOF), algorithm="proof-number", goal=1)
    expansions = [k for k, e in enumerate(proof.events) if isinstance(e, Tell) and e.name == "expand"]
    proof.save(
        HERE / "proof-number.svg",
        steps=expansions[3],
        windows="none",
        title="Proof-number search: is it a win for MAX?  Before the fourth expansion",
    )
    deep = hm.trace(hm.tree(PROOF), algorithm="proof-number", form="weak df-pn", goal=1)
    thresholds = [k for k, e in enumerate(deep.events, 1) if isinstance(e, Tell) and e.name == "thresholds"]
    deep.save(
        HERE / "proof-thresholds.svg",
        steps=thresholds[-1],
        windows="none",
        title="The same question depth first, as the engine searches: the last node gets its thresholds",
    )
    hm.trace(hm.tree({"children": CHANCE}), algorithm="star1").save(HERE / "chance.svg")
    dice = hm.game("einstein", size=3, corner=2)
    place = dice.parse("Red 2a2 3b3 Blue 1c1 2c2 3a1 Red has 1")
    hm.trace(dice, place, algorithm="star2", depth=3).save(HERE / "star2-einstein.svg")
    hm.trace(hm.tree(THREE), algorithm="maxn").save(HERE / "maxn.svg")
    hm.trace(hm.tree(GHOSTS)).save(HERE / "ghosts.svg")
    hm.trace(hm.tree(THREE), algorithm="paranoid").save(HERE / "paranoid.svg")
    hm.trace(use_evaluation_steps(merge_symmetric(hm.game("tictactoe"))), depth=2).save(
        HERE / "tictactoe-tree.svg"
    )


if __name__ == "__main__":
    draw()
