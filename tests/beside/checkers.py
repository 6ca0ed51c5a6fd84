"""Checkers beside OpenSpiel's: whole moves beside its rows of single jumps."""

from __future__ import annotations

import random
from typing import Any

from halfmove.core.compile import interpreted
from halfmove.games.checkers import Checkers
from halfmove.games.checkers.geometry import cell
from tests.beside.comparison import Pair
from tests.beside.open_spiel import load

NO_CAPTURE = 40
"""Plies without a capture after which OpenSpiel's game is drawn."""
LETTERS = {"o": "b", "8": "B", "+": "w", "*": "W"}
"""OpenSpiel's first player is White, below; ours is Black, above: the board is turned round."""


class CheckersPair(Pair):
    """Moves, pieces and ends from the usual start."""

    name = "checkers"
    peer = "OpenSpiel"
    known = (
        "OpenSpiel's actions are single jumps, ours whole moves; and its game is drawn after forty plies "
        "without a capture, ours (WCDF) after forty moves of each side without a capture or a man's move."
    )

    def begin(self, draw: random.Random) -> None:
        self.game: Any = interpreted(Checkers(draws="none"))
        self.s = self.game.initial()
        self.t = load("checkers()").new_initial_state()
        self.quiet = 0
        self.style = draw.choice(("any", "men", "kings", "jumped"))
        self.texts: list[str] = []

    def step(self, draw: random.Random) -> bool:
        game, s, t = self.game, self.s, self.t
        self.same("pieces", game.letters(s), self.their_letters())
        drawn = self.quiet >= NO_CAPTURE
        over = game.is_terminal(s)
        self.same("the end", over or drawn, t.is_terminal())
        if t.is_terminal():
            won = float(game.utility(s, 0)) if over and not drawn else 0.0
            self.same("the result", [won, -won], t.returns())
            self.count("drawn without a capture", drawn)
            self.count("no piece left", over and s.own == 0)
            self.count("blocked", over and s.own != 0)
            return False
        self.same("player to move", game.to_move(s), t.current_player())
        mine = {tuple(game.path(s, a)): a for a in game.actions(s)}
        theirs = dict(self.ways(t))
        self.same("moves", set(mine), set(theirs))
        self.same("the number of moves", game.count_actions(s), len(theirs))
        path = self.chosen(draw, mine)
        a = mine[path]
        self.texts.append(game.action_text(s, a))
        self.same(f"{self.texts[-1]} read", game.parse_action(s, self.texts[-1]), a)
        after = game.result(s, a)
        jumps = abs(cell(path[0])[0] - cell(path[1])[0]) == 2
        self.count("captures", jumps)
        self.count("jumps of two and more", jumps and len(path) > 2)
        self.count("rounds back to the start", len(path) > 2 and path[0] == path[-1])
        self.count("men crowned", (after.other & after.kings).bit_count() > (s.own & s.kings).bit_count())
        self.quiet = 0 if jumps else self.quiet + 1
        self.s, self.t = after, theirs[path]
        return True

    def chosen(self, draw: random.Random, mine: dict[tuple[int, ...], int]) -> tuple[int, ...]:
        """Any, or mostly men's moves, kings' moves, or what is jumped in return."""
        paths = sorted(mine)
        if self.style == "any" or draw.random() < 0.3:
            return draw.choice(paths)
        letters = self.game.letters(self.s)
        if self.style == "jumped":
            return max(paths, key=lambda path: self.jumpable(mine[path]))
        fitting = [path for path in paths if letters[path[0]].isupper() == (self.style == "kings")]
        return draw.choice(fitting or paths)

    def jumpable(self, a: int) -> int:
        """How many pieces the other side can capture with after a move."""
        found: int = self.game.jumpers(self.game.result(self.s, a)).bit_count()
        return found

    def their_letters(self) -> dict[int, str]:
        """The pieces by our numbers."""
        rows = [line[1:9] for line in str(self.t).splitlines()[:8]]
        found = {}
        for number in range(1, 33):
            row, column = cell(number)
            letter = rows[7 - row][7 - column]
            if letter in LETTERS:
                found[number] = LETTERS[letter]
        return found

    def ways(self, t: Any) -> list[tuple[tuple[int, ...], Any]]:
        """OpenSpiel's whole moves, as the squares that the piece stands on, and the state after each."""
        found = []
        waiting = [((self.square(t.action_to_string(a)[:2]),), t, a) for a in t.legal_actions()]
        while waiting:
            path, before, a = waiting.pop()
            text = before.action_to_string(a)
            after = before.child(a)
            path = (*path, self.square(text[2:]))
            same = not after.is_terminal() and after.current_player() == t.current_player()
            if same:
                waiting += [(path, after, b) for b in after.legal_actions()]
            else:
                found.append((path, after))
        return found

    def square(self, text: str) -> int:
        """Our number of a square that OpenSpiel calls a3."""
        row, column = 7 - (8 - int(text[1])), 7 - (ord(text[0]) - ord("a"))
        return NUMBERS[row, column]

    def record(self) -> str:
        return f"{self.game!r}: {' '.join(self.texts)}"


NUMBERS = {cell(number): number for number in range(1, 33)}
