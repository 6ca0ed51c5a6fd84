"""Checkers on paper: moves by numbered squares, positions as PDN's FEN, boards in a terminal.

A move is the squares of its start and its end, `11-15`, or where it captures `15x24`; of several jumps with
the same two, each is written with every square on its way, `15x22x31`, which may always be done.  A position
is PDN's FEN (Portable Draughts Notation 3.0): who is to move, then White's pieces and Black's, `K` before a
king's square, and behind `H` the plies without a capture or a man's move where there are any:

    B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29:H7
"""

from __future__ import annotations

import re

from halfmove.core import bits
from halfmove.core.errors import BadInput
from halfmove.games.checkers.geometry import (
    BLACK,
    BOTTOM,
    NUMBERS,
    PLACES,
    SQUARES,
    TOP,
    WHITE,
    cell,
    moved,
)
from halfmove.games.checkers.rules import Rules, State, jumps_of, start_of, way_of

MOST_QUIET = 1000
_MOVE = re.compile(r"\d{1,2}(?:[-xX:*]\d{1,2})+")
_PIECES = re.compile(r"(K?)(\d{1,2})(?:-(\d{1,2}))?", re.IGNORECASE)


class Notation(Rules):
    """Moves and positions in words."""

    # ---- moves
    def path(self, s: State, a: int) -> tuple[int, ...]:
        """The numbers of the squares on which the piece stands, the first and the last included."""
        piece, way = bits.bit(start_of(a)), way_of(a)
        found = [NUMBERS[start_of(a)]]
        for _ in range(max(jumps_of(a), 1)):
            piece = moved(piece, way & 3)
            if jumps_of(a):
                piece = moved(piece, way & 3)
            found.append(NUMBERS[bits.lowest(piece)])
            way >>= 2
        return tuple(found)

    def action_text(self, s: State, a: int) -> str:
        path = self.path(s, a)
        if not jumps_of(a):
            return f"{path[0]}-{path[1]}"
        ends = [self.path(s, other) for other in self.actions(s)]
        if sum((other[0], other[-1]) == (path[0], path[-1]) for other in ends) > 1:
            return "x".join(map(str, path))
        return f"{path[0]}x{path[-1]}"

    def parse_action(self, s: State, text: str) -> int:
        if self.is_drawn(s):
            raise BadInput(f"The game is over, so '{text.strip()}' cannot be played.")
        return self.find_action(s, text)

    def find_action(self, s: State, text: str) -> int:
        """`parse_action`, also past a draw by rule, as games on paper may go on."""
        word = text.strip()
        if not _MOVE.fullmatch(word):
            raise BadInput(
                f"'{word}' is not a move; a move is two squares, 1 to {SQUARES}, such as 11-15 or 15x24."
            )
        given = tuple(int(number) for number in re.findall(r"\d+", word))
        if self.stuck(s):
            raise BadInput(f"The game is over, so '{word}' cannot be played.")
        legal = list(self.actions(s))
        paths = {self.path(s, a): a for a in legal}
        fitting = [a for path, a in paths.items() if given == (path[0], path[-1])]
        if given in paths:
            fitting = [paths[given]]
        if len(fitting) == 1:
            return fitting[0]
        choice = ", ".join(self.action_text(s, a) for a in fitting or legal)
        if fitting:
            raise BadInput(f"'{word}' can be several moves; write one of: {choice}.")
        raise BadInput(f"'{word}' {self.objection(s, given)}; the legal moves are: {choice}.")

    def objection(self, s: State, given: tuple[int, ...]) -> str:
        """Why the squares are no legal move."""
        strange = [n for n in given if not 1 <= n <= SQUARES]
        if strange:
            return f"names the square {strange[0]}, and the squares are 1 to {SQUARES}"
        if not bits.has(s.own, PLACES[given[0] - 1]):
            return f"is not legal: {self.player_names[s.mover]} has no piece on {given[0]}"
        if self.jumpers(s) != bits.board(0):
            return f"is not legal: {self.player_names[s.mover]} must capture, to the end of the jumps"
        return "is not legal"

    def split_moves(self, text: str) -> list[str]:
        """Numbers of moves may stand before them: `1. 11-15 23-19`."""
        return [word for word in super().split_moves(re.sub(r"\b\d+\.+", " ", text)) if word]

    # ---- positions
    def sides(self, s: State) -> tuple[int, int]:
        """Black's pieces and White's, as bitboards."""
        return (s.own, s.other) if s.mover == BLACK else (s.other, s.own)

    def letters(self, s: State) -> dict[int, str]:
        """What stands on the squares that are taken, by number: `b`, `w`, and `B`, `W` for kings."""
        found = {}
        for side, pieces in zip("bw", self.sides(s)):
            for place in bits.squares(pieces):
                found[NUMBERS[place]] = side.upper() if bits.has(s.kings, place) else side
        return dict(sorted(found.items()))

    def position_text(self, s: State) -> str:
        letters = self.letters(s)
        text = f"{'BW'[s.mover]}"
        for side in "wb":
            pieces = [
                f"{'K' if letter.isupper() else ''}{number}"
                for number, letter in letters.items()
                if letter.lower() == side
            ]
            text += f":{side.upper()}{','.join(pieces)}"
        return f"{text}:H{s.quiet}" if s.quiet else text

    def parse(self, text: str) -> State:
        """The state of a position as PDN's FEN writes it; a full stop may follow."""
        fields = "".join(text.split()).rstrip(".").split(":")
        mover = fields[0].upper()
        if mover not in ("B", "W") or len(fields) < 3:
            raise BadInput(
                "A position is who is to move, White's pieces and Black's, such as B:W21,22,K10:B1,5,K30."
            )
        boards, kings, quiet = {"B": 0, "W": 0}, 0, 0
        for field in fields[1:3]:
            side = field[:1].upper()
            if side not in boards or boards[side]:
                raise BadInput(f"The pieces '{field[:20]}' are neither W and White's nor B and Black's.")
            pieces, crowned = _read_pieces(field[1:])
            if (boards["B"] | boards["W"]) & pieces:
                number = NUMBERS[bits.lowest((boards["B"] | boards["W"]) & pieces)]
                raise BadInput(f"Two pieces stand on the square {number}.")
            boards[side] |= pieces
            kings |= crowned
        if not fields[1][:1].upper() != fields[2][:1].upper():
            raise BadInput("The position names one side's pieces twice.")
        for field in fields[3:]:
            if not re.fullmatch(r"[HF]\d{1,4}", field.upper()):
                raise BadInput(f"'{field[:20]}' behind the pieces is neither H nor F with a number.")
            if field[0].upper() == "H":
                quiet = int(field[1:])
        if quiet > MOST_QUIET:
            raise BadInput(f"H{quiet} is more than the {MOST_QUIET} plies that are read.")
        for side, row, words in (("B", BOTTOM, "Black's"), ("W", TOP, "White's")):
            wrong = boards[side] & row & ~kings
            if wrong:
                raise BadInput(f"{words} man on {NUMBERS[bits.lowest(wrong)]} would be a king there.")
        if mover == "B":
            return State(boards["B"], boards["W"], kings, BLACK, quiet)
        return State(boards["W"], boards["B"], kings, WHITE, quiet)

    # ---- boards in a terminal
    def count_text(self, s: State) -> str:
        """`Black 5 men and 1 king, White 6 men`."""
        parts = []
        for who, pieces in enumerate(self.sides(s)):
            kings = bits.count(pieces & s.kings)
            men = bits.count(pieces) - kings
            words = [f"{n} {one if n == 1 else many}" for n, one, many in
                     ((men, "man", "men"), (kings, "king", "kings")) if n]  # fmt: skip
            parts.append(f"{self.player_names[who]} {' and '.join(words) or 'nothing'}")
        return ", ".join(parts)

    def status(self, s: State) -> str:
        """Who is to move, or how the game ended."""
        if not self.is_terminal(s):
            must = ", must capture" if self.jumpers(s) != bits.board(0) else ""
            return f"{self.player_names[s.mover]} to move{must}"
        if self.is_drawn(s):
            return f"a draw: {self.ending(s)}"
        return f"{self.player_names[1 - s.mover]} wins: {self.ending(s)}"

    def ending(self, s: State) -> str:
        if self.is_drawn(s):
            return f"{self.plies_allowed // 2} moves without a capture or a man's move"
        side = self.player_names[s.mover]
        return f"{side} has no move" if s.own != bits.board(0) else f"{side} has no piece"

    def show(self, s: State) -> str:
        letters = self.letters(s)
        rows = []
        for row in range(8):
            cells = ["  "] * 8
            for number in range(4 * row + 1, 4 * row + 5):
                cells[cell(number)[1]] = f"{letters.get(number, number):>2}"
            rows.append(f" {' '.join(cells)}".rstrip())
        legend = "b, w: men; B, W: kings; numbers: empty squares"
        return "\n".join([*rows, f" {self.status(s)}; {self.count_text(s)}", f" {legend}"])


def _read_pieces(text: str) -> tuple[int, int]:
    """The set of the pieces of a list such as `1-4,K10`, and those of them that are kings."""
    pieces = kings = 0
    for word in text.split(",") if text else ():
        match = _PIECES.fullmatch(word)
        first = int(match[2]) if match else 0
        last = int(match[3] or first) if match else 0
        if not match or not 1 <= first <= last <= SQUARES:
            raise BadInput(f"'{word[:20]}' is no piece: a square, 1 to {SQUARES}, with K before a king's.")
        for number in range(first, last + 1):
            place = 1 << PLACES[number - 1]
            if pieces & place:
                raise BadInput(f"Two pieces stand on the square {number}.")
            pieces |= place
            kings |= place if match[1] else 0
    return pieces, kings
