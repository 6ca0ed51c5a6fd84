"""Self-play of many games at once, its selections beside a naive search of plain objects."""

import math
from collections import Counter
from functools import cache

import numpy as np
import pytest
from naive_forest import Naive, at_root, best, by_puct, says_something

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput, BrokenPromise
from halfmove.core.history import History
from halfmove.learn.selfplay import Options, SelfPlay
from halfmove.search.encoding import Encoding
from halfmove.search.neural.architecture import values_of
from halfmove.search.neural.forest_memory import DONE, EDGE, NODES_USED, NOISE, ONE, SIZE
from halfmove.search.neural.gumbel import schedule_of

TICTACTOE = hm.game("tictactoe")


def knows_nothing(encoding):
    """Every action alike, every state even."""
    values = values_of(encoding.game)
    return lambda planes: (
        np.zeros((len(planes), encoding.policy), np.float32),
        np.zeros((len(planes), values), np.float32),
    )


# ---- the schedule of sequential halving
@pytest.mark.parametrize(
    ("considered", "simulations", "expected"),
    [
        (1, 4, [0, 1, 2, 3]),
        (2, 6, [0, 0, 1, 1, 2, 2]),
        (4, 16, [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]),
        # 16 once, 8 once, 4 twice, then 2 until they are spent (log2 16 = 4 rounds of about 8)
        (16, 32, [0] * 16 + [1] * 8 + [2] * 4 + [3] * 4),
        (8, 4, [0, 0, 0, 0]),
    ],
)
def test_the_schedule_of_halving(considered, simulations, expected):
    assert schedule_of(considered, simulations) == expected


# ---- beside a naive search
def game_of(play):
    """The first game that ends, and the Gumbel variables of the root for each of its moves."""
    noises = []
    while True:
        if ended := play.step():
            return ended[0], noises
        trees, edges = play.forest.trees.array, play.forest.edges.array
        if (trees[NODES_USED], trees[DONE]) == (1, 0):  # a root that has just been judged
            size = play.forest.nodes.array[SIZE]
            noises.append(edges[: size * EDGE].reshape(size, EDGE)[:, NOISE] / ONE)


@pytest.mark.parametrize("selection", ["puct", "gumbel"])
@pytest.mark.parametrize("name", ["tictactoe", "connect4"])
def test_every_move_is_the_naive_searchs(name, selection):
    game = interpreted(hm.game(name))
    encoding = Encoding(hm.game(name))
    evaluate = says_something(encoding)
    options = Options(
        games=1, simulations=40, selection=selection, considered=4, noise=0, temperature_plies=0, answers=0
    )
    played, noises = game_of(SelfPlay(encoding, evaluate, options, seed=3))
    naive = Naive(game, encoding, evaluate)
    state = game.initial()
    for action, noise, row in zip(played.actions, noises, range(len(played.samples)), strict=True):
        root = naive.vertex(state)
        choose = by_puct if selection == "puct" else at_root(noise, schedule_of(min(4, len(noise)), 40))
        for _ in range(40):
            naive.simulate(root, choose)
        if selection == "puct":
            chosen, shares = best(root.n), [n / 40 for n in root.n]
        else:
            most, values = max(root.n), root.completed()
            chosen = best([noise[i] + values[i] if n == most else -math.inf for i, n in enumerate(root.n)])
            shares = root.improved()
        assert action == root.actions[chosen]
        told = played.samples.shares[row][: len(shares)]
        assert told == pytest.approx(shares, abs=1e-4)
        assert played.samples.root[row, 0] == pytest.approx(root.mean, abs=1e-5)
        state = game.result(state, action)
    assert game.is_terminal(state)


def test_forced_playouts_and_what_is_pruned_again():
    """KataGo's k = 2: each tried action of the root has sqrt(2 P N) visits, and those that were only forced
    are no part of the target."""
    encoding = Encoding(TICTACTOE)
    evaluate = says_something(encoding)
    played = {}
    for pruned in (False, True):
        options = Options(
            games=1,
            simulations=200,
            selection="puct",
            forced=2.0,
            pruned=pruned,
            temperature_plies=0,
            noise=0,
        )
        played[pruned] = game_of(SelfPlay(encoding, evaluate, options, seed=3))[0].samples
    first, root = played[False].shares[0], Naive(RULES, encoding, evaluate).vertex(RULES.initial())
    for share, prior in zip(first, root.priors, strict=True):
        assert share == 0 or round(share * 200) >= math.floor(math.sqrt(2 * prior * 200)) - 1
    assert (played[True].shares[0] > 0).sum() < (first > 0).sum()
    assert played[True].shares[0].argmax() == first.argmax()
    assert played[True].shares.sum(1) == pytest.approx(1, abs=1e-5)


# ---- what it finds
@cache
def truth(state):
    """What a tic-tac-toe state is worth to player 0."""
    game = RULES
    if game.is_terminal(state):
        return game.utility(state, 0)
    values = [truth(game.result(state, a)) for a in game.actions(state)]
    return max(values) if game.to_move(state) == 0 else min(values)


RULES = interpreted(TICTACTOE)


@cache
def states_by_planes():
    encoding, found, rest = Encoding(TICTACTOE), {}, [RULES.initial()]
    while rest:
        state = rest.pop()
        key = encoding.planes([state]).tobytes()
        if not RULES.is_terminal(state) and key not in found:
            found[key] = state
            rest += [RULES.result(state, a) for a in RULES.actions(state)]
    return found


def knows_the_truth(planes):
    """What each state is worth, and which actions keep that."""
    logits, values = np.full((len(planes), 9), -12, np.float32), np.zeros((len(planes), 1), np.float32)
    for row, one in enumerate(planes):
        state = states_by_planes()[one.tobytes()]
        values[row] = truth(state) if RULES.to_move(state) == 0 else -truth(state)
        for action in RULES.actions(state):
            if truth(RULES.result(state, action)) == truth(state):
                logits[row, RULES.policy_index(state, action)] = 0
    return logits, values


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("selection", ["puct", "gumbel"])
def test_with_the_truth_no_move_loses_anything(selection):
    options = Options(games=32, simulations=16, selection=selection, temperature_plies=0, opening_share=0.7)
    play = SelfPlay(Encoding(TICTACTOE), knows_the_truth, options, seed=1)
    games = []
    while len(games) < 100:
        games += play.step()
    for game in games:
        state = RULES.initial()
        for ply, action in enumerate(game.actions):
            after = RULES.result(state, action)
            if ply >= game.opening:
                assert truth(after) == truth(state)
            state = after
        assert game.outcome[0] == RULES.utility(state, 0)
    assert {game.opening for game in games} >= {0, 1, 2, 3}


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("selection", ["puct", "gumbel"])
def test_without_any_knowledge_it_comes_to_the_value_of_the_game(selection):
    encoding = Encoding(TICTACTOE)
    options = Options(games=1, simulations=3000, selection=selection, noise=0, temperature_plies=0)
    played, _ = game_of(SelfPlay(encoding, knows_nothing(encoding), options, seed=1))
    assert played.outcome == (0, 0)
    assert abs(played.samples.root[0, 0]) < 0.1


# ---- one source, two speeds
@pytest.mark.parametrize("selection", ["puct", "gumbel"])
def test_both_speeds_play_the_same_games(selection):
    told = []
    for game in (TICTACTOE, RULES):
        encoding = Encoding(game)
        options = Options(
            games=4,
            simulations=12,
            selection=selection,
            full_share=0.5,
            fast_simulations=4,
            opening_share=0.5,
        )
        play = SelfPlay(encoding, says_something(encoding), options, seed=5)
        games = []
        while len(games) < 6:
            games += play.step()
        told.append([(g.actions, g.opening, g.outcome, g.samples.shares.tolist()) for g in games])
    assert told[0] == told[1]


def test_a_seed_repeats_its_games_and_another_does_not():
    def first_games(seed):
        encoding = Encoding(TICTACTOE)
        play = SelfPlay(encoding, knows_nothing(encoding), Options(games=8, simulations=8), seed=seed)
        games = []
        while len(games) < 8:
            games += play.step()
        return [game.actions for game in games]

    assert first_games(1) == first_games(1) != first_games(2)


# ---- samples
def test_samples_say_what_was_played():
    game = hm.game("connect4")
    encoding = Encoding(game)
    options = Options(
        games=16, simulations=8, selection="puct", full_share=0.5, fast_simulations=2, opening_share=0.5
    )
    play = SelfPlay(encoding, says_something(encoding), options, seed=2)
    games = []
    while len(games) < 20:
        games += play.step()
    weights = Counter()
    for one in games:
        history = History(game)
        for ply, action in enumerate(one.actions):
            row = ply - one.opening
            if row >= 0:
                sample = one.samples.take(slice(row, row + 1))
                legal, places = encoding.places(history.state)
                assert action in legal
                assert [int(p) for p in sample.places[0] if p >= 0] == places
                assert sample.words[0].tolist() == [int(np.int64(np.uint64(w))) for w in history.state]
                assert sample.outcome[0, 0] == one.outcome[history.mover]
                assert sample.shares.sum() == pytest.approx(1, abs=1e-5)
                assert sample.plies_left[0] == len(one.actions) - ply
                weights[float(sample.policy_weight[0])] += 1
            history.play(action)
        assert history.over
    assert min(weights[0.0], weights[1.0]) > 50
    done = play.done
    assert done.games == len(games)
    assert done.positions == sum(len(one.samples) for one in games)
    assert done.filled == 1
    assert 0 < done.occupancy < 1


def test_a_position_that_must_not_come_again_does_not():
    game = hm.game("go", size=4)
    encoding = Encoding(game)
    options = Options(games=4, simulations=2, considered=2, plies=70)
    play = SelfPlay(encoding, says_something(encoding), options, seed=2)
    games = []
    while len(games) < 4:
        games += play.step()
    for one in games:
        history = History(game)
        for action in one.actions:
            assert history.allows(action)
            history.play(action)
        assert history.over or (len(one.actions), one.outcome) == (70, (0.0, 0.0))


# ---- what is refused
def test_games_and_options_that_do_not_fit_are_refused():
    encoding = Encoding(TICTACTOE)
    with pytest.raises(BadInput, match="'simulations' is from 1"):
        Options(simulations=0)
    with pytest.raises(BadInput, match="gumbel or puct"):
        Options(selection="ucb")
    with pytest.raises(BadInput, match="'keep' is for selection=puct"):
        Options(keep=True)

    def nan(planes):
        logits, values = knows_nothing(encoding)(planes)
        return logits * np.nan, values

    with pytest.raises(BrokenPromise, match="no number"):
        SelfPlay(encoding, nan, Options(games=2)).step()
    with pytest.raises(BrokenPromise, match="answered with"):
        SelfPlay(encoding, lambda planes: (np.zeros((1, 2)), np.zeros((1, 1))), Options(games=2)).step()
