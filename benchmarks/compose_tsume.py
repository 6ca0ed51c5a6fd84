"""Problems of mate for shogi, composed by machine: backwards from mates, and by changes at random.

Each begins with a king, pieces around it and few in hand, in which the attacker mates by checks alone.  Then
moves are taken back: White's king goes back to a square from which it came, Black's check before that is
undone (a drop, a move from where the piece can have stood, or one that the king has captured), and the
position is kept if its shortest mate is two plies longer (T. Horiyama, H. Ito, K. Iwama and J. Kawahara,
*Enumeration of tsume-shogi diagrams by the reverse method*, ICKS 2008, go back from mates too).  Where
nothing can be taken back, a few changes at random (a piece moved, added or taken away, or one more or less in
hand) that keep the length, or lengthen it, lead to other positions.

With --stretch a problem is stretched before moves are taken back: a rook, bishop or lance stands elsewhere on
its lines, or everything stands elsewhere on the board, so that there is more room to flee and to interpose.

The defender holds all pieces that are not on the board or in the attacker's hand, and plies of useless
interpositions count.  What is printed is proven: a mate in so many plies, and none in fewer.

    python benchmarks/compose_tsume.py --seconds 600 --seed 1 >> problems.txt
    python benchmarks/compose_tsume.py --seconds 600 --seed 2 --longer problems.txt --least 13 >> problems.txt

writes lines "plies, line of descent, SFEN"; the second goes on with the longest of each line of descent.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.games.shogi import Shogi
from halfmove.search.proof.prover import Prover, Question

Place = tuple[int, int]
"""(column from the left, rank from the top), both from 0."""

TOTALS = {"P": 18, "L": 4, "N": 4, "S": 4, "G": 4, "B": 2, "R": 2}
PROMOTED = "PLNSBR"
FIRST_RANKS = {"P": 1, "L": 1, "N": 2}
"""Ranks from the top on which a piece of Black could never move again."""
FORWARD: Place = (0, -1)
STRAIGHT: tuple[Place, ...] = ((0, 1), (0, -1), (1, 0), (-1, 0))
OBLIQUE: tuple[Place, ...] = ((1, 1), (1, -1), (-1, 1), (-1, -1))
GOLD: tuple[Place, ...] = (*STRAIGHT, (1, -1), (-1, -1))
STEPS: dict[str, tuple[Place, ...]] = {
    "P": (FORWARD,),
    "N": ((1, -2), (-1, -2)),
    "S": (FORWARD, *OBLIQUE),
    **dict.fromkeys(("G", "+P", "+L", "+N", "+S"), GOLD),
    "+B": STRAIGHT,
    "+R": OBLIQUE,
}
SLIDES: dict[str, tuple[Place, ...]] = {
    "L": (FORWARD,),
    **dict.fromkeys(("B", "+B"), OBLIQUE),
    **dict.fromkeys(("R", "+R"), STRAIGHT),
}
SHIFTS = tuple((across, down) for across in (-1, 0, 1) for down in (-1, 0, 1) if across or down)
MATE = Question(0, checks=True)
LONGEST = 41
TAKEN_BACK = 70
"""Positions before one that are tried."""
CHANGES = 25
ROUNDS = 3
"""Of both, without a longer mate, before a line of descent ends."""


@dataclass
class Problem:
    """Pieces by place, as SFEN writes them, and Black's hand."""

    board: dict[Place, str]
    hand: Counter[str] = field(default_factory=Counter)

    def copy(self) -> Problem:
        return Problem(dict(self.board), Counter(self.hand))

    @property
    def king(self) -> Place:
        """Where White's king stands."""
        return next(place for place, piece in self.board.items() if piece == "k")

    @property
    def used(self) -> Counter[str]:
        """Pieces on the board and in Black's hand."""
        return Counter(piece[-1].upper() for piece in self.board.values()) + self.hand

    @property
    def sfen(self) -> str:
        """The position, everything else in White's hand; `BadInput` where there are too many pieces."""
        rows = []
        for rank in range(9):
            row, gap = "", 0
            for column in range(9):
                piece = self.board.get((column, rank))
                if piece is None:
                    gap += 1
                    continue
                row += (str(gap) if gap else "") + piece
                gap = 0
            rows.append(row + (str(gap) if gap else ""))
        used = self.used
        hands = "".join((str(n) if n > 1 else "") + p for p in "RBGSNLP" if (n := self.hand[p]))
        for p in "RBGSNLP":
            left = TOTALS[p] - used[p]
            if left < 0:
                raise BadInput("too many pieces")
            hands += ((str(left) if left > 1 else "") + p.lower()) if left else ""
        return f"{'/'.join(rows)} b {hands or '-'} 1"


def parse_problem(sfen: str) -> Problem:
    """The problem that an SFEN writes."""
    board, _, hands, _ = sfen.split()
    problem = Problem({})
    for rank, row in enumerate(board.split("/")):
        column, plus = 0, ""
        for letter in row:
            if letter.isdigit():
                column += int(letter)
            elif letter == "+":
                plus = "+"
            else:
                problem.board[column, rank] = plus + letter
                column, plus = column + 1, ""
    number = ""
    for letter in hands:
        if letter.isdigit():
            number += letter
        else:
            problem.hand[letter] += int(number or 1) if letter.isupper() else 0
            number = ""
    return problem


def shift(place: Place, step: Place, sign: int = 1) -> Place:
    return place[0] + sign * step[0], place[1] + sign * step[1]


def is_inside(place: Place) -> bool:
    return 0 <= place[0] < 9 and 0 <= place[1] < 9


def attacks(board: dict[Place, str], piece: str, start: Place, end: Place) -> bool:
    """Whether a piece of Black that stands on `start` attacks `end`."""
    if any(shift(start, step) == end for step in STEPS.get(piece, ())):
        return True
    for step in SLIDES.get(piece, ()):
        place = shift(start, step)
        while is_inside(place):
            if place == end:
                return True
            if place in board:
                break
            place = shift(place, step)
    return False


def origins(board: dict[Place, str], piece: str, end: Place) -> Iterator[tuple[str, Place]]:
    """What a piece of Black that stands on `end` can have been, and where, before it moved there."""
    forms = [(piece, False)] + ([(piece[1], True)] if piece[0] == "+" else [])
    for form, promotes in forms:
        places = [shift(end, step, -1) for step in STEPS.get(form, ())]
        for step in SLIDES.get(form, ()):
            place = shift(end, step, -1)
            while is_inside(place) and place not in board:
                places.append(place)
                place = shift(place, step, -1)
        for place in places:
            free = is_inside(place) and place not in board and place[1] >= FIRST_RANKS.get(form, 0)
            if free and (not promotes or place[1] < 3 or end[1] < 3):
                yield form, place


def predecessors(problem: Problem, rng: random.Random) -> list[Problem]:
    """Positions two plies before, at random: a check of Black's, from which White's king went where it is."""
    found: list[tuple[float, Problem]] = []

    def add(weight: int, board: dict[Place, str], hand: Counter[str]) -> None:
        found.append((rng.random() ** (1 / weight), Problem(board, hand)))

    king, used = problem.king, problem.used
    rest = {place: piece for place, piece in problem.board.items() if piece != "k"}
    for step in (*STRAIGHT, *OBLIQUE):
        before = shift(king, step)
        if not is_inside(before) or before in rest:
            continue
        there = {**rest, before: "k"}
        for place, piece in rest.items():  # the piece that gives check has come or been dropped
            if piece[-1].islower() or not attacks(there, piece, place, before):
                continue
            less = {other: its for other, its in there.items() if other != place}
            if piece[0] != "+":
                add(2, dict(less), problem.hand + Counter((piece,)))
            for form, start in origins(less, piece, place):
                add(4, {**less, start: form}, problem.hand.copy())
        for piece in (*TOTALS, *("+" + letter for letter in PROMOTED)):  # the king has captured it
            fits = used[piece[-1]] < TOTALS[piece[-1]] and king[1] >= FIRST_RANKS.get(piece, 0)
            if not fits or not attacks({**there, king: piece}, piece, king, before):
                continue
            if piece[0] != "+":
                add(1, dict(there), problem.hand + Counter((piece,)))
            for form, start in origins(there, piece, king):
                add(1, {**there, start: form}, problem.hand.copy())
    found.sort(key=lambda pair: -pair[0])
    return [before for _, before in found]


def random_piece(rng: random.Random) -> str:
    piece = rng.choice("PPPLNSSGGBR")
    piece = f"+{piece}" if piece in PROMOTED and rng.random() < 0.25 else piece
    return piece if rng.random() < 0.5 else piece.lower()


def near(rng: random.Random, king: Place) -> Place:
    return (
        min(max(king[0] + rng.randint(-3, 3), 0), 8),
        min(max(king[1] + rng.randint(-2, 4), 0), 8),
    )


def first(rng: random.Random) -> Problem:
    king = (rng.randint(0, 8), rng.randint(0, 4))
    problem = Problem({king: "k"})
    for _ in range(rng.randint(4, 10)):
        problem.board.setdefault(near(rng, king), random_piece(rng))
    for _ in range(rng.randint(0, 2)):
        problem.hand[rng.choice("PPLNSGBR")] += 1
    return problem


def first_on_lines(rng: random.Random) -> Problem:
    """A king near the edge, few pieces around it, and rooks, bishops and lances far off."""
    king = (rng.randint(0, 8), rng.choice((0, 0, 0, 1, 2)))
    problem = Problem({king: "k"})
    for _ in range(rng.randint(1, 3)):
        piece = random_piece(rng)
        problem.board.setdefault(near(rng, king), piece[:-1] + piece[-1].upper())
    for _ in range(rng.randint(0, 3)):
        piece = random_piece(rng)
        problem.board.setdefault(near(rng, king), piece[:-1] + piece[-1].lower())
    for _ in range(rng.randint(1, 3)):
        place = (rng.randint(0, 8), rng.randint(0, 8))
        if max(abs(place[0] - king[0]), abs(place[1] - king[1])) > 3:
            problem.board.setdefault(place, rng.choice(("R", "R", "B", "B", "+R", "+B", "L")))
    if rng.random() < 0.5:
        problem.hand[rng.choice("PLNSGB")] += 1
    return problem


def change(problem: Problem, rng: random.Random) -> Problem:
    """One change or two."""
    changed = problem.copy()
    for _ in range(rng.randint(1, 2)):
        others = [place for place, piece in changed.board.items() if piece != "k"]
        way = rng.randrange(6)
        if way == 0 and others:
            del changed.board[rng.choice(others)]
        elif way == 1:
            changed.board.setdefault(near(rng, changed.king), random_piece(rng))
        elif way == 2 and others:
            start, end = rng.choice(others), near(rng, changed.king)
            if end not in changed.board:
                changed.board[end] = changed.board.pop(start)
        elif way == 3:
            changed.hand[rng.choice("PPLNSGBR")] += 1
        elif way == 4 and +changed.hand:
            changed.hand[rng.choice(sorted(+changed.hand))] -= 1
        elif others:
            changed.board[rng.choice(others)] = random_piece(rng)
    return changed


def stretched(problem: Problem, rng: random.Random) -> list[Problem]:
    """The same problem, at random, with one of Black's rooks, bishops or lances elsewhere on its lines, or
    with everything shifted."""
    found = []
    for place, piece in problem.board.items():
        for step in (*SLIDES.get(piece, ()), *(shift((0, 0), step, -1) for step in SLIDES.get(piece, ()))):
            to = shift(place, step)
            while is_inside(to) and to not in problem.board:
                if to[1] >= FIRST_RANKS.get(piece, 0):
                    board = {where: its for where, its in problem.board.items() if where != place}
                    found.append(Problem({**board, to: piece}, problem.hand.copy()))
                to = shift(to, step)
    for across, down in SHIFTS:
        board = {shift(place, (across, down)): piece for place, piece in problem.board.items()}
        if all(is_inside(place) and place[1] >= FIRST_RANKS.get(its, 0) for place, its in board.items()):
            found.append(Problem(board, problem.hand.copy()))
    rng.shuffle(found)
    return found


class Composer:
    """Lengthens problems until `end`, on the monotonic clock."""

    def __init__(self, rng: random.Random, end: float, *, stretch: bool = False) -> None:
        self.rng, self.end, self.stretch = rng, end, stretch
        self.game = Shogi()
        self.prover = Prover(self.game, megabytes=32)

    @property
    def over(self) -> bool:
        return time.monotonic() > self.end

    def measure(self, problem: Problem, least: int) -> int:
        """The plies of the shortest mate; 0 where there is none of `least` plies and more, or too much work
        lies before a proof."""
        try:
            state: Any = self.game.parse(problem.sfen)
        except BadInput:
            return 0
        if self.game.is_terminal(state):
            return 0
        if self.prover.permille() > 500:
            self.prover.clear()
        prove, effort = self.prover.prove, 4_000 + 3_000 * least
        if not prove(state, MATE, nodes=1_000 if least < 3 else 2_000 + 500 * least):
            return 0
        plies = self.prover.plies(state, MATE) or 0
        if plies < least:
            return 0
        if least > 3 and prove(state, MATE._replace(plies=least - 2), nodes=effort) is not False:
            return 0
        while plies > least:
            shorter = MATE._replace(plies=plies - 2)
            sooner = prove(state, shorter, nodes=3 * effort)
            if sooner is None:
                return 0
            if not sooner:
                break
            plies = self.prover.plies(state, shorter) or 0
        return plies

    def lengthen(self, problem: Problem, plies: int) -> Iterator[tuple[int, Problem]]:
        """Longer and longer problems made of one."""
        rounds = 0
        while rounds < ROUNDS and plies < LONGEST:
            for other in stretched(problem, self.rng) if self.stretch else ():
                if self.over:
                    return
                longer = self.measure(other, plies + 2)
                if longer:
                    problem, plies, rounds = other, longer, 0
                    yield plies, problem
            for before in predecessors(problem, self.rng)[: TAKEN_BACK >> self.stretch]:
                if self.over:
                    return
                longer = self.measure(before, plies + 2)
                if longer:
                    problem, plies, rounds = before, longer, 0
                    yield plies, problem
                    break
            else:
                rounds += 1
                for _ in range(CHANGES):
                    changed = change(problem, self.rng)
                    its = self.measure(changed, plies)
                    if its > plies:
                        rounds = 0
                        yield its, changed
                    if its:
                        problem, plies = changed, its


def read_longest(file: Path, least: int) -> dict[str, tuple[int, Problem]]:
    """The longest problem of every line of descent in a file."""
    found: dict[str, tuple[int, Problem]] = {}
    for line in file.read_text().splitlines():
        plies, name, sfen = line.split(" ", 2)
        if int(plies) >= max(least, found.get(name, (0,))[0]):
            found[name] = int(plies), parse_problem(sfen)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longer", type=Path, help="the file with problems to go on with")
    parser.add_argument("--least", type=int, default=5, help="plies of what is printed, or gone on with")
    parser.add_argument("--stretch", action="store_true", help="give rooks, bishops, lances more room too")
    given = parser.parse_args()
    rng = random.Random(given.seed)
    composer = Composer(rng, time.monotonic() + given.seconds, stretch=given.stretch)
    known = read_longest(given.longer, given.least) if given.longer else {}
    number = 0
    while not composer.over:
        for name, (plies, problem) in list(known.items()):
            for longer, made in composer.lengthen(problem, plies):
                known[name] = longer, made
                print(longer, name, made.sfen, flush=True)
        if given.longer and known:
            continue
        problem = first_on_lines(rng) if given.stretch else first(rng)
        plies = composer.measure(problem, 1)
        if plies < (9 if given.stretch else 5):
            continue
        number += 1
        for longer, made in composer.lengthen(problem, plies):
            if longer >= given.least:
                print(longer, f"{given.seed}.{number}", made.sfen, flush=True)


if __name__ == "__main__":
    main()
