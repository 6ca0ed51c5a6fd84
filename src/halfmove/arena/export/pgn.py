"""Chess games as PGN, through python-chess: Edwards, "Portable Game Notation Specification", 1994.

What the players said of a move stands in its comment as engine matches write it: value/depth time.  How the
game ended, where that is not on the board, stands in the last one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from halfmove.arena.export.following import moves_of, start_of
from halfmove.arena.job import Ending, MoveRecord, Record
from halfmove.arena.plan import Plan, names_of
from halfmove.core.errors import BadInput

_ENDINGS = {
    Ending.TIME: "time forfeit",
    Ending.FAULT: "rules infraction",
    Ending.ADJUDICATION: "adjudication",
    Ending.LENGTH: "adjudication",
    Ending.VOID: "abandoned",
}


def written(plan: Plan, records: Iterable[Record]) -> Iterator[str]:
    """The PGN of each game; `BadInput` for a game other than chess."""
    chess = _python_chess()
    from halfmove.games.chess import Chess, uci_text

    game = plan.game.open()
    if not isinstance(game, Chess):
        raise BadInput(f"PGN is for chess; write games of {game.title()} as .txt.")
    called = [_escaped(name) for name in names_of(plan)]
    for record in records:
        start = start_of(game, record)
        board = chess.Board(game.position_text(start), chess960=game.chess960)
        told = chess.pgn.Game()
        told.setup(board)
        _headers(told.headers, plan, record, called)
        node: Any = told
        for state, action, move in moves_of(game, record, start):
            node = node.add_variation(node.board().parse_uci(uci_text(game, state, action)))
            node.comment = comment(move)
        if record.ending not in (Ending.RULES, Ending.REPETITION):
            node.comment = f"{node.comment}, {record.words}".removeprefix(", ")
        yield f"{told}\n\n"


def _headers(headers: Any, plan: Plan, record: Record, called: Sequence[str]) -> None:
    white, black = (called[p] for p in record.players)
    headers["Event"] = "Halfmove match"
    headers["Round"] = f"{record.round + 1}.{record.number + 1}"
    headers["White"], headers["Black"] = white, black
    headers["Result"] = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[record.scores[0]]
    if not record.counts:
        headers["Result"] = "*"
    headers["PlyCount"] = str(len(record.moves))
    controls = [plan.control(p) or "-" for p in record.players]
    headers["TimeControl"] = controls[0] if controls[0] == controls[1] else " ".join(controls)
    headers["Termination"] = _ENDINGS.get(Ending(record.ending), "normal")


def _escaped(name: str) -> str:
    """As the value of a tag (section 7 of the specification); python-chess leaves that to us."""
    return name.replace("\\", "\\\\").replace('"', '\\"')


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


def _python_chess() -> Any:
    try:
        import chess
        import chess.pgn
    except ImportError:
        raise BadInput(
            "PGN files need the package chess (python-chess): pip install 'halfmove[arena]'."
        ) from None
    return chess
