"""Self-play with kept trees, with chance, and with more than two players: beside a naive search."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest
from naive_forest import Naive, best, by_puct, says_something

import halfmove as hm
from halfmove.core.buffer import Buffer
from halfmove.core.compile import interpreted
from halfmove.core.contract import CHANCE, Chance, Game
from halfmove.core.errors import Unsuitable
from halfmove.core.history import History
from halfmove.core.randomness import below
from halfmove.learn.selfplay import Options, SelfPlay
from halfmove.search.encoding import Encoding
from halfmove.search.neural.forest_memory import NODES_USED, TREE

SIMULATIONS = 30
CASES = [
    ("connect4", {}, 1),
    ("pig", {"target": 12}, 1),
    ("race", {"length": 8}, 3),  # three players, general payoffs
]


def games_of(play, count):
    games = []
    while len(games) < count:
        games += play.step()
    return games


@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize(("name", "parameters", "values"), CASES, ids=lambda x: str(x))
def test_every_move_is_the_naive_searchs(name, parameters, values, keep):
    compiled = hm.game(name, **parameters)
    game, encoding = interpreted(compiled), Encoding(compiled)
    evaluate = says_something(encoding)
    options = Options(
        games=1,
        simulations=SIMULATIONS,
        selection="puct",
        noise=0,
        temperature_plies=0,
        keep=keep,
        plies=60,
        answers=0,
    )
    play = SelfPlay(encoding, evaluate, options, seed=3)
    assert play.plan.values == values
    [played] = games_of(play, 1)[:1]
    naive = Naive(game, encoding, evaluate, seed=3)
    state, root, row = game.initial(), None, 0
    for action in played.actions:
        if game.to_move(state) == CHANCE:
            i = naive.drawn(state)
            assert action == list(game.actions(state))[i]
        else:
            root = root or naive.vertex(state)
            for _ in range(max(SIMULATIONS - sum(root.n), 1)):
                naive.simulate(root, by_puct)
            i, total = best(root.n), sum(root.n)
            assert action == root.actions[i]
            shares = played.samples.shares[row][: len(root.n)]
            assert shares == pytest.approx([n / total for n in root.n], abs=1e-5)
            at = 0 if values == 1 else root.mover
            assert played.samples.root[row, at] == pytest.approx(root.mean, abs=1e-5)
            row += 1
        state = game.result(state, action)
        root = root.children[i] if root and keep else None
    assert row == len(played.samples)
    if game.is_terminal(state):
        most = game.utility_limit
        assert played.outcome == pytest.approx([game.utility(state, p) / most for p in range(game.players)])
    else:
        assert (len(played.actions), set(played.outcome)) == (60, {0.0})
    assert naive.asked == pytest.approx(play.done.evaluated, abs=1)


@pytest.mark.slow_interpreted
def test_a_kept_tree_spares_the_network_work():
    encoding = Encoding(hm.game("connect4"))
    asked = []
    for keep in (False, True):
        options = Options(games=8, simulations=60, selection="puct", keep=keep, answers=0)
        play = SelfPlay(encoding, says_something(encoding), options, seed=1)
        games_of(play, 16)
        asked.append(play.done.evaluated / play.done.positions)
    assert asked[1] < 0.8 * asked[0]


def test_with_a_kept_tree_no_rule_about_repetition_is_broken():
    game = hm.game("go", size=4)
    encoding = Encoding(game)
    options = Options(
        games=4, simulations=12, selection="puct", keep=True, plies=90, noise=0.5, full_share=0.5
    )
    play = SelfPlay(encoding, says_something(encoding), options, seed=2)
    for one in games_of(play, 4):
        history = History(game)
        for action in one.actions:
            assert not history.over
            assert history.allows(action)
            history.play(action)
        assert history.over or len(one.actions) == 90


def test_a_seed_repeats_its_games_at_both_speeds():
    compiled = hm.game("pig", target=12)
    told = []
    for game in (compiled, interpreted(compiled)):
        options = Options(
            games=3, simulations=8, selection="puct", keep=True, opening_share=0.5, opening_plies=3, plies=80
        )
        play = SelfPlay(Encoding(game), says_something(Encoding(game)), options, seed=5)
        told.append([(g.actions, g.opening, g.outcome, len(g.samples)) for g in games_of(play, 4)])
    assert told[0] == told[1]
    assert any(opening > 0 for _, opening, _, _ in told[0])


# ---- nature moves first, and several times in a row
class State(NamedTuple):
    tossed: int
    heads: int
    mover: int


class Coins(Game):
    """Three coins are tossed; a player takes their heads or has them tossed again, then the other does."""

    name = "coins"
    player_names = ("A", "B")
    chance = Chance.EXPLICIT
    actions_limit = 2
    utility_limit = 3

    def initial(self) -> State:
        return State(0, 0, 0)

    def to_move(self, s: State) -> int:
        return CHANCE if s.tossed < 3 else s.mover

    def actions(self, s: State) -> Iterator[int]:
        yield 0
        yield 1

    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        yield 0, 0.25
        yield 1, 0.75

    def result(self, s: State, a: int) -> State:
        if s.tossed < 3:
            return State(s.tossed + 1, s.heads + a, s.mover)
        if a == 0:
            return State(4, s.heads, s.mover)
        return State(0, 0, s.mover + 1)

    def is_terminal(self, s: State) -> bool:
        return s.tossed == 4 or s.mover == 2

    def utility(self, s: State, player: int) -> int:
        return (s.heads if player == 0 else -s.heads) if s.tossed == 4 else 0


@pytest.mark.parametrize("selection", ["puct", "gumbel"])
def test_nature_may_move_first_and_often(selection):
    """Three outcomes in a row need more nodes than are there for them: a search ends where its room does."""
    game = Coins()
    encoding = Encoding(game)
    play = SelfPlay(
        encoding, says_something(encoding), Options(games=4, simulations=6, selection=selection), seed=1
    )
    shown = []
    for one in games_of(play, 60):
        assert one.opening >= 3
        shown.append(sum(one.actions[:3]))
        state = game.initial()
        for action in one.actions:
            assert not game.is_terminal(state)
            state = game.result(state, action)
        assert game.is_terminal(state)
        assert one.outcome[0] == pytest.approx(game.utility(state, 0) / 3, abs=1e-6)
        room = play.forest.trees.array[NODES_USED::TREE]
        assert room.max() <= play.plan.nodes_room
    assert np.mean(shown) == pytest.approx(3 * 0.75, abs=0.3)


class Unlisted(Coins):
    """Coins whose outcomes are drawn, and not listed."""

    chance = Chance.SAMPLED

    def draw_outcome(self, s: State, random: Buffer) -> int:
        return below(random, 2)


def test_outcomes_that_are_not_listed_are_refused():
    encoding = Encoding(Unlisted())
    with pytest.raises(Unsuitable, match="nature's moves are not listed"):
        SelfPlay(encoding, says_something(encoding))
