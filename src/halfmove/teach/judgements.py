"""Games on paper annotated: what each position is worth, which moves lost how much, and what was better.

A game is judged from its end to its beginning, so that what the search remembers knows what came of a move
before the move is judged.

A mistake is measured by the share of a point that it loses.  The bounds from which a move is dubious (?!), a
mistake (?) or a blunder (??) are those of Lichess (lichess.org/page/accuracy): 5, 10 and 15 percent of a
point, and so is the accuracy of a move and of a player.  What a position is worth, and how that is written,
is the format's own: a `core.scale.Scale`.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from halfmove.core.analysis import Analysis
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.formats import record_formats
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.named_openings import opening_of
from halfmove.core.results import as_text
from halfmove.core.scale import Decision, DecisionScale, Scale
from halfmove.teach.decisions import judge_decision, lost_share

BOUNDS = ((0.15, 4), (0.10, 2), (0.05, 6))
"""From which share of a point lost a move has which glyph of PGN's: ??, ?, ?!."""
GLYPHS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}


class Judgement(NamedTuple):
    """What became of a move."""

    ply: int
    """Its place in the game, from 0."""
    mover: int
    best: Any
    """What it might have kept: what the position before it was worth, as `move.evaluation` has it."""
    lost: float
    """The share of a point that it lost, 0 to 1."""
    units: float
    """The same in the unit of the scale (pawns), no position counting more than ten; 0 where it has none."""
    mark: int
    """The glyph that it deserves, or 0."""
    better: str
    """The best move, as the game writes it, where it was another one."""
    share: float = 0.5
    """The points that player 0 could expect before it, 0 to 1."""
    decision: Decision | None = None
    """What was compared, on a scale of decisions."""

    def to_dict(self) -> dict[str, Any]:
        """What became of the move, as data; what it might have kept is the record's."""
        return {
            "ply": self.ply,
            "mover": self.mover,
            "mark": GLYPHS.get(self.mark, ""),
            "better": self.better or None,
            "lost": round(self.lost, 4),
            "units": round(self.units, 4),
            "share": round(self.share, 4),
        }

    def to_json(self, indent: int | None = None) -> str:
        """`to_dict` as JSON text (`core.results`)."""
        return as_text(self.to_dict(), indent)


def scale_of(record: Any) -> Scale:
    """The scale of a game on paper, which its first format with one gives; `BadInput` where there is none."""
    rules: Game = record.rules
    for form in record_formats(rules):
        if (scale := form.scale()) is not None:
            return scale
    raise BadInput(f"Games of {rules.title()} cannot be annotated: no format has room for evaluations.")


def decision_scale(game: Game) -> DecisionScale | None:
    """The scale on which decisions of a game are judged; None where positions are."""
    scales = (form.scale() for form in record_formats(game))
    return next((scale for scale in scales if isinstance(scale, DecisionScale)), None)


class _Position(NamedTuple):
    """What a position is worth, and the search that said so; none where the game is over."""

    worth: Any
    analysis: Analysis | None


def annotate(
    paper: Any,
    limit: Limit,
    *,
    algorithm: str = "auto",
    memory: Any = None,
    threads: int = 1,
    seed: int = 0,
) -> Iterator[Judgement]:
    """Annotate a game in place, move by move from the last to the first; what has become of each.

    Each move gets an evaluation; one that loses much, a glyph as well, unless it has one already, and the
    better line as a variation.  What is said in words stays.  `limit` is for each position, `memory` what
    the algorithm's `remember` makes, which outlasts the call.  Whoever stops in between has the moves so far.
    `BadInput` for a null move.
    """
    scale = scale_of(paper)
    history = History(paper.rules, paper.first)
    moves: Sequence[Any] = paper.moves
    for number, move in enumerate(moves, 1):
        if move.action is None:
            raise BadInput(
                f"{paper.place or 'The game'}: ply {number} is a null move, which nobody can judge."
            )
        history.append(move.action)
    if (opening := opening_of(history)) is not None:
        headers = paper.headers
        if opening.code in (headers.get("ECO") or opening.code)[:3]:  # else the two would contradict
            headers.update({"ECO": headers.get("ECO") or opening.code} if opening.code else {})
            headers.setdefault("Opening", opening.name)
    options = {"algorithm": algorithm, "memory": memory, "threads": threads, "seed": seed}
    if isinstance(scale, DecisionScale):
        yield from _judge_decisions(scale, paper, history, limit, options)
        return
    then: _Position | None = None
    for ply in range(len(paper.moves) - 1, -1, -1):
        if then is None:
            then = _evaluate(scale, paper, history, limit, options)
        moves[ply].evaluation = None if scale.final(then.worth) else then.worth
        history.undo()
        now = _evaluate(scale, paper, history, limit, options)
        yield _judge(scale, paper, history, ply, now, then)
        then = now


def _evaluate(scale: Scale, paper: Any, history: History, limit: Limit, options: dict[str, Any]) -> _Position:
    from halfmove.search.algorithms import deepen

    if history.over:
        return _Position(scale.at_end(paper, history), None)
    analyses = deque(deepen(history.game, history.state, limit, history=history, **options), maxlen=1)
    return _Position(scale.worth(analyses[0]), analyses[0])


def _judge(
    scale: Scale, paper: Any, history: History, ply: int, now: _Position, then: _Position
) -> Judgement:
    """Compare what was played with what was best, and say so in the game."""
    mover, move = history.mover, paper.moves[ply]
    share = scale.points(now.worth)
    if now.analysis is None or now.analysis.best == move.action or scale.final(then.worth):
        return Judgement(ply, mover, now.worth, 0.0, 0.0, 0, "", share)
    sign = 1 - 2 * mover
    lost = max(sign * (share - scale.points(then.worth)), 0.0)
    units = max(sign * (scale.units(now.worth) - scale.units(then.worth)), 0.0)
    mark = glyph_of(lost)
    if mark:
        _add_glyph(move, mark)
        scale.vary(paper, move, history.state, now.analysis)
    better = paper.rules.action_text(history.state, now.analysis.best)
    return Judgement(ply, mover, now.worth, lost, units, mark, better, share)


def glyph_of(lost: float) -> int:
    """The glyph of a move that lost a share of a point, or 0."""
    return next((glyph for bound, glyph in BOUNDS if lost >= bound), 0)


def _add_glyph(move: Any, mark: int) -> None:
    """Give a move a glyph, unless it has one of the kind."""
    if not any(glyph in GLYPHS for glyph in move.nags):
        move.nags = (mark, *move.nags)


def judged_plies(scale: Scale, record: Any) -> Sequence[int]:
    """The places of the moves of a game that are judged, in order."""
    if not isinstance(scale, DecisionScale):
        return range(len(record.moves))
    states = islice(record.states(), len(record.moves))
    return [ply for ply, state in enumerate(states) if scale.is_judged(state)]


def _judge_decisions(
    scale: DecisionScale, paper: Any, history: History, limit: Limit, options: dict[str, Any]
) -> Iterator[Judgement]:
    """Judge what players decided, the last first; `history` ends with the last move."""
    from halfmove.search.algorithms import deepen

    game = history.game
    if refused := scale.refusal(game):
        raise BadInput(refused)
    for ply in reversed(judged_plies(scale, paper)):
        while len(history.actions) > ply:
            history.undo()
        move, state, mover = paper.moves[ply], history.state, history.mover

        def search(bound: Limit, lines: int, only: Collection[Any] | None) -> Iterator[Analysis]:
            return deepen(game, history.state, bound, history=history, lines=lines, only=only, **options)

        found = judge_decision(search, game, move.action, limit)
        best, played = scale.worth_of(found.best), scale.worth_of(found.played)
        lost = max(lost_share(game, found.best, found.played), 0.0)
        units = max((1 - 2 * mover) * (scale.units(best) - scale.units(played)), 0.0)
        move.evaluation = played
        mark = glyph_of(lost)
        if mark:
            _add_glyph(move, mark)
        scale.remark(game, move, state, found)
        better = "" if found.is_best else game.action_text(state, found.best.action)
        yield Judgement(ply, mover, best, lost, units, mark, better, scale.points(best), found)


# ---- the whole game
class Tally(NamedTuple):
    """What a player's moves lost: how many of each glyph (??, ?, ?!), and in the mean."""

    moves: int
    blunders: int
    mistakes: int
    dubious: int
    units: float
    """In the game's unit of estimates (pawns), in the mean of the player's moves."""
    lost: float
    """As a share of a point, likewise."""
    accuracy: float | None = None
    """0 to 100 percent (`accuracy`); None without a move."""


def tally(judgements: Iterable[Judgement], mover: int) -> Tally:
    """The moves of one player, together."""
    judgements = list(judgements)
    looked = [(one.ply, one.mover, one.lost, one.share) for one in judgements]
    own = [judgement for judgement in judgements if judgement.mover == mover]
    blunders, mistakes, dubious = (sum(judgement.mark == mark for judgement in own) for _, mark in BOUNDS)
    number = max(len(own), 1)
    units = sum(judgement.units for judgement in own) / number
    lost = sum(judgement.lost for judgement in own) / number
    return Tally(len(own), blunders, mistakes, dubious, units, lost, accuracy(looked, mover))


def accuracy_of(lost: float) -> float:
    """The accuracy of a move that lost a share of a point, 0 to 100: Lichess' curve through its percent of
    winning chances, 103.1668 exp(-0.04354 d) - 3.1669."""
    return max(0.0, min(100.0, 103.1668 * math.exp(-0.04354 * 100 * lost) - 3.1669))


def accuracy(moves: Iterable[tuple[int, int, float, float]], mover: int) -> float | None:
    """The accuracy of a player's moves, 0 to 100; None where he made none.

    `moves` are all of the game: ply, mover, share of a point lost, player 0's share before the move.  As
    Lichess says that it counts: half of the mean in which a move weighs as much as the chances swung around
    it (the standard deviation of the shares in a window of about a tenth of the game, 0.5 to 12 percent), and
    half of the harmonic mean.
    """
    ordered = sorted(moves)
    shares = [100 * share for *_, share in ordered]
    if ordered:  # and after the last move
        _, who, lost, share = ordered[-1]
        shares.append(100 * (share + lost * (1 if who else -1)))
    size = max(2, min(8, len(ordered) // 10))
    own: list[tuple[float, float]] = []
    for number, (_, who, lost, _) in enumerate(ordered):
        if who == mover:
            begin = max(0, number - size + 2)
            own.append((accuracy_of(lost), _swing(shares[begin : begin + size])))
    if not own:
        return None
    weighted = sum(value * weight for value, weight in own) / sum(weight for _, weight in own)
    harmonic = len(own) / sum(1 / max(value, 1e-3) for value, _ in own)
    return (weighted + harmonic) / 2


def _swing(shares: Sequence[float]) -> float:
    """The standard deviation of shares in percent, from 0.5 to 12."""
    mean = sum(shares) / len(shares)
    return max(0.5, min(12.0, math.sqrt(sum((share - mean) ** 2 for share in shares) / len(shares))))
