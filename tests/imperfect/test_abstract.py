"""Training on buckets: with buckets that put nothing together it is external sampling, held against Leduc."""

from typing import NamedTuple

import numpy as np
import pytest

import halfmove as hm
from halfmove.core.abstraction import FIRST_WINS, SECOND_WINS, SHARED, Abstraction
from halfmove.core.buffer import Buffer
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.randomness import below
from halfmove.games.leduc import RANKS, Leduc, State
from halfmove.imperfect.abstract import AbstractRun
from halfmove.imperfect.betting import OVER, lay_out_bets
from halfmove.imperfect.strategy import Strategy

CARDS = 6


class Nothing(NamedTuple):
    """Leduc needs no tables."""

    none: Buffer


class Dealt(Leduc):
    """Leduc whose deals can be drawn at once: a rank each, and one for all."""

    def deal(self, t: Nothing, random: Buffer, out: Buffer) -> int:
        first = below(random, CARDS)
        second = below(random, CARDS - 1)
        if second >= first:
            second += 1
        common = below(random, CARDS)
        while common in (first, second):
            common = below(random, CARDS)
        a, b, c = first >> 1, second >> 1, common >> 1
        out[0], out[1], out[2], out[3] = a, 3 * a + c, b, 3 * b + c
        mine, yours = a + (3 if a == c else 0), b + (3 if b == c else 0)
        out[4] = SHARED if mine == yours else (FIRST_WINS if mine > yours else SECOND_WINS)
        return 0


class Ranks(Abstraction):
    """A bucket for each rank, and for each pair of one's own and the open one."""

    sizes = (3, 9)
    examples = ((3, 1, 2), (2, 2, 1), (1, 3, 2))

    def __init__(self):
        self._tables = Nothing(Buffer(1))

    @property
    def tables(self):
        return self._tables

    def bucket(self, state: State, player: int) -> int:
        rank = Leduc().card(state, player) - 1
        return 3 * rank + state.open - 1 if state.second else rank

    def bets(self, state: State) -> int:
        return state.betting

    def identity(self):
        return {"ranks": RANKS}


GAME = Dealt()


def trained(game, deals, **more):
    run = AbstractRun(game, Ranks(), **more)
    run.train(deals)
    return run


def exploitability(run):
    """That of a run's average strategy in Leduc itself."""
    table, told, buckets = run.table, run.strategy(), run.abstraction
    game = Leduc()

    def policy(state):
        node, mover = table.nodes[buckets.bets(state)], game.to_move(state)
        size = int(table.tree.size[node])
        first = int(table.tree.row[node]) + size * buckets.bucket(state, mover)
        return dict(zip(table.actions[node], told[first : first + size].tolist(), strict=True))

    return hm.exploitability(game, Strategy.of(game, policy))


def test_the_bets_of_leduc_as_a_tree():
    table = lay_out_bets(GAME, Ranks())
    tree = table.tree
    decisions = np.flatnonzero(tree.size)
    assert table.sets == 3 * 6 + 9 * 30 == 288  # the 288 information sets that two players have
    assert len(decisions) == 6 + 30
    assert table.rows == sum(int(tree.size[n]) * (3, 9)[tree.round[n]] for n in decisions)
    assert int(tree.mover[0]) == 0
    ends = tree.earned[tree.mover == OVER]
    assert ends.max() == 13.0
    assert ends.min() == -13.0
    folded = ends[(ends[:, 0] == ends[:, 1]) & (ends[:, 0] == ends[:, 2])]
    shown = ends[ends[:, 1] == 0.0]
    assert len(folded) + len(shown) == len(ends)
    assert (shown[:, 0] == -shown[:, 2]).all()


@pytest.mark.slow_interpreted
def test_leduc_is_learnt_as_fast_as_by_external_sampling():
    assert exploitability(trained(GAME, 100_000, algorithm="external-mccfr", seed=1)) < 0.12
    linear = trained(GAME, 300_000, seed=2)
    assert exploitability(linear) < 0.04
    threads = trained(GAME, 300_000, seed=3, threads=2)
    assert threads.deals == 300_000
    assert exploitability(threads) < 0.05


def test_both_speeds_learn_the_same():
    compiled, plain = (trained(game, 200, seed=4) for game in (GAME, interpreted(GAME)))
    assert np.allclose(compiled.regret, plain.regret, rtol=1e-12, atol=1e-9)
    assert np.allclose(compiled.average, plain.average, rtol=1e-12, atol=1e-9)


def test_a_checkpoint_goes_on_to_the_same_numbers(tmp_path):
    file = tmp_path / "run.npz"
    whole = trained(GAME, 500, seed=5)
    begun = AbstractRun(GAME, Ranks(), seed=5)
    begun.run(deals=200, checkpoint=file)
    gone_on = AbstractRun(GAME, Ranks(), seed=5)
    gone_on.run(deals=500, checkpoint=file)
    assert gone_on.deals == 500
    assert (gone_on.regret == whole.regret).all()
    assert (gone_on.average == whole.average).all()


@pytest.mark.parametrize(
    ("change", "said"),
    [({"seed": 6}, "has seed 5, and here it is 6"), ({"algorithm": "external-mccfr"}, "has algorithm")],
)
def test_a_checkpoint_of_another_run_is_refused(tmp_path, change, said):
    file = tmp_path / "run.npz"
    AbstractRun(GAME, Ranks(), seed=5).save(file)
    with pytest.raises(BadInput, match=said):
        AbstractRun(GAME, Ranks(), **{"seed": 5, **change}).load(file)


@pytest.mark.parametrize("content", [b"", b"PK", b"nonsense" * 99])
def test_a_damaged_checkpoint_is_refused(tmp_path, content):
    file = tmp_path / "run.npz"
    file.write_bytes(content)
    with pytest.raises(BadInput, match="is no checkpoint of buckets in training"):
        AbstractRun(GAME, Ranks()).load(file)


def test_what_cannot_be_trained_is_refused():
    with pytest.raises(BadInput, match="not by 'cfr'"):
        AbstractRun(GAME, Ranks(), "cfr")
    with pytest.raises(Unsuitable, match="two players"):
        lay_out_bets(Leduc(players=3), Ranks())


def test_training_stops_when_asked():
    run = AbstractRun(GAME, Ranks())
    run.run(stop=lambda: run.deals > 0)
    assert run.deals > 0
    seen = []
    run.run(seconds=run.seconds + 0.6, progress=seen.append)
    assert run.seconds > 0.6
    assert seen
    assert seen[0] is run
