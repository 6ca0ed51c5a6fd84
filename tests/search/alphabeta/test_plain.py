"""The engine's search against plain minimax: its contract for every window, at both speeds."""

import subprocess
import sys
from typing import NamedTuple

import pytest
from exact import random_states, score
from hypothesis import given, settings
from hypothesis import strategies as st
from mazes import Maze, blank, limited, start

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.contract import Game
from halfmove.core.errors import BrokenPromise
from halfmove.core.score import ESTIMATE, INFINITY, WIN
from halfmove.search.alphabeta.memory import HORIZON, NODES
from halfmove.search.alphabeta.plain import root

PLAIN = Maze()
UNEVEN = Maze(in_turn=False, utility_limit=3)
KNOWING = Maze(in_turn=False, utility_limit=3, knowing=True)

SCORES = st.one_of(
    st.integers(-4 * WIN, 4 * WIN),
    st.integers(-10, 10),
    st.builds(
        lambda u, d, sign: sign * (u * WIN - d),
        st.integers(1, 3),
        st.integers(0, 9),
        st.sampled_from([-1, 1]),
    ),
    st.integers(ESTIMATE - 3, ESTIMATE + 3),
    st.sampled_from([-INFINITY, INFINITY]),
)
WINDOWS = st.tuples(SCORES, SCORES).filter(lambda w: w[0] != w[1]).map(sorted)
SEEDS = st.integers(0, 10_000)


def check_contract(found, value, alpha, beta):
    """The module's contract: what a result says of the value."""
    if found <= alpha:
        assert value <= found
    elif found >= beta:
        assert value >= found
    else:
        assert value == found


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("game", [PLAIN, UNEVEN, KNOWING], ids=["plain", "uneven", "knowing"])
@given(seed=SEEDS, windows=st.lists(WINDOWS, min_size=1, max_size=5))
@settings(max_examples=150)
def test_the_contract_holds_for_every_window_to_the_end(game, seed, windows):
    memory, state = blank(game), start(seed)  # the table is kept from window to window
    value = score(game, state, {})
    for alpha, beta in windows:
        found = root(game, state, alpha, beta, game.plies, memory)
        check_contract(found, value, alpha, beta)
    assert memory.counters[HORIZON] == 0


@pytest.mark.parametrize("game", [PLAIN, UNEVEN], ids=["plain", "uneven"])
@given(seed=SEEDS, depth=st.integers(0, 7), windows=st.lists(WINDOWS, min_size=1, max_size=4))
@settings(max_examples=150)
def test_the_contract_holds_at_every_depth(game, seed, depth, windows):
    memory, state = blank(game), start(seed)
    value = limited(game, state, depth, {})
    for alpha, beta in windows:
        check_contract(root(game, state, alpha, beta, depth, memory), value, alpha, beta)


@pytest.mark.parametrize("game", [PLAIN, KNOWING], ids=["plain", "knowing"])
@given(seed=SEEDS, depths=st.lists(st.integers(1, 8), min_size=1, max_size=6))
@settings(max_examples=200)
def test_where_no_horizon_was_met_the_score_is_a_proof(game, seed, depths):
    """Also with a table full of what shallower, deeper and narrower searches have left."""
    memory, state = blank(game), start(seed)
    value = score(game, state, {})
    for i, depth in enumerate(depths):
        before = memory.counters[HORIZON]
        alpha, beta = (-INFINITY, INFINITY) if i % 2 == 0 else (-1, 1)
        found = root(game, state, alpha, beta, depth, memory)
        if memory.counters[HORIZON] == before:
            check_contract(found, value, alpha, beta)
        elif game.utility_limit == 1 and abs(found) >= ESTIMATE and i % 2 == 0:
            assert (found > 0) == (value > 0)
            assert abs(value) >= ESTIMATE
            if WIN - abs(found) <= depth:
                assert found == value


@given(seed=SEEDS, depth=st.integers(1, 8))
@settings(max_examples=20)
def test_interpreted_and_compiled_agree_to_the_node(seed, depth):
    for game in (PLAIN, KNOWING):
        results = []
        for twin in (game, interpreted(game)):
            memory = blank(game)
            found = [
                root(twin, start(seed), a, b, depth, memory) for a, b in ((-INFINITY, INFINITY), (-1, 1))
            ]
            results.append((found, memory.counters[NODES], memory.table.array.tolist()))
        assert results[0] == results[1]


@pytest.mark.parametrize(
    "game",
    [
        hm.game("tictactoe"),
        hm.game("connect4", width=4, height=4),
        pytest.param(hm.game("connect4", width=5, height=4), marks=pytest.mark.slow_interpreted),
        pytest.param(hm.game("mnk", width=4, height=3, k=3), marks=pytest.mark.slow_interpreted),
        hm.game("nim"),
    ],
    ids=str,
)
def test_real_games_keep_the_contract(game):
    memory = blank(game)
    known = {}
    states = [s for s in random_states(game, 5, 12) if game.plies_left(s) <= 9]
    for state in states:
        value = score(game, state, known)
        for alpha, beta in (
            (-INFINITY, INFINITY),
            (value - 1, value + 1),
            (value, value + 1),
            (value - 1, value),
            (-1, 1),
        ):
            check_contract(root(game, state, alpha, beta, 200, memory), value, alpha, beta)


COUNT = """
import sys
sys.path.insert(0, {tests!r})
from mazes import Maze, blank, start
from halfmove.search.alphabeta.memory import NODES
from halfmove.search.alphabeta.plain import root
from halfmove.search.algorithms import analyze
import halfmove as hm
memory = blank(Maze())
scores = [root(Maze(), start(seed), -2_000_000_000, 2_000_000_000, 7, memory) for seed in range(20)]
game = hm.game("connect4", width=5, height=4)
told = [analyze(game, limit=hm.Limit(depth=9), seed=seed) for seed in (0, 5)]
print(scores, memory.counters[NODES], [(a.nodes, a.best, a.raw) for a in told])
"""


@pytest.mark.slow_interpreted
def test_the_same_seed_gives_the_same_nodes_in_every_process(request):
    script = COUNT.format(tests=str(request.config.rootpath / "tests"))
    runs = [
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert runs[0] == runs[1] != ""


# ---- games that break their promises end in a sentence, not in memory that is not theirs


class At(NamedTuple):
    ply: int
    fault: int


TOO_MANY, NEGATIVE, LARGE, NO_ACTION, HALF, SEVEN, SLOT, PLAYERS_FROM_1 = range(8)


class Faulty(Game):
    """Four plies, and whatever is wrong with them."""

    actions_limit = 3

    def initial(self):
        return At(0, SEVEN)

    def to_move(self, s):
        return s.ply % 2 + (1 if s.fault == PLAYERS_FROM_1 else 0)

    def actions(self, s):
        if s.fault != NO_ACTION or s.ply < 2:
            for a in range(5 if s.fault == TOO_MANY else 3):
                yield a - 1 if s.fault == NEGATIVE else 70_000 * a if s.fault == LARGE else a

    def result(self, s, a):
        return At(s.ply + 1, s.fault)

    def is_terminal(self, s):
        return s.ply == 4

    def utility(self, s, player):
        worth = 7.0 if s.fault == SEVEN else 0.5 if s.fault == HALF else 1.0
        return worth if player == 0 else -worth

    def history_slot(self, s, a):
        return 10**9 if s.fault == SLOT else a


@pytest.mark.parametrize("compiled", [pytest.param(True, marks=pytest.mark.slow_interpreted), False])
@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (TOO_MANY, "actions_limit"),
        (NEGATIVE, "0 to 65534"),
        (LARGE, "0 to 65534"),
        (NO_ACTION, "no action"),
        (HALF, "whole"),
        (SEVEN, "utility_limit"),
    ],
)
def test_a_broken_promise_is_named(fault, said, compiled):
    game = Faulty() if compiled else interpreted(Faulty())
    with pytest.raises(BrokenPromise, match=said):
        root(game, At(0, fault), -INFINITY, INFINITY, 4, blank(game))


@pytest.mark.parametrize("fault", [SLOT, PLAYERS_FROM_1])
def test_a_hook_out_of_range_touches_no_memory_but_its_own(fault):
    game = interpreted(Faulty())  # where a Buffer has bounds
    memory = blank(game)
    for _ in range(3):
        root(game, At(0, fault), -1, 1, 4, memory)
