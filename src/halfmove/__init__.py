"""Halfmove: adversarial search for Python.

    import halfmove as hm

    game = hm.game("connect4")
    print(hm.analyze(game, limit=hm.Limit(seconds=1)).best)

The names below are found when first used, so that `import halfmove` costs next to nothing (PEP 562).
"""

from __future__ import annotations

from importlib import import_module

__version__ = "0.1.0"

TYPE_CHECKING = False  # type checkers take it for True; typing itself would be most of what this import costs

if TYPE_CHECKING:
    from halfmove import bits as bits
    from halfmove import randomness as randomness
    from halfmove.arena.player import Choice as Choice
    from halfmove.arena.player import Player as Player
    from halfmove.arena.report.summary import report as report
    from halfmove.books.making import make_book as make_book
    from halfmove.books.opening import open_book as open_book
    from halfmove.core.analysis import Analysis as Analysis
    from halfmove.core.analysis import Line as Line
    from halfmove.core.bits import Bitboard as Bitboard
    from halfmove.core.buffer import Buffer as Buffer
    from halfmove.core.compile import interpreted as interpreted
    from halfmove.core.compile import kernel as kernel
    from halfmove.core.contract import CHANCE as CHANCE
    from halfmove.core.contract import NO_CHOICE as NO_CHOICE
    from halfmove.core.contract import SIMULTANEOUS as SIMULTANEOUS
    from halfmove.core.contract import SPECTATOR as SPECTATOR
    from halfmove.core.contract import Chance as Chance
    from halfmove.core.contract import Dynamics as Dynamics
    from halfmove.core.contract import Game as Game
    from halfmove.core.contract import Information as Information
    from halfmove.core.contract import Payoffs as Payoffs
    from halfmove.core.contract import Rewards as Rewards
    from halfmove.core.errors import BadInput as BadInput
    from halfmove.core.errors import BrokenPromise as BrokenPromise
    from halfmove.core.errors import CompileError as CompileError
    from halfmove.core.errors import HalfmoveError as HalfmoveError
    from halfmove.core.errors import NotProven as NotProven
    from halfmove.core.errors import Unsuitable as Unsuitable
    from halfmove.core.history import History as History
    from halfmove.core.in_turn import in_turn as in_turn
    from halfmove.core.limit import Limit as Limit
    from halfmove.core.score import ESTIMATE as ESTIMATE
    from halfmove.core.score import INFINITY as INFINITY
    from halfmove.core.score import WIN as WIN
    from halfmove.core.score import loss_in as loss_in
    from halfmove.core.score import win_in as win_in
    from halfmove.core.scores import Score as Score
    from halfmove.core.view import View as View
    from halfmove.core.watch import Watcher as Watcher
    from halfmove.games.chess.pgn import read_pgn as read_pgn
    from halfmove.games.chess.pgn import write_pgn as write_pgn
    from halfmove.games.go.sgf import read_sgf as read_sgf
    from halfmove.games.go.sgf import write_sgf as write_sgf
    from halfmove.games.load import load as load
    from halfmove.games.reference import position as position
    from halfmove.games.registry import game as game
    from halfmove.games.registry import games as _games
    from halfmove.imperfect.solution import Solution as Solution
    from halfmove.imperfect.solving import RegretSolver as RegretSolver
    from halfmove.imperfect.solving import exploitability as exploitability
    from halfmove.imperfect.solving import regret as regret
    from halfmove.imperfect.strategy import Strategy as Strategy
    from halfmove.learn.trained import Trained as Trained
    from halfmove.notebook.board import Board as Board
    from halfmove.operations import analyze as analyze
    from halfmove.operations import check as _check
    from halfmove.operations import compare as compare
    from halfmove.operations import experiment as experiment
    from halfmove.operations import explain as explain
    from halfmove.operations import luck as luck
    from halfmove.operations import mark as mark
    from halfmove.operations import match as match
    from halfmove.operations import orderings as orderings
    from halfmove.operations import perft as perft
    from halfmove.operations import rollout as rollout
    from halfmove.operations import simulate as simulate
    from halfmove.operations import solve as solve
    from halfmove.operations import tournament as tournament
    from halfmove.operations import train as train
    from halfmove.operations import verify as verify
    from halfmove.search.algorithms import algorithms as algorithms
    from halfmove.search.algorithms import deepen as deepen
    from halfmove.search.alphabeta.features import features as features
    from halfmove.search.alphabeta.threads import Engine as Engine
    from halfmove.search.chance.rollouts import Rollout as Rollout
    from halfmove.search.count import count_games as count_games
    from halfmove.search.count import count_positions as count_positions
    from halfmove.search.montecarlo.engine import MonteCarlo as MonteCarlo
    from halfmove.search.neural.network import Network as Network
    from halfmove.search.proof.solver import Solver as Solver
    from halfmove.search.session import Session as Session
    from halfmove.search.textbook.alphabeta import alphabeta as alphabeta
    from halfmove.search.textbook.deepening import deepening as deepening
    from halfmove.search.textbook.dialects import DIALECTS as DIALECTS
    from halfmove.search.textbook.expectiminimax import expectiminimax as expectiminimax
    from halfmove.search.textbook.maxn import maxn as maxn
    from halfmove.search.textbook.minimax import minimax as minimax
    from halfmove.search.textbook.mtdf import mtdf as mtdf
    from halfmove.search.textbook.negamax import negamax as negamax
    from halfmove.search.textbook.outcome import Outcome as Outcome
    from halfmove.search.textbook.paranoid import paranoid as paranoid
    from halfmove.search.textbook.quiescence import quiescence as quiescence
    from halfmove.search.textbook.scout import negascout as negascout
    from halfmove.search.textbook.scout import scout as scout
    from halfmove.search.textbook.singular import singular as singular
    from halfmove.search.textbook.star import star1 as star1
    from halfmove.search.textbook.star2 import star2 as star2
    from halfmove.search.textbook.tapered import tapered as tapered
    from halfmove.search.trace import Recorder as Recorder
    from halfmove.search.watch import Counter as Counter
    from halfmove.teach import growth as growth
    from halfmove.teach.examples import open_tree as _tree
    from halfmove.teach.judgements import annotate as annotate
    from halfmove.teach.misconceptions import misconception as misconception
    from halfmove.teach.misconceptions import misconceptions as misconceptions
    from halfmove.teach.montecarlo.trace import SimulationTrace as SimulationTrace
    from halfmove.teach.orderings import reorder as reorder
    from halfmove.teach.quiz.exercise import Exercise as Exercise
    from halfmove.teach.quiz.exercise import exercise_on as exercise_on
    from halfmove.teach.quiz.make import exercise as exercise
    from halfmove.teach.quiz.make import exercises as exercises
    from halfmove.teach.quiz.marking import Marking as Marking
    from halfmove.teach.quiz.sheets import sheet as sheet
    from halfmove.teach.trace import Trace as Trace
    from halfmove.teach.trace import trace as trace
    from halfmove.teach.why import Explanation as Explanation

    all_games = _games
    check_game = _check
    tree = _tree

_HOMES = {
    "arena.player": ("Choice", "Player"),
    "arena.report.summary": ("report",),
    "books.making": ("make_book",),
    "books.opening": ("open_book",),
    "core.analysis": ("Analysis", "Line"),
    "core.bits": ("Bitboard",),
    "core.buffer": ("Buffer",),
    "core.compile": ("interpreted", "kernel"),
    "core.errors": ("BadInput", "BrokenPromise", "CompileError", "HalfmoveError", "NotProven", "Unsuitable"),
    "core.contract": (
        "CHANCE",
        "Chance",
        "Dynamics",
        "Game",
        "Information",
        "NO_CHOICE",
        "Payoffs",
        "Rewards",
        "SIMULTANEOUS",
        "SPECTATOR",
    ),
    "core.history": ("History",),
    "core.in_turn": ("in_turn",),
    "core.limit": ("Limit",),
    "core.score": ("ESTIMATE", "INFINITY", "WIN", "loss_in", "win_in"),
    "core.scores": ("Score",),
    "core.view": ("View",),
    "core.watch": ("Watcher",),
    "games.chess.pgn": ("read_pgn", "write_pgn"),
    "games.go.sgf": ("read_sgf", "write_sgf"),
    "games.load": ("load",),
    "games.reference": ("position",),
    "games.registry": ("game",),
    "imperfect.solution": ("Solution",),
    "imperfect.solving": ("RegretSolver", "exploitability", "regret"),
    "imperfect.strategy": ("Strategy",),
    "learn.trained": ("Trained",),
    "search.algorithms": ("algorithms", "deepen"),
    "search.textbook.alphabeta": ("alphabeta",),
    "search.chance.rollouts": ("Rollout",),
    "search.count": ("count_games", "count_positions"),
    "search.alphabeta.threads": ("Engine",),
    "search.alphabeta.features": ("features",),
    "search.montecarlo.engine": ("MonteCarlo",),
    "search.neural.network": ("Network",),
    "search.textbook.deepening": ("deepening",),
    "search.textbook.dialects": ("DIALECTS",),
    "search.textbook.minimax": ("minimax",),
    "search.textbook.expectiminimax": ("expectiminimax",),
    "search.textbook.maxn": ("maxn",),
    "search.textbook.paranoid": ("paranoid",),
    "search.textbook.star": ("star1",),
    "search.textbook.star2": ("star2",),
    "search.textbook.mtdf": ("mtdf",),
    "search.textbook.negamax": ("negamax",),
    "search.textbook.scout": ("negascout", "scout"),
    "search.textbook.outcome": ("Outcome",),
    "search.textbook.quiescence": ("quiescence",),
    "search.textbook.singular": ("singular",),
    "search.textbook.tapered": ("tapered",),
    "operations": (
        "analyze",
        "compare",
        "experiment",
        "explain",
        "luck",
        "mark",
        "match",
        "orderings",
        "perft",
        "rollout",
        "simulate",
        "solve",
        "tournament",
        "train",
        "verify",
    ),
    "notebook.board": ("Board",),
    "search.session": ("Session",),
    "search.proof.solver": ("Solver",),
    "search.trace": ("Recorder",),
    "search.watch": ("Counter",),
    "teach.quiz": ("Exercise", "Marking", "exercise", "exercise_on", "exercises", "sheet"),
    "teach.judgements": ("annotate",),
    "teach.misconceptions": ("misconception", "misconceptions"),
    "teach.montecarlo": ("SimulationTrace",),
    "teach.orderings": ("reorder",),
    "teach.trace": ("Trace", "trace"),
    "teach.why": ("Explanation",),
}
_HOME = {name: (home, name) for home, names in _HOMES.items() for name in names}
_HOME["bits"] = "bits", ""  # the module itself
_HOME["randomness"] = "randomness", ""
_HOME["tree"] = "teach.examples", "open_tree"
_HOME["check_game"] = "operations", "check"
_HOME["growth"] = "teach.growth", ""
_HOME["all_games"] = "games.registry", "games"  # `halfmove.games` is the package

__all__ = sorted((*_HOME, "__version__"))


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'halfmove' has no attribute '{name}'")
    home, attribute = _HOME[name]
    module = import_module(f"halfmove.{home}")
    value: object = getattr(module, attribute) if attribute else module
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
