"""Einstein würfelt nicht! a second time, for the tests: stones in a dictionary, rules as one tells them."""

from functools import cache


class Naive:
    """A position is (stones, mover, die): `stones` a frozenset of (player, number, row, column), rows from
    the top; `die` 0 before it is thrown."""

    def __init__(self, size, corner):
        self.size, self.count = size, corner * (corner + 1) // 2

    def moves(self, position):
        """The moves as (number, row, column) of where a stone goes."""
        stones, mover, die = position
        own = {number: (row, column) for player, number, row, column in stones if player == mover}
        if die in own:
            numbers = {die}
        else:
            higher = sorted(number for number in own if number > die)
            lower = sorted(number for number in own if number < die)
            numbers = {*higher[:1], *lower[-1:]}
        sign = 1 if mover == 0 else -1
        for number in sorted(numbers):
            row, column = own[number]
            for down, across in ((0, 1), (1, 0), (1, 1)):
                y, x = row + sign * down, column + sign * across
                if y in range(self.size) and x in range(self.size):
                    yield number, y, x

    def after(self, position, move):
        stones, mover, _ = position
        number, y, x = move
        kept = {stone for stone in stones if stone[:2] != (mover, number) and stone[2:] != (y, x)}
        return frozenset({*kept, (mover, number, y, x)}), 1 - mover, 0

    def winner(self, position):
        """Who has won, or None."""
        stones = position[0]
        for player, end in ((0, self.size - 1), (1, 0)):
            if any(stone[0] == player and stone[2:] == (end, end) for stone in stones):
                return player
            if not any(stone[0] == 1 - player for stone in stones):
                return player
        return None

    def perft(self, position, depth):
        if depth == 0:
            return 1
        if self.winner(position) is not None:
            return 0
        stones, mover, die = position
        if die == 0:
            return sum(self.perft((stones, mover, face), depth - 1) for face in range(1, self.count + 1))
        return sum(self.perft(self.after(position, move), depth - 1) for move in self.moves(position))

    def values(self):
        """The chance of player 0 to win from a position, by the definition."""

        @cache
        def value(position):
            if (winner := self.winner(position)) is not None:
                return 1.0 - winner
            stones, mover, die = position
            if die == 0:
                return sum(value((stones, mover, face)) for face in range(1, self.count + 1)) / self.count
            best = max if mover == 0 else min
            return best(value(self.after(position, move)) for move in self.moves(position))

        return value
