"""Three players, two of whom are taken for allies."""

from __future__ import annotations

from halfmove.games.tree import tree
from halfmove.teach.misconceptions.gallery import Exhibit, Misconception, Run
from halfmove.teach.misconceptions.reading import move
from halfmove.teach.naming import figure
from halfmove.teach.trace import trace

SPEC = {
    "children": {
        "a": [[(7, 5, 2), (0, 9, 1)], [(1, 2, 6), (2, 1, 1)]],
        "b": [[(3, 3, 3), (4, 6, 1)], [(5, 1, 4), (3, 2, 2)]],
    }
}


def show() -> Exhibit:
    """The runs and their figures."""
    game = tree(SPEC)
    own, allied = trace(game, algorithm="maxn"), trace(game, algorithm="paranoid")
    got = own.outcome.value[0]
    safe = allied.replay.marks[(own.outcome.action,)].value
    less = own.replay.marks[(allied.outcome.action,)].value[0]
    return Exhibit(
        happens=(
            f"If each looks after himself (max^n), {move(own)} brings the first player {figure(got)}. If "
            f"the other two do nothing but keep him down (paranoid) it brings {figure(safe)}, and "
            f"{move(allied)} is best, {figure(allied.outcome.value)}: which it also brings against players "
            f"who only look after themselves ({figure(less)})."
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
                f"The first player's {figure(allied.outcome.value)} by {move(allied)} is sure against "
                "anyone.",
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


ENTRY = Misconception(
    name="three-players",
    topic="Several players and chance",
    belief="With three players it is still minimax: I am MAX, the other two are MIN.",
    answer="Only if the others are allied against one; otherwise each has a payoff of his own to look after.",
    show=show,
    why=(
        "With two players whose payoffs add up to zero, what helps one hurts the other. With three, a "
        "move that is best for the second may help or hurt the first. Taking the others for enemies is a "
        "safe bound, not a prediction; and an alliance holds as long as it pays both."
    ),
    rule=(
        "Carry payoff vectors and let each player choose by his own entry (max^n); use the paranoid "
        "reading for a guarantee, or for speed, as it can be pruned like alpha-beta."
    ),
    reading=(
        "AIMA, 4th ed., section 5.2.2 and fig. 5.4",
        "Luckhardt and Irani, An algorithmic solution of n-person games, AAAI 1986",
        "Sturtevant and Korf, On pruning techniques for multi-player games, AAAI 2000",
    ),
)
