"""Another process finds on disk the machine code that this one made, and gets the same answers from it.

Recursive kernels above all: Numba stores what a function calls, itself included, and has got it wrong.
All scripts share one game, one cache and one second process.
"""

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow_interpreted

WINDOWS = """
from halfmove.games.mnk import TicTacToe
from halfmove.search.textbook.alphabeta import alphabeta
from halfmove.search.textbook.deepening import deepening
from halfmove.search.textbook.negamax import negamax
from halfmove.search.textbook.scout import negascout, scout

game = TicTacToe()
for dialect in ("winston", "mit"):
    print(alphabeta(game, depth=4, dialect=dialect))
for form in ("F", "F2", "F3"):
    print(negamax(game, depth=4, form=form))
for form in ("negascout", "pvs"):
    print(negascout(game, depth=4, form=form))
print(scout(game, depth=4), deepening(game, depth=4))
"""

BEYOND_THE_HORIZON = """
from halfmove.games.mnk import TicTacToe
from halfmove.search.textbook.quiescence import quiescence
from halfmove.search.textbook.singular import singular
from halfmove.search.textbook.tapered import tapered

game = TicTacToe()
print(quiescence(game, depth=3), singular(game, depth=3, look=1), tapered(game, width=6))
print(tapered(game, depth=4, widths="4,3,2", window=False))
"""

CHANCE_AND_THREE_PLAYERS = """
import halfmove as hm
from small_games import ChanceTree, RandomTree, root

game = ChanceTree()
print([search(game, root(5)) for search in (hm.expectiminimax, hm.star1, hm.star2)])
print(hm.paranoid(RandomTree(movers=3), root(5)))
"""

WATCHERS_AND_COUNTS = """
from halfmove.games.mnk import TicTacToe
from halfmove.search.textbook.alphabeta import alphabeta, alphabeta_value
from halfmove.search.count import count_games, count_positions
from halfmove.search.textbook.minimax import minimax, minimax_value
from halfmove.search.watch import Counter, Silent, Stopped

game = TicTacToe()
print(minimax(game), alphabeta(game), count_games(game), count_positions(game, symmetric=True))
print(minimax_value(game, game.initial(), 9, Silent()))
try:
    alphabeta_value(game, game.initial(), 9, -9.0, 9.0, False, Counter(1000))
except Stopped:
    print("stopped")
"""

ENGINE = """
import halfmove as hm

game = hm.game("tictactoe")
found = hm.analyze(game, limit=hm.Limit(depth=9))
print(found.value, found.best, found.nodes, hm.solve(game).value, hm.perft(game, game.initial(), 5))
found = hm.analyze(game, limit=hm.Limit(simulations=500), algorithm="mcts", seed=1)
print(found.best, found.value, found.variation)
"""

HIDDEN = """
import halfmove as hm

kuhn, goofspiel = hm.game("kuhn"), hm.game("goofspiel", cards=4, prizes="descending")
state, _ = hm.position(kuhn, moves="J Q bet")
for name in ("oos", "so-ismcts", "pimc"):
    limit = hm.Limit() if name == "pimc" else hm.Limit(simulations=300)
    found = hm.analyze(kuhn, state, limit, algorithm=name, seed=1)
    print(found.best, found.value, found.policy)
found = hm.analyze(goofspiel, limit=hm.Limit(), algorithm="backward-induction", seed=1)
print(found.value, found.nodes, found.policy)
"""

PROOF_NUMBERS = """
from naive_repetition import Knot, Tangle
from halfmove.search.proof.prover import METHODS, Prover, Question

game = Tangle()  # positions come again, so that disproofs are confirmed
for method in METHODS:
    prover = Prover(game, megabytes=0.1, method=method)
    states = [state for seed in range(20) if not game.is_terminal(state := Knot(seed, 0))]
    answers = [prover.prove(state, Question(0)) for state in states]
    print(method, answers, [prover.action(state, Question(0)) for state in states], prover.nodes)
"""

EVERY_GAME = """
from halfmove.core.buffer import Buffer
from halfmove.core.check.survey import survey_of
from halfmove.core.errors import BadInput
from halfmove.core.randomness import stream
from halfmove.games.reference import GameReference
from halfmove.games.registry import games

for name in games():
    offered = GameReference(name).open().choices()
    keys = [key for key in offered if EVERY_OPTION or key == "evaluation"]
    for options in ({}, *({key: each} for key in keys for each in offered[key] if isinstance(each, str))):
        try:
            game = GameReference(name, options).open()
        except BadInput:  # Scrabble in a language of which nobody has given a list of words
            continue
        if game.compiled:
            state, words = game.initial(), Buffer(1 << 15)
            print(name, options, survey_of(type(game)).kernel(game, state, words, stream(1)), sum(words))
"""
"""Whatever a game says, by the kernel with which `check_game` asks it, under each evaluation, or under each
option that has a name: `EVERY_OPTION` is set before."""

SCRIPTS = {
    "windows": WINDOWS,
    "beyond the horizon": BEYOND_THE_HORIZON,
    "chance and three players": CHANCE_AND_THREE_PLAYERS,
    "watchers and counts": WATCHERS_AND_COUNTS,
    "engine": ENGINE,
    "hidden moves": HIDDEN,
    "proof numbers": PROOF_NUMBERS,
    "every game": "EVERY_OPTION = False" + EVERY_GAME,
}

SECOND_PROCESS = """
import io, json, sys
from contextlib import redirect_stdout
from halfmove.core.compile import announce_with

made = []
announce_with(lambda what, kernel, game: what == "start" and made.append(kernel))
found = {}
for name, script in json.load(sys.stdin).items():
    made.clear()
    with redirect_stdout(io.StringIO()) as out:
        exec(script, {"__name__": "script"})
    found[name] = (out.getvalue(), list(made))
json.dump(found, sys.stdout)
"""


def printed(script):
    with redirect_stdout(io.StringIO()) as out:
        exec(script, {"__name__": "script"})
    return out.getvalue()


@pytest.fixture(scope="module")
def both():
    return by_both(SCRIPTS)


def by_both(scripts):
    """What each script prints here, and in a second process with what that one compiled."""
    here = {name: printed(script) for name, script in scripts.items()}
    tests = Path(__file__).resolve().parents[1]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (tests.parent / "src", tests)))}
    done = subprocess.run(
        [sys.executable, "-c", SECOND_PROCESS],
        env=environment,
        input=json.dumps({**scripts, "new": NEW}),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return here, json.loads(done.stdout)


NEW = """
import linecache, uuid
from halfmove.core.compile import kernel
from halfmove.games.nim import Nim

text = f"def never_seen(game, state):\\n    return game.to_move(state) + {uuid.uuid4().int % 10**9}\\n"
linecache.cache["never_seen.py"] = (len(text), None, text.splitlines(True), "never_seen.py")
scope = {"__name__": "never_seen"}
exec(compile(text, "never_seen.py", "exec"), scope)
game = Nim(heaps="1,2")
assert kernel(scope["never_seen"])(game, game.initial()) >= 0
"""
"""A kernel that no cache holds, so that it shows when compiling is no longer announced."""


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_second_process_compiles_nothing_and_gets_the_same_answers(both, name):
    here, (there, made) = both[0][name], both[1][name]
    assert made == []
    assert there == here
    assert here.count("\n") >= 2


@pytest.mark.exhaustive
def test_nor_under_any_option_that_has_a_name():
    here, there = by_both({"every option": "EVERY_OPTION = True" + EVERY_GAME})
    assert there["every option"] == [here["every option"], []]


def test_every_evaluation_that_has_a_name_is_among_them(both):
    for options in ("backgammon {}", "backgammon {'evaluation': 'hand'}", "pacman {'evaluation': 'score'}"):
        assert options in both[0]["every game"]


def test_the_stop_is_heard_in_machine_code_from_disk(both):
    assert both[1]["watchers and counts"][0].endswith("stopped\n")


def test_what_is_compiled_after_all_is_announced(both):
    assert both[1]["new"] == ["", ["never_seen"]]
