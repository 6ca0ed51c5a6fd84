"""Hex a second time, for the tests: stones in dictionaries, chains by walking, rules as one tells them."""

from functools import cache

STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))


class Naive:
    """A position is (red, blue, mover): two frozensets of (row, column); 0 is Red, who joins top and bottom.
    A move is such a cell, or "swap"."""

    def __init__(self, size, swap):
        self.size, self.swap = size, swap
        self.cells = [(row, column) for row in range(size) for column in range(size)]

    def initial(self):
        return frozenset(), frozenset(), 0

    def moves(self, position):
        red, blue, mover = position
        yield from (cell for cell in self.cells if cell not in red | blue)
        if self.swap and mover == 1 and not blue and len(red) == 1:
            yield "swap"

    def after(self, position, move):
        red, blue, mover = position
        if move == "swap":
            [(row, column)] = red
            return frozenset(), frozenset({(column, row)}), 0
        return (red | {move}, blue, 1) if mover == 0 else (red, blue | {move}, 0)

    def joined(self, stones, player):
        """Whether a player's stones join his sides."""
        waiting = [cell for cell in stones if cell[player] == 0]
        seen = set(waiting)
        while waiting:
            cell = waiting.pop()
            if cell[player] == self.size - 1:
                return True
            for step in STEPS:
                there = cell[0] + step[0], cell[1] + step[1]
                if there in stones and there not in seen:
                    seen.add(there)
                    waiting.append(there)
        return False

    def winner(self, position):
        """Who has won, or None."""
        return next((player for player in (0, 1) if self.joined(position[player], player)), None)

    def wins(self):
        """Whether the player to move wins a position, by the definition."""

        @cache
        def mover_wins(position):
            if self.winner(position) is not None:
                return False
            return any(not mover_wins(self.after(position, move)) for move in self.moves(position))

        return mover_wins
