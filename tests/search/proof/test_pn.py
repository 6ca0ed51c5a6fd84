"""What PN and PN² have beside df-pn: a tree in memory, and the lesson's search to be compared with.

Their answers are held in `test_prover`, with those of df-pn.
"""

import pytest
from small_games import RandomTree, naive
from small_games import root as root_of
from told import told

from halfmove.core.compile import interpreted
from halfmove.core.naming import open_game
from halfmove.games.connect4 import ConnectFour
from halfmove.search.proof import pn
from halfmove.search.proof.by_numbers import solve
from halfmove.search.proof.prover import Prover, Question
from halfmove.search.textbook.proof_number import proof_number
from halfmove.search.trace import Tell


class Points(RandomTree):
    """A random tree that says how large its utilities are."""

    utility_limit = 4


FOUR = ConnectFour(width=4, height=4)


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
    for method in ("pn", "pn2"):
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
    memory = prover.searcher.memories[0]
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
