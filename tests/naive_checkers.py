"""Checkers on a plain array, jump by jump with recursion: an oracle for the bitboards."""

from itertools import pairwise

FORWARD = {"b": [1], "w": [-1], "B": [1, -1], "W": [1, -1]}


class Naive:
    """Rows from the top of `b`, `w` (men), `B`, `W` (kings) and `.`, and who is to move, `b` or `w`."""

    def __init__(self, rows=None, mover="b"):
        start = [["b" if r < 3 else "w" if r > 4 else "." for _ in range(8)] for r in range(8)]
        start = [[x if (r + c) % 2 else "." for c, x in enumerate(row)] for r, row in enumerate(start)]
        self.rows, self.mover = rows or start, mover

    def on(self, r, c):
        return self.rows[r][c] if 0 <= r < 8 and 0 <= c < 8 else None

    def jumps(self, piece, r, c, taken, start):
        """The ways on from (r, c), as lists of squares; [[]] where there is none."""
        found = []
        for dr in FORWARD[piece]:
            for dc in (-1, 1):
                over, to = (r + dr, c + dc), (r + 2 * dr, c + 2 * dc)
                enemy = (self.on(*over) or ".").lower()
                if enemy not in ("b", "w") or enemy == self.mover or over in taken:
                    continue
                if self.on(*to) == "." or to == start:
                    found += [[to, *rest] for rest in self.jumps(piece, *to, [*taken, over], start)]
        return found or [[]]

    def moves(self):
        """The legal moves, as tuples of the squares that the piece stands on."""
        own = [(r, c) for r in range(8) for c in range(8) if self.rows[r][c].lower() == self.mover]
        captures, steps = [], []
        for at in own:
            piece = self.rows[at[0]][at[1]]
            captures += [(at, *way) for way in self.jumps(piece, *at, [], at) if way]
            for dr in FORWARD[piece]:
                for dc in (-1, 1):
                    if self.on(at[0] + dr, at[1] + dc) == ".":
                        steps.append((at, (at[0] + dr, at[1] + dc)))
        return captures or steps

    def play(self, move):
        (r, c), last = move[0], move[-1]
        piece, self.rows[r][c] = self.rows[r][c], "."
        for (r, c), (y, x) in pairwise(move):
            if abs(r - y) == 2:
                self.rows[(r + y) // 2][(c + x) // 2] = "."
        crowned = last[0] == (7 if self.mover == "b" else 0)
        self.rows[last[0]][last[1]] = piece.upper() if crowned else piece
        self.mover = "w" if self.mover == "b" else "b"
