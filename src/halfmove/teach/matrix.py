"""How a matrix game is solved by hand: strictly dominated actions go, one after the other; then supports.

An action is *strictly dominated* where another one, or a mixture of two others, earns more whatever the other
player does.  A player who reckons never plays it, and once it is gone others may be dominated in turn:
iterated elimination, which takes away no equilibrium (Osborne and Rubinstein, *A Course in Game Theory*,
1994, section 4.2).  Then each pair of supports of equal size is tried: each player mixes so that the other's
actions in the support earn the same; where that is possible with positive shares, and no action outside earns
more, the two mixtures are an equilibrium.  All is exact: fractions, as a pencil writes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.in_turn import rules_of
from halfmove.imperfect.bimatrix import (
    FEW,
    Bimatrix,
    Mixed,
    find_indifference,
    find_payoffs,
    is_chosen_once,
    pairs,
    scale_payoffs,
    support_enumeration,
)
from halfmove.imperfect.layout import lay_out
from halfmove.teach.drawing.scene import Group, Line, Mark, Scene, Word, rectangle, width
from halfmove.teach.frames.recording import Frame, Frames, TableRecording
from halfmove.teach.frames.text import wrap

MOST_ACTIONS = 12
"""Of a player: a table that fits a page."""
MOST_PAIRS = 400
"""Pairs of supports that somebody steps through, of what elimination leaves."""

Pays = list[list[Fraction]]


@dataclass(frozen=True)
class Step:
    """What there is to be shown after a step."""

    sentence: str
    rows: tuple[int, ...]
    """The first player's actions that are left."""
    columns: tuple[int, ...]
    support: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """The rows and columns that are being tried."""
    mixed: tuple[Mixed, Mixed] | None = None
    """An equilibrium that has just been found: a probability for every action of both."""
    dominated: tuple[int, int] | None = None
    """The player and his action that has just been struck out."""


class MatrixTrace(TableRecording):
    """The steps of one game; made by `record`."""

    written = "A matrix game's steps are"

    def __init__(self, game: Game, names: Sequence[Sequence[str]], pays: tuple[Pays, Pays]) -> None:
        self.game = game
        self.names = tuple(tuple(one) for one in names)
        """What the rows and the columns are called."""
        self.players = tuple(game.player_names[:2])
        self.pays = pays
        """What each player earns, by row and column."""
        self.steps: tuple[Step, ...] = tuple(_steps(self))

    @property
    def equilibria(self) -> list[tuple[Mixed, Mixed]]:
        """Those that were found, in the order of the steps."""
        return [step.mixed for step in self.steps if step.mixed is not None]

    def left(self, steps: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The rows and columns that are left after so many steps."""
        if steps:
            return self.steps[steps - 1].rows, self.steps[steps - 1].columns
        return tuple(range(len(self.names[0]))), tuple(range(len(self.names[1])))

    @property
    def last(self) -> int:
        return len(self.steps)

    def frames(self) -> Drawing:
        """The table after each step."""
        return Drawing(self)

    def sentence(self, steps: int) -> str:
        """What the last of so many steps did."""
        if steps:
            return self.steps[steps - 1].sentence
        return (
            f"The table: {self.players[0]} chooses a row, {self.players[1]} a column, simultaneously; "
            "each cell gives both payoffs."
        )

    def text(self, *, width: int | None = 100) -> str:
        """The table, then every step in a sentence."""
        return "\n".join(self._lines(width))

    def _lines(self, width: int | None) -> Iterator[str]:
        yield f"{self.game.title()}: {len(self.names[0])} by {len(self.names[1])} actions"
        yield ""
        yield from self.lines(0)
        yield ""
        for number in range(1, len(self.steps) + 1):
            yield from wrap(f"{number:>3}  {self.sentence(number)}", width, rest="     ")
            if self.steps[number - 1].dominated is not None:
                yield ""
                yield from (f"     {line}" for line in self.lines(number))
                yield ""

    @property
    def title(self) -> str:
        return self.game.title()

    @property
    def stops(self) -> list[int]:
        """The steps that find an equilibrium."""
        return [number for number, step in enumerate(self.steps, 1) if step.mixed is not None]

    def cells(self, steps: int) -> list[list[str]]:
        """The rows and columns that are left after so many steps."""
        rows, columns = self.left(steps)
        cells = [["", *(self.names[1][j] for j in columns)]]
        return cells + [[self.names[0][i], *(self.cell(i, j) for j in columns)] for i in rows]

    def cell(self, i: int, j: int) -> str:
        """What both earn: `3, 0`; in a zero-sum game what the first earns."""
        one, other = self.pays[0][i][j], self.pays[1][i][j]
        return (
            format_fraction(one)
            if self.game.zero_sum
            else f"{format_fraction(one)}, {format_fraction(other)}"
        )

    def __repr__(self) -> str:
        found = len(self.equilibria)
        return f"<MatrixTrace of {self.game.title()}: {len(self.steps)} steps, equilibria: {found}>"


def record(game: Game) -> MatrixTrace:
    """Solve a matrix game by hand; `Unsuitable` for any other game, `BadInput` for one that is too large."""
    rules = rules_of(game)
    if not is_chosen_once(rules):
        raise Unsuitable(
            "A game is solved by hand where two players choose once, at the same moment; "
            f"{rules.title()} is no such game."
        )
    table = lay_out(rules)
    one, other = find_payoffs(table)
    names = [table.texts(player) for player in range(2)]
    if max(map(len, names)) > MOST_ACTIONS:
        raise BadInput(
            f"Games of up to {MOST_ACTIONS} by {MOST_ACTIONS} actions are stepped through; {rules.title()} "
            f"has {len(names[0])} by {len(names[1])}."
        )
    return MatrixTrace(rules, names, (one, other))


def format_fraction(number: Fraction) -> str:
    """`2/3`, `−1`."""
    return str(number).replace("-", "−")


# ---- the steps
def _steps(trace: MatrixTrace) -> Iterator[Step]:
    rows, columns = trace.left(0)
    while (found := _find_dominated(trace, rows, columns)) is not None:
        player, action, sentence = found
        rows = tuple(i for i in rows if (player, i) != (0, action))
        columns = tuple(j for j in columns if (player, j) != (1, action))
        yield Step(sentence, rows, columns, dominated=(player, action))
    number = pairs(len(rows), len(columns))
    if number > MOST_PAIRS:
        raise BadInput(
            f"Elimination leaves {len(rows)} by {len(columns)} actions, {number:,} pairs of supports; "
            f"{MOST_PAIRS} are the most that are stepped through. `halfmove solve` finds the equilibria."
        )
    if max(len(rows), len(columns)) > 1:
        yield Step(f"No action is strictly dominated any more. {_plan()}", rows, columns)
    found_ones: list[tuple[Mixed, Mixed]] = []
    for size in range(1, min(len(rows), len(columns)) + 1):
        for chosen in combinations(rows, size):
            for answers in combinations(columns, size):
                step = _try_supports(trace, rows, columns, chosen, answers)
                if step.mixed is not None:
                    found_ones.append(step.mixed)
                yield step
    yield Step(_end(trace, found_ones), rows, columns)


def _plan() -> str:
    return "Next, try all pairs of supports, the sets of actions that the players mix."


def _find_dominated(
    trace: MatrixTrace, rows: Sequence[int], columns: Sequence[int]
) -> tuple[int, int, str] | None:
    """The first action that is strictly dominated: its player, its number, and why."""
    for player, own, others in ((0, rows, columns), (1, columns, rows)):

        def pay(action: int, other: int, player: int = player) -> Fraction:
            return trace.pays[player][action][other] if player == 0 else trace.pays[player][other][action]

        names = trace.names[player]
        for action in own:
            for by in own:
                if all(pay(by, other) > pay(action, other) for other in others):
                    compared = ", ".join(
                        f"{format_fraction(pay(by, o))} > {format_fraction(pay(action, o))}" for o in others
                    )
                    why = f"{names[action]} is strictly dominated by {names[by]} ({compared})"
                    return player, action, f"{_name_owner(trace, player)} {why} and is eliminated."
            for one, two in combinations([a for a in own if a != action], 2):
                share = _find_share([(pay(one, o), pay(two, o), pay(action, o)) for o in others])
                if share is not None:
                    mixture = [share * pay(one, o) + (1 - share) * pay(two, o) for o in others]
                    compared = ", ".join(
                        f"{format_fraction(mean)} > {format_fraction(pay(action, o))}"
                        for mean, o in zip(mixture, others)
                    )
                    why = (
                        f"{names[action]} is strictly dominated by a mixture of {names[one]} "
                        f"({format_fraction(share)}) and {names[two]} ({format_fraction(1 - share)}): "
                        f"{compared}"
                    )
                    return player, action, f"{_name_owner(trace, player)} {why}. It is eliminated."
    return None


def _name_owner(trace: MatrixTrace, player: int) -> str:
    name = trace.players[player]
    return f"{name[0].upper()}{name[1:]}'s"


def _find_share(earned: Sequence[tuple[Fraction, Fraction, Fraction]]) -> Fraction | None:
    """A share p, 0 < p < 1, of the first with which p·a + (1−p)·b > c for all (a, b, c); None for none."""
    low, high = Fraction(0), Fraction(1)
    for a, b, c in earned:
        slope, level = a - b, c - b  # p * slope > level
        if slope == 0:
            if level >= 0:
                return None
        elif slope > 0:
            low = max(low, level / slope)
        else:
            high = min(high, level / slope)
    if low >= high:
        return None
    return _simple(low, high)


def _simple(low: Fraction, high: Fraction) -> Fraction:
    """The fraction with the smallest denominator strictly between two."""
    below = 1
    while True:
        over = low.numerator * below // low.denominator + 1
        if Fraction(over, below) < high:
            return Fraction(over, below)
        below += 1


def _try_supports(
    trace: MatrixTrace,
    rows: Sequence[int],
    columns: Sequence[int],
    chosen: tuple[int, ...],
    answers: tuple[int, ...],
) -> Step:
    """One pair of supports: whether it makes an equilibrium, and if not why."""
    whole = Bimatrix(scale_payoffs(trace.pays[0]), scale_payoffs(trace.pays[1]))
    second = find_indifference([[whole.first[i][j] for j in answers] for i in chosen])
    first = find_indifference([[whole.second[i][j] for i in chosen] for j in answers])
    names = [", ".join(trace.names[0][i] for i in chosen), ", ".join(trace.names[1][j] for j in answers)]
    head = f"Supports {{{names[0]}}} and {{{names[1]}}}:"

    def step(words: str, mixed: tuple[Mixed, Mixed] | None = None) -> Step:
        return Step(f"{head} {words}", tuple(rows), tuple(columns), (chosen, answers), mixed)

    for shares, mixer, other, mine in ((second, 1, 0, names[1]), (first, 0, 1, names[0])):
        if shares is None:
            return step(
                f"no mixture of {trace.players[mixer]}'s {mine}, all with positive shares, makes "
                f"{trace.players[other]}'s {names[other]} earn the same."
            )
    assert first is not None
    assert second is not None
    x = _spread(len(trace.names[0]), chosen, first)
    y = _spread(len(trace.names[1]), answers, second)
    earned = [
        {i: sum((trace.pays[0][i][j] * y[j] for j in columns), Fraction(0)) for i in rows},
        {j: sum((trace.pays[1][i][j] * x[i] for i in rows), Fraction(0)) for j in columns},
    ]
    mixing = f"{_mixture(trace, 0, x)} and {_mixture(trace, 1, y)}"
    for player, support in ((0, chosen), (1, answers)):
        best = max(earned[player], key=lambda action: earned[player][action])
        here = earned[player][support[0]]
        if earned[player][best] > here:
            return step(
                f"{mixing}{' make them earn the same' if len(chosen) > 1 else ''}, but "
                f"{trace.players[player]}'s {trace.names[player][best]} earns "
                f"{format_fraction(earned[player][best])} against it, more than {format_fraction(here)}."
            )
    return step(
        f"an equilibrium. {mixing}; {trace.players[0]} earns {format_fraction(earned[0][chosen[0]])}, "
        f"{trace.players[1]} {format_fraction(earned[1][answers[0]])}, "
        "and no player gains by another action.",
        (x, y),
    )


def _spread(count: int, support: Sequence[int], shares: Sequence[Fraction]) -> Mixed:
    found = [Fraction(0)] * count
    for action, share in zip(support, shares, strict=True):
        found[action] = share
    return tuple(found)


def _mixture(trace: MatrixTrace, player: int, mixed: Mixed) -> str:
    """`row Bach (2/3), Stravinsky (1/3)`."""
    shares = [(name, share) for name, share in zip(trace.names[player], mixed) if share]
    told = ", ".join(name if share == 1 else f"{name} ({format_fraction(share)})" for name, share in shares)
    return f"{trace.players[player]} {told}"


def _end(trace: MatrixTrace, found: Sequence[tuple[Mixed, Mixed]]) -> str:
    """What came of it, with what equal supports cannot find."""
    number = len(found)
    noun = "equilibrium" if number == 1 else "equilibria"
    told = f"All pairs of supports have been tried: {number or 'no'} {noun}."
    if pairs(len(trace.names[0]), len(trace.names[1])) > FEW:
        return told
    whole = Bimatrix(scale_payoffs(trace.pays[0]), scale_payoffs(trace.pays[1]))
    others = [both for both in support_enumeration(whole) if both not in found]
    if not others:
        return told
    named = "; ".join(f"{_mixture(trace, 0, x)} and {_mixture(trace, 1, y)}" for x, y in others)
    return (
        f"{told} The game is degenerate (some mixture has more best replies than actions), so there are "
        f"more, with supports of different sizes: {named}, and mixtures of those that share a player's part."
    )


CELL, HIGH, MARGIN = 64.0, 34.0, 16.0
STOP = "next equilibrium", "i"


class Drawing(Frames):
    """Where everything stands, and how it looks after each step: what is struck out is faint with a bar
    through its name, what is tried has a frame, and the cells that an equilibrium reaches are filled."""

    stop = STOP

    def __init__(self, trace: MatrixTrace) -> None:
        self.trace = trace
        names = trace.names
        self.side = max(*(width(name, "name") for name in names[0]), 40.0) + 60.0
        cells = [trace.cell(i, j) for i in range(len(names[0])) for j in range(len(names[1]))]
        heads = [width(name, "name") for name in names[1]]
        self.wide = max(CELL, *(width(text, "value") + 20 for text in cells), *(w + 14 for w in heads))
        self.top = MARGIN + 62.0
        self.size = (
            max(MARGIN * 2 + self.side + self.wide * len(names[1]), 420.0),
            self.top + HIGH * len(names[0]) + MARGIN,
        )

    def _x(self, j: int) -> float:
        return MARGIN + self.side + self.wide * (j + 0.5)

    def _y(self, i: int) -> float:
        return self.top + HIGH * (i + 0.5)

    def groups(self, steps: int) -> list[Group]:
        """All that there is, as it looks after so many steps."""
        trace = self.trace
        step = trace.steps[steps - 1] if steps else None
        rows, columns = trace.left(steps)
        made = []
        for i, row in enumerate(trace.names[0]):
            made.append(self._name(f"r{i}", row, 0, i, i in rows, step))
            for j in range(len(trace.names[1])):
                made.append(self._cell(i, j, i in rows and j in columns, step))
        for j, column in enumerate(trace.names[1]):
            made.append(self._name(f"c{j}", column, 1, j, j in columns, step))
        return made

    def _name(self, group: str, name: str, player: int, action: int, left: bool, step: Any) -> Group:
        tried = step is not None and action in step.support[player]
        role = "name" if left else "name-faint"
        x, y = (MARGIN, self._y(action) + 5) if player == 0 else (self._x(action), self.top - 12)
        anchor: Any = "start" if player == 0 else "middle"
        marks: list[Mark] = [Word(x, y, name, role, anchor)]
        long = width(name, role)
        start = x if player == 0 else x - long / 2
        if not left:
            marks.append(Line(((start - 3, y - 5), (start + long + 3, y - 5)), "bar"))
        elif tried:
            marks.append(Line(((start - 3, y + 4), (start + long + 3, y + 4)), "set-now"))
        if step is not None and step.mixed is not None and (share := step.mixed[player][action]):
            place = (MARGIN + self.side - 8, y) if player == 0 else (x, self.top - 30)
            marks.append(Word(*place, format_fraction(share), "value", "end" if player == 0 else "middle"))
        told = f"{self.trace.players[player]}'s {name}{'' if left else ', struck out'}"
        return Group(group, marks, told)

    def _cell(self, i: int, j: int, left: bool, step: Any) -> Group:
        x, y, text = self._x(j), self._y(i), self.trace.cell(i, j)
        role = "waiting" if left else "faint"
        if left and step is not None and i in step.support[0] and j in step.support[1]:
            role = "chance" if step.mixed is not None else "player"
        box = rectangle(x, y, self.wide - 4, HIGH - 4, role)
        return Group(f"x{i}-{j}", [box, Word(x, y + 5, text, "value" if left else "static-faint")], text)

    def scene(self, steps: int) -> Scene:
        """The picture after so many steps."""
        one, other = self.trace.players
        what = f"{one} earns" if self.trace.game.zero_sum else f"{one} earns, {other} earns"
        head = Group("head", [Word(MARGIN, MARGIN + 10, f"in each cell: {what}", "legend", "start")])
        title = f"{self.trace.game.title()} solved by hand"
        told = f"A table of {len(self.trace.names[0])} rows and {len(self.trace.names[1])} columns."
        return Scene(*self.size, [head, *self.groups(steps)], title, told, (0.0, 0.0))

    def frames(self) -> Iterator[Frame]:
        for steps in range(self.trace.last + 1):
            step = self.trace.steps[steps - 1] if steps else None
            struck = step.dominated if step is not None else None
            tried = step.support[0] if step is not None else ()
            at = f"{'rc'[struck[0]]}{struck[1]}" if struck else f"r{tried[0]}" if tried else "r0"
            stop = step is not None and step.mixed is not None
            yield Frame(steps, self.groups(steps), at, self.trace.sentence(steps), stop)
