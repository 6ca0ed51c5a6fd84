"""Textbook alpha-beta beside the peers', on the same trees and games.

All programs run alpha-beta with the children from left to right and the ≥ test, to the end of every line of
play: Halfmove's, compiled and as plain Python, with and without the recorder of every step; OpenSpiel's
`alpha_beta_search` (Python with rules in C++; the package has none in C++ alone); easyAI's `Negamax` (plain
Python, with undone moves). The trees are random and uniform, with three actions at each node, seven plies and
distinct leaves: OpenSpiel reads them as Gambit files, easyAI through the few lines of Python that its users
would write. The ending of Connect Four is a 7 × 6 board with twelve squares left. Values are checked against
plain minimax or our solver. Nodes are states entered; those of the other programs are counted in a separate
run. easyAI prefers fast wins to slow ones, so in the games it compares other values. Our interpreted search
also counts nodes, leaves and cutoffs and keeps the principal variation. Until 2026-11-24 it reported each of
these to a watcher by a call, which made it three to six times as slow as the other programs (0.16 to 0.33 ×
on trees); now the watcher's work is inline in the search (docs/decisions/0035). The last column compares the
other programs with our plain Python on comparable rules: the tree as a data structure, and tic-tac-toe as a
student writes it, with a board of nine letters and eight lines to check. (`interpreted` alone is the rules
that we compile, run as Python.) OpenSpiel's rules are in C++, which plain Python cannot match; its own
tic-tac-toe in Python is measured too.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import figures
from benchmarks.answers import expect
from benchmarks.laboratory.trees import Spec, gambit, uniform
from benchmarks.measure import Contestant, alternate, medians, on_thread
from benchmarks.peers import peer
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.core.compile import interpreted
from halfmove.core.contract import Game
from halfmove.games.reference import position
from halfmove.games.registry import game
from halfmove.games.tree import tree
from halfmove.search.proof.solver import solve
from halfmove.search.textbook.alphabeta import alphabeta
from halfmove.search.trace import Recorder
from halfmove.teach.growth.formulas import UniformTree, root

BRANCHING, PLIES = 3, 7
PLAIN, WRITTEN, STUDENTS = "interpreted", "`hm.tree`, interpreted", "a student's rules, interpreted"
ENDING = "667723667173521441123454422366"
"""Thirty moves of Connect Four after which nobody has won: twelve squares are left."""


class Search(NamedTuple):
    """One contestant: all its work, done once."""

    name: str
    work: Callable[[], list[Any]]
    """The values found, one a problem."""
    nodes: Callable[[], int]
    """The states entered, in a run of its own."""
    right: list[Any]


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    peers = [
        name
        for name, module in (("OpenSpiel", "pyspiel"), ("easyAI", "easyAI"))
        if peer(section, name, module) is not None
    ]
    trees = 3 if settings.quick else 20
    with tempfile.TemporaryDirectory() as folder:
        race(
            section,
            f"{trees} random trees of {BRANCHING} actions and {PLIES} plies",
            on_trees(trees, peers, Path(folder)),
            settings,
            plain=WRITTEN,
        )
    race(section, "tic-tac-toe", on_tictactoe(peers), settings, plain=STUDENTS)
    race(section, "Connect Four 7 × 6, twelve squares left", on_connect4(peers), settings, plain=PLAIN)


def race(section: Section, title: str, searches: list[Search], settings: Settings, *, plain: str) -> None:
    """All searches in turn; a row each.  `plain` is ours in plain Python, as peers have the problem."""
    nodes = {search.name: search.nodes() for search in searches}
    times = medians(alternate({search.name: timed(search) for search in searches}, settings.runs))
    fastest, like = times["Halfmove, compiled"], times[f"Halfmove, {plain}"]
    rows = []
    for name, seconds in times.items():
        theirs = not name.startswith("Halfmove")
        ratios = [figures.ratio(seconds, fastest), figures.ratio(seconds, like)] if theirs else ["", ""]
        rate = figures.rate(nodes[name], seconds)
        rows.append([name, figures.seconds(seconds), figures.count(nodes[name]), rate, *ratios])
    section.table([title, "median", "nodes", "nodes a second", "ours compiled", f"ours: {plain}"], rows)


def timed(search: Search) -> Contestant:
    """The search as `alternate` takes it."""

    def once() -> float:
        values, seconds = on_thread(search.work)
        expect(f"{search.name}: the values", values, search.right)
        return seconds

    return once


# ---- ours
def ours(name: str, problems: list[tuple[Game, Any]], right: list[Any], watch: Any = None) -> Search:
    """Halfmove's alpha-beta on the problems: a game and a state each."""

    def outcomes() -> list[Any]:
        return [alphabeta(rules, state, watch=watch and watch()) for rules, state in problems]

    return Search(
        f"Halfmove, {name}",
        lambda: [outcome.value for outcome in outcomes()],
        lambda: sum(outcome.nodes for outcome in outcomes()),
        right,
    )


def at_all_speeds(rules: Game, states: list[Any], right: list[Any]) -> list[Search]:
    """Compiled, interpreted, recorded."""
    problems, plain = [(rules, state) for state in states], [(interpreted(rules), state) for state in states]
    return [
        ours("compiled", problems, right),
        ours(PLAIN, plain, right),
        ours("every step recorded", plain, right, Recorder),
    ]


class Students(Game):
    """Tic-tac-toe as somebody writes it in the first week: a board is nine letters."""

    compiled = False
    name = "students"
    lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def initial(self) -> str:
        return "........."

    def to_move(self, s: str) -> int:
        return (9 - s.count(".")) % 2

    def actions(self, s: str) -> Iterator[int]:
        for a in range(9):
            if s[a] == ".":
                yield a

    def result(self, s: str, a: int) -> str:
        return s[:a] + "XO"[self.to_move(s)] + s[a + 1 :]

    def is_terminal(self, s: str) -> bool:
        return "." not in s or self.has_line(s)

    def utility(self, s: str, player: int) -> int:
        if self.has_line(s):
            return -1 if player == self.to_move(s) else 1
        return 0

    def has_line(self, s: str) -> bool:
        """Whether three letters in a line are the same."""
        for a, b, c in self.lines:
            if s[a] == s[b] == s[c] != ".":
                return True
        return False


# ---- the problems
def on_trees(count: int, peers: list[str], folder: Path) -> list[Search]:
    """Random uniform trees."""
    rules = UniformTree(branching=BRANCHING, plies=PLIES)
    states = [root(0, number) for number in range(count)]
    specs = [uniform(BRANCHING, PLIES, number) for number in range(count)]
    ranks = [minimax(spec) for spec in specs]
    floats = [values(rules, state)[rank] for state, rank in zip(states, ranks, strict=True)]
    found = at_all_speeds(rules, states, floats)
    found.append(ours(WRITTEN, [(tree(spec), None) for spec in specs], ranks))
    if "OpenSpiel" in peers:
        import pyspiel

        files = [gambit(spec, folder / f"{number}.efg") for number, spec in enumerate(specs)]
        loaded = [pyspiel.load_game("efg_game", {"filename": str(file)}) for file in files]
        found.append(openspiel([(each, None) for each in loaded], ranks))
    if "easyAI" in peers:
        found.append(easyai([easyai_tree(spec) for spec in specs], PLIES, ranks))
    return found


def on_tictactoe(peers: list[str]) -> list[Search]:
    """The whole game."""
    rules = game("tictactoe")
    found = at_all_speeds(rules, [rules.initial()], [0])
    found.append(ours(STUDENTS, [(Students(), None)], [0]))
    if "OpenSpiel" in peers:
        import pyspiel
        from open_spiel.python import games as _in_python  # noqa: F401  # they are known once imported

        found.append(openspiel([(pyspiel.load_game("tic_tac_toe"), None)], [0]))
        theirs = openspiel([(pyspiel.load_game("python_tic_tac_toe"), None)], [0])
        found.append(theirs._replace(name="OpenSpiel, its rules in Python"))
    if "easyAI" in peers:
        from easyAI.games.TicTacToe import TicTacToe

        found.append(easyai([lambda: TicTacToe([None, None])], 9, [0]))
    return found


def on_connect4(peers: list[str]) -> list[Search]:
    """The last twelve plies."""
    rules = game("connect4")
    state, _ = position(rules, moves=ENDING)
    value = solve(rules, state, megabytes=16).value
    found = at_all_speeds(rules, [state], [value])
    if "OpenSpiel" in peers:
        import pyspiel

        theirs = pyspiel.load_game("connect_four")
        reached = theirs.new_initial_state()
        for column in ENDING:
            reached.apply_action(int(column) - 1)
        found.append(openspiel([(theirs, reached)], [value]))
    if "easyAI" in peers:
        found.append(easyai([easyai_ending], 42 - len(ENDING), [value]))
    return found


def minimax(spec: Spec, player: int = 0) -> Any:
    """The value, by the definition."""
    if not isinstance(spec, list):
        return spec
    return (max, min)[player](minimax(child, 1 - player) for child in spec)


def values(rules: Game, state: Any) -> list[float]:
    """The values of all leaves, in order of size."""
    if rules.is_terminal(state):
        return [rules.utility(state, 0)]
    children = (values(rules, rules.result(state, action)) for action in rules.actions(state))
    return sorted(value for child in children for value in child)


# ---- the peers
def counted(module: str, function: str, work: Callable[[], object]) -> int:
    """How often a peer's recursive function is entered while `work` runs."""
    home = sys.modules[module]
    plain, calls = getattr(home, function), 0

    def counting(*arguments: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        return plain(*arguments, **options)

    setattr(home, function, counting)
    try:
        work()
    finally:
        setattr(home, function, plain)
    return calls


def openspiel(problems: list[tuple[Any, Any]], right: list[Any]) -> Search:
    """OpenSpiel's alpha-beta; values to the first player."""
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    def work() -> list[Any]:
        return [
            alpha_beta_search(rules, state=state, maximum_depth=50, maximizing_player_id=0)[0]
            for rules, state in problems
        ]

    home = "open_spiel.python.algorithms.minimax"
    return Search("OpenSpiel", work, lambda: counted(home, "_alpha_beta", work), right)


def easyai(positions: list[Callable[[], Any]], depth: int, right: list[Any]) -> Search:
    """easyAI's negamax; of a decided game only who wins, as its value also says how soon."""
    from easyAI import Negamax

    games = any(value in (-1, 1) for value in right)

    def value(start: Any) -> Any:
        search = Negamax(depth)
        search(start)
        found = search.alpha if start.current_player == 1 else -search.alpha
        return (found > 0) - (found < 0) if games else found

    def work() -> list[Any]:
        return [value(start()) for start in positions]

    return Search("easyAI", work, lambda: counted("easyAI.AI.Negamax", "negamax", work), right)


def easyai_tree(spec: Spec) -> Callable[[], Any]:
    """A tree as easyAI's users write a game."""
    from easyAI import TwoPlayerGame

    class Tree(TwoPlayerGame):  # type: ignore[misc]
        def __init__(self) -> None:
            self.players, self.current_player = [None, None], 1
            self.path = [spec]

        def possible_moves(self) -> list[int]:
            return list(range(len(self.path[-1])))

        def make_move(self, move: int) -> None:
            self.path.append(self.path[-1][move])

        def unmake_move(self, move: int) -> None:
            self.path.pop()

        def is_over(self) -> bool:
            return not isinstance(self.path[-1], list)

        def scoring(self) -> Any:
            return self.path[-1] if self.current_player == 1 else -self.path[-1]

    return Tree


def easyai_ending() -> Any:
    """easyAI's own Connect Four in the same position."""
    from easyAI.games.ConnectFour import ConnectFour

    board = ConnectFour([None, None])
    for column in ENDING:
        board.make_move(int(column) - 1)
        board.switch_player()
    return board
