"""How a matrix game is solved by hand: strictly dominated actions go, one after the other; then supports.

An action is *strictly dominated* where another one, or a mixture of two others, earns more whatever the other
player does.  A player who reckons never plays it, and once it is gone others may be dominated in turn:
iterated elimination, which takes away no equilibrium (Osborne and Rubinstein, *A Course in Game Theory*,
1994, section 4.2).  Then each pair of supports of equal size is tried: each player mixes so that the other's
actions in the support earn the same; where that is possible with positive shares, and no action outside earns
more, the two mixtures are an equilibrium.  All is exact: fractions, as a pencil writes them.
"""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.in_turn import rules_of
from halfmove.imperfect.bimatrix import Bimatrix, Mixed, chosen_once, payoffs, scaled
from halfmove.imperfect.layout import lay_out
from halfmove.imperfect.support_enumeration import FEW, indifferent, pairs, support_enumeration
from halfmove.teach import step_files

MOST_ACTIONS = 12
"""Of a player: a table that fits a page."""
MOST_PAIRS = 400
"""Pairs of supports that somebody steps through, of what elimination leaves."""
WRITTEN = "A matrix game's steps are"
"""In the sentence that says as what."""

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


class MatrixTrace:
    """The steps of one game; made by `record`."""

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

    def sentence(self, steps: int) -> str:
        """What the last of so many steps did."""
        if steps:
            return self.steps[steps - 1].sentence
        return (
            f"The table: {self.players[0]} chooses a row, {self.players[1]} a column, at the same moment; "
            "in each cell stands what both earn."
        )

    def text(self, *, width: int | None = 100) -> str:
        """The table, then every step in a sentence."""
        return "\n".join(self._lines(width))

    def _lines(self, width: int | None) -> Iterator[str]:
        yield f"{self.game.title()}: {len(self.names[0])} by {len(self.names[1])} actions"
        yield ""
        yield from self.table(0)
        yield ""
        for number in range(1, len(self.steps) + 1):
            told = f"{number:>3}  {self.sentence(number)}"
            yield from textwrap.wrap(told, width or 10_000, subsequent_indent="     ")
            if self.steps[number - 1].dominated is not None:
                yield ""
                yield from (f"     {line}" for line in self.table(number))
                yield ""

    def table(self, steps: int) -> list[str]:
        """The rows and columns that are left, as lines of text."""
        rows, columns = self.left(steps)
        cells = [["", *(self.names[1][j] for j in columns)]]
        cells += [[self.names[0][i], *(self.cell(i, j) for j in columns)] for i in rows]
        wide = [max(len(row[k]) for row in cells) for k in range(len(cells[0]))]
        return ["  ".join(text.ljust(w) for text, w in zip(row, wide)).rstrip() for row in cells]

    def cell(self, i: int, j: int) -> str:
        """What both earn: `3, 0`; in a zero-sum game what the first earns."""
        one, other = self.pays[0][i][j], self.pays[1][i][j]
        return said(one) if self.game.zero_sum else f"{said(one)}, {said(other)}"

    # ---- a page
    def svg(self, steps: int | None = None) -> str:
        """The table after so many steps (all of them), as an SVG document."""
        from halfmove.teach.matrix.drawing import picture

        return picture(self, len(self.steps) if steps is None else steps)

    def html(self) -> str:
        """A page to step through."""
        from halfmove.teach.matrix.drawing import page

        return page(self)

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write .html, a page to step through, or .svg, the table at the end; `BadInput` for another name."""
        step_files.save(self, file, WRITTEN)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        found = len(self.equilibria)
        return f"<MatrixTrace of {self.game.title()}: {len(self.steps)} steps, equilibria: {found}>"


def record(game: Game) -> MatrixTrace:
    """Solve a matrix game by hand; `Unsuitable` for any other game, `BadInput` for one that is too large."""
    rules = rules_of(game)
    if not chosen_once(rules):
        raise Unsuitable(
            "A game is solved by hand where two players choose once, at the same moment; "
            f"{rules.title()} is no such game."
        )
    table = lay_out(rules)
    one, other = payoffs(table)
    names = [table.texts(player) for player in range(2)]
    if max(map(len, names)) > MOST_ACTIONS:
        raise BadInput(
            f"Games of up to {MOST_ACTIONS} by {MOST_ACTIONS} actions are stepped through; {rules.title()} "
            f"has {len(names[0])} by {len(names[1])}."
        )
    return MatrixTrace(rules, names, (one, other))


def said(number: Fraction) -> str:
    """`2/3`, `−1`."""
    return str(number).replace("-", "−")


# ---- the steps
def _steps(trace: MatrixTrace) -> Iterator[Step]:
    rows, columns = trace.left(0)
    while (found := _dominated(trace, rows, columns)) is not None:
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
                step = _tried(trace, rows, columns, chosen, answers)
                if step.mixed is not None:
                    found_ones.append(step.mixed)
                yield step
    yield Step(_end(trace, found_ones), rows, columns)


def _plan() -> str:
    return "Now supports are tried: which actions each player mixes."


def _dominated(
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
                    compared = ", ".join(f"{said(pay(by, o))} > {said(pay(action, o))}" for o in others)
                    why = f"{names[action]} is strictly dominated by {names[by]} ({compared})"
                    return player, action, f"{_whose(trace, player)} {why}: it goes."
            for one, two in combinations([a for a in own if a != action], 2):
                share = _between([(pay(one, o), pay(two, o), pay(action, o)) for o in others])
                if share is not None:
                    mixture = [share * pay(one, o) + (1 - share) * pay(two, o) for o in others]
                    compared = ", ".join(
                        f"{said(mean)} > {said(pay(action, o))}" for mean, o in zip(mixture, others)
                    )
                    why = (
                        f"{names[action]} is strictly dominated by a mixture of {names[one]} ({said(share)}) "
                        f"and {names[two]} ({said(1 - share)}): {compared}"
                    )
                    return player, action, f"{_whose(trace, player)} {why}. It goes."
    return None


def _whose(trace: MatrixTrace, player: int) -> str:
    name = trace.players[player]
    return f"{name[0].upper()}{name[1:]}'s"


def _between(earned: Sequence[tuple[Fraction, Fraction, Fraction]]) -> Fraction | None:
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


def _tried(
    trace: MatrixTrace,
    rows: Sequence[int],
    columns: Sequence[int],
    chosen: tuple[int, ...],
    answers: tuple[int, ...],
) -> Step:
    """One pair of supports: whether it makes an equilibrium, and if not why."""
    whole = Bimatrix(scaled(trace.pays[0]), scaled(trace.pays[1]))
    second = indifferent([[whole.first[i][j] for j in answers] for i in chosen])
    first = indifferent([[whole.second[i][j] for i in chosen] for j in answers])
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
                f"{trace.players[player]}'s "
                f"{trace.names[player][best]} earns {said(earned[player][best])} against it, more than "
                f"{said(here)}."
            )
    return step(
        f"an equilibrium. {mixing}; {trace.players[0]} earns {said(earned[0][chosen[0]])}, "
        f"{trace.players[1]} {said(earned[1][answers[0]])}, and nobody earns more by another action.",
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
    told = ", ".join(name if share == 1 else f"{name} ({said(share)})" for name, share in shares)
    return f"{trace.players[player]} {told}"


def _end(trace: MatrixTrace, found: Sequence[tuple[Mixed, Mixed]]) -> str:
    """What came of it, with what equal supports cannot find."""
    number = len(found)
    told = f"All supports are tried: {number or 'no'} {'equilibrium' if number == 1 else 'equilibria'}."
    if pairs(len(trace.names[0]), len(trace.names[1])) > FEW:
        return told
    whole = Bimatrix(scaled(trace.pays[0]), scaled(trace.pays[1]))
    others = [both for both in support_enumeration(whole) if both not in found]
    if not others:
        return told
    named = "; ".join(f"{_mixture(trace, 0, x)} and {_mixture(trace, 1, y)}" for x, y in others)
    return (
        f"{told} The game is degenerate (some mixture has more best replies than actions), so there are "
        f"more, with supports of different sizes: {named}, and mixtures of those that share a player's part."
    )
