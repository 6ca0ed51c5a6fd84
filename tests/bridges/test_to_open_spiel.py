"""Our games as OpenSpiel's: its own tests pass, and its algorithms find in them what is known."""

import pickle
import subprocess
import sys
from random import Random

import pytest

from halfmove.core.errors import BadInput

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability, generate_playthrough, minimax
from open_spiel.python.observation import make_observation

from halfmove.bridges.to_open_spiel import register_open_spiel

pytestmark = pytest.mark.one_speed

GAMES = {
    "breakthrough": "(height=6,width=4)",
    "connect4": "(height=4,width=4)",
    "dark-hex": "",
    "einstein": "",
    "go": "(height=3,width=3)",
    "goofspiel": "",
    "hex": "(size=3)",
    "holdem": "",
    "kuhn": "(players=3)",
    "leduc": "",
    "liars-dice": "",
    "matrix": "",
    "nim": "(heaps=1|3|5)",
    "pig": "(target=20)",
    "race": "",
    "tictactoe": "",
}
"""Games of every kind, as small as they come."""


def loaded(name, parameters=""):
    return pyspiel.load_game(register_open_spiel(name) + parameters)


@pytest.mark.parametrize(("name", "parameters"), GAMES.items(), ids=GAMES)
def test_random_games_as_open_spiel_tests_its_own(name, parameters):
    game = loaded(name, parameters)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    state, draw = game.new_initial_state(), Random(1)
    while not state.is_terminal():
        if not state.is_chance_node():
            assert len({state.action_to_string(a) for a in state.legal_actions()}) == len(
                state.legal_actions()
            )
        before = str(state)
        child = state.child(draw.choice(state.legal_actions()))
        assert str(state) == before
        state = child
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


@pytest.mark.parametrize("name", ["tictactoe", "kuhn", "nim"])
def test_playthroughs_are_written(name):
    lines = generate_playthrough.playthrough_lines(str(loaded(name)), seed=1)
    assert f'GameType.short_name = "halfmove_{name}"' in lines
    assert any(line.startswith("IsTerminal() = True") for line in lines)


def test_its_regret_minimisation_solves_our_kuhn_poker():
    game = loaded("kuhn")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.exploitability(game, policy) < 0.005
    assert len(policy.states) == 12


def test_its_minimax_solves_our_games_as_its_own():
    for parameters, value in (("(heaps=1|2)", 1), ("(heaps=1|2|3)", -1)):
        found, _ = minimax.alpha_beta_search(loaded("nim", parameters))
        assert found == value


def test_a_player_sees_the_planes_of_a_network():
    game = loaded("connect4", "(height=4,width=5)")
    assert game.observation_tensor_shape() == [2, 4, 5]
    assert game.num_distinct_actions() == 5
    state = game.new_initial_state()
    state.apply_action(2)
    seen = make_observation(game)
    seen.set_from(state, 1)
    assert seen.tensor.sum() == 1
    assert state.action_to_string(4) == "5"


def test_a_process_that_uses_one_ends_well():
    code = (
        "import pyspiel; from halfmove.bridges.to_open_spiel import register_open_spiel;"
        "print(pyspiel.load_game(register_open_spiel('nim')).new_initial_state())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "3,4,5 first")


def test_what_is_not_registered_is_refused():
    with pytest.raises(BadInput, match="There is no registered game 'nin'"):
        register_open_spiel("nin")
