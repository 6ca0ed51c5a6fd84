"""Chess and Chess960 beside python-chess: moves, check, FEN, ends, and the notation of the moves."""

from __future__ import annotations

import random
from typing import Any

import chess

from halfmove.core.history import History
from halfmove.games.chess import Chess, uci_action, uci_text
from tests.beside.comparison import Pair

ENDINGS = [
    "8/8/8/4k3/8/3K4/4P3/8 w - - 0 1",
    "8/8/4k3/8/8/3K1B2/8/6r1 w - - 90 100",
    "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K2Q b - d3 0 1",
    "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "8/5P1k/8/8/8/8/1p4K1/8 w - - 0 1",
]
"""Positions of few pieces, where promotions, stalemates, dead positions and repetitions are near."""
STYLES = ("any", "any", "any", "captures", "pawns", "checks", "quiet", "there and back")
LONGEST = 1000


class ChessPair(Pair):
    """Games to their ends, of which the third repetition and fifty moves are some, as in ours."""

    name = "chess"
    peer = "python-chess"
    known = (
        "python-chess lets players claim draws; ours ends where a claim is good, with `draws=automatic` at "
        "the fifth repetition and after 75 moves."
    )
    chess960 = False

    def begin(self, draw: random.Random) -> None:
        self.forced = draw.random() < 0.2
        self.style = draw.choice(STYLES)
        draws = "automatic" if self.forced else "claimed"
        if self.chess960:
            number = draw.randrange(960)
            self.game = Chess(chess960=True, start=number, draws=draws)
            self.board = chess.Board.from_chess960_pos(number)
        else:
            self.game = Chess(draws=draws)
            self.board = chess.Board()
            if draw.random() < 0.3:
                self.board = chess.Board(draw.choice(ENDINGS))
        self.history = History(self.game, self.game.parse(self.board.fen()))
        if self.chess960:
            self.same("the start", self.game.initial(), self.history.state)

    def step(self, draw: random.Random) -> bool:
        game, board, s = self.game, self.board, self.history.state
        ours = {uci_text(game, s, a): a for a in game.actions(s)}
        legal = {board.uci(move): move for move in board.legal_moves}
        self.same("legal moves", set(ours), set(legal))
        self.same("the number of moves", game.count_actions(s), len(legal))
        self.same("check", game.in_check(s), board.is_check())
        self.same("FEN", game.position_text(s), board.shredder_fen() if game.chess960 else board.fen())
        self.same("FEN read again", game.parse(board.fen()), s)
        outcome = board.outcome(claim_draw=False)
        drawn = not self.forced and (board.is_repetition(3) or board.is_fifty_moves())
        self.same("the end", self.history.over, outcome is not None or drawn)
        if self.history.over:
            winner = None if outcome is None else outcome.winner
            self.same("the result", self.history.utility(0), 0 if winner is None else 1 if winner else -1)
            self.count_end(outcome)
            return False
        text = self.chosen(draw, legal)
        move = legal[text]
        a = uci_action(game, s, text)
        san = board.san(move)
        self.same("SAN", game.action_text(s, a), san)
        self.same(f"{san} read", uci_text(game, s, game.parse_action(s, san)), text)
        self.same(f"{text} read", game.parse_action(s, text), a)
        self.count("castling", board.is_castling(move))
        self.count("en passant", board.is_en_passant(move))
        self.count("promotions", move.promotion is not None)
        self.count("underpromotions", move.promotion not in (None, chess.QUEEN))
        self.count("checks", game.in_check(s))
        self.history.play(a)
        board.push(move)
        return len(self.history.actions) < LONGEST

    def count_end(self, outcome: Any) -> None:
        """Count how the game ended."""
        if outcome is not None:
            self.count(outcome.termination.name.lower().replace("_", " "))
        elif self.board.is_repetition(3):
            self.count("threefold repetition")
        else:
            self.count("fifty moves")

    def chosen(self, draw: random.Random, legal: dict[str, Any]) -> str:
        """A move in the game's style, mostly; any move else."""
        texts = sorted(legal)
        board = self.board
        castling = [t for t in texts if board.is_castling(legal[t])]
        if castling and draw.random() < 0.3:
            return draw.choice(castling)
        if draw.random() < 0.3:
            return draw.choice(texts)
        if self.style == "captures":
            fitting = [t for t in texts if board.is_capture(legal[t])]
        elif self.style == "pawns":
            fitting = [t for t in texts if board.piece_type_at(legal[t].from_square) == chess.PAWN]
        elif self.style == "checks":
            fitting = [t for t in texts if board.gives_check(legal[t])]
        elif self.style == "quiet":
            fitting = [t for t in texts if not board.is_zeroing(legal[t])]
        elif self.style == "there and back" and len(board.move_stack) > 1:
            last = board.move_stack[-2]
            back = (last.to_square, last.from_square)
            fitting = [t for t in texts if (legal[t].from_square, legal[t].to_square) == back]
        else:
            fitting = texts
        return draw.choice(fitting or texts)

    def record(self) -> str:
        start = self.game.position_text(self.history.start)
        return f"{self.game!r} from {start!r}: {' '.join(self.board.uci(m) for m in self.board.move_stack)}"


class Chess960Pair(ChessPair):
    """The same from one of 960 positions."""

    name = "chess960"
    chess960 = True
