"""The board of backgammon: the picture, and what can be touched, die by die."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Any

from halfmove.core.surface import Count, Point, Surface, at
from halfmove.games import drawing
from halfmove.games.backgammon.notation import BAR, OFF, Step
from halfmove.games.backgammon.plays import NO_PLAY
from halfmove.games.backgammon.rules import CENTRED, OPENING, OWN, THROW, State

if TYPE_CHECKING:
    from halfmove.core.history import History
    from halfmove.games.backgammon.game import Backgammon
    from halfmove.games.backgammon.notation import Notation
    from halfmove.games.backgammon.rules import State


POINT, HEIGHT, GAP = 42, 190, 44
"""The width and the height of a point, and what is between the two rows."""
MIDDLE, TRAY, FRAME = 46, 50, 12
"""The widths of the bar, of the tray for chequers that are off, and of the frame."""
RADIUS, STEP = 18, 36
ROWS = 5
CHEQUERS, EDGES, LETTERS = ("#f4f1e8", "#7c2d26"), ("#8d8674", "#3c1411"), ("#3b372e", "#fdf3ee")
FELT, WOOD, DARK, LIGHT, LABEL = "#dcc9a3", "#5b3d27", "#a8744a", "#f0e4c8", "#efe3d0"
BOARD = 12 * POINT + MIDDLE
WIDTH = FRAME + BOARD + TRAY + FRAME
TOP, LABELS = 18, 18
BOTTOM = TOP + 2 * HEIGHT + GAP
UNDER = BOTTOM + LABELS + 10
TALL = UNDER + drawing.DIE + 10
BAR_NAME, OFF_NAME = "bar", "off"


def left_of(point: int, below: int) -> float:
    """Where a point begins, as the player below counts them: 1 at the bottom right, 24 at the top right."""
    number = point if below == 0 else 25 - point
    column = 12 - number if number <= 12 else number - 13
    return FRAME + column * POINT + (MIDDLE if column >= 6 else 0)


def is_low(point: int, below: int) -> bool:
    """Whether a point is in the lower row."""
    return (point if below == 0 else 25 - point) <= 12


def points(below: int) -> list[Point]:
    """The points, the bar and the tray."""
    low = TOP + HEIGHT + GAP
    found = [
        Point(str(point), left_of(point, below), low if is_low(point, below) else TOP, POINT, HEIGHT)
        for point in range(1, 25)
    ]
    found.append(Point(BAR_NAME, FRAME + 6 * POINT, TOP, MIDDLE, BOTTOM - TOP))
    found.append(Point(OFF_NAME, FRAME + BOARD, TOP, TRAY, BOTTOM - TOP))
    return found


def middle_of(point: str, below: int, player: int) -> tuple[float, float]:
    """Where a chequer lies on a point, on the bar, or in the tray."""
    if point == BAR_NAME:
        return FRAME + 6 * POINT + MIDDLE / 2, TOP + HEIGHT + GAP / 2 + (STEP if player == below else -STEP)
    if point == OFF_NAME:
        return FRAME + BOARD + TRAY / 2, BOTTOM - RADIUS if player == below else TOP + RADIUS
    low = is_low(int(point), below)
    return left_of(int(point), below) + POINT / 2, BOTTOM - RADIUS - 1 if low else TOP + RADIUS + 1


def chequer(x: float, y: float, player: int, words: str = "") -> str:
    """A chequer, with a number on it where more lie there than are seen."""
    number = drawing.text(x, y + 6, words, anchor="middle", size=17, fill=LETTERS[player]) if words else ""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS}" fill="{CHEQUERS[player]}" '
        f'stroke="{EDGES[player]}" stroke-width="2"/><circle cx="{x:g}" cy="{y:g}" r="{RADIUS - 6}" '
        f'fill="none" stroke="{EDGES[player]}" stroke-opacity="0.45"/>{number}'
    )


def svg(game: Notation, s: State, below: int = 0) -> str:
    """The board, the player `below` at the bottom."""
    parts = [
        f'<rect width="{WIDTH}" height="{BOTTOM + LABELS}" rx="8" data-part="frame" fill="{WOOD}"/>',
        f'<g data-part="ground">{_felt(FRAME)}{_felt(FRAME + 6 * POINT + MIDDLE)}{_triangles(below)}</g>',
        f'<rect x="{FRAME + BOARD + 6}" y="{TOP}" width="{TRAY - 6}" height="{BOTTOM - TOP}" rx="4" '
        'fill="#3f2a1b"/>',
        _labels(below),
    ]
    for point, (player, count) in game.standing_on(s).items():
        parts.append(_stack(str(point), player, count, below))
    sides = [game.side_of(s, player) for player in (0, 1)]
    parts.append(_together(BAR_NAME, (_hit(player, side[0], below) for player, side in enumerate(sides))))
    parts.append(_together(OFF_NAME, (_borne_off(one, side[1], below) for one, side in enumerate(sides))))
    parts += [_cube(game, s, below), _under(game, s)]
    return drawing.picture(WIDTH, TALL, f"Backgammon: {describe_board(game, s)}", "".join(parts))


def describe_board(game: Notation, s: State) -> str:
    """The board in words."""
    sides = []
    for player in (0, 1):
        on_bar, off, pips = game.side_of(s, player)
        standing = [f"{n} on {p}" for p, (who, n) in game.standing_on(s).items() if who == player]
        standing += [f"{on_bar} on the bar"] * bool(on_bar) + [f"{off} off"] * bool(off)
        sides.append(f"{game.player_names[player]} {', '.join(standing)}, {pips} pips")
    return f"{'; '.join(sides)}; {game.status(s)}"


def _felt(x: float) -> str:
    return f'<rect x="{x:g}" y="{TOP}" width="{6 * POINT}" height="{BOTTOM - TOP}" fill="{FELT}"/>'


def _triangles(below: int) -> str:
    found = []
    for point in range(1, 25):
        x, low = left_of(point, below), is_low(point, below)
        base, tip = (BOTTOM, BOTTOM - HEIGHT + 6) if low else (TOP, TOP + HEIGHT - 6)
        fill = DARK if point % 2 else LIGHT
        found.append(f'<path d="M{x:g} {base}h{POINT}L{x + POINT / 2:g} {tip}z" fill="{fill}"/>')
    return "".join(found)


def _labels(below: int) -> str:
    found = []
    for point in range(1, 25):
        y = BOTTOM + 13 if is_low(point, below) else TOP - 5
        name, x = str(point if below == 0 else 25 - point), left_of(point, below) + POINT / 2
        found.append(drawing.text(x, y, name, anchor="middle", size=11, fill=LABEL))
    return f'<g data-part="labels">{"".join(found)}</g>'


def _together(name: str, parts: Iterable[str]) -> str:
    """What lies on one point: one element of the picture."""
    body = "".join(parts)
    return f"<g{at(name)}>{body}</g>" if body else ""


def _stack(point: str, player: int, count: int, below: int) -> str:
    x, y = middle_of(point, below, player)
    up = -STEP if is_low(int(point), below) else STEP
    return _together(
        point,
        (
            chequer(x, y + up * row, player, str(count) if row == ROWS - 1 and count > ROWS else "")
            for row in range(min(count, ROWS))
        ),
    )


def _hit(player: int, count: int, below: int) -> str:
    if not count:
        return ""
    return chequer(*middle_of(BAR_NAME, below, player), player, str(count) if count > 1 else "")


def _borne_off(player: int, off: int, below: int) -> str:
    """Chequers that are off lie on their edges."""
    x, height = FRAME + BOARD + 10, 10
    found = []
    for row in range(off):
        y = BOTTOM - (row + 1) * (height + 1) if player == below else TOP + 1 + row * (height + 1)
        found.append(
            f'<rect x="{x}" y="{y}" width="{TRAY - 14}" height="{height}" rx="3" fill="{CHEQUERS[player]}" '
            f'stroke="{EDGES[player]}"/>'
        )
    return "".join(found)


def _cube(game: Notation, s: State, below: int) -> str:
    if not game.cube:
        return ""
    holder = None if s.owner == CENTRED else s.mover if s.owner == OWN else 1 - s.mover
    y = {None: TOP + HEIGHT + GAP / 2, below: BOTTOM - 24}.get(holder, TOP + 24)
    x, shown = FRAME + 6 * POINT + MIDDLE / 2, 64 if s.cube == 1 else s.cube
    return (
        f'<rect x="{x - 17}" y="{y - 17:g}" width="34" height="34" rx="5" fill="#fdfdfb" stroke="#23262e"/>'
        f"{drawing.text(x, y + 7, str(shown), anchor='middle', size=19, fill='#23262e')}"
    )


def choices(game: Notation, s: State) -> list[Point]:
    """A button for each choice that is no play on the board."""
    if s.dice > 0:
        actions = list(game.actions(s))
        names = ["pass"] if actions == [NO_PLAY] else []
    elif game.is_terminal(s) or game.to_move(s) < 0:
        names = []
    else:
        names = [game.action_text(s, a) for a in game.actions(s)]
    return drawing.buttons(names, FRAME + 2 * drawing.DIE + 20, UNDER + 2) if names else []


def _under(game: Notation, s: State) -> str:
    """The dice or the buttons, the pips, and what the game waits for."""
    parts = []
    if s.dice > 0:
        parts.append(drawing.die(FRAME, UNDER, s.dice // 10))
        parts.append(drawing.die(FRAME + drawing.DIE + 8, UNDER, s.dice % 10))
    pressed = choices(game, s)
    parts += [drawing.button(point, point.name) for point in pressed]
    right, counts = WIDTH - FRAME, []
    for player, y in ((1, UNDER + 16), (0, UNDER + 36)):
        name, pips = game.player_names[player], game.side_of(s, player)[2]
        score = f", {game.points_of(s, player)} of {game.match}" if game.match else ""
        counts.append(drawing.text(right, y, f"{name}: {pips} pips{score}", anchor="end", size=14))
    parts.append(f'<g data-part="counts">{"".join(counts)}</g>')
    if not pressed:
        x = FRAME + (2 * drawing.DIE + 20 if s.dice > 0 else 0)
        parts.append(drawing.text(x, UNDER + 28, game.status(s), size=15))
    return "".join(parts)


# ---- to touch
MOST = 80
"""Of more plays than this each can be touched in one order only: there are as many as 24 of each."""


class Board(Surface):
    """A point is named as the first player counts it."""

    game: Backgammon
    colours = CHEQUERS

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        return [*points(below), *choices(self.game, s)]

    def picture(self, s: Any, *, below: int = 0) -> str:
        return svg(self.game, s, below)

    def thrown(self, s: Any, a: int) -> str:
        dice = (a // 10, a % 10)
        return "".join(drawing.die(FRAME + at * (drawing.DIE + 8), UNDER, die) for at, die in enumerate(dice))

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        if s.dice in (THROW, OPENING):
            return ()
        if s.dice < 0 or a == NO_PLAY:
            return (self.game.action_text(s, a),)
        return self._touched(s, self.game.steps(s, a))

    def other_touches(self, s: Any, a: int) -> Sequence[tuple[str, ...]]:
        if s.dice <= 0 or a == NO_PLAY or sum(1 for _ in self.game.actions(s)) > MOST:
            return ()
        steps = self.game.steps(s, a)
        usual = self._touched(s, steps)
        orders = {self._touched(s, list(order)) for order in permutations(steps) if self._possible(s, order)}
        return sorted(orders - {usual})

    def lands(self, s: Any, a: int) -> tuple[float, float] | None:
        return None

    def counts(self, history: History) -> list[Count]:
        game, s = self.game, history.state
        found = []
        for player in (0, 1):
            _, off, pips = game.side_of(s, player)
            score = f", {game.points_of(s, player)} of {game.match}" if game.match else ""
            found.append(Count(f"{pips} pips{f', {off} off' if off else ''}{score}"))
        return found

    def occupied(self, s: Any) -> dict[str, str]:
        found = {}
        for point, (player, count) in self.game.standing_on(s).items():
            found[str(point)] = f"{count} {self.game.player_names[player].lower()}"
        return found

    def _touched(self, s: State, steps: list[Step]) -> tuple[str, ...]:
        return tuple(self._name(s, point) for step in steps for point in (step.start, step.end))

    def _name(self, s: State, point: int) -> str:
        if point in (BAR, OFF):
            return BAR_NAME if point == BAR else OFF_NAME
        return str(point if s.mover == 0 else 25 - point)

    def _possible(self, s: State, order: Sequence[Step]) -> bool:
        """Whether no chequer goes on before it has come; what may be touched before what else, the rules do
        not care."""
        come = dict.fromkeys(range(1, 25), 0)
        for step in order:
            here = self.game.own_on(s, step.start) + come.get(step.start, 0)
            if here <= 0:
                return False
            come[step.start] = come.get(step.start, 0) - 1
            come[step.end] = come.get(step.end, 0) + 1
        return True
