"""`python -m benchmarks.monopoly_squares`: how often throws end on each square, beside what is published.

Two players go round who never buy (all lots are mortgaged) and leave jail at once, by a card or by paying, as
in the "short jail stay" of T. Collins, *Probabilities in the Game of Monopoly* (2005), whose figures were
worked out exactly from the rules.  The standard error of a figure is given for independent throws.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter

import halfmove as hm
from halfmove.games.monopoly.squares import NAMES, SQUARE_NAMES, SQUARES
from halfmove.games.monopoly.state import (
    DICE,
    MANAGE,
    MOVER,
    PAYS,
    PHASE,
    PLAYS_CARD,
    THROWS,
    place_of,
)

PUBLISHED = {"jail": 6.2, "illinois-avenue": 3.2, "go": 3.1}
"""Per cent, jail with who only visits it."""


def frequencies(throws: int, seed: int) -> Counter[int]:
    """On which squares so many throws end."""
    game, rng = hm.interpreted(hm.game("monopoly", players=2, rounds=10_000)), random.Random(seed)
    found: Counter[int] = Counter()
    lots = ",".join(f"{name}-m" for name in NAMES)
    start = game.parse(f"A=1000000@go B=1000000@go A:{lots} A manage")
    s = start
    while found.total() < throws:
        if game.is_terminal(s):
            s = start
        mover = s.now[MOVER]
        if game.to_move(s) == hm.CHANCE:
            outcomes, chances = zip(*game.outcomes(s))
            s = game.result(s, rng.choices(outcomes, chances)[0])
            if s.now[DICE] == 0:  # the throw and all that it led to are over
                found[place_of(s, mover)] += 1
        else:
            ways = set(game.actions(s))
            assert s.now[PHASE] == MANAGE
            s = game.result(s, next(a for a in (PLAYS_CARD, PLAYS_CARD + 1, PAYS, THROWS) if a in ways))
    return found


def main() -> None:
    """The table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--throws", type=int, default=400_000)
    parser.add_argument("--seed", type=int, default=1)
    settings = parser.parse_args()
    found = frequencies(settings.throws, settings.seed)
    rows = []
    for square, count in sorted(found.items(), key=lambda item: -item[1]):
        share = count / settings.throws
        error = 100 * (share * (1 - share) / settings.throws) ** 0.5
        name = SQUARE_NAMES[square] + (f" ({square})" if SQUARE_NAMES.count(SQUARE_NAMES[square]) > 1 else "")
        rows.append([name, f"{100 * share:.2f} ± {error:.2f}", str(PUBLISHED.get(name, ""))])
    print(f"{settings.throws:,} throws, seed {settings.seed}; squares reached: {len(found)} of {SQUARES}\n")
    for row in (["Square", "Per cent", "Published"], ["---", "--:", "--:"], *rows):
        print(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main()
