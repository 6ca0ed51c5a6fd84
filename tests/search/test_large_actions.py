"""Actions of up to 32 bits: a game whose actions are spread over them is searched as its small twin."""

from typing import NamedTuple

import pytest

import halfmove as hm
from halfmove.core import bits
from halfmove.core.compile import interpreted
from halfmove.core.contract import Game
from halfmove.core.errors import BrokenPromise
from halfmove.core.limit import Limit
from halfmove.search.action_numbers import NO_ACTION, fold
from halfmove.search.alphabeta import deepening
from halfmove.search.alphabeta.threads import Engine
from halfmove.search.alphabeta.variation import find_stored_action
from halfmove.search.montecarlo.engine import MonteCarlo
from halfmove.search.montecarlo.plan import Settings
from halfmove.search.numbered import Numbered
from halfmove.search.proof.solver import solve

FACTOR, INVERSE = 2_654_435_761, 244_002_641
"""Odd, and each other's inverse modulo 2**32: multiplying by one spreads numbers, by the other undoes it."""
WORD = (1 << 32) - 1
assert FACTOR * INVERSE & WORD == 1


class Heaps(NamedTuple):
    first: int
    second: int
    third: int
    mover: int


class Spread(Game):
    """Nim on three heaps with an evaluation that knows nothing; action 8 * heap + number - 1 is multiplied by
    `factor`, which `inverse` undoes."""

    factor: int = FACTOR
    inverse: int = INVERSE
    heap: int = 4
    action_bits = 32
    runtime_parameters = ("factor", "inverse")  # so that both share machine code

    def initial(self):
        return Heaps(self.heap, self.heap + 1, self.heap + 2, 0)

    def to_move(self, s):
        return s.mover

    def small(self, a):
        return a * self.inverse & WORD

    def actions(self, s):
        for n in range(s.first):
            yield n * self.factor & WORD
        for n in range(s.second):
            yield (8 + n) * self.factor & WORD
        for n in range(s.third):
            yield (16 + n) * self.factor & WORD

    def result(self, s, a):
        heap, number = self.small(a) // 8, self.small(a) % 8 + 1
        return Heaps(
            s.first - (number if heap == 0 else 0),
            s.second - (number if heap == 1 else 0),
            s.third - (number if heap == 2 else 0),
            1 - s.mover,
        )

    def is_terminal(self, s):
        return s.first + s.second + s.third == 0

    def utility(self, s, player):
        return 1 if player != s.mover else -1

    def evaluate(self, s, player):
        worth = bits.number(bits.right(self.key(s), 44)) % 2001 - 1000
        return worth if player == 0 else -worth

    def order(self, s, a):
        return self.small(a) * 5 % 11

    def history_slot(self, s, a):
        return self.small(a)


class Undeclared(Spread):
    """It has large actions, and does not say so."""

    action_bits = 16


class Texts(Spread):
    """The same by names, interpreted: its numbers are made as they are met."""

    compiled = False

    def actions(self, s):
        return (str(a) for a in Spread.actions(self, s))

    def result(self, s, a):
        return Spread.result(self, s, int(a))

    def order(self, s, a):
        return Spread.order(self, s, int(a))

    def history_slot(self, s, a):
        return Spread.history_slot(self, s, int(a))


LARGE, SMALL = Spread(), Spread(factor=1, inverse=1)


PAIRS = [
    pytest.param(LARGE, SMALL, id="compiled"),
    pytest.param(interpreted(LARGE), interpreted(SMALL), id="interpreted"),
]


def small(game, actions):
    return [game.small(a) for a in actions]


def test_the_actions_are_large_and_their_folds_differ():
    actions = [*LARGE.actions(LARGE.initial())]
    assert max(actions) > 1 << 31
    folds = {fold(LARGE, a) for a in actions}
    assert len(folds) == len(actions)
    assert max(folds) < NO_ACTION
    assert [fold(SMALL, a) for a in (0, 7, NO_ACTION - 1)] == [0, 7, NO_ACTION - 1]
    assert fold(SMALL, NO_ACTION) < NO_ACTION


@pytest.mark.parametrize(("large", "small_one"), PAIRS)
@pytest.mark.parametrize("selective", [False, True])
@pytest.mark.parametrize("depth", [3, 7])
def test_the_engine_visits_the_same(large, small_one, selective, depth):
    told = []
    for game in (large, small_one):
        memory = Engine(game, megabytes=1, selective=selective)
        *_, last = deepening.search(game, game.initial(), Limit(depth=depth), memory=memory, lines=2)
        lines = [(line.score, small(game, line.variation)) for line in last.lines]
        told.append((last.nodes, lines, memory.statistics()))
    assert told[0] == told[1]
    assert len(told[0][1][0][1]) > 1  # a variation, read from the table


@pytest.mark.parametrize(("large", "small_one"), PAIRS)
def test_the_solver_finds_the_same(large, small_one):
    told = []
    for game in (large, small_one):
        found = solve(game, megabytes=1)
        assert found.value == (-1 if game.heap ^ (game.heap + 1) ^ (game.heap + 2) == 0 else 1)  # Bouton 1902
        told.append((found.nodes, found.score, small(game, found.lines[0].variation)))
    assert told[0] == told[1]


@pytest.mark.parametrize(("large", "small_one"), PAIRS)
@pytest.mark.parametrize(
    "settings",
    [{}, {"formula": "rave"}, {"replies": True, "proofs": False}, {"graph": True}, {"formula": "puct"}],
    ids=str,
)
def test_monte_carlo_visits_the_same(large, small_one, settings):
    told = []
    for game in (large, small_one):
        engine = MonteCarlo(game, Settings(**settings), megabytes=4, seed=3)
        engine.begin()
        engine.set_root(game.initial(), None)
        engine.grow(Limit(simulations=150))
        told.append([(game.small(c.action), c.visits, c.mean, c.low, c.high) for c in engine.candidates()])
        best = max(engine.candidates(), key=lambda c: c.visits).action
        told[-1].append(small(game, engine.line(best)))
    assert told[0] == told[1]


def twins():
    """Two large actions that share a fold."""
    met = {}
    for action in range(1 << 20, 1 << 21):
        first = met.setdefault(fold(LARGE, action), action)
        if first != action:
            return first, action
    raise AssertionError("there are some among a million")


ONE, OTHER = twins()


class Pair(NamedTuple):
    ply: int
    took: int


class Twins(Game):
    """Three times one of two actions that share a fold: the second player wins who answers with `OTHER`."""

    action_bits = 32
    compiled = True

    def initial(self):
        return Pair(0, 0)

    def to_move(self, s):
        return s.ply % 2

    def actions(self, s):
        yield ONE
        yield OTHER

    def result(self, s, a):
        return Pair(s.ply + 1, (1 if a == OTHER else 0) if s.ply == 1 else s.took)

    def is_terminal(self, s):
        return s.ply == 3

    def utility(self, s, player):
        return 1 if (s.took == 1) == (player == 1) else -1


@pytest.mark.parametrize("selective", [False, True])
def test_a_line_ends_before_two_actions_that_share_a_fold(selective):
    """Which of them the table means nobody knows, and a wrong one would be told."""
    game = interpreted(Twins())
    memory = Engine(game, megabytes=1, selective=selective)
    state = game.result(game.initial(), ONE)
    found = []
    for root in (game.initial(), state):
        *_, last = deepening.search(game, root, Limit(depth=3), memory=memory)
        found.append(last)
    assert [analysis.value for analysis in found] == [-1, 1]
    assert found[1].best == OTHER
    assert find_stored_action(game, memory.table, state) is None
    assert found[0].variation[1:2] in ((), (OTHER,))
    [root] = memory.roots(game.initial(), 1)
    assert root.line(root.moves[0], 3) == ()


def test_large_actions_that_are_not_announced_are_refused():
    game = Undeclared()
    with pytest.raises(BrokenPromise, match="action_bits = 32"):
        hm.analyze(game, None, Limit(depth=4), algorithm="engine")
    with pytest.raises(BrokenPromise, match="ints from 0 to 65534"):
        hm.check_game(game, games=1)
    hm.check_game(interpreted(LARGE), games=1)


def test_more_names_than_sixteen_bits_get_numbers():
    game = Numbered(Texts())
    assert [game.number(str(n)) for n in range(NO_ACTION + 5)][-1] == NO_ACTION + 4
    assert game.action(NO_ACTION + 4) == str(NO_ACTION + 4)
    *_, found = deepening.search(Texts(), Texts().initial(), Limit(depth=5))
    *_, other = deepening.search(SMALL, SMALL.initial(), Limit(depth=5))
    assert (found.nodes, found.score) == (other.nodes, other.score)
