"""Regret minimisation drawn: the tree of histories, its information sets joined by dashes, tables and curves.

A line is as thick as its action is likely: heavy from one half on, dashed where it is never taken.  What a
player cannot tell apart hangs together by a dashed arc in his colour, heavy where the step is.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import CHANCE
from halfmove.imperfect.layout import OVER
from halfmove.imperfect.solving import METHODS
from halfmove.teach.canvas import DARK as DARK_PAPER
from halfmove.teach.canvas import LIGHT as LIGHT_PAPER
from halfmove.teach.canvas import LINES, OKABE_ITO, TEXT, legible
from halfmove.teach.drawing.layout import Box, tidy
from halfmove.teach.drawing.metrics import FONTS
from halfmove.teach.drawing.page import PAGE, STYLE, THEMES
from halfmove.teach.drawing.palette import LIGHT
from halfmove.teach.drawing.player import SCRIPT, controls
from halfmove.teach.drawing.scene import Disc, Group, Line, Mark, Scene, Word, rectangle
from halfmove.teach.drawing.svg import Painter, draw
from halfmove.teach.growth.plot import spread
from halfmove.teach.regret.trace import Curve, curves, figure

if TYPE_CHECKING:
    from halfmove.teach.regret.trace import RegretTrace

LEVEL, RADIUS, LEAF, MARGIN = 74.0, 10.0, 26.0, 18.0
STOP = "next iteration", "i"
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


class Drawing:
    """Where everything stands, and how it looks after each step."""

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


def tree(trace: RegretTrace, steps: int) -> str:
    """The tree after so many steps, as an SVG document."""
    return draw(Drawing(trace).scene(steps))


# ---- the tables, and how good the averages are


def table(trace: RegretTrace, steps: int) -> str:
    """The tables after so many steps, as HTML; the rows that the step changed are marked."""
    head, *rows = trace.cells(steps)
    number = trace.steps[steps - 1].number if steps else None
    now = range(0) if number is None else trace.rows(number)
    first = trace.table.layout.players
    body = ""
    for place, row in enumerate(rows, first):
        mark = ' class="hl-taken"' if place in now else ""
        cells = "".join(
            f"<td{' class=hm-right' if i > 2 else ''}>{escape(c)}</td>" for i, c in enumerate(row)
        )
        body += f"<tr{mark}>{cells}</tr>"
    top = "".join(f"<th{' class=hm-right' if i > 2 else ''}>{escape(c)}</th>" for i, c in enumerate(head))
    return f'<table class="hm-table"><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>'


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


# ---- step by step


def player_data(trace: RegretTrace) -> tuple[Scene, dict[str, Any]]:
    """The first scene and the data for `drawing.player.SCRIPT`, from step 0 on; "terms" is the table."""
    made, painter = Drawing(trace), Painter(LIGHT, classes=True)
    changes: dict[str, list[tuple[int, Any]]] = {}
    at = []
    for steps in range(len(trace.steps) + 1):
        for group in made.groups(steps):
            _changed(changes, group.name, steps, painter.inside(group))
        _changed(changes, "terms", steps, table(trace, steps))
        number = trace.steps[steps - 1].number if steps else None
        at.append("n0" if number is None else f"n{made.members[number][0].number}")
    return made.scene(0), {
        "first": 0,
        "changes": changes,
        "sentences": [trace.sentence(steps) for steps in range(len(trace.steps) + 1)],
        "at": at,
        "stops": [k for k, step in enumerate(trace.steps, 1) if step.number is None],
        "stopKey": STOP[1],
        "stopName": STOP[0],
    }


def _changed(changes: dict[str, list[tuple[int, Any]]], name: str, steps: int, inner: str) -> None:
    known = changes.setdefault(name, [])
    if not known or known[-1][1] != inner:
        known.append((steps, inner))


def page(trace: RegretTrace) -> str:
    """A page to step through, in one file: tree, tables, and below them all variants' exploitability."""
    scene, told = player_data(trace)
    told["start"] = 0
    title = f"{trace.method.name} on {trace.game.title()}"
    values = {
        "TITLE": escape(title),
        "PICTURE": draw(scene),
        "STYLE": STYLE + THEMES["auto"] + _TABLE,
        "DATA": json.dumps(told, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
        "SCRIPT": SCRIPT + _START,
        "CONTROLS": controls(len(trace.steps), STOP),
    }
    whole = re.sub(r"@([A-Z]+)@", lambda found: values[found.group(1)], PAGE)
    below = (
        f'<div id="terms" data-part="terms"></div><h2>Exploitability of the average strategy</h2>'
        f"{plot(curves(trace.game, iterations=SHOWN, seed=trace.seed))}"
    )
    return whole.replace("</main>", f"{below}</main>")


_TABLE = """
table{border-collapse:collapse;margin:1rem 0}td,th{padding:.15rem .7rem;text-align:left}
.hm-right{text-align:right;font-variant-numeric:tabular-nums}.hl-taken td{background:#e69f0044}
"""
_START = """
const data = JSON.parse(document.getElementById("data").textContent);
const player = halfmovePlayer(document.querySelector("main"), data);
player.show(Number(location.hash.slice(1)) || data.start);
"""
