"""Engine scores: one integer that orders proven results by value, then by distance, then estimates.

They are the kernels' numbers; whoever stands outside is given a `core.scores.Score`.

    utility u reached d plies from here   ->   u * WIN - sign(u) * d
    a draw                                ->   0
    an estimate (the game's `evaluate`)   ->   strictly between -ESTIMATE and ESTIMATE

so among wins the nearest is best, among losses the farthest, and no estimate can pass for a proof of a
game whose utilities are -1, 0 and 1.  Scores are always from the point of view of the player to move.
"""

WIN = 1_000_000
"""Score of utility +1 reached now; a win in `d` plies is worth `WIN - d`."""

ESTIMATE = 900_000
"""Bound on the size of an evaluation: `-ESTIMATE < evaluate(s, player) < ESTIMATE`."""

INFINITY = 2_000_000_000
"""Larger than any score; fits the 32 bits a transposition table keeps."""

MAX_PLIES = WIN - ESTIMATE
"""No game longer than this can be scored by distance."""

LONGEST = 80_000
"""Plies beyond which a score is read as that of an end that is sure to come, nobody says when."""

FAR = 90_000
"""Plies to such an end: a search adds its own on the way to the root, and it is no estimate for that."""


def win_in(plies: int) -> int:
    """The score of a win that the player to move completes in `plies` plies (0: already won)."""
    return WIN - plies


def loss_in(plies: int) -> int:
    """The score of a loss suffered in `plies` plies (0: already lost)."""
    return plies - WIN


def score_of_utility(utility: int) -> int:
    """The score of a terminal state whose utility to the player to move is `utility`."""
    return utility * WIN


def utility_of(score: int) -> int:
    """The utility that the score of a proof says."""
    return -(-abs(score) // WIN) * (1 if score > 0 else -1)


def distance_of(score: int) -> int | None:
    """Plies to the end that the score of a proof says; None for a draw, which says none."""
    return -abs(score) % WIN if score else None


def one_ply_on(score: int) -> int:
    """A child's score seen one ply earlier: wins and losses are one ply farther away."""
    if score >= ESTIMATE:
        return score - 1
    if score <= -ESTIMATE:
        return score + 1
    return score


def one_ply_back(score: int) -> int:
    """The inverse of `one_ply_on`, for handing a window's bound down to a child."""
    if score >= ESTIMATE:
        return score + 1
    if score <= -ESTIMATE:
        return score - 1
    return score
