import math

import numpy as np
import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.in_turn import in_turn
from halfmove.core.randomness import fraction
from halfmove.games.goofspiel import Goofspiel
from halfmove.games.kuhn import Kuhn
from halfmove.games.leduc import Leduc
from halfmove.games.nim import Nim
from halfmove.search.algorithms import choose
from halfmove.search.information_set import EDGE, KEY, edge_key, find
from halfmove.search.online_sampling import OnlineSampling, walk

pytestmark = pytest.mark.one_speed

NAME = "oos"
KUHN = interpreted(Kuhn())
GOOFSPIEL = in_turn(interpreted(Goofspiel(cards=2)))


def at(moves, game=KUHN):
    return hm.position(game, moves=moves)[0]


# ---- against the definition


def counterfactual(game):
    """For each information set and action, what the action is worth more than the even mixture, weighted with
    the others' and nature's probabilities of coming there: all play evenly.  By the definition."""
    regrets = {}

    def worth(state, player):
        if game.is_terminal(state):
            return game.utility(state, player)
        if game.to_move(state) == hm.CHANCE:
            return math.fsum(p * worth(game.result(state, a), player) for a, p in game.outcomes(state))
        actions = list(game.actions(state))
        return math.fsum(worth(game.result(state, a), player) for a in actions) / len(actions)

    def visit(state, reach):
        if game.is_terminal(state):
            return
        mover = game.to_move(state)
        if mover == hm.CHANCE:
            for a, p in game.outcomes(state):
                visit(game.result(state, a), [r * p for r in reach])
            return
        actions = list(game.actions(state))
        for a in actions:
            key = int(game.information(state, mover)), a
            gain = worth(game.result(state, a), mover) - worth(state, mover)
            regrets[key] = regrets.get(key, 0.0) + reach[mover] * gain
            below = [r if p == mover else r / len(actions) for p, r in enumerate(reach)]
            visit(game.result(state, a), below)

    visit(game.initial(), [1.0] * game.players)
    return regrets


@pytest.mark.parametrize(
    ("game", "moves", "targeting"),
    [(KUHN, "Q J", 0.0), (KUHN, "J Q bet", 0.9), (KUHN, "K J", 0.5), (GOOFSPIEL, "2 A", 0.7)],
)
def test_regrets_are_right_on_average_however_plays_are_drawn(game, moves, targeting):
    """From empty tables a play estimates the regrets of even play; the mean is that of the definition."""
    searcher = OnlineSampling(game, megabytes=0.01, seed=3, targeting=targeting)
    state, memory = at(moves, game), searcher.memory
    mover = game.to_move(state)
    target, spot = searcher.target(searcher.histories(int(game.information(state, mover)), mover), mover)
    aimed = 1.0 if targeting else 0.0
    exact = counterfactual(game)
    runs = 1500
    found = {key: np.zeros(runs) for key in exact}
    for run in range(runs):
        for player in (0, 1):
            memory.edges.clear()
            memory.regrets[:] = 0
            targeted = int(fraction(memory.random) < targeting)
            walk(
                game, game.initial(), player, 1.0, 1.0, 1.0, aimed, spot, targeted, memory, searcher.size,
                target, 0, 0,
            )  # fmt: skip
            for (name, a), row in found.items():
                key = edge_key(name, a)
                place = find(memory.edges, searcher.size, key)
                if memory.edges[place * EDGE + KEY] == key:
                    row[run] += memory.regrets[place]
    for key, right in exact.items():
        error = found[key].std() / math.sqrt(runs)
        assert found[key].mean() == pytest.approx(right, abs=max(4.5 * error, 1e-9)), key
    assert any(abs(right) > 0.05 for right in exact.values())


def test_the_histories_of_an_information_set():
    memory = OnlineSampling(KUHN)
    for moves in ("Q J", "J Q bet", "K J check bet"):
        state = at(moves)
        mover = KUHN.to_move(state)
        name = int(KUHN.information(state, mover))
        found = memory.histories(name, mover)
        assert len(found) == 2
        assert math.fsum(found.values()) == pytest.approx(1 / 3)
        for way in found:
            s = KUHN.initial()
            for action in way:
                s = KUHN.result(s, action)
            assert int(KUHN.information(s, mover)) == name
        target, spot = memory.target(found, mover)
        assert spot == 0
        assert target.mass[0] == pytest.approx(1)


def test_it_comes_near_an_equilibrium():
    memory = OnlineSampling(KUHN, seed=1, targeting=0.3)
    hm.analyze(KUHN, at("Q J"), hm.Limit(simulations=4000), algorithm=NAME, memory=memory)
    found = hm.exploitability(KUHN, lambda s: memory.shares(s, KUHN.to_move(s)))
    assert found < 0.08  # of even play 0.458


# ---- what is promised


def test_what_is_certain_is_found():
    for moves, best in [("J K bet", "call"), ("K J bet", "fold")]:
        found = hm.analyze(KUHN, at(moves), hm.Limit(simulations=1500), seed=1, algorithm=NAME)
        text = {KUHN.action_text(found.state, a): share for a, share in found.policy.items()}
        assert text[best] > 0.97
        assert found.mixed
        assert not found.proven
        assert found.statistics["histories"] == 2


@pytest.mark.parametrize(
    ("game", "one", "other"), [(KUHN, "Q J", "Q K"), (KUHN, "J Q bet", "K Q bet"), (GOOFSPIEL, "2 A", "2 2")]
)
def test_what_the_player_cannot_see_changes_nothing(game, one, other):
    first, second = (
        hm.analyze(game, at(moves, game), hm.Limit(simulations=200), lines=2, seed=5, algorithm=NAME)
        for moves in (one, other)
    )
    assert first.policy == second.policy
    assert (first.best, first.value) == (second.best, second.value)


def test_what_was_learnt_serves_the_next_move():
    memory = OnlineSampling(KUHN, seed=1)
    hm.analyze(KUHN, at("K J"), hm.Limit(simulations=500), algorithm=NAME, memory=memory)
    before = memory.shares(at("K J check bet"), 0)
    assert max(before.values()) > 0.8  # never asked, and yet known: a king calls
    memory.clear()
    assert set(memory.shares(at("K J check bet"), 0).values()) == {0.5}


def test_targets_get_more_plays():
    """With a target the averages of its information set rest on more plays."""
    game, state = interpreted(Leduc()), at("K Q check bet call K", interpreted(Leduc()))
    rest = {}
    for targeting in (0.0, 0.9):
        memory = OnlineSampling(game, seed=2, targeting=targeting)
        hm.analyze(game, state, hm.Limit(simulations=400), algorithm=NAME, memory=memory)
        rest[targeting] = max(memory.shares(state, game.to_move(state)).values())
    assert rest[0.0] != rest[0.9]
    assert rest[0.9] > 0.5


def test_where_nature_moves_where_it_is_over_among_what_and_for_how_long():
    start = hm.analyze(KUHN, limit=hm.Limit(simulations=300), algorithm=NAME)
    assert start.lines == ()
    assert -0.5 < start.value < 0.5
    over = hm.analyze(KUHN, at("K J check check"), algorithm=NAME)
    assert (over.value, over.proven, over.lines) == (1, True, ())
    only = hm.analyze(KUHN, at("K J"), hm.Limit(simulations=50), only={0}, lines=2, algorithm=NAME)
    assert [line.action for line in only.lines] == [0]
    assert hm.analyze(KUHN, at("K J"), hm.Limit(seconds=0.05), algorithm=NAME).nodes > 0


def test_without_room_for_a_target_all_plays_are_drawn_alike(monkeypatch):
    monkeypatch.setattr("halfmove.search.online_sampling.LISTED", 10)
    found = hm.analyze(KUHN, at("J K bet"), hm.Limit(simulations=1500), seed=1, algorithm=NAME)
    assert found.statistics["histories"] == 0
    assert max(found.policy.values()) > 0.9
    full = OnlineSampling(KUHN, megabytes=0.0001, seed=1)
    assert full.size == 64


def test_what_it_refuses():
    with pytest.raises(Unsuitable, match="in nim players see everything"):
        choose(Nim(), NAME)
    for options, words in [
        ({"c": "1"}, "has no option 'c'; there are: targeting, exploration"),
        ({"targeting": "2"}, "a number from 0 to 1, not '2'"),
        ({"targeting": "1"}, "'targeting' is below 1"),
        ({"exploration": "0"}, "'exploration' above 0"),
    ]:
        with pytest.raises(BadInput, match=words):
            hm.analyze(KUHN, at("Q J"), algorithm=NAME, options=options)
