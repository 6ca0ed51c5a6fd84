"""Strategy fusion: to solve each case and take the mean is to choose as if one saw the case."""

from __future__ import annotations

from typing import Any

from halfmove.core.limit import Limit
from halfmove.games.tree import tree
from halfmove.imperfect.solving import regret
from halfmove.search.algorithms import analyze
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run, Table
from halfmove.teach.misconceptions.reading import answer, mean
from halfmove.teach.misconceptions.worlds import Worlds, earned
from halfmove.teach.naming import figure
from halfmove.teach.trace import trace

TREE = {
    "player": 0,
    "children": {"a": (3, 3), "b": {"player": 0, "children": {"c": (5, 0), "d": (0, 5)}}},
}
PLANS: dict[str, dict[tuple[str, ...], str]] = {
    "a": {(): "a"},
    "b, then c": {(): "b", ("b",): "c"},
    "b, then d": {(): "b", ("b",): "d"},
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
    vectors = {plan: earned(game, moves) for plan, moves in PLANS.items()}
    plans = [", then ".join(map(str, found.outcome.variation)) for found in worlds]
    fused = tuple(found.outcome.value for found in worlds)
    start = game.reached()
    said: dict[str, tuple[str, float]] = {}
    for name, (limit, options) in SEARCHES.items():
        found = analyze(game, start, limit, algorithm=name, seed=SEED, options=options)
        said[name] = (game.action_text(start, found.best), found.value)
    solution = regret(game, algorithm="cfr+", iterations=ITERATIONS)
    policy = solution.strategy.at(start)
    likeliest = max(policy, key=lambda a: policy[a])
    said["cfr+"] = (game.action_text(start, likeliest), solution.value)
    best = {"a": mean(vectors["a"]), "b": max(mean(vectors["b, then c"]), mean(vectors["b, then d"]))}
    rows = tuple((name, move, worth, best[move]) for name, (move, worth) in said.items())
    return Exhibit(
        happens=(
            f"With open cards b is worth {figure(fused[0])} in world 1 and {figure(fused[1])} in world 2, "
            f"more than a ({figure(vectors['a'][0])}), so the mean of the solved cases says b. But no plan "
            "gets both: after b MAX plays c or d without knowing the world, and earns "
            f"{figure(best['b'])} on average."
        ),
        parts=(
            *(
                Run(f"World {k} with open cards", found, f"{answer(found)}, the plan “{plan}”.")
                for k, (found, plan) in enumerate(zip(worlds, plans, strict=True), 1)
            ),
            Table(
                "What each plan of MAX's earns; the worlds are equally likely",
                ("plan", "world 1", "world 2", "mean"),
                (
                    *((plan, *vector, mean(vector)) for plan, vector in vectors.items()),
                    ("b, then c or d by the world", *fused, mean(fused)),
                ),
                "The last is no plan: it is two of them, fused, each where it is good.",
            ),
            Table(
                "What searches say",
                ("search", "move", "value it says", "what that move can earn"),
                rows,
                "Perfect-information Monte Carlo says what the fused plan would earn; αμ and information-set "
                "search have one choice for what MAX cannot tell apart, and so has regret minimisation.",
            ),
        ),
        facts={
            "fused": list(fused),
            "open_plans": plans,
            "plans": {plan: list(vector) for plan, vector in vectors.items()},
            "moves": {name: move for name, (move, _) in said.items()},
            "values": {name: _plain(worth) for name, (_, worth) in said.items()},
            "best": best,
        },
    )


def _plain(worth: Any) -> float:
    return round(float(worth), 3)


ENTRY = Misconception(
    name="strategy-fusion",
    topic="Hidden information",
    belief=(
        "With hidden cards: draw what is hidden many times, solve each deal exactly, play the move that is "
        "best on average. Given enough deals that is exact."
    ),
    answer="More deals make the mean more exact, but it is the mean of a game in which MAX sees the cards.",
    show=show,
    why=(
        "Minimax in one deal chooses the best move for that deal at every node of MAX's, also at nodes that "
        "he cannot tell from those of another deal. The mean of such values belongs to a plan that he "
        "cannot carry out. So a search of this kind never pays for information, never hides any, and puts "
        "off decisions in the belief that it will know by then."
    ),
    rule=(
        "A strategy has one choice for each information set. Search among such strategies (information-set "
        "Monte Carlo, αμ), or find the equilibrium (regret minimisation)."
    ),
    reading=(
        "I. Frank and D. Basin, Artificial Intelligence 100, 1998",
        "J. Long, N. Sturtevant, M. Buro and T. Furtak, AAAI 2010: where it does little harm",
        "docs/searches.md: perfect-information Monte Carlo, αμ",
    ),
    also=("determinisation",),
)
