"""Pac-Man's text: positions on one line, mazes with everybody in them, and the names of moves.

    P 5,3 E | G 7,3 - | G 8,3 W half scared 12 | food 17f | capsules 4 | turn 1 | moves 12 | score -3

Squares are `x,y` from the bottom left, from 0, as in Berkeley's projects.  After a square stands the heading
of the last step (- before the first); `half` is half a step on from the square in that direction.  Food and
capsules are the sets of squares that still have them, as hexadecimal numbers with the lowest square, that
at the top left, as the lowest bit.  The turn is 0 for Pac-Man, 1 for the first ghost, and so on.
"""

from __future__ import annotations

import re

from halfmove.core import bits
from halfmove.core.errors import BadInput
from halfmove.games.pacman.knowledge import Knowledge
from halfmove.games.pacman.maze import NOWHERE, STOP, read_maze
from halfmove.games.pacman.rules import (
    CAUGHT,
    PACMAN,
    PLAYING,
    SCARED_TIME,
    TIME_UP,
    WON,
    State,
    between,
    ghost_word,
    half_a_step_on,
    heading_of,
    scared,
    scared_of,
    square_of,
)

ACTIONS = ("West", "Stop", "East", "North", "South")
_HEADINGS = "W-ENS"
_STANDINGS = {PLAYING: "", WON: "won", CAUGHT: "caught", TIME_UP: "time up"}
_FIGURE = re.compile(
    r"(?P<x>\d{1,2}),(?P<y>\d{1,2}) (?P<heading>[-WENS])(?P<half> half)?(?: scared (?P<time>\d{1,2}))?"
)
_REST = re.compile(
    r"food (?P<food>[0-9a-f]{1,300}) \| capsules (?P<capsules>[0-9a-f]{1,300}) \| turn (?P<turn>\d) \| "
    r"moves (?P<moves>\d{1,5}) \| score (?P<score>-?\d{1,6})(?: \| (?P<standing>won|caught|time up))?"
)


class Notation(Knowledge):
    """The game with its text."""

    def action_text(self, s: State, a: int) -> str:
        return ACTIONS[a]

    def parse_action(self, s: State, text: str) -> int:
        """As `action_text` says it, in capitals or not; W, E, N and S alone are directions too."""
        word = text.strip().capitalize()
        near = {name: name for name in ACTIONS} | {name[0]: name for name in ACTIONS if name != "Stop"}
        legal: int = super().parse_action(s, near.get(word, text))
        return legal

    # ---- positions
    def position_text(self, s: State) -> str:
        figures = [f"P {self._where(s.pacman)} {_HEADINGS[s.heading]}"]
        for word in s.ghosts[: self.count]:
            half = " half" if between(word) else ""
            time = f" scared {scared_of(word)}" if scared_of(word) else ""
            figures.append(f"G {self._where(square_of(word))} {_HEADINGS[heading_of(word)]}{half}{time}")
        rest = [
            f"food {_number(s.food):x}",
            f"capsules {_number(s.capsules):x}",
            f"turn {s.mover}",
            f"moves {s.moves}",
            f"score {s.score}",
        ]
        return " | ".join([*figures, *rest, *filter(None, [_STANDINGS[s.standing]])])

    def parse(self, text: str) -> State:
        """A position as above, or a maze with the same walls."""
        if "%" in text:
            return self._from_maze(text)
        parts = " ".join(text.split()).split(" | ")
        figures, rest = parts[: self.count + 1], " | ".join(parts[self.count + 1 :])
        found = _REST.fullmatch(rest)
        if not found or any(part[:2] != ("G " if k else "P ") for k, part in enumerate(figures)):
            raise BadInput(
                f"A position of Pac-Man with {self.count} ghosts looks like "
                f"'{self.position_text(self.initial())}', not '{text}'."
            )
        pacman = self._figure(figures[0])
        if between(pacman) or scared_of(pacman):
            raise BadInput("Pac-Man is on a square, and never scared.")
        ghosts = tuple(map(self._figure, figures[1:])) or (ghost_word(0, STOP),)
        food, capsules = self._set(found["food"]), self._set(found["capsules"])
        for name, given, known in (
            ("food", food, self.start.food),
            ("capsules", capsules, self.start.capsules),
        ):
            if bits.wide_and(given, known) != given:
                raise BadInput(f"There is {name} only where the maze had some at first.")
        standing = next(key for key, words in _STANDINGS.items() if words == (found["standing"] or ""))
        state = State(
            square_of(pacman), heading_of(pacman), ghosts, food, capsules,
            int(found["turn"]), int(found["moves"]), int(found["score"]), standing,
        )  # fmt: skip
        self._check(state)
        return state

    def _check(self, s: State) -> None:
        """`BadInput` for what cannot have come about."""
        if s.mover > self.count:
            raise BadInput(f"With {self.count} ghosts the turn is 0 to {self.count}, not {s.mover}.")
        if s.moves > self.limit or (s.standing == PLAYING and s.mover == PACMAN and s.moves >= self.limit):
            raise BadInput(f"After {self.limit} moves the time is up, so there are not {s.moves}.")
        if abs(s.score) >= self.utility_limit:
            raise BadInput(f"A score is between ±{self.utility_limit - 1} in this maze, not {s.score}.")
        if (s.standing == WON) != (bits.wide_empty(s.food) and not bits.wide_empty(self.start.food)):
            raise BadInput("Pac-Man has won exactly when all food is eaten.")
        if s.standing == TIME_UP and (s.moves != self.limit or s.mover != PACMAN):
            raise BadInput(f"The time is up after {self.limit} moves of everybody.")
        met = [g for g in range(self.count) if self.meets(s.ghosts[g], s.pacman)]
        home = [g for g in met if s.ghosts[g] == ghost_word(int(self.lairs[g]), STOP)]
        if s.standing in (PLAYING, TIME_UP) and met != home:
            raise BadInput("A ghost that meets Pac-Man catches him, or is caught.")
        if s.standing == CAUGHT and not met:
            raise BadInput("No ghost is near Pac-Man, so he is not caught.")

    def _figure(self, text: str) -> int:
        """Somebody on a square, as a ghost's word."""
        found = _FIGURE.fullmatch(text[2:])
        if not found:
            raise BadInput(
                f"Somebody stands like '{text[:2]}5,3 W' or '{text[:2]}5,3 W half scared 9', not '{text}'."
            )
        place = self.height - 1 - int(found["y"]), int(found["x"])
        if place not in self.laid_out.squares:
            raise BadInput(f"There is no square {found['x']},{found['y']} in this maze to stand on.")
        square, heading = self.laid_out.squares.index(place), _HEADINGS.index(found["heading"])
        time = int(found["time"] or 0)
        if time > SCARED_TIME:
            raise BadInput(f"A ghost is scared for at most {SCARED_TIME} moves, not {time}.")
        if found["half"] and (not time or heading == STOP or self.step(square, heading) == NOWHERE):
            raise BadInput("Only a scared ghost is between two squares, on its way from one to the other.")
        word = ghost_word(square, heading)
        return scared(half_a_step_on(word) if found["half"] else word, time)

    def _from_maze(self, text: str) -> State:
        maze = read_maze(text)
        if maze.squares != self.laid_out.squares or len(maze.ghosts) != self.count:
            raise BadInput(
                "That maze has other walls or another number of ghosts; give it with --set maze=… instead."
            )
        state = self.at_start(maze)
        if bits.wide_and(state.food, self.start.food) != state.food or (
            bits.wide_and(state.capsules, self.start.capsules) != state.capsules
        ):
            raise BadInput("There is food, and there are capsules, only where the maze had some at first.")
        self._check(state)
        return state

    def _where(self, square: int) -> str:
        row, column = self.laid_out.squares[square]
        return f"{column},{self.height - 1 - row}"

    def _set(self, text: str) -> tuple[int, ...]:
        number, words = int(text, 16), len(self.start.food)
        if number >> (64 * words):
            raise BadInput(f"The maze has {self.squares} squares; '{text}' is a set of more.")
        return tuple((number >> (64 * k)) & bits.FULL for k in range(words))

    # ---- for people
    def show(self, s: State) -> str:
        """The maze with everybody in it; a scared ghost is an S."""
        grid = [[sign if sign == "%" else " " for sign in row] for row in self.laid_out.rows]

        def put(square: int, sign: str) -> None:
            row, column = self.laid_out.squares[square]
            grid[row][column] = sign

        for square in bits.wide_squares(s.food):
            put(square, ".")
        for square in bits.wide_squares(s.capsules):
            put(square, "o")
        for word in s.ghosts[: self.count]:
            put(square_of(word), "S" if scared_of(word) else "G")
        put(s.pacman, "X" if s.standing == CAUGHT else "P")
        return "\n".join(["".join(row) for row in grid] + [self.status(s)])

    def status(self, s: State) -> str:
        """The score, and whose turn it is or how it ended."""
        if s.standing == PLAYING:
            what = "Pac-Man to move" if s.mover == PACMAN else f"ghost {s.mover} to move"
        else:
            what = {WON: "Pac-Man has won", CAUGHT: "Pac-Man is caught", TIME_UP: "the time is up"}[
                s.standing
            ]
        return f"score {s.score} after {s.moves} moves, {what}"


def _number(words: tuple[int, ...]) -> int:
    """A set of squares as one number."""
    return sum(int(word) << (64 * k) for k, word in enumerate(words))
