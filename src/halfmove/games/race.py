"""A race of dice for three: walk three squares for sure, or throw the die; whoever is landed on goes back.

The runners start beside the track, on square 0; the first on square `length`, or beyond, has won and the
race is over.  In his turn a runner walks `WALK` squares, or throws a die and runs as far as it shows.  Where
he lands on a square of the track with another runner on it, that one goes back to the start.  The winner has
`length` points, the others the squares that they have covered: what one wins is not what the others lose, so
that a runner far behind may care most for not being sent back.  It was made for this project, as a small game
of general payoffs for more than two players.

The squares of all runners lie side by side in one word, ten bits each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.contract import CHANCE, Chance, Game, Payoffs
from halfmove.core.errors import BadInput
from halfmove.core.surface import Point, Surface, at
from halfmove.games import drawing
from halfmove.games.drawing import PLAYER_COLOURS

GAMES = {"race": "Race"}

WALKS, THROWS = 0, 1
WALK = 3
"""Squares without the die, which brings 3.5 on average."""
SIDES = 6
NAMES = "ABCDEF"
SQUARE = 10
"""Bits for the square of a runner."""
LONGEST_TRACK = 500


class State(NamedTuple):
    """The squares of all runners, whose turn it is, and whether the die is in the air."""

    squares: int
    mover: int
    rolling: bool


class Race(Game):
    """Walk or throw the die; land on another runner and he starts again."""

    name = "race"
    player_names = tuple(NAMES)
    chance = Chance.EXPLICIT
    payoffs = Payoffs.GENERAL
    actions_limit = SIDES

    length: int = 20
    players: int = 3

    def choices(self) -> Mapping[str, Sequence[int]]:
        return {"players": tuple(range(2, len(NAMES) + 1))}

    def setup(self) -> None:
        if not WALK < self.length <= LONGEST_TRACK:
            raise BadInput(
                f"The track of a race has {WALK + 1} to {LONGEST_TRACK} squares, not {self.length}."
            )
        if not 2 <= self.players <= len(NAMES):
            raise BadInput(f"A race is for 2 to {len(NAMES)} players, not {self.players}.")
        self.player_names = tuple(NAMES[: self.players])
        self.utility_limit = self.length

    # ---- the six functions, and what nature does
    def initial(self) -> State:
        return State(0, 0, False)

    def to_move(self, s: State) -> int:
        return CHANCE if s.rolling else s.mover

    def actions(self, s: State) -> Iterator[int]:
        if s.rolling:
            for face in range(1, SIDES + 1):  # noqa: UP028  `yield from` has no machine code
                yield face
        else:
            yield WALKS
            yield THROWS

    def result(self, s: State, a: int) -> State:
        if not s.rolling and a == THROWS:
            return State(s.squares, s.mover, True)
        here = self.square(s, s.mover)
        there = min(here + (a if s.rolling else WALK), self.length)
        squares = s.squares + ((there - here) << (SQUARE * s.mover))
        for other in range(self.players):
            if other != s.mover and self.square(s, other) == there and there < self.length:
                squares -= there << (SQUARE * other)
        return State(squares, s.mover + 1 if s.mover + 1 < self.players else 0, False)

    def is_terminal(self, s: State) -> bool:
        last = s.mover - 1 if s.mover > 0 else self.players - 1
        return self.square(s, last) == self.length

    def utility(self, s: State, player: int) -> int:
        return self.square(s, player)

    def square(self, s: State, player: int) -> int:
        """Where a runner is: 0 the start, `length` the end."""
        return (s.squares >> (SQUARE * player)) & ((1 << SQUARE) - 1)

    def key(self, s: State) -> Bitboard:
        return bits.hash_with(bits.board(s.squares), 2 * s.mover + (1 if s.rolling else 0))

    # ---- knowledge
    def evaluate(self, s: State, player: int) -> int:
        """What the runner has covered, less a part for being sent back, and how far he leads or trails."""
        own, best = self.square(s, player), 0
        for other in range(self.players):
            if other != player and self.square(s, other) > best:
                best = self.square(s, other)
        return 700_000 * own + 200_000 * (own - best)

    # ---- text: a position is `A 9 B 12 C 0 A moves`
    def action_text(self, s: State, a: int) -> str:
        if s.rolling:
            return str(a)
        return "throw" if a == THROWS else "walk"

    def position_text(self, s: State) -> str:
        squares = " ".join(f"{NAMES[p]} {self.square(s, p)}" for p in range(self.players))
        return f"{squares} {NAMES[s.mover]} {'throws' if s.rolling else 'moves'}"

    def parse(self, text: str) -> State:
        names = self.player_names
        pattern = "".join(name + r" (\d{1,4}) " for name in names) + f"([{names[0]}-{names[-1]}]) "
        match = re.fullmatch(pattern + "(moves|throws)", " ".join(text.split()))
        if not match:
            raise BadInput(
                f"A position of a race looks like '{self.position_text(self.initial())}', not '{text}'."
            )
        squares = [int(match[player + 1]) for player in range(self.players)]
        mover, rolling = names.index(match[self.players + 1]), match[self.players + 2] == "throws"
        if max(squares) > self.length:
            raise BadInput(f"The track has {self.length} squares, so nobody is on {max(squares)}.")
        on_track = [square for square in squares if square > 0]
        if len(set(on_track)) < len(on_track):
            raise BadInput("No two runners are on one square of the track.")
        if self.length in squares and (rolling or squares[mover - 1] != self.length):
            raise BadInput("Whoever has won moved last, and it is the turn of the player after him.")
        return State(sum(at << (SQUARE * player) for player, at in enumerate(squares)), mover, rolling)

    # ---- pictures
    def show(self, s: State) -> str:
        rows = []
        for player in range(self.players):
            at = self.square(s, player)
            track = "." * at + NAMES[player] + "." * (self.length - at)
            rows.append(f"{track} {at}" if self.length <= 60 else f"{NAMES[player]} {at}")
        return "\n".join([*rows, self.status(s)])

    def status(self, s: State) -> str:
        """Whose turn it is, or who has won."""
        if self.is_terminal(s):
            return f"{NAMES[s.mover - 1 if s.mover else self.players - 1]} wins"
        return f"{NAMES[s.mover]} {'throws the die' if s.rolling else 'to walk or to throw'}"

    def draw(self, s: State) -> str:
        return svg(self, s)

    def surface(self) -> Surface:
        return Track(self)


# ---- to look at and to touch
LEFT, TRACK, ROW = 64, 296, 40
BUTTONS_X = LEFT + drawing.DIE + 16


def svg(game: Race, s: State) -> str:
    """The runners on their tracks, every fifth square marked."""
    parts = []
    step = TRACK / game.length
    bottom = ROW * game.players
    for square in range(0, game.length + 1, 5 if game.length <= 100 else 50):
        x = LEFT + step * square
        parts.append(f'<path d="M{x:.1f} 4V{bottom - 4}" stroke="{drawing.INK}" stroke-opacity="0.35"/>')
        parts.append(drawing.text(x, bottom + 14, str(square), anchor="middle", size=13))
    for player, name in enumerate(game.player_names):
        y, x = ROW * player + ROW / 2, LEFT + step * game.square(s, player)
        parts.append(drawing.player_name(y, name, PLAYER_COLOURS[player]))
        parts.append(f'<path d="M{LEFT} {y:g}H{LEFT + TRACK}" stroke="{drawing.INK}" stroke-width="2"/>')
        parts.append(
            f'<circle{at(f"runner {name}")} cx="{x:.1f}" cy="{y:g}" r="11" fill="{PLAYER_COLOURS[player]}" '
            f'stroke="#fdfdfb" stroke-width="2"/>'
        )
    touched = _buttons(game, s)
    parts += [drawing.button(point, point.name) for point in touched]
    if s.rolling:
        parts.append(drawing.die(LEFT, bottom + 24, None))
    if not touched:
        parts.append(drawing.text(BUTTONS_X, bottom + 52, game.status(s)))
    label = f"Race: {game.position_text(s)}; {game.status(s)}"
    return drawing.picture(LEFT + TRACK + 20, bottom + drawing.DIE + 36, label, "".join(parts))


def _buttons(game: Race, s: State) -> list[Point]:
    """A button for each action of the player whose turn it is."""
    if game.is_terminal(s) or s.rolling:
        return []
    names = [game.action_text(s, a) for a in game.actions(s)]
    return drawing.buttons(names, BUTTONS_X, ROW * game.players + 26)


class Track(Surface):
    """What can be touched are the buttons, called as the actions."""

    game: Race

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        return _buttons(self.game, s)

    def thrown(self, s: Any, a: int) -> str:
        return drawing.die(LEFT, ROW * self.game.players + 24, a)

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        return () if self.game.to_move(s) == CHANCE else (self.game.action_text(s, a),)
