"""Go as GTP speaks of it: vertices and colours instead of points and sets of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core import bits
from halfmove.core.dialects import GtpDialect, Step
from halfmove.core.errors import BadInput
from halfmove.games.go.rules import BLACK, NOWHERE, RULES, WHITE, State
from halfmove.games.go.settlement import DeadStones

if TYPE_CHECKING:
    from halfmove.core.history import History
    from halfmove.core.sgf_tree import Node
    from halfmove.games.go.game import Go

_SAID = {
    "tromp-taylor": ("tromp-taylor", "chinese"),
    "chinese": ("chinese",),
    "aga": ("aga",),
    "japanese": ("japanese",),
}
"""Our rule sets by the names that `kgs-rules` takes, the best first: not all engines know Tromp-Taylor."""
_MEANT = {
    "tromp-taylor": "tromp-taylor",
    "chinese": "chinese",
    "chinese-ogs": "chinese",
    "chinese-kgs": "chinese",
    "aga": "aga",
    "bga": "aga",
    "japanese": "japanese",
    "korean": "japanese",
}
"""The names that controllers use, and ours."""
_MOVERS = {"b": BLACK, "w": WHITE, "1": BLACK, "2": WHITE}
"""Whose turn it is in a file; by numbers in those from before FF[4]."""
_CELLS = {"b": "X", "w": "O", "": "."}


class GtpGo(GtpDialect):
    """A game of Go."""

    def __init__(self, game: Go) -> None:
        self.game = game
        self.points, self.handicap = game.points, game.handicap

    # ---- an outside engine told of the game
    def setup(self) -> list[str]:
        game = self.game
        square = game.width == game.height
        size = f"boardsize {game.width}" if square else f"rectangular_boardsize {game.width} {game.height}"
        return [size, "clear_board", f"komi {float(game.komi):g}"]

    def handicap_stones(self) -> list[str]:
        return [self.game.point_text(self.game.point(place)) for place in self.game.handicap_stones]

    def stones(self, s: State) -> list[tuple[str, str]]:
        cells = "".join(self.game.grid(s))
        return [
            ("b" if cell == "X" else "w", self.game.point_text(point))
            for point, cell in enumerate(cells)
            if cell != "."
        ]

    def rules_to_say(self) -> Sequence[str]:
        return _SAID[self.game.rules]

    # ---- a controller telling us
    def rules_meant(self, name: str) -> str:
        if name not in _MEANT:
            raise BadInput(f"unknown rules; there are {', '.join(_MEANT)}")
        return _MEANT[name]

    def rules_described(self) -> dict[str, Any]:
        rules = RULES[self.game.rules]
        superko = "SITUATIONAL" if rules.situational else "POSITIONAL"
        return {
            "ko": superko if rules.repetition == "forbidden" else "SIMPLE",
            "scoring": "TERRITORY" if rules.territory else "AREA",
            "suicide": rules.suicide,
            "tax": "NONE",
            "whiteHandicapBonus": ("0", "N", "N-1")[rules.given_back],
        }

    def turned(self, s: State, seat: int) -> State:
        return s._replace(mover=seat, ko=NOWHERE, passes=0)

    def with_stones(self, s: State, stones: Mapping[str, str], mover: int) -> State:
        game = self.game
        cells = list("".join(game.grid(s)))
        for vertex, colour in stones.items():
            cells[game.parse_point(vertex)] = _CELLS[colour]
        rows = ["".join(cells[r * game.width : (r + 1) * game.width]) for r in range(game.height)]
        return game.parse(f"{'/'.join(rows)} {'BW'[mover]}")._replace(prisoners=s.prisoners)

    def read_file(self, data: bytes) -> tuple[dict[str, Any], list[Step]]:
        """A file may do what no game does: set stones up between two moves, or have one side move twice."""
        from halfmove.core.sgf_charset import decode
        from halfmove.core.sgf_tree import Part, parts
        from halfmove.games.go.game import Go
        from halfmove.games.go.sgf.game import move_of, vertex
        from halfmove.games.go.sgf.root import SETUP, komi_of, pass_over, root_of, size_of

        root = root_of(next(parts(decode(data)), Part(1, "")), pass_over)
        (width, height), komi = size_of(root, pass_over), komi_of(root, pass_over)
        parameters: dict[str, Any] = {"width": width, "height": height, "handicap": 0}
        board = Go(width=width, height=height)
        if komi is not None:
            parameters["komi"] = komi
        steps: list[Step] = []
        for node in root.main_line():
            if any(name in node.properties for name in (*SETUP, "PL")):
                steps.append(_set_up(node, board))
            if (move := move_of(node, board)) is not None:
                steps.append(Step(move=(move[0], vertex(board, move[1]))))
        return parameters, steps

    # ---- questions about a position
    def settlement(self, s: State) -> DeadStones:
        return DeadStones(self.game, s)

    def chains(self, s: State) -> list[list[str]]:
        from halfmove.games.go.benson import parts

        return [self._vertices(chain) for stones in (s.black, s.white) for chain in parts(self.game, stones)]

    def liberties(self, s: State, vertex: str) -> list[str]:
        game = self.game
        point = game.parse_point(vertex)
        stones = bits.wide_or(s.black, s.white)
        if not bits.wide_has(stones, game.place(point)):
            raise BadInput("vertex must not be empty")
        chain = game.nothing
        for one in game.chain_at(s, point):
            chain = bits.wide_with(chain, game.place(one))
        return self._vertices(game.liberties(chain, stones))

    def ladder(self, s: State, vertex: str) -> str | None:
        from halfmove.games.go.ladders import ladder_move

        move = ladder_move(self.game, s, self.game.parse_point(vertex))
        return None if move is None else self.game.point_text(move)

    def captures(self, history: History, seat: int) -> int:
        taken = 0
        for before, action, after in zip(history.states, history.actions, history.states[1:], strict=False):
            mine, theirs = self.game.own(before), self.game.other(before)
            now_theirs, now_mine = self.game.own(after), self.game.other(after)
            if before.mover == seat:
                taken += bits.wide_count(theirs) - bits.wide_count(now_theirs)
            elif action != self.points:  # suicide
                taken += bits.wide_count(mine) + 1 - bits.wide_count(now_mine)
        return taken

    def ownership(self, s: State, playouts: int | None = None) -> list[list[float]]:
        from halfmove.games.go.ownership import PLAYOUTS, ownership

        game = self.game
        owned = ownership(game, s, playouts=playouts or PLAYOUTS)
        return [owned[r * game.width : (r + 1) * game.width] for r in range(game.height)]

    def place(self, vertex: str) -> tuple[int, int]:
        return divmod(self.game.parse_point(vertex), self.game.width)

    def _vertices(self, points: bits.Wide) -> list[str]:
        return [self.game.point_text(self.game.point(place)) for place in bits.wide_squares(points)]


def _set_up(node: Node, board: Go) -> Step:
    """Stones put and removed, and the turn handed over, as a node says."""
    from halfmove.games.go.sgf.game import vertex
    from halfmove.games.go.sgf.root import setup_of

    stones = {
        vertex(board, point): colour
        for colour, points in zip(("b", "w", ""), setup_of(node, board), strict=True)
        for point in points
    }
    if "PL" not in node.properties:
        return Step(stones=stones)
    told = node.raw("PL").strip().lower()[:1]
    if told not in _MOVERS:
        raise BadInput("it does not say whose turn it is: PL is neither B nor W")
    return Step(stones=stones, mover=_MOVERS[told])
