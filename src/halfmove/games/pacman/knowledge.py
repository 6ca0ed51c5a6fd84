"""What searches may know of Pac-Man: an evaluation by named features, and moves for playouts.

The features are linear in weights set by hand, in points of the score; distances are lengths of ways in the
maze, looked up.  With `evaluation` score the score alone is the evaluation, as Berkeley's projects have it at
first.
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.buffer import Buffer
from halfmove.core.randomness import below
from halfmove.core.score import WIN
from halfmove.core.term import Term
from halfmove.games.pacman.habits import Habits
from halfmove.games.pacman.maze import FAR, STOP
from halfmove.games.pacman.rules import PACMAN, State, opposite, scared_of, square_of

PER_STEP_TO_FOOD = 1
"""Points lost for each step to the nearest food."""
CAPSULE = 15
"""Points lost for each capsule that is still there."""
MENACE = (400, 200, 60, 25, 10, 4)
"""Points lost for a ghost by the steps to it, from 0."""
TRAPPED = (300, 120, 40)
"""Points lost for so few junctions, from 0, that Pac-Man reaches before every ghost that is not scared."""
ROOM, PER_SQUARE = 30, 4
"""Points lost for each square short of so many that he reaches before every ghost that is not scared."""
ALIVE, PROMISE, SPAN = 200, 250, 6
"""Points for being alive, and those that go to PROMISE as food runs out, half of it with SPAN left."""
HUNT, PER_STEP_TO_PREY = 120, 5
"""Points for a scared ghost that can be reached in time, less so many a step to it."""


class Knowledge(Habits):
    """The rules and habits with what searches may know."""

    sampling = {"c": "0.03", "plies": "-1", "playouts": "heavy", "keep": "false"}
    """No playouts: at 3,000 simulations a move the evaluation alone won 95 of 104 games on the medium maze
    against two directional ghosts, and 20 plies of playouts at 1,000 (the same time) 35 of 40.  The tree of
    the move before, whose means rest on a nearer horizon, is not kept: with it 11 of 15 were won, which may
    be chance, and copying it takes time.  c = 0.06 won 20 of 26, and 0.01 47 of 52."""

    def setup(self) -> None:
        super().setup()
        # so that Monte Carlo takes an estimate for the share of the best score that it is
        self.unit = round(0.29 * self.utility_limit * WIN)

    def evaluate(self, s: State, player: int) -> int:
        points = s.score
        if not self.plain:
            points += self.hope(s) - self.fear(s) - self.trapped(s) - self.cramped(s)
            points += self.promise(s) - self.hunger(s) - self.capsules_left(s)
        most = self.utility_limit - 1
        points = max(-most, min(most, points))
        return points * WIN if player == PACMAN else -points * WIN

    def terms(self, s: State) -> list[Term]:
        found = [Term("score", "the score so far", {"score": s.score}, s.score)]
        if not self.plain:
            nearest = self.nearest_food(s)
            steps = {} if nearest == FAR else {"steps": float(nearest)}
            ghosts = [(g, word) for g, word in enumerate(s.ghosts[: self.count], 1)]
            near = {f"ghost {g}": -float(self.menace(s, w)) for g, w in ghosts if self.menace(s, w)}
            prey = {f"ghost {g}": float(self.prey(s, w)) for g, w in ghosts if self.prey(s, w)}
            left = float(bits.wide_count(s.capsules))
            food = {"food left": float(bits.wide_count(s.food))}
            found += [
                Term("food", "steps to the nearest food", steps, -self.hunger(s)),
                Term("menace", "ghosts that are near", near, -self.fear(s)),
                Term("trapped", "few junctions that he reaches before a ghost", {}, -self.trapped(s)),
                Term("room", "few squares that he reaches before a ghost", {}, -self.cramped(s)),
                Term("prey", "scared ghosts that can be caught", prey, self.hope(s)),
                Term("capsules", "capsules not yet eaten", {"capsules": left}, -self.capsules_left(s)),
                Term("alive", "still alive, the more the less food is left", food, self.promise(s)),
            ]
        return found

    # ---- Monte Carlo
    def playout(self, s: State, last: int, random: Buffer) -> int:
        """Pac-Man eats where it is safe, and goes on rather than back; a ghost comes nearer as a directional
        one does."""
        if s.mover != PACMAN:
            return self.pursuing(s, random)
        ways = self.ways_from(s.pacman)
        safe, eating = bits.board(0), bits.board(0)
        for direction in bits.squares(ways):
            there = self.step(s.pacman, direction)
            if not self.endangered(s, there):
                safe |= bits.bit(direction)
                if bits.wide_has(s.food, there) or bits.wide_has(s.capsules, there):
                    eating |= bits.bit(direction)
        onward = bits.without(safe, bits.bit(opposite(s.heading)))
        choice = ways
        if eating != bits.board(0):
            choice = eating
        elif onward != bits.board(0):
            choice = onward
        size = bits.count(choice)
        return bits.select(choice, below(random, size)) if size > 0 else STOP

    def pursuing(self, s: State, random: Buffer) -> int:
        """A direction for the ghost to move, likely one that brings it nearer."""
        ghost = s.mover - 1
        offered = self.offered(s, ghost)
        if below(random, 5) > 0:
            offered = self.intended(s, s.ghosts[ghost], offered)
        return bits.select(offered, below(random, bits.count(offered)))

    def endangered(self, s: State, square: int) -> bool:
        """Whether a ghost that is not scared is on a square or a step from it."""
        for ghost in range(self.count):
            word = s.ghosts[ghost]
            if scared_of(word) == 0 and self.distance(square, square_of(word)) <= 1:
                return True
        return False

    # ---- features
    def distance(self, start: int, end: int) -> int:
        """The length of the way between two squares; FAR where there is none."""
        return 0 + int(self.distances[start * self.squares + end])

    def nearest_food(self, s: State) -> int:
        """Steps to the nearest food; FAR where there is none left."""
        least = FAR
        for square in bits.wide_squares(s.food):
            least = min(least, self.distance(s.pacman, square))
        return least

    def hunger(self, s: State) -> int:
        """Points lost for food being far."""
        nearest = self.nearest_food(s)
        return 0 if nearest == FAR else PER_STEP_TO_FOOD * nearest

    def capsules_left(self, s: State) -> int:
        """Points lost for capsules not eaten."""
        return CAPSULE * bits.wide_count(s.capsules)

    def menace(self, s: State, word: int) -> int:
        """Points lost for one ghost being near."""
        steps = self.distance(s.pacman, square_of(word))
        return 0 if scared_of(word) > 0 or steps >= len(MENACE) else MENACE[steps]

    def prey(self, s: State, word: int) -> int:
        """Points for one scared ghost."""
        steps = self.distance(s.pacman, square_of(word))
        return max(0, HUNT - PER_STEP_TO_PREY * steps) if scared_of(word) > steps else 0

    def fear(self, s: State) -> int:
        """Points lost for all ghosts."""
        points = 0
        for ghost in range(self.count):
            points += self.menace(s, s.ghosts[ghost])
        return points

    def trapped(self, s: State) -> int:
        """Points lost for having few ways out."""
        first = 0
        for k in range(self.junction_count):
            junction = int(self.junctions[k])
            steps, free = self.distance(s.pacman, junction), True
            for ghost in range(self.count):
                word = s.ghosts[ghost]
                if scared_of(word) <= steps and self.distance(square_of(word), junction) <= steps:
                    free = False
                    break
            if free:
                first += 1
                if first == len(TRAPPED):
                    return 0
        return TRAPPED[first] if self.junction_count > 0 else 0

    def cramped(self, s: State) -> int:
        """Points lost for having little room."""
        room = 0
        for square in range(self.squares):
            steps, free = self.distance(s.pacman, square), True
            for ghost in range(self.count):
                word = s.ghosts[ghost]
                if scared_of(word) <= steps and self.distance(square_of(word), square) <= steps:
                    free = False
                    break
            if free:
                room += 1
                if room == ROOM:
                    return 0
        return PER_SQUARE * (ROOM - room)

    def promise(self, s: State) -> int:
        """Points for being alive, the more the less food is left."""
        return ALIVE + PROMISE * SPAN // (SPAN + bits.wide_count(s.food))

    def hope(self, s: State) -> int:
        """Points for all scared ghosts."""
        points = 0
        for ghost in range(self.count):
            points += self.prey(s, s.ghosts[ghost])
        return points
