"""Threads that put off what others are searching: the marks, and that values and counts stay as they are."""

import pytest
from exact import score

import halfmove as hm
from halfmove.core import bits
from halfmove.core.buffer import Buffer
from halfmove.core.compile import interpreted
from halfmove.core.score import INFINITY
from halfmove.search.alphabeta.memory import MASK, NODES, SHARING, new_memory
from halfmove.search.alphabeta.plain import canonical, root
from halfmove.search.alphabeta.sharing import MARKS, is_searched, mark, new_marks, put_off, unmark
from halfmove.search.alphabeta.table import Table
from halfmove.search.proof.solver import Solver, solve

GAME = hm.game("connect4", width=4, height=4)


def test_a_mark_is_of_one_position():
    marks = new_marks()
    assert not is_searched(marks, 77)
    mark(marks, 77)
    assert is_searched(marks, 77)
    assert not is_searched(marks, 77 + MARKS)  # the same word
    mark(marks, 77 + MARKS)
    unmark(marks, 77)  # another's by now
    assert is_searched(marks, 77 + MARKS)
    unmark(marks, 77 + MARKS)
    assert not is_searched(marks, 77 + MARKS)
    mark(marks, -5)
    assert is_searched(marks, -5)


def test_what_has_no_key_is_never_being_searched():
    marks = new_marks()
    mark(marks, 0)
    assert not is_searched(marks, 0)


@pytest.mark.parametrize("at", range(4))
def test_what_is_put_off_comes_last_and_the_others_keep_their_order(at):
    before = (9, 4, 3, 2, 1, 8)
    order = Buffer(6)
    for place, word in enumerate(before):
        order[place] = word
    put_off(order, at, 5)
    rest = list(before[:5])
    expected = [w for w in rest if w != rest[at]] + [rest[at]]
    assert [order[i] for i in range(6)] == [*expected, 8]


def searched(game, marked):
    """The initial position's score and nodes, where every other position that stands after two moves, and
    none or all of those after one, is marked as being searched by another thread."""
    memory = new_memory(game, Table(1), new_marks())
    memory.counters[SHARING] = True
    state = game.initial()
    for action in game.actions(state):
        child = game.result(state, action)
        if marked:
            mark(memory.marks, bits.number(canonical(game, child)[0]))
        for reply in list(game.actions(child))[::2]:
            mark(memory.marks, bits.number(canonical(game, game.result(child, reply))[0]))
    found = root(game, state, -INFINITY, INFINITY, 16, memory)
    return found, memory.counters[NODES]


@pytest.mark.parametrize("marked", [False, True])
def test_marks_change_the_order_and_never_the_value(marked):
    value = score(GAME, GAME.initial(), {})
    found, nodes = searched(GAME, marked)
    assert found == value
    assert searched(interpreted(GAME), marked) == (found, nodes)


def test_a_thread_alone_searches_what_it_would_without_marks():
    def alone(sharing):
        memory = new_memory(GAME, Table(1), new_marks())
        memory.counters[SHARING] = sharing
        found = root(GAME, GAME.initial(), -INFINITY, INFINITY, 16, memory)
        assert not any(memory.marks[i] for i in range(MARKS))  # every mark is taken back
        assert memory.counters[MASK] > 0
        return found, memory.counters[NODES]

    assert alone(True) == alone(False)


def test_threads_that_share_prove_what_one_proves():
    game = hm.game("connect4", width=5, height=4)
    state = game.initial()
    one = solve(game, state, solver=Solver(game, megabytes=4))
    for _ in range(3):
        two = solve(game, state, solver=Solver(game, megabytes=4, threads=2))
        assert (two.score.raw, two.depth) == (one.score.raw, one.depth)
