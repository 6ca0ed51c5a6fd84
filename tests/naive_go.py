"""Go by sets of coordinates, as a beginner would write it: the oracle beside the bitboards."""

from __future__ import annotations

PASS = None


class NaiveGo:
    """One game with its whole history; (row, column) from the top left; `suicide`, `situational` as named."""

    def __init__(self, width, height, suicide=False, situational=False, superko=True):
        self.width, self.height = width, height
        self.suicide, self.situational, self.superko = suicide, situational, superko
        self.stones, self.mover, self.passes = {}, 0, 0
        self.prisoners = [0, 0]
        self.before = None  # the stones before the last move, for the simple ko
        self.seen = {self.name(self.stones, 0)}

    def name(self, stones, mover):
        return frozenset(stones.items()), mover if self.situational else 0

    def around(self, point):
        r, c = point
        beside = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
        return [(y, x) for y, x in beside if 0 <= y < self.height and 0 <= x < self.width]

    def chain(self, stones, point):
        chain, waiting = set(), [point]
        while waiting:
            p = waiting.pop()
            if p not in chain:
                chain.add(p)
                waiting += [q for q in self.around(p) if stones.get(q) == stones.get(point)]
        return chain

    def liberties(self, stones, chain):
        return {q for p in chain for q in self.around(p) if q not in stones}

    def after(self, point):
        """The stones after a play, and how many of each side it removes; None if it cannot be."""
        stones, gone = dict(self.stones), [0, 0]
        if point in stones:
            return None
        stones[point] = self.mover
        for q in self.around(point):
            if stones.get(q) == 1 - self.mover:
                chain = self.chain(stones, q)
                if not self.liberties(stones, chain):
                    for p in chain:
                        del stones[p]
                    gone[1 - self.mover] += len(chain)
        chain = self.chain(stones, point)
        if not self.liberties(stones, chain):
            if not self.suicide:
                return None
            for p in chain:
                del stones[p]
            gone[self.mover] += len(chain)
        return stones, gone

    def allowed(self, point):
        found = self.after(point)
        if found is None or found[0] == self.before or found[0] == self.stones:
            return False
        return not self.superko or self.name(found[0], 1 - self.mover) not in self.seen

    def legal(self):
        points = [(r, c) for r in range(self.height) for c in range(self.width)]
        return [p for p in points if self.allowed(p)]

    def play(self, point):
        before = self.stones
        if point is PASS:
            self.passes += 1
        else:
            self.stones, gone = self.after(point)
            self.passes = 0
            self.prisoners[0] += gone[1]
            self.prisoners[1] += gone[0]
        self.before = before
        self.mover = 1 - self.mover
        self.seen.add(self.name(self.stones, self.mover))

    def regions(self):
        """The empty regions with the sides that they touch."""
        done, regions = set(), []
        for point in [(r, c) for r in range(self.height) for c in range(self.width)]:
            if point not in self.stones and point not in done:
                region = self.chain(self.stones, point)
                done |= region
                touched = {self.stones[q] for p in region for q in self.around(p) if q in self.stones}
                regions.append((region, touched))
        return regions

    def territory(self):
        """Points of territory, Black's less White's."""
        worth = {frozenset({0}): 1, frozenset({1}): -1}
        return sum(len(region) * worth.get(frozenset(t), 0) for region, t in self.regions())

    def area(self):
        """Points of area, Black's less White's."""
        sides = list(self.stones.values())
        return self.territory() + sides.count(0) - sides.count(1)
