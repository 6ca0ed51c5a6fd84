"""A game of chess annotated: what each position is worth, which moves lost how much, and what was better.

It goes through the game from its end to its beginning, so that the engine's table knows what came of a move
before the move is judged.  A mistake is measured by the share of a point that it loses, as a pawn matters
less the more a game is decided already: with p pawns to the good a player can expect 1 / (1 + exp(-0.368 p))
points.  That curve, and the bounds from which a move is dubious (?!), a mistake (?) or a blunder (??), are
those of Lichess (lichess.org/page/accuracy): 5, 10 and 15 percent of a point.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from halfmove.core.analysis import Analysis
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.score import ESTIMATE, WIN
from halfmove.core.term import in_units
from halfmove.games.chess.pgn import Evaluation, PgnGame, PgnMove
from halfmove.games.chess.pgn.game import after

if TYPE_CHECKING:
    from halfmove.games.chess import Chess

STEEPNESS = 0.368208
BOUNDS = ((0.15, 4), (0.10, 2), (0.05, 6))
"""From which share of a point lost a move has which numeric annotation glyph: ??, ?, ?!."""
GLYPHS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
LINE = 8
"""Plies of the better line that are told."""
MOST = 10.0
"""In the mean of what was lost, no position counts more pawns than this, and no mate."""


class Judgement(NamedTuple):
    """What became of a move."""

    ply: int
    """Its place in the game, from 0."""
    mover: int
    best: Evaluation
    """What it might have kept: what the position before it was worth, to White."""
    lost: float
    """The share of a point that it lost, 0 to 1."""
    pawns: float
    """The same in pawns, no position counting more than `MOST`."""
    mark: int
    """The glyph that it deserves, or 0."""
    better: str
    """The best move in SAN, where it was another one."""


class _Look(NamedTuple):
    """What a position is worth to White, and the search that said so; none where the game is over."""

    worth: Evaluation
    analysis: Analysis | None


def annotate(
    paper: PgnGame,
    limit: Limit,
    *,
    algorithm: str = "auto",
    memory: Any = None,
    threads: int = 1,
    seed: int = 0,
) -> Iterator[Judgement]:
    """Annotate a game in place, move by move from the last to the first; what has become of each.

    Each move gets an evaluation; one that loses much, a glyph as well, unless it has one already, and the
    better line as a variation.  What is said in words stays.  `limit` is for each position, `memory` an
    `Engine` that outlasts the call.  Whoever stops in between has the moves so far.  `BadInput` for a null
    move.
    """
    history = History(paper.rules, paper.first)
    for number, move in enumerate(paper.moves, 1):
        if move.action is None:
            raise BadInput(
                f"{paper.place or 'The game'}: ply {number} is a null move, which nobody can judge."
            )
        history.append(move.action)
    options = {"algorithm": algorithm, "memory": memory, "threads": threads, "seed": seed}
    then: _Look | None = None
    for ply in range(len(paper.moves) - 1, -1, -1):
        if then is None:
            then = _look(history, limit, options)
        move = paper.moves[ply]
        move.evaluation = None if then.worth.mate == 0 else then.worth
        history.undo()
        now = _look(history, limit, options)
        yield _judged(paper.rules, history, ply, move, now, then)
        then = now


def points(worth: Evaluation) -> float:
    """The points that White can expect where a position is worth so much, 0 to 1."""
    if worth.pawns is not None:
        return 1 / (1 + math.exp(-STEEPNESS * max(-100.0, min(worth.pawns, 100.0))))
    return 1.0 if _white_mates(worth) else 0.0


def evaluation(analysis: Analysis, plies: int = 0) -> Evaluation:
    """What an analysis says a position is worth, to White; of a mate, `plies` further on."""
    game = analysis.game
    mover = game.to_move(analysis.state)
    score, value = analysis.score, analysis.value
    distance = analysis.distance
    if score is not None and abs(score) >= ESTIMATE:
        distance = WIN - abs(score)
    if distance is not None and value and (analysis.proven or abs(value) >= 1):
        mate = max(distance - plies + 1, 0) // 2
        return Evaluation(mate=mate if value > 0 else -mate, depth=analysis.depth).to(mover)
    return Evaluation(pawns=round(in_units(game, value), 2), depth=analysis.depth).to(mover)


# ---- one position
def _look(history: History, limit: Limit, options: dict[str, Any]) -> _Look:
    from halfmove.search.algorithms import deepen

    if history.over:
        mated = history.utility(0) != 0
        return _Look(Evaluation(mate=0) if mated else Evaluation(pawns=0.0), None)
    analyses = deque(deepen(history.game, history.state, limit, history=history, **options), maxlen=1)
    return _Look(evaluation(analyses[0]), analyses[0])


def _white_mates(worth: Evaluation) -> bool:
    return (worth.mate or 0) > 0


# ---- one move
def _judged(rules: Chess, history: History, ply: int, move: PgnMove, now: _Look, then: _Look) -> Judgement:
    """Compare what was played with what was best, and say so in the game."""
    mover = history.mover
    if now.analysis is None or now.analysis.best == move.action or then.worth.mate == 0:
        return Judgement(ply, mover, now.worth, 0.0, 0.0, 0, "")
    best: int = now.analysis.best
    sign = 1 - 2 * mover
    lost = max(sign * (points(now.worth) - points(then.worth)), 0.0)
    pawns = max(sign * (_capped(now.worth) - _capped(then.worth)), 0.0)
    mark = next((glyph for bound, glyph in BOUNDS if lost >= bound), 0)
    if mark:
        if not any(glyph in GLYPHS for glyph in move.nags):
            move.nags = (mark, *move.nags)
        if not any(line and line[0].action == best for line in move.variations):
            move.variations.append(_line(rules, history.state, now.analysis))
    return Judgement(ply, mover, now.worth, lost, pawns, mark, rules.action_text(history.state, best))


def _capped(worth: Evaluation) -> float:
    if worth.pawns is None:
        return MOST if _white_mates(worth) else -MOST
    return max(-MOST, min(worth.pawns, MOST))


def _line(rules: Chess, state: Any, analysis: Analysis) -> list[PgnMove]:
    """What should have been played, and the play expected after it."""
    line: list[PgnMove] = []
    for action in analysis.variation[:LINE]:
        line.append(PgnMove(action, rules.action_text(state, action)))
        state = after(rules, state, action)
    worth = evaluation(analysis, 1)
    line[0].evaluation = None if worth.mate == 0 else worth
    return line


# ---- the whole game
class Tally(NamedTuple):
    """What a player's moves lost: how many of each glyph (??, ?, ?!), and in the mean."""

    moves: int
    blunders: int
    mistakes: int
    dubious: int
    pawns: float
    """In pawns, in the mean of the player's moves."""


def tally(judgements: Iterable[Judgement], mover: int) -> Tally:
    """The moves of one player, together."""
    own = [judgement for judgement in judgements if judgement.mover == mover]
    blunders, mistakes, dubious = (sum(judgement.mark == mark for judgement in own) for _, mark in BOUNDS)
    mean = sum(judgement.pawns for judgement in own) / len(own) if own else 0.0
    return Tally(len(own), blunders, mistakes, dubious, mean)
