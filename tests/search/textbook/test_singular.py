from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import ListTree, RandomTree, naive, root

from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.limit import Limit
from halfmove.core.score import WIN
from halfmove.search.algorithms import analyze
from halfmove.search.textbook.alphabeta import alphabeta
from halfmove.search.textbook.singular import singular
from halfmove.search.trace import Enter, Extend, Recorder

NUMBERS = st.integers(0, 10**9)
GAMES = [RandomTree(), RandomTree(movers=3, in_turn=False)]

# MIN's reply 0 to action 0 looks by far the best (-6), but MAX has an answer worth 7 to it.
TRAP = ListTree(
    [[[7, -9], [8, 8], [9, 9]], [[2, 1], [3, 3]]],
    evaluations={(0,): 0, (1,): 1, (0, 0): -6, (0, 1): 8, (0, 2): 9, (1, 0): 2, (1, 1): 3},
)


def by_definition(game, s, depth, budget, margin, look, forced):
    """Minimax with singular extensions."""
    if game.is_terminal(s):
        return game.utility(s, 0)
    if depth == 0:
        return game.evaluate(s, 0) / WIN
    sign = 1 if game.to_move(s) == 0 else -1
    actions = list(game.actions(s))
    looks = [sign * naive(game, game.result(s, a), look) for a in actions]
    ranked = sorted(looks, reverse=True)
    stands_out = (forced or len(actions) > 1) and ranked[0] - (ranked[1] if ranked[1:] else -inf) >= margin
    values = []
    for a, value in zip(actions, looks):
        more = int(budget > 0 and stands_out and value == ranked[0] and ranked[:2] != [value, value])
        child = game.result(s, a)
        values.append(by_definition(game, child, depth - 1 + more, budget - more, margin, look, forced))
    return sign * max(sign * value for value in values)


def extensions(game, **options):
    recorder = Recorder()
    singular(game, watch=recorder, **options)
    told = iter(recorder.events)
    return [
        (next(e for e in told if isinstance(e, Enter)).path, event.plies)
        for event in told
        if isinstance(event, Extend)
    ]


def test_a_singular_reply_is_followed():
    assert alphabeta(TRAP, depth=2)[:2] == (2, 1)
    assert singular(TRAP, depth=2, margin=5)[:2] == (7, 0) == alphabeta(TRAP)[:2]
    assert extensions(TRAP, depth=2, margin=5, budget=1) == [((0, 0), 1)]
    assert extensions(TRAP, depth=2, margin=5) == [((0, 0), 1), ((0, 0, 0), 1)]  # and so is the answer
    assert singular(TRAP, depth=2, margin=14).value == 7  # 8 - -6: as far as the margin is far enough
    assert singular(TRAP, depth=2, margin=14.5).value == 2


def test_equals_are_not_singular():
    twins = ListTree([[5, 5], [5, 5]], evaluations={(): 0, (0,): 3, (1,): 3})
    assert extensions(twins, depth=1, margin=0) == []


def test_a_forced_reply_is_followed_unless_it_is_not_asked_for():
    corridor = ListTree([[[[4]]]], evaluations={(0,) * k: k for k in range(4)})
    assert extensions(corridor, depth=1) == [((0,), 1), ((0, 0), 1), ((0, 0, 0), 1), ((0, 0, 0, 0), 1)]
    assert extensions(corridor, depth=1, forced=False) == []
    assert [singular(corridor, depth=1, budget=k).value for k in range(5)] == [1, 2, 3, 4, 4]


def test_the_comparison_may_look_ahead():
    # By the positions alone the first action stands out; a ply later all are alike.
    game = ListTree(
        [[[1], [1]], [[1], [1]]],
        evaluations={(0,): 9, (1,): 0, (0, 0): 1, (0, 1): 1, (1, 0): 1, (1, 1): 1},
    )
    assert ((0,), 1) in extensions(game, depth=1, margin=2, forced=False)
    assert extensions(game, depth=1, margin=2, look=1, forced=False) == []


def test_comparisons_are_counted():
    recorder = Recorder()
    outcome = singular(TRAP, depth=2, margin=5, watch=recorder)
    entered = sum(isinstance(event, Enter) for event in recorder.events)
    # At the root 2 positions are compared, at its children 3 and 2, and 2 where MAX answers the trap.
    assert (entered, outcome.nodes) == (9, 9 + 2 + 3 + 2 + 2)
    assert not outcome.exact


@given(
    NUMBERS,
    st.sampled_from(GAMES),
    st.sampled_from([1, 2, 3]),
    st.sampled_from([0, 1, 2]),
    st.sampled_from([0.0, 0.3, 1.0]),
    st.sampled_from([0, 1]),
    st.booleans(),
)
def test_random_trees_by_the_definition(number, game, depth, budget, margin, look, forced):
    start = root(number)
    options = {"budget": budget, "margin": margin, "look": look, "forced": forced}
    outcome = singular(game, start, depth=depth, **options)
    assert outcome == singular(interpreted(game), start, depth=depth, **options)
    assert outcome.value == by_definition(game, start, depth, **options)


@given(NUMBERS, st.booleans())
def test_without_a_horizon_or_a_budget_it_is_alphabeta(number, strict):
    game, start = GAMES[0], root(number)
    assert singular(game, start, strict=strict) == alphabeta(game, start, strict=strict)
    assert singular(game, start, depth=3, budget=0, strict=strict) == alphabeta(
        game, start, depth=3, strict=strict
    )


def test_analyze_may_be_asked_for_it():
    analysis = analyze(TRAP, limit=Limit(depth=2), algorithm="singular")
    assert (analysis.value, analysis.best, analysis.proven) == (7, 0, False)
    assert analysis.nodes == singular(TRAP, depth=2).nodes > alphabeta(TRAP, depth=2).nodes


@pytest.mark.parametrize("option", ["margin", "look", "budget"])
def test_what_is_refused(option):
    with pytest.raises(BadInput, match=f"The {option} of singular extensions must not be negative"):
        singular(TRAP, **{option: -1})
