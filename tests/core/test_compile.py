"""Kernels: one answer at two speeds, whatever the arguments; what crosses the border, and what may not."""

import subprocess
import sys
import threading
from enum import IntEnum
from typing import NamedTuple

import numpy as np
import pytest

from halfmove.core import compile as compile_module
from halfmove.core.bits import FULL, Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.compile import (
    announce_with,
    interpreted,
    jit_enabled,
    kernel,
    runs_compiled,
)
from halfmove.core.contract import Game
from halfmove.core.errors import CompileError
from halfmove.core.specialisation import shape


class Colour(IntEnum):
    RED = 3


class Cells(NamedTuple):
    board: Bitboard
    heap: int
    mover: bool
    row: tuple[Bitboard, ...] = (1, FULL)
    pair: tuple[int, bool] = (-1, True)


class Sums(Game):
    """What rules may use: parameters, constants, properties, static methods, methods of a base class."""

    step: int = 2
    top: Bitboard = 1 << 63
    words: Bitboard

    def setup(self):
        self.words = self.top >> self.step

    @property
    def double(self):
        return 2 * self.step

    @staticmethod
    def third(x, y):
        return x + 3 * y

    def value(self, s):
        return self.third(s.heap, self.double) + (100 if s.mover else 0) + s.pair[0] + len(s.row)

    def result(self, s, a):
        return Cells(s.board | self.words, s.heap - a, not s.mover, s.row, s.pair)


class Child(Sums):
    step: int = 5


@kernel
def value(game, s: Cells) -> int:
    """What the game says of a state."""
    return game.value(s)


@kernel
def step(game, s, a=1, times=1):
    for _ in range(times):
        s = game.result(s, a)
    return s


@kernel
def kinds(game, number: int, board: Bitboard, share: float):
    return number // 2, board >> 1, share / 2


@kernel
def total(game, n: int) -> int:
    """A loop long enough for two threads to run it at a time."""
    sum_ = 0
    for i in range(n):
        sum_ += i * i % 7
    return sum_


STATE = Cells(FULL, 7, True)


def both(k, game, *arguments, **named):
    fast, slow = k(game, *arguments, **named), k(interpreted(game), *arguments, **named)
    assert fast == slow
    assert type(fast) is type(slow)
    return fast


@pytest.mark.parametrize("game", [Sums(), Sums(step=3), Child(), Child(step=2)])
def test_one_answer_at_two_speeds(game):
    assert both(value, game, STATE) == 7 + 6 * game.step + 100 - 1 + 2


def test_a_state_comes_back_with_python_s_own_numbers():
    after = both(step, Sums(), Cells(0, 7, False), 2)
    assert after == Cells(1 << 61, 5, True)
    assert [type(v) for v in after] == [int, int, bool, tuple, tuple]


def test_defaults_and_names():
    game = Sums()
    assert both(step, game, STATE).heap == 6
    assert both(step, game, s=STATE, a=3).heap == 4
    assert both(step, game, STATE, times=2).heap == 5
    for wrong in (lambda: step(game), lambda: step(game, STATE, b=1), lambda: value(game, STATE, 1)):
        with pytest.raises(TypeError):
            wrong()


def test_a_kernel_takes_its_arguments_by_position():
    for function in (lambda game, *states: 0, lambda game, *, depth: 0, lambda game, **named: 0):
        with pytest.raises(TypeError, match="by position"):
            kernel(function)


def test_numbers_are_signed_unless_declared_bitboards():
    assert both(kinds, Sums(), -7, FULL, 1.0) == (-4, FULL >> 1, 0.5)
    assert both(kinds, Sums(), -7, FULL, 1) == (-4, FULL >> 1, 0.5)
    assert both(kinds, Sums(), np.int64(-7), np.uint64(FULL), 1.0) == (-4, FULL >> 1, 0.5)


@pytest.mark.slow_interpreted
def test_what_does_not_fit_is_refused():
    for number, board in ((2**63, 0), (0, -1), (0, 2**64)):
        with pytest.raises(OverflowError):
            kinds(Sums(), number, board, 1.0)
    for wrong, words in (
        (STATE._replace(heap=2.5), r"Cells.heap \(test_compile.py, line \d+\) is declared int but holds 2.5"),
        (
            STATE._replace(row=(1, "x")),
            r"Cells.row \(test_compile.py, line \d+\) is declared Bitboard but holds 'x'",
        ),
        (
            STATE._replace(pair=(None, True)),
            r"Cells.pair \(test_compile.py, line \d+\) is declared int but holds None",
        ),
        (STATE._replace(pair=[1, True]), "holds a list"),
    ):
        with pytest.raises(CompileError, match=words):
            value(Sums(), wrong)


@pytest.mark.slow_interpreted
def test_instances_of_a_game_share_the_machine_code_that_is_loaded(monkeypatch):
    """Each would load it anew otherwise, a third of a megabyte for a game of chess, and never let it go."""
    first = value(Sums(), STATE)
    monkeypatch.setattr("halfmove.core.code.files.read_or_make", None)
    monkeypatch.setattr("halfmove.core.code.files.kept", None)
    assert value(Sums(), STATE) == first


def test_numbers_of_other_kinds_become_what_is_declared():
    assert both(value, Sums(), STATE._replace(heap=Colour.RED, mover=np.bool_(True))) == 116
    odd = STATE._replace(heap=np.int32(3), board=True, mover=1)
    assert value(Sums(), odd) == value(interpreted(Sums()), odd) == 116


def test_shapes_tell_apart_what_has_different_machine_code():
    assert shape(STATE) == shape(Cells(0, 0, False))
    assert shape(STATE) != shape(STATE._replace(row=(1,)))
    assert shape((1, True)) != shape((1, 1))
    assert shape(Buffer(1)) != shape(Buffer(1, unsigned=True))
    assert shape(np.zeros(2)) != shape(np.zeros((2, 2)))
    assert shape(np.uint8(1)) != shape(1)
    assert shape(value) != shape(step)


def test_rows_of_every_length():
    for row in ((), (1,), (1, 2, 3)):
        assert both(value, Sums(), STATE._replace(row=row)) == 118 + len(row)


@pytest.mark.slow_interpreted
def test_a_changed_constant_is_not_served_the_old_code():
    game = Sums()
    before = value(game, STATE)
    game.step = 10
    assert value(game, STATE) == before + 6 * 8 == value(interpreted(game), STATE)


@pytest.mark.slow_interpreted
def test_equal_games_share_machine_code_and_word_is_sent_of_compiling():
    events = []
    announce_with(lambda *words: events.append(words))
    try:
        value(Sums(step=4321), STATE)
        assert events == [] or events == [("start", "value", "Sums"), ("end", "value", "")]
        del events[:]
        value(Sums(step="4321"), STATE)
        value.prepare(Sums(step=4321), STATE)
        assert events == []
    finally:
        announce_with(None)


def test_prepare_does_not_call():
    @kernel
    def fails(game, n):
        return 1 // n

    fails.prepare(Sums(), 0)
    with pytest.raises(ZeroDivisionError):
        fails(Sums(), 0)


def test_which_games_run_compiled():
    game = Sums()
    assert runs_compiled(game) == jit_enabled()
    assert not runs_compiled(interpreted(game))
    assert interpreted(game) == game
    assert game.compiled


def test_a_kernel_keeps_its_name_and_text():
    assert value.__name__ == "value"
    assert value.__doc__ == "What the game says of a state."
    assert value.python(Sums(), STATE) == value(Sums(), STATE)


def test_two_threads_run_one_kernel():
    answers = []

    def work():
        answers.append([total(Sums(step=k), 200_000) for k in (2, 3)])

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [[total.python(Sums(), 200_000)] * 2] * 2


def test_the_base_class_comes_without_numba_or_numpy():
    code = (
        "import sys; from halfmove.core import compile, contract; print({'numba', 'numpy'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_a_stopwatch_tells_machine_code_apart(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(compile_module.time, "perf_counter", lambda: now[0])
    announce_with(lambda *words: None)
    try:
        watch = compile_module.Stopwatch()
        now[0] = 3
        compile_module.announce("start", "kernel", "")
        now[0] = 10
        compile_module.announce("end", "kernel", "")
        now[0] = 11
    finally:
        announce_with(None)
    assert (watch.seconds, watch.compiling) == (4, 7)
