"""Hidden information: strategy fusion and non-locality."""

from __future__ import annotations

from typing import Any

from halfmove.core.limit import Limit
from halfmove.games.tree import tree
from halfmove.imperfect.solving import regret
from halfmove.search.algorithms import analyze
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run, Table
from halfmove.teach.misconceptions.reading import answer, mean, move
from halfmove.teach.misconceptions.worlds import Worlds, list_earnings
from halfmove.teach.naming import figure
from halfmove.teach.trace import trace

# ---- Non-locality: with hidden information the best move at a node depends on other parts of the tree.


LAST = {"player": 0, "children": {"c": (10, 1), "d": (2, 4)}}
"""MAX's node after b and y."""
NON_LOCALITY_TREE = {
    "player": 0,
    "children": {"a": (1, 1), "b": {"player": 1, "children": {"x": (0, 6), "y": LAST}}},
}
WAY = ("b", "y")
NON_LOCALITY_PLANS: dict[str, dict[tuple[str, ...], str]] = {
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


def show_non_locality() -> Exhibit:
    """The runs and their figures."""
    game = Worlds(NON_LOCALITY_TREE)
    worlds = [trace(tree(game.world(k)), algorithm="minimax") for k in range(game.worlds)]
    replies = [move(trace(tree(game.world(k, "b")), algorithm="minimax")) for k in range(game.worlds)]
    vectors = {plan: list_earnings(game, moves) for plan, moves in NON_LOCALITY_PLANS.items()}
    alone = Worlds(LAST)
    there = {a: list_earnings(alone, {(): a}) for a in LAST["children"]}  # type: ignore[attr-defined]
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
            f"After b and y the move {local} is worth {figure(mean(there[local]))} on average, and the "
            f"other {figure(min(mean(v) for v in there.values()))}, if both worlds are equally likely. But "
            f"MIN knows the world, and plays {replies[0]} in world 1 and {replies[1]} in world 2. The best "
            f"plan is “{best}”, worth {figure(mean(vectors[best]))}; with {local} it would be "
            f"{figure(mean(vectors[f'b, then {local}']))}."
        ),
        parts=(
            *(
                Run(f"World {k}, which MIN knows", found, f"After b, MIN plays {reply}.")
                for k, (found, reply) in enumerate(zip(worlds, replies, strict=True), 1)
            ),
            Table(
                "At the node after b and y, without regard to the history",
                ("move", "world 1", "world 2", "mean"),
                tuple((a, *vector, mean(vector)) for a, vector in there.items()),
                "This uses only the leaves below the node.",
            ),
            Table(
                "In the whole tree: the payoff of each plan when MIN knows the world",
                ("plan", "world 1", "world 2", "mean"),
                tuple((plan, *vector, mean(vector)) for plan, vector in vectors.items()),
                "In world 1 MIN plays x whatever MAX plans, so MAX's plan matters only in world 2.",
            ),
            Table(
                "What searches play after b and y",
                ("search", "move"),
                tuple(said.items()),
                f"From the root αμ guarantees {figure(round(above.value, 2))} (over 100 sampled worlds), "
                f"with {best}; a new search from the node no longer knows what MIN's y reveals. A solution "
                "of the whole game does.",
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


NON_LOCALITY = Misconception(
    name="non-locality",
    topic="Hidden information",
    belief="The best move at a node depends only on the subtree below it.",
    answer=(
        "This holds if everybody sees everything. If MIN knows more, the fact that he allowed this node "
        "says something about what MAX does not see."
    ),
    show=show_non_locality,
    why=(
        "MIN steers each world to the part of the tree that is worst for MAX. Which worlds reach a node "
        "depends on MIN's alternatives elsewhere, so their probabilities at the node are no longer those "
        "of chance, and the best choice for the worlds that reach the node may be bad for the others. Nor "
        "is it enough to back up single values: which of a node's strategies is best is known only at the "
        "root."
    ),
    rule=(
        "Back up vectors of a strategy's results in all worlds (αμ), not one number; or find an "
        "equilibrium of the whole game, in which beliefs at every node follow from both players' "
        "strategies."
    ),
    reading=(
        "I. Frank and D. Basin, Artificial Intelligence 100, 1998",
        "T. Cazenave and V. Ventos, The αμ search algorithm for the game of bridge, 2020",
        "docs/regret.md; docs/searches.md: αμ",
    ),
    also=("locality",),
)


# ---- Strategy fusion: to solve each case and take the mean is to choose as if one saw the case.


STRATEGY_FUSION_TREE = {
    "player": 0,
    "children": {"a": (3, 3), "b": {"player": 0, "children": {"c": (5, 0), "d": (0, 5)}}},
}
STRATEGY_FUSION_PLANS: dict[str, dict[tuple[str, ...], str]] = {
    "a": {(): "a"},
    "b, then c": {(): "b", ("b",): "c"},
    "b, then d": {(): "b", ("b",): "d"},
}


def show_strategy_fusion() -> Exhibit:
    """The runs and their figures."""
    game = Worlds(STRATEGY_FUSION_TREE)
    worlds = [trace(tree(game.world(k)), algorithm="minimax") for k in range(game.worlds)]
    vectors = {plan: list_earnings(game, moves) for plan, moves in STRATEGY_FUSION_PLANS.items()}
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
            f"more than a ({figure(vectors['a'][0])}), so the mean over the solved worlds prefers b. But "
            "no plan achieves both: after b MAX plays c or d without knowing the world, and earns "
            f"{figure(best['b'])} on average."
        ),
        parts=(
            *(
                Run(f"World {k} with open cards", found, f"{answer(found)}, the plan “{plan}”.")
                for k, (found, plan) in enumerate(zip(worlds, plans, strict=True), 1)
            ),
            Table(
                "The payoff of each of MAX's plans; the worlds are equally likely",
                ("plan", "world 1", "world 2", "mean"),
                (
                    *((plan, *vector, mean(vector)) for plan, vector in vectors.items()),
                    ("b, then c or d by the world", *fused, mean(fused)),
                ),
                "The last row is not a plan: it fuses two plans, each in the world where it is good.",
            ),
            Table(
                "The answers of searches",
                ("search", "move", "value it says", "what that move can earn"),
                rows,
                "Perfect-information Monte Carlo gives the value of the fused plan; αμ, information-set "
                "search and regret minimisation make one choice for each information set.",
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


STRATEGY_FUSION = Misconception(
    name="strategy-fusion",
    topic="Hidden information",
    belief=(
        "With hidden cards: sample many deals, solve each exactly, and play the move that is best on "
        "average. With enough deals this is exact."
    ),
    answer="More deals make the mean more exact, but it is the mean for a game in which MAX sees the cards.",
    show=show_strategy_fusion,
    why=(
        "Minimax in one deal chooses the best move for that deal at every node of MAX's, even if another "
        "deal's node is in the same information set. The mean of such values belongs to a plan that he "
        "cannot carry out. So such a search never pays for information, never hides any, and postpones "
        "decisions in the belief that it will know the cards by then."
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


ENTRIES = (NON_LOCALITY, STRATEGY_FUSION)
