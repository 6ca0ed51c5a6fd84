"""Rules in plain Python: what people write who know nothing of machine code compiles, and means the same."""

import inspect

import newcomers
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from halfmove.core.compile import interpreted, jit_enabled, kernel
from halfmove.core.contract import Game

machine = pytest.mark.skipif(not jit_enabled(), reason="about machine code")
GAMES = [
    cls
    for cls in vars(newcomers).values()
    if inspect.isclass(cls)
    and issubclass(cls, Game)
    and cls not in (Game, newcomers.Plain, newcomers.Phrases)
]


@kernel
def fingerprint(game, s, depth: int):
    """A number that depends on every state to a depth, on the order of actions and on all utilities."""
    n = 7 * game.to_move(s) + hash_of(s)
    if game.is_terminal(s):
        return 31 * n + game.utility(s, 0) + 2 * game.utility(s, 1)
    if depth > 0:
        for a in game.actions(s):
            n = (n * 31 + a + fingerprint(game, game.result(s, a), depth - 1)) % 1_000_003
    return n


def hash_of(s):
    return sum((i + 2) * item for i, item in enumerate(flat(s[0])))


def flat(board):
    return [x for row in board for x in row] if isinstance(board[0], tuple) else list(board)


@machine
@pytest.mark.parametrize("cls", GAMES, ids=lambda cls: cls.__name__)
def test_every_newcomer_s_game_compiles_and_is_itself(cls):
    game = cls()
    assert fingerprint(game, game.initial(), 3) == fingerprint(interpreted(game), game.initial(), 3)


def any_state(cls):
    """States of a game of these, legal or not, and a move in each."""
    if issubclass(cls, newcomers.Nim):
        heaps = st.tuples(*3 * [st.integers(1, 9)])
        return st.tuples(st.builds(newcomers.Heaps, heaps, st.integers(0, 1)), st.sampled_from([1, 11, 21]))
    board = st.tuples(*9 * [st.integers(0, 2)])
    place, turn = st.integers(0, 8), st.integers(1, 2)
    if issubclass(cls, newcomers.Square):
        rows = board.map(lambda b: (b[:3], b[3:6], b[6:]))
        return st.tuples(st.builds(newcomers.Rows, rows, turn), place)
    return st.tuples(st.builds(newcomers.State, board, turn), place)


@kernel
def moved(game, s, a: int):
    return game.result(s, a)


@kernel
def judged(game, s):
    return game.is_terminal(s), game.utility(s, 0), game.utility(s, 1)


@machine
@pytest.mark.parametrize("cls", GAMES, ids=lambda cls: cls.__name__)
def test_whatever_the_state_a_move_is_the_same_at_both_speeds(cls):
    game, plain = cls(), interpreted(cls())

    @settings(max_examples=40, deadline=None)
    @given(any_state(cls))
    def same(drawn):
        s, a = drawn
        assert moved(game, s, a) == moved(plain, s, a)
        assert judged(game, s) == judged(plain, s)

    same()


@kernel
def said(game, s):
    return game.all_of_them(s)


@machine
def test_phrases_of_rules_mean_the_same_at_both_speeds():
    game, plain = newcomers.Phrases(), interpreted(newcomers.Phrases())

    @settings(max_examples=60, deadline=None)
    @given(st.tuples(*9 * [st.integers(0, 2)]), st.integers(1, 2))
    def same(board, turn):
        s = newcomers.Position(board, turn)
        assert [int(x) for x in said(game, s)] == [int(x) for x in said(plain, s)]

    same()


@pytest.mark.parametrize("cls", GAMES, ids=lambda cls: cls.__name__)
@pytest.mark.parametrize("method", ["result", "is_terminal"])
def test_the_rewritten_text_means_the_same_in_python(cls, method):
    pytest.importorskip("numba")
    from halfmove.core.machine.rewriting import rewrite

    game = interpreted(cls())
    written = rewrite(getattr(cls, method))

    @settings(max_examples=20, deadline=None)
    @given(any_state(cls))
    def same(drawn):
        arguments = drawn if method == "result" else drawn[:1]
        assert written(game, *arguments) == getattr(game, method)(*arguments)

    same()


def test_what_needs_no_rewriting_is_left_alone():
    pytest.importorskip("numba")
    from halfmove.core.machine.rewriting import rewrite
    from halfmove.games.mnk import TicTacToe

    assert rewrite(newcomers.TicTacToe.utility) is newcomers.TicTacToe.utility
    assert rewrite(TicTacToe.actions) is TicTacToe.actions


def test_a_list_that_somebody_else_may_see_stays_a_list():
    pytest.importorskip("numba")
    from halfmove.core.machine.rewriting import rewrite

    for method in (shares, appends, hands_on, loops_over, changes_rows, fills):
        names = rewrite(method).__code__.co_names
        assert "_hm_put" not in names, method
    for method in (newcomers.TicTacToe.result, asks):
        assert "_hm_put" in rewrite(method).__code__.co_names, method


def shares(row):
    cells = list(row)
    other = cells
    other[0] = 1
    cells[1] = 2
    return tuple(cells)


def appends(row):
    cells = list(row)
    cells.append(1)
    cells[0] = 2
    return tuple(cells)


def keep(cells):
    return [cells]


def hands_on(row):
    cells = list(row)
    keep(cells)
    cells[0] = 2
    return tuple(cells)


def fill(cells, at):
    cells[at] = 1


def fills(row):
    cells = list(row)
    fill(cells, 2)
    cells[0] = 2
    return tuple(cells)


def is_full(cells, most):
    return all(x > most for x in cells) and cells[0] > len(cells)


def asks(row):
    cells = list(row)
    cells[0] = 2
    return tuple(cells) if is_full(cells, 1) else row


def loops_over(row):
    cells = list(row)
    for i, x in enumerate(cells):
        cells[-1] = x + i
    return tuple(cells)


def changes_rows(board):
    rows = [list(row) for row in board]
    row = rows[0]
    row[0] = 1
    rows[1][0] = 2
    return tuple(map(tuple, rows))


class Reaches(newcomers.TicTacToe):
    """Beyond the end of a tuple."""

    def result(self, s, a):
        cells = list(s.board)
        cells[a + 9] = 1
        return newcomers.State(tuple(cells), 1)


class Grows(newcomers.TicTacToe):
    """A board of another length."""

    def result(self, s, a):
        cells = [x for x in s.board if x != a]
        return newcomers.State(tuple(cells), 1)


@machine
def test_a_place_outside_a_tuple_and_a_tuple_of_another_length_are_refused():
    start = newcomers.TicTacToe().initial()
    with pytest.raises(IndexError):
        moved(Reaches(), start, 0)
    assert moved(Reaches(), start, -10).board == (0,) * 8 + (1,)
    assert moved(Grows(), start, 1).board == start.board
    with pytest.raises(ValueError, match="9 items"):
        moved(Grows(), start, 0)
