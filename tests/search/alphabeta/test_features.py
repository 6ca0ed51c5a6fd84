"""Every feature of the engine left out, alone and with all others: the answers stay those of minimax."""

import pytest
from exact import random_states, score
from mazes import Maze, limited, start

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.limit import Limit
from halfmove.search.alphabeta.features import FEATURES, check_features, features, without
from halfmove.search.alphabeta.threads import Engine

PLAIN = interpreted(Maze(in_turn=False))
KNOWING = interpreted(Maze(in_turn=False, utility_limit=3, knowing=True))
EACH = [(name,) for name in FEATURES]


def fitting(game, names):
    """Those of the names that have an effect with the game."""
    return tuple(name for name in names if name in features(game))


def answer(game, state, names, **limit):
    """The engine's analysis without the features, its table small."""
    memory = Engine(game, megabytes=0.1, without=names)
    return hm.analyze(game, state, Limit(**limit), memory=memory)


@pytest.mark.parametrize("names", [*EACH, tuple(FEATURES)], ids=lambda names: names[-1])
def test_to_a_depth_the_score_is_that_of_plain_minimax(names):
    left_out, reached = fitting(PLAIN, names), 0
    for seed in range(25):
        for depth in (2, 4, 6):
            found = answer(PLAIN, start(seed), left_out, depth=depth)
            if found.depth == depth:  # it may have found a proof before
                reached += 1
                assert found.raw == limited(PLAIN, start(seed), depth, {})
    assert reached > 20


@pytest.mark.parametrize("names", [*EACH, tuple(FEATURES)], ids=lambda names: names[-1])
def test_a_proof_is_the_game_s_value(names):
    left_out = fitting(KNOWING, names)
    for seed in range(25):
        found = answer(KNOWING, start(seed), left_out, seconds=60)
        exact = score(KNOWING, start(seed), {})
        assert found.proven
        assert found.value == -(-abs(exact) // hm.WIN) * (1 if exact > 0 else -1)
        child = KNOWING.result(start(seed), found.best)
        same = KNOWING.to_move(child) == KNOWING.to_move(start(seed))
        below = score(KNOWING, child, {})
        assert ((below if same else -below) > 0) == (exact > 0)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(
    "names", [("hint", "etc", "killers", "pvs", "aspiration"), tuple(FEATURES)], ids=["kernel", "all"]
)
def test_machine_code_without_features_proves_the_same(names):
    game, known = hm.game("tictactoe"), {}
    left_out = fitting(game, names)
    for state in random_states(game, 1, 10):
        found = answer(game, state, left_out, seconds=60)
        exact = score(game, state, known)
        assert found.proven
        assert found.value == (exact > 0) - (exact < 0)


@pytest.mark.one_speed
def test_what_each_feature_saves():
    """The node counts of today; a change of the search that alters them says so."""
    game = hm.interpreted(hm.game("connect4", width=5, height=4))
    nodes = {n: hm.analyze(game, None, Limit(depth=6), without=[n]).nodes for n in features(game)}
    assert hm.analyze(game, None, Limit(depth=6)).nodes == 602
    assert nodes == {
        "table": 1490,
        "hint": 751,
        "etc": 645,
        "killers": 622,
        "history": 613,
        "order": 636,
        "bounds": 657,
        "forced": 608,
        "symmetry": 884,
        "pvs": 570,
        "aspiration": 602,  # the score never leaves the window
    }


@pytest.mark.slow_interpreted
def test_replies_played_on_at_once_leave_the_score_of_every_depth():
    """A chain of forced replies counts its plies, and ends where the depth does."""
    game, compared = hm.game("connect4", width=6, height=5), 0
    for state in random_states(game, 3, 4):
        for depth in (3, 6):
            with_it, without = (answer(game, state, names, depth=depth) for names in ((), ("forced",)))
            assert with_it.raw == without.raw
            compared += with_it.nodes != without.nodes
    assert compared > 10


def test_the_game_itself_stays_as_it_is():
    game = hm.game("tictactoe")
    twin = without(game, ["symmetry", "order", "killers"])
    state = hm.position(game, moves="b2 a1 c3")[0]
    assert (twin.symmetry_count, twin.order(state, 3), twin.engine_without) == (1, 0, FEATURES["killers"].bit)
    assert (game.symmetry_count, game.engine_without) == (8, 0)
    assert game.order(state, 3) != 0
    assert without(game, []) is game
    assert type(without(game, ["order"])) is type(without(game, ["order"]))  # machine code is shared


def test_left_out_by_name_and_refused_by_name():
    game = hm.game("nim")
    assert check_features(hm.game("connect4"), ["history", "killers", "killers"]) == ("killers", "history")
    with pytest.raises(hm.BadInput, match=r"no feature 'kilers'; did you mean 'killers'\? There are: table"):
        hm.analyze(game, without=["kilers"])
    with pytest.raises(hm.BadInput, match="nim knows nothing of 'symmetry'"):
        hm.Engine(hm.game("nim"), without=["symmetry"])
    with pytest.raises(hm.BadInput, match="Features of the engine can be left out"):
        hm.analyze(game, algorithm="alphabeta", without=["table"])
    with pytest.raises(hm.BadInput, match="other features"):
        hm.analyze(game, memory=Engine(game), without=["killers"])
