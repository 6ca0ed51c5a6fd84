"""Breakthrough a second time, for the tests: pawns in sets of (row, column), rules as one tells them."""


class Naive:
    """A position is (white, black, mover): two frozensets of (row from White's side, column); 0 is White."""

    def __init__(self, width, height):
        self.width, self.height = width, height

    def initial(self):
        rows = 2 if self.height >= 6 else 1
        columns = range(self.width)
        white = frozenset((row, column) for row in range(rows) for column in columns)
        return white, frozenset((self.height - 1 - row, column) for row, column in white), 0

    def moves(self, position):
        """From where to where, as pairs of (row, column)."""
        own, other = position[:2] if position[2] == 0 else (position[1], position[0])
        ahead = 1 if position[2] == 0 else -1
        for row, column in sorted(own):
            for across in (-1, 0, 1):
                there = row + ahead, column + across
                inside = there[0] in range(self.height) and there[1] in range(self.width)
                if inside and there not in own and (across or there not in other):
                    yield (row, column), there

    def after(self, position, move):
        white, black, mover = position
        here, there = move
        sides = [white, black]
        sides[mover] = sides[mover] - {here} | {there}
        sides[1 - mover] = sides[1 - mover] - {there}
        return sides[0], sides[1], 1 - mover

    def winner(self, position):
        """Who has won, or None."""
        white, black, _ = position
        if not black or any(row == self.height - 1 for row, _ in white):
            return 0
        return 1 if not white or any(row == 0 for row, _ in black) else None

    def perft(self, position, depth):
        if depth == 0:
            return 1
        if self.winner(position) is not None:
            return 0
        return sum(self.perft(self.after(position, move), depth - 1) for move in self.moves(position))
