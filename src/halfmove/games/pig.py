"""Pig: the dice game of daring.

In his turn a player rolls a die as often as he likes and adds up what it shows.  If he holds, the sum is
his; if he rolls a 1, his turn ends and he gets nothing for it.  Whoever first has `target` points wins; on
paper it is 100.  Todd W. Neller and Clifton G. M. Presser, "Optimal play of the dice game Pig",
*The UMAP Journal* 25(1), 2004, found how to win, and that "hold at 20" is not it.  Whoever has enough to win
holds: to roll on is not offered.

Every throw of the die is a state of its own, where nature moves: `rolling` says so.  The points of all
players lie side by side in one word, ten bits each.  With more than two players the winner takes one from
each of the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.contract import CHANCE, Chance, Game
from halfmove.core.errors import BadInput
from halfmove.core.surface import Point, Surface
from halfmove.games import card_table, drawing
from halfmove.games.drawing import PLAYER_COLOURS

GAMES = {"pig": "Pig"}

HOLD, ROLL = 0, 1

NAMES = "ABCDEF"
POINTS = 10
"""Bits for the points of a player."""
LARGEST_TARGET = 900
LARGEST_DIE = 100
"""So that the most points there can be, `target` - 1 + `sides`, have room."""


class State(NamedTuple):
    """The points of all players, what the turn has brought so far, whose turn it is, and whether the die is
    in the air."""

    points: int
    turn: int
    mover: int
    rolling: bool


class Pig(Game):
    """Roll as often as you dare; a 1 loses what the turn has brought."""

    name = "pig"
    player_names = tuple(NAMES)
    chance = Chance.EXPLICIT

    target: int = 100
    sides: int = 6
    players: int = 2

    def choices(self) -> Mapping[str, Sequence[int]]:
        return {"players": tuple(range(2, len(NAMES) + 1))}

    def lesson(self) -> tuple[Mapping[str, Any], str, int]:
        """Near the end of a short game, with a die of three sides: to roll on or to hold."""
        return {"target": 12, "sides": 3}, "A 8 B 3 A has 3", 4

    def setup(self) -> None:
        if not 2 <= self.target <= LARGEST_TARGET:
            raise BadInput(f"Pig is played to 2 to {LARGEST_TARGET} points, not {self.target}.")
        if not 2 <= self.sides <= LARGEST_DIE:
            raise BadInput(f"A die has 2 to {LARGEST_DIE} sides, not {self.sides}.")
        if not 2 <= self.players <= len(NAMES):
            raise BadInput(f"Pig is for 2 to {len(NAMES)} players, not {self.players}.")
        self.player_names = tuple(NAMES[: self.players])
        self.utility_limit = self.players - 1
        self.actions_limit = self.sides

    # ---- the six functions, and what nature does
    def initial(self) -> State:
        return State(0, 0, 0, False)

    def to_move(self, s: State) -> int:
        return CHANCE if s.rolling else s.mover

    def actions(self, s: State) -> Iterator[int]:
        if s.rolling:
            for face in range(1, self.sides + 1):  # noqa: UP028  `yield from` has no machine code
                yield face
        else:
            if self.points(s, s.mover) + s.turn < self.target:
                yield ROLL
            if s.turn > 0:
                yield HOLD

    def result(self, s: State, a: int) -> State:
        after = s.mover + 1 if s.mover + 1 < self.players else 0
        if not s.rolling:
            if a == ROLL:
                return State(s.points, s.turn, s.mover, True)
            return State(s.points + (s.turn << (POINTS * s.mover)), 0, after, False)
        if a == 1:
            return State(s.points, 0, after, False)
        return State(s.points, s.turn + a, s.mover, False)

    def is_terminal(self, s: State) -> bool:
        return self.winner(s) >= 0

    def utility(self, s: State, player: int) -> int:
        return self.players - 1 if player == self.winner(s) else -1

    def points(self, s: State, player: int) -> int:
        """What a player has."""
        return (s.points >> (POINTS * player)) & ((1 << POINTS) - 1)

    def winner(self, s: State) -> int:
        """Who has the points to win; -1: nobody yet."""
        for player in range(self.players):
            if self.points(s, player) >= self.target:
                return player
        return -1

    def key(self, s: State) -> Bitboard:
        word = bits.hash_with(bits.board(s.points), s.turn)
        return bits.hash_with(word, 2 * s.mover + (1 if s.rolling else 0))

    # ---- knowledge
    def evaluate(self, s: State, player: int) -> int:
        """How far ahead of the best other the player is.  Who may hold has what the turn has brought; who
        rolls has what the roll brings on average, so that a search of one ply holds at 20, as good a rule as
        there is of one number (Neller and Presser)."""
        own, best = 0, 0
        for other in range(self.players):
            worth = self.sides * self.points(s, other)
            if other == s.mover:
                worth += self.roll_worth(s.turn) if s.rolling else self.sides * s.turn
            if other == player:
                own = worth
            elif worth > best:
                best = worth
        most = self.sides * self.target
        lead = max(-most, min(most, own - best))
        return 800_000 * lead // most if lead >= 0 else -(800_000 * -lead // most)

    def roll_worth(self, turn: int) -> int:
        """What a turn is worth on average after one more roll, times the sides of the die."""
        return (self.sides - 1) * turn + self.sides * (self.sides + 1) // 2 - 1

    # ---- text: a position is `A 9 B 12 A has 6`
    def action_text(self, s: State, a: int) -> str:
        if s.rolling:
            return str(a)
        return "roll" if a == ROLL else "hold"

    def position_text(self, s: State) -> str:
        points = " ".join(f"{NAMES[p]} {self.points(s, p)}" for p in range(self.players))
        return f"{points} {NAMES[s.mover]} {'rolls with' if s.rolling else 'has'} {s.turn}"

    def parse(self, text: str) -> State:
        names = self.player_names
        pattern = "".join(name + r" (\d{1,4}) " for name in names) + f"([{names[0]}-{names[-1]}]) "
        match = re.fullmatch(pattern + r"(has|rolls with) (\d{1,4})", " ".join(text.split()))
        if not match:
            example = self.position_text(State(self._packed([9, 12] + [0] * (self.players - 2)), 6, 0, False))
            raise BadInput(f"A position of Pig looks like '{example}', not '{text}'.")
        *points, turn = [int(word) for word in match.groups() if word.isdecimal()]
        mover, rolling = names.index(match[self.players + 1]), match[self.players + 2] != "has"
        winners = [points[player] >= self.target for player in range(self.players)]
        if sum(winners) > 1 or (any(winners) and (turn or rolling)):
            raise BadInput(f"Whoever has {self.target} points has won, and nobody goes on.")
        if any(winners) and mover != (winners.index(True) + 1) % self.players:
            raise BadInput("Whoever has won held last, and it is the turn of the player after him.")
        most = self.target - 1 + self.sides
        if max(points) > most or points[mover] + turn > most:
            raise BadInput(f"Nobody has more than {most} points, as whoever has {self.target} holds.")
        if rolling and points[mover] + turn >= self.target:
            raise BadInput(f"Whoever has {self.target} points holds.")
        return State(self._packed(points), turn, mover, rolling)

    def _packed(self, points: list[int]) -> int:
        return sum(number << (POINTS * player) for player, number in enumerate(points))

    # ---- pictures
    def show(self, s: State) -> str:
        rows = [f"{NAMES[player]} {self.points(s, player):4}" for player in range(self.players)]
        return "\n".join([*rows, self.status(s)])

    def status(self, s: State) -> str:
        """Whose turn it is, or who has won."""
        if self.is_terminal(s):
            return f"{NAMES[self.winner(s)]} wins"
        what = "the die is rolling" if s.rolling else "to roll or to hold"
        return f"{NAMES[s.mover]} has {s.turn} in this turn, {what}"

    def draw(self, s: State) -> str:
        return svg(self, s)

    def surface(self) -> Surface:
        return Table(self)


# ---- to look at and to touch
WIDTH, ROW, BAR_X, BAR = 388, 34, 56, 240
DIE_X, BUTTONS_X = 14, 74


def svg(game: Pig, s: State) -> str:
    """The points of all players, with what the turn may add drawn lighter."""
    parts = []
    for player, name in enumerate(game.player_names):
        y, points = ROW * player + 6, game.points(s, player)
        more = s.turn if player == s.mover else 0
        parts.append(drawing.player_name(y + 18, name, PLAYER_COLOURS[player]))
        parts.append(_bar(BAR_X, y + 9, BAR, drawing.BLACK, 0.35))
        parts.append(_bar(BAR_X, y + 9, _long(game, points + more), PLAYER_COLOURS[player], 0.45))
        parts.append(_bar(BAR_X, y + 9, _long(game, points), PLAYER_COLOURS[player], 1.0))
        parts.append(drawing.text(BAR_X + BAR + 12, y + 24, f"{points}{f' + {more}' if more else ''}"))
    y = _under(game)
    touched, words = _buttons(game, s), game.status(s)
    parts += [drawing.button(point, point.name) for point in touched]
    if s.rolling:
        parts.append(drawing.die(DIE_X, y, None))
    else:
        parts.append(
            f'<rect x="{DIE_X}" y="{y}" width="{drawing.DIE}" height="{drawing.DIE}" rx="8" fill="none" '
            'stroke="#fff" stroke-opacity="0.5" stroke-dasharray="4 4"/>'
        )
    if not touched:
        parts.append(drawing.text(BUTTONS_X, y + 28, words))
    high = y + drawing.DIE + 14
    table = f'{card_table.cloth(WIDTH, high)}<g fill="#fff">{"".join(parts)}</g>'
    return drawing.picture(WIDTH, high, f"Pig: {game.position_text(s)}; {words}", table)


def _under(game: Pig) -> int:
    """Where the die lies, below the points."""
    return ROW * game.players + 18


def _long(game: Pig, points: int) -> float:
    return BAR * min(points / game.target, 1.0)


def _bar(x: float, y: float, width: float, fill: str, opacity: float) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:.1f}" height="18" rx="4" fill="{fill}" '
        f'fill-opacity="{opacity:g}"/>'
    )


def _buttons(game: Pig, s: State) -> list[Point]:
    """A button for each action of the player whose turn it is."""
    if game.is_terminal(s) or s.rolling:
        return []
    names = [game.action_text(s, a) for a in game.actions(s)]
    return drawing.buttons(names, BUTTONS_X, _under(game) + 2)


class Table(Surface):
    """What can be touched are the buttons, called as the actions."""

    game: Pig

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        return _buttons(self.game, s)

    def thrown(self, s: Any, a: int) -> str:
        return drawing.die(DIE_X, _under(self.game), a)

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        return () if self.game.to_move(s) == CHANCE else (self.game.action_text(s, a),)
