"""Dark chess beside OpenSpiel: moves, kings taken, ends, and what both sides see."""

from __future__ import annotations

import random
from typing import Any

from halfmove.core.compile import interpreted
from halfmove.games.chess.notation.fen import letter_on
from halfmove.games.chess.position import CASTLING, EN_PASSANT, NOWHERE, QUEEN, end_of, kind_of
from halfmove.games.dark_chess import DarkChess
from tests.beside.comparison import Pair
from tests.beside.open_spiel import load

STYLES = ("any", "any", "captures", "pawns", "timid")


class DarkChessPair(Pair):
    """Games to their ends, or until a position comes for the third time, which ends OpenSpiel's game only."""

    name = "dark-chess"
    peer = "OpenSpiel"
    known = (
        "OpenSpiel draws a game when a position comes for the third time, which no player can see; ours goes "
        "on.  Its first player is Black.  After two steps of a pawn that may be taken en passant it shows "
        "that pawn's side more squares, as if one of its own pawns could take it: there only what the mover "
        "sees is compared."
    )

    def __init__(self) -> None:
        super().__init__()
        import pyspiel

        board = pyspiel.load_game("chess").new_initial_state().board()
        self.to_move = pyspiel.chess.action_to_move
        self.board = board
        self.words: dict[tuple[int, int], str] = {}

    def begin(self, draw: random.Random) -> None:
        self.game: Any = interpreted(DarkChess())
        self.s = self.game.initial()
        self.t = load("dark_chess()").new_initial_state()
        self.style = draw.choice(STYLES)
        self.texts: list[str] = []

    def step(self, draw: random.Random) -> bool:
        game, s, t = self.game, self.s, self.t
        if t.is_terminal():
            if not game.is_terminal(s):
                self.same("a draw by repetition", t.returns(), [0.0, 0.0])
                self.count("ended by repetition, there alone")
                return False
            self.same("the result", [float(game.utility(s, p)) for p in (1, 0)], t.returns())
            won = game.utility(s, 0) != 0
            self.count("kings taken", won)
            self.count("draws", not won)
            return False
        self.same("the end", game.is_terminal(s), False)
        self.same("player to move", game.to_move(s), 1 - t.current_player())
        mine = {game.action_text(s, a): a for a in game.actions(s)}
        theirs = {self.text(s, a): a for a in t.legal_actions()}
        self.same("moves", set(mine), set(theirs))
        for side in (0, 1):
            if side == s.board.mover or s.board.passed == NOWHERE:
                self.same(
                    f"what {game.player_names[side]} sees",
                    fen_seen(game, s, side),
                    t.observation_string(1 - side).split()[0],
                )
        text = self.chosen(draw, mine)
        kind = kind_of(mine[text])
        self.count("castling", kind == CASTLING)
        self.count("en passant", kind == EN_PASSANT)
        self.count("promotions", 0 < kind <= QUEEN)
        self.texts.append(text)
        self.s = game.result(s, mine[text])
        t.apply_action(theirs[text])
        return True

    def text(self, s: Any, number: int) -> str:
        """OpenSpiel's move as UCI writes it.  Black's are numbered as seen from Black's side, and a pawn's
        move to the last rank without a piece makes a queen."""
        mover = s.board.mover
        if (mover, number) not in self.words:
            text = self.to_move(number, self.board).to_lan().removesuffix("q")
            if mover == 1:
                text = text[0] + str(9 - int(text[1])) + text[2] + str(9 - int(text[3])) + text[4:]
            self.words[mover, number] = text
        text = self.words[mover, number]
        start = "abcdefgh".index(text[0]) + 8 * (int(text[1]) - 1)
        if text[3] in "18" and len(text) == 4 and s.board.pawns >> start & 1:
            text += "q"
        return text

    def chosen(self, draw: random.Random, mine: dict[str, int]) -> str:
        """Any, or captures, pawns' moves, or moves that take no king, which make games longer."""
        texts = sorted(mine)
        board = self.s.board
        castling = [text for text in texts if kind_of(mine[text]) == CASTLING]
        if castling and draw.random() < 0.3:
            return draw.choice(castling)
        if self.style == "any" or draw.random() < 0.2:
            return draw.choice(texts)
        ends = {text: end_of(mine[text]) for text in texts}
        if self.style == "captures":
            fitting = [text for text in texts if (board.white | board.black) >> ends[text] & 1]
        elif self.style == "pawns":
            fitting = [text for text in texts if board.pawns >> (mine[text] & 63) & 1]
        else:
            fitting = [text for text in texts if not (board.kings >> ends[text] & 1)]
        return draw.choice(fitting or texts)

    def record(self) -> str:
        return f"{self.game!r}: {' '.join(self.texts)}"


def fen_seen(game: Any, state: Any, side: int) -> str:
    """The board as a side sees it in OpenSpiel's way: `?` for fog, figures for empty squares."""
    seen, rows = int(game.vision(state.board, side)), []
    for rank in range(7, -1, -1):
        row, empty = "", 0
        for q in range(8 * rank, 8 * rank + 8):
            letter = letter_on(state.board, q) if seen >> q & 1 else "?"
            if letter == ".":
                empty += 1
                continue
            row += (str(empty) if empty else "") + letter
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    return "/".join(rows)
