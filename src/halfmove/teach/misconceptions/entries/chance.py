"""Chance, several players, opponents who err."""

from __future__ import annotations

from typing import Any

from halfmove.games.tree import tree
from halfmove.search.trace import Cutoff
from halfmove.teach.examples import FIG_5_14, FIG_5_14_STRETCHED
from halfmove.teach.misconceptions import faulty
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run, Table, Verdict
from halfmove.teach.misconceptions.reading import (
    answer,
    evaluations,
    join,
    move,
    root_moves,
    true_value,
    true_worth,
    whole,
)
from halfmove.teach.naming import figure
from halfmove.teach.trace import Trace, trace

# ---- Chance as if it chose.


CHANCE_IS_A_PLAYER_LEAVES = {"a": [8, 2], "b": [3, 5], "c": [11, 1]}
CHANCES = {"a": ["3/4", "1/4"], "b": ["1/2", "1/2"], "c": ["1/5", "4/5"]}


def spec_of_chance_is_a_player(player: str, weighed: bool = False) -> dict[str, Any]:
    """MAX's moves, answered by "chance", "min" or "max"; `weighed` with their probabilities."""
    children = {}
    for action, leaves in CHANCE_IS_A_PLAYER_LEAVES.items():
        children[action] = {"player": player, "children": leaves}
        if weighed:
            children[action]["probabilities"] = CHANCES[action]
    return {"children": children}


def show_chance_is_a_player() -> Exhibit:
    """The runs and their figures."""
    right = _run(spec_of_chance_is_a_player("chance", weighed=True))
    readings: dict[str, Trace] = {
        "the smallest outcome": _run(spec_of_chance_is_a_player("min")),
        "the largest outcome": _run(spec_of_chance_is_a_player("max")),
        "the plain mean": _run(spec_of_chance_is_a_player("chance")),
    }
    worth = {a: true_value(right.game, right.game.result(right.state, a)) for a in CHANCE_IS_A_PLAYER_LEAVES}
    rows = [("the mean, weighed", right.outcome.value, move(right), worth[move(right)])]
    rows += [(name, s.outcome.value, move(s), worth[move(s)]) for name, s in readings.items()]
    wrong: Verdict = "wrong"
    return Exhibit(
        happens=(
            f"Weighted by their probabilities the outcomes give {answer(right)}. Taking the smallest gives "
            f"{answer(readings['the smallest outcome'])}, the largest "
            f"{answer(readings['the largest outcome'])}, the plain mean "
            f"{answer(readings['the plain mean'])}."
        ),
        parts=(
            *(
                Run(
                    f"the value of a chance node is {name}",
                    s,
                    f"{answer(s)}; the true value of the move is {figure(worth[move(s)])}.",
                    wrong,
                )
                for name, s in readings.items()
            ),
            Run(
                "the value of a chance node is the sum of probability × value",
                right,
                f"{answer(right)}.",
                "right",
            ),
            Table(
                "Four readings of the same tree",
                ("a chance node is worth", "value", "move", "what the move is worth"),
                tuple(rows),
                "Only the first is the expectation.",
            ),
        ),
        facts={
            "worth": worth,
            "right": [right.outcome.value, move(right)],
            "smallest": [
                readings["the smallest outcome"].outcome.value,
                move(readings["the smallest outcome"]),
            ],
            "largest": [readings["the largest outcome"].outcome.value, move(readings["the largest outcome"])],
            "plain": [readings["the plain mean"].outcome.value, move(readings["the plain mean"])],
        },
    )


def _run(tree_spec: dict[str, Any]) -> Trace:
    return trace(tree(tree_spec), algorithm="expectiminimax")


CHANCE_IS_A_PLAYER = Misconception(
    name="chance-is-a-player",
    topic="Several players and chance",
    belief=(
        "A chance node is worth its worst outcome (to be safe), its best one, or the average of the "
        "numbers below it."
    ),
    answer="It is worth the expectation: each outcome's value times its probability, added up.",
    show=show_chance_is_a_player,
    why=(
        "Chance has no preferences: it chooses neither the worst for MAX nor the best, but at random. "
        "Over many games an outcome of probability 3/4 occurs three times in four, and gets that weight."
    ),
    rule=(
        "Write the probability beside each edge, multiply, add. If no probabilities are given, ask; equal "
        "ones are only a guess."
    ),
    reading=("AIMA, 4th ed., section 5.5 (EXPECTIMINIMAX)",),
    also=("plain-mean", "chance-as-min", "chance-as-max"),
)


# ---- Pruning at chance nodes without bounds on the payoffs.


CHANCE_PRUNING_SPEC = {
    "children": {
        "a": {"player": "chance", "children": [3, 5]},
        "b": {"player": "chance", "children": [1, 9]},
        "c": {"player": "chance", "children": [0, 7]},
    }
}
BOUNDS = (0.0, 10.0)
THROUGH = {"children": {"a": 4, "b": {"player": "chance", "children": [[2, -8], [8, 9]]}}}
"""Handing α to the outcomes makes the 2 a mere bound, which then enters the mean as if it were a value."""


def show_chance_pruning() -> Exhibit:
    """The runs and their figures."""
    game, second = tree(CHANCE_PRUNING_SPEC), tree(THROUGH)
    wrong = faulty.run_chance(faulty.MEAN_SO_FAR, game)
    plain = trace(game, algorithm="expectiminimax")
    star = trace(game, algorithm="star1", bounds=BOUNDS)
    through = faulty.run_chance(faulty.WINDOW_THROUGH, second)
    right = trace(second, algorithm="expectiminimax")
    low, high = map(figure, BOUNDS)
    bound = figure(through.replay.marks[("b", 0)].value)
    saved = join([star.label(path) for path in star.replay.pruned])
    return Exhibit(
        happens=(
            f"The first outcome of b is bad, so b is cut off: the answer is {answer(wrong)}. But with the "
            f"second outcome b is worth {figure(true_value(game))}, which is the best. If every payoff is "
            f"known to lie between {low} and {high}, some cutoffs ({saved}) are proven, and Star1 answers "
            f"{answer(star)} with {evaluations(star)} of {whole(star)} leaves."
        ),
        parts=(
            Run(
                "a chance node is cut off when the mean so far is at most α",
                wrong,
                f"{answer(wrong)}; {move(plain)} would be worth {figure(plain.outcome.value)}.",
                "wrong",
            ),
            Run("no cutoff at chance nodes (expectiminimax)", plain, f"{answer(plain)}.", "right"),
            Run(
                f"every payoff is known to lie between {low} and {high} (Star1)",
                star,
                "After its first outcome b may still be worth more than α, c no more. Never visited: "
                f"{saved}.",
                "right",
            ),
            Run(
                "another mistake: the outcomes are searched with the chance node's window",
                through,
                f"The answer is {answer(through)}, but {move(through)} is worth "
                f"{figure(true_worth(through))}: the first MIN's {bound} is only an upper bound, "
                "and a mean needs values.",
                "wrong",
            ),
            Run(
                "each outcome with (−∞, ∞), or the window that bounds allow",
                right,
                f"{answer(right)}.",
                "right",
            ),
        ),
        facts={
            "true": true_value(game),
            "wrong": wrong.outcome.value,
            "wrong_worth": true_worth(wrong),
            "star1": star.outcome.value,
            "star1_pruned": [star.label(path) for path in star.replay.pruned],
            "evaluations": [evaluations(plain), evaluations(star)],
            "through": through.outcome.value,
            "through_worth": true_worth(through),
            "through_true": right.outcome.value,
        },
    )


CHANCE_PRUNING = Misconception(
    name="chance-pruning",
    topic="Several players and chance",
    belief="If the first outcomes of a chance node are bad, the rest can be pruned as at a MIN node.",
    answer=(
        "Any outcome not yet searched can change the mean: without bounds on the payoffs no outcome can "
        "be left out."
    ),
    show=show_chance_pruning,
    why=(
        "MIN chooses, so one bad child is an upper bound for the node. Chance does not choose: the value "
        "is the mean of all outcomes, and an outcome that was not searched may have any value. If payoffs "
        "lie between L and U, the node is worth at least sum + left × L and at most sum + left × U, where "
        "left is the probability of the outcomes not yet searched; that interval can be compared with the "
        "window."
    ),
    rule=(
        "State bounds on the payoffs and use Star1 or Star2; otherwise search every outcome. Below a "
        "chance node the window is (α − sum − left × U) / p to (β − sum − left × L) / p, not (α, β)."
    ),
    reading=(
        "AIMA, 4th ed., section 5.5.1",
        "Ballard, The *-minimax search procedure, Artificial Intelligence 21(3), 1983",
        "docs/searches.md, Chance",
    ),
)


# ---- Whether the size of payoffs matters.


STRETCH = {1: 1, 2: 20, 3: 30, 4: 400}
"""Larger stays larger: what AIMA's fig. 5.14 does to the leaves."""
PLAIN = {"children": {"a1": [2, 3], "a2": [1, 4]}}
"""The same leaves with MIN in the place of chance."""


def stretch_leaves(spec: Any) -> Any:
    """The tree with every leaf stretched."""
    if isinstance(spec, dict):
        return {"children": {action: stretch_leaves(child) for action, child in spec["children"].items()}}
    return [stretch_leaves(child) for child in spec] if isinstance(spec, list) else STRETCH[spec]


def show_only_order() -> Exhibit:
    """The runs and their figures."""
    before, after = (trace(tree(s), algorithm="minimax") for s in (PLAIN, stretch_leaves(PLAIN)))
    chance, wide = (trace(tree(s), algorithm="expectiminimax") for s in (FIG_5_14, FIG_5_14_STRETCHED))
    return Exhibit(
        happens=(
            f"The leaves are stretched without changing their order: minimax plays {move(before)} before "
            f"and {move(after)} after; with chance nodes the best move is {move(chance)} before and "
            f"{move(wide)} after."
        ),
        parts=(
            Run("minimax, leaves 1 to 4", before, f"{answer(before)}."),
            Run("minimax, leaves stretched", after, f"{answer(after)}: another value, the same move."),
            Run("chance, leaves 1 to 4", chance, f"{answer(chance)}."),
            Run("chance, leaves stretched", wide, f"{answer(wide)}: another move."),
        ),
        facts={
            "minimax": [move(before), move(after)],
            "chance": [move(chance), move(wide)],
            "values": [chance.outcome.value, wide.outcome.value],
        },
    )


ONLY_ORDER = Misconception(
    name="only-order",
    topic="Several players and chance",
    belief="Only the order of the leaf values matters for the choice of a move, not how large they are.",
    answer="True for minimax; false as soon as there is chance, because then values are weighted.",
    show=show_only_order,
    why=(
        "Maximum and minimum depend only on which of two numbers is larger. A mean adds them up: a leaf "
        "that is ten times as large counts ten times as much."
    ),
    rule=(
        "With chance nodes an evaluation must be a positive linear function of the expected payoff; for "
        "minimax and alpha-beta any function that keeps the order will do."
    ),
    reading=("AIMA, 4th ed., section 5.5.1 and fig. 5.14",),
    also=("scale",),
)


# ---- One MAX and two MINs: what a ply is, and what a round.


SEVERAL_GHOSTS_LEAVES = {"a": ((5, 6), (6, 5)), "b": ((9, 1), (8, 2))}
"""Behind each move of MAX, each of ghost 1 and each of ghost 2."""
STATIC = (4, -4, -4)
"""The evaluation of every inner node."""
GHOSTS = (1, 2, 3, 4)
PLAYERS = {0: "Pac-Man", 1: "ghost 1", 2: "ghost 2"}


def spec_of_several_ghosts(third: int) -> dict[str, Any]:
    """The tree with `third` moving last: 2 is the second ghost, 0 would be Pac-Man again."""
    return {
        "player": 0,
        "children": {
            action: {
                "player": 1,
                "value": STATIC,
                "children": [_last(third, pair) for pair in pairs],
            }
            for action, pairs in SEVERAL_GHOSTS_LEAVES.items()
        },
    }


def _last(player: int, leaves: tuple[int, ...]) -> dict[str, Any]:
    """The last layer: what Pac-Man gains, the ghosts lose."""
    return {"player": player, "value": STATIC, "children": [(v, -v, -v) for v in leaves]}


def joint() -> dict[str, Any]:
    """The same with one MIN who makes both ghosts' moves at once."""
    return {
        "children": {
            action: {"children": [v for pair in pairs for v in pair]}
            for action, pairs in SEVERAL_GHOSTS_LEAVES.items()
        }
    }


def show_several_ghosts() -> Exhibit:
    """The runs and their figures."""
    ghosts = trace(tree(spec_of_several_ghosts(2)))
    between = trace(tree(spec_of_several_ghosts(0)))
    together = trace(tree(joint()), algorithm="minimax")
    really = {m.text: m.true for m in root_moves(ghosts)}
    cuts = [event for event in ghosts.events if isinstance(event, Cutoff)]
    bounds = sorted({_name_holder(ghosts, cut) for cut in cuts})
    return Exhibit(
        happens=(
            f"With both ghosts moving before Pac-Man does again the answer is {answer(ghosts)}. If MAX "
            f"moves between them it is {answer(between)}; but against two ghosts {move(between)} is worth "
            f"{figure(really[move(between)])}."
        ),
        parts=(
            Run(
                "MAX moves again after the first ghost",
                between,
                "Not the game: MAX has two moves a round.",
                "wrong",
                {"truth": False},  # of a tree that is not the game
            ),
            Run(
                "MAX, then ghost 1, then ghost 2",
                ghosts,
                f"Cuts at {join([ghosts.label(cut.path) for cut in cuts])}, all by a bound of "
                f"{join(bounds)}; no ghost is cut off by the other's bound.",
                "right",
            ),
            Run(
                "one MIN who makes both ghosts' moves",
                together,
                f"The same answer, {answer(together)}: the ghosts have the same goal.",
            ),
            Table(
                "One round of Pac-Man and k ghosts is k + 1 plies",
                ("ghosts", "plies a round", "plies to depth 2 (rounds)", "layers of MIN between two of MAX"),
                tuple((k, k + 1, 2 * (k + 1), k) for k in GHOSTS),
                "A depth of 2 in CS 188 is two rounds; in AIMA and in Halfmove's options a depth is in "
                "plies.",
            ),
            _by_plies(),
        ),
        facts={
            "value": ghosts.outcome.value,
            "move": move(ghosts),
            "between_value": between.outcome.value,
            "between_move": move(between),
            "between_worth": really[move(between)],
            "together": together.outcome.value,
            "cut_by": bounds,
        },
    )


def _name_holder(search: Trace, cut: Cutoff) -> str:
    """Who has attained the bound: the nearest node above with that end in its window."""
    for length in range(len(cut.path) - 1, -1, -1):
        mark = search.replay.marks[cut.path[:length]]
        if mark.player is not None and cut.bound in (mark.alpha, mark.beta) and mark.value == cut.bound:
            return PLAYERS[mark.player]
    return "nobody"


def _by_plies() -> Table:
    """The same search cut off after one, two and three plies."""
    game = tree(spec_of_several_ghosts(2))
    searches = [trace(game, depth=depth) for depth in (1, 2, 3)]
    rows = tuple(
        (
            search.depth,
            join([PLAYERS[p] for p in range(search.depth or 0)]),
            search.outcome.value,
            move(search),
        )
        for search in searches
    )
    return Table(
        f"The same game to one, two and three plies ({STATIC[0]} is every inner node's evaluation)",
        ("plies", "who has moved", "value", "move"),
        rows,
        "A horizon inside a round ignores the moves of the remaining ghosts.",
    )


SEVERAL_GHOSTS = Misconception(
    name="several-ghosts",
    topic="Several players and chance",
    belief="MAX and MIN layers alternate, so with two ghosts it is Pac-Man, ghost, Pac-Man, ghost.",
    answer=(
        "A round is one layer of MAX and one of MIN for each ghost; MAX moves again when all of them have."
    ),
    show=show_several_ghosts,
    why=(
        "Every ghost minimises the same number, so two MIN layers in a row are one MIN with more to "
        "choose from. The second ghost inherits the β of the first, and also searches for a smaller "
        "value; only α, which is Pac-Man's, can cut off either of them."
    ),
    rule=(
        "Use TO-MOVE to find the player; never count layers. If depth counts rounds, decrease it once in "
        "each round, after the last ghost's move; if it counts plies, decrease it at each ply. Do not "
        "take a maximum between two ghosts."
    ),
    reading=(
        "Berkeley CS 188, project Multi-agent search, question 2: depth counts rounds",
        "AIMA, 4th ed., section 5.2.2 (more than two players, alliances)",
    ),
    also=("ghosts",),
)


# ---- Three players, two of whom are taken for allies.


THREE_PLAYERS_SPEC = {
    "children": {
        "a": [[(7, 5, 2), (0, 9, 1)], [(1, 2, 6), (2, 1, 1)]],
        "b": [[(3, 3, 3), (4, 6, 1)], [(5, 1, 4), (3, 2, 2)]],
    }
}


def show_three_players() -> Exhibit:
    """The runs and their figures."""
    game = tree(THREE_PLAYERS_SPEC)
    own, allied = trace(game, algorithm="maxn"), trace(game, algorithm="paranoid")
    got = own.outcome.value[0]
    safe = allied.replay.marks[(own.outcome.action,)].value
    less = own.replay.marks[(allied.outcome.action,)].value[0]
    return Exhibit(
        happens=(
            f"If each player maximises his own payoff (max^n), {move(own)} earns the first player "
            f"{figure(got)}. If the other two only minimise his payoff (paranoid) it earns {figure(safe)}, "
            f"and {move(allied)} is best, with {figure(allied.outcome.value)}; against players who "
            f"maximise their own payoffs {move(allied)} earns {figure(less)}."
        ),
        parts=(
            Run(
                "max^n: each maximises his own payoff",
                own,
                f"Payoffs {figure(own.outcome.value)} by {move(own)}.",
            ),
            Run(
                "paranoid: the others are one MIN against the first",
                allied,
                f"The first player's {figure(allied.outcome.value)} by {move(allied)} is guaranteed "
                "against any play.",
            ),
        ),
        facts={
            "maxn": list(own.outcome.value),
            "paranoid": allied.outcome.value,
            "moves": [move(own), move(allied)],
            "maxn_move_against_allies": safe,
            "paranoid_move_against_selfish": less,
        },
    )


THREE_PLAYERS = Misconception(
    name="three-players",
    topic="Several players and chance",
    belief="With three players it is still minimax: I am MAX, the other two are MIN.",
    answer="Only if the others are allied against one; otherwise each player maximises a payoff of his own.",
    show=show_three_players,
    why=(
        "With two players whose payoffs add up to zero, what helps one hurts the other. With three, a "
        "move that is best for the second may help or hurt the first. The assumption that the others are "
        "enemies gives a safe bound, not a prediction; and an alliance lasts as long as it benefits both."
    ),
    rule=(
        "Carry payoff vectors and let each player choose by his own entry (max^n); use the paranoid "
        "search for a guarantee, or for speed, because it can be pruned by alpha-beta."
    ),
    reading=(
        "AIMA, 4th ed., section 5.2.2 and fig. 5.4",
        "Luckhardt and Irani, An algorithmic solution of n-person games, AAAI 1986",
        "Sturtevant and Korf, On pruning techniques for multi-player games, AAAI 2000",
    ),
)


# ---- What minimax promises against an opponent who errs.


WEAK_OPPONENT_LEAVES = {"a": [3, 4], "b": [2, 20]}


def spec_of_weak_opponent(replies: str) -> dict[str, Any]:
    """MAX's two moves, answered by "min" or by "chance"."""
    return {
        "children": {
            action: {"player": replies, "children": leaves} for action, leaves in WEAK_OPPONENT_LEAVES.items()
        }
    }


def show_weak_opponent() -> Exhibit:
    """The runs and their figures."""
    sure = trace(tree(spec_of_weak_opponent("min")), algorithm="minimax")
    random = trace(tree(spec_of_weak_opponent("chance")), algorithm="expectiminimax")
    possible = WEAK_OPPONENT_LEAVES[move(sure)]
    other = WEAK_OPPONENT_LEAVES[move(random)]
    return Exhibit(
        happens=(
            f"Minimax plays {answer(sure)}. Whatever MIN does, MAX gets {figure(min(possible))} or more; "
            f"an error of MIN's can only help ({figure(max(possible))}). Against an opponent who replies "
            f"at random {move(random)} is better, {figure(random.outcome.value)} on average, but against "
            f"good play it earns only {figure(min(other))}."
        ),
        parts=(
            Run("MIN plays his best", sure, f"{answer(sure)}: the guarantee."),
            Run("MIN replies at random, so he is a chance node", random, f"{answer(random)}: a gamble."),
        ),
        facts={
            "value": sure.outcome.value,
            "move": move(sure),
            "least": min(possible),
            "most": max(possible),
            "random_move": move(random),
            "random_value": random.outcome.value,
            "random_least": min(other),
        },
    )


WEAK_OPPONENT = Misconception(
    name="weak-opponent",
    topic="Several players and chance",
    belief=(
        "Minimax is only right against a perfect opponent; if the other side errs, its value no longer holds."
    ),
    answer=(
        "The value is a guarantee: at least that much against any opponent. It need not be the most that "
        "is possible."
    ),
    show=show_weak_opponent,
    why=(
        "At every node of MIN's minimax assumes the worst reply. Any other reply gives MAX as much or "
        "more. But minimax does not gamble on errors: to minimax, a move that sets a trap is as bad as "
        "its refutation."
    ),
    rule="Use minimax for guarantees; to exploit an opponent you need a model of him (chance nodes).",
    reading=("AIMA, 4th ed., section 5.2.1, and section 5.7 (limitations of game search)",),
)


ENTRIES = (CHANCE_IS_A_PLAYER, CHANCE_PRUNING, ONLY_ORDER, SEVERAL_GHOSTS, THREE_PLAYERS, WEAK_OPPONENT)
