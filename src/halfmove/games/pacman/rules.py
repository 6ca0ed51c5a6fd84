"""Pac-Man: eat all the food in the maze before a ghost catches you.

The rules, their numbers and the order of actions are those of Berkeley's Pac-Man projects (DeNero and Klein,
"Teaching introductory artificial intelligence with Pac-Man", EAAI 2010), so that what a course computes comes
out the same:

- Pac-Man moves first, then each ghost in turn.  He may stop; a ghost may not, and turns round only in a dead
  end.
- A move of Pac-Man costs 1; a food brings 10, the last one 500 more and the victory.  Being caught costs 500
  and the game.  A capsule scares all ghosts for 40 moves: they move at half speed, and to catch one brings
  200 and sends it back to where it started.
- Somebody is caught within a Manhattan distance of 0.7, which is looked at after every single move: of
  Pac-Man for all ghosts, of a ghost for itself.  (Two ghosts on his square catch him twice.)

Ghosts who are players are MINs: each of them has the opposite of Pac-Man's score.  Ghosts that follow a habit
(`ghosts`) are nature: see `habits`.  After `moves` moves of Pac-Man time is up, and the score stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.contract import CHANCE, Chance, Game, Payoffs
from halfmove.core.errors import BadInput
from halfmove.games.pacman.maze import (
    COMPASS,
    DIRECTIONS,
    EAST,
    NORTH,
    NOWHERE,
    SOUTH,
    STOP,
    Maze,
    distance_table,
    read_maze,
    step_table,
)
from halfmove.games.pacman.mazes import maze_text

PACMAN = 0
PLAYING, WON, CAUGHT, TIME_UP = range(4)
"""How a game stands."""
FOOD, LAST_FOOD, SCARED_GHOST, DEATH = 10, 500, 200, 500
SCARED_TIME = 40
LONGEST_GAME = 50_000

EVALUATIONS = ("features", "score")
HABITS = ("players", "random", "directional", "chase", "ambush", "patrol", "shy")
"""What a ghost may be: a player, or nature with a habit."""
NATURE = 15
_PART, _MASK = 4, 15
"""Bits of each part of `turns` and of `habits`."""
_HALF, _HEADING, _SCARED = 10, 11, 14
"""Where a ghost's word has its parts: below them the square."""


class State(NamedTuple):
    """Where everybody is, what there is to eat, whose turn it is, and the score."""

    pacman: int
    heading: int
    """The direction of Pac-Man's last step; STOP before the first."""
    ghosts: tuple[int, ...]
    """A word for each ghost: `square_of`, `between`, `heading_of` and `scared_of` read it."""
    food: tuple[Bitboard, ...]
    capsules: tuple[Bitboard, ...]
    mover: int
    """0 for Pac-Man, 1 for the first ghost, and so on."""
    moves: int
    """How many moves Pac-Man has made."""
    score: int
    standing: int
    """PLAYING, WON, CAUGHT or TIME_UP."""


class Rules(Game):
    """Eat all the food before a ghost catches you."""

    name = "pacman"
    actions_limit = DIRECTIONS
    runtime_parameters = ("limit", "turns", "habits", "plain")
    uncompiled_parameters = ("laid_out", "start")
    file_parameters = ("maze",)

    maze: str = "small"
    ghosts: str = "players"
    thought: str = "random"
    limit: int = 1000
    evaluation: str = "features"

    count: int
    """How many ghosts there are."""
    squares: int
    junction_count: int
    """How many squares have three ways or four."""
    width: int
    height: int
    turns: int
    """Whose turn it is by the mover, four bits each: a player's number, or NATURE."""
    habits: int
    """The habits of the ghosts, four bits each: see `habits`."""
    plain: bool
    """Whether the score alone is the evaluation."""

    def setup(self) -> None:
        self.laid_out = maze = read_maze(maze_text(self.maze))
        if not 1 <= self.limit <= LONGEST_GAME:
            raise BadInput(f"Pac-Man's parameter 'limit' is 1 to {LONGEST_GAME} moves, not {self.limit}.")
        if self.evaluation not in EVALUATIONS:
            raise BadInput(
                f"Pac-Man's parameter 'evaluation' is {' or '.join(EVALUATIONS)}, not '{self.evaluation}'."
            )
        self.plain = self.evaluation == "score"
        self.count, self.squares = len(maze.ghosts), len(maze.squares)
        self.width, self.height = maze.width, maze.height
        steps = step_table(maze)
        self.steps = np.array(steps, np.int64)
        self.ways = np.array(
            [
                sum(1 << d for d in COMPASS if steps[square * DIRECTIONS + d] != NOWHERE)
                for square in range(self.squares)
            ],
            np.uint64,
        )
        junctions = [square for square in range(self.squares) if bits.count(self.ways_from(square)) > 2]
        self.junction_count = len(junctions)
        self.junctions = np.array(junctions or [0], np.int64)
        self.distances = distance_table(steps)
        self.places = np.array(maze.squares, np.int64).reshape(-1)
        self.lairs = np.array(maze.ghosts or (0,), np.int64)
        self.set_habits()
        self.depth_plies = 1 + self.count
        most = FOOD * len(maze.food) + LAST_FOOD + SCARED_GHOST * self.count * (len(maze.capsules) + 1)
        least = self.limit + DEATH * max(self.count, 1)
        self.utility_limit = max(most, least) + 1
        self.start = self.at_start(maze)

    def habit(self, ghost: int) -> int:
        """The place of a ghost's habit in HABITS; 0 for a player."""
        return (self.habits >> (_PART * ghost)) & _MASK

    def set_habits(self) -> None:
        """Read `ghosts`: who is a player, and what the others' habits are."""
        names = self.ghost_names(self.ghosts)
        if "players" in self.ghost_names(self.thought):
            raise BadInput(
                "Pac-Man's parameter 'thought' says which habits a search supposes, and players have none."
            )
        self.habits = sum(HABITS.index(name) << (_PART * ghost) for ghost, name in enumerate(names))
        self.turns, players = 0, 1
        for ghost, name in enumerate(names):
            whose = players if name == "players" else NATURE
            self.turns |= whose << (_PART * (ghost + 1))
            players += name == "players"
        self.players = players
        self.player_names = ("Pac-Man", *(f"ghost {k}" for k in range(1, players)))
        self.chance = Chance.EXPLICIT if players < 1 + self.count else Chance.NONE
        self.payoffs = (Payoffs.GENERAL, Payoffs.ZERO_SUM, Payoffs.ONE_AGAINST_ALL)[min(players, 3) - 1]

    def ghost_names(self, described: str) -> list[str]:
        """What each ghost is: one for all, or a list with commas, gone through again and again."""
        names = [word.strip() for word in described.split(",")]
        for name in names:
            if name not in HABITS:
                raise BadInput(f"A ghost is one of {', '.join(HABITS)}, not '{name}'.")
        if len(names) > max(self.count, 1):
            raise BadInput(f"The maze has {self.count} ghosts, and {len(names)} are described.")
        return [names[ghost % len(names)] for ghost in range(self.count)]

    def at_start(self, maze: Maze) -> State:
        """The state that the maze's text says."""
        nothing = (0,) * ((self.squares + 63) // 64)
        food, capsules = nothing, nothing
        for square in maze.food:
            food = bits.wide_with(food, square)
        for square in maze.capsules:
            capsules = bits.wide_with(capsules, square)
        ghosts = tuple(ghost_word(square, STOP) for square in maze.ghosts or (0,))
        return State(maze.pacman, STOP, ghosts, food, capsules, PACMAN, 0, 0, PLAYING)

    # ---- the six functions
    def initial(self) -> State:
        return self.start

    def to_move(self, s: State) -> int:
        whose = (self.turns >> (_PART * s.mover)) & _MASK
        return CHANCE if whose == NATURE else whose

    def actions(self, s: State) -> Iterator[int]:
        if s.mover == PACMAN:
            for direction in range(DIRECTIONS):
                if self.step(s.pacman, direction) != NOWHERE:
                    yield direction
        else:
            for direction in bits.squares(self.offered(s, s.mover - 1)):
                yield direction

    def result(self, s: State, a: int) -> State:
        if s.mover == PACMAN:
            return self.pacman_moved(s, a)
        return self.ghost_moved(s, s.mover - 1, a)

    def is_terminal(self, s: State) -> bool:
        return s.standing != PLAYING

    def utility(self, s: State, player: int) -> int:
        """The score, and to a ghost its opposite."""
        return s.score if player == PACMAN else -s.score

    # ---- moves
    def step(self, square: int, direction: int) -> int:
        """Where a step leads; NOWHERE into a wall."""
        return int(self.steps[square * DIRECTIONS + direction])

    def offered(self, s: State, ghost: int) -> Bitboard:
        """The directions that a ghost may take, a bit each."""
        return self.free(s.ghosts[ghost])

    def free(self, word: int) -> Bitboard:
        """The directions that the rules leave a ghost: on, where it is between two squares, and back only out
        of a dead end."""
        heading = heading_of(word)
        if between(word):
            return bits.bit(heading)
        ways = self.ways_from(square_of(word))
        return bits.without(ways, bits.bit(opposite(heading))) if bits.count(ways) > 1 else ways

    def ways_from(self, square: int) -> Bitboard:
        """The directions in which a step leads somewhere."""
        return bits.entry(self.ways, square)

    def pacman_moved(self, s: State, a: int) -> State:
        """After Pac-Man's move."""
        there = self.step(s.pacman, a)
        score, standing = s.score - 1, PLAYING
        food, capsules, ghosts = s.food, s.capsules, s.ghosts
        if bits.wide_has(food, there):
            food = bits.wide_without(food, bits.wide_alone(food, there))
            score += FOOD
            if bits.wide_empty(food):
                score += LAST_FOOD
                standing = WON
        if bits.wide_has(capsules, there):
            capsules = bits.wide_without(capsules, bits.wide_alone(capsules, there))
            for ghost in range(self.count):
                ghosts = bits.with_item(ghosts, ghost, scared(ghosts[ghost], SCARED_TIME))
        for ghost in range(self.count):
            word = ghosts[ghost]
            if self.meets(word, there):
                if scared_of(word) > 0:
                    score += SCARED_GHOST
                    ghosts = bits.with_item(ghosts, ghost, ghost_word(int(self.lairs[ghost]), STOP))
                elif standing != WON:
                    score -= DEATH
                    standing = CAUGHT
        heading = s.heading if a == STOP else a
        return self.next_turn(
            State(there, heading, ghosts, food, capsules, PACMAN, s.moves + 1, score, standing)
        )

    def ghost_moved(self, s: State, ghost: int, a: int) -> State:
        """After a ghost's move."""
        word = self.moved(s.ghosts[ghost], a)
        score, standing = s.score, PLAYING
        if self.meets(word, s.pacman):
            if scared_of(word) > 0:
                score += SCARED_GHOST
                word = ghost_word(int(self.lairs[ghost]), STOP)
            else:
                score -= DEATH
                standing = CAUGHT
        ghosts = bits.with_item(s.ghosts, ghost, word)
        return self.next_turn(
            State(s.pacman, s.heading, ghosts, s.food, s.capsules, s.mover, s.moves, score, standing)
        )

    def moved(self, word: int, a: int) -> int:
        """A ghost after its move in a direction: half a step while it is scared.  As the fright ends it is
        put on a square: of two the one to the east or the north."""
        here, time = square_of(word), scared_of(word)
        if time == 0:
            return ghost_word(self.step(here, a), a)
        if between(word):
            here = self.step(here, a)
            word = ghost_word(here, a)
        elif time > 1:
            word = half_a_step_on(ghost_word(here, a))
        else:
            word = ghost_word(self.step(here, a) if a in (EAST, NORTH) else here, a)
        return scared(word, time - 1)

    def meets(self, word: int, square: int) -> bool:
        """Whether a ghost is within 0.7 of a square."""
        here = square_of(word)
        return here == square or (between(word) and self.step(here, heading_of(word)) == square)

    def next_turn(self, s: State) -> State:
        """The state with the turn passed on; after the last move of all, time is up."""
        mover = s.mover + 1 if s.mover < self.count else PACMAN
        standing = s.standing
        if mover == PACMAN and standing == PLAYING and s.moves >= self.limit:
            standing = TIME_UP
        return State(s.pacman, s.heading, s.ghosts, s.food, s.capsules, mover, s.moves, s.score, standing)

    # ---- looking up
    def key(self, s: State) -> Bitboard:
        word = bits.board(s.pacman + (s.heading << 10) + (s.mover << 13) + (s.standing << 17))
        word = bits.hash_with(bits.hash_with(word, s.moves), s.score)
        for ghost in range(self.count):
            word = bits.hash_with(word, s.ghosts[ghost])
        return bits.wide_hash(bits.wide_hash(word, s.food), s.capsules)


# ---- a ghost's word: its square, whether it is half a step on from there, its heading, how long it is scared


def ghost_word(square: int, heading: int) -> int:
    """A ghost on a square, not scared."""
    return square | (heading << _HEADING)


def scared(word: int, time: int) -> int:
    """The ghost, scared for so many moves."""
    return (word & ((1 << _SCARED) - 1)) | (time << _SCARED)


def square_of(word: int) -> int:
    """Where a ghost is, or where it has set out from."""
    return word & ((1 << _HALF) - 1)


def between(word: int) -> bool:
    """Whether it is half a step on from there, in the direction of its heading."""
    return (word >> _HALF) & 1 == 1


def half_a_step_on(word: int) -> int:
    """The ghost, half a step on in the direction of its heading."""
    return word | (1 << _HALF)


def heading_of(word: int) -> int:
    """The direction of a ghost's last move; STOP before the first."""
    return (word >> _HEADING) & 7


def scared_of(word: int) -> int:
    """For how many moves a ghost is still scared."""
    return word >> _SCARED


def opposite(direction: int) -> int:
    """The other way; STOP is its own."""
    if direction == NORTH:
        return SOUTH
    if direction == SOUTH:
        return NORTH
    return EAST - direction
