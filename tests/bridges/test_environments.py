"""Our games as environments: PettingZoo's and Gymnasium's own checks pass for every registered game."""

import pytest

from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.games.connect4 import ConnectFour
from halfmove.games.registry import games

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from halfmove.bridges import gymnasium, pettingzoo

pytestmark = [
    pytest.mark.one_speed,
    # What they advise on: with a mask an observation is a dictionary, and a board begins empty.
    pytest.mark.filterwarnings("ignore:Observation"),
]


@pytest.mark.parametrize("name", games())
def test_pettingzoo_finds_nothing_wrong(name):
    api_test(pettingzoo.environment(name), num_cycles=40)
    seed_test(lambda: pettingzoo.environment(name), num_cycles=10)


@pytest.mark.parametrize("name", games())
def test_gymnasium_finds_nothing_wrong(name):
    check_env(gymnasium.Environment(name), skip_render_check=True)


@pytest.mark.parametrize("name", ["tictactoe", "kuhn", "race", "pacman", "goofspiel"])
def test_rewards_add_up_to_what_the_game_is_worth(name):
    env = pettingzoo.Environment(name)
    for seed in range(5):
        env.reset(seed=seed)
        earned = dict.fromkeys(env.agents, 0.0)
        env.action_space("player_0").seed(seed)
        for agent in env.agent_iter():
            seen, reward, over, _, _ = env.last()
            earned[agent] += reward
            history = env.history
            env.step(None if over else int(env.action_space("player_0").sample(seen["action_mask"])))
        assert list(earned.values()) == [history.utility(p) for p in range(history.game.players)]


def test_an_action_has_the_number_that_the_game_gives_it():
    env = pettingzoo.Environment("connect4", width=5)
    env.reset(seed=1)
    env.step(4)
    assert env.history.texts() == ["5"]
    assert env.observe("player_1")["action_mask"].tolist() == [1] * 5
    assert env.observe("player_0")["action_mask"].tolist() == [0] * 5
    with pytest.raises(BadInput, match="7 is not the number of a legal action"):
        env.step(7)


def test_what_is_hidden_does_not_get_into_an_observation():
    env = pettingzoo.Environment("kuhn")
    by_deal = {}
    for seed in range(30):
        env.reset(seed=seed)
        cards = env.history.game.position_text(env.history.state).split()
        by_deal.setdefault(cards[0], set()).add(env.observe("player_0")["observation"].tobytes())
    assert len(by_deal) == 3
    assert all(len(seen) == 1 for seen in by_deal.values())


def test_the_opponent_is_any_player():
    def first(history: History) -> int:
        return history.legal()[0]

    env = gymnasium.Environment(ConnectFour(), seat=1, opponent=first)
    env.reset(seed=3)
    assert env.history.texts() == ["1"]
    for column in (1, 2, 3):
        env.step(column)
    assert env.history.over
    assert env.history.utility(0) == 1


def test_a_winning_move_earns_one_and_an_illegal_one_loses():
    env = gymnasium.Environment("tictactoe", opponent=lambda history: history.legal()[-1], render_mode="ansi")
    env.reset()
    assert [env.step(cell)[1:3] for cell in (0, 1, 2)] == [(0.0, False), (0.0, False), (1.0, True)]
    assert "X" in env.render()
    env.reset()
    env.step(0)
    assert env.step(0)[1:3] == (-1.0, True)


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: gymnasium.Environment("nim", seat=2), "A seat is one of 0 to 1, not 2"),
        (lambda: gymnasium.Environment(ConnectFour(), width=5), "Parameters go with the name of a game"),
        (lambda: gymnasium.Environment("nim", opponent="nobody"), "There is no kind of player 'nobody'"),
    ],
)
def test_what_cannot_be_is_one_sentence(made, said):
    with pytest.raises(BadInput, match=said):
        made()
