import random

import numpy as np
import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.in_turn import in_turn
from halfmove.games.goofspiel import Goofspiel
from halfmove.games.kuhn import Kuhn
from halfmove.games.nim import Nim
from halfmove.search import backward_induction
from halfmove.search.algorithms import choose
from halfmove.search.backward_induction import MatrixGames

pytestmark = pytest.mark.one_speed

WHOLE = hm.Limit()
NAME = "backward-induction"


class Moves(hm.Game):
    """A random game of three moves: in each both choose at once, one of them alone, or nature does; payoffs
    are random numbers.  Actions are letters."""

    compiled = False
    dynamics = "simultaneous"
    chance = "explicit"
    whole_utilities = False
    utility_limit = 9

    seed: int = 0

    def initial(self):
        return ()

    def draw(self, s):
        return random.Random(repr((self.seed, s)))

    def to_move(self, s):
        return self.draw(s).choice((hm.SIMULTANEOUS, hm.SIMULTANEOUS, hm.CHANCE, 0, 1))

    def actions_of(self, s, player):
        mover, number = self.to_move(s), self.draw((s, player)).choice((1, 2, 3))
        if mover == player:
            yield from "abc"[:number]
        elif mover == hm.SIMULTANEOUS:
            alone = self.draw((s, "alone")).choice((-1, -1, 0, 1))
            if alone in (-1, player):
                yield from "abc"[:number]

    def actions(self, s):
        mover = self.to_move(s)
        if mover == hm.SIMULTANEOUS:
            return self.joint_actions(s)
        return iter("xy") if mover == hm.CHANCE else self.actions_of(s, mover)

    def outcomes(self, s):
        yield "x", 0.25
        yield "y", 0.75

    def result(self, s, a):
        return (*s, a)

    def is_terminal(self, s):
        return len(s) == 3 or (len(s) > 0 and self.draw((s, "end")).random() < 0.1)

    def utility(self, s, player):
        return round(self.draw((s, "won")).uniform(-9, 9), 3) * (1 if player == 0 else -1)

    def evaluate(self, s, player):
        return 0


def naive(game, state):
    """What a state is worth to the first, by the definition, with SciPy's linear programmes."""
    from scipy.optimize import linprog

    if game.is_terminal(state):
        return game.utility(state, 0)
    mover = game.to_move(state)
    if mover == hm.CHANCE:
        return sum(p * naive(game, game.result(state, a)) for a, p in game.outcomes(state))
    if mover >= 0:
        values = [naive(game, game.result(state, a)) for a in game.actions_of(state, mover)]
        return max(values) if mover == 0 else min(values)
    joint = list(game.joint_actions(state))
    worth = {a: naive(game, game.result(state, a)) for a in joint}
    rows, columns = (list(dict.fromkeys(a[k] for a in joint)) for k in (0, 1))
    matrix = np.array([[worth[a, b] for b in columns] for a in rows])
    found = linprog(
        [0] * len(rows) + [-1],
        A_ub=np.hstack([-matrix.T, np.ones((len(columns), 1))]),
        b_ub=np.zeros(len(columns)),
        A_eq=[[1] * len(rows) + [0]],
        b_eq=[1],
        bounds=[(0, None)] * len(rows) + [(None, None)],
    )
    return -found.fun


@pytest.mark.parametrize("seed", range(25))
def test_a_random_game_is_worth_what_the_definition_says(seed):
    game = Moves(seed=seed)
    analysis = hm.analyze(game, limit=WHOLE, algorithm=NAME)
    assert analysis.proven
    player = (
        1 if game.to_move(()) == 1 or (analysis.lines and analysis.game.to_move(analysis.state) == 1) else 0
    )
    assert analysis.value == pytest.approx((1, -1)[player] * naive(game, ()), abs=1e-7)


@pytest.mark.parametrize("parameters", [{"cards": 3}, {"cards": 4, "prizes": "descending"}])
def test_what_both_mix_cannot_be_exploited(parameters):
    game = interpreted(Goofspiel(**parameters))
    turned = in_turn(game)
    memory = MatrixGames(turned)

    def mixed(state):
        policy = hm.analyze(turned, state, WHOLE, algorithm=NAME, memory=memory).policy
        return {a: policy.get(a, 0.0) for a in turned.actions(state)}

    assert hm.exploitability(game, mixed) == pytest.approx(0, abs=1e-9)
    value = hm.regret(game, algorithm="linear-programme").value
    assert hm.analyze(game, limit=WHOLE, algorithm=NAME).value == pytest.approx(value, abs=1e-9)


def test_five_cards_highest_prize_first():
    """The bids for the first prize, and that a linear programme over the whole game agrees that the game is
    fair; the same when one has chosen already."""
    game = interpreted(Goofspiel(cards=5, prizes="descending"))
    analysis = hm.analyze(game, limit=WHOLE, algorithm=NAME, lines=5, seed=1)
    assert analysis.policy == pytest.approx({5: 0.85214, 1: 0.11583, 2: 0.03203}, abs=1e-5)
    assert analysis.value == 0
    by_action = {line.action: line.value for line in analysis.lines}
    assert max(by_action.values()) == pytest.approx(0, abs=1e-9)
    assert by_action[4] < -0.01


def test_what_the_other_has_chosen_is_not_looked_at():
    game = in_turn(interpreted(Goofspiel(cards=3)))
    one, other = (
        hm.analyze(game, hm.position(game, moves=f"3 {card}")[0], WHOLE, algorithm=NAME, lines=3)
        for card in "A2"
    )
    assert [(line.action, line.value) for line in one.lines] == [
        (line.action, line.value) for line in other.lines
    ]
    assert one.policy == other.policy
    assert game.to_move(one.state) == 1


def test_limits():
    game = interpreted(Goofspiel(cards=6))
    for limit in (hm.Limit(depth=2), hm.Limit(nodes=400), hm.Limit(seconds=0.05)):
        found = list(hm.deepen(game, game.result(game.initial(), 6), limit, algorithm=NAME))
        assert [analysis.depth for analysis in found] == list(range(1, len(found) + 1))
        assert not found[-1].proven
        if limit.depth:
            assert found[-1].depth == 2
        if limit.nodes:
            assert found[-1].nodes <= 400


def test_what_is_played_is_drawn_from_the_mixture():
    game = Moves(seed=3)
    start = next(s for s in states(game) if mixes(game, s))
    drawn = {hm.analyze(game, start, WHOLE, algorithm=NAME, seed=seed).best for seed in range(30)}
    assert len(drawn) > 1


def states(game):
    waiting = [game.initial()]
    while waiting:
        state = waiting.pop()
        if not game.is_terminal(state):
            yield state
            waiting += [game.result(state, a) for a in game.actions(state)]


def mixes(game, state):
    if game.to_move(state) != hm.SIMULTANEOUS:
        return False
    policy = hm.analyze(game, state, WHOLE, algorithm=NAME).policy
    return max(policy.values()) < 0.9


def test_where_nature_moves_where_it_is_over_and_among_what():
    game = interpreted(Goofspiel(cards=2))
    start = hm.analyze(game, limit=WHOLE, algorithm=NAME)
    assert (start.lines, start.value, start.proven) == ((), 0, True)
    over = hm.analyze(game, hm.position(game, moves="2 2/A A A/2")[0], algorithm=NAME)
    assert (over.proven, over.lines) == (True, ())
    only = hm.analyze(game, hm.position(game, moves="2")[0], WHOLE, algorithm=NAME, only={1}, lines=2)
    assert [line.action for line in only.lines] == [1]


def test_what_it_refuses(monkeypatch):
    for game, words in [
        (Nim(), "they move in turn"),
        (Kuhn(), "they move in turn"),
        (Goofspiel(cards=3, players=3), "two opponents"),
    ]:
        with pytest.raises(Unsuitable, match=words):
            choose(game, NAME)
    monkeypatch.setattr(backward_induction, "ENTRIES", 8)
    game = interpreted(Goofspiel(cards=3, prizes="descending"))
    with pytest.raises(BadInput, match="more than 8 entries on the way"):
        hm.analyze(game, limit=WHOLE, algorithm=NAME)
