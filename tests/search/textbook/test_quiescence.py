from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import ListTree, RandomTree, root

from halfmove.core import bits
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.limit import Limit
from halfmove.core.score import WIN
from halfmove.games.nim import Nim
from halfmove.search.algorithms import analyze
from halfmove.search.textbook.alphabeta import alphabeta
from halfmove.search.textbook.quiescence import BEYOND, quiescence
from halfmove.search.trace import Cutoff, Leaf, Leave, PassOver, Recorder, Stand

NUMBERS = st.integers(0, 10**9)


class Tactical(RandomTree):
    """A `RandomTree` where about half of all actions are forcing."""

    def forcing(self, s):
        for a in self.actions(s):
            if bits.hash_with(s.word, a + 7) & bits.board(1) == bits.board(1):
                yield a


TACTICAL = Tactical(movers=3, in_turn=False)


class Exchange(ListTree):
    """A `ListTree` whose forcing actions are given by path."""

    def __init__(self, spec, evaluations, forcing):
        super().__init__(spec, evaluations=evaluations)
        self.forced = forcing

    def forcing(self, s):
        yield from self.forced.get(s, ())


# MAX takes a pawn (action 0), but MIN retakes (1) the queen; MAX's own recapture (0) wins a rook back.
EXCHANGE = Exchange(
    [[[1, 2], [-3, -9]], [[0, 0], [1, 1]]],
    {(0,): 1, (0, 1): -8, (0, 0): 1, (1,): 0, (1, 0): 0, (1, 1): 1},
    {(0,): (1,), (0, 1): (0,)},
)


def by_definition(game, s, depth, beyond, stand_pat):
    """The value that a quiescence search finds, without a window."""
    if game.is_terminal(s):
        return game.utility(s, 0)
    actions = list(game.actions(s))
    values = []
    if depth <= 0:
        actions = [a for a in actions if a in set(game.forcing(s))]
        if not actions or -depth >= beyond:
            return game.evaluate(s, 0) / WIN
        if stand_pat:
            values = [game.evaluate(s, 0) / WIN]
    values += [by_definition(game, game.result(s, a), depth - 1, beyond, stand_pat) for a in actions]
    return max(values) if game.to_move(s) == 0 else min(values)


def watched(game, **options):
    recorder = Recorder()
    outcome = quiescence(game, watch=recorder, **options)
    return outcome, recorder.events


def test_the_horizon_effect_and_its_cure():
    assert alphabeta(EXCHANGE, depth=1)[:2] == (1, 0)  # the pawn
    assert quiescence(EXCHANGE, depth=1)[:2] == (0, 1)  # the pawn is poisoned
    assert alphabeta(EXCHANGE)[:2] == (0, 1)


def test_standing_pat_the_captures_and_the_moves_left_out():
    _, events = watched(EXCHANGE, depth=1)
    assert [(e.path, e.value) for e in events if isinstance(e, Stand)] == [((0,), 1), ((0, 1), -8)]
    assert [(e.path, e.action) for e in events if isinstance(e, PassOver)] == [((0,), 0), ((0, 1), 1)]
    assert [(e.path, e.value, e.terminal) for e in events if isinstance(e, Leaf)] == [
        ((0, 1, 0), -3, True),
        ((1,), 0, False),
    ]


def test_standing_pat_may_cut():
    game = Exchange([[[5, 5], [4, 4]], [[9, 9], [9, 9]]], {(0,): 5, (1,): 3, (1, 0): 9}, {(1,): (0,)})
    outcome, events = watched(game, depth=1)
    assert outcome[:2] == (5, 0)
    (cut,) = [e for e in events if isinstance(e, Cutoff)]
    assert (cut.path, cut.inequality, cut.remaining) == ((1,), "3.0 ≤ 5.0", (0,))  # 1 is left out anyway


def test_at_depth_0_a_capture_may_be_the_best_move_or_none():
    game = Exchange([7, [1, 1]], {(): 3, (1,): 1}, {(): (0,)})
    assert quiescence(game, depth=0)[:3] == (7, 0, (0,))
    game.forced = {(): (1,)}
    assert quiescence(game, depth=0)[:3] == (3, None, ())


def test_who_may_not_stand_pat_must_capture():
    game = Exchange([7, [1, 1]], {(): 3, (1,): 1}, {(): (1,)})
    assert quiescence(game, depth=0, stand_pat=False)[:2] == (1, 1)


def test_plies_beyond_the_horizon_are_bounded():
    assert quiescence(EXCHANGE, depth=1, beyond=0).value == 1
    assert quiescence(EXCHANGE, depth=1, beyond=1).value == 0
    deep = Exchange([[[[6]]]], {(): 0, (0,): 1, (0, 0): 2, (0, 0, 0): 3}, {(0,) * k: (0,) for k in range(4)})
    found = [quiescence(deep, depth=0, beyond=k, stand_pat=False).value for k in range(6)]
    assert found == [0, 1, 2, 3, 6, 6]


def test_what_stood_is_no_proof():
    outcome = quiescence(EXCHANGE, depth=1)
    assert (outcome.nodes, outcome.terminals, outcome.evaluations, outcome.passed_over) == (5, 1, 4, 2)
    assert not outcome.exact
    assert quiescence(EXCHANGE).exact
    assert not analyze(EXCHANGE, limit=Limit(depth=1), algorithm="quiescence").proven


def test_under_a_clock_a_depth_is_a_depth():
    analysis = analyze(EXCHANGE, limit=Limit(depth=1, seconds=60), algorithm="quiescence")
    assert (analysis.depth, analysis.value, analysis.best) == (3, 0, 1)  # the deepest ply looked at


@given(NUMBERS, st.sampled_from([None, 0, 1, 2, 3]), st.sampled_from([0, 1, BEYOND]), st.booleans())
def test_random_trees_by_the_definition_compiled_and_interpreted(number, depth, beyond, stand_pat):
    start = root(number)
    options = {"depth": depth, "beyond": beyond, "stand_pat": stand_pat}
    outcome = quiescence(TACTICAL, start, **options)
    assert outcome == quiescence(interpreted(TACTICAL), start, **options)
    far = 99 if depth is None else depth
    assert outcome.value == by_definition(TACTICAL, start, far, beyond, stand_pat)
    strict = quiescence(TACTICAL, start, strict=True, **options)
    assert (strict.value, strict.action) == (outcome.value, outcome.action)


@given(NUMBERS, st.sampled_from([1, 2, 3]))
def test_the_variation_leads_to_the_value(number, depth):
    """That is, the actions passed over are counted where the variation is followed."""
    state = root(number)
    outcome = quiescence(TACTICAL, state, depth=depth)
    for action in outcome.variation:
        state = TACTICAL.result(state, action)
    over = TACTICAL.is_terminal(state)
    assert outcome.value == (TACTICAL.utility(state, 0) if over else TACTICAL.evaluate(state, 0) / WIN)


@given(NUMBERS, st.sampled_from([None, 1, 3]), st.booleans())
def test_without_forcing_actions_it_is_alphabeta(number, depth, strict):
    """But that nothing is proven of a node by what lies beyond the horizon."""
    game, start = RandomTree(), root(number)
    plain, quiet = Recorder(), Recorder()
    alphabeta(game, start, depth=depth, strict=strict, watch=plain)
    quiescence(game, start, depth=depth, strict=strict, watch=quiet)
    for one, other in zip(quiet.events[1:], plain.events[1:], strict=True):
        if isinstance(other, Leave):
            assert one.proven is None
            assert other.relation in (one.relation, "=")
            one = replace(one, relation=other.relation, proven=other.proven)
        assert one == other


def test_what_is_refused():
    with pytest.raises(BadInput, match="beyond the horizon must be a whole number from 0, not -1"):
        quiescence(EXCHANGE, beyond=-1)

    class Dice(Nim):
        chance = "explicit"

    with pytest.raises(Unsuitable, match="chance"):
        quiescence(Dice())
