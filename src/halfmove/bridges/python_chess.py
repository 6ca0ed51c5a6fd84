"""Boards of python-chess as histories of ours and back: `from_board(board)`, `to_board(history)`.

python-chess has the GPL, so it is imported while this runs, and nothing of it is here.  Moves cross as UCI
writes them, which both know, castling in Chess960's way included; positions as FEN.
"""

from __future__ import annotations

from typing import Any

from halfmove.core.contract import Action
from halfmove.core.errors import BadInput
from halfmove.core.extras import need
from halfmove.core.history import History
from halfmove.games.chess import Chess, uci_action, uci_text

chess = need("chess", "Boards of python-chess need")


def from_board(board: Any) -> History:
    """The game on a `chess.Board`: the position in which its stack of moves begins, and the moves.

    `BadInput` for a variant, and for a position or a move (a null move, say) that cannot be in chess.
    """
    if type(board).uci_variant != "chess":
        raise BadInput(f"Halfmove has no {type(board).aliases[0]}.")
    game = Chess(chess960=board.chess960)
    history = History(game, game.parse(board.root().fen(shredder=board.chess960)))
    for move in board.move_stack:
        history.append(to_action(history, move))
    return history


def to_board(history: History) -> Any:
    """A `chess.Board` of a game of chess, with its moves on the stack; `BadInput` for another game."""
    game = _chess(history)
    board = chess.Board(game.position_text(history.start), chess960=game.chess960)
    for state, action in zip(history.states, history.actions, strict=False):
        board.push_uci(uci_text(game, state, action))
    return board


def to_action(history: History, move: Any) -> Action:
    """Our action for a `chess.Move` in the position of a history; `BadInput` where it is not legal."""
    return uci_action(_chess(history), history.state, move.uci())


def to_move(history: History, action: Action) -> Any:
    """The `chess.Move` for an action in the position of a history."""
    return chess.Move.from_uci(uci_text(_chess(history), history.state, action))


def _chess(history: History) -> Chess:
    if not isinstance(history.game, Chess):
        raise BadInput(f"A board of python-chess has a game of chess, not of {history.game.title()}.")
    return history.game
