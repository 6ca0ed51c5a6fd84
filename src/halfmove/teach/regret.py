"""Regret minimisation step by step: the tables as they grow, the tree of histories with its information sets,
and how fast the average strategies of all variants become good.

    trace = record(hm.game("kuhn"), algorithm="cfr", iterations=5)
    print(trace.text())
    trace.save("kuhn.html")

In the picture a line is as thick as its action is likely: heavy from one half on, dashed where it is never
taken.  An information set is joined by a dashed arc in its player's colour, heavy where the step is.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from itertools import pairwise
from typing import Any

import numpy as np

from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput
from halfmove.imperfect.layout import OVER, GameTable, lay_out
from halfmove.imperfect.solution import Solution
from halfmove.imperfect.solving import METHODS, Method, RegretSolver, find_method
from halfmove.imperfect.strategy import normalise
from halfmove.teach.canvas import DARK as DARK_PAPER
from halfmove.teach.canvas import LIGHT as LIGHT_PAPER
from halfmove.teach.canvas import LINES, OKABE_ITO, TEXT, legible
from halfmove.teach.drawing.layout import Box, tidy
from halfmove.teach.drawing.scene import FONTS, Disc, Group, Line, Mark, Scene, Word, rectangle
from halfmove.teach.frames.recording import Frame, Frames, TableRecording
from halfmove.teach.frames.text import html_table, wrap
from halfmove.teach.growth.plot import spread

MOST_HISTORIES = 400
"""Of a game whose tree is drawn: its histories side by side."""
MOST_ITERATIONS = 1_000
"""So many can be recorded; nobody steps through more."""
FIGURES = range(3, 6)
"""The columns of the tables that are numbers."""


@dataclass(frozen=True)
class Tables:
    """What an iteration has left behind, a figure for each action of each information set (a sequence)."""

    regret: Any
    policy: Any
    """The strategy that comes next."""
    average: Any
    """The average strategy."""
    exploitability: float
    """Of the average strategy."""
    values: tuple[float, ...]
    """What each player earns where all play it."""


@dataclass(frozen=True)
class Step:
    """What there is to be shown: one information set's new row, or that an iteration is done."""

    iteration: int
    """From 1."""
    number: int | None
    """The information set; None where the iteration is done."""


class RegretTrace(TableRecording):
    """A run from the first iteration on; made by `record`."""

    written = "Regret minimisation is"
    right = FIGURES

    def __init__(self, table: GameTable, method: Method, seed: int, tables: list[Tables]) -> None:
        self.table, self.method, self.seed = table, method, seed
        self.tables = tuple(tables)
        """Before the first iteration and after each."""

    @property
    def game(self) -> Game:
        """The game, interpreted, its moves made in turn."""
        return self.table.game

    @property
    def iterations(self) -> int:
        return len(self.tables) - 1

    @property
    def last(self) -> int:
        return len(self.steps)

    def frames(self) -> Drawing:
        """The tree of histories after each step, with the tables beside it."""
        return Drawing(self)

    def rows(self, number: int) -> range:
        """The sequences of an information set: where its figures stand in `Tables`."""
        first = self.table.layout.first
        return range(int(first[number]), int(first[number + 1]))

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Each information set whose regrets or strategy an iteration changed, by player, and its end."""
        found = []
        for iteration in range(1, len(self.tables)):
            before, after = self.tables[iteration - 1 : iteration + 1]
            for number in range(self.table.sets):
                own = slice(self.rows(number).start, self.rows(number).stop)
                same = np.array_equal(before.regret[own], after.regret[own])
                if not same or not np.array_equal(before.policy[own], after.policy[own]):
                    found.append(Step(iteration, number))
            found.append(Step(iteration, None))
        return tuple(found)

    def at(self, steps: int) -> tuple[Any, Any, Tables]:
        """Regrets and strategy after so many steps, and the tables of the last iteration that is done."""
        if steps == 0:
            return self.tables[0].regret, self.tables[0].policy, self.tables[0]
        iteration = self.steps[steps - 1].iteration
        before, after = self.tables[iteration - 1 : iteration + 1]
        regret, policy, done = before.regret.copy(), before.policy.copy(), before
        for step in self.steps[:steps]:
            if step.iteration < iteration:
                continue
            if step.number is None:
                done = after
                continue
            own = slice(self.rows(step.number).start, self.rows(step.number).stop)
            regret[own], policy[own] = after.regret[own], after.policy[own]
        return regret, policy, done

    # ---- told
    def player(self, player: int) -> str:
        """Who that is."""
        return str(self.game.player_names[player])

    def sentence(self, steps: int) -> str:
        """What the last of so many steps did."""
        if steps == 0:
            return "At the start every regret is 0 and every strategy is uniform."
        step = self.steps[steps - 1]
        before, after = self.tables[step.iteration - 1 : step.iteration + 1]
        if step.number is None:
            first, worth = self.player(0), figure(after.values[0])
            return (
                f"Iteration {step.iteration} is complete. The average strategy is worth {worth} to {first}. "
                f"Its exploitability, the mean gain by a best response, is {figure(after.exploitability)}."
            )
        texts, rows = self.table.texts(step.number), self.rows(step.number)
        changes = ", ".join(
            f"{text} {figure(before.regret[s])} → {figure(after.regret[s])}" for text, s in zip(texts, rows)
        )
        plays = ", ".join(f"{text} {figure(after.policy[s])}" for text, s in zip(texts, rows))
        return (
            f"{self.player(self.table.owner(step.number)).capitalize()}, information set "
            f"“{self.table.seen(step.number)}”: regret of {changes}. Next strategy: {plays}."
        )

    def text(self, *, width: int | None = 100) -> str:
        """Every step in a sentence, and the tables at the end."""
        return "\n".join(self._lines(width))

    def _lines(self, width: int | None) -> Iterator[str]:
        yield f"{self.method.name} on {self.game.title()}: {self.table.sets} information sets"
        for number, step in enumerate(self.steps, 1):
            if number == 1 or self.steps[number - 2].number is None:
                yield f"\nIteration {step.iteration}"
            yield from wrap(self.sentence(number), width, "  ", "    ")
        yield ""
        yield from self.lines(len(self.steps))

    @property
    def title(self) -> str:
        return self.game.title()

    @property
    def stops(self) -> list[int]:
        """The ends of the iterations."""
        return [number for number, step in enumerate(self.steps, 1) if step.number is None]

    def row(self, steps: int) -> int | None:
        number = self.steps[steps - 1].number if steps else None
        return None if number is None else self.rows(number).start + 1

    def cells(self, steps: int) -> list[list[str]]:
        """The tables after so many steps: a head, then a row for each action of each information set."""
        regret, policy, done = self.at(steps)
        found = [["player", "information set", "action", "regret", "strategy", "average"]]
        for number in range(self.table.sets):
            who, seen = self.player(self.table.owner(number)), self.table.seen(number)
            for text, s in zip(self.table.texts(number), self.rows(number)):
                figures = [figure(float(row[s])) for row in (regret, policy, done.average)]
                found.append([who, seen, text, *figures])
                who = seen = ""
        return found

    def __repr__(self) -> str:
        return f"<RegretTrace of {self.method.name} on {self.game.title()}: {self.iterations} iterations>"


def record(game: Game, *, algorithm: str = "cfr", iterations: int = 5, seed: int = 0) -> RegretTrace:
    """Minimise regret from the beginning, and keep the tables after every iteration; always interpreted.

    `algorithm` and `seed` as for `regret`.  `BadInput` for a game of more than 400 histories, and for more
    than 1,000 iterations.
    """
    method = find_method(algorithm)
    if not 1 <= iterations <= MOST_ITERATIONS:
        raise BadInput(f"1 to {MOST_ITERATIONS:,} iterations can be stepped through, not {iterations}.")
    table = small(game)
    run = RegretSolver(table, method, seed)
    tables = [_copy_tables(run)]
    for _ in range(iterations):
        run.step(1)
        tables.append(_copy_tables(run))
    return RegretTrace(table, method, seed, tables)


def small(game: Game) -> GameTable:
    """A game laid out whose tree can be drawn, to be run interpreted; `BadInput` for a larger one."""
    try:
        table = lay_out(game, largest=MOST_HISTORIES)
    except BadInput as error:
        if "too many to lay out" not in str(error):
            raise
        raise BadInput(
            f"{game.title()} has more than {MOST_HISTORIES} histories, too many to draw; step through a "
            "smaller game, such as kuhn."
        ) from None
    table.compiled = False
    return table


def _copy_tables(run: RegretSolver) -> Tables:
    found: Solution = run.solution()
    average = normalise(run.table, run.tables.average)
    return Tables(
        run.tables.regret.copy(), run.tables.policy.copy(), average, found.exploitability, found.values
    )


Curve = list[tuple[int, float]]


def curves(game: Game, *, iterations: int = 1_000, seed: int = 0) -> dict[str, Curve]:
    """The exploitability of the average strategy after 1, 2, 5, 10, … iterations, by every variant."""
    table = small(game)
    points = [n * 10**k for k in range(7) for n in (1, 2, 5) if n * 10**k <= iterations]
    found: dict[str, Curve] = {}
    for name, method in METHODS.items():
        if not method.is_suitable(table):
            continue
        run = RegretSolver(table, method, seed)
        found[name] = []
        for point in points:
            run.step(point - run.iterations)
            found[name].append((point, run.solution().exploitability))
    return found


def figure(value: float) -> str:
    """A number with three decimals at most: −0.056, 0.5, 2."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return ("0" if text in ("-0", "") else text).replace("-", "−")


LEVEL, RADIUS, LEAF, MARGIN = 74.0, 10.0, 26.0, 18.0
ROLES = ("max", "min", "player")
COLOURS = (*(c for c in OKABE_ITO if c != "#000000"), "#8B949E", "#B3261E")
"""Of the curves, as `_hue` puts them on light and on dark paper."""
SHOWN = 1_000
"""Iterations of the curves."""


@dataclass(slots=True)
class Place:
    """One history, and the line that leads to it."""

    number: int
    action: str
    sequence: int | None
    """Where the strategy says how likely the action is; None for nature's."""
    chance: float
    depth: int
    below: list[Place] = field(default_factory=list)
    x: float = 0.0

    @property
    def y(self) -> float:
        return self.depth * LEVEL + LEAF / 2


class Drawing(Frames):
    """Where everything stands, and how it looks after each step."""

    style = """
table{border-collapse:collapse;margin:1rem 0}td,th{padding:.15rem .7rem;text-align:left}
.hm-right{text-align:right;font-variant-numeric:tabular-nums}.hl-taken td{background:#e69f0044}
"""

    def __init__(self, trace: RegretTrace) -> None:
        self.trace = trace
        self.places = self._histories()
        boxes = {p.number: Box(LEAF / 2 + 4, LEAF / 2 + 4) for p in self.places}
        for place in self.places:
            boxes[place.number].below = [boxes[child.number] for child in place.below]
        self.width = tidy(boxes[0], gap=3.0, cousins=5.0)
        for place in self.places:
            place.x = boxes[place.number].x
        self.height = max(place.y for place in self.places) + LEAF
        self.members: dict[int, list[Place]] = {}
        for place in self.places:
            if trace.table.layout.mover[place.number] >= 0:
                self.members.setdefault(int(trace.table.layout.place[place.number]), []).append(place)

    def _histories(self) -> list[Place]:
        game, layout = self.trace.game, self.trace.table.layout
        found = [Place(0, "", None, 1.0, 0)]
        states = {0: game.initial()}
        for place in found:  # a list that grows
            number, state = place.number, states.pop(place.number)
            mover = int(layout.mover[number])
            if mover == OVER:
                continue
            actions = [a for a, _ in game.outcomes(state)] if mover == CHANCE else list(game.actions(state))
            first = None if mover == CHANCE else self.trace.rows(int(layout.place[number])).start
            for which, action in enumerate(actions):
                child = int(layout.child[number]) + which
                text = game.action_text(state, action)
                sequence = None if first is None else first + which
                below = Place(child, text, sequence, float(layout.chance[child]), place.depth + 1)
                place.below.append(below)
                found.append(below)
                states[child] = game.result(state, action)
        return found

    # ---- one moment
    def groups(self, steps: int) -> list[Group]:
        """All that there is, as it looks after so many steps."""
        _, policy, _ = self.trace.at(steps)
        now = self.trace.steps[steps - 1].number if steps else None
        made = []
        for place in self.places:
            made += [self._edge(child, place, policy) for child in place.below]
        made += [self._set(number, now) for number in self.members]
        made += [self._node(place) for place in self.places]
        return [Group(g.name, [m.moved(MARGIN, MARGIN) for m in g.marks], g.told) for g in made]

    def _edge(self, place: Place, above: Place, policy: Any) -> Group:
        likely = place.chance if place.sequence is None else float(policy[place.sequence])
        role = "edge-variation" if likely >= 0.5 else "edge" if likely > 0 else "edge-faint"
        role = "edge" if place.sequence is None else role
        line = Line(((above.x, above.y + RADIUS), (place.x, place.y - RADIUS)), role)
        share = 0.62
        x, y = above.x + share * (place.x - above.x), above.y + share * LEVEL
        marks: list[Mark] = [line]
        if place.sequence is None:
            marks.append(Word(x + 3, y + 4, place.action, "label", "start"))
        else:
            marks.append(Word(x + 4, y + 4, figure(round(likely, 2)), "note", "start"))
        return Group(f"e{place.number}", marks, f"{place.action}, probability {figure(likely)}")

    def _set(self, number: int, now: int | None) -> Group:
        """The arcs from each history of an information set to the next."""
        role = "set-now" if number == now else f"set-{min(self.trace.table.owner(number), 2)}"
        places = sorted(self.members[number], key=lambda p: (p.depth, p.x))
        marks: list[Mark] = []
        for one, other in pairwise(places):
            marks.append(_arc(one, other, role))
        if number == now:
            marks += [Disc(p.x, p.y, RADIUS + 4, "ring") for p in places]
        return Group(f"s{number}", marks, f"one information set: {self.trace.table.seen(number)}")

    def _node(self, place: Place) -> Group:
        layout = self.trace.table.layout
        mover, at = int(layout.mover[place.number]), int(layout.place[place.number])
        if mover == OVER:
            earned = layout.earned[at]
            text = figure(float(earned[0]))
            each = ", ".join(f"{self.trace.player(p)} {figure(float(e))}" for p, e in enumerate(earned))
            box = rectangle(place.x, place.y, LEAF, LEAF - 4, "leaf")
            return Group(f"n{place.number}", [box, Word(place.x, place.y + 4.5, text, "legend")], each)
        role = "chance" if mover == CHANCE else ROLES[min(mover, 2)]
        told = "chance" if mover == CHANCE else f"{self.trace.player(mover)}: {self.trace.table.seen(at)}"
        return Group(f"n{place.number}", [Disc(place.x, place.y, RADIUS, role)], told)

    def scene(self, steps: int) -> Scene:
        """The picture after so many steps, with what the colours mean below it."""
        legend, x = Group("legend"), MARGIN + 8.0
        y = self.height + 2 * MARGIN + 4
        names = [("chance", "chance"), *((ROLES[min(p, 2)], n) for p, n in enumerate(self._names()))]
        for role, name in [*names, ("leaf", f"what {self._names()[0]} gets")]:
            sign = rectangle(x, y - 4, 16, 14, role) if role == "leaf" else Disc(x, y - 4, 7, role)
            word = Word(x + 14, y, name, "legend", "start")
            legend.marks += [sign, word]
            x += word.width + 42
        legend.marks.append(Line(((x - 6, y - 4), (x + 26, y - 4)), "set-0"))
        legend.marks.append(Word(x + 34, y, "one information set", "legend", "start"))
        told = f"A tree of {len(self.places)} histories; {len(self.members)} information sets."
        size = max(self.width + 2 * MARGIN, x + 160), self.height + 2 * MARGIN + 16
        title = f"{self.trace.method.name} on {self.trace.game.title()}"
        return Scene(*size, [*self.groups(steps), legend], title, told, (MARGIN, MARGIN))

    def frames(self) -> Iterator[Frame]:
        trace = self.trace
        for steps in range(trace.last + 1):
            number = trace.steps[steps - 1].number if steps else None
            at = "n0" if number is None else f"n{self.members[number][0].number}"
            marked = () if number is None else trace.rows(number)
            first = trace.table.layout.players
            table = html_table(trace.cells(steps), FIGURES, [sequence - first for sequence in marked])
            stop = steps > 0 and number is None
            yield Frame(steps, self.groups(steps), at, trace.sentence(steps), stop, {"terms": table})

    def below(self) -> str:
        """The tables, and the exploitability of all variants."""
        return (
            '<div id="terms" data-part="terms"></div><h2>Exploitability of the average strategy</h2>'
            f"{plot(curves(self.trace.game, iterations=SHOWN, seed=self.trace.seed))}"
        )

    def _names(self) -> list[str]:
        return [self.trace.player(p) for p in range(self.trace.game.players)]


def _arc(one: Place, other: Place, role: str) -> Line:
    """A line that hangs from one history to another, deeper the farther they are apart."""
    sag = 9 + 0.05 * abs(other.x - one.x)
    points = []
    for i in range(25):
        t = i / 24
        y = one.y + t * (other.y - one.y) + RADIUS * 0.6 + sag * 4 * t * (1 - t)
        points.append((one.x + t * (other.x - one.x), y))
    return Line(tuple(points), role)


# ---- how good the averages are


WIDE, HIGH, LEFT, RIGHT, TOP, FOOT = 620.0, 330.0, 58.0, 150.0, 14.0, 40.0


def plot(found: dict[str, Curve]) -> str:
    """Exploitability against iterations on logarithmic axes, a line a variant, as an SVG document.

    Those that draw are dashed.
    """
    points = [point for curve in found.values() for point in curve]
    most = max(math.log10(n) for n, _ in points) or 1.0
    levels = [math.log10(e) for _, e in points if e > 0]
    low, high = math.floor(min(levels)), math.ceil(max(levels))
    across, down = WIDE - LEFT - RIGHT, HIGH - TOP - FOOT

    def place(n: float, e: float) -> tuple[float, float]:
        y = (high - math.log10(max(e, 10.0**low))) / (high - low)
        return LEFT + across * math.log10(n) / most, TOP + down * y

    def words(x: float, y: float, text: str, anchor: str, fill: str = 'fill="currentColor"') -> str:
        return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {fill}>{escape(text)}</text>'

    def line(ends: list[tuple[float, float]], stroke: str, more: str = "") -> str:
        told = " ".join(f"{x:.1f},{y:.1f}" for x, y in ends)
        return f'<polyline points="{told}" fill="none" {stroke}{more}/>'

    size = f'viewBox="0 0 {WIDE:g} {HIGH:g}" width="{WIDE:g}" height="{HIGH:g}"'
    size += ' style="max-width:100%;height:auto"'
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="{FONTS}" font-size="11" '
        'aria-label="Exploitability against iterations, a line a variant">'
    ]
    for power in range(low, high + 1):
        y = place(1, 10.0**power)[1]
        out += [line([(LEFT, y), (LEFT + across, y)], 'stroke="#8b949e55"')]
        out += [words(LEFT - 6, y + 4, f"{10.0**power:g}", "end")]
    for power in range(int(most) + 1):
        out.append(words(place(10**power, 1)[0], HIGH - 22, f"{10**power:,}", "middle"))
    out.append(words(LEFT + across / 2, HIGH - 6, "iterations", "middle"))
    ends = [place(*curve[-1]) for curve in found.values()]
    labels = spread([y for _, y in ends], 14.0, highest=TOP + down)
    for i, ((name, curve), (x, y), label) in enumerate(zip(found.items(), ends, labels)):
        colour = COLOURS[i % len(COLOURS)]
        stroke = _hue("stroke", colour, LINES)
        dash = ' stroke-dasharray="5 3"' if METHODS[name].sampled else ""
        out.append(line([place(n, e) for n, e in curve], stroke, f' stroke-width="1.8"{dash}'))
        out.append(line([(x, y), (x + 12, label)], stroke))
        out.append(words(x + 15, label + 4, name, "start", _hue("fill", colour, TEXT)))
    return "\n".join([*out, "</svg>\n"])


def _hue(attribute: str, colour: str, least: float) -> str:
    """A colour as an attribute of SVG, with that contrast on the paper that the colour scheme has; on light
    paper for what does not know colour schemes."""
    light, dark = (legible(colour, paper, least) for paper in (LIGHT_PAPER, DARK_PAPER))
    return f'{attribute}="{light}" style="{attribute}:light-dark({light},{dark})"'
