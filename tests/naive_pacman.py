"""Pac-Man as Berkeley's projects have it, written with coordinates and fractions, to hold the rules against.

Nothing here is fast, and nothing is shared with `halfmove.games.pacman`: places are exact (x, y) from the
bottom left, a scared ghost moves by a half, distances are taken between coordinates.
"""

from dataclasses import dataclass, field
from fractions import Fraction

VECTORS = {"West": (-1, 0), "Stop": (0, 0), "East": (1, 0), "North": (0, 1), "South": (0, -1)}
BACK = {"West": "East", "East": "West", "North": "South", "South": "North", "Stop": "Stop"}


@dataclass
class Ghost:
    start: tuple
    place: tuple
    heading: str = "Stop"
    timer: int = 0


@dataclass
class Pacman:
    walls: set = field(default_factory=set)
    food: set = field(default_factory=set)
    capsules: set = field(default_factory=set)
    ghosts: list = field(default_factory=list)
    place: tuple = (0, 0)
    score: int = 0
    won: bool = False
    lost: bool = False
    agent: int = 0

    @classmethod
    def of(cls, text):
        game, rows, found = cls(), text.strip().split("\n"), []
        for y, row in enumerate(reversed(rows)):
            for x, sign in enumerate(row.strip()):
                if sign == "%":
                    game.walls.add((x, y))
                elif sign == ".":
                    game.food.add((x, y))
                elif sign == "o":
                    game.capsules.add((x, y))
                elif sign == "P":
                    game.place = (x, y)
                elif sign == "G":
                    found.append((x, y))
        game.ghosts = [Ghost(place, place) for place in sorted(found)]
        return game

    def over(self):
        return self.won or self.lost

    def possible(self, place, heading):
        if any(Fraction(c).denominator != 1 for c in place):
            return [heading]
        return [a for a, (dx, dy) in VECTORS.items() if (place[0] + dx, place[1] + dy) not in self.walls]

    def legal(self):
        if self.agent == 0:
            return self.possible(self.place, "Stop")
        ghost = self.ghosts[self.agent - 1]
        ways = [a for a in self.possible(ghost.place, ghost.heading) if a != "Stop"]
        if BACK[ghost.heading] in ways and len(ways) > 1:
            ways.remove(BACK[ghost.heading])
        return ways

    def speed(self, ghost):
        return Fraction(1, 2) if ghost.timer > 0 else 1

    def play(self, action):
        if self.agent == 0:
            dx, dy = VECTORS[action]
            self.place = (self.place[0] + dx, self.place[1] + dy)
            self.score -= 1
            self.eat()
            for ghost in self.ghosts:
                self.meet(ghost)
        else:
            ghost = self.ghosts[self.agent - 1]
            ghost.place, ghost.heading = self.after(ghost, action), action
            if ghost.timer == 1:
                ghost.place = tuple((Fraction(c) + Fraction(1, 2)).__floor__() for c in ghost.place)
            ghost.timer = max(0, ghost.timer - 1)
            self.meet(ghost)
        self.agent = (self.agent + 1) % (1 + len(self.ghosts))

    def after(self, ghost, action):
        dx, dy = VECTORS[action]
        speed = self.speed(ghost)
        return (ghost.place[0] + speed * dx, ghost.place[1] + speed * dy)

    def eat(self):
        if self.place in self.food:
            self.food.remove(self.place)
            self.score += 10
            if not self.food and not self.lost:
                self.score += 500
                self.won = True
        if self.place in self.capsules:
            self.capsules.remove(self.place)
            for ghost in self.ghosts:
                ghost.timer = 40

    def meet(self, ghost):
        if self.far(ghost.place) > Fraction(7, 10):
            return
        if ghost.timer > 0:
            self.score += 200
            ghost.place, ghost.heading, ghost.timer = ghost.start, "Stop", 0
        elif not self.won:
            self.score -= 500
            self.lost = True

    def far(self, place):
        return abs(place[0] - self.place[0]) + abs(place[1] - self.place[1])

    def directional(self, intent=Fraction(4, 5)):
        """With which probability a directional ghost takes each way."""
        ghost, ways = self.ghosts[self.agent - 1], self.legal()
        far = {a: self.far(self.after(ghost, a)) for a in ways}
        best = (max if ghost.timer > 0 else min)(far.values())
        wanted = [a for a in ways if far[a] == best]
        return {a: (intent / len(wanted) if a in wanted else 0) + (1 - intent) / len(ways) for a in ways}
