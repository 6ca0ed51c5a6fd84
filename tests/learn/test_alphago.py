"""AlphaGo's recipe: its games, its gradient, and runs through all stages."""

import json
from itertools import pairwise

import numpy as np
import pytest
from learn_small import SMALL

import halfmove as hm
from halfmove.core.buffer import Buffer
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.words import read_words
from halfmove.learn.batch import Batches
from halfmove.learn.experts import Expert, read_samples
from halfmove.learn.learner.in_numpy import InNumPy
from halfmove.learn.learner.settings import LearnerSettings
from halfmove.learn.policies import Match, ValueGames
from halfmove.learn.recipes.alphago import STAGES
from halfmove.learn.selfplay import Options
from halfmove.search.encoding import Encoding
from halfmove.search.neural.architecture import preset
from halfmove.search.neural.initial import draw_parameters
from halfmove.search.neural.network import Network

TTT = hm.game("tictactoe")
SMALL_ALPHAGO = {
    name: value for name, value in SMALL.items() if name not in ("simulations", "publish")
} | {"expert_simulations": "10", "reinforce_games": "8", "first": "40"}  # fmt: skip


def wants(logits):
    """A policy with the same logits everywhere."""
    return lambda planes: (
        np.tile(np.asarray(logits, np.float32), (len(planes), 1)),
        np.zeros((len(planes), 1), np.float32),
    )


FIRST, LAST = (wants(np.linspace(*ends, 9)) for ends in ((90, -90), (-90, 90)))


def states_of(samples):
    """The states that samples were made of."""
    row = Buffer(samples.words.shape[1])
    for words in samples.words:
        row.array[:] = words
        yield read_words(TTT.initial(), row, 0)


# ---- games


@pytest.mark.slow_interpreted
def test_moves_are_drawn_by_the_softmax_of_the_policy():
    shares = np.array([0.4, 0.3, 0.2, 0.1] + [1e-9] * 5)
    policy = wants(np.log(shares))
    match = Match(Encoding(TTT), policy, policy, Options(games=800), seed=1)
    samples = match.play()
    opening = np.array([s == TTT.initial() for s in states_of(samples)])
    assert opening.sum() == 400  # the learner begins every other game
    assert samples.shares[opening].mean(axis=0)[:4] == pytest.approx(shares[:4], abs=0.07)
    assert sum(match.results) == 800
    assert 0.4 < match.points / 800 < 0.6


def test_a_match_gives_the_learners_moves_with_their_results():
    """The first to take squares in order, and so to have a row, against the last: both fill their own row."""
    match = Match(Encoding(TTT), FIRST, LAST, Options(games=6))
    samples = match.play()
    assert match.results == [6, 0, 0]  # whoever begins has the row first
    assert match.points == 3
    assert len(samples) == 3 * 3 + 3 * 2
    for state, places, shares, outcome in zip(
        states_of(samples), samples.places, samples.shares, samples.outcome, strict=True
    ):
        assert list(places[shares == 1]) == [min(TTT.actions(state))]
        assert shares.sum() == 1
        assert outcome == (1 if TTT.to_move(state) == 0 else -1)


def test_value_games_keep_the_position_after_the_one_random_move():
    play = ValueGames(Encoding(TTT), FIRST, LAST, Options(games=20), seed=3)
    games = [game for _ in range(60) for game in play.step()]
    kept = [game for game in games if len(game.samples)]
    assert len(kept) > 20
    random = set()
    for game in kept:
        assert len(game.samples) == 1
        (state,) = states_of(game.samples)
        made, at = TTT.initial(), 0
        while made != state:
            made, at = TTT.result(made, game.actions[at]), at + 1
        assert at >= 1
        replay = TTT.initial()
        for ply, action in enumerate(game.actions):
            legal = list(TTT.actions(replay))
            if ply < at - 1:
                assert action == min(legal)
            elif ply >= at:
                assert action == max(legal)
            else:
                random.add(legal.index(action))
            replay = TTT.result(replay, action)
        assert game.samples.outcome[0, 0] == TTT.utility(replay, at % 2)
        assert game.samples.shares[0].sum() == 1
    assert len(random) > 5


def test_an_experts_game_is_its_moves_and_its_result():
    expert = Expert(Encoding(TTT), Options(opening_plies=2), "mcts", 20, seed=4)
    (game,) = expert.step()
    state, rows = TTT.initial(), iter(range(len(game.samples)))
    for ply, action in enumerate(game.actions):
        if ply >= game.opening:
            row = next(rows)
            places, shares = game.samples.places[row], game.samples.shares[row]
            assert list(places[shares == 1]) == [action]
            assert game.samples.outcome[row, 0] == game.outcome[TTT.to_move(state)]
        state = TTT.result(state, action)
    assert TTT.is_terminal(state)
    assert next(rows, None) is None
    assert 1 <= game.opening <= 2


def test_experts_that_play_no_games_are_refused():
    with pytest.raises(BadInput):
        Expert(Encoding(TTT), Options(), "minimax", 20, seed=0)


# ---- records


def test_game_records_become_samples(tmp_path):
    game = hm.game("go", size=5)
    (tmp_path / "one.sgf").write_text("(;GM[1]FF[4]SZ[5]KM[0]RE[B+2];B[cc];W[bb];B[cb])", encoding="utf-8")
    (tmp_path / "unfinished.sgf").write_text("(;GM[1]FF[4]SZ[5]KM[0]RE[?];B[cc])", encoding="utf-8")
    (tmp_path / "larger.sgf").write_text("(;GM[1]FF[4]SZ[9]RE[W+R];B[cc];W[gg])", encoding="utf-8")
    (tmp_path / "notes.md").write_text("not a game", encoding="utf-8")
    rules = hm.game("go", size=5, komi=0)
    (samples,) = read_samples(Encoding(rules), tmp_path)
    assert list(samples.outcome[:, 0]) == [1, -1, 1]
    assert (samples.shares == 1).sum(axis=1).tolist() == [1, 1, 1]
    assert samples.followed.tolist() == [True, True, False]
    for wrong in (tmp_path / "larger.sgf", tmp_path / "nothing.sgf", tmp_path / "notes.md"):
        with pytest.raises(BadInput):
            list(read_samples(Encoding(game), wrong))


def test_what_is_broken_or_repaired_among_game_records_is_told(tmp_path):
    (tmp_path / "a.sgf").write_text(
        "(;GM[1]SZ[5]KM[0]RU[odd]RE[B+2];B[cc];W[bb])(;GM[1]SZ[5]KM[0]", encoding="utf-8"
    )
    encoding = Encoding(hm.game("go", size=5, komi=0))
    with pytest.warns(UserWarning, match="1 are broken and left out, 1 have something repaired"):
        assert len(list(read_samples(encoding, tmp_path))) == 1


# ---- the gradient


def test_the_policy_gradient_by_hand():
    """A step's gradient by the logits' biases is −mean of (z − b) (1[a] − p), over the moves that were
    played."""
    encoding = Encoding(TTT)
    a = preset("alphago-tiny", encoding).with_changes(kind="alphago-policy")
    parameters = draw_parameters(a, 3)
    rng = np.random.default_rng(5)
    parameters = {k: v + rng.normal(0, 0.2, v.shape).astype(np.float32) for k, v in parameters.items()}
    network = Network(TTT, a, parameters)
    samples = Match(encoding, network.evaluate("numpy"), FIRST, Options(games=10), seed=2).play()
    samples.policy_weight[:] = samples.outcome[:, 0] - 0.25
    batches = Batches(encoding, symmetries=False)
    learner = InNumPy(a, parameters, LearnerSettings(), np.float64)
    losses, gradients = learner.gradients(batches.make(samples, np.random.default_rng(0)))
    by_hand = np.zeros(9)
    loss = 0.0
    for state, places, shares, weight in zip(
        states_of(samples), samples.places, samples.shares, samples.policy_weight, strict=True
    ):
        told = network.judge.judge([state]).shares
        legal = places[places >= 0]
        taken = shares[: len(legal)]
        by_hand[legal] -= weight * (taken - told) / len(samples)
        loss -= weight * np.log(told[taken == 1][0]) / len(samples)
    assert np.abs(by_hand).max() > 0.01
    assert gradients["policy.dense.bias"] == pytest.approx(by_hand, abs=1e-5)
    assert losses.policy == pytest.approx(loss, abs=1e-5)


# ---- runs


def trained(folder, positions=500, **given):
    options = SMALL_ALPHAGO | given.pop("options", {})
    return hm.train(
        "tictactoe", recipe="alphago", folder=folder, positions=positions, workers=0, options=options, **given
    )


def lines(folder):
    return [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]


@pytest.mark.slow_interpreted
def test_a_run_goes_through_all_stages_and_its_network_plays(tmp_path):
    run = trained(tmp_path / "run")
    assert run.over
    told = lines(run.folder)
    assert list(dict.fromkeys(line["stage"] for line in told)) == [stage.title for stage in STAGES]
    assert 0 <= told[-1]["accuracy"] <= 1
    network = run.network
    assert network.architecture.kind == "alphago"
    parts = {name: Network.load(run.folder / f"{name}.safetensors", TTT) for name in ("supervised", "policy")}
    start = draw_parameters(parts["policy"].architecture, 0)
    moved = [parts["supervised"].parameters, start, parts["policy"].parameters]
    for one, other in pairwise(moved):
        assert not np.array_equal(one["policy.conv.weight"], other["policy.conv.weight"])
    # the best has the last policy, and a value of its own that has learnt
    assert np.array_equal(
        network.parameters["policy.conv.weight"], parts["policy"].parameters["policy.conv.weight"]
    )
    value = Network.load(run.folder / "value.safetensors", TTT)
    assert not np.array_equal(
        network.parameters["value.conv.weight"], draw_parameters(value.architecture, 0)["value.conv.weight"]
    )
    for rollouts in ("0", "0.5", "1"):
        options = {"file": str(run.file), "rollouts": rollouts}
        found = hm.analyze(TTT, limit=hm.Limit(simulations=20), algorithm="network", options=options)
        assert found.statistics["evaluated"] > 1


@pytest.mark.slow_interpreted
def test_a_run_stopped_in_any_stage_goes_on(tmp_path):
    stops = 0
    while True:
        seen = []
        run = trained(tmp_path / "run", see=seen.append, stop=lambda: len(seen) > 1)  # noqa: B023
        if run.over:
            break
        stops += 1
        assert stops < 100
        assert run.network.architecture.kind in ("alphago-policy", "alphago")
    assert stops >= 3
    assert run.network.architecture.kind == "alphago"
    shares = [line["share"] for line in lines(run.folder)]
    assert shares == sorted(shares)


def test_a_run_learns_from_records(tmp_path):
    rng = np.random.default_rng(1)
    for number in range(30):
        moves = rng.permutation(25)[:6]
        text = "".join(f";{'BW'[i % 2]}[{'abcde'[m // 5]}{'abcde'[m % 5]}]" for i, m in enumerate(moves))
        (tmp_path / f"{number}.sgf").write_text(f"(;GM[1]FF[4]SZ[5]KM[0]RE[B+2]{text})", encoding="utf-8")
    seen = []
    options = SMALL_ALPHAGO | {"records": str(tmp_path)}
    run = hm.train(
        hm.game("go", size=5, komi=0), recipe="alphago", folder=tmp_path / "run", minutes=60, workers=0,
        options=options, see=seen.append, stop=lambda: bool(seen) and seen[-1].steps > 1,
    )  # fmt: skip
    assert not run.over
    assert run.last.stage == "supervised"
    assert run.last.positions in range(120, 180)  # some games are put aside
    assert 0 <= run.last.accuracy <= 1


def test_what_cannot_be_is_refused(tmp_path):
    for number, (game, given) in enumerate(
        {
            "tictactoe": {"network": "small"},
            "connect4": {"options": {"records": "nowhere.pgn"}, "positions": None, "minutes": 1},
            "go": {"options": {"records": "games"}},
            "othello": {"options": {"expert": "minimax"}},
            "race": {},
        }.items()
    ):
        options = SMALL_ALPHAGO | given.pop("options", {})
        with pytest.raises((BadInput, Unsuitable)) as error:
            hm.train(
                game, recipe="alphago", folder=tmp_path / str(number), workers=0, options=options,
                **{"positions": 50} | given,
            )  # fmt: skip
        assert str(error.value).count(". ") == 0
    with pytest.raises(BadInput, match="--network is alphago"):
        hm.train("tictactoe", folder=tmp_path / "z", network="alphago-tiny", positions=50, options=SMALL)
