"""Boards that OpenSpiel has with numbers, ends or chances of its own: Othello, Go, EinStein würfelt nicht!"""

from __future__ import annotations

import random
from typing import Any

from halfmove.core import bits
from halfmove.core.compile import interpreted
from halfmove.core.history import History
from halfmove.games.einstein import THROWS, Einstein
from halfmove.games.go import Go
from halfmove.games.othello import Othello
from tests.beside.comparison import Difference, Pair
from tests.beside.open_spiel import Histories, OpenSpielPair, load


class OthelloPair(OpenSpielPair):
    """Othello on 8 x 8: the winner, and the discs at each ply."""

    name = "othello"

    def variants(self) -> list[Histories]:
        return [Histories(Othello(), "othello()", sets=False)]

    def begin(self, draw: random.Random) -> None:
        super().begin(draw)
        self.style = draw.choice(("any", "most discs", "fewest discs"))

    def step(self, draw: random.Random) -> bool:
        game: Any = self.both.game
        rows = [line.split()[1:9] for line in str(self.t).splitlines() if line[:1].isdigit()]
        theirs = ["".join(row).replace("x", "X").replace("o", "O").replace("-", ".") for row in rows]
        black, white = (self.s.own, self.s.other) if self.s.mover == 0 else (self.s.other, self.s.own)
        ours = [
            "".join(
                "X" if game.holds(black, 8 * r + c) else "O" if game.holds(white, 8 * r + c) else "."
                for c in range(8)
            )
            for r in range(8)
        ]
        self.same("discs", ours, theirs)
        return super().step(draw)

    def chosen(self, draw: random.Random, numbers: list[int]) -> int:
        if self.style == "any" or draw.random() < 0.2:
            return draw.choice(numbers)
        game: Any = self.both.game

        def discs(a: int) -> int:
            return int(game.disc_count(game.result(self.s, a).other))

        return (max if self.style == "most discs" else min)(numbers, key=discs)

    def count_action(self, s: Any, a: int) -> None:
        self.count("passes", a == self.both.game.parameters["width"] ** 2)

    def count_end(self, s: Any) -> None:
        game: Any = self.both.game
        discs = [game.disc_count(s.own), game.disc_count(s.other)]
        self.count("draws", discs[0] == discs[1])
        self.count("wiped out", 0 in discs)
        self.count("ends with empty squares", sum(discs) < 64)


class GoPair(Pair):
    """Go by Chinese rules with positional superko, on boards of 2 to 19 lines; area counted at two passes."""

    name = "go"
    peer = "OpenSpiel"
    known = (
        "A play that brings a position back is illegal here; there it ends the game as a draw.  OpenSpiel's "
        "plays of that kind are left out, and each is checked to do so."
    )

    def begin(self, draw: random.Random) -> None:
        size = draw.choice((13, 19)) if draw.random() < 0.02 else draw.choice((2, 3, 3, 4, 4, 5, 5, 7, 9))
        komi = draw.choice((0, 0.5, 6.5, 7))
        self.size = size
        handicap = draw.choice((2, 4, 9)) if size == 19 and draw.random() < 0.3 else 0
        game: Any = interpreted(Go(size=size, komi=komi, handicap=handicap))
        self.history = History(game)
        self.t = load(
            f"go(board_size={size},komi={float(komi)},handicap={handicap},max_game_length=100000)"
        ).new_initial_state()
        self.passing = draw.choice((0.0, 0.0, 0.02, 0.2))
        self.longest = (4 if size < 10 else 1) * size * size + 20

    def number(self, a: int) -> int:
        """OpenSpiel counts points from the bottom left."""
        n = self.size
        return a if a == n * n else (n - 1 - a // n) * n + a % n

    def step(self, draw: random.Random) -> bool:
        game: Any = self.history.game
        s, t = self.history.state, self.t
        self.same("the end", self.history.over, t.is_terminal())
        if t.is_terminal():
            ours = [float(self.history.utility(p)) for p in (0, 1)]
            self.same("the result", ours, t.returns())
            self.count("counted")
            self.count("draws", ours[0] == 0)
            return False
        self.same("player to move", game.to_move(s), t.current_player())
        rows = self.their_rows()
        self.same("the board", self.rows(s), rows)
        mine = {self.number(a): a for a in self.history.legal()}
        theirs = t.legal_actions()
        for a in set(theirs) - set(mine):  # superko: there the game is drawn
            drawn = t.child(a)
            if not drawn.is_terminal() or drawn.returns() != [0.0, 0.0]:
                raise Difference(
                    f"{t.action_to_string(a)} is legal for OpenSpiel and not here, and no superko"
                )
            self.count("plays that superko forbids")
        self.same("plays", sorted(mine), sorted(set(theirs) & set(mine)))
        numbers = sorted(mine)
        tired = len(self.history.actions) > self.longest
        passes = numbers[-1]
        a = passes if tired or draw.random() < self.passing else draw.choice(numbers)
        before = sum(self.size - row.count("+") for row in rows)
        self.history.play(mine[a])
        t.apply_action(a)
        after = sum(self.size - row.count("+") for row in self.their_rows())
        self.count("captures", after < before + (a != passes))
        self.count("kos", self.history.state.ko >= 0)
        self.count("passes", a == passes)
        return True

    def rows(self, s: Any) -> list[str]:
        """Our board from the top."""
        game: Any = self.history.game
        n = self.size
        rows = []
        for r in range(n):
            row = ""
            for c in range(n):
                place = game.place(r * n + c)
                row += "X" if bits.wide_has(s.black, place) else "O" if bits.wide_has(s.white, place) else "+"
            rows.append(row)
        return rows

    def their_rows(self) -> list[str]:
        """OpenSpiel's board from the top."""
        lines = [line.split() for line in str(self.t).splitlines()]
        return [line[1] for line in lines if len(line) == 2 and line[0].isdigit()]

    def record(self) -> str:
        return f"{self.history.game!r}: {' '.join(self.history.texts())}"


class EinsteinPair(Pair):
    """EinStein würfelt nicht! on 5 x 5, the stones set by lot."""

    name = "einstein"
    peer = "OpenSpiel"
    known = (
        "OpenSpiel sets the stones of a side in one chance of 720, ours one after the other; and its second "
        "player, white, begins: the same stones are set, and sides change."
    )

    def begin(self, draw: random.Random) -> None:
        self.game: Any = interpreted(Einstein(placing="random"))
        self.t = load("einstein_wurfelt_nicht()").new_initial_state()
        for _ in range(2):
            self.t.apply_action(draw.randrange(720))
        self.style = draw.choice(("any", "captures"))
        # their white, below, moves first: turned by half a turn it is our first player, Red, above
        board = self.their_board()
        red, blue = ("w", "b")
        s = self.game.initial()
        while s.die != THROWS:
            side = red if s.mover == 0 else blue
            number = self.game.left(self.game.of(s, s.mover)) + 1
            square = next(q for q, stone in board.items() if stone == (side, number))
            self.same("a square to set on", square in list(self.game.actions(s)), True)
            s = self.game.result(s, square)
        self.s = s
        self.start = self.game.position_text(s)
        self.moves: list[str] = []

    def their_board(self) -> dict[int, tuple[str, int]]:
        """The stones by our squares: the board turned round."""
        found = {}
        cells = [c for line in str(self.t).splitlines() for c in line.strip("|").split("||") if c]
        for q, cell in enumerate(cells):
            if cell[0] in "bw":
                found[24 - q] = (cell[0], int(cell[1]))
        return found

    def our_board(self) -> dict[int, tuple[str, int]]:
        """The same of our state."""
        found = {}
        for player, letter in ((0, "w"), (1, "b")):
            for stone in range(6):
                square = self.game.square(self.game.of(self.s, player), stone)
                if square >= 0:
                    found[square] = (letter, stone + 1)
        return found

    def step(self, draw: random.Random) -> bool:
        game, s, t = self.game, self.s, self.t
        self.same("the board", self.our_board(), self.their_board())
        self.same("the end", game.is_terminal(s), t.is_terminal())
        if t.is_terminal():
            self.same("the result", [float(game.utility(s, 1)), float(game.utility(s, 0))], t.returns())
            self.count("all captured", 0 in (s.red, s.blue))
            self.count("corner reached", 0 not in (s.red, s.blue))
            return False
        self.same("chance", s.die == THROWS, t.is_chance_node())
        if t.is_chance_node():
            ours = [(a - 1, round(p, 12)) for a, p in game.outcomes(s)]
            self.same("the die", ours, [(a, round(p, 12)) for a, p in t.chance_outcomes()])
            face = draw.randint(1, 6)
            self.moves.append(game.action_text(s, face))
            self.s = game.result(s, face)
            t.apply_action(face - 1)
            return True
        self.same("player to move", game.to_move(s), 1 - t.current_player())
        mine = {}
        for a in game.actions(s):
            start = game.square(game.of(s, s.mover), a // 3)
            mine[start, game.target(start, a % 3, s.mover)] = a
        theirs = {}
        for number in t.legal_actions():
            theirs[self.way(number)] = number
        self.same("moves", set(mine), set(theirs))
        ways = sorted(mine)
        board = self.our_board()
        captures = [way for way in ways if way[1] in board]
        way = draw.choice(captures if captures and self.style == "captures" else ways)
        self.count("captures", way[1] in board)
        self.count("captures of one's own", way[1] in board and board[way[1]][0] == board[way[0]][0])
        self.moves.append(game.action_text(s, mine[way]))
        self.s = game.result(s, mine[way])
        t.apply_action(theirs[way])
        return True

    def way(self, number: int) -> tuple[int, int]:
        """The squares of OpenSpiel's move, as we count them: it writes row, column, direction and capture in
        one number."""
        rest, _ = divmod(number, 2)
        rest, direction = divmod(rest, 6)
        r, c = divmod(rest, 5)
        dr, dc = ((1, 1), (1, 0), (0, 1), (-1, 0), (-1, -1), (0, -1))[direction]
        return 24 - (5 * r + c), 24 - (5 * (r + dr) + c + dc)

    def record(self) -> str:
        return f"{self.game!r} from {self.start!r}: {' '.join(self.moves)}"
