"""What each search looks at: distinct leaves and evaluations.

A leaf evaluated twice counts twice among the evaluations (in re-searches with null windows, passes of MTD(f),
levels of deepening) and once among the distinct leaves. The uniform trees have three actions at each node and
random, distinct leaves. The figures are means with standard errors; every search has the same trees, and
every value equals minimax's. On each tree NegaScout, SSS* and DUAL* must not evaluate a leaf that alpha- beta
prunes, as theory says; the others may. MTD(f) stores the leaves that it has evaluated. In the games EVAL is
the value at the horizon, and positions are counted instead of leaves.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from statistics import mean, stdev
from typing import Any, NamedTuple

from benchmarks import figures
from benchmarks.answers import expect
from benchmarks.laboratory import chance
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.core.contract import Game
from halfmove.core.watch import Watcher
from halfmove.games.registry import game
from halfmove.search.textbook.alphabeta import alphabeta
from halfmove.search.textbook.deepening import deepening
from halfmove.search.textbook.minimax import minimax
from halfmove.search.textbook.mtdf import mtdf
from halfmove.search.textbook.scout import negascout, scout
from halfmove.teach.growth import mean_case
from halfmove.teach.growth.formulas import UniformTree, root

BRANCHING, DEPTHS = 3, (6, 7, 8)

Search = Callable[..., Any]


def option(search: Search, **options: Any) -> Search:
    """A search with options of its own."""
    return lambda *arguments, **more: search(*arguments, **options, **more)


SEARCHES: dict[str, Search] = {
    "minimax": minimax,
    "alpha-beta": alphabeta,
    "SCOUT": scout,
    "NegaScout": negascout,
    "MTD(f) from 0": mtdf,
    "SSS* (MTD from +∞)": option(mtdf, first=math.inf),
    "DUAL* (MTD from −∞)": option(mtdf, first=-math.inf),
    "deepening, best first": option(deepening, best=True),
}
EXCLUDES = ("NegaScout", "SSS* (MTD from +∞)", "DUAL* (MTD from −∞)")
"""They look at no leaf that alpha-beta leaves out, where all leaves differ."""
GAMES = (
    ("tictactoe", 4),
    ("tictactoe", 6),
    ("tictactoe", None),
    ("connect4", 4),
    ("connect4", 6),
)


class Seen(Watcher):
    """Which states were evaluated statically, and how often."""

    def __init__(self) -> None:
        self.states: set[Any] = set()
        self.times = 0

    def leaf(self, state: Any, value: Any, terminal: bool) -> None:
        self.states.add(state)
        self.times += 1


class Look(NamedTuple):
    """What one search looked at."""

    value: Any
    states: set[Any]
    times: int


def look(search: Search, rules: Game, state: Any, depth: int | None = None) -> Look:
    """Run the search."""
    seen = Seen()
    value = search(rules, state, depth=depth, watch=seen).value
    return Look(value, seen.states, seen.times)


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    trees = 20 if settings.quick else 400
    depths = DEPTHS[: 2 if settings.quick else 3]
    columns = [in_trees(depth, trees) for depth in depths]
    head = [f"means of {trees} trees, {BRANCHING} actions"]
    head += [f"{d} plies: {what}" for d in depths for what in ("distinct leaves", "evaluations")]
    section.table(head, [[name, *(cell for column in columns for cell in column[name])] for name in SEARCHES])
    exact = ", ".join(f"{mean_case(BRANCHING, depth):,.1f}" for depth in depths)
    section.say(f"The exact means of alpha-beta are {exact}.")
    games = GAMES[:1] if settings.quick else GAMES
    titles = [f"{name}, {'whole' if depth is None else f'{depth} plies'}" for name, depth in games]
    found = [in_game(game(name), depth) for name, depth in games]
    head = ["evaluations (distinct positions)", *titles]
    section.table(head, [[name, *(column[name] for column in found)] for name in SEARCHES])
    chance.run(section, settings)


def in_trees(depth: int, trees: int) -> dict[str, tuple[str, str]]:
    """The means of all searches at one depth."""
    rules = UniformTree(branching=BRANCHING, plies=depth)
    distinct: dict[str, list[int]] = {name: [] for name in SEARCHES}
    times: dict[str, list[int]] = {name: [] for name in SEARCHES}
    searches = {name: search for name, search in SEARCHES.items() if name != "minimax"}
    for number in range(trees):
        state = root(1, number)
        value = minimax(rules, state).value  # compiled; it looks at every leaf once
        distinct["minimax"].append(BRANCHING**depth)
        times["minimax"].append(BRANCHING**depth)
        looks = {name: look(search, rules, state, depth) for name, search in searches.items()}
        check(looks, value)
        for name, each in looks.items():
            distinct[name].append(len(leaves_of(each, depth)))
            times[name].append(each.times)
    return {name: (average(distinct[name]), average(times[name])) for name in SEARCHES}


def leaves_of(seen: Look, depth: int) -> set[Any]:
    """The leaves among the states evaluated: a level of deepening evaluates inner nodes too."""
    return {state for state in seen.states if state.ply == depth}


def check(looks: Mapping[str, Look], value: Any) -> None:
    """The values are minimax's, and no leaf is looked at that must not be."""
    for name, each in looks.items():
        expect(f"{name}: the value of a random tree", each.value, value)
    for name in EXCLUDES:
        beyond = looks[name].states - looks["alpha-beta"].states
        expect(f"{name}: leaves that alpha-beta leaves out", len(beyond), 0)


def average(counts: list[int]) -> str:
    """A mean with its standard error."""
    if min(counts) == max(counts):
        return figures.count(counts[0])
    return f"{mean(counts):,.1f} ± {stdev(counts) / math.sqrt(len(counts)):.1f}"


def in_game(rules: Game, depth: int | None) -> dict[str, str]:
    """All searches from the initial position."""
    looks = {}
    for name, search in SEARCHES.items():
        plies = 9 if name.startswith("deepening") and depth is None else depth
        looks[name] = look(search, rules, rules.initial(), plies)
        expect(f"{name}: the value of {rules.title()}", looks[name].value, looks["minimax"].value)
    return {name: f"{each.times:,} ({len(each.states):,})" for name, each in looks.items()}
