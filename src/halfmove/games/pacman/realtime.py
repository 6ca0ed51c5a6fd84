"""Pac-Man in real time: he goes on as he went until there is a wall, and turns as soon as he can."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core import bits
from halfmove.core.contract import CHANCE
from halfmove.core.realtime import Course, Figure, RealTime, Scene
from halfmove.games.pacman.board import (
    FOOD,
    GHOSTS,
    GROUND,
    SCARED,
    SIDE,
    STEPS,
    YELLOW,
    centre,
    ghost_centre,
    walls,
)
from halfmove.games.pacman.maze import EAST, NORTH, SOUTH, STOP, WEST
from halfmove.games.pacman.rules import CAUGHT, PACMAN, TIME_UP, WON, State, heading_of, scared_of

if TYPE_CHECKING:
    from halfmove.games.pacman import Pacman

ENDING = 8
"""For how many last moves a scared ghost blinks."""
_HELD = {"left": WEST, "right": EAST, "up": NORTH, "down": SOUTH}
_ENDINGS = {WON: "All food eaten!", CAUGHT: "Caught!", TIME_UP: "Time is up"}
_BODY = "M-9.5 10V-1A9.5 9.5 0 0 1 9.5 -1V10L6.3 6.5 3.2 10 0 6.5 -3.2 10 -6.3 6.5Z"
_STYLE = f"""
.pm-face {{ transform: rotate(var(--turn, 0deg)); }}
.pm-jaw {{ fill: {YELLOW}; }}
.pm-jaw-up {{ transform: rotate(-32deg); }}
.pm-jaw-down {{ transform: rotate(32deg); }}
[data-look="caught"] .pm-jaw-up {{ transform: rotate(-85deg); }}
[data-look="caught"] .pm-jaw-down {{ transform: rotate(85deg); }}
.pm-pupils {{ transform: translate(calc(var(--dx, 0) * 1.3px), calc(var(--dy, 0) * 1.3px)); }}
.pm-pupils circle {{ fill: #1b2a6b; }}
.pm-white circle {{ fill: #fff; }}
.pm-mouth {{ display: none; fill: none; stroke: {FOOD}; stroke-width: 1.3; }}
[data-look] .pm-mouth {{ display: inline; }}
[data-look] .pm-white circle, [data-look] .pm-pupils circle {{ fill: {FOOD}; }}
[data-look] .pm-body {{ fill: {SCARED}; }}
[data-look="ending"] .pm-body {{ fill: #e8ecff; }}
[data-look="ending"] .pm-mouth {{ stroke: #c23b32; }}
[data-look="ending"] .pm-white circle, [data-look="ending"] .pm-pupils circle {{ fill: #c23b32; }}
.hm-moving .pm-jaw-up {{ animation: pm-up .3s ease-in-out infinite alternate; }}
.hm-moving .pm-jaw-down {{ animation: pm-down .3s ease-in-out infinite alternate; }}
.hm-moving [data-look="still"] .pm-jaw {{ animation: none; }}
.hm-moving [data-look="caught"] .pm-jaw-up {{ animation: pm-gone-up .9s ease-in forwards; }}
.hm-moving [data-look="caught"] .pm-jaw-down {{ animation: pm-gone-down .9s ease-in forwards; }}
.hm-moving [data-look="ending"] .pm-body {{ animation: pm-blink .44s steps(1) infinite; }}
.hm-moving .pm-capsule {{ animation: pm-pulse .5s ease-in-out infinite alternate; }}
.pm-capsule {{ transform-box: fill-box; transform-origin: center; }}
@keyframes pm-up {{ from {{ transform: rotate(-42deg); }} to {{ transform: rotate(-3deg); }} }}
@keyframes pm-down {{ from {{ transform: rotate(42deg); }} to {{ transform: rotate(3deg); }} }}
@keyframes pm-gone-up {{ from {{ transform: rotate(-32deg); }}
  to {{ transform: rotate(-175deg); opacity: 0; }} }}
@keyframes pm-gone-down {{ from {{ transform: rotate(32deg); }}
  to {{ transform: rotate(175deg); opacity: 0; }} }}
@keyframes pm-blink {{ 50% {{ fill: {SCARED}; }} }}
@keyframes pm-pulse {{ from {{ transform: scale(.7); }} to {{ transform: scale(1.1); }} }}
"""


class Ticks(RealTime):
    """A tick is a round: Pac-Man, then every ghost."""

    stride = SIDE

    game: Pacman

    # ---- the picture
    def ground(self) -> str:
        game = self.game
        width, height = SIDE * game.width, SIDE * game.height
        dots = "".join(
            f'<circle class="hm-thing{kind}" cx="{x:g}" cy="{y:g}" r="{radius}" fill="{FOOD}"/>'
            for squares, kind, radius in (
                (game.laid_out.food, "", 2.6),
                (game.laid_out.capsules, " pm-capsule", 6.5),
            )
            for x, y in (centre(game, square) for square in squares)
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}"><rect width="{width}" height="{height}" rx="6" fill="{GROUND}"/>'
            f"{walls(game.laid_out.rows)}{dots}</svg>"
        )

    def cast(self) -> Sequence[str]:
        return [_hero(), *(_ghost(GHOSTS[number]) for number in range(self.game.count))]

    def style(self) -> str:
        return _STYLE

    def scene(self, s: State) -> Scene:
        x, y = centre(self.game, s.pacman)
        look = "caught" if s.standing == CAUGHT else "still" if s.heading == STOP else ""
        figures = [Figure(x, y, STEPS[s.heading], look)]
        for word in s.ghosts[: self.game.count]:
            time = scared_of(word)
            look = "" if not time else "scared" if time > ENDING else "ending"
            figures.append(Figure(*ghost_centre(self.game, word), STEPS[heading_of(word)], look))
        maze = self.game.laid_out
        food = "".join("1" if bits.wide_has(s.food, square) else "0" for square in maze.food)
        capsules = "".join("1" if bits.wide_has(s.capsules, square) else "0" for square in maze.capsules)
        time = max((scared_of(word) for word in s.ghosts[: self.game.count]), default=0)
        tally = (
            ("Score", f"{s.score:,}".replace("-", "\N{MINUS SIGN}")),
            ("Lives", "0" if s.standing == CAUGHT else "1"),
            ("Food left", str(food.count("1"))),
            ("Capsules", str(capsules.count("1"))),
            ("Scared for", str(time) if time else "\N{EN DASH}"),
            ("Moves", f"{s.moves:,}"),
        )
        return Scene(tuple(figures), food + capsules, tally, _ENDINGS.get(s.standing, ""))

    # ---- the moves
    def begins(self, s: State) -> bool:
        return s.mover == PACMAN

    def steered(self, s: State, held: str) -> int:
        """Where the key says, if that can be; else on, as in the arcade; else Pac-Man stops, and a ghost
        takes the first way there is."""
        legal = list(self.game.actions(s))
        heading = s.heading if s.mover == PACMAN else heading_of(s.ghosts[s.mover - 1])
        wanted = [_HELD[held]] if held in _HELD else []
        for action in (*wanted, heading, STOP):
            if action in legal:
                return action
        return int(legal[0])

    # ---- what is expected
    def expected(self, s: State) -> Sequence[Course]:
        """The ghosts' next moves by their habits; those who are players by `thought`."""
        game = self.game
        thought = game if not game.players > 1 else game.modelled(True)
        found = []
        for ghost in range(game.count):
            model = thought if game.habit(ghost) == 0 else game
            turn = s._replace(mover=ghost + 1)
            if model.to_move(turn) != CHANCE or model.is_terminal(turn):
                continue
            start = ghost_centre(game, s.ghosts[ghost])
            for action, probability in model.outcomes(turn):
                end = ghost_centre(game, game.moved(s.ghosts[ghost], action))
                across, down = STEPS[action]
                if end == start:
                    end = start[0] + across * SIDE / 2, start[1] + down * SIDE / 2
                found.append(Course(ghost + 1, (start, end), probability))
        return found

    def courses(self, s: State, actions: Sequence[Any]) -> Sequence[Course]:
        """Where everybody goes along the line, one course a figure."""
        ways: dict[int, list[tuple[float, float]]] = {0: [centre(self.game, s.pacman)]}
        for number, word in enumerate(s.ghosts[: self.game.count], 1):
            ways[number] = [ghost_centre(self.game, word)]
        for action in actions:
            mover = s.mover
            if self.game.is_terminal(s) or action not in list(self.game.actions(s)):
                break
            s = self.game.result(s, action)
            there = (
                centre(self.game, s.pacman)
                if mover == PACMAN
                else ghost_centre(self.game, s.ghosts[mover - 1])
            )
            ways[mover].append(there)
        return [Course(number, tuple(points)) for number, points in ways.items() if len(points) > 1]


def _hero() -> str:
    radius = 0.44 * SIDE
    half = f'd="M{-radius:.2f} 0A{radius:.2f} {radius:.2f} 0 0'
    return (
        f'<g class="pm-face"><path class="pm-jaw pm-jaw-up" {half} 1 {radius:.2f} 0Z"/>'
        f'<path class="pm-jaw pm-jaw-down" {half} 0 {radius:.2f} 0Z"/></g>'
    )


def _ghost(colour: str) -> str:
    return (
        f'<path class="pm-body" fill="{colour}" d="{_BODY}"/>'
        '<g class="pm-white"><circle cx="-3.6" cy="-2" r="2.8"/><circle cx="3.6" cy="-2" r="2.8"/></g>'
        '<g class="pm-pupils"><circle cx="-3.6" cy="-2" r="1.5"/><circle cx="3.6" cy="-2" r="1.5"/></g>'
        '<path class="pm-mouth" d="M-6 4.5L-4 2.8 -2 4.5 0 2.8 2 4.5 4 2.8 6 4.5"/>'
    )
