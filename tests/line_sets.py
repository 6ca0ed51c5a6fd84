"""k in a line and Connect Four on sets of squares: nothing shared with the package but the counting."""


class Line:
    """Stones on a board, dropped into columns or put anywhere; `rows` from the top, as people read."""

    def __init__(self, width, height, k, drop):
        self.width, self.height, self.k, self.drop = width, height, k, drop

    def moves(self, stones):
        squares = [(r, c) for r in range(self.height) for c in range(self.width) if (r, c) not in stones]
        if not self.drop:
            return squares
        return sorted({max(s for s in squares if s[1] == c) for _, c in squares}, key=lambda s: s[1])

    def wins(self, stones, square):
        side = stones[square]
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
            run = 1
            for sign in (1, -1):
                r, c = square
                while stones.get((r + sign * dr, c + sign * dc)) == side:
                    r, c = r + sign * dr, c + sign * dc
                    run += 1
            if run >= self.k:
                return True
        return False

    def perft(self, depth, stones=None, over=False):
        """Sequences of exactly `depth` moves."""
        stones = stones or {}
        if depth == 0:
            return 1
        if over:
            return 0
        nodes = 0
        for square in self.moves(stones):
            after = {**stones, square: len(stones) % 2}
            nodes += self.perft(depth - 1, after, self.wins(after, square))
        return nodes
