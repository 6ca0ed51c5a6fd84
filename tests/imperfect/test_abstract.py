"""Training on buckets: with buckets that put nothing together it is external sampling, held against Leduc."""

from pathlib import Path

import numpy as np
import pytest
from command import halfmove
from dealt_leduc import Dealt, Ranks

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.games.leduc import Leduc
from halfmove.imperfect import betting
from halfmove.imperfect.abstract import AbstractRun
from halfmove.imperfect.abstract_strategy import AbstractStrategy, read_strategy
from halfmove.imperfect.betting import OVER, lay_out_bets
from halfmove.imperfect.local_best_response import local_best_response, sampled_local_response
from halfmove.imperfect.strategy import Strategy

GAME = Dealt()
DEALT = str(Path(__file__).parents[1] / "dealt_leduc.py")


def trained(game, deals, **more):
    run = AbstractRun(game, Ranks(), **more)
    run.train(deals)
    return run


def exploitability(run):
    """That of a run's average strategy in Leduc itself."""
    return hm.exploitability(Leduc(), Strategy.of(Leduc(), AbstractStrategy.of(run).at))


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


# ---- strategies and their files


def test_a_strategy_is_read_as_it_was_written(tmp_path):
    file = tmp_path / "dealt.npz"
    made = AbstractStrategy.of(trained(GAME, 2000))
    made.write(file, deals=2000)
    found = read_strategy(GAME, file)
    assert isinstance(found, AbstractStrategy)
    state = GAME.parse("K Q check bet")
    assert found.at(state) == made.at(state)
    assert sum(found.at(state).values()) == pytest.approx(1, abs=1e-6)
    with pytest.raises(BadInput, match="nothing to say"):
        found.at(GAME.parse("K Q check check"))  # nature is to move
    with pytest.raises(BadInput, match="has game"):
        AbstractStrategy.read(hm.game("kuhn"), file)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda policy: policy[:-1], "is no file of a strategy over buckets"),
        (lambda policy: policy.astype(np.float64), "is no file of a strategy over buckets"),
        (lambda policy: 2 * policy, "do not add up to 1"),
        (lambda policy: np.full_like(policy, np.nan), "do not add up to 1"),
    ],
)
def test_a_damaged_strategy_is_refused(tmp_path, change, said):
    file = tmp_path / "dealt.npz"
    made = AbstractStrategy.of(trained(GAME, 10))
    made.policy = change(made.policy)
    made.write(file)
    with pytest.raises(BadInput, match=said):
        read_strategy(GAME, file)


def test_a_file_that_is_cut_short_is_refused(tmp_path):
    file = tmp_path / "dealt.npz"
    AbstractStrategy.of(trained(GAME, 10)).write(file)
    whole = file.read_bytes()
    for end in (2, 100, len(whole) // 2, len(whole) - 10):
        file.write_bytes(whole[:end])
        with pytest.raises(BadInput, match="is no file of a strategy over buckets"):
            read_strategy(GAME, file)
    with pytest.raises(BadInput, match="cannot be read"):
        read_strategy(GAME, tmp_path / "none.npz")


# ---- what a local best response wins


@pytest.mark.one_speed
@pytest.mark.parametrize("deals", [30, 20_000])
def test_a_local_best_response_wins_what_it_wins_exactly(deals):
    made = AbstractStrategy.of(trained(GAME, deals, seed=8))
    strategy = Strategy.of(Leduc(), made.at)
    exact = sum(local_best_response(strategy, seat) for seat in (0, 1)) / 2
    found = sampled_local_response(made, deals=1000, seed=1)
    assert found.deals == 1000
    assert abs(found.value - exact) < 4 * found.error
    assert found.value - 4 * found.error < hm.exploitability(Leduc(), strategy)
    low, high = found.interval
    assert low < found.value < high


def test_a_local_best_response_stops_when_asked_and_needs_hands():
    made = AbstractStrategy.of(trained(GAME, 10))
    seen = []
    assert sampled_local_response(made, deals=50, progress=seen.append, stop=lambda: len(seen) > 2).deals == 3
    made.abstraction.holdings = 0
    with pytest.raises(Unsuitable, match="No local best response"):
        sampled_local_response(made, deals=1)


# ---- the command


@pytest.mark.slow_interpreted
def test_the_command_trains_goes_on_and_its_strategy_plays(tmp_path):
    file, kept = str(tmp_path / "dealt.npz"), str(tmp_path / "run.npz")
    begin = ("solve", DEALT, "--strategy", file, "--checkpoint", kept, "--seed", "3")
    first = halfmove(*begin, "--iterations", "20000", "--json").json
    assert first["iterations"] == 20_000
    assert first["information_sets"] == 288
    assert first["algorithm"] == "linear-external-mccfr"
    said = halfmove(*begin, "--iterations", "30000").out
    assert "30,000 deals" in said
    played = halfmove("match", f"strategy?file={file}", "random", DEALT, "--games", "400", "--json").json
    assert played["players"][0]["points_a_game"]["low"] > 0
    bound = halfmove("exploit", DEALT, file, "--lbr", "--deals", "200", "--json").json
    assert bound["deals"] == 200
    assert bound["local_best_response"]["low"] < bound["local_best_response"]["high"]
    assert "200 deals, 95 %" in halfmove("exploit", DEALT, file, "--lbr", "--deals", "200").out
    refused = halfmove("exploit", DEALT, file)
    assert refused.status == 2
    assert "too large for an exact answer" in refused.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("kuhn", "--buckets", "2,2,2"), "it is for training on buckets"),
        (("connect4", "--buckets", "2,2,2"), "--buckets is not for a proof"),
        (("holdem", "--set", "players=3", "--seconds", "1"), "--set players=2"),
        (("holdem", "--set", "bets=0.1,0.2,0.5,1", "--seconds", "1"), "are more than 3,000 nodes"),
        (("holdem", "--set", "betting=limit", "--buckets", "20"), "three numbers from 2 to 1000"),
        (("holdem", "--set", "betting=limit", "--buckets", "20,many"), "such as 200,200,200; not '20,many'"),
        (("holdem", "--set", "betting=limit", "--algorithm", "cfr"), "not by 'cfr'"),
        (("holdem", "--set", "betting=limit", "--weak"), "is not for training on buckets"),
    ],
)
def test_what_the_command_cannot_train_is_one_sentence(arguments, said, monkeypatch):
    monkeypatch.setattr(betting, "LARGEST", 3_000)  # half a million are a minute
    found = halfmove("solve", *arguments)
    assert found.status == 2
    assert said in found.err
    assert found.err.count("\n") == 1
