"""Shogi beside cshogi (Tadao Yamaoka), whose rules are Apery's in C++: moves, check, SFEN, ends."""

from __future__ import annotations

import random
from typing import Any

import cshogi

from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.games.shogi import HANDICAPS, Shogi
from tests.beside.comparison import Pair

STYLES = ("any", "any", "drops", "promotions", "captures", "checks")
LONGEST = 600


@kernel
def list_legal(game: Shogi, s: Any, out: Buffer) -> tuple[int, int, bool, bool]:
    """Write the legal actions; how many there are, how many the rules count, check, and the end."""
    n = 0
    for a in game.actions(s):
        out[n] = a
        n += 1
    return n, game.count_actions(s), game.in_check(s), game.is_terminal(s)


@kernel
def play(game: Shogi, s: Any, a: int) -> tuple[Any, bool]:
    """The position after an action, and whether that is check."""
    child = game.result(s, a)
    return child, game.in_check(child)


class ShogiPair(Pair):
    """Games to mate, with handicaps too."""

    name = "shogi"
    peer = "cshogi"
    known = "repetition is left out: cshogi tells it from the second time on, and we from the fourth."

    def __init__(self) -> None:
        super().__init__()
        self.games: dict[str, Shogi] = {}
        self.texts: dict[int, str] = {}
        self.listed = Buffer(Shogi.actions_limit)

    def begin(self, draw: random.Random) -> None:
        handicap = draw.choice(list(HANDICAPS)) if draw.random() < 0.3 else "none"
        if handicap not in self.games:
            self.games[handicap] = Shogi(handicap=handicap, impasse="none")
        self.game = self.games[handicap]
        self.s = self.game.initial()
        self.board = cshogi.Board()
        self.board.set_sfen(self.game.sfen(self.s))
        self.style = draw.choice(STYLES)
        self.played: list[str] = []

    def text(self, a: int) -> str:
        """An action as USI writes it."""
        if a not in self.texts:
            self.texts[a] = self.game.usi_text(a)
        return self.texts[a]

    def step(self, draw: random.Random) -> bool:
        game, board, s = self.game, self.board, self.s
        count, counted, check, over = list_legal(game, s, self.listed)
        ours = {self.text(self.listed[i]): self.listed[i] for i in range(count)}
        legal = {cshogi.move_to_usi(move): move for move in board.legal_moves}
        self.same("legal moves", set(ours), set(legal))
        self.same("the number of moves", [len(ours), counted], [len(legal)] * 2)
        self.same("check", check, board.is_check())
        if len(self.played) % 8 == 0 or not legal:  # half of the time otherwise
            self.same("SFEN", game.sfen(s), board.sfen())
        self.same("the end", over, not legal)
        if not legal:
            self.count("mates")
            return False
        text = self.chosen(draw, ours)
        self.count("drops", "*" in text)
        self.count("promotions", text.endswith("+"))
        self.count("checks", check)
        self.s, _ = play(game, s, ours[text])
        board.push(legal[text])
        self.played.append(text)
        return len(self.played) < LONGEST

    def chosen(self, draw: random.Random, ours: dict[str, int]) -> str:
        """A move in the game's style, mostly; any move else."""
        texts = sorted(ours)
        if self.style == "any" or draw.random() < 0.5:
            return draw.choice(texts)
        draw.shuffle(texts)
        return next((text for text in texts if self.fits(text, ours[text])), texts[0])

    def fits(self, text: str, a: int) -> bool:
        """Whether a move is of the game's style."""
        if self.style == "drops":
            return "*" in text
        if self.style == "promotions":
            return text.endswith("+")
        if self.style == "captures":
            return "*" not in text and self.board.piece(cshogi.SQUARE_NAMES.index(text[2:4])) != 0
        return play(self.game, self.s, a)[1]

    def record(self) -> str:
        return f"{self.game!r}: {' '.join(self.played)}"
