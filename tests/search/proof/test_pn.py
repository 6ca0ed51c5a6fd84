"""PN and PN², beside going through every path of small games and beside the lesson's search."""

import pytest
from exact import random_states, score
from mazes import Maze, start
from naive_repetition import Knot, Tangle, forces, value_by_paths
from small_games import RandomTree, naive
from small_games import root as root_of
from told import told

from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.naming import open_game
from halfmove.core.score import utility_of
from halfmove.games.connect4 import ConnectFour
from halfmove.search.proof import pn
from halfmove.search.proof.by_numbers import solve
from halfmove.search.proof.prover import Prover, Question
from halfmove.search.textbook.proof_number import proof_number
from halfmove.search.trace import Tell

TANGLE = Tangle()
METHODS = ("pn", "pn2")


class Points(RandomTree):
    """A random tree that says how large its utilities are."""

    utility_limit = 4


FOUR = ConnectFour(width=4, height=4)


def knots(seeds):
    return [state for seed in seeds if not TANGLE.is_terminal(state := Knot(seed, 0))]


# ---- answers


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("megabytes", [0.1, 0.004])
def test_positions_that_come_again_are_worth_what_all_paths_say(method, megabytes):
    """A "no" of the root needs no confirmation, however little is remembered."""
    prover, seen = Prover(TANGLE, megabytes=megabytes, method=method), set()
    for state in knots(range(120)):
        value = value_by_paths(TANGLE, state)
        seen.add(value)
        for player in (0, 1):
            for least in (0, 1):
                answer = prover.prove(state, Question(player, least))
                assert answer == ((value if player == 0 else -value) >= least)
    assert seen == {-1, 0, 1}
    assert prover.repetitions > 0


@pytest.mark.parametrize("method", METHODS)
def test_problems_of_mate_and_limits_of_plies(method):
    prover = Prover(TANGLE, megabytes=0.1, method=method)
    for state in knots(range(60)):
        for plies in (None, 1, 2, 3, 5, 8):
            for checks in (False, True):
                question = Question(0, 1, checks, plies)
                assert prover.prove(state, question) == forces(TANGLE, state, question), question


@pytest.mark.parametrize("method", METHODS)
def test_proofs_are_followed_to_their_ends(method):
    prover, proven = Prover(TANGLE, megabytes=0.1, method=method), 0

    def follow(state, question, plies):
        if TANGLE.is_terminal(state):
            assert TANGLE.utility(state, question.player) >= question.least
            return
        assert plies > 0, "a proof that goes on for ever"
        actions = list(TANGLE.actions(state))
        if TANGLE.to_move(state) == question.player:
            actions = [action for action in actions if action == prover.action(state, question)]
            assert actions
        for action in actions:
            child = TANGLE.result(state, action)
            assert prover.prove(child, question)
            follow(child, question, plies - 1)

    for state in knots(range(80)):
        if prover.prove(state, Question(0)):
            follow(state, Question(0), 60)
            proven += 1
    assert proven > 8


@pytest.mark.parametrize("method", METHODS)
def test_points_in_games_not_in_turn(method):
    game = Maze(in_turn=False, utility_limit=3)
    prover = Prover(game, megabytes=0.5, method=method)
    for seed in range(25):
        state = start(seed)
        value = utility_of(score(game, state, {}))
        for least in range(-2, 4):
            assert prover.prove(state, Question(game.to_move(state), least)) == (value >= least)


@pytest.mark.parametrize("method", METHODS)
def test_a_small_game_beside_brute_force(method):
    game, known = open_game("tictactoe"), {}
    for state in random_states(game, 1, 4):
        if game.is_terminal(state):
            continue
        prover = Prover(game, megabytes=1, method=method)
        found, raw = solve(game, state, shortest=True, prover=prover), score(game, state, known)
        assert (found.score.value, found.algorithm) == (utility_of(raw), method)
        assert found.lines[0].action in list(game.actions(state))


def test_both_speeds_search_alike():
    for method in METHODS:
        nodes = []
        for game in (FOUR, interpreted(FOUR)):
            prover = Prover(game, megabytes=0.05, method=method)
            state = game.result(game.result(game.initial(), 1), 1)
            prover.prove(state, Question(0), nodes=700)
            nodes.append((prover.nodes, prover.tree_nodes, prover.full))
        assert nodes[0] == nodes[1]


@pytest.mark.parametrize(
    ("method", "form", "step"), [("pn", "pn", "expand"), ("dfpn", "weak df-pn", "thresholds")]
)
def test_the_lesson_s_search_is_the_engine_s(method, form, step):
    """As many nodes, by objects in place of tables: what is drawn is what the engine does."""
    tree = interpreted(Points(plies=7))
    expanded = []
    for seed in range(40):
        state = root_of(seed)
        if tree.is_terminal(state):
            continue
        for goal in (1, 2, 4):
            events = told(proof_number, tree, state, goal=goal, form=form)
            prover = Prover(tree, megabytes=0.5, method=method)
            value = naive(tree, state)
            assert prover.prove(state, Question(0, goal)) == (value >= goal)
            expanded.append((prover.nodes, sum(isinstance(e, Tell) and e.name == step for e in events)))
    assert [ours for ours, _ in expanded] == [theirs for _, theirs in expanded]
    assert max(expanded)[0] > 20


# ---- memory


def test_the_second_tree_grows_from_nothing_to_the_size_of_the_first():
    capacity = 100_000
    sizes = [pn.second_size(first, capacity) for first in (1_000, 25_000, 50_000)]
    assert sizes[0] < 10
    assert sizes[1] == 12_500
    assert 49_900 < sizes[2] < 50_000


def test_second_searches_prove_with_a_smaller_tree():
    game, found = interpreted(open_game("tictactoe")), {}
    for method in METHODS:
        prover = Prover(game, megabytes=0.01, method=method)
        found[method] = prover.prove(game.initial(), Question(0)), prover.full
    assert found == {"pn": (None, True), "pn2": (False, False)}


def test_a_full_tree_ends_the_search_and_says_so():
    game = interpreted(FOUR)
    prover = Prover(game, megabytes=0.01, method="pn")
    assert prover.prove(game.initial(), Question(0)) is None
    assert prover.full
    assert prover.tree_nodes <= 0.01 * 2**20 / 24
    found = solve(game, game.initial(), prover=prover)
    assert (found.proven, found.interrupted, found.lines) == (False, True, ())
    assert prover.prove(game.initial(), Question(0, 1, False, 3)) is False, "the next question starts anew"
    assert not prover.full


def test_blocks_of_settled_nodes_are_taken_again():
    game = interpreted(FOUR)
    tree = pn.new_tree(game, 0.01)
    prover = Prover(game, megabytes=1, method="pn")
    memory = prover.memories[0]
    memory.counters[pn.TOP] = 1
    first = pn.allot(3, 0, memory, tree)
    below = pn.allot(2, 0, memory, tree)
    tree.words[first * pn.NODE_WORDS + pn.CHILDREN] = (below << 16) | 2
    tree.words[pn.CHILDREN] = (first << 16) | 3
    pn.release(tree, 0)
    assert pn.first_of(tree, 0) == 0
    assert pn.allot(3, 1, memory, tree) == 6, "the second tree takes none of them"
    assert [pn.allot(3, 0, memory, tree), pn.allot(2, 0, memory, tree)] == [first, below]
    assert pn.allot(2, 0, memory, tree) == 9


# ---- limits, and what is refused


@pytest.mark.parametrize("method", METHODS)
def test_it_ends_by_nodes_by_the_clock_and_when_somebody_stops_it(method):
    game = interpreted(open_game("connect4"))
    prover = Prover(game, megabytes=1, method=method)
    assert prover.prove(game.initial(), Question(0), nodes=20) is None
    assert prover.prove(game.initial(), Question(0), seconds=0.0) is None
    assert prover.prove(game.initial(), Question(0), see=prover.stop) is None
    assert prover.status(game.initial(), Question(0)) is None


def test_what_does_not_fit_is_refused():
    with pytest.raises(BadInput, match="one thread"):
        Prover(TANGLE, method="pn", threads=2)
    with pytest.raises(BadInput, match="dfpn, pn, pn2"):
        Prover(TANGLE, method="pds")
