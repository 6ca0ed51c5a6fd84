"""What a selective search learns: counters that saturate, errors of the evaluation, estimates remembered."""

import random

from hypothesis import given
from hypothesis import strategies as st

from halfmove.core.buffer import Buffer
from halfmove.games.chess import Chess
from halfmove.search.alphabeta.network import judge_within
from halfmove.search.alphabeta.plain import canonical
from halfmove.search.alphabeta.selective.estimates import recall_estimate
from halfmove.search.alphabeta.selective.experience import ERROR_LIMIT, correction, learn, learn_error
from halfmove.search.alphabeta.selective.memory import ALL, CORRECTIONS, Memory, new_memory
from halfmove.search.alphabeta.table import Table

GAME = Chess()


def memory(features: int = ALL) -> Memory:
    return new_memory(GAME, Table(1), features)


@given(st.lists(st.integers(-4000, 4000), max_size=200))
def test_a_counter_stays_within_its_limit(changes: list[int]) -> None:
    counter = Buffer(1)
    for change in changes:
        learn(counter, 0, change, 4000)
        assert abs(counter[0]) <= 4000


def test_the_evaluation_is_corrected_where_the_pawns_are_the_same() -> None:
    m, start = memory(), GAME.initial()
    same = GAME.result(start, GAME.parse_action(start, "Nf3"))._replace(mover=0)
    other = GAME.result(start, GAME.parse_action(start, "e4"))._replace(mover=0)
    assert correction(GAME, start, 0, m) == 0
    for _ in range(100):
        learn_error(GAME, start, 0, GAME.unit, 8, m)
    learnt = correction(GAME, start, 0, m)
    assert 0 < learnt <= GAME.unit
    assert correction(GAME, same, 0, m) == learnt
    assert correction(GAME, other, 0, m) == 0
    assert correction(GAME, start, 1, m) == 0
    for _ in range(1000):
        learn_error(GAME, start, 0, -9 * GAME.unit, 20, m)
    assert -GAME.unit <= correction(GAME, start, 0, m) < 0
    assert max(abs(x) for x in m.corrections.array) <= ERROR_LIMIT


def test_without_the_feature_nothing_is_corrected() -> None:
    m, start = memory(ALL & ~CORRECTIONS), GAME.initial()
    learn_error(GAME, start, 0, GAME.unit, 8, m)
    assert correction(GAME, start, 0, m) == 0


def test_what_is_remembered_is_the_estimate() -> None:
    m, rng = memory(), random.Random(3)
    for _ in range(5):
        state = GAME.initial()
        for _ in range(60):
            if GAME.is_terminal(state):
                break
            lower, upper = GAME.bounds(state)
            key, _twin = canonical(GAME, state)
            asked = judge_within(GAME, state, state.mover, lower, upper, 0, m)
            for ply in range(2):
                assert recall_estimate(GAME, state, key, state.mover, lower, upper, ply, m) == asked
            state = GAME.result(state, rng.choice([*GAME.actions(state)]))
