"""Signatures: how many positions each search visits, and what it finds, from an empty table on one thread.

A change that should leave a search alone leaves every row of `SIGNATURES` alone; one that alters it writes
new rows (`python tests/search/test_signatures.py` prints them) and says what they cost or bring.  Rows that
are `small` run interpreted as well, with the same numbers: both speeds visit the same positions.
"""

from __future__ import annotations

import hashlib
from functools import cache

import pytest

import halfmove as hm
from halfmove.core.compile import interpreted, jit_enabled
from halfmove.core.limit import Limit
from halfmove.search.alphabeta import deepening
from halfmove.search.alphabeta.features import FEATURES
from halfmove.search.alphabeta.selective.features import SELECTIVE
from halfmove.search.alphabeta.threads import Engine
from halfmove.search.montecarlo.engine import MonteCarlo
from halfmove.search.montecarlo.plan import Settings
from halfmove.search.proof.solver import solve

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MIDDLE = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
ENDGAME = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
PAWNS = "8/8/1p1k1p2/p3p1p1/P3P1P1/1P1K1P2/8/8 w - - 0 1"
TREE = [[[3, 17], [2, 12]], [[15, [25, 0]], [[2, 5], [3, 2, 14]]], [[7, 1, 3], 6, [4, [8, -9], -5]]]


@cache
def the_game(name, parameters):
    return hm.tree(TREE) if name == "tree" else hm.game(name, **dict(parameters))


def where(game, position):
    """A FEN, or moves from the beginning."""
    return hm.position(game, position)[0] if "/" in position else hm.position(game, moves=position)[0]


def engine_signature(game, state, depth, *, without=(), seed=0, lines=1, selective=None):
    """Nodes of the search to a depth, the score and the number of the best action's place among the legal."""
    memory = Engine(game, megabytes=2, seed=seed, without=without, selective=selective)
    *_, last = deepening.search(game, state, Limit(depth=depth), lines=lines, memory=memory)
    counts = memory.statistics()
    checked = [counts[name] for name in ("cutoffs", "first_cutoffs", "table_hits", "re_searches")]
    return last.nodes, last.score.raw, [*game.actions(state)].index(last.best), digest(checked)


def solver_signature(game, state):
    found = solve(game, state, megabytes=2)
    return found.nodes, found.score.raw, [*game.actions(state)].index(found.best), digest(found.variation)


def sampling_signature(game, state, simulations, **settings):
    """The root's visits, of the first action, of the most visited, and all of them in a digest."""
    engine = MonteCarlo(game, Settings(**settings) if settings else None, megabytes=64, seed=7)
    engine.begin()
    engine.set_root(state, None)
    engine.grow(Limit(simulations=simulations))
    visits = [c.visits for c in engine.candidates()]
    means = [round(c.mean, 6) for c in engine.candidates()]
    return sum(visits), visits[0], max(visits), digest([visits, means])


def digest(values):
    """A few figures for many."""
    return int(hashlib.blake2b(repr(values).encode(), digest_size=4).hexdigest(), 16) % 1_000_000


C4 = (("width", 5), ("height", 4))
MNK = (("width", 4), ("height", 3), ("k", 4))
GO5 = (("width", 5), ("height", 5))
GOMOKU = (("width", 7), ("height", 7), ("k", 4))

#     kind, game, parameters, position, depth or simulations, keywords, small
QUESTIONS = {
    "chess start": ("engine", "chess", (), "", 10, {}, False),
    "chess kiwipete": ("engine", "chess", (), KIWIPETE, 9, {}, False),
    "chess middle": ("engine", "chess", (), MIDDLE, 10, {}, False),
    "chess endgame": ("engine", "chess", (), ENDGAME, 14, {}, False),
    "chess pawns": ("engine", "chess", (), PAWNS, 16, {}, False),
    "chess lines": ("engine", "chess", (), MIDDLE, 7, {"lines": 3}, False),
    "chess seed": ("engine", "chess", (), KIWIPETE, 8, {"seed": 3}, False),
    "chess 960": ("engine", "chess", (("chess960", True),), MIDDLE, 8, {}, False),
    "chess plain": ("engine", "chess", (), KIWIPETE, 3, {"selective": False}, False),
    "chess small": ("engine", "chess", (), KIWIPETE, 4, {}, True),
    "chess small endgame": ("engine", "chess", (), ENDGAME, 7, {}, True),
    **{
        f"chess without {name}": ("engine", "chess", (), KIWIPETE, 8, {"without": (name,)}, False)
        for name, feature in SELECTIVE.items()
        if feature.rests_on(hm.game("chess"))
    },
    "connect4": ("engine", "connect4", (), "44444", 16, {}, False),
    "connect4 seed": ("engine", "connect4", (), "", 12, {"seed": 5}, False),
    "connect4 small": ("engine", "connect4", C4, "", 10, {}, True),
    **{
        f"connect4 without {name}": ("engine", "connect4", C4, "3", 8, {"without": (name,)}, True)
        for name, feature in FEATURES.items()
        if feature.rests_on(hm.game("connect4", **dict(C4)))
    },
    "othello": ("engine", "othello", (), "f5 d6", 8, {}, False),
    "othello without probcut": ("engine", "othello", (), "f5 d6", 8, {"without": ("probcut",)}, False),
    "go": ("engine", "go", GO5, "", 5, {}, False),
    "go small": ("engine", "go", GO5, "c3 b3 c4", 2, {}, True),
    "gomoku": ("engine", "gomoku", GOMOKU, "d4 c3", 6, {}, False),
    "gomoku small": ("engine", "gomoku", GOMOKU, "d4 c3", 3, {}, True),
    "mnk": ("engine", "mnk", (("width", 5), ("height", 4), ("k", 4)), "", 5, {}, True),
    "nim": ("engine", "nim", (), "", 12, {}, True),
    "tictactoe": ("engine", "tictactoe", (), "", 9, {}, True),
    "tree": ("engine", "tree", (), "", 6, {}, True),
    "solver connect4": ("solver", "connect4", (), "4444423", None, {}, False),
    "solver connect4 small": ("solver", "connect4", (("width", 4), ("height", 4)), "11", None, {}, True),
    "solver mnk": ("solver", "mnk", (("width", 4), ("height", 3), ("k", 3)), "", None, {}, True),
    "solver nim": ("solver", "nim", (), "", None, {}, True),
    "solver tictactoe": ("solver", "tictactoe", (), "", None, {}, True),
    "solver tree": ("solver", "tree", (), "", None, {}, True),
    "mcts chess": ("mcts", "chess", (), MIDDLE, 300, {}, False),
    "mcts connect4": ("mcts", "connect4", (), "4", 20_000, {}, False),
    "mcts connect4 small": ("mcts", "connect4", (), "4", 200, {}, True),
    "mcts connect4 rave": ("mcts", "connect4", (), "4", 200, {"formula": "rave", "prior": 5}, True),
    "mcts connect4 replies": ("mcts", "connect4", (), "4", 200, {"replies": True}, True),
    "mcts connect4 graph": ("mcts", "connect4", (), "4", 200, {"graph": True}, True),
    "mcts go": ("mcts", "go", GO5, "", 5_000, {}, False),
    "mcts go small": ("mcts", "go", GO5, "c3 b3", 60, {}, True),
    "mcts gomoku": ("mcts", "gomoku", GOMOKU, "d4 c3", 5_000, {}, False),
    "mcts mnk": ("mcts", "mnk", MNK, "", 300, {"formula": "puct", "proofs": False}, True),
    "mcts nim": ("mcts", "nim", (), "", 300, {"formula": "tuned"}, True),
    "mcts tictactoe": ("mcts", "tictactoe", (), "", 200, {}, True),
    "mcts tree": ("mcts", "tree", (), "", 100, {"proofs": False}, True),
}

SIGNATURES = {
    "chess start": (43966, 2538, 11, 451936),
    "chess kiwipete": (25715, -2269, 17, 603871),
    "chess middle": (21878, -2592, 16, 710090),
    "chess endgame": (80668, 11795, 9, 969282),
    "chess pawns": (19622, 0, 5, 547272),
    "chess lines": (8833, -3990, 16, 411352),
    "chess seed": (19653, -11304, 17, 394047),
    "chess 960": (6063, -2100, 16, 881573),
    "chess plain": (2324, 33537, 17, 606896),
    "chess small": (725, -3324, 17, 996406),
    "chess small endgame": (2529, 12379, 9, 279179),
    "chess without table": (15675, -15727, 17, 205083),
    "chess without quiescence": (12600, -13029, 17, 487200),
    "chess without exchanges": (23615, -12879, 17, 835419),
    "chess without checks": (13529, -6075, 17, 228054),
    "chess without singular": (14395, -16203, 17, 915712),
    "chess without null-move": (12115, -6075, 17, 543845),
    "chess without futility": (44113, -13809, 45, 978606),
    "chess without reductions": (64021, -9049, 17, 894037),
    "chess without move-count": (16128, -4135, 17, 744211),
    "chess without killers": (13506, -6075, 17, 101497),
    "chess without counter-moves": (13656, -6075, 17, 703332),
    "chess without history": (18247, -9049, 17, 46601),
    "chess without corrections": (14518, -8030, 17, 899166),
    "chess without iir": (25344, -16203, 17, 921286),
    "chess without aspiration": (23057, -14031, 45, 771125),
    "connect4": (749118, -9000, 1, 438760),
    "connect4 seed": (65719, -6000, 3, 993997),
    "connect4 small": (9229, -3000, 0, 568112),
    "connect4 without table": (7520, 0, 2, 300376),
    "connect4 without hint": (2774, 0, 2, 241553),
    "connect4 without etc": (2310, 0, 2, 814776),
    "connect4 without killers": (2136, 0, 2, 216902),
    "connect4 without history": (2088, 0, 2, 448390),
    "connect4 without order": (2294, 0, 2, 927380),
    "connect4 without bounds": (2091, -1500, 2, 938568),
    "connect4 without forced": (2180, 0, 2, 619420),
    "connect4 without symmetry": (3435, 0, 2, 73349),
    "connect4 without pvs": (2237, 0, 2, 824790),
    "connect4 without aspiration": (2166, 0, 2, 277896),
    "othello": (5930, 45013, 0, 609271),
    "othello without probcut": (8757, 45013, 0, 993629),
    "go": (10772, 0, 0, 888273),
    "go small": (90, 0, 0, 591058),
    "gomoku": (2369, 999991, 23, 12564),
    "gomoku small": (418, 115000, 23, 306945),
    "mnk": (1359, 35000, 7, 207778),
    "nim": (2390, 999989, 1, 483693),
    "tictactoe": (231, 0, 4, 409265),
    "tree": (35, 11999997, 0, 7917),
    "solver connect4": (1584629, 999967, 4, 884001),
    "solver connect4 small": (737, 0, 1, 4835),
    "solver mnk": (59, 999993, 5, 387080),
    "solver nim": (717, 999989, 1, 875208),
    "solver tictactoe": (43, 0, 4, 495323),
    "solver tree": (18, 11999997, 0, 271008),
    "mcts chess": (300, 13, 13, 292652),
    "mcts connect4": (20000, 1110, 5768, 275460),
    "mcts connect4 small": (200, 54, 54, 25116),
    "mcts connect4 rave": (200, 22, 61, 612479),
    "mcts connect4 replies": (200, 31, 53, 982996),
    "mcts connect4 graph": (200, 28, 46, 290001),
    "mcts go": (5000, 38, 3294, 501305),
    "mcts go small": (60, 0, 44, 897149),
    "mcts gomoku": (2329, 39, 105, 418973),
    "mcts mnk": (300, 17, 34, 426929),
    "mcts nim": (300, 14, 67, 163917),
    "mcts tictactoe": (200, 30, 30, 804158),
    "mcts tree": (100, 47, 47, 854615),
}


def signature(name, *, plainly=False):
    """What a search of `QUESTIONS` does now; `plainly`: interpreted, whatever the switch says."""
    kind, game_name, parameters, position, size, keywords, _ = QUESTIONS[name]
    game = the_game(game_name, parameters)
    if plainly:
        game = interpreted(game)
    state = where(game, position)
    if kind == "engine":
        return engine_signature(game, state, size, **keywords)
    if kind == "solver":
        return solver_signature(game, state)
    return sampling_signature(game, state, size, **keywords)


def test_every_question_has_its_signature():
    assert list(SIGNATURES) == list(QUESTIONS)


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_search_is_what_it_was(name):
    kind, _, _, _, _, keywords, small = QUESTIONS[name]
    if not (small or jit_enabled()):
        pytest.skip("takes minutes interpreted")
    # a plain engine without a feature is machine code of its own: seconds each, for the same numbers
    plainly = kind == "engine" and small and "without" in keywords
    assert signature(name, plainly=plainly) == SIGNATURES[name]


if __name__ == "__main__":
    for each in QUESTIONS:
        print(f'    "{each}": {signature(each)},', flush=True)
