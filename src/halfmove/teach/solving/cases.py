"""The cases of `solve`: what each is called, and which fields of the request it takes."""

from __future__ import annotations

from halfmove.core.operation import Case

PROOF_NAME = "proof"
"""The algorithm of games in which all is seen: alpha-beta asked for proofs, or value iteration."""
NUMBERS_NAME = "dfpn"
"""Depth-first proof-number search."""
TREE_NAMES = ("pn", "pn2")
"""Best-first proof-number search, and the same with second searches."""
BACKWARDS_NAME = "retrograde"
"""Retrograde analysis of all positions that come about."""

PROOFS, STRATEGIES, BUCKETED = "Proofs", "Strategies", "Training on buckets"

PROOF = Case(
    "a proof",
    (
        "position",
        "moves",
        "roll",
        "weak",
        "distance",
        "threads",
        "megabytes",
        "checkpoint",
        "certificate",
        "symmetric",
        "solver",
        "see",
    ),
)
NUMBERS = Case(
    "proof numbers",
    (
        "position",
        "moves",
        "threads",
        "megabytes",
        "seconds",
        "checks",
        "plies",
        "shortest",
        "checkpoint",
        "certificate",
        "symmetric",
        "see",
    ),
)
TREE_NUMBERS = Case(
    "proof numbers with a tree in memory",
    tuple(field for field in NUMBERS.fields if field not in ("threads", "checkpoint")),
)
BACKWARDS = Case(
    "retrograde analysis", ("position", "moves", "threads", "megabytes", "checkpoint", "certificate")
)
REGRET = Case(
    "regret minimisation", ("iterations", "seconds", "seed", "strategy", "seat", "checkpoint", "see")
)
STEPS = Case("a run to step through", ("iterations", "seed", "sentences", "output"))
SUBGAME = Case(
    "a subgame",
    ("moves", "iterations", "seconds", "target", "threads", "strategy", "output", "checkpoint"),
)
BUCKETS = Case(
    "training on buckets",
    ("iterations", "seconds", "seed", "threads", "strategy", "seat", "checkpoint", "buckets", "buckets_file"),
)
CASES = (PROOF, NUMBERS, TREE_NUMBERS, BACKWARDS, REGRET, STEPS, SUBGAME, BUCKETS)

CLIENT_MEGABYTES, CLIENT_HISTORIES = 64, 100_000
"""What a proof, and a strategy, may take on a server."""
