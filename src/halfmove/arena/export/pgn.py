"""Chess games as PGN, with what the players said of each move in its comment.

    12. Nf3 {[%eval -0.31,14] -0.31/14 0.104s} 12... Be7 {[%eval -0.42,13] +0.42/13 0.097s}

First for programs, from White's side and of the position after the move; then as engine matches write it,
from the player's own: value/depth time, `M5` for a mate in five plies.  How the game ended, where that is not
on the board, stands in the last one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from halfmove.arena.export.following import moves_of, start_of
from halfmove.arena.job import Ending, MoveRecord, Record
from halfmove.arena.plan import Plan, names_of
from halfmove.core.errors import BadInput

if TYPE_CHECKING:
    from halfmove.games.chess.pgn import Evaluation

_ENDINGS = {
    Ending.TIME: "time forfeit",
    Ending.FAULT: "rules infraction",
    Ending.ADJUDICATION: "adjudication",
    Ending.LENGTH: "adjudication",
    Ending.VOID: "abandoned",
}


def written(plan: Plan, records: Iterable[Record]) -> Iterator[str]:
    """The PGN of each game; `BadInput` for a game other than chess."""
    from halfmove.games.chess import Chess
    from halfmove.games.chess.pgn import PgnGame, PgnMove, pgn_text

    game = plan.game.open()
    if not isinstance(game, Chess):
        raise BadInput(f"PGN is for chess; write games of {game.title()} as .txt.")
    called = names_of(plan)
    for record in records:
        told = PgnGame(game, start_of(game, record), _headers(plan, record, called))
        for state, action, move in moves_of(game, record, told.first):
            worth = evaluation(move, game.to_move(state))
            san = game.action_text(state, action)
            told.moves.append(PgnMove(action, san, comment=comment(move), evaluation=worth))
        if record.ending not in (Ending.RULES, Ending.REPETITION):
            if told.moves:
                told.moves[-1].comment += f", {record.words}"
            else:
                told.comment = record.words
        yield pgn_text(told)


def _headers(plan: Plan, record: Record, called: Sequence[str]) -> dict[str, str]:
    white, black = (called[p] for p in record.players)
    controls = [plan.control(p) or "-" for p in record.players]
    result = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[record.scores[0]]
    return {
        "Event": "Halfmove match",
        "Site": "?",
        "Date": "????.??.??",
        "Round": f"{record.round + 1}.{record.number + 1}",
        "White": white,
        "Black": black,
        "Result": result if record.counts else "*",
        "PlyCount": str(len(record.moves)),
        "TimeControl": controls[0] if controls[0] == controls[1] else " ".join(controls),
        "Termination": _ENDINGS.get(Ending(record.ending), "normal"),
    }


def evaluation(move: MoveRecord, mover: int) -> Evaluation | None:
    """What the player said, as of the position after its move; None where it said nothing, and where that is
    mate."""
    from halfmove.games.chess.pgn import Evaluation

    if move.mate is not None:
        moves = abs(move.mate) // 2  # of the side that mates, this one done
        sign = 1 if move.mate > 0 else -1
        return Evaluation(mate=sign * moves, depth=move.depth).to(mover) if moves else None
    if move.value is None:
        return None
    return Evaluation(pawns=move.value, depth=move.depth).to(mover)


def comment(move: MoveRecord) -> str:
    """`+0.31/12 0.104s`, with `M5` for a mate; `book` for a move of the opening."""
    if move.opening:
        return "book"
    told = ""
    if move.mate is not None:
        told = f"{'-' if move.mate < 0 else '+'}M{abs(move.mate)}"
    elif move.value is not None:
        told = f"{move.value:+.2f}"
    if move.depth is not None:
        told += f"/{move.depth}"
    return f"{told} {move.seconds:.3f}s".strip()
