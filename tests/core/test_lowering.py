"""What our own passes leave out of Numba's changes nothing: names, values, what is raised."""

import numpy as np
import pytest

from halfmove.core import bits
from halfmove.core.compile import kernel
from halfmove.games.chess.evaluation.evaluation import sum_products
from halfmove.games.chess.evaluation.pieces import pieces
from halfmove.games.mnk import TicTacToe
from halfmove.search.alphabeta.selective.quiesce import quiesce
from halfmove.search.alphabeta.selective.search import search

pytestmark = pytest.mark.slow_interpreted


def meeting(n, late):
    if n > 3:
        a = b = n
    elif n > 2:
        a, b = 1, n
    else:
        b = 0
        for i in range(n):
            a = i
            while b < 10:
                b += a + 1
                if b == late:
                    continue
                if b == n:
                    break
    del n
    return a + b


def with_a_try(n):
    found = 0
    try:
        found = 10 // n
    except Exception:  # noqa: BLE001  what Numba knows
        found -= 1
    return found


FUNCTIONS = (meeting, with_a_try, search.python, quiesce.python, pieces, sum_products)


def frontend(function):
    """The function in Numba's intermediate code, as it is before anything is renamed."""
    from numba.core.compiler import run_frontend

    return run_frontend(function)


def told(blocks):
    return [(label, [str(statement) for statement in block.body]) for label, block in blocks.items()]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_single_assignment_is_numbas(function):
    from numba.core.ssa import reconstruct_ssa

    from halfmove.core.machine.ssa import single_assignment

    theirs = reconstruct_ssa(frontend(function)).blocks
    ours = single_assignment(frontend(function).blocks)
    assert told(ours) == told(theirs)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_the_variables_of_a_statement_are_those_that_numba_lists(function):
    from halfmove.core.machine.variables import read_by

    statements = [s for block in frontend(function).blocks.values() for s in block.body]
    for statement in statements:
        assert {v.name for v in read_by(statement)} == {v.name for v in statement.list_vars()}


def test_what_is_set_in_one_block_and_read_in_another_is_not_local():
    from halfmove.core.machine.variables import local_to_a_block

    blocks = frontend(meeting).blocks
    local = local_to_a_block(blocks)
    assert local
    assert not local & {"a", "b", "n", "late"}


def _third(game, n):
    if n > 6:
        raise ValueError("too many", n)
    return n // (n - 3)


def _second(game, n):
    return _third(game, n) + 1


def _absent(n):
    if n > 5:
        return None
    return n


@kernel
def deep(game, n: int):
    return _second(game, n) + _second(game, np.int64(1))


@kernel
def caught(game, n: int):
    total = 0
    for i in range(n):
        try:
            total += _second(game, i)
        except Exception:  # noqa: BLE001  what Numba knows
            total += 1000
    return total + _second(game, np.int64(1))


@kernel
def perhaps(game, n: int):
    found = _absent(n)
    return -1 if found is None else found


@kernel
def counted(game, n: int):
    """Arrays and lists, whose references are counted, beside numbers, whose are not."""
    total = 0
    for i in range(n):
        numbers = np.arange(i + 1)
        rows = [numbers, numbers[:1]]
        if i % 2:
            numbers = rows[1]
        total += numbers.sum() + len(rows)
    return total


@kernel
def walked(game, board: bits.Bitboard):
    total = 0
    for square in bits.squares(board):
        for other in bits.squares(board):
            if other > square:
                break
            total += other
    return total


def outcome(function, *arguments):
    try:
        return function(TicTacToe(), *arguments)
    except ValueError as error:
        return error.args
    except ZeroDivisionError:
        return "division by zero"


@pytest.mark.parametrize(
    ("compiled", "arguments"),
    [
        (deep, (0, 1, 2, 3, 6, 7, 9)),
        (caught, (0, 3, 5, 9)),
        (perhaps, (3, 5, 6)),
        (counted, (0, 1, 7)),
        (walked, (0, 1, 0b1011011)),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_values_and_what_is_raised_are_pythons(compiled, arguments):
    for n in arguments:
        assert outcome(compiled, n) == outcome(compiled.python, n)
