"""Tic-tac-toe by the textbook.

This section runs the textbooks' minimax and alpha-beta to the end of every game, compiled and as plain
Python. Minimax enters 549,946 nodes; there are 255,168 complete games (131,184 won by X, 77,904 by O, 46,080
drawn) and 5,478 distinct positions; alpha-beta with moves in row-major order and the ≥ test enters 18,297
nodes. All counts are checked at both speeds. OpenSpiel's Python alpha-beta and solver and easyAI's negamax
answer the same question: a draw.
"""

from __future__ import annotations

from typing import Any

from benchmarks import figures
from benchmarks.answers import expect
from benchmarks.measure import Contestant, alternate, medians, on_thread
from benchmarks.peers import peer
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.core.compile import interpreted
from halfmove.core.contract import Game
from halfmove.games.registry import game
from halfmove.search.count import Games, count_games, count_positions
from halfmove.search.textbook.alphabeta import alphabeta
from halfmove.search.textbook.minimax import minimax

SEARCHES: dict[str, tuple[Any, int]] = {"minimax": (minimax, 549_946), "alpha-beta": (alphabeta, 18_297)}
GAMES = Games(games=255_168, wins=(131_184, 77_904), draws=46_080, nodes=549_946)
POSITIONS = 5_478


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    rules = game("tictactoe")
    for speed in (rules, interpreted(rules)):
        expect("tic-tac-toe's complete games", count_games(speed), GAMES)
        expect("tic-tac-toe's distinct positions", count_positions(speed), POSITIONS)
    contestants: dict[str, Contestant] = {}
    for name in SEARCHES:
        contestants[f"Halfmove {name}, compiled"] = ours(name, rules)
        contestants[f"Halfmove {name}, interpreted"] = ours(name, interpreted(rules))
    contestants |= openspiel(section) | easyai(section)
    times = alternate(contestants, settings.runs)
    middle = medians(times)
    fastest, plain = middle["Halfmove alpha-beta, compiled"], middle["Halfmove alpha-beta, interpreted"]
    rows = []
    for name, time in middle.items():
        search = name.removeprefix("Halfmove ").partition(",")[0]
        nodes = figures.count(SEARCHES[search][1]) if search in SEARCHES else "–"
        theirs = not name.startswith("Halfmove")
        ratios = [figures.ratio(time, fastest), figures.ratio(time, plain)] if theirs else ["", ""]
        rows.append([name, figures.seconds(time), nodes, *ratios])
    section.table(
        ["tic-tac-toe", "median", "nodes", "our alpha-beta, compiled", "our alpha-beta, interpreted"], rows
    )


def ours(name: str, rules: Game) -> Contestant:
    """A textbook search, at the speed of `rules`."""
    search, nodes = SEARCHES[name]
    search(rules, depth=1)

    def once() -> float:
        outcome, seconds = on_thread(lambda: search(rules))
        expect(f"{name}: value and nodes", (outcome.value, outcome.nodes), (0, nodes))
        return seconds

    return once


def openspiel(section: Section) -> dict[str, Contestant]:
    """OpenSpiel's two solvers in Python."""
    pyspiel = peer(section, "OpenSpiel", "pyspiel")
    if pyspiel is None:
        return {}
    from open_spiel.python.algorithms.minimax import alpha_beta_search
    from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

    rules = pyspiel.load_game("tic_tac_toe")
    start = str(rules.new_initial_state())

    def solver() -> Any:
        return MinimaxSolver("tic_tac_toe").solve()[start].value

    return {
        "OpenSpiel alpha-beta": valued("OpenSpiel", lambda: alpha_beta_search(rules)[0]),
        "OpenSpiel MinimaxSolver": valued("OpenSpiel", solver),
    }


def easyai(section: Section) -> dict[str, Contestant]:
    """easyAI's negamax."""
    if peer(section, "easyAI", "easyAI") is None:
        return {}
    from easyAI import Human_Player, Negamax
    from easyAI.games.TicTacToe import TicTacToe

    def negamax() -> Any:
        search = Negamax(9)
        search(TicTacToe([Human_Player(), Human_Player()]))
        return search.alpha

    return {"easyAI negamax": valued("easyAI", negamax)}


def valued(name: str, work: Any) -> Contestant:
    """A peer's search, which must find the draw."""

    def once() -> float:
        value, seconds = on_thread(work)
        expect(f"{name}'s value of tic-tac-toe", value, 0)
        return seconds

    return once
