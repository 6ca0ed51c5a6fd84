"""Teaching by the exact solver."""

import functools
import json

import numpy as np
import pytest
from learn_small import SMALL

import halfmove as hm
from halfmove.core.buffer import Buffer
from halfmove.core.errors import BadInput
from halfmove.core.words import read_words
from halfmove.learn.errors import measure_of
from halfmove.learn.selfplay import Options, SelfPlay
from halfmove.learn.solved import Solved
from halfmove.search.encoding import Encoding
from halfmove.search.neural.initial import draw_parameters
from halfmove.search.neural.network import Network


def test_samples_are_what_minimax_says():
    game = hm.game("tictactoe")
    encoding = Encoding(game)
    samples = Solved(encoding, seed=1).make(25, 60)
    assert len(samples) == 25
    row = Buffer(encoding.words)
    for i in range(25):
        row.array[:] = samples.words[i]
        state = read_words(game.initial(), row, 0)
        values = {a: -worth(game, game.result(state, a)) for a in game.actions(state)}
        best = max(values.values())
        kept = [values[a] == best for a in game.actions(state)]
        assert samples.outcome[i] == best
        assert samples.shares[i, : len(kept)] == pytest.approx(np.array(kept) / sum(kept))
        assert samples.policy_weight[i] == (not all(kept))


@functools.cache
def worth(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state))
    return max(-worth(game, game.result(state, action)) for action in game.actions(state))


@pytest.mark.slow_interpreted
def test_a_network_learns_from_the_solver(tmp_path):
    trained = hm.train(
        "tictactoe", folder=tmp_path, recipe="exact", positions=600, options={**SMALL, "reuse": "12"}
    )
    assert trained.settings.workers == 0
    told = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    errors = [line["errors"] for line in told if "errors" in line]
    architecture = trained.settings.network
    begun = measure_of(trained.game)(Network(trained.game, architecture, draw_parameters(architecture)))
    assert len(errors) == 3
    assert errors[-1] < begun
    assert trained.network.made["recipe"] == "exact"


def test_what_has_no_solver_and_workers_are_refused(tmp_path):
    with pytest.raises(hm.Unsuitable, match="too long to solve"):
        hm.train("chess", folder=tmp_path / "a", recipe="exact", minutes=1)
    assert not (tmp_path / "a").exists()
    with pytest.raises(BadInput, match="in one process"):
        hm.train("tictactoe", folder=tmp_path / "b", recipe="exact", minutes=1, workers=2)
    assert not (tmp_path / "b").exists()


def played(game, solved_plies):
    """Games of self-play by a network that knows nothing; each with its searched states."""
    encoding = Encoding(game)
    play = SelfPlay(
        encoding,
        lambda planes: (
            np.zeros((len(planes), encoding.policy), np.float32),
            np.zeros((len(planes), 1), np.float32),
        ),
        Options(games=4, simulations=4, solved_plies=solved_plies),
        seed=3,
    )
    found = []
    while len(found) < 12:
        found += play.step()
    return found


def test_the_solver_says_what_games_of_self_play_were_worth():
    game = hm.game("tictactoe")
    plain, corrected = played(game, 0), played(game, 5)
    changed = 0
    for before, after in zip(plain, corrected, strict=True):
        assert before.actions == after.actions
        state, states = game.initial(), []
        for action in after.actions:
            states.append(state)
            state = game.result(state, action)
        near = next((ply for ply in range(len(states)) if 9 - ply <= 5), None)
        for ply, state in enumerate(states):
            outcome, root = after.samples.outcome[ply, 0], after.samples.root[ply, 0]
            if near is None:
                assert outcome == before.samples.outcome[ply, 0]
            elif ply < near:
                assert outcome == worth(game, states[near]) * (1 if (near - ply) % 2 == 0 else -1)
                assert root == before.samples.root[ply, 0]
            else:
                assert outcome == root == worth(game, state)
            changed += outcome != before.samples.outcome[ply, 0]
    assert changed > 0


def test_a_game_without_a_solver_is_refused_where_it_is_asked_for(tmp_path):
    with pytest.raises(hm.Unsuitable, match="too long to solve"):
        hm.train("chess", folder=tmp_path, minutes=1, options={"solved_plies": "6"})
    assert not list(tmp_path.iterdir())
