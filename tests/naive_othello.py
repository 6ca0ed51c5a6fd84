"""Othello on a plain array, square by square and direction by direction: an oracle for the bitboards."""

DIRECTIONS = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]


class Naive:
    """A board of `X`, `O` and `.` in rows from the top, and who is to move."""

    def __init__(self, rows, mover):
        self.rows, self.mover = [list(row) for row in rows], mover

    def turned(self, r, c, mover):
        """The squares that a disc of `mover` on (r, c) turns over."""
        if self.rows[r][c] != ".":
            return []
        found = []
        for dr, dc in DIRECTIONS:
            line, y, x = [], r + dr, c + dc
            while 0 <= y < len(self.rows) and 0 <= x < len(self.rows[0]):
                if self.rows[y][x] == mover:
                    found += line
                    break
                if self.rows[y][x] == ".":
                    break
                line.append((y, x))
                y, x = y + dr, x + dc
        return found

    def squares(self, mover):
        """Where `mover` may put a disc, row by row."""
        places = [(r, c) for r, row in enumerate(self.rows) for c in range(len(row))]
        return [place for place in places if self.turned(*place, mover)]

    @property
    def other(self):
        return "O" if self.mover == "X" else "X"

    def moves(self):
        """The legal moves, None for a pass; none once the game is over."""
        return self.squares(self.mover) or ([None] if self.squares(self.other) else [])

    def play(self, place):
        if place is not None:
            for r, c in [place, *self.turned(*place, self.mover)]:
                self.rows[r][c] = self.mover
        self.mover = self.other

    def count(self, side):
        return sum(row.count(side) for row in self.rows)
