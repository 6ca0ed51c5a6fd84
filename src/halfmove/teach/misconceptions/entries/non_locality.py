"""Non-locality: with hidden information the best move at a node depends on other parts of the tree."""

from __future__ import annotations

from halfmove.core.limit import Limit
from halfmove.games.tree import tree
from halfmove.imperfect.solving import regret
from halfmove.search.algorithms import analyze
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run, Table
from halfmove.teach.misconceptions.reading import mean, move
from halfmove.teach.misconceptions.worlds import Worlds, earned
from halfmove.teach.naming import figure
from halfmove.teach.trace import trace

LAST = {"player": 0, "children": {"c": (10, 1), "d": (2, 4)}}
"""MAX's node after b and y."""
TREE = {
    "player": 0,
    "children": {"a": (1, 1), "b": {"player": 1, "children": {"x": (0, 6), "y": LAST}}},
}
WAY = ("b", "y")
PLANS: dict[str, dict[tuple[str, ...], str]] = {
    "a": {(): "a"},
    "b, then c": {(): "b", WAY: "c"},
    "b, then d": {(): "b", WAY: "d"},
}
SEARCHES: dict[str, tuple[Limit, dict[str, str]]] = {
    "pimc": (Limit(), {"worlds": "100"}),
    "alpha-mu": (Limit(), {"worlds": "100"}),
    "so-ismcts": (Limit(simulations=5000), {}),
}
SEED = 8
ITERATIONS = 300


def show() -> Exhibit:
    """The runs and their figures."""
    game = Worlds(TREE)
    worlds = [trace(tree(game.world(k)), algorithm="minimax") for k in range(game.worlds)]
    replies = [move(trace(tree(game.world(k, "b")), algorithm="minimax")) for k in range(game.worlds)]
    vectors = {plan: earned(game, moves) for plan, moves in PLANS.items()}
    alone = Worlds(LAST)
    there = {a: earned(alone, {(): a}) for a in LAST["children"]}  # type: ignore[attr-defined]
    state = game.reached(*WAY)
    said: dict[str, str] = {}
    for name, (limit, options) in SEARCHES.items():
        found = analyze(game, state, limit, algorithm=name, seed=SEED, options=options)
        said[f"{name}, asked there"] = game.action_text(state, found.best)
    above = analyze(game, game.reached(), Limit(), algorithm="alpha-mu", seed=SEED, options={"worlds": "100"})
    solution = regret(game, algorithm="cfr+", iterations=ITERATIONS)
    policy = solution.strategy.at(state)
    said["cfr+, the whole game"] = game.action_text(state, max(policy, key=lambda a: policy[a]))
    local = max(there, key=lambda a: mean(there[a]))
    best = max(vectors, key=lambda plan: mean(vectors[plan]))
    return Exhibit(
        happens=(
            f"After b and y the move {local} is worth {figure(mean(there[local]))} on average and the "
            f"other {figure(min(mean(v) for v in there.values()))}, if both worlds are equally likely. But "
            f"MIN sees the world, and plays {replies[0]} in world 1 and {replies[1]} in world 2. The best "
            f"plan is “{best}”, worth {figure(mean(vectors[best]))}; with {local} it would be "
            f"{figure(mean(vectors[f'b, then {local}']))}."
        ),
        parts=(
            *(
                Run(f"World {k}, which MIN sees", found, f"After b, MIN plays {reply}.")
                for k, (found, reply) in enumerate(zip(worlds, replies, strict=True), 1)
            ),
            Table(
                "At the node after b and y, as if nothing had happened before",
                ("move", "world 1", "world 2", "mean"),
                tuple((a, *vector, mean(vector)) for a, vector in there.items()),
                "By the leaves below the node alone.",
            ),
            Table(
                "In the whole tree: what each plan earns where MIN sees the world",
                ("plan", "world 1", "world 2", "mean"),
                tuple((plan, *vector, mean(vector)) for plan, vector in vectors.items()),
                "In world 1 MIN leaves by x whatever MAX plans, so that his plan only matters in world 2.",
            ),
            Table(
                "What searches play after b and y",
                ("search", "move"),
                tuple(said.items()),
                f"From the root αμ promises {figure(round(above.value, 2))} (of 100 worlds drawn), with "
                f"{best}; asked anew at the node it no longer knows what MIN's y has told. Who solves the "
                "whole game keeps that.",
            ),
        ),
        facts={
            "there": {a: list(vector) for a, vector in there.items()},
            "plans": {plan: list(vector) for plan, vector in vectors.items()},
            "said": said,
            "local": local,
            "replies": replies,
            "best": best,
            "value": round(float(solution.value), 3),
            "above": round(float(above.value), 3),
        },
    )


ENTRY = Misconception(
    name="non-locality",
    topic="Hidden information",
    belief="The best move at a node depends on what lies below it, and on nothing else.",
    answer=(
        "Where everybody sees everything. Where MIN knows more, that he came here says something about what "
        "MAX does not see."
    ),
    show=show,
    why=(
        "MIN steers each world to where it is worst for MAX. Which worlds arrive at a node depends on what "
        "he could have had elsewhere, so a node's worlds are no longer as likely as nature made them, and "
        "the best choice for those that arrive may be a bad one for the others. Nor can values be backed up "
        "alone: which of a node's strategies is best is not known before the root."
    ),
    rule=(
        "Back up vectors, a strategy's results in all worlds (αμ), not one number; or find an equilibrium of "
        "the whole game, in which beliefs at every node follow from both players' strategies."
    ),
    reading=(
        "I. Frank and D. Basin, Artificial Intelligence 100, 1998",
        "T. Cazenave and V. Ventos, The αμ search algorithm for the game of bridge, 2020",
        "docs/regret.md; docs/searches.md: αμ",
    ),
    also=("locality",),
)
