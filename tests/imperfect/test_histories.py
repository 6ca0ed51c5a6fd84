"""Games laid out: by Python, by the kernel and by the definition, to the last bit."""

from typing import NamedTuple

import numpy as np
import pytest
from naive_layout import naive_layout
from random_hidden import Hidden

import halfmove as hm
from halfmove.core.compile import NotKept, jit_enabled
from halfmove.core.errors import BadInput
from halfmove.core.in_turn import in_turn
from halfmove.games.kuhn import Kuhn
from halfmove.imperfect import histories
from halfmove.imperfect.layout import lay_out
from halfmove.imperfect.solving import RegretSolver

LEDUC = hm.game("leduc")
DICE = hm.game("liars-dice", sides=3)
GAMES = [
    LEDUC,
    DICE,
    hm.game("goofspiel", cards=3),
    hm.game("hidden-goofspiel", cards=3),
]
MORE = [
    hm.game("kuhn"),
    hm.game("matrix"),
    hm.game("goofspiel", cards=2, players=3, prizes="descending"),
    hm.game("nim", heaps="1,2"),
    *(Hidden(seed=seed) for seed in range(6)),
]


class Forgets(Kuhn):
    """Knows his card and whose turn it is, and nothing of what was done."""

    def information(self, s, player):
        return super().information(s, player) & ~0xFF


class OnlyPython(Kuhn):
    """Has rules that a kernel does not understand, though strategies for it are found in machine code."""

    def utility(self, s, player):
        return float(str(super().utility(s, player)))


class LongState(NamedTuple):
    """How many moves were made, and the first."""

    moves: int
    first: int


class Long(hm.Game):
    """One move after another, more of them than the kernel follows; the first one decides."""

    moves: int = histories.LONGEST + 100

    def initial(self):
        return LongState(0, 0)

    def to_move(self, s):
        return s.moves & 1

    def actions(self, s):
        yield 0
        if s.moves == 0:
            yield 1

    def result(self, s, a):
        return LongState(s.moves + 1, s.first if s.moves > 0 else a)

    def is_terminal(self, s):
        return s.moves == self.moves

    def utility(self, s, player):
        return 1 if s.first == player else -1


@pytest.fixture
def at_once(monkeypatch):
    """The kernel lists games of any size."""
    monkeypatch.setattr(histories, "FEW", 2)
    monkeypatch.setattr(histories, "MANY", 2)


def check_same(table, game):
    """That a table is the one that the definition says."""
    layout, names, actions, ways = naive_layout(game)
    for name, value in layout._asdict().items():
        assert np.array_equal(getattr(table.layout, name), value), name
        assert np.asarray(getattr(table.layout, name)).dtype == np.asarray(value).dtype, name
    assert (table.names, table.actions) == (names, actions)
    assert [table.way(number) for number in range(table.sets)] == ways


@pytest.mark.parametrize("game", [*GAMES, *MORE], ids=repr)
def test_python_lays_out_by_the_definition(game):
    check_same(lay_out(hm.interpreted(game)), game)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_kernel_lays_out_by_the_definition(game, at_once):
    check_same(lay_out(game), game)


@pytest.mark.parametrize("game", [LEDUC, hm.game("goofspiel", cards=2)], ids=repr)
def test_the_kernel_lists_the_same_interpreted(game):
    plain = hm.interpreted(in_turn(game))
    listed = histories.list_histories(plain, 10_000)
    recorded = histories._sort_by_level(histories._record(plain, 10_000))
    for name in ("mover", "child", "chance", "pending", "earned"):
        assert np.array_equal(getattr(listed, name), getattr(recorded, name)), name
    assert listed.steps(1, len(listed.mover)) == recorded.steps(1, len(recorded.mover))


def test_strategies_are_the_same_however_a_game_was_listed(at_once):
    fast, slow = (RegretSolver(game, "cfr+") for game in (DICE, hm.interpreted(DICE)))
    fast.step(5)
    slow.step(5)
    assert np.array_equal(fast.strategy().policy, slow.strategy().policy)


def test_python_goes_on_where_machine_code_is_still_to_be_made(monkeypatch):
    def not_kept(game, largest):
        asked.append(largest)
        raise NotKept("record_histories")

    asked = []
    monkeypatch.setattr(histories, "FEW", 100)
    monkeypatch.setattr(histories, "_record", not_kept)
    check_same(lay_out(LEDUC), LEDUC)
    assert asked == ([3_000_000] if jit_enabled() else [])


@pytest.mark.parametrize("largest", [2, 100, 1938])
def test_as_many_histories_as_may_be(largest, at_once):
    with pytest.raises(BadInput, match=f"more than {largest:,} histories"):
        lay_out(LEDUC, largest=largest)
    with pytest.raises(BadInput, match=f"more than {largest:,} histories"):
        lay_out(hm.interpreted(LEDUC), largest=largest)
    assert lay_out(LEDUC, largest=1939).histories == 1939


def test_python_lists_what_does_not_compile(at_once):
    check_same(lay_out(OnlyPython()), OnlyPython())


@pytest.mark.slow_interpreted
def test_python_lists_what_is_too_long_for_the_kernel(at_once):
    table = lay_out(Long())
    assert table.histories == 1 + 2 * Long().moves
    assert list(table.layout.earned[:, 0]) == [1, -1]


def test_the_kernel_finds_information_that_forgets(at_once):
    with pytest.raises(BadInput, match=r"first has the same information in '. . *' and '.*', but a past"):
        lay_out(Forgets())


def test_progress_is_told():
    told = []
    lay_out(LEDUC, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1939
