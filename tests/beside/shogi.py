"""Shogi beside cshogi (Tadao Yamaoka), whose rules are Apery's in C++: moves, check, SFEN, ends."""

from __future__ import annotations

import random

import cshogi

from halfmove.games.shogi import HANDICAPS, Shogi
from tests.beside.comparison import Pair

STYLES = ("any", "any", "drops", "promotions", "captures", "checks")
LONGEST = 600


class ShogiPair(Pair):
    """Games to mate, with handicaps too."""

    name = "shogi"
    peer = "cshogi"
    known = "repetition is left out: cshogi tells it from the second time on, and we from the fourth."

    def begin(self, draw: random.Random) -> None:
        handicap = draw.choice(list(HANDICAPS)) if draw.random() < 0.3 else "none"
        self.game = Shogi(handicap=handicap, impasse="none")
        self.s = self.game.initial()
        self.board = cshogi.Board()
        self.board.set_sfen(self.game.sfen(self.s))
        self.style = draw.choice(STYLES)
        self.played: list[str] = []

    def step(self, draw: random.Random) -> bool:
        game, board, s = self.game, self.board, self.s
        ours = {game.usi_text(a): a for a in game.actions(s)}
        legal = {cshogi.move_to_usi(move): move for move in board.legal_moves}
        self.same("legal moves", set(ours), set(legal))
        self.same("the number of moves", game.count_actions(s), len(legal))
        self.same("check", game.in_check(s), board.is_check())
        self.same("SFEN", game.sfen(s), board.sfen())
        self.same("the end", game.is_terminal(s), not legal)
        if not legal:
            self.count("mates")
            return False
        text = self.chosen(draw, sorted(legal))
        self.count("drops", "*" in text)
        self.count("promotions", text.endswith("+"))
        self.count("checks", game.in_check(s))
        self.s = game.result(s, ours[text])
        board.push(legal[text])
        self.played.append(text)
        return len(self.played) < LONGEST

    def chosen(self, draw: random.Random, texts: list[str]) -> str:
        """A move in the game's style, mostly; any move else."""
        fitting = texts
        if draw.random() < 0.5:
            fitting = [text for text in texts if self.fits(text)]
        return draw.choice(fitting or texts)

    def fits(self, text: str) -> bool:
        """Whether a move is of the game's style."""
        if self.style == "drops":
            return "*" in text
        if self.style == "promotions":
            return text.endswith("+")
        game, s = self.game, self.s
        a = game.parse_action(s, text)
        if self.style == "captures":
            return not game.quiet(s, a)
        return self.style == "any" or game.in_check(game.result(s, a))

    def record(self) -> str:
        return f"{self.game!r}: {' '.join(self.played)}"
