"""Problems of mate for shogi, composed by machine: positions changed at random while their mates get longer.

Each begins with a king near a corner, some pieces around it and some in hand.  A change (a piece moved, added
or taken away, or one more or less in hand) is kept if the attacker still mates by checks alone, and not in
fewer plies; the shortest mate is proven.  The defender holds all pieces that are not on the board or in the
attacker's hand, and plies of useless interpositions count.

    python benchmarks/compose_tsume.py --seconds 600 --seed 1 > problems.txt

writes lines "plies, nodes, SFEN".
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.games.shogi import Shogi
from halfmove.search.proof.prover import Prover, Question

TOTALS = {"P": 18, "L": 4, "N": 4, "S": 4, "G": 4, "B": 2, "R": 2}
PROMOTED = "PLNSBR"
FIRST_NODES, NODES, MORE_NODES = 1_000, 20_000, 60_000
"""What the first proof of a first position, of a changed one, and that of the shortest mate may take."""
MATE = Question(0, checks=True)


@dataclass
class Problem:
    """Pieces by (file, rank), as SFEN writes them, and Black's hand."""

    board: dict[tuple[int, int], str]
    hand: Counter[str] = field(default_factory=Counter)

    def copy(self) -> Problem:
        return Problem(dict(self.board), Counter(self.hand))

    @property
    def sfen(self) -> str:
        """The position, everything else in White's hand; `BadInput` where there are too many pieces."""
        used = Counter(piece.lstrip("+").upper() for piece in self.board.values()) + self.hand
        rows = []
        for rank in range(9):
            row, gap = "", 0
            for file in range(9):
                piece = self.board.get((file, rank))
                if piece is None:
                    gap += 1
                    continue
                row += (str(gap) if gap else "") + piece
                gap = 0
            rows.append(row + (str(gap) if gap else ""))
        hands = "".join((str(n) if n > 1 else "") + p for p in "RBGSNLP" if (n := self.hand[p]))
        for p in "RBGSNLP":
            left = TOTALS[p] - used[p]
            if left < 0:
                raise BadInput("too many pieces")
            hands += ((str(left) if left > 1 else "") + p.lower()) if left else ""
        return f"{'/'.join(rows)} b {hands or '-'} 1"


def random_piece(rng: random.Random) -> str:
    piece = rng.choice("PPPLNSSGGBR")
    piece = f"+{piece}" if piece in PROMOTED and rng.random() < 0.25 else piece
    return piece if rng.random() < 0.5 else piece.lower()


def near(rng: random.Random, king: tuple[int, int]) -> tuple[int, int]:
    return (
        min(max(king[0] + rng.randint(-3, 3), 0), 8),
        min(max(king[1] + rng.randint(-2, 4), 0), 8),
    )


def first(rng: random.Random) -> Problem:
    king = (rng.randint(4, 8), rng.randint(0, 3))
    problem = Problem({king: "k"})
    for _ in range(rng.randint(3, 8)):
        problem.board.setdefault(near(rng, king), random_piece(rng))
    for _ in range(rng.randint(2, 5)):
        problem.hand[rng.choice("PPLNSGBR")] += 1
    return problem


def change(problem: Problem, rng: random.Random) -> Problem:
    """One change or two."""
    changed = problem.copy()
    king = next(place for place, piece in changed.board.items() if piece == "k")
    for _ in range(rng.randint(1, 2)):
        others = [place for place, piece in changed.board.items() if piece != "k"]
        way = rng.randrange(6)
        if way == 0 and others:
            del changed.board[rng.choice(others)]
        elif way == 1:
            changed.board.setdefault(near(rng, king), random_piece(rng))
        elif way == 2 and others:
            start, end = rng.choice(others), near(rng, king)
            if end not in changed.board:
                changed.board[end] = changed.board.pop(start)
        elif way == 3:
            changed.hand[rng.choice("PPLNSGBR")] += 1
        elif way == 4 and +changed.hand:
            changed.hand[rng.choice(sorted(+changed.hand))] -= 1
        elif others:
            changed.board[rng.choice(others)] = random_piece(rng)
    return changed


def shortest_mate(game: Shogi, prover: Prover, state: Any, least: int = 0) -> tuple[int, int] | None:
    """The plies of the shortest mate and the nodes that a first proof took; None where none is found, or one
    that is shorter than `least`."""
    prover.clear()
    before = prover.nodes
    if not prover.prove(state, MATE, nodes=NODES if least > 3 else FIRST_NODES):
        return None
    nodes = prover.nodes - before
    plies = prover.plies(state, MATE)
    while plies is not None and plies >= 3:
        if plies < least:
            return None
        question = MATE._replace(plies=plies - 2)
        sooner = prover.prove(state, question, nodes=MORE_NODES)
        if sooner is None:
            return None
        if not sooner:
            break
        plies = prover.plies(state, question)
    return None if plies is None else (plies, nodes)


def read(game: Shogi, problem: Problem) -> Any | None:
    try:
        state = game.parse(problem.sfen)
    except BadInput:
        return None
    return None if game.is_terminal(state) else state


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game, rng = Shogi(), random.Random(given.seed)
    prover = Prover(game, megabytes=16)
    end = time.monotonic() + given.seconds
    while time.monotonic() < end:
        problem, best = first(rng), None
        for _ in range(200):
            state = read(game, problem)
            best = shortest_mate(game, prover, state) if state is not None else None
            if best is not None or time.monotonic() > end:
                break
            problem = first(rng)
        tries = 0
        while best is not None and tries < 150 and time.monotonic() < end:
            changed = change(problem, rng)
            state = read(game, changed)
            found = shortest_mate(game, prover, state, best[0]) if state is not None else None
            tries += 1
            if found is not None and found[0] >= best[0]:
                if found[0] > best[0]:
                    tries = 0
                    if best[0] >= 5:
                        print(*best, problem.sfen, flush=True)
                problem, best = changed, found
        if best is not None and best[0] >= 5:
            print(*best, problem.sfen, flush=True)


if __name__ == "__main__":
    main()
