"""Positions solved backwards, with all that they lead to: the answer, and the strategy for a certificate."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from halfmove.core.analysis import Analysis, Line
from halfmove.core.atomic_file import check_writable
from halfmove.core.buffer import Buffer
from halfmove.core.certificates import compiled
from halfmove.core.certificates.checker import Claim, Part
from halfmove.core.certificates.compiled import BLOCK, DEPTH, GIVEN, KNOWN, NUMBER, PAUSE, PLAYER
from halfmove.core.compile import Stopwatch, kernel
from halfmove.core.contract import Game
from halfmove.core.errors import Unsuitable
from halfmove.core.reporting import Asked
from halfmove.core.scores import Score
from halfmove.core.words import read_words
from halfmove.endings import words_file
from halfmove.endings.words import MEGABYTES, Solved, plies_of, solve_words, word_of
from halfmove.search.proof.certify import AnyWalk
from halfmove.search.proof.strategies import SEARCH, UNABLE

ALGORITHM = "retrograde"
WON = 1 << 20
"""A win is worth so much less its plies, a loss its plies less so much, a draw nothing."""


def has_words(game: Game) -> bool:
    """Whether a game writes its positions in words (`endings.words`)."""
    return hasattr(game, "position_word")


def solve(
    game: Game,
    state: Any,
    *,
    threads: int = 1,
    megabytes: float | None = None,
    checkpoint: str | Path | None = None,
    progress: Asked = None,
) -> tuple[Analysis, Solved]:
    """The value of a position and its plies to the end, by retrograde analysis of all that it leads to.

    The table takes up to `megabytes` (4096).  With a `checkpoint` file the work goes on with what is there,
    and writes it every ten minutes, on Ctrl-C and at the end.
    """
    if not has_words(game):
        raise Unsuitable(
            f"{game.title()} does not write its positions in words, as retrograde analysis of all positions "
            "needs it."
        )
    watch = Stopwatch()
    if game.is_terminal(state):
        raise Unsuitable("The game is over here.")
    word, begun = int(word_of(game, state)), None
    if checkpoint is not None:
        check_writable(checkpoint)
        begun = words_file.load(checkpoint, game, word)
    solved = solve_words(
        game,
        state,
        threads=threads,
        megabytes=MEGABYTES if megabytes is None else megabytes,
        begun=begun,
        keep=None if checkpoint is None else lambda what: words_file.save(checkpoint, what, word),
        progress=progress,
    )
    if checkpoint is not None:
        words_file.save(checkpoint, solved, word)
    moves = best_line(solved, state)
    score = score_of(solved, state)
    return (
        Analysis(
            game=game,
            state=state,
            algorithm=ALGORITHM,
            lines=(Line(action=moves[0], score=score, variation=moves),),
            score=score,
            depth=score.distance or 0,
            nodes=solved.positions,
            seconds=watch.seconds,
            statistics={"longest": solved.longest},
        ),
        solved,
    )


def score_of(solved: Solved, state: Any) -> Score:
    """The score of a state to its mover."""
    game, plies = solved.game, solved.plies(state)
    mover = game.to_move(state)
    if plies is None:
        return Score.proof(game, mover, 0)
    return Score.proof(game, mover, game.utility_limit * (1 if plies % 2 else -1), plies, exact=True)


def best_line(solved: Solved, state: Any) -> tuple[Any, ...]:
    """The play in which the winner hurries and the loser delays; of a draw the one action that keeps it."""
    game, moves = solved.game, []
    while not game.is_terminal(state):
        action = choose_nearest(solved, state, list(game.actions(state)))
        moves.append(action)
        if solved.plies(state) is None:
            break
        state = game.result(state, action)
    return tuple(moves)


def choose_nearest(solved: Solved, state: Any, actions: list[Any]) -> Any:
    """The best of the actions."""
    game, mover = solved.game, solved.game.to_move(state)

    def worth(action: Any) -> int:
        child = game.result(state, action)
        if game.is_terminal(child):
            return WON * int(game.utility(child, mover))
        plies = plies_of(game, child, solved.table, solved.values, solved.mask)
        if plies < 0:  # a draw; or beside a win at once, where nothing more is known
            return 0
        return plies - WON if plies % 2 else WON - plies

    return max(actions, key=worth)


def claim_of(found: Analysis) -> Claim:
    """What a certificate claims: a win or a loss within so many plies, which the winner's strategy proves;
    `Unsuitable` for a draw, as plies to the end say nothing of how to keep it."""
    value, plies = int(found.score.value), found.score.distance
    if not value:
        raise Unsuitable("Retrograde analysis writes certificates of wins and losses, and this is a draw.")
    return Claim(">=" if value > 0 else "<=", value, plies)


class ByPlies:
    """A strategist that knows the plies to the end of all positions."""

    def __init__(self, solved: Solved) -> None:
        self.solved = solved

    def choose(self, state: Any, ply: int, actions: list[Any], part: Part, walk: AnyWalk) -> Any:
        """The best of the actions."""
        return choose_nearest(self.solved, state, actions)

    def find_numbers(self, walk: compiled.CompiledWalk, steps: int) -> int:
        """Go on with a walk, and find the numbers that it asks for; why it came back."""
        s = self.solved
        return find_nearest_numbers(
            s.game, walk.start, walk.words, walk.memory, steps, s.table, s.values, s.mask
        )


@kernel
def find_nearest_numbers(
    game: Any, like: Any, words: int, w: compiled.Memory, steps: int, table: Buffer, values: Buffer, mask: int
) -> int:
    """Go on with a walk, finding the numbers that it asks for; NUMBER where there is no room for more."""
    c = w.c
    while True:
        why = compiled.advance(game, like, words, w, steps)
        if why != NUMBER or c[GIVEN] == BLOCK:
            return why
        state = read_words(like, w.rows, c[KNOWN] * words)
        number = nearest_number(game, state, c[DEPTH], words, w, table, values, mask)
        if number < 0:
            return UNABLE
        w.numbers[c[GIVEN]] = number
        c[GIVEN] += 1
        steps -= SEARCH
        if steps <= 0:
            return PAUSE


@kernel
def nearest_number(
    game: Any, state: Any, ply: int, words: int, w: compiled.Memory, table: Buffer, values: Buffer, mask: int
) -> int:
    """The number of the best action, of several one that leads to a position of the proof; -1 where there is
    none."""
    best, most = -1, 0
    for count, action in enumerate(game.actions(state)):
        child = game.result(state, action)
        if game.is_terminal(child):
            worth = 2 * WON * int(game.utility(child, w.c[PLAYER]))
        else:
            plies = plies_of(game, child, table, values, mask)
            worth = 0
            if plies >= 0:
                worth = 2 * (plies - WON if plies & 1 else WON - plies)
            if compiled.is_known(game, child, ply + 1, words, w) != 0:
                worth += 1
        if best < 0 or worth > most:
            best, most = count, worth
    return best
